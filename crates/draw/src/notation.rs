//! The words of a written value: what formulas and labels are made of.
//!
//! Values come as the text that the language displays, so whatever can be displayed can be drawn: games, loopy games,
//! ordinals, lists.

/// One word of a written value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Word<'t> {
    /// An integer, or a fraction when there is a denominator.
    Number(&'t str, Option<&'t str>),
    /// `^`, `^3`, `^<3>`, `^[3]`, and the same with `v`.
    Arrow {
        up: bool,
        count: Count<'t>,
    },
    /// `*`, with the size of its heap.
    Star(&'t str),
    Open(char),
    Close(char),
    Bars(usize),
    Comma,
    PlusMinus,
    Plus,
    Minus,
    /// `Tiny(` or `Miny(`; its bracket is closed by the next [`Word::Close`] of the same depth.
    Tiny {
        miny: bool,
    },
    /// `^` after a name: a power, as of ω.
    Power,
    Name(&'t str),
    /// A text in quotes, with them.
    Quoted(&'t str),
    Other(char),
}

/// What stands behind an arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Count<'t> {
    /// That many arrows.
    Times(u64),
    /// That many, which is more than there is room for.
    Many(&'t str),
    /// `^<n>`: the n-th power.
    Power(&'t str),
    /// `^[n]`: the sum of the first n powers.
    Sum(&'t str),
}

/// The words of a text. Blanks part words and are dropped.
pub(crate) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let (word, length) = next(rest, first, words.last());
        rest = &rest[length..];
        words.push(word);
        drop_brackets(&mut words);
    }
    words
}

/// `±(1∗)` is written `±1∗`: it is ±1 + ∗ as well, because a nimber is its own negative.
fn drop_brackets(words: &mut Vec<Word<'_>>) {
    let at = words.len().saturating_sub(5);
    if let [Word::PlusMinus, Word::Open('('), Word::Number(..), Word::Star(_), Word::Close(')')] =
        words[at..]
    {
        words.pop();
        words.remove(at + 1);
    }
}

/// The first word of `rest`, which begins with `first`, and its length in bytes.
fn next<'t>(rest: &'t str, first: char, before: Option<&Word<'_>>) -> (Word<'t>, usize) {
    match first {
        '0'..='9' => number(rest),
        '^' | 'v' if !(first == 'v' && is_name(rest)) => arrow(rest, first, before),
        '*' => {
            let heap = digits(&rest[1..]);
            (Word::Star(heap), 1 + heap.len())
        }
        '+' if rest.starts_with("+-") => (Word::PlusMinus, 2),
        '+' => (Word::Plus, 1),
        '-' => (Word::Minus, 1),
        '{' | '(' | '[' => (Word::Open(first), 1),
        '}' | ')' | ']' => (Word::Close(first), 1),
        ',' => (Word::Comma, 1),
        '|' => {
            let bars = rest.bytes().take_while(|&b| b == b'|').count();
            (Word::Bars(bars), bars)
        }
        '"' => {
            let length = quoted(rest);
            (Word::Quoted(&rest[..length]), length)
        }
        _ if rest.starts_with("Tiny(") => (Word::Tiny { miny: false }, 5),
        _ if rest.starts_with("Miny(") => (Word::Tiny { miny: true }, 5),
        c if c.is_alphabetic() || c == '_' => {
            let name = name(rest);
            (Word::Name(name), name.len())
        }
        c => (Word::Other(c), c.len_utf8()),
    }
}

/// The digits that a text begins with.
fn digits(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    &text[..end]
}

fn name(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// Whether the text begins with a name longer than its first letter: `v` is down, `vertex` is a name, `v3` is three
/// downs.
fn is_name(text: &str) -> bool {
    name(text).chars().nth(1).is_some_and(|c| c != 'v' && !c.is_ascii_digit())
}

fn number(rest: &str) -> (Word<'_>, usize) {
    let numerator = digits(rest);
    let behind = &rest[numerator.len()..];
    let denominator = behind.strip_prefix('/').map(digits).filter(|d| !d.is_empty());
    let length = numerator.len() + denominator.map_or(0, |d| d.len() + 1);
    (Word::Number(numerator, denominator), length)
}

fn arrow<'t>(rest: &'t str, first: char, before: Option<&Word<'_>>) -> (Word<'t>, usize) {
    if first == '^' && matches!(before, Some(Word::Name(_))) {
        return (Word::Power, 1);
    }
    let up = first == '^';
    let arrows = rest.chars().take_while(|&c| c == first).count();
    let behind = &rest[arrows..];
    let counted = digits(behind);
    let (count, more) = match bracketed(behind) {
        Some((open, inside)) if arrows == 1 => {
            let count = if open == '<' { Count::Power(inside) } else { Count::Sum(inside) };
            (count, inside.len() + 2)
        }
        _ if arrows == 1 && !counted.is_empty() => match counted.parse() {
            Ok(n) => (Count::Times(n), counted.len()),
            Err(_) => (Count::Many(counted), counted.len()),
        },
        _ => (Count::Times(arrows as u64), 0),
    };
    (Word::Arrow { up, count }, arrows + more)
}

/// What stands in `<…>` or `[…]` at the start, if nothing more is in there than a number or a name.
fn bracketed(text: &str) -> Option<(char, &str)> {
    let open = text.chars().next()?;
    let close = match open {
        '<' => '>',
        '[' => ']',
        _ => return None,
    };
    let inside = text[1..].split(close).next()?;
    let plain = !inside.is_empty() && inside.chars().all(char::is_alphanumeric);
    (plain && text.len() > inside.len() + 1).then_some((open, inside))
}

/// The length of the quoted text at the start.
fn quoted(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\\' if !escaped => escaped = true,
            '"' if !escaped => return at + 1,
            _ => escaped = false,
        }
    }
    text.len()
}

/// The single sign of a fraction that has one.
pub(crate) fn vulgar(numerator: &str, denominator: &str) -> Option<char> {
    Some(match (numerator, denominator) {
        ("1", "2") => '½',
        ("1", "4") => '¼',
        ("3", "4") => '¾',
        ("1", "8") => '⅛',
        ("3", "8") => '⅜',
        ("5", "8") => '⅝',
        ("7", "8") => '⅞',
        _ => return None,
    })
}

/// A fraction as a whole number and a rest: 9/4 is 2 and 1/4, if the rest has a sign of its own.
pub(crate) fn mixed(numerator: &str, denominator: &str) -> Option<(u64, char)> {
    let (n, d): (u64, u64) = (numerator.parse().ok()?, denominator.parse().ok()?);
    if d == 0 {
        return None;
    }
    vulgar(&(n % d).to_string(), denominator).map(|sign| (n / d, sign))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_fall_into_words() {
        let up = |n| Word::Arrow { up: true, count: Count::Times(n) };
        assert_eq!(
            words("-3/8^^*5"),
            [Word::Minus, Word::Number("3", Some("8")), up(2), Word::Star("5")]
        );
        assert_eq!(words("^12*"), [up(12), Word::Star("")]);
        assert_eq!(
            words("^<2>v[on]"),
            [
                Word::Arrow { up: true, count: Count::Power("2") },
                Word::Arrow { up: false, count: Count::Sum("on") },
            ]
        );
        assert_eq!(words("ω^2"), [Word::Name("ω"), Word::Power, Word::Number("2", None)]);
        assert_eq!(
            words("vertex v"),
            [Word::Name("vertex"), Word::Arrow { up: false, count: Count::Times(1) }]
        );
        assert_eq!(words("\"a\\\"b\"7"), [Word::Quoted("\"a\\\"b\""), Word::Number("7", None)]);
    }

    #[test]
    fn switches_of_a_number_and_a_nimber_need_no_brackets() {
        assert_eq!(words("+-(1*)"), words("+-1*"));
        assert_eq!(words("+-(1^)").len(), 5, "with an up it is another value");
    }

    #[test]
    fn any_text_falls_into_words() {
        for text in [
            "^<",
            "^[]",
            "^<|>",
            "\"",
            "\"\\",
            "1/",
            "|||||",
            "Tiny(",
            "⧾₂é",
            "vv9999999999999999999999",
        ] {
            assert!(!words(text).is_empty(), "{text}");
        }
    }
}
