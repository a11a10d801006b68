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
/// assert!(!is_incomplete("{3|2|1}"));
/// assert!(!is_incomplete("1 + 1"));
/// ```
#[must_use]
pub fn is_incomplete(text: &str) -> bool {
    parse_all(text, Dialect::default()).unfinished
}
