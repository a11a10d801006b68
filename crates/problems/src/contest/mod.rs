//! Impartial contest problems.

pub mod black_white_chess;
pub mod candy_piles;
pub mod decrementing;
pub mod end_nim;
pub mod grid_game;
mod lost;
pub mod manju;
pub mod misere_fibonacci;
pub mod real_factor;
pub mod rearranging;
pub mod split_game;
pub mod sugigma;
mod surreal;
pub mod toads_frogs_5;
pub mod tree_mark;
pub mod tree_shrink;
pub mod xor_down;

use crate::problem::Problem;

/// The entries of this family.
pub const PROBLEMS: &[&Problem] = &[
    &candy_piles::CANDY_PILES,
    &sugigma::SUGIGMA,
    &decrementing::DECREMENTING,
    &rearranging::REARRANGING,
    &manju::MANJU,
    &grid_game::GRID_GAME,
    &split_game::SPLIT_GAME,
    &end_nim::END_NIM,
    &black_white_chess::BLACK_WHITE_CHESS,
    &misere_fibonacci::MISERE_FIBONACCI,
    &toads_frogs_5::TOADS_FROGS_5,
    &xor_down::XOR_DOWN,
    &tree_mark::TREE_MARK,
    &real_factor::REAL_FACTOR,
    &tree_shrink::TREE_SHRINK,
    &lost::LAZY_CANCER,
    &lost::PRIVATE_JUDGE,
    &surreal::SURREAL,
];
