//! Sets, and the order of values in them and in sorted lists.

use crate::context::Context;
use crate::fault::Outcome;
use crate::value::{Items, Value};
use dashu_int::IBig;
use farstar_num::Rational;

/// The order of values in a set. It depends on the values alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Key {
    rank: u8,
    first: Rational,
    second: Rational,
    text: String,
}

impl Context<'_, '_> {
    /// Where a value stands in sets and sorted lists.
    pub(crate) fn key(&mut self, value: &Value) -> Outcome<Key> {
        let plain = |rank, text| Key { rank, first: Rational::ZERO, second: Rational::ZERO, text };
        Ok(match value {
            Value::Number(x) => Key { rank: 0, first: x.clone(), ..Key::default() },
            Value::Game(game) => match self.calc.closed_parts(*game) {
                Some(parts) => Key {
                    rank: if parts.is_nimber() { 1 } else { 2 },
                    first: if parts.is_nimber() {
                        Rational::from(IBig::from(parts.nimber))
                    } else {
                        Rational::from(parts.number)
                    },
                    second: Rational::from(parts.up),
                    text: format!("{:020}", parts.nimber),
                },
                None => {
                    let left = self.calc.left_stop(*game)?;
                    let right = self.calc.right_stop(*game)?;
                    Key {
                        rank: 3,
                        first: Rational::from(left),
                        second: Rational::from(right),
                        text: self.calc.print(*game, farstar_value::text::Notation::Ascii)?,
                    }
                }
            },
            Value::Text(text) => plain(5, text.as_str().to_owned()),
            Value::Position(position) => plain(6, position.key()),
            Value::BoardPosition(position) => plain(6, position.key()),
            other => plain(6, self.written(other)?),
        })
    }

    /// A set of these elements, sorted: numbers first, then nimbers, other games, and the rest. Entries make a map.
    pub(crate) fn set(&mut self, items: Vec<Value>) -> Outcome<Value> {
        if items.iter().any(|item| matches!(item, Value::Entry(_))) {
            return self.map(items);
        }
        let mut keyed = Vec::with_capacity(items.len());
        let alone = items.len() <= 1;
        for item in items {
            self.calc.limits().check()?;
            let key = if alone { Key::default() } else { self.key(&item)? };
            keyed.push((key, item));
        }
        keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
        keyed.dedup_by(|(_, a), (_, b)| a.same(b));
        let items = keyed.into_iter().map(|(_, item)| item).collect();
        Ok(Value::Set(Items::new(items, &self.meter)?))
    }
}
