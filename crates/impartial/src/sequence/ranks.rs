//! Values of one class by their *rank*, the number of smaller values of the class: half as many as there are values,
//! so sets of them take half the room.
//!
//! Let `b` be the lowest bit of the mask of a sparse space. Of the two values that differ in bit `b` only, one is of
//! each class; and of two values that agree in all higher bits, bit `b` is the same if they are of one class, and
//! differs if they are not. So the rank of a value in its class is the value with bit `b` taken out, at even heaps and
//! at odd ones, and ranks add as values do: the rank of `v ^ w` is that of `v`, with that of `w` xored to it. The
//! values of the other class below `v` are those with less in the higher bits, and if `v` has bit `b` those with the
//! same there.

use super::mask::SparseSpace;

/// The ranks of a sparse space, of values below 128.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranks {
    space: SparseSpace,
    /// The bits below the one that is taken out.
    low: u8,
}

impl Ranks {
    /// The ranks of a space that asks for some bit of the values.
    pub(crate) fn of(space: SparseSpace) -> Option<Self> {
        let low = (1 << space.mask.trailing_zeros().min(8)) - 1u32;
        u8::try_from(low).ok().filter(|&low| low < 128).map(|low| Self { space, low })
    }

    /// The rank of a value in its class.
    #[inline(always)]
    pub(crate) fn rank(self, value: u8) -> u8 {
        value & self.low | value >> 1 & !self.low
    }

    /// The number of values of the *other* class below a value.
    #[inline(always)]
    pub(crate) fn limit(self, value: u8) -> u8 {
        (self.rank(value) & !self.low) + (value & (self.low + 1))
    }

    /// The common or the rare value of a rank at the heaps of a parity.
    #[inline(always)]
    pub(crate) fn value(self, rank: u8, common: bool, parity: usize) -> u8 {
        // as the values of 128 and more are none, the bits of the mask beyond are none either
        let without = rank + (rank & !self.low);
        let mut ones = without & self.space.mask as u8;
        ones ^= ones >> 4;
        ones ^= ones >> 2;
        ones ^= ones >> 1;
        let odd = self.space.by_parity && parity % 2 == 1;
        let class = (self.space.common == 1) == common;
        without | (ones & 1 ^ u8::from(odd ^ class)).wrapping_neg() & (self.low + 1)
    }

    /// Whether a common heap less than `n` by `distance`, with `value` xored to its own, gives a common value of `n`.
    pub(crate) fn stays_common(self, (distance, value): (usize, u8)) -> bool {
        let ones = (u32::from(value) & self.space.mask).count_ones();
        (ones ^ (distance as u32 & u32::from(self.space.by_parity))) & 1 == 0
    }

    /// Puts the common values in the place of the ranks of heaps, the first of which has a parity.
    pub(crate) fn decode(self, ranks: &mut [u8], parity: usize) {
        for (lane, rank) in ranks.iter_mut().enumerate() {
            *rank = self.value(*rank, true, parity + lane);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_smaller_values_of_a_class_and_add() {
        let spaces = (1..128).flat_map(|mask| {
            let space = move |by_parity, common| SparseSpace { mask, by_parity, common };
            [space(false, 0), space(false, 1), space(true, 0), space(true, 1)]
        });
        for space in spaces {
            let ranks = Ranks::of(space).unwrap();
            for heap in 0..2 {
                let mut seen = [0, 0];
                for value in 0..128 {
                    let common = space.is_common(value.into(), heap);
                    let [same, other] = [usize::from(common), usize::from(!common)];
                    assert_eq!((ranks.rank(value), ranks.limit(value)), (seen[same], seen[other]));
                    assert_eq!(ranks.value(seen[same], common, heap), value);
                    seen[same] += 1;
                    for distance in 0..2 {
                        let part = value.wrapping_mul(7) % 128;
                        let sum = space.is_common((value ^ part).into(), heap + distance);
                        assert_eq!(ranks.stays_common((distance, part)), common == sum);
                        assert_eq!(ranks.rank(value ^ part), ranks.rank(value) ^ ranks.rank(part));
                    }
                }
            }
        }
        assert!(Ranks::of(SparseSpace { mask: 0, by_parity: true, common: 0 }).is_none());
        assert!(Ranks::of(SparseSpace { mask: 256, by_parity: true, common: 0 }).is_none());
    }
}
