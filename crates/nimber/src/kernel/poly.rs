//! Kernels under the algebra: products of short polynomials, of matrices, of ranked set functions, and additive
//! butterflies.
//!
//! All of them work on polynomial forms and sum unreduced products, reducing once at the end. The [`Path`] is chosen
//! by the caller: AVX-512 with VPCLMULQDQ (eight nimbers a register, two carry-less products an instruction pair for
//! eight), PCLMULQDQ, and plain integers. The two lower paths share one body each, generic over the carry-less product
//! of two words.

#![cfg_attr(
    not(target_arch = "x86_64"),
    allow(unused_imports, unused_variables, reason = "wider registers serve x86-64 only")
)]

#[cfg(target_arch = "x86_64")]
mod x86;

use super::portable::Plain;
use super::scalar::Carryless;
use super::{Instructions, Path};
use crate::resident::Poly64;

/// Operands of a matrix product c ⊕= a·b: each matrix is a slice whose rows start every `*_stride` entries.
pub(crate) struct MatrixProduct<'a> {
    pub(crate) a: &'a [Poly64],
    pub(crate) a_stride: usize,
    pub(crate) b: &'a [Poly64],
    pub(crate) b_stride: usize,
    pub(crate) rows: usize,
    pub(crate) inner: usize,
    pub(crate) columns: usize,
}

/// Shape of the product of two ranked set functions on the subsets of `low` elements, joined to `fixed` elements of
/// `total`.
///
/// A ranked function is stored rank by rank, 2^low values each. The entries of rank above `fixed + low` are zero in
/// both factors and only the ranks from `fixed` to `total` of the product are wanted.
#[derive(Clone, Copy)]
pub(crate) struct RankedShape {
    pub(crate) low: usize,
    pub(crate) fixed: usize,
    pub(crate) total: usize,
}

/// Calls the body of the path, the generic one with the carry-less product of the path.
macro_rules! dispatch {
    ($path:expr, $body:ident, $wide:ident, ($($name:ident: $kind:ty),*)) => {{
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = "pclmulqdq")]
        fn with_pclmul($($name: $kind),*) {
            $body($($name,)* |a, b| x86::carryless(a, b));
        }
        #[cfg(target_arch = "aarch64")]
        #[target_feature(enable = "neon,aes")]
        fn with_pmull($($name: $kind),*) {
            $body($($name,)* |a, b| super::pmull::carryless(a, b));
        }
        match $path.0 {
            #[cfg(target_arch = "aarch64")]
            // SAFETY: the path is only made where the processor has PMULL.
            Instructions::Neon => unsafe { with_pmull($($name),*) },
            Instructions::Portable => $body($($name,)* Plain::carryless),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: either path is only made where the processor has PCLMULQDQ.
            Instructions::Avx2 | Instructions::Pclmul => unsafe { with_pclmul($($name),*) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the path is only made where the processor has AVX-512F and VPCLMULQDQ.
            Instructions::Gfni => unsafe { x86::$wide($($name),*) },
        }
    }};
}

/// Product of two polynomials, coefficients lowest first, by the definition.
///
/// `out` has `a.len() + b.len() − 1` entries and both factors at least one.
pub(crate) fn product(path: Path, out: &mut [Poly64], a: &[Poly64], b: &[Poly64]) {
    assert!(!a.is_empty() && !b.is_empty() && out.len() == a.len() + b.len() - 1);
    let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    dispatch!(path, product_body, product, (out: &mut [Poly64], a: &[Poly64], b: &[Poly64]))
}

#[inline(always)]
fn product_body(
    out: &mut [Poly64],
    a: &[Poly64],
    b: &[Poly64],
    carryless: impl Fn(u64, u64) -> u128,
) {
    for (k, out) in out.iter_mut().enumerate() {
        let first = k.saturating_sub(b.len() - 1);
        let last = k.min(a.len() - 1);
        let wide = (first..=last).fold(0, |sum, i| sum ^ carryless(a[i].0, b[k - i].0));
        *out = Poly64(Plain::reduce(wide));
    }
}

/// c ⊕= a·b for matrices.
pub(crate) fn matrix_product(path: Path, c: &mut [Poly64], c_stride: usize, p: &MatrixProduct<'_>) {
    if p.rows == 0 || p.inner == 0 || p.columns == 0 {
        return;
    }
    assert!(c.len() >= (p.rows - 1) * c_stride + p.columns && c_stride >= p.columns);
    assert!(p.a.len() >= (p.rows - 1) * p.a_stride + p.inner);
    assert!(p.b.len() >= (p.inner - 1) * p.b_stride + p.columns);
    dispatch!(
        path,
        matrix_product_body,
        matrix_product,
        (c: &mut [Poly64], c_stride: usize, p: &MatrixProduct<'_>)
    )
}

#[inline(always)]
fn matrix_product_body(
    c: &mut [Poly64],
    c_stride: usize,
    p: &MatrixProduct<'_>,
    carryless: impl Fn(u64, u64) -> u128,
) {
    for row in 0..p.rows {
        let a = &p.a[row * p.a_stride..][..p.inner];
        for (column, c) in c[row * c_stride..][..p.columns].iter_mut().enumerate() {
            let wide = a
                .iter()
                .enumerate()
                .fold(0, |sum, (k, a)| sum ^ carryless(a.0, p.b[k * p.b_stride + column].0));
            c.0 ^= Plain::reduce(wide);
        }
    }
}

/// One layer of the additive transform: for each block of 2·`half` entries, the halves (h₀, h₁) become (h₀ ⊕ w·h₁, h₀ ⊕
/// w·h₁ ⊕ h₁), where w is the twiddle of the block.
pub(crate) fn forward_layer(path: Path, data: &mut [Poly64], half: usize, twiddles: &[Poly64]) {
    assert!(half.is_power_of_two() && data.len().is_multiple_of(2 * half));
    assert!(twiddles.len() >= data.len() / (2 * half));
    dispatch!(
        path,
        forward_body,
        forward_layer,
        (data: &mut [Poly64], half: usize, twiddles: &[Poly64])
    )
}

#[inline(always)]
fn forward_body(
    data: &mut [Poly64],
    half: usize,
    twiddles: &[Poly64],
    carryless: impl Fn(u64, u64) -> u128,
) {
    for (block, twiddle) in data.chunks_exact_mut(2 * half).zip(twiddles) {
        let (low, high) = block.split_at_mut(half);
        for (low, high) in low.iter_mut().zip(high) {
            low.0 ^= Plain::reduce(carryless(twiddle.0, high.0));
            high.0 ^= low.0;
        }
    }
}

/// The inverse of [`forward_layer`].
pub(crate) fn inverse_layer(path: Path, data: &mut [Poly64], half: usize, twiddles: &[Poly64]) {
    assert!(half.is_power_of_two() && data.len().is_multiple_of(2 * half));
    assert!(twiddles.len() >= data.len() / (2 * half));
    dispatch!(
        path,
        inverse_body,
        inverse_layer,
        (data: &mut [Poly64], half: usize, twiddles: &[Poly64])
    )
}

#[inline(always)]
fn inverse_body(
    data: &mut [Poly64],
    half: usize,
    twiddles: &[Poly64],
    carryless: impl Fn(u64, u64) -> u128,
) {
    for (block, twiddle) in data.chunks_exact_mut(2 * half).zip(twiddles) {
        let (low, high) = block.split_at_mut(half);
        for (low, high) in low.iter_mut().zip(high) {
            high.0 ^= low.0;
            low.0 ^= Plain::reduce(carryless(twiddle.0, high.0));
        }
    }
}

/// Ranked product set by set: `out` rank r of each set is ⊕ over i + j = r of `a` rank i times `b` rank j.
///
/// `a` and `b` hold ranks 0 to `fixed + low`, `out` ranks 0 to `total`, of which those from `fixed` up are written.
pub(crate) fn ranked_product(
    path: Path,
    out: &mut [Poly64],
    a: &[Poly64],
    b: &[Poly64],
    shape: RankedShape,
) {
    let sets = 1usize << shape.low;
    let ranks = shape.fixed + shape.low + 1;
    assert!(a.len() >= ranks * sets && b.len() >= ranks * sets);
    assert!(out.len() >= (shape.total + 1) * sets && shape.total + 1 >= ranks);
    dispatch!(
        path,
        ranked_product_body,
        ranked_product,
        (out: &mut [Poly64], a: &[Poly64], b: &[Poly64], shape: RankedShape)
    )
}

#[inline(always)]
fn ranked_product_body(
    out: &mut [Poly64],
    a: &[Poly64],
    b: &[Poly64],
    shape: RankedShape,
    carryless: impl Fn(u64, u64) -> u128,
) {
    let sets = 1usize << shape.low;
    for set in 0..sets {
        let top = shape.fixed + set.count_ones() as usize;
        for rank in shape.fixed..=shape.total {
            let wide = if rank > 2 * top {
                0
            } else {
                (rank.saturating_sub(top)..=rank.min(top)).fold(0, |sum, i| {
                    sum ^ carryless(a[i * sets + set].0, b[(rank - i) * sets + set].0)
                })
            };
            out[rank * sets + set] = Poly64(Plain::reduce(wide));
        }
    }
}

/// Slices shorter than this are added in place rather than by a call to wider registers.
#[cfg(target_arch = "x86_64")]
const SHORT_SUM: usize = 32;

/// `y[i] ⊕= x[i]`, as far as the shorter slice goes.
#[inline]
pub(crate) fn add_slice(path: Path, y: &mut [Poly64], x: &[Poly64]) {
    match path.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the path is only made where the processor has AVX-512F.
        Instructions::Gfni if y.len() >= SHORT_SUM => unsafe { x86::add_slice(y, x) },
        _ => add_slice_body(y, x),
    }
}

#[inline(always)]
fn add_slice_body(y: &mut [Poly64], x: &[Poly64]) {
    for (y, x) in y.iter_mut().zip(x) {
        y.0 ^= x.0;
    }
}

/// `out[i] = x[i] ⊕ y[i]`.
#[inline]
pub(crate) fn sum_slices(path: Path, out: &mut [Poly64], x: &[Poly64], y: &[Poly64]) {
    match path.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the path is only made where the processor has AVX-512F.
        Instructions::Gfni => unsafe { x86::sum_slices(out, x, y) },
        _ => sum_slices_body(out, x, y),
    }
}

#[inline(always)]
fn sum_slices_body(out: &mut [Poly64], x: &[Poly64], y: &[Poly64]) {
    for ((out, x), y) in out.iter_mut().zip(x).zip(y) {
        out.0 = x.0 ^ y.0;
    }
}

/// From coefficients of powers of x to coefficients of the novel basis of the additive transform; 2^log coefficients.
pub(crate) fn to_novel_basis(path: Path, data: &mut [Poly64], log: usize) {
    assert!(data.len() == 1 << log);
    match path.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the path is only made where the processor has AVX-512F.
        Instructions::Gfni => unsafe { x86::to_novel_basis(data, log, 0) },
        _ => plain::to_novel_basis(data, log, 0),
    }
}

/// The inverse of [`to_novel_basis`].
pub(crate) fn from_novel_basis(path: Path, data: &mut [Poly64], log: usize) {
    assert!(data.len() == 1 << log);
    match path.0 {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the path is only made where the processor has AVX-512F.
        Instructions::Gfni => unsafe { x86::from_novel_basis(data, log, 0) },
        _ => plain::from_novel_basis(data, log, 0),
    }
}

/// The change of basis, compiled with the instructions of `$attribute` and the sum `$add`.
///
/// Coefficients are runs of 2^unit entries. With 2^level the largest such power below 2^log (level itself a power of
/// two), the polynomial is written in y = x^(2^level) ⊕ x by dividing by the powers y^(2^k) = x^(2^(level+k)) ⊕
/// x^(2^k); then the polynomial in y and each of its coefficients are changed in turn. The depth is doubly logarithmic
/// in the length.
macro_rules! novel_basis {
    ($(#[$attribute:meta])? $add:path) => {
        $(#[$attribute])?
        pub(super) fn to_novel_basis(data: &mut [Poly64], log: usize, unit: usize) {
            if log <= 1 {
                return;
            }
            if log == 4 && unit == 0 {
                return $crate::kernel::poly::to_novel_16(data);
            }
            let level = 1usize << (log - 1).ilog2();
            for k in (0..log - level).rev() {
                for block in data.chunks_exact_mut(1 << (level + k + 1 + unit)) {
                    let (low, high) = block.split_at_mut(1 << (level + k + unit));
                    let (start, end) = high.split_at_mut(low.len() - (1 << (k + unit)));
                    // The top 2^k coefficients fall into the upper half itself, the others, after that, below.
                    $add(&mut start[..end.len()], end);
                    $add(&mut low[1 << (k + unit)..], start);
                }
            }
            to_novel_basis(data, log - level, unit + level);
            for block in data.chunks_exact_mut(1 << (level + unit)) {
                to_novel_basis(block, level, unit);
            }
        }

        $(#[$attribute])?
        pub(super) fn from_novel_basis(data: &mut [Poly64], log: usize, unit: usize) {
            if log <= 1 {
                return;
            }
            if log == 4 && unit == 0 {
                return $crate::kernel::poly::from_novel_16(data);
            }
            let level = 1usize << (log - 1).ilog2();
            for block in data.chunks_exact_mut(1 << (level + unit)) {
                from_novel_basis(block, level, unit);
            }
            from_novel_basis(data, log - level, unit + level);
            for k in 0..log - level {
                for block in data.chunks_exact_mut(1 << (level + k + 1 + unit)) {
                    let (low, high) = block.split_at_mut(1 << (level + k + unit));
                    let (start, end) = high.split_at_mut(low.len() - (1 << (k + unit)));
                    $add(&mut low[1 << (k + unit)..], start);
                    $add(&mut start[..end.len()], end);
                }
            }
        }
    };
}
use novel_basis;

mod plain {
    //! The change of basis with the registers every processor has.

    use super::{Poly64, add_slice_body};

    novel_basis!(add_slice_body);
}

/// Carries out the sums `x[target] ⊕= x[source]` in order, or, after `back`, in reverse order.
macro_rules! sums {
    ($x:ident, $(($target:literal $source:literal))*) => { $($x[$target].0 ^= $x[$source].0;)* };
    (back $x:ident,) => {};
    (back $x:ident, ($target:literal $source:literal) $($rest:tt)*) => {
        sums!(back $x, $($rest)*);
        $x[$target].0 ^= $x[$source].0;
    };
}

/// The change of basis for sixteen coefficients, written out for speed.
macro_rules! novel_16 {
    ($($order:ident)?; $x:ident) => {
        sums!($($order)? $x,
            // y = x⁴ ⊕ x: divide by y² = x⁸ ⊕ x², then both halves by y.
            (8 14) (9 15) (2 8) (3 9) (4 10) (5 11) (6 12) (7 13)
            (4 7) (1 4) (2 5) (3 6) (12 15) (9 12) (10 13) (11 14)
            // The polynomial in y whose coefficients are runs of four, in y² ⊕ y.
            (8 12) (9 13) (10 14) (11 15) (4 8) (5 9) (6 10) (7 11)
            // Each run of four, in x² ⊕ x.
            (2 3) (1 2) (6 7) (5 6) (10 11) (9 10) (14 15) (13 14)
        )
    };
}

/// [`to_novel_basis`] for sixteen coefficients.
#[inline(always)]
fn to_novel_16(data: &mut [Poly64]) {
    let Some(block) = data.first_chunk_mut::<16>() else { return };
    let mut x = *block;
    novel_16!(; x);
    *block = x;
}

/// [`from_novel_basis`] for sixteen coefficients.
#[inline(always)]
fn from_novel_16(data: &mut [Poly64]) {
    let Some(block) = data.first_chunk_mut::<16>() else { return };
    let mut x = *block;
    novel_16!(back; x);
    *block = x;
}

/// A ranked function on the subsets of some elements: rank r starts at entry r·`stride`.
#[derive(Clone, Copy)]
pub(crate) struct Ranks<'a> {
    pub(crate) data: &'a [Poly64],
    pub(crate) stride: usize,
}

impl<'a> Ranks<'a> {
    /// `length` values of one rank, from the set `from` on.
    #[inline]
    pub(crate) fn rank(self, rank: usize, from: usize, length: usize) -> &'a [Poly64] {
        &self.data[rank * self.stride + from..][..length]
    }
}

/// The ranked zeta transform of a function on the subsets of `low` elements that has ranks 0 to `fixed` already.
///
/// The value of rank r at a set S goes to rank r + |S|, then each rank becomes its xor zeta transform: the value at S
/// becomes the sum over the T ⊆ S. Ranks 0 to `fixed + low` of `out` are written.
pub(crate) fn ranked_zeta(path: Path, out: &mut [Poly64], f: Ranks<'_>, fixed: usize, low: usize) {
    let sets = 1usize << low;
    let out = &mut out[..(fixed + low + 1) * sets];
    #[cfg(target_arch = "x86_64")]
    if path.0 == Instructions::Gfni && low == REGISTERS_LOG {
        // SAFETY: the path is only made where the processor has AVX-512F.
        return unsafe { x86::ranked_zeta(out, f, fixed) };
    }
    out.fill(Poly64::ZERO);
    for rank in 0..=fixed {
        for (set, &value) in f.rank(rank, 0, sets).iter().enumerate() {
            out[(rank + set.count_ones() as usize) * sets + set] = value;
        }
    }
    for block in out.chunks_exact_mut(sets) {
        zeta(block, low);
    }
}

/// The ranked Möbius transform, and the ranks that can be sizes: `out` rank j at S is rank `fixed` + j + |S| of the
/// transform.
///
/// Ranks `fixed` to `total` of `f` are read and overwritten; ranks 0 to `total` − `low` − `fixed` of `out`, which start
/// every `stride` entries, are written.
pub(crate) fn ranked_moebius(
    path: Path,
    (out, stride): (&mut [Poly64], usize),
    f: &mut [Poly64],
    shape: RankedShape,
) {
    let RankedShape { low, fixed, total } = shape;
    let sets = 1usize << low;
    let f = &mut f[fixed * sets..(total + 1) * sets];
    #[cfg(target_arch = "x86_64")]
    if path.0 == Instructions::Gfni && low == REGISTERS_LOG {
        // SAFETY: the path is only made where the processor has AVX-512F.
        return unsafe { x86::ranked_moebius((out, stride), f) };
    }
    for block in f.chunks_exact_mut(sets) {
        zeta(block, low);
    }
    for rank in 0..=total - low - fixed {
        for (set, place) in out[rank * stride..][..sets].iter_mut().enumerate() {
            *place = f[(rank + set.count_ones() as usize) * sets + set];
        }
    }
}

/// Elements whose subsets fill eight registers of eight: the block that the transforms keep in registers.
pub(crate) const REGISTERS_LOG: usize = 6;

/// The xor zeta transform; an involution, so it is the Möbius transform as well.
fn zeta(block: &mut [Poly64], low: usize) {
    for element in 0..low {
        for pair in block.chunks_exact_mut(2 << element) {
            let (without, with) = pair.split_at_mut(1 << element);
            add_slice_body(with, without);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words of a fixed congruential generator.
    fn words(seed: u64, count: usize) -> Vec<Poly64> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state ^ state >> 29
        };
        (0..count).map(|_| Poly64(next())).collect()
    }

    #[test]
    fn every_path_multiplies_polynomials_alike() {
        for (m, n) in [(1, 1), (1, 9), (3, 40), (17, 33), (64, 64), (70, 5)] {
            let (a, b) = (words(1, m), words(2, n));
            let results: Vec<_> = Path::available()
                .into_iter()
                .map(|path| {
                    let mut out = vec![Poly64(0); m + n - 1];
                    product(path, &mut out, &a, &b);
                    out
                })
                .collect();
            assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{m} by {n}");
            assert_eq!(results[0][0], a[0].mul(b[0]));
        }
    }

    #[test]
    fn every_path_multiplies_matrices_alike() {
        for (rows, inner, columns) in [(1, 1, 1), (5, 3, 7), (9, 8, 21), (4, 2, 16), (5, 300, 17)] {
            let (a, b) = (words(3, rows * inner), words(4, inner * columns));
            let results: Vec<_> = Path::available()
                .into_iter()
                .map(|path| {
                    let mut c = words(5, rows * columns);
                    let p = MatrixProduct {
                        a: &a,
                        a_stride: inner,
                        b: &b,
                        b_stride: columns,
                        rows,
                        inner,
                        columns,
                    };
                    matrix_product(path, &mut c, columns, &p);
                    c
                })
                .collect();
            assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{rows} {inner} {columns}");
        }
    }

    #[test]
    fn every_path_has_the_same_butterflies_and_they_are_undone() {
        for log in 1..7 {
            for layer in 0..log {
                let (half, start) = (1usize << layer, words(6, 1 << log));
                let twiddles = words(7, 1 << (log - layer - 1));
                let results: Vec<_> = Path::available()
                    .into_iter()
                    .map(|path| {
                        let mut data = start.clone();
                        forward_layer(path, &mut data, half, &twiddles);
                        let transformed = data.clone();
                        inverse_layer(path, &mut data, half, &twiddles);
                        assert_eq!(data, start, "{path:?}");
                        transformed
                    })
                    .collect();
                assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{log} {layer}");
            }
        }
    }

    #[test]
    fn every_path_has_the_same_ranked_product() {
        for (low, fixed, total) in [(0, 0, 0), (1, 2, 5), (2, 0, 2), (3, 1, 6), (5, 3, 9)] {
            let sets = 1usize << low;
            let ranks = fixed + low + 1;
            let shape = RankedShape { low, fixed, total };
            // Zero above the size of each set, as the caller promises.
            let ranked = |seed| {
                let mut data = words(seed, ranks * sets);
                for rank in 0..ranks {
                    for set in 0..sets {
                        if rank > fixed + set.count_ones() as usize {
                            data[rank * sets + set] = Poly64(0);
                        }
                    }
                }
                data
            };
            let (a, b) = (ranked(8), ranked(9));
            let results: Vec<_> = Path::available()
                .into_iter()
                .map(|path| {
                    let mut out = vec![Poly64(0); (total + 1) * sets];
                    ranked_product(path, &mut out, &a, &b, shape);
                    out
                })
                .collect();
            assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{low} {fixed} {total}");
        }
    }

    #[test]
    fn every_path_has_the_same_ranked_transforms() {
        for (low, fixed, total) in
            [(0, 1, 2), (2, 0, 2), (3, 1, 6), (6, 0, 6), (6, 2, 9), (6, 3, 9)]
        {
            let sets = 1usize << low;
            let stride = sets + 3;
            let shape = RankedShape { low, fixed, total };
            let f = words(10, (fixed + 1) * stride);
            let start = words(11, (total + 1) * sets);
            let results: Vec<_> = Path::available()
                .into_iter()
                .map(|path| {
                    let mut zeta = vec![Poly64::ZERO; (fixed + low + 1) * sets];
                    ranked_zeta(path, &mut zeta, Ranks { data: &f, stride }, fixed, low);
                    let mut out = vec![Poly64::ZERO; (total - low - fixed + 1) * stride];
                    ranked_moebius(path, (&mut out, stride), &mut start.clone(), shape);
                    (zeta, out)
                })
                .collect();
            assert!(results.windows(2).all(|pair| pair[0] == pair[1]), "{low} {fixed} {total}");
            // The full set gains the value of rank r and size s at rank r + s.
            let top = (fixed + low) * sets + sets - 1;
            let expected = f[fixed * stride + sets - 1];
            assert_eq!(results[0].0[top], expected);
        }
    }
}
