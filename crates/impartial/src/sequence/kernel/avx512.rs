//! The kernels on [`Slots`] in vectors of 64 bytes.

use super::portable::{FIRST, LANES, TIER, Word};
use super::slots::{PLANES, Slots};
use std::arch::x86_64::*;

/// The planes of the table, and the xor of the lanes when the first is at an even heap or at an odd one.
#[derive(Clone, Copy)]
struct Tables<const P: usize> {
    table: [__m512i; P],
    odd: [__m512i; 2],
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(row: &[u8; LANES]) -> __m512i {
    // SAFETY: the row has 64 bytes.
    unsafe { _mm512_loadu_si512(row.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(row: &mut [u8; LANES], vector: __m512i) {
    // SAFETY: the row has 64 bytes.
    unsafe { _mm512_storeu_si512(row.as_mut_ptr().cast(), vector) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn tables<const P: usize>(slots: &Slots) -> Tables<P> {
    let odd = |first: usize| {
        let lanes: [u8; LANES] =
            std::array::from_fn(|lane| if (lane + first) % 2 == 1 { slots.odd } else { 0 });
        lanes
    };
    let mut table = [_mm512_setzero_si512(); P];
    for (vector, plane) in table.iter_mut().zip(&slots.table) {
        *vector = load(plane);
    }
    Tables { table, odd: [load(&odd(0)), load(&odd(1))] }
}

/// Adds the pairs of the 64 heaps from `base` on, all of whose rows are known.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn cover<const P: usize>(
    planes: &mut [__m512i; P],
    cells: &[u8],
    base: usize,
    pairs: &[(usize, u8)],
    tables: &Tables<P>,
    parity: usize,
) {
    for &(distance, value) in pairs {
        let Some(row) = cells[base - distance..].first_chunk::<LANES>() else { continue };
        let value = _mm512_set1_epi8(value as i8);
        let index = _mm512_ternarylogic_epi64::<0x96>(load(row), value, tables.odd[parity]);
        for (plane, &table) in planes.iter_mut().zip(&tables.table) {
            *plane = _mm512_or_si512(*plane, _mm512_permutexvar_epi8(index, table));
        }
    }
}

/// `Kernel::unmet`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1")]
pub(crate) fn unmet(others: &[u8; FIRST], parts: &[u8; FIRST], values: u64) -> u64 {
    const { assert!(FIRST == 4 * LANES) };
    let (rows, _) = others.as_chunks::<LANES>();
    let (firsts, _) = parts.as_chunks::<LANES>();
    let pair = |i: usize| _mm512_xor_si512(load(&rows[i]), load(&firsts[i]));
    let pairs = [pair(0), pair(1), pair(2), pair(3)];
    let (mut left, mut unmet) = (values, 0);
    while left != 0 {
        let value = _mm512_set1_epi8(left.trailing_zeros() as i8);
        let [a, b, c, d] = pairs.map(|pair| _mm512_cmpeq_epi8_mask(pair, value));
        let least = left & left.wrapping_neg();
        unmet |= if a | b | c | d == 0 { least } else { 0 };
        left ^= least;
    }
    unmet
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,bmi1,bmi2")]
fn unsettled_in<W: Word, const P: usize>(
    cells: &[u8],
    base: usize,
    rare: &Slots,
    witnesses: &[(usize, u8)],
    needed: &mut [W; LANES],
) -> u64 {
    const EVEN: u64 = 0x5555_5555_5555_5555;
    let Some(row) = cells[base..].first_chunk::<LANES>() else { return u64::MAX };
    let (row, parity) = (load(row), base % 2);
    let tables = tables::<P>(rare);
    let mut need = [_mm512_setzero_si512(); P];
    for (plane, need) in need.iter_mut().enumerate() {
        let [first, second] = [parity, 1 - parity]
            .map(|parity| _mm512_permutexvar_epi8(row, load(&rare.below[parity][plane])));
        *need = _mm512_mask_blend_epi8(EVEN, second, first);
    }
    let mut open = u64::MAX;
    for tier in witnesses.chunks(TIER) {
        let mut planes = [_mm512_setzero_si512(); P];
        cover(&mut planes, cells, base, tier, &tables, parity);
        let mut left = _mm512_setzero_si512();
        for (need, &plane) in need.iter_mut().zip(&planes) {
            *need = _mm512_andnot_si512(plane, *need);
            left = _mm512_or_si512(left, *need);
        }
        open = _mm512_test_epi8_mask(left, left);
        if open == 0 {
            return 0;
        }
    }
    let mut rows = [[0u8; LANES]; PLANES];
    for (row, &plane) in rows.iter_mut().zip(&need) {
        store(row, plane);
    }
    let mut lanes = open;
    while lanes != 0 {
        let lane = lanes.trailing_zeros() as usize;
        lanes &= lanes - 1;
        let slots = [0, 1, 2, 3].map(|plane: usize| rows[plane][lane]);
        let slots = u64::from(u32::from_le_bytes(slots));
        needed[lane] = W::of(_pdep_u64(slots, rare.values[(parity + lane) % 2]));
    }
    open
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,bmi1,bmi2")]
pub(crate) fn unsettled<W: Word>(
    cells: &[u8],
    base: usize,
    rare: &Slots,
    witnesses: &[(usize, u8)],
    needed: &mut [W; LANES],
) -> u64 {
    if rare.planes <= 2 {
        unsettled_in::<W, 2>(cells, base, rare, witnesses, needed)
    } else {
        unsettled_in::<W, 4>(cells, base, rare, witnesses, needed)
    }
}
