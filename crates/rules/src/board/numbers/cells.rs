//! Cells with numbers: one code for each piece and number, positions as lists of codes, and their images under
//! symmetries.

use crate::board::packed::Packed;
use crate::language::ast::{BoardRules, EDGE, Piece};
use crate::language::symmetry::Symmetry;
use crate::language::transform::Map;
use crate::position::Key;

/// The code of what lies off the board, or is cut away.
pub(super) const OFF: u16 = 0;

/// Bits for the columns, and for the rows, before the codes of a packed position.
const SIDE: u32 = 13;

/// Codes of pieces with their numbers.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    /// For each piece, the code with its least number, and that number.
    first: Vec<(u16, u16)>,
    /// The piece of each code.
    pieces: Vec<Piece>,
    /// Bits of a code.
    bits: u32,
}

impl Cells {
    pub(super) fn new(rules: &BoardRules) -> Self {
        let mut pieces = vec![EDGE];
        let mut first = Vec::with_capacity(rules.pieces.len());
        for piece in 0..rules.pieces.len() as Piece {
            let (low, high) = rules.number(piece).unwrap_or((0, 0));
            // at most fourteen pieces with 4001 numbers: the codes fit sixteen bits
            first.push((pieces.len() as u16, low));
            pieces.extend((low..=high).map(|_| piece));
        }
        let bits = (pieces.len() - 1).ilog2() + 1;
        Self { first, pieces, bits }
    }

    pub(super) fn count(&self) -> usize {
        self.pieces.len()
    }

    #[inline]
    pub(super) fn piece(&self, code: u16) -> Piece {
        self.pieces[usize::from(code)]
    }

    /// The number of a code; that of a piece without one means nothing.
    #[inline]
    pub(super) fn number(&self, code: u16) -> i64 {
        let piece = self.piece(code);
        if piece == EDGE {
            return 0;
        }
        let (first, low) = self.first[usize::from(piece)];
        i64::from(code - first + low)
    }

    /// The code of a piece with a number, if it may carry that. The number of a piece without one is not asked for.
    #[inline]
    pub(super) fn code(&self, piece: Piece, number: i64) -> Option<u16> {
        let (first, low) = self.first[usize::from(piece)];
        let next = self.first.get(usize::from(piece) + 1);
        let end = next.map_or(self.pieces.len() as i64, |next| i64::from(next.0));
        let only = end - i64::from(first) == 1;
        if only && low == 0 {
            return Some(first);
        }
        let code = number.checked_sub(i64::from(low))?.checked_add(i64::from(first))?;
        (i64::from(first) <= code && code < end).then_some(code as u16)
    }

    pub(super) fn pack(&self, columns: usize, rows: usize, codes: &[u16]) -> Packed {
        let head = ((64 - 2 * SIDE) / self.bits) as usize;
        let each = (64 / self.bits) as usize;
        let rest = codes.get(head..).unwrap_or_default();
        let word = |codes: &[u16], start: u64| {
            codes.iter().rev().fold(start, |word, &code| word << self.bits | u64::from(code))
        };
        Packed::from_words(1 + rest.len().div_ceil(each), |i| {
            if i == 0 {
                let front = word(&codes[..codes.len().min(head)], 0);
                return front << (2 * SIDE) | (columns as u64) << SIDE | rows as u64;
            }
            let start = (i - 1) * each;
            word(&rest[start..rest.len().min(start + each)], 0)
        })
    }

    pub(super) fn unpack(&self, position: &Packed) -> Field {
        let words = position.words();
        let head = words.first().copied().unwrap_or(0);
        let side = (1 << SIDE) - 1;
        let (columns, rows) = ((head >> SIDE & side) as usize, (head & side) as usize);
        let mut codes = Vec::with_capacity(columns * rows);
        let mask = (1u64 << self.bits) - 1;
        let mut word = head >> (2 * SIDE);
        let mut left = (64 - 2 * SIDE) / self.bits;
        let mut next = words.iter().skip(1);
        for _ in 0..columns * rows {
            if left == 0 {
                word = next.next().copied().unwrap_or(0);
                left = 64 / self.bits;
            }
            codes.push((word & mask) as u16);
            word >>= self.bits;
            left -= 1;
        }
        Field { columns, rows, codes }
    }
}

/// A position taken apart: rows of codes. The vertices of a graph are one row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) codes: Vec<u16>,
}

/// A symmetry on codes.
#[derive(Clone, Debug)]
struct Image {
    /// Its place in the list of exchanges.
    exchange: usize,
    negates: bool,
}

/// The symmetries of a ruleset, those with one map of the board together.
#[derive(Clone, Debug)]
pub(super) struct Images {
    exchanges: Vec<Vec<u16>>,
    maps: Vec<(Map, Vec<Image>)>,
}

/// The least image of a position so far.
#[derive(Default)]
struct Least {
    found: bool,
    columns: usize,
    rows: usize,
    codes: Vec<u16>,
}

impl Images {
    pub(super) fn new(cells: &Cells, symmetries: &[Symmetry]) -> Self {
        let mut known: Vec<Vec<Piece>> = Vec::new();
        let mut images = Self { exchanges: Vec::new(), maps: Vec::new() };
        for symmetry in symmetries {
            let pieces = symmetry.exchange.0.to_vec();
            let exchange = known.iter().position(|other| *other == pieces).unwrap_or_else(|| {
                let image = |code: u16| match cells.piece(code) {
                    EDGE => OFF,
                    // an exchange carries pieces to pieces with the same numbers
                    p => cells.code(pieces[usize::from(p)], cells.number(code)).unwrap_or(code),
                };
                images.exchanges.push((0..cells.count() as u16).map(image).collect());
                known.push(pieces);
                known.len() - 1
            });
            let image = Image { exchange, negates: symmetry.negates };
            match images.maps.iter_mut().find(|(map, _)| *map == symmetry.map) {
                Some((_, list)) => list.push(image),
                None => images.maps.push((symmetry.map, vec![image])),
            }
        }
        images
    }

    /// The least image of a position under the symmetries that keep the players, and that under those that exchange
    /// them. What is cut away around it is left out, unless the cells keep their places, as those of a graph do.
    fn least(&self, field: &Field, kept: bool) -> [Least; 2] {
        let mut least = [Least::default(), Least::default()];
        let columns = field.columns.max(1);
        let cells: Vec<(i32, i32, u16)> = field
            .codes
            .iter()
            .enumerate()
            .filter(|(_, code)| kept || **code != OFF)
            .map(|(cell, &code)| ((cell % columns) as i32, (cell / columns) as i32, code))
            .collect();
        let mut places: Vec<(i32, i32)> = Vec::with_capacity(cells.len());
        let mut codes: Vec<u16> = Vec::new();
        for (map, images) in &self.maps {
            places.clear();
            places.extend(cells.iter().map(|&(x, y, _)| map.apply((x, y))));
            let (mut low, mut high) = ((i32::MAX, i32::MAX), (i32::MIN, i32::MIN));
            for &(x, y) in &places {
                low = (low.0.min(x), low.1.min(y));
                high = (high.0.max(x), high.1.max(y));
            }
            let (columns, rows) = if places.is_empty() {
                (0, field.rows.min(1))
            } else {
                ((high.0 - low.0 + 1) as usize, (high.1 - low.1 + 1) as usize)
            };
            for image in images {
                let least = &mut least[usize::from(image.negates)];
                let size = (columns * rows, rows);
                let known = (least.columns * least.rows, least.rows);
                if least.found && size > known {
                    continue;
                }
                codes.clear();
                codes.resize(columns * rows, OFF);
                let exchange = &self.exchanges[image.exchange];
                for (&(x, y), &(.., code)) in places.iter().zip(&cells) {
                    codes[(y - low.1) as usize * columns + (x - low.0) as usize] =
                        exchange[usize::from(code)];
                }
                if !least.found || size < known || codes < least.codes {
                    (least.found, least.columns, least.rows) = (true, columns, rows);
                    std::mem::swap(&mut least.codes, &mut codes);
                }
            }
        }
        least
    }

    pub(super) fn key(&self, cells: &Cells, field: &Field, kept: bool) -> Key<Packed> {
        let [plain, mirror] = self.least(field, kept);
        let order = |least: &Least| (least.columns * least.rows, least.rows);
        let negative =
            mirror.found && (order(&mirror), &mirror.codes) < (order(&plain), &plain.codes);
        let least = if negative { mirror } else { plain };
        Key { part: cells.pack(least.columns, least.rows, &least.codes), negative }
    }

    pub(super) fn is_own_negative(&self, field: &Field, kept: bool) -> bool {
        let [plain, mirror] = self.least(field, kept);
        mirror.found && (plain.rows, plain.codes) == (mirror.rows, mirror.codes)
    }

    /// The position with the players exchanged.
    pub(super) fn negative(&self, cells: &Cells, field: &Field, kept: bool) -> Option<Packed> {
        let (map, image) = self
            .maps
            .iter()
            .find_map(|(map, list)| list.iter().find(|i| i.negates).map(|image| (*map, image)))?;
        let exchange = self.exchanges[image.exchange].clone();
        let only = vec![(map, vec![Image { exchange: 0, negates: false }])];
        let [least, _] = Self { exchanges: vec![exchange], maps: only }.least(field, kept);
        Some(cells.pack(least.columns, least.rows, &least.codes))
    }
}
