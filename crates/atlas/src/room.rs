//! Room for moves of positions.

use farstar_rules::{FigureCell, Packed};

use crate::normal::{Deltas, Normal, Source};

/// Room for moves of the positions of one field, used again and again.
#[derive(Default)]
pub(crate) struct Room {
    /// What the moves of a player lead to.
    pub(crate) reached: Vec<Normal>,
    /// Of parts, which options fall apart into: where those of each option end.
    pub(crate) ends: Vec<u32>,
    pub(crate) words: Vec<u64>,
    /// The images of the code whose moves were asked for last: those of the other player are asked for next.
    pub(crate) source: Source,
    pub(crate) landings: Vec<u32>,
    /// What Left's patterns add, and what Right's do.
    pub(crate) deltas: [Deltas; 2],
    pub(crate) one: Vec<[u64; 1]>,
    pub(crate) two: Vec<[u64; 2]>,
    pub(crate) three: Vec<[u64; 3]>,
    pub(crate) four: Vec<[u64; 4]>,
    pub(crate) plain: Vec<Packed>,
    pub(crate) cells: Vec<FigureCell>,
    pub(crate) split: Vec<Packed>,
    pub(crate) found: Vec<(u64, bool)>,
}
