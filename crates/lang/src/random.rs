//! Numbers by chance from a seed: the same seed gives the same numbers, everywhere and always.
//!
//! The generator is the linear congruential one of Knuth (*The Art of Computer Programming*, vol. 2, 3.2.1) with the
//! 48 bits and constants that Java and CGSuite have, so that a worksheet of theirs finds its numbers again.

use dashu_int::IBig;
use std::sync::{Mutex, PoisonError};

/// A generator of numbers.
#[derive(Debug)]
pub struct Random {
    seed: i64,
    state: Mutex<u64>,
}

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;

impl Random {
    pub(crate) fn new(seed: i64) -> Self {
        Self { seed, state: Mutex::new((seed.cast_unsigned() ^ MULTIPLIER) & MASK) }
    }

    /// What it was made of.
    #[must_use]
    pub fn seed(&self) -> i64 {
        self.seed
    }

    /// An integer of so many bits.
    fn bits(&self, count: usize) -> IBig {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut bytes = Vec::with_capacity(count.div_ceil(8));
        while bytes.len() < count.div_ceil(8) {
            *state = state.wrapping_mul(MULTIPLIER).wrapping_add(11) & MASK;
            let word = ((*state >> 16) as u32).to_le_bytes();
            let left = count.div_ceil(8) - bytes.len();
            bytes.extend(&word[..left.min(4)]);
        }
        if let Some(first) = bytes.first_mut()
            && !count.is_multiple_of(8)
        {
            *first &= (1 << (count % 8)) - 1;
        }
        IBig::from(dashu_int::UBig::from_be_bytes(&bytes))
    }

    /// An integer from 0 to below the bound, which is at least 1. Half of the tries or more succeed.
    pub(crate) fn below(&self, bound: &IBig) -> IBig {
        use dashu_int::ops::BitTest;
        let bits = (bound - IBig::ONE).bit_len();
        loop {
            let n = self.bits(bits);
            if n < *bound {
                return n;
            }
        }
    }
}
