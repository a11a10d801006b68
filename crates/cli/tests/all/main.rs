//! All tests of the crate are one program: linking one for each file would take longer than compiling them.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

mod answers;
mod atlases;
mod chinese;
mod commands;
mod drawings;
mod fleets;
mod graphs;
mod heap_games;
mod kept;
mod laws;
mod limits;
mod nimbers;
mod outcomes;
mod predictions;
mod program;
mod quotients;
mod readme;
mod rulesets;
mod serve;
mod sweeps;
mod tables;
mod tries;
mod values;
