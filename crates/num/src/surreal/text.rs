//! Reading and writing surreal numbers: `ω^(1/2)×3-ω/2+1/ω`.

use super::{NormalForm, NormalTerm, Surreal};
use crate::error::excerpt;
use crate::{Error, GeneralizedOrdinal, IBig, Rational};
use std::fmt::{self, Write as _};
use std::str::FromStr;

/// Whether the text needs parentheses after `^` and `/`.
fn is_compound(x: &NormalForm) -> bool {
    match x.terms() {
        [] => false,
        [term] if term.exponent().is_zero() => {
            term.coefficient().signum() < 0 || !term.coefficient().is_integer()
        }
        [term] => *term.coefficient() != Rational::ONE || term.exponent().signum() < 0,
        _ => true,
    }
}

fn write_operand(f: &mut impl fmt::Write, x: &NormalForm) -> fmt::Result {
    if is_compound(x) { write!(f, "({x})") } else { write!(f, "{x}") }
}

fn write_power(f: &mut impl fmt::Write, exponent: &NormalForm) -> fmt::Result {
    f.write_char('ω')?;
    if exponent.is_one() {
        return Ok(());
    }
    f.write_char('^')?;
    write_operand(f, exponent)
}

/// `ω^x×3/2`; with a negative exponent `3/(ω^x×2)`.
fn write_term(f: &mut impl fmt::Write, first: bool, term: &NormalTerm) -> fmt::Result {
    match (term.coefficient().signum() < 0, first) {
        (true, _) => f.write_char('-')?,
        (false, false) => f.write_char('+')?,
        (false, true) => {}
    }
    let magnitude = term.coefficient().abs();
    let (above, below) = (magnitude.numerator(), magnitude.denominator());
    match term.exponent().signum() {
        0 => write!(f, "{magnitude}"),
        1 => {
            write_power(f, term.exponent())?;
            if above != IBig::ONE {
                write!(f, "×{above}")?;
            }
            if below.is_one() { Ok(()) } else { write!(f, "/{below}") }
        }
        _ => {
            write!(f, "{above}/")?;
            let exponent = -term.exponent();
            if below.is_one() {
                return write_power(f, &exponent);
            }
            f.write_char('(')?;
            write_power(f, &exponent)?;
            write!(f, "×{below})")
        }
    }
}

impl fmt::Display for NormalForm {
    /// `ω^(1/2)×3-ω/2+1/ω`: terms by decreasing exponents; powers with a negative exponent are divided by.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_char('0');
        }
        self.terms().iter().enumerate().try_for_each(|(at, term)| write_term(f, at == 0, term))
    }
}

impl fmt::Debug for NormalForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Debug for NormalTerm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_term(f, true, self)
    }
}

impl NormalForm {
    pub(super) fn short_text(&self) -> String {
        Surreal::from(self.clone()).short_text()
    }
}

impl fmt::Display for Surreal {
    /// `1/ω`, `(ω^(ω+1)+ω^ω+1)/(ω+1)`; a denominator of 1 is not written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (numerator, denominator) = (self.numerator(), self.denominator());
        if self.as_normal_form().is_some() {
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

fn latex_of(x: &NormalForm) -> String {
    let mut text = String::new();
    for (at, term) in x.terms().iter().enumerate() {
        if term.coefficient().signum() < 0 {
            text.push('-');
        } else if at > 0 {
            text.push('+');
        }
        let magnitude = term.coefficient().abs();
        let (above, below) = (magnitude.numerator(), magnitude.denominator());
        let power = match term.exponent() {
            x if x.is_zero() => String::new(),
            x if x.is_one() => "\\omega".to_owned(),
            x => format!("\\omega^{{{}}}", latex_of(x)),
        };
        let number = if below.is_one() {
            above.to_string()
        } else {
            format!("\\frac{{{above}}}{{{below}}}")
        };
        match (power.is_empty(), magnitude == Rational::ONE) {
            (true, _) => text.push_str(&number),
            (false, true) => text.push_str(&power),
            (false, false) => text.push_str(&format!("{power}\\cdot {number}")),
        }
    }
    if text.is_empty() { "0".to_owned() } else { text }
}

impl Surreal {
    /// The number for mathematics mode of LaTeX.
    ///
    /// # Examples
    /// ```
    /// let x: farstar_num::Surreal = "ω^(1/2)×3-1".parse()?;
    /// assert_eq!(x.latex(), r"\omega^{\frac{1}{2}}\cdot 3-1");
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn latex(&self) -> String {
        let above = latex_of(self.numerator());
        if self.as_normal_form().is_some() {
            return above;
        }
        format!("\\frac{{{above}}}{{{}}}", latex_of(self.denominator()))
    }
}

impl fmt::Debug for Surreal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Reads from the front of a text. Parentheses and exponents nest at most [`GeneralizedOrdinal::MAX_DEPTH`] levels.
pub(super) struct Reader<'t> {
    rest: &'t str,
}

const EXPECTED: &str = "a surreal number such as ω^(1/2)-ω×3+5";

impl Reader<'_> {
    pub(super) fn new(rest: &str) -> Reader<'_> {
        Reader { rest }
    }

    pub(super) fn at_end(&self) -> bool {
        self.rest.trim().is_empty()
    }

    pub(super) fn take(&mut self, words: &[&str]) -> bool {
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

    /// Terms with signs between them. Normal forms are summed at once, as a long sum has many.
    fn sum(&mut self, depth: u32) -> Result<Surreal, Error> {
        let depth = self.deeper(depth)?;
        let mut terms = Vec::new();
        let mut quotients = Surreal::default();
        let mut negative = self.take(&["-"]);
        loop {
            let product = self.product(depth)?;
            let product = if negative { -product } else { product };
            match product.as_normal_form() {
                Some(form) => {
                    let parts = form.terms().iter();
                    terms.extend(parts.map(|x| (x.exponent().clone(), x.coefficient().clone())));
                }
                None => quotients = quotients.checked_add(&product)?,
            }
            negative = if self.take(&["+"]) {
                false
            } else if self.take(&["-"]) {
                true
            } else {
                return quotients.checked_add(&NormalForm::from_terms(terms)?.into());
            };
        }
    }

    fn product(&mut self, depth: u32) -> Result<Surreal, Error> {
        let mut product = self.power(depth)?;
        loop {
            if self.take(&["×", "*", "·"]) {
                product = product.checked_mul(&self.power(depth)?)?;
            } else if self.take(&["/"]) {
                product = product.checked_div(&self.power(depth)?)?;
            } else {
                return Ok(product);
            }
        }
    }

    pub(super) fn power(&mut self, depth: u32) -> Result<Surreal, Error> {
        if self.take(&["ω", "omega", "w"]) {
            if !self.take(&["^"]) {
                return Ok(GeneralizedOrdinal::omega().into());
            }
            let depth = self.deeper(depth)?;
            return Surreal::omega_power(&self.power(depth)?);
        }
        if self.take(&["("]) {
            let inside = self.sum(depth)?;
            return if self.take(&[")"]) { Ok(inside) } else { self.refuse() };
        }
        let length = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let Some(n) = crate::dyadic::natural(&self.rest[..length]) else { return self.refuse() };
        self.rest = &self.rest[length..];
        Surreal::try_from(&Rational::from(IBig::from(n)))
    }
}

impl FromStr for Surreal {
    type Err = Error;

    /// Reads sums, products and quotients of integers, ω, written `ω`, `omega` or `w`, and powers of ω:
    /// `ω^(1/2)-ω×3/4+5`, `1/(omega+1)`, `w^(5-w^(-5)*3)*(1/2)`.
    ///
    /// # Errors
    /// [`Error::Parse`] for other text, [`Error::NoNormalForm`] for an exponent without a finite normal form,
    /// [`Error::Undefined`] for a division by 0, [`Error::OutOfBounds`] for what is too large or too deep.
    fn from_str(text: &str) -> Result<Surreal, Error> {
        let mut reader = Reader::new(text);
        let sum = reader.sum(0)?;
        if reader.at_end() { Ok(sum) } else { reader.refuse() }
    }
}

impl FromStr for GeneralizedOrdinal {
    type Err = Error;

    /// Reads what [`Surreal`] reads, if it is a difference of ordinals: `ω^(ω+1)-ω×3+5`, `omega^2*4`.
    ///
    /// # Errors
    /// As for [`Surreal`], and [`Error::NotOrdinal`] for what is no difference of ordinals.
    fn from_str(text: &str) -> Result<GeneralizedOrdinal, Error> {
        let x: Surreal = text.parse()?;
        x.as_generalized_ordinal().ok_or_else(|| Error::NotOrdinal(excerpt(&x.short_text())))
    }
}
