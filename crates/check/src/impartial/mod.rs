//! Impartial games: one file for each family of tables.

use crate::checker::Checker;

/// The checkers of this family.
pub(crate) const CHECKERS: &[&dyn Checker] = &[];
