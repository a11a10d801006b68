//! Learning a quotient that grows: Angluin's table for words whose letters commute.
//!
//! Sums are told apart by what they are worth beside some test sums. What is asked of the oracle may be wrong, for
//! the transition algebra proves the quotient in the end; of a wrong one it gives a sum on which it errs, from
//! which comes a further test (D. Angluin, *Learning regular sets from queries and counterexamples*, 1987; the
//! break point by Rivest and Schapire, 1993).

use super::monoid::{Elements, Monoid};
use super::transitions::{Letter, Transitions, Wrong};
use farstar_play::{Meter, Stopped};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Rounds without an end, after which learning is given up.
const MOST_ROUNDS: usize = 400;
/// Rounds in which the last guess is asked, before sums are played out.
const MOST_GUESSES: usize = 300;
/// Rounds in a row that bring no test, after which the guess is asked further ahead; and how far at most.
const MOST_QUIET: u32 = 8;
const MOST_AHEAD: u32 = 3;

/// The options of the heaps 0, 1, …: lists of smaller heaps.
pub(super) type Heaps = Vec<Vec<Vec<u32>>>;

/// Why a quotient was not found.
pub(super) enum Failure {
    Stopped(Stopped),
    /// It has more elements than were wanted.
    Order,
    /// Learning came to no end.
    Rounds,
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

/// A sum of heaps, sorted.
type Word = Vec<u32>;

/// What is known of a quotient: the value of every heap, and a word for every element.
pub(super) struct Known {
    pub(super) monoid: Monoid,
    /// The values of the heaps 0, 1, ….
    pub(super) values: Vec<u32>,
    /// For each element a sum of least weight that has it.
    pub(super) words: Vec<Word>,
    pub(super) transitions: Transitions,
}

/// A guessed quotient: for each state a sum, the states that heaps lead to, and whether it is lost.
#[derive(Clone, PartialEq, Eq)]
struct Automaton {
    words: Vec<Word>,
    /// By heap; heaps without options lead nowhere.
    steps: Vec<Vec<u32>>,
    lost: Vec<bool>,
}

impl Automaton {
    fn state(&self, word: &[u32]) -> u32 {
        self.walk(0, word)
    }

    fn walk(&self, from: u32, word: &[u32]) -> u32 {
        word.iter().fold(from, |state, &heap| self.steps[state as usize][heap as usize])
    }
}

/// Says which sums are lost.
///
/// Sums without the last heap are decided by the quotient that is known. Of the others it takes at first those to
/// be equal whose known parts are, which is quick and holds unless a class of the known quotient falls apart beside
/// the last heap. If that comes to a contradiction, it looks one move ahead with the quotient that was guessed
/// last, which is right for sums up to some size, and for larger ones with every better guess. If that comes to no
/// end, it plays them out.
struct Oracle<'k> {
    known: &'k Known,
    heaps: &'k Heaps,
    last: u32,
    /// The values of the options of the last heap.
    options: Vec<u32>,
    by_weight: Vec<u32>,
    /// Whether a sum of least weight of each value, with so many last heaps beside it, is lost.
    beside: Vec<Vec<bool>>,
    /// The quotient that was guessed last, once it is asked, and how many moves it is asked ahead.
    guess: Option<Automaton>,
    ahead: u32,
    /// What it said of sums more than one move ahead.
    said: FxHashMap<(Word, u32), bool>,
    /// The sums that were played out.
    played: Option<FxHashMap<Word, bool>>,
}

impl<'k> Oracle<'k> {
    fn new(known: &'k Known, heaps: &'k Heaps) -> Self {
        let last = known.values.len() as u32;
        let options = heaps[last as usize].iter().map(|parts| known.value(parts)).collect();
        let mut by_weight: Vec<u32> = (0..known.monoid.order() as u32).collect();
        by_weight.sort_by_key(|&x| weight(&known.words[x as usize]));
        Self {
            known,
            heaps,
            last,
            options,
            by_weight,
            beside: Vec::new(),
            guess: None,
            ahead: 1,
            said: FxHashMap::default(),
            played: None,
        }
    }

    /// The known part of a sorted sum, and the number of last heaps.
    fn parts<'w>(&self, word: &'w [u32]) -> (&'w [u32], usize) {
        let known = word.partition_point(|&heap| heap < self.last);
        (&word[..known], word.len() - known)
    }

    /// Whether a sum is lost.
    fn is_lost(&mut self, word: &[u32], meter: &mut Meter<'_>) -> Result<bool, Stopped> {
        let (part, count) = self.parts(word);
        if count == 0 {
            return Ok(self.known.monoid.is_lost(self.known.value(part)));
        }
        if self.played.is_some() {
            return self.play(word, meter);
        }
        if self.guess.is_some() {
            return self.look_ahead(word, self.ahead, meter);
        }
        meter.step(64 * word.len() as u64)?;
        while self.beside.len() <= count {
            self.one_more_beside();
        }
        let (known, beside) = (self.known, &self.beside);
        let value = known.value(part) as usize;
        let row = &beside[count];
        // the last heap is moved in, or one of the others
        let mut wins = {
            let fewer = &beside[count - 1];
            self.options.iter().any(|&s| fewer[known.monoid.times(value as u32, s) as usize])
        };
        for (place, &heap) in part.iter().enumerate() {
            if wins {
                break;
            }
            if place == 0 || part[place - 1] != heap {
                let rest = known.without(part, place);
                wins = self.heaps[heap as usize]
                    .iter()
                    .any(|parts| row[known.monoid.times(rest, known.value(parts)) as usize]);
            }
        }
        Ok(!wins)
    }

    /// Plays sums out, after guesses came to no end; tests that came of them are forgotten.
    fn play_from_now_on(&mut self, tests: &mut Vec<Word>, at_first: &[Word]) {
        (self.guess, self.played) = (None, Some(FxHashMap::default()));
        self.said = FxHashMap::default();
        tests.clear();
        tests.extend(at_first.iter().cloned());
    }

    fn guess_anew(&mut self, guess: Automaton) {
        self.guess = Some(guess);
        self.said.clear();
    }

    /// Looks one move further ahead from now on, if not too far already.
    fn further(&mut self) -> bool {
        self.ahead += 1;
        self.said.clear();
        self.ahead <= MOST_AHEAD
    }

    /// Whether a sum is lost if the guess is right about what so many moves lead to.
    fn look_ahead(
        &mut self,
        word: &[u32],
        ahead: u32,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stopped> {
        let (part, count) = self.parts(word);
        if count == 0 {
            return Ok(self.known.monoid.is_lost(self.known.value(part)));
        }
        if ahead == 1 {
            return self.look_one_ahead(word, meter);
        }
        let key = (word.to_vec(), ahead);
        if let Some(&said) = self.said.get(&key) {
            return Ok(said);
        }
        let mut lost = true;
        for option in self.options_of(word) {
            if self.look_ahead(&option, ahead - 1, meter)? {
                lost = false;
                break;
            }
        }
        meter.node(4 * word.len() + 48)?;
        self.said.insert(key, lost);
        Ok(lost)
    }

    /// Whether a sum is lost if the guess is right about its options.
    fn look_one_ahead(&self, word: &[u32], meter: &mut Meter<'_>) -> Result<bool, Stopped> {
        let Some(guess) = &self.guess else { return Ok(false) };
        for (place, &heap) in word.iter().enumerate() {
            if place > 0 && word[place - 1] == heap {
                continue;
            }
            let rest = guess.state(&word[..place]);
            let rest = guess.walk(rest, &word[place + 1..]);
            let options = &self.heaps[heap as usize];
            meter.step((word.len() + 2 * options.len()) as u64)?;
            if options.iter().any(|parts| guess.lost[guess.walk(rest, parts) as usize]) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The next row of `beside`.
    fn one_more_beside(&mut self) {
        let known = self.known;
        let fewer = self.beside.last();
        let mut row = vec![false; known.monoid.order()];
        for &x in &self.by_weight {
            let Some(fewer) = fewer else {
                row[x as usize] = known.monoid.is_lost(x);
                continue;
            };
            let word = &known.words[x as usize];
            let mut wins = self.options.iter().any(|&s| fewer[known.monoid.times(x, s) as usize]);
            for (place, &heap) in word.iter().enumerate() {
                if wins {
                    break;
                }
                // options have less weight, and the words of their values no more: these are in the row already
                let rest = known.without(word, place);
                wins = self.heaps[heap as usize]
                    .iter()
                    .any(|parts| row[known.monoid.times(rest, known.value(parts)) as usize]);
            }
            row[x as usize] = !wins;
        }
        self.beside.push(row);
    }

    /// Whether a sum is lost, played out.
    fn play(&mut self, word: &[u32], meter: &mut Meter<'_>) -> Result<bool, Stopped> {
        let mut played = self.played.take().unwrap_or_default();
        let answer = self.play_out(word, &mut played, meter);
        self.played = Some(played);
        answer
    }

    fn play_out(
        &self,
        word: &[u32],
        played: &mut FxHashMap<Word, bool>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stopped> {
        let mut stack = vec![word.to_vec()];
        while let Some(top) = stack.last() {
            if played.contains_key(top) {
                stack.pop();
                continue;
            }
            let (mut wins, mut waiting) = (false, None);
            'moves: for (place, &heap) in top.iter().enumerate() {
                if place > 0 && top[place - 1] == heap {
                    continue;
                }
                for parts in &self.heaps[heap as usize] {
                    meter.step(top.len() as u64)?;
                    let rest = top.iter().enumerate().filter(|&(at, _)| at != place);
                    let mut option: Word =
                        rest.map(|(_, &heap)| heap).chain(parts.iter().copied()).collect();
                    option.sort_unstable();
                    let (part, count) = self.parts(&option);
                    let lost = match count {
                        0 => Some(self.known.monoid.is_lost(self.known.value(part))),
                        _ => played.get(&option).copied(),
                    };
                    match lost {
                        Some(true) => {
                            wins = true;
                            break 'moves;
                        }
                        Some(false) => {}
                        None => waiting = Some(option),
                    }
                }
            }
            match waiting {
                Some(option) if !wins => stack.push(option),
                _ => {
                    let top = stack.pop().unwrap_or_default();
                    meter.node(4 * top.len() + 40)?;
                    played.insert(top, !wins);
                }
            }
        }
        Ok(played.get(word).copied().unwrap_or(false))
    }

    /// Every option of a sum.
    fn options_of(&self, word: &[u32]) -> Vec<Word> {
        let mut options = Vec::new();
        for (place, &heap) in word.iter().enumerate() {
            let mut rest = word.to_vec();
            rest.remove(place);
            options.extend(self.heaps[heap as usize].iter().map(|parts| joined(&rest, parts)));
        }
        options
    }
}

fn joined(word: &[u32], other: &[u32]) -> Word {
    let mut joined: Word = word.iter().chain(other).copied().collect();
    joined.sort_unstable();
    joined
}

fn weight(word: &[u32]) -> u64 {
    word.iter().map(|&heap| u64::from(heap)).sum()
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
    let mut oracle = Oracle::new(known, heaps);
    let last = oracle.last;
    for test in [Vec::new(), vec![last]] {
        if !tests.contains(&test) {
            tests.push(test);
        }
    }
    let at_first = tests.clone();
    // rounds in a row without a test, in which only the guess was another
    let mut quiet = 0;
    for round in 0..MOST_ROUNDS {
        let guessing = oracle.guess.is_some();
        let automaton = match table(&mut oracle, tests, most, meter) {
            Ok(automaton) if !guessing || round < MOST_GUESSES => automaton,
            // what was guessed may be wrong
            Ok(_) | Err(Failure::Order) if guessing => {
                oracle.play_from_now_on(tests, &at_first);
                continue;
            }
            found => found?,
        };
        let still = oracle.guess.as_ref() == Some(&automaton);
        if guessing {
            oracle.guess_anew(automaton.clone());
        }
        let mut found = Vec::new();
        if let Some(orders) = not_commuting(&automaton, heaps) {
            found = differing(&automaton, &mut oracle, tests, orders, meter)?;
        } else {
            let wrong = match quotient_of(&automaton, heaps, last, meter)? {
                Ok(known) => return Ok(known),
                Err(wrong) => wrong,
            };
            let mut sums = vec![wrong.clone()];
            sums.extend(oracle.options_of(&wrong));
            for sum in sums {
                let guessed = automaton.lost[automaton.state(&sum) as usize];
                if guessed != oracle.is_lost(&sum, meter)? {
                    found.extend(break_point(&automaton, &mut oracle, &sum, meter)?);
                    break;
                }
            }
        }
        found.retain(|test| !tests.contains(test));
        if !found.is_empty() {
            quiet = 0;
            tests.append(&mut found);
        } else if oracle.played.is_some() {
            return Err(Failure::Rounds);
        } else if !guessing {
            oracle.guess_anew(automaton);
        } else if still || quiet == MOST_QUIET {
            quiet = 0;
            if !oracle.further() {
                oracle.play_from_now_on(tests, &at_first);
            }
        } else {
            quiet += 1;
        }
    }
    Err(Failure::Rounds)
}

/// The automaton of the words that the tests tell apart; of least weight first.
fn table(
    oracle: &mut Oracle<'_>,
    tests: &[Word],
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Automaton, Failure> {
    let (heaps, last) = (oracle.heaps, oracle.last);
    let letters = with_moves(heaps);
    let mut automaton = Automaton { words: Vec::new(), steps: Vec::new(), lost: Vec::new() };
    let mut asked: FxHashMap<Word, bool> = FxHashMap::default();
    let mut states: FxHashMap<Vec<bool>, u32> = FxHashMap::default();
    let mut waiting = BinaryHeap::from([Reverse((0, Vec::new(), None))]);
    let empty = tests.iter().position(Vec::is_empty).unwrap_or(0);
    while let Some(Reverse((_, word, from))) = waiting.pop() {
        let mut row = Vec::with_capacity(tests.len());
        for test in tests {
            let sum = joined(&word, test);
            let lost = match asked.get(&sum) {
                Some(&lost) => lost,
                None => {
                    let lost = oracle.is_lost(&sum, meter)?;
                    asked.insert(sum, lost);
                    lost
                }
            };
            row.push(lost);
        }
        let lost = row[empty];
        let next = automaton.words.len() as u32;
        let state = *states.entry(row).or_insert(next);
        if state == next {
            if automaton.words.len() == most {
                return Err(Failure::Order);
            }
            meter.node(8 * (heaps.len() + tests.len()))?;
            for &heap in &letters {
                let longer = joined(&word, &[heap]);
                waiting.push(Reverse((weight(&longer), longer, Some((state, heap)))));
            }
            automaton.words.push(word);
            automaton.steps.push(vec![0; last as usize + 1]);
            automaton.lost.push(lost);
            // a heap without moves changes nothing
            automaton.steps[state as usize].fill(state);
        }
        if let Some((from, heap)) = from {
            let from: u32 = from;
            let heap: u32 = heap;
            automaton.steps[from as usize][heap as usize] = state;
        }
    }
    Ok(automaton)
}

/// A state, and two heaps that lead elsewhere in the other order.
fn not_commuting(automaton: &Automaton, heaps: &Heaps) -> Option<(u32, u32, u32)> {
    let letters = with_moves(heaps);
    let to = |state: u32, heap: u32| automaton.steps[state as usize][heap as usize];
    for state in 0..automaton.words.len() as u32 {
        for (at, &one) in letters.iter().enumerate() {
            for &other in &letters[..at] {
                if to(to(state, one), other) != to(to(state, other), one) {
                    return Some((state, one, other));
                }
            }
        }
    }
    None
}

/// Tests that come of two orders of heaps that lead to different states.
fn differing(
    automaton: &Automaton,
    oracle: &mut Oracle<'_>,
    tests: &[Word],
    (state, one, other): (u32, u32, u32),
    meter: &mut Meter<'_>,
) -> Result<Vec<Word>, Stopped> {
    let to = |state: u32, heap: u32| automaton.steps[state as usize][heap as usize];
    let (a, b) = (to(to(state, one), other), to(to(state, other), one));
    let [a, b] = [a, b].map(|state| &automaton.words[state as usize]);
    for test in tests {
        if oracle.is_lost(&joined(a, test), meter)? != oracle.is_lost(&joined(b, test), meter)? {
            return Ok(vec![joined(test, &[one]), joined(test, &[other])]);
        }
    }
    Ok(Vec::new())
}

/// The heaps in which there are moves.
fn with_moves(heaps: &Heaps) -> Vec<u32> {
    (0..).zip(heaps).filter(|(_, options)| !options.is_empty()).map(|(heap, _)| heap).collect()
}

/// The quotient of an automaton whose heaps commute, proved and reduced, or a sum on which it is wrong.
fn quotient_of(
    automaton: &Automaton,
    heaps: &Heaps,
    last: u32,
    meter: &mut Meter<'_>,
) -> Result<Result<Known, Wrong>, Failure> {
    let order = automaton.words.len();
    let mut lost = Elements::none(order);
    (0..).zip(&automaton.lost).filter(|(_, lost)| **lost).for_each(|(x, _)| lost.insert(x));
    let mut product = Vec::with_capacity(order * order);
    for x in 0..order as u32 {
        for word in &automaton.words {
            meter.step(word.len() as u64)?;
            product
                .push(word.iter().fold(x, |x, &heap| automaton.steps[x as usize][heap as usize]));
        }
    }
    let monoid = Monoid::new(order, product, lost);
    let values: Vec<u32> = (0..=last).map(|heap| automaton.state(&[heap])).collect();
    if monoid.is_lost(0) {
        return Ok(Err(Vec::new()));
    }
    let letters = letters(&monoid, &values, heaps);
    if let Err(wrong) = Transitions::of(&monoid, &letters, &automaton.words, meter)? {
        return Ok(Err(wrong));
    }
    let (monoid, to) = monoid.reduced();
    let values: Vec<u32> = values.iter().map(|&x| to[x as usize]).collect();
    Known::new(monoid, values, heaps, meter).map(Ok)
}

/// The heaps that are known, with their values and those of their options; heaps without options are left out.
pub(super) fn letters(monoid: &Monoid, values: &[u32], heaps: &Heaps) -> Vec<Letter> {
    let of = |heap: usize| Letter {
        heap: heap as u32,
        value: values[heap],
        options: options_of(monoid, values, &heaps[heap]),
    };
    (0..values.len()).filter(|&heap| !heaps[heap].is_empty()).map(of).collect()
}

/// The values of the options of a heap.
pub(super) fn options_of(monoid: &Monoid, values: &[u32], options: &[Vec<u32>]) -> Elements {
    let mut set = Elements::none(monoid.order());
    for parts in options {
        set.insert(parts.iter().fold(0, |x, &part| monoid.times(x, values[part as usize])));
    }
    set
}

impl Known {
    /// The value of a sum.
    fn value(&self, word: &[u32]) -> u32 {
        word.iter().fold(0, |x, &heap| self.monoid.times(x, self.values[heap as usize]))
    }

    /// The value of a sum without one of its heaps.
    fn without(&self, word: &[u32], place: usize) -> u32 {
        self.monoid.times(self.value(&word[..place]), self.value(&word[place + 1..]))
    }

    /// A quotient that is proved, with its words and transitions.
    pub(super) fn new(
        monoid: Monoid,
        values: Vec<u32>,
        heaps: &Heaps,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Failure> {
        let letters = letters(&monoid, &values, heaps);
        let words = least_words(&monoid, &letters);
        match Transitions::of(&monoid, &letters, &words, meter)? {
            Ok(transitions) => Ok(Self { monoid, values, words, transitions }),
            Err(_) => Err(Failure::Rounds),
        }
    }
}

/// For each element a sum of least weight.
pub(super) fn least_words(monoid: &Monoid, letters: &[Letter]) -> Vec<Word> {
    let mut words: Vec<Option<Word>> = vec![None; monoid.order()];
    let mut waiting = BinaryHeap::from([Reverse((0u64, Vec::new(), 0u32))]);
    while let Some(Reverse((_, word, x))) = waiting.pop() {
        if words[x as usize].is_some() {
            continue;
        }
        for letter in letters {
            let longer = joined(&word, &[letter.heap]);
            let to = monoid.times(x, letter.value);
            if words[to as usize].is_none() {
                waiting.push(Reverse((weight(&longer), longer, to)));
            }
        }
        words[x as usize] = Some(word);
    }
    words.into_iter().map(Option::unwrap_or_default).collect()
}

/// The test that shows where a sum on which the automaton is wrong is taken for another.
fn break_point(
    automaton: &Automaton,
    oracle: &mut Oracle<'_>,
    wrong: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Option<Word>, Stopped> {
    let mut state = 0;
    let mut before = oracle.is_lost(wrong, meter)?;
    for (at, &heap) in wrong.iter().enumerate() {
        state = automaton.steps[state as usize][heap as usize];
        let rest = &wrong[at + 1..];
        let lost = oracle.is_lost(&joined(&automaton.words[state as usize], rest), meter)?;
        if lost != before {
            return Ok(Some(rest.to_vec()));
        }
        before = lost;
    }
    Ok(None)
}
