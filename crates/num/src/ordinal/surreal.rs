//! Quotients of generalized ordinals.

use super::gcd::cofactors;
use super::{GeneralizedOrdinal, OrdinalTerm};
use crate::{Birthday, Error, IBig, Rational, UBig};
use dashu_int::ops::UnsignedAbs;
use std::cmp::Ordering;
use std::ops::Neg;

/// A quotient of two generalized ordinals in lowest terms, a surreal number.
///
/// The denominator is positive and has no divisor in common with the numerator, so equal numbers have equal forms. The
/// finite [`Rational`] numbers and the [`GeneralizedOrdinal`]s are among them.
///
/// # Examples
/// ```
/// use farstar_num::Surreal;
/// let x: Surreal = "(ω^(ω+1)-ω^ω-ω+1)/(ω-1)".parse()?;
/// assert_eq!(x.to_string(), "ω^ω-1");
/// let y = x.checked_add(&"1/(ω+1)".parse()?)?;
/// assert_eq!(y.to_string(), "(ω^(ω+1)+ω^ω-ω)/(ω+1)");
/// # Ok::<(), farstar_num::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Surreal {
    numerator: GeneralizedOrdinal,
    denominator: GeneralizedOrdinal,
}

impl Surreal {
    /// `numerator/denominator` in lowest terms.
    ///
    /// # Errors
    /// [`Error::Undefined`] for a denominator of 0, [`Error::OutOfBounds`] if lowest terms are out of reach.
    pub fn new(
        numerator: GeneralizedOrdinal,
        denominator: GeneralizedOrdinal,
    ) -> Result<Surreal, Error> {
        if denominator.is_zero() {
            return Err(Error::Undefined(format!("{}/0", numerator.short_text())));
        }
        if denominator.is_one() || numerator.is_zero() {
            return Ok(Surreal::from(numerator));
        }
        let (mut numerator, mut denominator) = cofactors(&numerator, &denominator)?;
        if denominator.signum() < 0 {
            (numerator, denominator) = (-numerator, -denominator);
        }
        Ok(Surreal { numerator, denominator })
    }

    /// The numerator in lowest terms, with the sign.
    pub fn numerator(&self) -> &GeneralizedOrdinal {
        &self.numerator
    }

    /// The denominator in lowest terms, positive.
    pub fn denominator(&self) -> &GeneralizedOrdinal {
        &self.denominator
    }

    /// The number without a denominator, if it is a generalized ordinal.
    pub fn as_generalized_ordinal(&self) -> Option<&GeneralizedOrdinal> {
        self.denominator.is_one().then_some(&self.numerator)
    }

    /// The number as a rational, if it is one.
    pub fn as_rational(&self) -> Option<Rational> {
        Rational::new(self.numerator.as_integer()?, self.denominator.as_integer()?).ok()
    }

    /// Whether the number is an ordinal.
    pub fn is_ordinal(&self) -> bool {
        self.denominator.is_one() && self.numerator.is_ordinal()
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
        Surreal { numerator: self.numerator.abs(), denominator: self.denominator.clone() }
    }

    /// `1/self`.
    ///
    /// # Errors
    /// [`Error::Undefined`] for 0.
    pub fn reciprocal(&self) -> Result<Surreal, Error> {
        match self.signum() {
            0 => Err(Error::Undefined("1/0".to_owned())),
            1 => Ok(Surreal {
                numerator: self.denominator.clone(),
                denominator: self.numerator.clone(),
            }),
            _ => Ok(Surreal { numerator: -&self.denominator, denominator: -&self.numerator }),
        }
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

    /// `self` to the power `exponent`: an integer, or any generalized ordinal if `self` is ω (see
    /// [`Surreal::omega_power`]).
    ///
    /// # Errors
    /// [`Error::Undefined`] for other powers and for negative powers of 0, [`Error::OutOfBounds`] beyond the bounds of
    /// [`GeneralizedOrdinal`].
    pub fn checked_pow(&self, exponent: &GeneralizedOrdinal) -> Result<Surreal, Error> {
        let Some(n) = exponent.as_integer() else {
            if self.as_generalized_ordinal().is_some_and(GeneralizedOrdinal::is_omega) {
                return Surreal::omega_power(exponent);
            }
            return Err(Error::Undefined(format!(
                "({})^({}), a transfinite power of another number than ω,",
                self.short_text(),
                exponent.short_text()
            )));
        };
        let base = if n < IBig::ZERO { &self.reciprocal()? } else { self };
        let n: UBig = n.unsigned_abs();
        // Powers of coprime polynomials are coprime.
        Ok(Surreal {
            numerator: base.numerator.checked_pow(&n)?,
            denominator: base.denominator.checked_pow(&n)?,
        })
    }

    /// `ω^exponent`, Conway's power of ω. For `exponent = α - β` with ordinals α and β it is `ω^α/ω^β`.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond [`GeneralizedOrdinal::MAX_DEPTH`].
    ///
    /// # Examples
    /// ```
    /// use farstar_num::{GeneralizedOrdinal, Surreal};
    /// let x: GeneralizedOrdinal = "ω-2".parse()?;
    /// assert_eq!(Surreal::omega_power(&x)?.to_string(), "ω^ω/ω^2");
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn omega_power(exponent: &GeneralizedOrdinal) -> Result<Surreal, Error> {
        let (above, below) = exponent.parts()?;
        Ok(Surreal {
            numerator: GeneralizedOrdinal::monomial(&above, 1)?,
            denominator: GeneralizedOrdinal::monomial(&below, 1)?,
        })
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

    /// The birthday, an ordinal; `None` for a transfinite denominator, where no rule is used here.
    ///
    /// The sign expansion of `Σ ω^α·r` with ordinals α and rationals r is made of pieces of the lengths `ω^α·b`, b the
    /// birthday of r (Gonshor, *An Introduction to the Theory of Surreal Numbers*, thm 5.12).
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond the bounds of [`GeneralizedOrdinal`].
    ///
    /// # Examples
    /// ```
    /// let half_of_omega: farstar_num::Surreal = "ω/2".parse()?;
    /// assert_eq!(half_of_omega.birthday()?.map(|b| b.to_string()), Some("ω×2".to_owned()));
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    pub fn birthday(&self) -> Result<Option<GeneralizedOrdinal>, Error> {
        let Some(denominator) = self.denominator.as_integer() else { return Ok(None) };
        let piece = |term: &OrdinalTerm| {
            let r = Rational::new(term.coefficient().clone(), denominator.clone())?;
            Ok(match r.birthday()? {
                Birthday::Finite(day) => (term.exponent().clone(), IBig::from(day)),
                Birthday::Omega => {
                    (term.exponent().checked_add(&GeneralizedOrdinal::one())?, IBig::ONE)
                }
            })
        };
        let pieces: Result<Vec<_>, Error> = self.numerator.terms().iter().map(piece).collect();
        GeneralizedOrdinal::from_terms(pieces?).map(Some)
    }

    fn short_text(&self) -> String {
        match self.as_generalized_ordinal() {
            Some(x) => x.short_text(),
            None if self.size() <= 256 => self.to_string(),
            None => "a long quotient".to_owned(),
        }
    }
}

impl From<GeneralizedOrdinal> for Surreal {
    fn from(numerator: GeneralizedOrdinal) -> Surreal {
        Surreal { numerator, denominator: GeneralizedOrdinal::one() }
    }
}

impl TryFrom<&Rational> for Surreal {
    type Error = Error;

    /// # Errors
    /// [`Error::Infinite`] for the infinities, which are no surreal numbers; [`Error::OutOfBounds`] for numbers too
    /// long.
    fn try_from(x: &Rational) -> Result<Surreal, Error> {
        match (x.is_finite(), x.signum()) {
            (true, _) => Ok(Surreal {
                numerator: GeneralizedOrdinal::integer(x.numerator())?,
                denominator: GeneralizedOrdinal::integer(x.denominator())?,
            }),
            (false, sign) => Err(Error::Infinite(if sign < 0 { "-inf" } else { "inf" })),
        }
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
