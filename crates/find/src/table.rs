//! A table: a value for each of many cells, a cell being one to five integers.

use crate::expr::{Binary, Unary};
use rustc_hash::FxHashMap;

/// Cells a table may have.
pub const MOST_CELLS: usize = 4_000_000;
/// Coordinates a cell may have.
pub const MOST_COORDINATES: usize = 5;
/// No number of a table is larger, so that sums and differences of two of them fit.
const LARGEST: i64 = 1 << 62;
/// What stands for a value that is not known.
const UNKNOWN: [&str; 3] = ["?", "-", "."];
/// Boxes of at most so many places a cell are kept as grids.
const SPARSEST: usize = 8;
const EMPTY: u32 = u32::MAX;
/// Sides of tables that are not cut, and how many times longer another side is.
const FEW_KINDS: i64 = 3;
const MANY_EACH: i64 = 8;

/// Why something is no table.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// There is no cell with a value.
    #[error("a table needs at least one cell with a value")]
    Empty,
    /// A line has another number of columns than the first.
    #[error("line {0}: {1} columns, but {2} before")]
    Columns(usize, usize, usize),
    /// A word is no integer.
    #[error("line {0}: '{1}' is no integer")]
    Word(usize, String),
    /// An integer is beyond 2^62.
    #[error("line {0}: {1} is too large: a table holds integers up to 2^62")]
    Large(usize, String),
    /// A cell has two values.
    #[error("cell ({0}) has two values, {1} and {2}")]
    Contradiction(String, i64, i64),
    /// More coordinates than [`MOST_COORDINATES`].
    #[error("{0} coordinates, but a cell has at most 5")]
    Coordinates(usize),
    /// More cells than [`MOST_CELLS`].
    #[error("more than 4000000 cells")]
    Cells,
}

/// Where a cell stands in the list of cells.
#[derive(Clone, Debug)]
enum Index {
    Grid { sizes: Vec<usize>, at: Vec<u32> },
    Sparse(FxHashMap<Box<[i64]>, u32>),
}

/// The values that are known of a function on cells, in row-major order.
///
/// ```
/// use farstar_find::Table;
/// let table = Table::read("n\tg\n0\t0\n1\t1\n2\t?\n3\t1\n").unwrap();
/// assert_eq!((table.len(), table.get(&[3]), table.get(&[2])), (3, Some(1), None));
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    names: Vec<String>,
    cells: Vec<i64>,
    values: Vec<i64>,
    low: Vec<i64>,
    high: Vec<i64>,
    index: Index,
}

impl Table {
    /// A table of cells with their values.
    ///
    /// # Errors
    /// No cells, too many, too many coordinates, or a cell with two values.
    pub fn new(rows: Vec<(Vec<i64>, i64)>) -> Result<Self, TableError> {
        let dimension = rows.first().ok_or(TableError::Empty)?.0.len();
        if dimension > MOST_COORDINATES {
            return Err(TableError::Coordinates(dimension));
        }
        let names = usual_names(dimension).iter().map(|&name| name.to_owned()).collect();
        Self::named(names, rows)
    }

    fn named(names: Vec<String>, mut rows: Vec<(Vec<i64>, i64)>) -> Result<Self, TableError> {
        let dimension = names.len();
        if dimension == 0 || dimension > MOST_COORDINATES {
            return Err(TableError::Coordinates(dimension));
        }
        if rows.len() > MOST_CELLS {
            return Err(TableError::Cells);
        }
        if let Some(at) = rows.iter().position(|(cell, _)| cell.len() != dimension) {
            return Err(TableError::Columns(at + 1, rows[at].0.len() + 1, dimension + 1));
        }
        let outside = |x: &i64| x.unsigned_abs() > LARGEST.unsigned_abs();
        for (at, (cell, value)) in rows.iter().enumerate() {
            if let Some(large) = cell.iter().chain([value]).find(|x| outside(x)) {
                return Err(TableError::Large(at + 1, large.to_string()));
            }
        }
        rows.sort_unstable();
        rows.dedup();
        for pair in rows.windows(2) {
            if pair[0].0 == pair[1].0 {
                let cell = shown(&pair[0].0);
                return Err(TableError::Contradiction(cell, pair[0].1, pair[1].1));
            }
        }
        let mut low = rows.first().ok_or(TableError::Empty)?.0.clone();
        let mut high = low.clone();
        for (cell, _) in &rows {
            for (axis, &x) in cell.iter().enumerate() {
                low[axis] = low[axis].min(x);
                high[axis] = high[axis].max(x);
            }
        }
        let cells: Vec<i64> = rows.iter().flat_map(|(cell, _)| cell.iter().copied()).collect();
        let values = rows.iter().map(|&(_, value)| value).collect();
        let index = Index::new(&cells, dimension, &low, &high);
        Ok(Self { names, cells, values, low, high, index })
    }

    /// The table of a sequence whose first term has this number.
    ///
    /// # Errors
    /// As [`Table::new`].
    pub fn sequence(first: i64, values: &[i64]) -> Result<Self, TableError> {
        Self::new((first..).zip(values).map(|(n, &value)| (vec![n], value)).collect())
    }

    /// Reads lines of coordinates and a value, with tabs, commas or blanks between them. A first line without
    /// integers names the columns, `#` opens a comment, `?` is a value that is not known, and one column is a sequence
    /// from 0, and so is one line alone with more numbers than a cell can have, in brackets or not. A mark of the byte
    /// order at the beginning is no part of the table.
    ///
    /// # Errors
    /// The line that is no row of a table.
    pub fn read(text: &str) -> Result<Self, TableError> {
        if let Some(terms) = only_line(text) {
            return Self::read(&terms.join("\n"));
        }
        let mut names: Option<Vec<String>> = None;
        let mut columns = None;
        let mut rows = Vec::new();
        let mut place = 0;
        for (at, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default();
            let words: Vec<&str> = line
                .split(|c: char| c.is_whitespace() || c == ',')
                .filter(|w| !w.is_empty())
                .collect();
            if words.is_empty() {
                continue;
            }
            let heading = words.iter().all(|word| !is_number(word) && !UNKNOWN.contains(word));
            if columns.is_none() && names.is_none() && heading {
                columns = Some(words.len());
                names = Some(words.iter().map(|&word| word.to_owned()).collect());
                continue;
            }
            let width = *columns.get_or_insert(words.len());
            if words.len() != width {
                return Err(TableError::Columns(at + 1, words.len(), width));
            }
            let (&last, before) = words.split_last().unwrap_or((&"", &[]));
            let mut cell =
                before.iter().map(|word| integer(word, at + 1)).collect::<Result<Vec<_>, _>>()?;
            if width == 1 {
                cell.push(place);
                place += 1;
            }
            if !UNKNOWN.contains(&last) {
                rows.push((cell, integer(last, at + 1)?));
            }
            if rows.len() > MOST_CELLS {
                return Err(TableError::Cells);
            }
        }
        match names {
            Some(mut names) if names.len() > 1 => {
                names.pop();
                Self::new(rows).map(|table| table.with_names(&names))
            }
            _ => Self::new(rows),
        }
    }

    /// How many cells have values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Never: a table has a cell.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// How many coordinates a cell has.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.names.len()
    }

    /// The table with other names of its coordinates, where each can stand in a law.
    ///
    /// # Examples
    /// ```
    /// use farstar_find::Table;
    /// let table = |names: [&str; 2]| {
    ///     let rows = vec![(vec![0, 1], 1), (vec![1, 1], 0)];
    ///     Table::new(rows).unwrap().with_names(&names.map(str::to_owned))
    /// };
    /// assert_eq!(table(["n", "k"]).names(), ["n", "k"]);
    /// // a law calls itself f
    /// assert_eq!(table(["n", "f"]).names(), ["a", "b"]);
    /// ```
    #[must_use]
    pub fn with_names(mut self, names: &[String]) -> Self {
        let is_word = |name: &str| {
            Unary::ALL.iter().any(|op| op.word() == name)
                || Binary::ALL.iter().any(|op| op.word() == name)
                || ["f", "if", "then", "else"].contains(&name)
        };
        let is_plain = |name: &String| {
            name.len() <= 12 && name.chars().all(char::is_alphabetic) && !is_word(name)
        };
        if names.len() == self.dimension() && names.iter().all(is_plain) {
            self.names = names.to_vec();
        }
        self
    }

    /// Whether words are a heading: the names of the coordinates, or the usual letters.
    #[must_use]
    pub fn is_heading(&self, words: &[&str]) -> bool {
        words == self.names || words == usual_names(self.dimension())
    }

    /// The names of the coordinates.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The least value of each coordinate.
    #[must_use]
    pub fn low(&self) -> &[i64] {
        &self.low
    }

    /// The largest value of each coordinate.
    #[must_use]
    pub fn high(&self) -> &[i64] {
        &self.high
    }

    /// The values, in the order of the cells.
    #[must_use]
    pub fn values(&self) -> &[i64] {
        &self.values
    }

    /// The same cells, with the negatives of the values.
    pub(crate) fn negative(&self) -> Self {
        Self { values: self.values.iter().map(|value| -value).collect(), ..self.clone() }
    }

    /// The cell at this place of the list.
    ///
    /// # Panics
    /// If there are no more cells than `at`.
    #[must_use]
    pub fn cell(&self, at: usize) -> &[i64] {
        let dimension = self.dimension();
        &self.cells[at * dimension..(at + 1) * dimension]
    }

    /// The cells with their values.
    pub fn rows(&self) -> impl Iterator<Item = (&[i64], i64)> {
        self.cells.chunks_exact(self.dimension()).zip(self.values.iter().copied())
    }

    /// The value of a cell, if it is known.
    #[must_use]
    pub fn get(&self, cell: &[i64]) -> Option<i64> {
        self.place(cell).map(|at| self.values[at])
    }

    /// Where a cell stands.
    fn place(&self, cell: &[i64]) -> Option<usize> {
        if cell.len() != self.dimension() {
            return None;
        }
        match &self.index {
            Index::Grid { sizes, at } => {
                let mut place = 0;
                for (axis, &x) in cell.iter().enumerate() {
                    let step = usize::try_from(x.checked_sub(self.low[axis])?).ok()?;
                    if step >= sizes[axis] {
                        return None;
                    }
                    place = place * sizes[axis] + step;
                }
                at.get(place).filter(|&&at| at != EMPTY).map(|&at| at as usize)
            }
            Index::Sparse(at) => at.get(cell).map(|&at| at as usize),
        }
    }

    /// The same cells with other values, without those that have none.
    pub(crate) fn map(
        &self,
        value: impl Fn(&[i64], i64) -> Option<(Vec<i64>, i64)>,
    ) -> Option<Self> {
        Self::new(self.rows().filter_map(|(cell, v)| value(cell, v)).collect()).ok()
    }

    /// The table cut in two: the cells of the box whose sides are shorter, so that about this share of the cells
    /// lies outside, and those outside.
    /// Without enough cells nothing is held back.
    #[must_use]
    pub fn split(&self, share: f64) -> (Self, Vec<(Vec<i64>, i64)>) {
        let side = |axis: usize| (self.high[axis] - self.low[axis]).max(1);
        let longest = (0..self.dimension()).map(side).max().unwrap_or(1);
        // of a coordinate with few numbers, which tells kinds of cells, all are needed
        let is_long = |axis: &usize| side(*axis) > FEW_KINDS || longest < MANY_EACH * side(*axis);
        let reach = |cell: &[i64]| {
            let part = |axis: usize| (cell[axis] - self.low[axis]) as f64 / side(axis) as f64;
            (0..cell.len()).filter(is_long).map(part).fold(0.0, f64::max)
        };
        let mut reaches: Vec<f64> = self.rows().map(|(cell, _)| reach(cell)).collect();
        reaches.sort_unstable_by(f64::total_cmp);
        let kept = (self.len() as f64 * (1.0 - share)).ceil() as usize;
        let Some(&bound) = reaches.get(kept.saturating_sub(1)).filter(|_| self.len() >= 16) else {
            return (self.clone(), Vec::new());
        };
        // where the outermost layer is more than that share, it is held back all the same
        let outermost = reaches[reaches.len() - 1];
        let before = reaches.partition_point(|&reach| reach < outermost);
        let is_all = share > 0.0 && bound == outermost && 2 * before >= reaches.len();
        let bound = if is_all { reaches[before - 1] } else { bound };
        let (inside, outside): (Vec<_>, Vec<_>) = self
            .rows()
            .map(|(cell, value)| (cell.to_vec(), value))
            .partition(|(cell, _)| reach(cell) <= bound);
        match Self::named(self.names.clone(), inside) {
            Ok(inside) => (inside, outside),
            Err(_) => (self.clone(), Vec::new()),
        }
    }
}

/// How coordinates are called where nobody calls them otherwise.
fn usual_names(dimension: usize) -> &'static [&'static str] {
    match dimension {
        1 => &["n"],
        _ => &["a", "b", "c", "d", "e"][..dimension.min(MOST_COORDINATES)],
    }
}

impl Index {
    fn new(cells: &[i64], dimension: usize, low: &[i64], high: &[i64]) -> Self {
        let count = cells.len() / dimension;
        let sides = low.iter().zip(high).map(|(low, high)| usize::try_from(high - low + 1).ok());
        let sizes: Option<Vec<usize>> = sides.collect();
        let volume = sizes
            .as_ref()
            .and_then(|sizes| sizes.iter().try_fold(1usize, |v, &s| v.checked_mul(s)));
        match (sizes, volume) {
            (Some(sizes), Some(volume)) if volume <= count * SPARSEST + 1024 => {
                let mut at = vec![EMPTY; volume];
                for (number, cell) in cells.chunks_exact(dimension).enumerate() {
                    let mut place = 0;
                    for (axis, &x) in cell.iter().enumerate() {
                        place = place * sizes[axis] + (x - low[axis]) as usize;
                    }
                    at[place] = number as u32;
                }
                Self::Grid { sizes, at }
            }
            _ => {
                let numbered = cells.chunks_exact(dimension).zip(0..);
                Self::Sparse(numbered.map(|(cell, at)| (cell.into(), at)).collect())
            }
        }
    }
}

/// A cell as it is written.
#[must_use]
pub(crate) fn shown(cell: &[i64]) -> String {
    cell.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The terms of a sequence that stands on one line alone.
fn only_line(text: &str) -> Option<Vec<&str>> {
    let lines = text.trim_start_matches('\u{feff}').lines();
    let mut lines = lines.map(|line| line.split('#').next().unwrap_or_default().trim());
    let line = lines.find(|line| !line.is_empty())?;
    let between =
        |c: char| c.is_whitespace() || [',', ';', '[', ']', '{', '}', '(', ')'].contains(&c);
    let terms: Vec<&str> = line.split(between).filter(|term| !term.is_empty()).collect();
    let is_term = |term: &&str| is_number(term) || UNKNOWN.contains(term);
    let is_one = terms.len() > MOST_COORDINATES + 2 && terms.iter().all(is_term);
    (is_one && lines.all(str::is_empty)).then_some(terms)
}

fn is_number(word: &str) -> bool {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn integer(word: &str, line: usize) -> Result<i64, TableError> {
    let short: String = word.chars().take(40).collect();
    if !is_number(word) {
        return Err(TableError::Word(line, short));
    }
    match word.parse::<i64>() {
        Ok(x) if x.unsigned_abs() <= LARGEST.unsigned_abs() => Ok(x),
        _ => Err(TableError::Large(line, short)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_cells_and_faults_are_named() {
        let table = Table::read("# heaps\n0 0 5\n0,1,6\n1\t1\t?\n").unwrap();
        assert_eq!((table.dimension(), table.len(), table.get(&[0, 1])), (2, 2, Some(6)));
        assert_eq!(Table::read("3\n4\n?\n6\n").unwrap().get(&[3]), Some(6));
        for line in ["0 1 2 3 4 5 6 7 8", "# eight\n[0, 1, 2, 3, 4, 5, 6, ?, 8]\n"] {
            let table = Table::read(line).unwrap();
            assert_eq!(
                (table.dimension(), table.get(&[8]), table.get(&[6])),
                (1, Some(8), Some(6))
            );
        }
        let marked = Table::read("\u{feff}0 7\n1 8\n").unwrap();
        assert_eq!((marked.get(&[0]), marked.get(&[1])), (Some(7), Some(8)));
        assert_eq!(Table::read("").unwrap_err(), TableError::Empty);
        assert_eq!(Table::read("1 2\n1 2 3\n").unwrap_err(), TableError::Columns(2, 3, 2));
        assert_eq!(
            Table::read("1 2\n1 3\n").unwrap_err(),
            TableError::Contradiction("1".into(), 2, 3)
        );
        assert_eq!(Table::read("1 x\n").unwrap_err(), TableError::Word(1, "x".into()));
        assert_eq!(Table::read("1 2 3 4 5 6 7\n").unwrap_err(), TableError::Coordinates(6));
        assert!(matches!(
            Table::read("1 123456789012345678901234567890\n"),
            Err(TableError::Large(1, _))
        ));
    }

    #[test]
    fn the_larger_fifth_is_held_back() {
        let (inside, outside) = Table::sequence(0, &[0; 100]).unwrap().split(0.2);
        assert_eq!((inside.len(), outside.len(), inside.high()[0]), (80, 20, 79));
    }

    #[test]
    fn the_outermost_layer_of_a_small_cube_is_held_back() {
        let side = 0..9i64;
        let cube = side.clone().flat_map(|a| (0..81).map(move |bc| (vec![a, bc / 9, bc % 9], 0)));
        let (inside, outside) = Table::new(cube.collect()).unwrap().split(0.2);
        assert_eq!((inside.len(), outside.len()), (512, 217));
    }

    #[test]
    fn cells_far_apart_are_no_grid() {
        let far = 1i64 << 61;
        let table = Table::new(vec![(vec![0, 0], 1), (vec![far, -far], 2)]).unwrap();
        assert_eq!((table.get(&[far, -far]), table.get(&[0, 1])), (Some(2), None));
    }
}
