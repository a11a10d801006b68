//! Says which sums of generators are lost, by playing them out.
//!
//! A heap that is worth what a sum of smaller ones is worth is *spelled*: that sum stands for it, so that sums are
//! counts of a few generators. That it still is worth the same beside a new heap, and that no more of one generator
//! than its cap need be told apart but for their parity, are guesses, which the proof of the quotient finds out.

use super::known::{Heaps, Known, Word};
use super::monoid::Monoid;
use farstar_play::{Meter, Stopped};
use rustc_hash::FxHashMap;

/// How often each generator stands in a sum.
pub(super) type Counts = Box<[u8]>;

/// The cap of the last heap at first, by how much caps are raised, and how far.
const CAP: u8 = 4;
const RAISE: u8 = 2;
const MOST_CAP: u8 = 64;

pub(super) struct Oracle<'k> {
    known: &'k Known,
    /// The heaps that are generators, from the smallest; the heap behind those that are known is the last one.
    pub(super) generators: Vec<u32>,
    /// What each generator's options are as counts.
    options: Vec<Vec<Counts>>,
    /// What each heap is as counts.
    spelled: Vec<Counts>,
    caps: Vec<u8>,
    /// The value in the known quotient of each count of each known generator.
    powers: Vec<Vec<u32>>,
    played: FxHashMap<Counts, bool>,
}

/// A sum that is played out, with the option that is looked at.
struct Frame {
    sum: Counts,
    generator: usize,
    option: usize,
}

impl<'k> Oracle<'k> {
    /// The oracle for one heap more than is known. Of the heaps that the known quotient spells, those named are
    /// generators.
    pub(super) fn new(known: &'k Known, heaps: &Heaps, unspelled: &[u32]) -> Self {
        let last = known.values.len() as u32;
        let is_generator =
            |&heap: &u32| known.spelled[heap as usize][..] == [heap] || unspelled.contains(&heap);
        let mut generators: Vec<u32> = (0..last).filter(is_generator).collect();
        generators.push(last);
        let mut oracle = Self {
            known,
            options: Vec::new(),
            spelled: Vec::new(),
            caps: vec![CAP; generators.len()],
            powers: Vec::new(),
            played: FxHashMap::default(),
            generators,
        };
        for heap in 0..=last {
            let own = oracle.generators.binary_search(&heap);
            let mut counts = vec![0; oracle.generators.len()].into_boxed_slice();
            match own {
                Ok(place) => counts[place] = 1,
                Err(_) => counts = oracle.counts(&known.spelled[heap as usize]),
            }
            if own.is_ok() {
                let options = &heaps[heap as usize];
                let mut options: Vec<Counts> =
                    options.iter().map(|parts| oracle.counts(parts)).collect();
                options.sort_unstable();
                options.dedup();
                oracle.options.push(options);
            }
            oracle.spelled.push(counts);
        }
        for (at, cap) in oracle.caps.iter_mut().enumerate() {
            let heap = oracle.generators[at];
            if let [only] = &oracle.options[at][..]
                && only.iter().all(|&count| count == 0)
            {
                // 1 + 1 is 0 in every misère game
                *cap = 1;
            } else if heap < last {
                *cap = repeating(&known.monoid, known.values[heap as usize]);
            }
        }
        oracle.set_powers();
        oracle
    }

    fn set_powers(&mut self) {
        let monoid = &self.known.monoid;
        self.powers.clear();
        let known = self.generators.len() - 1;
        for (&generator, &cap) in self.generators[..known].iter().zip(&self.caps) {
            let mut powers = vec![0];
            for _ in 0..cap {
                let last = powers.last().copied().unwrap_or(0);
                powers.push(monoid.times(last, self.known.values[generator as usize]));
            }
            self.powers.push(powers);
        }
    }

    /// A sum of heaps as counts, without regard to caps.
    pub(super) fn counts(&self, word: &[u32]) -> Counts {
        let mut counts = vec![0u8; self.generators.len()];
        for &heap in word {
            for (count, more) in counts.iter_mut().zip(&*self.spelled[heap as usize]) {
                *count = count.saturating_add(*more);
            }
        }
        counts.into()
    }

    /// The heap of a sum that is no generator, if any.
    pub(super) fn spelled_in(&self, word: &[u32]) -> Option<usize> {
        word.iter().position(|heap| self.generators.binary_search(heap).is_err())
    }

    /// What stands for a heap.
    pub(super) fn spelling(&self, heap: u32) -> Word {
        let counts = self.generators.iter().zip(&*self.spelled[heap as usize]);
        counts.flat_map(|(&heap, &count)| vec![heap; count.into()]).collect()
    }

    /// Tells larger numbers apart from now on of the generators of which more are in one of the sums than their caps;
    /// `false` if there are none, or too many.
    pub(super) fn raise(&mut self, sums: &[Counts]) -> bool {
        let mut raised = false;
        for (at, cap) in self.caps.iter_mut().enumerate() {
            let over = *cap > 1 && sums.iter().any(|sum| sum[at] > *cap);
            if over && *cap < MOST_CAP {
                *cap += RAISE;
                raised = true;
            }
        }
        self.played.clear();
        self.set_powers();
        raised
    }

    fn cap(&self, sum: &mut [u8]) {
        for (count, &cap) in sum.iter_mut().zip(&self.caps) {
            if *count > cap {
                *count = cap - (*count ^ cap) % 2;
            }
        }
    }

    /// Whether a sum within the caps is lost, if that is known.
    fn look_up(&self, sum: &[u8]) -> Option<bool> {
        match sum.split_last() {
            Some((0, rest)) => {
                let monoid = &self.known.monoid;
                let powers = rest.iter().zip(&self.powers).filter(|(count, _)| **count > 0);
                let value =
                    powers.fold(0, |x, (&count, powers)| monoid.times(x, powers[count as usize]));
                Some(monoid.is_lost(value))
            }
            _ => self.played.get(sum).copied(),
        }
    }

    /// Whether a sum is lost.
    pub(super) fn is_lost(&mut self, sum: &[u8], meter: &mut Meter<'_>) -> Result<bool, Stopped> {
        let mut sum: Counts = sum.into();
        self.cap(&mut sum);
        meter.step(1)?;
        if let Some(lost) = self.look_up(&sum) {
            return Ok(lost);
        }
        let top = self.generators.len();
        let frame = |sum| Frame { sum, generator: top, option: 0 };
        let mut stack = vec![frame(sum)];
        let mut option = vec![0; top].into_boxed_slice();
        let mut answer = false;
        while let Some(Frame { sum, generator, option: at }) = stack.last_mut() {
            let mut wins = false;
            let mut waits = false;
            // heaps are moved in from the last one, whose options are known soonest
            'moves: loop {
                let moved = generator.checked_sub(1);
                let left = moved.filter(|&moved| sum[moved] > 0 && *at < self.options[moved].len());
                let Some(moved) = left else {
                    if *generator == 0 {
                        break;
                    }
                    (*generator, *at) = (*generator - 1, 0);
                    continue;
                };
                let pairs = sum.iter().zip(&*self.options[moved][*at]);
                option.iter_mut().zip(pairs).for_each(|(own, (a, b))| *own = a.saturating_add(*b));
                option[moved] -= 1;
                self.cap(&mut option);
                meter.step(1)?;
                match self.look_up(&option) {
                    Some(true) => {
                        wins = true;
                        break 'moves;
                    }
                    Some(false) => *at += 1,
                    None => {
                        waits = true;
                        break 'moves;
                    }
                }
            }
            if waits {
                meter.node(size_of::<Frame>() + top)?;
                stack.push(frame(option.clone()));
                continue;
            }
            answer = !wins;
            if let Some(Frame { sum, .. }) = stack.pop() {
                meter.node(sum.len() + 24)?;
                self.played.insert(sum, answer);
            }
        }
        Ok(answer)
    }
}

/// From which power on, less one, those of an element repeat by twos as far as is known.
fn repeating(monoid: &Monoid, x: u32) -> u8 {
    let (mut power, mut cap) = (0, 1);
    while cap < MOST_CAP && monoid.times(monoid.times(power, x), x) != power {
        (power, cap) = (monoid.times(power, x), cap + 1);
    }
    cap.max(2)
}
