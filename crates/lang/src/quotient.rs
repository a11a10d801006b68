//! Misère quotients as values: `MisereQuotient("0.123")`.

use crate::meter::Meter;
use farstar_impartial::misere::{MisereForm, MisereQuotient, Presentation, QuotientCertificate};
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
    found: MisereQuotient,
    source: Source,
    told: Presentation,
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
        // the products, and about forty bytes for the word of each class and of each heap
        let bytes = 4 * order * order + 40 * (order + u64::from(found.to()));
        meter.charge(bytes)?;
        let told = found.presentation();
        Ok(Self { text, found, source, told, meter: meter.clone(), bytes })
    }

    /// As it is written in the language.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The quotient.
    #[must_use]
    pub fn found(&self) -> &MisereQuotient {
        &self.found
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

    /// A proof that a program of its own checks, if the moves can be written down.
    pub(crate) fn certificate(&self) -> Option<QuotientCertificate> {
        match &self.source {
            Source::Code(code) => Some(QuotientCertificate::new(code, &self.found)),
            Source::Forms(_, options) => {
                Some(QuotientCertificate::of_options(options, &self.found))
            }
            Source::Heaps => None,
        }
    }

    /// Its generators, relations and words.
    #[must_use]
    pub fn presentation(&self) -> &Presentation {
        &self.told
    }

    /// The word of a class.
    #[must_use]
    pub fn word(&self, class: u32) -> &str {
        self.told.words.get(class as usize).map_or("?", String::as_str)
    }

    /// The products of the first `most` classes, behind their rows and under their columns; lost classes stand in
    /// brackets.
    #[must_use]
    pub fn products(&self, most: usize) -> Vec<Vec<String>> {
        let classes = 0..self.found.order().min(most) as u32;
        let lost = self.found.p_portion();
        let shown = |class: u32| match lost.binary_search(&class) {
            Ok(_) => format!("[{}]", self.word(class)),
            Err(_) => self.word(class).to_owned(),
        };
        let head = std::iter::once("·".to_owned()).chain(classes.clone().map(shown)).collect();
        let row = |x: u32| {
            let products = classes.clone().filter_map(|y| self.found.product(x, y).ok());
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
    let mut raised = false;
    for c in text.chars() {
        let power = "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().position(|digit| digit == c);
        match (power, raised) {
            (Some(_), false) => out.push_str("^{"),
            (None, true) => out.push('}'),
            _ => {}
        }
        raised = power.is_some();
        match (power, c) {
            (Some(digit), _) => out.push_str(&digit.to_string()),
            (_, '⟨') => out.push_str("\\langle "),
            (_, '⟩') => out.push_str("\\rangle"),
            (_, '|') => out.push_str("\\mid"),
            (_, c) => out.push(c),
        }
    }
    if raised {
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
    }
}
