//! The form in which the algebra computes: polynomials over GF(2), alone for widths up to 64 bits, in pairs for 128.
//!
//! Nimbers of 8, 16 and 32 bits are a subfield of those of 64, so they ride along: every result of field operations on
//! them falls back into the subfield. A 128-bit nimber x₁⊗F ⊕ x₀ with F = 2^64 is the pair (x₀, x₁) with F² = F ⊕ F/2.
//! Whatever is bilinear over the 64-bit field (polynomial, matrix and set products) extends to pairs by Karatsuba's
//! three products.

use crate::field::Nimber;
use crate::kernel::poly::{self, MatrixProduct};
use crate::kernel::{self, Path};
use crate::resident::{
    Poly64, axpy_resident, dot_resident, from_resident, mul_resident, to_resident,
};
use crate::width::{Nim64, Nim128};
use std::fmt::Debug;

/// A map of two lists over the 64-bit field that is bilinear.
pub(crate) type BilinearMap<'a, E> =
    &'a mut dyn FnMut(&[Poly64], &[Poly64]) -> Result<Vec<Poly64>, E>;

/// A field element in the form the heavy algorithms compute with.
pub(crate) trait Working: Copy + Eq + Debug + Default + Send + Sync + 'static {
    const ZERO: Self;
    const ONE: Self;

    /// The working form of a nimber of at most the width of this form.
    fn import<N: Nimber>(x: N) -> Self;
    /// The nimber of a working form, which must lie in the subfield `N`.
    fn export<N: Nimber>(self) -> N;
    fn add(self, other: Self) -> Self;
    fn mul(self, other: Self) -> Self;
    /// The inverse, zero for zero.
    fn inverse(self) -> Self;
    fn sqrt(self) -> Self;
    fn square(self) -> Self {
        self.mul(self)
    }
    /// The squares of a slice, each followed by a zero: the coefficients of the square of a polynomial, and one more.
    fn spread_squares(x: &[Self]) -> Vec<Self> {
        let mut squares = vec![Self::ZERO; x.len()];
        Self::mul_slice(&mut squares, x, x);
        squares.into_iter().flat_map(|square| [square, Self::ZERO]).collect()
    }
    fn is_zero(self) -> bool {
        self == Self::ZERO
    }
    /// `y[i] ⊕= a · x[i]`.
    fn axpy(y: &mut [Self], a: Self, x: &[Self]);
    /// The sum of the products aᵢ · bᵢ.
    fn dot(a: &[Self], b: &[Self]) -> Self;
    /// `out[i] = aᵢ · bᵢ`.
    fn mul_slice(out: &mut [Self], a: &[Self], b: &[Self]);
    /// `y[i] ⊕= x[i]`, as far as the shorter slice goes.
    fn add_slice(y: &mut [Self], x: &[Self]) {
        for (y, x) in y.iter_mut().zip(x) {
            *y = y.add(*x);
        }
    }
    /// `x[i] ← a · x[i]`.
    fn scale(x: &mut [Self], a: Self) {
        // x ⊕ (a ⊕ 1)·x, a piece at a time: the kernel wants source and target apart.
        let factor = a.add(Self::ONE);
        let mut piece = [Self::ZERO; 64];
        for x in x.chunks_mut(64) {
            let piece = &mut piece[..x.len()];
            piece.copy_from_slice(x);
            Self::axpy(x, factor, piece);
        }
    }
    /// c ⊕= a·b for matrices given by row strides.
    fn matrix_product(
        c: &mut [Self],
        c_stride: usize,
        a: (&[Self], usize),
        b: (&[Self], usize),
        shape: [usize; 3],
    ) {
        let [rows, inner, columns] = shape;
        for row in 0..rows {
            let c = &mut c[row * c_stride..][..columns];
            for k in 0..inner {
                Self::axpy(c, a.0[row * a.1 + k], &b.0[k * b.1..][..columns]);
            }
        }
    }
    /// Applies a map that is bilinear over the 64-bit field.
    fn bilinear<E>(a: &[Self], b: &[Self], map: BilinearMap<'_, E>) -> Result<Vec<Self>, E>;

    /// Working forms of a slice.
    fn import_slice<N: Nimber>(x: &[N]) -> Vec<Self> {
        x.iter().map(|&x| Self::import(x)).collect()
    }
    /// Nimbers of a slice of working forms.
    fn export_slice<N: Nimber>(x: &[Self]) -> Vec<N> {
        x.iter().map(|&x| x.export()).collect()
    }
    /// Inverses of a slice, zero by zero, with one inverse and three products each (Montgomery's trick).
    fn inverse_slice(x: &mut [Self]) {
        let mut before = Vec::with_capacity(x.len());
        let mut product = Self::ONE;
        for &x in x.iter().filter(|x| !x.is_zero()) {
            before.push(product);
            product = product.mul(x);
        }
        let mut rest = product.inverse();
        for x in x.iter_mut().rev().filter(|x| !x.is_zero()) {
            let others = before.pop().unwrap_or(Self::ONE);
            let inverse = rest.mul(others);
            rest = rest.mul(*x);
            *x = inverse;
        }
    }
}

impl Working for Poly64 {
    const ZERO: Self = Poly64::ZERO;
    const ONE: Self = Poly64::ONE;

    #[inline]
    fn import<N: Nimber>(x: N) -> Self {
        Poly64::from_nim(Nim64::new(x.to_u128() as u64))
    }
    #[inline]
    fn export<N: Nimber>(self) -> N {
        N::from_u128(self.to_nim().get().into()).expect("sums and products stay in the subfield")
    }
    #[inline]
    fn add(self, other: Self) -> Self {
        Poly64::add(self, other)
    }
    #[inline]
    fn mul(self, other: Self) -> Self {
        Poly64::mul(self, other)
    }
    fn import_slice<N: Nimber>(x: &[N]) -> Vec<Self> {
        let words: Vec<Nim64> = x.iter().map(|x| Nim64::new(x.to_u128() as u64)).collect();
        to_resident(&words)
    }
    fn export_slice<N: Nimber>(x: &[Self]) -> Vec<N> {
        let subfield = "sums and products stay in the subfield";
        let nimber = |x: &Nim64| N::from_u128(x.get().into()).expect(subfield);
        from_resident(x).iter().map(nimber).collect()
    }
    fn inverse(self) -> Self {
        self.to_nim().inverse().map_or(Self::ZERO, Poly64::from_nim)
    }
    fn sqrt(self) -> Self {
        Poly64::from_nim(self.to_nim().sqrt())
    }
    fn axpy(y: &mut [Self], a: Self, x: &[Self]) {
        axpy_resident(y, a, x);
    }
    fn add_slice(y: &mut [Self], x: &[Self]) {
        poly::add_slice(Path::best(), y, x);
    }
    fn dot(a: &[Self], b: &[Self]) -> Self {
        Poly64::reduce(dot_resident(a, b))
    }
    fn mul_slice(out: &mut [Self], a: &[Self], b: &[Self]) {
        mul_resident(out, a, b);
    }
    fn matrix_product(
        c: &mut [Self],
        c_stride: usize,
        (a, a_stride): (&[Self], usize),
        (b, b_stride): (&[Self], usize),
        [rows, inner, columns]: [usize; 3],
    ) {
        let product = MatrixProduct { a, a_stride, b, b_stride, rows, inner, columns };
        poly::matrix_product(Path::best(), c, c_stride, &product);
    }
    fn bilinear<E>(a: &[Self], b: &[Self], map: BilinearMap<'_, E>) -> Result<Vec<Self>, E> {
        map(a, b)
    }
}

/// A 128-bit nimber in working form: low ⊕ high⊗F, F = 2^64.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Poly128 {
    low: Poly64,
    high: Poly64,
}

/// The nimber F/2 = 2^63 in polynomial form, the constant of F² = F ⊕ F/2.
fn half_fermat() -> Poly64 {
    Poly64::from_nim(Nim64::new(1 << 63))
}

impl Poly128 {
    /// The product from the three products of Karatsuba: low·low, high·high, and sum·sum.
    #[inline]
    fn join(low: Poly64, high: Poly64, sum: Poly64, half_fermat: Poly64) -> Self {
        Self { low: low.add(high.mul(half_fermat)), high: sum.add(low) }
    }
}

impl Working for Poly128 {
    const ZERO: Self = Self { low: Poly64::ZERO, high: Poly64::ZERO };
    const ONE: Self = Self { low: Poly64::ONE, high: Poly64::ZERO };

    fn import<N: Nimber>(x: N) -> Self {
        let bits = x.to_u128();
        Self {
            low: Poly64::from_nim(Nim64::new(bits as u64)),
            high: Poly64::from_nim(Nim64::new((bits >> 64) as u64)),
        }
    }
    fn export<N: Nimber>(self) -> N {
        let (low, high) = (self.low.to_nim().get(), self.high.to_nim().get());
        N::from_u128(u128::from(high) << 64 | u128::from(low))
            .expect("sums and products stay in the subfield")
    }
    #[inline]
    fn add(self, other: Self) -> Self {
        Self { low: self.low.add(other.low), high: self.high.add(other.high) }
    }
    #[inline]
    fn mul(self, other: Self) -> Self {
        let pair = |x: Self| (x.high.0, x.low.0);
        let (high, low) = kernel::product_pair(pair(self), pair(other));
        Self { low: Poly64(low), high: Poly64(high) }
    }
    fn inverse(self) -> Self {
        self.export::<Nim128>().inverse().map_or(Self::ZERO, Self::import)
    }
    fn sqrt(self) -> Self {
        Self::import(self.export::<Nim128>().sqrt())
    }
    fn axpy(y: &mut [Self], a: Self, x: &[Self]) {
        for (y, &x) in y.iter_mut().zip(x) {
            *y = y.add(a.mul(x));
        }
    }
    fn dot(a: &[Self], b: &[Self]) -> Self {
        let (mut low, mut high, mut sum) = (0, 0, 0);
        for (a, b) in a.iter().zip(b) {
            low ^= a.low.mul_wide(b.low);
            high ^= a.high.mul_wide(b.high);
            sum ^= a.low.add(a.high).mul_wide(b.low.add(b.high));
        }
        Self::join(Poly64::reduce(low), Poly64::reduce(high), Poly64::reduce(sum), half_fermat())
    }
    fn mul_slice(out: &mut [Self], a: &[Self], b: &[Self]) {
        for ((out, a), &b) in out.iter_mut().zip(a).zip(b) {
            *out = a.mul(b);
        }
    }
    fn bilinear<E>(a: &[Self], b: &[Self], map: BilinearMap<'_, E>) -> Result<Vec<Self>, E> {
        let plane = |x: &[Self], part: fn(&Self) -> Poly64| x.iter().map(part).collect::<Vec<_>>();
        let parts: [fn(&Self) -> Poly64; 3] = [|x| x.low, |x| x.high, |x| x.low.add(x.high)];
        let mut product = |part| map(&plane(a, part), &plane(b, part));
        let (low, high) = (product(parts[0])?, product(parts[1])?);
        let sum = product(parts[2])?;
        let constant = half_fermat();
        Ok(low
            .into_iter()
            .zip(high)
            .zip(sum)
            .map(|((low, high), sum)| Self::join(low, high, sum, constant))
            .collect())
    }
}

/// Runs `$body` with `$w` naming the working form of the nimber type `$n`.
macro_rules! in_working_form {
    ($n:ty; $w:ident => $body:expr) => {
        if <$n as $crate::field::Nimber>::BITS <= 64 {
            #[allow(clippy::items_after_statements, reason = "the name is local to the body")]
            type $w = $crate::resident::Poly64;
            $body
        } else {
            #[allow(clippy::items_after_statements, reason = "the name is local to the body")]
            type $w = $crate::working::Poly128;
            $body
        }
    };
}
pub(crate) use in_working_form;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_multiply_as_128_bit_nimbers() {
        let mut state = 5u128;
        for _ in 0..50 {
            state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(7);
            let (a, b) = (Nim128::new(state), Nim128::new(state.rotate_left(41)));
            let product: Nim128 = Poly128::import(a).mul(Poly128::import(b)).export();
            assert_eq!(product, a * b);
            let sum = Poly128::dot(
                &[Poly128::import(a), Poly128::import(b)],
                &[Poly128::import(b), Poly128::import(b)],
            );
            assert_eq!(sum.export::<Nim128>(), a * b + b * b);
        }
    }
}
