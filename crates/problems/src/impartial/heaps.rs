//! Lists of heaps: how inputs write them, and how answers list their winning moves.

use std::fmt::Write;
use std::ops::RangeInclusive;

use farstar_impartial::digraph::Outcome;
use farstar_impartial::nim::HeapMove;

use super::whole::Moves;
use crate::error::Result;
use crate::input::Input;

/// Most heaps of an input.
const MOST_HEAPS: usize = 1_000_000;

/// Reads n and n heaps.
pub(crate) fn read(input: &mut Input<'_>) -> Result<Vec<u64>> {
    let n = input.integer("the number of heaps", 0..=MOST_HEAPS)?;
    input.integers("a heap", n, 0..=u64::MAX)
}

/// Reads a position of a few small numbers, such as play can be followed to its end.
pub(crate) fn few(
    input: &mut Input<'_>,
    what: &str,
    counts: RangeInclusive<usize>,
    sizes: RangeInclusive<u64>,
) -> Result<Vec<u64>> {
    let mut numbers = Vec::new();
    while !input.is_at_end() && numbers.len() < *counts.end() {
        numbers.push(input.integer(what, sizes.clone())?);
    }
    if numbers.len() < *counts.start() {
        return Err(input.error(format!("expected {} numbers at least", counts.start())));
    }
    Ok(numbers)
}

/// A value and an outcome, then the number of winning moves and one a line: heap (from 1) and what it becomes.
pub(crate) fn answer(value: u64, outcome: Outcome, moves: &[HeapMove]) -> String {
    let mut text = format!("{value} {outcome}\n{}\n", moves.len());
    for m in moves {
        let _ = writeln!(text, "{} {}", m.heap + 1, m.size);
    }
    text
}

/// The outcome of a position with this Grundy value.
pub(crate) fn outcome(value: u64) -> Outcome {
    Outcome::from_next_wins(value != 0)
}

/// The words of a list, with blanks between.
pub(crate) fn joined<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}

/// Every list of `count` heaps of at most `largest` stones, not increasing; by the largest heap.
pub(crate) fn all(count: usize, largest: u64) -> Vec<Vec<u64>> {
    let mut lists = vec![Vec::new()];
    for place in 0..count {
        let mut longer = Vec::new();
        for list in &lists {
            let most = if place == 0 { largest } else { list[place - 1] };
            for heap in 0..=most {
                let mut list = list.clone();
                list.push(heap);
                longer.push(list);
            }
        }
        lists = longer;
    }
    lists
}

/// Nim heaps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NimHeaps(pub(crate) Vec<u64>);

impl Moves for NimHeaps {
    fn moves(&self) -> Vec<Self> {
        let mut moves = Vec::new();
        for (i, &heap) in self.0.iter().enumerate() {
            for smaller in 0..heap {
                let mut heaps = self.0.clone();
                heaps[i] = smaller;
                moves.push(Self(heaps));
            }
        }
        moves
    }
}
