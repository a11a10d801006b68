//! What each cell of a board may hold in play, with its images and measures: plain data, found by `alphabets`.

/// How a [`Packed`](crate::Packed) position is made of cells, and what each may hold in any play from one of them.
///
/// A position has `planes` bit boards of `words` words each; the bits of a cell, one in each bit board, are the number
/// of its piece. Behind them may stand words that never change, and last the stones in hand, if there are hands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabets {
    /// Bit boards of the pieces.
    pub planes: usize,
    /// Words of one bit board.
    pub words: usize,
    /// The cells, row by row, or in the order of the vertices.
    pub cells: Vec<Alphabet>,
    /// Stones in Left's hand and in Right's, of which there are never more; `None` where the rules have no hands.
    pub hands: Option<[u32; 2]>,
    /// Symmetries of the rules that carry the board to itself, the identity first.
    pub images: Vec<BoardImage>,
    /// The measures that prove that play ends ([`Grading`](crate::language::Grading)), cell by cell.
    pub measures: Vec<BoardMeasure>,
}

/// A cell: where its bits are, and which numbers it may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alphabet {
    /// Its bit in each bit board.
    pub place: usize,
    /// The numbers of the pieces, as a set of bits.
    pub numbers: u16,
}

/// A symmetry of the rules on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardImage {
    /// The cell that each cell goes to.
    pub cells: Vec<u32>,
    /// The number that each number becomes.
    pub numbers: [u8; 16],
    /// Whether it exchanges the players (and so their hands).
    pub negates: bool,
}

/// A measure on one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMeasure {
    /// For each cell the weight of each number.
    pub cells: Vec<[i64; 16]>,
    /// The weights of a stone in Left's hand and in Right's.
    pub hands: [i64; 2],
    /// Whether every move lowers it, but for those that a measure before it lowers.
    pub strict: bool,
}
