//! All tests of the crate are one program: linking one for each file would take longer than compiling them.

#![allow(clippy::unwrap_used, reason = "tests may unwrap")]

mod certificates;
mod forged;
mod interval;
mod leading;
mod quotients;
mod random;
mod sums;
mod theorems;
