//! The elements of a list, a set, a map or a range, one after another.

use crate::context::Context;
use crate::fault::Outcome;
use crate::value::{Items, Range, Value};
use dashu_int::IBig;
use std::sync::Arc;

/// The elements of something that can be gone through.
pub(crate) enum Elements {
    Items(Arc<Items>, usize),
    Range(Arc<Range>, Option<IBig>),
    /// The integers from the first on by steps of the second.
    Endless(IBig, IBig),
}

impl Iterator for Elements {
    type Item = Value;

    fn next(&mut self) -> Option<Value> {
        match self {
            Self::Items(items, at) => {
                let item = items.as_slice().get(*at)?.clone();
                *at += 1;
                Some(item)
            }
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
            Value::Range(range) => Ok(Elements::Range(Arc::clone(range), range.first())),
            _ => Err(self.wrong(value, "a list, a set or a range such as 1..10")),
        }
    }
}
