//! Rulesets read from their texts and played out cell by cell: the definition of the rules language.
//!
//! It shares nothing with the compiler of `farstar-rules`: it has its own reader, keeps boards as characters, tries
//! every pattern at every place in every way, and deduces nothing. It believes that the text is right and says little
//! where it is not.

mod coins;
mod heap;
mod matching;
mod numbers;
mod play;
mod reader;
mod start;

use std::collections::{BTreeMap, BTreeSet};

/// A place on a board: column and row, or the number of a vertex or edge.
pub type Place = (i32, i32);

/// A position: pieces on places, the graph they lie on, stones in hand; or heaps.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The piece on each place.
    pub cells: BTreeMap<Place, char>,
    /// The number on each place whose piece carries one.
    pub numbers: BTreeMap<Place, i64>,
    /// Ends of the edges or arcs by name, in the order typed.
    pub edges: Vec<(String, String)>,
    /// Names of the vertices in the order typed.
    pub vertices: Vec<String>,
    /// Left's and Right's stones in hand.
    pub hands: [u32; 2],
    /// Heaps, sorted.
    pub heaps: Vec<Vec<i64>>,
}

/// A ruleset, ready to be played.
#[derive(Clone, Debug)]
pub struct Interpreter {
    kind: String,
    pieces: Vec<char>,
    acyclic: bool,
    starts: Vec<start::Start>,
    /// The least and the largest number of each piece that carries one.
    carried: BTreeMap<char, (i64, i64)>,
    /// Pieces that a number and a negative number mean.
    meant: [Option<char>; 2],
    sets: BTreeMap<String, Vec<i64>>,
    parameters: BTreeMap<String, i64>,
    stops: Vec<reader::Search>,
    moves: [Vec<Vec<reader::Step>>; 2],
    heap: Option<heap::Heaps>,
    /// The code by which coins are turned.
    turning: Option<String>,
}

impl Interpreter {
    /// Every position that a move of Left (or of Right) reaches.
    pub fn options(&self, position: &Position, left: bool) -> BTreeSet<Position> {
        match (&self.heap, &self.turning) {
            (Some(heaps), _) => heaps.options(position, left),
            (None, Some(code)) => coins::turned(position, code, [self.pieces[0], self.pieces[1]]),
            (None, None) => self.board_options(position, left),
        }
    }

    /// The first word of the board: `grid`, `graph`, `heap` …
    pub fn kind(&self) -> &str {
        &self.kind
    }
}
