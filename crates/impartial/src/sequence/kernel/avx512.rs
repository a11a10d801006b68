//! What the kernels in vectors of 64 bytes do by hand.

use super::portable::{
    BLOCK, FIRST, LANES, Pairs, Word, cover as cover_part, least_open_body, unsettled_body,
};
use std::arch::x86_64::*;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,bmi1,bmi2")]
pub(super) fn least_open<W: Word>(
    window: &mut Vec<u8>,
    origin: usize,
    end: usize,
    pairs: &Pairs<'_>,
) -> bool {
    const { assert!(BLOCK == LANES) };
    let block = |sets: &mut _, cells: &_, base, pairs: &_| cover::<W>(sets, cells, base, pairs);
    let part = |sets: &mut _, cells: &_, base, pairs: &_| cover_part(sets, cells, base, pairs);
    least_open_body::<W>(window, origin, end, pairs, block, part)
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,bmi1,bmi2")]
pub(super) fn unsettled<W: Word>(
    cells: &[u8],
    base: usize,
    limits: &[u8; LANES],
    witnesses: &[(usize, u8)],
    needed: &mut [W; LANES],
) -> u64 {
    unsettled_body(cells, base, limits, witnesses, needed, |sets, cells, base, pairs| {
        cover::<W>(sets, cells, base, pairs)
    })
}

/// The sets of one value, byte by byte of the sets.
const SETS: [[u8; LANES]; 8] = {
    let mut sets = [[0; LANES]; 8];
    let mut value = 0;
    while value < LANES {
        sets[value / 8][value] = 1 << (value % 8);
        value += 1;
    }
    sets
};

/// The places of cells of 1, 2 and 4 bytes of two vectors in turn, of their first halves and of their second ones.
const IN_TURN: [[[u8; LANES]; 2]; 3] = {
    let mut orders = [[[0; LANES]; 2]; 3];
    let mut place = 0;
    while place < 3 * 2 * LANES {
        let (round, half, to) = (place / LANES / 2, place / LANES % 2, place % LANES);
        let (size, from) = (1 << round, half * LANES / 2);
        let (cell, byte) = (to / size, to % size);
        orders[round][half][to] = (from + cell / 2 * size + byte + cell % 2 * LANES) as u8;
        place += 1;
    }
    orders
};

/// [`cover_part`] of the sets of 64 heaps: one look-up gives a byte of each.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn cover<W: Word>(sets: &mut [W; LANES], cells: &[u8], base: usize, pairs: &[(usize, u8)]) {
    match size_of::<W>() {
        2 => cover_bytes::<W, 2>(sets, cells, base, pairs),
        4 => cover_bytes::<W, 4>(sets, cells, base, pairs),
        _ => cover_bytes::<W, 8>(sets, cells, base, pairs),
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn cover_bytes<W: Word, const BYTES: usize>(
    sets: &mut [W; LANES],
    cells: &[u8],
    base: usize,
    pairs: &[(usize, u8)],
) {
    assert!(size_of::<W>() == BYTES);
    let (mut tables, mut bytes) =
        ([_mm512_setzero_si512(); BYTES], [_mm512_setzero_si512(); BYTES]);
    for (table, sets) in tables.iter_mut().zip(&SETS) {
        *table = load(sets);
    }
    for &(distance, value) in pairs {
        let Some(row) = cells[base - distance..].first_chunk::<LANES>() else { continue };
        let values = _mm512_xor_si512(load(row), _mm512_set1_epi8(value as i8));
        for (byte, &table) in bytes.iter_mut().zip(&tables) {
            *byte = _mm512_or_si512(*byte, _mm512_permutexvar_epi8(values, table));
        }
    }
    // cells twice as large each time: of two vectors, those of the first halves and those of the second ones
    let mut size = 1;
    for orders in &IN_TURN[..BYTES.ilog2() as usize] {
        let orders = [load(&orders[0]), load(&orders[1])];
        let before = bytes;
        for (place, to) in bytes.chunks_exact_mut(2).enumerate() {
            let first = place / size * 2 * size + place % size;
            for (to, order) in to.iter_mut().zip(orders) {
                *to = _mm512_permutex2var_epi8(before[first], order, before[first + size]);
            }
        }
        size *= 2;
    }
    for (sets, words) in sets.chunks_exact_mut(LANES / BYTES).zip(bytes) {
        let place = sets.as_mut_ptr().cast();
        // SAFETY: so many words are 64 bytes, and any bits make a word.
        unsafe { _mm512_storeu_si512(place, _mm512_or_si512(_mm512_loadu_si512(place), words)) };
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(row: &[u8; LANES]) -> __m512i {
    // SAFETY: the row has 64 bytes.
    unsafe { _mm512_loadu_si512(row.as_ptr().cast()) }
}

/// `Kernel::unmet`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,bmi1")]
pub(crate) fn unmet(
    others: &[u8; FIRST],
    parts: &[u8; FIRST],
    values: &[u8; 64],
    wanted: u64,
) -> u64 {
    const { assert!(FIRST == 4 * LANES) };
    let (rows, _) = others.as_chunks::<LANES>();
    let (firsts, _) = parts.as_chunks::<LANES>();
    let pair = |i: usize| _mm512_xor_si512(load(&rows[i]), load(&firsts[i]));
    let pairs = [pair(0), pair(1), pair(2), pair(3)];
    let (mut left, mut unmet) = (wanted, 0);
    while left != 0 {
        let value = _mm512_set1_epi8(values[left.trailing_zeros() as usize] as i8);
        let [a, b, c, d] = pairs.map(|pair| _mm512_cmpeq_epi8_mask(pair, value));
        let least = left & left.wrapping_neg();
        unmet |= if a | b | c | d == 0 { least } else { 0 };
        left ^= least;
    }
    unmet
}
