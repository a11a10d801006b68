//! 64 nimbers at a time in byte planes, by the Galois-field instructions (GFNI) on AVX-512 registers.
//!
//! A block of 64 nimbers of N bytes fills N registers; plane j gathers byte j of all of them. In planes the quadratic tower has no
//! shifts: a storey is a few products of planes, down to single bytes, and GF2P8MULB multiplies 64 pairs of bytes at once in the
//! field of polynomials modulo x^8+x^4+x^3+x+1, onto which one affine instruction takes the 8-bit nimbers. For 64 bits that makes
//! 27 products of bytes and 21 by constants a block. GF(2)-linear maps are N² affine instructions a block and need no change of field.
//!
//! Blocks go to planes and back by log₂ N stages of 2×2 transpositions, one masked shuffle a register; the transposition is its own
//! inverse. The order of the 64 lanes inside a plane is of no consequence.

use crate::basis::{AES_HALF, AES_TO_NIM_BLOCK, NIM_TO_AES_BLOCK};
use crate::linear::Blocks;
use std::arch::x86_64::{
    __m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_gf2p8affineinv_epi64_epi8, _mm512_gf2p8mul_epi8,
    _mm512_loadu_si512, _mm512_mask_shuffle_epi8, _mm512_mask_shuffle_epi32, _mm512_set1_epi8,
    _mm512_set1_epi64, _mm512_set4_epi32, _mm512_setzero_si512, _mm512_storeu_si512,
    _mm512_unpackhi_epi64, _mm512_unpacklo_epi64, _mm512_xor_si512,
};

/// One register: byte j of 64 nimbers, or before transposition 64 bytes in memory order.
type Plane = __m512i;

/// Nimbers in a block.
pub(super) const LANES: usize = 64;

/// Transposes the 2×2 squares of single bytes in two registers: (a, b) becomes the even bytes of both, and the odd bytes of both.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn exchange_bytes(a: Plane, b: Plane) -> (Plane, Plane) {
    let from_below = _mm512_set4_epi32(0x0e0e_0c0c, 0x0a0a_0808, 0x0606_0404, 0x0202_0000);
    let from_above = _mm512_set4_epi32(0x0f0f_0d0d, 0x0b0b_0909, 0x0707_0505, 0x0303_0101);
    (
        _mm512_mask_shuffle_epi8(a, 0xaaaa_aaaa_aaaa_aaaa, b, from_below),
        _mm512_mask_shuffle_epi8(b, 0x5555_5555_5555_5555, a, from_above),
    )
}

/// Transposes the 2×2 squares of byte pairs in two registers.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn exchange_pairs(a: Plane, b: Plane) -> (Plane, Plane) {
    let from_below = _mm512_set4_epi32(0x0d0c_0d0c, 0x0908_0908, 0x0504_0504, 0x0100_0100);
    let from_above = _mm512_set4_epi32(0x0f0e_0f0e, 0x0b0a_0b0a, 0x0706_0706, 0x0302_0302);
    (
        _mm512_mask_shuffle_epi8(a, 0xcccc_cccc_cccc_cccc, b, from_below),
        _mm512_mask_shuffle_epi8(b, 0x3333_3333_3333_3333, a, from_above),
    )
}

/// Transposes the 2×2 squares of four-byte groups in two registers.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn exchange_fours(a: Plane, b: Plane) -> (Plane, Plane) {
    (
        _mm512_mask_shuffle_epi32::<0b10_10_00_00>(a, 0xaaaa, b),
        _mm512_mask_shuffle_epi32::<0b11_11_01_01>(b, 0x5555, a),
    )
}

/// From blocks to byte planes, and back: register r, byte j of each N-byte group, trades places with register j, byte r.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn transpose<const N: usize>(mut planes: [Plane; N]) -> [Plane; N] {
    for low in 0..N {
        if N > 1 && low & 1 == 0 {
            (planes[low], planes[low | 1]) = exchange_bytes(planes[low], planes[low | 1]);
        }
    }
    for low in 0..N {
        if N > 2 && low & 2 == 0 {
            (planes[low], planes[low | 2]) = exchange_pairs(planes[low], planes[low | 2]);
        }
    }
    for low in 0..N {
        if N > 4 && low & 4 == 0 {
            (planes[low], planes[low | 4]) = exchange_fours(planes[low], planes[low | 4]);
        }
    }
    for low in 0..N {
        if N > 8 && low & 8 == 0 {
            let (a, b) = (planes[low], planes[low | 8]);
            planes[low] = _mm512_unpacklo_epi64(a, b);
            planes[low | 8] = _mm512_unpackhi_epi64(a, b);
        }
    }
    planes
}

/// The same 8×8 block applied to every byte of every plane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn each<const N: usize>(mut planes: [Plane; N], block: u64) -> [Plane; N] {
    let block = _mm512_set1_epi64(block as i64);
    for plane in &mut planes {
        *plane = _mm512_gf2p8affine_epi64_epi8::<0>(*plane, block);
    }
    planes
}

/// The sum, plane by plane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn sum<const N: usize>(mut a: [Plane; N], b: [Plane; N]) -> [Plane; N] {
    for (a, b) in a.iter_mut().zip(b) {
        *a = _mm512_xor_si512(*a, b);
    }
    a
}

/// The upper and the lower half of the planes of 64 nimbers.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn halves<const N: usize, const H: usize>(planes: [Plane; N]) -> ([Plane; H], [Plane; H]) {
    let (mut high, mut low) = ([planes[0]; H], [planes[0]; H]);
    low.copy_from_slice(&planes[..H]);
    high.copy_from_slice(&planes[H..]);
    (high, low)
}

/// Two halves put together.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn whole<const N: usize, const H: usize>(high: [Plane; H], low: [Plane; H]) -> [Plane; N] {
    let mut planes = [low[0]; N];
    planes[..H].copy_from_slice(&low);
    planes[H..].copy_from_slice(&high);
    planes
}

/// A block of 64 elements of N bytes, as it lies in memory.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn load<T, const N: usize>(block: &[T; LANES]) -> [Plane; N] {
    const { assert!(size_of::<T>() == N, "the elements have one byte a plane") };
    let mut planes = [_mm512_setzero_si512(); N];
    for (index, plane) in planes.iter_mut().enumerate() {
        // SAFETY: the block is 64·N readable bytes, and index < N; the load asks for no alignment.
        *plane = unsafe { _mm512_loadu_si512(block.as_ptr().cast::<Plane>().add(index)) };
    }
    planes
}

/// Writes a block of 64 elements of N bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn store<T, const N: usize>(block: &mut [T; LANES], planes: [Plane; N]) {
    const { assert!(size_of::<T>() == N, "the elements have one byte a plane") };
    for (index, plane) in planes.into_iter().enumerate() {
        // SAFETY: the block is 64·N writable bytes that any bytes may fill (T is an unsigned integer), and index < N.
        unsafe { _mm512_storeu_si512(block.as_mut_ptr().cast::<Plane>().add(index), plane) };
    }
}

/// Products of bytes in the field of the instruction.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn mul1(a: [Plane; 1], b: [Plane; 1]) -> [Plane; 1] {
    [_mm512_gf2p8mul_epi8(a[0], b[0])]
}

/// Squares of bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn square1(a: [Plane; 1]) -> [Plane; 1] {
    mul1(a, a)
}

/// Bytes times 2^7.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn half1(a: [Plane; 1]) -> [Plane; 1] {
    [_mm512_gf2p8mul_epi8(a[0], _mm512_set1_epi8(AES_HALF as i8))]
}

/// Inverses of bytes, zero for zero.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn inverse1(a: [Plane; 1]) -> [Plane; 1] {
    const IDENTITY: i64 = 0x0102_0408_1020_4080;
    [_mm512_gf2p8affineinv_epi64_epi8::<0>(a[0], _mm512_set1_epi64(IDENTITY))]
}

/// One storey of the tower in planes: the same formulas as in the module `tower`.
macro_rules! storey {
    ($wide:literal $half_wide:literal; $mul:ident $inverse:ident;
     $lower_mul:ident $lower_inverse:ident $lower_square:ident $lower_half:ident) => {
        /// The product in this storey.
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,gfni")]
        fn $mul(a: [Plane; $wide], b: [Plane; $wide]) -> [Plane; $wide] {
            let ((a1, a0), (b1, b0)) = (halves::<$wide, $half_wide>(a), halves(b));
            let low = $lower_mul(a0, b0);
            let high = $lower_half($lower_mul(a1, b1));
            let cross = $lower_mul(sum(a1, a0), sum(b1, b0));
            whole(sum(cross, low), sum(low, high))
        }

        /// The inverse in this storey, zero for zero.
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,gfni")]
        fn $inverse(a: [Plane; $wide]) -> [Plane; $wide] {
            let (a1, a0) = halves::<$wide, $half_wide>(a);
            let conjugate = sum(a1, a0);
            let norm = sum($lower_mul(a0, conjugate), $lower_half($lower_square(a1)));
            let over = $lower_inverse(norm);
            whole($lower_mul(a1, over), $lower_mul(conjugate, over))
        }
    };
}

/// Squares and products by the constant F/2 in one storey, which the storey above is built on.
macro_rules! foundation {
    ($wide:literal $half_wide:literal; $square:ident $half:ident; $lower_square:ident $lower_half:ident) => {
        /// The square in this storey.
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,gfni")]
        fn $square(a: [Plane; $wide]) -> [Plane; $wide] {
            let (a1, a0) = halves::<$wide, $half_wide>(a);
            let high = $lower_square(a1);
            whole(high, sum($lower_square(a0), $lower_half(high)))
        }

        /// The product by half the field's Fermat power, F/2: (x₁⊗F ⊕ x₀)⊗F/2⊗F = (x₁⊕x₀)⊗F/2⊗F ⊕ x₁⊗F/2⊗F/2.
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,gfni")]
        fn $half(a: [Plane; $wide]) -> [Plane; $wide] {
            let (a1, a0) = halves::<$wide, $half_wide>(a);
            whole($lower_half(sum(a1, a0)), $lower_half($lower_half(a1)))
        }
    };
}

foundation!(2 1; square2 half2; square1 half1);
foundation!(4 2; square4 half4; square2 half2);
foundation!(8 4; square8 half8; square4 half4);
storey!(2 1; mul2 inverse2; mul1 inverse1 square1 half1);
storey!(4 2; mul4 inverse4; mul2 inverse2 square2 half2);
storey!(8 4; mul8 inverse8; mul4 inverse4 square4 half4);
storey!(16 8; mul16 inverse16; mul8 inverse8 square8 half8);

/// The slice functions of one width. A tail shorter than a block is worked on in a zero-filled block of its own.
macro_rules! width {
    ($module:ident, $word:ty, $bytes:literal; $mul:ident $inverse:ident) => {
        pub(super) mod $module {
            use super::*;

            /// A block as planes of the field of the instructions.
            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            fn planes(block: &[$word; LANES]) -> [Plane; $bytes] {
                each(transpose(load(block)), NIM_TO_AES_BLOCK)
            }

            /// The block of such planes.
            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            fn write(block: &mut [$word; LANES], planes: [Plane; $bytes]) {
                store(block, transpose(each(planes, AES_TO_NIM_BLOCK)));
            }

            /// The last elements, filled up with zeros.
            #[inline]
            fn padded(tail: &[$word]) -> [$word; LANES] {
                let mut block = [0; LANES];
                block[..tail.len()].copy_from_slice(tail);
                block
            }

            /// `out[i] = a[i] ⊗ b[i]`.
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            pub(in crate::kernel) fn mul_slice(out: &mut [$word], a: &[$word], b: &[$word]) {
                let ((a, a_tail), (b, b_tail)) = (a.as_chunks(), b.as_chunks());
                let (out, out_tail) = out.as_chunks_mut();
                for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
                    write(out, $mul(planes(a), planes(b)));
                }
                if !out_tail.is_empty() {
                    let mut block = [0; LANES];
                    write(&mut block, $mul(planes(&padded(a_tail)), planes(&padded(b_tail))));
                    out_tail.copy_from_slice(&block[..out_tail.len()]);
                }
            }

            /// `y[i] ⊕= a ⊗ x[i]`.
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            pub(in crate::kernel) fn axpy(y: &mut [$word], a: $word, x: &[$word]) {
                let a = planes(&[a; LANES]);
                let ((y, y_tail), (x, x_tail)) = (y.as_chunks_mut(), x.as_chunks());
                let product = |block: &[$word; LANES]| {
                    transpose(each($mul(a, planes(block)), AES_TO_NIM_BLOCK))
                };
                for (y, x) in y.iter_mut().zip(x) {
                    store(y, sum(load(y), product(x)));
                }
                if !y_tail.is_empty() {
                    let mut block = [0; LANES];
                    store(&mut block, product(&padded(x_tail)));
                    for (y, product) in y_tail.iter_mut().zip(block) {
                        *y ^= product;
                    }
                }
            }

            /// `x[i] ← f(x[i])` block by block, by a function of planes of the field of the instructions.
            #[inline(always)]
            fn in_place(x: &mut [$word], mut f: impl FnMut(&mut [$word; LANES])) {
                let (x, tail) = x.as_chunks_mut();
                x.iter_mut().for_each(&mut f);
                if !tail.is_empty() {
                    let mut block = padded(tail);
                    f(&mut block);
                    tail.copy_from_slice(&block[..tail.len()]);
                }
            }

            /// `x[i] ← a ⊗ x[i]`.
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            pub(in crate::kernel) fn scale_slice(x: &mut [$word], a: $word) {
                let a = planes(&[a; LANES]);
                in_place(x, |block| write(block, $mul(a, planes(block))));
            }

            /// `x[i] ← 1/x[i]`, zero for zero.
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            pub(in crate::kernel) fn inverse_slice(x: &mut [$word]) {
                in_place(x, |block| write(block, $inverse(planes(block))));
            }

            /// ⊕ a[i] ⊗ b[i].
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            pub(in crate::kernel) fn dot(a: &[$word], b: &[$word]) -> $word {
                let ((a, a_tail), (b, b_tail)) = (a.as_chunks(), b.as_chunks());
                let mut total = [_mm512_setzero_si512(); $bytes];
                for (a, b) in a.iter().zip(b) {
                    total = sum(total, $mul(planes(a), planes(b)));
                }
                if !a_tail.is_empty() {
                    let tail = $mul(planes(&padded(a_tail)), planes(&padded(b_tail)));
                    total = sum(total, tail);
                }
                let mut block = [0; LANES];
                write(&mut block, total);
                block.into_iter().fold(0, |sum, x| sum ^ x)
            }

            /// `x[i] ← M x[i]` for a GF(2)-linear map M given by its blocks.
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            pub(in crate::kernel) fn map_slice(x: &mut [$word], map: &Blocks<$bytes>) {
                in_place(x, |block| {
                    let argument = transpose(load::<_, $bytes>(block));
                    let mut image = [_mm512_setzero_si512(); $bytes];
                    for (image, row) in image.iter_mut().zip(map) {
                        for (argument, &block) in argument.iter().zip(row) {
                            if block != 0 {
                                let block = _mm512_set1_epi64(block as i64);
                                let part = _mm512_gf2p8affine_epi64_epi8::<0>(*argument, block);
                                *image = _mm512_xor_si512(*image, part);
                            }
                        }
                    }
                    store(block, transpose(image));
                });
            }
        }
    };
}

width!(w8, u8, 1; mul1 inverse1);
width!(w16, u16, 2; mul2 inverse2);
width!(w32, u32, 4; mul4 inverse4);
width!(w64, u64, 8; mul8 inverse8);
width!(w128, u128, 16; mul16 inverse16);
