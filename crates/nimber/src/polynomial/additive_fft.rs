//! The additive fast Fourier transform over the 64-bit field, in Cantor's basis.
//!
//! Cantor's basis β₀ = 1, βᵢ² ⊕ βᵢ = βᵢ₋₁ spans subspaces Wᵢ whose vanishing polynomials sᵢ have coefficients in GF(2),
//! satisfy sᵢ∘sⱼ = sᵢ₊ⱼ and sᵢ(βⱼ) = βⱼ₋ᵢ; sᵢ = x^(2^i) ⊕ x when i is a power of two. In the basis X_k = ∏ sᵢ over the
//! bits i of k a polynomial splits as h₀ ⊕ sᵢ·h₁, and one butterfly a pair evaluates both halves of a coset: n/2·log n
//! products and n·log n sums. Changing from powers of x to that basis takes sums only, O(n log n log log n) of them.
//!
//! Source: D. G. Cantor, *On arithmetical algorithms over finite fields* (1989); S.-J. Lin, W.-H. Chung, Y. S.
//! Han, *Novel polynomial basis and its application to Reed–Solomon erasure codes* (2014); the conversion through
//! variable substitution is that of Lin, Al-Naffouri, Han and Chung (2016).

use crate::field::Nimber;
use crate::kernel::{Path, poly};
use crate::resident::{Poly64, mul_resident};
use crate::width::Nim64;
use std::sync::LazyLock;

/// Cantor's basis, in polynomial form.
///
/// The even root exists at each step: βᵢ₋₁ has trace 0 for 0 < i < 64, because the trace is s₆₃ and s₆₃(βᵢ₋₁) = 0.
static CANTOR: LazyLock<[Poly64; 64]> = LazyLock::new(|| {
    let mut basis = [Poly64::ONE; 64];
    let mut last = Nim64::new(1);
    for form in &mut basis[1..] {
        last = last.half_solve().expect("all but the last element have trace 0");
        *form = Poly64::from_nim(last);
    }
    basis
});

/// Blocks of at most this many forms are transformed to the end before the next: 32 KiB, a first-level cache.
const BLOCK: usize = 1 << 12;
/// A product that passes a power of two by at most this much is folded instead of doubled.
const OVERHANG: usize = 64;

/// Twiddle of block c: the value at the block's coset of the vanishing polynomial, ⊕ β_{j+1} over the bits j of c, in
/// every layer.
fn twiddles(count: usize) -> Vec<Poly64> {
    let mut twiddles = Vec::with_capacity(count);
    twiddles.push(Poly64::ZERO);
    let mut bit = 0;
    while twiddles.len() < count {
        let beta = CANTOR[bit + 1];
        for c in 0..twiddles.len().min(count - twiddles.len()) {
            twiddles.push(twiddles[c].add(beta));
        }
        bit += 1;
    }
    twiddles
}

/// Product of two coefficient lists, neither empty.
pub(super) fn product(a: &[Poly64], b: &[Poly64]) -> Vec<Poly64> {
    let path = Path::best();
    let length = a.len() + b.len() - 1;
    // Just above a power of two the product is taken modulo s_log, of that degree, and its few top coefficients by the
    // definition.
    let below = if length < 2 { 1 } else { 1usize << (length - 1).ilog2() };
    let over = length - below;
    let folded = over > 0 && over <= OVERHANG && below >= 4 * OVERHANG;
    let size = if folded { below } else { length.next_power_of_two() };
    let log = size.ilog2() as usize;
    let twiddles = twiddles((size / 2).max(1));
    let transformed = |x: &[Poly64]| {
        let mut data = vec![Poly64::ZERO; size];
        let (start, rest) = x.split_at(x.len().min(size));
        data[..start.len()].copy_from_slice(start);
        fold(path, &mut data, rest);
        poly::to_novel_basis(path, &mut data, log);
        forward(path, &mut data, 0, &twiddles);
        data
    };
    let a_values = transformed(a);
    let mut out = transformed(b);
    let mut b_values = [Poly64::ZERO; 64];
    for (out, a_values) in out.chunks_mut(64).zip(a_values.chunks(64)) {
        let b_values = &mut b_values[..out.len()];
        b_values.copy_from_slice(out);
        mul_resident(out, a_values, b_values);
    }
    inverse(path, &mut out, 0, &twiddles);
    poly::from_novel_basis(path, &mut out, log);
    if folded {
        // product = q·s + r with q the top coefficients, since s = x^size ⊕ (terms of at most half the degree).
        let top = top_coefficients(path, a, b, over);
        fold(path, &mut out, &top);
        out.extend_from_slice(&top);
    }
    out.truncate(length);
    out
}

/// The last `count` coefficients of the product, by the definition.
fn top_coefficients(path: Path, a: &[Poly64], b: &[Poly64], count: usize) -> Vec<Poly64> {
    let tail = |x: &[Poly64]| x[x.len() - x.len().min(count)..].to_vec();
    let (a, b) = (tail(a), tail(b));
    let mut product = vec![Poly64::ZERO; a.len() + b.len() - 1];
    poly::product(path, &mut product, &a, &b);
    // The product of the tails may miss the factors' lower terms only below its own last `count` coefficients.
    product.split_off(product.len() - count)
}

/// `data[k + e] ⊕= q[k]` for every term x^e of s_log below its leading one, where 2^log is the length of `data`.
///
/// The terms of s_i are the x^(2^e) with C(i, e) odd, that is e a submask of i.
fn fold(path: Path, data: &mut [Poly64], q: &[Poly64]) {
    if q.is_empty() {
        return;
    }
    let log = data.len().ilog2();
    for e in (0..log).filter(|e| e & log == *e) {
        poly::add_slice(path, &mut data[1 << e..], q);
    }
}

/// Values at the points of the `block`-th coset of the size of `data`, from novel coefficients.
fn forward(path: Path, data: &mut [Poly64], block: usize, twiddles: &[Poly64]) {
    let log = data.len().ilog2();
    if data.len() > BLOCK {
        let half = data.len() / 2;
        poly::forward_layer(path, data, half, &twiddles[block..]);
        let (low, high) = data.split_at_mut(half);
        forward(path, low, 2 * block, twiddles);
        forward(path, high, 2 * block + 1, twiddles);
        return;
    }
    for layer in (0..log).rev() {
        poly::forward_layer(path, data, 1 << layer, &twiddles[block << (log - 1 - layer)..]);
    }
}

/// The inverse of [`forward`].
fn inverse(path: Path, data: &mut [Poly64], block: usize, twiddles: &[Poly64]) {
    let log = data.len().ilog2();
    if data.len() > BLOCK {
        let half = data.len() / 2;
        let (low, high) = data.split_at_mut(half);
        inverse(path, low, 2 * block, twiddles);
        inverse(path, high, 2 * block + 1, twiddles);
        poly::inverse_layer(path, data, half, &twiddles[block..]);
        return;
    }
    for layer in 0..log {
        poly::inverse_layer(path, data, 1 << layer, &twiddles[block << (log - 1 - layer)..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cantor_basis_satisfies_its_equation() {
        for pair in CANTOR.windows(2) {
            assert_eq!(pair[1].square().add(pair[1]), pair[0]);
        }
    }

    #[test]
    fn transform_evaluates_at_the_span_of_the_basis() {
        let log = 5;
        let coefficients: Vec<_> =
            (1..=32u64).map(|i| Poly64(i.wrapping_mul(0x0123_4567_89ab_cdef))).collect();
        let mut data = coefficients.clone();
        poly::to_novel_basis(Path::PORTABLE, &mut data, log);
        forward(Path::PORTABLE, &mut data, 0, &twiddles(16));
        for (k, &value) in data.iter().enumerate() {
            let point = (0..log)
                .filter(|j| k >> j & 1 == 1)
                .fold(Poly64::ZERO, |sum, j| sum.add(CANTOR[j]));
            let horner =
                coefficients.iter().rev().fold(Poly64::ZERO, |sum, &c| sum.mul(point).add(c));
            assert_eq!(value, horner, "point {k}");
        }
        inverse(Path::PORTABLE, &mut data, 0, &twiddles(16));
        poly::from_novel_basis(Path::PORTABLE, &mut data, log);
        assert_eq!(data, coefficients);
    }

    #[test]
    fn a_product_just_above_a_power_of_two_is_folded_right() {
        let a: Vec<_> =
            (0..140u64).map(|i| Poly64(i.wrapping_mul(0x9e37_79b9_7f4a_7c15))).collect();
        for n in [117, 118, 150, 180, 181, 182] {
            let b: Vec<_> =
                (0..n).map(|i: u64| Poly64((i + 3).wrapping_mul(0xda94_2042_e4dd_58b5))).collect();
            let mut expected = vec![Poly64::ZERO; a.len() + b.len() - 1];
            poly::product(Path::PORTABLE, &mut expected, &a, &b);
            assert_eq!(product(&a, &b), expected, "140 by {n}");
        }
    }
}
