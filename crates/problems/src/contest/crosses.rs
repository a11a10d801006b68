//! Crosses and Crosses, the game of Treblecross: POJ 3537.

use std::fmt::Write;

use farstar_impartial::compound::multi_grundy;
use farstar_impartial::digraph::Outcome;
use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::whole::{Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::Verification;

/// Grundy values of strips of 0 to `longest` free cells of Treblecross: a mark strikes out itself and two cells on
/// either side.
///
/// # Errors
/// Those of `limits`.
///
/// # Examples
/// ```
/// use farstar_problems::contest::crosses::strips;
/// use farstar_value::Limits;
/// let values = strips(12, &Limits::none())?;
/// assert_eq!((values[6], values[11], values[12]), (0, 1, 0));
/// # Ok::<(), farstar_problems::Error>(())
/// ```
pub fn strips(longest: u32, limits: &Limits) -> Result<Vec<u32>> {
    let marks = |n: u32, add: &mut dyn FnMut(&[u32])| {
        (0..n.div_ceil(2))
            .for_each(|before| add(&[before.saturating_sub(2), (n - before).saturating_sub(3)]));
    };
    Ok(multi_grundy(longest + 1, marks, limits)?)
}

/// The lengths of the runs of cells at a distance of more than two from every mark; `None` if two marks are so near
/// that the next player completes three.
#[must_use]
pub fn free_runs(board: &[bool]) -> Option<Vec<u32>> {
    let marks: Vec<usize> = (0..board.len()).filter(|&i| board[i]).collect();
    if marks.windows(2).any(|pair| pair[1] - pair[0] <= 2) {
        return None;
    }
    let mut runs = Vec::new();
    let mut start = 0;
    for &mark in &marks {
        runs.push(mark.saturating_sub(2).saturating_sub(start) as u32);
        start = (mark + 3).min(board.len());
    }
    runs.push((board.len() - start) as u32);
    Some(runs)
}

/// I43: Treblecross.
pub(crate) const CROSSES: Entry = Entry {
    instance: Instance::game("..X........", |text, limits| turn(read(text, Strip::read)?, limits)),
    answer: Some(answer_crosses),
    verification: Some(Verification::to([8, 12, 18], |to, trial| {
        let values = strips(to as u32, trial.limits())?;
        let mut play = Play::new();
        for n in 3..=to as u32 {
            for marks in 0_u32..1 << n {
                let strip = Strip { n, marks };
                if strip.won() {
                    continue;
                }
                let board: Vec<bool> = (0..n).map(|i| marks >> i & 1 == 1).collect();
                let hot = |runs: Vec<u32>| {
                    runs.iter().fold(0, |sum, &run| sum ^ values[run as usize]) != 0
                };
                trial.compare(
                    || board.iter().map(|&mark| if mark { 'X' } else { '.' }).collect(),
                    Outcome::from_next_wins(free_runs(&board).is_none_or(hot)),
                    play.outcome(&strip, trial.limits())?,
                )?;
            }
        }
        Ok(())
    })),
    ..entry!("I43", "crosses")
};

/// A strip with marks as bits; three in a row end the game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Strip {
    n: u32,
    marks: u32,
}

impl Strip {
    fn won(&self) -> bool {
        self.marks & self.marks >> 1 & self.marks >> 2 != 0
    }
}

impl Moves for Strip {
    fn moves(&self) -> Vec<Self> {
        if self.won() {
            return Vec::new();
        }
        let free = (0..self.n).filter(|i| self.marks >> i & 1 == 0);
        free.map(|i| Self { n: self.n, marks: self.marks | 1 << i }).collect()
    }
}

fn answer_crosses(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    const LONGEST: u32 = 10_000;
    let mut ahead = input.clone();
    let word = ahead.word("n or a board")?;
    if word.bytes().any(|c| !b".X".contains(&c)) {
        let n = input.integer("n", 3..=LONGEST)?;
        let first = strips(n, limits)?[n as usize] != 0;
        return Ok(format!("{}\n", if first { 1 } else { 2 }));
    }
    *input = ahead;
    let board: Vec<bool> = word.bytes().map(|c| c == b'X').collect();
    if !(3..=LONGEST as usize).contains(&board.len()) {
        return Err(
            input.error(format!("a board of {} cells; expected 3 to {LONGEST}", board.len()))
        );
    }
    let marked = |i: usize| board.get(i).copied().unwrap_or(false);
    if (0..board.len()).any(|i| marked(i) && marked(i + 1) && marked(i + 2)) {
        return Err(input.error("three marks in a row: the game is over"));
    }
    let (shown, winning): (String, Vec<usize>) = match free_runs(&board) {
        None => {
            // A winning cell completes three.
            let near = |i: usize, back: usize| i.checked_sub(back).is_some_and(marked);
            let completes = |&i: &usize| {
                !marked(i)
                    && (marked(i + 1) && marked(i + 2)
                        || near(i, 1) && marked(i + 1)
                        || near(i, 1) && near(i, 2))
            };
            ("line N".to_owned(), (0..board.len()).filter(completes).collect())
        }
        Some(runs) => {
            let values = strips(board.len() as u32, limits)?;
            let sum = runs.iter().fold(0, |sum, &run| sum ^ values[run as usize]);
            let mut winning = Vec::new();
            let mut start = 0;
            // The runs again with their places: a free cell has no mark within two cells.
            let free = |i: usize| (i.saturating_sub(2)..i + 3).all(|j| !marked(j));
            while start < board.len() {
                let length = (start..board.len()).take_while(|&i| free(i)).count();
                let wanted = sum ^ values[length];
                for before in 0..length {
                    let parts = [before.saturating_sub(2), (length - before).saturating_sub(3)];
                    if sum != 0 && values[parts[0]] ^ values[parts[1]] == wanted {
                        winning.push(start + before);
                    }
                }
                start += length.max(1);
            }
            (format!("{sum} {}", Outcome::from_next_wins(sum != 0)), winning)
        }
    };
    let mut text = format!("{shown}\n{}\n", winning.len());
    for cell in winning {
        let _ = writeln!(text, "{}", cell + 1);
    }
    Ok(text)
}

impl Strip {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let cells = input.word("a strip")?;
        if !(3..=12).contains(&cells.len()) || cells.bytes().any(|c| !b".X".contains(&c)) {
            return Err(input.error("expected 3 to 12 cells, each . or X"));
        }
        let marks = (0..).zip(cells.bytes()).filter(|(_, c)| *c == b'X');
        Ok(Self { n: cells.len() as u32, marks: marks.fold(0, |mask, (i, _)| mask | 1 << i) })
    }
}

impl Playable for Strip {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        if self.won() {
            return Ok(Some(Fate::Loses));
        }
        let board: Vec<bool> = (0..self.n).map(|i| self.marks >> i & 1 == 1).collect();
        let values = strips(self.n, limits)?;
        let hot = |runs: Vec<u32>| runs.iter().fold(0, |sum, &run| sum ^ values[run as usize]) != 0;
        Ok(Some(Fate::of(free_runs(&board).is_none_or(hot))))
    }

    fn text(&self) -> String {
        (0..self.n).map(|i| if self.marks >> i & 1 == 1 { 'X' } else { '.' }).collect()
    }

    fn picture(&self) -> Picture {
        Picture::strip(&self.text())
    }
}
