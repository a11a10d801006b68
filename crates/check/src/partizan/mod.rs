//! Tables of partizan problems, recomputed with the rules of the catalogue.

mod counts;
mod generated;
mod queries;
mod strips;

use crate::checker::Checker;

/// The checkers of this family.
pub(crate) const CHECKERS: &[Checker] = &[
    Checker::of("partizan_frog_counts", counts::frog_counts),
    Checker::of("partizan_large", generated::large),
    Checker::of("partizan_rect_queries", queries::rectangles),
    Checker::of("partizan_takeaway_prefix", queries::take_away),
    Checker::of("partizan_domino_large", strips::domino_large),
];
