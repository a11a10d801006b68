//! Methods that call the user's function for each element, and rulesets that ask it for options: frames, so that a
//! function that applies a function that applies … uses no more of the machine's stack than `1 + 1` does.

use super::Machine;
use super::frame::{Builder, EachFrame, ExploreFrame, Frame};
use crate::by_function::{FunctionTable, Question};
use crate::fault::Outcome;
use crate::method::Each;
use crate::value::Value;
use std::sync::Arc;

impl Machine<'_, '_> {
    /// Begins such a method: what has elements, for a fold the value to start with, and the function.
    pub(super) fn begin_each(&mut self, kind: Each, given: &mut Vec<Value>) -> Outcome<()> {
        let so_far = if kind == Each::Fold { given.remove(1) } else { Value::Nothing };
        let function = given.remove(1);
        if !matches!(function, Value::Function(_) | Value::Method(_)) {
            return Err(self.context.wrong(&function, "a function such as x -> x + 1"));
        }
        let elements = self.context.elements(&given[0])?;
        let mut made = Builder::default();
        made.charge(&self.context.meter, size_of::<EachFrame>() as u64)?;
        if self.context.tally.begin(elements.left()) {
            self.counted_each = self.frames.len() + 1;
        }
        self.frames.push(Frame::Each(Box::new(EachFrame {
            kind,
            function,
            elements,
            current: Value::Nothing,
            made,
            so_far,
            count: 0,
            started: false,
        })));
        Ok(())
    }

    /// One step of the method on top: takes the function's result, and calls it for the next element or ends.
    pub(super) fn advance_each(&mut self) -> Outcome<()> {
        self.tick()?;
        let Some(Frame::Each(mut each)) = self.frames.pop() else { return Ok(()) };
        let mut answer = None;
        let counted = self.counted_each == self.frames.len() + 1;
        if each.started {
            let result = self.stack.take();
            match each.kind {
                Each::Apply => each.made.push(&self.context.meter, result)?,
                Each::Fold => each.so_far = result,
                Each::Filter | Each::Find | Each::Exists | Each::ForAll | Each::Count => {
                    let holds = self.context.boolean(&result)?;
                    match each.kind {
                        Each::Filter if holds => {
                            let current = each.current.clone();
                            each.made.push(&self.context.meter, current)?;
                        }
                        Each::Find if holds => answer = Some(each.current.clone()),
                        Each::Exists if holds => answer = Some(Value::Boolean(true)),
                        Each::ForAll if !holds => answer = Some(Value::Boolean(false)),
                        Each::Count if holds => each.count += 1,
                        _ => {}
                    }
                }
            }
        }
        each.started = true;
        if answer.is_none()
            && let Some(element) = each.elements.next()
        {
            if counted {
                self.context.tally.turn();
            }
            let function = each.function.clone();
            let count = match each.kind {
                Each::Fold => {
                    self.stack.push(std::mem::replace(&mut each.so_far, Value::Nothing));
                    2
                }
                Each::Filter | Each::Find => {
                    each.current = element.clone();
                    1
                }
                _ => 1,
            };
            self.stack.push(element);
            self.frames.push(Frame::Each(each));
            return self.call(function, count, 0);
        }
        if counted {
            self.counted_each = 0;
            self.context.tally.end();
        }
        let EachFrame { kind, made, so_far, count, .. } = *each;
        let items = made.finished(&self.context.meter);
        let value = match (answer, kind) {
            (Some(answer), _) => answer,
            (None, Each::Apply | Each::Filter) => self.context.list(items)?,
            (None, Each::Fold) => so_far,
            (None, Each::Find) => Value::Nothing,
            (None, Each::Exists) => Value::Boolean(false),
            (None, Each::ForAll) => Value::Boolean(true),
            (None, Each::Count) => Value::integer(count),
        };
        self.stack.push(value);
        Ok(())
    }

    /// Makes a call, whose arguments are on the stack from a place on, wait until the function has told all that is
    /// wanted, if anything is.
    pub(super) fn explore(
        &mut self,
        table: &Arc<FunctionTable>,
        wanted: Vec<Question>,
        then: &Value,
        from: usize,
        floor: usize,
    ) -> bool {
        if wanted.is_empty() {
            return false;
        }
        let arguments = self.stack.split_off(from);
        self.stack.truncate(floor);
        self.frames.push(Frame::Explore(Box::new(ExploreFrame {
            table: Arc::clone(table),
            wanted,
            asked: None,
            then: then.clone(),
            arguments,
        })));
        true
    }

    /// One step of asking a function: takes what it told, and asks on or makes the call that waited.
    pub(super) fn advance_explore(&mut self) -> Outcome<()> {
        self.tick()?;
        let Some(Frame::Explore(mut frame)) = self.frames.pop() else { return Ok(()) };
        if let Some(question) = frame.asked.take() {
            let result = self.stack.take();
            let next = frame.table.keep(&mut self.context, question, &result)?;
            frame.wanted.extend(next);
        }
        while let Some(question) = frame.wanted.pop() {
            if frame.table.knows(question) {
                continue;
            }
            frame.asked = Some(question);
            let arguments = frame.table.arguments(&mut self.context, question)?;
            let function = Value::Function(Arc::clone(&frame.table.functions[question.of]));
            self.frames.push(Frame::Explore(frame));
            let count = arguments.len();
            self.stack.extend(arguments);
            return self.call(function, count, 0);
        }
        let count = frame.arguments.len();
        self.stack.extend(frame.arguments);
        self.call(frame.then, count, 0)
    }
}
