//! Sets, and the order of values in them and in sorted lists.

use crate::context::Context;
use crate::fault::Outcome;
use crate::value::{Items, Text, Value};
use farstar_num::Rational;
use farstar_value::text::Notation;
use std::cmp::Ordering;
use std::sync::Arc;

/// The order of values in a set. It depends on the values alone.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    #[default]
    None,
    Number(Rational),
    Nimber(u64),
    /// A number, ups and a nimber.
    Closed(Box<(Rational, Rational, u64)>),
    /// The stops and the text of another game.
    Game(Box<(Rational, Rational, String)>),
    Text(Characters),
    /// Coordinates, number by number.
    Tuple(Vec<Rational>),
    /// Anything else as it is written.
    Other(String),
}

/// A text in the order of its characters.
#[derive(Clone, Debug)]
pub(crate) struct Characters(Arc<Text>);

impl PartialEq for Characters {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl Eq for Characters {}

impl PartialOrd for Characters {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Characters {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.as_str().cmp(other.0.as_str())
    }
}

impl Context<'_, '_> {
    /// Where a value stands in sets and sorted lists.
    pub(crate) fn key(&mut self, value: &Value) -> Outcome<Key> {
        Ok(match value {
            Value::Number(x) => Key::Number(x.clone()),
            Value::Game(game) => match self.calc.closed_parts(*game) {
                Some(parts) if parts.is_nimber() => Key::Nimber(parts.nimber),
                Some(parts) => {
                    let (number, up) = (Rational::from(parts.number), Rational::from(parts.up));
                    Key::Closed(Box::new((number, up, parts.nimber)))
                }
                None => {
                    let left = Rational::from(self.calc.left_stop(*game)?);
                    let right = Rational::from(self.calc.right_stop(*game)?);
                    Key::Game(Box::new((left, right, self.calc.print(*game, Notation::Ascii)?)))
                }
            },
            Value::Text(text) => Key::Text(Characters(Arc::clone(text))),
            Value::Tuple(items) => {
                let number = |item: &Value| match item {
                    Value::Number(x) => Some(x.clone()),
                    _ => None,
                };
                Key::Tuple(items.as_slice().iter().filter_map(number).collect())
            }
            Value::Position(position) => Key::Other(position.key()),
            Value::BoardPosition(position) => Key::Other(position.key()),
            other => Key::Other(self.written(other)?),
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
