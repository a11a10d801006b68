//! All tests of the crate are one program: linking one for each file would take longer than compiling them.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

mod answers;
mod discoveries;
mod euclidean;
mod rows;
mod value_laws;
