//! Row echelon form by blocked elimination.
//!
//! Columns are taken in panels of [`PANEL`]. Inside a panel plain elimination finds the pivots and leaves the
//! multipliers in place; the pivot rows to its right follow by a triangular system, and all rows below are updated at
//! once by a matrix product, whose entries are scalar products reduced once. Pivot rows are scaled to pivot 1, so a
//! multiplier is simply the entry it removes.

use crate::error::{AlgebraError, Check, proceed};
use crate::field::Nimber;
use crate::working::Working;

/// Columns of a panel: measured on one AVX-512 server.
const PANEL: usize = 24;

/// A matrix in row echelon form, pivots scaled to one.
pub(super) struct Echelon<W> {
    entries: Vec<W>,
    width: usize,
    /// Column of the pivot of each of the first rows.
    pub(super) columns: Vec<usize>,
    /// The pivots before scaling; their product is the determinant of a regular square matrix.
    pub(super) pivots: Vec<W>,
}

impl<W: Working> Echelon<W> {
    /// Eliminates in the first `pivot_columns` of `width` columns; the others are carried along.
    pub(super) fn of(
        entries: &[W],
        rows: usize,
        width: usize,
        pivot_columns: usize,
        check: Check<'_>,
    ) -> Result<Self, AlgebraError> {
        let mut echelon =
            Self { entries: entries.to_vec(), width, columns: Vec::new(), pivots: Vec::new() };
        let mut first = 0;
        while first < pivot_columns && echelon.columns.len() < rows {
            proceed(check)?;
            let end = (first + PANEL).min(pivot_columns);
            let start = echelon.columns.len();
            echelon.eliminate_panel(rows, first, end);
            echelon.update_right(rows, start, end);
            echelon.clear_multipliers(rows, start);
            first = end;
        }
        Ok(echelon)
    }

    pub(super) fn row(&self, row: usize) -> &[W] {
        &self.entries[row * self.width..][..self.width]
    }

    /// The rows from `row` on, split before row `at`.
    fn split_rows(&mut self, at: usize) -> (&mut [W], &mut [W]) {
        self.entries.split_at_mut(at * self.width)
    }

    /// Plain elimination inside the columns from `first` to `end`. Below a pivot its column keeps the multipliers.
    fn eliminate_panel(&mut self, rows: usize, first: usize, end: usize) {
        let width = self.width;
        for column in first..end {
            let next = self.columns.len();
            let Some(pivot_row) =
                (next..rows).find(|&row| !self.entries[row * width + column].is_zero())
            else {
                continue;
            };
            if pivot_row != next {
                let (above, below) = self.split_rows(pivot_row);
                above[next * width..][..width].swap_with_slice(&mut below[..width]);
            }
            let (above, below) = self.split_rows(next + 1);
            let row = &mut above[next * width..];
            let pivot = row[column];
            W::scale(&mut row[column + 1..end], pivot.inverse());
            let row = &row[column + 1..end];
            for other in below.chunks_exact_mut(width) {
                let multiplier = other[column];
                if !multiplier.is_zero() {
                    W::axpy(&mut other[column + 1..end], multiplier, row);
                }
            }
            self.columns.push(column);
            self.pivots.push(pivot);
        }
    }

    /// Brings the columns from `end` on up to date with the pivots found in the panel, those of the rows from `start`
    /// on.
    fn update_right(&mut self, rows: usize, start: usize, end: usize) {
        let (width, found) = (self.width, self.columns.len() - start);
        if found == 0 || end == width {
            return;
        }
        let multipliers_of = |row: &[W], columns: &[usize]| -> Vec<W> {
            columns.iter().map(|&column| row[column]).collect()
        };
        let columns = self.columns[start..].to_vec();
        let pivots = self.pivots[start..].to_vec();
        let (above, below) = self.split_rows(start + found);
        let panel = &mut above[start * width..];
        for t in 0..found {
            let (done, rest) = panel.split_at_mut(t * width);
            let row = &mut rest[..width];
            let multipliers = multipliers_of(row, &columns[..t]);
            for (done, multiplier) in done.chunks_exact(width).zip(multipliers) {
                W::axpy(&mut row[end..], multiplier, &done[end..]);
            }
            W::scale(&mut row[end..], pivots[t].inverse());
        }
        let multipliers: Vec<W> = below
            .chunks_exact(width)
            .flat_map(|row| columns.iter().map(|&column| row[column]))
            .collect();
        if let Some(right) = below.get_mut(end..) {
            let shape = [rows - start - found, found, width - end];
            W::matrix_product(right, width, (&multipliers, found), (&panel[end..], width), shape);
        }
    }

    /// Writes the zeros and ones of the echelon form over the pivots and multipliers.
    fn clear_multipliers(&mut self, rows: usize, start: usize) {
        for pivot_row in start..self.columns.len() {
            let column = self.columns[pivot_row];
            self.entries[pivot_row * self.width + column] = W::ONE;
            for row in pivot_row + 1..rows {
                self.entries[row * self.width + column] = W::ZERO;
            }
        }
    }

    /// Clears the entries above the pivots: reduced row echelon form. Works upwards in blocks of [`PANEL`] pivots.
    pub(super) fn substitute_back(&mut self) {
        let width = self.width;
        let mut end = self.columns.len();
        while end > 0 {
            let start = end.saturating_sub(PANEL);
            // Inside the block, from the last row up.
            let from = self.columns[start];
            for pivot_row in (start + 1..end).rev() {
                let column = self.columns[pivot_row];
                let (above, below) = self.split_rows(pivot_row);
                for other in above[start * width..].chunks_exact_mut(width) {
                    let multiplier = other[column];
                    if !multiplier.is_zero() {
                        W::axpy(&mut other[column..], multiplier, &below[column..width]);
                    }
                }
            }
            // All rows above the block at once.
            let columns = self.columns[start..end].to_vec();
            let (above, below) = self.split_rows(start);
            let multipliers: Vec<W> = above
                .chunks_exact(width)
                .flat_map(|row| columns.iter().map(|&column| row[column]))
                .collect();
            if let Some(right) = above.get_mut(from..) {
                let shape = [start, end - start, width - from];
                let block = (&below[from..], width);
                W::matrix_product(right, width, (&multipliers, end - start), block, shape);
            }
            end = start;
        }
    }

    /// A basis of the kernel of the first `columns` columns, from the reduced form.
    pub(super) fn kernel<N: Nimber>(&self, columns: usize) -> Vec<Vec<N>> {
        let mut pivots = self.columns.iter().copied().peekable();
        let mut basis = Vec::new();
        for free in 0..columns {
            if pivots.next_if_eq(&free).is_some() {
                continue;
            }
            let mut solution = vec![N::ZERO; columns];
            solution[free] = N::ONE;
            for (row, &column) in self.columns.iter().enumerate().take_while(|(_, c)| **c < free) {
                solution[column] = self.row(row)[free].export();
            }
            basis.push(solution);
        }
        basis
    }
}
