//! The theorems that turn a repetition of computed values into a period.

use std::fmt;

use farstar_rules::heap::{Constraint, HeapCode};

use super::engine::GrundySequence;
use super::rare::{LOCAL, RareCommon};
use super::rule::SplitRule;

/// A theorem, with the heaps for which its condition was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Theorem {
    /// Guy and Smith, for codes that leave at most `parts` heaps and take at most `last_take`
    /// tokens: `G(n + p) = G(n)` for `from ≤ n < to`, where `from ≥ 1` and
    /// `to + p ≥ parts·(from + p) + last_take`, holds for all `n ≥ from`.
    ///
    /// Proof: an option of `n + p` for `n ≥ to` has a part of at least `from + p`; less `p`, it gives an option of `n`
    /// of the same value, and the other way round. With splits in two unequal heaps (one `p` more is asked for) the
    /// part is chosen so that the heaps stay unequal; with splits in two equal heaps `p` must be even. Source:
    /// [GuySmith1956, Thm 5]; [WW, ch. 4].
    GuySmith {
        /// The most heaps a move leaves.
        parts: u64,
        /// The largest number of tokens taken.
        last_take: u64,
        /// The first heap compared.
        from: u64,
        /// The end of the heaps compared with the heap one period on.
        to: u64,
    },
    /// The values of a game that never splits depend on the last `window` values only, so once
    /// they come back they go on coming back: those before heap `at` and before `at + p` agree.
    LastValues {
        /// The largest number of tokens taken.
        window: u64,
        /// The heap behind the first of the two windows.
        at: u64,
    },
    /// The state argument. All heaps after the rare heap `last_rare` are common; for every heap `n` with `at ≤ n < at +
    /// p` each rare value below `G(n)` is the value of a split with a part of at most `window − last_take`, so `G(n)`
    /// is a function of the last `window` values (and of the parity of `n` when it counts, and then `p` is even); the
    /// last `window` values before `at` and before `at + p` agree.
    FiniteState {
        /// The mask of the sparse space.
        mask: u64,
        /// Whether the parity of the heap counts.
        by_parity: bool,
        /// The parity of the common class.
        common: u64,
        /// The last heap with a rare value.
        last_rare: u64,
        /// The number of values of a state.
        window: u64,
        /// The heap behind the first of the two states.
        at: u64,
    },
    /// Austin's kind of argument for codes that leave up to three heaps, with the period `q` and the saltus `s` (the
    /// least ones or the same multiple of both, `q` even): `G(n + q) = G(n) + s` for `from ≤ n < block`; for every `n`
    /// with `block ≤ n < block + q` each value below `G(n)` is excluded by an option that can be shifted or kept one
    /// period on, and no option can reach `G(n)`, by the last bits of its values and by their sum.
    /// Sources: Austin (1976); Howse and Nowakowski (2004), for `s` a power of two.
    Arithmetic {
        /// The period of the argument.
        period: u64,
        /// The saltus of the argument.
        saltus: u64,
        /// The first heap compared.
        from: u64,
        /// The first heap of the block whose options were examined.
        block: u64,
    },
    /// For games that never split and whose moves by more than `window` tokens follow one rule,
    /// such as subtraction games on all but finitely many numbers. A value depends on the last
    /// `window` values, and on the set of those before, all less the least number that is not in
    /// the set; this state is at heap `at + p` what it is at heap `at`.
    /// Source: A. Siegel (2005), who shows that it always comes back.
    AllBut {
        /// The last number of tokens with a rule of its own.
        window: u64,
        /// The heap whose state comes back one period on.
        at: u64,
    },
}

impl Theorem {
    /// The short name of the theorem.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::GuySmith { .. } => "guy-smith",
            Self::LastValues { .. } => "last-values",
            Self::FiniteState { .. } => "finite-state",
            Self::Arithmetic { .. } => "arithmetic",
            Self::AllBut { .. } => "all-but",
        }
    }
}

impl fmt::Display for Theorem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GuySmith { parts, last_take, from, to } => write!(
                f,
                "the theorem of Guy and Smith ({parts} heaps, {last_take} tokens): repetition checked for the heaps {from} to {}",
                to - 1
            ),
            Self::LastValues { window, at } => write!(
                f,
                "the recurrence of the last {window} values: those before heap {at} come back one period on"
            ),
            Self::FiniteState { last_rare, window, at, mask, .. } => write!(
                f,
                "the state argument (mask {mask:#b}, last rare heap {last_rare}): the {window} values before heap {at} come back one period on, and every heap between has local witnesses"
            ),
            Self::Arithmetic { period, saltus, from, block } => write!(
                f,
                "the arithmetic periodicity theorem (period {period}, saltus {saltus}): checked from heap {from} on, with every option of the heaps {block} to {}",
                block + period - 1
            ),
            Self::AllBut { window, at } => write!(
                f,
                "the all-but theorem: the {window} values before heap {at} and the set of those before come back one period on"
            ),
        }
    }
}

/// The most heaps a move of a code leaves, if there is such a number and no digit restricts the heaps of three or more.
pub(crate) fn most_parts(code: &HeapCode) -> Option<usize> {
    let last = code.last_take()?;
    if code.most_added() > 0 {
        return None;
    }
    let mut most = 1;
    for (_, digit) in code.takes(last) {
        if digit.tail().is_some() {
            return None;
        }
        for &(heaps, constraint) in digit.counts() {
            if heaps > 2 && constraint != Constraint::Any {
                return None;
            }
            most = most.max(usize::from(heaps));
        }
    }
    Some(most)
}

/// What forbids the classical theorem or lengthens it: whether some digit splits in two unequal
/// heaps, and whether some digit splits in two equal heaps.
pub(crate) fn pair_rules(code: &HeapCode) -> (bool, bool) {
    let last = code.last_take().unwrap_or(0);
    code.takes(last).fold((false, false), |(unequal, equal), (_, digit)| {
        let two = digit.allows(2);
        (
            unequal || matches!(two, Some(Constraint::Distinct | Constraint::NotAllEqual)),
            equal || two == Some(Constraint::AllEqual),
        )
    })
}

/// The end of the heaps that the classical theorem compares.
///
/// Unequal splits: let `(a, b)`, `a > b`, be an option of `n + p` that becomes equal when `p` is
/// taken from `a`. Then `b = (n + p − k − p)/2`, and `p` can be taken from `b` instead when
/// `b ≥ from + p`, that is when `n ≥ 2·from + 2·p + k`.
pub(crate) fn guy_smith_end(
    parts: usize,
    last_take: usize,
    unequal: bool,
    from: usize,
    period: usize,
) -> usize {
    let longer = if unequal { period } else { 0 };
    parts * from + (parts - 1) * period + last_take + longer
}

/// The theorem of Guy and Smith or the one of the last values, if enough heaps are known for it;
/// and the number of heaps that would do.
pub(crate) fn applicable(
    sequence: &GrundySequence,
    period: usize,
    preperiod: usize,
) -> (Option<Theorem>, Option<u64>) {
    let heaps = sequence.cells().len();
    let Some(code) = sequence.game().code() else { return (None, None) };
    let Some(parts) = most_parts(code) else { return (None, None) };
    let last_take = code.last_take().unwrap_or(0) as usize;
    if sequence.split_rule().is_some_and(SplitRule::never_splits) {
        let at = (preperiod + last_take).max(last_take + 1);
        let theorem = Theorem::LastValues { window: last_take as u64, at: at as u64 };
        return ((at + period <= heaps).then_some(theorem), Some((at + period) as u64));
    }
    let (unequal, equal) = pair_rules(code);
    if equal && !period.is_multiple_of(2) {
        return (None, None);
    }
    let from = preperiod.max(1);
    let to = guy_smith_end(parts, last_take, unequal, from, period);
    let theorem = Theorem::GuySmith {
        parts: parts as u64,
        last_take: last_take as u64,
        from: from as u64,
        to: to as u64,
    };
    ((to + period <= heaps).then_some(theorem), Some((to + period) as u64))
}

/// The state argument on the last state of the sequence, with the period it proves.
pub(crate) fn by_state(sequence: &GrundySequence) -> Option<(Theorem, usize)> {
    let rare = sequence.rare()?;
    let cells = sequence.cells();
    let heaps = cells.len();
    let window = rare.window();
    if 3 * window > heaps {
        return None;
    }
    let period = cells.recurrence(window)?;
    Some((rare.argument(heaps - period, period)?, period))
}

impl RareCommon {
    /// The number of values of a state.
    pub(crate) fn window(&self) -> usize {
        self.rares.last().copied().unwrap_or(0).max(LOCAL) + self.rule.last_take
    }

    /// The state argument, if it applies when the states before two heaps that have been computed agree.
    pub(crate) fn argument(&self, at: usize, period: usize) -> Option<Theorem> {
        let window = self.window();
        let last_rare = self.rares.last().copied().unwrap_or(0);
        let parity_counts = self.space.by_parity || self.rule.has_equal();
        let applies = (!parity_counts || period.is_multiple_of(2))
            && at >= self.since
            && at > last_rare
            && self.last_far_witness.is_none_or(|heap| heap < at)
            && at > 2 * window;
        applies.then_some(Theorem::FiniteState {
            mask: u64::from(self.space.mask),
            by_parity: self.space.by_parity,
            common: u64::from(self.space.common),
            last_rare: last_rare as u64,
            window: window as u64,
            at: at as u64,
        })
    }
}
