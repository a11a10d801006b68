//! Grundy values by testing candidates, for games without a sparse space.
//!
//! The first splits of a heap are marked; the least unmarked values are candidates. A candidate
//! only has to be compared with the remaining splits, 32 or 64 of them in one vector step, eight
//! candidates for one load. Candidates enter and leave a circular scan: one is settled when some
//! split has it, or when the scan comes back to where the candidate entered; the least survivor
//! is the value.

use farstar_value::Limits;

use super::error::SequenceError;
use super::kernel::{Kernel, Lane};
use super::rule::{Split, SplitRule, Take};

/// Splits of a heap that are marked before candidates are chosen.
const MARKED: usize = 1536;

/// Splits in one step of the scan.
const CHUNK: usize = 512;

/// Candidates in one scan.
const BATCH: usize = 8;

/// What is known of the values of one heap.
struct Marks {
    stamps: Vec<u32>,
    stamp: u32,
}

impl Marks {
    fn mark(&mut self, value: usize) {
        if value >= self.stamps.len() {
            self.stamps.resize((value + 1).next_power_of_two(), 0);
        }
        self.stamps[value] = self.stamp;
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
/// `n/2` pairs for heap `n` and each digit that splits, in vector steps of 64 bytes, about one
/// and a half times over.
pub(crate) fn extend<T: Lane>(
    rule: &SplitRule,
    cells: &mut Vec<T>,
    to: usize,
    kernel: Kernel,
    limits: &Limits,
) -> Result<(), SequenceError> {
    let splits: Vec<Take> = rule.long_splits().collect();
    let mut marks = Marks { stamps: vec![0; 1024], stamp: 0 };
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
    }
    Ok(())
}

/// The least value that is neither marked nor the value of a split of the runs.
fn scan<T: Lane>(cells: &[T], runs: &[Run], marks: &mut Marks, kernel: Kernel) -> usize {
    let mut best = usize::MAX;
    let mut next = marks.next_open(0);
    if runs.is_empty() || next > T::LARGEST {
        return next;
    }
    // values in the scan, each with the runs it still has to pass
    let mut active: Vec<(usize, usize)> = Vec::with_capacity(BATCH);
    let mut at = 0;
    loop {
        while active.len() < BATCH && next < best && next <= T::LARGEST {
            active.push((next, runs.len()));
            next = marks.next_open(next + 1);
        }
        let Some(&(filler, _)) = active.first() else {
            return if best == usize::MAX { next } else { best };
        };
        let Run { rest, from, to } = runs[at];
        let ahead = &cells[from..to];
        let behind = &cells[rest + 1 - to..=rest - from];
        let wanted: [T; BATCH] =
            std::array::from_fn(|i| T::of(active.get(i).map_or(filler, |&(value, _)| value)));
        let hits = if active.len() <= BATCH / 2 {
            let half: [T; BATCH / 2] = std::array::from_fn(|i| wanted[i]);
            kernel.hits(ahead, behind, &half)
        } else {
            kernel.hits(ahead, behind, &wanted)
        };
        let mut slot = 0;
        active.retain_mut(|(value, left)| {
            let hit = hits >> slot & 1 == 1;
            slot += 1;
            *left -= 1;
            if hit {
                marks.mark(*value);
            } else if *left == 0 {
                best = best.min(*value);
            }
            !hit && *left > 0
        });
        active.retain(|&(value, _)| value < best);
        at = if at + 1 == runs.len() { 0 } else { at + 1 };
    }
}
