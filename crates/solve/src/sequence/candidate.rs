//! Grundy values by testing candidates, for games without a sparse space.
//!
//! A sample of the splits of a heap, spread over all of them, is marked; the unmarked values are
//! candidates. A candidate only has to be compared with the other splits, 32 or 64 of them in one
//! vector step, up to eight candidates for one load. The chunks of splits are visited in a circle
//! of a stride that scatters them (neighbouring splits have like values): a candidate that falls
//! is replaced by the next, which joins the circle where it is. The least candidate that has
//! survived a few chunks is swept over all splits, and is the value if it survives them too.

use farstar_value::Limits;

use super::error::SequenceError;
use super::kernel::{Kernel, Lane, MARKS};
use super::rule::{Split, SplitRule, Take};

/// Splits marked or compared at a time.
const CHUNK: usize = 512;

/// One chunk of splits of a heap is marked before candidates are chosen for so many values, ...
const MARKED: usize = 64;

/// ... but at least and at most so many.
const MARKED_CHUNKS: std::ops::RangeInclusive<usize> = 2..=8;

/// The most candidates compared together.
const BATCH: usize = 8;

/// Chunks after which a candidate is likely to be the value: it is compared with all splits then.
const LIKELY: usize = 8;

/// Chunks swept at a time.
const SWEPT: usize = 8;

/// The values of splits of one heap.
struct Marks {
    marks: Box<[u8; MARKS]>,
    /// A power of two above every value so far, and so above their xors.
    size: usize,
    /// The largest value so far.
    top: usize,
}

impl Marks {
    /// Makes room for a value and its xor with all others.
    fn admit(&mut self, value: usize) {
        self.top = self.top.max(value);
        if value >= self.size {
            self.size = (value + 1).next_power_of_two();
        }
    }

    /// The least unmarked value from `from` on, at most `size`: nothing is marked from there on.
    fn next_open(&self, from: usize) -> usize {
        const ALL: u64 = 0x0101_0101_0101_0101;
        let mut at = from;
        while let Some(eight) = self.marks.get(at..).and_then(|marks| marks.first_chunk::<8>()) {
            let open = !u64::from_le_bytes(*eight) & ALL;
            if open != 0 {
                return at + open.trailing_zeros() as usize / 8;
            }
            at += 8;
        }
        let rest = self.marks.get(at..).unwrap_or_default();
        at + rest.iter().position(|&mark| mark == 0).unwrap_or(rest.len())
    }
}

/// The parts `1..=chunks·CHUNK` of the splits of one take against the rest.
struct Span {
    rest: usize,
    chunks: usize,
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
    let mut marks = Marks { marks: Box::new([0; MARKS]), size: 64, top: 0 };
    marks.admit(top);
    let mut spans: Vec<Span> = Vec::new();
    let mut circle = Circle { total: 0, stride: 0, index: 0 };
    while cells.len() < to {
        let heap = cells.len();
        if heap.is_multiple_of(32) {
            limits.check()?;
        }
        marks.marks[..marks.size].fill(0);
        rule.short_options(heap, |part| cells[part].index(), |v| marks.marks[v] = 1);
        spans.clear();
        for take in &splits {
            let Some(rest) = heap.checked_sub(take.taken) else { continue };
            let unequal = take.split == Split::Unequal;
            let largest = if unequal { rest.saturating_sub(1) / 2 } else { rest / 2 };
            let chunks = largest / CHUNK;
            // what does not fill a chunk is marked
            let whole = chunks * CHUNK;
            if largest > whole {
                let ahead = &cells[whole + 1..=largest];
                kernel.mark(ahead, &cells[rest - largest..rest - whole], &mut marks.marks);
            }
            spans.push(Span { rest, chunks });
        }
        let value = scan(cells, &spans, &mut marks, &mut circle, kernel);
        if value > T::LARGEST {
            return Ok(());
        }
        cells.push(T::of(value));
        marks.admit(value);
    }
    Ok(())
}

/// The chunks of all spans, in a circle of a stride that scatters them.
struct Circle {
    total: usize,
    stride: usize,
    /// The chunk at hand.
    index: usize,
}

impl Circle {
    fn advance(&mut self) {
        self.index += self.stride;
        if self.index >= self.total {
            self.index -= self.total;
        }
    }

    /// The two sides of the splits of the chunk at hand.
    fn chunk<'a, T>(&self, cells: &'a [T], spans: &[Span]) -> (&'a [T], &'a [T]) {
        let (mut index, mut rest) = (self.index, 0);
        for span in spans {
            rest = span.rest;
            if index < span.chunks {
                break;
            }
            index -= span.chunks;
        }
        sides(cells, rest, 1 + index * CHUNK, CHUNK)
    }
}

/// The parts `from..from + length` and what they leave of `rest`.
fn sides<T>(cells: &[T], rest: usize, from: usize, length: usize) -> (&[T], &[T]) {
    (&cells[from..from + length], &cells[rest + 1 - from - length..=rest - from])
}

/// Whether some split of the spans has the value; looks at long stretches at a time.
fn sweep<T: Lane>(cells: &[T], spans: &[Span], value: usize, kernel: Kernel) -> bool {
    spans.iter().any(|span| {
        let mut stretches = (0..span.chunks).step_by(SWEPT);
        stretches.any(|first| {
            let chunks = SWEPT.min(span.chunks - first);
            let (ahead, behind) = sides(cells, span.rest, 1 + first * CHUNK, chunks * CHUNK);
            kernel.hits(ahead, behind, &[T::of(value)]) != 0
        })
    })
}

/// The least value that is neither marked nor the value of a split of the spans.
fn scan<T: Lane>(
    cells: &[T],
    spans: &[Span],
    marks: &mut Marks,
    circle: &mut Circle,
    kernel: Kernel,
) -> usize {
    let total: usize = spans.iter().map(|span| span.chunks).sum();
    if total != circle.total {
        *circle = Circle { total, stride: scattering(total), index: 0 };
    }
    let marked =
        (marks.top / MARKED).clamp(*MARKED_CHUNKS.start(), *MARKED_CHUNKS.end()).min(total);
    for _ in 0..marked {
        let (ahead, behind) = circle.chunk(cells, spans);
        kernel.mark(ahead, behind, &mut marks.marks);
        circle.advance();
    }
    let enough = LIKELY.min(total - marked);
    // the candidates, increasing, and the chunks each has seen
    let (mut values, mut seen, mut active) = ([0; BATCH], [0; BATCH], 0);
    let mut next = marks.next_open(0);
    loop {
        while active < BATCH && next < marks.size && (active == 0 || seen[0] < enough) {
            (values[active], seen[active]) = (next, 0);
            active += 1;
            next = marks.next_open(next + 1);
        }
        if active == 0 {
            // no candidate is left below the values no split can have
            return next;
        }
        let mut hits = 0;
        if seen[0] >= enough {
            if !sweep(cells, spans, values[0], kernel) {
                return values[0];
            }
            hits |= 1;
        } else {
            let (ahead, behind) = circle.chunk(cells, spans);
            circle.advance();
            let wanted = values.map(|value| T::of(value));
            hits |= match active {
                1 => kernel.hits(ahead, behind, &[wanted[0]]),
                2 => kernel.hits(ahead, behind, &[wanted[0], wanted[1]]),
                3 | 4 => kernel.hits(ahead, behind, &[wanted[0], wanted[1], wanted[2], wanted[3]]),
                _ => kernel.hits(ahead, behind, &wanted),
            };
            seen[..active].iter_mut().for_each(|seen| *seen += 1);
        }
        let mut kept = 0;
        for slot in 0..active {
            if hits >> slot & 1 == 0 {
                (values[kept], seen[kept]) = (values[slot], seen[slot]);
                kept += 1;
            }
        }
        active = kept;
    }
}

/// A number prime to `total`, near its golden section.
fn scattering(total: usize) -> usize {
    let prime_to = |&stride: &usize| {
        let (mut a, mut b) = (total, stride);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a == 1
    };
    (total * 5 / 8..total).find(prime_to).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chunk_is_visited_once_in_a_circle() {
        for total in 1..200 {
            let stride = scattering(total);
            let mut seen: Vec<usize> = (0..total).map(|place| place * stride % total).collect();
            seen.sort_unstable();
            assert!(seen.into_iter().eq(0..total));
        }
    }
}
