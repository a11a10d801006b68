//! Tables of texts, ruled.

use crate::fault::Outcome;
use crate::tally::Tally;

/// The cells (0,0) to (rows,columns), row by row; it is counted how many are found.
pub(crate) fn cells_of<T>(
    tally: &Tally,
    (rows, columns): (u32, u32),
    cell: &mut dyn FnMut((u32, u32)) -> Outcome<T>,
) -> Outcome<Vec<Vec<T>>> {
    let width = u64::from(columns) + 1;
    tally.counting((u64::from(rows) + 1) * width, |reach| {
        let line = |row: u32| {
            let entry = |column: u32| {
                reach(u64::from(row) * width + u64::from(column));
                cell((row, column))
            };
            (0..=columns).map(entry).collect()
        };
        (0..=rows).map(line).collect()
    })
}

/// Rows of equally many cells, with lines between them; columns are as wide as their widest cell.
pub(crate) fn ruled(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let longest = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| longest(column).unwrap_or(0)).collect();
    let padded = |row: &Vec<String>| -> String {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        cells.collect::<Vec<String>>().join(" | ")
    };
    let rule: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    let lines: Vec<String> = rows.iter().map(padded).collect();
    lines.join(&format!("\n{}\n", rule.join("-+-")))
}
