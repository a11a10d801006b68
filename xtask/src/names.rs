//! Names of public types: one meaning a name.
//!
//! Two public types of the workspace may share a name only with a reason, which stands in `names.txt`.

use std::collections::BTreeMap;

use crate::source::{Source, rust_files, words};
use crate::workspace::{report, root};
use anyhow::{Context, Result};

/// Names that are shared, each with its crates and the reason, from the workspace root.
const LIST: &str = "xtask/names.txt";

/// For each shared name, the crates of its types in order; one that has two of them stands twice.
type Shared = BTreeMap<String, Vec<String>>;

/// Checks the tree.
pub(crate) fn run() -> Result<()> {
    let list = std::fs::read_to_string(root().join(LIST));
    let list = list.with_context(|| format!("cannot read {LIST}"))?;
    let shared = shared(&rust_files()?);
    let checked =
        format!("names: {} names of public types are shared, with a reason", shared.len());
    report(&checked, &complaints(&shared, &list))
}

/// The list against the truth.
fn complaints(shared: &Shared, list: &str) -> Vec<String> {
    let lines = list.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut known = BTreeMap::new();
    let mut complaints = Vec::new();
    for line in lines {
        let parts: Vec<&str> = line.splitn(3, ": ").collect();
        if let [name, crates, reason] = parts[..]
            && !reason.trim().is_empty()
        {
            known.insert(name, crates.split(' ').map(str::to_owned).collect::<Vec<String>>());
        } else {
            complaints.push(format!("names: {LIST}: expected `Name: CRATE CRATE: reason`: {line}"));
        }
    }
    for (name, crates) in shared {
        match known.remove(name.as_str()) {
            Some(told) if told == *crates => {}
            _ => complaints.push(format!(
                "names: `{name}` is a public type of {}: give one another name, or {LIST} a reason",
                crates.join(" ")
            )),
        }
    }
    let stale = known.keys().map(|name| format!("names: {LIST}: `{name}` is not shared any more"));
    complaints.into_iter().chain(stale).collect()
}

/// Public types that share a name, by crates.
fn shared(sources: &[Source]) -> Shared {
    let mut types = Shared::new();
    for source in sources {
        if source.path.contains("/tests/") || !source.path.contains("/src/") {
            continue;
        }
        let home = source.path.trim_start_matches("crates/").split('/').next().unwrap_or_default();
        let code = source.text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for word in words(code).windows(3) {
            let kind = matches!(word[1].as_str(), "struct" | "enum" | "trait" | "type" | "union");
            if word[0] == "pub" && kind {
                types.entry(word[2].clone()).or_default().push(home.to_owned());
            }
        }
    }
    types.retain(|_, crates| crates.len() > 1);
    types
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> Shared {
        let sources: Vec<Source> = files
            .iter()
            .map(|(path, text)| Source { path: (*path).to_owned(), text: (*text).to_owned() })
            .collect();
        shared(&sources)
    }

    #[test]
    fn a_shared_name_needs_a_reason() {
        let shared = tree(&[
            ("crates/a/src/x.rs", "pub struct One; pub enum Two {} pub(crate) struct Three;"),
            ("crates/b/src/y.rs", "pub trait One {} pub(crate) struct Two; pub struct Three;"),
            ("crates/b/tests/z.rs", "pub struct Three;"),
        ]);
        assert_eq!(shared.keys().collect::<Vec<_>>(), ["One"]);
        assert_eq!(complaints(&shared, "").len(), 1);
        assert_eq!(complaints(&shared, "# why\nOne: a b: both are one\n"), [""; 0]);
        assert_eq!(complaints(&shared, "One: a b: \n").len(), 2);
        assert_eq!(complaints(&shared, "One: a: one of them\n").len(), 1);
        assert_eq!(complaints(&shared, "One: a b c: three\n").len(), 1);
        assert_eq!(complaints(&shared, "One: a b: both\nTwo: a b: gone\n").len(), 1);
    }
}
