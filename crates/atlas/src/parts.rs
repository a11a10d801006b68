//! Connected parts as numbers: all figures of at most so many cells, wherever on a board they lie.
//!
//! What a move leaves of a position are its independent parts, and where rules do not look at the edge each of them
//! plays the same on any board. So the parts of at most so many cells are closed under moves, and the values of all of
//! them are those of every sum of them.
//!
//! The shapes of each number of cells, joined by the steps between cells that rules read together, are listed in
//! order; a code is the place of a shape among those of its size, and then what its cells hold, as digits. Codes of
//! fewer cells are less. Not every code is that of a part: what its cells hold may fall apart, or be another image of
//! what it is.

use farstar_play::{Player, step};
use farstar_rules::language::Kind;
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, FigureCell, Figures, Packed, Ruleset};

use crate::AtlasError;
use crate::normal::Normal;
use crate::room::Room;

/// Most cells of a part: a shape is as many bytes.
const MOST: u32 = 16;
/// Most shapes.
const MOST_SHAPES: usize = 1 << 22;
/// Most tiers.
const MOST_TIERS: i128 = 1 << 40;

/// A shape in the corner: its cells in order, a byte each, row and column.
type Shape = u128;

fn byte(row: u8, column: u8) -> Shape {
    Shape::from(row << 4 | column)
}

/// Shapes of one number of cells.
#[derive(Clone, Debug)]
struct Size {
    /// In rising order.
    shapes: Vec<Shape>,
    /// The first code.
    first: u64,
    /// How many codes each shape has.
    fillings: u64,
}

/// The connected parts of at most so many cells.
#[derive(Clone, Debug)]
pub(crate) struct Parts {
    /// A board on which all of them lie.
    board: Board,
    figures: Figures,
    /// By the number of cells, from one cell on.
    sizes: Vec<Size>,
    /// What each thing that a cell may hold adds to the tier, and what one more cell does.
    weights: Vec<u64>,
    cell: u64,
    codes: u64,
}

impl Parts {
    /// The parts of at most so many cells.
    ///
    /// # Errors
    /// The rules have no parts that play the same everywhere, or not so many can be numbered.
    pub(crate) fn new(rules: &Ruleset, cells: u32) -> Result<Self, AtlasError> {
        if !(1..=MOST).contains(&cells) {
            return Err(AtlasError::PartsOfCells { cells, most: MOST });
        }
        let none = || AtlasError::NoParts(rules.name().to_owned());
        let (piece, size) = (rules.pieces().first().copied().ok_or_else(none)?, cells as usize);
        let row: String = std::iter::repeat_n(piece, size).collect();
        let rows = if rules.kind() == Some(Kind::Strip) { 1 } else { size };
        let (board, _) = rules.position(&vec![row; rows].join("|")).map_err(|_| none())?;
        let figures = board.figures().ok_or_else(none)?;
        if figures.measures.is_empty() {
            return Err(AtlasError::PartsWithoutTiers(rules.name().to_owned()));
        }
        let (weights, cell) = weights(&figures, cells)?;
        let mut parts = Self { board, figures, sizes: Vec::new(), weights, cell, codes: 0 };
        parts.list_shapes(cells)?;
        Ok(parts)
    }

    fn list_shapes(&mut self, cells: u32) -> Result<(), AtlasError> {
        let mut shapes = vec![byte(0, 0)];
        let mut all = 0;
        for size in 1..=cells {
            let many = || AtlasError::TooManyParts { cells };
            all += shapes.len();
            let room = MOST_SHAPES.checked_sub(all).ok_or_else(many)?;
            let fillings = (self.figures.held.len() as u64).checked_pow(size).ok_or_else(many)?;
            let next = if size < cells {
                grown(&shapes, size, &self.figures.ties, room).ok_or_else(many)?
            } else {
                Vec::new()
            };
            let first = self.codes;
            let codes = fillings.checked_mul(shapes.len() as u64).ok_or_else(many)?;
            self.codes =
                first.checked_add(codes).filter(|codes| codes >> 62 == 0).ok_or_else(many)?;
            self.sizes.push(Size { shapes, first, fillings });
            shapes = next;
        }
        Ok(())
    }

    /// Most cells of a part.
    pub(crate) fn cells(&self) -> u32 {
        self.sizes.len() as u32
    }

    /// The board on which all parts lie.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// How many codes there are: parts are among them.
    pub(crate) fn codes(&self) -> u64 {
        self.codes
    }

    pub(crate) fn bits(&self) -> u32 {
        (u64::BITS - self.codes.leading_zeros()).max(1)
    }

    pub(crate) fn symmetries(&self) -> usize {
        self.figures.symmetries
    }

    /// A bound of the number of tiers.
    pub(crate) fn tiers(&self) -> u64 {
        let held = self.weights.iter().map(|weight| weight + self.cell).max().unwrap_or(0);
        held * u64::from(self.cells()) + 1
    }

    pub(crate) fn description(&self) -> String {
        let held: Vec<String> = self.figures.held.iter().map(u8::to_string).collect();
        let ties: Vec<String> = self.figures.ties.iter().map(|(x, y)| format!("{x},{y}")).collect();
        format!("parts of {} joined by {} holding {}", self.cells(), ties.join(" "), held.join(" "))
    }

    /// The size of a part with this code, its shape, and its digits.
    fn taken_apart(&self, code: u64) -> Option<(usize, Shape, u64)> {
        let size = self.sizes.partition_point(|size| size.first <= code);
        let of = self.sizes.get(size.checked_sub(1)?)?;
        let place = usize::try_from((code - of.first) / of.fillings).ok()?;
        Some((size, *of.shapes.get(place)?, (code - of.first) % of.fillings))
    }

    /// The cells of the part with this code; none if there is none.
    pub(crate) fn cells_of(&self, code: u64, cells: &mut Vec<FigureCell>) {
        cells.clear();
        let Some((size, shape, mut digits)) = self.taken_apart(code) else { return };
        let base = self.figures.held.len() as u64;
        for at in 0..size {
            let byte = (shape >> (8 * (size - 1 - at))) as u8;
            let held = self.figures.held[(digits % base) as usize];
            cells.push(FigureCell { row: byte >> 4, column: byte & 15, held });
            digits /= base;
        }
    }

    /// The tier: every move leaves parts of lower ones.
    pub(crate) fn tier(&self, code: u64) -> u64 {
        let Some((size, _, mut digits)) = self.taken_apart(code) else { return 0 };
        let base = self.figures.held.len() as u64;
        (0..size).fold(0, |tier, _| {
            let weight = self.weights[(digits % base) as usize];
            digits /= base;
            tier + weight + self.cell
        })
    }

    /// The part with this code, in the corner of the board.
    pub(crate) fn position(&self, code: u64) -> Packed {
        let mut cells = Vec::new();
        self.cells_of(code, &mut cells);
        // the board has room for all
        self.board.laid(&cells).unwrap_or_else(|| Packed::new(&[]))
    }

    /// The code of a part on some board of the rules, and whether it is the negative; `None` if it has too many cells.
    fn code_of(&self, board: &Board, part: &Packed) -> Option<(u64, bool)> {
        let key = board.key(part);
        let base = self.figures.held.len() as u64;
        let (mut size, mut shape, mut digits, mut power, mut fits) = (0, 0, 0u64, 1u64, true);
        board.each_cell_of_key(&key.part, &mut |cell| {
            let place = self.figures.held.iter().position(|&held| held == cell.held);
            fits &= place.is_some() && size < self.sizes.len() && (cell.row | cell.column) < 16;
            if let (Some(place), true) = (place, fits) {
                (size, shape) = (size + 1, shape << 8 | byte(cell.row, cell.column));
                digits += place as u64 * power;
                power = power.saturating_mul(base);
            }
        });
        let of = self.sizes.get(usize::checked_sub(size, 1)?).filter(|_| fits)?;
        let place = of.shapes.binary_search(&shape).ok()? as u64;
        Some((of.first + place * of.fillings + digits, key.negative))
    }

    /// Appends the codes of the parts of a position on some board of the rules. Whether each has one.
    pub(crate) fn find(
        &self,
        board: &Board,
        position: &Packed,
        split: &mut Vec<Packed>,
        found: &mut Vec<(u64, bool)>,
    ) -> bool {
        split.clear();
        board.parts(position, split);
        split.iter().all(|part| {
            let code = self.code_of(board, part);
            found.extend(code);
            code.is_some()
        })
    }

    /// Calls `visit` with every code that is that of a part in its normal form, in rising order.
    pub(crate) fn each<E>(&self, visit: &mut dyn FnMut(u64) -> Result<(), E>) -> Result<(), E> {
        let (mut cells, mut split, mut found) = (Vec::new(), Vec::new(), Vec::new());
        for code in 0..self.codes {
            step(1);
            self.cells_of(code, &mut cells);
            let Some(position) = self.board.laid(&cells) else { continue };
            found.clear();
            if self.find(&self.board, &position, &mut split, &mut found) && found == [(code, false)]
            {
                visit(code)?;
            }
        }
        Ok(())
    }

    /// Finds the parts of every option, one option after the other, and where those of each end.
    pub(crate) fn reach(&self, code: u64, player: Player, room: &mut Room) {
        let Room { reached, plain, cells, split, found, ends, .. } = room;
        self.cells_of(code, cells);
        plain.clear();
        found.clear();
        ends.clear();
        if let Some(position) = self.board.laid(cells) {
            self.board.options(&position, player, plain);
        }
        for option in &*plain {
            if !self.find(&self.board, option, split, found) {
                // no code is so large: whoever asks for it says what is missing
                found.push((u64::MAX >> 1, false));
            }
            ends.push(found.len() as u32);
        }
        let normal = |&(code, negative): &(u64, bool)| Normal::new(code, negative, self.tier(code));
        reached.extend(found.iter().map(normal));
    }

    /// The part with this code as it is drawn, in the box around it.
    pub(crate) fn draw(&self, code: u64) -> String {
        let mut cells = Vec::new();
        self.cells_of(code, &mut cells);
        let drawn = self.board.draw(&self.position(code));
        let last = |of: fn(&FigureCell) -> u8| cells.iter().map(of).max().map_or(0, usize::from);
        let (rows, columns) = (1 + last(|cell| cell.row), 1 + last(|cell| cell.column));
        let row = |row: &str| row.chars().take(columns).collect::<String>();
        drawn.split('|').take(rows).map(row).collect::<Vec<_>>().join("|")
    }
}

/// All measures as one, each worth more than those behind it, and what a cell is worth: fewer cells are lower than any
/// measure of more.
fn weights(figures: &Figures, cells: u32) -> Result<(Vec<u64>, u64), AtlasError> {
    let (mut weights, mut scale) = (vec![0i128; figures.held.len()], 1i128);
    for measure in figures.measures.iter().rev() {
        let least = measure.iter().min().copied().unwrap_or(0);
        let mut most = 0;
        for (sum, &weight) in weights.iter_mut().zip(measure) {
            let more = i128::from(weight) - i128::from(least);
            *sum += scale.saturating_mul(more);
            most = most.max(more);
        }
        scale = scale.saturating_mul(most.saturating_mul(i128::from(cells)).saturating_add(1));
        if scale > MOST_TIERS {
            return Err(AtlasError::TooManyTiers);
        }
    }
    Ok((weights.into_iter().map(|weight| weight as u64).collect(), scale as u64))
}

/// The shapes of one more cell; `None` if they are more than `most`.
fn grown(shapes: &[Shape], size: u32, ties: &[(i32, i32)], most: usize) -> Option<Vec<Shape>> {
    let mut next = Vec::new();
    for &shape in shapes {
        step(size * ties.len() as u32);
        let cell = |at: u32| {
            let byte = (shape >> (8 * at)) as i32 & 0xff;
            (byte & 15, byte >> 4)
        };
        for (x, y) in (0..size).map(cell) {
            for &(right, below) in ties {
                let new = (x + right, y + below);
                if (0..size).any(|at| cell(at) == new) {
                    continue;
                }
                // in the corner again
                let (left, top) = (new.0.min(0), new.1.min(0));
                let mut cells = [Shape::MAX; MOST as usize];
                let all = (0..size).map(cell).chain([new]);
                for (slot, (x, y)) in cells.iter_mut().zip(all) {
                    *slot = byte((y - top) as u8 & 15, (x - left) as u8 & 15);
                    if x - left > 15 || y - top > 15 {
                        *slot = Shape::MAX;
                    }
                }
                let cells = &mut cells[..size as usize + 1];
                cells.sort_unstable();
                if cells.last() != Some(&Shape::MAX) {
                    next.push(cells.iter().fold(0, |shape, &cell| shape << 8 | cell));
                }
            }
        }
        // the same shape comes from each of its cells
        if next.len() >= 2 * most + (1 << 16) {
            next.sort_unstable();
            next.dedup();
            if next.len() > most {
                return None;
            }
        }
    }
    next.sort_unstable();
    next.dedup();
    (next.len() <= most).then_some(next)
}
