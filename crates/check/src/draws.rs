//! Inputs too long for a table: drawn from a generator the table's header defines, with answers given as a checksum.

/// The tables' linear congruential generator: `x ← 6364136223846793005·x + 1442695040888963407 mod 2⁶⁴`.
pub(crate) struct Draws(u64);

impl Draws {
    /// The generator that starts at `seed`.
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Steps once and yields `⌊x/2³³⌋ mod bound`; `bound` is positive.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// A value of 64 bits: 31, 31 and 2 bits drawn one after the other.
    pub(crate) fn word(&mut self) -> u64 {
        let (high, middle) = (self.below(1 << 31), self.below(1 << 31));
        (high << 33) | (middle << 2) | self.below(4)
    }
}
