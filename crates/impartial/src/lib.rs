//! The theory of impartial games: Grundy sequences and proofs of their periods, digraphs with cycles, coin turning,
//! compounds, misère play, Kayles and Chomp, Green Hackenbush, and searches for nimbers by the moves alone.
//!
//! # Examples
//! ```
//! use farstar_impartial::sequence::GrundySequence;
//! use farstar_play::Limits;
//!
//! // Kayles: one pin, or two side by side
//! let mut kayles = GrundySequence::of_code("0.77".parse()?);
//! assert_eq!(kayles.find(9, &Limits::none())?, 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod chomp;
pub mod coin;
pub mod compound;
pub mod digraph;
mod error;
pub mod hackenbush;
pub mod kayles;
pub mod misere;
pub mod nim;
pub mod nimber_search;
pub mod search;
pub mod sequence;

pub use digraph::mex;
pub use error::{Error, Result};
