//! What the kernels in vectors of 64 bytes do by hand.

use super::portable::{FIRST, LANES};
use std::arch::x86_64::*;

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
