//! Chomp: choose a square of a board and remove it with all squares below and to the right; who takes the square (1, 1)
//! loses.
//!
//! Every rectangle but 1 × 1 is won by the player to move (strategy stealing), but the argument names no move. Moves
//! are known for 1 × m, 2 × m and squares, and for the rest there is a search over the shapes inside the board (there
//! are C(n + m, n) of them).

use std::ops::ControlFlow;

use farstar_rules::impartial::{Impartial, Visit};
use farstar_value::Limits;

use crate::digraph::Outcome;
use crate::error::{Error, Result};
use crate::nimber_search::NimberSearch;
use farstar_play::Meter;

/// Largest number of squares that is searched.
const MOST_SQUARES: u64 = 1 << 16;

/// A Chomp position: the lengths of the rows, none longer than the one above, no row empty.
///
/// As an impartial game the move that takes the last square is left out, so that the usual rule (who cannot move loses)
/// is that of Chomp.
///
/// # Examples
/// ```
/// use farstar_impartial::chomp::Chomp;
/// use farstar_value::Limits;
/// assert_eq!(Chomp::rectangle(3, 4)?.winning_moves(&Limits::none())?, [(2, 3)]);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chomp {
    rows: Vec<u32>,
}

impl Chomp {
    /// The position with the given row lengths; empty rows at the end are dropped.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if a row is longer than the one above; [`Error::TooLarge`] beyond 2¹⁶ squares.
    pub fn new(mut rows: Vec<u32>) -> Result<Self> {
        if let Some(i) = (1..rows.len()).find(|&i| rows[i] > rows[i - 1]) {
            return Err(Error::out_of_range(
                format!("row {} of length {}", i + 1, rows[i]),
                "no row may be longer than the one above it",
            ));
        }
        let squares = rows.iter().fold(0u64, |sum, &row| sum + u64::from(row));
        if squares > MOST_SQUARES {
            return Err(Error::too_large(
                format!("a board of {squares} squares"),
                format!("boards of up to {MOST_SQUARES} squares can be searched"),
            ));
        }
        rows.retain(|&row| row > 0);
        Ok(Self { rows })
    }

    /// The full board.
    ///
    /// # Errors
    /// As [`Chomp::new`].
    pub fn rectangle(rows: u32, columns: u32) -> Result<Self> {
        if u64::from(rows) * u64::from(columns) > MOST_SQUARES {
            return Err(Error::too_large(
                format!("a board of {rows} × {columns} squares"),
                format!("boards of up to {MOST_SQUARES} squares can be searched"),
            ));
        }
        Self::new(vec![columns; if columns == 0 { 0 } else { rows as usize }])
    }

    /// The row lengths.
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// What the choice of square (row, column), counted from 1, leaves; `None` if there is no such square.
    #[must_use]
    pub fn after(&self, row: u32, column: u32) -> Option<Self> {
        let at = row.checked_sub(1)? as usize;
        if column == 0 || *self.rows.get(at)? < column {
            return None;
        }
        let mut rows = self.rows.clone();
        for length in &mut rows[at..] {
            *length = (*length).min(column - 1);
        }
        rows.retain(|&length| length > 0);
        Some(Self { rows })
    }

    /// The squares, row by row.
    fn squares(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        (1u32..).zip(&self.rows).flat_map(|(row, &length)| (1..=length).map(move |c| (row, c)))
    }

    /// The outcome: P iff taking the poisoned square cannot be avoided against good play. The empty board is N: the
    /// poison is gone.
    ///
    /// # Errors
    /// Only those of `limits`.
    pub fn outcome(&self, limits: &Limits) -> Result<Outcome> {
        if self.rows.is_empty() {
            return Ok(Outcome::N);
        }
        NimberSearch::new().outcome(self, limits)
    }

    /// All winning moves (row, column), counted from 1, in that order.
    ///
    /// # Errors
    /// Only those of `limits`.
    pub fn winning_moves(&self, limits: &Limits) -> Result<Vec<(u32, u32)>> {
        let mut search = NimberSearch::new();
        let mut meter = Meter::new(limits);
        let mut winning = Vec::new();
        for (row, column) in self.squares().skip(1) {
            meter.step(1)?;
            let Some(after) = self.after(row, column) else { continue };
            if search.outcome(&after, limits)? == Outcome::P {
                winning.push((row, column));
            }
        }
        Ok(winning)
    }
}

impl Impartial for Chomp {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        let mut squares = self.squares().skip(1);
        squares.try_for_each(|(row, column)| match self.after(row, column) {
            Some(after) => visit(after),
            None => ControlFlow::Continue(()),
        })
    }
}

/// A winning move on the full board where one is known in closed form: (1, 2) on 1 × m, (2, 2) on squares, (2, m) on 2
/// × m, and their mirror images. `None` for the other boards and for 1 × 1, which is lost. The sizes may be any
/// numbers.
///
/// ```
/// assert_eq!(farstar_impartial::chomp::closed_move(2, 1_000_000), Some((2, 1_000_000)));
/// ```
#[must_use]
pub const fn closed_move(rows: u64, columns: u64) -> Option<(u64, u64)> {
    match (rows, columns) {
        (0, _) | (_, 0) | (1, 1) => None,
        (1, _) => Some((1, 2)),
        (_, 1) => Some((2, 1)),
        _ if rows == columns => Some((2, 2)),
        (2, _) => Some((2, columns)),
        (_, 2) => Some((rows, 2)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rectangle_but_the_square_of_one_is_won() {
        for rows in 1..=6 {
            for columns in 1..=6 {
                let board = Chomp::rectangle(rows, columns).unwrap();
                let outcome = board.outcome(&Limits::none()).unwrap();
                assert_eq!(outcome, Outcome::from_next_wins(rows * columns > 1));
                let winning = board.winning_moves(&Limits::none()).unwrap();
                if let Some((r, c)) = closed_move(rows.into(), columns.into()) {
                    assert!(winning.contains(&(r as u32, c as u32)), "{rows} × {columns}");
                }
            }
        }
        assert_eq!(
            Chomp::rectangle(5, 6).unwrap().winning_moves(&Limits::none()).unwrap().len(),
            1
        );
    }

    #[test]
    fn l_shapes_are_lost_iff_their_arms_are_equal() {
        for arm in 1..8 {
            for leg in 1..8u32 {
                let mut rows = vec![arm];
                rows.extend(std::iter::repeat_n(1, leg as usize - 1));
                let outcome = Chomp::new(rows).unwrap().outcome(&Limits::none()).unwrap();
                assert_eq!(outcome, Outcome::from_next_wins(arm != leg));
            }
        }
    }

    #[test]
    fn what_is_no_board_is_refused() {
        assert!(Chomp::new(vec![1, 2]).is_err());
        assert!(Chomp::rectangle(1 << 20, 1 << 20).is_err());
        assert!(Chomp::rectangle(5, 5).unwrap().outcome(&Limits::none().nodes(3)).is_err());
        assert_eq!(Chomp::rectangle(0, 4).unwrap().outcome(&Limits::none()), Ok(Outcome::N));
    }
}
