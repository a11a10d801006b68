//! Long strips of domino colouring.

use crate::checker::{Context, Row, RowError, Verdict};
use farstar_problems::partizan::domino::strip_value;
use farstar_problems::partizan::ups::outcome;

/// The longest strip that is written out.
const MOST_CELLS: usize = 1 << 24;

/// The strip that run lengths describe.
fn strip(runs: &str) -> Result<String, RowError> {
    let mut strip = String::new();
    for run in runs.split_ascii_whitespace() {
        let malformed = || RowError::Malformed(format!("`{run}` is not a cell and a length"));
        let (cell, count) = run.split_at_checked(1).ok_or_else(malformed)?;
        let count: usize = count.parse().map_err(|_| malformed())?;
        if count > MOST_CELLS - strip.len() {
            return Err(RowError::Malformed(format!("more than {MOST_CELLS} cells")));
        }
        strip.push_str(&cell.repeat(count));
    }
    Ok(strip)
}

/// `rle length outcome kind`, with strips such as `W1 .99998 W1`; the kind is the sign of the number, with a star if
/// there is one.
pub(super) fn domino_large(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [runs, length, expected, kind] = row.take()?;
    let strip = strip(runs)?;
    let value = strip_value(&strip)
        .map_err(|cell| RowError::Malformed(format!("cell {cell} is none of W, B, .")))?;
    let star = if value.nimber == 0 { "" } else { "*" };
    let computed = match value.number.signum() {
        0 if star.is_empty() => "0".to_owned(),
        0 => star.to_owned(),
        sign => format!("{}{star}", if sign > 0 { "+" } else { "-" }),
    };
    Ok(Verdict::all([
        Verdict::of(length, strip.len()),
        Verdict::of(expected, outcome(&value)),
        Verdict::of(kind, computed),
    ]))
}
