//! The locals and operands of the calls that are not over.
//!
//! Integers of a machine word are read and written by their parts. A value that is copied whole right after its parts
//! were written has to wait for them, and these waits were more than half of the time that a loop took.

use crate::value::Value;
use std::ops::{Deref, DerefMut};

/// Appends what is made. As nothing can go wrong between making and writing it, it is made where it is written.
#[inline]
pub(super) fn append(values: &mut Vec<Value>, make: impl FnOnce() -> Value) {
    if values.len() < values.capacity() { values.push(make()) } else { grow(values, make()) }
}

#[cold]
#[inline(never)]
fn grow(values: &mut Vec<Value>, value: Value) {
    values.push(value);
}

#[derive(Default)]
pub(super) struct Stack(Vec<Value>);

impl Deref for Stack {
    type Target = Vec<Value>;

    #[inline]
    fn deref(&self) -> &Vec<Value> {
        &self.0
    }
}

impl DerefMut for Stack {
    #[inline]
    fn deref_mut(&mut self) -> &mut Vec<Value> {
        &mut self.0
    }
}

impl Stack {
    /// The value on top, taken from the stack.
    #[inline]
    pub(super) fn take(&mut self) -> Value {
        self.0.pop().unwrap_or(Value::Nothing)
    }

    /// The integer on top, taken from the stack.
    #[inline]
    pub(super) fn take_word(&mut self) -> Option<i64> {
        let n = self.0.last()?.word()?;
        self.forget_top();
        Some(n)
    }

    /// The boolean on top, taken from the stack.
    #[inline]
    pub(super) fn take_boolean(&mut self) -> Option<bool> {
        let &Value::Boolean(holds) = self.0.last()? else { return None };
        self.forget_top();
        Some(holds)
    }

    /// Takes what has nothing to drop from the top.
    #[inline]
    fn forget_top(&mut self) {
        std::mem::forget(self.0.pop());
    }

    /// The two integers on top, which stay.
    #[inline]
    pub(super) fn words(&self) -> Option<(i64, i64)> {
        let [.., left, right] = self.0.as_slice() else { return None };
        Some((left.word()?, right.word()?))
    }

    /// A copy of the value in a place, on top.
    #[inline]
    pub(super) fn push_copy(&mut self, at: usize) {
        match &self.0[at] {
            Value::Number(x) if let Some(n) = x.to_i64() => self.push_with(|| Value::of_word(n)),
            &Value::Game(game) => self.push_with(|| Value::Game(game)),
            _ => self.push_clone(at),
        }
    }

    /// Apart, so that what is plain does not go through the place where clones are made.
    #[inline(never)]
    fn push_clone(&mut self, at: usize) {
        self.0.push(self.0[at].clone());
    }

    /// What is made, on top.
    #[inline]
    pub(super) fn push_with(&mut self, make: impl FnOnce() -> Value) {
        append(&mut self.0, make);
    }

    /// Takes the value on top into a place.
    #[inline]
    pub(super) fn take_into(&mut self, at: usize) {
        match self.take_word() {
            Some(n) => self.0[at].put_word(n),
            None => self.0[at] = self.take(),
        }
    }
}
