//! What a game is: rulesets and their codes.

pub mod coin;
pub mod heap;
pub mod impartial;
pub mod language;
pub mod position;
