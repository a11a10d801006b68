//! All tests of the crate are one program: linking one for each file would take longer than compiling them.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

mod draws;
mod one_answer;
mod one_table;
mod oracle;
mod parts;
mod scratch;
mod values;
mod worth;
