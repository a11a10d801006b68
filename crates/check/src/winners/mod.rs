//! Tables of positions of rulesets: who wins, and thermographs.

use crate::checker::Checker;

mod notation;
mod sums;
mod thermographs;

/// The checkers of this family.
pub(crate) const CHECKERS: &[Checker] = &[
    Checker::of("mcgs_cases", sums::sums),
    Checker::of("mcgs_thermographs", thermographs::thermographs),
];
