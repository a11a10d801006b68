//! Positions of built-in rulesets as instances.

use std::collections::HashSet;

use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed};
use farstar_solve::values::Values;
use farstar_value::{Arena, Limits, Player};

use super::playable::{self, Playable};
use super::{Claim, Fate, Picture, Rules, Turn};
use crate::error::{Error, Result};

/// What a position lies on.
struct Table {
    rules: Ruleset,
    board: Board,
    claim: Claim,
    /// Whether both players have the same moves in every position that play can reach.
    impartial: bool,
}

/// A position on its board.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Place<'t> {
    table: Rules<'t, Table>,
    at: Packed,
}

impl Playable for Place<'_> {
    fn after(&self, mover: Player) -> Vec<Self> {
        let mut options = Vec::new();
        self.table.board.options(&self.at, mover, &mut options);
        options.into_iter().map(|at| Self { table: self.table, at }).collect()
    }

    fn impartial(&self) -> bool {
        self.table.impartial
    }

    fn rule(&self, mover: Player, limits: &Limits) -> Result<Option<Fate>> {
        (self.table.claim)(&self.table.board, &self.at, mover, limits)
    }

    fn text(&self) -> String {
        self.table.board.draw(&self.at)
    }

    fn picture(&self) -> Picture {
        let rules = &self.table.rules;
        Picture::Board {
            view: self.table.board.view(&self.at),
            kind: rules.kind(),
            pieces: rules.pieces().iter().map(|&sign| (sign, rules.owner(sign))).collect(),
        }
    }
}

/// Whether the players have the same moves in all positions that either reaches, as far as so many show: green
/// Hackenbush is impartial, though the ruleset is not.
fn is_impartial(board: &Board, start: &Packed) -> bool {
    const MOST: usize = 2000;
    let mut seen = HashSet::from([start.clone()]);
    let mut open = vec![start.clone()];
    while let Some(at) = open.pop() {
        let [left, right] = [Player::Left, Player::Right].map(|player| {
            let mut options = Vec::new();
            board.options(&at, player, &mut options);
            options.into_iter().collect::<HashSet<_>>()
        });
        if left != right || seen.len() > MOST {
            return false;
        }
        open.extend(left.into_iter().filter(|option| seen.insert(option.clone())));
    }
    true
}

/// Everything about a position of a ruleset.
pub(super) fn turn(name: &str, position: &str, claim: Claim, limits: &Limits) -> Result<Turn> {
    let wrong = |message: String| Error::Input { line: 1, message };
    let rules = Ruleset::named(name).map_err(|error| Error::Refused(error.to_string()))?;
    let (board, at) = rules.position(position).map_err(|error| wrong(error.to_string()))?;
    let impartial = rules.is_impartial() || is_impartial(&board, &at);
    let table = Table { rules, board, claim, impartial };
    playable::turn(Place { table: Rules(&table), at }, limits)
}

/// The theory of values: the sign of the value that the engine finds.
pub(crate) fn by_value(
    board: &Board,
    at: &Packed,
    mover: Player,
    limits: &Limits,
) -> Result<Option<Fate>> {
    let arena = Arena::new();
    let value = Values::new(&arena, board.clone())?.value(at, limits)?;
    let outcome = arena.calculator_with(limits).outcome(value)?;
    Ok(Some(Fate::of_outcome(outcome, mover)))
}
