//! All tests of the crate are one program: linking one for each file would take longer than compiling them.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

mod cgsuite_names;
mod clobber;
mod coins_in_misere;
mod function_rules;
mod grids_and_graphs;
mod laws;
mod loopy;
mod methods;
mod misere;
mod moves;
mod parsing;
mod partizan_misere;
mod programs;
mod published;
mod read_back;
mod robust;
mod rulesets;
mod shown;
mod transfinite;
mod worksheet;
