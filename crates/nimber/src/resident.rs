//! 64-bit nimbers held as polynomials: the form in which long computations live.
//!
//! A [`Poly64`] is an element of GF(2)\[x\]/(x^64+x^4+x^3+x+1). Its products are carry-less products of machine words,
//! and a sum of products may stay unreduced in 128 bits until the end. Converting costs eight look-ups each way, so an
//! algorithm with more than a few products converts at its edges and works here.

use crate::kernel::{self, Path, scalar, view};
use crate::width::Nim64;

/// A 64-bit nimber in polynomial form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub(crate) struct Poly64(pub(crate) u64);

impl Poly64 {
    pub(crate) const ZERO: Self = Self(0);
    pub(crate) const ONE: Self = Self(1);

    /// The polynomial form of a nimber.
    #[inline]
    pub(crate) fn from_nim(x: Nim64) -> Self {
        Self(scalar::to_poly(x.get()))
    }

    /// The nimber of a polynomial form.
    #[inline]
    pub(crate) fn to_nim(self) -> Nim64 {
        Nim64::new(scalar::to_nim(self.0))
    }

    /// The sum.
    #[inline]
    pub(crate) fn add(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }

    /// The unreduced product, of degree at most 126; sums of such are XOR, and [`Poly64::reduce`] ends them.
    #[inline]
    pub(crate) fn mul_wide(self, other: Self) -> u128 {
        kernel::carryless(self.0, other.0)
    }

    /// The remainder of an unreduced product, or of a XOR of many.
    #[inline]
    pub(crate) fn reduce(wide: u128) -> Self {
        Self(kernel::reduce(wide))
    }

    /// The product.
    #[inline]
    pub(crate) fn mul(self, other: Self) -> Self {
        Self(kernel::product_poly(self.0, other.0))
    }

    /// The square.
    #[inline]
    pub(crate) fn square(self) -> Self {
        self.mul(self)
    }

    /// The power x^16.
    #[inline]
    pub(crate) fn power_16(self) -> Self {
        Self(scalar::power_16(self.0))
    }

    /// Continues tr(z), tr(z·g) with tr(z·g²) and so on, by the trace of g, an element of norm 1 of the quadratic
    /// extension.
    pub(crate) fn fill_traces(traces: &mut [Self], step: Self) {
        kernel::fill_traces(view::bits_mut(traces), step.0);
    }
}

/// Polynomial forms of a slice of nimbers.
pub(crate) fn to_resident(x: &[Nim64]) -> Vec<Poly64> {
    let mut forms: Vec<Poly64> = x.iter().map(|x| Poly64(x.get())).collect();
    kernel::to_poly_slice(Path::best(), view::bits_mut(&mut forms));
    forms
}

/// Nimbers of a slice of polynomial forms.
pub(crate) fn from_resident(x: &[Poly64]) -> Vec<Nim64> {
    let mut nimbers: Vec<Nim64> = x.iter().map(|x| Nim64::new(x.0)).collect();
    kernel::to_nim_slice(Path::best(), view::bits_mut(&mut nimbers));
    nimbers
}

/// `out[i] = a[i] · b[i]` in polynomial form; the slices are of one length.
pub(crate) fn mul_resident(out: &mut [Poly64], a: &[Poly64], b: &[Poly64]) {
    assert!(out.len() == a.len() && a.len() == b.len(), "the slices differ in length");
    kernel::mul_poly_slice(Path::best(), view::bits_mut(out), view::bits(a), view::bits(b));
}

/// The unreduced scalar product in polynomial form.
pub(crate) fn dot_resident(a: &[Poly64], b: &[Poly64]) -> u128 {
    assert_eq!(a.len(), b.len(), "the slices differ in length");
    kernel::dot_poly(Path::best(), view::bits(a), view::bits(b))
}

/// `y[i] ⊕= a · x[i]` in polynomial form.
pub(crate) fn axpy_resident(y: &mut [Poly64], a: Poly64, x: &[Poly64]) {
    assert_eq!(y.len(), x.len(), "the slices differ in length");
    kernel::axpy_poly(Path::best(), view::bits_mut(y), a.0, view::bits(x));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_polynomial_form_multiplies_as_the_nimbers_do() {
        let mut x = 0x9e37_79b9_7f4a_7c15u64;
        for _ in 0..2000 {
            let a = Nim64::new(x);
            x = x.wrapping_mul(0xd129_0b26_88d7_6e4d).rotate_left(23) ^ 0x1234_5678_9abc_def1;
            let b = Nim64::new(x >> (x & 63));
            assert_eq!(Poly64::from_nim(a).to_nim(), a);
            assert_eq!(Poly64::from_nim(a).mul(Poly64::from_nim(b)).to_nim(), a * b);
        }
        assert_eq!(Poly64::from_nim(Nim64::new(1)), Poly64::ONE);
    }
}
