//! Battle Sheep: herds split and run as far as they can, on hexagons.
//!
//! A herd of at least two sheep sends some of them, at least one staying, in one of six directions over empty cells as far as possible. Who cannot
//! move loses. Cells that were ever held stay held, so the empty cells and the herds that can still move fall into independent regions; all
//! other cells are walls, also where single sheep stand.
//!
//! The rules language has no counters on cells, so this ruleset is written in Rust. Source: Francesco Rotta, 2010; MCGS (University of Alberta).

use farstar_value::Player;

use crate::Packed;
use crate::language::PositionError;
use crate::position::{Key, Ruleset};

/// A cell nobody can ever use.
const WALL: i16 = i16::MIN;
/// Cells in one word.
const IN_A_WORD: usize = 4;
/// Most cells of a board.
const MOST: usize = 1024;
/// Neighbours on the lattice of hexagons: up, up-right, right, down, down-left, left.
const DIRECTIONS: [(i32, i32); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// The ruleset. Left's herds are positive numbers, Right's negative ones, 0 is an empty cell.
///
/// # Examples
/// ```
/// use farstar_rules::position::Ruleset;
/// use farstar_rules::sheep::BattleSheep;
/// use farstar_value::Player;
/// let start = BattleSheep::position("3,0,0|0,0,-2")?;
/// let mut options = Vec::new();
/// BattleSheep.options(&start, Player::Left, &mut options);
/// // one or two sheep, to the right or down
/// assert_eq!(options.len(), 4);
/// assert_eq!(BattleSheep.draw(&options[0]), "2,0,1|0,0,-2");
/// # Ok::<(), farstar_rules::language::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BattleSheep;

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

impl BattleSheep {
    /// Reads rows joined by `|`, with commas or blanks between the numbers.
    ///
    /// # Errors
    /// Row and column of what is no herd, or of a row of another length.
    pub fn position(text: &str) -> Result<Packed, PositionError> {
        let mut field = Field { columns: 0, cells: Vec::new() };
        for (y, row) in text.split(['|', '\n']).enumerate() {
            let words: Vec<&str> =
                row.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty()).collect();
            let at = |x: usize, message: String| {
                Err(PositionError { row: y + 1, column: x + 1, message })
            };
            if y == 0 {
                field.columns = words.len();
            }
            if words.len() != field.columns || words.is_empty() {
                return at(
                    0,
                    format!("{} cells, where the first row has {}", words.len(), field.columns),
                );
            }
            for (x, word) in words.into_iter().enumerate() {
                match word.parse::<i16>() {
                    Ok(n) if n.unsigned_abs() <= 1000 => field.cells.push(n),
                    _ => {
                        return at(
                            x,
                            format!("'{word}' is no herd: expected a number from -1000 to 1000"),
                        );
                    }
                }
            }
            if field.cells.len() > MOST {
                return at(0, format!("a board has at most {MOST} cells"));
            }
        }
        Ok(field.pack())
    }
}

impl Ruleset for BattleSheep {
    type Position = Packed;
    type Key = Packed;

    fn options(&self, position: &Packed, player: Player, options: &mut Vec<Packed>) {
        let field = Field::of(position);
        let sign = if player == Player::Left { 1 } else { -1 };
        for (cell, &n) in field.cells.iter().enumerate() {
            if !Field::is_herd(n) || n.signum() != sign {
                continue;
            }
            for direction in DIRECTIONS {
                let Some(to) = field.run(cell, direction) else { continue };
                for sent in 1..n.abs() {
                    let mut next = field.clone();
                    next.cells[cell] -= sign * sent;
                    next.cells[to] = sign * sent;
                    options.push(next.pack());
                }
            }
        }
    }

    fn parts(&self, position: &Packed, parts: &mut Vec<Packed>) {
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

    fn key(&self, part: &Packed) -> Key<Packed> {
        let (part, negative) = least(part, false).min(least(part, true));
        Key { part, negative }
    }

    fn negative(&self, position: &Packed) -> Option<Packed> {
        let mut field = Field::of(position);
        field.cells.iter_mut().filter(|n| **n != WALL).for_each(|n| *n = -*n);
        Some(field.pack())
    }

    fn is_own_negative(&self, part: &Packed) -> bool {
        least(part, false).0 == least(part, true).0
    }

    fn size(&self, position: &Packed) -> u32 {
        Field::of(position).cells.iter().filter(|&&n| n != WALL).count() as u32
    }

    fn draw(&self, position: &Packed) -> String {
        let field = Field::of(position);
        let shown = |n: &i16| if *n == WALL { "1".into() } else { n.to_string() };
        let row = |row: &[i16]| row.iter().map(shown).collect::<Vec<String>>().join(",");
        field.cells.chunks(field.columns.max(1)).map(row).collect::<Vec<String>>().join("|")
    }
}

/// The least image of a part, or of its negative, cut to its bounding box; the lattice turned by half a turn and reflected.
fn least(part: &Packed, negated: bool) -> (Packed, bool) {
    let field = Field::of(part);
    let live: Vec<(i32, i32, i16)> = field
        .cells
        .iter()
        .enumerate()
        .filter(|(_, n)| **n != WALL)
        .map(|(cell, &n)| {
            let (x, y) = ((cell % field.columns) as i32, (cell / field.columns) as i32);
            (x, y, if negated { -n } else { n })
        })
        .collect();
    let image = |turn: bool, reflect: bool| {
        let mut cells: Vec<(i32, i32, i16)> = live
            .iter()
            .map(|&(x, y, n)| {
                let (x, y) = if turn { (-x, -y) } else { (x, y) };
                if reflect { (y, x, n) } else { (x, y, n) }
            })
            .collect();
        let x0 = cells.iter().map(|c| c.0).min().unwrap_or(0);
        let y0 = cells.iter().map(|c| c.1).min().unwrap_or(0);
        let columns = cells.iter().map(|c| c.0 - x0 + 1).max().unwrap_or(0) as usize;
        let rows = cells.iter().map(|c| c.1 - y0 + 1).max().unwrap_or(0) as usize;
        cells.sort_unstable();
        let mut image = Field { columns, cells: vec![WALL; columns * rows] };
        for (x, y, n) in cells {
            image.cells[(y - y0) as usize * columns + (x - x0) as usize] = n;
        }
        image.pack()
    };
    let images = [(false, false), (true, false), (false, true), (true, true)];
    let least = images.into_iter().map(|(turn, reflect)| image(turn, reflect)).min();
    (least.unwrap_or_else(|| part.clone()), negated)
}
