//! Sums, differences and products of dyadic rationals: 64-bit paths first, big integers when those overflow.

use super::{Dyadic, Repr, bits, shift};
use crate::{Error, IBig};
use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign};

/// `a·2^d + b·2^0` over `2^e`, when it can be said in 128 bits; `d` is the difference of the exponents.
#[inline]
fn small_sum(a: i64, e: u32, b: i64, f: u32) -> Option<Dyadic> {
    if e == f {
        return Some(match a.checked_add(b) {
            Some(n) => Dyadic::from_small(n, e),
            None => Dyadic::from_wide(i128::from(a) + i128::from(b), e),
        });
    }
    let (coarse, fine, e, d) = if e < f { (a, b, f, f - e) } else { (b, a, e, e - f) };
    if d >= 63 {
        return if coarse == 0 { Some(Dyadic::small(fine, e)) } else { None };
    }
    // `fine` is odd because its exponent is not 0, so the sum is already in lowest terms.
    let sum = (i128::from(coarse) << d) + i128::from(fine);
    Some(match i64::try_from(sum) {
        Ok(n) => Dyadic::small(n, e),
        Err(_) => Dyadic::new(sum, u64::from(e)),
    })
}

/// Both numbers over the same power of two.
fn aligned(x: &Dyadic, y: &Dyadic) -> Result<(IBig, IBig, u64), Error> {
    let (a, b) = (x.to_big(), y.to_big());
    let e = a.exponent.max(b.exponent);
    let scale = |n: IBig, exponent: u64| {
        let places = e - exponent;
        let needed = bits(&n).saturating_add(places);
        // Twice the limit leaves room for every sum of two numbers that keep it.
        if needed > 2 * Dyadic::MAX_BITS {
            return Err(Error::TooLarge { bits: needed });
        }
        Ok(if places == 0 { n } else { n << shift(places) })
    };
    Ok((scale(a.numerator, a.exponent)?, scale(b.numerator, b.exponent)?, e))
}

#[inline]
fn expect_fits(result: Result<Dyadic, Error>) -> Dyadic {
    match result {
        Ok(x) => x,
        Err(e) => panic!("{e}"),
    }
}

impl Dyadic {
    /// `self + other`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the sum is beyond [`Dyadic::MAX_BITS`].
    #[inline]
    pub fn checked_add(&self, other: &Dyadic) -> Result<Dyadic, Error> {
        if let (
            Repr::Small { numerator: a, exponent: e },
            Repr::Small { numerator: b, exponent: f },
        ) = (&self.0, &other.0)
            && let Some(sum) = small_sum(*a, *e, *b, *f)
        {
            return Ok(sum);
        }
        big_sum(self, other)
    }

    /// `self - other`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the difference is beyond [`Dyadic::MAX_BITS`].
    #[inline]
    pub fn checked_sub(&self, other: &Dyadic) -> Result<Dyadic, Error> {
        if let (
            Repr::Small { numerator: a, exponent: e },
            Repr::Small { numerator: b, exponent: f },
        ) = (&self.0, &other.0)
            && let Some(b) = b.checked_neg()
            && let Some(sum) = small_sum(*a, *e, b, *f)
        {
            return Ok(sum);
        }
        big_sum(self, &-other)
    }

    /// `self · other`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] if the product is beyond [`Dyadic::MAX_BITS`].
    #[inline]
    pub fn checked_mul(&self, other: &Dyadic) -> Result<Dyadic, Error> {
        if let (
            Repr::Small { numerator: a, exponent: e },
            Repr::Small { numerator: b, exponent: f },
        ) = (&self.0, &other.0)
            && let Some(e) = e.checked_add(*f)
            && u64::from(e) <= Dyadic::MAX_BITS
        {
            return Ok(Dyadic::from_wide(i128::from(*a) * i128::from(*b), e));
        }
        big_product(self, other)
    }
}

#[cold]
fn big_sum(x: &Dyadic, y: &Dyadic) -> Result<Dyadic, Error> {
    if x.is_zero() {
        return Ok(y.clone());
    }
    if y.is_zero() {
        return Ok(x.clone());
    }
    let (a, b, e) = aligned(x, y)?;
    Dyadic::try_new(a + b, e)
}

#[cold]
fn big_product(x: &Dyadic, y: &Dyadic) -> Result<Dyadic, Error> {
    let (a, b) = (x.to_big(), y.to_big());
    let (e, needed) =
        (a.exponent + b.exponent, bits(&a.numerator).saturating_add(bits(&b.numerator)));
    if needed > 2 * Dyadic::MAX_BITS {
        return Err(Error::TooLarge { bits: needed });
    }
    Dyadic::try_new(a.numerator * b.numerator, e)
}

impl Neg for &Dyadic {
    type Output = Dyadic;
    #[inline]
    fn neg(self) -> Dyadic {
        match &self.0 {
            Repr::Small { numerator, exponent } if *numerator != i64::MIN => {
                Dyadic::small(-numerator, *exponent)
            }
            _ => Dyadic::new(-self.numerator(), self.exponent()),
        }
    }
}

impl Neg for Dyadic {
    type Output = Dyadic;
    #[inline]
    fn neg(self) -> Dyadic {
        -&self
    }
}

macro_rules! operator {
    ($trait:ident, $method:ident, $checked:ident, $assign:ident, $assign_method:ident) => {
        impl $trait<&Dyadic> for &Dyadic {
            type Output = Dyadic;
            #[inline]
            fn $method(self, other: &Dyadic) -> Dyadic {
                expect_fits(self.$checked(other))
            }
        }
        impl $trait<Dyadic> for Dyadic {
            type Output = Dyadic;
            #[inline]
            fn $method(self, other: Dyadic) -> Dyadic {
                expect_fits(self.$checked(&other))
            }
        }
        impl $trait<&Dyadic> for Dyadic {
            type Output = Dyadic;
            #[inline]
            fn $method(self, other: &Dyadic) -> Dyadic {
                expect_fits(self.$checked(other))
            }
        }
        impl $trait<Dyadic> for &Dyadic {
            type Output = Dyadic;
            #[inline]
            fn $method(self, other: Dyadic) -> Dyadic {
                expect_fits(self.$checked(&other))
            }
        }
        impl $assign<&Dyadic> for Dyadic {
            #[inline]
            fn $assign_method(&mut self, other: &Dyadic) {
                *self = expect_fits(self.$checked(other));
            }
        }
        impl $assign<Dyadic> for Dyadic {
            #[inline]
            fn $assign_method(&mut self, other: Dyadic) {
                *self = expect_fits(self.$checked(&other));
            }
        }
    };
}

operator!(Add, add, checked_add, AddAssign, add_assign);
operator!(Sub, sub, checked_sub, SubAssign, sub_assign);
operator!(Mul, mul, checked_mul, MulAssign, mul_assign);

impl Sum for Dyadic {
    fn sum<I: Iterator<Item = Dyadic>>(terms: I) -> Dyadic {
        terms.fold(Dyadic::ZERO, |total, x| total + x)
    }
}

impl<'a> Sum<&'a Dyadic> for Dyadic {
    fn sum<I: Iterator<Item = &'a Dyadic>>(terms: I) -> Dyadic {
        terms.fold(Dyadic::ZERO, |total, x| total + x)
    }
}

macro_rules! from_small_integer {
    ($($t:ty),*) => {$(
        impl From<$t> for Dyadic {
            #[inline]
            fn from(n: $t) -> Dyadic {
                Dyadic::small(i64::from(n), 0)
            }
        }
    )*};
}
from_small_integer!(i8, i16, i32, i64, u8, u16, u32);

macro_rules! from_integer {
    ($($t:ty),*) => {$(
        impl From<$t> for Dyadic {
            /// # Panics
            /// If the integer is beyond [`Dyadic::MAX_BITS`] bits.
            fn from(n: $t) -> Dyadic {
                Dyadic::new(n, 0)
            }
        }
    )*};
}
from_integer!(u64, i128, u128, IBig, crate::UBig);
