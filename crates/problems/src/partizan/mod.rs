//! Surreal numbers and partizan games.

use crate::problem::Problem;

/// The entries of this family.
pub const PROBLEMS: &[&Problem] = &[];
