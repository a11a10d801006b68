//! Boards given by their size: `4x4` is four rows of four columns, `7` a strip of seven cells.

use crate::language::PositionError;
use crate::language::ast::{BoardRules, Piece};

use super::text::MOST_CELLS;

/// What stands between rows and columns.
const BETWEEN: [char; 4] = ['x', 'X', '×', ','];

/// The numbers of a size, in words of digits: one, or rows and columns.
pub(super) fn numbers(text: &str) -> Option<(&str, Option<&str>)> {
    let digits = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_digit());
    let (first, second) = match text.split_once(BETWEEN) {
        Some((rows, columns)) => (rows.trim(), Some(columns.trim())),
        None => (text.trim(), None),
    };
    (digits(first) && second.is_none_or(digits)).then_some((first, second))
}

/// Rows and columns of a board that is given by its size; none if the text is no size.
///
/// # Errors
/// A size that no board of these rules has.
pub(super) fn size(
    rules: &BoardRules,
    text: &str,
) -> Result<Option<(usize, usize)>, PositionError> {
    // where digits are pieces, numbers are cells
    if rules.pieces.iter().any(char::is_ascii_digit) {
        return Ok(None);
    }
    let Some(found) = numbers(text) else { return Ok(None) };
    // what has more digits than a number is too large for a board as well
    let number = |word: &str| word.parse().unwrap_or(usize::MAX);
    let line = rules.kind.is_line();
    let (rows, columns) = match found {
        (rows, Some(columns)) => (number(rows), number(columns)),
        (columns, None) if line => (1, number(columns)),
        (rows, None) => {
            let kind = rules.kind.word();
            let message =
                format!("a {kind} has rows and columns: its size is written as {rows}x{rows}");
            return Err(PositionError::at(1, 1, message));
        }
    };
    if line && rows != 1 {
        let message = format!("a {} has one row: its size is one number", rules.kind.word());
        return Err(PositionError::at(1, 1, message));
    }
    check_size(columns, rows)?;
    Ok(Some((rows, columns)))
}

/// Whether a board has so many cells as it may have.
pub(super) fn check_size(columns: usize, rows: usize) -> Result<(), PositionError> {
    if columns == 0 || rows == 0 {
        return Err(PositionError::at(1, 1, "the board is empty: at least one cell is needed"));
    }
    if rows.checked_mul(columns).is_none_or(|cells| cells > MOST_CELLS) {
        return Err(PositionError::too_large(
            1,
            1,
            format!("a board of {rows} x {columns} cells; at most {MOST_CELLS}"),
        ));
    }
    Ok(())
}

/// What stands on a board of this size: the start that the rules name, else nothing if that is a position to play.
pub(super) fn start(
    rules: &BoardRules,
    rows: usize,
    columns: usize,
) -> Result<Vec<Piece>, PositionError> {
    if let Some(cells) = rules.starts.iter().find_map(|start| start.cells(rows, columns)) {
        return Ok(cells);
    }
    if rules.starts.is_empty() && rules.plays_on_empty() {
        return Ok(vec![0; rows * columns]);
    }
    let size = match rules.kind.is_line() {
        true => format!("{columns} cells"),
        false => format!("{rows} x {columns}"),
    };
    let known: Vec<String> = rules.starts.iter().map(|start| start.sizes()).collect();
    let message = if known.is_empty() {
        format!(
            "the empty board of {size} has no move, and the rules name no start: write its pieces"
        )
    } else {
        format!("the rules name no start on {size}, only on {}: write its pieces", known.join(", "))
    };
    Err(PositionError::at(1, 1, message))
}
