//! The kernels of [`super::scalar`] with the carry-less product of aarch64 (PMULL).

use super::portable::Plain;
use super::scalar::{Carryless, one_by_one};
use std::arch::aarch64::vmull_p64;

/// The PMULL instruction. Its functions are inlined into the functions below, which have it.
struct Pmull;

impl Carryless for Pmull {
    #[inline(always)]
    fn carryless(a: u64, b: u64) -> u128 {
        /// The instruction, in a function that LLVM inlines after those that have it.
        #[inline]
        #[target_feature(enable = "neon,aes")]
        fn pmull(a: u64, b: u64) -> u128 {
            vmull_p64(a, b)
        }
        // SAFETY: `Pmull` is private to this file, and every use of it is inlined into a function that enables the
        // instruction, which is only called where the processor has it.
        unsafe { pmull(a, b) }
    }

    #[inline(always)]
    fn reduce(wide: u128) -> u64 {
        // A word is folded by a few shifts: to general registers and back would take longer.
        Plain::reduce(wide)
    }
}

one_by_one!("neon,aes", Pmull);

/// Eight chains of carry-less products: the instruction at its full rate. Returns the products made, and a word that
/// depends on all of them.
#[target_feature(enable = "neon,aes")]
pub(super) fn raw_products(rounds: u64) -> (u64, u64) {
    let mut chains = [1u64, 2, 3, 4, 5, 6, 7, 8];
    for _ in 0..rounds {
        for chain in &mut chains {
            *chain = vmull_p64(*chain, 0x8000_0000_0000_001b) as u64;
        }
    }
    (8 * rounds, chains.into_iter().fold(0, |sum, x| sum.rotate_left(9) ^ x))
}
