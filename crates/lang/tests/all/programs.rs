//! Random programs give what walking their trees gives: loops, choices, functions with usual values and named
//! arguments, comprehensions, closures, a list that changes, `break`, `continue` and `return` from everywhere.

use farstar_lang::Session;
use farstar_testkit::{Program, SplitMix64, soaking};
use farstar_value::Arena;

#[test]
fn programs_give_what_their_trees_give() {
    let arena = Arena::new();
    let (mut tried, mut seed) = (0, 0);
    let wanted = if soaking() { 100_000 } else { 2_000 };
    while tried < wanted {
        seed += 1;
        let mut random = SplitMix64::new(seed);
        let functions = 1 + (seed % 3) as usize;
        let program = Program::random(&mut random, functions);
        let Some(value) = program.value() else { continue };
        tried += 1;
        let mut session = Session::new(&arena);
        let text = program.to_string();
        match session.eval(&text) {
            Ok(found) => assert_eq!(session.display(&found).unwrap(), value.to_string(), "{text}"),
            Err(faults) => panic!("seed {seed}: {}\n{text}", faults[0]),
        }
    }
    // most programs end, and so are compared
    assert!(seed < 3 * wanted, "{seed} programs for {tried}");
}
