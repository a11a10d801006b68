//! From positions to answers: Grundy sequences, digraphs with cycles, coin turning, compounds, misère play, values of positions.

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
