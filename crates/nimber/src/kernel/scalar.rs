//! One nimber at a time: products through polynomials, linear maps by look-up, inverses by conjugate and norm.
//!
//! Everything is generic over the carry-less product, so that the portable kernels and the PCLMULQDQ kernels are one
//! text. The functions are inlined into their caller, which for the latter is a function that has the instruction.

use super::lookup::{apply_16, apply_16_of_64, apply_32, apply_32_of_64, apply_64};
use crate::basis::{
    MODULUS_16, NIM_TO_POLY_16, NIM_TO_POLY_32, NIM_TO_POLY_BYTES, POLY_POWER_16_BYTES,
    POLY_TO_NIM_16, POLY_TO_NIM_32, POLY_TO_NIM_BYTES,
};
use crate::linear::{HALF_SOLVE_BYTES, HALF_SQUARE_BYTES, Map, SQRT_BYTES, SQUARE_BYTES};
use crate::tower;

/// A way to multiply without carries.
pub(crate) trait Carryless {
    /// The carry-less product of two words.
    fn carryless(a: u64, b: u64) -> u128;
    /// The remainder of a polynomial of degree below 128 by x^64+x^4+x^3+x+1.
    fn reduce(wide: u128) -> u64;
}

/// Polynomial form of 2^63, by which the tower step to 128 bits multiplies.
fn half_64() -> u64 {
    NIM_TO_POLY_BYTES[7][128]
}

/// The product of polynomials modulo x^64+x^4+x^3+x+1.
#[inline(always)]
pub(crate) fn product_poly<C: Carryless>(a: u64, b: u64) -> u64 {
    C::reduce(C::carryless(a, b))
}

/// The polynomial form of a 64-bit nimber.
#[inline(always)]
pub(crate) fn to_poly(x: u64) -> u64 {
    apply_64(&NIM_TO_POLY_BYTES, x)
}

/// The 64-bit nimber of a polynomial form.
#[inline(always)]
pub(crate) fn to_nim(x: u64) -> u64 {
    apply_64(&POLY_TO_NIM_BYTES, x)
}

/// The power x^16 of a polynomial form.
#[inline(always)]
pub(crate) fn power_16(x: u64) -> u64 {
    apply_64(&POLY_POWER_16_BYTES, x)
}

/// Continues tr(z), tr(z·g), by tr(z·g^(j+1)) = tr(z·g^j)·tr(g) ⊕ tr(z·g^(j−1)); from the ninth on, each waits for the
/// fourth before it instead, by the same equation with g^4, whose trace is tr(g)^4.
#[inline(always)]
pub(crate) fn fill_traces<C: Carryless>(traces: &mut [u64], step: u64) {
    for index in 2..traces.len().min(8) {
        traces[index] = product_poly::<C>(traces[index - 1], step) ^ traces[index - 2];
    }
    let four = product_poly::<C>(step, step);
    let four = product_poly::<C>(four, four);
    for index in 8..traces.len() {
        traces[index] = product_poly::<C>(traces[index - 4], four) ^ traces[index - 8];
    }
}

/// The product of polynomial forms of 128-bit nimbers, upper half first: three products, and one by 2^63.
#[inline(always)]
pub(crate) fn product_pair<C: Carryless>(a: (u64, u64), b: (u64, u64)) -> (u64, u64) {
    let low = C::carryless(a.1, b.1);
    let high = C::reduce(C::carryless(a.0, b.0));
    let cross = C::carryless(a.0 ^ a.1, b.0 ^ b.1);
    (C::reduce(cross ^ low), C::reduce(low ^ C::carryless(high, half_64())))
}

/// The square of the polynomial form of a 128-bit nimber, upper half first.
#[inline(always)]
pub(crate) fn square_pair<C: Carryless>(a: (u64, u64)) -> (u64, u64) {
    let high = product_poly::<C>(a.0, a.0);
    (high, C::reduce(C::carryless(a.1, a.1) ^ C::carryless(high, half_64())))
}

/// The power of a polynomial form; the exponent is in limbs, lowest first, and 0^0 = 1. Four bits a step: a Frobenius
/// map x^16 by look-up and one product by a tabulated power.
#[inline(always)]
pub(crate) fn power_poly<C: Carryless>(base: u64, exponent: &[u64]) -> u64 {
    let mut powers = [1u64; 16];
    for index in 1..16 {
        powers[index] = product_poly::<C>(powers[index - 1], base);
    }
    let mut power = 1;
    let mut started = false;
    for &limb in exponent.iter().rev() {
        for shift in (0..64).step_by(4).rev() {
            let digit = (limb >> shift & 15) as usize;
            if started {
                power = power_16(power);
                if digit != 0 {
                    power = product_poly::<C>(power, powers[digit]);
                }
            } else if digit != 0 {
                power = powers[digit];
                started = true;
            }
        }
    }
    power
}

/// An unsigned integer that writes the elements of one of the fields.
pub(crate) trait Word:
    Copy + Default + PartialEq + std::ops::BitXorAssign + Send + Sync + 'static
{
    /// The product of two nimbers.
    fn product<C: Carryless>(a: Self, b: Self) -> Self;
    /// The inverse, 0 for 0.
    fn inverse<C: Carryless>(self) -> Self;
    /// The power with exponent in limbs, lowest first; 0^0 = 1.
    #[inline(always)]
    fn power<C: Carryless>(self, one: Self, exponent: &[u64]) -> Self {
        let mut power = one;
        for &limb in exponent.iter().rev() {
            for bit in (0..64).rev() {
                power = power.image::<C>(Map::Square);
                if limb >> bit & 1 == 1 {
                    power = Self::product::<C>(power, self);
                }
            }
        }
        power
    }
    /// The image under a linear map.
    fn image<C: Carryless>(self, map: Map) -> Self;
}

impl Word for u8 {
    #[inline(always)]
    fn product<C: Carryless>(a: u8, b: u8) -> u8 {
        tower::mul8(a, b)
    }
    #[inline(always)]
    fn inverse<C: Carryless>(self) -> u8 {
        tower::inverse8(self)
    }
    #[inline(always)]
    fn image<C: Carryless>(self, map: Map) -> u8 {
        match map {
            Map::Square => tower::square8(self),
            Map::Sqrt => tower::sqrt8(self),
            Map::HalfSolve => tower::half_solve8(self & 127),
        }
    }
}

impl Word for u16 {
    #[inline(always)]
    fn product<C: Carryless>(a: u16, b: u16) -> u16 {
        let (a, b) = (apply_16(&NIM_TO_POLY_16, a), apply_16(&NIM_TO_POLY_16, b));
        let mut wide = C::carryless(a.into(), b.into()) as u64;
        // x^16 is a polynomial of degree 14, so each fold lowers the degree by 2: the upper half is instead divided at
        // once, by the reciprocal floor(x^32 / modulus) (Barrett, exact without carries).
        let quotient = C::carryless(wide >> 16, RECIPROCAL_16) as u64 >> 16;
        wide ^= C::carryless(quotient, MODULUS_16.into()) as u64;
        apply_16(&POLY_TO_NIM_16, wide as u16)
    }
    #[inline(always)]
    fn inverse<C: Carryless>(self) -> u16 {
        let conjugate = self ^ self >> 8;
        let norm = Self::product::<C>(self, conjugate) as u8;
        Self::product::<C>(conjugate, tower::inverse8(norm).into())
    }
    #[inline(always)]
    fn image<C: Carryless>(self, map: Map) -> u16 {
        let argument = if map == Map::HalfSolve { self & 0x7fff } else { self };
        apply_16_of_64(map.bytes(), argument) as u16
    }
}

/// floor(x^32 / modulus) over GF(2).
const RECIPROCAL_16: u64 = {
    let mut rest = 1u64 << 32;
    let mut quotient = 0;
    let mut degree = 32;
    while degree >= 16 {
        if rest >> degree & 1 == 1 {
            rest ^= (MODULUS_16 as u64) << (degree - 16);
            quotient |= 1 << (degree - 16);
        }
        degree -= 1;
    }
    quotient
};

impl Word for u32 {
    #[inline(always)]
    fn product<C: Carryless>(a: u32, b: u32) -> u32 {
        let (a, b) = (apply_32(&NIM_TO_POLY_32, a), apply_32(&NIM_TO_POLY_32, b));
        let wide = C::carryless(a.into(), b.into()) as u64;
        let high = wide >> 32;
        let folded = high ^ high << 2 ^ high << 3 ^ high << 7;
        let over = folded >> 32;
        let rest = wide ^ folded ^ over ^ over << 2 ^ over << 3 ^ over << 7;
        apply_32(&POLY_TO_NIM_32, rest as u32)
    }
    #[inline(always)]
    fn inverse<C: Carryless>(self) -> u32 {
        let conjugate = self ^ self >> 16;
        let norm = Self::product::<C>(self, conjugate) as u16;
        Self::product::<C>(conjugate, norm.inverse::<C>().into())
    }
    #[inline(always)]
    fn image<C: Carryless>(self, map: Map) -> u32 {
        let argument = if map == Map::HalfSolve { self & 0x7fff_ffff } else { self };
        apply_32_of_64(map.bytes(), argument) as u32
    }
}

impl Word for u64 {
    #[inline(always)]
    fn product<C: Carryless>(a: u64, b: u64) -> u64 {
        to_nim(product_poly::<C>(to_poly(a), to_poly(b)))
    }
    #[inline(always)]
    fn inverse<C: Carryless>(self) -> u64 {
        let conjugate = to_poly(self ^ self >> 32);
        let norm = to_nim(product_poly::<C>(to_poly(self), conjugate)) as u32;
        let over = apply_32_of_64(&NIM_TO_POLY_BYTES, norm.inverse::<C>());
        to_nim(product_poly::<C>(conjugate, over))
    }
    #[inline(always)]
    fn power<C: Carryless>(self, _one: u64, exponent: &[u64]) -> u64 {
        to_nim(power_poly::<C>(to_poly(self), exponent))
    }
    #[inline(always)]
    fn image<C: Carryless>(self, map: Map) -> u64 {
        apply_64(map.bytes(), self)
    }
}

impl Word for u128 {
    #[inline(always)]
    fn product<C: Carryless>(a: u128, b: u128) -> u128 {
        let pair = |x: u128| (to_poly((x >> 64) as u64), to_poly(x as u64));
        let (high, low) = product_pair::<C>(pair(a), pair(b));
        (to_nim(high) as u128) << 64 | to_nim(low) as u128
    }
    #[inline(always)]
    fn inverse<C: Carryless>(self) -> u128 {
        let (high, low) = (to_poly((self >> 64) as u64), to_poly(self as u64));
        let norm = C::reduce(
            C::carryless(low, low ^ high) ^ C::carryless(product_poly::<C>(high, high), half_64()),
        );
        let over = to_poly(to_nim(norm).inverse::<C>());
        (to_nim(product_poly::<C>(high, over)) as u128) << 64
            | to_nim(product_poly::<C>(low ^ high, over)) as u128
    }
    #[inline(always)]
    fn power<C: Carryless>(self, _one: u128, exponent: &[u64]) -> u128 {
        let base = (to_poly((self >> 64) as u64), to_poly(self as u64));
        let mut powers = [(0u64, 1u64); 16];
        for index in 1..16 {
            powers[index] = product_pair::<C>(powers[index - 1], base);
        }
        let mut power = (0, 1);
        let mut started = false;
        for &limb in exponent.iter().rev() {
            for shift in (0..64).step_by(4).rev() {
                let digit = (limb >> shift & 15) as usize;
                if started {
                    for _ in 0..4 {
                        power = square_pair::<C>(power);
                    }
                }
                if digit != 0 {
                    power = product_pair::<C>(power, powers[digit]);
                    started = true;
                }
            }
        }
        (to_nim(power.0) as u128) << 64 | to_nim(power.1) as u128
    }
    #[inline(always)]
    fn image<C: Carryless>(self, map: Map) -> u128 {
        let (a1, a0) = ((self >> 64) as u64, self as u64);
        let (high, low) = match map {
            Map::Square => (
                apply_64(&SQUARE_BYTES, a1),
                apply_64(&SQUARE_BYTES, a0) ^ apply_64(&HALF_SQUARE_BYTES, a1),
            ),
            Map::Sqrt => {
                // 2^63 ⊗ a₁ is 2^63 ⊗ (√a₁)², so the table that squaring needs serves here too.
                let high = apply_64(&SQRT_BYTES, a1);
                (high, apply_64(&SQRT_BYTES, a0 ^ apply_64(&HALF_SQUARE_BYTES, high)))
            }
            Map::HalfSolve => {
                let high = apply_64(&HALF_SOLVE_BYTES, a1);
                let rest = a0 ^ apply_64(&HALF_SQUARE_BYTES, high);
                // Adding 1 to the upper half adds 2^63 below, which clears the trace there.
                let trace = rest >> 63;
                (high ^ trace, apply_64(&HALF_SOLVE_BYTES, rest & (u64::MAX >> 1)))
            }
        };
        (high as u128) << 64 | low as u128
    }
}

/// `out[i] = a[i] ⊗ b[i]`.
#[inline(always)]
pub(crate) fn mul_slice<C: Carryless, W: Word>(out: &mut [W], a: &[W], b: &[W]) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = W::product::<C>(a, b);
    }
}

/// `y[i] ⊕= a ⊗ x[i]`.
#[inline(always)]
pub(crate) fn axpy<C: Carryless, W: Word>(y: &mut [W], a: W, x: &[W]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y ^= W::product::<C>(a, x);
    }
}

/// `x[i] ← a ⊗ x[i]`.
#[inline(always)]
pub(crate) fn scale_slice<C: Carryless, W: Word>(x: &mut [W], a: W) {
    for x in x {
        *x = W::product::<C>(a, *x);
    }
}

/// ⊕ aᵢ ⊗ bᵢ.
#[inline(always)]
pub(crate) fn dot<C: Carryless, W: Word>(a: &[W], b: &[W]) -> W {
    let mut sum = W::default();
    for (&a, &b) in a.iter().zip(b) {
        sum ^= W::product::<C>(a, b);
    }
    sum
}

/// Every element replaced by its inverse, zero by zero.
#[inline(always)]
pub(crate) fn inverse_slice<C: Carryless, W: Word>(x: &mut [W]) {
    for x in x {
        *x = x.inverse::<C>();
    }
}

/// Every element replaced by its image under a linear map.
#[inline(always)]
pub(crate) fn image_slice<C: Carryless, W: Word>(x: &mut [W], map: Map) {
    for x in x {
        *x = x.image::<C>(map);
    }
}

/// Polynomial forms in place of 64-bit nimbers.
pub(crate) fn to_poly_slice(x: &mut [u64]) {
    for x in x {
        *x = to_poly(*x);
    }
}

/// 64-bit nimbers in place of polynomial forms.
pub(crate) fn to_nim_slice(x: &mut [u64]) {
    for x in x {
        *x = to_nim(*x);
    }
}

/// `out[i] = a[i] · b[i]` on polynomial forms.
#[inline(always)]
pub(crate) fn mul_poly_slice<C: Carryless>(out: &mut [u64], a: &[u64], b: &[u64]) {
    for ((out, &a), &b) in out.iter_mut().zip(a).zip(b) {
        *out = product_poly::<C>(a, b);
    }
}

/// `y[i] ⊕= a · x[i]` on polynomial forms.
#[inline(always)]
pub(crate) fn axpy_poly<C: Carryless>(y: &mut [u64], a: u64, x: &[u64]) {
    for (y, &x) in y.iter_mut().zip(x) {
        *y ^= product_poly::<C>(a, x);
    }
}

/// The unreduced scalar product of polynomial forms.
#[inline(always)]
pub(crate) fn dot_poly<C: Carryless>(a: &[u64], b: &[u64]) -> u128 {
    a.iter().zip(b).fold(0, |sum, (&a, &b)| sum ^ C::carryless(a, b))
}

/// The kernels of this file with the carry-less product of one processor, compiled with its instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! one_by_one {
    ($features:literal, $carryless:ident) => {
        use crate::kernel::scalar::{self, Word};
        use crate::linear::Map;

        one_by_one! {
            $features, $carryless;
            <W> product(a: W, b: W) -> W = W::product::<$carryless>(a, b);
            <W> inverse(a: W) -> W = a.inverse::<$carryless>();
            <W> power(a: W, one: W, exponent: &[u64]) -> W = a.power::<$carryless>(one, exponent);
            <W> mul_slice(out: &mut [W], a: &[W], b: &[W]) = scalar::mul_slice::<$carryless, W>(out, a, b);
            <W> axpy(y: &mut [W], a: W, x: &[W]) = scalar::axpy::<$carryless, W>(y, a, x);
            <W> scale_slice(x: &mut [W], a: W) = scalar::scale_slice::<$carryless, W>(x, a);
            <W> dot(a: &[W], b: &[W]) -> W = scalar::dot::<$carryless, W>(a, b);
            <W> inverse_slice(x: &mut [W]) = scalar::inverse_slice::<$carryless, W>(x);
            <W> image_slice(x: &mut [W], map: Map) = scalar::image_slice::<$carryless, W>(x, map);
            to_poly_slice(x: &mut [u64]) = scalar::to_poly_slice(x);
            to_nim_slice(x: &mut [u64]) = scalar::to_nim_slice(x);
            carryless(a: u64, b: u64) -> u128 = $carryless::carryless(a, b);
            product_poly(a: u64, b: u64) -> u64 = scalar::product_poly::<$carryless>(a, b);
            fill_traces(traces: &mut [u64], step: u64) = scalar::fill_traces::<$carryless>(traces, step);
            product_pair(a: (u64, u64), b: (u64, u64)) -> (u64, u64) = scalar::product_pair::<$carryless>(a, b);
            mul_poly_slice(out: &mut [u64], a: &[u64], b: &[u64]) = scalar::mul_poly_slice::<$carryless>(out, a, b);
            axpy_poly(y: &mut [u64], a: u64, x: &[u64]) = scalar::axpy_poly::<$carryless>(y, a, x);
            dot_poly(a: &[u64], b: &[u64]) -> u128 = scalar::dot_poly::<$carryless>(a, b);
        }
    };
    ($features:literal, $carryless:ident;
     $($(<$word:ident>)? $name:ident($($argument:ident: $kind:ty),*) $(-> $answer:ty)? = $body:expr;)*) => {$(
        #[doc = concat!("`", stringify!($name), "` by these instructions.")]
        #[target_feature(enable = $features)]
        pub(super) fn $name$(<$word: Word>)?($($argument: $kind),*) $(-> $answer)? {
            $body
        }
    )*};
}
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
pub(super) use one_by_one;
