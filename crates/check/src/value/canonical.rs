//! Canonical forms and number translation.

use super::{outcome_is, value_is};
use crate::checker::{Checker, Context, Row, RowError, Verdict, parse};

/// `input canonical outcome class`.
pub(super) struct Canonical;

impl Checker for Canonical {
    fn stems(&self) -> &[&str] {
        &["partizan_canonical"]
    }

    fn check_row(&self, context: &mut Context, row: &Row<'_>) -> Result<Verdict, RowError> {
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
}

/// `G x G+x outcome`, for numbers `x`.
pub(super) struct Translation;

impl Checker for Translation {
    fn stems(&self) -> &[&str] {
        &["partizan_translation"]
    }

    fn check_row(&self, context: &mut Context, row: &Row<'_>) -> Result<Verdict, RowError> {
        let [game, x, sum, outcome] = row.take()?;
        let mut calc = context.calculator();
        let game = calc.parse(game)?;
        let total = calc.add_number(game, &parse(x)?)?;
        Ok(Verdict::all([value_is(&mut calc, sum, total)?, outcome_is(&mut calc, outcome, total)?]))
    }
}
