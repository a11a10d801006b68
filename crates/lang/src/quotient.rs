//! Misère quotients as values: `MisereQuotient("0.123")`.

use crate::meter::Meter;
use farstar_impartial::misere::{HeapQuotient, MisereForm, MisereQuotient, QuotientCertificate};
use farstar_rules::heap::HeapCode;
use farstar_value::Stopped;
use std::fmt;

/// What a quotient is of.
#[derive(Debug)]
pub(crate) enum Source {
    /// The heaps of a game with a code.
    Code(Box<HeapCode>),
    /// The heaps of another game.
    Heaps,
    /// Misère forms, each with the places of its options before it.
    Forms(Vec<MisereForm>, Vec<Vec<Vec<u32>>>),
}

/// The misère quotient of a heap game, or of misère forms.
pub struct Quotient {
    /// As it is written in the language.
    text: String,
    found: HeapQuotient,
    source: Source,
    meter: Meter,
    bytes: u64,
}

impl fmt::Debug for Quotient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Quotient").field(&self.text).finish()
    }
}

impl Quotient {
    pub(crate) fn new(
        text: String,
        found: HeapQuotient,
        source: Source,
        meter: &Meter,
    ) -> Result<Self, Stopped> {
        let bytes = match &found {
            HeapQuotient::Finite(found, told) => {
                let order = found.order() as u64;
                let words = told.words.iter().chain(&told.lost);
                let equations =
                    told.relations.iter().map(|(word, own)| word.len() + own.len() + 48);
                let texts = equations.chain(words.map(|word| word.len() + 24)).sum::<usize>();
                // the products, a number of each heap, and the texts
                4 * order * order + 4 * u64::from(found.to()) + texts as u64
            }
            // a few hundred words of a few dozen bytes
            HeapQuotient::Infinite(_) => 1 << 16,
        };
        meter.charge(bytes)?;
        Ok(Self { text, found, source, meter: meter.clone(), bytes })
    }

    /// As it is written in the language.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The quotient, if it is finite.
    #[must_use]
    pub fn found(&self) -> Option<&MisereQuotient> {
        self.found.finite()
    }

    /// The largest heap that it covers.
    pub(crate) fn to(&self) -> u32 {
        self.found.to()
    }

    /// Whether who is to move loses a sum of heaps, if they are all covered.
    pub(crate) fn is_lost(&self, heaps: &[u32]) -> Option<bool> {
        self.found.is_lost(heaps)
    }

    /// The word of a sum of heaps, if they are all covered.
    pub(crate) fn word_of(&self, heaps: &[u32]) -> Option<String> {
        self.found.word(heaps)
    }

    /// The place of a misère form among the generators; `None` for quotients of heaps and other forms.
    pub(crate) fn place(&self, form: MisereForm) -> Option<u32> {
        match &self.source {
            Source::Forms(forms, _) => {
                forms.iter().position(|&own| own == form).map(|at| at as u32)
            }
            _ => None,
        }
    }

    /// Whether it is of misère forms.
    pub(crate) fn is_of_forms(&self) -> bool {
        matches!(self.source, Source::Forms(..))
    }

    /// A proof that a program of its own checks, as a text, if the moves can be written down.
    pub(crate) fn certificate(&self) -> Option<String> {
        match (&self.source, self.found()) {
            (Source::Code(code), _) => Some(self.found.certificate(code)),
            (Source::Forms(_, options), Some(found)) => {
                Some(QuotientCertificate::of_options(options, found).to_string())
            }
            _ => None,
        }
    }

    /// Its generators and relations.
    #[must_use]
    pub fn presentation(&self) -> String {
        self.found.presentation()
    }

    /// The words of its lost elements; of an infinite one with powers that go on.
    #[must_use]
    pub fn lost(&self) -> Vec<String> {
        self.found.lost()
    }

    /// The words of its elements, of a finite one.
    #[must_use]
    pub fn words(&self) -> &[String] {
        if let HeapQuotient::Finite(_, told) = &self.found { &told.words } else { &[] }
    }

    /// The word of a class of a finite one.
    #[must_use]
    pub fn word(&self, class: u32) -> &str {
        self.words().get(class as usize).map_or("?", String::as_str)
    }

    /// The products of the first `most` classes, behind their rows and under their columns; lost classes stand in
    /// brackets. Of an infinite one its rules, two words a row.
    #[must_use]
    pub fn products(&self, most: usize) -> Vec<Vec<String>> {
        let found = match &self.found {
            HeapQuotient::Finite(found, _) => found,
            HeapQuotient::Infinite(found) => {
                let rules = found.relations().into_iter().map(|(l, r)| vec![l, r]);
                return std::iter::once(vec!["·".to_owned(), "=".to_owned()])
                    .chain(rules)
                    .collect();
            }
        };
        let classes = 0..found.order().min(most) as u32;
        let lost = found.p_portion();
        let shown = |class: u32| match lost.binary_search(&class) {
            Ok(_) => format!("[{}]", self.word(class)),
            Err(_) => self.word(class).to_owned(),
        };
        let head = std::iter::once("·".to_owned()).chain(classes.clone().map(shown)).collect();
        let row = |x: u32| {
            let products = classes.clone().filter_map(|y| found.product(x, y).ok());
            std::iter::once(shown(x)).chain(products.map(shown)).collect()
        };
        std::iter::once(head).chain(classes.clone().map(row)).collect()
    }
}

impl Drop for Quotient {
    fn drop(&mut self) {
        self.meter.release(self.bytes);
    }
}

/// A word or a presentation for mathematics mode of LaTeX.
pub(crate) fn latex(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // what opened the digits that are written: ^ or _
    let mut open = None;
    for c in text.chars() {
        let place = |digits: &str| digits.chars().position(|digit| digit == c);
        let power = place("⁰¹²³⁴⁵⁶⁷⁸⁹").map(|digit| ('^', digit));
        let digit = power.or_else(|| place("₀₁₂₃₄₅₆₇₈₉").map(|digit| ('_', digit)));
        let way = digit.map(|(way, _)| way);
        if way != open {
            if open.is_some() {
                out.push('}');
            }
            if let Some(way) = way {
                out.push(way);
                out.push('{');
            }
            open = way;
        }
        match (digit, c) {
            (Some((_, digit)), _) => out.push_str(&digit.to_string()),
            (_, '⟨') => out.push_str("\\langle "),
            (_, '⟩') => out.push_str("\\rangle"),
            (_, '|') => out.push_str("\\mid"),
            (_, c) => out.push(c),
        }
    }
    if open.is_some() {
        out.push('}');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_raised() {
        assert_eq!(
            latex("⟨a, b | a²=1, b¹²c=b⟩"),
            "\\langle a, b \\mid a^{2}=1, b^{12}c=b\\rangle"
        );
        assert_eq!(latex("ab³"), "ab^{3}");
        assert_eq!(latex("za₁²b₁₀"), "za_{1}^{2}b_{10}");
    }
}
