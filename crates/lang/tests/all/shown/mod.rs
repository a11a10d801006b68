//! What sessions show, for tests.

use farstar_lang::{Kind, Session};
use farstar_value::{Arena, Limits};

/// What a statement shows, or why it is refused.
pub(crate) fn shown_in(session: &mut Session<'_>, text: &str) -> String {
    match session.eval(text) {
        Ok(value) => session.display(&value).unwrap(),
        Err(faults) => faults[0].to_string(),
    }
}

/// How a statement is refused under narrow limits, and why.
#[track_caller]
pub(crate) fn refusal(text: &str) -> (Kind, String) {
    let arena = Arena::new();
    let limits = Limits::none().nodes(20_000).bytes(1 << 26);
    let mut session = Session::new(&arena).with_limits(limits);
    match session.eval(text) {
        Ok(value) => panic!("{text} is {}", session.display(&value).unwrap()),
        Err(faults) => (faults[0].kind, faults[0].to_string()),
    }
}

/// What the last of some statements, with § between them, shows under limits that a test can wait for, or why it is
/// refused.
pub(crate) fn told(text: &str) -> Result<String, String> {
    let arena = Arena::new();
    let limits = Limits::none().nodes(1 << 19).bytes(1 << 26);
    let mut session = Session::new(&arena).with_limits(limits);
    let mut last = Ok(String::new());
    for line in text.split("§") {
        last = match session.eval(line) {
            Ok(value) => Ok(session.display(&value).unwrap()),
            Err(faults) => Err(faults[0].to_string()),
        };
    }
    last
}

/// The same in one text.
pub(crate) fn shown(text: &str) -> String {
    told(text).unwrap_or_else(|why| why)
}

/// Asserts of each text what it shows; complains about all at once.
pub(crate) fn check(cases: &[(&str, &str)]) {
    let found = cases.iter().map(|&(text, wanted)| (text, wanted, shown(text)));
    let wrong = found.filter(|(_, wanted, found)| found != wanted);
    let wrong = wrong.map(|(text, wanted, found)| format!("{text} is {found}, not {wanted}"));
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
