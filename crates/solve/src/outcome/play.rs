//! Moves in sums, and which of them win.

use farstar_rules::Packed;
use farstar_value::{Game, Limits, Player};

use super::{Component, OutcomeSearch};
use crate::error::Result;

/// What a move makes of a component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Another position on the same board.
    Position(Packed),
    /// A canonical option of a value.
    Value(Game),
}

/// A move in a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// The place of the component in the sum.
    pub component: usize,
    /// What becomes of it.
    pub to: Target,
}

impl Move {
    /// The sum after the move.
    #[must_use]
    pub fn apply(&self, sum: &[Component]) -> Vec<Component> {
        let mut next = sum.to_vec();
        let moved = match (&sum[self.component], &self.to) {
            (Component::Position { board, .. }, Target::Position(position)) => {
                Component::Position { board: *board, position: position.clone() }
            }
            (_, Target::Value(value)) => Component::Value(*value),
            (component, Target::Position(_)) => component.clone(),
        };
        next[self.component] = moved;
        next
    }
}

impl OutcomeSearch<'_> {
    /// Every move of a player: by component, then sorted; each position reached is named once.
    ///
    /// # Errors
    /// Those of the options of values.
    pub fn moves(&mut self, sum: &[Component], player: Player) -> Result<Vec<Move>> {
        let mut moves = Vec::new();
        for (at, component) in sum.iter().enumerate() {
            match component {
                Component::Position { board, position } => {
                    let mut options = Vec::new();
                    self.ruleset(*board).options(position, player, &mut options);
                    options.sort_unstable();
                    options.dedup();
                    moves.extend(
                        options
                            .into_iter()
                            .map(|to| Move { component: at, to: Target::Position(to) }),
                    );
                }
                Component::Value(value) => {
                    let options = self.values.calc.options(*value, player)?;
                    moves.extend(
                        options.into_iter().map(|to| Move { component: at, to: Target::Value(to) }),
                    );
                }
            }
        }
        Ok(moves)
    }

    /// Whether the other player, who is to move after a move of `player`, loses.
    ///
    /// # Errors
    /// Those of [`OutcomeSearch::outcome`].
    pub fn is_winning(
        &mut self,
        sum: &[Component],
        one: &Move,
        player: Player,
        limits: &Limits,
    ) -> Result<bool> {
        Ok(!self.wins(&one.apply(sum), player.opponent(), limits)?)
    }

    /// The moves of a player after which the other, who is then to move, loses.
    ///
    /// # Errors
    /// Those of [`OutcomeSearch::outcome`].
    pub fn winning_moves(
        &mut self,
        sum: &[Component],
        player: Player,
        limits: &Limits,
    ) -> Result<Vec<Move>> {
        let mut winning = Vec::new();
        for one in self.moves(sum, player)? {
            if self.is_winning(sum, &one, player, limits)? {
                winning.push(one);
            }
        }
        Ok(winning)
    }
}
