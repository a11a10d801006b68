//! What parts are made of, wherever they lie: plain data, found by `figures`.

/// What parts are made of, where they play the same wherever they lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Steps in columns and rows, each way: the cells of a part are joined by them.
    pub ties: Vec<(i32, i32)>,
    /// What a cell may hold, as [`FigureCell::held`] says it.
    pub held: Vec<u8>,
    /// For each measure that proves that play ends, the weights of these. There is none if some measure asks where
    /// pieces lie, or tells images apart.
    pub measures: Vec<Vec<i64>>,
    /// Symmetries of the rules.
    pub symmetries: usize,
}

/// A cell of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FigureCell {
    /// Its row in the box around the part.
    pub row: u8,
    /// Its column.
    pub column: u8,
    /// The number of what it holds, never 0, and where some cells of a part may not change, a bit above for those that
    /// may.
    pub held: u8,
}
