//! Battle Sheep: herds split and run as far as they can, on hexagons.
//!
//! A herd of at least two sheep sends some of them, at least one staying, in one of six directions over empty cells as far as possible. Who cannot
//! move loses. Cells that were ever held stay held, so the empty cells and the herds that can still move fall into independent regions; all
//! other cells are walls, also where single sheep stand.
//!
//! The rules language has no counters on cells, so these rules are written in Rust, behind its word `herds`. Source: Francesco Rotta, 2010; MCGS (University of Alberta).

use farstar_value::{Player, grow, step};

use super::packed::Packed;
use crate::language::PositionError;
use crate::position::Key;
use crate::view::View;

/// A cell nobody can ever use.
const WALL: i16 = i16::MIN;
/// Cells in one word.
const IN_A_WORD: usize = 4;
/// Most cells of a board.
const MOST: usize = 1024;
/// Symmetries of the lattice of hexagons.
pub(crate) const SYMMETRIES: usize = 12;
/// Sheep of the largest herd.
const LARGEST: u16 = 1000;
/// Neighbours on the lattice of hexagons: up, up-right, right, down, down-left, left.
const DIRECTIONS: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// Herds on a board. Left's are positive numbers, Right's negative ones, 0 is an empty cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HerdBoard {
    /// Whether either player may send the sheep of both.
    shared: bool,
}

/// A board taken apart.
#[derive(Clone, PartialEq, Eq)]
struct Field {
    columns: usize,
    cells: Vec<i16>,
}

impl Field {
    fn of(position: &Packed) -> Self {
        let words = position.words();
        let shape = words.first().copied().unwrap_or(0);
        let (columns, rows) = ((shape >> 32) as usize, (shape & 0xffff_ffff) as usize);
        let cells = (0..columns * rows)
            .map(|i| (words[1 + i / IN_A_WORD] >> (16 * (i % IN_A_WORD))) as i16)
            .collect();
        Self { columns, cells }
    }

    fn pack(&self) -> Packed {
        let rows = self.cells.len() / self.columns.max(1);
        let mut words = vec![(self.columns as u64) << 32 | rows as u64];
        words.extend(
            self.cells.chunks(IN_A_WORD).map(|cells| {
                cells.iter().rev().fold(0, |word, &n| word << 16 | u64::from(n as u16))
            }),
        );
        Packed::new(&words)
    }

    fn rows(&self) -> usize {
        self.cells.len() / self.columns.max(1)
    }

    fn step(&self, cell: usize, (dx, dy): (i32, i32)) -> Option<usize> {
        let x = (cell % self.columns) as i32 + dx;
        let y = (cell / self.columns) as i32 + dy;
        let inside = (0..self.columns as i32).contains(&x) && (0..self.rows() as i32).contains(&y);
        inside.then(|| y as usize * self.columns + x as usize)
    }

    fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        DIRECTIONS.into_iter().filter_map(move |d| self.step(cell, d))
    }

    /// Where sheep running from a cell come to a halt, if they can run.
    fn run(&self, from: usize, direction: (i32, i32)) -> Option<usize> {
        let mut at = from;
        while let Some(next) = self.step(at, direction).filter(|&c| self.cells[c] == 0) {
            at = next;
        }
        (at != from).then_some(at)
    }

    fn is_herd(n: i16) -> bool {
        n != WALL && n.unsigned_abs() > 1
    }
}

impl HerdBoard {
    pub(crate) fn new(shared: bool) -> Self {
        Self { shared }
    }

    /// Reads rows joined by `|`, with commas or blanks between the numbers.
    ///
    /// # Errors
    /// Row and column of what is no herd, or of a row of another length.
    pub(crate) fn read(text: &str) -> Result<Packed, PositionError> {
        let mut field = Field { columns: 0, cells: Vec::new() };
        for (y, row) in text.split(['|', '\n']).enumerate() {
            let before = field.cells.len();
            let at =
                |column: usize, message: String| Err(PositionError::at(y + 1, column, message));
            let mut column = 1;
            for item in row.split(',') {
                if item.trim().is_empty() && row.contains(',') {
                    let known = "expected a number between commas, 0 for an empty cell";
                    return at(column, format!("nothing stands here: {known}"));
                }
                for word in item.split(char::is_whitespace) {
                    match word.parse::<i16>() {
                        _ if word.is_empty() => {}
                        Ok(n) if n.unsigned_abs() <= LARGEST => field.cells.push(n),
                        _ => {
                            let known = format!("a number from -{LARGEST} to {LARGEST}");
                            return at(column, format!("'{word}' is no herd: expected {known}"));
                        }
                    }
                    column += word.chars().count() + 1;
                }
            }
            let found = field.cells.len() - before;
            if y == 0 {
                field.columns = found;
            }
            if found == 0 {
                return at(1, "no herds in this row: expected numbers, as in 3,0,-2".into());
            }
            if found != field.columns {
                return at(1, format!("{found} cells, where the first row has {}", field.columns));
            }
            if field.cells.len() > MOST {
                let message = format!("a board has at most {MOST} cells");
                return Err(PositionError::too_large(y + 1, 1, message));
            }
        }
        Ok(field.pack())
    }

    pub(crate) fn options(&self, position: &Packed, player: Player, options: &mut Vec<Packed>) {
        let field = Field::of(position);
        let own = if player == Player::Left { 1 } else { -1 };
        for (cell, &n) in field.cells.iter().enumerate() {
            let sign = n.signum();
            if !Field::is_herd(n) || sign != own && !self.shared {
                continue;
            }
            for direction in DIRECTIONS {
                let Some(to) = field.run(cell, direction) else { continue };
                for sent in 1..n.abs() {
                    step(field.cells.len() as u32);
                    grow(options, size_of::<Packed>() + 2 * field.cells.len());
                    let mut next = field.clone();
                    next.cells[cell] -= sign * sent;
                    next.cells[to] = sign * sent;
                    options.push(next.pack());
                }
            }
        }
    }

    pub(crate) fn parts(&self, position: &Packed, parts: &mut Vec<Packed>) {
        let field = Field::of(position);
        let mut seen = vec![false; field.cells.len()];
        for first in 0..field.cells.len() {
            if seen[first] || !Field::is_herd(field.cells[first]) {
                continue;
            }
            let mut region = vec![first];
            seen[first] = true;
            let mut next = 0;
            while let Some(&cell) = region.get(next) {
                next += 1;
                for other in field.neighbours(cell) {
                    let (here, there) = (field.cells[cell], field.cells[other]);
                    // a herd is no way for others
                    let joined = there == 0 || here == 0 && Field::is_herd(there);
                    if joined && !seen[other] {
                        seen[other] = true;
                        region.push(other);
                    }
                }
            }
            if region.len() == 1 {
                continue;
            }
            let mut part = field.clone();
            let inside: Vec<bool> = {
                let mut inside = vec![false; field.cells.len()];
                region.iter().for_each(|&cell| inside[cell] = true);
                inside
            };
            for (cell, n) in part.cells.iter_mut().enumerate() {
                if !inside[cell] {
                    *n = WALL;
                }
            }
            parts.push(part.pack());
        }
    }

    pub(crate) fn key(&self, part: &Packed) -> Key<Packed> {
        if self.shared {
            // whose sheep they are says nothing
            return Key { part: least(part, i16::abs), negative: false };
        }
        let [plain, mirror] = [least(part, |n| n), least(part, |n| -n)];
        let negative = mirror < plain;
        Key { part: if negative { mirror } else { plain }, negative }
    }

    pub(crate) fn negative(&self, position: &Packed) -> Option<Packed> {
        let mut field = Field::of(position);
        field.cells.iter_mut().filter(|n| **n != WALL).for_each(|n| *n = -*n);
        Some(field.pack())
    }

    pub(crate) fn is_own_negative(&self, part: &Packed) -> bool {
        self.shared || least(part, |n| n) == least(part, |n| -n)
    }

    pub(crate) fn size(&self, position: &Packed) -> u32 {
        Field::of(position).cells.iter().filter(|&&n| n != WALL).count() as u32
    }

    pub(crate) fn view(&self, position: &Packed) -> View {
        let field = Field::of(position);
        let cells = field.cells.iter().map(|&n| (n != WALL).then_some(n)).collect();
        View::Herds { columns: field.columns, cells }
    }

    pub(crate) fn draw(&self, position: &Packed) -> String {
        let field = Field::of(position);
        let shown = |n: &i16| if *n == WALL { "1".into() } else { n.to_string() };
        let row = |row: &[i16]| row.iter().map(shown).collect::<Vec<String>>().join(",");
        field.cells.chunks(field.columns.max(1)).map(row).collect::<Vec<String>>().join("|")
    }
}

/// The least of the twelve images of a part, cut to its bounding box, with every herd replaced by what `herd` makes of it.
fn least(part: &Packed, herd: impl Fn(i16) -> i16) -> Packed {
    let field = Field::of(part);
    let mut cells: Vec<(i32, i32, i16)> = field
        .cells
        .iter()
        .enumerate()
        .filter(|(_, n)| **n != WALL)
        .map(|(cell, &n)| ((cell % field.columns) as i32, (cell / field.columns) as i32, herd(n)))
        .collect();
    let mut least: Option<Packed> = None;
    for turn in 0..SYMMETRIES {
        for (x, y, _) in &mut cells {
            // a reflection, then one sixth of a turn
            (*x, *y) = if turn == SYMMETRIES / 2 { (*y, *x) } else { (-*y, *x + *y) };
        }
        let image = boxed(&cells).pack();
        if least.as_ref().is_none_or(|least| image < *least) {
            least = Some(image);
        }
    }
    least.unwrap_or_else(|| part.clone())
}

/// Cells in their bounding box, with walls around them.
fn boxed(cells: &[(i32, i32, i16)]) -> Field {
    let x0 = cells.iter().map(|c| c.0).min().unwrap_or(0);
    let y0 = cells.iter().map(|c| c.1).min().unwrap_or(0);
    let columns = cells.iter().map(|c| c.0 - x0 + 1).max().unwrap_or(0) as usize;
    let rows = cells.iter().map(|c| c.1 - y0 + 1).max().unwrap_or(0) as usize;
    let mut field = Field { columns, cells: vec![WALL; columns * rows] };
    for &(x, y, n) in cells {
        field.cells[(y - y0) as usize * columns + (x - x0) as usize] = n;
    }
    field
}
