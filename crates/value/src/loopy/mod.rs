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
//! # Limits Graphs of values have at most [`MOST_VERTICES`] vertices; graphs of positions, of which most are `on` or
//! `off` or known, may have more ([`GraphValues`]), and those of sums 2²². Products of two graphs, on which sides are
//! decided, have at most 2²⁸ pairs.
//!
//! # How values are found
//! `graph_values` cuts what is `on` or `off`, and goes through the rest by components; `table` holds canonical
//! stoppers by handle, `compare` their order as far as it is asked for, `reduce` the canonical forms of components,
//! `component_sides` the sides of those that are no stoppers, `sums` sums by handle. Where a side is no stopper,
//! `components` and `sidling` take whole products.
//!
//! # Sources
//! A. N. Siegel, *Combinatorial Game Theory*, ch. VI; *Winning Ways*, ch. 11; J. Conway, *Loopy games* (1978).

mod bits;
mod compare;
mod component_sides;
mod components;
mod constants;
mod cut;
mod degree_variety;
mod draft;
mod graph;
mod graph_text;
mod graph_values;
mod handles;
mod loopy_value;
mod memory;
mod normal;
mod open;
mod order;
mod ordinal;
mod reduce;
mod short;
mod sided;
mod sides_certificate;
mod sidling;
mod stopper;
mod stops;
mod sums;
mod table;
mod text;
mod thermograph;
mod walls;

pub use constants::LoopyName;
pub use graph::{Graph, MOST_VERTICES};
pub use graph_values::GraphValues;
pub use loopy_value::{Loopy, LoopyOutcome};
pub use open::{OpenGame, OpenOption};
pub use sides_certificate::{SidesCertificate, SidesRefused};
pub(crate) use table::StopperTable;
pub use thermograph::LoopyThermograph;
