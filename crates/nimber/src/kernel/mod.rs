//! Kernels: the same operations by the instructions of the processor, chosen once a call at run time.

mod portable;

/// The carry-less product of two words.
#[inline]
pub(crate) fn carryless(a: u64, b: u64) -> u128 {
    portable::carryless(a, b)
}

/// The remainder of a polynomial of degree below 128 by x^64+x^4+x^3+x+1.
#[inline]
pub(crate) fn reduce64(wide: u128) -> u64 {
    portable::reduce64(wide)
}
