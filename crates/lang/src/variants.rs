//! Variants of games in the language: of values those of their canonical forms, of positions and forms those of their
//! moves.

use crate::boards::{BoardPosition, BoardRules};
use crate::context::Context;
use crate::explicit::Variant;
use crate::fault::{Fault, Outcome};
use crate::value::Value;
use farstar_play::say;
use std::sync::Arc;

impl Context<'_, '_> {
    /// A variant: of a value the value that its canonical form has, of a position or a form a form.
    pub(crate) fn variant(&mut self, kind: Variant, value: &Value) -> Outcome<Value> {
        if kind == Variant::Impartial
            && let Some(variant) = self.impartial_position(value)?
        {
            return Ok(variant);
        }
        if Self::keeps_form(value) {
            let of = self.form(value)?;
            return Ok(Value::Form(self.forms.variant(kind, of)?));
        }
        let game = self.game(value)?;
        let variant = self.variant_of_value(kind, game)?;
        Ok(self.value_of_game(variant))
    }

    /// The position of the impartial ruleset in which either player has the moves of both, where there is one.
    fn impartial_position(&mut self, value: &Value) -> Outcome<Option<Value>> {
        match value {
            Value::Position(_) | Value::Misere(_) => Ok(Some(value.clone())),
            Value::CoordinatePosition(position) => {
                Ok(position.rules().is_impartial().then(|| value.clone()))
            }
            Value::BoardPosition(position) if position.is_impartial() => Ok(Some(value.clone())),
            Value::BoardPosition(position) => self.impartial_board(position),
            _ => Ok(None),
        }
    }

    fn impartial_board(&mut self, position: &BoardPosition) -> Outcome<Option<Value>> {
        let rules = position.rules();
        // Stones in hand stay the players' own, so that the variant is no ruleset.
        if rules.rules().has_hands() {
            return Ok(None);
        }
        let rules = self.impartial_rules(rules)?;
        let drawn = self.text(position.draw())?;
        self.board_position(&rules, &[drawn]).map(Some)
    }

    /// The ruleset in which either player has the moves of both.
    pub(crate) fn impartial_rules(&mut self, rules: &BoardRules) -> Outcome<Arc<BoardRules>> {
        if rules.rules().has_hands() {
            return Err(Fault::unsupported(say!(
                "{0} has stones in hand, which stay the players' own",
                rules.text()
            )));
        }
        let text = match rules.text().strip_prefix("Ruleset(\"") {
            Some(asked) => format!("Ruleset(\"impartial {asked}"),
            None => format!("Impartial{}", rules.text()),
        };
        match self.board_rules(text, rules.rules().impartial(), None)? {
            Value::Board(rules) => Ok(rules),
            other => Err(self.wrong(&other, "a ruleset")),
        }
    }
}
