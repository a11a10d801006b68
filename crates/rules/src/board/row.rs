//! Rows that close up: a position is a list of pieces, and a move replaces a stretch of it.

use farstar_value::Player;

use super::packed::Packed;
use super::text::{draw_rows, read_rows};
use crate::language::PositionError;
use crate::language::ast::{BoardRules, EDGE, Form, Layout, Piece};
use crate::language::canonical::normal_rules;
use crate::language::expand::{Concrete, each_count, expand, least_length, repeats};
use crate::language::symmetry::Symmetry;
use crate::position::Key;
use crate::view::View;

/// Pieces in one word of a packed row.
const IN_A_WORD: usize = 16;

/// A ruleset on a row of any length.
#[derive(Debug)]
pub(crate) struct RowBoard {
    rules: BoardRules,
    /// The forms of each player, read to the right.
    forms: [Vec<Form>; 2],
    /// The board turned around, the pieces exchanged, the players exchanged.
    images: Vec<(bool, [Piece; 16], bool)>,
}

fn pack(row: &[Piece]) -> Packed {
    let words = row.len().div_ceil(IN_A_WORD);
    Packed::from_words(1 + words, |i| {
        if i == 0 {
            return row.len() as u64;
        }
        row[(i - 1) * IN_A_WORD..]
            .iter()
            .take(IN_A_WORD)
            .rev()
            .fold(0, |word, &p| word << 4 | u64::from(p))
    })
}

fn unpack(position: &Packed) -> Vec<Piece> {
    let words = position.words();
    let length = words.first().copied().unwrap_or(0) as usize;
    (0..length).map(|i| (words[1 + i / IN_A_WORD] >> (4 * (i % IN_A_WORD)) & 15) as Piece).collect()
}

fn fits(concrete: &Concrete, cells: &[Piece]) -> bool {
    concrete.cells.iter().zip(cells).all(|(set, &p)| set & 1 << p != 0)
}

impl RowBoard {
    pub(crate) fn read(
        rules: &BoardRules,
        symmetries: &[Symmetry],
        text: &str,
    ) -> Result<(Self, Packed), PositionError> {
        let typed = read_rows(rules, text)?;
        let forms = [0, 1].map(|player: usize| {
            normal_rules(&rules.moves[player], rules.kind)
                .into_iter()
                .flatten()
                .flat_map(|step| step.forms)
                .collect()
        });
        let images = symmetries.iter().map(|s| (s.map.0[0] < 0, s.exchange.0, s.negates)).collect();
        let board = Self { rules: rules.clone(), forms, images };
        Ok((board, pack(&typed.cells)))
    }

    /// Calls `visit` with each match of a form: the row between its ends, in the direction read, the place, and the form.
    fn each_match(
        form: &Form,
        writes: bool,
        row: &[Piece],
        visit: &mut dyn FnMut(&[Piece], usize, &Concrete) -> bool,
    ) {
        let mut line = Vec::with_capacity(row.len() + 2);
        line.push(EDGE);
        line.extend_from_slice(row);
        line.push(EDGE);
        if matches!(form.layout, Layout::Line(dx, _) if dx < 0) {
            line.reverse();
        }
        let open = repeats(&form.from).unwrap_or_default();
        each_count(&open, least_length(&form.from), line.len(), &mut |counts| {
            // the forms were checked when the rules were read
            let Ok(concrete) = expand(form, counts, writes, true) else { return false };
            let length = concrete.cells.len();
            (0..=line.len() - length)
                .all(|at| !fits(&concrete, &line[at..at + length]) || visit(&line, at, &concrete))
        });
    }

    pub(crate) fn options(&self, position: &Packed, player: Player, out: &mut Vec<Packed>) {
        let row = unpack(position);
        let mut stopped = false;
        for stop in &self.rules.stops {
            Self::each_match(stop, false, &row, &mut |_, _, _| {
                stopped = true;
                false
            });
        }
        if stopped {
            return;
        }
        for form in &self.forms[player as usize] {
            let left = matches!(form.layout, Layout::Line(dx, _) if dx < 0);
            Self::each_match(form, true, &row, &mut |line, at, concrete| {
                let mut next: Vec<Piece> = line[..at].to_vec();
                for put in &concrete.puts {
                    let here = line[at + put.source];
                    next.extend(
                        put.table.iter().find(|(from, _)| *from == here).map(|(_, to)| *to),
                    );
                }
                next.extend_from_slice(&line[at + concrete.cells.len()..]);
                next.retain(|&p| p != EDGE);
                if left {
                    next.reverse();
                }
                if next != row {
                    out.push(pack(&next));
                }
                true
            });
        }
    }

    pub(crate) fn parts(&self, position: &Packed, out: &mut Vec<Packed>) {
        let mut next = Vec::new();
        self.options(position, Player::Left, &mut next);
        self.options(position, Player::Right, &mut next);
        if !next.is_empty() {
            out.push(position.clone());
        }
    }

    fn image(row: &[Piece], &(turned, exchange, _): &(bool, [Piece; 16], bool)) -> Vec<Piece> {
        let mut image: Vec<Piece> = row.iter().map(|&p| exchange[usize::from(p)]).collect();
        if turned {
            image.reverse();
        }
        image
    }

    pub(crate) fn key(&self, part: &Packed) -> Key<Packed> {
        let row = unpack(part);
        let least = self.images.iter().map(|image| (Self::image(&row, image), image.2)).min();
        let (row, negative) = least.unwrap_or((row, false));
        Key { part: pack(&row), negative }
    }

    pub(crate) fn negative(&self, position: &Packed) -> Option<Packed> {
        let image = self.images.iter().find(|image| image.2)?;
        Some(pack(&Self::image(&unpack(position), image)))
    }

    /// Whether a symmetry that keeps the players carries one row to the other.
    pub(crate) fn same(&self, one: &Packed, other: &Packed) -> bool {
        let (one, other) = (unpack(one), unpack(other));
        self.images.iter().any(|image| !image.2 && Self::image(&one, image) == other)
    }

    pub(crate) fn length(&self, position: &Packed) -> u32 {
        position.words().first().map_or(0, |&length| length as u32)
    }

    pub(crate) fn view(&self, position: &Packed) -> View {
        let letter = |piece: u8| self.rules.pieces.get(usize::from(piece)).copied();
        let cells: Vec<Option<char>> = unpack(position).into_iter().map(letter).collect();
        View::Rows { columns: cells.len(), cells, hands: None }
    }

    pub(crate) fn draw(&self, position: &Packed) -> String {
        let cells: Vec<Option<Piece>> = unpack(position).into_iter().map(Some).collect();
        draw_rows(&self.rules, cells.len(), &cells, 0)
    }
}
