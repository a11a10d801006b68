//! 64 nimbers at a time in byte planes, by the Galois-field instructions (GFNI) on AVX-512 registers.
//!
//! A block of 64 nimbers of N bytes fills N registers; plane j gathers byte j of all of them. In planes the quadratic
//! tower has no
//! shifts: a storey is a few products of planes, down to single bytes, and GF2P8MULB multiplies 64 pairs of bytes at
//! once in the field of polynomials modulo x^8+x^4+x^3+x+1, onto which one affine instruction takes the 8-bit nimbers.
//! For 64 bits that makes 27 products of bytes and 21 by constants a block. GF(2)-linear maps are N² affine
//! instructions a block and need no change of field.
//!
//! Blocks go to planes and back by log₂ N stages of 2×2 transpositions, one masked shuffle a register; the
//! transposition is its own inverse. The order of the 64 lanes inside a plane is of no consequence.

use super::blocks::{in_place, padded, slices_in_blocks};
use super::scalar::Word;
use crate::basis::{AES_HALF, AES_HALF_SQUARE, AES_TO_NIM_BLOCK, NIM_TO_AES_BLOCK};
use crate::linear::ConstantMap;
use std::arch::asm;
use std::arch::x86_64::{
    __m512i, _mm512_gf2p8affine_epi64_epi8, _mm512_gf2p8affineinv_epi64_epi8, _mm512_gf2p8mul_epi8,
    _mm512_loadu_si512, _mm512_set1_epi8, _mm512_set1_epi64, _mm512_set4_epi32,
    _mm512_setzero_si512, _mm512_storeu_si512, _mm512_unpackhi_epi64, _mm512_unpacklo_epi64,
    _mm512_xor_si512,
};

/// One register: byte j of 64 nimbers, or before transposition 64 bytes in memory order.
type Plane = __m512i;

/// Nimbers in a block.
pub(super) const LANES: usize = 64;

/// Transposes the 2×2 squares of equal groups of bytes in two registers: (a, b) becomes the even groups of both, and
/// the odd groups of both. Two masked shuffles, spelled in assembly because LLVM rewrites the intrinsics into slower
/// two-register permutations.
macro_rules! exchange {
    ($(#[$doc:meta])* $name:ident, $instruction:literal, $even:literal, $odd:literal; $from_below:expr, $from_above:expr) => {
        $(#[$doc])*
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,gfni")]
        fn $name(a: Plane, b: Plane) -> (Plane, Plane) {
            let (mut even, mut odd) = (a, b);
            let (even_mask, odd_mask): (u64, u64) = ($even, $odd);
            // SAFETY: one masked shuffle between registers, of AVX-512F/BW, which the function enables; no memory, no
            // flags.
            unsafe {
                asm!(
                    concat!($instruction, " {even}{{{mask}}}, {b}, {order}"),
                    even = inout(zmm_reg) even,
                    b = in(zmm_reg) b,
                    mask = in(kreg) odd_mask,
                    order = in(zmm_reg) $from_below,
                    options(pure, nomem, nostack, preserves_flags)
                );
                asm!(
                    concat!($instruction, " {odd}{{{mask}}}, {a}, {order}"),
                    odd = inout(zmm_reg) odd,
                    a = in(zmm_reg) a,
                    mask = in(kreg) even_mask,
                    order = in(zmm_reg) $from_above,
                    options(pure, nomem, nostack, preserves_flags)
                );
            }
            (even, odd)
        }
    };
}

exchange!(
    /// Transposes squares of single bytes.
    exchange_bytes, "vpshufb", 0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa;
    _mm512_set4_epi32(0x0e0e_0c0c, 0x0a0a_0808, 0x0606_0404, 0x0202_0000),
    _mm512_set4_epi32(0x0f0f_0d0d, 0x0b0b_0909, 0x0707_0505, 0x0303_0101)
);
exchange!(
    /// Transposes squares of byte pairs.
    exchange_pairs, "vpshufb", 0x3333_3333_3333_3333, 0xcccc_cccc_cccc_cccc;
    _mm512_set4_epi32(0x0d0c_0d0c, 0x0908_0908, 0x0504_0504, 0x0100_0100),
    _mm512_set4_epi32(0x0f0e_0f0e, 0x0b0a_0b0a, 0x0706_0706, 0x0302_0302)
);
exchange!(
    /// Transposes squares of four-byte groups.
    exchange_fours, "vpshufb", 0x0f0f_0f0f_0f0f_0f0f, 0xf0f0_f0f0_f0f0_f0f0;
    _mm512_set4_epi32(0x0b0a_0908, 0x0b0a_0908, 0x0302_0100, 0x0302_0100),
    _mm512_set4_epi32(0x0f0e_0d0c, 0x0f0e_0d0c, 0x0706_0504, 0x0706_0504)
);

/// From blocks to byte planes, and back: register r, byte j of each N-byte group, trades places with register j, byte
/// r. A macro with all indices spelled out, so that the registers never become an array in memory.
macro_rules! transpose {
    (@stages $p:ident; $($exchange:ident $($a:literal $b:literal),*;)*) => {
        $($(($p[$a], $p[$b]) = $exchange($p[$a], $p[$b]);)*)*
    };
    (1 $p:ident) => {};
    (2 $p:ident) => {
        transpose!(@stages $p;
            exchange_bytes 0 1;)
    };
    (4 $p:ident) => {
        transpose!(@stages $p;
            exchange_bytes 0 1, 2 3;
            exchange_pairs 0 2, 1 3;)
    };
    (8 $p:ident) => {
        transpose!(@stages $p;
            exchange_bytes 0 1, 2 3, 4 5, 6 7;
            exchange_pairs 0 2, 1 3, 4 6, 5 7;
            exchange_fours 0 4, 1 5, 2 6, 3 7;)
    };
    (16 $p:ident) => {
        transpose!(@stages $p;
            exchange_bytes 0 1, 2 3, 4 5, 6 7, 8 9, 10 11, 12 13, 14 15;
            exchange_pairs 0 2, 1 3, 4 6, 5 7, 8 10, 9 11, 12 14, 13 15;
            exchange_fours 0 4, 1 5, 2 6, 3 7, 8 12, 9 13, 10 14, 11 15;
            exchange_eights 0 8, 1 9, 2 10, 3 11, 4 12, 5 13, 6 14, 7 15;)
    };
}

/// One byte plane under an 8×8 block.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn affine(plane: Plane, block: u64) -> Plane {
    _mm512_gf2p8affine_epi64_epi8::<0>(plane, _mm512_set1_epi64(block as i64))
}

/// The sum, plane by plane.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn sum<const N: usize>(a: &[Plane; N], b: &[Plane; N]) -> [Plane; N] {
    let mut sum = *a;
    for (sum, b) in sum.iter_mut().zip(b) {
        *sum = _mm512_xor_si512(*sum, *b);
    }
    sum
}

/// The upper and the lower half of the planes of 64 nimbers.
#[inline]
fn halves<const N: usize, const H: usize>(planes: &[Plane; N]) -> (&[Plane; H], &[Plane; H]) {
    const { assert!(N == 2 * H) };
    let (low, high) = planes.split_at(H);
    (high.try_into().expect("half the planes"), low.try_into().expect("half the planes"))
}

/// Two halves put together.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn whole<const N: usize, const H: usize>(high: &[Plane; H], low: &[Plane; H]) -> [Plane; N] {
    let mut planes = [low[0]; N];
    planes[..H].copy_from_slice(low);
    planes[H..].copy_from_slice(high);
    planes
}

/// Register `index` of a block of 64 elements.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn load<T, const INDEX: usize>(block: &[T; LANES]) -> Plane {
    const { assert!(INDEX < size_of::<T>(), "a block has one register for each byte of an element") };
    // SAFETY: the block is 64 · size_of::<T>() readable bytes and the index is below the size; the load asks for no
    // alignment.
    unsafe { _mm512_loadu_si512(block.as_ptr().cast::<Plane>().add(INDEX)) }
}

/// Writes register `index` of a block of 64 elements.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn store<T: Word, const INDEX: usize>(block: &mut [T; LANES], plane: Plane) {
    const { assert!(INDEX < size_of::<T>(), "a block has one register for each byte of an element") };
    // SAFETY: the block is 64 · size_of::<T>() writable bytes and the index is below the size. Words are unsigned
    // integers, which any bytes may fill.
    unsafe { _mm512_storeu_si512(block.as_mut_ptr().cast::<Plane>().add(INDEX), plane) }
}

/// Transposes the 2×2 squares of eight-byte groups in two registers.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn exchange_eights(a: Plane, b: Plane) -> (Plane, Plane) {
    (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b))
}

/// Products of bytes in the field of the instruction.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn mul1(a: &[Plane; 1], b: &[Plane; 1]) -> [Plane; 1] {
    [_mm512_gf2p8mul_epi8(a[0], b[0])]
}

/// Squares of bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn square1(a: &[Plane; 1]) -> [Plane; 1] {
    mul1(a, a)
}

/// Bytes times 2^7.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn half1(a: &[Plane; 1]) -> [Plane; 1] {
    [_mm512_gf2p8mul_epi8(a[0], _mm512_set1_epi8(AES_HALF as i8))]
}

/// Two-byte elements times 2^15, which is 2^7 in the upper byte: the general formula below, its two steps in the lower
/// byte made one.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn half2([a0, a1]: &[Plane; 2]) -> [Plane; 2] {
    let [high] = half1(&[_mm512_xor_si512(*a1, *a0)]);
    [_mm512_gf2p8mul_epi8(*a1, _mm512_set1_epi8(AES_HALF_SQUARE as i8)), high]
}

/// Inverses of bytes, zero for zero.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn inverse1(a: &[Plane; 1]) -> [Plane; 1] {
    const IDENTITY: i64 = 0x0102_0408_1020_4080;
    [_mm512_gf2p8affineinv_epi64_epi8::<0>(a[0], _mm512_set1_epi64(IDENTITY))]
}

/// The product in one storey of the tower: the same formulas as in the module `tower`. The narrow ones are inlined; the
/// wide ones are calls, whose arguments would lie in memory anyway.
macro_rules! product {
    ($inline:meta, $wide:literal $half_wide:literal; $mul:ident $inverse:ident;
     $lower_mul:ident $lower_inverse:ident $lower_square:ident $lower_half:ident) => {
        /// The product in this storey.
        #[$inline]
        #[target_feature(enable = "avx512f,avx512bw,gfni")]
        fn $mul(a: &[Plane; $wide], b: &[Plane; $wide]) -> [Plane; $wide] {
            let ((a1, a0), (b1, b0)) = (halves::<$wide, $half_wide>(a), halves(b));
            let low = $lower_mul(a0, b0);
            let high = $lower_half(&$lower_mul(a1, b1));
            let cross = $lower_mul(&sum(a1, a0), &sum(b1, b0));
            whole(&sum(&cross, &low), &sum(&low, &high))
        }

        /// The inverse in this storey, zero for zero.
        #[$inline]
        #[target_feature(enable = "avx512f,avx512bw,gfni")]
        fn $inverse(a: &[Plane; $wide]) -> [Plane; $wide] {
            let (a1, a0) = halves::<$wide, $half_wide>(a);
            let conjugate = sum(a1, a0);
            let norm = sum(&$lower_mul(a0, &conjugate), &$lower_half(&$lower_square(a1)));
            let over = $lower_inverse(&norm);
            whole(&$lower_mul(a1, &over), &$lower_mul(&conjugate, &over))
        }
    };
}

/// The square in one storey.
macro_rules! square {
    ($wide:literal $half_wide:literal; $square:ident; $lower_square:ident $lower_half:ident) => {
        /// The square in this storey.
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,gfni")]
        fn $square(a: &[Plane; $wide]) -> [Plane; $wide] {
            let (a1, a0) = halves::<$wide, $half_wide>(a);
            let high = $lower_square(a1);
            whole(&high, &sum(&$lower_square(a0), &$lower_half(&high)))
        }
    };
}

/// The product by half the Fermat power of one storey.
macro_rules! half {
    ($wide:literal $half_wide:literal; $half:ident; $lower_half:ident) => {
        /// The product by F/2: (x₁⊗F ⊕ x₀)⊗F/2⊗F = (x₁⊕x₀)⊗F/2⊗F ⊕ x₁⊗F/2⊗F/2.
        #[inline]
        #[target_feature(enable = "avx512f,avx512bw,gfni")]
        fn $half(a: &[Plane; $wide]) -> [Plane; $wide] {
            let (a1, a0) = halves::<$wide, $half_wide>(a);
            whole(&$lower_half(&sum(a1, a0)), &$lower_half(&$lower_half(a1)))
        }
    };
}

square!(2 1; square2; square1 half1);
square!(4 2; square4; square2 half2);
square!(8 4; square8; square4 half4);
half!(4 2; half4; half2);
half!(8 4; half8; half4);
product!(inline, 2 1; mul2 inverse2; mul1 inverse1 square1 half1);
product!(inline, 4 2; mul4 inverse4; mul2 inverse2 square2 half2);
product!(inline(never), 8 4; mul8 inverse8; mul4 inverse4 square4 half4);
product!(inline(never), 16 8; mul16 inverse16; mul8 inverse8 square8 half8);

/// Plane I of the image under a map: up to N affine instructions, whose sum LLVM merges three at a time.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,gfni")]
fn row<M: ConstantMap<N>, const N: usize, const I: usize>(argument: &[Plane; N]) -> Plane {
    let mut image = _mm512_setzero_si512();
    for (argument, &block) in argument.iter().zip(&M::BLOCKS[I]) {
        if block != 0 {
            image = _mm512_xor_si512(image, affine(*argument, block));
        }
    }
    image
}

/// The slice functions of one width.
macro_rules! width {
    ($inline:meta, $module:ident, $word:ty, $bytes:tt; $mul:ident $inverse:ident; $($row:literal)*) => {
        pub(super) mod $module {
            use super::*;

            /// A block as planes of the field of the instructions.
            #[$inline]
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            fn enter(block: &[$word; LANES]) -> [Plane; $bytes] {
                #[allow(unused_mut, reason = "a single byte needs no stage")]
                let mut planes = [$(load::<_, $row>(block)),*];
                transpose!($bytes planes);
                [$(affine(planes[$row], NIM_TO_AES_BLOCK)),*]
            }

            /// The block of such planes.
            #[$inline]
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            fn leave(block: &mut [$word; LANES], planes: &[Plane; $bytes]) {
                #[allow(unused_mut, reason = "a single byte needs no stage")]
                let mut planes = [$(affine(planes[$row], AES_TO_NIM_BLOCK)),*];
                transpose!($bytes planes);
                $(store::<_, $row>(block, planes[$row]);)*
            }

            /// A block under a GF(2)-linear map known at compile time, so that its zero blocks cost nothing.
            #[inline]
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            fn map<M: ConstantMap<$bytes>>(block: &mut [$word; LANES]) {
                #[allow(unused_mut, reason = "a single byte needs no stage")]
                let mut planes = [$(load::<_, $row>(block)),*];
                transpose!($bytes planes);
                #[allow(unused_mut, reason = "a single byte needs no stage")]
                let mut image = [$(row::<M, $bytes, $row>(&planes)),*];
                transpose!($bytes image);
                $(store::<_, $row>(block, image[$row]);)*
            }

            /// One nimber in planes.
            #[$inline]
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            fn factor(a: $word) -> [Plane; $bytes] {
                enter(&[a; LANES])
            }

            slices_in_blocks!(
                "avx512f,avx512bw,gfni", Blocks, $word; $mul, leave; [_mm512_setzero_si512(); $bytes], sum;
                enter, leave; $inverse; factor, $mul; map
            );

            /// `x[i] ← M x[i]` for a GF(2)-linear map M.
            #[allow(dead_code, reason = "polynomial forms have 64 bits")]
            #[target_feature(enable = "avx512f,avx512bw,gfni")]
            pub(in crate::kernel) fn map_slice<M: ConstantMap<$bytes>>(x: &mut [$word]) {
                in_place(x, |block| map::<M>(block));
            }
        }
    };
}

width!(inline, w8, u8, 1; mul1 inverse1; 0);
width!(inline, w16, u16, 2; mul2 inverse2; 0 1);
width!(inline, w32, u32, 4; mul4 inverse4; 0 1 2 3);
width!(inline, w64, u64, 8; mul8 inverse8; 0 1 2 3 4 5 6 7);
width!(inline(never), w128, u128, 16; mul16 inverse16; 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
