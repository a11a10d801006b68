//! Impartial contest problems.

pub mod anti_nim;
pub mod anti_sg;
pub mod array_game;
pub mod bash;
pub mod black_white_chess;
pub mod candy_piles;
pub mod chomp;
pub mod crosses;
pub mod cutting;
pub mod dag_chess;
pub mod decrementing;
pub mod dynamic_subtraction;
pub mod end_nim;
pub mod euclid_powers;
pub mod ferguson;
pub mod green_hackenbush;
pub mod grid_game;
pub mod lasker;
mod lost;
pub mod manju;
pub mod misere_fibonacci;
pub mod moore;
pub mod multiplication;
pub mod painted_tree;
pub mod power_subtraction;
pub mod queens_to_origin;
pub mod real_factor;
pub mod rearranging;
pub mod split_game;
pub mod sugigma;
mod surreal;
pub mod toads_frogs_5;
pub mod token_game;
pub mod tree_flip;
pub mod tree_game;
pub mod tree_mark;
pub mod tree_shrink;
pub mod xor_down;

use crate::entry::Entry;
/// The entries of this family.
pub(crate) const ENTRIES: &[&Entry] = &[
    &green_hackenbush::GAME_ON_TREE,
    &cutting::CUTTING,
    &ferguson::E_AND_D,
    &token_game::TOKEN_GAME,
    &bash::TWENTY_COINS,
    &multiplication::MULTIPLICATION,
    &ferguson::FERGUSON,
    &chomp::CHOMP,
    &bash::BASH,
    &dag_chess::DAG_CHESS,
    &lasker::LASKER,
    &queens_to_origin::QUEENS,
    &crosses::CROSSES,
    &tree_flip::TREE_FLIP,
    &array_game::ARRAY_GAME,
    &anti_nim::ANTI_NIM,
    &anti_sg::ANTI_SG,
    &moore::MOORE,
    &dynamic_subtraction::DYNAMIC,
    &euclid_powers::EUCLID_POWERS,
    &power_subtraction::POWERS,
    &tree_game::TREE_GAME,
    &painted_tree::BLACK_WHITE,
    &painted_tree::GAMEIA,
    &green_hackenbush::COLON,
    &green_hackenbush::FUSION,
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
