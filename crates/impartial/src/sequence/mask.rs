//! The choice of a sparse space: the linear class of values that is rare.
//!
//! For a mask `m` the class of the value `v` at heap `n` is the parity of the ones of `v & m`, to which the parity of
//! `n` may be added. A class is a *sparse space* when few heaps have values in it. If both parts of every split that
//! sums to the rare class are common, values of the common class arise only from splits with a rare part, of which
//! there are few. A Walsh–Hadamard transform of the histogram of values counts the classes of all masks at
//! once: `b·2^b` steps for values below `2^b`.
//!
//! Source: [WW, ch. 4, "sparse spaces"]; Gangolli and Plambeck (1989).

use super::rule::SplitRule;

/// A division of the values into a rare and a common class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SparseSpace {
    /// The mask of the values.
    pub(crate) mask: u32,
    /// Whether the parity of the heap counts.
    pub(crate) by_parity: bool,
    /// The class of common values.
    pub(crate) common: u32,
}

impl SparseSpace {
    /// Whether `value` is common at `heap`.
    #[inline(always)]
    pub(crate) fn is_common(&self, value: usize, heap: usize) -> bool {
        let ones = (value as u32 & self.mask).count_ones();
        (ones ^ (heap as u32 & u32::from(self.by_parity))) & 1 == self.common
    }

    /// The space with a mask, if its classes fit the splits of the rule.
    ///
    /// With `χ(v, n) = |v & m| + n·q` the split of `n = a + b + k` has the class `χ(a) + χ(b) + k·q`. Two common parts
    /// must give the rare class, so the common class is `1 + k·q`, which must be the same for every `k`.
    pub(crate) fn new(mask: u32, by_parity: bool, rule: &SplitRule) -> Option<Self> {
        let mut commons = rule.long_splits().map(|t| 1 ^ (t.taken as u32 & u32::from(by_parity)));
        let first = commons.next()? & 1;
        commons.all(|c| c & 1 == first).then_some(Self { mask, by_parity, common: first })
    }
}

/// In-place Walsh–Hadamard transform; the length is a power of two.
fn transform(sums: &mut [i64]) {
    let mut half = 1;
    while half < sums.len() {
        for block in sums.chunks_exact_mut(2 * half) {
            let (low, high) = block.split_at_mut(half);
            for (a, b) in low.iter_mut().zip(high) {
                (*a, *b) = (*a + *b, *a - *b);
            }
        }
        half *= 2;
    }
}

/// The sparse space with the fewest rare heaps among `values`, and their number.
pub(crate) fn sparsest(
    values: impl Iterator<Item = usize>,
    bits: u32,
    rule: &SplitRule,
) -> Option<(SparseSpace, u64)> {
    let size = 1usize << bits;
    let mut even = vec![0i64; size];
    let mut odd = vec![0i64; size];
    let mut heaps = 0i64;
    for (heap, value) in values.enumerate() {
        let side = if heap % 2 == 0 { &mut even } else { &mut odd };
        side[value] += 1;
        heaps += 1;
    }
    transform(&mut even);
    transform(&mut odd);
    let mut best: Option<(SparseSpace, u64)> = None;
    for by_parity in [false, true] {
        for mask in 0..size {
            let Some(space) = SparseSpace::new(mask as u32, by_parity, rule) else { break };
            let spread = even[mask] + if by_parity { -odd[mask] } else { odd[mask] };
            // `spread` is (class 0) − (class 1)
            let common = if space.common == 0 { heaps + spread } else { heaps - spread } / 2;
            let rare = (heaps - common) as u64;
            if best.as_ref().is_none_or(|&(_, least)| rare < least) {
                best = Some((space, rare));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transform_counts_the_classes() {
        let rule = SplitRule::of(&"0.77".parse().unwrap()).unwrap();
        let values = [0usize, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7];
        let (space, rare) = sparsest(values.iter().copied(), 3, &rule).unwrap();
        let counted = |space: SparseSpace| {
            values.iter().enumerate().filter(|&(n, &v)| !space.is_common(v, n)).count() as u64
        };
        assert_eq!(counted(space), rare);
        let least =
            (0..8).filter_map(|m| SparseSpace::new(m, false, &rule)).map(counted).min().unwrap();
        assert_eq!(rare, least);
        assert!(SparseSpace::new(1, true, &rule).is_none(), "Kayles takes both parities");
    }
}
