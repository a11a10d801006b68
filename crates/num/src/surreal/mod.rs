//! Surreal numbers: sums of powers of ω with finitely many terms, and quotients of two of them.

mod decode;
mod encode;
mod lowest_terms;
mod normal;
mod signs;
mod simplest;
mod text;

pub use normal::{NormalForm, NormalTerm};
pub use signs::{SignBlock, SignRun, SignSequence};

use crate::{Error, GeneralizedOrdinal, IBig, Rational, UBig};
use dashu_int::ops::UnsignedAbs;
use lowest_terms::lowest_terms;
use std::cmp::Ordering;
use std::ops::Neg;

/// A surreal number: a [`NormalForm`] of finitely many terms, or a quotient of two in lowest terms.
///
/// A quotient that has a normal form of finitely many terms is always that. Otherwise numerator and denominator have no
/// divisor in common, integer coefficients, and no power of ω that could be cancelled, and the denominator is positive,
/// so equal numbers have equal forms. The finite [`Rational`] numbers and the [`GeneralizedOrdinal`]s are among them.
///
/// # Examples
/// ```
/// use farstar_num::Surreal;
/// let x: Surreal = "(ω^(ω+1)-ω^ω-ω+1)/(ω-1)".parse()?;
/// assert_eq!(x.to_string(), "ω^ω-1");
/// let y = x.checked_add(&"1/(ω+1)".parse()?)?;
/// assert_eq!(y.to_string(), "(ω^(ω+1)+ω^ω-ω)/(ω+1)");
/// assert_eq!("(ω+1)/ω^(1/2)".parse::<Surreal>()?.to_string(), "ω^(1/2)+1/ω^(1/2)");
/// # Ok::<(), farstar_num::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Surreal {
    numerator: NormalForm,
    /// 1, or a sum of at least two terms.
    denominator: NormalForm,
}

impl Surreal {
    /// `numerator/denominator` in lowest terms.
    ///
    /// # Errors
    /// [`Error::Undefined`] for a denominator of 0, [`Error::OutOfBounds`] if lowest terms are out of reach.
    pub fn new(
        numerator: impl Into<NormalForm>,
        denominator: impl Into<NormalForm>,
    ) -> Result<Surreal, Error> {
        let (numerator, denominator) = (numerator.into(), denominator.into());
        if denominator.is_zero() {
            return Err(Error::Undefined(format!("{}/0", numerator.short_text())));
        }
        if denominator.is_one() || numerator.is_zero() {
            return Ok(Surreal::from(numerator));
        }
        if let Some(reciprocal) = denominator.monomial_reciprocal() {
            return Ok(Surreal::from(numerator.checked_mul(&reciprocal?)?));
        }
        let (numerator, denominator) = lowest_terms(&numerator, &denominator)?;
        match denominator.monomial_reciprocal() {
            Some(reciprocal) => Ok(Surreal::from(numerator.checked_mul(&reciprocal?)?)),
            None => Ok(Surreal { numerator, denominator }),
        }
    }

    /// The numerator in lowest terms, with the sign; the number itself if it is a normal form.
    pub fn numerator(&self) -> &NormalForm {
        &self.numerator
    }

    /// The denominator in lowest terms, positive; 1 for a normal form.
    pub fn denominator(&self) -> &NormalForm {
        &self.denominator
    }

    /// The normal form, if it has finitely many terms.
    pub fn as_normal_form(&self) -> Option<&NormalForm> {
        self.denominator.is_one().then_some(&self.numerator)
    }

    /// The normal form.
    ///
    /// # Errors
    /// [`Error::NoNormalForm`] for a quotient whose normal form has infinitely many terms.
    pub fn normal_form(&self) -> Result<&NormalForm, Error> {
        self.as_normal_form().ok_or_else(|| Error::NoNormalForm(self.short_text()))
    }

    /// The number as a difference of ordinals, if it is one.
    pub fn as_generalized_ordinal(&self) -> Option<GeneralizedOrdinal> {
        self.as_normal_form()?.as_generalized_ordinal()
    }

    /// The number as a rational, if it is one.
    pub fn as_rational(&self) -> Option<Rational> {
        self.as_normal_form()?.as_rational()
    }

    /// Numerator and denominator without negative exponents and broken coefficients, with no common divisor.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] if lowest terms are out of bounds.
    ///
    /// # Examples
    /// ```
    /// let x: farstar_num::Surreal = "1-1/(ω×2)".parse()?;
    /// let (above, below) = x.fraction()?;
    /// assert_eq!((above.to_string(), below.to_string()), ("ω×2-1".to_owned(), "ω×2".to_owned()));
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn fraction(&self) -> Result<(NormalForm, NormalForm), Error> {
        if self.numerator.is_zero() {
            return Ok((self.numerator.clone(), self.denominator.clone()));
        }
        lowest_terms(&self.numerator, &self.denominator)
    }

    /// The first term of the normal form, its exponent and its coefficient; `None` for 0.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond the bounds of [`NormalForm`].
    pub fn leading(&self) -> Result<Option<(NormalForm, Rational)>, Error> {
        let (first, _) = self.series(1)?;
        Ok(first.terms().first().map(|x| (x.exponent().clone(), x.coefficient().clone())))
    }

    /// Whether the number is an ordinal.
    pub fn is_ordinal(&self) -> bool {
        self.as_generalized_ordinal().is_some_and(|x| x.is_ordinal())
    }

    /// Terms and words of both parts: what the number costs to hold.
    pub fn size(&self) -> u32 {
        self.numerator.size().saturating_add(self.denominator.size())
    }

    /// -1, 0 or 1: the sign of the number.
    pub fn signum(&self) -> i32 {
        self.numerator.signum()
    }

    /// The absolute value.
    pub fn abs(&self) -> Surreal {
        if self.signum() < 0 { -self } else { self.clone() }
    }

    /// `1/self`.
    ///
    /// # Errors
    /// [`Error::Undefined`] for 0, [`Error::OutOfBounds`] if lowest terms are out of bounds.
    pub fn reciprocal(&self) -> Result<Surreal, Error> {
        Surreal::new(self.denominator.clone(), self.numerator.clone())
    }

    /// `self + other`.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] if a number on the way or its lowest terms are out of bounds.
    pub fn checked_add(&self, other: &Surreal) -> Result<Surreal, Error> {
        if self.denominator == other.denominator {
            let sum = self.numerator.checked_add(&other.numerator)?;
            return Surreal::new(sum, self.denominator.clone());
        }
        let left = self.numerator.checked_mul(&other.denominator)?;
        let right = other.numerator.checked_mul(&self.denominator)?;
        Surreal::new(left.checked_add(&right)?, self.denominator.checked_mul(&other.denominator)?)
    }

    /// `self - other`.
    ///
    /// # Errors
    /// As [`Surreal::checked_add`].
    pub fn checked_sub(&self, other: &Surreal) -> Result<Surreal, Error> {
        self.checked_add(&-other)
    }

    /// `self · other`.
    ///
    /// # Errors
    /// As [`Surreal::checked_add`].
    pub fn checked_mul(&self, other: &Surreal) -> Result<Surreal, Error> {
        Surreal::new(
            self.numerator.checked_mul(&other.numerator)?,
            self.denominator.checked_mul(&other.denominator)?,
        )
    }

    /// `self / other`.
    ///
    /// # Errors
    /// [`Error::Undefined`] for a division by 0, otherwise as [`Surreal::checked_add`].
    pub fn checked_div(&self, other: &Surreal) -> Result<Surreal, Error> {
        if other.signum() == 0 {
            return Err(Error::Undefined(format!("{}/0", self.short_text())));
        }
        self.checked_mul(&other.reciprocal()?)
    }

    /// `self` to the power `exponent`: an integer, any normal form if `self` is ω (see [`Surreal::omega_power`]), and
    /// any rational if `self` is a power of ω, so that `x^(1/2)` has the square x.
    ///
    /// # Errors
    /// [`Error::Undefined`] for other powers and for negative powers of 0, [`Error::OutOfBounds`] beyond the bounds of
    /// [`NormalForm`].
    pub fn checked_pow(&self, exponent: &Surreal) -> Result<Surreal, Error> {
        let rational = exponent.as_rational();
        if let Some(n) = rational.as_ref().filter(|n| n.is_integer()).map(Rational::numerator) {
            let base = if n < IBig::ZERO { &self.reciprocal()? } else { self };
            let n: UBig = n.unsigned_abs();
            return Surreal::new(
                base.numerator.checked_pow(&n)?,
                base.denominator.checked_pow(&n)?,
            );
        }
        if let Some([term]) = self.as_normal_form().map(NormalForm::terms)
            && *term.coefficient() == Rational::ONE
            && !term.exponent().is_zero()
        {
            if term.exponent().is_one() {
                return Surreal::omega_power(exponent);
            }
            if let Some(r) = rational {
                let power = term.exponent().checked_mul(&NormalForm::try_from(&r)?)?;
                return Surreal::omega_power(&Surreal::from(power));
            }
        }
        let power = format!("({})^({})", self.short_text(), exponent.short_text());
        Err(Error::Undefined(match rational {
            Some(_) => format!("{power}, a broken power of a number that is no power of ω,"),
            None => format!("{power}, a transfinite power of another number than ω,"),
        }))
    }

    /// `ω^exponent`, Conway's power of ω.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond [`GeneralizedOrdinal::MAX_DEPTH`], [`Error::NoNormalForm`] for an exponent without
    /// a finite normal form.
    ///
    /// # Examples
    /// ```
    /// use farstar_num::Surreal;
    /// assert_eq!(Surreal::omega_power(&"ω-2".parse()?)?.to_string(), "ω^(ω-2)");
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn omega_power(exponent: &Surreal) -> Result<Surreal, Error> {
        Ok(Surreal::from(NormalForm::monomial(exponent.normal_form()?, Rational::ONE)?))
    }

    /// How two numbers compare.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] if the products of the numerators with the other denominators are.
    pub fn checked_cmp(&self, other: &Surreal) -> Result<Ordering, Error> {
        if self.denominator == other.denominator {
            return Ok(self.numerator.cmp(&other.numerator));
        }
        let signs = self.signum().cmp(&other.signum());
        if signs != Ordering::Equal {
            return Ok(signs);
        }
        let left = self.numerator.checked_mul(&other.denominator)?;
        let right = other.numerator.checked_mul(&self.denominator)?;
        Ok(left.cmp(&right))
    }

    /// The first `count` terms of the normal form, fewer if it has no more, and whether they are all.
    ///
    /// The terms of a quotient are found by division, the greatest first.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond the bounds of [`NormalForm`].
    ///
    /// # Examples
    /// ```
    /// let x: farstar_num::Surreal = "(ω+1)/(ω-1)".parse()?;
    /// let (terms, whole) = x.series(4)?;
    /// assert_eq!((terms.to_string(), whole), ("1+2/ω+2/ω^2+2/ω^3".to_owned(), false));
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn series(&self, count: usize) -> Result<(NormalForm, bool), Error> {
        if let Some(form) = self.as_normal_form() {
            return Ok((form.truncated(count)?, form.terms().len() <= count));
        }
        let mut rest = self.numerator.clone();
        let mut terms = Vec::new();
        let Some(head) = self.denominator.terms().first() else {
            return Err(Error::Undefined("a quotient by 0".to_owned()));
        };
        for _ in 0..count {
            let Some(first) = rest.terms().first() else { break };
            let exponent = first.exponent().checked_sub(head.exponent())?;
            let coefficient = first.coefficient().checked_div(head.coefficient())?;
            rest = rest.checked_sub(&self.denominator.shifted(&exponent, &coefficient)?)?;
            terms.push((exponent, coefficient));
        }
        Ok((NormalForm::from_terms(terms)?, rest.is_zero()))
    }

    /// The greatest omnific integer that is not above the number.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond the bounds of [`NormalForm`], or for a quotient with too many infinite terms.
    ///
    /// # Examples
    /// ```
    /// let x: farstar_num::Surreal = "(ω^2+1)/(ω+1)".parse()?;
    /// assert_eq!(x.floor()?.to_string(), "ω-1");
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn floor(&self) -> Result<NormalForm, Error> {
        const MOST_TERMS: usize = 1024;
        if let Some(form) = self.as_normal_form() {
            return form.floor();
        }
        // The first term with a negative exponent settles the rounding.
        let mut count = 4;
        loop {
            let (terms, _) = self.series(count)?;
            if terms.terms().last().is_some_and(|term| term.exponent().signum() < 0) {
                return terms.floor();
            }
            if count >= MOST_TERMS {
                return Err(Error::OutOfBounds {
                    what: "infinite terms of a quotient",
                    limit: MOST_TERMS as u64,
                });
            }
            count *= 4;
        }
    }

    pub(crate) fn short_text(&self) -> String {
        const LONGEST: u32 = 256;
        if self.size() <= LONGEST { self.to_string() } else { "a long surreal number".to_owned() }
    }
}

impl Default for Surreal {
    fn default() -> Surreal {
        Surreal::from(NormalForm::zero())
    }
}

impl From<NormalForm> for Surreal {
    fn from(numerator: NormalForm) -> Surreal {
        Surreal { numerator, denominator: NormalForm::from(1) }
    }
}

impl From<GeneralizedOrdinal> for Surreal {
    fn from(x: GeneralizedOrdinal) -> Surreal {
        Surreal::from(NormalForm::from(x))
    }
}

impl TryFrom<&Rational> for Surreal {
    type Error = Error;

    /// # Errors
    /// [`Error::Infinite`] for the infinities, which are no surreal numbers; [`Error::OutOfBounds`] for numbers too
    /// long.
    fn try_from(x: &Rational) -> Result<Surreal, Error> {
        NormalForm::try_from(x).map(Surreal::from)
    }
}

impl Neg for &Surreal {
    type Output = Surreal;
    fn neg(self) -> Surreal {
        Surreal { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }
}

impl Neg for Surreal {
    type Output = Surreal;
    fn neg(self) -> Surreal {
        -&self
    }
}
