//! The rules language: a ruleset in three to six lines of text.
//!
//! ```text
//! game Clobber
//! grid of . X/O #
//! Left:  XO -> .X straight
//! Right: as Left
//! ```
//!
//! On a grid of empty cells, Left's X, Right's O and walls, Left replaces an X beside an O by nothing beside an X, along any
//! straight line; Right does the same with the colours exchanged. From the text alone follow the moves, whether every play ends,
//! how positions fall apart, and which symmetries hold.

pub(crate) mod ast;
pub(crate) mod canonical;
mod check;
mod coins;
mod ending;
mod error;
pub(crate) mod expand;
mod expression;
pub(crate) mod heap;
mod heap_code;
mod heap_ending;
mod heap_symmetry;
mod parse;
mod parse_board;
mod pattern;
mod rules;
pub(crate) mod symmetry;
pub(crate) mod transform;

pub use ast::Kind;
pub(crate) use coins::CoinTurning;
pub use ending::{Ending, Loopy};
pub use error::{PositionError, RulesError, nearest};
pub use heap::LARGEST_ENTRY;
pub(crate) use heap_symmetry::HeapSymmetry;
pub use parse::Parameter;
pub(crate) use parse::given_parameters;
pub(crate) use rules::fingerprint;
pub use rules::{Rules, rules_of_file};
