//! The catalogue: named systems of combinatorial games, each with its rules, who wins, and the contest's own input and
//! output.
//!
//! A problem is a [`Problem`]; [`catalogue::find`] finds it by id or by name. What is told of it, in English and
//! Chinese, is a file in `texts`. What is code of it, the closed rule or algorithm, is in the folder of its family, and
//! [`Problem::verify`] holds it against play by the definition. Wrong claims of the source documents are [`Erratum`]s,
//! which [`Erratum::refute`] refutes with their smallest counterexample.
#![forbid(unsafe_code)]

#[macro_use]
mod entry;

pub mod catalogue;
pub mod contest;
mod erratum;
mod error;
pub mod impartial;
mod input;
mod instance;
mod json;
mod modular;
pub mod nimber;
pub mod pages;
pub mod partizan;
mod problem;
mod texts;
mod tree;
mod trial;

pub use erratum::{Document, Erratum};
pub use error::{Error, Result};
pub use input::{Input, Run};
pub use instance::{
    Attempt, Claim, Computation, Fate, Game, Instance, Move, Picture, PositionBox, Side, Tabulated,
    Turn,
};
pub use json::Telling;
pub use problem::Problem;
pub use texts::{Kind, Language, Sample, Text, Worked};
pub use tree::Tree;
pub use trial::{Counterexample, Ended, Report, Trial, Verification};
