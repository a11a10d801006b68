//! The naive oracle: combinatorial games straight from their definitions.
//!
//! Nothing here is fast. There are no caches, no tables of values and no shortcuts; a comparison is the recursive
//! comparison, an outcome is played out. Tests compare the engine with it. Only crates' tests may use it.
//!
//! ```
//! use farstar_testkit::{Form, Outcome};
//! let g: Form = "{1|-1}".parse()?;
//! assert_eq!(g.outcome(), Outcome::N);
//! assert_eq!(g.add(&g).canonical(), Form::zero());
//! # Ok::<(), farstar_testkit::ParseError>(())
//! ```
#![forbid(unsafe_code)]

mod algebra;
mod atomic_weight;
mod born;
mod canonical;
mod form;
mod heating;
mod impartial;
mod loopy;
mod order;
mod play;
mod programs;
mod random;
pub mod rules;
mod stops;
mod text;
mod thermograph;

pub use born::{antichains, born_by, forms_on};
pub use form::Form;
pub use impartial::{grundy, mex, misere_win, normal_win};
pub use loopy::{LoopyGraph, LoopyResult, Player};
pub use play::Outcome;
pub use programs::Program;
pub use random::{FormShape, SplitMix64, soaking};
pub use text::ParseError;
