//! Operations on numbers beyond the finite ones, on transfinite nimbers, and on these together with games.
//!
//! Values stay as narrow as they go: a quotient that is a rational is a number again, a transfinite nimber that is
//! finite a game.

use crate::context::Context;
use crate::explicit::Compound;
use crate::fault::{Fault, Outcome};
use crate::token::BinaryOp;
use crate::value::Value;
use dashu_int::ops::{BitTest, UnsignedAbs};
use dashu_int::{IBig, UBig};
use farstar_nimber::NimBig;
use farstar_num::{GeneralizedOrdinal, Surreal, TransfiniteNimber};
use farstar_play::say;
use farstar_value::Comparison;
use std::cmp::Ordering;
use std::sync::Arc;

/// Finite nimbers of more bits are not multiplied.
pub(crate) const MOST_NIMBER_BITS: usize = 1 << 16;

/// Whether the value is a number that no short game is worth, such as 1/3.
pub(crate) fn is_no_game(value: &Value) -> bool {
    matches!(value, Value::Number(x) if !x.is_dyadic())
}

/// Whether the value is a number or a nimber beyond the finite ones.
pub(crate) fn is_transfinite(value: &Value) -> bool {
    matches!(value, Value::Surreal(_) | Value::TransfiniteNimber(_))
}

/// The product of finite nimbers in Conway's field.
pub(crate) fn finite_product(m: &UBig, n: &UBig) -> UBig {
    from_limbs((NimBig::from_limbs(limbs(m)) * NimBig::from_limbs(limbs(n))).limbs())
}

/// The limbs of a number, lowest first.
pub(crate) fn limbs(n: &UBig) -> Vec<u64> {
    let bytes = n.to_le_bytes();
    let limb =
        |chunk: &[u8]| chunk.iter().rev().fold(0u64, |limb, &byte| (limb << 8) | u64::from(byte));
    bytes.chunks(8).map(limb).collect()
}

/// The number with these limbs.
pub(crate) fn from_limbs(limbs: &[u64]) -> UBig {
    let bytes: Vec<u8> = limbs.iter().flat_map(|limb| limb.to_le_bytes()).collect();
    UBig::from_le_bytes(&bytes)
}

impl Context<'_, '_> {
    /// The value of a number, as narrow as it goes.
    pub(crate) fn value_of_surreal(&self, x: Surreal) -> Value {
        match x.as_rational() {
            Some(x) => Value::Number(x),
            None => Value::Surreal(Arc::new(x)),
        }
    }

    /// The value of a generalized ordinal.
    pub(crate) fn value_of_ordinal(&self, x: GeneralizedOrdinal) -> Value {
        self.value_of_surreal(Surreal::from(x))
    }

    fn value_of_nimber(&mut self, nimber: TransfiniteNimber) -> Outcome<Value> {
        match nimber.ordinal().as_integer() {
            None => Ok(Value::TransfiniteNimber(Arc::new(nimber))),
            Some(n) => {
                let n = self.natural(&Value::integer(n))?;
                let game = self.calc.nimber(n)?;
                Ok(self.value_of_game(game))
            }
        }
    }

    /// The value as a surreal number.
    pub(crate) fn surreal(&mut self, value: &Value) -> Outcome<Surreal> {
        match value {
            Value::Surreal(x) => Ok(Surreal::clone(x)),
            Value::TransfiniteNimber(_) => Err(self.wrong(value, "a number")),
            _ => Ok(Surreal::try_from(&self.rational(value)?)?),
        }
    }

    /// The value as a difference of ordinals.
    pub(crate) fn generalized_ordinal(&mut self, value: &Value) -> Outcome<GeneralizedOrdinal> {
        let x = self.surreal(value)?;
        match x.as_generalized_ordinal() {
            Some(x) => Ok(x),
            None => Err(self.wrong(value, "a difference of ordinals such as ω^2-3")),
        }
    }

    /// `*(value)` of a transfinite number.
    pub(crate) fn transfinite_nimber_of(&mut self, value: &Value) -> Outcome<Value> {
        let ordinal = self.surreal(value)?.as_generalized_ordinal();
        match ordinal.map(TransfiniteNimber::new) {
            Some(Ok(nimber)) => self.value_of_nimber(nimber),
            _ => {
                let shown = self.mention(value);
                Err(Fault::domain(say!(
                    "the size of a nimber is an ordinal, and {0} is none",
                    shown
                ))
                .expected("an ordinal such as ω^2+5"))
            }
        }
    }

    /// The negative of a transfinite value.
    pub(crate) fn transfinite_negative(&mut self, value: &Value) -> Outcome<Value> {
        match value {
            // A nimber is its own negative.
            Value::TransfiniteNimber(_) => Ok(value.clone()),
            _ => {
                let x = self.surreal(value)?;
                Ok(self.value_of_surreal(-x))
            }
        }
    }

    /// The value of `left op right`, if one of the two is transfinite and the operation has a meaning for numbers or
    /// nimbers.
    pub(crate) fn transfinite_binary(
        &mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
    ) -> Option<Outcome<Value>> {
        if !is_transfinite(left) && !is_transfinite(right) {
            return None;
        }
        match op {
            BinaryOp::Add
            | BinaryOp::Together
            | BinaryOp::Subtract
            | BinaryOp::Times
            | BinaryOp::Divide
            | BinaryOp::Power => Some(self.transfinite_arithmetic(op, left, right)),
            _ => None,
        }
    }

    fn transfinite_arithmetic(
        &mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
    ) -> Outcome<Value> {
        let nimber = |value: &Value| matches!(value, Value::TransfiniteNimber(_));
        if nimber(left) || nimber(right) {
            return self.nimber_arithmetic(op, left, right);
        }
        for value in [left, right] {
            if matches!(value, Value::Game(_) | Value::Position(_) | Value::BoardPosition(_)) {
                let shown = self.mention(value);
                return Err(Fault::unsupported(say!(
                    "`{0}` of a transfinite number and {1}, which is no number",
                    op.symbol(),
                    shown
                ))
                .expected("two numbers"));
            }
        }
        self.calc.limits().check()?;
        let x = self.surreal(left)?;
        let result = match op {
            BinaryOp::Subtract => x.checked_sub(&self.surreal(right)?)?,
            BinaryOp::Times => x.checked_mul(&self.surreal(right)?)?,
            BinaryOp::Divide => x.checked_div(&self.surreal(right)?)?,
            BinaryOp::Power => x.checked_pow(&self.surreal(right)?)?,
            _ => x.checked_add(&self.surreal(right)?)?,
        };
        Ok(self.value_of_surreal(result))
    }

    /// Sums with transfinite nimbers, and multiples of them.
    fn nimber_arithmetic(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Outcome<Value> {
        match op {
            BinaryOp::Add | BinaryOp::Together | BinaryOp::Subtract => {
                let sum = self.nimber(left)?.checked_add(&self.nimber(right)?)?;
                self.value_of_nimber(sum)
            }
            BinaryOp::Times => {
                let (n, of) = match (left.as_integer(), right.as_integer()) {
                    (Some(n), _) => (n, right),
                    (_, Some(n)) => (n, left),
                    _ => {
                        return Err(self
                            .wrong(left, "an integer times a nimber")
                            .fix("the product of nimbers as a field is ConwayProduct"));
                    }
                };
                // Two equal nimbers are 0 together.
                let odd = n.unsigned_abs().bit(0);
                Ok(if odd { of.clone() } else { Value::integer(0) })
            }
            _ => {
                let bad = if matches!(left, Value::TransfiniteNimber(_)) { left } else { right };
                Err(self.wrong(bad, say!("a number for `{0}`", op.symbol())))
            }
        }
    }

    /// A value among nimbers: a nimber of any size, or 0.
    fn nimber(&mut self, value: &Value) -> Outcome<TransfiniteNimber> {
        if let Value::TransfiniteNimber(nimber) = value {
            return Ok(TransfiniteNimber::clone(nimber));
        }
        if let Value::Surreal(_) = value {
            return Err(self.wrong(value, "a nimber"));
        }
        let game = self.game(value)?;
        match self.calc.as_nimber(game) {
            Some(n) => Ok(TransfiniteNimber::new(GeneralizedOrdinal::integer(n)?)?),
            None => {
                let shown = self.mention(value);
                Err(Fault::unsupported(say!(
                    "a transfinite nimber with {0}, which is no nimber",
                    shown
                ))
                .expected("two nimbers"))
            }
        }
    }

    /// An operand of the operations on nimbers by their sizes: an ordinal, or a nimber; and whether it was a nimber.
    fn nim_operand(&mut self, value: &Value) -> Outcome<(TransfiniteNimber, bool)> {
        match value {
            Value::TransfiniteNimber(_) | Value::Game(_) => Ok((self.nimber(value)?, true)),
            _ => {
                let ordinal = self.generalized_ordinal(value)?;
                match TransfiniteNimber::new(ordinal) {
                    Ok(nimber) => Ok((nimber, false)),
                    Err(_) => {
                        let shown = self.mention(value);
                        Err(Fault::domain(say!("{0} is not an ordinal", shown))
                            .expected("an ordinal such as ω^2+5"))
                    }
                }
            }
        }
    }

    fn give_nimber(&mut self, nimber: TransfiniteNimber, as_nimber: bool) -> Outcome<Value> {
        if as_nimber {
            self.value_of_nimber(nimber)
        } else {
            Ok(self.value_of_ordinal(nimber.ordinal().clone()))
        }
    }

    /// The nim sum, if one of the two is transfinite.
    pub(crate) fn transfinite_nim_sum(&mut self, left: &Value, right: &Value) -> Outcome<Value> {
        let ((m, game), (n, other)) = (self.nim_operand(left)?, self.nim_operand(right)?);
        self.give_nimber(m.checked_add(&n)?, game || other)
    }

    /// The nim product, if one of the two is transfinite.
    pub(crate) fn transfinite_nim_product(
        &mut self,
        left: &Value,
        right: &Value,
    ) -> Outcome<Value> {
        let ((m, game), (n, other)) = (self.nim_operand(left)?, self.nim_operand(right)?);
        let product = m.checked_mul(&n, &mut |a, b| self.bounded_product(a, b))?;
        self.give_nimber(product, game || other)
    }

    /// The nim power of a transfinite nimber.
    pub(crate) fn transfinite_nim_power(&mut self, base: &Value, n: &IBig) -> Outcome<Value> {
        let (mut base, game) = self.nim_operand(base)?;
        let finite = &mut |a: &UBig, b: &UBig| self.bounded_product(a, b);
        if *n < IBig::ZERO {
            base = base.inverse(finite)?;
        }
        let exponent: UBig = n.unsigned_abs();
        let power = base.checked_pow(&exponent, finite)?;
        self.give_nimber(power, game)
    }

    /// The nim quotient, if one of the two is transfinite.
    pub(crate) fn transfinite_nim_quotient(
        &mut self,
        left: &Value,
        right: &Value,
    ) -> Outcome<Value> {
        let ((m, game), (n, other)) = (self.nim_operand(left)?, self.nim_operand(right)?);
        let finite = &mut |a: &UBig, b: &UBig| self.bounded_product(a, b);
        let quotient = m.checked_mul(&n.inverse(finite)?, finite)?;
        self.give_nimber(quotient, game || other)
    }

    /// The square root of a transfinite nimber.
    pub(crate) fn transfinite_nim_root(&mut self, value: &Value) -> Outcome<Value> {
        let (x, game) = self.nim_operand(value)?;
        let root = x.square_root(&mut |a, b| self.bounded_product(a, b))?;
        self.give_nimber(root, game)
    }

    /// An n-th root of a nimber, finite or not.
    pub(crate) fn transfinite_nim_root_of(&mut self, value: &Value, n: u64) -> Outcome<Value> {
        let (x, game) = self.nim_operand(value)?;
        let root = x.root(n, &mut |a, b| self.bounded_product(a, b))?;
        self.give_nimber(root, game)
    }

    /// The degree of a transfinite nimber over the field of 0 and 1.
    pub(crate) fn transfinite_nim_degree(&mut self, value: &Value) -> Outcome<usize> {
        let (x, _) = self.nim_operand(value)?;
        x.degree(&mut |a, b| self.bounded_product(a, b))
    }

    /// The multiplicative order of a transfinite nimber.
    pub(crate) fn transfinite_nim_order(&mut self, value: &Value) -> Outcome<UBig> {
        let (x, _) = self.nim_operand(value)?;
        x.order(&mut |a, b| self.bounded_product(a, b))
    }

    /// The minimal polynomial of a transfinite nimber, its coefficients as bits.
    pub(crate) fn transfinite_nim_polynomial(&mut self, value: &Value) -> Outcome<UBig> {
        let (x, _) = self.nim_operand(value)?;
        x.minimal_polynomial(&mut |a, b| self.bounded_product(a, b))
    }

    /// The roots of `a·x² + b·x + c`, if one of these is transfinite. With `x = (b/a)z` it is `z² + z = ac/b²`.
    pub(crate) fn transfinite_quadratic(&mut self, coefficients: &[Value]) -> Outcome<Vec<Value>> {
        let mut numbers = Vec::with_capacity(3);
        let mut game = false;
        for value in coefficients {
            let (n, written) = self.nim_operand(value)?;
            game |= written;
            numbers.push(n);
        }
        let [a, b, c] = [&numbers[0], &numbers[1], &numbers[2]];
        let finite = &mut |a: &UBig, b: &UBig| self.bounded_product(a, b);
        let roots = if !a.is_zero() && !b.is_zero() {
            let scale = b.checked_mul(&a.inverse(finite)?, finite)?;
            let over_b = b.inverse(finite)?;
            let over_b = over_b.checked_mul(&over_b, finite)?;
            let constant = a.checked_mul(c, finite)?.checked_mul(&over_b, finite)?;
            let root = constant.artin_schreier_root(finite)?.checked_mul(&scale, finite)?;
            vec![root.checked_add(&scale)?, root]
        } else if !a.is_zero() {
            vec![c.checked_mul(&a.inverse(finite)?, finite)?.square_root(finite)?]
        } else if !b.is_zero() {
            vec![c.checked_mul(&b.inverse(finite)?, finite)?]
        } else {
            Vec::new()
        };
        roots.into_iter().map(|root| self.give_nimber(root, game)).collect()
    }

    /// `{left|right}` of numbers of which one is no short game: the simplest number between the greatest left and the
    /// least right one.
    pub(crate) fn number_between(&mut self, left: &[Value], right: &[Value]) -> Outcome<Value> {
        let mut bounds = [None, None];
        let worse = [Ordering::Less, Ordering::Greater];
        for ((bound, options), worse) in bounds.iter_mut().zip([left, right]).zip(worse) {
            for option in options {
                let x = match option {
                    Value::Surreal(_) | Value::Number(_) => self.surreal(option)?,
                    _ => {
                        return Err(self.wrong(
                            option,
                            "a number, as another option is one that is no short game",
                        ));
                    }
                };
                let better = match bound {
                    Some(old) => Surreal::checked_cmp(old, &x)? == worse,
                    None => true,
                };
                if better {
                    *bound = Some(x);
                }
            }
        }
        crate::methods::simplest(self, bounds[0].as_ref(), bounds[1].as_ref())
    }

    /// The product of finite nimbers under the limits.
    fn bounded_product(&self, m: &UBig, n: &UBig) -> Outcome<UBig> {
        self.calc.limits().check()?;
        if m.bit_len().max(n.bit_len()) > MOST_NIMBER_BITS {
            return Err(Fault::too_large("a finite nimber is too large for the field operations")
                .expected(say!("at most {0} bits", MOST_NIMBER_BITS)));
        }
        if *m == UBig::ONE || *n == UBig::ONE {
            return Ok(m * n);
        }
        Ok(finite_product(m, n))
    }

    /// A sum or product of two values of which one is transfinite.
    pub(crate) fn transfinite_compound(
        &mut self,
        kind: Compound,
        left: &Value,
        right: &Value,
    ) -> Outcome<Value> {
        let number = |value: &Value| matches!(value, Value::Surreal(_) | Value::Number(_));
        match kind {
            Compound::Disjunctive => self.add(left, right),
            // The product of numbers is Conway's, and so is that of the sizes of nimbers.
            Compound::ConwayProduct if number(left) || number(right) => {
                self.binary(BinaryOp::Times, left, right)
            }
            Compound::ConwayProduct => self.transfinite_nim_product(left, right),
            _ => {
                let bad = if is_transfinite(left) { left } else { right };
                Err(self.wrong(bad, "a short game"))
            }
        }
    }

    /// How two values compare of which one is transfinite.
    ///
    /// A number that is no stop of a short game is below the game if it is below the right stop, above the game if it
    /// is above the left stop, and confused with it in between.
    pub(crate) fn transfinite_compare(
        &mut self,
        left: &Value,
        right: &Value,
    ) -> Outcome<Comparison> {
        match (left, right) {
            (Value::Number(x), _) if !x.is_finite() => Ok(of(x.signum().cmp(&0))),
            (_, Value::Number(y)) if !y.is_finite() => Ok(of(0.cmp(&y.signum()))),
            (Value::TransfiniteNimber(_), _) => self.compare_nimber(left, right),
            (_, Value::TransfiniteNimber(_)) => Ok(reversed(self.compare_nimber(right, left)?)),
            (
                Value::Surreal(_) | Value::Number(_),
                Value::Game(_) | Value::Form(_) | Value::Position(_) | Value::BoardPosition(_),
            ) => {
                let (x, game) = (self.surreal(left)?, self.game(right)?);
                let low = Surreal::try_from(&self.calc.right_stop(game)?.into())?;
                let high = Surreal::try_from(&self.calc.left_stop(game)?.into())?;
                Ok(if x.checked_cmp(&low)? == Ordering::Less {
                    Comparison::Less
                } else if x.checked_cmp(&high)? == Ordering::Greater {
                    Comparison::Greater
                } else {
                    Comparison::Confused
                })
            }
            (
                Value::Game(_) | Value::Form(_) | Value::Position(_) | Value::BoardPosition(_),
                Value::Surreal(_) | Value::Number(_),
            ) => Ok(reversed(self.transfinite_compare(right, left)?)),
            _ => {
                let (x, y) = (self.surreal(left)?, self.surreal(right)?);
                Ok(of(x.checked_cmp(&y)?))
            }
        }
    }

    /// How a transfinite nimber compares: with numbers as 0 does, and confused with every other nimber and with 0.
    fn compare_nimber(&mut self, nimber: &Value, other: &Value) -> Outcome<Comparison> {
        let sign = match other {
            Value::Surreal(x) => x.signum(),
            Value::Number(x) => x.signum(),
            _ => 0,
        };
        if sign != 0 {
            return Ok(of(0.cmp(&sign)));
        }
        let sum = self.nimber(nimber)?.checked_add(&self.nimber(other)?)?;
        Ok(if sum.is_zero() { Comparison::Equal } else { Comparison::Confused })
    }

    /// Who wins a transfinite value: a number by its sign, a nimber whoever starts.
    pub(crate) fn transfinite_outcome(value: &Value) -> farstar_value::Outcome {
        match value {
            Value::Surreal(x) if x.signum() > 0 => farstar_value::Outcome::L,
            Value::Surreal(_) => farstar_value::Outcome::R,
            _ => farstar_value::Outcome::N,
        }
    }
}

fn of(ordering: Ordering) -> Comparison {
    match ordering {
        Ordering::Less => Comparison::Less,
        Ordering::Equal => Comparison::Equal,
        Ordering::Greater => Comparison::Greater,
    }
}

fn reversed(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Less => Comparison::Greater,
        Comparison::Greater => Comparison::Less,
        same => same,
    }
}
