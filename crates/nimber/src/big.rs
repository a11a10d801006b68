//! Nimbers of any finite size.
//!
//! The finite nimbers form one field, the union of the fields of 2^k bits; it is closed under square roots and
//! quadratic equations. A [`NimBig`] is a natural number in 64-bit limbs, and every operation happens in the smallest
//! field that holds its operands.

use crate::field::Nimber;
use crate::field::ParseNimberError;
use crate::kernel::{self, Path};
use crate::limbs;
use crate::order;
use crate::width::{Nim8, Nim16, Nim32, Nim64, Nim128, decimal_digits};
use std::fmt;
use std::ops::{Add, AddAssign, Mul, MulAssign, Sub};
use std::str::FromStr;

/// A finite nimber without a bound on its size.
///
/// Sum and difference are XOR, the product is Conway's; `Display` and `FromStr` use decimal, in time quadratic in the
/// length. Equality and order are those of the natural numbers. Memory: 8 bytes for each 64 bits; a product of n limbs
/// works in O(n) limbs more.
///
/// # Examples
///
/// ```
/// use farstar_nimber::NimBig;
/// // 2^256 is a Fermat power: its square is three halves of it.
/// let fermat: NimBig = "115792089237316195423570985008687907853269984665640564039457584007913129639936".parse()?;
/// let square = fermat.square();
/// assert_eq!(square.to_string(), "173688133855974293135356477513031861779904976998460846059186376011869694459904");
/// assert_eq!(square.sqrt(), fermat);
/// assert_eq!(&fermat * &fermat.inverse().expect("not zero"), NimBig::from(1u64));
/// # Ok::<(), farstar_nimber::ParseNimberError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct NimBig {
    /// Lowest first, without leading zeros.
    limbs: Vec<u64>,
}

/// The prime factors of 2^128 + 1 (Morrison and Brillhart 1971), which 2^256 − 1 has beyond those of 2^128 − 1.
const PRIMES_256: [u128; 2] = [59_649_589_127_497_217, 5_704_689_200_685_129_054_721];

impl NimBig {
    /// The nimber written in 64-bit limbs, lowest first.
    pub fn from_limbs(mut limbs: Vec<u64>) -> Self {
        while limbs.last() == Some(&0) {
            limbs.pop();
        }
        Self { limbs }
    }

    /// The 64-bit limbs, lowest first, without leading zeros.
    pub fn limbs(&self) -> &[u64] {
        &self.limbs
    }

    /// Is this zero?
    pub fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// The nimber as a 128-bit integer, if it is that small.
    pub fn to_u128(&self) -> Option<u128> {
        match *self.limbs {
            [] => Some(0),
            [low] => Some(low.into()),
            [low, high] => Some(u128::from(high) << 64 | u128::from(low)),
            _ => None,
        }
    }

    /// Number of bits without leading zeros.
    pub fn bit_length(&self) -> u64 {
        match self.limbs.last() {
            Some(top) => 64 * self.limbs.len() as u64 - u64::from(top.leading_zeros()),
            None => 0,
        }
    }

    /// Bits of the smallest field that contains this nimber, which is its degree over GF(2): 1, 2, 4, 8, …
    pub fn degree(&self) -> u64 {
        self.bit_length().next_power_of_two()
    }

    /// Limbs of the smallest field of whole limbs that holds this nimber.
    fn width(&self) -> usize {
        self.limbs.len().max(1).next_power_of_two()
    }

    /// The polynomial forms of the limbs, filled up to `width`.
    fn forms(&self, width: usize) -> Vec<u64> {
        let mut forms = self.limbs.clone();
        forms.resize(width, 0);
        kernel::to_poly_slice(Path::best(), &mut forms);
        forms
    }

    /// The nimber of polynomial forms.
    fn from_forms(mut forms: Vec<u64>) -> Self {
        kernel::to_nim_slice(Path::best(), &mut forms);
        Self::from_limbs(forms)
    }

    /// Applies an operation of the limbs in the smallest field of this nimber.
    fn map(&self, operation: fn(&mut [u64])) -> Self {
        let mut forms = self.forms(self.width());
        operation(&mut forms);
        Self::from_forms(forms)
    }

    /// The square.
    pub fn square(&self) -> Self {
        self.map(limbs::square)
    }

    /// The square root: every nimber has exactly one, in its own field.
    pub fn sqrt(&self) -> Self {
        self.map(limbs::sqrt)
    }

    /// The inverse, `None` for zero.
    pub fn inverse(&self) -> Option<Self> {
        (!self.is_zero()).then(|| self.map(limbs::inverse))
    }

    /// The quotient, `None` when `divisor` is zero.
    pub fn checked_div(&self, divisor: &Self) -> Option<Self> {
        divisor.inverse().map(|inverse| self * &inverse)
    }

    /// The power x^exponent, with 0^0 = 1.
    pub fn pow(&self, exponent: u128) -> Self {
        self.pow_limbs(&[exponent as u64, (exponent >> 64) as u64])
    }

    /// The power whose exponent is written in 64-bit limbs, lowest first; 0^0 = 1. One squaring a bit of the exponent,
    /// one product a set bit.
    pub fn pow_limbs(&self, exponent: &[u64]) -> Self {
        let width = self.width();
        let base = self.forms(width);
        let mut power = vec![0; width];
        // The polynomial form of 1 is 1.
        power[0] = 1;
        let mut product = vec![0; width];
        for &limb in exponent.iter().rev() {
            for bit in (0..64).rev() {
                limbs::square(&mut power);
                if limb >> bit & 1 == 1 {
                    limbs::mul(&mut product, &power, &base);
                    std::mem::swap(&mut power, &mut product);
                }
            }
        }
        Self::from_forms(power)
    }

    /// The even root of x² ⊕ x = `self`; the other root is one more. It lies in the smallest field of this nimber when
    /// the top bit of that field is 0 here, and in the field of twice the width otherwise.
    pub fn half_solve(&self) -> Self {
        let bits = self.degree();
        let solvable = self.bit_length() < bits || bits < 64;
        let mut forms = self.forms(if solvable { self.width() } else { 2 * self.width() });
        limbs::half_solve(&mut forms);
        Self::from_forms(forms)
    }

    /// The multiplicative order in 64-bit limbs, lowest first. `None` for zero, and above 256 bits, where the number of
    /// units is not factored here.
    pub fn order(&self) -> Option<Vec<u64>> {
        if self.is_zero() || self.degree() > 256 {
            return None;
        }
        let known = |prime: &u64| u128::from(*prime);
        let mut primes: Vec<u128> = order::prime_factors(128).iter().map(known).collect();
        primes.extend(PRIMES_256);
        let one = Self::from(1u64);
        let mut index = 0;
        while index < primes.len() {
            let prime = primes.remove(index);
            if self.pow_limbs(&product_of(&primes)) != one {
                primes.insert(index, prime);
                index += 1;
            }
        }
        Some(product_of(&primes))
    }
}

/// The ordinary product of natural numbers, in limbs.
fn product_of(factors: &[u128]) -> Vec<u64> {
    let mut product = vec![1u64];
    for &factor in factors {
        let (low, high) = (factor as u64, (factor >> 64) as u64);
        let mut upper = product.clone();
        upper.insert(0, 0);
        multiply_add(&mut product, low, 0);
        multiply_add(&mut upper, high, 0);
        product.resize(product.len().max(upper.len()), 0);
        let mut carry = false;
        for (index, limb) in product.iter_mut().enumerate() {
            let other = upper.get(index).copied().unwrap_or(0);
            let (sum, first) = limb.overflowing_add(other);
            let (sum, second) = sum.overflowing_add(carry.into());
            (*limb, carry) = (sum, first | second);
        }
        if carry {
            product.push(1);
        }
    }
    while product.last() == Some(&0) {
        product.pop();
    }
    product
}

/// number ← number · factor + addend, as natural numbers.
fn multiply_add(number: &mut Vec<u64>, factor: u64, addend: u64) {
    let mut carry = addend;
    for limb in number.iter_mut() {
        let wide = u128::from(*limb) * u128::from(factor) + u128::from(carry);
        *limb = wide as u64;
        carry = (wide >> 64) as u64;
    }
    if carry != 0 {
        number.push(carry);
    }
}

/// Largest power of ten in a limb, and its exponent.
const TEN_POWER: u64 = 10_000_000_000_000_000_000;
const TEN_EXPONENT: usize = 19;

impl FromStr for NimBig {
    type Err = ParseNimberError;

    /// Reads decimal, with or without a leading star, 19 digits at a time.
    fn from_str(text: &str) -> Result<Self, ParseNimberError> {
        let digits = decimal_digits(text)?.as_bytes();
        let mut limbs = Vec::with_capacity(digits.len() / TEN_EXPONENT + 1);
        // The first chunk takes the odd digits, so that all others are whole.
        let (first, rest) = digits.split_at(digits.len() % TEN_EXPONENT);
        for chunk in std::iter::once(first).chain(rest.chunks_exact(TEN_EXPONENT)) {
            let value = chunk.iter().fold(0, |value, digit| 10 * value + u64::from(digit - b'0'));
            multiply_add(&mut limbs, TEN_POWER, value);
        }
        Ok(Self::from_limbs(limbs))
    }
}

impl fmt::Display for NimBig {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.limbs.clone();
        let mut chunks = Vec::new();
        while !rest.is_empty() {
            let mut remainder = 0u64;
            for limb in rest.iter_mut().rev() {
                let wide = u128::from(remainder) << 64 | u128::from(*limb);
                *limb = (wide / u128::from(TEN_POWER)) as u64;
                remainder = (wide % u128::from(TEN_POWER)) as u64;
            }
            chunks.push(remainder);
            while rest.last() == Some(&0) {
                rest.pop();
            }
        }
        let mut text = chunks.pop().unwrap_or(0).to_string();
        for chunk in chunks.iter().rev() {
            text.push_str(&format!("{chunk:0width$}", width = TEN_EXPONENT));
        }
        formatter.pad_integral(true, "", &text)
    }
}

impl fmt::Debug for NimBig {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "*{self}")
    }
}

impl Ord for NimBig {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let length = self.limbs.len().cmp(&other.limbs.len());
        length.then_with(|| self.limbs.iter().rev().cmp(other.limbs.iter().rev()))
    }
}

impl PartialOrd for NimBig {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl From<u64> for NimBig {
    fn from(value: u64) -> Self {
        Self::from_limbs(vec![value])
    }
}

impl From<u128> for NimBig {
    fn from(value: u128) -> Self {
        Self::from_limbs(vec![value as u64, (value >> 64) as u64])
    }
}

macro_rules! from_widths {
    ($($name:ident),*) => {$(
        impl From<$name> for NimBig {
            fn from(x: $name) -> Self {
                Self::from(x.to_u128())
            }
        }
    )*};
}
from_widths!(Nim8, Nim16, Nim32, Nim64, Nim128);

impl AddAssign<&NimBig> for NimBig {
    #[allow(clippy::suspicious_op_assign_impl, reason = "the sum of nimbers is XOR")]
    fn add_assign(&mut self, other: &NimBig) {
        if self.limbs.len() < other.limbs.len() {
            self.limbs.resize(other.limbs.len(), 0);
        }
        for (limb, other) in self.limbs.iter_mut().zip(&other.limbs) {
            *limb ^= other;
        }
        *self = Self::from_limbs(std::mem::take(&mut self.limbs));
    }
}

impl Add for &NimBig {
    type Output = NimBig;
    fn add(self, other: &NimBig) -> NimBig {
        let mut sum = self.clone();
        sum += other;
        sum
    }
}

impl Sub for &NimBig {
    type Output = NimBig;
    #[allow(clippy::suspicious_arithmetic_impl, reason = "the difference of nimbers is their sum")]
    fn sub(self, other: &NimBig) -> NimBig {
        self + other
    }
}

impl Mul for &NimBig {
    type Output = NimBig;
    fn mul(self, other: &NimBig) -> NimBig {
        let (long, short) =
            if self.width() >= other.width() { (self, other) } else { (other, self) };
        let mut out = vec![0; long.width()];
        limbs::mul(&mut out, &long.forms(long.width()), &short.forms(short.width()));
        NimBig::from_forms(out)
    }
}

impl MulAssign<&NimBig> for NimBig {
    fn mul_assign(&mut self, other: &NimBig) {
        *self = &*self * other;
    }
}

macro_rules! by_value {
    ($($operation:ident $function:ident),*) => {$(
        impl $operation for NimBig {
            type Output = NimBig;
            fn $function(self, other: NimBig) -> NimBig {
                (&self).$function(&other)
            }
        }
    )*};
}
by_value!(Add add, Sub sub, Mul mul);
