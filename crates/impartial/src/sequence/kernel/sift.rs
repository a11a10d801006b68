//! Pairs whose value is in a set, 64 bytes of them at once.
//!
//! The set is a table in vector registers: one permutation looks up the word of every pair, a
//! second one the bit in the word. Eight vectors go by between two branches; when some pair of
//! theirs is found, those that are found are pressed together and stored.

use super::portable::{STEP, WINDOW, Window};
use std::arch::x86_64::*;

/// Vectors between two branches.
const GROUP: usize = 8;

/// The bits of the places of a word, for every lane of a vector.
macro_rules! places {
    ($cell:ty, $lanes:literal) => {{
        const PLACES: [$cell; $lanes] = {
            let mut places = [0; $lanes];
            let mut i = 0;
            while i < $lanes {
                places[i] = 1 << (i % <$cell>::BITS as usize);
                i += 1;
            }
            places
        };
        PLACES
    }};
}

/// The loop over the pairs: `$load` makes a vector of pairs from two, `$word` looks up the words
/// of the set and `$bit` the bits in them.
macro_rules! sift {
    ($cell:ty, $lanes:literal, $test:ident, $press:ident, ($ahead:ident, $mirror:ident, $found:ident), $load:expr, $word:expr, $bit:expr) => {{
        let pairs_at = |i: usize| {
            // SAFETY: the callers keep `i + $lanes` within both slices, which have one length.
            let (a, b) = unsafe {
                (
                    _mm512_loadu_si512($ahead.as_ptr().add(i).cast()),
                    _mm512_loadu_si512($mirror.as_ptr().add(i).cast()),
                )
            };
            $load(a, b)
        };
        let mut count = 0;
        let mut keep = |pairs: __m512i, hits: __m512i| {
            let hits = $test(hits, hits);
            // SAFETY: as many vectors were looked at as have been stored, `count` is at most
            // the number of their lanes, and `found` has room for one vector more.
            unsafe {
                let place = $found.as_mut_ptr().add(count).cast();
                _mm512_storeu_si512(place, $press(hits, pairs));
            }
            count += hits.count_ones() as usize;
        };
        let mut i = 0;
        while i + GROUP * $lanes <= $ahead.len() {
            let mut pairs = [_mm512_setzero_si512(); GROUP];
            let mut hits = pairs;
            let mut any = _mm512_setzero_si512();
            for vector in 0..GROUP {
                pairs[vector] = pairs_at(i + vector * $lanes);
                hits[vector] = _mm512_and_si512($word(pairs[vector]), $bit(pairs[vector]));
                any = _mm512_or_si512(any, hits[vector]);
            }
            if $test(any, any) != 0 {
                for vector in 0..GROUP {
                    keep(pairs[vector], hits[vector]);
                }
            }
            i += GROUP * $lanes;
        }
        while i + $lanes <= $ahead.len() {
            let pairs = pairs_at(i);
            keep(pairs, _mm512_and_si512($word(pairs), $bit(pairs)));
            i += $lanes;
        }
        count
    }};
}

/// `Kernel::unmarked`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn unmarked(marks: &[u8; 64]) -> u64 {
    // SAFETY: there are 64 marks.
    let marks = unsafe { _mm512_loadu_si512(marks.as_ptr().cast()) };
    _mm512_testn_epi8_mask(marks, marks)
}

/// `Kernel::sift` for bytes: a table of 32 bytes, kept twice.
///
/// # Safety
/// The slices have one length, a multiple of [`STEP`], and `found` has [`STEP`] more.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn bytes(
    ahead: &[u8],
    mirror: &[u8],
    window: &Window,
    found: &mut [u8],
) -> usize {
    // SAFETY: both tables are as long as what is loaded.
    let (places, table) = unsafe {
        let places = _mm512_loadu_si512(places!(u8, 64).as_ptr().cast());
        (places, _mm256_loadu_si256(window.values.as_ptr().cast()))
    };
    let table = _mm512_broadcast_i64x4(table);
    sift!(
        u8,
        64,
        _mm512_test_epi8_mask,
        _mm512_maskz_compress_epi8,
        (ahead, mirror, found),
        |a, b| _mm512_xor_si512(a, b),
        // what comes in from the next byte goes to bits that the table does not depend on
        |pairs| _mm512_permutexvar_epi8(_mm512_srli_epi16::<3>(pairs), table),
        |pairs| _mm512_permutexvar_epi8(pairs, places)
    )
}

/// `Kernel::sift` for cells of two bytes: a table of two vectors.
///
/// # Safety
/// As [`bytes`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) unsafe fn words(
    ahead: &[u16],
    mirror: &[u16],
    window: &Window,
    found: &mut [u16],
) -> usize {
    // SAFETY: the caller's promise is the callee's.
    unsafe {
        if window.whole {
            words_of::<true>(ahead, mirror, window, found)
        } else {
            words_of::<false>(ahead, mirror, window, found)
        }
    }
}

/// [`words`], `WHOLE` saying that no pair has a value outside the window.
///
/// # Safety
/// As [`bytes`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn words_of<const WHOLE: bool>(
    ahead: &[u16],
    mirror: &[u16],
    window: &Window,
    found: &mut [u16],
) -> usize {
    const { assert!(STEP == 64 && WINDOW == 1024) };
    // SAFETY: the places have 64 bytes, the set has 128.
    let (places, low, high) = unsafe {
        let places = _mm512_loadu_si512(places!(u16, 32).as_ptr().cast());
        let table: *const u8 = window.values.as_ptr().cast();
        (places, _mm512_loadu_si512(table.cast()), _mm512_loadu_si512(table.add(64).cast()))
    };
    let first = _mm512_set1_epi16(window.first as i16);
    let end = _mm512_set1_epi16(WINDOW as i16);
    sift!(
        u16,
        32,
        _mm512_test_epi16_mask,
        _mm512_maskz_compress_epi16,
        (ahead, mirror, found),
        |a, b| _mm512_ternarylogic_epi64::<0x96>(a, b, first),
        |pairs| {
            let index = _mm512_srli_epi16::<4>(pairs);
            if WHOLE {
                _mm512_permutex2var_epi16(low, index, high)
            } else {
                let inside = _mm512_cmplt_epu16_mask(pairs, end);
                _mm512_maskz_permutex2var_epi16(inside, low, index, high)
            }
        },
        |pairs| _mm512_permutexvar_epi16(pairs, places)
    )
}
