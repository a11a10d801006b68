//! Moves in heaps with too many of them for a list: those to a wanted value, from the law of all heaps.

use std::ops::ControlFlow;

use farstar_play::Meter;
use farstar_rules::heap::{Constraint, Digit, HeapCode};
use farstar_value::{Limits, Stopped};
use rustc_hash::FxHashMap;

use super::far::PeriodicLaw;

/// Heaps left by one move that are looked for where a code names no most.
const MOST_PARTS: u8 = 4;
/// Of several heaps left, where any number is taken, all but one are at most so large.
const SMALL: u64 = 16;

/// Is shown the heaps that a move leaves, until it breaks.
pub type HeapsVisitor<'v> = dyn FnMut(&[u64]) -> ControlFlow<()> + 'v;

/// How a search goes on.
type Flow = Result<ControlFlow<()>, Stopped>;

impl PeriodicLaw {
    /// Calls `visit` with moves of a heap of a code whose values this is, however large the heap, that leave heaps of
    /// the nim sum `wanted`, until it breaks. Not every such move is shown: of those that differ by whole periods one
    /// is enough. But some are, if there are any and the code names how many tokens are taken, into at most four heaps
    /// of any sizes.
    ///
    /// # Errors
    /// The limits.
    ///
    /// # Cost
    /// For `d` digits, preperiod and period `p` together and at most `c` heaps left O(d·p^(c−1)).
    ///
    /// # Examples
    /// ```
    /// use farstar_impartial::sequence::GrundySequence;
    /// use farstar_value::Limits;
    /// use std::ops::ControlFlow;
    /// let code: farstar_rules::heap::HeapCode = "0.77".parse()?;
    /// let law = GrundySequence::of_code(code.clone()).law(1 << 12, &Limits::none())?.expect("Kayles has a period");
    /// let mut won = Vec::new();
    /// let _ = law.moves_to(&code, 1_000_000_000_000_000_000, 0, &Limits::none(), &mut |parts| {
    ///     won.push(parts.to_vec());
    ///     ControlFlow::Break(())
    /// })?;
    /// assert_eq!(won, [[1, 999_999_999_999_999_997]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_to(
        &self,
        code: &HeapCode,
        heap: u64,
        wanted: u64,
        limits: &Limits,
        visit: &mut HeapsVisitor<'_>,
    ) -> Flow {
        let named = code.own_digits() + code.repeating().len() as u32;
        let mut search = Search { law: self, meter: Meter::new(limits), visit };
        for (taken, digit) in code.takes(named) {
            let Some(rest) = heap.checked_add_signed(-taken) else { continue };
            for (count, constraint) in counts(digit) {
                if search.split(rest, (count, constraint), wanted)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
            }
        }
        search.any_taken(code, heap, wanted)
    }
}

/// The numbers of heaps that a digit allows, as far as they are looked for.
fn counts(digit: &Digit) -> impl Iterator<Item = (u8, Constraint)> + '_ {
    let most = digit.counts().last().map_or(0, |one| one.0).max(MOST_PARTS);
    (0..=most).filter_map(|count| Some((count, digit.allows(count)?)))
}

struct Search<'s, 'v> {
    law: &'s PeriodicLaw,
    meter: Meter<'s>,
    visit: &'s mut HeapsVisitor<'v>,
}

impl Search<'_, '_> {
    /// Shows heaps if they are worth what is wanted, and such as may be left.
    fn show(&mut self, parts: &[u64], constraint: Constraint, wanted: u64) -> Flow {
        let worth = parts.iter().try_fold(0, |all, &part| Some(all ^ self.law.value(part)?));
        if worth != Some(wanted) {
            return Ok(ControlFlow::Continue(()));
        }
        let mut parts = parts.to_vec();
        parts.sort_unstable();
        Ok(if constraint.admits(&parts) { (self.visit)(&parts) } else { ControlFlow::Continue(()) })
    }

    /// Heaps of so many tokens together.
    fn split(&mut self, rest: u64, (count, constraint): (u8, Constraint), wanted: u64) -> Flow {
        let Some(others) = count.checked_sub(1) else {
            return if rest == 0 { self.show(&[], constraint, wanted) } else { Ok(CONTINUE) };
        };
        if constraint == Constraint::AllEqual {
            let each = rest / u64::from(count);
            let whole = each > 0 && rest.is_multiple_of(count.into());
            return match whole {
                true => self.show(&vec![each; count.into()], constraint, wanted),
                false => Ok(CONTINUE),
            };
        }
        // a whole number of periods moves from one heap to another and changes nothing where there is no saltus: so
        // all but one are small
        let small = self.law.values.len() as u64;
        let mut firsts = vec![1; others.into()];
        while let Some(last) = rest.checked_sub(firsts.iter().sum()) {
            self.meter.step(1)?;
            let worth = firsts.iter().fold(0, |all, &part| all ^ self.law.value(part).unwrap_or(0));
            if last > 0 && self.law.value(last).is_some_and(|last| last ^ worth == wanted) {
                firsts.push(last);
                if self.show(&firsts, constraint, wanted)?.is_break() {
                    return Ok(ControlFlow::Break(()));
                }
                firsts.pop();
            }
            if !next(&mut firsts, small) {
                break;
            }
        }
        if self.law.saltus == 0 {
            return Ok(CONTINUE);
        }
        for large in 2..=count {
            if self.balance(rest, (count, large), constraint, wanted)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(CONTINUE)
    }

    /// Heaps of so many tokens together, of which some are beyond the preperiod: for the terms of the period in which
    /// they lie, the numbers of periods are found digit by digit.
    fn balance(
        &mut self,
        rest: u64,
        (count, large): (u8, u8),
        constraint: Constraint,
        wanted: u64,
    ) -> Flow {
        let (from, period) = (self.law.preperiod as u64, self.law.period());
        let mut smalls = vec![1; (count - large).into()];
        if !smalls.is_empty() && from < 2 {
            return Ok(CONTINUE);
        }
        loop {
            // the terms of all large heaps but the last, which follows from them; counted from 1
            let mut terms = vec![1; usize::from(large) - 1];
            loop {
                self.meter.step(64)?;
                let least = smalls.iter().chain(&terms).sum::<u64>() + u64::from(large) * from;
                let left = rest.checked_sub(least - (u64::from(large) - 1));
                if let Some(left) = left {
                    let last = left % period;
                    let own = terms.iter().map(|term| term - 1).chain([last]).collect::<Vec<_>>();
                    let value = |n: &u64| self.law.values[(from + n) as usize];
                    let begins: Vec<u64> = own.iter().map(value).collect();
                    let of_small =
                        smalls.iter().fold(0, |all, &n| all ^ self.law.values[n as usize]);
                    let times = self.periods(left / period, &begins, wanted ^ of_small)?;
                    if let Some(times) = times {
                        let part = |(n, times): (&u64, u64)| {
                            times.checked_mul(period)?.checked_add(from + n)
                        };
                        let larges: Option<Vec<u64>> = own.iter().zip(times).map(part).collect();
                        let parts = [&smalls[..], &larges.unwrap_or_default()].concat();
                        let fits =
                            parts.iter().all(|&n| n > 0) && parts.len() == usize::from(count);
                        if fits && self.show(&parts, constraint, wanted)?.is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                }
                if !next(&mut terms, period) {
                    break;
                }
            }
            if !next(&mut smalls, from.saturating_sub(1)) {
                return Ok(CONTINUE);
            }
        }
    }

    /// Numbers of the given sum such that the saltus times each, with what each begins with, has the nim sum `wanted`.
    fn periods(
        &mut self,
        sum: u64,
        begins: &[u64],
        wanted: u64,
    ) -> Result<Option<Vec<u64>>, Stopped> {
        let saltus = u128::from(self.law.saltus);
        let digits = u64::BITS - sum.leading_zeros();
        // what is carried of the sum, and of each of the others, from the lowest digit on
        type State = (u32, Vec<u128>);
        let start: State = (0, begins.iter().map(|&begin| begin.into()).collect());
        let mut layers: Vec<FxHashMap<State, (State, u32)>> = Vec::new();
        let mut open = vec![start];
        for place in 0..digits {
            let mut layer: FxHashMap<State, (State, u32)> = FxHashMap::default();
            for (carried, carries) in &open {
                for choice in 0..1u32 << begins.len() {
                    self.meter.step(begins.len() as u64)?;
                    let all = carried + choice.count_ones();
                    if u64::from(all & 1) != sum >> place & 1 {
                        continue;
                    }
                    let with = |(at, carry): (usize, &u128)| {
                        carry + if choice >> at & 1 == 1 { saltus } else { 0 }
                    };
                    let terms: Vec<u128> = carries.iter().enumerate().map(with).collect();
                    let digit = terms.iter().fold(0, |all, term| all ^ term) & 1;
                    if digit != u128::from(wanted >> place & 1) {
                        continue;
                    }
                    let to = (all >> 1, terms.iter().map(|term| term >> 1).collect());
                    layer.entry(to).or_insert_with(|| ((*carried, carries.clone()), choice));
                }
            }
            open = layer.keys().cloned().collect();
            layers.push(layer);
        }
        let above = u128::from(wanted.checked_shr(digits).unwrap_or(0));
        let ends = |(carried, carries): &&State| {
            *carried == 0 && carries.iter().fold(0, |all, carry| all ^ carry) == above
        };
        let Some(mut state) = open.iter().find(ends).cloned() else { return Ok(None) };
        let mut times = vec![0u64; begins.len()];
        for layer in layers.iter().rev() {
            let Some((before, choice)) = layer.get(&state) else { return Ok(None) };
            for (at, n) in times.iter_mut().enumerate() {
                *n = *n << 1 | u64::from(choice >> at & 1);
            }
            state = before.clone();
        }
        Ok(Some(times))
    }

    /// Moves that take more than what digits name one by one, by a digit that repeats for ever.
    fn any_taken(&mut self, code: &HeapCode, heap: u64, wanted: u64) -> Flow {
        let repeating = code.repeating();
        let Some(most) = heap.checked_sub(u64::from(code.own_digits()) + 1) else {
            return Ok(CONTINUE);
        };
        for (place, digit) in repeating.iter().enumerate() {
            for (count, constraint) in counts(digit) {
                let Some(others) = count.checked_sub(1) else {
                    let all = most % repeating.len() as u64 == place as u64;
                    if all && self.show(&[], constraint, wanted)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    continue;
                };
                let mut firsts = vec![1; others.into()];
                while let Some(left) = most.checked_sub(firsts.iter().sum()) {
                    let each = |all: Option<u64>, &part: &u64| Some(all? ^ self.law.value(part)?);
                    let worth = firsts.iter().fold(Some(wanted), each);
                    let lasts = worth.map_or_else(Vec::new, |worth| {
                        self.of_value(worth, left, repeating.len() as u64)
                    });
                    for last in lasts {
                        self.meter.step(1)?;
                        if (left - last) % repeating.len() as u64 != place as u64 {
                            continue;
                        }
                        let parts = [&firsts[..], &[last]].concat();
                        if self.show(&parts, constraint, wanted)?.is_break() {
                            return Ok(ControlFlow::Break(()));
                        }
                    }
                    if !next(&mut firsts, SMALL) {
                        break;
                    }
                }
            }
        }
        Ok(CONTINUE)
    }

    /// Heaps of a value up to a size; without a saltus those of some periods, so that all residues occur.
    fn of_value(&self, value: u64, most: u64, residues: u64) -> Vec<u64> {
        let (from, period) = (self.law.preperiod as u64, self.law.period());
        let mut heaps = Vec::new();
        for (n, &own) in (0..).zip(&self.law.values) {
            match value.checked_sub(own) {
                Some(more) if n >= from && self.law.saltus > 0 => {
                    let times =
                        more.is_multiple_of(self.law.saltus).then(|| more / self.law.saltus);
                    let heap = times.and_then(|times| times.checked_mul(period)?.checked_add(n));
                    heaps.extend(heap);
                }
                Some(0) if n >= from => heaps.extend((0..residues).map(|times| n + times * period)),
                Some(0) => heaps.push(n),
                _ => {}
            }
        }
        heaps.retain(|&n| n > 0 && n <= most);
        heaps
    }
}

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

/// The next list of numbers from 1 up to `most`, none less than the one before it; false after the last.
fn next(list: &mut [u64], most: u64) -> bool {
    let Some(at) = list.iter().rposition(|&n| n < most) else { return false };
    let more = list[at] + 1;
    list[at..].fill(more);
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sequence::GrundySequence;
    use farstar_rules::heap::HeapGame;
    use std::collections::BTreeSet;

    /// Every value that some move reaches is reached by a move that is shown, and none else.
    #[test]
    fn moves_reach_the_values_that_the_definition_says() {
        for (code, heaps) in [
            ("0.77", [70, 97, 150]),
            ("0.07", [52, 90, 131]),
            ("0.137", [40, 90, 131]),
            ("0.[3]", [1, 2, 40]),
            ("4.[3]", [3, 4, 43]),
            ("0.3F", [5, 20, 33]),
            ("0.33F", [9, 20, 33]),
            ("0.[03]", [7, 8, 30]),
            ("0.77!", [20, 30, 600]),
            ("0.07=", [20, 30, 41]),
        ] {
            let rules: HeapCode = code.parse().unwrap();
            let mut sequence = GrundySequence::of_code(rules.clone());
            let law = match code {
                "0.[3]" => PeriodicLaw::new(vec![0], 0, 1),
                "0.[03]" => PeriodicLaw::new(vec![0, 0], 0, 1),
                "4.[3]" => PeriodicLaw::new(vec![0, 1, 2, 4, 3], 1, 4),
                _ => sequence.law(1 << 12, &Limits::none()).unwrap().expect(code),
            };
            for heap in heaps {
                let worth = |parts: &[u32]| {
                    parts.iter().fold(0, |all, &n| all ^ law.value(n.into()).unwrap())
                };
                let options = rules.options(heap);
                let legal: BTreeSet<Vec<u64>> = (options.iter())
                    .map(|parts| parts.iter().map(|&n| u64::from(n)).collect())
                    .collect();
                let reached: BTreeSet<u64> = options.iter().map(|parts| worth(parts)).collect();
                assert_eq!(law.value(heap.into()), (0..).find(|n| !reached.contains(n)), "{code}");
                for wanted in 0..=64 {
                    let mut shown = 0;
                    let none = Limits::none();
                    let _ = law.moves_to(&rules, heap.into(), wanted, &none, &mut |parts| {
                        assert!(legal.contains(parts), "{code} {heap} {parts:?}");
                        shown += 1;
                        CONTINUE
                    });
                    assert_eq!(shown > 0, reached.contains(&wanted), "{code} {heap} {wanted}");
                }
            }
        }
    }

    /// Large heaps split into two of the values that other two have.
    #[test]
    fn heaps_of_a_saltus_are_balanced() {
        let code: HeapCode = "4.0".parse().unwrap();
        let laws = [
            PeriodicLaw::new(vec![0], 0, 1),
            PeriodicLaw::new(vec![0, 1, 2, 4, 3], 1, 4),
            PeriodicLaw::new(vec![0, 0, 5, 1, 2, 2, 9], 4, 6),
        ];
        let large = 1_000_000_000_000_000_000u64;
        for law in &laws {
            for [a, b] in [[large / 3, large / 2], [large / 7 + 1, large / 11], [large, large + 2]]
            {
                let wanted = law.value(a).unwrap() ^ law.value(b).unwrap();
                let mut found = None;
                let _ = law.moves_to(&code, a + b, wanted, &Limits::none(), &mut |parts| {
                    found = Some(parts.to_vec());
                    ControlFlow::Break(())
                });
                let parts = found.expect("a split");
                let worth = parts.iter().fold(0, |all, &n| all ^ law.value(n).unwrap());
                assert_eq!((parts.len(), parts.iter().sum(), worth), (2, a + b, wanted));
            }
        }
    }
}
