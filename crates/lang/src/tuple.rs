//! Coordinates, `(3,5)`: sums and multiples number by number.

use crate::context::Context;
use crate::fault::{Fault, Outcome};
use crate::token::BinaryOp;
use crate::value::{Items, Value};
use dashu_int::IBig;
use farstar_play::say;

impl Context<'_, '_> {
    /// Coordinates of these numbers, which are integers.
    pub(crate) fn tuple(&mut self, numbers: Vec<Value>) -> Outcome<Value> {
        if let Some(item) = numbers.iter().find(|item| item.as_integer().is_none()) {
            let fault = self.wrong(item, "integers between the parentheses");
            return Err(fault.fix("a list is written [a, b], a set {a, b}"));
        }
        Ok(Value::Tuple(Items::new(numbers, &self.meter)?))
    }

    /// What an operator makes of coordinates, if it is about such.
    pub(crate) fn tuple_binary(
        &mut self,
        op: BinaryOp,
        left: &Value,
        right: &Value,
    ) -> Option<Outcome<Value>> {
        let numbers = |items: &Items| -> Vec<IBig> {
            items.as_slice().iter().filter_map(Value::as_integer).collect()
        };
        let made = match (op, left, right) {
            (BinaryOp::Add | BinaryOp::Subtract, Value::Tuple(a), Value::Tuple(b)) => {
                let (a, b) = (numbers(a), numbers(b));
                if a.len() != b.len() {
                    let (left, right) = (self.mention(left), self.mention(right));
                    return Some(Err(Fault::domain(say!(
                        "{0} and {1} have not as many coordinates",
                        left,
                        right
                    ))));
                }
                let sign = IBig::from(if op == BinaryOp::Add { 1 } else { -1 });
                a.into_iter().zip(b).map(|(x, y)| x + &sign * y).collect()
            }
            (BinaryOp::Times, Value::Tuple(a), n) | (BinaryOp::Times, n, Value::Tuple(a)) => {
                let n = match self.integer(n) {
                    Ok(n) => n,
                    Err(fault) => return Some(Err(fault)),
                };
                numbers(a).into_iter().map(|x| x * &n).collect::<Vec<IBig>>()
            }
            _ => return None,
        };
        Some(self.tuple(made.into_iter().map(Value::integer).collect()))
    }
}
