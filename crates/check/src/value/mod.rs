//! Tables of values of short games.

use crate::checker::{Checker, RowError, Verdict};
use farstar_value::text::Notation;
use farstar_value::{Calculator, Game};

mod canonical;
mod numberish;
mod numbers;
mod order;
mod weight;

/// The checkers of this family.
pub(crate) const CHECKERS: &[&dyn Checker] = &[
    &canonical::Canonical,
    &canonical::Translation,
    &numberish::NumberishOptions,
    &numberish::NimberUps,
    &numberish::NimMex,
    &numberish::NimSum,
    &numberish::Mex,
    &numbers::Simplest,
    &numbers::SurrealArithmetic,
    &numbers::SurrealTree,
    &order::CompareAdd,
    &order::SwitchSums,
    &weight::AtomicWeight,
    &weight::AtomicSums,
];

/// Passes if `expected`, read as a value, is `got`.
fn value_is(calc: &mut Calculator<'_>, expected: &str, got: Game) -> Result<Verdict, RowError> {
    if calc.parse(expected)? == got {
        return Ok(Verdict::Pass);
    }
    Ok(Verdict::Fail { expected: expected.to_owned(), got: calc.print(got, Notation::Ascii)? })
}

/// Passes if the outcome of `game` is the letter `expected`.
fn outcome_is(calc: &mut Calculator<'_>, expected: &str, game: Game) -> Result<Verdict, RowError> {
    Ok(Verdict::of(expected, calc.outcome(game)?))
}
