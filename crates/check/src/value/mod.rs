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
pub(crate) const CHECKERS: &[Checker] = &[
    Checker::of("partizan_canonical", canonical::canonical),
    Checker::of("partizan_translation", canonical::translation),
    Checker::of("partizan_numberish_options", numberish::numberish_options),
    Checker::of("partizan_a_nimber_ups", numberish::nimber_ups),
    Checker::of("partizan_nim_mex", numberish::nim_mex),
    Checker::of("partizan_nim_sum", numberish::nim_sum),
    Checker::of("impartial_mex", numberish::mex),
    Checker::of("partizan_simplest", numbers::simplest),
    Checker::of("partizan_surreal_arith", numbers::surreal_arithmetic),
    Checker::of("partizan_surreal_tree", numbers::surreal_tree),
    Checker::of("partizan_compare_add", order::compare_add),
    Checker::of("partizan_switch_sums", order::switch_sums),
    Checker::of("partizan_atomic_weight", weight::atomic_weight),
    Checker::of("partizan_atomic_sums", weight::atomic_sums),
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
