//! The rules language: a ruleset in three to six lines of text.
//!
//! ```text
//! game Clobber
//! grid of . X/O #
//! Left:  XO -> .X straight
//! Right: as Left
//! ```
//!
//! On a grid of empty cells, Left's X, Right's O and walls, Left replaces an X beside an O by nothing beside an X,
//! along any straight line; Right does the same with the colours exchanged. From the text alone follow the moves,
//! whether every play ends, how positions fall apart, and which symmetries hold.
//!
//! # Moves on boards
//! A position gives each cell one piece. A *step* finds its left pattern on the board and writes its right pattern over
//! it; a *move* is a step, or several joined by `then`, each beginning on the cell where the one before ended. The
//! options of a player are the set of positions so reached; what changes nothing is no move. `stop at P`: a position
//! that holds P has no moves.
//!
//! A cell is **changed** by a step if the piece written on it is another than the one that lay there. What is written
//! over a cell and is the same does not change it, and what effects do to a cell does not make it changed.
//!
//! # Neighbours and blocks
//! Off a board of rows lies `$`; on `edges`, `$` is the ground.
//!
//! | board | neighbours of a cell | a pattern of one row is |
//! |---|---|---|
//! | `strip`, `row` | left and right | a run of cells in one of its ways |
//! | `grid` | the four | a run of cells in one of its ways |
//! | `hex` | the four, north-east and south-west | a run of cells in one of its ways |
//! | `graph` | the vertices at its edges | a path of distinct vertices |
//! | `digraph` | the **ends of the arcs that leave it** | a path along the arcs |
//! | `edges` | the edges that share a vertex with it other than the ground; at the ground, `$` | a path of distinct edges |
//!
//! A *block* of a class of pieces is a largest set of cells with these pieces that hangs together by neighbours. On a
//! `digraph` a block hangs together, and lies beside something, by arcs **in either direction**; everything else
//! follows arcs.
//!
//! # Clauses of a step
//! In this order, however they are written: conditions on what was; the match is written; effects, in the order in
//! which they stand; conditions on what is.
//!
//! | clause | meaning |
//! |---|---|
//! | `beside C`, `not beside C` | before the step some, no neighbour of a changed cell, itself not changed, is in C |
//! | `from hand`, `with empty hand` | a stone leaves the mover's hand; the hand is empty |
//! | `around C -> D` | the neighbours of changed cells that are in C and not changed themselves become D |
//! | `reachable C -> D` | so do all cells that are reached from changed ones, from neighbour to neighbour over any pieces |
//! | `then clear blocks of C off D -> p` | every block of C without a neighbour in D becomes p, whether it lies near the step or not |
//! | `not making P` | no match of P holds a cell that the step or its effects have altered |
//! | `each block of C touches D` | every block of C, near the step or not, has a neighbour in D |
//!
//! An effect sees the board as the effects before it left it, and turns all its cells at once. In a move of several
//! steps each clause belongs to the step it stands behind: what was is what that step found.
//!
//! # Starts
//! A line `start XO|OX repeated` says what stands on a board of which only the size is given: a pattern whose cells are
//! single pieces.
//!
//! * The repeats of a row that leave a count open have all one count, the one that makes the row as long as the board
//!   is wide: `start T+.F+` is a start of 3, 5, 7 … cells.
//! * Without `repeated` the pattern has as many rows as the board. With it, its rows come again and again, and so does
//!   a row without open repeats; the board cuts both off.
//! * `, middle ..` puts a block over the middle, nearer to the upper left where there are two middles.
//! * Of several starts the first that fits is meant. Where there are none a size is the empty board, if some move
//!   begins on empty cells, and else refused.
//!
//! Starts are no part of the canonical text: rules that differ by them alone are the same rules.
//!
//! # Positions that are refused
//! * On an `acyclic` digraph, arcs that go round.
//! * A position that breaks a condition on blocks which every move of both players leaves true: no move leads there. A
//!   move leaves `each block of C touches D` true if its last step asks for it, or clears the blocks of C off D and has
//!   no effect afterwards that could break it again (`around`, `reachable`, a `clear` that takes away pieces of D or
//!   leaves pieces of C). If some move may break the condition, a position that breaks it can be reached, and is read.
//!
//! # Examples
//! ```
//! use farstar_play::Player;
//! use farstar_rules::language::Ruleset;
//! use farstar_rules::position::GameGraph;
//! let options = |rules: &str, position: &str| -> Vec<String> {
//!     let rules: Ruleset = format!("game Mine\n{rules}").parse().unwrap();
//!     let (board, start) = rules.position(position).unwrap();
//!     let mut options = Vec::new();
//!     board.options(&start, Player::Left, &mut options);
//!     options.iter().map(|option| board.draw(option)).collect()
//! };
//! // the second cell is written over and not changed, so nothing is around it
//! assert_eq!(options("strip of . X O #\nBoth: XX -> OX, around . -> #", ".XX."), ["#OX."]);
//! // arcs are followed as they point
//! assert_eq!(options("digraph of . X #\nBoth: X -> #, around . -> #", "a>b>c, b:X"), ["a>b, b>c, b:#, c:#"]);
//! ```

pub(crate) mod ast;
pub(crate) mod canonical;
mod check;
mod coins;
mod ending;
mod error;
pub(crate) mod expand;
pub(crate) mod expression;
pub(crate) mod heap;
mod heap_code;
mod heap_ending;
mod heap_groups;
mod heap_reach;
mod heap_symmetry;
mod inequalities;
mod integer;
mod number_ending;
pub(crate) mod numbers;
mod parameter;
mod parse;
mod parse_board;
mod pattern;
mod rules;
mod start;
pub(crate) mod symmetry;
pub(crate) mod transform;
pub(crate) mod turning;

pub use ast::Kind;
pub(crate) use coins::CoinTurning;
pub use ending::{Along, Ending, Grading, Loopy};
pub use error::{PositionError, RulesError};
pub use heap::LARGEST_ENTRY;
pub(crate) use heap_symmetry::HeapSymmetry;
pub use parameter::Parameter;
pub(crate) use parse::given_parameters;
pub use rules::{Ruleset, rules_of_file};
