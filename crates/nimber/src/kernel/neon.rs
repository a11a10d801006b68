//! 16 nimbers at a time in planes of nibbles, by the table look-ups of NEON.

use super::nibbles::{Table, nibble_planes};
use super::scalar::Word;
use std::arch::aarch64::{
    uint8x16_t, vandq_u8, vdupq_n_u8, veorq_u8, vld1q_u8, vminq_u8, vorrq_u8, vqaddq_u8,
    vqtbl1q_u8, vreinterpretq_u8_u16, vreinterpretq_u8_u32, vreinterpretq_u8_u64,
    vreinterpretq_u16_u8, vreinterpretq_u32_u8, vreinterpretq_u64_u8, vshlq_n_u8, vshrq_n_u8,
    vst1q_u8, vsubq_u8, vzip1q_u8, vzip1q_u16, vzip1q_u32, vzip1q_u64, vzip2q_u8, vzip2q_u16,
    vzip2q_u32, vzip2q_u64,
};

/// One register: 16 bytes or nibbles.
type Plane = uint8x16_t;

/// Nimbers in a block.
pub(super) const LANES: usize = 16;

/// Register `index` of a block.
#[inline]
#[target_feature(enable = "neon")]
fn load<T: Word, const BYTES: usize>(block: &[T; LANES], index: usize) -> Plane {
    const { assert!(BYTES == size_of::<T>()) };
    assert!(index < BYTES);
    // SAFETY: the block is 16 · BYTES readable bytes and the index is below BYTES; the load asks for no alignment.
    unsafe { vld1q_u8(block.as_ptr().cast::<u8>().add(16 * index)) }
}

/// Writes register `index` of a block.
#[inline]
#[target_feature(enable = "neon")]
fn store<T: Word, const BYTES: usize>(block: &mut [T; LANES], index: usize, plane: Plane) {
    const { assert!(BYTES == size_of::<T>()) };
    assert!(index < BYTES);
    // SAFETY: the block is 16 · BYTES writable bytes and the index is below BYTES. Words are unsigned integers, which
    // any bytes may fill.
    unsafe { vst1q_u8(block.as_mut_ptr().cast::<u8>().add(16 * index), plane) }
}

/// A table in a register.
#[inline]
#[target_feature(enable = "neon")]
fn splat(table: &Table) -> Plane {
    // SAFETY: the table is 16 readable bytes; the load asks for no alignment.
    unsafe { vld1q_u8(table.as_ptr()) }
}

/// The entries of a table by indices below 16, or 0 for others.
#[inline]
#[target_feature(enable = "neon")]
fn look_up(table: Plane, indices: Plane) -> Plane {
    vqtbl1q_u8(table, indices)
}

/// The same register; nothing need be hidden from the optimiser here.
#[inline]
#[target_feature(enable = "neon")]
fn opaque(plane: Plane) -> Plane {
    plane
}

#[inline]
#[target_feature(enable = "neon")]
fn sum_of(a: Plane, b: Plane) -> Plane {
    veorq_u8(a, b)
}

/// Sums modulo 15 of numbers below 15; at least 128 if one of them is the logarithm of zero.
#[inline]
#[target_feature(enable = "neon")]
fn add_logarithms(a: Plane, b: Plane) -> Plane {
    let sum = vqaddq_u8(a, b);
    // below 15 the difference wraps around to a larger number
    vminq_u8(sum, vsubq_u8(sum, vdupq_n_u8(15)))
}

/// The upper and the lower nibbles of bytes.
#[inline]
#[target_feature(enable = "neon")]
fn halves_of_bytes(bytes: Plane) -> (Plane, Plane) {
    (vshrq_n_u8::<4>(bytes), vandq_u8(bytes, vdupq_n_u8(15)))
}

/// The bytes of upper and lower nibbles.
#[inline]
#[target_feature(enable = "neon")]
fn bytes(high: Plane, low: Plane) -> Plane {
    vorrq_u8(vshlq_n_u8::<4>(high), low)
}

/// Units of 16 / BYTES bytes of two registers in turn: those of the lower eight bytes, and those of the upper eight.
#[inline]
#[target_feature(enable = "neon")]
fn interleave<const BYTES: usize>(a: Plane, b: Plane) -> (Plane, Plane) {
    match BYTES {
        2 => {
            let (a, b) = (vreinterpretq_u64_u8(a), vreinterpretq_u64_u8(b));
            (vreinterpretq_u8_u64(vzip1q_u64(a, b)), vreinterpretq_u8_u64(vzip2q_u64(a, b)))
        }
        4 => {
            let (a, b) = (vreinterpretq_u32_u8(a), vreinterpretq_u32_u8(b));
            (vreinterpretq_u8_u32(vzip1q_u32(a, b)), vreinterpretq_u8_u32(vzip2q_u32(a, b)))
        }
        8 => {
            let (a, b) = (vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b));
            (vreinterpretq_u8_u16(vzip1q_u16(a, b)), vreinterpretq_u8_u16(vzip2q_u16(a, b)))
        }
        _ => (vzip1q_u8(a, b), vzip2q_u8(a, b)),
    }
}

nibble_planes!("neon,aes");
