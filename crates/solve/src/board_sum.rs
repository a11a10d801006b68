//! Positions of several boards as one position: a move is made on one of them.
//!
//! For searches that go through all positions of a sum, where the values of its boards are not known or, in misère
//! play, would not help.

use farstar_rules::position::{GameGraph, Key};
use farstar_rules::{Board, Packed};
use farstar_value::Player;

/// The sum of some boards; a position is one of each.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// use farstar_solve::board_sum::BoardSum;
/// use farstar_solve::loopy_play::LoopyPlay;
/// use farstar_value::{Limits, Outcome};
/// // A toad alone walks for ever, and so does a frog: together a draw.
/// let rules = ruleset("Backsliding Toads and Frogs")?;
/// let (boards, start) = [rules.position("T.")?, rules.position(".F")?].into_iter().unzip();
/// let play = LoopyPlay::of(&BoardSum::new(boards), &start, false, 1000, &Limits::none())?;
/// assert_eq!(play.outcome().to_string(), "D");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct BoardSum {
    boards: Vec<Board>,
}

impl BoardSum {
    /// The sum of these boards.
    #[must_use]
    pub fn new(boards: Vec<Board>) -> Self {
        Self { boards }
    }
}

impl GameGraph for BoardSum {
    type Position = Vec<Packed>;
    type Key = Vec<Packed>;

    fn options(&self, position: &Vec<Packed>, player: Player, options: &mut Vec<Vec<Packed>>) {
        let mut moved = Vec::new();
        for (at, (board, part)) in self.boards.iter().zip(position).enumerate() {
            moved.clear();
            board.options(part, player, &mut moved);
            options.extend(moved.drain(..).map(|part| {
                let mut after = position.clone();
                after[at] = part;
                after
            }));
        }
    }

    fn key(&self, part: &Vec<Packed>) -> Key<Vec<Packed>> {
        Key { part: part.clone(), negative: false }
    }

    fn ends(&self) -> bool {
        self.boards.iter().all(Board::ends)
    }

    fn overflowed(&self) -> bool {
        self.boards.iter().any(Board::overflowed)
    }

    fn owned_bytes(&self, position: &Vec<Packed>) -> usize {
        let boards = self.boards.iter().zip(position);
        boards.map(|(board, part)| size_of::<Packed>() + board.owned_bytes(part)).sum()
    }

    fn draw(&self, position: &Vec<Packed>) -> String {
        let drawn = self.boards.iter().zip(position).map(|(board, part)| board.draw(part));
        drawn.collect::<Vec<String>>().join(" + ")
    }
}
