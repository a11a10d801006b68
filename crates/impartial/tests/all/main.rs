//! All tests of the crate are one program: linking one for each file would take longer than compiling them.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

mod heap_methods;
mod heap_named;
mod heap_periods;
mod infinite_quotients;
mod laws;
mod quotients;
