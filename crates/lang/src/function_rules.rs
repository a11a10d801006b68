//! Rulesets whose moves the user's functions list, over positions of any kind: `Ruleset(left => n -> [n - 1], right =>
//! n -> [n - 2])`, `Ruleset((s, t) -> …)`, `Ruleset(options => (p, player) -> …)`.
//!
//! A position is a number, a text, a list, coordinates, a grid, a graph: whatever the functions take. What a function
//! lists is read so: a position of the ruleset, `R(p)`, is that one; what is no game is a position, and so is a number
//! or value among the options of a number or value; every other game, a sum such as `R(a) + R(b)`, a position of
//! another ruleset, a value, is what it is. A function is asked once of each position, when something depends on it.

use crate::context::Context;
use crate::explicit::{Compound, Form, FormNode};
use crate::fault::{Fault, Outcome};
use crate::told_moves::{Known, SumOffer, Teller, ToldRules};
use crate::value::{Function, FunctionPosition, FunctionRules, Offer, Value};
use farstar_value::Player;
use std::sync::{Arc, Mutex};

/// Bytes of an option, about.
const OPTION_BYTES: u64 = 16;

/// A multiple of a position among the options is taken apart up to this factor.
const MOST_COPIES: u32 = 1 << 10;

/// A game that is told by its value alone.
fn is_plain(value: &Value) -> bool {
    matches!(value, Value::Number(_) | Value::Game(_))
}

/// Whether functions can be given this as a position.
fn is_data(value: &Value) -> bool {
    !value.changes()
        && !matches!(
            value,
            Value::Nothing
                | Value::LeftOut
                | Value::Function(_)
                | Value::Method(_)
                | Value::Named(_)
                | Value::Unfinished(_)
                | Value::Form(_)
                | Value::Loopy(_)
                | Value::Position(_)
                | Value::CoordinatePosition(_)
                | Value::BoardPosition(_)
                | Value::FunctionPosition(_)
        )
}

/// What a function is given for a position: the numbers or elements one by one if it takes so many.
fn arguments(function: &Function, position: &Value, player: Option<Player>) -> Vec<Value> {
    let wanted = function.parameter_count() - usize::from(player.is_some());
    let mut given = match position {
        Value::Tuple(items) | Value::List(items)
            if wanted > 1 && items.as_slice().len() == wanted =>
        {
            items.as_slice().to_vec()
        }
        whole => vec![whole.clone()],
    };
    given.extend(player.map(Value::Player));
    given
}

impl Context<'_, '_> {
    /// The ruleset with these functions: one for both players, Left's and Right's, or one that is given the player.
    pub(crate) fn rules_by_moves(
        &mut self,
        both: Option<&Value>,
        each: [Option<&Value>; 2],
        of_player: Option<&Value>,
    ) -> Outcome<Value> {
        let mut shown = Vec::new();
        let mut function = |context: &mut Self, name: &str, value: &Value| match value {
            Value::Function(function) => {
                let text = match &function.code().name {
                    Some(name) => name.to_string(),
                    None => context.written(value)?,
                };
                shown.push(if name.is_empty() { text } else { format!("{name} => {text}") });
                Ok(Arc::clone(function))
            }
            other => Err(context.wrong(other, "a function such as n -> [n - 1]")),
        };
        let teller = match (both, each, of_player) {
            (Some(both), [None, None], None) => Teller::Both(function(self, "", both)?),
            (None, [Some(left), Some(right)], None) => {
                let left = function(self, "left", left)?;
                Teller::Each([left, function(self, "right", right)?])
            }
            (None, [None, None], Some(of_player)) => {
                let told = function(self, "options", of_player)?;
                match told.parameter_count() {
                    0 | 1 => Teller::Both(told),
                    _ => Teller::OfPlayer(told),
                }
            }
            _ => {
                return Err(Fault::of_type("a ruleset needs the moves of both players")
                    .expected("left => p -> […], right => p -> […], or one function for both"));
            }
        };
        self.meter.charge(1 << 10)?;
        let text = format!("Ruleset({})", shown.join(", "));
        let known = Mutex::new(Known::new(1 << 10));
        let meter = self.meter.clone();
        Ok(Value::FunctionRules(Arc::new(ToldRules { text, teller, known, meter })))
    }

    /// The position that a ruleset by functions is called with; several arguments are one list.
    pub(crate) fn function_position(
        &mut self,
        rules: &Arc<FunctionRules>,
        given: &[Value],
    ) -> Outcome<Value> {
        let at = match given {
            [Value::FunctionPosition(position)] if Arc::ptr_eq(&position.rules, rules) => {
                return Ok(given[0].clone());
            }
            [one] if is_data(one) => one.clone(),
            [] => return Err(Fault::of_type("a ruleset is called without a position")),
            [one] => return Err(self.wrong(one, "a number, text, list, grid or the like")),
            several if several.iter().all(|part| part.as_integer().is_some()) => {
                self.tuple(several.to_vec())?
            }
            several => self.list(several.to_vec())?,
        };
        let place = rules.place_of(&at)?;
        Ok(Value::FunctionPosition(rules.position(place)))
    }

    /// Asks the functions for the options of these positions, and with `all` of all that play reaches from them.
    pub(crate) fn ask_moves(
        &mut self,
        rules: &Arc<FunctionRules>,
        from: u32,
        all: bool,
    ) -> Outcome<()> {
        let mut open = vec![from];
        let mut seen = rustc_hash::FxHashSet::from_iter([from]);
        let asked = rules.asked();
        let program = Arc::clone(&asked[0].0.program);
        self.within(&program, |machine| {
            while let Some(place) = open.pop() {
                machine.context.calc.limits().check()?;
                let (position, told) = {
                    let known = rules.known();
                    let at = place as usize;
                    (known.positions[at].clone(), known.options[at].clone())
                };
                let sides = match told {
                    Some(sides) => sides,
                    None => {
                        let mut sides = Vec::with_capacity(2);
                        for &(function, player) in &asked {
                            let given = arguments(function, &position, player);
                            let result = machine.ask(function, given)?;
                            let offers = machine.context.offers(rules, &position, &result)?;
                            sides.push(Arc::<[Offer]>::from(offers));
                        }
                        let right = sides.pop().unwrap_or_default();
                        let left = sides.pop().unwrap_or_else(|| Arc::clone(&right));
                        let mut known = rules.known();
                        let count = (left.len() + right.len()) as u64;
                        rules.charge(&mut known, OPTION_BYTES * count)?;
                        known.options[place as usize] =
                            Some([Arc::clone(&left), Arc::clone(&right)]);
                        [left, right]
                    }
                };
                if all {
                    let next = sides.iter().flat_map(|side| side.iter()).flat_map(Offer::places);
                    open.extend(next.filter(|&place| seen.insert(place)));
                }
            }
            Ok(())
        })
    }

    /// The options that a function has told.
    fn offers(
        &mut self,
        rules: &Arc<FunctionRules>,
        position: &Value,
        told: &Value,
    ) -> Outcome<Vec<Offer>> {
        let plain = is_plain(position);
        let mut offers = Vec::new();
        let Ok(elements) = self.elements(told) else {
            return Err(self.wrong(told, "a list of options"));
        };
        for option in elements {
            offers.push(match &option {
                Value::FunctionPosition(other) if Arc::ptr_eq(&other.rules, rules) => {
                    Offer::One(other.place)
                }
                Value::Form(form) => self.taken_apart(rules, *form)?,
                value if Self::is_game(value) && !(plain && is_plain(value)) => {
                    let (own, outside) = (Vec::new(), vec![option.clone()]);
                    Offer::Sum(Arc::new(SumOffer { own, outside, shown: option.clone() }))
                }
                data if is_data(data) => Offer::One(rules.place_of(data)?),
                other => return Err(self.wrong(other, "a position, a sum or a value")),
            });
        }
        Ok(offers)
    }

    /// The parts of a sum of positions.
    fn taken_apart(&mut self, rules: &Arc<FunctionRules>, form: Form) -> Outcome<Offer> {
        let (mut own, mut outside) = (Vec::new(), Vec::new());
        let mut open = vec![(form, false)];
        while let Some((form, negative)) = open.pop() {
            match self.forms.node(form).clone() {
                FormNode::Compound(Compound::Disjunctive, a, b) => {
                    open.extend([(b, negative), (a, negative)]);
                }
                FormNode::Negative(of) => open.push((of, !negative)),
                FormNode::Multiple(n, of)
                    if let Ok(n) = i32::try_from(&n)
                        && n.unsigned_abs() <= MOST_COPIES =>
                {
                    let part = (of, negative != (n < 0));
                    open.extend(std::iter::repeat_n(part, n.unsigned_abs() as usize));
                }
                FormNode::Position(place)
                    if let Value::FunctionPosition(position) = self.forms.position_at(place)
                        && Arc::ptr_eq(&position.rules, rules) =>
                {
                    own.push((position.place, negative));
                }
                _ => {
                    let form = if negative { self.negative_form(form)? } else { form };
                    outside.push(self.value_of_form(form));
                }
            }
        }
        Ok(Offer::Sum(Arc::new(SumOffer { own, outside, shown: Value::Form(form) })))
    }

    /// The options of one player, as a set.
    pub(crate) fn function_options(
        &mut self,
        position: &FunctionPosition,
        player: Player,
    ) -> Outcome<Value> {
        let rules = &position.rules;
        self.ask_moves(rules, position.place, false)?;
        let sides = rules.known().options[position.place as usize].clone();
        let Some(sides) = sides else { return self.set(Vec::new()) };
        let offers = &sides[usize::from(player == Player::Right)];
        let mut options = Vec::with_capacity(offers.len());
        for offer in offers.iter() {
            options.push(match offer {
                Offer::One(place) => Value::FunctionPosition(rules.position(*place)),
                Offer::Sum(sum) => sum.shown.clone(),
            });
        }
        self.set(options)
    }
}
