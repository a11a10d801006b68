//! All tests of the crate are one program: linking one for each file would take longer than compiling them.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

mod analysis;
mod backing;
mod builtin;
mod clauses;
mod common;
mod graphs;
mod herds;
mod interpreter;
mod known_boards;
mod limits;
mod messages;
mod mutations;
mod numbers;
mod placements;
mod published;
mod quick_look;
mod starts;
