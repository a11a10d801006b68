//! A quotient that is proved, with the sums that stand for its elements and its heaps.

use super::monoid::{Elements, Monoid};
use super::transitions::{Letter, Transitions};
use farstar_play::{Meter, Stopped};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

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
pub(super) type Word = Vec<u32>;

/// What is known of a quotient: the value of every heap, and a word for every element.
pub(super) struct Known {
    pub(super) monoid: Monoid,
    /// The values of the heaps 0, 1, ….
    pub(super) values: Vec<u32>,
    /// For each element a sum of least weight that has it.
    pub(super) words: Vec<Word>,
    /// For each heap the sum of generators that has its value. A generator is a heap that no smaller ones spell.
    pub(super) spelled: Vec<Word>,
    /// For each element a shortest sum of generators, as far as they are all known.
    spellings: Vec<Option<Word>>,
    pub(super) transitions: Transitions,
}

/// The heaps that are known, with their values and those of their options; heaps without options are left out.
pub(super) fn letters(monoid: &Monoid, values: &[u32], heaps: &Heaps) -> Vec<Letter> {
    let of = |heap: usize| Letter {
        heap: heap as u32,
        value: values[heap],
        options: values_of(monoid, values, &heaps[heap]),
    };
    (0..values.len()).filter(|&heap| !heaps[heap].is_empty()).map(of).collect()
}

/// The values of the options of a heap.
pub(super) fn values_of(monoid: &Monoid, values: &[u32], options: &[Vec<u32>]) -> Elements {
    let mut set = Elements::none(monoid.order());
    for parts in options {
        set.insert(parts.iter().fold(0, |x, &part| monoid.times(x, values[part as usize])));
    }
    set
}

impl Known {
    /// A quotient that is proved, with its words and transitions.
    pub(super) fn new(
        monoid: Monoid,
        values: Vec<u32>,
        heaps: &Heaps,
        meter: &mut Meter<'_>,
    ) -> Result<Self, Failure> {
        let letters = letters(&monoid, &values, heaps);
        let words = least_words(&monoid, &letters);
        let Ok(transitions) = Transitions::of(&monoid, &letters, &words, meter)? else {
            return Err(Failure::Rounds);
        };
        let mut known = Self {
            monoid,
            values: Vec::new(),
            words,
            spelled: Vec::new(),
            spellings: Vec::new(),
            transitions,
        };
        known.spell();
        values.into_iter().for_each(|value| known.push(value));
        Ok(known)
    }

    /// One heap more, of a value that the quotient has.
    pub(super) fn push(&mut self, value: u32) {
        let heap = self.values.len() as u32;
        self.values.push(value);
        let spelling = self.spellings[value as usize].clone();
        let is_new = spelling.is_none();
        self.spelled.push(spelling.unwrap_or_else(|| vec![heap]));
        if is_new {
            self.spell();
        }
    }

    /// Finds shortest sums of generators.
    fn spell(&mut self) {
        let own = |heap: &u32| self.spelled[*heap as usize][..] == [*heap];
        let generators: Vec<u32> = (0..self.spelled.len() as u32).filter(own).collect();
        let mut found = vec![None; self.monoid.order()];
        found[0] = Some(Vec::new());
        let mut waiting = VecDeque::from([0u32]);
        while let Some(x) = waiting.pop_front() {
            for &heap in &generators {
                let to = self.monoid.times(x, self.values[heap as usize]);
                if found[to as usize].is_none() {
                    let mut longer = found[x as usize].clone().unwrap_or_default();
                    longer.push(heap);
                    longer.sort_unstable();
                    found[to as usize] = Some(longer);
                    waiting.push_back(to);
                }
            }
        }
        self.spellings = found;
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
            let mut longer: Word = word.iter().chain([&letter.heap]).copied().collect();
            longer.sort_unstable();
            let to = monoid.times(x, letter.value);
            if words[to as usize].is_none() {
                let weight = longer.iter().map(|&heap| u64::from(heap)).sum();
                waiting.push(Reverse((weight, longer, to)));
            }
        }
        words[x as usize] = Some(word);
    }
    words.into_iter().map(Option::unwrap_or_default).collect()
}
