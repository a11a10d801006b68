//! Values in one line of plain text with the signs of the books, for lists, boards and descriptions.

use crate::notation::{Count, Word, mixed, words};

/// The text of a value with the signs of the books: `−½`, `↑∗`, `±1`, `{2, 2∗ | 1}`.
///
/// # Examples
/// ```
/// use farstar_draw::label;
/// assert_eq!(label("9/4"), "2¼");
/// assert_eq!(label("+-{2|1,1*}"), "±{2 | 1, 1∗}");
/// assert_eq!(label("1/2Tiny(2)^^v3^<2>"), "½+₂⇑↓3↑²");
/// ```
#[must_use]
pub fn label(text: &str) -> String {
    let words = words(text);
    let airy = airy(&words);
    let mut out = String::with_capacity(text.len() + text.len() / 4);
    let mut tinies: Vec<bool> = Vec::new();
    for (at, word) in words.iter().enumerate() {
        match word {
            Word::Number(n, None) => out.push_str(n),
            Word::Number(n, Some(d)) => match mixed(n, d) {
                Some((0, sign)) => out.push(sign),
                Some((whole, sign)) => out.push_str(&format!("{whole}{sign}")),
                None => out.push_str(&format!("{n}/{d}")),
            },
            Word::Arrow { up, count } => arrow(&mut out, *up, count),
            Word::Star(heap) => {
                out.push('∗');
                out.push_str(heap);
            }
            Word::Tiny { miny } => {
                let simple = matches!(
                    words.get(at + 1..at + 3),
                    Some([Word::Number(_, None), Word::Close(')')])
                );
                tinies.push(simple);
                // The signs of the books, ⧾ and ⧿, are in few fonts.
                out.push_str(match (simple, miny) {
                    (true, false) => "+",
                    (true, true) => "−",
                    (false, false) => "tiny(",
                    (false, true) => "miny(",
                });
            }
            Word::Open(sign) => {
                tinies.push(false);
                out.push(*sign);
            }
            Word::Close(sign) => {
                if tinies.pop() == Some(true) {
                    subscript(&mut out);
                } else {
                    out.push(*sign);
                }
            }
            Word::Bars(bars) => bar(&mut out, *bars, airy[at]),
            Word::Comma => out.push_str(", "),
            Word::PlusMinus => out.push('±'),
            Word::Plus if infix(&words, at) => out.push_str(" + "),
            Word::Minus if infix(&words, at) => out.push_str(" − "),
            Word::Plus => out.push('+'),
            Word::Minus => out.push('−'),
            Word::Power => out.push('^'),
            Word::Name(name) => {
                if at > 0 && matches!(words[at - 1], Word::Name(_)) {
                    out.push(' ');
                }
                out.push_str(name);
            }
            Word::Quoted(text) => out.push_str(text),
            Word::Other('&') => out.push_str(" & "),
            Word::Other(sign) => out.push(*sign),
        }
    }
    out
}

/// The digits at the end of a label, put below the line.
fn subscript(out: &mut String) {
    let digits = out.chars().rev().take_while(char::is_ascii_digit).count();
    let below: String = out[out.len() - digits..]
        .chars()
        .filter_map(|digit| char::from_u32('₀' as u32 + digit.to_digit(10)?))
        .collect();
    out.truncate(out.len() - digits);
    out.push_str(&below);
}

fn arrow(out: &mut String, up: bool, count: &Count<'_>) {
    let (one, two) = if up { ('↑', '⇑') } else { ('↓', '⇓') };
    match count {
        Count::Times(1) => out.push(one),
        Count::Times(2) => out.push(two),
        Count::Times(n) => out.push_str(&format!("{one}{n}")),
        Count::Many(n) => out.push_str(&format!("{one}{n}")),
        Count::Power(n) => {
            out.push(one);
            let above = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
            match n.chars().map(|c| c.to_digit(10)).collect::<Option<Vec<u32>>>() {
                Some(digits) => out.extend(digits.iter().map(|&d| above[d as usize])),
                None => out.push_str(&format!("<{n}>")),
            }
        }
        Count::Sum(n) => out.push_str(&format!("{one}[{n}]")),
    }
}

fn bar(out: &mut String, bars: usize, airy: bool) {
    let sign = match bars {
        1 => "|",
        2 => "‖",
        3 => "⦀",
        _ => "",
    };
    if airy {
        out.push(' ');
    }
    if sign.is_empty() {
        out.extend(std::iter::repeat_n('|', bars));
    } else {
        out.push_str(sign);
    }
    if airy {
        out.push(' ');
    }
}

/// Whether the sign at this place stands between two operands.
pub(crate) fn infix(words: &[Word<'_>], at: usize) -> bool {
    at > 0
        && matches!(
            words[at - 1],
            Word::Number(..) | Word::Arrow { .. } | Word::Star(_) | Word::Close(_) | Word::Name(_)
        )
}

/// For each word whether it is a bar with air around it: the strongest of its bracket, when there are weaker ones or
/// lists beside it.
fn airy(words: &[Word<'_>]) -> Vec<bool> {
    struct Group {
        bars: Vec<(usize, usize)>,
        commas: bool,
    }
    let fresh = || Group { bars: Vec::new(), commas: false };
    let mut airy = vec![false; words.len()];
    let mut groups = vec![fresh()];
    let settle = |group: Group, airy: &mut Vec<bool>| {
        let most = group.bars.iter().map(|&(_, bars)| bars).max().unwrap_or(0);
        if group.commas || most > 1 {
            for (at, bars) in group.bars {
                airy[at] = bars == most;
            }
        }
    };
    for (at, word) in words.iter().enumerate() {
        match word {
            Word::Open(_) | Word::Tiny { .. } => groups.push(fresh()),
            Word::Close(_) => {
                if let Some(group) = groups.pop() {
                    settle(group, &mut airy);
                }
            }
            Word::Bars(bars) => {
                if let Some(group) = groups.last_mut() {
                    group.bars.push((at, *bars));
                }
            }
            Word::Comma => {
                if let Some(group) = groups.last_mut() {
                    group.commas = true;
                }
            }
            _ => {}
        }
    }
    for group in groups {
        settle(group, &mut airy);
    }
    airy
}

/// How many signs fit on a tag of a board.
const SHORT: usize = 7;

/// A label that fits on a board: the value without its outer braces if that is short, otherwise `~` and its mean.
///
/// # Examples
/// ```
/// use farstar_draw::short_label;
/// assert_eq!(short_label("{2|-1/2}", Some("3/4")), "2|−½");
/// assert_eq!(short_label("{2*|1*||*|-1*}", Some("1/2")), "~½");
/// ```
#[must_use]
pub fn short_label(text: &str, mean: Option<&str>) -> String {
    let whole = label(text);
    let bare = whole.strip_prefix('{').and_then(|inside| inside.strip_suffix('}'));
    // `{a}, {b}` begins and ends with braces that do not belong together.
    let one_pair = bare.is_some_and(|inside| !inside.contains(['{', '}']));
    let shown = if one_pair { bare.unwrap_or(&whole) } else { &whole };
    if shown.chars().count() <= SHORT {
        return shown.to_owned();
    }
    match mean {
        Some(mean) => format!("~{}", label(mean)),
        None => "…".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_those_of_the_books() {
        for (text, wanted) in [
            ("0", "0"),
            ("-5/16", "−5/16"),
            ("{1|-1}", "{1|−1}"),
            ("{2,2*|1||*|-1}", "{2, 2∗|1 ‖ ∗|−1}"),
            ("{{3^|1^},{3^|1^*}|+-1*,{1^|-1^*}}", "{{3↑|1↑}, {3↑|1↑∗} | ±1∗, {1↑|−1↑∗}}"),
            ("{5|||3||2|1}", "{5 ⦀ 3‖2|1}"),
            ("{a|||||b}", "{a ||||| b}"),
            ("Tiny({3|1})", "tiny({3|1})"),
            ("-7Miny(12)", "−7−₁₂"),
            ("over & under", "over & under"),
            ("a{0|a}", "a{0|a}"),
            ("2+*3", "2 + ∗3"),
            ("ω^2+1", "ω^2 + 1"),
            ("[1,2,[]]", "[1, 2, []]"),
            ("1/3", "1/3"),
        ] {
            assert_eq!(label(text), wanted, "{text}");
        }
    }

    #[test]
    fn broken_texts_have_labels() {
        for text in ["}", "Tiny(3", "Tiny(", ")))", "{|", "Tiny(3))"] {
            assert!(!label(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn short_labels_are_short() {
        for (text, mean, wanted) in [
            ("{1|-1}", Some("0"), "1|−1"),
            ("+-1*", Some("0"), "±1∗"),
            ("{{3|1},0|-1}", Some("9/8"), "~1⅛"),
            ("{a|b},{c|d}", None, "…"),
        ] {
            assert_eq!(short_label(text, mean), wanted, "{text}");
        }
    }
}
