//! Moves with their values: which of them win, and which are worth a thought.

use farstar_rules::Packed;
use farstar_value::{Game, Limits, Player};

use super::Values;
use crate::Result;

/// A position that one move reaches, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The position after the move.
    pub position: Packed,
    /// Its value.
    pub value: Game,
}

impl Values<'_> {
    /// Every position that a move of `player` reaches, each once, sorted, with its value.
    ///
    /// # Errors
    /// As [`Values::value`].
    pub fn moves(
        &mut self,
        position: &Packed,
        player: Player,
        limits: &Limits,
    ) -> Result<Vec<Move>> {
        let mut options = Vec::new();
        self.ruleset().options(position, player, &mut options);
        options.sort_unstable();
        options.dedup();
        options
            .into_iter()
            .map(|position| {
                let value = self.value(&position, limits)?;
                Ok(Move { position, value })
            })
            .collect()
    }

    /// The moves after which `player` wins as the second to move: the value is at least 0 for Left, at most 0 for
    /// Right.
    ///
    /// # Errors
    /// As [`Values::value`].
    pub fn winning_moves(
        &mut self,
        position: &Packed,
        player: Player,
        limits: &Limits,
    ) -> Result<Vec<Move>> {
        let moves = self.moves(position, player, limits)?;
        let mut calc = self.arena().calculator_with(limits);
        let mut winning = Vec::new();
        for one in moves {
            let wins = match player {
                Player::Left => calc.ge(one.value, Game::ZERO)?,
                Player::Right => calc.le(one.value, Game::ZERO)?,
            };
            if wins {
                winning.push(one);
            }
        }
        Ok(winning)
    }

    /// The moves to canonical options: neither dominated nor reversible, so that no other moves are ever needed,
    /// whatever else is played beside.
    ///
    /// A position all of whose moves of `player` are reversible has none, although it has moves; see [`Values::moves`].
    ///
    /// # Errors
    /// As [`Values::value`].
    pub fn sensible_moves(
        &mut self,
        position: &Packed,
        player: Player,
        limits: &Limits,
    ) -> Result<Vec<Move>> {
        let value = self.value(position, limits)?;
        let moves = self.moves(position, player, limits)?;
        let mut calc = self.arena().calculator_with(limits);
        let canonical = calc.options(value, player)?;
        Ok(moves.into_iter().filter(|one| canonical.contains(&one.value)).collect())
    }
}
