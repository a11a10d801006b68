//! Tables of texts, ruled.

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
