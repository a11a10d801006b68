//! What waits on the machine's stack of calls: code, a method that calls a function for each element, a function that
//! is asked for options; and the list that a comprehension makes.

use super::stack::append;
use crate::by_function::{FunctionTable, Question};
use crate::elements::Elements;
use crate::fault::Outcome;
use crate::meter::Meter;
use crate::method::Each;
use crate::value::{Function, Value};
use std::sync::Arc;

/// Bytes that are charged at once.
pub(super) const CHARGED_AT_ONCE: u64 = 1 << 12;

/// A call that is not over.
pub(super) enum Frame {
    Code(CodeFrame),
    Each(Box<EachFrame>),
    Explore(Box<ExploreFrame>),
}

/// A call of a function of the user's.
pub(super) struct CodeFrame {
    pub(super) function: Arc<Function>,
    pub(super) next: usize,
    /// Where its locals begin on the stack.
    pub(super) base: usize,
    /// How many values below belong to the call.
    pub(super) under: usize,
    /// How many loops and builders were open before, which a `return` from inside of some leaves.
    pub(super) loops: usize,
    pub(super) builders: usize,
}

/// A list that is being made by a comprehension, and the bytes charged for it.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) items: Vec<Value>,
    pub(super) charged: u64,
    /// Bytes of the items that are not charged yet.
    pub(super) pending: u64,
}

impl Builder {
    #[inline]
    pub(super) fn push(&mut self, meter: &Meter, value: Value) -> Outcome<()> {
        let bytes = value.bytes();
        self.items.push(value);
        self.count(meter, bytes)
    }

    /// The same with an integer.
    #[inline]
    pub(super) fn push_word(&mut self, meter: &Meter, n: i64) -> Outcome<()> {
        append(&mut self.items, || Value::of_word(n));
        self.count(meter, size_of::<Value>() as u64)
    }

    #[inline]
    fn count(&mut self, meter: &Meter, bytes: u64) -> Outcome<()> {
        self.pending += bytes;
        if self.pending >= CHARGED_AT_ONCE {
            let bytes = std::mem::take(&mut self.pending);
            self.charge(meter, bytes)?;
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn charge(&mut self, meter: &Meter, bytes: u64) -> Outcome<()> {
        meter.charge(bytes)?;
        self.charged += bytes;
        Ok(())
    }

    /// The items, no longer charged to the builder.
    pub(super) fn finished(self, meter: &Meter) -> Vec<Value> {
        meter.release(self.charged);
        self.items
    }
}

/// A method that calls a function for each element.
pub(super) struct EachFrame {
    pub(super) kind: Each,
    pub(super) function: Value,
    pub(super) elements: Elements,
    /// The element the function was called with.
    pub(super) current: Value,
    pub(super) made: Builder,
    /// The value so far, of a fold.
    pub(super) so_far: Value,
    pub(super) count: u64,
    pub(super) started: bool,
}

/// A call that waits until a function has told all that play can ask.
pub(super) struct ExploreFrame {
    pub(super) table: Arc<FunctionTable>,
    pub(super) wanted: Vec<Question>,
    /// What waits for its answer.
    pub(super) asked: Option<Question>,
    pub(super) then: Value,
    pub(super) arguments: Vec<Value>,
}
