//! Licences of dependencies: permissive ones only.

use crate::workspace::{Metadata, report};
use anyhow::Result;

/// SPDX names that need nothing but a notice, or less.
const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Checks every package that is built here.
pub(crate) fn run() -> Result<()> {
    let packages = Metadata::of_everything()?.packages;
    let mut complaints = Vec::new();
    for p in &packages {
        let licence = p.licence.as_deref().unwrap_or("none");
        if !permits(licence) {
            complaints.push(format!("licences: {} {} is under {licence}", p.name, p.version));
        }
    }
    report(&format!("licences: {} packages are permissive", packages.len()), &complaints)
}

/// Whether an SPDX expression leaves a choice of allowed licences: `OR` needs one side, `AND` both. The old
/// slash of `MIT/Apache-2.0` means `OR`.
fn permits(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = spaced.split_whitespace().peekable();
    let allowed = alternatives(&mut words);
    allowed && words.peek().is_none()
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn alternatives(words: &mut Words<'_>) -> bool {
    let mut allowed = conjunction(words);
    while words.next_if_eq(&"OR").is_some() {
        allowed |= conjunction(words);
    }
    allowed
}

fn conjunction(words: &mut Words<'_>) -> bool {
    let mut allowed = licence(words);
    while words.next_if_eq(&"AND").is_some() {
        allowed &= licence(words);
    }
    allowed
}

fn licence(words: &mut Words<'_>) -> bool {
    let Some(first) = words.next() else { return false };
    if first == "(" {
        let allowed = alternatives(words);
        return words.next_if_eq(&")").is_some() && allowed;
    }
    let mut name = first.to_owned();
    if words.next_if_eq(&"WITH").is_some() {
        name = format!("{name} WITH {}", words.next().unwrap_or_default());
    }
    ALLOWED.contains(&name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_read_as_choices() {
        for expression in [
            "MIT",
            "MIT OR Apache-2.0",
            "MIT/Apache-2.0",
            "Unlicense OR GPL-3.0-only",
            "(MIT OR Apache-2.0) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
        ] {
            assert!(permits(expression), "{expression}");
        }
        for expression in
            ["GPL-3.0-or-later", "MIT AND LGPL-3.0-only", "none", "", "(MIT", "MIT MIT"]
        {
            assert!(!permits(expression), "{expression}");
        }
    }
}
