//! Literals: arrows and stars written together, such as `^^*2`, `v3`, `^<2>*`, `↑[3]`, `∗5`.
//!
//! | written | is |
//! |---|---|
//! | `*`, `*n` | the nimbers ∗1, ∗n |
//! | `^`, `^^`, `^n`, `⇑` | n copies of ↑ = {0 \| ∗} |
//! | `^<n>`, `↑²` | the power ↑ⁿ: ↑¹ = ↑, ↑² = {0 \| ↓∗}, ... |
//! | `^[n]` | the sum ↑ + ↑² + … + ↑ⁿ |
//! | `v`, `vv`, `vn`, `v<n>`, `v[n]`, `⇓` | their negatives |
//!
//! A star directly after arrows is added to them, so `^*2` is ↑ + ∗2. The scanner works on bytes and allocates nothing.

use std::ops::Range;

/// Arrows: a value built from ↑, without its star.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arrow {
    /// `n·↑`; negative `n` are downs.
    Multiple(i64),
    /// `↑ⁿ` for `n ≥ 1`; `Power(-n)` is its negative.
    Power(i64),
    /// `↑ + ↑² + … + ↑ⁿ` for `n ≥ 1`; `Sum(-n)` is its negative.
    Sum(i64),
}

/// A literal: arrows and a nimber, written together and therefore added.
///
/// At least one of the two was written. A missing nimber is `*0 = 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Literal {
    /// The arrows, if there are any.
    pub arrow: Option<Arrow>,
    /// The nimber `*n`.
    pub nimber: u64,
}

/// A literal whose count is out of range.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LiteralError {
    /// The bytes of the literal.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: &'static str,
    /// What would have been right.
    pub expected: &'static str,
}

/// Reads the literal that starts at byte `offset` of `text`, and tells where it ends; `None` if none starts there.
///
/// Downs are read from `v` only when no letter, digit or underscore of a longer word follows: `v3` is a literal,
/// `value` is not. The notations read are ASCII (`^^*2`) and Unicode (`⇑∗2`).
///
/// # Errors
/// [`LiteralError`] if something that can only be a literal has a count out of range, as `^99999999999999999999` or
/// `^<0>`.
///
/// # Examples
/// ```
/// use farstar_value::text::{Arrow, Literal, scan_literal};
/// let literal = Literal { arrow: Some(Arrow::Multiple(2)), nimber: 2 };
/// assert_eq!(scan_literal("3^^*2|", 1), Some(Ok((literal, 5))));
/// assert_eq!(scan_literal("⇑∗2", 0), Some(Ok((literal, "⇑∗2".len()))));
/// assert_eq!(scan_literal("value", 0), None);
/// ```
#[must_use]
pub fn scan_literal(text: &str, offset: usize) -> Option<Result<(Literal, usize), LiteralError>> {
    scan(text.as_bytes(), offset, Dialect::Plain)
}

/// Reads the fraction in one sign, `½`, `¼`, `¾`, `⅛`, `⅜`, `⅝` or `⅞`, that starts at byte `offset` of `text`: its
/// numerator, the exponent of its denominator, a power of two, and where the sign ends; `None` if none starts there.
///
/// # Examples
/// ```
/// use farstar_value::text::scan_fraction;
/// assert_eq!(scan_fraction("2¾".as_bytes(), 1), Some((3, 2, "2¾".len())));
/// assert_eq!(scan_fraction(b"3/4", 0), None);
/// ```
#[must_use]
pub fn scan_fraction(text: &[u8], offset: usize) -> Option<(u32, u32, usize)> {
    let rest = text.get(offset..)?;
    [("½", 1, 1), ("¼", 1, 2), ("¾", 3, 2), ("⅛", 1, 3), ("⅜", 3, 3), ("⅝", 5, 3), ("⅞", 7, 3)]
        .into_iter()
        .find(|(sign, ..)| rest.starts_with(sign.as_bytes()))
        .map(|(sign, top, exponent)| (top, exponent, offset + sign.len()))
}

/// Whether LaTeX's control words are read besides ASCII and Unicode.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    /// ASCII and Unicode.
    Plain,
    /// LaTeX too.
    Latex,
}

/// [`scan_literal`] on bytes.
pub(super) fn scan(
    text: &[u8],
    offset: usize,
    dialect: Dialect,
) -> Option<Result<(Literal, usize), LiteralError>> {
    let fail =
        |end, message, expected| Some(Err(LiteralError { span: offset..end, message, expected }));
    let mut at = offset;
    let mut arrow = None;
    if let Some(head) = arrow_head(text, at, dialect) {
        let (count, end) = match arrow_count(text, &head, dialect) {
            Ok(count) => count,
            Err(end) => {
                return fail(
                    end,
                    "this count of arrows is out of range",
                    "a count from 1 to 9223372036854775807",
                );
            }
        };
        at = end;
        if head.is_letter && continues_word(text, at) {
            return None;
        }
        arrow = Some(count);
    }
    let mut nimber = 0;
    if let Some(star) = star(text, at, dialect) {
        (nimber, at) = match counted(text, star) {
            Some((Some(n), end)) => (n, end),
            Some((None, end)) => {
                return fail(
                    end,
                    "this nimber is out of range",
                    "a nimber up to *18446744073709551615",
                );
            }
            None => (1, star),
        };
    } else if arrow.is_none() {
        return None;
    }
    Some(Ok((Literal { arrow, nimber }, at)))
}

/// The arrows at the start of a literal, before any count.
struct Head {
    /// Ups, or downs if negative.
    ups: i64,
    /// Whether a count may follow: it may after one single arrow.
    single: bool,
    /// Whether it was written with the letter `v`.
    is_letter: bool,
    /// Whether it was written as a LaTeX control word.
    is_control: bool,
    end: usize,
}

fn arrow_head(text: &[u8], offset: usize, dialect: Dialect) -> Option<Head> {
    let plain = |ups, end| Head {
        ups,
        single: ups == 1 || ups == -1,
        is_letter: false,
        is_control: false,
        end,
    };
    let run =
        |mark: &[u8]| text[offset..].chunks_exact(mark.len()).take_while(|c| *c == mark).count();
    let signed = |run: usize, sign: i64| i64::try_from(run).map_or(sign, |n| n * sign);
    match text.get(offset)? {
        b'^' => {
            let ups = run(b"^");
            Some(plain(signed(ups, 1), offset + ups))
        }
        b'v' => {
            let downs = run(b"v");
            Some(Head { is_letter: true, ..plain(signed(downs, -1), offset + downs) })
        }
        0xE2 => {
            for (mark, ups) in [("↑", 1), ("↓", -1)] {
                let marks = run(mark.as_bytes());
                if marks > 0 {
                    return Some(plain(signed(marks, ups), offset + marks * mark.len()));
                }
            }
            for (mark, ups) in [("⇑", 2), ("⇓", -2), ("⤊", 3), ("⤋", -3)] {
                if text[offset..].starts_with(mark.as_bytes()) {
                    return Some(plain(ups, offset + mark.len()));
                }
            }
            None
        }
        b'\\' | b'{' if dialect == Dialect::Latex => {
            for (word, ups) in
                [("\\uparrow", 1), ("\\downarrow", -1), ("\\Uparrow", 2), ("\\Downarrow", -2)]
            {
                if let Some(end) = control(text, offset, word.as_bytes()) {
                    return Some(Head { is_control: true, ..plain(ups, end) });
                }
            }
            None
        }
        _ => None,
    }
}

/// The count after `head` and where it ends, or, if it is out of range, only where it ends.
fn arrow_count(text: &[u8], head: &Head, dialect: Dialect) -> Result<(Arrow, usize), usize> {
    let none = Ok((Arrow::Multiple(head.ups), head.end));
    if !head.single {
        return none;
    }
    let signed = |n: Option<u64>, end| {
        n.and_then(|n| i64::try_from(n).ok()).map(|n| n * head.ups).ok_or(end)
    };
    let positive = |n, end| signed(n, end).and_then(|n: i64| if n == 0 { Err(end) } else { Ok(n) });
    if let Some((n, end)) = counted_ascii(text, head.end) {
        return Ok((Arrow::Multiple(signed(n, end)?), end));
    }
    let latex = dialect == Dialect::Latex && head.is_control;
    let enclosed = |open: &[u8], close: &[u8]| {
        if !text[head.end..].starts_with(open) {
            return None;
        }
        let (n, end) = counted_ascii(text, head.end + open.len())?;
        text[end..].starts_with(close).then(|| (n, end + close.len()))
    };
    if let Some((n, end)) = enclosed(b"<", b">") {
        return Ok((Arrow::Power(positive(n, end)?), end));
    }
    if let Some((n, end)) = enclosed(b"[", b"]") {
        return Ok((Arrow::Sum(positive(n, end)?), end));
    }
    if latex {
        if let Some((n, end)) = enclosed(b"^{", b"}") {
            return Ok((Arrow::Power(positive(n, end)?), end));
        }
        if let Some((n, end)) = enclosed(b"^{[", b"]}") {
            return Ok((Arrow::Sum(positive(n, end)?), end));
        }
        if let [b'^', digit @ b'1'..=b'9', ..] = &text[head.end..] {
            return Ok((Arrow::Power(i64::from(digit - b'0') * head.ups), head.end + 2));
        }
    }
    if let Some((n, end)) = digits(text, head.end, superscript) {
        return Ok((Arrow::Power(positive(n, end)?), end));
    }
    none
}

/// Where the star at `offset` ends.
fn star(text: &[u8], offset: usize, dialect: Dialect) -> Option<usize> {
    match text.get(offset)? {
        b'*' => Some(offset + 1),
        0xE2 => ["∗", "⋆", "★"]
            .iter()
            .find(|mark| text[offset..].starts_with(mark.as_bytes()))
            .map(|mark| offset + mark.len()),
        b'{' if dialect == Dialect::Latex && text[offset..].starts_with(b"{*}") => Some(offset + 3),
        b'\\' | b'{' if dialect == Dialect::Latex => {
            [&b"\\ast"[..], b"\\star"].iter().find_map(|word| control(text, offset, word))
        }
        _ => None,
    }
}

/// Where the LaTeX control word `word`, bare or in braces, ends: a bare one swallows the blanks after it.
pub(super) fn control(text: &[u8], offset: usize, word: &[u8]) -> Option<usize> {
    let rest = &text[offset..];
    if let Some(inner) = rest.strip_prefix(b"{") {
        return inner
            .strip_prefix(word)
            .is_some_and(|tail| tail.first() == Some(&b'}'))
            .then_some(offset + word.len() + 2);
    }
    let tail = rest.strip_prefix(word)?;
    if tail.first().is_some_and(u8::is_ascii_alphabetic) {
        return None;
    }
    Some(offset + word.len() + tail.iter().take_while(|b| b.is_ascii_whitespace()).count())
}

/// Whether the byte at `offset` would go on with a word.
fn continues_word(text: &[u8], offset: usize) -> bool {
    text.get(offset).is_some_and(|&b| b == b'_' || b.is_ascii_alphanumeric())
}

/// The count in ordinary digits or subscripts at `offset`: `Some((None, end))` if it is out of range.
fn counted(text: &[u8], offset: usize) -> Option<(Option<u64>, usize)> {
    counted_ascii(text, offset).or_else(|| scan_subscript(text, offset))
}

fn counted_ascii(text: &[u8], offset: usize) -> Option<(Option<u64>, usize)> {
    digits(text, offset, |rest| match rest {
        [digit @ b'0'..=b'9', ..] => Some((digit - b'0', 1)),
        _ => None,
    })
}

/// A count in the digits that `digit` recognises.
fn digits(
    text: &[u8],
    offset: usize,
    digit: impl Fn(&[u8]) -> Option<(u8, usize)>,
) -> Option<(Option<u64>, usize)> {
    let (mut value, mut at) = (Some(0_u64), offset);
    while let Some((next, len)) = digit(text.get(at..)?) {
        value = value.and_then(|v| v.checked_mul(10)?.checked_add(u64::from(next)));
        at += len;
    }
    (at > offset).then_some((value, at))
}

/// The number in subscript digits at byte `offset` of `text`, as in `+₂`, and where it ends; no number if it is too
/// large, `None` if no such digit is there.
///
/// # Examples
/// ```
/// use farstar_value::text::scan_subscript;
/// assert_eq!(scan_subscript("+₁₂".as_bytes(), 1), Some((Some(12), "+₁₂".len())));
/// ```
#[must_use]
pub fn scan_subscript(text: &[u8], offset: usize) -> Option<(Option<u64>, usize)> {
    digits(text, offset, subscript)
}

/// The superscript digit that `rest` starts with, and its length.
fn superscript(rest: &[u8]) -> Option<(u8, usize)> {
    match rest {
        [0xC2, 0xB9, ..] => Some((1, 2)),
        [0xC2, digit @ (0xB2 | 0xB3), ..] => Some((digit - 0xB0, 2)),
        [0xE2, 0x81, digit @ (0xB0 | 0xB4..=0xB9), ..] => Some((digit - 0xB0, 3)),
        _ => None,
    }
}

/// The subscript digit that `rest` starts with, and its length.
fn subscript(rest: &[u8]) -> Option<(u8, usize)> {
    match rest {
        [0xE2, 0x82, digit @ 0x80..=0x89, ..] => Some((digit - 0x80, 3)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<(Option<Arrow>, u64, usize)> {
        scan_literal(text, 0).map(|found| {
            let (literal, end) = found.expect("in range");
            (literal.arrow, literal.nimber, end)
        })
    }

    #[test]
    fn stars_with_and_without_count() {
        assert_eq!(read("*"), Some((None, 1, 1)));
        assert_eq!(read("*12,"), Some((None, 12, 3)));
        assert_eq!(read("∗₁₂"), Some((None, 12, "∗₁₂".len())));
        assert_eq!(read("*18446744073709551615"), Some((None, u64::MAX, 21)));
    }

    #[test]
    fn arrows_in_every_spelling() {
        for (text, arrow) in [
            ("^", Arrow::Multiple(1)),
            ("^^^", Arrow::Multiple(3)),
            ("v7", Arrow::Multiple(-7)),
            ("vv", Arrow::Multiple(-2)),
            ("⇓", Arrow::Multiple(-2)),
            ("↑3", Arrow::Multiple(3)),
            ("↓↓", Arrow::Multiple(-2)),
            ("^<2>", Arrow::Power(2)),
            ("v<12>", Arrow::Power(-12)),
            ("↑²", Arrow::Power(2)),
            ("↓¹⁰", Arrow::Power(-10)),
            ("^[3]", Arrow::Sum(3)),
            ("↓[4]", Arrow::Sum(-4)),
        ] {
            assert_eq!(read(text), Some((Some(arrow), 0, text.len())), "{text}");
            let starred = format!("{text}*5|");
            assert_eq!(read(&starred), Some((Some(arrow), 5, text.len() + 2)), "{starred}");
        }
    }

    #[test]
    fn a_word_is_not_a_literal() {
        for text in ["value", "v3x", "v_", "vvvalue", "x", "", "{", "3"] {
            assert_eq!(scan_literal(text, 0), None, "{text}");
        }
        assert_eq!(scan_literal("^", 1), None);
        assert_eq!(scan_literal("^", 7), None);
    }

    #[test]
    fn comparison_signs_are_left_alone() {
        assert_eq!(read("^<2"), Some((Some(Arrow::Multiple(1)), 0, 1)));
        assert_eq!(read("^<*"), Some((Some(Arrow::Multiple(1)), 0, 1)));
    }

    #[test]
    fn counts_out_of_range_are_errors() {
        for text in ["*18446744073709551616", "^9223372036854775808", "^<0>", "v[0]"] {
            assert!(matches!(scan_literal(text, 0), Some(Err(_))), "{text}");
        }
    }

    #[test]
    fn latex_is_read_only_where_it_is_asked_for() {
        assert_eq!(scan_literal(r"{\uparrow}", 0), None);
        let text = br"{\uparrow}^{[3]}{*}5";
        let literal = Literal { arrow: Some(Arrow::Sum(3)), nimber: 5 };
        assert_eq!(scan(text, 0, Dialect::Latex), Some(Ok((literal, text.len()))));
    }
}
