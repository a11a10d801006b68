//! Stops with their sides: all that a game knows about its order among numbers.
//!
//! The numbers `x ≥ G` form an up-set whose least bound is the Left stop `LS(G)`; whether `LS(G)` itself belongs to it
//! is one bit more. So the up-set is a *cut* of the number line, and likewise the numbers `x ≤ G` are cut at the Right
//! stop. Writing a cut as `2·stop + side`, with side `+1` when the stop itself is below or confused (`G ≤ LS(G)` fails)
//! and `−1` for the mirror image at the Right stop, turns every comparison with a number into one comparison of
//! integers, and gives two tests for any two games:
//!
//! * `G ≤ H` is false when `left(G) > left(H)` or `right(G) > right(H)`;
//! * `G ≤ H` is true when `left(G) ≤ right(H)`: a number lies between.
//!
//! (Siegel, *Combinatorial Game Theory*, II.3: stops and the number avoidance theorem.)
//!
//! Stops are dyadics in moves. A cut whose stop is a multiple of 2⁻¹⁰ below 2²⁰ is one `i32` ([`NARROW_BITS`]); others
//! are [`WideCut`]s, kept beside the node.

use farstar_num::Dyadic;
use std::cmp::Ordering;
use std::ops::Bound;

/// Fraction bits of a stop that fits a node.
pub(crate) const NARROW_BITS: u32 = 10;
/// Stops with an absolute value below this many units of 2⁻¹⁰ fit a node.
const NARROW_MAX: i64 = 1 << 29;

/// Below every cut.
pub(crate) const LOWEST: i32 = i32::MIN;
/// Above every cut.
pub(crate) const HIGHEST: i32 = i32::MAX;

/// The cut at the number `x` itself, if it fits a node.
pub(crate) fn narrow(x: &Dyadic) -> Option<i32> {
    let (numerator, exponent) = x.to_small()?;
    if exponent > NARROW_BITS {
        return None;
    }
    let units = numerator.checked_mul(1 << (NARROW_BITS - exponent))?;
    (units.abs() < NARROW_MAX).then(|| (units * 2) as i32)
}

/// The number at which a narrow cut is made, its side left aside.
#[inline]
pub(crate) fn narrow_stop(cut: i32) -> Dyadic {
    // Sides are odd: `2s+1` at a Left stop, `2s−1` at a Right stop; the caller passes the cut with its side removed.
    Dyadic::from_small((cut >> 1) as i64, NARROW_BITS)
}

/// A cut of the number line: at `stop`, just above it (`side = 1`), or just below it (`side = −1`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WideCut {
    pub(crate) stop: Dyadic,
    pub(crate) side: i8,
}

impl WideCut {
    /// The narrow form, if there is one.
    pub(crate) fn narrow(&self) -> Option<i32> {
        narrow(&self.stop).map(|cut| cut + i32::from(self.side))
    }
}

impl PartialOrd for WideCut {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for WideCut {
    fn cmp(&self, other: &Self) -> Ordering {
        self.stop.cmp(&other.stop).then(self.side.cmp(&other.side))
    }
}

/// What the options leave to the value: numbers strictly above `lower` and strictly below `upper`, both cuts.
///
/// For Left options `lower` is the greatest of their Right cuts, since `x` must not be `≤` any of them; mirrored on the
/// right.
#[derive(Clone, Copy)]
pub(crate) struct NarrowGap {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl NarrowGap {
    /// The simplest number in the gap, as a numerator over `2^NARROW_BITS` or finer: `(numerator, exponent)`.
    ///
    /// Simplicity theorem, Siegel II.3: the one with the earliest birthday.
    pub(crate) fn simplest(self) -> Option<(i64, u32)> {
        let NarrowGap { lower, upper } = self;
        // A gap of fewer than two half-units holds no number (see the table in the tests).
        if (upper as i64) - (lower as i64) < 2 {
            return None;
        }
        if lower < 0 && upper > 0 {
            return Some((0, 0));
        }
        if upper <= 0 {
            let mirrored = NarrowGap {
                lower: if upper == HIGHEST { LOWEST } else { -upper },
                upper: if lower == LOWEST { HIGHEST } else { -lower },
            };
            return mirrored.simplest().map(|(n, e)| (-n, e));
        }
        // Here 0 <= lower < upper. For every level try the least multiple of 2^-e above `lower`; doubled units, so a
        // number x = n/2^e has the cut n << (NARROW_BITS + 1 - e).
        let (lower, upper) = (lower as i64, upper as i64);
        for exponent in 0..=NARROW_BITS + 1 {
            let unit = 1i64 << (NARROW_BITS + 1 - exponent);
            let numerator = lower.div_euclid(unit) + 1;
            if numerator * unit < upper {
                return Some((numerator, exponent));
            }
        }
        unreachable!("a gap of two half-units holds a multiple of 2^-{}", NARROW_BITS + 1)
    }
}

/// The simplest number strictly between two cuts, at any size; `None` for a side means no bound there.
pub(crate) fn simplest_wide(lower: Option<&WideCut>, upper: Option<&WideCut>) -> Option<Dyadic> {
    let lower = match lower {
        None => Bound::Unbounded,
        Some(cut) if cut.side < 0 => Bound::Included(&cut.stop),
        Some(cut) => Bound::Excluded(&cut.stop),
    };
    let upper = match upper {
        None => Bound::Unbounded,
        Some(cut) if cut.side > 0 => Bound::Included(&cut.stop),
        Some(cut) => Bound::Excluded(&cut.stop),
    };
    Dyadic::simplest_between(lower, upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn narrow_and_wide_gaps_agree() {
        let cuts: Vec<WideCut> = (-3000i64..3000)
            .step_by(97)
            .flat_map(|n| {
                (-1..=1).map(move |side| WideCut { stop: Dyadic::from_small(n, NARROW_BITS), side })
            })
            .chain((-3..=3).flat_map(|n| {
                (-1..=1).map(move |side| WideCut { stop: Dyadic::from_small(n, 0), side })
            }))
            .collect();
        let ends: Vec<Option<&WideCut>> =
            std::iter::once(None).chain(cuts.iter().map(Some)).collect();
        for lower in &ends {
            for upper in &ends {
                let narrow = NarrowGap {
                    lower: lower.map_or(LOWEST, |c| c.narrow().unwrap()),
                    upper: upper.map_or(HIGHEST, |c| c.narrow().unwrap()),
                };
                assert_eq!(
                    narrow.simplest().map(|(n, e)| Dyadic::from_small(n, e)),
                    simplest_wide(*lower, *upper),
                    "{lower:?} {upper:?}"
                );
            }
        }
    }

    #[test]
    fn numbers_too_fine_or_too_large_are_wide() {
        assert_eq!(narrow(&Dyadic::from_small(1, 10)), Some(2));
        assert_eq!(narrow(&Dyadic::from_small(1, 11)), None);
        assert_eq!(narrow(&Dyadic::from_small(1 << 19, 0)), None);
        assert!(narrow(&Dyadic::from_small((1 << 19) - 1, 0)).is_some());
    }
}
