//! Impartial games: foundations, heaps, coins, graphs, compounds.

use crate::entry::Entry;
pub(crate) mod arcs;
pub mod coins;
pub mod compounds;
pub mod grundy;
pub(crate) mod heaps;
pub mod nim;
pub mod outcomes;
pub mod staircase;
pub(crate) mod whole;

/// The entries of this family.
pub(crate) const ENTRIES: &[&Entry] = &[
    &outcomes::OUTCOMES,
    &outcomes::P_SET,
    &outcomes::IMPARTIAL,
    &nim::NIM,
    &coins::TURTLES,
    &staircase::STAIRCASE,
    &grundy::MEX,
    &grundy::FUNCTION,
    &grundy::SUM,
    &grundy::REVERSIBLE,
    &grundy::NIM_SUM,
    &coins::RULER,
    &coins::THEOREM,
    &grundy::TRUNCATED,
    &compounds::SELECTIVE,
    &compounds::TARTAN,
    &compounds::MULTI,
    &compounds::EVERY,
    &compounds::FIRST_TO_REACH,
];
