//! The table of methods: every example evaluates to what it says, and names are found however they are spelled.

use farstar_lang::{Session, method, methods};
use farstar_value::Arena;
use std::collections::HashSet;

#[test]
fn every_example_is_true() {
    let arena = Arena::new();
    let mut session = Session::new(&arena);
    let mut wrong = Vec::new();
    for info in methods() {
        let got = match session.eval(info.example) {
            Ok(value) => session.display(&value).unwrap(),
            Err(diagnostics) => diagnostics[0].to_string(),
        };
        if got != info.result {
            wrong.push(format!(
                "{}: {} is {got}, the table says {}",
                info.name, info.example, info.result
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn names_are_unique_and_found_in_any_spelling() {
    let mut seen = HashSet::new();
    for info in methods() {
        let lower = info.name.to_lowercase();
        assert!(seen.insert(lower.clone()), "{} stands twice in the table", info.name);
        let underscored: String = info.name.chars().flat_map(|c| ['_', c]).collect();
        for spelling in [info.name, &lower, &info.name.to_uppercase(), &underscored] {
            assert_eq!(method(spelling).map(|found| found.name), Some(info.name), "{spelling}");
        }
    }
    assert!(method("no_such_method").is_none());
}

#[test]
fn every_method_says_what_it_does() {
    for info in methods() {
        assert!(info.summary.len() > 10 || info.name.ends_with("iny"), "{}", info.name);
        let bare = info.signature.replace('_', "").to_lowercase();
        assert!(bare.contains(&info.name.to_lowercase()), "{}: {}", info.name, info.signature);
    }
}
