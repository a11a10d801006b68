//! From positions to answers: Grundy sequences, digraphs with cycles, coin turning, compounds, misère play.

pub mod coin;
pub mod digraph;
mod error;
mod meter;

pub use digraph::mex;
pub use error::{Error, Result};
