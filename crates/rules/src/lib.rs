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
mod variant;
mod view;

pub use board::{MOST_CELLS, Packed};
pub use game::Game;
pub use view::View;
