//! Impartial games: foundations, heaps, coins, graphs, compounds.

pub mod nim;

use crate::problem::Problem;

/// The entries of this family.
pub const PROBLEMS: &[&Problem] = &[&nim::NIM];
