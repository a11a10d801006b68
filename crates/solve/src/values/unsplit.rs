//! When positions need not be taken apart.
//!
//! Taking a position apart may cost more than its moves. It pays where positions fall into several parts, or where many positions become one when
//! what no longer matters is left out. In Konane both are rare: nearly every position is a part, and two that differ seldom have equal
//! parts. A position that is not taken apart is a part like any other, only perhaps larger than need be, so its value is right in any case. Now
//! and then a sample is taken apart, and how it comes out decides for the positions that follow.

use std::collections::HashSet;

use farstar_rules::position::Key;
use rustc_hash::FxBuildHasher;

use super::table::hash;

/// Different positions in a sample; few in unit tests, so that small boards meet all cases.
const SAMPLE: usize = if cfg!(test) { 16 } else { 512 };
/// Positions for which a sample counts, as multiples of its size: where it found that they may be left whole, and where not.
const REACH: [u32; 2] = [24, 6];

/// What is seen of a sample, and what was decided.
#[derive(Default)]
pub(super) struct Unsplit {
    positions: HashSet<u64, FxBuildHasher>,
    results: HashSet<u64, FxBuildHasher>,
    /// Positions of the sample that fell into several parts, and that are one part in which everything matters.
    apart: usize,
    unchanged: usize,
    /// Positions still to come until the next sample is taken.
    ahead: u32,
    skipping: bool,
}

impl Unsplit {
    /// Whether the next position should be left whole.
    #[inline]
    pub(super) fn skips(&mut self) -> bool {
        self.skipping && {
            self.ahead = self.ahead.saturating_sub(1);
            self.skipping = self.ahead > 0;
            self.skipping
        }
    }

    /// What came of a position that was taken apart.
    #[inline]
    pub(super) fn note<const N: usize>(&mut self, whole: &Key<[u64; N]>, parts: &[Key<[u64; N]>]) {
        if self.ahead > 0 {
            self.ahead -= 1;
        } else {
            self.sample(whole, parts);
        }
    }

    fn sample<const N: usize>(&mut self, whole: &Key<[u64; N]>, parts: &[Key<[u64; N]>]) {
        if !self.positions.insert(hash(&whole.part)) {
            return;
        }
        self.results.insert(parts.iter().fold(0, |all, part| all ^ hash(&part.part)));
        self.apart += usize::from(parts.len() > 1);
        self.unchanged += usize::from(matches!(parts, [part] if part.part == whole.part));
        if self.positions.len() < SAMPLE {
            return;
        }
        // few fall apart, many have nothing to leave out, and hardly any two become one
        self.skipping = self.apart * 32 < SAMPLE
            && self.unchanged * 8 >= SAMPLE * 3
            && self.results.len() * 8 >= SAMPLE * 7;
        self.ahead = REACH[usize::from(!self.skipping)] * SAMPLE as u32;
        self.apart = 0;
        self.unchanged = 0;
        self.positions.clear();
        self.results.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u64) -> Key<[u64; 1]> {
        Key { part: [n], negative: false }
    }

    /// Positions of the first `count` that are left whole.
    fn skipped(count: u64, parts: impl Fn(u64) -> Vec<Key<[u64; 1]>>) -> u64 {
        let mut unsplit = Unsplit::default();
        (0..count)
            .filter(|&n| {
                let skips = unsplit.skips();
                if !skips {
                    unsplit.note(&key(n), &parts(n));
                }
                skips
            })
            .count() as u64
    }

    #[test]
    fn positions_are_left_whole_only_where_taking_apart_does_nothing() {
        assert!(skipped(50_000, |n| vec![key(n)]) > 45_000);
        assert!(skipped(50_000, |n| vec![key(n + n % 2 * 100_000)]) > 45_000);
        assert_eq!(skipped(50_000, |n| vec![key(n + 1)]), 0);
        assert_eq!(skipped(50_000, |n| vec![key(n / 2)]), 0);
        assert_eq!(skipped(50_000, |n| vec![key(n); 1 + usize::from(n % 8 == 0)]), 0);
        assert_eq!(skipped(50_000, |_| vec![]), 0);
    }
}
