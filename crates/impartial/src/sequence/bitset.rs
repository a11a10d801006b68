//! Grundy values with a bit set of the values of all options.
//!
//! For codes that leave at most two heaps every split is looked at ([`extend_splits`]). For all other codes the sets
//! `S_j(m)` of values of `m` tokens in `j` heaps are kept for every `m` ([`PartitionSets`]): a new part `a` maps the
//! sets of `m − a` to those of `m` by an xor with its value, which permutes the bits of a word.

use farstar_rules::heap::{Constraint, Digit, HeapCode};
use farstar_value::Limits;

use super::cells::Cell;
use super::error::SequenceError;
use super::rule::{Split, SplitRule};

/// A set of values as bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueSet {
    words: Vec<u64>,
}

impl ValueSet {
    pub(crate) fn clear(&mut self) {
        self.words.fill(0);
    }

    #[inline(always)]
    pub(crate) fn insert(&mut self, value: usize) {
        if value / 64 >= self.words.len() {
            self.words.resize((value / 64 + 1).next_power_of_two(), 0);
        }
        self.words[value / 64] |= 1 << (value % 64);
    }

    pub(crate) fn mex(&self) -> usize {
        match self.words.iter().position(|&w| w != u64::MAX) {
            Some(index) => 64 * index + self.words[index].trailing_ones() as usize,
            None => 64 * self.words.len(),
        }
    }
}

/// Extends `cells` to the heaps below `to` by looking at every split of every heap; stops before
/// a value that does not fit a cell.
///
/// # Complexity
/// `n/2` steps for heap `n` and each digit that splits.
pub(crate) fn extend_splits<T: Cell>(
    rule: &SplitRule,
    cells: &mut Vec<T>,
    to: usize,
    limits: &Limits,
) -> Result<(), SequenceError> {
    let mut seen = ValueSet::default();
    while cells.len() < to {
        let heap = cells.len();
        if heap.is_multiple_of(64) {
            limits.check()?;
        }
        seen.clear();
        rule.short_options(heap, |part| cells[part].index(), |v| seen.insert(v));
        for take in rule.long_splits() {
            let Some(rest) = heap.checked_sub(take.taken) else { continue };
            let unequal = take.split == Split::Unequal;
            let largest = if unequal { rest.saturating_sub(1) / 2 } else { rest / 2 };
            if largest == 0 {
                continue;
            }
            let small = &cells[1..=largest];
            let large = &cells[rest - largest..rest];
            for (a, b) in small.iter().zip(large.iter().rev()) {
                seen.insert((*a ^ *b).index());
            }
        }
        let value = seen.mex();
        if value > T::LARGEST {
            return Ok(());
        }
        cells.push(T::of(value));
    }
    Ok(())
}

/// One family of sets `S_j(m)`, `1 ≤ j ≤ counts`, `m ≤ most`; the last count may stand for itself and all above.
#[derive(Clone, Debug)]
struct Family {
    most: usize,
    width: usize,
    words: Vec<u64>,
}

impl Family {
    fn new(counts: usize, most: usize, width: usize) -> Self {
        Self { most, width, words: vec![0; (counts + 1) * (most + 1) * width] }
    }

    fn at(&self, heaps: usize, total: usize) -> usize {
        (heaps * (self.most + 1) + total) * self.width
    }

    fn set(&self, heaps: usize, total: usize) -> &[u64] {
        let at = self.at(heaps, total);
        &self.words[at..at + self.width]
    }

    /// `S_to(total + part) ∪= value ⊕ S_from(total)`.
    fn shift(&mut self, from: usize, to: usize, total: usize, part: usize, value: usize) {
        let (source, target) = (self.at(from, total), self.at(to, total + part));
        for word in 0..self.width {
            let moved = permute(self.words[source + word], value & 63);
            self.words[target + (word ^ value >> 6)] |= moved;
        }
    }

    /// As [`Family::shift`] from another family.
    fn take(
        &mut self,
        other: &Self,
        from: usize,
        to: usize,
        total: usize,
        part: usize,
        value: usize,
    ) {
        let target = self.at(to, total + part);
        for (word, &bits) in other.set(from, total).iter().enumerate() {
            self.words[target + (word ^ value >> 6)] |= permute(bits, value & 63);
        }
    }
}

/// The set `{v ⊕ value}` for the set of small values in a word.
fn permute(mut word: u64, value: usize) -> u64 {
    const KEEP: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    if word == 0 {
        return 0;
    }
    for (bit, keep) in KEEP.iter().enumerate() {
        if value >> bit & 1 == 1 {
            let by = 1 << bit;
            word = (word & keep) << by | (word >> by) & keep;
        }
    }
    word
}

/// The sets of values of all ways to leave heaps, for a code of any kind.
///
/// # Complexity
/// `O(c·n·w)` steps for heap `n` with `c` counts of heaps and values below `64·w`; memory
/// `8·c·n·w` bytes for each kind of constraint used.
#[derive(Clone, Debug)]
pub(crate) struct PartitionSets {
    code: HeapCode,
    /// The last count; it stands for all above when the code has an unbounded digit.
    counts: usize,
    unbounded: bool,
    kinds: [bool; 3],
    families: Vec<Option<Family>>,
    /// Parts that have been added.
    parts: usize,
    most: usize,
    width: usize,
}

/// The constraints that need a family of sets.
const KINDS: [Constraint; 3] = [Constraint::Any, Constraint::Distinct, Constraint::NotAllEqual];

impl PartitionSets {
    /// The sets for a code, for heaps up to `most`.
    pub(crate) fn new(code: &HeapCode, most: usize) -> Self {
        let mut counts = 1;
        let mut unbounded = false;
        let mut kinds = [false; 3];
        let mut note = |digit: &Digit| {
            let tail = digit.tail();
            for &(heaps, constraint) in digit.counts().iter().chain(tail.iter()) {
                counts = counts.max(usize::from(heaps));
                for (kind, of) in kinds.iter_mut().zip(KINDS) {
                    *kind |= of == constraint && (heaps >= 2 || tail.is_some());
                }
            }
            unbounded |= tail.is_some();
        };
        let most_taken = code.last_take().unwrap_or_else(|| {
            // the prefix and one turn of the tail show every digit
            (1 << 16) + code.repeating().len() as u32
        });
        for (_, digit) in code.takes(most_taken) {
            note(digit);
        }
        if unbounded {
            counts += 1;
        }
        // mixed sets are made from unconstrained ones
        kinds[0] |= kinds[2];
        let mut sets = Self {
            code: code.clone(),
            counts,
            unbounded,
            kinds,
            families: Vec::new(),
            parts: 0,
            most: most + code.most_added() as usize,
            width: 1,
        };
        sets.reset();
        sets
    }

    fn reset(&mut self) {
        self.parts = 0;
        self.families = (self.kinds.iter())
            .map(|&used| used.then(|| Family::new(self.counts, self.most, self.width)))
            .collect();
        for index in [0, 1] {
            if let Some(family) = &mut self.families[index] {
                family.words[0] = 1;
            }
        }
    }

    /// Bytes held, and what they would be after one more doubling.
    fn bytes(&self) -> u64 {
        let families = self.kinds.iter().filter(|&&k| k).count() as u64;
        families * 8 * (self.counts as u64 + 1) * (self.most as u64 + 1) * self.width as u64
    }

    /// Extends the values to the heaps below `to`.
    pub(crate) fn extend(
        &mut self,
        values: &mut Vec<u32>,
        to: usize,
        limits: &Limits,
    ) -> Result<(), SequenceError> {
        let needed = to + self.code.most_added() as usize;
        if needed > self.most {
            self.most = needed.max(2 * self.most);
            limits.check_with(0, self.bytes())?;
            self.reset();
        }
        let mut excluded = Vec::new();
        while values.len() < to {
            limits.check_with(values.len() as u64, self.bytes())?;
            while self.parts + 1 < values.len() {
                let part = self.parts + 1;
                let value = values[part] as usize;
                if value >= 64 * self.width {
                    while value >= 64 * self.width {
                        self.width *= 2;
                    }
                    limits.check_with(0, self.bytes())?;
                    self.reset();
                    continue;
                }
                self.add_part(part, value);
                self.parts = part;
                if part.is_multiple_of(16) {
                    limits.check()?;
                }
            }
            let heap = values.len();
            excluded.clear();
            excluded.resize(self.width, 0u64);
            self.exclude(heap, values, &mut excluded);
            let set = ValueSet { words: std::mem::take(&mut excluded) };
            values.push(set.mex() as u32);
            excluded = set.words;
        }
        Ok(())
    }

    /// Lets `part` be used in every set.
    fn add_part(&mut self, part: usize, value: usize) {
        let (most, counts, unbounded) = (self.most, self.counts, self.unbounded);
        let [any, distinct, mixed] = &mut self.families[..] else { return };
        if let (Some(mixed), Some(any)) = (mixed.as_mut(), any.as_ref()) {
            // smaller parts so far, then this one: at least two sizes
            for total in 1..=most.saturating_sub(part) {
                for heaps in 1..counts {
                    mixed.take(any, heaps, heaps + 1, total, part, value);
                }
                if unbounded {
                    mixed.take(any, counts, counts, total, part, value);
                }
            }
        }
        for family in [any, mixed].into_iter().flatten() {
            for total in 0..=most.saturating_sub(part) {
                for heaps in 0..counts {
                    family.shift(heaps, heaps + 1, total, part, value);
                }
                if unbounded {
                    family.shift(counts, counts, total, part, value);
                }
            }
        }
        if let Some(distinct) = distinct {
            for total in (0..=most.saturating_sub(part)).rev() {
                for heaps in (0..counts).rev() {
                    distinct.shift(heaps, heaps + 1, total, part, value);
                }
                if unbounded {
                    distinct.shift(counts, counts, total, part, value);
                }
            }
        }
    }

    /// Collects the values of every option of `heap`.
    fn exclude(&self, heap: usize, values: &[u32], excluded: &mut [u64]) {
        let mut unite = |kind: Constraint, heaps: usize, rest: usize| {
            let index = KINDS.iter().position(|&k| k == kind).unwrap_or(0);
            if let Some(family) = &self.families[index]
                && heaps <= self.counts
            {
                let set = family.set(heaps, rest);
                excluded.iter_mut().zip(set).for_each(|(all, &word)| *all |= word);
            }
        };
        let mut single: Vec<usize> = Vec::new();
        for (taken, digit) in self.code.takes(heap as u32) {
            let rest = (heap as i64 - taken) as usize;
            let tail = digit.tail();
            let mut leave = |heaps: usize, constraint: Constraint| match (heaps, constraint) {
                (0, _) if rest == 0 => single.push(0),
                (0, _) => {}
                (1, _) if rest > 0 && rest < heap => single.push(values[rest] as usize),
                (1, _) => {}
                (_, Constraint::AllEqual) => {
                    if rest > 0 && rest.is_multiple_of(heaps) {
                        let odd = heaps % 2;
                        single.push(odd * values[rest / heaps] as usize);
                    }
                }
                _ => unite(constraint, heaps, rest),
            };
            for &(heaps, constraint) in digit.counts() {
                leave(usize::from(heaps), constraint);
            }
            let Some((from, constraint)) = tail else { continue };
            let from = usize::from(from);
            if constraint == Constraint::AllEqual {
                (from..=rest.max(from)).for_each(|heaps| leave(heaps, constraint));
            } else {
                (from..=self.counts).for_each(|heaps| leave(heaps, constraint));
            }
        }
        for value in single {
            excluded[value / 64] |= 1 << (value % 64);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn xor_permutes_the_bits_of_a_word() {
        for value in [0, 1, 5, 38, 63] {
            let word = 1 << 3 | 1 << 17 | 1 << 60;
            assert_eq!(
                permute(word, value),
                1 << (3 ^ value) | 1 << (17 ^ value) | 1 << (60 ^ value)
            );
        }
    }
}
