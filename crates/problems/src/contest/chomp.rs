//! Chomp.

use std::fmt::Write;

use farstar_impartial::chomp::{Chomp, closed_move};
use farstar_impartial::digraph::Outcome;
use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::impartial::heaps;
use crate::impartial::heaps::joined;
use crate::impartial::whole::{Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::Verification;

/// I38: Chomp.
pub(crate) const CHOMP: Entry = Entry {
    instance: Instance::game("4 4 4", |text, limits| {
        turn(
            {
                let rows = read(text, |input| heaps::few(input, "a row", 1..=6, 0..=7))?;
                Bitten::of(&rows)?
            },
            limits,
        )
    })
    .over("{0} {1}", [0, 7, 7]),
    answer: Some(answer_chomp),
    verification: Some(Verification::to([4, 6, 8], |to, trial| {
        let mut play = Play::new();
        for n in 1..=to {
            for m in 1..=to {
                let board = Bitten(vec![m as u32; n as usize]);
                let played = play.outcome(&board, trial.limits())?;
                let case = || format!("{n} × {m}");
                trial.compare(case, Outcome::from_next_wins(n * m > 1), played)?;
                let known = closed_move(n, m);
                let after = known.map(|(r, c)| board.after(r as u32, c as u32));
                if let Some(after) = after {
                    let played = play.outcome(&after, trial.limits())?;
                    trial.compare(case, Outcome::P, played)?;
                }
                let found = Chomp::rectangle(n as u32, m as u32)?;
                let found = found.winning_moves(trial.limits())?;
                let listed =
                    joined(found.iter().map(|&(r, c)| format!("{:?}", board.after(r, c).0)));
                let winning = play.winning(&board, trial.limits())?;
                let winning = joined(winning.iter().map(|rows| format!("{:?}", rows.0)));
                trial.compare(case, listed, winning)?;
            }
        }
        Ok(())
    })),
    ..entry!("I38", "chomp")
};

/// Row lengths, without the move that takes the poison.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Bitten(Vec<u32>);

impl Bitten {
    fn after(&self, row: u32, column: u32) -> Self {
        let cut =
            |(i, &length): (u32, &u32)| if i >= row { length.min(column - 1) } else { length };
        Self((1..).zip(&self.0).map(cut).collect())
    }
}

impl Moves for Bitten {
    fn moves(&self) -> Vec<Self> {
        let squares = (1..).zip(&self.0).flat_map(|(r, &length)| (1..=length).map(move |c| (r, c)));
        squares.filter(|&square| square != (1, 1)).map(|(r, c)| self.after(r, c)).collect()
    }
}

fn answer_chomp(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    const MOST_SHAPES: f64 = 1e5;
    let n = input.integer("the number of rows", 1..=1_000_000_000_000_u64)?;
    let m = input.integer("the number of columns", 1..=1_000_000_000_000_u64)?;
    // C(n + m, n) shapes fit into the board.
    let shapes = (1..=n.min(m).min(64))
        .fold(1.0, |shapes: f64, i| shapes * (n.max(m) + i) as f64 / i as f64);
    let mut board = None;
    if !input.is_at_end() {
        let count = usize::try_from(n).ok().filter(|&n| n <= 1_000_000);
        let count = count.ok_or_else(|| input.error("too many rows to list"))?;
        let widest = u32::try_from(m).unwrap_or(u32::MAX);
        let rows: Vec<u32> = input.integers("a row length", count, 0..=widest)?;
        if let Some(i) = (1..rows.len()).find(|&i| rows[i] > rows[i - 1]) {
            return Err(input.error(format!("row {} is longer than the one above", i + 1)));
        }
        if rows.first() == Some(&0) {
            return Err(input.error("the board is empty; expected the square (1, 1)"));
        }
        let whole = rows.iter().all(|&row| u64::from(row) == m);
        if !whole {
            if shapes > MOST_SHAPES || n * m > 1 << 16 {
                return Err(Error::Refused(format!(
                    "a board of {n} × {m} has too many shapes to search"
                )));
            }
            board = Some(Chomp::new(rows)?);
        }
    }
    if board.is_none() && shapes <= MOST_SHAPES && n.saturating_mul(m) <= 4096 {
        board = Some(Chomp::rectangle(n as u32, m as u32)?);
    }
    let Some(board) = board else {
        let known = closed_move(n, m).map_or("?".to_owned(), |(r, c)| format!("1\n{r} {c}"));
        return Ok(format!("N\n{known}\n"));
    };
    let moves = board.winning_moves(limits)?;
    let mut text = format!("{}\n{}\n", Outcome::from_next_wins(!moves.is_empty()), moves.len());
    for (r, c) in moves {
        let _ = writeln!(text, "{r} {c}");
    }
    Ok(text)
}

impl Bitten {
    /// The board with rows of these lengths.
    fn of(rows: &[u64]) -> Result<Self> {
        let falling = rows.windows(2).all(|pair| pair[0] >= pair[1]);
        let rows: Vec<u32> = rows.iter().map(|&row| row as u32).collect();
        if !falling || rows.first() == Some(&0) {
            let message = "expected row lengths that do not rise, the first at least 1".to_owned();
            return Err(Error::Input { line: 1, message });
        }
        Ok(Self(rows))
    }
}

impl Playable for Bitten {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        let rows: Vec<u32> = self.0.iter().copied().filter(|&row| row > 0).collect();
        if rows.windows(2).all(|pair| pair[0] == pair[1]) {
            return Ok(Some(Fate::of(rows != [1])));
        }
        let winning = Chomp::new(rows)?.winning_moves(limits)?;
        Ok(Some(Fate::of(!winning.is_empty())))
    }

    fn text(&self) -> String {
        joined(&self.0)
    }

    fn picture(&self) -> Picture {
        let widest = self.0.first().copied().unwrap_or(1);
        let cell = |r: usize, c: u32| match (r, c) {
            (0, 0) => 'P',
            (r, c) if c < self.0[r] => '.',
            _ => '_',
        };
        let cells = (0..self.0.len()).flat_map(|r| (0..widest).map(move |c| (r, c)));
        let cells: String = cells.map(|(r, c)| cell(r, c)).collect();
        Picture::grid(widest as usize, &cells)
    }

    fn called(&self, after: &Self) -> Option<String> {
        let row = (0..self.0.len()).find(|&r| after.0[r] < self.0[r])?;
        Some(format!("({}, {})", row + 1, after.0[row] + 1))
    }
}
