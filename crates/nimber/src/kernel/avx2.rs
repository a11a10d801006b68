//! 32 nimbers at a time in planes of nibbles, by the byte shuffles of AVX2.

use super::nibbles::{Table, nibble_planes};
use super::scalar::Word;
use std::arch::asm;
use std::arch::x86_64::{
    __m256i, _mm_loadu_si128, _mm256_adds_epu8, _mm256_and_si256, _mm256_broadcastsi128_si256,
    _mm256_loadu_si256, _mm256_min_epu8, _mm256_or_si256, _mm256_set1_epi8, _mm256_shuffle_epi8,
    _mm256_slli_epi16, _mm256_srli_epi16, _mm256_storeu_si256, _mm256_sub_epi8,
    _mm256_unpackhi_epi8, _mm256_unpackhi_epi16, _mm256_unpackhi_epi32, _mm256_unpackhi_epi64,
    _mm256_unpacklo_epi8, _mm256_unpacklo_epi16, _mm256_unpacklo_epi32, _mm256_unpacklo_epi64,
    _mm256_xor_si256,
};

/// One register: 32 bytes or nibbles.
type Plane = __m256i;

/// Nimbers in a block.
pub(super) const LANES: usize = 32;

/// Register `index` of a block.
#[inline]
#[target_feature(enable = "avx2")]
fn load<T: Word, const BYTES: usize>(block: &[T; LANES], index: usize) -> Plane {
    const { assert!(BYTES == size_of::<T>()) };
    assert!(index < BYTES);
    // SAFETY: the block is 32 · BYTES readable bytes and the index is below BYTES; the load asks for no alignment.
    unsafe { _mm256_loadu_si256(block.as_ptr().cast::<Plane>().add(index)) }
}

/// Writes register `index` of a block.
#[inline]
#[target_feature(enable = "avx2")]
fn store<T: Word, const BYTES: usize>(block: &mut [T; LANES], index: usize, plane: Plane) {
    const { assert!(BYTES == size_of::<T>()) };
    assert!(index < BYTES);
    // SAFETY: the block is 32 · BYTES writable bytes and the index is below BYTES. Words are unsigned integers, which
    // any bytes may fill.
    unsafe { _mm256_storeu_si256(block.as_mut_ptr().cast::<Plane>().add(index), plane) }
}

/// A table in both halves of a register.
#[inline]
#[target_feature(enable = "avx2")]
fn splat(table: &Table) -> Plane {
    // SAFETY: the table is 16 readable bytes; the load asks for no alignment.
    _mm256_broadcastsi128_si256(unsafe { _mm_loadu_si128(table.as_ptr().cast()) })
}

/// The entries of a table by indices below 16, or 0 for indices from 128 on.
#[inline]
#[target_feature(enable = "avx2")]
fn look_up(table: Plane, indices: Plane) -> Plane {
    _mm256_shuffle_epi8(table, indices)
}

/// The same register, but opaque to the optimiser, which would merge a shuffle and an interleaving into more shuffles.
#[inline]
#[target_feature(enable = "avx2")]
fn opaque(mut plane: Plane) -> Plane {
    // SAFETY: the assembly is empty.
    unsafe {
        asm!("/* {0} */", inout(ymm_reg) plane, options(pure, nomem, nostack, preserves_flags))
    };
    plane
}

#[inline]
#[target_feature(enable = "avx2")]
fn sum_of(a: Plane, b: Plane) -> Plane {
    _mm256_xor_si256(a, b)
}

/// Sums modulo 15 of numbers below 15; at least 128 if one of them is the logarithm of zero.
#[inline]
#[target_feature(enable = "avx2")]
fn add_logarithms(a: Plane, b: Plane) -> Plane {
    let sum = _mm256_adds_epu8(a, b);
    // below 15 the difference wraps around to a larger number
    _mm256_min_epu8(sum, _mm256_sub_epi8(sum, _mm256_set1_epi8(15)))
}

/// The upper and the lower nibbles of bytes.
#[inline]
#[target_feature(enable = "avx2")]
fn halves_of_bytes(bytes: Plane) -> (Plane, Plane) {
    let mask = _mm256_set1_epi8(15);
    (_mm256_and_si256(_mm256_srli_epi16::<4>(bytes), mask), _mm256_and_si256(bytes, mask))
}

/// The bytes of upper and lower nibbles.
#[inline]
#[target_feature(enable = "avx2")]
fn bytes(high: Plane, low: Plane) -> Plane {
    _mm256_or_si256(_mm256_slli_epi16::<4>(high), low)
}

/// Units of 16 / BYTES bytes of each half of two registers in turn: those of the lower eight bytes of the halves, and
/// those of the upper eight.
#[inline]
#[target_feature(enable = "avx2")]
fn interleave<const BYTES: usize>(a: Plane, b: Plane) -> (Plane, Plane) {
    match BYTES {
        2 => (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)),
        4 => (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)),
        8 => (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)),
        _ => (_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)),
    }
}

nibble_planes!("avx2,pclmulqdq");
