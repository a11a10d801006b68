//! Whether a shell should ask for another line.

use crate::Dialect;
use crate::parser::parse_all;

/// Whether the text is sound but stops too early: an open bracket, an open text, an operator without its right side.
///
/// # Examples
/// ```
/// use farstar_lang::is_incomplete;
/// assert!(is_incomplete("{3||2|"));
/// assert!(is_incomplete("1 +"));
/// assert!(is_incomplete("3 NimSum"));
/// assert!(!is_incomplete("3 foo"));
/// assert!(!is_incomplete("{3|2|1}"));
/// assert!(!is_incomplete("1 + 1"));
/// assert!(is_incomplete("f(n) := if n < 1 then 0"), "`else` may come");
/// assert!(!is_incomplete("f(n) := if n < 1 then 0\n"), "an empty line ends it");
/// ```
#[must_use]
pub fn is_incomplete(text: &str) -> bool {
    let parsed = parse_all(text, Dialect::default());
    // `end` may be left out. So an `if` without it waits for more until it has its `else`, and over several lines until
    // an empty one.
    let waits = match parsed.left_open {
        None => false,
        Some(has_else) => !has_else || text.trim().contains('\n'),
    };
    parsed.unfinished || (waits && parsed.diagnostics.is_empty() && !text.ends_with('\n'))
}

/// Whether the text goes on with a line: it stops too early, or the line begins with a word that only goes on.
pub(crate) fn goes_on(text: &str, line: &str) -> bool {
    let parsed = parse_all(text, Dialect::default());
    let word: &str = line.trim_start().split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let goes = matches!(word, "then" | "elseif" | "else" | "end");
    parsed.unfinished || (goes && parsed.left_open.is_some() && parsed.diagnostics.is_empty())
}
