//! The stack machine that runs a [`Program`].
//!
//! Calls are frames in a vector. A method that calls the user's function for each element of a list, such as `Apply`,
//! is a frame too, so that a function that applies a function that applies … uses no more of the machine's stack than
//! `1 + 1` does.

use crate::context::Context;
use crate::elements::Elements;
use crate::fault::{Fault, Outcome};
use crate::operators::{OfWords, of_words};
use crate::program::{Capture, Constant, Instruction, Program};
use crate::value::{Entry, Function, Items, Value};
use crate::{Diagnostic, Kind};
use dashu_int::IBig;
use farstar_play::say;
use frame::{Builder, CHARGED_AT_ONCE, CodeFrame, Frame};
use stack::Stack;
use std::sync::Arc;

mod calls;
mod each;
mod frame;
mod stack;

/// Loops and calls between two looks at the limits.
const STEPS_A_CHECK: u32 = 256;
/// Values that a call is charged for besides its locals; few expressions hold as many at a time.
const MOST_OPERANDS: usize = 32;
/// Calls inside one another beyond which a fault mentions them.
const DEEP_CALLS: usize = 1000;

pub(crate) struct Machine<'m, 'a> {
    pub(crate) context: Context<'m, 'a>,
    main: Arc<Program>,
    stack: Stack,
    frames: Vec<Frame>,
    loops: Vec<Elements>,
    builders: Vec<Builder>,
    /// The loop whose turns are counted: how many are open in it, or how many frames below its method; 0 for none.
    counted_loop: usize,
    counted_each: usize,
    /// What names mean that are no variables, by their places, as far as it was looked up.
    known: Vec<Option<Value>>,
    steps: u32,
    /// Bytes charged for the stack and the frames.
    charged: u64,
}

impl<'m, 'a> Machine<'m, 'a> {
    pub(crate) fn new(context: Context<'m, 'a>, program: Arc<Program>) -> Self {
        Self {
            context,
            main: program,
            stack: Stack::default(),
            frames: Vec::new(),
            loops: Vec::new(),
            builders: Vec::new(),
            counted_loop: 0,
            counted_each: 0,
            known: Vec::new(),
            steps: 0,
            charged: 0,
        }
    }

    /// Runs the program and gives its value.
    pub(crate) fn run(&mut self) -> Result<Value, Diagnostic> {
        let main = Function::new(Arc::clone(&self.main), 0, Vec::new());
        let result = main.and_then(|main| self.enter(main, 0, 0)).and_then(|()| self.run_frames());
        let result = result.map_err(|fault| self.locate(*fault));
        self.close();
        result
    }

    /// Gives back what is charged for what has not come to its end.
    pub(crate) fn close(&mut self) {
        for frame in std::mem::take(&mut self.frames) {
            if let Frame::Each(each) = &frame {
                self.context.meter.release(each.made.charged);
            }
        }
        for builder in std::mem::take(&mut self.builders) {
            self.context.meter.release(builder.charged);
        }
        self.context.meter.release(std::mem::take(&mut self.charged));
    }

    /// What a function gives for these arguments, while nothing else runs on this machine.
    pub(crate) fn ask(&mut self, function: &Arc<Function>, given: Vec<Value>) -> Outcome<Value> {
        let count = given.len();
        self.stack.extend(given);
        let called = self.call(Value::Function(Arc::clone(function)), count, 0);
        called.and_then(|()| self.run_frames()).map_err(|mut fault| {
            let name = function.code().name.clone().unwrap_or_else(|| "a function".into());
            fault.message = say!("in {0}: {1}", name, fault.message);
            fault
        })
    }

    fn run_frames(&mut self) -> Outcome<Value> {
        loop {
            match self.frames.last() {
                None => return Ok(self.stack.take()),
                Some(Frame::Each(_)) => self.advance_each()?,
                Some(Frame::Explore(_)) => self.advance_explore()?,
                Some(Frame::Code(frame)) => {
                    let function = Arc::clone(&frame.function);
                    self.run_code(&function)?;
                }
            }
        }
    }

    /// Says where a fault happened: the innermost place that is in the text being evaluated.
    fn locate(&mut self, mut fault: Fault) -> Diagnostic {
        let mut within: Option<Arc<str>> = None;
        let mut span = self.main.functions[0].span;
        for frame in self.frames.iter().rev() {
            let Frame::Code(frame) = frame else { continue };
            let code = frame.function.code();
            if Arc::ptr_eq(&frame.function.program, &self.main) {
                span = code.spans.get(frame.next.saturating_sub(1)).copied().unwrap_or(span);
                break;
            }
            within =
                within.or_else(|| Some(code.name.clone().unwrap_or_else(|| "a function".into())));
        }
        if let Some(name) = within {
            fault.message = say!("in {0}: {1}", name, fault.message);
        }
        if matches!(fault.kind, Kind::Stopped(_)) && self.frames.len() > DEEP_CALLS {
            fault.message =
                say!("{0}, {1} calls inside one another", fault.message, self.frames.len());
        }
        fault.at(span)
    }

    /// The boolean on top, taken from the stack.
    #[inline]
    fn take_boolean(&mut self) -> Outcome<bool> {
        match self.stack.take_boolean() {
            Some(holds) => Ok(holds),
            None => {
                let value = self.stack.take();
                self.context.boolean(&value)
            }
        }
    }

    /// The topmost `count` values, taken from the stack.
    fn take(&mut self, count: u32) -> Vec<Value> {
        let from = self.stack.len().saturating_sub(count as usize);
        self.stack.split_off(from)
    }

    #[inline]
    fn tick(&mut self) -> Outcome<()> {
        self.steps += 1;
        if self.steps >= STEPS_A_CHECK {
            self.steps = 0;
            self.context.calc.limits().check()?;
        }
        Ok(())
    }

    /// Begins a function whose `arguments` are on the stack, with `under` values below them that go with them.
    #[inline]
    fn enter(&mut self, function: Arc<Function>, arguments: usize, under: usize) -> Outcome<()> {
        self.tick()?;
        let code = function.code();
        let locals = code.locals as usize;
        // Locals, and room for what the function's expressions put on the stack.
        let room = locals + code.instructions.len().min(MOST_OPERANDS);
        let base = self.stack.len() - arguments;
        let bytes = (base + room) * size_of::<Value>() + self.frames.len() * size_of::<Frame>();
        if bytes as u64 > self.charged {
            let more = bytes as u64 - self.charged + CHARGED_AT_ONCE;
            self.context.meter.charge(more)?;
            self.charged += more;
        }
        for _ in arguments..locals {
            self.stack.push(Value::Nothing);
        }
        self.frames.push(Frame::Code(CodeFrame {
            function,
            next: 0,
            base,
            under,
            loops: self.loops.len(),
            builders: self.builders.len(),
        }));
        Ok(())
    }

    /// Ends the frame on top, whose value is on the stack.
    #[inline]
    fn end_frame(&mut self) {
        let value = self.stack.take();
        if let Some(Frame::Code(frame)) = self.frames.pop() {
            self.stack.truncate(frame.base - frame.under);
            while self.loops.len() > frame.loops {
                self.leave_loop();
            }
            while self.builders.len() > frame.builders {
                let left = self.builders.pop().map_or(0, |builder| builder.charged);
                self.context.meter.release(left);
            }
        }
        self.stack.push(value);
    }

    /// Runs the topmost frame, a call of this function, and the calls of the same function that it makes.
    fn run_code(&mut self, function: &Arc<Function>) -> Outcome<()> {
        let (program, code) = (&function.program, function.code());
        loop {
            let Some(Frame::Code(frame)) = self.frames.last() else { return Ok(()) };
            if !Arc::ptr_eq(&frame.function, function) {
                return Ok(());
            }
            let (base, mut next) = (frame.base, frame.next);
            loop {
                let instruction = code.instructions[next];
                next += 1;
                /// Where the frame is, for the calls that come back to it, and for faults.
                macro_rules! note_place {
                    () => {
                        if let Some(Frame::Code(frame)) = self.frames.last_mut() {
                            frame.next = next;
                        }
                    };
                }
                macro_rules! attempt {
                    ($outcome:expr) => {
                        match $outcome {
                            Ok(value) => value,
                            Err(fault) => {
                                note_place!();
                                return Err(fault);
                            }
                        }
                    };
                }
                /// What an operator made goes on the stack, but what is only asked for a jump.
                macro_rules! push_made {
                    ($made:expr) => {
                        match ($made, code.instructions[next]) {
                            (OfWords::Integer(n), _) => self.stack.push_with(|| Value::of_word(n)),
                            (OfWords::Truth(holds), Instruction::JumpUnless(target)) => {
                                next = if holds { next + 1 } else { target as usize };
                            }
                            (OfWords::Truth(holds), _) => {
                                self.stack.push_with(|| Value::Boolean(holds))
                            }
                        }
                    };
                }
                macro_rules! operate {
                    ($op:expr, $left:expr, $right:expr, $below:expr) => {
                        match attempt!(self.context.related($op, $left, $right)) {
                            Some(holds) => {
                                self.stack.truncate($below);
                                push_made!(OfWords::Truth(holds));
                            }
                            None => {
                                let value = attempt!(self.context.binary($op, $left, $right));
                                self.stack.truncate($below);
                                match value {
                                    Value::Game(game) => {
                                        self.stack.push_with(|| Value::Game(game));
                                    }
                                    value => self.stack.push(value),
                                }
                            }
                        }
                    };
                }
                match instruction {
                    Instruction::Jump(target) => {
                        attempt!(self.tick());
                        next = target as usize;
                    }
                    Instruction::JumpUnless(target) => {
                        if !attempt!(self.take_boolean()) {
                            next = target as usize;
                        }
                    }
                    Instruction::AndJump(target) | Instruction::OrJump(target) => {
                        let stops = matches!(instruction, Instruction::OrJump(_));
                        if attempt!(self.take_boolean()) == stops {
                            self.stack.push(Value::Boolean(stops));
                            next = target as usize;
                        }
                    }
                    Instruction::Next { slot, exit } => {
                        attempt!(self.tick());
                        let place = &mut self.stack[base + slot as usize];
                        if self.loops.last_mut().is_some_and(|loop_| loop_.step(place)) {
                            if self.loops.len() == self.counted_loop {
                                self.context.tally.turn();
                            }
                        } else {
                            self.leave_loop();
                            next = exit as usize;
                        }
                    }
                    Instruction::Leave(exit) => {
                        self.leave_loop();
                        next = exit as usize;
                    }
                    Instruction::LeaveUnless(exit) => {
                        if !attempt!(self.take_boolean()) {
                            self.leave_loop();
                            next = exit as usize;
                        }
                    }
                    Instruction::Given { slot, target } => {
                        if !matches!(self.stack[base + slot as usize], Value::LeftOut) {
                            next = target as usize;
                        }
                    }
                    Instruction::Local(slot) => self.stack.push_copy(base + slot as usize),
                    Instruction::SetLocal(slot) => self.stack.take_into(base + slot as usize),
                    Instruction::Name(symbol) => {
                        let place = self.place_of(program, symbol);
                        match self.context.globals.at(place).and_then(Value::word) {
                            Some(n) => self.stack.push_with(|| Value::of_word(n)),
                            None => {
                                let name = &program.names[symbol as usize];
                                let value = attempt!(self.look_up(place, name));
                                self.stack.push(value);
                            }
                        }
                    }
                    Instruction::SetGlobal(symbol) => {
                        let place = self.place_of(program, symbol);
                        match self.context.globals.at_mut(place) {
                            Some(known @ Value::Number(_))
                                if let Some(n) = self.stack.take_word() =>
                            {
                                known.put_word(n);
                            }
                            _ => {
                                let value = self.stack.take();
                                self.set_global(place, value);
                            }
                        }
                    }
                    Instruction::Drop => drop(self.stack.pop()),
                    Instruction::Binary(op) => match self.stack.words() {
                        Some((m, n)) if let Some(made) = of_words(op, m, n) => {
                            self.stack.take_word();
                            self.stack.take_word();
                            push_made!(made);
                        }
                        _ => {
                            let below = self.stack.len() - 2;
                            operate!(op, &self.stack[below], &self.stack[below + 1], below);
                        }
                    },
                    Instruction::BinaryWith { op, right } => {
                        match self.stack.last().and_then(Value::word) {
                            Some(m) if let Some(made) = of_words(op, m, i64::from(right)) => {
                                self.stack.take_word();
                                push_made!(made);
                            }
                            _ => {
                                let below = self.stack.len() - 1;
                                operate!(op, &self.stack[below], &Value::integer(right), below);
                            }
                        }
                    }
                    Instruction::Append => {
                        let Some(builder) = self.builders.last_mut() else { continue };
                        let meter = &self.context.meter;
                        attempt!(match self.stack.take_word() {
                            Some(n) => builder.push_word(meter, n),
                            None => builder.push(meter, self.stack.take()),
                        });
                    }
                    Instruction::Itself => self.stack.push(Value::Function(Arc::clone(function))),
                    Instruction::Captured(slot) => {
                        self.stack.push(function.captures[slot as usize].clone());
                    }
                    Instruction::Constant(index)
                        if let Constant::Value(value) = &program.constants[index as usize] =>
                    {
                        self.stack.push(value.clone());
                    }
                    Instruction::Method { name, count } => {
                        note_place!();
                        self.tick()?;
                        let count = count as usize;
                        match program.methods[name as usize] {
                            Some(method) => self.call_built_in(method, count, 0)?,
                            None => self.call_method(&program.names[name as usize], count)?,
                        }
                        break;
                    }
                    Instruction::Call(count) => {
                        note_place!();
                        let count = count as usize;
                        let below = self.stack.len() - count - 1;
                        let callee = std::mem::replace(&mut self.stack[below], Value::Nothing);
                        self.call(callee, count, 1)?;
                        break;
                    }
                    Instruction::Return => {
                        self.end_frame();
                        break;
                    }
                    _ => attempt!(self.step(function, base, instruction)),
                }
            }
        }
    }

    /// Everything that does not move the place in the code.
    fn step(
        &mut self,
        function: &Arc<Function>,
        base: usize,
        instruction: Instruction,
    ) -> Outcome<()> {
        let program = &function.program;
        let value = match instruction {
            Instruction::Constant(index) => match &program.constants[index as usize] {
                Constant::Value(value) => value.clone(),
                Constant::Literal(literal) => self.context.literal(literal)?,
            },
            Instruction::Nothing => Value::Nothing,
            Instruction::Prefix(op) => {
                let value = self.stack.take();
                self.context.prefix(op, &value)?
            }
            Instruction::Expect { slot, sort } => {
                let value = self.stack[base + slot as usize].clone();
                if let Constant::Value(Value::Class(sort)) = &program.constants[sort as usize] {
                    let name = &function.code().parameters[slot as usize];
                    self.context.expect_sort(name, &value, sort)?;
                }
                return Ok(());
            }
            Instruction::Boolean => {
                let value = self.stack.take();
                self.context.boolean(&value)?;
                value
            }
            Instruction::List(count) => {
                let items = Items::new(self.take(count), &self.context.meter)?;
                self.stack.push_with(|| Value::List(items));
                return Ok(());
            }
            Instruction::Coordinates(count) => {
                let items = self.take(count);
                self.context.tuple(items)?
            }
            Instruction::Set(count) => {
                let items = self.take(count);
                self.context.set(items)?
            }
            Instruction::Entry => {
                let value = self.stack.take();
                Value::Entry(Entry::new(self.stack.take(), value)?)
            }
            Instruction::Map(count) => {
                let entries = self.take(count);
                self.context.map(entries)?
            }
            Instruction::Game { left, right, explicit } => {
                let right = self.take(right);
                let left = self.take(left);
                if crate::loopy::among(&left) || crate::loopy::among(&right) {
                    self.context.loopy_braces(left, right, explicit, None)?
                } else {
                    self.context.braces(&left, &right, explicit)?
                }
            }
            Instruction::Node(slot) => {
                self.stack[base + slot as usize] = crate::loopy::new_node();
                return Ok(());
            }
            Instruction::GameAt { left, right, slot } => {
                let right = self.take(right);
                let left = self.take(left);
                let node = self.stack[base + slot as usize].clone();
                self.context.loopy_braces(left, right, false, Some(&node))?
            }
            Instruction::Pass => crate::loopy::pass(),
            Instruction::Played(how) => self.context.played(self.stack.pop(), how)?,
            Instruction::Named(name) => {
                let value = self.stack.take();
                Value::Named(Arc::new((Arc::clone(&program.names[name as usize]), value)))
            }
            Instruction::Function(index) => {
                let mut captures = Vec::new();
                for capture in &program.functions[index as usize].captures {
                    captures.push(match *capture {
                        Capture::Local(slot) => self.stack[base + slot as usize].clone(),
                        Capture::Captured(slot) => function.captures[slot as usize].clone(),
                        Capture::Itself => Value::Function(Arc::clone(function)),
                    });
                }
                Value::Function(Function::new(Arc::clone(program), index, captures)?)
            }
            Instruction::LoopIn => {
                let value = self.stack.take();
                let elements = self.context.elements(&value)?;
                self.enter_loop(elements);
                return Ok(());
            }
            Instruction::LoopFrom => {
                let elements = self.counting()?;
                self.enter_loop(elements);
                return Ok(());
            }
            Instruction::NewBuilder => {
                self.builders.push(Builder::default());
                return Ok(());
            }
            Instruction::Built { set } => {
                let builder = self.builders.pop().unwrap_or_default();
                let items = builder.finished(&self.context.meter);
                if set { self.context.set(items)? } else { self.context.list(items)? }
            }
            Instruction::Jump(_)
            | Instruction::JumpUnless(_)
            | Instruction::AndJump(_)
            | Instruction::OrJump(_)
            | Instruction::Next { .. }
            | Instruction::Leave(_)
            | Instruction::LeaveUnless(_)
            | Instruction::Given { .. }
            | Instruction::Local(_)
            | Instruction::SetLocal(_)
            | Instruction::Name(_)
            | Instruction::SetGlobal(_)
            | Instruction::Drop
            | Instruction::Binary(_)
            | Instruction::BinaryWith { .. }
            | Instruction::Append
            | Instruction::Itself
            | Instruction::Captured(_)
            | Instruction::Method { .. }
            | Instruction::Call(_)
            | Instruction::Return => return Ok(()),
        };
        self.stack.push(value);
        Ok(())
    }

    fn enter_loop(&mut self, elements: Elements) {
        let total = elements.left();
        self.loops.push(elements);
        if self.context.tally.begin(total) {
            self.counted_loop = self.loops.len();
        }
    }

    fn leave_loop(&mut self) {
        if self.loops.len() == self.counted_loop {
            self.counted_loop = 0;
            self.context.tally.end();
        }
        self.loops.pop();
    }

    /// `from a to b by c`, from the stack.
    fn counting(&mut self) -> Outcome<Elements> {
        let (by, to, from) = (self.stack.take(), self.stack.take(), self.stack.take());
        let from = self.context.integer(&from)?;
        let by =
            if matches!(by, Value::Nothing) { IBig::ONE } else { self.context.integer(&by)? };
        if by == IBig::ZERO {
            return Err(Fault::domain("a loop with steps of 0 has no end"));
        }
        if matches!(to, Value::Nothing) {
            return Ok(Elements::Endless(from, by));
        }
        let to = self.context.integer(&to)?;
        Ok(Elements::of_range(from, to, by))
    }
}
