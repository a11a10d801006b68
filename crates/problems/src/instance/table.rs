//! Tables of small positions of an entry's game by the definition, behind which a law is looked for.

use farstar_value::{Limits, Player};

use super::{Fate, Game, Turn};
use crate::error::{Error, Result};

/// A box of positions: a text with {0}, {1}, … for numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionBox {
    /// A position as text, with {0}, {1}, … for the numbers.
    pub pattern: &'static str,
    /// The least that each number is.
    pub low: u64,
    /// The largest that each number is, where nothing else is asked for.
    pub usual: u64,
    /// The largest that can be asked for.
    pub most: u64,
}

/// What positions of a game are worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tabulated {
    /// Whether it is said who wins: 0 who does not begin, 1 who does, 2 Left, 3 Right, 4 nobody. Otherwise the values
    /// are Grundy values.
    pub winners: bool,
    /// The numbers of each position, and its value.
    pub rows: Vec<(Vec<i64>, i64)>,
}

impl PositionBox {
    /// How many numbers a position has.
    #[must_use]
    pub fn numbers(&self) -> usize {
        self.pattern.matches('{').count()
    }

    /// The position with these numbers.
    fn position(&self, cell: &[i64]) -> String {
        let fill = |text: String, (axis, x): (usize, &i64)| {
            text.replace(&format!("{{{axis}}}"), &x.to_string())
        };
        cell.iter().enumerate().fold(self.pattern.to_owned(), fill)
    }

    /// All lists of numbers from the least to `to`, the last number changing first.
    fn all(&self, to: u64) -> Vec<Vec<i64>> {
        let range = self.low as i64..=to as i64;
        (0..self.numbers()).fold(vec![Vec::new()], |cells, _| {
            let further = |cell: &Vec<i64>| {
                let cell = cell.clone();
                range.clone().map(move |x| [&cell[..], &[x]].concat())
            };
            cells.iter().flat_map(further).collect()
        })
    }
}

impl Game {
    /// The small positions with their Grundy values, or with who wins where they have none or `winners` is asked for;
    /// each is played out whole. Lists of numbers that are no position are left out. `tell` hears how many of how many
    /// are done.
    ///
    /// # Errors
    /// [`Error::Refused`] if the game has no such positions or `to` is too large; those of `limits`.
    ///
    /// # Examples
    /// ```
    /// use farstar_problems::{Instance, catalogue};
    /// use farstar_value::Limits;
    /// let Instance::Game(stairs) = &catalogue::problem("staircase-nim")?.instance else { unreachable!() };
    /// let table = stairs.tabulate(Some(2), false, &Limits::none(), &mut |_, _| {})?;
    /// // what lies on every second stair decides
    /// assert!(table.rows.iter().all(|(piles, value)| piles[0] ^ piles[2] == *value));
    /// # Ok::<(), farstar_problems::Error>(())
    /// ```
    pub fn tabulate(
        &self,
        to: Option<u64>,
        winners: bool,
        limits: &Limits,
        tell: &mut dyn FnMut(u64, u64),
    ) -> Result<Tabulated> {
        let Some(cells) = &self.cells else {
            let why = "the positions of this game are no box of numbers that could be tabulated";
            return Err(Error::Refused(why.to_owned()));
        };
        let to = to.unwrap_or(cells.usual);
        if !(cells.low..=cells.most).contains(&to) {
            return Err(Error::Refused(format!(
                "positions up to {to} are out of reach of play; expected {} to {}",
                cells.low, cells.most
            )));
        }
        let all = cells.all(to);
        let (count, mut turns) = (all.len() as u64, Vec::new());
        for (done, cell) in (0..).zip(all) {
            tell(done, count);
            limits.check()?;
            match self.turn(&cells.position(&cell), limits) {
                Ok(turn) => turns.push((cell, turn.grundy, winner(&turn))),
                Err(Error::Input { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        let grundy = |(cell, value, _): &(Vec<i64>, Option<u32>, i64)| {
            value.map(|value| (cell.clone(), i64::from(value)))
        };
        let values = if winners { None } else { turns.iter().map(grundy).collect() };
        Ok(match values {
            Some(rows) => Tabulated { winners: false, rows },
            None => {
                let rows = turns.into_iter().map(|(cell, _, winner)| (cell, winner)).collect();
                Tabulated { winners: true, rows }
            }
        })
    }
}

/// Who wins, as a number.
fn winner(turn: &Turn) -> i64 {
    let wins = |player: Player| {
        let side = turn.sides.iter().find(|side| side.player == player);
        side.or(turn.sides.first()).map_or(Fate::Draws, |side| side.played)
    };
    match (wins(Player::Left), wins(Player::Right)) {
        (Fate::Loses, Fate::Loses) => 0,
        (Fate::Wins, Fate::Wins) => 1,
        (Fate::Wins, Fate::Loses) => 2,
        (Fate::Loses, Fate::Wins) => 3,
        _ => 4,
    }
}
