//! The kernels in vectors of 32 bytes.

use super::portable::{
    BLOCK, FIRST, LANES, MARKS, PART, Pairs, Word, cover, find_portable, lane_hits_body,
    least_open_body, mark_body, unsettled_body,
};
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
    if W::BITS == 16 {
        let part = |sets: &mut _, cells: &_, base, pairs: &_| {
            cover_sixteen::<W, PART>(sets, cells, base, pairs)
        };
        let block = |sets: &mut _, cells: &_, base, pairs: &_| {
            cover_sixteen::<W, BLOCK>(sets, cells, base, pairs)
        };
        least_open_body::<W>(window, origin, end, pairs, block, part)
    } else {
        // a closure is compiled for these vectors, the call of a function is not
        let part = |sets: &mut _, cells: &_, base, pairs: &_| cover(sets, cells, base, pairs);
        let block = |sets: &mut _, cells: &_, base, pairs: &_| cover(sets, cells, base, pairs);
        least_open_body::<W>(window, origin, end, pairs, block, part)
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn unsettled<W: Word>(
    cells: &[u8],
    base: usize,
    limits: &[u8; LANES],
    witnesses: &[(usize, u8)],
    needed: &mut [W; LANES],
) -> u64 {
    if W::BITS == 16 {
        unsettled_body(cells, base, limits, witnesses, needed, |sets, cells, base, pairs| {
            cover_sixteen::<W, LANES>(sets, cells, base, pairs)
        })
    } else {
        unsettled_body(cells, base, limits, witnesses, needed, |sets, cells, base, pairs| {
            cover(sets, cells, base, pairs)
        })
    }
}

/// For every value below 16 the sets of its sums with the cells below 16, their low halves and their high ones.
const SUMS: [[[u8; 16]; 2]; 16] = {
    let mut sums = [[[0; 16]; 2]; 16];
    let mut pair = 0;
    while pair < 256 {
        let (value, cell) = (pair / 16, pair % 16);
        let sum = value ^ cell;
        sums[value][sum / 8][cell] = 1 << (sum % 8);
        pair += 1;
    }
    sums
};

/// [`cover`] of sets of 16 values: one shuffle looks up half of the sets of 32 heaps, or of 16.
#[inline]
#[target_feature(enable = "avx2")]
fn cover_sixteen<W: Word, const L: usize>(
    sets: &mut [W; L],
    cells: &[u8],
    base: usize,
    pairs: &[(usize, u8)],
) {
    const { assert!(L == 16 || L.is_multiple_of(32) && L <= LANES) };
    assert!(size_of::<W>() == 2);
    let mut halves = [[_mm256_setzero_si256(); 2]; LANES / 32];
    for &(distance, value) in pairs {
        let Some(row) = cells[base - distance..].first_chunk::<L>() else { continue };
        let sums = &SUMS[usize::from(value & 15)];
        if L == 16 {
            // in the low halves of the vectors only
            let cells = _mm256_castsi128_si256(load_sixteen(row));
            for (half, sums) in halves[0].iter_mut().zip(sums) {
                let sums = _mm256_castsi128_si256(load_sixteen(sums));
                *half = _mm256_or_si256(*half, _mm256_shuffle_epi8(sums, cells));
            }
            continue;
        }
        let sums = sums.each_ref().map(|sums| _mm256_broadcastsi128_si256(load_sixteen(sums)));
        for (cells, halves) in row.as_chunks::<32>().0.iter().zip(&mut halves) {
            let cells = load(cells);
            for (half, sums) in halves.iter_mut().zip(sums) {
                *half = _mm256_or_si256(*half, _mm256_shuffle_epi8(sums, cells));
            }
        }
    }
    for (sets, [low, high]) in sets.chunks_mut(32).zip(halves) {
        // the sums of the heaps 0 to 7 and 16 to 23, and of the others
        let words = [_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high)];
        let ordered = [
            _mm256_permute2x128_si256::<0x20>(words[0], words[1]),
            _mm256_permute2x128_si256::<0x31>(words[0], words[1]),
        ];
        for (sets, sums) in sets.as_chunks_mut::<16>().0.iter_mut().zip(ordered) {
            let place = sets.as_mut_ptr().cast();
            // SAFETY: 16 words of 16 bits are 32 bytes, and any bits make a word.
            unsafe { _mm256_storeu_si256(place, _mm256_or_si256(_mm256_loadu_si256(place), sums)) };
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn load_sixteen(bytes: &[u8]) -> __m128i {
    assert!(bytes.len() >= 16);
    // SAFETY: there are 16 bytes.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
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

/// `Kernel::unmet`.
#[inline]
#[target_feature(enable = "avx2,bmi1")]
pub(super) fn unmet(
    others: &[u8; FIRST],
    parts: &[u8; FIRST],
    values: &[u8; 64],
    wanted: u64,
) -> u64 {
    const ROWS: usize = FIRST / 32;
    let mut pairs = [_mm256_setzero_si256(); ROWS];
    for (row, pairs) in pairs.iter_mut().enumerate() {
        *pairs = _mm256_xor_si256(load(&others[32 * row..]), load(&parts[32 * row..]));
    }
    let (mut left, mut unmet) = (wanted, 0);
    while left != 0 {
        let value = _mm256_set1_epi8(values[left.trailing_zeros() as usize] as i8);
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
