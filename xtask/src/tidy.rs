//! House rules that no compiler knows.

use crate::source::{Source, rust_files, words};
use crate::workspace::{Metadata, Package, report, root};
use anyhow::{Context, Result};

/// Most lines of a Rust file.
const LONGEST_FILE: usize = 900;
/// Widest line of a comment, in characters; a row of a table may be wider.
const WIDEST_COMMENT: usize = 120;
/// Macros that stand for work not done.
const UNFINISHED: &[&str] = &["todo", "unimplemented", "dbg"];
/// File names that say nothing about what is inside.
const NAMELESS: &[&str] =
    &["utils.rs", "util.rs", "helpers.rs", "helper.rs", "misc.rs", "common.rs"];
/// The map of the house.
const MAP: &str = "ARCHITECTURE.md";

/// Checks the tree.
pub(crate) fn run() -> Result<()> {
    let sources = rust_files()?;
    let map = std::fs::read_to_string(root().join(MAP)).unwrap_or_default();
    let mut complaints = Vec::new();
    if map.is_empty() {
        complaints.push(format!("tidy: {MAP} is missing"));
    }
    for source in &sources {
        complaints.extend(about_source(source, &map));
    }
    for package in Metadata::of_workspace()?.packages {
        let manifest = std::fs::read_to_string(&package.manifest)
            .with_context(|| format!("cannot read {}", package.manifest.display()))?;
        complaints.extend(about_crate(&package, &manifest, &map));
    }
    report(&format!("tidy: {} Rust files keep the house rules", sources.len()), &complaints)
}

/// What is wrong with one Rust file.
fn about_source(source: &Source, map: &str) -> Vec<String> {
    let Source { path, text } = source;
    let words = words(text);
    let follows =
        |first: &str, second: &str| words.windows(2).any(|w| w[0] == first && w[1] == second);
    let mut wrong = Vec::new();
    let lines = text.lines().count();
    if lines > LONGEST_FILE {
        wrong.push(format!("{lines} lines; at most {LONGEST_FILE}, split it by noun"));
    }
    for (number, line) in (1..).zip(text.lines()) {
        if too_wide(line.trim_end()) {
            wrong.push(format!("line {number}: a comment wider than {WIDEST_COMMENT}"));
        }
    }
    for name in UNFINISHED {
        if follows(name, "!") {
            wrong.push(format!("{name}! is left in"));
        }
    }
    if follows("[", "ignore") {
        wrong.push("an ignored test".to_owned());
    }
    if words.iter().any(|w| w == "unsafe") && !map.contains(path.as_str()) {
        wrong.push(format!("has unsafe code but is not named in {MAP}"));
    }
    if NAMELESS.iter().any(|name| path.ends_with(&format!("/{name}"))) {
        wrong.push("name the file after its noun or its technique".to_owned());
    }
    if !text.trim_start().starts_with("//!") {
        wrong.push("has no module doc (//!) at its head".to_owned());
    }
    wrong.into_iter().map(|what| format!("tidy: {path}: {what}")).collect()
}

/// True for a line that is all comment, no row of a table, and too wide to read.
fn too_wide(line: &str) -> bool {
    let text = line.trim_start();
    let row = text.trim_start_matches(['/', '!', ' ']).starts_with('|');
    text.starts_with("//") && !row && line.chars().count() > WIDEST_COMMENT
}

/// What is wrong with one crate.
fn about_crate(package: &Package, manifest: &str, map: &str) -> Vec<String> {
    let name = &package.name;
    let mut wrong = Vec::new();
    // In backquotes, so that `farstar` is not found inside `farstar-num`.
    if !map.contains(&format!("`{name}`")) {
        wrong.push(format!("tidy: {name} is not named in {MAP}"));
    }
    if !manifest.contains("[lints]\nworkspace = true") {
        wrong.push(format!("tidy: {name} does not take the lints of the workspace"));
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complaints(path: &str, text: &str) -> usize {
        let source = Source { path: path.to_owned(), text: text.to_owned() };
        about_source(&source, "see `crates/a/src/simd.rs`").len()
    }

    #[test]
    fn a_good_file_passes() {
        let text = "//! Idea: no todo!() here.\nfn f() -> &'static str { \"dbg!(unsafe)\" }\n";
        assert_eq!(complaints("crates/a/src/f.rs", text), 0);
    }

    #[test]
    fn each_rule_is_checked() {
        let path = "crates/a/src/f.rs";
        assert_eq!(complaints(path, "fn f() {}"), 1, "module doc");
        assert_eq!(complaints(path, "//! Idea.\nfn f() { todo!() }"), 1);
        assert_eq!(complaints(path, "//! Idea.\nfn f() { dbg!(1); unimplemented!() }"), 2);
        assert_eq!(complaints(path, "//! Idea.\n#[test]\n#[ignore]\nfn f() {}"), 1);
        assert_eq!(complaints(path, "//! Idea.\nfn f() { unsafe { g() } }"), 1);
        assert_eq!(complaints("crates/a/src/simd.rs", "//! Idea.\nfn f() { unsafe { g() } }"), 0);
        assert_eq!(complaints("crates/a/src/utils.rs", "//! Idea."), 1);
        assert_eq!(complaints(path, &format!("//! Idea.\n{}", "\n".repeat(LONGEST_FILE))), 1);
        assert_eq!(complaints(path, &format!("//! {}", "long ".repeat(24))), 1);
        assert_eq!(complaints(path, &format!("//! Idea.\n//! | {} |", "wide ".repeat(24))), 0);
    }

    #[test]
    fn crates_are_on_the_map_and_take_the_lints() {
        let package = Package { name: "farstar".to_owned(), ..Package::default() };
        let lints = "[lints]\nworkspace = true\n";
        assert_eq!(about_crate(&package, lints, "the binary `farstar`").len(), 0);
        assert_eq!(about_crate(&package, lints, "only `farstar-num`").len(), 1);
        assert_eq!(about_crate(&package, "", "the binary `farstar`").len(), 1);
    }
}
