//! Atomic weights.

use super::{outcome_is, value_is};
use crate::checker::{Context, Row, RowError, Verdict};

/// `game atomic_weight outcome`.
pub(super) fn atomic_weight(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [game, weight, outcome] = row.take()?;
    let mut calc = context.calculator();
    let game = calc.parse(game)?;
    let computed = calc.atomic_weight(game)?;
    Ok(Verdict::all([
        value_is(&mut calc, weight, computed)?,
        outcome_is(&mut calc, outcome, game)?,
    ]))
}

/// `G H atomic_weight_of_sum outcome two_ahead`.
pub(super) fn atomic_sums(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [g, h, weight, outcome, two_ahead] = row.take()?;
    let mut calc = context.calculator();
    let (g, h) = (calc.parse(g)?, calc.parse(h)?);
    let total = calc.add(g, h)?;
    let computed = calc.atomic_weight(total)?;
    let (two, minus_two) = (calc.integer(2)?, calc.integer(-2)?);
    // The two-ahead rule (Winning Ways, ch. 8): a weight of at least 2 wins, one of at most −2 loses.
    let ahead = if calc.ge(computed, two)? {
        "win"
    } else if calc.le(computed, minus_two)? {
        "lose"
    } else {
        "-"
    };
    Ok(Verdict::all([
        value_is(&mut calc, weight, computed)?,
        outcome_is(&mut calc, outcome, total)?,
        Verdict::of(two_ahead, ahead),
    ]))
}
