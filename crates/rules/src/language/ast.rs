//! A ruleset as the parser leaves it: ways written out as directions, `as Left` and parameters put in.

use super::expression::Expr;
use super::heap::{HeapRules, Range};
use super::start::Start;
use crate::coin::TurningCode;

/// A piece, as its place in the list of pieces of the board.
pub(crate) type Piece = u8;

/// What lies off the board: `$`. On a board of edges it is the ground.
pub(crate) const EDGE: Piece = 31;

/// The most kinds of piece a board may have.
pub(crate) const MOST_PIECES: usize = 14;

/// A set of pieces, one bit each.
pub(crate) type Set = u32;

/// The set of the pieces of a list.
pub(crate) fn set_of(pieces: &[Piece]) -> Set {
    pieces.iter().fold(0, |set, &p| set | 1 << p)
}

/// What the cells of a board are and which are neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// One row; the neighbours are left and right.
    Strip,
    /// Rows of equal length; four neighbours.
    Grid,
    /// Rows of equal length; the neighbours are the four, north-east and south-west.
    Hex,
    /// One row that closes up when a move takes pieces out.
    Row,
    /// Vertices of a graph.
    Graph,
    /// Vertices of a directed graph; the neighbours of a vertex are the ends of its arcs.
    Digraph,
    /// Edges of a graph with a ground; two edges are neighbours when they share a vertex other than the ground.
    Edges,
}

impl Kind {
    /// The word of the language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Strip => "strip",
            Self::Grid => "grid",
            Self::Hex => "hex",
            Self::Row => "row",
            Self::Graph => "graph",
            Self::Digraph => "digraph",
            Self::Edges => "edges",
        }
    }

    /// Whether the cells lie in rows and columns.
    #[must_use]
    pub fn is_plane(self) -> bool {
        matches!(self, Self::Strip | Self::Grid | Self::Hex | Self::Row)
    }

    /// Whether the board is one row.
    pub(crate) fn is_line(self) -> bool {
        matches!(self, Self::Strip | Self::Row)
    }
}

/// One place of a pattern.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Item {
    /// One of these pieces; on the right side, the piece of the same rank as on the left.
    Cell(Vec<Piece>),
    /// On the right side: what was there.
    Keep,
    /// A bracket, numbered by its order on the left side.
    Group(usize, Vec<Element>),
    /// On the right side: a copy of what this bracket matched.
    Copy(usize),
}

/// A place of a pattern with the number of its repeats.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Element {
    pub(crate) item: Item,
    pub(crate) least: u32,
    /// `None` is without bound.
    pub(crate) most: Option<u32>,
    /// The number on the cell; without one it may be any, and on the right side it stays what it is.
    pub(crate) number: Option<Expr>,
}

impl Element {
    pub(crate) fn once(item: Item) -> Self {
        Self { item, least: 1, most: Some(1), number: None }
    }

    /// The same place with another item.
    pub(crate) fn with(&self, item: Item) -> Self {
        Self { item, least: self.least, most: self.most, number: self.number.clone() }
    }

    /// Whether the number of repeats is open.
    pub(crate) fn varies(&self) -> bool {
        self.most != Some(self.least)
    }
}

/// How the places of a pattern lie on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Layout {
    /// One after the other in this direction: columns to the right, rows down.
    Line(i32, i32),
    /// A rectangle with this many columns, row by row.
    Block(usize),
    /// Along a path of neighbouring distinct cells of a graph.
    Path,
}

/// A pattern in one direction, with what is written over it; `to` is empty in a pattern that is only looked for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Form {
    pub(crate) layout: Layout,
    pub(crate) from: Vec<Element>,
    pub(crate) to: Vec<Element>,
    pub(crate) given: Given,
}

/// The variables of a pattern: first the numbers of its cells that have a name, then those of `for`.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Given {
    /// How many numbers of cells have a name.
    pub(crate) bound: usize,
    pub(crate) ranges: Vec<Range>,
    pub(crate) condition: Option<Expr>,
}

/// A condition on a step, or a further effect of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Clause {
    /// Before the move some (or no) neighbour of a changed cell, itself unchanged, is in the set.
    Beside { cells: Set, wanted: bool },
    /// The mover has a stone in hand, and one leaves it.
    FromHand,
    /// The mover's hand is empty.
    EmptyHand,
    /// Neighbours of changed cells change, piece to piece.
    Around(Vec<(Piece, Piece)>),
    /// Cells reachable from changed cells change, piece to piece.
    Reachable(Vec<(Piece, Piece)>),
    /// Blocks without a neighbour in `off` become `to`.
    Clear { blocks: Set, off: Set, to: Piece },
    /// After the move no match of these patterns holds a changed cell.
    NotMaking(Vec<Form>),
    /// After the move every block has a neighbour in `near`.
    Touches { blocks: Set, near: Set },
}

/// One rewriting, in any of several directions, with its clauses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Step {
    pub(crate) forms: Vec<Form>,
    pub(crate) clauses: Vec<Clause>,
}

/// A move: steps, each of which starts where the one before ended.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    pub(crate) steps: Vec<Step>,
    /// Line of the text and the text itself, for messages.
    pub(crate) line: usize,
    pub(crate) text: String,
}

/// Rules on a board.
#[derive(Clone, Debug)]
pub(crate) struct BoardRules {
    pub(crate) kind: Kind,
    pub(crate) pieces: Vec<char>,
    /// The least and the largest number on a cell with each piece, if it carries one.
    pub(crate) numbers: Vec<Option<(u16, u16)>>,
    /// Left's piece and Right's.
    pub(crate) pairs: Vec<(Piece, Piece)>,
    pub(crate) hands: bool,
    /// Whether the arcs of a position may form no cycle.
    pub(crate) acyclic: bool,
    /// What a size means, the first that fits.
    pub(crate) starts: Vec<Start>,
    pub(crate) stops: Vec<Form>,
    /// Left's moves and Right's.
    pub(crate) moves: [Vec<Move>; 2],
}

impl BoardRules {
    /// The pieces as a user reads them, with spaces between.
    pub(crate) fn piece_list(&self) -> String {
        let words: Vec<String> = self.pieces.iter().map(char::to_string).collect();
        words.join(" ")
    }

    /// Whether some move begins on cells that are all empty, so that an empty board is one to play on.
    pub(crate) fn plays_on_empty(&self) -> bool {
        const EMPTY: Set = 1 | 1 << EDGE;
        fn fits(line: &[Element]) -> bool {
            line.iter().all(|place| match &place.item {
                _ if place.least == 0 => true,
                Item::Cell(pieces) => set_of(pieces) & EMPTY != 0,
                Item::Group(_, inner) => fits(inner),
                Item::Keep | Item::Copy(_) => true,
            })
        }
        let near = |clause: &Clause| match clause {
            Clause::Beside { cells, wanted: true } => cells & EMPTY != 0,
            _ => true,
        };
        self.moves.iter().flatten().filter_map(|one| one.steps.first()).any(|step| {
            step.clauses.iter().all(near) && step.forms.iter().any(|form| fits(&form.from))
        })
    }

    /// Whether some piece carries a number.
    pub(crate) fn has_numbers(&self) -> bool {
        self.numbers.iter().any(Option::is_some)
    }

    /// The least and the largest number that a piece carries, if it carries one.
    pub(crate) fn number(&self, piece: Piece) -> Option<(u16, u16)> {
        self.numbers.get(usize::from(piece)).copied().flatten()
    }
}

/// A row of coins that are turned by a code.
#[derive(Clone, Debug)]
pub(crate) struct TurningRules {
    /// A strip of two pieces, tails and heads, without moves.
    pub(crate) strip: BoardRules,
    pub(crate) code: TurningCode,
}

/// The two halves of the language.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    Board(BoardRules),
    Heap(HeapRules),
    Coins(TurningRules),
}

/// A parsed ruleset.
#[derive(Clone, Debug)]
pub(crate) struct Ast {
    pub(crate) name: String,
    pub(crate) misere: bool,
    /// The parameters of the header with their values.
    pub(crate) parameters: Vec<(String, super::parameter::Parameter)>,
    pub(crate) body: Body,
}
