//! The tower above 64 bits on slices of limbs, each limb a 64-bit nimber in polynomial form.
//!
//! A nimber of 64n bits, n a power of two, is n limbs, lowest first. One storey has F = 2^(64h) with h = n/2, and the
//! same formulas as the narrow storeys; since a change of basis acts on every limb by itself, the whole computation
//! happens in polynomial form. The product takes three products of half the size and one by the constant F/2, which
//! itself takes three constants of half the size: O(n^1.585 log n) limb products. Recursion is log₂ n deep.

use crate::kernel::{self, scalar};
use crate::linear::Map;

/// Polynomial form of 2^63.
fn top() -> u64 {
    scalar::to_poly(1 << 63)
}

/// a ⊕= b.
fn add(a: &mut [u64], b: &[u64]) {
    for (a, &b) in a.iter_mut().zip(b) {
        *a ^= b;
    }
}

/// a ⊕ b, of one length.
fn sum(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(&a, &b)| a ^ b).collect()
}

/// a ← a ⊗ 2^(64n − 1) for n limbs: with F and h for the storey, (x₁⊗F ⊕ x₀)⊗(F/2⊗F) has the halves (x₁⊕x₀)⊗F/2 and
/// x₁⊗F/2⊗F/2.
fn half(a: &mut [u64]) {
    if let [limb] = a {
        *limb = kernel::product_poly(*limb, top());
        return;
    }
    let (low, high) = a.split_at_mut(a.len() / 2);
    add(low, high);
    low.swap_with_slice(high);
    half(high);
    half(low);
    half(low);
}

/// The product in the field of a.len() limbs; `b` is at most as long, both a power of two, and `out` as long as `a`.
pub(crate) fn mul(out: &mut [u64], a: &[u64], b: &[u64]) {
    let h = a.len() / 2;
    match (a, b) {
        (&[a], &[b]) => out[0] = kernel::product_poly(a, b),
        (&[a0, a1], &[b0, b1]) => {
            (out[1], out[0]) = kernel::product_pair((a1, a0), (b1, b0));
        }
        // A factor of the half field multiplies each half.
        _ if b.len() <= h => {
            for (out, a) in out.chunks_exact_mut(b.len()).zip(a.chunks_exact(b.len())) {
                mul(out, a, b);
            }
        }
        _ => {
            let ((a0, a1), (b0, b1)) = (a.split_at(h), b.split_at(h));
            let (low, high) = out.split_at_mut(h);
            mul(low, a1, b1);
            half(low);
            mul(high, &sum(a0, a1), &sum(b0, b1));
            let mut product = vec![0; h];
            mul(&mut product, a0, b0);
            add(low, &product);
            add(high, &product);
        }
    }
}

/// The square, in place: linear but for the constants.
pub(crate) fn square(a: &mut [u64]) {
    if let [limb] = a {
        *limb = kernel::product_poly(*limb, *limb);
        return;
    }
    let (low, high) = a.split_at_mut(a.len() / 2);
    square(low);
    square(high);
    let mut over = high.to_vec();
    half(&mut over);
    add(low, &over);
}

/// The square root, in place: the square read backwards.
pub(crate) fn sqrt(a: &mut [u64]) {
    if let [limb] = a {
        *limb = scalar::to_poly(kernel::image(scalar::to_nim(*limb), Map::Sqrt));
        return;
    }
    let (low, high) = a.split_at_mut(a.len() / 2);
    let mut over = high.to_vec();
    half(&mut over);
    add(low, &over);
    sqrt(low);
    sqrt(high);
}

/// The inverse, in place, zero for zero: conjugate over norm.
pub(crate) fn inverse(a: &mut [u64]) {
    if let [limb] = a {
        *limb = scalar::to_poly(kernel::inverse(scalar::to_nim(*limb)));
        return;
    }
    let h = a.len() / 2;
    let (low, high) = a.split_at_mut(h);
    let conjugate = sum(low, high);
    let mut norm = high.to_vec();
    square(&mut norm);
    half(&mut norm);
    let mut product = vec![0; h];
    mul(&mut product, low, &conjugate);
    add(&mut norm, &product);
    inverse(&mut norm);
    mul(low, &conjugate, &norm);
    mul(&mut product, high, &norm);
    high.copy_from_slice(&product);
}

/// The even root of x² ⊕ x = a, in place; the top bit of a, its trace, must be 0.
pub(crate) fn half_solve(a: &mut [u64]) {
    if let [limb] = a {
        *limb = scalar::to_poly(kernel::image(scalar::to_nim(*limb), Map::HalfSolve));
        return;
    }
    let h = a.len() / 2;
    let (low, high) = a.split_at_mut(h);
    half_solve(high);
    let mut over = high.to_vec();
    square(&mut over);
    half(&mut over);
    add(low, &over);
    if scalar::to_nim(low[h - 1]) >> 63 == 1 {
        // The other root of the upper half, one more, has F/2 more below.
        high[0] ^= 1;
        low[h - 1] ^= top();
    }
    half_solve(low);
}
