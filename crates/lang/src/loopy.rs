//! Loopy games in the language: their constants, braces that wait for a node, and what operators and methods make of
//! them.
//!
//! A value that turns out to be a short game is one: `over - over` is loopy, `{0|pass} + 1` is, but `a{{|a}|}.Onside`
//! is the number 1.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::value::Value;
use crate::walls::AnyThermograph;
use dashu_int::IBig;
use farstar_play::say;
use farstar_value::loopy::{Loopy, LoopyOutcome, OpenGame, OpenOption};
use farstar_value::{Comparison, Player};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The loopy game of this name.
pub(crate) fn constant(context: &mut Context<'_, '_>, name: &str) -> Option<Outcome<Value>> {
    let value = match name {
        "on" => Loopy::on(),
        "off" => Loopy::off(),
        "over" => Loopy::over(),
        "under" => Loopy::under(),
        "dud" => Loopy::dud(),
        "upover" => Loopy::upover(),
        "tis" => Loopy::tis(),
        "tisn" => Loopy::tisn(),
        "upon" | "^[on]" => Loopy::upon(),
        "uponth" | "^<on>" => Loopy::uponth(),
        "v[on]" | "v<on>" => {
            let up = if name == "v[on]" { Loopy::upon() } else { Loopy::uponth() };
            return Some(context.calc.loopy_neg(&up).map(Value::Loopy).map_err(Into::into));
        }
        _ => return None,
    };
    Some(Ok(Value::Loopy(value)))
}

/// A number for a node of a loopy game, never given twice, so that a node that is kept in a variable is no other.
pub(crate) fn new_node() -> Value {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    Value::Unfinished(Arc::new(OpenOption::Node(NEXT.fetch_add(1, Ordering::Relaxed))))
}

/// A move back to the game whose option it is.
pub(crate) fn pass() -> Value {
    Value::Unfinished(Arc::new(OpenOption::Pass))
}

/// Whether the value is loopy.
fn is_loopy(value: &Value) -> bool {
    matches!(value, Value::Loopy(_))
}

/// Whether an operation on these values is one on loopy games.
pub(crate) fn concerns(left: &Value, right: &Value) -> bool {
    (is_loopy(left) && Context::is_game(right)) || (is_loopy(right) && Context::is_game(left))
}

/// The sort of a loopy value.
pub(crate) fn class_of(context: &mut Context<'_, '_>, value: &Loopy) -> Outcome<&'static str> {
    Ok(match (value.is_stopper(), value.is_stopper_sided()) {
        (false, true) => "StopperSidedValue",
        (false, false) => "SidedValue",
        _ if context.calc.loopy_is_pseudonumber(value)? => "Pseudonumber",
        _ => "CanonicalStopper",
    })
}

impl Context<'_, '_> {
    /// The value as a loopy game; short games are.
    pub(crate) fn loopy(&mut self, value: &Value) -> Outcome<Loopy> {
        if let Value::Loopy(value) = value {
            return Ok(value.clone());
        }
        let game = self.game(value)?;
        Ok(self.calc.loopy(game)?)
    }

    /// The value, as a short game if it is one.
    pub(crate) fn value_of_loopy(&mut self, value: Loopy) -> Outcome<Value> {
        match self.calc.loopy_to_game(&value)? {
            Some(game) => Ok(self.value_of_game(game)),
            None => Ok(Value::Loopy(value)),
        }
    }

    fn set_of_loopy(&mut self, values: Vec<Loopy>) -> Outcome<Value> {
        let mut items = Vec::with_capacity(values.len());
        for value in values {
            items.push(self.value_of_loopy(value)?);
        }
        self.set(items)
    }

    /// `{left|right}` where an option is loopy or waits for a node, or the braces have a node.
    pub(crate) fn loopy_braces(
        &mut self,
        left: Vec<Value>,
        right: Vec<Value>,
        explicit: bool,
        node: Option<&Value>,
    ) -> Outcome<Value> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, options) in sides.iter_mut().zip([left, right]) {
            for option in options {
                match option.elements() {
                    Some(elements) => side.extend(elements.iter().cloned()),
                    None => side.push(option),
                }
            }
        }
        if explicit {
            return Err(Fault::unsupported("forms of loopy games are not read yet")
                .fix("leave out the quotes if the value is meant"));
        }
        let mut options = [Vec::new(), Vec::new()];
        for (made, side) in options.iter_mut().zip(sides) {
            for value in side {
                made.push(match value {
                    // An open game is moved, not copied, into the one around it.
                    Value::Unfinished(option) => Arc::unwrap_or_clone(option),
                    Value::Loopy(value) => OpenOption::Loopy(value),
                    _ => OpenOption::Game(self.game(&value)?),
                });
            }
        }
        let node = match node {
            Some(Value::Unfinished(option)) => match **option {
                OpenOption::Node(node) => Some(node),
                _ => None,
            },
            _ => None,
        };
        let [left, right] = options;
        let open = OpenGame::new(left, right, node)?;
        if !open.is_closed() {
            return Ok(Value::Unfinished(Arc::new(OpenOption::Open(open))));
        }
        let value = self.calc.loopy_close(&open)?;
        self.value_of_loopy(value)
    }

    pub(crate) fn loopy_negative(&mut self, value: &Loopy) -> Outcome<Value> {
        let negative = self.calc.loopy_neg(value)?;
        self.value_of_loopy(negative)
    }

    pub(crate) fn loopy_add(&mut self, left: &Value, right: &Value) -> Outcome<Value> {
        let (g, h) = (self.loopy(left)?, self.loopy(right)?);
        let sum = self.calc.loopy_add(&g, &h)?;
        self.value_of_loopy(sum)
    }

    pub(crate) fn loopy_multiple(&mut self, n: &IBig, value: &Loopy) -> Outcome<Value> {
        let multiple = self.calc.loopy_multiple(n, value)?;
        self.value_of_loopy(multiple)
    }

    pub(crate) fn loopy_compare(&mut self, left: &Value, right: &Value) -> Outcome<Comparison> {
        let (g, h) = (self.loopy(left)?, self.loopy(right)?);
        Ok(self.calc.loopy_compare(&g, &h)?)
    }

    pub(crate) fn loopy_equal(&mut self, left: &Value, right: &Value) -> Outcome<bool> {
        let (g, h) = (self.loopy(left)?, self.loopy(right)?);
        Ok(self.calc.loopy_equal(&g, &h)?)
    }

    /// `{x|-x}` for options some of which are loopy.
    pub(crate) fn loopy_plus_minus(&mut self, options: &[Value]) -> Outcome<Value> {
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for option in options {
            let value = self.loopy(option)?;
            right.push(self.calc.loopy_neg(&value)?);
            left.push(value);
        }
        let value = self.calc.loopy_from_options(&left, &right)?;
        self.value_of_loopy(value)
    }

    /// `{0||0|-g}`, or its mirror image `{g|0||0}`.
    pub(crate) fn loopy_tiny(&mut self, value: &Loopy, miny: bool) -> Outcome<Value> {
        let zero = self.calc.loopy(farstar_value::Game::ZERO)?;
        let zero = [zero];
        let made = if miny {
            let threat = self.calc.loopy_from_options(std::slice::from_ref(value), &zero)?;
            self.calc.loopy_from_options(&[threat], &zero)?
        } else {
            let negative = self.calc.loopy_neg(value)?;
            let threat = self.calc.loopy_from_options(&zero, &[negative])?;
            self.calc.loopy_from_options(&zero, &[threat])?
        };
        self.value_of_loopy(made)
    }

    /// `s & t`
    pub(crate) fn loopy_sides(&mut self, left: &Value, right: &Value) -> Outcome<Value> {
        let (s, t) = (self.loopy(left)?, self.loopy(right)?);
        match self.calc.loopy_sides(&s, &t)? {
            Some(value) => self.value_of_loopy(value),
            None => {
                let (s, t) = (self.mention(left), self.mention(right));
                Err(Fault::domain(say!("{0} is not at least {1}", s, t))
                    .expected("an onside that is at least the offside: S & T with S >= T"))
            }
        }
    }

    /// The options of a base of an ordinal sum: of a form those it is written with.
    fn base_options(&mut self, base: &Value) -> Outcome<[Vec<Loopy>; 2]> {
        let mut sides = [Vec::new(), Vec::new()];
        for (side, player) in sides.iter_mut().zip([Player::Left, Player::Right]) {
            if let Value::Loopy(value) = base {
                *side = self.stopper_options(value, player)?;
                continue;
            }
            let options = self.options_of(base, player)?;
            for option in options.elements().unwrap_or_default() {
                side.push(self.loopy(option)?);
            }
        }
        Ok(sides)
    }

    /// `base : above`
    pub(crate) fn loopy_ordinal_sum(&mut self, base: &Value, above: &Value) -> Outcome<Value> {
        let [left, right] = self.base_options(base)?;
        let above = self.loopy(above)?;
        let sum = self.calc.loopy_ordinal_sum(&left, &right, &above)?;
        self.value_of_loopy(sum)
    }

    fn stopper_options(&mut self, value: &Loopy, player: Player) -> Outcome<Vec<Loopy>> {
        self.expect_stopper(value)?;
        Ok(self.calc.loopy_options(value, player)?)
    }

    fn expect_stopper(&mut self, value: &Loopy) -> Outcome<()> {
        if value.is_stopper() {
            return Ok(());
        }
        let shown = self.mention(&Value::Loopy(value.clone()));
        Err(Fault::domain(say!("{0} is no stopper, and has no canonical options", shown))
            .expected("a stopper; g.Onside and g.Offside are the sides of g"))
    }

    /// Whether a player wins who begins; a draw is no win.
    fn loopy_wins_first(&mut self, g: &Loopy, player: Player) -> Outcome<Value> {
        let drawn_else = match player {
            Player::Left => LoopyOutcome::NHat,
            Player::Right => LoopyOutcome::NCheck,
        };
        Ok(Value::Boolean(match self.calc.loopy_outcome(g)? {
            LoopyOutcome::Decided(outcome) => outcome.winner(player) == player,
            drawn => drawn == drawn_else,
        }))
    }

    fn loopy_stop(&mut self, value: &Loopy, player: Player) -> Outcome<Value> {
        self.expect_stopper(value)?;
        match self.calc.loopy_stop(value, player)? {
            Some(stop) => self.value_of_loopy(stop),
            None => Err(Fault::domain("a game without stops")),
        }
    }

    /// A method of short games called with a loopy game among its arguments; `None` if it is not built for those.
    pub(crate) fn loopy_method(&mut self, name: &str, a: &[Value]) -> Outcome<Option<Value>> {
        if let ("Pow" | "PowTo", [_, Value::Loopy(exponent)]) = (name, a) {
            let game = self.game(&a[0])?;
            let power = match name {
                "Pow" => self.calc.loopy_pow(game, exponent)?,
                _ => self.calc.loopy_pow_to(game, exponent)?,
            };
            return self.value_of_loopy(power).map(Some);
        }
        let Some(Value::Loopy(g)) = a.first() else { return Ok(None) };
        let value = match (name, a.len()) {
            ("CanonicalForm" | "GameValue", 1) => a[0].clone(),
            ("LeftOptions", 1) => {
                let options = self.stopper_options(g, Player::Left)?;
                self.set_of_loopy(options)?
            }
            ("RightOptions", 1) => {
                let options = self.stopper_options(g, Player::Right)?;
                self.set_of_loopy(options)?
            }
            ("Options", 2) => {
                let player = self.player(&a[1])?;
                let options = self.stopper_options(g, player)?;
                self.set_of_loopy(options)?
            }
            ("Followers", 1) => {
                self.expect_stopper(g)?;
                let followers = self.calc.loopy_followers(g)?;
                self.set_of_loopy(followers)?
            }
            ("FollowerCount", 1) => {
                self.expect_stopper(g)?;
                Value::integer(g.onside_graph().len())
            }
            ("OutcomeClass", 1) => match self.calc.loopy_outcome(g)? {
                LoopyOutcome::Decided(outcome) => Value::Outcome(outcome),
                drawn => Value::LoopyOutcome(drawn),
            },
            ("LeftWinsFirst", 1) => self.loopy_wins_first(g, Player::Left)?,
            ("RightWinsFirst", 1) => self.loopy_wins_first(g, Player::Right)?,
            ("LeftStop", 1) => self.loopy_stop(g, Player::Left)?,
            ("RightStop", 1) => self.loopy_stop(g, Player::Right)?,
            ("Stop", 2) => {
                let player = self.player(&a[1])?;
                self.loopy_stop(g, player)?
            }
            ("Mean", 1) => Value::Number(self.calc.loopy_thermograph(g)?.mean().clone()),
            ("Temperature", 1) => {
                Value::Number(self.calc.loopy_thermograph(g)?.temperature().clone())
            }
            ("Thermograph", 1) => {
                let walls = self.calc.loopy_thermograph(g)?;
                Value::Thermograph(Arc::new(AnyThermograph::Loopy(walls)))
            }
            ("Wall", 2) => {
                let player = self.player(&a[1])?;
                let walls = self.calc.loopy_thermograph(g)?;
                crate::methods::corners(self, &AnyThermograph::Loopy(walls), player)?
            }
            ("StrongStop", 2) => {
                let player = self.player(&a[1])?;
                self.expect_stopper(g)?;
                match self.calc.loopy_strong_stop(g, player)? {
                    Some(stop) => self.value_of_loopy(stop)?,
                    None => return Ok(None),
                }
            }
            ("Tiny", 1) => self.loopy_tiny(g, false)?,
            ("Miny", 1) => self.loopy_tiny(g, true)?,
            ("Subordinate", 2) => self.loopy_subordinate(g, &a[1])?,
            ("Class", 1) => Value::Class(class_of(self, g)?),
            (_, 1) => match self.loopy_question(name, g)? {
                Some(answer) => Value::Boolean(answer),
                None => return Ok(None),
            },
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// A question about a loopy game, which is no short game.
    fn loopy_question(&mut self, name: &str, g: &Loopy) -> Outcome<Option<bool>> {
        Ok(Some(match name {
            "IsZero" | "IsInteger" | "IsNumber" | "IsNimber" | "IsOrdinal" | "IsUptimal"
            | "IsEven" | "IsOdd" | "IsLoopfree" => false,
            "IsFinite" => true,
            "IsStopper" => g.is_stopper(),
            "IsStopperSided" => g.is_stopper_sided(),
            "IsPlumtree" => g.is_plumtree(),
            "IsPseudonumber" => self.calc.loopy_is_pseudonumber(g)?,
            "IsNumberish" => self.calc.loopy_is_numberish(g)?,
            "IsNumberTiny" => self.calc.loopy_is_number_tiny(g)?,
            "IsInfinitesimal" => self.calc.loopy_is_infinitesimal(g)?,
            "IsIdempotent" => self.calc.loopy_is_idempotent(g)?,
            _ => return Ok(None),
        }))
    }

    fn loopy_subordinate(&mut self, g: &Loopy, base: &Value) -> Outcome<Value> {
        self.expect_stopper(g)?;
        let [left, right] = self.base_options(base)?;
        match self.calc.loopy_subordinate(g, &left, &right)? {
            Some(above) => self.value_of_loopy(above),
            None => {
                let (g, base) = (self.mention(&Value::Loopy(g.clone())), self.mention(base));
                Err(Fault::domain(say!(
                    "{0} is not subordinate to {1}: no game H has {1}:H = {0}",
                    g,
                    base
                )))
            }
        }
    }
}

/// Whether braces with these options are those of a loopy game.
pub(crate) fn among(options: &[Value]) -> bool {
    let found = |value: &Value| matches!(value, Value::Loopy(_) | Value::Unfinished(_));
    options.iter().any(|v| found(v) || v.elements().is_some_and(|list| list.iter().any(found)))
}
