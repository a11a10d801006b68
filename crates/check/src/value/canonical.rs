//! Canonical forms and number translation.

use super::{outcome_is, value_is};
use crate::checker::{Context, Row, RowError, Verdict, parse};

/// `input canonical outcome class`.
pub(super) fn canonical(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [input, canonical, outcome, class] = row.take()?;
    let mut calc = context.calculator();
    let game = calc.parse(input)?;
    let computed_class = match calc.closed_parts(game) {
        Some(closed) if closed.is_number() => "num",
        Some(closed) if closed.up == 0 => "numberish",
        _ => "other",
    };
    Ok(Verdict::all([
        value_is(&mut calc, canonical, game)?,
        outcome_is(&mut calc, outcome, game)?,
        Verdict::of(class, computed_class),
    ]))
}

/// `G x G+x outcome`, for numbers `x`.
pub(super) fn translation(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [game, x, sum, outcome] = row.take()?;
    let mut calc = context.calculator();
    let game = calc.parse(game)?;
    let total = calc.add_number(game, &parse(x)?)?;
    Ok(Verdict::all([value_is(&mut calc, sum, total)?, outcome_is(&mut calc, outcome, total)?]))
}
