//! The order of games.

use crate::Form;
use farstar_num::Dyadic;
use std::cmp::Ordering;

impl Form {
    /// `G ≤ H`: no Left option of `G` is `≥ H` and no Right option of `H` is `≤ G`.
    pub fn le(&self, other: &Form) -> bool {
        !self.left().iter().any(|l| other.le(l)) && !other.right().iter().any(|r| r.le(self))
    }

    /// `G ≥ H`.
    pub fn ge(&self, other: &Form) -> bool {
        other.le(self)
    }

    /// Equality of values: `G ≤ H` and `G ≥ H`.
    pub fn equals(&self, other: &Form) -> bool {
        self.le(other) && self.ge(other)
    }

    /// The order of two values; `None` when they are confused with each other.
    pub fn compare(&self, other: &Form) -> Option<Ordering> {
        match (self.le(other), self.ge(other)) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        }
    }

    /// The number equal to this game, if there is one.
    ///
    /// Walks down the tree of numbers by comparison. A number is never confused with a number, and one
    /// equal to the form is not born after it.
    pub fn to_number(&self) -> Option<Dyadic> {
        let (mut low, mut high) = (None::<Dyadic>, None::<Dyadic>);
        for _ in 0..=self.birthday() {
            let x = between(&low, &high)?;
            match self.compare(&Form::number(&x))? {
                Ordering::Equal => return Some(x),
                Ordering::Greater => low = Some(x),
                Ordering::Less => high = Some(x),
            }
        }
        None
    }
}

/// The child in the tree of numbers that lies between two ancestors.
fn between(low: &Option<Dyadic>, high: &Option<Dyadic>) -> Option<Dyadic> {
    match (low, high) {
        (None, None) => Some(Dyadic::ZERO),
        (Some(a), None) => Some(a + Dyadic::ONE),
        (None, Some(b)) => Some(b - Dyadic::ONE),
        (Some(a), Some(b)) => Some(Dyadic::mean(a, b)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_is_at_most_itself() {
        for g in crate::born_by(2) {
            assert_eq!(g.compare(&g), Some(Ordering::Equal));
        }
    }

    #[test]
    fn known_comparisons() {
        let parse = |t: &str| t.parse::<Form>().unwrap();
        for (g, order, h) in [
            ("*", None, "0"),
            ("^", Some(Ordering::Greater), "0"),
            ("^", None, "*"),
            ("^2", Some(Ordering::Greater), "*"),
            ("^", Some(Ordering::Less), "1/8"),
            ("{1|-1}", None, "1"),
            ("{1|-1}", Some(Ordering::Less), "2"),
            ("{0|1}", Some(Ordering::Equal), "1/2"),
            ("{*|*}", Some(Ordering::Equal), "0"),
            ("{^|^}", Some(Ordering::Equal), "^2*"),
        ] {
            assert_eq!(parse(g).compare(&parse(h)), order, "{g} {h}");
        }
    }

    #[test]
    fn numbers_are_recognised_whatever_their_form() {
        let number = |t: &str| t.parse::<Form>().unwrap().to_number().map(|x| x.to_string());
        assert_eq!(number("{-3|17}").as_deref(), Some("0"));
        assert_eq!(number("{5/8|1}").as_deref(), Some("3/4"));
        assert_eq!(number("{1*|2}").as_deref(), Some("1"));
        assert_eq!(number("{3|}").as_deref(), Some("4"));
        assert_eq!(number("{1|0}"), None);
        assert_eq!(number("*2"), None);
    }
}
