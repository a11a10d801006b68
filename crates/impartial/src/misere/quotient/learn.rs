//! Learning a quotient that grows: Angluin's table for words whose letters commute.
//!
//! Sums of generators are told apart by what they are worth beside some test sums, which an `oracle` says. Where the
//! oracle guesses, it may be wrong, for the transition algebra proves the quotient in the end; of a wrong one it gives
//! a sum on which it errs, from which comes a further test, or a guess that is given up (D. Angluin, *Learning regular
//! sets from queries and counterexamples*, 1987; the break point by Rivest and Schapire, 1993). Where a sum leads is
//! asked for only if it does not follow from what lighter sums are worth, so far as these are guessed right.

use super::known::{Failure, Heaps, Known, Word, letters};
use super::monoid::{Elements, Monoid};
use super::oracle::{Counts, Oracle};
use super::transitions::{Transitions, Wrong};
use farstar_play::{Meter, Stopped};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A guessed quotient: for each state a sum, the states that generators lead to, and whether it is lost.
#[derive(Default)]
struct Automaton {
    /// Whether there are no more states than were wanted; if there are, steps are missing.
    is_whole: bool,
    sums: Vec<Counts>,
    /// The state and the generator that led to a state first.
    from: Vec<(u32, usize)>,
    steps: Vec<Vec<u32>>,
    lost: Vec<bool>,
    /// The states by their sums.
    states: FxHashMap<Counts, u32>,
}

/// A step that follows from lighter ones: `y` with generator `one` leads to `z`, so `y` with `other` and `one` leads
/// where `z` with `other` does.
struct Derived {
    y: u32,
    one: usize,
    z: u32,
    other: usize,
}

impl Automaton {
    fn state(&self, sum: &[u8]) -> u32 {
        let step = |state: u32, generator: usize| self.steps[state as usize][generator];
        (0..)
            .zip(sum)
            .fold(0, |state, (generator, &count)| (0..count).fold(state, |x, _| step(x, generator)))
    }

    fn is_lost(&self, sum: &[u8]) -> bool {
        self.lost[self.state(sum) as usize]
    }

    /// How a step from a state follows from lighter ones, if it does: where some part of the sum it leads to is not
    /// the sum of a state. The order of sums, by weight and then as words, is kept when the same is added to both, so
    /// the sums whose parts are all those of states are few, and only they are asked for (V. Froidure and J.-E. Pin,
    /// *Algorithms for computing finite semigroups*, 1997).
    fn derived(&self, from: u32, one: usize) -> Option<Derived> {
        let mut part = self.sums.get(from as usize)?.clone();
        for other in 0..part.len() {
            if part[other] == 0 {
                continue;
            }
            part[other] -= 1;
            let y = *self.states.get(&part)?;
            let z = self.steps[y as usize][one];
            part[one] += 1;
            if self.sums[z as usize] != part {
                return Some(Derived { y, one, z, other });
            }
            part[one] -= 1;
            part[other] += 1;
        }
        None
    }
}

/// What sums are worth beside the tests, one bit each.
#[derive(Default)]
struct Rows {
    tests: Vec<Counts>,
    rows: FxHashMap<Counts, (usize, Vec<u64>)>,
}

impl Rows {
    /// Adds a test, if it is not there.
    fn test(&mut self, test: Counts) -> bool {
        let new = !self.tests.contains(&test);
        if new {
            self.tests.push(test);
        }
        new
    }

    fn row(
        &mut self,
        sum: &Counts,
        oracle: &mut Oracle<'_>,
        meter: &mut Meter<'_>,
    ) -> Result<&Vec<u64>, Stopped> {
        let (asked, row) = self.rows.entry(sum.clone()).or_default();
        if *asked < self.tests.len() {
            meter.node(if *asked == 0 { 64 + sum.len() } else { 0 })?;
        }
        while let Some(test) = self.tests.get(*asked) {
            if asked.is_multiple_of(64) {
                row.push(0);
            }
            let lost = oracle.is_lost(&joined(sum, test), meter)?;
            row[*asked / 64] |= u64::from(lost) << (*asked % 64);
            *asked += 1;
        }
        Ok(row)
    }
}

fn joined(sum: &[u8], other: &[u8]) -> Counts {
    sum.iter().zip(other).map(|(a, b)| a.saturating_add(*b)).collect()
}

/// The quotient with the heap behind the last one that is known.
///
/// `tests` are the sums by which elements were told apart so far, and grow.
pub(super) fn learn(
    known: &Known,
    heaps: &Heaps,
    tests: &mut Vec<Word>,
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Known, Failure> {
    let last = known.values.len() as u32;
    for test in [Vec::new(), vec![last]] {
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
    let (mut unspelled, mut were_many) = (Vec::new(), false);
    loop {
        let Some(mut oracle) = Oracle::new(known, heaps, &unspelled) else {
            return Err(Failure::Rounds);
        };
        let found = with_generators(&mut oracle, heaps, tests, most, meter)?;
        match found {
            Found::Quotient(known) => return Ok(*known),
            Found::Spelled(heaps) => unspelled.extend(heaps),
            // what was told apart by wrong spellings is not told apart without them; what is again, is
            Found::Many(heaps) if were_many || heaps.is_empty() => return Err(Failure::Order),
            Found::Many(heaps) => {
                were_many = true;
                unspelled.extend(heaps);
            }
        }
    }
}

/// What learning with some generators comes to.
enum Found {
    Quotient(Box<Known>),
    /// These heaps are not worth what their spellings are.
    Spelled(Vec<u32>),
    /// More elements than were wanted are told apart, where these heaps are not worth what their spellings are.
    Many(Vec<u32>),
}

fn with_generators(
    oracle: &mut Oracle<'_>,
    heaps: &Heaps,
    tests: &mut Vec<Word>,
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Found, Failure> {
    let mut rows = Rows::default();
    for test in &*tests {
        rows.test(oracle.counts(test));
    }
    loop {
        let automaton = table(oracle, &mut rows, most, meter)?;
        if !automaton.is_whole {
            return Ok(Found::Many(misspelled_beside(&automaton, oracle, heaps, meter)?));
        }
        let mut found = Vec::new();
        let mut wrong = None;
        if let Some(orders) = not_commuting(&automaton, oracle.generators.len()) {
            found = differing(&automaton, oracle, &rows.tests, orders, meter)?;
        } else {
            match quotient_of(&automaton, oracle, heaps, meter)? {
                Ok(known) => return Ok(Found::Quotient(Box::new(known))),
                Err(sum) => {
                    for sum in options_of(&sum, heaps).iter().chain([&sum]) {
                        let sum = oracle.counts(sum);
                        if automaton.is_lost(&sum) != oracle.is_lost(&sum, meter)? {
                            let way = letters_of(&sum);
                            let nothing = vec![0; sum.len()];
                            found
                                .extend(break_point(&automaton, oracle, 0, &way, &nothing, meter)?);
                        }
                    }
                    wrong = Some(sum);
                }
            }
        }
        let mut new = false;
        for test in found {
            new |= rows.test(test.clone());
            tests.push(word_of(&test, oracle));
        }
        if new {
            continue;
        }
        // the automaton says what the oracle says, so that was guessed wrong
        let Some(wrong) = wrong else { return Err(Failure::Rounds) };
        if let Some(heap) = misspelled(oracle, heaps, wrong.clone(), meter)? {
            return Ok(Found::Spelled(vec![heap]));
        }
        let mut sums = options_of(&wrong, heaps);
        sums.push(wrong);
        let sums: Vec<Counts> = sums.iter().map(|sum| oracle.counts(sum)).collect();
        if !oracle.raise(&sums) {
            return Err(Failure::Rounds);
        }
        rows.rows.clear();
    }
}

/// A heap whose spelling changes what a sum is worth, where the sum itself is not worth what its options say.
fn misspelled(
    oracle: &mut Oracle<'_>,
    heaps: &Heaps,
    mut sum: Word,
    meter: &mut Meter<'_>,
) -> Result<Option<u32>, Stopped> {
    let mut last = None;
    while let Some(place) = oracle.spelled_in(&sum) {
        if is_consistent(oracle, heaps, &sum, meter)? {
            break;
        }
        let heap = sum.remove(place);
        last = Some(heap);
        sum.extend(oracle.spelling(heap));
        sum.sort_unstable();
    }
    Ok(last)
}

/// The heaps that beside the sum of some state are not worth what their spellings are.
fn misspelled_beside(
    automaton: &Automaton,
    oracle: &mut Oracle<'_>,
    heaps: &Heaps,
    meter: &mut Meter<'_>,
) -> Result<Vec<u32>, Stopped> {
    let last = oracle.generators.last().copied().unwrap_or(0);
    let mut found = Vec::new();
    for heap in 0..last {
        if heaps[heap as usize].is_empty() || oracle.spelled_in(&[heap]).is_none() {
            continue;
        }
        for sum in &automaton.sums {
            let mut sum = word_of(sum, oracle);
            sum.push(heap);
            if !is_consistent(oracle, heaps, &sum, meter)? {
                found.push(heap);
                break;
            }
        }
    }
    Ok(found)
}

/// Whether the oracle says of a sum what it says of its options.
fn is_consistent(
    oracle: &mut Oracle<'_>,
    heaps: &Heaps,
    sum: &[u32],
    meter: &mut Meter<'_>,
) -> Result<bool, Stopped> {
    let lost = oracle.is_lost(&oracle.counts(sum), meter)?;
    for option in options_of(sum, heaps) {
        if oracle.is_lost(&oracle.counts(&option), meter)? {
            return Ok(!lost);
        }
    }
    Ok(lost != sum.is_empty())
}

/// The automaton of the sums that the tests tell apart; of least weight first.
fn table(
    oracle: &mut Oracle<'_>,
    rows: &mut Rows,
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Automaton, Stopped> {
    let generators = oracle.generators.clone();
    let weight = |sum: &[u8]| -> u64 {
        sum.iter().zip(&generators).map(|(&count, &heap)| u64::from(count) * u64::from(heap)).sum()
    };
    let mut automaton = Automaton::default();
    let mut states: FxHashMap<Vec<u64>, u32> = FxHashMap::default();
    let nothing: Counts = vec![0; generators.len()].into();
    let mut waiting = BinaryHeap::from([Reverse((0, nothing, (0, generators.len())))]);
    while let Some(Reverse((_, sum, from))) = waiting.pop() {
        let next = automaton.sums.len() as u32;
        let state = match automaton.derived(from.0, from.1) {
            Some(Derived { z, other, .. }) => automaton.steps[z as usize][other],
            None => {
                let row = rows.row(&sum, oracle, meter)?;
                match states.get(row) {
                    Some(&state) => state,
                    None => {
                        states.insert(row.clone(), next);
                        next
                    }
                }
            }
        };
        if state == next {
            if automaton.sums.len() == most {
                return Ok(automaton);
            }
            meter.step(8 * generators.len() as u64)?;
            for at in 0..generators.len() {
                let mut longer = sum.clone();
                longer[at] = longer[at].saturating_add(1);
                waiting.push(Reverse((weight(&longer), longer, (state, at))));
            }
            automaton.lost.push(oracle.is_lost(&sum, meter)?);
            automaton.states.insert(sum.clone(), state);
            automaton.sums.push(sum);
            automaton.from.push(from);
            automaton.steps.push(vec![0; generators.len()]);
        }
        if let Some(step) = automaton.steps[from.0 as usize].get_mut(from.1) {
            *step = state;
        }
    }
    automaton.is_whole = true;
    Ok(automaton)
}

/// A state, and two generators that lead elsewhere in the other order.
fn not_commuting(automaton: &Automaton, generators: usize) -> Option<(u32, usize, usize)> {
    let to = |state: u32, generator: usize| automaton.steps[state as usize][generator];
    for state in 0..automaton.sums.len() as u32 {
        for one in 0..generators {
            for other in 0..one {
                if to(to(state, one), other) != to(to(state, other), one) {
                    return Some((state, one, other));
                }
            }
        }
    }
    None
}

/// Tests that come of two orders of generators that lead to different states.
fn differing(
    automaton: &Automaton,
    oracle: &mut Oracle<'_>,
    tests: &[Counts],
    (state, one, other): (u32, usize, usize),
    meter: &mut Meter<'_>,
) -> Result<Vec<Counts>, Stopped> {
    let to = |state: u32, generator: usize| automaton.steps[state as usize][generator];
    let (a, b) = (to(to(state, one), other), to(to(state, other), one));
    let [a, b] = [a, b].map(|state| &automaton.sums[state as usize]);
    let mut found = Vec::new();
    for test in tests {
        if oracle.is_lost(&joined(a, test), meter)? != oracle.is_lost(&joined(b, test), meter)? {
            for way in [[one, other], [other, one]] {
                found.extend(break_point(automaton, oracle, state, &way, test, meter)?);
            }
            break;
        }
    }
    Ok(found)
}

/// The quotient of an automaton whose generators commute, proved and reduced, or a sum on which it is wrong.
fn quotient_of(
    automaton: &Automaton,
    oracle: &Oracle<'_>,
    heaps: &Heaps,
    meter: &mut Meter<'_>,
) -> Result<Result<Known, Wrong>, Failure> {
    let order = automaton.sums.len();
    let mut lost = Elements::none(order);
    (0..).zip(&automaton.lost).filter(|(_, lost)| **lost).for_each(|(x, _)| lost.insert(x));
    let mut product: Vec<u32> = vec![0; order * order];
    for x in 0..order {
        meter.step(order as u64)?;
        product[x * order] = x as u32;
        for y in 1..order {
            let (before, generator) = automaton.from[y];
            let before = product[x * order + before as usize];
            product[x * order + y] = automaton.steps[before as usize][generator];
        }
    }
    let monoid = Monoid::new(order, product, lost);
    let last = oracle.generators.last().copied().unwrap_or(0);
    let values: Vec<u32> =
        (0..=last).map(|heap| automaton.state(&oracle.counts(&[heap]))).collect();
    let letters = letters(&monoid, &values, heaps);
    let words: Vec<Word> = automaton.sums.iter().map(|sum| word_of(sum, oracle)).collect();
    if let Err(wrong) = Transitions::of(&monoid, &letters, &words, meter)? {
        return Ok(Err(wrong));
    }
    let (monoid, to) = monoid.reduced();
    let values: Vec<u32> = values.iter().map(|&x| to[x as usize]).collect();
    Known::new(monoid, values, heaps, meter).map(Ok)
}

/// The generators of a sum, one by one.
fn letters_of(sum: &[u8]) -> Vec<usize> {
    sum.iter().enumerate().flat_map(|(at, &count)| vec![at; count.into()]).collect()
}

fn word_of(sum: &[u8], oracle: &Oracle<'_>) -> Word {
    let counts = oracle.generators.iter().zip(sum);
    counts.flat_map(|(&heap, &count)| vec![heap; count.into()]).collect()
}

/// Every option of a sum.
fn options_of(word: &[u32], heaps: &Heaps) -> Vec<Word> {
    let mut options = Vec::new();
    for (place, &heap) in word.iter().enumerate() {
        for parts in &heaps[heap as usize] {
            let rest = word[..place].iter().chain(&word[place + 1..]);
            let mut option: Word = rest.chain(parts).copied().collect();
            option.sort_unstable();
            options.push(option);
        }
    }
    options.sort_unstable();
    options.dedup();
    options
}

/// The test that shows where the automaton is wrong on its way by some generators beside another sum.
fn break_point(
    automaton: &Automaton,
    oracle: &mut Oracle<'_>,
    mut state: u32,
    way: &[usize],
    beside: &[u8],
    meter: &mut Meter<'_>,
) -> Result<Option<Counts>, Stopped> {
    let mut rest: Counts = beside.into();
    for &generator in way {
        rest[generator] = rest[generator].saturating_add(1);
    }
    let lost = |oracle: &mut Oracle<'_>, state: u32, rest: &[u8], meter: &mut Meter<'_>| {
        oracle.is_lost(&joined(&automaton.sums[state as usize], rest), meter)
    };
    let before = lost(oracle, state, &rest, meter)?;
    for &generator in way {
        let from = (state, generator);
        state = automaton.steps[state as usize][generator];
        rest[generator] -= 1;
        if lost(oracle, state, &rest, meter)? != before {
            return asked_step(automaton, oracle, from, rest, meter).map(Some);
        }
    }
    Ok(None)
}

/// The test that shows that a step is wrong whose row was asked for, from one that shows that a step is.
fn asked_step(
    automaton: &Automaton,
    oracle: &mut Oracle<'_>,
    (mut from, mut generator): (u32, usize),
    mut test: Counts,
    meter: &mut Meter<'_>,
) -> Result<Counts, Stopped> {
    while let Some(Derived { y, one, z, other }) = automaton.derived(from, generator) {
        let to = automaton.steps[z as usize][other];
        let mut longer = test.clone();
        longer[other] = longer[other].saturating_add(1);
        let through = oracle.is_lost(&joined(&automaton.sums[z as usize], &longer), meter)?;
        let at_end = oracle.is_lost(&joined(&automaton.sums[to as usize], &test), meter)?;
        if through == at_end {
            (from, generator, test) = (y, one, longer);
        } else {
            (from, generator) = (z, other);
        }
    }
    Ok(test)
}
