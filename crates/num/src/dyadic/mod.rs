//! Dyadic rationals `m/2^e` in lowest terms.
//!
//! Layout: 16 bytes. Either an `i64` numerator with a `u32` exponent, or a box with an [`IBig`] and a `u64`
//! exponent. The big form is used only when the small one cannot hold the number, so equality and hashing
//! are those of the representation.

mod arith;
mod order;
mod simplest;
mod text;

pub(crate) use text::{integer, natural};

use crate::{Error, IBig, SignExpansion, UBig};
use dashu_int::ops::{BitTest, UnsignedAbs};

/// An exact dyadic rational `m/2^e`, in lowest terms: the numbers that are values of short games.
///
/// Results that do not fit 64 bits move to big integers. No number may have a numerator or an exponent
/// beyond [`Dyadic::MAX_BITS`] bits; the `checked_` operations report that as [`Error::TooLarge`], the
/// operators and the plain methods panic.
///
/// # Examples
/// ```
/// use farstar_num::Dyadic;
/// let x = Dyadic::new(12, 4);
/// assert_eq!(x, Dyadic::from_small(3, 2));
/// assert_eq!(x.to_string(), "3/4");
/// assert_eq!(x.birthday(), 3u8.into());
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Dyadic(Repr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr {
    Small { numerator: i64, exponent: u32 },
    Big(Box<Big>),
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Big {
    numerator: IBig,
    exponent: u64,
}

/// Bits of `n` without its sign.
pub(crate) fn bits(n: &IBig) -> u64 {
    n.unsigned_abs().bit_len() as u64
}

/// A count of bits as the shift it stands for; callers have checked it against [`Dyadic::MAX_BITS`].
pub(crate) fn shift(bits: u64) -> usize {
    usize::try_from(bits).expect("MAX_BITS fits usize")
}

impl Dyadic {
    /// Most bits a numerator or an exponent may have: 2^26, a number of 8 MiB.
    ///
    /// The longest single operation, a product of two such numbers, then takes about a second and no
    /// operation takes more than some tens of MiB.
    pub const MAX_BITS: u64 = 1 << 26;
    /// The number 0.
    pub const ZERO: Dyadic = Dyadic::small(0, 0);
    /// The number 1.
    pub const ONE: Dyadic = Dyadic::small(1, 0);
    /// The number -1.
    pub const NEG_ONE: Dyadic = Dyadic::small(-1, 0);
    /// The number 1/2.
    pub const HALF: Dyadic = Dyadic::small(1, 1);

    /// The small form as it stands: `numerator` is odd or `exponent` is 0.
    #[inline]
    const fn small(numerator: i64, exponent: u32) -> Dyadic {
        debug_assert!(exponent == 0 || numerator & 1 == 1);
        Dyadic(Repr::Small { numerator, exponent })
    }

    /// `numerator / 2^exponent`, reduced.
    ///
    /// # Panics
    /// If the reduced number is beyond [`Dyadic::MAX_BITS`]; see [`Dyadic::try_new`].
    pub fn new(numerator: impl Into<IBig>, exponent: u64) -> Dyadic {
        match Dyadic::try_new(numerator, exponent) {
            Ok(x) => x,
            Err(e) => panic!("{e}"),
        }
    }

    /// `numerator / 2^exponent`, reduced.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the reduced numerator or exponent is beyond [`Dyadic::MAX_BITS`].
    pub fn try_new(numerator: impl Into<IBig>, exponent: u64) -> Result<Dyadic, Error> {
        let numerator: IBig = numerator.into();
        let Some(zeros) = numerator.trailing_zeros() else { return Ok(Dyadic::ZERO) };
        let cut = (zeros as u64).min(exponent);
        let numerator = if cut == 0 { numerator } else { numerator >> shift(cut) };
        let exponent = exponent - cut;
        if let (Ok(n), Ok(e)) = (i64::try_from(&numerator), u32::try_from(exponent))
            && exponent <= Dyadic::MAX_BITS
        {
            return Ok(Dyadic::small(n, e));
        }
        let needed = exponent.max(bits(&numerator));
        if needed > Dyadic::MAX_BITS {
            return Err(Error::TooLarge { bits: needed });
        }
        Ok(Dyadic(Repr::Big(Box::new(Big { numerator, exponent }))))
    }

    /// `numerator / 2^exponent`, reduced, without touching big integers.
    ///
    /// # Panics
    /// If the reduced exponent is beyond [`Dyadic::MAX_BITS`].
    #[inline]
    pub fn from_small(numerator: i64, exponent: u32) -> Dyadic {
        if exponent < u64::BITS {
            // a bit at the exponent ends what is cut, of 0 too
            let cut = (numerator | 1 << exponent).trailing_zeros();
            return Dyadic::small(numerator >> cut, exponent - cut);
        }
        let cut = if numerator == 0 { exponent } else { numerator.trailing_zeros() };
        let exponent = exponent - cut;
        assert!(
            u64::from(exponent) <= Dyadic::MAX_BITS,
            "the exponent {exponent} is beyond MAX_BITS"
        );
        // A numerator 0 may be cut by more than 63 places.
        Dyadic::small(numerator.checked_shr(cut).unwrap_or(0), exponent)
    }

    /// `numerator / 2^exponent`, reduced, small if it fits.
    #[inline]
    fn from_wide(numerator: i128, exponent: u32) -> Dyadic {
        if numerator == 0 {
            return Dyadic::ZERO;
        }
        let cut = numerator.trailing_zeros().min(exponent);
        let (numerator, exponent) = (numerator >> cut, exponent - cut);
        match i64::try_from(numerator) {
            Ok(n) if u64::from(exponent) <= Dyadic::MAX_BITS => Dyadic::small(n, exponent),
            _ => Dyadic::new(numerator, u64::from(exponent)),
        }
    }

    /// Numerator and exponent when both fit the small form; `None` for big numbers.
    #[inline]
    pub fn to_small(&self) -> Option<(i64, u32)> {
        match self.0 {
            Repr::Small { numerator, exponent } => Some((numerator, exponent)),
            Repr::Big(_) => None,
        }
    }

    /// The numerator `m` of `m/2^e` in lowest terms.
    pub fn numerator(&self) -> IBig {
        match &self.0 {
            Repr::Small { numerator, .. } => IBig::from(*numerator),
            Repr::Big(big) => big.numerator.clone(),
        }
    }

    /// The exponent `e` of `m/2^e` in lowest terms; 0 exactly for integers.
    #[inline]
    pub fn exponent(&self) -> u64 {
        match &self.0 {
            Repr::Small { exponent, .. } => u64::from(*exponent),
            Repr::Big(big) => big.exponent,
        }
    }

    /// Bits needed for the numerator or the exponent as a shift, whichever is more: a measure of size
    /// for callers that limit memory.
    pub fn bits(&self) -> u64 {
        match &self.0 {
            Repr::Small { numerator, exponent } => u64::from(*exponent)
                .max(u64::from(u64::BITS - numerator.unsigned_abs().leading_zeros())),
            Repr::Big(big) => big.exponent.max(bits(&big.numerator)),
        }
    }

    /// Whether the number is an integer.
    #[inline]
    pub fn is_integer(&self) -> bool {
        self.exponent() == 0
    }

    /// Whether the number is 0.
    #[inline]
    pub fn is_zero(&self) -> bool {
        matches!(self.0, Repr::Small { numerator: 0, .. })
    }

    /// Whether the number is greater than 0.
    #[inline]
    pub fn is_positive(&self) -> bool {
        self.signum() > 0
    }

    /// Whether the number is less than 0.
    #[inline]
    pub fn is_negative(&self) -> bool {
        self.signum() < 0
    }

    /// -1, 0 or 1: the sign of the number.
    #[inline]
    pub fn signum(&self) -> i32 {
        match &self.0 {
            Repr::Small { numerator, .. } => numerator.signum() as i32,
            Repr::Big(big) => {
                if big.numerator < IBig::ZERO {
                    -1
                } else {
                    1
                }
            }
        }
    }

    /// The absolute value.
    #[inline]
    pub fn abs(&self) -> Dyadic {
        if self.is_negative() { -self } else { self.clone() }
    }

    /// The number as an integer; `None` when it is none.
    pub fn to_integer(&self) -> Option<IBig> {
        self.is_integer().then(|| self.numerator())
    }

    /// The number as an `i64`; `None` when it is no integer or does not fit.
    #[inline]
    pub fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Small { numerator, exponent: 0 } => Some(numerator),
            _ => None,
        }
    }

    /// The greatest integer not above the number.
    pub fn floor(&self) -> IBig {
        match &self.0 {
            Repr::Small { numerator, exponent } => IBig::from(numerator >> (*exponent).min(63)),
            Repr::Big(big) => floor_shift(&big.numerator, big.exponent),
        }
    }

    /// The least integer not below the number.
    pub fn ceil(&self) -> IBig {
        -(-self).floor()
    }

    /// Half the number.
    ///
    /// # Panics
    /// If the exponent passes [`Dyadic::MAX_BITS`].
    #[inline]
    pub fn half(&self) -> Dyadic {
        match self.0 {
            Repr::Small { numerator, exponent } if exponent < 1 << 20 => {
                Dyadic::from_small(numerator, exponent + 1)
            }
            _ => self.mul_pow2(-1),
        }
    }

    /// Twice the number.
    ///
    /// # Panics
    /// If the numerator passes [`Dyadic::MAX_BITS`].
    #[inline]
    pub fn double(&self) -> Dyadic {
        match self.0 {
            Repr::Small { numerator, exponent } if exponent > 0 => {
                Dyadic::small(numerator, exponent - 1)
            }
            _ => self.mul_pow2(1),
        }
    }

    /// The number times `2^k`.
    ///
    /// # Panics
    /// If the result is beyond [`Dyadic::MAX_BITS`]; see [`Dyadic::checked_mul_pow2`].
    pub fn mul_pow2(&self, k: i64) -> Dyadic {
        match self.checked_mul_pow2(k) {
            Ok(x) => x,
            Err(e) => panic!("{e}"),
        }
    }

    /// The number times `2^k`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the result is beyond [`Dyadic::MAX_BITS`]. The check comes before any
    /// memory is taken, so an absurd `k` costs nothing.
    pub fn checked_mul_pow2(&self, k: i64) -> Result<Dyadic, Error> {
        if self.is_zero() {
            return Ok(Dyadic::ZERO);
        }
        let (e, up) = (self.exponent(), k.unsigned_abs());
        if k <= 0 {
            return Dyadic::try_new(self.numerator(), e.saturating_add(up));
        }
        if up <= e {
            return Dyadic::try_new(self.numerator(), e - up);
        }
        let (numerator, places) = (self.numerator(), up - e);
        let needed = bits(&numerator).saturating_add(places);
        if needed > Dyadic::MAX_BITS {
            return Err(Error::TooLarge { bits: needed });
        }
        Dyadic::try_new(numerator << shift(places), 0)
    }

    /// The number half way between `a` and `b`.
    #[inline]
    pub fn mean(a: &Dyadic, b: &Dyadic) -> Dyadic {
        (a + b).half()
    }

    /// Birthday: `|x|` for an integer, `⌊|x|⌋ + q + 1` for `p/2^q` in lowest terms with `q ≥ 1`.
    pub fn birthday(&self) -> UBig {
        let whole = self.abs().floor().unsigned_abs();
        match self.exponent() {
            0 => whole,
            q => whole + UBig::from(q) + UBig::ONE,
        }
    }

    /// The Left option of the canonical form, the largest number below that was born earlier;
    /// `None` for 0 and negative integers.
    pub fn left_option(&self) -> Option<Dyadic> {
        if self.is_integer() {
            return self.is_positive().then(|| self - &Dyadic::ONE);
        }
        Some(self.neighbour(-1))
    }

    /// The Right option of the canonical form, the smallest number above that was born earlier;
    /// `None` for 0 and positive integers.
    pub fn right_option(&self) -> Option<Dyadic> {
        if self.is_integer() {
            return self.is_negative().then(|| self + &Dyadic::ONE);
        }
        Some(self.neighbour(1))
    }

    /// `(m + step) / 2^e`.
    fn neighbour(&self, step: i8) -> Dyadic {
        match &self.0 {
            Repr::Small { numerator, exponent } => {
                Dyadic::from_wide(i128::from(*numerator) + i128::from(step), *exponent)
            }
            Repr::Big(big) => Dyadic::new(&big.numerator + IBig::from(step), big.exponent),
        }
    }

    /// The path from 0 to the number in the tree of numbers, `+` towards the greater child.
    pub fn sign_expansion(&self) -> SignExpansion {
        SignExpansion::of(self)
    }
}

/// `⌊n / 2^e⌋`.
fn floor_shift(n: &IBig, e: u64) -> IBig {
    n >> shift(e)
}

impl Default for Dyadic {
    fn default() -> Dyadic {
        Dyadic::ZERO
    }
}
