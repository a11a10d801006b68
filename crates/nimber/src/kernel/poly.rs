//! Kernels under the algebra: products of short polynomials, of matrices, of ranked set functions, and additive butterflies.
//!
//! All of them work on polynomial forms and sum unreduced products, reducing once at the end. The [`Path`] is chosen
//! by the caller: AVX-512 with VPCLMULQDQ (eight nimbers a register, two carry-less products an instruction pair for eight), PCLMULQDQ,
//! and plain integers. The two lower paths share one body each, generic over the carry-less product of two words.

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

/// Shape of the product of two ranked set functions on the subsets of `low` elements, joined to `fixed` elements of `total`.
///
/// A ranked function is stored rank by rank, 2^low values each. The entries of rank above `fixed + low` are zero in both factors
/// and only the ranks from `fixed` to `total` of the product are wanted.
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
        match $path.0 {
            Instructions::Portable => $body($($name,)* Plain::carryless),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the path is only made where the processor has PCLMULQDQ.
            Instructions::Pclmul => unsafe { with_pclmul($($name),*) },
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

/// One layer of the additive transform: for each block of 2·`half` entries, the halves (h₀, h₁) become (h₀ ⊕ w·h₁, h₀ ⊕ w·h₁ ⊕ h₁),
/// where w is the twiddle of the block.
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
/// The value of rank r at a set S goes to rank r + |S|, then each rank becomes its xor zeta transform: the value at S becomes the sum
/// over the T ⊆ S. Ranks 0 to `fixed + low` of `out` are written.
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

/// The ranked Möbius transform, and the ranks that can be sizes: `out` rank j at S is rank `fixed` + j + |S| of the transform.
///
/// Ranks `fixed` to `total` of `f` are read and overwritten; ranks 0 to `total` − `low` − `fixed` of `out`, which start every
/// `stride` entries, are written.
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

#[cfg(target_arch = "x86_64")]
mod x86 {
    //! The two upper paths. Every function states its processor features; the callers above have checked them.

    use super::{MatrixProduct, RankedShape, Ranks, add_slice_body, sum_slices_body};
    use crate::resident::Poly64;
    use std::arch::x86_64::*;

    /// The carry-less product of two words by PCLMULQDQ.
    #[inline]
    #[target_feature(enable = "pclmulqdq")]
    pub(super) fn carryless(a: u64, b: u64) -> u128 {
        let wide =
            _mm_clmulepi64_si128::<0>(_mm_set_epi64x(0, a as i64), _mm_set_epi64x(0, b as i64));
        let low = _mm_cvtsi128_si64(wide) as u64;
        let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(wide, wide)) as u64;
        u128::from(high) << 64 | u128::from(low)
    }

    /// Loads eight forms from the start of a slice.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load(from: &[Poly64]) -> __m512i {
        assert!(from.len() >= 8);
        // SAFETY: the slice holds at least eight words, as just checked; the load needs no alignment.
        unsafe { _mm512_loadu_si512(from.as_ptr().cast()) }
    }

    /// Stores eight forms to the start of a slice.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store(to: &mut [Poly64], value: __m512i) {
        assert!(to.len() >= 8);
        // SAFETY: the slice holds at least eight words, as just checked; the store needs no alignment.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), value) }
    }

    /// Loads the first `count.min(8)` forms of a slice, zeros after them.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load_part(from: &[Poly64], count: usize) -> __m512i {
        assert!(from.len() >= count.min(8));
        let mask = (1u32.wrapping_shl(count.min(8) as u32) - 1) as u8;
        // SAFETY: only the first `count.min(8)` words are read, and the slice holds them.
        unsafe { _mm512_maskz_loadu_epi64(mask, from.as_ptr().cast()) }
    }

    /// Stores the first `count.min(8)` forms to a slice.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn store_part(to: &mut [Poly64], count: usize, value: __m512i) {
        assert!(to.len() >= count.min(8));
        let mask = (1u32.wrapping_shl(count.min(8) as u32) - 1) as u8;
        // SAFETY: only the first `count.min(8)` words are written, and the slice holds them.
        unsafe { _mm512_mask_storeu_epi64(to.as_mut_ptr().cast(), mask, value) }
    }

    /// Eight forms of eight unreduced sums: those of the even lanes in `even`, those of the odd lanes in `odd`.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn reduce(even: __m512i, odd: __m512i) -> __m512i {
        /// Truth table of the exclusive or of three.
        const XOR3: i32 = 0x96;
        let low = _mm512_unpacklo_epi64(even, odd);
        let high = _mm512_unpackhi_epi64(even, odd);
        let over = _mm512_ternarylogic_epi64::<XOR3>(
            _mm512_srli_epi64::<60>(high),
            _mm512_srli_epi64::<61>(high),
            _mm512_srli_epi64::<63>(high),
        );
        let folded = _mm512_xor_si512(high, over);
        let first = _mm512_ternarylogic_epi64::<XOR3>(low, folded, _mm512_slli_epi64::<1>(folded));
        _mm512_ternarylogic_epi64::<XOR3>(
            first,
            _mm512_slli_epi64::<3>(folded),
            _mm512_slli_epi64::<4>(folded),
        )
    }

    /// A form in all eight lanes.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn splat(x: Poly64) -> __m512i {
        _mm512_set1_epi64(x.0 as i64)
    }

    /// Products of the even lanes of `b` with `a`, which holds one form in all lanes.
    #[inline]
    #[target_feature(enable = "avx512f,vpclmulqdq")]
    fn even_products(a: __m512i, b: __m512i) -> __m512i {
        _mm512_clmulepi64_epi128::<0x00>(a, b)
    }

    /// Products of the odd lanes, for `a` a splat or any register.
    #[inline]
    #[target_feature(enable = "avx512f,vpclmulqdq")]
    fn odd_products(a: __m512i, b: __m512i) -> __m512i {
        _mm512_clmulepi64_epi128::<0x11>(a, b)
    }

    /// Product of a splat with eight forms, reduced.
    #[inline]
    #[target_feature(enable = "avx512f,vpclmulqdq")]
    fn times(a: __m512i, b: __m512i) -> __m512i {
        reduce(even_products(a, b), odd_products(a, b))
    }

    /// Registers of output in a tile of the polynomial product.
    const TILE: usize = 4;

    #[target_feature(enable = "avx512f,vpclmulqdq")]
    pub(super) fn product(out: &mut [Poly64], a: &[Poly64], b: &[Poly64]) {
        // Output k needs b[k − i] for every i: zeros on both sides make all those indices exist.
        let margin = a.len() + 8 * TILE;
        let mut padded = vec![Poly64(0); b.len() + 2 * margin];
        padded[margin..margin + b.len()].copy_from_slice(b);
        let length = out.len();
        for start in (0..length).step_by(8 * TILE) {
            let first = start.saturating_sub(b.len() - 1);
            let last = a.len().min(start + 8 * TILE);
            let mut even = [_mm512_setzero_si512(); TILE];
            let mut odd = [_mm512_setzero_si512(); TILE];
            for i in first..last {
                let factor = splat(a[i]);
                let window = &padded[margin + start - i..][..8 * TILE];
                for t in 0..TILE {
                    let b = load(&window[8 * t..]);
                    even[t] = _mm512_xor_si512(even[t], even_products(factor, b));
                    odd[t] = _mm512_xor_si512(odd[t], odd_products(factor, b));
                }
            }
            for t in 0..TILE {
                let from = (start + 8 * t).min(length);
                store_part(&mut out[from..], length - from, reduce(even[t], odd[t]));
            }
        }
    }

    #[target_feature(enable = "avx512f,vpclmulqdq")]
    pub(super) fn matrix_product(c: &mut [Poly64], c_stride: usize, p: &MatrixProduct<'_>) {
        // Sixteen columns of b are packed, so that rows a power of two apart do not fight for the same cache lines.
        let mut strip = vec![Poly64::ZERO; 16 * p.inner.min(INNER)];
        for first in (0..p.inner).step_by(INNER) {
            let inner = (p.inner - first).min(INNER);
            for column in (0..p.columns).step_by(16) {
                let width = (p.columns - column).min(16);
                for (k, strip) in strip.chunks_exact_mut(16).take(inner).enumerate() {
                    let b = &p.b[(first + k) * p.b_stride + column..][..width];
                    strip[..width].copy_from_slice(b);
                }
                let tile = Tile { p, first, inner, column, width, strip: &strip };
                let mut row = 0;
                while row + 4 <= p.rows {
                    matrix_tile::<4>(c, c_stride, &tile, row);
                    row += 4;
                }
                while row < p.rows {
                    matrix_tile::<1>(c, c_stride, &tile, row);
                    row += 1;
                }
            }
        }
    }

    /// Terms of a scalar product summed before they are reduced: a strip of 16 columns then stays in the first-level cache.
    const INNER: usize = 128;

    /// Up to sixteen columns of a matrix product and up to [`INNER`] terms of each sum.
    struct Tile<'a> {
        p: &'a MatrixProduct<'a>,
        first: usize,
        inner: usize,
        column: usize,
        width: usize,
        strip: &'a [Poly64],
    }

    /// `ROWS` rows of a tile.
    #[inline]
    #[target_feature(enable = "avx512f,vpclmulqdq")]
    fn matrix_tile<const ROWS: usize>(
        c: &mut [Poly64],
        c_stride: usize,
        tile: &Tile<'_>,
        row: usize,
    ) {
        let Tile { p, first, inner, column, width, strip } = *tile;
        let mut even = [[_mm512_setzero_si512(); 2]; ROWS];
        let mut odd = [[_mm512_setzero_si512(); 2]; ROWS];
        let a: [&[Poly64]; ROWS] =
            std::array::from_fn(|r| &p.a[(row + r) * p.a_stride + first..][..inner]);
        for (k, b) in strip.chunks_exact(16).take(inner).enumerate() {
            let b = [load(b), load(&b[8..])];
            for r in 0..ROWS {
                let factor = splat(a[r][k]);
                for t in 0..2 {
                    even[r][t] = _mm512_xor_si512(even[r][t], even_products(factor, b[t]));
                    odd[r][t] = _mm512_xor_si512(odd[r][t], odd_products(factor, b[t]));
                }
            }
        }
        for r in 0..ROWS {
            let c = &mut c[(row + r) * c_stride + column..][..width];
            for t in 0..2 {
                let from = (8 * t).min(width);
                let count = width - from;
                let old = load_part(&c[from..], count);
                let sum = _mm512_xor_si512(old, reduce(even[r][t], odd[r][t]));
                store_part(&mut c[from..], count, sum);
            }
        }
    }

    #[target_feature(enable = "avx512f,vpclmulqdq")]
    pub(super) fn forward_layer(data: &mut [Poly64], half: usize, twiddles: &[Poly64]) {
        if half >= 8 {
            for (block, &twiddle) in data.chunks_exact_mut(2 * half).zip(twiddles) {
                let factor = splat(twiddle);
                let (low, high) = block.split_at_mut(half);
                for (low, high) in low.chunks_exact_mut(8).zip(high.chunks_exact_mut(8)) {
                    let h1 = load(high);
                    let h0 = _mm512_xor_si512(load(low), times(factor, h1));
                    store(low, h0);
                    store(high, _mm512_xor_si512(h1, h0));
                }
            }
        } else {
            short_layer(data, half, twiddles, |low, high, factors| {
                let low = _mm512_xor_si512(low, times(factors, high));
                (low, _mm512_xor_si512(high, low))
            });
        }
    }

    #[target_feature(enable = "avx512f,vpclmulqdq")]
    pub(super) fn inverse_layer(data: &mut [Poly64], half: usize, twiddles: &[Poly64]) {
        if half >= 8 {
            for (block, &twiddle) in data.chunks_exact_mut(2 * half).zip(twiddles) {
                let factor = splat(twiddle);
                let (low, high) = block.split_at_mut(half);
                for (low, high) in low.chunks_exact_mut(8).zip(high.chunks_exact_mut(8)) {
                    let h0 = load(low);
                    let h1 = _mm512_xor_si512(load(high), h0);
                    store(low, _mm512_xor_si512(h0, times(factor, h1)));
                    store(high, h1);
                }
            }
        } else {
            short_layer(data, half, twiddles, |low, high, factors| {
                let high = _mm512_xor_si512(high, low);
                (_mm512_xor_si512(low, times(factors, high)), high)
            });
        }
    }

    /// A layer whose blocks are shorter than two registers: sixteen entries at a time, the lower halves of the blocks gathered in
    /// one register and the upper halves in another.
    #[inline]
    #[target_feature(enable = "avx512f,vpclmulqdq")]
    fn short_layer(
        data: &mut [Poly64],
        half: usize,
        twiddles: &[Poly64],
        butterfly: impl Fn(__m512i, __m512i, __m512i) -> (__m512i, __m512i),
    ) {
        // Entry e of the sixteen lies in block e / (2·half). Lane j of the gathered registers belongs to block j / half.
        let lane = |j: usize| (j / half) * 2 * half + j % half;
        let index = |shift: usize, place: &dyn Fn(usize) -> usize| {
            let lanes: [i64; 8] = std::array::from_fn(|j| place(j + shift) as i64);
            // SAFETY: the array holds eight words.
            unsafe { _mm512_loadu_si512(lanes.as_ptr().cast()) }
        };
        let lows = index(0, &lane);
        let highs = index(0, &|j| lane(j) + half);
        // The way back: entry e comes from lane (e / 2half)·half + e % half of the lower or (plus 8) the upper register.
        let back = |e: usize| {
            (e / (2 * half)) * half + e % half + if e % (2 * half) >= half { 8 } else { 0 }
        };
        let first = index(0, &back);
        let second = index(8, &back);
        let per_lane = index(0, &|j| j / half);
        let blocks = 8 / half;
        let mut chunks = data.chunks_exact_mut(16);
        let mut used = 0;
        for chunk in &mut chunks {
            let (x, y) = (load(chunk), load(&chunk[8..]));
            let factors = load_part(&twiddles[used..], blocks);
            let factors = _mm512_permutexvar_epi64(per_lane, factors);
            let (low, high) = butterfly(
                _mm512_permutex2var_epi64(x, lows, y),
                _mm512_permutex2var_epi64(x, highs, y),
                factors,
            );
            store(chunk, _mm512_permutex2var_epi64(low, first, high));
            store(&mut chunk[8..], _mm512_permutex2var_epi64(low, second, high));
            used += blocks;
        }
        let rest = chunks.into_remainder();
        for (block, &twiddle) in rest.chunks_exact_mut(2 * half).zip(&twiddles[used..]) {
            let (low, high) = block.split_at_mut(half);
            let (new_low, new_high) =
                butterfly(load_part(low, half), load_part(high, half), splat(twiddle));
            store_part(low, half, new_low);
            store_part(high, half, new_high);
        }
    }

    #[target_feature(enable = "avx512f,vpclmulqdq")]
    pub(super) fn ranked_product(
        out: &mut [Poly64],
        a: &[Poly64],
        b: &[Poly64],
        shape: RankedShape,
    ) {
        let sets = 1usize << shape.low;
        for set in (0..sets).step_by(8) {
            let width = (sets - set).min(8);
            // The largest set of the eight bounds the rank of all.
            let top = shape.fixed + (set + width - 1).count_ones() as usize;
            for rank in shape.fixed..=shape.total {
                let mut even = _mm512_setzero_si512();
                let mut odd = _mm512_setzero_si512();
                if rank <= 2 * top {
                    for i in rank.saturating_sub(top)..=rank.min(top) {
                        let (x, y) = (&a[i * sets + set..], &b[(rank - i) * sets + set..]);
                        let (x, y) = if width == 8 {
                            (load(x), load(y))
                        } else {
                            (load_part(x, width), load_part(y, width))
                        };
                        even = _mm512_xor_si512(even, even_products(x, y));
                        odd = _mm512_xor_si512(odd, odd_products(x, y));
                    }
                }
                store_part(&mut out[rank * sets + set..], width, reduce(even, odd));
            }
        }
    }

    #[target_feature(enable = "avx512f")]
    pub(super) fn add_slice(y: &mut [Poly64], x: &[Poly64]) {
        let length = y.len().min(x.len());
        let (y, x) = (&mut y[..length], &x[..length]);
        let mut at = 0;
        while at + 8 <= length {
            let sum = _mm512_xor_si512(load(&y[at..]), load(&x[at..]));
            store(&mut y[at..], sum);
            at += 8;
        }
        add_slice_body(&mut y[at..], &x[at..]);
    }

    #[target_feature(enable = "avx512f")]
    pub(super) fn sum_slices(out: &mut [Poly64], x: &[Poly64], y: &[Poly64]) {
        let length = out.len().min(x.len()).min(y.len());
        let mut at = 0;
        while at + 8 <= length {
            let sum = _mm512_xor_si512(load(&x[at..]), load(&y[at..]));
            store(&mut out[at..], sum);
            at += 8;
        }
        sum_slices_body(&mut out[at..length], &x[at..length], &y[at..length]);
    }

    /// Lanes whose number has 0, 1, 2, 3 one bits.
    const LANES_OF_SIZE: [u8; 4] = [0b0000_0001, 0b0001_0110, 0b0110_1000, 0b1000_0000];

    /// The zeta transform of 64 values in eight registers: three elements inside the registers, three between them.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn zeta_registers(v: &mut [__m512i; 8]) {
        for v in v.iter_mut() {
            // Each odd lane gains its even neighbour, and so on for pairs and halves.
            *v = _mm512_mask_xor_epi64(
                *v,
                0b1010_1010,
                *v,
                _mm512_permutex_epi64::<0b10_10_00_00>(*v),
            );
            *v = _mm512_mask_xor_epi64(
                *v,
                0b1100_1100,
                *v,
                _mm512_permutex_epi64::<0b01_00_01_00>(*v),
            );
            let half = _mm512_shuffle_i64x2::<0b01_00_01_00>(*v, *v);
            *v = _mm512_mask_xor_epi64(*v, 0b1111_0000, *v, half);
        }
        for element in 0..3 {
            for with in (0..8).filter(|register| register >> element & 1 == 1) {
                v[with] = _mm512_xor_si512(v[with], v[with ^ 1 << element]);
            }
        }
    }

    /// Loads the lanes of `mask`, keeping the others of `value`.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn load_lanes(value: __m512i, mask: u8, from: &[Poly64]) -> __m512i {
        assert!(from.len() >= 8);
        // SAFETY: the slice holds at least eight words, as just checked.
        unsafe { _mm512_mask_loadu_epi64(value, mask, from.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx512f")]
    pub(super) fn ranked_zeta(out: &mut [Poly64], f: Ranks<'_>, fixed: usize) {
        for (rank, out) in out.chunks_exact_mut(64).enumerate() {
            let mut v = [_mm512_setzero_si512(); 8];
            for (register, v) in v.iter_mut().enumerate() {
                // A set in this register has this many elements, and as many more as its lane's number has ones.
                let size = register.count_ones() as usize;
                for (lane_size, mask) in LANES_OF_SIZE.into_iter().enumerate() {
                    if let Some(from) = rank.checked_sub(size + lane_size)
                        && from <= fixed
                    {
                        *v = load_lanes(*v, mask, f.rank(from, 8 * register, 8));
                    }
                }
            }
            zeta_registers(&mut v);
            for (v, out) in v.into_iter().zip(out.chunks_exact_mut(8)) {
                store(out, v);
            }
        }
    }

    #[target_feature(enable = "avx512f")]
    pub(super) fn ranked_moebius((out, stride): (&mut [Poly64], usize), f: &mut [Poly64]) {
        for block in f.chunks_exact_mut(64) {
            let mut v = [_mm512_setzero_si512(); 8];
            for (v, block) in v.iter_mut().zip(block.chunks_exact(8)) {
                *v = load(block);
            }
            zeta_registers(&mut v);
            for (v, block) in v.into_iter().zip(block.chunks_exact_mut(8)) {
                store(block, v);
            }
        }
        let ranks = f.len() / 64;
        for rank in 0..ranks - 6 {
            let out = &mut out[rank * stride..][..64];
            for (register, out) in out.chunks_exact_mut(8).enumerate() {
                let mut v = _mm512_setzero_si512();
                for (lane_size, mask) in LANES_OF_SIZE.into_iter().enumerate() {
                    let from = rank + register.count_ones() as usize + lane_size;
                    v = load_lanes(v, mask, &f[64 * from + 8 * register..]);
                }
                store(out, v);
            }
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
        for (rows, inner, columns) in [(1, 1, 1), (5, 3, 7), (9, 8, 21), (4, 2, 16)] {
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
