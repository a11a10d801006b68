//! From positions to answers: Grundy sequences, digraphs with cycles, coin turning, compounds, misère play, values of positions.
//!
//! # Examples
//! ```
//! use farstar_rules::language::Rules;
//! use farstar_solve::outcome::OutcomeSearch;
//! use farstar_solve::values::Values;
//! use farstar_value::{Arena, Limits, Outcome};
//!
//! let rules: Rules = "game Clobber\ngrid of . X/O #\nLeft: XO -> .X straight\nRight: as Left".parse()?;
//! let (game, start) = rules.position("XOXO|OXOX")?;
//! let (arena, none) = (Arena::new(), Limits::none());
//! let value = Values::new(&arena, game.clone())?.value(&start, &none)?;
//! assert_eq!(value, arena.calculator().parse("*")?);
//! // of large sums, who wins: `search` needs no value of the whole
//! let mut search = OutcomeSearch::new(&arena)?;
//! let sum = [search.game(&game, start.clone())?, search.game(&game, start)?];
//! assert_eq!(search.outcome(&sum, &none)?, Outcome::P);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod chomp;
pub mod coin;
pub mod compound;
pub mod digraph;
mod error;
pub mod followers;
pub mod hackenbush;
pub mod kayles;
pub mod loopy_play;
mod meter;
pub mod misere;
pub mod nim;
pub mod nimber_search;
pub mod outcome;
pub mod ruleset_values;
pub mod search;
pub mod sequence;
pub mod thermostat;
pub mod value_of;
pub mod values;

pub use digraph::mex;
pub use error::{Error, Result};
