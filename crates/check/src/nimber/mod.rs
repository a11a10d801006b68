//! Tables of nimbers.

use crate::checker::{Checker, RowError, Verdict};
use std::fmt::Display;

mod facts;
mod field;
mod lenstra;
mod series;

/// The checkers of this family.
pub(crate) const CHECKERS: &[&dyn Checker] = &[
    &facts::Facts,
    &field::Determinant,
    &field::DiscreteLog,
    &field::Inverse,
    &field::Log16,
    &field::Power,
    &field::PowersOfTwo,
    &field::Product,
    &lenstra::Alpha,
    &series::Exponential,
    &series::SetExponential,
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
