//! Heap games: each position is a sum of heaps of tokens, and a move replaces one heap by others.
//!
//! [`HeapCode`] is the rule of a take-and-break game written as a code, [`HeapGame`] is any rule
//! from a heap to lists of heaps, [`PairGame`] a game on two numbers.

mod code;
mod game;
mod pair;
mod partizan;
mod spawning;
mod subtraction;
mod written;

pub use code::{Constraint, Digit, HeapCode, HeapCodeError};
pub use game::{HeapFunction, HeapGame, HeapSize, Join, OptionVisitor};
pub use pair::{
    AcrosticProduct, DirectProduct, Euclid, Mem, Pair, PairFunction, PairGame, PairVisitor,
    TakeAway, Wythoff, take_away_by,
};
pub use partizan::{
    CakeProduct, PartizanEuclid, PartizanJoin, PartizanPairGame, cutcake, eatcake, maundy_cake,
    turn_and_eatcake,
};
pub use spawning::Spawning;
pub use subtraction::{SubtractionRule, TakeSet, splittles, subtraction};
pub use written::Heaps;
