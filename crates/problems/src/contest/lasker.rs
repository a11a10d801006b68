//! Lasker's Nim.

use farstar_impartial::nim::lasker_value;

use crate::entry::Entry;
use crate::impartial::heaps::{self, NimHeaps, joined, outcome};
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance};
use crate::trial::Verification;
use farstar_rules::View;

/// I41: Lasker's Nim.
pub(crate) const LASKER: Entry = Entry {
    instance: Instance::ruleset("Lasker", "3+4", |board, at, _, _| {
        let View::Heaps(heaps) = board.view(at) else { return Ok(None) };
        let values = heaps.concat().into_iter().filter_map(lasker_value);
        Ok(Some(Fate::of(values.fold(0, |sum, value| sum ^ value) != 0)))
    }),
    answer: Some(|input, _| {
        let heaps = heaps::read(input)?;
        let value = heaps.iter().try_fold(0, |sum, &heap| Some(sum ^ lasker_value(heap)?));
        let value = value.ok_or_else(|| input.error("a heap passes 2^64 − 2"))?;
        Ok(format!("{value} {}\n", outcome(value)))
    }),
    verification: Some(Verification::to([4, 6, 9], |to, trial| {
        let mut play = Play::new();
        for list in heaps::all(2, to) {
            let value = list.iter().filter_map(|&heap| lasker_value(heap));
            trial.compare(
                || format!("heaps {}", joined(&list)),
                value.fold(0, |sum, value| sum ^ value),
                play.value(&Lasker::new(list.clone()), trial.limits())?.into(),
            )?;
        }
        Ok(())
    })),
    ..entry!("I41", "lasker")
};

/// Heaps of Lasker's Nim.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Lasker(Vec<u64>);

impl Lasker {
    fn new(mut heaps: Vec<u64>) -> Self {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        Self(heaps)
    }
}

impl Moves for Lasker {
    fn moves(&self) -> Vec<Self> {
        let mut moves: Vec<Self> =
            NimHeaps(self.0.clone()).moves().into_iter().map(|next| Self::new(next.0)).collect();
        for (i, &heap) in self.0.iter().enumerate() {
            for part in 1..=heap / 2 {
                let mut heaps = self.0.clone();
                heaps[i] = part;
                heaps.push(heap - part);
                moves.push(Self::new(heaps));
            }
        }
        moves
    }
}
