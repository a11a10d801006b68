//! The carry-less product in plain integer arithmetic, right on every processor.

use super::scalar::Carryless;

/// Every fourth bit of a word, from bit 0.
const COMB: u64 = 0x1111_1111_1111_1111;

/// Integer instructions only.
pub(crate) struct Plain;

impl Carryless for Plain {
    /// Karatsuba over 32-bit halves, each multiplied as integers with holes.
    #[inline(always)]
    fn carryless(a: u64, b: u64) -> u128 {
        let (a1, a0) = (a >> 32, a & 0xffff_ffff);
        let (b1, b0) = (b >> 32, b & 0xffff_ffff);
        let low = carryless32(a0, b0);
        let high = carryless32(a1, b1);
        let cross = carryless32(a1 ^ a0, b1 ^ b0) ^ low ^ high;
        low as u128 ^ (high as u128) << 64 ^ (cross as u128) << 32
    }

    #[inline(always)]
    fn reduce(wide: u128) -> u64 {
        let (high, low) = ((wide >> 64) as u64, wide as u64);
        // The bits that x^4+x^3+x+1 pushes past the top word are at most four, and fold once more without spilling.
        let over = high >> 60 ^ high >> 61 ^ high >> 63;
        let folded = high ^ over;
        low ^ folded ^ folded << 1 ^ folded << 3 ^ folded << 4
    }
}

/// The carry-less product of two 32-bit words held in 64 bits.
///
/// A 32-bit factor with only every fourth bit set has at most eight ones, so at most eight meet in one position of the
/// integer product, a count that fits in the four bits reserved for it; its lowest bit is the carry-less answer.
#[inline]
fn carryless32(a: u64, b: u64) -> u64 {
    let a = [a & COMB, a & COMB << 1, a & COMB << 2, a & COMB << 3];
    let b = [b & COMB, b & COMB << 1, b & COMB << 2, b & COMB << 3];
    let class = |sum: usize| {
        (0..4).fold(0u64, |parity, i| parity ^ a[i].wrapping_mul(b[(sum + 4 - i) % 4]))
            & COMB << sum
    };
    class(0) | class(1) | class(2) | class(3)
}
