//! Misère quotients as values: `MisereQuotient("0.123")`.

use crate::meter::Meter;
use farstar_impartial::misere::{
    InfiniteQuotient, MisereForm, MisereQuotient, Presentation, QuotientCertificate,
};
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

/// A quotient that was found.
#[derive(Debug)]
enum Found {
    Finite(MisereQuotient, Source, Presentation),
    Infinite(InfiniteQuotient),
}

/// The misère quotient of a heap game, or of misère forms.
pub struct Quotient {
    /// As it is written in the language.
    text: String,
    found: Found,
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
        found: MisereQuotient,
        source: Source,
        meter: &Meter,
    ) -> Result<Self, Stopped> {
        let order = found.order() as u64;
        let told = found.presentation();
        let words = told.words.iter().chain(&told.lost);
        let equations = told.relations.iter().map(|(word, own)| word.len() + own.len() + 48);
        let texts = equations.chain(words.map(|word| word.len() + 24)).sum::<usize>() as u64;
        // the products, a number of each heap, and the texts
        let bytes = 4 * order * order + 4 * u64::from(found.to()) + texts;
        meter.charge(bytes)?;
        Ok(Self { text, found: Found::Finite(found, source, told), meter: meter.clone(), bytes })
    }

    /// One that is infinite.
    pub(crate) fn infinite(
        text: String,
        found: InfiniteQuotient,
        meter: &Meter,
    ) -> Result<Self, Stopped> {
        // a few hundred words of a few dozen bytes
        let bytes = 1 << 16;
        meter.charge(bytes)?;
        Ok(Self { text, found: Found::Infinite(found), meter: meter.clone(), bytes })
    }

    /// As it is written in the language.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The quotient, if it is finite.
    #[must_use]
    pub fn found(&self) -> Option<&MisereQuotient> {
        if let Found::Finite(found, ..) = &self.found { Some(found) } else { None }
    }

    fn source(&self) -> Option<&Source> {
        if let Found::Finite(_, source, _) = &self.found { Some(source) } else { None }
    }

    /// The largest heap that it covers.
    pub(crate) fn to(&self) -> u32 {
        match &self.found {
            Found::Finite(found, ..) => found.to(),
            Found::Infinite(found) => found.to(),
        }
    }

    /// Whether who is to move loses a sum of heaps, if they are all covered.
    pub(crate) fn is_lost(&self, heaps: &[u32]) -> Option<bool> {
        match &self.found {
            Found::Finite(found, ..) => found.is_lost(heaps),
            Found::Infinite(found) => found.is_lost(heaps),
        }
    }

    /// The word of a sum of heaps, if they are all covered.
    pub(crate) fn word_of(&self, heaps: &[u32]) -> Option<String> {
        match &self.found {
            Found::Finite(found, ..) => {
                let class = heaps.iter().try_fold(0, |class, &heap| {
                    found.value(heap).and_then(|value| found.product(class, value).ok())
                });
                Some(self.word(class?).to_owned())
            }
            Found::Infinite(found) => found.class(heaps),
        }
    }

    /// The place of a misère form among the generators; `None` for quotients of heaps and other forms.
    pub(crate) fn place(&self, form: MisereForm) -> Option<u32> {
        match self.source()? {
            Source::Forms(forms, _) => {
                forms.iter().position(|&own| own == form).map(|at| at as u32)
            }
            _ => None,
        }
    }

    /// Whether it is of misère forms.
    pub(crate) fn is_of_forms(&self) -> bool {
        matches!(self.source(), Some(Source::Forms(..)))
    }

    /// A proof that a program of its own checks, as a text, if the moves can be written down.
    pub(crate) fn certificate(&self) -> Option<String> {
        match &self.found {
            Found::Infinite(found) => Some(found.to_string()),
            Found::Finite(found, Source::Code(code), _) => {
                Some(QuotientCertificate::new(code, found).to_string())
            }
            Found::Finite(found, Source::Forms(_, options), _) => {
                Some(QuotientCertificate::of_options(options, found).to_string())
            }
            Found::Finite(_, Source::Heaps, _) => None,
        }
    }

    /// Its generators and relations.
    #[must_use]
    pub fn presentation(&self) -> String {
        match &self.found {
            Found::Finite(_, _, told) => told.to_string(),
            Found::Infinite(found) => found.presentation(),
        }
    }

    /// The words of its lost elements; of an infinite one with powers that go on.
    #[must_use]
    pub fn lost(&self) -> Vec<String> {
        match &self.found {
            Found::Finite(_, _, told) => told.lost.clone(),
            Found::Infinite(found) => found.lost(),
        }
    }

    /// The words of its elements, of a finite one.
    #[must_use]
    pub fn words(&self) -> &[String] {
        if let Found::Finite(_, _, told) = &self.found { &told.words } else { &[] }
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
            Found::Finite(found, ..) => found,
            Found::Infinite(found) => {
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
