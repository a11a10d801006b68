//! Grundy values by testing candidates, for games without a sparse space.
//!
//! The first splits of a heap are marked; the least unmarked values are candidates. A candidate
//! only has to be compared with the remaining splits, 32 or 64 of them in one vector step: eight
//! candidates for one load against the next few thousand splits, where most of them fall, then
//! one after the other against all, until one is the value of no split.

use farstar_value::Limits;

use super::error::SequenceError;
use super::kernel::{Kernel, Lane};
use super::rule::{Split, SplitRule, Take};

/// Splits of a heap that are marked before candidates are chosen.
const MARKED: usize = 1536;

/// Splits compared at a time.
const CHUNK: usize = 512;

/// Candidates compared together, and the number of steps in which they are.
const BATCH: usize = 8;
const BATCHED: usize = 12;

/// What is known of the values of one heap.
struct Marks {
    /// A power of two of stamps, more than every value so far.
    stamps: Vec<u32>,
    stamp: u32,
}

impl Marks {
    /// Marks a value, which is the xor of values so far.
    #[inline(always)]
    fn mark(&mut self, value: usize) {
        let mask = self.stamps.len() - 1;
        self.stamps[value & mask] = self.stamp;
    }

    /// Makes room for a value and its xor with all others.
    fn admit(&mut self, value: usize) {
        if value >= self.stamps.len() {
            self.stamps.resize((value + 1).next_power_of_two(), 0);
        }
    }

    fn next_open(&self, from: usize) -> usize {
        let known = self.stamps.get(from..).unwrap_or_default();
        from + known.iter().position(|&s| s != self.stamp).unwrap_or(known.len())
    }
}

/// A run of splits of one take: parts `from..to` against the rest.
#[derive(Clone, Copy)]
struct Run {
    rest: usize,
    from: usize,
    to: usize,
}

/// Extends `cells` to the heaps below `to`; stops before a value that does not fit a cell.
///
/// # Complexity
/// `n/2` pairs for heap `n` and each digit that splits, in vector steps of 64 bytes, a few times
/// over.
pub(crate) fn extend<T: Lane>(
    rule: &SplitRule,
    cells: &mut Vec<T>,
    to: usize,
    kernel: Kernel,
    limits: &Limits,
) -> Result<(), SequenceError> {
    let splits: Vec<Take> = rule.long_splits().collect();
    let top = cells.iter().copied().max().map_or(0, T::index);
    let mut marks = Marks { stamps: vec![0; (top + 1).next_power_of_two().max(64)], stamp: 0 };
    let mut runs: Vec<Run> = Vec::new();
    while cells.len() < to {
        let heap = cells.len();
        if heap.is_multiple_of(32) {
            limits.check()?;
        }
        if marks.stamp == u32::MAX {
            marks.stamps.fill(0);
            marks.stamp = 0;
        }
        marks.stamp += 1;
        rule.short_options(heap, |part| cells[part].index(), |v| marks.mark(v));
        runs.clear();
        for take in &splits {
            let Some(rest) = heap.checked_sub(take.taken) else { continue };
            let unequal = take.split == Split::Unequal;
            let largest = if unequal { rest.saturating_sub(1) / 2 } else { rest / 2 };
            if largest == 0 {
                continue;
            }
            let marked = largest.min(MARKED / splits.len());
            let large = &cells[rest - marked..rest];
            for (a, b) in cells[1..=marked].iter().zip(large.iter().rev()) {
                marks.mark((*a ^ *b).index());
            }
            let mut from = marked + 1;
            while from <= largest {
                let to = (from + CHUNK).min(largest + 1);
                runs.push(Run { rest, from, to });
                from = to;
            }
        }
        let value = scan(cells, &runs, &mut marks, kernel);
        if value > T::LARGEST {
            return Ok(());
        }
        cells.push(T::of(value));
        marks.admit(value);
    }
    Ok(())
}

/// The least value that is neither marked nor the value of a split of the runs.
fn scan<T: Lane>(cells: &[T], runs: &[Run], marks: &mut Marks, kernel: Kernel) -> usize {
    let splits = |run: &Run| {
        let behind = &cells[run.rest + 1 - run.to..=run.rest - run.from];
        (&cells[run.from..run.to], behind)
    };
    // the least open values, many at a time, against the first runs: most of them fall here
    let mut next = 0;
    let mut fresh = || {
        let value = marks.next_open(next);
        next = value + 1;
        (value < marks.stamps.len()).then_some(value)
    };
    let mut open: [Option<usize>; BATCH] = std::array::from_fn(|_| fresh());
    let mut fallen: Vec<usize> = Vec::new();
    for run in runs.iter().take(BATCHED) {
        let (ahead, behind) = splits(run);
        let wanted = open.map(|value| T::of(value.unwrap_or(0).min(T::LARGEST)));
        let hits = kernel.hits(ahead, behind, &wanted);
        for (slot, value) in open.iter_mut().enumerate() {
            if hits >> slot & 1 == 1 && value.is_some() {
                fallen.extend(*value);
                *value = fresh();
            }
        }
    }
    fallen.into_iter().for_each(|value| marks.mark(value));
    // then one at a time against all of them, until one is found nowhere
    let mut value = 0;
    loop {
        value = marks.next_open(value);
        if value > T::LARGEST {
            return value;
        }
        let found = runs.iter().any(|run| {
            let (ahead, behind) = splits(run);
            kernel.find(ahead, behind, T::of(value)).is_some()
        });
        if !found {
            return value;
        }
        value += 1;
    }
}
