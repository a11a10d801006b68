//! The statements of a longer text, as of a cell of a notebook: where each is, which names it gives, which it uses.

use crate::incomplete::goes_on;
use crate::lexer::words;
use crate::token::{Bracket, Placed, Token};
use crate::{Dialect, Span};
use std::collections::BTreeSet;

/// An expression that goes on for more lines than this is taken to go on to the end of the text.
const MOST_LINES: usize = 64;

/// One statement of a text: a line, or several when brackets or operators are left open at their ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The bytes of the text.
    pub span: Span,
    /// Names that get a value or a function: those before `:=`.
    pub gives: BTreeSet<String>,
    /// The name that gets what the statement comes to: that before `:=` in its last step.
    pub names: Option<String>,
    /// All names that occur.
    pub uses: BTreeSet<String>,
}

/// The statements of a text, one for each line that is not empty. Whether they can be read is not asked.
///
/// # Examples
/// ```
/// use farstar_lang::statements;
/// let text = "f(n) := n + 1\n{1|\n -1} + g; f(2)\n";
/// let found = statements(text);
/// assert_eq!(found.len(), 2);
/// assert!(found[0].gives.contains("f") && found[1].gives.is_empty());
/// assert!(found[1].uses.contains("g"));
/// assert_eq!(found[1].span.of(text), "{1|\n -1} + g; f(2)");
/// ```
#[must_use]
pub fn statements(text: &str) -> Vec<Statement> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut end = 0;
    let mut lines = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        lines += 1;
        let so_far = &text[start..end];
        if so_far.trim().is_empty() {
            (start, lines) = (end, 0);
            continue;
        }
        let next = text[end..].lines().find(|line| !line.trim().is_empty());
        if lines > MOST_LINES || next.is_some_and(|next| goes_on(so_far.trim(), next)) {
            continue;
        }
        found.push(statement(text, start, end));
        (start, lines) = (end, 0);
    }
    if !text[start..].trim().is_empty() {
        found.push(statement(text, start, text.len()));
    }
    found
}

fn statement(text: &str, start: usize, end: usize) -> Statement {
    let part = &text[start..end];
    let start = start + (part.len() - part.trim_start().len());
    let span = Span::new(start, start + part.trim().len());
    let (words, ..) = words(span.of(text), Dialect::default());
    let mut gives = BTreeSet::new();
    let mut uses = BTreeSet::new();
    for (at, word) in words.iter().enumerate() {
        match &word.token {
            Token::Name(name) | Token::Infix(name) => {
                uses.insert(name.clone());
            }
            Token::Assign => {
                gives.extend(given(&words[..at]));
            }
            _ => {}
        }
    }
    let last = words.rsplit(|word| word.token == Token::Semicolon).next().unwrap_or(&words);
    let assigned = last.iter().position(|word| word.token == Token::Assign);
    let names = assigned.and_then(|at| given(&last[..at])).filter(
        |name| matches!(&last[0].token, Token::Name(first) | Token::Infix(first) if first == name),
    );
    Statement { span, gives, names, uses }
}

/// The name before `:=`: `x`, or the `f` of `f(a, b)`.
fn given(before: &[Placed]) -> Option<String> {
    let mut rest = before;
    if matches!(rest.last()?.token, Token::Close(Bracket::Paren)) {
        let open = rest.iter().rposition(|word| matches!(word.token, Token::Open(_)))?;
        rest = &rest[..open];
    }
    match &rest.last()?.token {
        Token::Name(name) | Token::Infix(name) => Some(name.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<&str> {
        statements(text).iter().map(|s| s.span.of(text)).collect()
    }

    #[test]
    fn open_brackets_join_lines() {
        assert_eq!(parts("1\n\n 2 +\n3\n"), ["1", "2 +\n3"]);
        assert_eq!(parts("  "), Vec::<&str>::new());
        assert_eq!(parts("{1|\n"), ["{1|"], "an open end is still a statement");
        assert_eq!(parts("\"a\nb\"\n5"), ["\"a\nb\"", "5"]);
    }

    #[test]
    fn names_are_those_before_the_sign() {
        let found = statements("a := b := 3; f(x, y) := x*y + c");
        let gives: Vec<&str> = found[0].gives.iter().map(String::as_str).collect();
        assert_eq!(gives, ["a", "b", "f"]);
        assert!(["x", "y", "c"].iter().all(|name| found[0].uses.contains(*name)));
        for (text, name) in [
            ("a := b := 3", Some("a")),
            ("f(x) := x", Some("f")),
            ("g := 1; g.Mean", None),
            ("1; g := 2", Some("g")),
            ("if x then g := 2 end", None),
        ] {
            assert_eq!(statements(text)[0].names.as_deref(), name, "{text}");
        }
    }

    #[test]
    fn a_text_of_many_open_lines_takes_little_time() {
        let text = "(\n".repeat(20_000);
        assert_eq!(statements(&text).len(), 1);
    }
}
