//! Sets, and the order of values in them and in sorted lists.

use crate::context::Context;
use crate::fault::Outcome;
use crate::sort_key::{Characters, Size, SortKey};
use crate::value::{Items, Value};
use farstar_num::Rational;
use farstar_value::text::Notation;
use rustc_hash::FxHashSet;

impl Context<'_, '_> {
    /// Where a value stands in sets and sorted lists.
    pub(crate) fn key(&mut self, value: &Value) -> Outcome<SortKey> {
        Ok(match value {
            Value::Number(x) => SortKey::Number(Size::Rational(x.clone())),
            // quotients of sums stand behind, as they are written: they may be too large to be compared
            Value::Surreal(x) => match x.as_normal_form() {
                Some(x) => SortKey::Number(Size::Transfinite(Box::new(x.clone()))),
                None => SortKey::Other(self.written(value)?),
            },
            Value::Game(game) => match self.calc.closed_parts(*game) {
                Some(parts) if parts.is_nimber() => SortKey::Nimber(parts.nimber),
                Some(parts) => {
                    let (number, up) = (Rational::from(parts.number), Rational::from(parts.up));
                    SortKey::Closed(Box::new((number, up, parts.nimber)))
                }
                None => {
                    let left = Rational::from(self.calc.left_stop(*game)?);
                    let right = Rational::from(self.calc.right_stop(*game)?);
                    SortKey::Game(Box::new((left, right, self.calc.print(*game, Notation::Ascii)?)))
                }
            },
            Value::Text(text) => SortKey::Text(Characters(text.clone())),
            Value::Tuple(items) => {
                let number = |item: &Value| match item {
                    Value::Number(x) => Some(x.clone()),
                    _ => None,
                };
                SortKey::Tuple(items.as_slice().iter().filter_map(number).collect())
            }
            Value::Position(position) => SortKey::Other(position.key()),
            Value::BoardPosition(position) => SortKey::Other(position.key()),
            other => SortKey::Other(self.written(other)?),
        })
    }

    /// A set of these elements, sorted: numbers first, then nimbers, other games, and the rest. Entries make a map.
    pub(crate) fn set(&mut self, mut items: Vec<Value>) -> Outcome<Value> {
        if items.iter().any(|item| matches!(item, Value::Entry(_))) {
            return self.map(items);
        }
        if items.iter().all(|item| matches!(item, Value::Text(_))) {
            return self.set_of_texts(items);
        }
        // Equal games have one handle, so that what comes again needs no key.
        let mut met = FxHashSet::default();
        items.retain(|item| !matches!(item, Value::Game(game) if !met.insert(*game)));
        let mut keyed = Vec::with_capacity(items.len());
        let alone = items.len() <= 1;
        for item in items {
            self.calc.limits().check()?;
            let key = if alone { SortKey::default() } else { self.key(&item)? };
            keyed.push((key, item));
        }
        keyed.sort_by(|(a, _), (b, _)| a.cmp(b));
        keyed.dedup_by(|(_, a), (_, b)| a.same(b));
        let items = keyed.into_iter().map(|(_, item)| item).collect();
        Ok(Value::Set(Items::new(items, &self.meter)?))
    }

    /// The set of these texts, which are their own keys.
    fn set_of_texts(&mut self, mut items: Vec<Value>) -> Outcome<Value> {
        fn text(item: &Value) -> &[u8] {
            match item {
                Value::Text(text) => text.as_bytes(),
                _ => &[],
            }
        }
        self.calc.limits().check()?;
        items.sort_unstable_by(|a, b| text(a).cmp(text(b)));
        items.dedup_by(|a, b| text(a) == text(b));
        self.calc.limits().check()?;
        Ok(Value::Set(Items::new(items, &self.meter)?))
    }
}
