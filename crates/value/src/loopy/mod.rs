//! Loopy games: finite graphs of positions in which play may go on for ever, and then is a draw.
//!
//! A *stopper* is a loopy game in which no run of alternating moves is endless. Stoppers are ordered by survival: `G ≥
//! H` iff Left, playing second, does not lose `G − H`; and each has a canonical form, found as for short games, by
//! leaving out dominated options and bypassing reversible ones. Sums of stoppers need not be stoppers. A general loopy
//! game is known by its two *sides*: the *onside*, in which endless play is won by Left, and the *offside*, in which it
//! is won by Right; `G ≥ H` iff this holds on both sides. Often both sides are equal to stoppers `S ≥ T`, and the game
//! is written `S & T`; `on + off = dud = on & off`.
//!
//! A [`Loopy`] value owns its graphs and is independent of any arena: short followers are vertices like all others. A
//! value without cycles is a short game, and goes both ways: [`Calculator::loopy`](crate::Calculator::loopy) and
//! [`Calculator::loopy_to_game`](crate::Calculator::loopy_to_game).
//!
//! # Limits
//! Graphs have at most [`MOST_VERTICES`] vertices, and products of two graphs, on which the order is decided, at most
//! 2²⁴ pairs.
//!
//! # Sources
//! A. N. Siegel, *Combinatorial Game Theory*, ch. VI; *Winning Ways*, ch. 11; J. Conway, *Loopy games* (1978).

mod components;
mod constants;
mod degree_variety;
mod graph;
mod normal;
mod open;
mod order;
mod ordinal;
mod short;
mod sided;
mod sidling;
mod stopper;
mod stops;
mod text;

pub use constants::LoopyName;
pub use graph::{Graph, MOST_VERTICES};
pub use open::{OpenGame, OpenOption};
pub use sided::{Loopy, LoopyOutcome};
