//! Positions with numbers, typed and drawn: `3,0|0,-2`, `3142`, `X3.O2`, `a-b, a:3`.

use super::cells::{Cells, Field, OFF};
use crate::board::cell::{Plain, front, wanted};
use crate::board::packed::Packed;
use crate::board::size::{check_size, start};
use crate::board::text::{MOST_CELLS, Network, draw_cells, read_network};
use crate::language::PositionError;
use crate::language::ast::{BoardRules, Piece};

/// Rows by columns, as in `4x4`.
fn sized(rules: &BoardRules, text: &str) -> Option<(usize, usize)> {
    let number = |word: &str| word.trim().parse::<usize>().ok();
    let (rows, columns) = text.split_once(['x', '×'])?;
    // a row such as 3x2 may hold a piece x
    let piece = rules.kind.is_line() && rules.pieces.iter().any(|&c| c == 'x' || c == 'X');
    Some((number(rows)?, number(columns)?)).filter(|_| !piece)
}

fn read_rows(rules: &BoardRules, cells: &Cells, text: &str) -> Result<Field, PositionError> {
    let plain = Plain::of(rules);
    let code = |(piece, number): (Piece, u16)| cells.code(piece, number.into()).unwrap_or(OFF);
    if let Some((rows, columns)) = sized(rules, text.trim()) {
        check_size(columns, rows)?;
        most(columns * rows, 1, 1)?;
        if rules.kind.is_line() && rows != 1 {
            return Err(PositionError::at(2, 1, format!("a {} has one row", rules.kind.word())));
        }
        let empty = code((0, rules.number(0).map_or(0, |bounds| bounds.0)));
        let codes = start(rules, rows, columns)?.into_iter().map(|_| empty).collect();
        return Ok(Field { columns, rows, codes });
    }
    let mut field = Field { columns: 0, rows: 0, codes: Vec::new() };
    for (y, row) in text.trim_matches('\n').split(['|', '\n']).enumerate() {
        let chars: Vec<char> = row.chars().collect();
        let before = field.codes.len();
        let fault = |at: usize, message: String| Err(PositionError::at(y + 1, at + 1, message));
        let listed = row.trim().contains(|c: char| c == ',' || c.is_whitespace());
        let mut owed = row.contains(',');
        let mut at = 0;
        while at <= chars.len() {
            match chars.get(at) {
                Some(c) if c.is_whitespace() => at += 1,
                Some(',') | None => {
                    if owed {
                        let known = format!("expected {}", wanted(rules));
                        return fault(at, format!("nothing stands here between commas: {known}"));
                    }
                    owed = true;
                    at += 1;
                }
                Some(_) => {
                    let whole = listed || plain.is_signed();
                    let (cell, length) = match front(rules, &chars[at..], whole) {
                        Ok(found) => found,
                        Err((beyond, message)) => return fault(at + beyond, message),
                    };
                    most(field.codes.len() + 1, y + 1, at + 1)?;
                    field.codes.push(code(cell));
                    owed = false;
                    at += length;
                }
            }
        }
        let found = field.codes.len() - before;
        if y == 0 {
            field.columns = found;
        }
        if y > 0 && rules.kind.is_line() {
            return Err(PositionError::at(2, 1, format!("a {} has one row", rules.kind.word())));
        }
        if found != field.columns {
            return fault(0, format!("{found} cells, where the first row has {}", field.columns));
        }
        if found == 0 && rules.kind != crate::language::Kind::Row {
            return fault(0, format!("no cells in this row: expected {}", wanted(rules)));
        }
        field.rows = y + 1;
    }
    Ok(field)
}

fn most(cells: usize, row: usize, column: usize) -> Result<(), PositionError> {
    if cells <= MOST_CELLS {
        return Ok(());
    }
    let message = format!("a board has at most {MOST_CELLS} cells");
    Err(PositionError::too_large(row, column, message))
}

/// Reads a position; the graph with it, where the cells lie on one.
pub(super) fn read(
    rules: &BoardRules,
    cells: &Cells,
    text: &str,
) -> Result<(Field, Option<Network>), PositionError> {
    if rules.kind.is_plane() {
        return Ok((read_rows(rules, cells, text)?, None));
    }
    let network = read_network(rules, text)?;
    most(network.cells.len(), 1, 1)?;
    let both = network.cells.iter().zip(&network.numbers);
    let codes: Vec<u16> =
        both.map(|(&piece, &n)| cells.code(piece, n.into()).unwrap_or(OFF)).collect();
    Ok((Field { columns: codes.len(), rows: 1, codes }, Some(network)))
}

/// Shows positions.
pub(super) struct Drawer<'a> {
    pub(super) rules: &'a BoardRules,
    pub(super) cells: &'a Cells,
    pub(super) network: Option<&'a Network>,
}

impl Drawer<'_> {
    /// A cell in the shortest way that is read again; `spaced` says that something stands between the cells.
    fn word(&self, code: u16, spaced: bool) -> String {
        if code == OFF {
            return " ".into();
        }
        let plain = Plain::of(self.rules);
        let (piece, number) = (self.cells.piece(code), self.cells.number(code));
        let sign = self.rules.pieces[usize::from(piece)];
        if self.rules.number(piece).is_none() {
            let zero = spaced && plain.zero == Some(piece) && plain.positive.is_some();
            return if zero { "0".into() } else { sign.into() };
        }
        let short = spaced || plain.is_signed() || number < 10;
        if short && plain.piece(false, number as u64) == Some(piece) {
            number.to_string()
        } else if short && number > 0 && plain.negative == Some(piece) {
            format!("-{number}")
        } else {
            format!("{sign}{number}")
        }
    }

    pub(super) fn draw(&self, position: &Packed) -> String {
        let field = self.cells.unpack(position);
        if let Some(network) = self.network {
            let first = self.cells.code(0, self.rules.number(0).map_or(0, |b| b.0.into()));
            let word = |&code: &u16| match code {
                OFF => None,
                _ if Some(code) == first => Some(String::new()),
                _ => Some(self.word(code, true)),
            };
            let words: Vec<Option<String>> = field.codes.iter().map(word).collect();
            let first = self.word(first.unwrap_or(OFF), true);
            return draw_cells(self.rules, network, &words, &first);
        }
        let signed = Plain::of(self.rules).is_signed();
        let single = |&code: &u16| self.word(code, false).chars().count() == 1;
        let spaced = signed || !field.codes.iter().all(single);
        let joint = if spaced { "," } else { "" };
        let row = |codes: &[u16]| {
            let alone = codes.len() == 1 && !signed;
            let words = codes.iter().map(|&code| self.word(code, spaced && !alone));
            words.collect::<Vec<String>>().join(joint)
        };
        field.codes.chunks(field.columns.max(1)).map(row).collect::<Vec<String>>().join("|")
    }

    /// The piece on each cell, and its number if it carries one; none on a cell cut away.
    pub(super) fn shown(&self, field: &Field) -> (Vec<Option<char>>, Vec<Option<u32>>) {
        let shown = |&code: &u16| {
            let piece = self.cells.piece(code);
            let number = self.rules.number(piece).map(|_| self.cells.number(code) as u32);
            (self.rules.pieces.get(usize::from(piece)).copied(), number)
        };
        field.codes.iter().map(shown).unzip()
    }
}
