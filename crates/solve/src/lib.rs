//! From positions to answers: values of positions, winners of sums, play that need not end.
//!
//! # Examples
//! ```
//! use farstar_rules::language::Ruleset;
//! use farstar_solve::outcome::OutcomeSearch;
//! use farstar_solve::values::Values;
//! use farstar_value::{Arena, Limits, Outcome};
//!
//! let rules: Ruleset = "game Clobber\ngrid of . X/O #\nLeft: XO -> .X straight\nRight: as Left".parse()?;
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

pub mod board_sum;
pub mod followers;
mod heap_laws;
pub mod loopy_play;
mod memory;
pub mod outcome;
pub mod ruleset_values;
mod shares;
mod slots;
pub mod theorems;
pub mod thermostat;
pub mod value_of;
pub mod values;

pub use farstar_impartial::{Error, Result};
pub use heap_laws::{HeapLaw, losers_of_taking};
pub use memory::Memory;
