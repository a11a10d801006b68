//! Tables of nimbers.

use crate::checker::Checker;

/// The checkers of this family.
pub(crate) const CHECKERS: &[&dyn Checker] = &[];
