//! Reading and writing transfinite numbers: `ω^(ω^2+ω)-ω^20×9+ω×3`.

use super::{GeneralizedOrdinal, OrdinalTerm, Surreal};
use crate::error::excerpt;
use crate::{Error, IBig, Sign};
use dashu_int::ops::UnsignedAbs;
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// Whether the text of an ordinal needs parentheses after `^`, `*` or `/`.
pub(super) fn is_compound(x: &GeneralizedOrdinal) -> bool {
    match x.terms() {
        [] => false,
        [term] => {
            let plain = term.exponent.is_zero() || term.coefficient == IBig::ONE;
            !plain || term.coefficient.sign() == Sign::Negative
        }
        _ => true,
    }
}

/// The text, in parentheses if it is a sum, a multiple or negative.
pub(super) fn write_operand(f: &mut impl fmt::Write, x: &GeneralizedOrdinal) -> fmt::Result {
    if is_compound(x) { write!(f, "({x})") } else { write!(f, "{x}") }
}

fn write_term(f: &mut impl fmt::Write, first: bool, term: &OrdinalTerm) -> fmt::Result {
    let negative = term.coefficient.sign() == Sign::Negative;
    match (negative, first) {
        (true, _) => f.write_char('-')?,
        (false, false) => f.write_char('+')?,
        (false, true) => {}
    }
    let magnitude = (&term.coefficient).unsigned_abs();
    if term.exponent.is_zero() {
        return write!(f, "{magnitude}");
    }
    f.write_char('ω')?;
    if !term.exponent.is_one() {
        f.write_char('^')?;
        write_operand(f, &term.exponent)?;
    }
    if magnitude.is_one() { Ok(()) } else { write!(f, "×{magnitude}") }
}

impl fmt::Display for GeneralizedOrdinal {
    /// `ω^ω^2×6-ω+1`: terms by decreasing exponents, coefficients after `×`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_char('0');
        }
        self.terms.iter().enumerate().try_for_each(|(at, term)| write_term(f, at == 0, term))
    }
}

impl fmt::Debug for GeneralizedOrdinal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for OrdinalTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_term(f, true, self)
    }
}

/// Values of more terms and words are not written out in messages.
const LONGEST_IN_MESSAGE: u32 = 256;

impl GeneralizedOrdinal {
    /// The text, or what fits a message if it is long.
    pub(super) fn short_text(&self) -> String {
        if self.size <= LONGEST_IN_MESSAGE {
            self.to_string()
        } else {
            "a long transfinite number".to_owned()
        }
    }
}

impl fmt::Display for Surreal {
    /// `1/ω`, `(ω^(ω+1)+ω^ω+1)/(ω+1)`; a denominator of 1 is not written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = (self.numerator(), self.denominator());
        if denominator.is_one() {
            return fmt::Display::fmt(numerator, f);
        }
        if numerator.terms().len() > 1 {
            write!(f, "({numerator})/")?;
        } else {
            write!(f, "{numerator}/")?;
        }
        write_operand(f, denominator)
    }
}

impl fmt::Debug for Surreal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads from the front of a text. Parentheses and exponents nest at most [`GeneralizedOrdinal::MAX_DEPTH`] levels.
struct Reader<'t> {
    rest: &'t str,
}

const EXPECTED: &str = "a transfinite number such as ω^(ω+1)-ω×3+5";

impl<'t> Reader<'t> {
    fn take(&mut self, words: &[&str]) -> bool {
        self.rest = self.rest.trim_start();
        for word in words {
            if let Some(rest) = self.rest.strip_prefix(word) {
                self.rest = rest;
                return true;
            }
        }
        false
    }

    fn refuse<T>(&self) -> Result<T, Error> {
        Err(Error::Parse { text: excerpt(self.rest), expected: EXPECTED })
    }

    fn deeper(&self, depth: u32) -> Result<u32, Error> {
        if depth == GeneralizedOrdinal::MAX_DEPTH {
            return Err(Error::OutOfBounds {
                what: "levels of exponents of ω",
                limit: u64::from(GeneralizedOrdinal::MAX_DEPTH),
            });
        }
        Ok(depth + 1)
    }

    fn integer(&mut self) -> Option<IBig> {
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let n = crate::dyadic::natural(&self.rest[..length])?;
        self.rest = &self.rest[length..];
        Some(IBig::from(n))
    }

    /// Terms with signs between them.
    fn sum(&mut self, depth: u32) -> Result<GeneralizedOrdinal, Error> {
        let depth = self.deeper(depth)?;
        let mut terms = Vec::new();
        let mut negative = self.take(&["-"]);
        loop {
            let product = self.product(depth)?;
            let product = if negative { -product } else { product };
            let parts = product.terms.iter();
            terms.extend(parts.map(|term| (term.exponent.clone(), term.coefficient.clone())));
            negative = if self.take(&["+"]) {
                false
            } else if self.take(&["-"]) {
                true
            } else {
                return GeneralizedOrdinal::from_terms(terms);
            };
        }
    }

    fn product(&mut self, depth: u32) -> Result<GeneralizedOrdinal, Error> {
        let mut product = self.power(depth)?;
        while self.take(&["×", "*", "·"]) {
            let factor = self.power(depth)?;
            product = product.checked_mul(&factor)?;
        }
        Ok(product)
    }

    fn power(&mut self, depth: u32) -> Result<GeneralizedOrdinal, Error> {
        if self.take(&["ω", "omega"]) {
            if !self.take(&["^"]) {
                return Ok(GeneralizedOrdinal::omega());
            }
            let depth = self.deeper(depth)?;
            let exponent = self.power(depth)?;
            return GeneralizedOrdinal::monomial(&exponent, 1);
        }
        if self.take(&["("]) {
            let inside = self.sum(depth)?;
            return if self.take(&[")"]) { Ok(inside) } else { self.refuse() };
        }
        match self.integer() {
            Some(n) => GeneralizedOrdinal::integer(n),
            None => self.refuse(),
        }
    }

    fn end(&self) -> Result<(), Error> {
        if self.rest.trim().is_empty() { Ok(()) } else { self.refuse() }
    }
}

impl FromStr for GeneralizedOrdinal {
    type Err = Error;

    /// Reads sums of products of integers, `ω` or `omega`, and powers of ω: `ω^(ω+1)-ω×3+5`, `omega^2*4`.
    ///
    /// # Errors
    /// [`Error::Parse`] for other text, [`Error::NotOrdinal`] for an exponent that is no ordinal,
    /// [`Error::OutOfBounds`] for what is too large or too deep.
    fn from_str(text: &str) -> Result<GeneralizedOrdinal, Error> {
        let mut reader = Reader { rest: text };
        let sum = reader.sum(0)?;
        reader.end()?;
        Ok(sum)
    }
}

impl FromStr for Surreal {
    type Err = Error;

    /// Reads what is printed: a generalized ordinal, or two with `/` between them, sums in parentheses.
    ///
    /// # Errors
    /// As for [`GeneralizedOrdinal`], and [`Error::Undefined`] for a denominator of 0.
    fn from_str(text: &str) -> Result<Surreal, Error> {
        let mut reader = Reader { rest: text };
        let negative = reader.take(&["-"]);
        let numerator = reader.product(0)?;
        if !reader.take(&["/"]) {
            return Ok(Surreal::from(text.parse::<GeneralizedOrdinal>()?));
        }
        let denominator = reader.power(0)?;
        reader.end()?;
        Surreal::new(if negative { -numerator } else { numerator }, denominator)
    }
}
