//! The catalogue: named systems of combinatorial games, each with its rules, who wins, and the contest's own input and output.
//!
//! One file a problem, in a folder for each family. A problem is a [`Problem`], a constant; [`catalogue::find`] finds it by id or by name.
//! The closed rule or algorithm of a problem is in its file as functions, and [`Problem::verify`] holds it against play by the definition.
//! Wrong claims of the source documents are [`Erratum`]s, which [`Erratum::refute`] refutes with their smallest counterexample.
#![forbid(unsafe_code)]

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
mod tree;
mod trial;

pub use erratum::{Document, Erratum};
pub use error::{Error, Result};
pub use input::Input;
pub use instance::{Attempt, Claim, Computation, Fate, Game, Instance, Move, Picture, Side, Turn};
pub use json::Telling;
pub use problem::{Kind, Language, Problem, Run, Sample, Text, Worked};
pub use tree::Tree;
pub use trial::{Counterexample, Ended, Report, Trial, Verification};
