//! What a finite field of nimbers offers: the trait every algorithm of the crate is generic over.
//!
//! The nimbers below 2^(2^k) form the field GF(2^(2^k)) under mex-defined sum and product (Conway). The sum is XOR;
//! −x = x; the top bit is the trace over GF(2).

use crate::log::Logarithm;
use crate::order::{self, MinimalPolynomial};
use crate::subfield;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::iter::{Product, Sum};
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

/// A text that is not a nimber of the asked width.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseNimberError {
    /// The text is not a decimal number, with or without the star of `*5`.
    #[error("expected a decimal number such as 5 or *5, found {0:?}")]
    NotANumber(String),
    /// The number is right, but too large for the field.
    #[error("{text} does not fit in {bits} bits")]
    TooWide {
        /// The number as written.
        text: String,
        /// Bits of the field it was read for.
        bits: u64,
    },
}

/// An element of a finite field of nimbers.
///
/// # Examples
///
/// ```
/// use farstar_nimber::{Nim8, Nim64, Nimber};
/// /// The geometric sum 1 ⊕ x ⊕ … ⊕ x^(n−1).
/// fn geometric<F: Nimber>(x: F, n: u32) -> F {
///     (0..n).fold(F::ZERO, |sum, _| sum * x + F::ONE)
/// }
/// assert_eq!(geometric(Nim8::new(2), 3), Nim8::ZERO);
/// assert_eq!(geometric(Nim64::new(2), 3), Nim64::ZERO);
/// ```
pub trait Nimber:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Display
    + FromStr<Err = ParseNimberError>
    + Default
    + Send
    + Sync
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + MulAssign
    + DivAssign
    + Sum
    + Product
    + 'static
{
    /// The unsigned integer that holds the element.
    type Bits: Copy + Eq + Ord + Hash + Debug;
    /// Degree of the field over GF(2), a power of two.
    const BITS: u32;
    /// The zero of the field.
    const ZERO: Self;
    /// The one of the field.
    const ONE: Self;

    /// The nimber written as `bits`.
    fn from_bits(bits: Self::Bits) -> Self;
    /// The integer that writes this nimber.
    fn to_bits(self) -> Self::Bits;
    /// The nimber `value`, or `None` if it lies outside the field.
    fn from_u128(value: u128) -> Option<Self>;
    /// This nimber as a 128-bit integer.
    fn to_u128(self) -> u128;

    /// Is this the zero of the field?
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }
    /// The square x⊗x; a GF(2)-linear map.
    fn square(self) -> Self;
    /// The square root: every nimber has exactly one.
    fn sqrt(self) -> Self;
    /// The inverse, `None` for zero.
    fn inverse(self) -> Option<Self>;
    /// The quotient, `None` when `divisor` is zero.
    fn checked_div(self, divisor: Self) -> Option<Self> {
        divisor.inverse().map(|inverse| self * inverse)
    }
    /// The power x^exponent, with 0^0 = 1.
    fn pow(self, exponent: u128) -> Self {
        self.pow_limbs(&[exponent as u64, (exponent >> 64) as u64])
    }
    /// The power whose exponent is written in 64-bit limbs, lowest first; 0^0 = 1.
    fn pow_limbs(self, exponent: &[u64]) -> Self {
        let mut power = Self::ONE;
        for &limb in exponent.iter().rev() {
            for bit in (0..64).rev() {
                power = power.square();
                if limb >> bit & 1 == 1 {
                    power *= self;
                }
            }
        }
        power
    }
    /// Bits of the smallest field that contains this nimber, which is its degree over GF(2): 1, 2, 4, 8, …
    fn degree(self) -> u32 {
        subfield::degree(self.to_u128())
    }
    /// The multiplicative order, `None` for zero. At most nine powers.
    fn order(self) -> Option<u128> {
        order::order(self)
    }
    /// The minimal polynomial over GF(2): degree²/2 products.
    fn minimal_polynomial(self) -> MinimalPolynomial {
        order::minimal_polynomial(self)
    }
    /// The discrete logarithm: the least exponent e with base^e = `self`, or `None` if there is none. 0^0 = 1, so the
    /// logarithm of 1 is 0 to every base and that of 0 is 1 to the base 0. For many logarithms to one base,
    /// [`Logarithm`] does half the work.
    ///
    /// Up to 64 bits a call takes a few microseconds after tables of 2.4 MiB are made on first use (some milliseconds).
    /// In 128 bits, elements outside the field of 64 bits need a table of 64 MiB, made on first use in about half a
    /// second and kept, and a search of some tens of milliseconds.
    ///
    /// # Examples
    ///
    /// ```
    /// use farstar_nimber::{Nim64, Nimber};
    /// let base = Nim64::new((1 << 32) + 6);
    /// assert_eq!(base.pow(123_456_789_012_345).log(base), Some(123_456_789_012_345));
    /// assert_eq!(Nim64::new(4).log(Nim64::new(2)), None);
    /// ```
    fn log(self, base: Self) -> Option<u128> {
        Logarithm::new(base).of(self)
    }
    /// The trace over GF(2), which is the top bit.
    fn trace(self) -> bool {
        self.to_u128() >> (Self::BITS - 1) == 1
    }
    /// The even root of x² ⊕ x = `self` in this field (the other is one more), or `None` when the trace is 1.
    fn half_solve(self) -> Option<Self>;

    /// `out[i] = a[i] ⊗ b[i]`.
    ///
    /// # Panics
    ///
    /// If the three slices differ in length.
    fn mul_slice(out: &mut [Self], a: &[Self], b: &[Self]) {
        assert!(out.len() == a.len() && a.len() == b.len(), "the slices differ in length");
        for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
            *out = a * b;
        }
    }
    /// `y[i] ⊕= a ⊗ x[i]`.
    ///
    /// # Panics
    ///
    /// If the two slices differ in length.
    fn axpy(y: &mut [Self], a: Self, x: &[Self]) {
        assert_eq!(y.len(), x.len(), "the slices differ in length");
        for (y, &x) in y.iter_mut().zip(x) {
            *y += a * x;
        }
    }
    /// The scalar product ⊕ aᵢ ⊗ bᵢ.
    ///
    /// # Panics
    ///
    /// If the two slices differ in length.
    fn dot(a: &[Self], b: &[Self]) -> Self {
        assert_eq!(a.len(), b.len(), "the slices differ in length");
        a.iter().zip(b).map(|(&a, &b)| a * b).sum()
    }
    /// `x[i] ← a ⊗ x[i]`.
    fn scale_slice(x: &mut [Self], a: Self) {
        for x in x {
            *x *= a;
        }
    }
    /// Every element squared in place.
    fn square_slice(x: &mut [Self]) {
        for x in x {
            *x = x.square();
        }
    }
    /// Every element replaced by its square root.
    fn sqrt_slice(x: &mut [Self]) {
        for x in x {
            *x = x.sqrt();
        }
    }
    /// Every element replaced by its inverse, zero by zero.
    fn inverse_slice(x: &mut [Self]) {
        for x in x {
            *x = x.inverse().unwrap_or(Self::ZERO);
        }
    }
    /// Every element a replaced by the even root of x² ⊕ x = a where the trace of a is 0; where the trace is 1 (top bit
    /// set) there is no root in the field and the element becomes the even root for a without its top bit.
    fn half_solve_slice(x: &mut [Self]) {
        let top = Self::from_u128(1 << (Self::BITS - 1)).expect("the top bit is in the field");
        for x in x {
            let traceless = if x.trace() { *x + top } else { *x };
            *x = traceless.half_solve().expect("trace 0 means solvable");
        }
    }
}
