//! Boards in the terminal: rows with coordinates, and the last move marked.

use crate::output::Output;
use farstar::rules::{Kind, View};
use farstar::{Position, Sum, Summand};
use std::fmt::Write as _;
use std::io::{self, IsTerminal};

/// Boards with more columns or rows are typed as they are.
const MOST_ACROSS: usize = 99;

/// Sums of more boards are drawn only when asked for.
const MANY: usize = 8;

/// Whether the boards of a sum are drawn before what is told of it.
#[derive(Debug, clap::Args)]
pub(crate) struct Boards {
    /// Draw the boards first, as on a terminal.
    #[arg(long)]
    board: bool,
}

impl Boards {
    /// Draws them, where they are asked for or somebody looks at a terminal.
    pub(crate) fn print(&self, sum: &Sum, output: &mut Output) -> io::Result<()> {
        let summands = sum.summands();
        let seen = io::stdout().is_terminal() && !crate::messages::is_quiet();
        if self.board || (seen && summands.len() <= MANY) {
            print(summands, &[], output)?;
        }
        Ok(())
    }
}

/// Draws a sum; cells that are not as they were in `before` stand in brackets.
pub(crate) fn print(
    summands: &[Summand],
    before: &[Summand],
    output: &mut Output,
) -> io::Result<()> {
    for (at, summand) in summands.iter().enumerate() {
        if summands.len() > 1 {
            output.line(&format!("{}:", at + 1))?;
        }
        for row in drawn(summand, before.get(at)) {
            output.line(&format!("  {row}"))?;
        }
    }
    Ok(())
}

/// A summand as lines. Cells that are not as they were in `before` stand in brackets.
fn drawn(summand: &Summand, before: Option<&Summand>) -> Vec<String> {
    let position = match summand {
        Summand::Position(position) => position,
        Summand::Value(value) => return vec![value.clone()],
    };
    let before = match before {
        Some(Summand::Position(before)) => cells(before),
        _ => None,
    };
    match cells(position) {
        Some(rows) => {
            let hex = position.ruleset().rules().kind() == Some(Kind::Hex);
            in_rows(&rows, before.as_ref(), hex)
        }
        None => vec![position.to_string()],
    }
}

/// The cells as they are typed, where they lie in rows that fit the screen.
fn cells(position: &Position) -> Option<Vec<Vec<String>>> {
    let View::Rows { columns, cells, numbers, hands: None } = position.view() else { return None };
    if columns == 0 || columns > MOST_ACROSS || cells.len() / columns > MOST_ACROSS {
        return None;
    }
    let text = position.to_string();
    let rows = text.split('|');
    let rows: Vec<Vec<String>> = if numbers.is_empty() {
        rows.map(|row| row.chars().map(String::from).collect()).collect()
    } else {
        rows.map(|row| row.split(',').map(str::to_owned).collect()).collect()
    };
    rows.iter().all(|row| row.len() == columns).then_some(rows)
}

/// Rows under the numbers of their columns, behind their own; those of a hexagonal board lean.
fn in_rows(rows: &[Vec<String>], before: Option<&Vec<Vec<String>>>, hex: bool) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let longest = rows.iter().flatten().map(|cell| cell.chars().count()).max().unwrap_or(1);
    let width = longest.max(columns.to_string().len());
    let one = rows.len() == 1;
    let margin = if one { 0 } else { rows.len().to_string().len() + 1 };
    let mut lines = vec![String::new(); rows.len() + 1];
    let [head, body @ ..] = &mut lines[..] else { return lines };
    // writing to a string cannot fail
    let _ = write!(head, "{:margin$}", "");
    for column in 1..=columns {
        let _ = write!(head, " {column:>width$} ");
    }
    for (at, (row, line)) in rows.iter().zip(body).enumerate() {
        let lean = if hex { at * (width + 2) / 2 } else { 0 };
        let number = if one { String::new() } else { format!("{} ", at + 1) };
        let _ = write!(line, "{number:>margin$}{:lean$}", "");
        for (column, cell) in row.iter().enumerate() {
            let was = before.and_then(|rows| rows.get(at)?.get(column));
            let _ = match was {
                Some(was) if was != cell => write!(line, "[{cell:>width$}]"),
                _ => write!(line, " {cell:>width$} "),
            };
        }
    }
    lines.iter_mut().for_each(|line| line.truncate(line.trim_end().len()));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar::Ruleset;

    fn summand(ruleset: &str, text: &str) -> Summand {
        let ruleset = Ruleset::named(ruleset).expect("a ruleset");
        Summand::Position(ruleset.position(text).expect("a position"))
    }

    #[test]
    fn boards_have_coordinates_and_what_changed_is_marked() {
        let before = summand("Domineering", "...|...");
        let after = summand("Domineering", "...|##.");
        assert_eq!(drawn(&before, None), ["   1  2  3", "1  .  .  .", "2  .  .  ."]);
        assert_eq!(drawn(&after, Some(&before)), ["   1  2  3", "1  .  .  .", "2 [#][#] ."]);
    }

    #[test]
    fn strips_have_no_number_of_their_row_and_hexagons_lean() {
        assert_eq!(drawn(&summand("Toads and Frogs", "T.F"), None), [" 1  2  3", " T  .  F"]);
        let sheep = drawn(&summand("Battle Sheep", "3,0,0|0,0,-12"), None);
        assert_eq!(sheep, ["     1    2    3", "1    3    0    0", "2      0    0  -12"]);
    }

    #[test]
    fn what_has_no_rows_stays_as_it_is_typed() {
        assert_eq!(drawn(&summand("0.77", "3+5"), None), ["3+5"]);
        assert_eq!(drawn(&Summand::Value("*3".into()), None), ["*3"]);
    }
}
