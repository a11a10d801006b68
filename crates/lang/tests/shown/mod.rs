//! What sessions show, for tests.

use farstar_lang::Session;
use farstar_value::Arena;

/// What the last of some statements, with § between them, shows, or why it is refused.
pub(crate) fn shown(text: &str) -> String {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    let mut last = String::new();
    for line in text.split("§") {
        last = match session.eval(line) {
            Ok(value) => session.display(&value).unwrap(),
            Err(faults) => faults[0].to_string(),
        };
    }
    last
}

/// Asserts of each text what it shows.
pub(crate) fn check(cases: &[(&str, &str)]) {
    for (text, wanted) in cases {
        assert_eq!(shown(text), *wanted, "{text}");
    }
}
