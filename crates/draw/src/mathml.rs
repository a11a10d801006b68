//! Values as formulas, in MathML Core: what browsers draw without help.
//!
//! Browsers do not break formulas into lines, so a long value is several formulas, between which a line may be broken.

use crate::label::infix;
use crate::notation::{Count, Word, mixed, words};
use crate::svg::escape;

/// Longer texts are not set as formulas: nobody reads them, and browsers take long.
pub const LONGEST_FORMULA: usize = 2000;

/// Tinies of tinies deeper than this are not set.
const DEEPEST: usize = 40;

/// The text of a value as formulas, `<math>` elements to be set side by side; none when it is longer than
/// [`LONGEST_FORMULA`].
///
/// Only `math mrow mi mn mo mtext mfrac msub msup semantics annotation` are used; a value that is one formula carries
/// its text as an annotation.
///
/// # Examples
/// ```
/// use farstar_draw::mathml;
/// assert_eq!(
///     mathml("^*"),
///     ["<math><semantics><mrow><mi>↑</mi><mi>∗</mi></mrow>\
///       <annotation encoding=\"text/plain\">^*</annotation></semantics></math>"]
/// );
/// assert_eq!(mathml("{1,2|3,4}").len(), 4);
/// ```
#[must_use]
pub fn mathml(text: &str) -> Vec<String> {
    if text.len() > LONGEST_FORMULA {
        return Vec::new();
    }
    let words = words(text);
    let mut setter = Setter::default();
    for (at, word) in words.iter().enumerate() {
        setter.set(&words, at, word);
        if setter.tinies.len() > DEEPEST {
            return Vec::new();
        }
    }
    let mut pieces = setter.finish();
    match pieces.as_mut_slice() {
        [only] => {
            *only = format!(
                "<math><semantics><mrow>{only}</mrow><annotation encoding=\"text/plain\">{}</annotation></semantics></math>",
                escape(text)
            );
        }
        many => {
            for piece in many {
                *piece = format!("<math><mrow>{piece}</mrow></math>");
            }
        }
    }
    pieces
}

#[derive(Default)]
struct Setter {
    done: Vec<String>,
    piece: String,
    depth: usize,
    /// The depth of the bracket of each open tiny.
    tinies: Vec<usize>,
}

impl Setter {
    fn set(&mut self, words: &[Word<'_>], at: usize, word: &Word<'_>) {
        match word {
            Word::Number(n, None) => self.leaf("mn", n),
            Word::Number(n, Some(d)) => self.fraction(n, d, words.len() == 1 + usize::from(at > 0)),
            Word::Arrow { up, count } => self.arrow(*up, count),
            Word::Star(heap) => {
                self.leaf("mi", "∗");
                if !heap.is_empty() {
                    self.leaf("mn", heap);
                }
            }
            Word::Open(sign) => {
                self.depth += 1;
                self.mo("form=\"prefix\" fence=\"true\" stretchy=\"false\" lspace=\"0\" rspace=\"0.06em\"", &sign.to_string());
            }
            Word::Close(sign) => self.close(*sign),
            Word::Bars(bars) => {
                let sign = match bars {
                    1 => "|".to_owned(),
                    2 => "‖".to_owned(),
                    3 => "⦀".to_owned(),
                    n => "|".repeat(*n),
                };
                self.mo(
                    "form=\"infix\" stretchy=\"false\" lspace=\"0.26em\" rspace=\"0.26em\"",
                    &sign,
                );
                self.may_break();
            }
            Word::Comma => {
                self.mo("form=\"infix\" separator=\"true\" lspace=\"0\" rspace=\"0.22em\"", ",");
                self.may_break();
            }
            Word::PlusMinus => self.mo(PREFIX, "±"),
            Word::Plus if infix(words, at) => self.mo(BETWEEN, "+"),
            Word::Minus if infix(words, at) => self.mo(BETWEEN, "−"),
            Word::Plus => self.mo(PREFIX, "+"),
            Word::Minus => self.mo(PREFIX, "−"),
            Word::Tiny { miny } => {
                self.depth += 1;
                self.tinies.push(self.depth);
                let sign = if *miny { "−" } else { "+" };
                self.piece.push_str(&format!(
                    "<msub><mo form=\"prefix\" lspace=\"0\" rspace=\"0\">{sign}</mo><mrow>"
                ));
            }
            Word::Power => self.mo("form=\"infix\" lspace=\"0\" rspace=\"0\"", "^"),
            Word::Name(name) if name.chars().count() == 1 => self.leaf("mi", name),
            Word::Name(name) => {
                let space =
                    if at > 0 && matches!(words[at - 1], Word::Name(_)) { "\u{a0}" } else { "" };
                self.leaf("mtext", &format!("{space}{name}"));
            }
            Word::Quoted(text) => self.leaf("mtext", text),
            Word::Other(sign) => self.mo(
                "form=\"infix\" stretchy=\"false\" lspace=\"0.16em\" rspace=\"0.16em\"",
                &sign.to_string(),
            ),
        }
    }

    fn close(&mut self, sign: char) {
        if self.tinies.last() == Some(&self.depth) {
            self.tinies.pop();
            self.depth -= 1;
            self.piece.push_str("</mrow></msub>");
            return;
        }
        self.depth = self.depth.saturating_sub(1);
        self.mo(
            "form=\"postfix\" fence=\"true\" stretchy=\"false\" lspace=\"0.06em\" rspace=\"0\"",
            &sign.to_string(),
        );
    }

    fn leaf(&mut self, element: &str, text: &str) {
        self.piece.push_str(&format!("<{element}>{}</{element}>", escape(text)));
    }

    fn mo(&mut self, attributes: &str, text: &str) {
        self.piece.push_str(&format!("<mo {attributes}>{}</mo>", escape(text)));
    }

    /// A line may be broken here, unless inside of brackets inside of brackets.
    fn may_break(&mut self) {
        if self.depth <= 1 && self.tinies.is_empty() {
            self.done.push(std::mem::take(&mut self.piece));
        }
    }

    fn fraction(&mut self, numerator: &str, denominator: &str, alone: bool) {
        match mixed(numerator, denominator) {
            Some((0, sign)) => self.leaf("mn", &sign.to_string()),
            Some((whole, sign)) => self.leaf("mn", &format!("{whole}{sign}")),
            // Alone it has the room to stand upright.
            None if alone => self
                .piece
                .push_str(&format!("<mfrac><mn>{numerator}</mn><mn>{denominator}</mn></mfrac>")),
            None => self.leaf("mn", &format!("{numerator}/{denominator}")),
        }
    }

    fn arrow(&mut self, up: bool, count: &Count<'_>) {
        let (one, two) = if up { ("↑", "⇑") } else { ("↓", "⇓") };
        match count {
            Count::Times(1) => self.leaf("mi", one),
            Count::Times(2) => self.leaf("mi", two),
            Count::Times(n) => {
                self.leaf("mi", one);
                self.leaf("mn", &n.to_string());
            }
            Count::Many(n) => {
                self.leaf("mi", one);
                self.leaf("mn", n);
            }
            Count::Power(n) => self.piece.push_str(&format!(
                "<msup><mi>{one}</mi>{}</msup>",
                script(n)
            )),
            Count::Sum(n) => self.piece.push_str(&format!(
                "<msup><mi>{one}</mi><mrow><mo stretchy=\"false\">[</mo>{}<mo stretchy=\"false\">]</mo></mrow></msup>",
                script(n)
            )),
        }
    }

    fn finish(mut self) -> Vec<String> {
        for _ in 0..self.tinies.len() {
            // A text that ends inside of a tiny is none of ours, but still a formula.
            self.piece.push_str("</mrow></msub>");
        }
        if !self.piece.is_empty() || self.done.is_empty() {
            self.done.push(self.piece);
        }
        self.done
    }
}

const PREFIX: &str = "form=\"prefix\" lspace=\"0\" rspace=\"0\"";
const BETWEEN: &str = "form=\"infix\" lspace=\"0.22em\" rspace=\"0.22em\"";

fn script(text: &str) -> String {
    let element = if text.bytes().all(|b| b.is_ascii_digit()) { "mn" } else { "mi" };
    format!("<{element}>{}</{element}>", escape(text))
}

/// The loopy nim value ∞ with the set of the nimbers it can move to (Smith; Fraenkel), as a formula.
///
/// # Examples
/// ```
/// use farstar_draw::infinite;
/// assert_eq!(infinite([]), "<math><mi>∞</mi></math>");
/// assert_eq!(infinite([0, 2]), "<math><msub><mi>∞</mi><mrow><mn>0</mn><mo>,</mo><mn>2</mn></mrow></msub></math>");
/// ```
#[must_use]
pub fn infinite(nimbers: impl IntoIterator<Item = u32>) -> String {
    let numbers: Vec<String> =
        nimbers.into_iter().map(|nimber| format!("<mn>{nimber}</mn>")).collect();
    if numbers.is_empty() {
        return "<math><mi>∞</mi></math>".to_owned();
    }
    format!("<math><msub><mi>∞</mi><mrow>{}</mrow></msub></math>", numbers.join("<mo>,</mo>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The elements of a formula in order, with what they hold; checks that they are closed as they were opened.
    fn elements(formula: &str) -> Vec<String> {
        let mut open: Vec<&str> = Vec::new();
        let mut found = Vec::new();
        for part in formula.split('<').skip(1) {
            let (tag, text) = part.split_once('>').expect("a tag is closed");
            let name = tag.split(' ').next().unwrap_or_default();
            if let Some(name) = name.strip_prefix('/') {
                assert_eq!(open.pop(), Some(name), "{formula}");
            } else {
                open.push(name);
                found.push(if text.is_empty() {
                    name.to_owned()
                } else {
                    format!("{name}:{text}")
                });
            }
        }
        assert!(open.is_empty(), "{formula}");
        found
    }

    #[test]
    fn formulas_have_the_elements_of_mathml_core_only() {
        let core = [
            "math",
            "semantics",
            "annotation",
            "mrow",
            "mi",
            "mn",
            "mo",
            "mtext",
            "mfrac",
            "msub",
            "msup",
        ];
        let texts = [
            "{3/4||-1/2*|v3}",
            "Tiny(Tiny({1|0}))",
            "^<2>^[3]^[on]",
            "-5/16",
            "over & under",
            "[1,\"a<b\",true]",
            "ω^2·3+1",
            "+-{2|1,1*}",
            "}",
            "Tiny(3",
            "{|",
            "a{0|a}",
        ];
        for text in texts {
            for formula in mathml(text) {
                for element in elements(&formula) {
                    let name = element.split(':').next().unwrap_or_default();
                    assert!(core.contains(&name), "{text}: {element}");
                }
            }
        }
    }

    #[test]
    fn a_fraction_stands_upright_when_it_is_alone() {
        assert!(mathml("-5/16")[0].contains("<mfrac><mn>5</mn><mn>16</mn></mfrac>"));
        assert!(!mathml("{5/16|0}")[0].contains("mfrac"));
    }

    #[test]
    fn tinies_are_signs_with_something_below() {
        let set = elements(&mathml("Tiny(2)")[0]);
        assert_eq!(set[2..7], ["mrow", "msub", "mo:+", "mrow", "mn:2"]);
    }

    #[test]
    fn long_values_break_between_their_options_only() {
        let pieces = mathml("{{1|2},3||4,{5,6|7}}");
        assert_eq!(pieces.len(), 4);
        assert!(pieces[3].contains("<mn>6</mn>"), "the inner list is not broken");
        assert!(mathml(&"1".repeat(LONGEST_FORMULA + 1)).is_empty());
    }

    #[test]
    fn nothing_in_a_text_is_markup() {
        let formula = mathml("\"<img src=x onerror=alert(1)>\"").concat();
        assert!(!formula.contains("<img"));
    }
}
