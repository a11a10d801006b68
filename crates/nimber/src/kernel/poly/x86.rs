//! The algebra's kernels in AVX-512 registers, and the carry-less product they fall back to.
//!
//! Every function states its processor features; the dispatch in [`super`] has checked them.

use super::{MatrixProduct, RankedShape, Ranks, novel_basis, sum_slices_body};
use crate::resident::Poly64;
use std::arch::x86_64::*;

/// The carry-less product of two words by PCLMULQDQ.
#[inline]
#[target_feature(enable = "pclmulqdq")]
pub(super) fn carryless(a: u64, b: u64) -> u128 {
    let wide = _mm_clmulepi64_si128::<0>(_mm_set_epi64x(0, a as i64), _mm_set_epi64x(0, b as i64));
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
fn matrix_tile<const ROWS: usize>(c: &mut [Poly64], c_stride: usize, tile: &Tile<'_>, row: usize) {
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

/// A layer whose blocks are shorter than two registers: sixteen entries at a time, the lower halves of the blocks
/// gathered in one register and the upper halves in another.
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
    let back =
        |e: usize| (e / (2 * half)) * half + e % half + if e % (2 * half) >= half { 8 } else { 0 };
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
pub(super) fn ranked_product(out: &mut [Poly64], a: &[Poly64], b: &[Poly64], shape: RankedShape) {
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

#[inline]
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
    if at < length {
        let (y, x, rest) = (&mut y[at..], &x[at..], length - at);
        store_part(y, rest, _mm512_xor_si512(load_part(y, rest), load_part(x, rest)));
    }
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
        *v = _mm512_mask_xor_epi64(*v, 0b1010_1010, *v, _mm512_permutex_epi64::<0b10_10_00_00>(*v));
        *v = _mm512_mask_xor_epi64(*v, 0b1100_1100, *v, _mm512_permutex_epi64::<0b01_00_01_00>(*v));
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

novel_basis!(
    #[target_feature(enable = "avx512f")]
    add_slice
);
