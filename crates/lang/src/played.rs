//! Games as they are written, for questions of misère play.
//!
//! In misère play equal values are won differently: `*3 + *2` is worth `*` and is N, while `*` is P. So such a question
//! is asked of a position, a misère form or
//! a form: a sum that is typed below it keeps its parts, and a value that was computed is refused. What is asked of a
//! form is found by its moves; those of a value inside it are those of its canonical form.

use crate::context::Context;
use crate::explicit::{Compound, Form, FormNode};
use crate::fault::{Fault, Outcome};
use crate::token::Played;
use crate::value::Value;
use farstar_impartial::misere::{Genus, MisereForm, misere_nim_outcome};
use farstar_play::say;
use farstar_rules::heap::HeapCode;
use farstar_value::loopy::LoopyOutcome;
use farstar_value::{Outcome as Winner, Player};
use std::sync::Arc;

impl Context<'_, '_> {
    /// The value with its form, as far as misère play needs it.
    pub(crate) fn played(&mut self, value: Option<Value>, how: Played) -> Outcome<Value> {
        let value = value.unwrap_or(Value::Nothing);
        match (&value, how) {
            (Value::Number(x), Played::Typed) if !x.is_dyadic() => Ok(value),
            (Value::Game(_) | Value::Number(_), Played::Typed) => {
                Ok(Value::Form(self.form(&value)?))
            }
            (_, Played::Given) => Ok(value),
            (Value::Game(_) | Value::Number(_), _) => Err(self.only_a_value(&value)),
            (
                Value::Position(_)
                | Value::CoordinatePosition(_)
                | Value::BoardPosition(_)
                | Value::FunctionPosition(_),
                Played::Part,
            ) => Ok(Value::Form(self.form(&value)?)),
            _ => Ok(value),
        }
    }

    /// Why nothing of misère play can be asked of a value.
    pub(crate) fn only_a_value(&mut self, value: &Value) -> Box<Fault> {
        let shown = self.mention(value);
        Fault::domain(say!(
            "{0} is a value, and games of one value are won differently in misère play",
            shown
        ))
            .expected("a position, a form such as *[3], or a game typed where it is asked, such as (*3 + *2).Genus")
            .fix("g.CanonicalForm.MisereOutcomeClass and the like ask about the canonical form of g")
    }

    /// Who wins when the player who cannot move wins.
    pub(crate) fn misere_outcome(&mut self, value: &Value) -> Outcome<LoopyOutcome> {
        let impartial = match value {
            Value::BoardPosition(position) => return Arc::clone(position).misere_outcome(self),
            Value::FunctionPosition(position) => {
                return self.function_misere_outcome(&Arc::clone(position));
            }
            Value::Game(_) | Value::Number(_) => return Err(self.only_a_value(value)),
            Value::Position(position) => match position.rules().game().code() {
                Some(code) => return self.misere_outcome_of_heaps(code, position.heaps()),
                None => true,
            },
            Value::Form(form) if let Some((code, heaps)) = self.heaps_of_one_game(*form) => {
                return self.misere_outcome_of_heaps(&code, &heaps);
            }
            Value::CoordinatePosition(position) => position.rules().is_impartial(),
            other => matches!(other, Value::Misere(_)),
        };
        if impartial {
            let next = self.genus(value)?.misere_value(0) != 0;
            return Ok(LoopyOutcome::Decided(Winner::from_wins(next, next)));
        }
        let form = self.form(value)?;
        let Some(heaps) = self.nim_heaps(form) else {
            return self.misere_outcome_of_form(form).map(LoopyOutcome::Decided);
        };
        let next = misere_nim_outcome(&heaps) == farstar_impartial::digraph::Outcome::N;
        Ok(LoopyOutcome::Decided(Winner::from_wins(next, next)))
    }

    /// Who wins heaps of a game with a code when the player who cannot move wins, as `farstar outcome` finds it: by
    /// quotients, where there are some.
    fn misere_outcome_of_heaps(&mut self, code: &HeapCode, heaps: &[u64]) -> Outcome<LoopyOutcome> {
        let limits = self.calc.limits().clone();
        let rules = farstar::Ruleset::named(&format!("misere {code}"))?;
        let heaps: Vec<String> = heaps.iter().map(u64::to_string).collect();
        let text = if heaps.is_empty() { "0".to_owned() } else { heaps.join("+") };
        let sum = rules.position_within(&text, &limits)?.into();
        Ok(self.solver.outcome(&sum, &limits)?)
    }

    /// The heaps of a form that is a sum of positions of one game with a code.
    fn heaps_of_one_game(&self, root: Form) -> Option<(HeapCode, Vec<u64>)> {
        let (mut code, mut heaps, mut stack) = (None, Vec::new(), vec![root]);
        while let Some(form) = stack.pop() {
            match self.forms.node(form) {
                FormNode::Compound(Compound::Disjunctive, a, b) => stack.extend([*a, *b]),
                FormNode::Position(place) => {
                    let Value::Position(position) = self.forms.position_at(*place) else {
                        return None;
                    };
                    let own = position.rules().game().code()?;
                    if code.get_or_insert_with(|| own.clone()) != own {
                        return None;
                    }
                    heaps.extend(position.heaps());
                }
                _ => return None,
            }
        }
        Some((code?, heaps))
    }

    /// The heaps of a form that is a sum of nim heaps; an even number of equal ones is told as two.
    fn nim_heaps(&self, root: Form) -> Option<Vec<u64>> {
        let mut heaps = Vec::new();
        let mut stack = vec![root];
        while let Some(form) = stack.pop() {
            match self.forms.node(form) {
                FormNode::Value(game) => heaps.push(self.calc.as_nimber(*game)?),
                FormNode::Compound(Compound::Disjunctive, a, b) => stack.extend([*a, *b]),
                FormNode::Negative(of) => stack.push(*of),
                FormNode::Multiple(n, _) if n.is_zero() => {}
                FormNode::Multiple(n, of) => {
                    let even = n % dashu_int::IBig::from(2) == dashu_int::IBig::ZERO;
                    stack.extend(std::iter::repeat_n(*of, if even { 2 } else { 1 }));
                }
                _ => return None,
            }
        }
        Some(heaps)
    }

    /// The genus of a form that is a sum of nim heaps.
    pub(crate) fn genus_of_heaps(&self, form: Form) -> Option<Genus> {
        let heaps: Option<Vec<u32>> =
            self.nim_heaps(form)?.into_iter().map(|heap| u32::try_from(heap).ok()).collect();
        heaps.map(|heaps| Genus::of_nim_heaps(&heaps))
    }

    /// The misère form of an impartial form.
    pub(crate) fn misere_of_form(&mut self, root: Form) -> Outcome<MisereForm> {
        let mut stack = vec![root];
        let mut last = self.rulesets.misere.forms.zero();
        while let Some(&form) = stack.last() {
            self.calc.limits().check()?;
            if let Some(&known) = self.rulesets.misere.of_forms.get(&form) {
                last = known;
                stack.pop();
                continue;
            }
            let node = self.forms.node(form).clone();
            let parts = match &node {
                FormNode::Value(_) | FormNode::Position(_) => [Vec::new(), Vec::new()],
                FormNode::Compound(Compound::Disjunctive, a, b) => [vec![*a, *b], Vec::new()],
                FormNode::Negative(of) | FormNode::Multiple(_, of) => [vec![*of], Vec::new()],
                _ => {
                    let left = self.form_options(form, Player::Left)?.to_vec();
                    [left, self.form_options(form, Player::Right)?.to_vec()]
                }
            };
            let known = |part: &Form| self.rulesets.misere.of_forms.get(part).copied();
            let waiting = stack.len();
            stack.extend(parts.iter().flatten().filter(|part| known(part).is_none()));
            if stack.len() > waiting {
                continue;
            }
            let [left, right] = parts.map(|side| {
                let mut forms: Vec<MisereForm> = side.iter().filter_map(known).collect();
                if !matches!(node, FormNode::Compound(Compound::Disjunctive, ..)) {
                    forms.sort_unstable();
                    forms.dedup();
                }
                forms
            });
            let limits = self.misere_limits();
            let forms = &mut self.rulesets.misere.forms;
            let made = match (node, &left[..]) {
                (FormNode::Value(game), _) => match self.calc.as_nimber(game) {
                    Some(n) => self.misere_nim_heap(n)?,
                    None => return Err(self.wrong(&Value::Form(form), "an impartial game")),
                },
                (FormNode::Position(place), _) => {
                    let position = self.forms.position_at(place).clone();
                    self.misere_form(&position)?
                }
                (FormNode::Compound(Compound::Disjunctive, ..), &[a, b]) => {
                    forms.sum(a, b, &limits)?
                }
                (FormNode::Negative(_), &[of]) => of,
                (FormNode::Multiple(n, _), &[of]) => self.misere_copies(&n, of)?,
                _ if left == right => forms.from_options(&left, &limits)?,
                _ => return Err(self.wrong(&Value::Form(form), "an impartial game")),
            };
            self.rulesets.misere.of_forms.insert(form, made);
        }
        Ok(last)
    }
}
