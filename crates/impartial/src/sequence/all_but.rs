//! The sequences of subtraction games on sets that leave out finitely many numbers.
//!
//! Let all numbers beyond `t` be in the set, and let `E` be the set of the values of the heaps less than `n − t`, all
//! of which are options of `n`. The other options are among the last `t` heaps. With `u = mex E`, the value `G(n)` is
//! the least number from `u` on that is neither in `E` nor the value of one of these; so `G(n) − u` is a function of
//! the *state*: the numbers of `E` above `u` less `u`, and the last `t` values less `u`, those below `u` being all
//! alike. The next state is a function of the state too. When the state of `n + p` is that of `n`, then `G(m + p) =
//! G(m) + s` for all `m ≥ n`, where `s` is the difference of the two `u`.
//!
//! A. Siegel, *Finite excluded subtraction sets and infinite modular nim* (2005), shows that this always happens.

use std::collections::BTreeSet;

use farstar_rules::heap::{Digit, HeapCode};

use super::engine::GrundySequence;
use super::theorem::Theorem;

/// Heaps tried as the place of the first state.
const TRIES: usize = 16;

/// The rule beyond the last number with a digit of its own.
struct Rule {
    /// The last number with a digit of its own.
    last: usize,
    /// Whether a move that takes more may leave no heap.
    none: bool,
    /// Whether it may leave one.
    one: bool,
}

impl Rule {
    /// The rule of a code that never splits and whose digits are all the same from some one on.
    fn of(code: &HeapCode) -> Option<Self> {
        let [digit] = code.repeating() else { return None };
        let last = i64::from(code.own_digits());
        let at_most_one = |digit: &Digit| {
            digit.tail().is_none() && digit.counts().iter().all(|&(heaps, _)| heaps <= 1)
        };
        let never_splits = (0..=last + 1).filter_map(|k| code.digit(k)).all(at_most_one);
        (never_splits && code.digit(0).is_none()).then(|| Self {
            last: last as usize,
            none: digit.allows(0).is_some(),
            one: digit.allows(1).is_some(),
        })
    }

    /// The state before a heap larger than `last`: the number `u`, and what the next values less `u` depend on.
    fn state(&self, values: &[u32], heap: usize) -> (u32, [Vec<u32>; 2]) {
        let (early, late) = values[..heap].split_at(heap - self.last);
        let mut all: BTreeSet<u32> =
            if self.one { early[1..].iter().copied().collect() } else { BTreeSet::new() };
        all.extend(self.none.then_some(early[0]));
        let u = (0..).zip(&all).take_while(|&(i, &value)| i == value).count() as u32;
        let above = all.iter().filter_map(|value| value.checked_sub(u + 1)).collect();
        let late = late.iter().map(|value| (value + 1).saturating_sub(u)).collect();
        (u, [above, late])
    }
}

/// The theorem for a repetition, if it applies to the values computed.
///
/// # Complexity
/// `O(n log n)` for every heap tried, `n` being the number of heaps.
pub(crate) fn prove(
    sequence: &GrundySequence,
    period: usize,
    saltus: usize,
    preperiod: usize,
) -> Option<Theorem> {
    let rule = Rule::of(sequence.game().code()?)?;
    let cells = sequence.cells();
    let values = cells.range(0, cells.len());
    let first = preperiod.max(1) + rule.last;
    let places = (0..TRIES).map(|turns| first + turns * period);
    let mut places = places.take_while(|at| at + period <= values.len());
    let at = places.find(|&at| {
        let (u, state) = rule.state(&values, at);
        let (v, same) = rule.state(&values, at + period);
        state == same && v.checked_sub(u).is_some_and(|rise| rise as usize == saltus)
    })?;
    Some(Theorem::AllBut { window: rule.last as u64, at: at as u64 })
}
