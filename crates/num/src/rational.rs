//! Rationals of any size with the two infinities.

use crate::dyadic::{bits, integer, natural, shift};
use crate::error::excerpt;
use crate::{Dyadic, Error, IBig, Sign, UBig};
use dashu_int::ops::{BitTest, PowerOfTwo, UnsignedAbs};
use dashu_ratio::RBig;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;
use std::ops::Neg;
use std::str::FromStr;

/// An exact fraction in lowest terms, or `inf` = 1/0, or `-inf`.
///
/// The infinities are the ends of the line, as thermographs and means use them; they are not the ordinal ω.
/// Arithmetic that has no answer (`0/0`, `inf - inf`, `0·inf`) is an error.
///
/// # Examples
/// ```
/// use farstar_num::Rational;
/// let third = Rational::new(2, 6)?;
/// assert_eq!(third.to_string(), "1/3");
/// assert_eq!(third.to_dyadic(), None);
/// assert_eq!(third.checked_add(&third)?.to_string(), "2/3");
/// assert_eq!(Rational::new(-17, 0)?, Rational::NEG_INFINITY);
/// # Ok::<(), farstar_num::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Rational(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    NegInfinity,
    /// Every integer of 64 bits.
    Small(i64),
    /// Every other finite number.
    Finite(Box<RBig>),
    Infinity,
}

impl Repr {
    fn of(x: RBig) -> Self {
        if x.is_int()
            && let Ok(n) = i64::try_from(x.numerator())
        {
            return Self::Small(n);
        }
        Self::Finite(Box::new(x))
    }
}

/// The birthday of a real number: a natural number for dyadics, ω for every other real.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Birthday {
    /// Born on this finite day.
    Finite(UBig),
    /// Born on day ω.
    Omega,
}

impl fmt::Display for Birthday {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Birthday::Finite(n) => write!(f, "{n}"),
            Birthday::Omega => f.write_str("ω"),
        }
    }
}

fn finite(x: RBig) -> Result<Rational, Error> {
    let needed = bits(x.numerator()).max(x.denominator().bit_len() as u64);
    if needed > Dyadic::MAX_BITS {
        return Err(Error::TooLarge { bits: needed });
    }
    Ok(Rational(Repr::of(x)))
}

impl Rational {
    /// The number 0.
    pub const ZERO: Rational = Rational(Repr::Small(0));
    /// The number 1.
    pub const ONE: Rational = Rational(Repr::Small(1));
    /// `inf` = 1/0, above every number.
    pub const INFINITY: Rational = Rational(Repr::Infinity);
    /// `-inf` = -1/0, below every number.
    pub const NEG_INFINITY: Rational = Rational(Repr::NegInfinity);

    /// `p/q` in lowest terms; an infinity with the sign of `p` when `q` is 0.
    ///
    /// # Errors
    /// [`Error::Undefined`] for 0/0, [`Error::TooLarge`] beyond [`Dyadic::MAX_BITS`].
    pub fn new(p: impl Into<IBig>, q: impl Into<IBig>) -> Result<Rational, Error> {
        let (p, q): (IBig, IBig) = (p.into(), q.into());
        if !q.is_zero() {
            return finite(RBig::from_parts_signed(p, q));
        }
        match p.cmp(&IBig::ZERO) {
            Ordering::Less => Ok(Rational::NEG_INFINITY),
            Ordering::Equal => Err(Error::Undefined("0/0".to_owned())),
            Ordering::Greater => Ok(Rational::INFINITY),
        }
    }

    fn as_finite(&self) -> Result<Cow<'_, RBig>, Error> {
        match &self.0 {
            Repr::Small(n) => Ok(Cow::Owned(RBig::from(*n))),
            Repr::Finite(x) => Ok(Cow::Borrowed(x)),
            Repr::Infinity => Err(Error::Infinite("inf")),
            Repr::NegInfinity => Err(Error::Infinite("-inf")),
        }
    }

    /// Numerator in lowest terms, with the sign; ±1 for the infinities.
    pub fn numerator(&self) -> IBig {
        match &self.0 {
            Repr::Small(n) => IBig::from(*n),
            Repr::Finite(x) => x.numerator().clone(),
            Repr::Infinity => IBig::ONE,
            Repr::NegInfinity => IBig::NEG_ONE,
        }
    }

    /// Denominator in lowest terms; 0 for the infinities.
    pub fn denominator(&self) -> UBig {
        match &self.0 {
            Repr::Small(_) => UBig::ONE,
            Repr::Finite(x) => x.denominator().clone(),
            _ => UBig::ZERO,
        }
    }

    /// Whether the number is finite.
    pub fn is_finite(&self) -> bool {
        matches!(self.0, Repr::Small(_) | Repr::Finite(_))
    }

    /// Whether the number is 0.
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small(0))
    }

    /// Whether the number is an integer.
    pub fn is_integer(&self) -> bool {
        match &self.0 {
            Repr::Small(_) => true,
            Repr::Finite(x) => x.is_int(),
            _ => false,
        }
    }

    /// The number, if it is an integer of 64 bits.
    ///
    /// # Examples
    /// ```
    /// use farstar_num::Rational;
    /// assert_eq!(Rational::from(-7).to_i64(), Some(-7));
    /// assert_eq!(Rational::new(1, 2)?.to_i64(), None);
    /// # Ok::<(), farstar_num::Error>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn to_i64(&self) -> Option<i64> {
        if let Repr::Small(n) = self.0 { Some(n) } else { None }
    }

    /// Whether the number is finite with a power of two below: the value of a short game.
    pub fn is_dyadic(&self) -> bool {
        match &self.0 {
            Repr::Small(_) => true,
            Repr::Finite(x) => x.denominator().is_power_of_two(),
            _ => false,
        }
    }

    /// The number as a [`Dyadic`]; `None` when it is no short game. [`TryFrom`] says why.
    pub fn to_dyadic(&self) -> Option<Dyadic> {
        if self.is_dyadic() { self.to_dyadic_or_error().ok() } else { None }
    }

    pub(crate) fn to_dyadic_or_error(&self) -> Result<Dyadic, Error> {
        let x = self.as_finite()?;
        if !x.denominator().is_power_of_two() {
            return Err(Error::NotDyadic(excerpt(&self.to_string())));
        }
        Dyadic::try_new(x.numerator().clone(), x.denominator().bit_len() as u64 - 1)
    }

    /// -1, 0 or 1: the sign of the number.
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::NegInfinity => -1,
            Repr::Infinity => 1,
            Repr::Small(n) => n.signum() as i32,
            Repr::Finite(x) if x.sign() == Sign::Negative => -1,
            Repr::Finite(_) => 1,
        }
    }

    /// The absolute value.
    pub fn abs(&self) -> Rational {
        if self.signum() < 0 { -self } else { self.clone() }
    }

    /// The greatest integer not above the number.
    ///
    /// # Errors
    /// [`Error::Infinite`] for the infinities.
    pub fn floor(&self) -> Result<IBig, Error> {
        Ok(self.as_finite()?.floor())
    }

    /// The least integer not below the number.
    ///
    /// # Errors
    /// [`Error::Infinite`] for the infinities.
    pub fn ceil(&self) -> Result<IBig, Error> {
        Ok(self.as_finite()?.ceil())
    }

    /// `1/x`; `inf` for 0, and 0 for the infinities.
    pub fn reciprocal(&self) -> Rational {
        match &self.0 {
            Repr::Small(0) => Rational::INFINITY,
            Repr::Small(n) => {
                Rational(Repr::of(RBig::from_parts_signed(IBig::ONE, IBig::from(*n))))
            }
            Repr::Finite(x) => {
                let (p, q) = (**x).clone().into_parts();
                Rational(Repr::of(RBig::from_parts_signed(IBig::from(q), p)))
            }
            _ => Rational::ZERO,
        }
    }

    /// `self + other`.
    ///
    /// # Errors
    /// [`Error::Undefined`] for `inf - inf`, [`Error::TooLarge`] beyond [`Dyadic::MAX_BITS`].
    pub fn checked_add(&self, other: &Rational) -> Result<Rational, Error> {
        match (&self.0, &other.0) {
            (Repr::Small(m), Repr::Small(n)) if let Some(sum) = m.checked_add(*n) => {
                Ok(Rational::from(sum))
            }
            (Repr::Infinity, Repr::NegInfinity) | (Repr::NegInfinity, Repr::Infinity) => {
                Err(Error::Undefined("inf - inf".to_owned()))
            }
            (Repr::Infinity | Repr::NegInfinity, _) => Ok(self.clone()),
            (_, Repr::Infinity | Repr::NegInfinity) => Ok(other.clone()),
            _ => finite(&*self.as_finite()? + &*other.as_finite()?),
        }
    }

    /// `self - other`.
    ///
    /// # Errors
    /// As [`Rational::checked_add`].
    pub fn checked_sub(&self, other: &Rational) -> Result<Rational, Error> {
        self.checked_add(&-other)
    }

    /// `self · other`.
    ///
    /// # Errors
    /// [`Error::Undefined`] for `0·inf`, [`Error::TooLarge`] beyond [`Dyadic::MAX_BITS`].
    pub fn checked_mul(&self, other: &Rational) -> Result<Rational, Error> {
        if let (Repr::Small(m), Repr::Small(n)) = (&self.0, &other.0)
            && let Some(product) = m.checked_mul(*n)
        {
            return Ok(Rational::from(product));
        }
        if let (Ok(x), Ok(y)) = (self.as_finite(), other.as_finite()) {
            return finite(&*x * &*y);
        }
        match self.signum() * other.signum() {
            0 => Err(Error::Undefined("0*inf".to_owned())),
            s if s > 0 => Ok(Rational::INFINITY),
            _ => Ok(Rational::NEG_INFINITY),
        }
    }

    /// `self / other`; dividing a number other than 0 by 0 gives an infinity of its sign.
    ///
    /// # Errors
    /// [`Error::Undefined`] for `0/0` and `inf/inf`, [`Error::TooLarge`] beyond [`Dyadic::MAX_BITS`].
    pub fn checked_div(&self, other: &Rational) -> Result<Rational, Error> {
        if (self.is_zero() && other.is_zero()) || !(self.is_finite() || other.is_finite()) {
            return Err(Error::Undefined(format!("{self}/{other}")));
        }
        self.checked_mul(&other.reciprocal())
    }

    /// What is left of `self` after the floor of `self/other` times `other`; it has the sign of `other`.
    ///
    /// # Errors
    /// [`Error::Undefined`] when `other` is 0 or one of the two is infinite, [`Error::TooLarge`] beyond
    /// [`Dyadic::MAX_BITS`].
    pub fn checked_rem(&self, other: &Rational) -> Result<Rational, Error> {
        match (self.as_finite(), other.as_finite()) {
            (Ok(x), Ok(y)) if !y.is_zero() => {
                let times = (&*x / &*y).floor();
                finite(&*x - RBig::from(times) * &*y)
            }
            _ => Err(Error::Undefined(format!("{self} % {other}"))),
        }
    }

    /// `self` to the power `n`; `x^0` is 1.
    ///
    /// # Errors
    /// [`Error::Undefined`] for `inf^0`, [`Error::TooLarge`] beyond [`Dyadic::MAX_BITS`], found out
    /// before any memory is taken.
    pub fn checked_pow(&self, n: i64) -> Result<Rational, Error> {
        if n < 0 {
            // 0 has no sign to give to an infinity, so 0^-1 is `inf` like 1/0.
            let up = self.reciprocal();
            return if n == i64::MIN {
                up.natural_pow(n.unsigned_abs())
            } else {
                up.natural_pow((-n) as u64)
            };
        }
        self.natural_pow(n as u64)
    }

    fn natural_pow(&self, n: u64) -> Result<Rational, Error> {
        let Ok(x) = self.as_finite() else {
            return match (n, self.signum() < 0 && n % 2 == 1) {
                (0, _) => Err(Error::Undefined(format!("({self})^0"))),
                (_, true) => Ok(Rational::NEG_INFINITY),
                (_, false) => Ok(Rational::INFINITY),
            };
        };
        let (p, q) = (x.numerator(), x.denominator());
        let size =
            |m: &UBig| if *m <= UBig::ONE { 1 } else { (m.bit_len() as u64 - 1).saturating_mul(n) };
        let needed = size(&p.unsigned_abs()).max(size(q));
        if needed > Dyadic::MAX_BITS {
            return Err(Error::TooLarge { bits: needed });
        }
        let raise = |m: UBig| {
            if m <= UBig::ONE { if n == 0 { UBig::ONE } else { m } } else { m.pow(shift(n)) }
        };
        let negative = x.sign() == Sign::Negative && n % 2 == 1;
        let sign = if negative { Sign::Negative } else { Sign::Positive };
        let top = IBig::from_parts(sign, raise(p.unsigned_abs()));
        finite(RBig::from_parts(top, raise(q.clone())))
    }

    /// Birthday: finite for dyadics, ω for every other real.
    ///
    /// # Errors
    /// [`Error::Infinite`] for the infinities, which are no surreal numbers.
    pub fn birthday(&self) -> Result<Birthday, Error> {
        self.as_finite()?;
        Ok(self.to_dyadic().map_or(Birthday::Omega, |x| Birthday::Finite(x.birthday())))
    }
}

impl Ord for Rational {
    fn cmp(&self, other: &Rational) -> Ordering {
        let rank = |x: &Repr| match x {
            Repr::NegInfinity => 0,
            Repr::Small(_) | Repr::Finite(_) => 1,
            Repr::Infinity => 2,
        };
        match (&self.0, &other.0) {
            (Repr::Small(m), Repr::Small(n)) => m.cmp(n),
            (Repr::Finite(x), Repr::Finite(y)) if x.is_int() && y.is_int() => {
                x.numerator().cmp(y.numerator())
            }
            (x, y) => match (self.as_finite(), other.as_finite()) {
                (Ok(x), Ok(y)) => x.cmp(&y),
                _ => rank(x).cmp(&rank(y)),
            },
        }
    }
}

impl PartialOrd for Rational {
    fn partial_cmp(&self, other: &Rational) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Default for Rational {
    fn default() -> Rational {
        Rational::ZERO
    }
}

impl Neg for &Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        Rational(match &self.0 {
            Repr::NegInfinity => Repr::Infinity,
            Repr::Infinity => Repr::NegInfinity,
            Repr::Small(n) if let Some(negative) = n.checked_neg() => Repr::Small(negative),
            Repr::Small(n) => Repr::of(-RBig::from(*n)),
            Repr::Finite(x) => Repr::of(-(**x).clone()),
        })
    }
}

impl Neg for Rational {
    type Output = Rational;
    fn neg(self) -> Rational {
        -&self
    }
}

impl From<&Dyadic> for Rational {
    fn from(x: &Dyadic) -> Rational {
        Rational(Repr::of(RBig::from_parts(x.numerator(), UBig::ONE << shift(x.exponent()))))
    }
}

impl From<Dyadic> for Rational {
    fn from(x: Dyadic) -> Rational {
        Rational::from(&x)
    }
}

impl From<i64> for Rational {
    #[inline]
    fn from(n: i64) -> Rational {
        Rational(Repr::Small(n))
    }
}

impl From<IBig> for Rational {
    fn from(n: IBig) -> Rational {
        Rational(Repr::of(RBig::from(n)))
    }
}

impl TryFrom<&Rational> for Dyadic {
    type Error = Error;
    /// # Errors
    /// [`Error::NotDyadic`] or [`Error::Infinite`]: the reason why the number is no short game.
    fn try_from(x: &Rational) -> Result<Dyadic, Error> {
        x.to_dyadic_or_error()
    }
}

impl TryFrom<Rational> for Dyadic {
    type Error = Error;
    fn try_from(x: Rational) -> Result<Dyadic, Error> {
        x.to_dyadic_or_error()
    }
}

impl fmt::Display for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::NegInfinity => f.write_str("-inf"),
            Repr::Infinity => f.write_str("inf"),
            Repr::Small(n) => write!(f, "{n}"),
            Repr::Finite(x) if x.is_int() => write!(f, "{}", x.numerator()),
            Repr::Finite(x) => write!(f, "{}/{}", x.numerator(), x.denominator()),
        }
    }
}

impl fmt::Debug for Rational {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Rational {
    type Err = Error;

    /// Reads `5`, `-6/23`, `1/0`, `inf`, `-inf`.
    ///
    /// # Errors
    /// [`Error::Parse`] for other text, [`Error::Undefined`] for `0/0`.
    fn from_str(text: &str) -> Result<Rational, Error> {
        let refuse =
            || Error::Parse { text: excerpt(text), expected: "a fraction such as 5, -6/23 or inf" };
        match text {
            "inf" | "+inf" => return Ok(Rational::INFINITY),
            "-inf" => return Ok(Rational::NEG_INFINITY),
            _ => {}
        }
        let (top, bottom) = text.split_once('/').unwrap_or((text, "1"));
        let p = integer(top).ok_or_else(refuse)?;
        let q = natural(bottom).ok_or_else(refuse)?;
        Rational::new(p, IBig::from(q))
    }
}
