//! Partizan games in misère play: forms and positions as they are written, in a table of such forms, and back.

use crate::context::Context;
use crate::explicit::Form;
use crate::fault::{Fault, Outcome};
use crate::value::Value;
use farstar_play::say;
use farstar_value::misere::PartizanForm;
use farstar_value::{Game, Player};
use rustc_hash::FxHashMap;

impl Context<'_, '_> {
    /// The game as it is written, by its moves.
    pub(crate) fn partizan_form(&mut self, value: &Value) -> Outcome<PartizanForm> {
        match value {
            Value::Game(_) | Value::Number(_) => Err(self.only_a_value(value)),
            _ => {
                let form = self.form(value)?;
                self.partizan_of_form(form)
            }
        }
    }

    /// Two games as they are written; a value beside a form is refused.
    pub(crate) fn partizan_pair(
        &mut self,
        g: &Value,
        h: &Value,
    ) -> Outcome<(PartizanForm, PartizanForm)> {
        let is_value = |value: &Value| matches!(value, Value::Game(_) | Value::Number(_));
        match (is_value(g), is_value(h)) {
            (true, false) => Err(self.form_beside_value(h, g)),
            (false, true) => Err(self.form_beside_value(g, h)),
            _ => Ok((self.partizan_form(g)?, self.partizan_form(h)?)),
        }
    }

    /// A game of misère play and a value of normal play in one expression.
    pub(crate) fn form_beside_value(&mut self, form: &Value, value: &Value) -> Box<Fault> {
        let (form, value) = (self.mention(form), self.mention(value));
        Fault::of_type(say!(
            "{0} is a game of misère play and {1} a value of normal play: they do not mix",
            form,
            value
        ))
        .expected("two games as they are written, such as '{0|}' and *[2]")
        .fix("a game typed in the question itself keeps its form, as in MisereGe('{0|}', 0)")
    }

    fn partizan_of_form(&mut self, root: Form) -> Outcome<PartizanForm> {
        let limits = self.misere_limits();
        let mut stack = vec![root];
        let mut last = self.rulesets.misere.partizan.zero();
        while let Some(&form) = stack.last() {
            limits.check()?;
            if let Some(&known) = self.rulesets.misere.partizan_of_forms.get(&form) {
                last = known;
                stack.pop();
                continue;
            }
            let waiting = stack.len();
            let mut sides = [Vec::new(), Vec::new()];
            for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
                for &option in self.form_options(form, player)?.iter() {
                    match self.rulesets.misere.partizan_of_forms.get(&option) {
                        Some(&known) => side.push(known),
                        None => stack.push(option),
                    }
                }
            }
            if stack.len() == waiting {
                let [left, right] = sides;
                let made = self.rulesets.misere.partizan.from_options(&left, &right, &limits)?;
                self.meter.charge(32)?;
                self.rulesets.misere.partizan_of_forms.insert(form, made);
            }
        }
        Ok(last)
    }

    /// The form as a value of the language; followers that are canonical forms of normal play stand as their values.
    pub(crate) fn value_of_partizan(&mut self, root: PartizanForm) -> Outcome<Value> {
        let mut known: FxHashMap<PartizanForm, Form> = FxHashMap::default();
        let zero = self.game(&Value::integer(0))?;
        known.insert(self.rulesets.misere.partizan.zero(), self.forms.value(zero)?);
        let mut stack = vec![root];
        while let Some(&form) = stack.last() {
            self.calc.limits().check()?;
            let waiting = stack.len();
            let mut sides = [Vec::new(), Vec::new()];
            if !known.contains_key(&form) {
                for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
                    for option in self.rulesets.misere.partizan.options(form, player) {
                        match known.get(option) {
                            Some(&made) => side.push(made),
                            None => stack.push(*option),
                        }
                    }
                }
                if stack.len() > waiting {
                    continue;
                }
                let [left, right] = sides;
                let made = match self.canonical_as_it_is(&left, &right)? {
                    Some(value) if form != root => self.forms.value(value)?,
                    _ => self.forms.explicit(left, right)?,
                };
                known.insert(form, made);
            }
            stack.pop();
        }
        Ok(Value::Form(known[&root]))
    }

    /// The value whose canonical form has exactly these options.
    fn canonical_as_it_is(&mut self, left: &[Form], right: &[Form]) -> Outcome<Option<Game>> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().zip([left, right]) {
            for &option in options {
                let Some(game) = self.forms.as_value(option) else { return Ok(None) };
                side.push(game);
            }
        }
        let value = self.calc.from_options(&sides[0], &sides[1])?;
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            let mut own = self.calc.options(value, player)?;
            own.sort_unstable();
            side.sort_unstable();
            if own != *side {
                return Ok(None);
            }
        }
        Ok(Some(value))
    }
}
