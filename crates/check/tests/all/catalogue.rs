//! What the catalogue says of the language, evaluated.

use farstar_lang::Session;
use farstar_problems::catalogue::problems;
use farstar_value::Arena;

#[test]
fn worked_expressions_have_the_values_shown() {
    let arena = Arena::new();
    let (mut count, mut wrong) = (0, Vec::new());
    for problem in problems() {
        let mut session = Session::new(&arena);
        for worked in &problem.worked {
            let shown = match session.eval(worked.expression) {
                Ok(value) => session.display(&value).unwrap(),
                Err(diagnostics) => format!("!! {}", diagnostics[0]),
            };
            if shown != worked.value {
                wrong.push(format!("{}: {} is {shown}", problem.id, worked.expression));
            }
            count += 1;
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(count > 0, "the catalogue has worked expressions");
}
