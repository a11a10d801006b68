//! Positions whose Grundy values are terms of a sequence: heap games with a code, and strips of impartial Cannibal Clobber.
//!
//! In the impartial version of Cannibal Clobber any stone may take any neighbour, so colours do not matter. A run of n stones is a heap of
//! n - 1 in the octal game 0.37: a move leaves runs of a and b stones with a + b = n - 1. If one is empty, the heap of n - 1 has become one of
//! n - 2: one is taken, and at most one heap is left (digit 3). If not, it has become heaps of a - 1 and b - 1: two are taken, and any number of
//! heaps up to two is left (digit 7, where none and one are the cases a = b = 1 and a or b = 1).

use farstar_rules::builtin::ruleset;
use farstar_rules::heap::HeapCode;
use farstar_rules::position::Ruleset;
use farstar_rules::{Game, Packed};
use farstar_value::Limits;

use crate::error::Result;
use crate::sequence::GrundySequence;

/// The code of the heaps that runs of stones are.
const RUNS: &str = "0.37";

/// How positions of a board are heaps.
enum Heaps {
    Own(Game),
    Runs(Game),
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
        }
    }
}

/// A board whose positions are heaps of one sequence.
pub(super) struct Closed {
    heaps: Heaps,
    sequence: GrundySequence,
}

impl Closed {
    /// The sequence of a board, if there is one. Play must be normal.
    pub(super) fn of(game: &Game, position: &Packed) -> Option<Self> {
        let rules = game.rules();
        if let Some(code) = rules.code() {
            game.heaps(position)?;
            return Some(Self {
                heaps: Heaps::Own(game.clone()),
                sequence: GrundySequence::of_code(code),
            });
        }
        if !rules.is_impartial() || !game.is_line() || game.draw(position).contains('|') {
            return None;
        }
        let cannibal = ruleset("Cannibal Clobber").ok()?.impartial();
        let code: HeapCode = RUNS.parse().ok()?;
        (cannibal.hash() == rules.hash()).then(|| Self {
            heaps: Heaps::Runs(game.clone()),
            sequence: GrundySequence::of_code(code),
        })
    }

    /// The Grundy value of a position.
    pub(super) fn value(&mut self, position: &Packed, limits: &Limits) -> Result<u64> {
        let mut value = 0;
        for heap in self.heaps.of(position) {
            value ^= u64::from(self.sequence.find(heap, limits)?);
        }
        Ok(value)
    }
}
