//! Short games: their values, exactly.
//!
//! A *short game* is `{L|R}`, finitely many Left and Right options, themselves short games; sums are played one
//! component a move, and who cannot move loses. Values form a partially ordered group. This crate keeps every value
//! once, in canonical form, in an [`Arena`], and
//! computes with them: order, sum and negative, numbers and infinitesimals, stops, thermographs, atomic weights, the
//! names of values.
//!
//! ```
//! use farstar_value::{Arena, Game};
//! let arena = Arena::new();
//! let mut calc = arena.calculator();
//! let (one, minus_one) = (calc.integer(1)?, calc.integer(-1)?);
//! let switch = calc.from_options(&[one], &[minus_one])?; // ±1
//! assert_eq!(calc.add(switch, switch)?, Game::ZERO);
//! # Ok::<(), farstar_value::Error>(())
//! ```
//!
//! # Limits and threads
//! A [`Calculator`] keeps to [`Limits`] and fails with [`Error::Stopped`] instead of running away; no function recurses
//! on the machine's stack in proportion to its input. Arenas are shared between threads, each of which has a calculator
//! of its own.
//!
//! # Sources
//! A. N. Siegel, *Combinatorial Game Theory* (GSM 146), cited as "Siegel" with chapter and section; E. Berlekamp, J.
//! Conway, R. Guy, *Winning Ways*; J. Conway, *On Numbers and Games*.

mod arena;
mod bytes;
mod calculator;
mod canonical;
mod closed;
mod error;
mod fingerprint;
mod fold;
mod game;
pub mod loopy;
mod memo;
pub mod misere;
mod negatives;
mod ops;
mod order;
mod order_matrix;
mod slab;
mod small;
mod stable_hash;
mod stops;
mod sum;
pub mod text;

pub use arena::{Arena, Stats};
pub use calculator::Calculator;
pub use closed::Closed;
pub use error::{Error, Result};
pub use farstar_play::{CancelToken, Limits, Outcome, Player, Stopped};
pub use game::{Comparison, Game};
pub use ops::{
    AdornedStop, Class, ConfusionInterval, LAST_DAY, Parity, RandomShape, SplitMix64, Temper,
    Thermograph, UptimalExpansion, WallPiece,
};
pub use order_matrix::OrderMatrix;
