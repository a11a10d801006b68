//! Heap games: each position is a sum of heaps of tokens, and a move replaces one heap by others.
//!
//! [`HeapCode`] is the rule of a take-and-break game written as a code, [`HeapGame`] is any rule
//! from a heap to lists of heaps, a heap being a number or a pair of numbers.

mod code;
mod game;
mod pair;
mod spawning;
mod subtraction;
mod written;

pub use code::{Constraint, Digit, HeapCode, HeapCodeError};
pub use game::{
    HeapFunction, HeapGame, HeapSize, Join, OptionVisitor, Pair, PairGame, PartizanHeaps,
};
pub use pair::{
    acrostic_product, cake_product, direct_product, mem, partizan_join, take_away, wythoff,
};
pub use spawning::Spawning;
pub use subtraction::{TakeSet, splittles, subtraction};
pub use written::Heaps;
