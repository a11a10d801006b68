//! Nim values of heap games: sequences, fast methods, proofs of period.

mod bitset;
mod candidate;
mod cells;
mod definition;
mod engine;
mod error;
mod kernel;
mod mask;
mod rare;
mod rule;
mod segment;

pub use engine::{GrundySequence, Method, Sparse};
pub use error::SequenceError;
