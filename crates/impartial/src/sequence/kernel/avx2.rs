//! The kernels in vectors of 32 bytes.

use super::portable::{
    FIRST, LANES, MARKS, Pairs, Word, find_portable, lane_hits_body, least_open_body, mark_body,
    unsettled_body,
};
use super::slots::Slots;
use crate::sequence::cells::Cell;
use std::arch::x86_64::*;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn mark<T: Cell>(ahead: &[T], mirror: &[T], marks: &mut [u8; MARKS]) {
    mark_body(ahead, mirror, marks)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn lane_hits<T: Cell, const C: usize>(
    cells: &[T],
    base: usize,
    pairs: &[(usize, T)],
    wanted: &[[T; LANES]; C],
) -> [u64; C] {
    lane_hits_body(cells, base, pairs, wanted)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn least_open<W: Word>(
    window: &mut Vec<u8>,
    origin: usize,
    end: usize,
    pairs: &Pairs<'_>,
) -> bool {
    least_open_body::<W>(window, origin, end, pairs)
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn unsettled<W: Word>(
    cells: &[u8],
    base: usize,
    rare: &Slots,
    witnesses: &[(usize, u8)],
    needed: &mut [W; LANES],
) -> u64 {
    unsettled_body(cells, base, rare.values, witnesses, needed)
}

/// The 32 bytes at the start of a slice.
#[inline]
#[target_feature(enable = "avx2")]
fn load<T: Cell>(cells: &[T]) -> __m256i {
    assert!(size_of_val(cells) >= 32);
    // SAFETY: the slice has 32 bytes, as just checked; the load asks for no alignment.
    unsafe { _mm256_loadu_si256(cells.as_ptr().cast()) }
}

/// The bytes whose highest bit is set, as bits.
#[inline]
#[target_feature(enable = "avx2")]
fn bits(bytes: __m256i) -> u32 {
    _mm256_movemask_epi8(bytes) as u32
}

/// The marks that are 0, as bits.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn unmarked(marks: &[u8; 64]) -> u64 {
    let [low, high] = [&marks[..32], &marks[32..]]
        .map(|half| u64::from(bits(_mm256_cmpeq_epi8(load(half), _mm256_setzero_si256()))));
    low | high << 32
}

/// The values, each the place of a bit, that no pair has.
#[inline]
#[target_feature(enable = "avx2,bmi1")]
pub(super) fn unmet(others: &[u8; FIRST], parts: &[u8; FIRST], values: u64) -> u64 {
    const ROWS: usize = FIRST / 32;
    let mut pairs = [_mm256_setzero_si256(); ROWS];
    for (row, pairs) in pairs.iter_mut().enumerate() {
        *pairs = _mm256_xor_si256(load(&others[32 * row..]), load(&parts[32 * row..]));
    }
    let (mut left, mut unmet) = (values, 0);
    while left != 0 {
        let value = _mm256_set1_epi8(left.trailing_zeros() as i8);
        let mut met = _mm256_setzero_si256();
        for pairs in pairs {
            met = _mm256_or_si256(met, _mm256_cmpeq_epi8(pairs, value));
        }
        let least = left & left.wrapping_neg();
        unmet |= if bits(met) == 0 { least } else { 0 };
        left ^= least;
    }
    unmet
}

/// `Kernel::find` for one width of cells: `$order` turns around the cells of 16 bytes.
macro_rules! find {
    ($name:ident, $cell:ty, $splat:ident, $equal:ident, $order:expr) => {
        #[target_feature(enable = "avx2,bmi1")]
        pub(super) fn $name(ahead: &[$cell], behind: &[$cell], wanted: $cell) -> Option<usize> {
            const CELLS: usize = 32 / size_of::<$cell>();
            let order = load::<u8>(&$order);
            let value = $splat(wanted as _);
            let mut from = 0;
            while let Some(rest) = ahead.get(from..).filter(|rest| rest.len() >= CELLS) {
                let back = load(&behind[behind.len() - from - CELLS..]);
                let back = _mm256_permute4x64_epi64::<0x4e>(_mm256_shuffle_epi8(back, order));
                let hits = bits($equal(_mm256_xor_si256(load(rest), back), value));
                if hits != 0 {
                    return Some(from + hits.trailing_zeros() as usize / size_of::<$cell>());
                }
                from += CELLS;
            }
            find_portable(ahead, behind, wanted, from)
        }
    };
}

/// The places of the bytes of 32 that turn around the cells of `width` bytes in each half.
const fn turned(width: u8) -> [u8; 32] {
    let mut order = [0; 32];
    let mut to = 0;
    while to < 32 {
        let place = to as u8 % 16;
        order[to] = (15 - place) / width * width + place % width;
        to += 1;
    }
    order
}

find!(find_bytes, u8, _mm256_set1_epi8, _mm256_cmpeq_epi8, turned(1));
find!(find_words, u16, _mm256_set1_epi16, _mm256_cmpeq_epi16, turned(2));
