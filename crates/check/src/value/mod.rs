//! Tables of values of short games.

use crate::checker::Checker;

/// The checkers of this family.
pub(crate) const CHECKERS: &[&dyn Checker] = &[];
