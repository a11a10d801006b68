//! All tests of the crate are one program: linking one for each file would take longer than compiling them.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

mod bytes;
mod closed_ops;
mod days;
mod extremes;
mod facts_ops;
mod laws;
mod laws_ops;
mod loopy;
mod misere;
mod oracle_ops;
mod text;
mod uptimals;
