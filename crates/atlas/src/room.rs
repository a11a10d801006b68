//! Room for moves of positions.

use farstar_rules::{FigureCell, Packed};

/// Room for moves, used again and again.
#[derive(Default)]
pub(crate) struct Room {
    pub(crate) words: Vec<u64>,
    pub(crate) one: Vec<[u64; 1]>,
    pub(crate) two: Vec<[u64; 2]>,
    pub(crate) three: Vec<[u64; 3]>,
    pub(crate) four: Vec<[u64; 4]>,
    pub(crate) plain: Vec<Packed>,
    /// Of parts: their cells, what options fall apart into, and where the parts of each option end.
    pub(crate) cells: Vec<FigureCell>,
    pub(crate) split: Vec<Packed>,
    pub(crate) found: Vec<(u64, bool)>,
    pub(crate) ends: Vec<u32>,
}
