//! Starting positions: what stands on a board of which only the size is given.
//!
//! ```text
//! start T+.F+                         // a strip of 3, 5, 7 … cells
//! start X.*O repeated                 // every row of a grid alike
//! start XO|OX repeated, middle ..     // a checkerboard without two stones in the middle
//! ```
//!
//! A start is a pattern whose cells are single pieces. The repeats of a row that leave a count open, such as `*`, have
//! all one count, and it is the one that makes the row as long as the board is wide. Without `repeated` the pattern has
//! as many rows as the board. With it, its rows come again and again from above, and a row without open repeats comes
//! again and again from the left; the board cuts both off. What `middle` names is put over the middle of the board,
//! nearer to its upper left corner where there are two middles. Of several starts the first that fits a size is meant.
//!
//! A start is a way to type a position and no rule: it does not belong to the canonical text.

use std::fmt;

use super::ast::{EDGE, Element, Item, Kind, Piece};

/// A starting position for every size that it fits.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    rows: Vec<Row>,
    repeated: bool,
    middle: Vec<Vec<Piece>>,
    text: String,
}

#[derive(Clone, Debug)]
struct Row {
    places: Vec<Element>,
    /// Whether some repeat has a count that the width chooses.
    open: bool,
}

impl Row {
    fn new(places: Vec<Element>) -> Self {
        fn open(places: &[Element]) -> bool {
            places.iter().any(|place| {
                place.varies() || matches!(&place.item, Item::Group(_, inner) if open(inner))
            })
        }
        Self { open: open(&places), places }
    }

    /// The cells of the row on a board of this width; none if it does not fit.
    fn cells(&self, columns: usize, repeated: bool) -> Option<Vec<Piece>> {
        if !self.open && repeated {
            let once = length(&self.places, 0)?;
            let mut cells = Vec::new();
            if once > 0 {
                spread(&self.places, 0, once.min(columns), &mut cells);
            }
            return (once > 0).then(|| cells.iter().copied().cycle().take(columns).collect());
        }
        // a row that is too long at one count is not shorter at the next
        let lengths = (0..=columns).filter_map(|count| Some((count, length(&self.places, count)?)));
        let (count, _) =
            lengths.take_while(|(_, all)| *all <= columns).find(|(_, all)| *all == columns)?;
        let mut cells = Vec::with_capacity(columns);
        spread(&self.places, count, columns, &mut cells);
        Some(cells)
    }
}

/// How many times a place comes when the open repeats have this count; none if it may not come so often.
fn times(place: &Element, count: usize) -> Option<usize> {
    if !place.varies() {
        return Some(place.least as usize);
    }
    let most = place.most.map_or(usize::MAX, |most| most as usize);
    (place.least as usize..=most).contains(&count).then_some(count)
}

/// The cells of a line when its open repeats have this count.
fn length(line: &[Element], count: usize) -> Option<usize> {
    line.iter().try_fold(0usize, |all, place| {
        let unit = match &place.item {
            Item::Group(_, inner) => length(inner, count)?,
            _ => 1,
        };
        Some(all.saturating_add(unit.saturating_mul(times(place, count)?)))
    })
}

/// Appends the cells of a line, until there are `most`.
fn spread(line: &[Element], count: usize, most: usize, cells: &mut Vec<Piece>) {
    for place in line {
        for _ in 0..times(place, count).unwrap_or(0) {
            let before = cells.len();
            match &place.item {
                Item::Group(_, inner) => spread(inner, count, most, cells),
                Item::Cell(pieces) if before < most => cells.extend(pieces.first()),
                _ => {}
            }
            // nothing more comes of it
            if cells.len() == before {
                break;
            }
        }
    }
}

/// The pieces of a line without repeats; none if it has some.
fn plain(line: &[Element]) -> Option<Vec<Piece>> {
    let piece = |place: &Element| match place {
        Element { item: Item::Cell(pieces), least: 1, most: Some(1), .. } => {
            pieces.first().copied()
        }
        _ => None,
    };
    line.iter().map(piece).collect()
}

impl Start {
    /// A start by its rows and by those of its middle; `text` is how it is written.
    ///
    /// # Errors
    /// What it may not hold.
    pub(super) fn new(
        kind: Kind,
        rows: Vec<Vec<Element>>,
        repeated: bool,
        middle: &[Vec<Element>],
        text: String,
    ) -> Result<Self, String> {
        fn single(line: &[Element]) -> bool {
            line.iter().all(|place| match &place.item {
                Item::Cell(pieces) => matches!(pieces.as_slice(), [piece] if *piece != EDGE),
                Item::Group(_, inner) => single(inner),
                Item::Keep | Item::Copy(_) => false,
            })
        }
        if !rows.iter().chain(middle).all(|row| single(row)) {
            return Err("a start has one piece on each cell, no class and no '$'".into());
        }
        if kind.is_line() && rows.len().max(middle.len()) > 1 {
            return Err(format!("a {} has one row", kind.word()));
        }
        let block: Option<Vec<Vec<Piece>>> = middle.iter().map(|row| plain(row)).collect();
        let block = block.filter(|block| block.iter().all(|row| row.len() == block[0].len()));
        let Some(middle) = block else {
            return Err("the middle of a start is a block of pieces without repeats".into());
        };
        Ok(Self { rows: rows.into_iter().map(Row::new).collect(), repeated, middle, text })
    }

    /// The sizes that it fits, as a message names them: the one size, or the pattern.
    pub(crate) fn sizes(&self) -> String {
        let width = self.rows.iter().filter(|row| !row.open).find_map(|row| length(&row.places, 0));
        match (self.repeated, width) {
            (false, Some(columns)) => format!("{} x {columns}", self.rows.len()),
            _ => format!("'{self}'"),
        }
    }

    /// The pieces on a board of this size, row by row; none if the start does not fit it. The cells are known to be
    /// few.
    pub(crate) fn cells(&self, rows: usize, columns: usize) -> Option<Vec<Piece>> {
        if !self.repeated && rows != self.rows.len() {
            return None;
        }
        let lines: Option<Vec<Vec<Piece>>> =
            self.rows.iter().take(rows).map(|row| row.cells(columns, self.repeated)).collect();
        let mut cells: Vec<Piece> = lines?.into_iter().cycle().take(rows).flatten().collect();
        if let Some(width) = self.middle.first().map(Vec::len) {
            let above = rows.checked_sub(self.middle.len())? / 2;
            let before = columns.checked_sub(width)? / 2;
            for (row, pieces) in self.middle.iter().enumerate() {
                let first = (above + row) * columns + before;
                cells[first..first + width].copy_from_slice(pieces);
            }
        }
        Some(cells)
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text.fmt(f)
    }
}
