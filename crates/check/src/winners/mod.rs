//! Tables of positions of rulesets: who wins, and thermographs.

use crate::checker::Checker;

mod notation;
mod sums;
mod thermographs;

/// The checkers of this family.
pub(crate) const CHECKERS: &[&dyn Checker] = &[&sums::Sums, &thermographs::Thermographs];
