//! Rows that close up: a position is a list of pieces, and a move replaces a stretch of it.

use farstar_play::{Player, grow, step};

use super::packed::Packed;
use super::text::{draw_rows, read_rows};
use crate::language::PositionError;
use crate::language::ast::{BoardRules, EDGE, Form, Layout, Piece, Set};
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
    stops: Vec<Pattern>,
    /// What each player may replace.
    moves: [Vec<Pattern>; 2],
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

/// Most cells of forms with their counts chosen that are kept for one form.
const MOST_KEPT: usize = 1 << 14;

/// A form, and what it is with all its counts chosen.
#[derive(Debug)]
struct Pattern {
    form: Form,
    /// Whether it is read to the left.
    left: bool,
    /// Whether it says what becomes of the cells.
    writes: bool,
    /// All that fit a line of `longest` cells, the ends of the row counted.
    shapes: Vec<Concrete>,
    longest: usize,
}

fn fits(concrete: &Concrete, cells: &[Piece]) -> bool {
    concrete.cells.iter().zip(cells).all(|(set, &p)| set & 1 << p != 0)
}

/// The cells of a line that hold each piece, if it has less than 64.
struct Masks([u64; 32]);

impl Masks {
    fn of(line: &[Piece]) -> Option<Self> {
        if line.len() > 63 {
            return None;
        }
        let mut masks = [0; 32];
        for (i, &p) in line.iter().enumerate() {
            masks[usize::from(p) % 32] |= 1u64 << i;
        }
        Some(Self(masks))
    }

    fn class(&self, set: Set) -> u64 {
        let mut rest = set;
        let mut all = 0;
        while rest != 0 {
            all |= self.0[rest.trailing_zeros() as usize % 32];
            rest &= rest - 1;
        }
        all
    }
}

impl Pattern {
    fn new(form: Form, writes: bool, length: usize) -> Self {
        let left = matches!(form.layout, Layout::Line(dx, _) if dx < 0);
        let mut pattern = Self { form, left, writes, shapes: Vec::new(), longest: 0 };
        let (mut shapes, mut kept) = (Vec::new(), 0);
        let all = pattern.each_shape(length + 2, &mut |shape| {
            kept += shape.cells.len();
            shapes.push(shape);
            kept <= MOST_KEPT
        });
        if all {
            (pattern.shapes, pattern.longest) = (shapes, length + 2);
        }
        pattern
    }

    /// Calls `visit` with the form in all counts that fit a line, as long as it says so.
    fn each_shape(&self, longest: usize, visit: &mut dyn FnMut(Concrete) -> bool) -> bool {
        let open = repeats(&self.form.from).unwrap_or_default();
        each_count(&open, least_length(&self.form.from), longest, &mut |counts| {
            // the forms were checked when the rules were read
            let Ok(concrete) = expand(&self.form, counts, self.writes, true) else { return false };
            visit(concrete)
        })
    }

    /// Calls `visit` with each match, as long as it says so: the row between its ends, in the direction read, the
    /// place, and the form.
    fn each_match(
        &self,
        row: &[Piece],
        visit: &mut dyn FnMut(&[Piece], usize, &Concrete) -> bool,
    ) -> bool {
        let mut line = Vec::with_capacity(row.len() + 2);
        line.push(EDGE);
        line.extend_from_slice(row);
        line.push(EDGE);
        if self.left {
            line.reverse();
        }
        let masks = Masks::of(&line);
        let mut places = |shape: &Concrete| {
            let Some(last) = line.len().checked_sub(shape.cells.len()) else { return true };
            step(1);
            let Some(masks) = &masks else {
                return (0..=last).all(|at| {
                    step(1);
                    !fits(shape, &line[at..]) || visit(&line, at, shape)
                });
            };
            let mut places = u64::MAX >> (63 - last);
            for (i, &set) in shape.cells.iter().enumerate() {
                places &= masks.class(set) >> i;
                if places == 0 {
                    return true;
                }
            }
            while places != 0 {
                if !visit(&line, places.trailing_zeros() as usize, shape) {
                    return false;
                }
                places &= places - 1;
            }
            true
        };
        if line.len() <= self.longest {
            self.shapes.iter().all(places)
        } else {
            self.each_shape(line.len(), &mut |shape| places(&shape))
        }
    }
}

impl RowBoard {
    pub(crate) fn read(
        rules: &BoardRules,
        symmetries: &[Symmetry],
        text: &str,
    ) -> Result<(Self, Packed), PositionError> {
        let typed = read_rows(rules, text)?;
        let length = typed.cells.len();
        let moves = [0, 1].map(|player: usize| {
            normal_rules(&rules.moves[player], rules.kind)
                .into_iter()
                .flatten()
                .flat_map(|step| step.forms)
                .map(|form| Pattern::new(form, true, length))
                .collect()
        });
        let stop = |form: &Form| Pattern::new(form.clone(), false, length);
        let stops = rules.stops.iter().map(stop).collect();
        let images = symmetries.iter().map(|s| (s.map.0[0] < 0, s.exchange.0, s.negates)).collect();
        let board = Self { rules: rules.clone(), stops, moves, images };
        Ok((board, pack(&typed.cells)))
    }

    /// Calls `visit` with each row that a move of `player` leaves, as long as it says so.
    fn each_option(
        &self,
        row: &[Piece],
        player: Player,
        visit: &mut dyn FnMut(&[Piece]) -> bool,
    ) -> bool {
        if !self.stops.iter().all(|stop| stop.each_match(row, &mut |_, _, _| false)) {
            return true;
        }
        let mut next = Vec::with_capacity(row.len() + 2);
        self.moves[player as usize].iter().all(|pattern| {
            pattern.each_match(row, &mut |line, at, concrete| {
                step(line.len() as u32 / 8);
                next.clear();
                next.extend_from_slice(&line[..at]);
                for put in &concrete.puts {
                    let here = line[at + put.source];
                    next.extend(
                        put.table.iter().find(|(from, _)| *from == here).map(|(_, to)| *to),
                    );
                }
                next.extend_from_slice(&line[at + concrete.cells.len()..]);
                next.retain(|&p| p != EDGE);
                if pattern.left {
                    next.reverse();
                }
                next == row || visit(&next)
            })
        })
    }

    pub(crate) fn options(&self, position: &Packed, player: Player, out: &mut Vec<Packed>) {
        let row = unpack(position);
        self.each_option(&row, player, &mut |next| {
            grow(out, size_of::<Packed>() + row.len() / 2);
            out.push(pack(next));
            true
        });
    }

    pub(crate) fn parts(&self, position: &Packed, out: &mut Vec<Packed>) {
        let row = unpack(position);
        let ends = |player| self.each_option(&row, player, &mut |_| false);
        if !ends(Player::Left) || !ends(Player::Right) {
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
        View::Rows { columns: cells.len(), cells, numbers: Vec::new(), hands: None }
    }

    pub(crate) fn draw(&self, position: &Packed) -> String {
        let cells: Vec<Option<Piece>> = unpack(position).into_iter().map(Some).collect();
        draw_rows(&self.rules, cells.len(), &cells, 0)
    }
}
