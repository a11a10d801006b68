//! The operators on values: arithmetic, comparison, and what makes games of games.

use crate::context::Context;
use crate::explicit::Compound;
use crate::fault::{Fault, Outcome};
use crate::meter::LONGEST_INTEGER;
use crate::text::Text;
use crate::token::{BinaryOp, PrefixOp};
use crate::transfinite::{is_no_game, is_transfinite};
use crate::value::{Range, Value};
use crate::{Dialect, Kind};
use dashu_int::IBig;
use dashu_int::ops::BitTest;
use farstar_num::Rational;
use farstar_play::say;
use farstar_value::text::Literal;
use farstar_value::{Comparison, Player};
use std::cmp::Ordering;
use std::sync::Arc;

/// The sum of two positions of one ruleset on heaps or pairs, as one of its positions.
fn together(left: &Value, right: &Value) -> Option<Value> {
    match (left, right) {
        (Value::Position(p), Value::Position(q)) => Some(Value::Position(Arc::new(p.plus(q)?))),
        (Value::CoordinatePosition(p), Value::CoordinatePosition(q)) => {
            Some(Value::CoordinatePosition(Arc::new(p.plus(q)?)))
        }
        _ => None,
    }
}

/// Whether this is a position whose play may be endless.
fn is_endless(value: &Value) -> bool {
    matches!(value, Value::BoardPosition(position) if !position.ends())
}

/// For which results of comparing the games an operator of the order of games holds.
fn order(op: BinaryOp) -> Option<&'static [Comparison]> {
    use Comparison::{Confused, Equal, Greater, Less};
    Some(match op {
        BinaryOp::Less => &[Less],
        BinaryOp::LessEqual => &[Less, Equal],
        BinaryOp::Greater => &[Greater],
        BinaryOp::GreaterEqual => &[Greater, Equal],
        BinaryOp::Confused => &[Confused],
        BinaryOp::LessConfused => &[Less, Confused],
        BinaryOp::GreaterConfused => &[Greater, Confused],
        _ => return None,
    })
}

/// Whether an operator asks who is better, and so for values.
fn compares(op: BinaryOp) -> bool {
    order(op).is_some() || matches!(op, BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Sides)
}

/// What an operator makes of two integers of a machine word each.
pub(crate) enum OfWords {
    Integer(i64),
    Truth(bool),
}

/// What an operator makes of two integers of a machine word each, where that is all there is to it.
#[inline]
pub(crate) fn of_words(op: BinaryOp, m: i64, n: i64) -> Option<OfWords> {
    use OfWords::{Integer, Truth};
    Some(match op {
        BinaryOp::Add => Integer(m.checked_add(n)?),
        BinaryOp::Subtract => Integer(m.checked_sub(n)?),
        BinaryOp::Times => Integer(m.checked_mul(n)?),
        BinaryOp::Divide if n != 0 && m.checked_rem(n)? == 0 => Integer(m / n),
        // below 0 the notations differ
        BinaryOp::Modulo if m >= 0 && n > 0 => Integer(m % n),
        BinaryOp::Equal => Truth(m == n),
        BinaryOp::NotEqual => Truth(m != n),
        BinaryOp::Less => Truth(m < n),
        BinaryOp::LessEqual => Truth(m <= n),
        BinaryOp::Greater => Truth(m > n),
        BinaryOp::GreaterEqual => Truth(m >= n),
        _ => return None,
    })
}

impl Context<'_, '_> {
    /// The value of a position whose play may be endless; other values are what they are.
    pub(crate) fn settled(&mut self, value: &Value) -> Outcome<Value> {
        match value {
            Value::BoardPosition(position) if !position.ends() => {
                Arc::clone(position).game_value(self)
            }
            _ => Ok(self.value_by_functions(value)?.unwrap_or_else(|| value.clone())),
        }
    }

    /// The value of a number, ups and a nimber written together.
    pub(crate) fn literal(&mut self, literal: &crate::token::Written) -> Outcome<Value> {
        let number = Value::Number(literal.number()?);
        let number = self.game(&number)?;
        let rest = self.calc.literal(&Literal { arrow: literal.arrow, nimber: literal.nimber })?;
        let sum = self.calc.add(number, rest)?;
        Ok(self.value_of_game(sum))
    }

    /// The value of `op value`.
    pub(crate) fn prefix(&mut self, op: PrefixOp, value: &Value) -> Outcome<Value> {
        if is_endless(value) {
            let value = self.settled(value)?;
            return self.prefix(op, &value);
        }
        match op {
            PrefixOp::Not => Ok(Value::Boolean(!self.boolean(value)?)),
            PrefixOp::Minus => self.negative(value),
            PrefixOp::PlusMinus => self.plus_minus(value),
            PrefixOp::NimberOf => {
                if is_transfinite(value) {
                    return self.transfinite_nimber_of(value);
                }
                if let Value::List(_) | Value::Set(_) | Value::Range(_) = value {
                    return self.misere_of_list(value);
                }
                let n = self.integer(value)?;
                if n < IBig::ZERO {
                    return Err(Fault::domain(say!("the nimber *({0}) has a negative size", n))
                        .expected("*(0), *(1), …"));
                }
                let n = self.natural(value)?;
                let game = self.calc.nimber(n)?;
                Ok(self.value_of_game(game))
            }
            PrefixOp::UpsOf | PrefixOp::DownsOf => {
                let n = self.small(value)?;
                let n = if op == PrefixOp::UpsOf { Some(n) } else { n.checked_neg() };
                let game = self.calc.up(n.unwrap_or(i64::MAX))?;
                Ok(self.value_of_game(game))
            }
            PrefixOp::Tiny => self.tiny(value),
            PrefixOp::Miny => self.miny(value),
        }
    }

    /// `{0 || 0 | -g}`
    pub(crate) fn tiny(&mut self, value: &Value) -> Outcome<Value> {
        if let Value::Loopy(value) = value {
            return self.loopy_tiny(value, false);
        }
        let game = self.game(value)?;
        let tiny = self.calc.tiny(game)?;
        Ok(self.value_of_game(tiny))
    }

    /// `{g | 0 || 0}`
    pub(crate) fn miny(&mut self, value: &Value) -> Outcome<Value> {
        if let Value::Loopy(value) = value {
            return self.loopy_tiny(value, true);
        }
        let game = self.game(value)?;
        let miny = self.calc.miny(game)?;
        Ok(self.value_of_game(miny))
    }

    pub(crate) fn negative(&mut self, value: &Value) -> Outcome<Value> {
        match value {
            Value::Number(x) => Ok(Value::Number(-x)),
            Value::Tuple(_) => {
                let negative = self.tuple_binary(BinaryOp::Times, value, &Value::integer(-1));
                negative.unwrap_or_else(|| Ok(Value::Nothing))
            }
            Value::Misere(_) | Value::Position(_) => Ok(value.clone()),
            Value::CoordinatePosition(position) if position.rules().is_impartial() => {
                Ok(value.clone())
            }
            Value::BoardPosition(position) if position.is_impartial() => Ok(value.clone()),
            Value::FunctionPosition(position) if position.rules().is_impartial() => {
                Ok(value.clone())
            }
            Value::Loopy(value) => self.loopy_negative(value),
            _ if Self::keeps_form(value) => {
                let form = self.form(value)?;
                let negative = self.negative_form(form)?;
                Ok(self.value_of_form(negative))
            }
            _ if is_transfinite(value) => self.transfinite_negative(value),
            _ => {
                let game = self.game(value)?;
                let negative = self.calc.neg(game)?;
                Ok(self.value_of_game(negative))
            }
        }
    }

    /// `{x|-x}`, and for a set or list of options `{xs|-xs}`.
    fn plus_minus(&mut self, value: &Value) -> Outcome<Value> {
        let options: Vec<Value> = match value.elements() {
            Some(elements) => elements.to_vec(),
            None => vec![value.clone()],
        };
        if options.iter().any(|option| matches!(option, Value::Loopy(_))) {
            return self.loopy_plus_minus(&options);
        }
        let mut left = Vec::with_capacity(options.len());
        let mut right = Vec::with_capacity(options.len());
        for option in &options {
            let game = self.game(option)?;
            left.push(game);
            right.push(self.calc.neg(game)?);
        }
        let game = self.calc.from_options(&left, &right)?;
        Ok(self.value_of_game(game))
    }

    /// Whether one of two short games or numbers is less, greater, …, where this is asked.
    #[inline]
    pub(crate) fn related(
        &mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
    ) -> Outcome<Option<bool>> {
        let plain = |value: &Value| matches!(value, Value::Number(_) | Value::Game(_));
        match order(op) {
            Some(among) if plain(left) && plain(right) => {
                Ok(Some(among.contains(&self.compare(op, left, right)?)))
            }
            _ => Ok(None),
        }
    }

    /// The value of `left op right`; `and` and `or` are not here, they do not always look at their right side.
    pub(crate) fn binary(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Outcome<Value> {
        if let (BinaryOp::Add, Value::Game(g), Value::Game(h)) = (op, left, right) {
            let sum = self.calc.add(*g, *h)?;
            return Ok(self.value_of_game(sum));
        }
        let by_functions = |context: &Self| {
            let concerned = context.is_by_functions(left) || context.is_by_functions(right);
            let games = || Self::is_game(left) && Self::is_game(right) && !left.same(right);
            let asked = || compares(op) || crate::loopy::concerns(left, right);
            concerned && asked() && games()
        };
        let plain = |value: &Value| matches!(value, Value::Number(_) | Value::Game(_));
        let both_plain = plain(left) && plain(right);
        if !both_plain && (is_endless(left) || is_endless(right) || by_functions(self)) {
            let (left, right) = (self.settled(left)?, self.settled(right)?);
            return self.binary(op, &left, &right);
        }
        if let Some(result) = self.transfinite_binary(op, left, right) {
            return result;
        }
        if !both_plain && let Some(result) = self.tuple_binary(op, left, right) {
            return result;
        }
        match op {
            BinaryOp::Add | BinaryOp::Together => self.add(left, right),
            BinaryOp::Subtract => {
                self.both_games(op, left, right)?;
                let negative = self.negative(right)?;
                self.add(left, &negative)
            }
            BinaryOp::PlusMinus => {
                let switch = self.plus_minus(right)?;
                self.add(left, &switch)
            }
            BinaryOp::Times => self.times(left, right),
            BinaryOp::Divide | BinaryOp::Modulo => {
                let (Value::Number(x), Value::Number(y)) = (left, right) else {
                    return Err(self.unfit(op, left, right, "two numbers"));
                };
                if op == BinaryOp::Divide {
                    affordable(x, y, true)?;
                    return of_bounded_size(x.checked_div(y)?);
                }
                if let (Some(m), Some(n)) = (left.as_integer(), right.as_integer())
                    && n != IBig::ZERO
                {
                    let quotient = self.quotient(&m, &n);
                    return Ok(Value::integer(m - quotient * n));
                }
                affordable(x, y, false)?;
                let rest = x.checked_rem(y)?;
                // rounded towards 0, what is left has the sign of the dividend
                let turned = self.dialect == Dialect::CgSuite
                    && !rest.is_zero()
                    && rest.signum() != x.signum();
                Ok(Value::Number(if turned { rest.checked_sub(y)? } else { rest }))
            }
            BinaryOp::Power => self.power(left, right),
            BinaryOp::OrdinalSum => self.compound(Compound::Ordinal, left, right),
            BinaryOp::Range => {
                let (from, to) = (self.integer(left)?, self.integer(right)?);
                Ok(Value::Range(Arc::new(Range { from, to, by: IBig::ONE })))
            }
            BinaryOp::Equal => Ok(Value::Boolean(self.equal(left, right)?)),
            BinaryOp::NotEqual => Ok(Value::Boolean(!self.equal(left, right)?)),
            _ if let Some(among) = order(op) => {
                Ok(Value::Boolean(among.contains(&self.compare(op, left, right)?)))
            }
            BinaryOp::Sides => {
                self.both_games(op, left, right)?;
                self.loopy_sides(left, right)
            }
            _ => Ok(Value::Nothing),
        }
    }

    /// `m / n` rounded down, in the notation of CGSuite towards 0; `n` is not 0.
    pub(crate) fn quotient(&self, m: &IBig, n: &IBig) -> IBig {
        let quotient = m / n;
        let inexact = &quotient * n != *m;
        let down =
            self.dialect == Dialect::Farstar && inexact && (*m < IBig::ZERO) != (*n < IBig::ZERO);
        if down { quotient - IBig::ONE } else { quotient }
    }

    /// A fault that names both operands.
    fn unfit(
        &mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
        expected: &'static str,
    ) -> Box<Fault> {
        // Of two games the one that is no number is the odd one, otherwise the one that is no game.
        let left_fits =
            Self::is_game(left) && (!Self::is_game(right) || matches!(left, Value::Number(_)));
        let bad = if left_fits { right } else { left };
        let shown = self.mention(bad);
        Fault::of_type(say!(
            "`{0}` cannot take {1}, which is {2}",
            op.symbol(),
            shown,
            crate::context::article(bad.type_name())
        ))
        .expected(expected)
        .fixed(self.power_meant(bad))
    }

    fn both_games(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Outcome<()> {
        if Self::is_game(left) && Self::is_game(right) {
            return Ok(());
        }
        Err(self.unfit(op, left, right, "two games or numbers"))
    }

    pub(crate) fn add(&mut self, left: &Value, right: &Value) -> Outcome<Value> {
        if let Some(result) = self.transfinite_binary(BinaryOp::Add, left, right) {
            return result;
        }
        if let Some(sum) = together(left, right) {
            return Ok(sum);
        }
        match (left, right) {
            (Value::Number(x), Value::Number(y)) => {
                affordable(x, y, false)?;
                of_bounded_size(x.checked_add(y)?)
            }
            (Value::Text(a), Value::Text(b)) => Ok(Value::Text(Text::joined(a, b, &self.meter)?)),
            (Value::List(a), Value::List(b)) => {
                let total =
                    (a.as_slice().len() + b.as_slice().len()) as u64 * size_of::<Value>() as u64;
                self.meter.charge(total)?;
                self.meter.release(total);
                self.list(a.as_slice().iter().chain(b.as_slice()).cloned().collect())
            }
            (Value::Misere(g), Value::Misere(h)) => self.misere_sum(*g, *h),
            // CGSuite adds the value that the form has in normal play.
            (Value::Misere(_), Value::Game(_) | Value::Number(_))
                if self.dialect == Dialect::Farstar =>
            {
                Err(self.form_beside_value(left, right))
            }
            (Value::Game(_) | Value::Number(_), Value::Misere(_))
                if self.dialect == Dialect::Farstar =>
            {
                Err(self.form_beside_value(right, left))
            }
            (Value::Tuple(_), Value::Tuple(_)) => {
                let sum = self.tuple_binary(BinaryOp::Add, left, right);
                sum.unwrap_or_else(|| Ok(Value::Nothing))
            }
            _ if crate::loopy::concerns(left, right) => self.loopy_add(left, right),
            _ if Self::keeps_form(left) || Self::keeps_form(right) => {
                self.both_games(BinaryOp::Add, left, right)?;
                self.compound_forms(Compound::Disjunctive, left, right)
            }
            _ => {
                self.both_games(BinaryOp::Add, left, right)?;
                let (g, h) = (self.game(left)?, self.game(right)?);
                let sum = self.calc.add(g, h)?;
                Ok(self.value_of_game(sum))
            }
        }
    }

    fn times(&mut self, left: &Value, right: &Value) -> Outcome<Value> {
        if let (Value::Number(x), Value::Number(y)) = (left, right) {
            affordable(x, y, false)?;
            return of_bounded_size(x.checked_mul(y)?);
        }
        self.both_games(BinaryOp::Times, left, right)?;
        let (n, of) = match (left.as_integer(), right.as_integer()) {
            (Some(n), _) => (n, right),
            (None, Some(n)) => (n, left),
            (None, None) => {
                let number = matches!(left, Value::Number(_)) || matches!(right, Value::Number(_));
                let fault = self.unfit(
                    BinaryOp::Times,
                    left,
                    right,
                    "an integer times a game, or two numbers",
                );
                let fix = if number {
                    "g NortonProduct h and g ConwayProduct h are products of games"
                } else {
                    "for nimbers as a field use ConwayProduct"
                };
                return Err(fault.fix(fix));
            }
        };
        self.multiple(n, of)
    }

    /// `n` copies of a game, or of their negatives.
    pub(crate) fn multiple(&mut self, n: IBig, of: &Value) -> Outcome<Value> {
        if let Value::Loopy(value) = of {
            return self.loopy_multiple(&n, value);
        }
        if let Value::Misere(form) = of {
            return self.misere_multiple(&n, *form);
        }
        if Self::keeps_form(of) {
            let form = self.form(of)?;
            return Ok(Value::Form(self.forms.multiple(n, form)?));
        }
        let game = self.game(of)?;
        let multiple = self.calc.multiple(&n, game)?;
        Ok(self.value_of_game(multiple))
    }

    fn power(&mut self, left: &Value, right: &Value) -> Outcome<Value> {
        let Value::Number(base) = left else {
            let shown = self.mention(left);
            return Err(Fault::of_type(say!(
                "{0} cannot be raised to a power: it is {1}",
                shown,
                crate::context::article(left.type_name())
            ))
            .expected("a number below the exponent")
            .fix("powers of up are written ^.Pow(n)")
            .fixed(self.power_meant(left)));
        };
        let Some(exponent) = right.as_integer() else {
            let shown = self.mention(right);
            return Err(Fault::domain(say!("the exponent {0} is not an integer", shown))
                .expected("an integer exponent"));
        };
        if let Ok(exponent) = i64::try_from(&exponent) {
            // 0, 1 and -1 have all powers.
            let bits = if size(base) <= 1 {
                1
            } else {
                size(base).saturating_mul(exponent.unsigned_abs())
            };
            if !base.is_integer() && bits > LONGEST_FRACTION {
                return Err(too_long());
            }
            // The power has at least this many bits.
            let least = bits - bits / size(base).max(1);
            if least > LONGEST_INTEGER {
                return Err(farstar_num::Error::TooLarge { bits: least }.into());
            }
            return of_bounded_size(base.checked_pow(exponent)?);
        }
        // Only 0, 1 and -1 have powers as high as this.
        let odd = &exponent % IBig::from(2) != IBig::ZERO;
        match base {
            x if *x == Rational::ONE => Ok(left.clone()),
            x if *x == -Rational::ONE => {
                Ok(if odd { left.clone() } else { Value::Number(Rational::ONE) })
            }
            x if x.is_zero() && exponent > IBig::ZERO => Ok(left.clone()),
            _ => Err(Fault::too_large(say!(
                "the result would have more than 2^63 bits, more than the {0} allowed",
                LONGEST_INTEGER
            ))),
        }
    }

    /// A sum or product that keeps forms; of two values it is evaluated at once.
    pub(crate) fn compound(
        &mut self,
        kind: Compound,
        left: &Value,
        right: &Value,
    ) -> Outcome<Value> {
        if kind == Compound::Ordinal && crate::loopy::concerns(left, right) {
            return self.loopy_ordinal_sum(left, right);
        }
        if is_transfinite(left) || is_transfinite(right) {
            return self.transfinite_compound(kind, left, right);
        }
        if Self::keeps_form(left) || Self::keeps_form(right) {
            return self.compound_forms(kind, left, right);
        }
        let (g, h) = (self.game(left)?, self.game(right)?);
        let result = match kind {
            Compound::Disjunctive => self.calc.add(g, h)?,
            Compound::Conjunctive => self.calc.conjunctive_sum(g, h)?,
            Compound::Selective => self.calc.selective_sum(g, h)?,
            Compound::CgsuiteSelective => self.calc.cgsuite_selective_sum(g, h)?,
            Compound::Ordinal => self.calc.ordinal_sum(g, h)?,
            Compound::ConwayProduct => self.calc.conway_product(g, h)?,
            Compound::OrdinalProduct => self.calc.ordinal_product(g, h)?,
        };
        Ok(self.value_of_game(result))
    }

    fn compound_forms(&mut self, kind: Compound, left: &Value, right: &Value) -> Outcome<Value> {
        if kind == Compound::ConwayProduct {
            // An integer times a form is so many copies of it.
            let copies = match (left.as_integer(), right.as_integer()) {
                (Some(n), _) => Some((n, right)),
                (_, Some(n)) => Some((n, left)),
                _ => None,
            };
            if let Some((n, of)) = copies {
                return self.multiple(n, of);
            }
        }
        let (a, b) = (self.form(left)?, self.form(right)?);
        let form = self.forms.compound(kind, a, b)?;
        Ok(Value::Form(form))
    }

    /// Whether two values are equal; for games, of equal value.
    pub(crate) fn equal(&mut self, left: &Value, right: &Value) -> Outcome<bool> {
        if crate::loopy::concerns(left, right) {
            return self.loopy_equal(left, right);
        }
        // who wins can be typed as text alone
        if let (winner, Value::Text(text)) | (Value::Text(text), winner) = (left, right)
            && let Some(winner) = match winner {
                Value::Outcome(outcome) => Some(outcome.to_string()),
                Value::LoopyOutcome(outcome) => Some(outcome.to_string()),
                _ => None,
            }
        {
            return Ok(text.as_bytes() == winner.as_bytes());
        }
        let of_form = |value: &Value| {
            matches!(
                value,
                Value::Form(_)
                    | Value::Position(_)
                    | Value::CoordinatePosition(_)
                    | Value::BoardPosition(_)
                    | Value::FunctionPosition(_)
            )
        };
        let form = of_form(left) || of_form(right);
        if left.same(right) || !(Self::is_game(left) && Self::is_game(right)) {
            return Ok(left.same(right));
        }
        match (left, right) {
            (Value::Misere(_), Value::Misere(_)) => Ok(false),
            (Value::Misere(_), _) | (_, Value::Misere(_)) => Err(self.mixed(left, right)),
            _ if form => Ok(self.game(left)? == self.game(right)?),
            _ => Ok(false),
        }
    }

    /// A misère form beside a game of normal play.
    fn mixed(&mut self, left: &Value, right: &Value) -> Box<Fault> {
        let (left, right) = (self.mention(left), self.mention(right));
        Fault::of_type(say!(
            "{0} and {1}: only one of them is a misère form, and they are equal in different senses",
            left,
            right
        ))
        .expected("two misère forms, or two games")
        .fix("g.MisereCanonicalForm is the misère form of a position g, f.CanonicalForm the value of a form f in normal play")
    }

    /// How two values compare; games by the order of games.
    pub(crate) fn compare(
        &mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
    ) -> Outcome<Comparison> {
        let of = |ordering| match ordering {
            Ordering::Less => Comparison::Less,
            Ordering::Equal => Comparison::Equal,
            Ordering::Greater => Comparison::Greater,
        };
        match (left, right) {
            (Value::Number(x), Value::Number(y)) => Ok(of(x.cmp(y))),
            (Value::Game(g), Value::Game(h)) => Ok(self.calc.compare(*g, *h)?),
            // The infinities lie above and below every short game.
            (Value::Number(x), Value::Game(_)) if !x.is_finite() => Ok(of(x.signum().cmp(&0))),
            (Value::Game(_), Value::Number(y)) if !y.is_finite() => Ok(of(0.cmp(&y.signum()))),
            _ if crate::loopy::concerns(left, right) => self.loopy_compare(left, right),
            (Value::Text(a), Value::Text(b)) => Ok(of(a.as_bytes().cmp(b.as_bytes()))),
            // Each is its own negative, so that none is greater than another.
            (Value::Misere(g), Value::Misere(h)) => {
                Ok(if g == h { Comparison::Equal } else { Comparison::Confused })
            }
            (Value::Misere(_), _) | (_, Value::Misere(_)) => {
                self.both_games(op, left, right)?;
                Err(self.mixed(left, right))
            }
            (x, y) if is_transfinite(x) || is_transfinite(y) || is_no_game(x) || is_no_game(y) => {
                self.transfinite_compare(x, y)
            }
            _ => {
                self.both_games(op, left, right)?;
                let (g, h) = (self.game(left)?, self.game(right)?);
                Ok(self.calc.compare(g, h)?)
            }
        }
    }

    /// `{left|right}` of values; sets and lists among them are options each. A form among the options makes a form.
    pub(crate) fn braces(
        &mut self,
        left: &[Value],
        right: &[Value],
        explicit: bool,
    ) -> Outcome<Value> {
        let mut spread = [Vec::new(), Vec::new()];
        for (side, options) in spread.iter_mut().zip([left, right]) {
            for option in options {
                match option.elements() {
                    Some(elements) => side.extend(elements.iter().cloned()),
                    None => side.push(option.clone()),
                }
            }
        }
        let [left, right] = spread;
        if explicit || left.iter().chain(&right).any(|option| matches!(option, Value::Form(_))) {
            let mut forms = [Vec::new(), Vec::new()];
            for (side, options) in forms.iter_mut().zip([&left, &right]) {
                for option in options {
                    side.push(self.form(option)?);
                }
            }
            let [left, right] = forms;
            return Ok(Value::Form(self.forms.explicit(left, right)?));
        }
        let short = |option: &Value| match option {
            Value::Surreal(_) => false,
            Value::Number(x) => !x.is_finite() || x.is_dyadic(),
            _ => true,
        };
        if left.iter().chain(&right).any(|option| !short(option)) {
            return self.number_between(&left, &right);
        }
        let mut games = [Vec::new(), Vec::new()];
        for (side, options) in games.iter_mut().zip([&left, &right]) {
            for option in options {
                side.push(self.game(option)?);
            }
        }
        let game = self.calc.from_options(&games[0], &games[1])?;
        Ok(self.value_of_game(game))
    }

    /// The options of one player as a set: forms for a form, canonical options for a value.
    pub(crate) fn options_of(&mut self, value: &Value, player: Player) -> Outcome<Value> {
        if let Value::Form(form) = value {
            let options = self.form_options(*form, player)?;
            let values = options.iter().map(|&option| self.value_of_form(option)).collect();
            return self.set(values);
        }
        if let Value::CoordinatePosition(position) = value {
            return position.options(self, player);
        }
        if let Value::BoardPosition(position) = value {
            return position.options(self, player);
        }
        if let Value::Position(position) = value {
            return position.options(self);
        }
        if let Value::FunctionPosition(position) = value {
            return self.function_options(&Arc::clone(position), player);
        }
        if let Value::Misere(form) = value {
            return self.misere_options(*form);
        }
        let game = self.game(value)?;
        let options = self.calc.options(game, player)?;
        self.set_of_games(options)
    }

    /// What to say about a name that is understood but not built.
    pub(crate) fn not_built(name: &str) -> Option<Box<Fault>> {
        let what = match name {
            "epsilon0" | "ε0" => "only numbers below the first ε number, made of ω, are read",
            _ => return None,
        };
        Some(Fault::new(Kind::Unsupported, say!("`{0}`: {1}", name, what)))
    }
}

/// Fractions of more bits above and below are refused: bringing them into lowest terms takes time quadratic in their
/// length.
pub(crate) const LONGEST_FRACTION: u64 = 1 << 20;

/// A number, unless it is too long.
fn of_bounded_size(x: Rational) -> Outcome<Value> {
    let bits = size(&x);
    if bits > LONGEST_INTEGER {
        return Err(farstar_num::Error::TooLarge { bits }.into());
    }
    Ok(Value::Number(x))
}

fn size(x: &Rational) -> u64 {
    x.numerator().bit_len().max(x.denominator().bit_len()) as u64
}

fn too_long() -> Box<Fault> {
    Fault::too_large(say!(
        "a fraction of more than {0} bits would have to be brought into lowest terms",
        LONGEST_FRACTION
    ))
    .expected("shorter fractions, or integers")
}

/// Whether a sum, product or quotient can be brought into lowest terms in reasonable time.
fn affordable(x: &Rational, y: &Rational, quotient: bool) -> Outcome<()> {
    let integers = x.is_integer() && y.is_integer();
    let work = match (integers, quotient) {
        (true, false) => 0,
        // A short number is divided out at once.
        (true, true) => size(x).min(size(y)),
        (false, _) => size(x) + size(y),
    };
    if work > LONGEST_FRACTION { Err(too_long()) } else { Ok(()) }
}
