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

/// A sum within the caps in one word: the count of each generator has a field of its own.
type Packed = u128;

/// The field of a generator in a packed sum.
#[derive(Clone, Copy)]
struct Field {
    shift: u32,
    mask: u8,
    cap: u8,
}

impl Field {
    fn of(self, sum: Packed) -> u8 {
        (sum >> self.shift) as u8 & self.mask
    }

    fn put(self, count: u8) -> Packed {
        let more = count > self.cap;
        Packed::from(if more { self.cap - (count ^ self.cap) % 2 } else { count }) << self.shift
    }

    /// The sum with so many more of the generator.
    fn add(self, sum: Packed, count: u8) -> Packed {
        let own = self.of(sum);
        sum ^ self.put(own) ^ self.put(own.saturating_add(count))
    }
}

/// An option of a generator.
struct Move {
    /// Its Grundy value.
    nimber: u32,
    /// Its value in the known quotient.
    value: u32,
    /// What is added, generator by generator.
    parts: Vec<(usize, u8)>,
}

pub(super) struct Oracle<'k> {
    known: &'k Known,
    /// The heaps that are generators, from the smallest; the heap behind those that are known is the last one.
    pub(super) generators: Vec<u32>,
    /// Each generator's options, and its Grundy value.
    options: Vec<Vec<Move>>,
    nimbers: Vec<u32>,
    /// What each heap is as counts.
    spelled: Vec<Counts>,
    fields: Vec<Field>,
    /// The value in the known quotient of each count of each known generator.
    powers: Vec<Vec<u32>>,
    played: FxHashMap<Packed, bool>,
}

/// A sum that is played out, with the option that is looked at.
struct Frame {
    sum: Packed,
    /// The value in the known quotient of all but the last generator.
    value: u32,
    /// The Grundy value.
    nimber: u32,
    /// Whether the options of Grundy value 0 are through, which are lost most often.
    others: bool,
    generator: usize,
    option: usize,
}

impl<'k> Oracle<'k> {
    /// The oracle for one heap more than is known. Of the heaps that the known quotient spells, those named are
    /// generators. `None` if there are more generators than a word has room for.
    pub(super) fn new(known: &'k Known, heaps: &Heaps, unspelled: &[u32]) -> Option<Self> {
        let last = known.values.len() as u32;
        let is_generator =
            |&heap: &u32| known.spelled[heap as usize][..] == [heap] || unspelled.contains(&heap);
        let mut generators: Vec<u32> = (0..last).filter(is_generator).collect();
        generators.push(last);
        let mut oracle = Self {
            known,
            options: Vec::new(),
            nimbers: Vec::new(),
            spelled: Vec::new(),
            fields: Vec::new(),
            powers: Vec::new(),
            played: FxHashMap::default(),
            generators,
        };
        let mut nimbers: Vec<u32> = Vec::new();
        for heap in 0..=last {
            let own = oracle.generators.binary_search(&heap);
            let mut counts = vec![0; oracle.generators.len()].into_boxed_slice();
            match own {
                Ok(place) => counts[place] = 1,
                Err(_) => counts = oracle.counts(&known.spelled[heap as usize]),
            }
            let options = &heaps[heap as usize];
            let of = |parts: &Vec<u32>| parts.iter().fold(0, |x, &part| x ^ nimbers[part as usize]);
            let mut met: Vec<u32> = options.iter().map(of).collect();
            if own.is_ok() {
                oracle.options.push(oracle.moves(options, &met));
            }
            met.sort_unstable();
            met.dedup();
            let least = (0..).zip(&met).find(|(n, met)| n != *met);
            nimbers.push(least.map_or(met.len() as u32, |(n, _)| n));
            oracle.spelled.push(counts);
        }
        oracle.nimbers = oracle.generators.iter().map(|&heap| nimbers[heap as usize]).collect();
        let caps: Vec<u8> = oracle
            .generators
            .iter()
            .zip(&oracle.options)
            .map(|(&heap, options)| match &options[..] {
                // 1 + 1 is 0 in every misère game
                [only] if only.parts.is_empty() => 1,
                _ if heap < last => repeating(&known.monoid, known.values[heap as usize]),
                _ => CAP,
            })
            .collect();
        oracle.lay_out(&caps).then_some(oracle)
    }

    /// The options of a generator, from their Grundy values.
    fn moves(&self, options: &[Vec<u32>], nimbers: &[u32]) -> Vec<Move> {
        let (monoid, values) = (&self.known.monoid, &self.known.values);
        let mut moves: Vec<Move> = Vec::new();
        for (parts, &nimber) in options.iter().zip(nimbers) {
            let counts = self.counts(parts);
            let parts_of = (0..).zip(&*counts).filter(|(_, count)| **count > 0);
            let own: Vec<(usize, u8)> = parts_of.map(|(at, &count)| (at, count)).collect();
            if moves.iter().all(|known| known.parts != own) {
                let value = parts.iter().fold(0, |x, &part| monoid.times(x, values[part as usize]));
                moves.push(Move { nimber, value, parts: own });
            }
        }
        moves
    }

    /// Fields for counts up to these caps; `false` if a word has no room for them.
    fn lay_out(&mut self, caps: &[u8]) -> bool {
        let mut shift = 0;
        self.fields.clear();
        for &cap in caps {
            let width = 8 - cap.leading_zeros();
            self.fields.push(Field { shift, mask: ((1u16 << width) - 1) as u8, cap });
            shift += width;
        }
        let monoid = &self.known.monoid;
        self.powers.clear();
        let known = self.generators.len() - 1;
        for (&generator, &cap) in self.generators[..known].iter().zip(caps) {
            let mut powers = vec![0];
            for _ in 0..cap {
                let last = powers.last().copied().unwrap_or(0);
                powers.push(monoid.times(last, self.known.values[generator as usize]));
            }
            self.powers.push(powers);
        }
        self.played.clear();
        shift <= Packed::BITS
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
        let mut caps: Vec<u8> = self.fields.iter().map(|field| field.cap).collect();
        for (at, cap) in caps.iter_mut().enumerate() {
            let over = *cap > 1 && sums.iter().any(|sum| sum[at] > *cap);
            if over && *cap < MOST_CAP {
                *cap += RAISE;
                raised = true;
            }
        }
        raised && self.lay_out(&caps)
    }

    /// The value in the known quotient of all but the last generator.
    fn value(&self, sum: Packed) -> u32 {
        let counts = self.fields.iter().map(|field| field.of(sum)).zip(&self.powers);
        counts
            .filter(|(count, _)| *count > 0)
            .fold(0, |x, (count, powers)| self.known.monoid.times(x, powers[count as usize]))
    }

    fn frame(&self, sum: Packed) -> Frame {
        let counts = self.fields.iter().map(|field| field.of(sum)).zip(&self.nimbers);
        let nimber = counts.fold(0, |x, (count, own)| x ^ (own * u32::from(count % 2)));
        let generator = self.generators.len();
        Frame { sum, value: self.value(sum), nimber, others: false, generator, option: 0 }
    }

    /// Whether a sum is lost.
    pub(super) fn is_lost(&mut self, sum: &[u8], meter: &mut Meter<'_>) -> Result<bool, Stopped> {
        let sum = self.fields.iter().zip(sum).fold(0, |all, (field, &n)| all | field.put(n));
        meter.step(1)?;
        let last = self.generators.len() - 1;
        if self.fields[last].of(sum) == 0 {
            return Ok(self.known.monoid.is_lost(self.value(sum)));
        }
        if let Some(&lost) = self.played.get(&sum) {
            return Ok(lost);
        }
        let mut stack = vec![self.frame(sum)];
        let mut answer = false;
        while let Some(frame) = stack.last_mut() {
            match self.look(frame, meter)? {
                Look::Waits(option) => {
                    meter.node(size_of::<Frame>())?;
                    stack.push(self.frame(option));
                }
                Look::Knows(lost) => {
                    answer = lost;
                    if let Some(Frame { sum, .. }) = stack.pop() {
                        meter.node(size_of::<(Packed, bool)>())?;
                        self.played.insert(sum, answer);
                    }
                }
            }
        }
        Ok(answer)
    }

    /// Looks at options of a sum until one is lost, or one is not known.
    fn look(&self, frame: &mut Frame, meter: &mut Meter<'_>) -> Result<Look, Stopped> {
        let last = self.generators.len() - 1;
        loop {
            // heaps are moved in from the last one, whose options are known soonest
            let Some(moved) = frame.generator.checked_sub(1) else {
                if frame.others {
                    return Ok(Look::Knows(true));
                }
                (frame.others, frame.generator) = (true, last + 1);
                continue;
            };
            let field = self.fields[moved];
            let count = field.of(frame.sum);
            let left = self.options[moved].get(frame.option).filter(|_| count > 0);
            let Some(option) = left else {
                (frame.generator, frame.option) = (moved, 0);
                continue;
            };
            let is_zero = frame.nimber ^ self.nimbers[moved] == option.nimber;
            if is_zero == frame.others {
                frame.option += 1;
                continue;
            }
            meter.step(1)?;
            let lost = if moved == last && count == 1 {
                Some(self.known.monoid.is_lost(self.known.monoid.times(frame.value, option.value)))
            } else {
                let without = frame.sum - (1 << field.shift);
                let parts = option.parts.iter();
                let to = parts.fold(without, |sum, &(at, n)| self.fields[at].add(sum, n));
                match self.played.get(&to) {
                    Some(&lost) => Some(lost),
                    None => return Ok(Look::Waits(to)),
                }
            };
            match lost {
                Some(true) => return Ok(Look::Knows(false)),
                _ => frame.option += 1,
            }
        }
    }
}

/// What comes of looking at the options of a sum.
enum Look {
    /// This option is not known.
    Waits(Packed),
    /// Whether the sum is lost.
    Knows(bool),
}

/// From which power on, less one, those of an element repeat by twos as far as is known.
fn repeating(monoid: &Monoid, x: u32) -> u8 {
    let (mut power, mut cap) = (0, 1);
    while cap < MOST_CAP && monoid.times(monoid.times(power, x), x) != power {
        (power, cap) = (monoid.times(power, x), cap + 1);
    }
    cap.max(2)
}
