//! Positions whose Grundy values are known without a search: heaps of games with a code, pairs of numbers, coins that
//! are turned, and strips of impartial Cannibal Clobber.
//!
//! In the impartial version of Cannibal Clobber any stone may take any neighbour, so colours do not matter. A run of n
//! stones is a heap of n - 1 in the octal game 0.37: a move leaves runs of a and b stones with a + b = n - 1. If one
//! is empty, the heap of n - 1 has become one of n - 2: one is taken, and at most one heap is left (digit 3). If not,
//! it has become heaps of a - 1 and b - 1: two are taken, and any number of heaps up to two is left (digit 7, where
//! none and one are the cases a = b = 1 and a or b = 1).

use std::sync::Arc;

use farstar_rules::builtin::ruleset;
use farstar_rules::heap::{HeapCode, PairGame};
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed};
use farstar_value::Limits;

use super::heap::{HeapRules, pairs};
use crate::Result;
use crate::ruleset_values::MOST_MOVES;
use farstar_impartial::coin::BoardCoins;
use farstar_impartial::sequence::{GrundySequence, PairValues, PeriodicLaw};

/// The code of the heaps that runs of stones are.
const RUNS: &str = "0.37";
/// The code of Nim, whose heaps are worth their sizes.
const NIM: &str = "0.[3]";
/// The code of Lasker's Nim.
const LASKERS_NIM: &str = "4.[3]";

/// How positions of a board are heaps.
pub(super) enum Heaps {
    Own(Board),
    Runs(Board),
    /// The words of a position are the sizes of its heaps.
    Plain,
}

impl Heaps {
    fn of(&self, position: &Packed) -> Vec<u64> {
        match self {
            Self::Own(game) => game.heaps(position).unwrap_or_default(),
            Self::Runs(game) => {
                let row = game.draw(position);
                let runs = row.split(|cell| cell != 'X' && cell != 'O');
                runs.filter_map(|run| (run.len() as u64).checked_sub(1)).collect()
            }
            Self::Plain => position.words().to_vec(),
        }
    }
}

/// A board whose positions are heaps of one game, or coins.
pub(super) enum Closed {
    /// Their values are terms of a sequence.
    Sequence { heaps: Heaps, sequence: Box<GrundySequence> },
    /// The theory gives the value of a heap: the sizes in Nim, and in Lasker's Nim [WW, ch. 4] the sizes with the last
    /// two of every four exchanged.
    Formula(PeriodicLaw),
    /// Their values stand in a table.
    Pairs(PairValues<PairGame>),
    /// Every head is worth what it is alone.
    Coins(Box<BoardCoins>),
}

impl Closed {
    /// What gives the values of a board, if there is something. Play must be normal.
    pub(super) fn of(game: &Board, position: &Packed) -> Option<Self> {
        let rules = game.rules();
        if let Some(code) = rules.code() {
            game.heaps(position)?;
            let heaps = Heaps::Own(game.clone());
            return Some(Self::Sequence {
                heaps,
                sequence: Box::new(GrundySequence::of_code(code.clone())),
            });
        }
        if let Some(coins) = BoardCoins::of(game) {
            return Some(Self::Coins(Box::new(coins)));
        }
        if !rules.is_impartial() || !game.is_line() || game.draw(position).contains('|') {
            return None;
        }
        let cannibal = ruleset("Cannibal Clobber").ok()?.impartial();
        let code: HeapCode = RUNS.parse().ok()?;
        (cannibal == *rules).then(|| Self::Sequence {
            heaps: Heaps::Runs(game.clone()),
            sequence: Box::new(GrundySequence::of_code(code)),
        })
    }

    /// The values of heaps of a game.
    pub(super) fn of_heaps(rules: &HeapRules) -> Self {
        match rules {
            HeapRules::Single(game) => match game.code().map(HeapCode::to_string).as_deref() {
                Some(NIM) => Self::Formula(PeriodicLaw::new(vec![0], 0, 1)),
                Some(LASKERS_NIM) => Self::Formula(PeriodicLaw::new(vec![0, 1, 2, 4, 3], 1, 4)),
                _ => Self::Sequence {
                    heaps: Heaps::Plain,
                    sequence: Box::new(GrundySequence::shared(Arc::clone(game))),
                },
            },
            HeapRules::Pair(game) => Self::Pairs(PairValues::new(Arc::clone(game))),
        }
    }

    /// The largest heap of a position whose value is a term of a sequence.
    pub(super) fn largest(&self, position: &Packed) -> Option<u64> {
        match self {
            Self::Sequence { heaps, .. } => heaps.of(position).into_iter().max(),
            Self::Formula(_) | Self::Pairs(_) | Self::Coins(_) => None,
        }
    }

    /// Computes the sequence up to a heap, or as far as its period is proved.
    pub(super) fn grow(&mut self, heap: u64, limits: &Limits) -> Result<()> {
        if let Self::Sequence { sequence, .. } = self {
            sequence.far(heap, limits)?;
        }
        Ok(())
    }

    /// The Grundy value of a position.
    pub(super) fn value(&mut self, position: &Packed, limits: &Limits) -> Result<u64> {
        let mut value = 0;
        match self {
            Self::Sequence { heaps, sequence } => {
                for heap in heaps.of(position) {
                    value ^= sequence.far(heap, limits)?;
                }
            }
            Self::Formula(of) => {
                value = position
                    .words()
                    .iter()
                    .fold(0, |sum, &heap| sum ^ of.value(heap).unwrap_or(heap));
            }
            Self::Pairs(values) => {
                for pair in pairs(position) {
                    value ^= u64::from(values.value(pair, limits)?);
                }
            }
            Self::Coins(coins) => value = coins.value(position, limits)?,
        }
        Ok(value)
    }

    /// The law of all heaps, if it is known or found by heaps up to a size.
    pub(super) fn law(&mut self, heap: u64, limits: &Limits) -> Result<Option<PeriodicLaw>> {
        match self {
            Self::Sequence { sequence, .. } => Ok(sequence.law(heap, limits)?),
            Self::Formula(law) => Ok(Some(law.clone())),
            Self::Pairs(_) | Self::Coins(_) => Ok(None),
        }
    }

    /// Whether a position has more moves than can be listed.
    pub(super) fn has_many_moves(&mut self, position: &Packed, limits: &Limits) -> Result<bool> {
        match self {
            Self::Coins(coins) => Ok(coins.moves(position, limits)? > MOST_MOVES),
            _ => Ok(false),
        }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Sequence { sequence, .. } => sequence.bytes(),
            Self::Coins(coins) => coins.bytes(),
            Self::Formula(_) | Self::Pairs(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_rules::Ruleset;

    #[test]
    fn formulas_are_the_sequences() {
        for name in ["nim", "laskers-nim"] {
            let code = Ruleset::named(name).unwrap().code().unwrap().clone();
            let closed = Closed::of_heaps(&HeapRules::Single(Arc::new(code.clone())));
            let Closed::Formula(of) = closed else { panic!("{name} has a formula") };
            let mut sequence = GrundySequence::of_code(code);
            for heap in 0..200 {
                let wanted = sequence.find(heap, &Limits::none()).unwrap();
                assert_eq!(of.value(heap), Some(wanted.into()), "{name} {heap}");
            }
        }
    }
}
