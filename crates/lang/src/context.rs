//! What an operation of the language may use: the calculator, the table of forms, the count of bytes.

use crate::Dialect;
use crate::explicit::{Form, FormNode, Forms};
use crate::fault::{Fault, Outcome};
use crate::globals::Globals;
use crate::heap::Rulesets;
use crate::meter::Meter;
use crate::tally::Tally;
use crate::value::{Items, Text, Value};
use dashu_int::IBig;
use farstar::Solver;
use farstar_num::{Dyadic, Rational};
use farstar_play::{Message, say};
use farstar_value::{Calculator, Game, Player};
use std::sync::Arc;

/// The surroundings of one evaluation.
pub(crate) struct Context<'m, 'a> {
    pub(crate) calc: Calculator<'a>,
    pub(crate) forms: &'m mut Forms,
    pub(crate) rulesets: &'m mut Rulesets,
    pub(crate) solver: &'m mut Solver<'a>,
    pub(crate) globals: &'m mut Globals<Value>,
    /// What was to be shown before the result.
    pub(crate) printed: &'m mut Vec<Text>,
    pub(crate) meter: Meter,
    pub(crate) tally: Tally,
    pub(crate) dialect: Dialect,
    /// How many questions that call the user's functions wait for one another.
    pub(crate) depth: u32,
}

impl Context<'_, '_> {
    /// The value of a game, as narrow as it goes: a number if it is one.
    pub(crate) fn value_of_game(&self, game: Game) -> Value {
        match self.calc.as_number(game) {
            Some(x) => Value::Number(Rational::from(x)),
            None => Value::Game(game),
        }
    }

    /// A form, or the value or position it stands for if it is nothing else.
    pub(crate) fn value_of_form(&self, form: Form) -> Value {
        match self.forms.node(form) {
            FormNode::Value(game) => self.value_of_game(*game),
            FormNode::Position(place) => self.forms.position_at(*place).clone(),
            _ => Value::Form(form),
        }
    }

    /// Whether the value is a game of some sort; every number is asked to be one.
    pub(crate) fn is_game(value: &Value) -> bool {
        matches!(
            value,
            Value::Number(_)
                | Value::Game(_)
                | Value::Form(_)
                | Value::Position(_)
                | Value::CoordinatePosition(_)
                | Value::BoardPosition(_)
                | Value::FunctionPosition(_)
                | Value::Loopy(_)
                | Value::Misere(_)
        )
    }

    /// The value as a short game in canonical form.
    pub(crate) fn game(&mut self, value: &Value) -> Outcome<Game> {
        match value {
            Value::Game(game) => Ok(*game),
            Value::Number(x) => {
                let dyadic = match x.to_i64() {
                    Some(n) => Dyadic::from(n),
                    None => self.dyadic_of(x)?,
                };
                Ok(self.calc.number(&dyadic)?)
            }
            Value::Form(form) => self.canonical_form(*form),
            Value::Loopy(_) => {
                let shown = self.mention(value);
                Err(Fault::unsupported(say!(
                    "{0} is loopy, and this is not supported yet for loopy games",
                    shown
                ))
                .expected("a short game"))
            }
            Value::CoordinatePosition(position) => position.value(&mut self.calc),
            Value::BoardPosition(position) => Arc::clone(position).value(self),
            Value::FunctionPosition(position) => self.function_game(&Arc::clone(position)),
            Value::Position(position) => {
                let n = position.nim_value((&self.tally, self.calc.limits()))?;
                Ok(self.calc.nimber(n)?)
            }
            Value::Misere(form) => {
                let n = self.misere_nim_value(*form);
                Ok(self.calc.nimber(u64::from(n))?)
            }
            Value::Surreal(_) | Value::TransfiniteNimber(_) => {
                Err(self.wrong(value, "a short game"))
            }
            _ => Err(self.wrong(value, "a game")),
        }
    }

    /// Whether the value has moves of its own, which need not be those of its canonical form.
    pub(crate) fn keeps_form(value: &Value) -> bool {
        matches!(
            value,
            Value::Form(_)
                | Value::Misere(_)
                | Value::Position(_)
                | Value::CoordinatePosition(_)
                | Value::BoardPosition(_)
                | Value::FunctionPosition(_)
        )
    }

    /// The value as a form; a value stands for its canonical form, a position for its moves.
    pub(crate) fn form(&mut self, value: &Value) -> Outcome<Form> {
        match value {
            Value::Form(form) => Ok(*form),
            Value::Misere(form) => self.form_of_misere(*form),
            Value::BoardPosition(position) if !position.ends() => {
                let shown = self.mention(value);
                Err(Fault::domain(say!("play from {0} is not proved to end", shown))
                    .expected("a game that ends")
                    .fix(say!("ask ({0}).GameValue", shown)))
            }
            _ if Self::keeps_form(value) => {
                let text = self.written(value)?;
                self.forms.position(value, text)
            }
            _ => {
                let game = self.game(value)?;
                self.forms.value(game)
            }
        }
    }

    fn dyadic_of(&mut self, x: &Rational) -> Outcome<Dyadic> {
        x.to_dyadic().ok_or_else(|| {
            if x.is_finite() {
                let shown = self.mention(&Value::Number(x.clone()));
                Fault::domain(say!(
                    "{0} is not the value of a short game: its denominator is not a power of two",
                    shown
                ))
                .expected("an integer or a fraction such as 3/8")
            } else {
                Fault::domain(say!("{0} is not the value of a short game", x))
                    .expected("a finite number")
            }
        })
    }

    /// The value as a dyadic number.
    pub(crate) fn dyadic(&mut self, value: &Value) -> Outcome<Dyadic> {
        let x = self.rational(value)?;
        self.dyadic_of(&x)
    }

    /// The value as a rational number or an infinity.
    pub(crate) fn rational(&mut self, value: &Value) -> Outcome<Rational> {
        match value {
            Value::Number(x) => Ok(x.clone()),
            Value::Form(form) => {
                let game = self.canonical_form(*form)?;
                match self.calc.as_number(game) {
                    Some(x) => Ok(Rational::from(x)),
                    None => Err(self.wrong(value, "a number")),
                }
            }
            Value::Surreal(_) => Err(self.wrong(value, "a rational number")),
            _ => Err(self.wrong(value, "a number")),
        }
    }

    /// The value as an integer.
    pub(crate) fn integer(&mut self, value: &Value) -> Outcome<IBig> {
        match value.as_integer() {
            Some(n) => Ok(n),
            None => Err(self.wrong(value, "an integer")),
        }
    }

    /// The value as an integer that fits a machine word.
    pub(crate) fn small(&mut self, value: &Value) -> Outcome<i64> {
        let n = self.integer(value)?;
        i64::try_from(&n).map_err(|_| {
            let shown = self.mention(value);
            Fault::too_large(say!("{0} is too large here", shown))
                .expected("an integer of at most 64 bits")
        })
    }

    /// The value as a natural number that fits a machine word.
    pub(crate) fn natural(&mut self, value: &Value) -> Outcome<u64> {
        let n = self.integer(value)?;
        u64::try_from(&n).map_err(|_| {
            let shown = self.mention(value);
            let fault = if n < IBig::ZERO {
                Fault::domain(say!("{0} is negative", shown))
            } else {
                Fault::too_large(say!("{0} is too large here", shown))
            };
            fault.expected("an integer from 0 to 2^64 - 1")
        })
    }

    /// The value as a player.
    pub(crate) fn player(&mut self, value: &Value) -> Outcome<Player> {
        match value {
            Value::Player(player) => Ok(*player),
            _ => Err(self.wrong(value, "Left or Right")),
        }
    }

    /// The value as `true` or `false`.
    pub(crate) fn boolean(&mut self, value: &Value) -> Outcome<bool> {
        match value {
            Value::Boolean(b) => Ok(*b),
            _ => Err(self.wrong(value, "true or false")),
        }
    }

    /// A value where one of another sort was wanted.
    pub(crate) fn wrong(&mut self, value: &Value, expected: impl Into<Message>) -> Box<Fault> {
        let shown = self.mention(value);
        Fault::of_type(say!("{0} is {1}", shown, article(value.type_name())))
            .expected(expected)
            .fixed(self.power_meant(value))
    }

    /// How a power is written, where the value is one that `10^30` stands for and few people mean.
    pub(crate) fn power_meant(&self, value: &Value) -> Option<Message> {
        let Value::Game(game) = value else { return None };
        let parts = self.calc.closed_parts(*game)?;
        let (true, 2.., 0) = (parts.number.is_integer(), parts.up, parts.nimber) else {
            return None;
        };
        let zero = parts.number.is_zero();
        (!zero).then(|| say!("a power is written {0}**{1}", parts.number, parts.up))
    }

    /// A list of these elements.
    pub(crate) fn list(&self, items: Vec<Value>) -> Outcome<Value> {
        Ok(Value::List(Items::new(items, &self.meter)?))
    }

    /// A text value.
    pub(crate) fn text(&self, text: impl Into<String>) -> Outcome<Value> {
        Ok(Value::Text(Text::new(text.into(), &self.meter)?))
    }

    /// A set of games.
    pub(crate) fn set_of_games(&mut self, games: Vec<Game>) -> Outcome<Value> {
        let items = games.into_iter().map(|game| self.value_of_game(game)).collect();
        self.set(items)
    }
}

/// `a` or `an` before a word, and the word.
pub(crate) fn article(word: &str) -> String {
    let vowel = word.starts_with(['A', 'E', 'I', 'O', 'U']);
    match word {
        "Nothing" | "Coordinates" => word.to_owned(),
        _ if vowel => format!("an {word}"),
        _ => format!("a {word}"),
    }
}
