//! The stack machine that runs a [`Program`].
//!
//! Calls are frames in a vector. A method that calls the user's function for each element of a list, such as `Apply`,
//! is a frame too, so that a function that applies a function that applies … uses no more of the machine's stack than
//! `1 + 1` does.

use crate::by_function::{FunctionTable, Question};
use crate::context::Context;
use crate::elements::Elements;
use crate::fault::{Fault, Outcome, count};
use crate::method::{Each, MethodInfo, Run};
use crate::methods::{self, method};
use crate::names::{folded, nearest};
use crate::program::{Capture, Code, Constant, Instruction, Program};
use crate::token::RESERVED;
use crate::value::{Entry, Function, Range, Value};
use crate::{Diagnostic, Kind};
use dashu_int::IBig;
use farstar_num::{GeneralizedOrdinal, Rational};
use farstar_play::say;
use farstar_rules::heap::Pair;
use farstar_value::Player;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Steps between two looks at the limits.
const STEPS_A_CHECK: u32 = 512;
/// Values that one call is charged for besides its locals; few expressions hold as many at a time.
const MOST_OPERANDS: usize = 32;
/// Calls inside one another beyond which a fault mentions them.
const DEEP_CALLS: usize = 1000;

/// The names of a session.
pub(crate) type Globals = BTreeMap<String, Value>;

pub(crate) struct Machine<'m, 'a> {
    pub(crate) context: Context<'m, 'a>,
    globals: &'m mut Globals,
    main: Arc<Program>,
    stack: Vec<Value>,
    frames: Vec<Frame>,
    loops: Vec<Elements>,
    builders: Vec<Builder>,
    /// Methods and rulesets whose names were looked up.
    known: FxHashMap<Box<str>, Value>,
    steps: u32,
}

enum Frame {
    Code(CodeFrame),
    Each(Box<EachFrame>),
    Explore(Box<ExploreFrame>),
}

struct CodeFrame {
    program: Arc<Program>,
    index: u32,
    function: Option<Arc<Function>>,
    next: usize,
    /// Where its locals begin on the stack.
    base: usize,
    /// How many values below belong to the call.
    under: usize,
    charged: u64,
    /// How many loops and builders were open before, which a `return` from inside of some leaves.
    loops: usize,
    builders: usize,
}

/// A list that is being made by a comprehension, and the bytes charged for it.
struct Builder {
    items: Vec<Value>,
    charged: u64,
}

/// A method that calls a function for each element.
struct EachFrame {
    kind: Each,
    function: Value,
    elements: Elements,
    /// The element the function was called with.
    current: Value,
    made: Builder,
    /// The value so far, of a fold.
    so_far: Value,
    count: u64,
    started: bool,
}

/// A call that waits until a function has told all that play can ask.
struct ExploreFrame {
    table: Arc<FunctionTable>,
    wanted: Vec<Question>,
    /// What waits for its answer.
    asked: Option<Question>,
    then: Value,
    arguments: Vec<Value>,
}

impl<'m, 'a> Machine<'m, 'a> {
    pub(crate) fn new(
        context: Context<'m, 'a>,
        globals: &'m mut Globals,
        program: Program,
    ) -> Self {
        Self {
            context,
            globals,
            main: Arc::new(program),
            stack: Vec::new(),
            frames: Vec::new(),
            loops: Vec::new(),
            builders: Vec::new(),
            known: FxHashMap::default(),
            steps: 0,
        }
    }

    /// Runs the program and gives its value.
    pub(crate) fn run(&mut self) -> Result<Value, Diagnostic> {
        let main = Arc::clone(&self.main);
        let result = self.enter(main, 0, None, 0, 0).and_then(|()| self.run_frames());
        let result = result.map_err(|fault| self.locate(*fault));
        for frame in std::mem::take(&mut self.frames) {
            self.leave(&frame);
        }
        for builder in std::mem::take(&mut self.builders) {
            self.context.meter.release(builder.charged);
        }
        result
    }

    fn run_frames(&mut self) -> Outcome<Value> {
        loop {
            match self.frames.last() {
                None => return Ok(self.pop()),
                Some(Frame::Each(_)) => self.advance_each()?,
                Some(Frame::Explore(_)) => self.advance_explore()?,
                Some(Frame::Code(frame)) => {
                    let (program, index) = (Arc::clone(&frame.program), frame.index);
                    self.run_code(&program, &program.functions[index as usize])?;
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
            let code = &frame.program.functions[frame.index as usize];
            if Arc::ptr_eq(&frame.program, &self.main) {
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

    fn pop(&mut self) -> Value {
        self.stack.pop().unwrap_or(Value::Nothing)
    }

    /// The topmost `count` values, taken from the stack.
    fn take(&mut self, count: u32) -> Vec<Value> {
        let from = self.stack.len().saturating_sub(count as usize);
        self.stack.split_off(from)
    }

    fn tick(&mut self) -> Outcome<()> {
        self.steps += 1;
        if self.steps >= STEPS_A_CHECK {
            self.steps = 0;
            self.context.calc.limits().check()?;
        }
        Ok(())
    }

    /// Begins a function whose `arguments` are on the stack, with `under` values below them that go with them.
    fn enter(
        &mut self,
        program: Arc<Program>,
        index: u32,
        function: Option<Arc<Function>>,
        arguments: usize,
        under: usize,
    ) -> Outcome<()> {
        let code = &program.functions[index as usize];
        let locals = code.locals as usize;
        // Locals, and room for what the function's expressions put on the stack.
        let room = locals + code.instructions.len().min(MOST_OPERANDS);
        let charged = (size_of::<Frame>() + room * size_of::<Value>()) as u64;
        self.context.meter.charge(charged)?;
        let base = self.stack.len() - arguments;
        self.stack.resize(base + locals, Value::Nothing);
        self.frames.push(Frame::Code(CodeFrame {
            program,
            index,
            function,
            next: 0,
            base,
            under,
            charged,
            loops: self.loops.len(),
            builders: self.builders.len(),
        }));
        Ok(())
    }

    fn leave(&mut self, frame: &Frame) {
        match frame {
            Frame::Code(frame) => {
                self.context.meter.release(frame.charged);
                self.loops.truncate(frame.loops);
                while self.builders.len() > frame.builders {
                    let left = self.builders.pop().map_or(0, |builder| builder.charged);
                    self.context.meter.release(left);
                }
            }
            Frame::Each(each) => self.context.meter.release(each.made.charged),
            Frame::Explore(_) => {}
        }
    }

    /// Runs the topmost frame until it calls or returns.
    fn run_code(&mut self, program: &Arc<Program>, code: &Code) -> Outcome<()> {
        let depth = self.frames.len();
        let Some(Frame::Code(frame)) = self.frames.last_mut() else { return Ok(()) };
        let (base, mut next) = (frame.base, frame.next);
        while self.frames.len() == depth {
            let instruction = code.instructions[next];
            next += 1;
            if let Some(Frame::Code(frame)) = self.frames.last_mut() {
                frame.next = next;
            }
            self.tick()?;
            match instruction {
                Instruction::Jump(target) => next = target as usize,
                Instruction::JumpUnless(target) => {
                    let value = self.pop();
                    if !self.context.boolean(&value)? {
                        next = target as usize;
                    }
                }
                Instruction::AndJump(target) | Instruction::OrJump(target) => {
                    let value = self.pop();
                    let stops = matches!(instruction, Instruction::OrJump(_));
                    if self.context.boolean(&value)? == stops {
                        self.stack.push(value);
                        next = target as usize;
                    }
                }
                Instruction::Next { slot, exit } => {
                    match self.loops.last_mut().and_then(Iterator::next) {
                        Some(element) => self.stack[base + slot as usize] = element,
                        None => {
                            self.loops.pop();
                            next = exit as usize;
                        }
                    }
                }
                Instruction::Leave(exit) => {
                    self.loops.pop();
                    next = exit as usize;
                }
                Instruction::LeaveUnless(exit) => {
                    let value = self.pop();
                    if !self.context.boolean(&value)? {
                        self.loops.pop();
                        next = exit as usize;
                    }
                }
                Instruction::Local(slot) => {
                    self.stack.push(self.stack[base + slot as usize].clone())
                }
                Instruction::SetLocal(slot) => {
                    let value = self.pop();
                    self.stack[base + slot as usize] = value.clone();
                    self.stack.push(value);
                }
                Instruction::Return => {
                    let value = self.pop();
                    if let Some(frame) = self.frames.pop() {
                        let under = if let Frame::Code(frame) = &frame { frame.under } else { 0 };
                        self.stack.truncate(base - under);
                        self.leave(&frame);
                    }
                    self.stack.push(value);
                }
                _ => self.step(program, base, instruction)?,
            }
        }
        Ok(())
    }

    /// Everything that does not move the place in the code.
    fn step(
        &mut self,
        program: &Arc<Program>,
        base: usize,
        instruction: Instruction,
    ) -> Outcome<()> {
        let value = match instruction {
            Instruction::Constant(index) => match &program.constants[index as usize] {
                Constant::Value(value) => value.clone(),
                Constant::Literal(literal) => self.context.literal(literal)?,
            },
            Instruction::Nothing => Value::Nothing,
            Instruction::Captured(slot) => match self.function() {
                Some(function) => function.captures[slot as usize].clone(),
                None => Value::Nothing,
            },
            Instruction::Itself => self.function().map_or(Value::Nothing, Value::Function),
            Instruction::Name(name) => self.look_up(&program.names[name as usize])?,
            Instruction::SetGlobal(name) => {
                let value = self.pop();
                if matches!(value, Value::Function(_)) {
                    self.known.clear();
                }
                let name = &program.names[name as usize];
                match self.globals.get_mut(&**name) {
                    Some(known) => *known = value.clone(),
                    None => drop(self.globals.insert(name.to_string(), value.clone())),
                }
                value
            }
            Instruction::Drop => {
                self.pop();
                return Ok(());
            }
            Instruction::Prefix(op) => {
                let value = self.pop();
                self.context.prefix(op, &value)?
            }
            Instruction::Binary(op) => {
                let right = self.pop();
                let left = self.pop();
                match crate::operators::of_small(op, &left, &right) {
                    Some(value) => value,
                    None => self.context.binary(op, &left, &right)?,
                }
            }
            Instruction::Boolean => {
                let value = self.pop();
                self.context.boolean(&value)?;
                value
            }
            Instruction::List(count) => {
                let items = self.take(count);
                self.context.list(items)?
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
                let value = self.pop();
                Value::Entry(Entry::new(self.pop(), value)?)
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
                let value = self.pop();
                Value::Named(Arc::new((Arc::clone(&program.names[name as usize]), value)))
            }
            Instruction::Function(index) => {
                let mut captures = Vec::new();
                for capture in &program.functions[index as usize].captures {
                    captures.push(match *capture {
                        Capture::Local(slot) => self.stack[base + slot as usize].clone(),
                        Capture::Captured(slot) => self
                            .function()
                            .map_or(Value::Nothing, |f| f.captures[slot as usize].clone()),
                        Capture::Itself => self.function().map_or(Value::Nothing, Value::Function),
                    });
                }
                Value::Function(Function::new(Arc::clone(program), index, captures)?)
            }
            Instruction::LoopIn => {
                let value = self.pop();
                let elements = self.context.elements(&value)?;
                self.loops.push(elements);
                return Ok(());
            }
            Instruction::LoopFrom => {
                let elements = self.counting()?;
                self.loops.push(elements);
                return Ok(());
            }
            Instruction::NewBuilder => {
                self.builders.push(Builder { items: Vec::new(), charged: 0 });
                return Ok(());
            }
            Instruction::Append => {
                let value = self.pop();
                let bytes = value.bytes();
                self.context.meter.charge(bytes)?;
                match self.builders.last_mut() {
                    Some(builder) => {
                        builder.charged += bytes;
                        builder.items.push(value);
                    }
                    None => self.context.meter.release(bytes),
                }
                return Ok(());
            }
            Instruction::Built { set } => {
                let items =
                    self.builders.pop().map(|builder| self.finished(builder)).unwrap_or_default();
                if set { self.context.set(items)? } else { self.context.list(items)? }
            }
            Instruction::Method { name, count } => {
                let arguments = self.take(count);
                return self.call_method(&program.names[name as usize], arguments);
            }
            Instruction::Call(count) => {
                let below = self.stack.len() - count as usize - 1;
                if let Value::Function(function) = &self.stack[below]
                    && function.parameter_count() == count as usize
                {
                    let function = Arc::clone(function);
                    let program = Arc::clone(&function.program);
                    let index = function.index;
                    return self.enter(program, index, Some(function), count as usize, 1);
                }
                let arguments = self.take(count);
                let callee = self.pop();
                return self.call(&callee, arguments);
            }
            Instruction::Jump(_)
            | Instruction::JumpUnless(_)
            | Instruction::AndJump(_)
            | Instruction::OrJump(_)
            | Instruction::Next { .. }
            | Instruction::Leave(_)
            | Instruction::LeaveUnless(_)
            | Instruction::Local(_)
            | Instruction::SetLocal(_)
            | Instruction::Return => return Ok(()),
        };
        self.stack.push(value);
        Ok(())
    }

    /// The elements of a builder, no longer charged to it.
    fn finished(&mut self, builder: Builder) -> Vec<Value> {
        self.context.meter.release(builder.charged);
        builder.items
    }

    /// The user's function that is running.
    fn function(&self) -> Option<Arc<Function>> {
        match self.frames.last() {
            Some(Frame::Code(frame)) => frame.function.clone(),
            _ => None,
        }
    }

    /// `from a to b by c`, from the stack.
    fn counting(&mut self) -> Outcome<Elements> {
        let (by, to, from) = (self.pop(), self.pop(), self.pop());
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
        let range = Arc::new(Range { from, to, by });
        let first = range.first();
        Ok(Elements::Range(range, first))
    }

    /// What a name means: a variable, a constant, a method.
    fn look_up(&mut self, name: &str) -> Outcome<Value> {
        if let Some(value) = self.globals.get(name).or_else(|| self.known.get(name)) {
            return Ok(value.clone());
        }
        let value = self.look_further(name)?;
        // A user's function may come between that has the name but for case; then all is forgotten.
        if matches!(
            value,
            Value::Method(_) | Value::Ruleset(_) | Value::Coordinates(_) | Value::Board(_)
        ) {
            self.known.insert(name.into(), value.clone());
        }
        Ok(value)
    }

    /// What a name means that is no variable.
    fn look_further(&mut self, name: &str) -> Outcome<Value> {
        let key = folded(name);
        if let Some(function) = self.function_named(&key) {
            return Ok(function);
        }
        match key.as_str() {
            "left" => return Ok(Value::Player(Player::Left)),
            "right" => return Ok(Value::Player(Player::Right)),
            "nothing" => return Ok(Value::Nothing),
            "inf" => return Ok(Value::Number(Rational::INFINITY)),
            "omega" | "ω" => {
                return Ok(self.context.value_of_ordinal(GeneralizedOrdinal::omega()));
            }
            "nimfield" => return Ok(Value::Class(methods::NIM_FIELD)),
            _ => {}
        }
        if let Some(value) = crate::loopy::constant(&mut self.context, name) {
            return value;
        }
        // Col by itself is the ruleset, after a point the second coordinate.
        if let Some(method) = method(&key).filter(|method| method.name != "Col") {
            return Ok(Value::Method(method));
        }
        if let Some(rules) = self.context.named_rules(name) {
            return rules;
        }
        let mut classes = methods::CLASSES.iter().chain(methods::SORTS);
        if let Some(class) = classes.find(|class| folded(class) == key) {
            return Ok(Value::Class(class));
        }
        if let Some(fault) = Context::not_built(name) {
            return Err(fault);
        }
        let fault = Fault::new(Kind::Name, say!("`{0}` has no meaning here", name));
        let constants = ["Left", "Right", "Nothing", "inf", "omega"];
        let methods = crate::methods().iter().map(|m| m.name);
        // Short reserved words are near to everything.
        let long_words = RESERVED.iter().copied().filter(|word| word.len() > 3);
        let known = self
            .globals
            .keys()
            .map(String::as_str)
            .chain(constants)
            .chain(methods)
            .chain(long_words);
        Err(match nearest(name, known) {
            Some(near) => fault.fix(say!("did you mean `{0}`?", near)),
            None => fault
                .expected("a variable or a method")
                .fix(say!("give it a value first: {0} := …", name)),
        })
    }

    /// A user's function whose name is this one but for case and underscores.
    fn function_named(&self, key: &str) -> Option<Value> {
        self.globals
            .iter()
            .find(|(known, value)| matches!(value, Value::Function(_)) && folded(known) == key)
            .map(|(_, value)| value.clone())
    }

    /// `receiver.name(arguments…)`; the receiver is the first of the arguments.
    fn call_method(&mut self, name: &str, arguments: Vec<Value>) -> Outcome<()> {
        let key = folded(name);
        if let Some(method) = method(&key) {
            return self.call_built_in(method, arguments);
        }
        let user = self.globals.get(name).cloned().filter(|v| matches!(v, Value::Function(_)));
        if let Some(function) = user.or_else(|| self.function_named(&key)) {
            return self.call(&function, arguments);
        }
        if let Some(fault) = Context::not_built(name) {
            return Err(fault);
        }
        let fault = Fault::new(Kind::Name, say!("there is no method `{0}`", name));
        let methods = crate::methods().iter().map(|m| m.name);
        Err(match nearest(name, methods) {
            Some(near) => fault.fix(say!("did you mean `{0}`?", near)),
            None => fault,
        })
    }

    /// Calls a function with arguments.
    fn call(&mut self, callee: &Value, arguments: Vec<Value>) -> Outcome<()> {
        match callee {
            Value::Function(function) => {
                let code = &function.program.functions[function.index as usize];
                if code.parameters.len() != arguments.len() {
                    let name = code.name.as_deref().unwrap_or("the function");
                    return Err(Fault::of_type(say!(
                        "{0} is called with {1}",
                        name,
                        count(arguments.len())
                    ))
                    .expected(count(code.parameters.len())));
                }
                let given = arguments.len();
                self.stack.extend(arguments);
                self.enter(
                    Arc::clone(&function.program),
                    function.index,
                    Some(Arc::clone(function)),
                    given,
                    0,
                )
            }
            Value::Ruleset(rules) => {
                if let Some(table) = rules.function()
                    && let [size] = &arguments[..]
                    && let Some(heap) = small(size)
                    && self.explore(table, (heap, 0), callee, &arguments)?
                {
                    return Ok(());
                }
                let [size] = &arguments[..] else {
                    return Err(Fault::of_type(say!(
                        "{0} is called with {1}",
                        rules.text(),
                        count(arguments.len())
                    ))
                    .expected("the size of one heap"));
                };
                let position = self.context.heap_position(rules, size)?;
                self.stack.push(position);
                Ok(())
            }
            Value::Coordinates(rules) => {
                if let Some(table) = rules.function()
                    && let Some(pair) = rules.called_with(&arguments)
                    && self.explore(table, pair, callee, &arguments)?
                {
                    return Ok(());
                }
                let position = self.context.coordinate_position(rules, &arguments)?;
                self.stack.push(position);
                Ok(())
            }
            Value::Board(rules) => {
                let position = self.context.board_position(rules, &arguments)?;
                self.stack.push(position);
                Ok(())
            }
            Value::Method(method) => self.call_built_in(method, arguments),
            // A graph of a loopy game, as text.
            Value::Class("Graph") => self.call_method("LoopyGraph", arguments),
            _ => Err(self.context.wrong(callee, "a function before the parenthesis")),
        }
    }

    fn call_built_in(&mut self, method: &'static MethodInfo, arguments: Vec<Value>) -> Outcome<()> {
        if arguments.len() < method.least || arguments.len() > method.most {
            let given = count(arguments.len().saturating_sub(1));
            return Err(Fault::of_type(say!(
                "{0} after its receiver is called with {1}",
                method.name,
                given
            ))
            .expected(method.signature));
        }
        let mut arguments = method.in_place(arguments);
        if let Some(Value::Named(named)) = arguments.iter().find(|a| matches!(a, Value::Named(_))) {
            return Err(Fault::of_type(say!(
                "{0} has no argument called `{1}`",
                method.name,
                named.0
            ))
            .expected(method.signature));
        }
        match method.run {
            Run::Native(run) => {
                if let Some((table, wanted)) = asked_of_function(&arguments)
                    && self.explore_all(&table, wanted?, &Value::Method(method), &arguments)
                {
                    return Ok(());
                }
                if let [Value::BoardPosition(position), ..] = &arguments[..]
                    && !(position.ends() || methods::asks_position(method, position))
                {
                    arguments[0] = Arc::clone(position).game_value(&mut self.context)?;
                }
                if let Some(value) = self.context.loopy_method(method.name, &arguments)? {
                    self.stack.push(value);
                    return Ok(());
                }
                let value = run(&mut self.context, &arguments)?;
                self.stack.push(value);
                Ok(())
            }
            Run::Each(kind) => {
                let so_far = if kind == Each::Fold { arguments.remove(1) } else { Value::Nothing };
                let function = arguments.remove(1);
                if !matches!(function, Value::Function(_) | Value::Method(_)) {
                    return Err(self.context.wrong(&function, "a function such as x -> x + 1"));
                }
                let elements = self.context.elements(&arguments[0])?;
                self.context.meter.charge(size_of::<EachFrame>() as u64)?;
                let made = Builder { items: Vec::new(), charged: size_of::<EachFrame>() as u64 };
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
        }
    }

    /// One step of the method on top: takes the function's result, and calls it for the next element or ends.
    fn advance_each(&mut self) -> Outcome<()> {
        self.tick()?;
        let Some(Frame::Each(mut each)) = self.frames.pop() else { return Ok(()) };
        let mut answer = None;
        if each.started {
            let result = self.pop();
            match each.kind {
                Each::Apply => self.keep(&mut each.made, result)?,
                Each::Fold => each.so_far = result,
                Each::Filter | Each::Find | Each::Exists | Each::ForAll | Each::Count => {
                    let holds = self.context.boolean(&result)?;
                    match each.kind {
                        Each::Filter if holds => {
                            let current = each.current.clone();
                            self.keep(&mut each.made, current)?;
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
            each.current = element.clone();
            let function = each.function.clone();
            let arguments = if each.kind == Each::Fold {
                vec![each.so_far.clone(), element]
            } else {
                vec![element]
            };
            self.frames.push(Frame::Each(each));
            return self.call(&function, arguments);
        }
        let EachFrame { kind, made, so_far, count, .. } = *each;
        let items = self.finished(made);
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

    /// Whether the function must be asked first: then the call waits on a frame.
    fn explore(
        &mut self,
        table: &Arc<FunctionTable>,
        start: Pair,
        then: &Value,
        arguments: &[Value],
    ) -> Outcome<bool> {
        let wanted = table.wanted(start)?;
        Ok(self.explore_all(table, wanted, then, arguments))
    }

    /// Makes a call wait until the function has told all that is wanted, if anything is.
    fn explore_all(
        &mut self,
        table: &Arc<FunctionTable>,
        wanted: Vec<Question>,
        then: &Value,
        arguments: &[Value],
    ) -> bool {
        if wanted.is_empty() {
            return false;
        }
        self.frames.push(Frame::Explore(Box::new(ExploreFrame {
            table: Arc::clone(table),
            wanted,
            asked: None,
            then: then.clone(),
            arguments: arguments.to_vec(),
        })));
        true
    }

    /// One step of asking a function: takes what it told, and asks on or makes the call that waited.
    fn advance_explore(&mut self) -> Outcome<()> {
        self.tick()?;
        let Some(Frame::Explore(mut frame)) = self.frames.pop() else { return Ok(()) };
        if let Some(question) = frame.asked.take() {
            let result = self.pop();
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
            return self.call(&function, arguments);
        }
        self.call(&frame.then, frame.arguments)
    }

    fn keep(&mut self, builder: &mut Builder, value: Value) -> Outcome<()> {
        let bytes = value.bytes();
        self.context.meter.charge(bytes)?;
        builder.charged += bytes;
        builder.items.push(value);
        Ok(())
    }
}

/// A number that can be the size of a heap.
fn small(value: &Value) -> Option<u32> {
    u32::try_from(&value.as_integer()?).ok()
}

/// What a method on a ruleset that is given by a function will ask of the function.
fn asked_of_function(arguments: &[Value]) -> Option<(Arc<FunctionTable>, Outcome<Vec<Question>>)> {
    match arguments {
        [Value::Ruleset(rules), last] => {
            let table = rules.function()?;
            Some((Arc::clone(table), table.wanted((small(last)?, 0))))
        }
        [Value::Coordinates(rules), last] => {
            let table = rules.function()?;
            Some((Arc::clone(table), table.wanted(rules.called_with(std::slice::from_ref(last))?)))
        }
        [Value::Coordinates(rules), rows, columns] => {
            let table = rules.function()?;
            Some((Arc::clone(table), table.wanted_for_table(small(rows)?, small(columns)?)))
        }
        _ => None,
    }
}
