//! The five machine widths: `Nim8` to `Nim128`, thin wrappers over unsigned integers.

use crate::field::{Nimber, ParseNimberError};
use crate::kernel::{self, Path, view};
use crate::linear::Map;
use std::fmt;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

/// The digits of a nimber in decimal, without the star it may carry.
pub(crate) fn decimal_digits(text: &str) -> Result<&str, ParseNimberError> {
    let digits = text.strip_prefix('*').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseNimberError::NotANumber(text.to_owned()));
    }
    Ok(digits)
}

macro_rules! width {
    ($name:ident, $bits:ty, $count:literal, $wide:literal) => {
        #[doc = concat!("An element of the field of ", $wide, " nimbers below 2^", stringify!($count), ".")]
        ///
        /// Sum and difference are XOR, the product is Conway's. `Display` prints decimal; `FromStr` reads decimal, with
        /// or without a leading star. Division by zero panics, as it does for integers; [`Nimber::checked_div`] does
        /// not.
        ///
        /// # Examples
        ///
        /// ```
        #[doc = concat!("use farstar_nimber::{Nimber, ", stringify!($name), "};")]
        #[doc = concat!("let (a, b) = (", stringify!($name), "::new(13), ", stringify!($name), "::new(11));")]
        #[doc = concat!("assert_eq!(a * b, ", stringify!($name), "::new(5));")]
        /// assert_eq!((a * b).checked_div(b), Some(a));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        #[repr(transparent)]
        pub struct $name($bits);

        impl $name {
            /// The nimber written as `bits`.
            #[inline]
            pub const fn new(bits: $bits) -> Self {
                Self(bits)
            }

            /// The integer that writes this nimber.
            #[inline]
            pub const fn get(self) -> $bits {
                self.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "*{}", self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, formatter)
            }
        }

        impl FromStr for $name {
            type Err = ParseNimberError;

            fn from_str(text: &str) -> Result<Self, ParseNimberError> {
                decimal_digits(text)?.parse().map(Self).map_err(|_| ParseNimberError::TooWide {
                    text: text.to_owned(),
                    bits: <$bits>::BITS.into(),
                })
            }
        }

        impl From<$bits> for $name {
            fn from(bits: $bits) -> Self {
                Self(bits)
            }
        }

        impl From<$name> for $bits {
            fn from(nimber: $name) -> Self {
                nimber.0
            }
        }

        impl Add for $name {
            type Output = Self;
            #[inline]
            #[allow(clippy::suspicious_arithmetic_impl, reason = "the sum of nimbers is XOR")]
            fn add(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        impl Sub for $name {
            type Output = Self;
            #[inline]
            #[allow(clippy::suspicious_arithmetic_impl, reason = "the difference of nimbers is XOR")]
            fn sub(self, other: Self) -> Self {
                Self(self.0 ^ other.0)
            }
        }

        impl Neg for $name {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                self
            }
        }

        impl Mul for $name {
            type Output = Self;
            #[inline]
            fn mul(self, other: Self) -> Self {
                Self(kernel::product(self.0, other.0))
            }
        }

        impl Div for $name {
            type Output = Self;
            /// # Panics
            ///
            /// If `divisor` is zero; [`Nimber::checked_div`] gives `None` instead.
            #[inline]
            fn div(self, divisor: Self) -> Self {
                self.checked_div(divisor).expect("division by the nimber zero")
            }
        }

        impl AddAssign for $name {
            #[inline]
            #[allow(clippy::suspicious_op_assign_impl, reason = "the sum of nimbers is XOR")]
            fn add_assign(&mut self, other: Self) {
                self.0 ^= other.0;
            }
        }

        impl SubAssign for $name {
            #[inline]
            #[allow(clippy::suspicious_op_assign_impl, reason = "the difference of nimbers is XOR")]
            fn sub_assign(&mut self, other: Self) {
                self.0 ^= other.0;
            }
        }

        impl MulAssign for $name {
            #[inline]
            fn mul_assign(&mut self, other: Self) {
                *self = *self * other;
            }
        }

        impl DivAssign for $name {
            /// # Panics
            ///
            /// If `divisor` is zero.
            #[inline]
            fn div_assign(&mut self, divisor: Self) {
                *self = *self / divisor;
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
                items.fold(Self::ZERO, Add::add)
            }
        }

        impl Product for $name {
            fn product<I: Iterator<Item = Self>>(items: I) -> Self {
                items.fold(Self::ONE, Mul::mul)
            }
        }

        impl Nimber for $name {
            type Bits = $bits;
            const BITS: u32 = <$bits>::BITS;
            const ZERO: Self = Self(0);
            const ONE: Self = Self(1);

            #[inline]
            fn from_bits(bits: $bits) -> Self {
                Self(bits)
            }
            #[inline]
            fn to_bits(self) -> $bits {
                self.0
            }
            #[inline]
            fn from_u128(value: u128) -> Option<Self> {
                <$bits>::try_from(value).ok().map(Self)
            }
            #[inline]
            fn to_u128(self) -> u128 {
                self.0 as u128
            }
            #[inline]
            fn square(self) -> Self {
                Self(kernel::image(self.0, Map::Square))
            }
            #[inline]
            fn sqrt(self) -> Self {
                Self(kernel::image(self.0, Map::Sqrt))
            }
            #[inline]
            fn inverse(self) -> Option<Self> {
                (self.0 != 0).then(|| Self(kernel::inverse(self.0)))
            }
            #[inline]
            fn half_solve(self) -> Option<Self> {
                (!self.trace()).then(|| Self(kernel::image(self.0, Map::HalfSolve)))
            }
            fn pow_limbs(self, exponent: &[u64]) -> Self {
                Self(kernel::power(self.0, 1, exponent))
            }
            fn mul_slice(out: &mut [Self], a: &[Self], b: &[Self]) {
                assert!(out.len() == a.len() && a.len() == b.len(), "the slices differ in length");
                kernel::mul_slice(Path::best(), view::bits_mut(out), view::bits(a), view::bits(b));
            }
            fn axpy(y: &mut [Self], a: Self, x: &[Self]) {
                assert_eq!(y.len(), x.len(), "the slices differ in length");
                kernel::axpy(Path::best(), view::bits_mut(y), a.0, view::bits(x));
            }
            fn dot(a: &[Self], b: &[Self]) -> Self {
                assert_eq!(a.len(), b.len(), "the slices differ in length");
                Self(kernel::dot(Path::best(), view::bits(a), view::bits(b)))
            }
            fn scale_slice(x: &mut [Self], a: Self) {
                kernel::scale_slice(Path::best(), view::bits_mut(x), a.0);
            }
            fn square_slice(x: &mut [Self]) {
                kernel::image_slice(Path::best(), view::bits_mut(x), Map::Square);
            }
            fn sqrt_slice(x: &mut [Self]) {
                kernel::image_slice(Path::best(), view::bits_mut(x), Map::Sqrt);
            }
            fn half_solve_slice(x: &mut [Self]) {
                kernel::image_slice(Path::best(), view::bits_mut(x), Map::HalfSolve);
            }
            fn inverse_slice(x: &mut [Self]) {
                kernel::inverse_slice(Path::best(), view::bits_mut(x));
            }
        }
    };
}

width!(Nim8, u8, 8, "256");
width!(Nim16, u16, 16, "65,536");
width!(Nim32, u32, 32, "2^32");
width!(Nim64, u64, 64, "2^64");
width!(Nim128, u128, 128, "2^128");
