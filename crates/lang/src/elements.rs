//! The elements of a list, a set, a map or a range, one after another.

use crate::context::Context;
use crate::fault::Outcome;
use crate::value::{Items, Range, Value};
use dashu_int::IBig;
use std::sync::Arc;

/// The elements of something that can be gone through.
pub(crate) enum Elements {
    Items(Arc<Items>, usize),
    /// So many integers from the first on by steps of the third, all of a machine word.
    Small(i64, u64, i64),
    Range(Arc<Range>, Option<IBig>),
    /// The integers from the first on by steps of the second.
    Endless(IBig, IBig),
}

impl Elements {
    /// The integers from one to another.
    pub(crate) fn of_range(from: IBig, to: IBig, by: IBig) -> Self {
        let range = Range { from, to, by };
        let small = |n: &IBig| i64::try_from(n).ok();
        if let (Some(from), Some(_), Some(by)) =
            (small(&range.from), small(&range.to), small(&range.by))
            && let Ok(count) = u64::try_from(range.size())
        {
            return Self::Small(from, count, by);
        }
        let first = range.first();
        Self::Range(Arc::new(range), first)
    }
}

impl Elements {
    /// The next one, where all are integers of a machine word.
    #[inline]
    fn next_word(&mut self) -> Option<Option<i64>> {
        let Self::Small(next, left, by) = self else { return None };
        let n = *next;
        Some(left.checked_sub(1).map(|fewer| {
            *left = fewer;
            // Only past the last element does this wrap.
            *next = n.wrapping_add(*by);
            n
        }))
    }

    /// Puts the next one into a place; whether there is one.
    #[inline]
    pub(crate) fn step(&mut self, into: &mut Value) -> bool {
        match self.next_word() {
            Some(Some(n)) => into.put_word(n),
            Some(None) => return false,
            None => match self {
                Self::Items(items, at)
                    if let Some(&Value::Game(game)) = items.as_slice().get(*at) =>
                {
                    *at += 1;
                    *into = Value::Game(game);
                }
                _ => match self.next() {
                    Some(value) => *into = value,
                    None => return false,
                },
            },
        }
        true
    }

    /// How many there are still, if that is known.
    pub(crate) fn left(&self) -> Option<u64> {
        match self {
            Self::Items(items, at) => Some((items.as_slice().len() - at) as u64),
            Self::Small(_, left, _) => Some(*left),
            Self::Range(range, _) => u64::try_from(range.size()).ok(),
            Self::Endless(..) => None,
        }
    }
}

impl Iterator for Elements {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        if let Some(next) = self.next_word() {
            return next.map(Value::of_word);
        }
        match self {
            Self::Items(items, at) => {
                let item = items.as_slice().get(*at)?.clone();
                *at += 1;
                Some(item)
            }
            Self::Small(..) => None,
            Self::Endless(next, by) => {
                let after = &*next + &*by;
                Some(Value::integer(std::mem::replace(next, after)))
            }
            Self::Range(range, next) => {
                let n = next.take()?;
                *next = range.after(&n);
                Some(Value::integer(n))
            }
        }
    }
}

impl Context<'_, '_> {
    /// The elements of a value that can be gone through.
    pub(crate) fn elements(&mut self, value: &Value) -> Outcome<Elements> {
        match value {
            Value::List(items) | Value::Set(items) | Value::Map(items) => {
                Ok(Elements::Items(Arc::clone(items), 0))
            }
            Value::Graph(graph) => Ok(Elements::Items(Arc::clone(graph.neighbours()), 0)),
            Value::Mutable(of) => {
                let held = self.frozen(of)?;
                self.elements(&held)
            }
            Value::Range(range) => {
                let Range { from, to, by } = &**range;
                Ok(Elements::of_range(from.clone(), to.clone(), by.clone()))
            }
            _ => Err(self.wrong(value, "a list, a set or a range such as 1..10")),
        }
    }

    /// The same in a vector; their bytes are checked against the limit before.
    pub(crate) fn listed(&mut self, value: &Value) -> Outcome<Vec<Value>> {
        let elements = self.elements(value)?;
        let bytes = size_of::<Value>() as u64;
        let bytes = elements.left().unwrap_or(u64::MAX / bytes).saturating_mul(bytes);
        self.meter.charge(bytes)?;
        self.meter.release(bytes);
        Ok(elements.collect())
    }
}
