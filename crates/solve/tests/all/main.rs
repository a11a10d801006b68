//! All tests of the crate are one program: linking one for each file would take longer than compiling them.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

mod coins_on_boards;
mod heap_rules;
mod misere_heaps;
mod random_rulesets;
mod values_of_positions;
mod written_twice;
