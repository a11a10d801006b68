//! Grids and strips of small numbers: what boards are made of before they are given to a ruleset.

/// The characters of the numbers from 0 on, as grids of them are written.
const CHARACTERS: &str = ".123456789abcdefghijklmnopqrstuvwxyz";

/// A grid, or a strip.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cells {
    rows: usize,
    columns: usize,
    is_strip: bool,
    cells: Vec<i8>,
}

impl Cells {
    /// A grid of these numbers, row by row.
    pub(crate) fn grid(rows: usize, columns: usize, cells: Vec<i8>) -> Self {
        Self { rows, columns, is_strip: false, cells }
    }

    /// A strip of these numbers.
    pub(crate) fn strip(cells: Vec<i8>) -> Self {
        Self { rows: 1, columns: cells.len(), is_strip: true, cells }
    }

    /// The cells of a drawing in which the place of a character in `map` is its number, rows joined by `|`; the
    /// character that is in no place.
    pub(crate) fn parse(text: &str, map: &str, is_strip: bool) -> Result<Self, char> {
        let number = |c: char| {
            let place = map.chars().position(|known| known == c);
            place.and_then(|n| i8::try_from(n).ok()).ok_or(c)
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
    pub fn cells(&self) -> &[i8] {
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
    pub(crate) fn set(&mut self, place: usize, number: i8) {
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
    pub(crate) fn components(&self, border: i8, steps: &[(i64, i64)]) -> Vec<Self> {
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
    fn cut(&self, places: &[usize], border: i8) -> Self {
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
    pub(crate) fn draw(&self, map: &str) -> Result<String, i8> {
        let characters: Vec<char> = map.chars().collect();
        let mut text = String::with_capacity(self.cells.len() + self.rows);
        for (place, &number) in self.cells.iter().enumerate() {
            if place > 0 && place % self.columns == 0 {
                text.push('|');
            }
            let character = usize::try_from(number).ok().and_then(|at| characters.get(at));
            text.push(*character.ok_or(number)?);
        }
        Ok(text)
    }

    /// What a symmetry makes of it: rows and columns are exchanged, then rows, then columns turned round, each where it
    /// is wanted.
    pub(crate) fn permuted(&self, [exchanged, rows_turned, columns_turned]: [bool; 3]) -> Self {
        let (rows, columns) =
            if exchanged { (self.columns, self.rows) } else { (self.rows, self.columns) };
        let from = |row: usize, column: usize| {
            let row = if rows_turned { rows - 1 - row } else { row };
            let column = if columns_turned { columns - 1 - column } else { column };
            let (row, column) = if exchanged { (column, row) } else { (row, column) };
            self.cells[row * self.columns + column]
        };
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        let cells = all.map(|(row, column)| from(row, column)).collect();
        Self { rows, columns, is_strip: self.is_strip, cells }
    }

    /// As it is written in the language: drawn, or by lists where a number has no character.
    pub(crate) fn text(&self) -> String {
        let class = if self.is_strip { "Strip" } else { "Grid" };
        let last = self.cells.iter().copied().max().and_then(|n| usize::try_from(n).ok());
        let map = &CHARACTERS[..=last.unwrap_or(0).min(CHARACTERS.len() - 1)];
        if let Ok(drawn) = self.draw(map) {
            return format!("{class}.Parse(\"{drawn}\", \"{map}\")");
        }
        let list = |row: &[i8]| {
            let numbers: Vec<String> = row.iter().map(i8::to_string).collect();
            format!("[{}]", numbers.join(","))
        };
        let rows: Vec<String> = self.cells.chunks(self.columns).map(list).collect();
        match self.is_strip {
            true => format!("{class}({})", rows.concat()),
            false => format!("{class}([{}])", rows.join(",")),
        }
    }
}
