//! The table of docs/cgsuite.md: every method that it names is in the language and does what its example says, every
//! ruleset is one, and what is not there has its reason.

use farstar_lang::{Dialect, Session, method};
use farstar_value::Arena;

const GUIDE: &str = include_str!("../../../../docs/cgsuite.md");

/// The rows of the last table: class, member, what it is here.
fn rows() -> Vec<[&'static str; 3]> {
    let table = GUIDE.split("| class | member | here |\n|---|---|---|\n").nth(1).unwrap();
    let cells = |line: &'static str| {
        let mut cells = line.trim_matches('|').splitn(3, " | ").map(str::trim);
        [(); 3].map(|()| cells.next().unwrap_or_default())
    };
    table.lines().filter(|line| line.starts_with('|')).map(cells).collect()
}

fn quoted(text: &str) -> Option<&str> {
    text.strip_prefix('`')?.strip_suffix('`').filter(|name| !name.contains('`'))
}

#[test]
fn the_table_is_whole_and_gives_reasons() {
    let rows = rows();
    assert!(rows.len() > 550, "{} rows", rows.len());
    for [class, member, here] in &rows {
        assert!(!member.is_empty() && here.len() > 2, "{class} {member}");
    }
    for class in
        ["cgsuite.util.Grid", "game.Game", "game.CanonicalStopper", "game.heap.Periodicity"]
    {
        assert!(rows.iter().any(|row| row[0] == class), "{class}");
    }
}

#[test]
fn methods_of_the_table_do_what_their_examples_say() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    let mut wrong = Vec::new();
    for [class, member, here] in rows() {
        let Some(name) = quoted(here) else { continue };
        let Some(info) = method(name) else {
            // what is no method is an expression
            if session.eval(name).is_err() {
                wrong.push(format!("{class} {member}: {name}"));
            }
            continue;
        };
        let shown = session.eval(info.example).map(|value| session.display(&value).unwrap());
        if shown.as_deref().ok() != Some(info.result) {
            wrong.push(format!("{class} {member}: {}", info.example));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn rulesets_of_the_table_are_found_by_their_whole_names() {
    let arena = Arena::new();
    let mut session = Session::new(&arena).dialect(Dialect::CgSuite);
    for [class, member, here] in rows() {
        let Some(name) = here.strip_prefix("ruleset ").and_then(quoted) else { continue };
        let package = class.trim_end_matches("constants");
        let last = class.rsplit('.').next().unwrap_or_default();
        let whole =
            if member == "itself" { class.to_owned() } else { format!("{package}{member}") };
        let value = session.eval(&whole).unwrap_or_else(|faults| panic!("{whole}: {}", faults[0]));
        assert_eq!(value.type_name(), "Ruleset", "{whole} {last} {name}");
    }
}
