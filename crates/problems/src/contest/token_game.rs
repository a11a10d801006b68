//! Two tokens on a board: QOJ 1827.

use std::fmt::Write;

use farstar_impartial::digraph::{Outcome, mex};
use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::impartial::heaps;
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::{Ended, Trial, Verification};

/// Cells of a token, x and y from 1.
pub type Cell = (u32, u32);

/// The two-token game on a board: the values that decide tokens apart from each other.
#[derive(Clone, Debug)]
pub struct TokenGame {
    size: u32,
    /// f(i, j) at i·(size + 1) + j.
    values: Vec<u16>,
}

impl TokenGame {
    /// The game on a board of `size` × `size`; O(size³).
    ///
    /// # Errors
    /// Those of `limits`.
    pub fn new(size: u32, limits: &Limits) -> Result<Self> {
        let mut game = Self { size, values: vec![0; ((size + 1) * (size + 1)) as usize] };
        for i in 1..=size {
            limits.check()?;
            for j in 1..=i {
                let rows = (1..i).filter(|&k| k.abs_diff(j) > 1).map(|k| game.value(k, j));
                let columns = (1..j).filter(|&k| i.abs_diff(k) > 1).map(|k| game.value(i, k));
                let value = mex(rows.chain(columns)) as u16;
                game.values[(i * (size + 1) + j) as usize] = value;
                game.values[(j * (size + 1) + i) as usize] = value;
            }
        }
        Ok(game)
    }

    /// f(i, j).
    fn value(&self, i: u32, j: u32) -> u32 {
        self.values[(i * (self.size + 1) + j) as usize].into()
    }

    /// The outcome with the tokens on two different cells of the board.
    #[must_use]
    pub fn outcome(&self, a: Cell, b: Cell) -> Outcome {
        let (dx, dy) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
        let apart = dx > 1 && dy > 1 && self.value(a.0, b.0) == self.value(a.1, b.1);
        Outcome::from_next_wins(dx + dy != 1 && !apart)
    }

    /// The number of winning moves; O(size).
    ///
    /// # Examples
    /// ```
    /// use farstar_problems::contest::token_game::TokenGame;
    /// use farstar_value::Limits;
    /// let game = TokenGame::new(7, &Limits::none())?;
    /// assert_eq!(game.winning_moves((6, 6), (1, 7)), 3);
    /// # Ok::<(), farstar_problems::Error>(())
    /// ```
    #[must_use]
    pub fn winning_moves(&self, a: Cell, b: Cell) -> usize {
        let wins = |&(a, b): &(Cell, Cell)| self.outcome(a, b) == Outcome::P;
        let first = steps(a, b).map(|next| (next, b));
        first.chain(steps(b, a).map(|next| (a, next))).filter(wins).count()
    }
}

/// Where a token may go: one coordinate falls, not onto the other token or past it.
fn steps(token: Cell, other: Cell) -> impl Iterator<Item = Cell> {
    let lowest = |same: bool, at: u32, other: u32| if same && other < at { other + 1 } else { 1 };
    let left = lowest(token.1 == other.1, token.0, other.0)..token.0;
    let down = lowest(token.0 == other.0, token.1, other.1)..token.1;
    left.map(move |x| (x, token.1)).chain(down.map(move |y| (token.0, y)))
}

/// I34: two tokens.
pub(crate) const TOKEN_GAME: Entry = Entry {
    instance: Instance::game("5 4 2 6", |text, limits| {
        turn(
            {
                let numbers =
                    read(text, |input| heaps::few(input, "a coordinate", 4..=4, 1..=SIZE.into()))?;
                let at: Vec<u32> = numbers.into_iter().map(|x| x as u32).collect();
                if at[..2] == at[2..] {
                    let message = "both tokens stand on one cell".to_owned();
                    return Err(Error::Input { line: 1, message });
                }
                TwoTokens((at[0], at[1]), (at[2], at[3]))
            },
            limits,
        )
    })
    .over("{0} {1} {2} {3}", [1, 4, 5]),
    answer: Some(|input, limits| {
        const SIZE: u32 = 300;
        let queries = input.integer("the number of queries", 0..=1_000_000)?;
        let game = TokenGame::new(SIZE, limits)?;
        let mut text = String::new();
        for _ in 0..queries {
            let mut cell = || -> Result<Cell> {
                let x = input.integer("a coordinate", 1..=SIZE)?;
                Ok((x, input.integer("a coordinate", 1..=SIZE)?))
            };
            let (a, b) = (cell()?, cell()?);
            if a == b {
                return Err(input.error("both tokens stand on one cell"));
            }
            let _ = writeln!(text, "{}", game.winning_moves(a, b));
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification::to([5, 7, 9], |to, trial| {
        each_position(to, trial, |trial, game, play, position| {
            let TwoTokens(a, b) = position;
            let case = || format!("tokens on {a:?} and {b:?}");
            let played = play.outcome(&position, trial.limits())?;
            trial.compare(case, game.outcome(a, b), played)?;
            let winning = play.winning(&position, trial.limits())?.len();
            trial.compare(case, game.winning_moves(a, b), winning)
        })
    })),
    claims: &[(
        "IE21",
        Verification::to([2, 3, 7], |to, trial| {
            each_position(to, trial, |trial, game, play, position| {
                let TwoTokens(a, b) = position;
                let equal = |x: &u32| game.value(a.0, *x) == game.value(a.1, b.1);
                trial.compare(
                    || format!("tokens on {a:?} and {b:?}"),
                    (1..b.0).filter(equal).count(),
                    play.winning(&position, trial.limits())?.len(),
                )
            })
        }),
    )],
    ..entry!("I34", "token-game")
};

/// Two tokens on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct TwoTokens(Cell, Cell);

impl Moves for TwoTokens {
    fn moves(&self) -> Vec<Self> {
        let &Self(a, b) = self;
        // By the words of the rules, not by the ranges of `steps`.
        let lowered = |t: Cell, o: Cell| {
            let left = (1..t.0).map(move |x| (x, t.1));
            let down = (1..t.1).map(move |y| (t.0, y));
            left.chain(down).filter(move |&to| {
                let between = |p: u32, lo: u32, hi: u32| lo <= p && p < hi;
                !(o.1 == t.1 && to.1 == t.1 && between(o.0, to.0, t.0)
                    || o.0 == t.0 && to.0 == t.0 && between(o.1, to.1, t.1))
            })
        };
        let first = lowered(a, b).map(|next| Self(next, b));
        first.chain(lowered(b, a).map(|next| Self(a, next))).collect()
    }
}

/// Goes through the positions of a board, with the game and play on it.
fn each_position(
    size: u64,
    trial: &mut Trial<'_>,
    mut visit: impl FnMut(
        &mut Trial<'_>,
        &TokenGame,
        &mut Play<TwoTokens>,
        TwoTokens,
    ) -> std::result::Result<(), Ended>,
) -> std::result::Result<(), Ended> {
    let game = TokenGame::new(size as u32, trial.limits())?;
    let mut play = Play::new();
    let mut positions = two_tokens(size as u32).into_iter();
    positions.try_for_each(|position| visit(trial, &game, &mut play, position))
}

/// All positions, the smallest sum of coordinates first.
fn two_tokens(size: u32) -> Vec<TwoTokens> {
    let cells = || (1..=size).flat_map(move |x| (1..=size).map(move |y| (x, y)));
    let mut positions: Vec<TwoTokens> = cells()
        .flat_map(|a| cells().filter(move |&b| a != b).map(move |b| TwoTokens(a, b)))
        .collect();
    positions.sort_by_key(|TwoTokens(a, b)| a.0 + a.1 + b.0 + b.1);
    positions
}

/// The board of the instance.
const SIZE: u32 = 7;

impl Playable for TwoTokens {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        Ok(Some(TokenGame::new(SIZE, limits)?.outcome(self.0, self.1).into()))
    }

    fn text(&self) -> String {
        format!("{} {} {} {}", self.0.0, self.0.1, self.1.0, self.1.1)
    }

    fn picture(&self) -> Picture {
        let sign = |at: Cell| match at {
            at if at == self.0 => 'A',
            at if at == self.1 => 'B',
            _ => '.',
        };
        let cells = (1..=SIZE).rev().flat_map(|y| (1..=SIZE).map(move |x| (x, y)));
        Picture::grid(SIZE as usize, &cells.map(sign).collect::<String>())
    }

    fn called(&self, after: &Self) -> Option<String> {
        let (name, to) = if self.0 == after.0 { ('B', after.1) } else { ('A', after.0) };
        Some(format!("{name} → ({}, {})", to.0, to.1))
    }
}
