//! Facts in the language: an expression and what it prints.

use crate::checker::Checker;

/// The checkers of this family.
pub(crate) const CHECKERS: &[&dyn Checker] = &[];
