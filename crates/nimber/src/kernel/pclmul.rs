//! The kernels of [`super::scalar`] with the carry-less product of x86-64 (PCLMULQDQ).

use super::scalar::{Carryless, one_by_one};
use std::arch::x86_64::{
    _mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_set_epi64x, _mm_unpackhi_epi64,
    _mm_xor_si128,
};

/// The PCLMULQDQ instruction. Its functions are inlined into the functions below, which have it.
struct Pclmul;

impl Carryless for Pclmul {
    #[inline(always)]
    fn carryless(a: u64, b: u64) -> u128 {
        // SAFETY: `Pclmul` is private to this file, and every use of it is inlined into a function that enables
        // PCLMULQDQ, which is only called where the processor has it. The transmute-free halves are read by SSE2, part
        // of x86-64.
        unsafe {
            let product =
                _mm_clmulepi64_si128::<0>(_mm_cvtsi64_si128(a as i64), _mm_cvtsi64_si128(b as i64));
            let low = _mm_cvtsi128_si64(product) as u64;
            let high = _mm_cvtsi128_si64(_mm_unpackhi_epi64(product, product)) as u64;
            low as u128 | (high as u128) << 64
        }
    }

    #[inline(always)]
    fn reduce(wide: u128) -> u64 {
        // SAFETY: as in `carryless`.
        unsafe {
            let wide = _mm_set_epi64x((wide >> 64) as i64, wide as i64);
            let modulus = _mm_cvtsi64_si128(0x1b);
            // The first fold has degree below 68, so its own upper word folds once more and is done.
            let fold = _mm_clmulepi64_si128::<0x01>(wide, modulus);
            let over = _mm_clmulepi64_si128::<0x01>(fold, modulus);
            _mm_cvtsi128_si64(_mm_xor_si128(wide, _mm_xor_si128(fold, over))) as u64
        }
    }
}

one_by_one!("pclmulqdq", Pclmul);

/// Eight chains of carry-less products: the instruction at its full rate. Returns the products made, and a word that
/// depends on all of them.
#[target_feature(enable = "pclmulqdq")]
pub(super) fn raw_products(rounds: u64) -> (u64, u64) {
    let mut chains = [1, 2, 3, 4, 5, 6, 7, 8].map(|start| _mm_set_epi64x(0, start));
    let factor = _mm_set_epi64x(0, 0x8000_0000_0000_001b_u64 as i64);
    for _ in 0..rounds {
        for chain in &mut chains {
            *chain = _mm_clmulepi64_si128::<0>(*chain, factor);
        }
    }
    let total = chains
        .into_iter()
        .fold(0, |sum: u64, chain| sum.rotate_left(9) ^ _mm_cvtsi128_si64(chain) as u64);
    (8 * rounds, total)
}
