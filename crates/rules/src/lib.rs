//! What a game is: rulesets and their codes.

mod board;
pub mod builtin;
pub mod coded;
pub mod coin;
mod game;
pub mod heap;
pub mod impartial;
pub mod language;
pub mod position;
pub mod resolve;
mod variant;
mod view;

pub use board::{
    Alphabet, Alphabets, BoardImage, BoardMeasure, FigureCell, Figures, MOST_CELLS, Packed,
};
pub use game::Board;
pub use language::Ruleset;
pub use resolve::{ResolveError, is_ruleset_text};
pub use view::View;
