//! Tables of nimbers.

use crate::checker::{Checker, RowError, Verdict};
use std::fmt::Display;

mod facts;
mod field;
mod lenstra;
mod series;

/// The checkers of this family.
pub(crate) const CHECKERS: &[Checker] = &[
    Checker::of("nimbers", facts::facts),
    Checker::of("impartial_nim_determinant", field::determinant),
    Checker::of("impartial_nim_dlog", field::discrete_log),
    Checker::of("impartial_nim_inverse", field::inverse),
    Checker::of("impartial_nim_log16", field::log16),
    Checker::of("impartial_nim_pow", field::power),
    Checker::of("impartial_nim_pow2_product", field::powers_of_two),
    Checker::of("impartial_nim_product", field::product),
    Checker::of("lenstra_alpha", lenstra::alpha),
    Checker::of("impartial_nimber_exp_soj1006", series::exponential),
    Checker::of("impartial_nimber_set_exp", series::set_exponential),
];

impl From<farstar_nimber::AlgebraError> for RowError {
    fn from(error: farstar_nimber::AlgebraError) -> Self {
        Self::Engine(error.to_string())
    }
}

/// Passes if `expected` is the list `got`, separated by blanks.
fn list_is(expected: &str, got: impl IntoIterator<Item = impl Display>) -> Verdict {
    Verdict::of(expected, joined(got))
}

/// The texts of `items`, separated by blanks.
fn joined(items: impl IntoIterator<Item = impl Display>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(" ")
}
