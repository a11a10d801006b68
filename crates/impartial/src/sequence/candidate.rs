//! Grundy values by testing candidates, for games without a sparse space.
//!
//! A few splits of a heap are marked; the unmarked values are candidates. The values of all other
//! splits are looked up in the set of candidates, kept in vector registers, 32 or 64 of them in
//! one step; those that are found are marked. The set is made again after stretches of doubling
//! length: most candidates fall early. The least that is left at the end is the value.
//!
//! The sequence is kept backwards too, so that both parts of neighbouring splits are neighbours.

use std::ops::Range;

use farstar_value::Limits;

use super::error::SequenceError;
use super::kernel::{Kernel, Lane, MARKS, STEP, WINDOW, Window};
use super::rule::{Split, SplitRule, Take};

/// Splits of one heap that are marked before candidates are chosen: twice as many as there are
/// values, but at least and at most so many.
const MARKED: std::ops::RangeInclusive<usize> = 1 << 7..=1 << 10;

/// Splits looked up with one set of candidates, at first and at most.
const FIRST: usize = 1 << 9;
const MOST: usize = 1 << 14;

/// Values that are candidates together, but for the last 64 of them. The value is nearly always
/// one of them; all splits are looked up again for those behind them.
const CANDIDATES: u32 = 384;

/// The values of some splits of one heap.
struct Marks {
    marks: Box<[u8; MARKS]>,
    /// A power of two above every value so far, and so above their xors.
    size: usize,
    kernel: Kernel,
}

impl Marks {
    /// Makes room for a value and its xor with all others.
    fn admit(&mut self, value: usize) {
        if value >= self.size {
            self.size = (value + 1).next_power_of_two();
        }
    }

    /// The unmarked values `64·word..64·word + 64` as bits.
    fn open(&self, word: usize) -> u64 {
        let marks = self.marks.get(64 * word..).and_then(|marks| marks.first_chunk());
        marks.map_or(0, |marks| self.kernel.unmarked(marks))
    }

    /// The next candidates, from the word `from` on, and their words; `None` when nothing is left
    /// below the values that no split can have.
    fn candidates(&self, from: usize) -> Option<(Window, Range<usize>)> {
        let words = self.size / 64;
        let start = (from..words).find(|&word| self.open(word) != 0)?;
        let first = start * 64 / WINDOW * WINDOW;
        let mut window = Window { first, whole: self.size <= WINDOW, values: [0; WINDOW / 64] };
        let (mut end, mut count) = (start, 0);
        while end < words.min((first + WINDOW) / 64) && count < CANDIDATES {
            count += self.open(end).count_ones();
            end += 1;
        }
        self.refresh(&mut window, start..end);
        Some((window, start..end))
    }

    /// Takes what has been marked from the window.
    fn refresh(&self, window: &mut Window, words: Range<usize>) {
        for word in words {
            window.values[word % (WINDOW / 64)] = self.open(word);
        }
    }
}

/// The splits of one take that are not marked: `ahead` and `mirror` begin there in the sequence
/// and in the sequence backwards.
struct Span {
    ahead: usize,
    mirror: usize,
    length: usize,
}

/// Extends `cells` to the heaps below `to`; stops before a value that does not fit a cell.
///
/// # Complexity
/// `n/2` pairs for heap `n` and each digit that splits, in vector steps of 64 bytes.
pub(crate) fn extend<T: Lane>(
    rule: &SplitRule,
    cells: &mut Vec<T>,
    to: usize,
    kernel: Kernel,
    limits: &Limits,
) -> Result<(), SequenceError> {
    let splits: Vec<Take> = rule.long_splits().collect();
    let top = cells.iter().copied().max().map_or(0, T::index);
    let mut marks = Marks { marks: Box::new([0; MARKS]), size: 64, kernel };
    marks.admit(top);
    // heap `n` lies at `to − 1 − n`
    let mut backwards = vec![T::default(); to];
    for (place, &cell) in backwards.iter_mut().rev().zip(cells.iter()) {
        *place = cell;
    }
    let mut spans: Vec<Span> = Vec::new();
    let mut found = vec![T::default(); MOST + STEP];
    while cells.len() < to {
        let heap = cells.len();
        if heap.is_multiple_of(32) {
            limits.check()?;
        }
        marks.marks[..marks.size].fill(0);
        rule.short_options(heap, |part| cells[part].index(), |v| marks.marks[v] = 1);
        spans.clear();
        let fewest = (2 * marks.size).clamp(*MARKED.start(), *MARKED.end());
        for take in &splits {
            let Some(rest) = heap.checked_sub(take.taken) else { continue };
            let unequal = take.split == Split::Unequal;
            let largest = if unequal { rest.saturating_sub(1) / 2 } else { rest / 2 };
            // the parts 1..=marked, and whole steps behind them
            let length = largest.saturating_sub(fewest) / STEP * STEP;
            let marked = largest - length;
            let (ahead, mirror) = (1, to - rest);
            let pairs = (&cells[ahead..ahead + marked], &backwards[mirror..mirror + marked]);
            kernel.mark(pairs.0, pairs.1, &mut marks.marks);
            spans.push(Span { ahead: ahead + marked, mirror: mirror + marked, length });
        }
        let mut from = 0;
        let value = loop {
            let Some((mut window, words)) = marks.candidates(from) else { break marks.size };
            let mut stretch = FIRST;
            for span in &spans {
                let mut done = 0;
                while done < span.length {
                    let length = stretch.min(span.length - done);
                    let (ahead, mirror) = (span.ahead + done, span.mirror + done);
                    let ahead = &cells[ahead..ahead + length];
                    let mirror = &backwards[mirror..mirror + length];
                    let count = kernel.sift(ahead, mirror, &window, &mut found);
                    for value in &found[..count] {
                        marks.marks[(window.first + value.index()) % MARKS] = 1;
                    }
                    marks.refresh(&mut window, words.clone());
                    done += length;
                    stretch = (2 * stretch).min(MOST);
                }
            }
            if let Some(value) = window.least() {
                break value;
            }
            from = words.end;
        };
        if value > T::LARGEST {
            return Ok(());
        }
        cells.push(T::of(value));
        backwards[to - 1 - heap] = T::of(value);
        marks.admit(value);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_the_unmarked_values_in_turn() {
        for stride in [1, 2, 3, 7] {
            let kernel = if stride == 2 { Kernel::Portable } else { Kernel::detect() };
            let mut marks = Marks { marks: Box::new([1; MARKS]), size: 4096, kernel };
            let open: Vec<usize> = (5..4096).step_by(stride).collect();
            open.iter().for_each(|&value| marks.marks[value] = 0);
            let (mut seen, mut from) = (Vec::new(), 0);
            while let Some((mut window, words)) = marks.candidates(from) {
                while let Some(value) = window.least() {
                    seen.push(value);
                    marks.marks[value] = 1;
                    marks.refresh(&mut window, words.clone());
                }
                from = words.end;
            }
            assert_eq!(seen, open);
        }
    }
}
