//! Grids and strips of small numbers: what boards are made of before they are given to a ruleset.

/// A cell holds a number up to this one, so that each has a character.
pub(crate) const LARGEST: u8 = 35;

/// The characters of the numbers from 0 on.
const CHARACTERS: &str = ".123456789abcdefghijklmnopqrstuvwxyz";

/// A grid, or a strip.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Cells {
    rows: usize,
    columns: usize,
    is_strip: bool,
    cells: Vec<u8>,
}

impl Cells {
    /// A grid of these numbers, row by row.
    pub(crate) fn grid(rows: usize, columns: usize, cells: Vec<u8>) -> Self {
        Self { rows, columns, is_strip: false, cells }
    }

    /// A strip of these numbers.
    pub(crate) fn strip(cells: Vec<u8>) -> Self {
        Self { rows: 1, columns: cells.len(), is_strip: true, cells }
    }

    /// The cells of a drawing in which the place of a character in `map` is its number, rows joined by `|`; the
    /// character that is in no place.
    pub(crate) fn parse(text: &str, map: &str, is_strip: bool) -> Result<Self, char> {
        let number = |c: char| {
            let place = map.chars().position(|known| known == c);
            place.and_then(|n| u8::try_from(n).ok()).filter(|&n| n <= LARGEST).ok_or(c)
        };
        let lines: Vec<&str> = if is_strip { vec![text] } else { text.split('|').collect() };
        let columns = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let mut cells = Vec::with_capacity(columns * lines.len());
        for line in &lines {
            let from = cells.len();
            for c in line.chars() {
                cells.push(number(c)?);
            }
            cells.resize(from + columns, 0);
        }
        Ok(Self { rows: lines.len(), columns, is_strip, cells })
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Whether it is a strip.
    #[must_use]
    pub fn is_strip(&self) -> bool {
        self.is_strip
    }

    /// The numbers, row by row.
    #[must_use]
    pub fn cells(&self) -> &[u8] {
        &self.cells
    }

    /// Where a cell is, its row and column counted from 1.
    pub(crate) fn place(&self, row: i64, column: i64) -> Option<usize> {
        let inside = |n: i64, most: usize| usize::try_from(n - 1).ok().filter(|&n| n < most);
        Some(inside(row, self.rows)? * self.columns + inside(column, self.columns)?)
    }

    /// The row and column of a place.
    pub(crate) fn at(&self, place: usize) -> (usize, usize) {
        (place / self.columns + 1, place % self.columns + 1)
    }

    /// The same with another number in a place.
    pub(crate) fn set(&mut self, place: usize, number: u8) {
        self.cells[place] = number;
    }

    /// The part from one cell to another, both with it.
    pub(crate) fn part(
        &self,
        (top, left): (usize, usize),
        (bottom, right): (usize, usize),
    ) -> Self {
        let row = |row: usize| &self.cells[(row - 1) * self.columns..][left - 1..right];
        let cells = (top..=bottom).flat_map(row).copied().collect();
        Self { rows: bottom + 1 - top, columns: right + 1 - left, is_strip: self.is_strip, cells }
    }

    /// The parts that hang together by these steps, without the cells of one number, each cut to its size.
    pub(crate) fn components(&self, border: u8, steps: &[(i64, i64)]) -> Vec<Self> {
        let mut seen = vec![false; self.cells.len()];
        let mut found = Vec::new();
        for start in 0..self.cells.len() {
            if self.cells[start] == border || std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let (mut part, mut open) = (vec![start], vec![start]);
            while let Some(place) = open.pop() {
                let (row, column) = self.at(place);
                for (down, across) in steps {
                    let Some(next) = self.place(row as i64 + down, column as i64 + across) else {
                        continue;
                    };
                    if self.cells[next] != border && !std::mem::replace(&mut seen[next], true) {
                        part.push(next);
                        open.push(next);
                    }
                }
            }
            found.push(self.cut(&part, border));
        }
        found
    }

    /// The smallest grid with these cells, all others of one number.
    fn cut(&self, places: &[usize], border: u8) -> Self {
        let at: Vec<(usize, usize)> = places.iter().map(|&place| self.at(place)).collect();
        let bounds = |of: fn(&(usize, usize)) -> usize| {
            let all = || at.iter().map(of);
            (all().min().unwrap_or(1), all().max().unwrap_or(1))
        };
        let ((top, bottom), (left, right)) = (bounds(|cell| cell.0), bounds(|cell| cell.1));
        let mut alone = self.clone();
        alone.cells.fill(border);
        for &place in places {
            alone.cells[place] = self.cells[place];
        }
        alone.part((top, left), (bottom, right))
    }

    /// The drawing in which numbers are the characters of `map`; a number that has none.
    pub(crate) fn draw(&self, map: &str) -> Result<String, u8> {
        let characters: Vec<char> = map.chars().collect();
        let mut text = String::with_capacity(self.cells.len() + self.rows);
        for (place, &number) in self.cells.iter().enumerate() {
            if place > 0 && place % self.columns == 0 {
                text.push('|');
            }
            text.push(*characters.get(usize::from(number)).ok_or(number)?);
        }
        Ok(text)
    }

    /// As it is written in the language.
    pub(crate) fn text(&self) -> String {
        let last = usize::from(self.cells.iter().copied().max().unwrap_or(0));
        let map = &CHARACTERS[..=last];
        let drawn = self.draw(map).unwrap_or_default();
        format!("{}.Parse(\"{drawn}\", \"{map}\")", if self.is_strip { "Strip" } else { "Grid" })
    }
}
