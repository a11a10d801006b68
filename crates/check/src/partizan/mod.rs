//! Tables of partizan problems, recomputed with the rules of the catalogue.

mod counts;
mod generated;
mod queries;
mod strips;

use crate::checker::Checker;

/// The checkers of this family.
pub(crate) const CHECKERS: &[&dyn Checker] = &[
    &counts::FrogCounts,
    &generated::Large,
    &queries::Rectangles,
    &queries::TakeAway,
    &strips::DominoLarge,
];
