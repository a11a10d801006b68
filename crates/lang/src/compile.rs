//! From syntax to instructions for the stack machine.
//!
//! The walk over the syntax keeps its own stack of things to do, so that depth costs memory and nothing else. Functions
//! of one text form one flat [`Program`]; what a function uses from the function around it is copied into it when it is
//! made.

use crate::ast::{Ast, Clause, Node, NodeId, Parameter};
use crate::globals::Globals;
use crate::meter::Meter;
use crate::methods::{asks_misere, asks_partizan, method, sort_named, sorts};
use crate::program::{Capture, Code, Constant, Instruction, Program};
use crate::token::{BinaryOp, Played};
use crate::value::{Text, Value};
use crate::{Diagnostic, Kind, Span};
use farstar_play::nearest;

use farstar_play::say;
use rustc_hash::FxHashMap;
use std::sync::Arc;

mod played;

/// Functions written inside functions go so deep at most.
const DEEPEST_FUNCTION: usize = 200;

/// The program of a text, or what keeps it from being one.
pub(crate) fn compile(
    ast: &Ast,
    source: &str,
    globals: &mut Globals<Value>,
    meter: &Meter,
) -> Result<Program, Vec<Diagnostic>> {
    let mut compiler = Compiler {
        ast,
        program: Program {
            functions: Vec::new(),
            constants: Vec::new(),
            names: Vec::new(),
            methods: Vec::new(),
            places: Vec::new(),
            session: globals.session(),
            source: source.into(),
        },
        symbols: FxHashMap::default(),
        open: Vec::new(),
        work: Vec::new(),
        globals,
        meter,
    };
    compiler.run().map_err(|diagnostic| vec![diagnostic])?;
    Ok(compiler.program)
}

/// What is still to be done.
enum Work {
    Visit(NodeId),
    /// The game as it is written, the whole receiver or a part of it.
    VisitPlayed(NodeId, Played),
    Emit(Instruction, Span),
    /// A jump whose target is set by a later [`Work::Land`].
    Jump(Forward, Span),
    Land,
    /// Swaps the two newest open jumps and lands the older one.
    LandOlder,
    Bind {
        name: Arc<str>,
        span: Span,
    },
    /// Ends the function that is being compiled.
    EndFunction(Span),
    /// Begins a loop: a new scope with its variable.
    BeginLoop {
        name: Arc<str>,
        span: Span,
    },
    /// Ends the innermost loop.
    EndLoop(Span),
    /// A condition inside the innermost loop.
    Test(Span),
    /// A condition that ends the innermost loop.
    TestWhile(Span),
    /// Begins a loop without elements.
    BeginEndless,
    /// A step of a loop, in which `break` and `continue` may stand.
    Step(NodeId),
    /// Begins a game with a named node.
    BeginNode {
        name: Arc<str>,
        span: Span,
    },
    /// Ends it, with so many options of both players.
    EndNode {
        left: u32,
        right: u32,
        span: Span,
    },
}

#[derive(Clone, Copy)]
enum Forward {
    Always,
    Unless,
    And,
    Or,
    /// If the argument in the slot was given.
    Given(u32),
}

/// A function that is being compiled.
struct OpenFunction {
    index: usize,
    /// Local names, innermost last.
    scope: Vec<(Arc<str>, u32)>,
    captured: Vec<(Arc<str>, u32)>,
    /// Jumps that wait for their target.
    forward: Vec<usize>,
    loops: Vec<Loop>,
    /// Where the newest jump may go.
    landed: u32,
    /// The slots of the nodes whose braces are open.
    nodes: Vec<u32>,
}

struct Loop {
    /// Whether it goes through elements.
    counts: bool,
    /// Jumps to its end.
    exits: Vec<usize>,
    next: usize,
    /// Local names before the loop.
    scope: usize,
}

struct Compiler<'a> {
    ast: &'a Ast,
    program: Program,
    symbols: FxHashMap<Arc<str>, u32>,
    open: Vec<OpenFunction>,
    work: Vec<Work>,
    globals: &'a mut Globals<Value>,
    meter: &'a Meter,
}

fn index(n: usize) -> u32 {
    u32::try_from(n).expect("a text of at most 256 MiB gives fewer than 2^32 instructions")
}

impl Compiler<'_> {
    fn run(&mut self) -> Result<(), Diagnostic> {
        let span = self.ast.span_of_all().unwrap_or_default();
        self.begin_function(None, &[], span);
        match self.ast.root {
            Some(root) => self.work.extend([Work::EndFunction(span), Work::Visit(root)]),
            None => {
                self.work.extend([Work::EndFunction(span), Work::Emit(Instruction::Nothing, span)])
            }
        }
        while let Some(work) = self.work.pop() {
            match work {
                Work::Visit(node) => self.visit(node)?,
                Work::VisitPlayed(node, how) => self.visit_played(node, how),
                Work::Emit(instruction, span) => self.emit(instruction, span),
                Work::Jump(kind, span) => {
                    let here = self.here();
                    self.function().forward.push(here as usize);
                    let target = u32::MAX;
                    self.emit(
                        match kind {
                            Forward::Always => Instruction::Jump(target),
                            Forward::Unless => Instruction::JumpUnless(target),
                            Forward::And => Instruction::AndJump(target),
                            Forward::Or => Instruction::OrJump(target),
                            Forward::Given(slot) => Instruction::Given { slot, target },
                        },
                        span,
                    );
                }
                Work::Land => self.land(),
                Work::LandOlder => {
                    let forward = &mut self.function().forward;
                    let newest = forward.len() - 1;
                    forward.swap(newest - 1, newest);
                    self.land();
                }
                Work::Bind { name, span } => self.bind(&name, span),
                Work::EndFunction(span) => self.end_function(span),
                Work::BeginLoop { name, span } => {
                    let next = self.here() as usize;
                    let function = self.function();
                    let scope = function.scope.len();
                    function.loops.push(Loop { counts: true, exits: Vec::new(), next, scope });
                    let slot = self.declare(&name);
                    self.emit(Instruction::Next { slot, exit: u32::MAX }, span);
                }
                Work::EndLoop(span) => {
                    if let Some(Loop { next, scope, exits, .. }) = self.function().loops.pop() {
                        self.emit(Instruction::Jump(index(next)), span);
                        let exit = self.here();
                        self.function().scope.truncate(scope);
                        if let Instruction::Next { exit: target, .. } =
                            &mut self.code().instructions[next]
                        {
                            *target = exit;
                        }
                        for at in exits {
                            self.set_target(at, exit);
                        }
                    }
                }
                Work::BeginEndless => {
                    let next = self.here() as usize;
                    let function = self.function();
                    let scope = function.scope.len();
                    function.loops.push(Loop { counts: false, exits: Vec::new(), next, scope });
                }
                Work::TestWhile(span) => self.leave(
                    [Instruction::LeaveUnless(u32::MAX), Instruction::JumpUnless(u32::MAX)],
                    span,
                ),
                Work::Step(node) => self.step(node)?,
                Work::BeginNode { name, span } => {
                    self.only_node(&name, span)?;
                    let slot = self.declare(&name);
                    self.function().nodes.push(slot);
                    self.emit(Instruction::Node(slot), span);
                }
                Work::EndNode { left, right, span } => {
                    let function = self.function();
                    if let Some(slot) = function.nodes.pop() {
                        function.scope.retain(|&(_, known)| known != slot);
                        self.emit(Instruction::GameAt { left, right, slot }, span);
                    }
                }
                Work::Test(span) => {
                    let next = self.function().loops.last().map_or(0, |l| l.next);
                    self.emit(Instruction::JumpUnless(index(next)), span);
                }
            }
        }
        Ok(())
    }

    /// Inside the braces of a node no other has its name.
    fn only_node(&mut self, name: &Arc<str>, span: Span) -> Result<(), Diagnostic> {
        let OpenFunction { scope, nodes, .. } = self.function();
        if !scope.iter().any(|(known, slot)| known == name && nodes.contains(slot)) {
            return Ok(());
        }
        let message = say!("`{0}` is the name of a node around this one", name);
        Err(Diagnostic::syntax(span, message).expected("another name, such as b in a{0|b{a|b}}"))
    }

    fn function(&mut self) -> &mut OpenFunction {
        self.open.last_mut().expect("the function of the text itself is open until the end")
    }

    fn code(&mut self) -> &mut Code {
        let index = self.function().index;
        &mut self.program.functions[index]
    }

    /// The place of the next instruction, to which jumps may go from now on.
    fn here(&mut self) -> u32 {
        let here = index(self.code().instructions.len());
        self.function().landed = here;
        here
    }

    fn emit(&mut self, instruction: Instruction, span: Span) {
        let landed = self.function().landed as usize;
        let code = self.code();
        // a value that is only made to be dropped is not made
        if instruction == Instruction::Drop && code.instructions.len() > landed {
            let set =
                |name| code.instructions.iter().rev().nth(1) == Some(&Instruction::SetGlobal(name));
            let needless = match code.instructions.last() {
                Some(Instruction::Nothing | Instruction::Local(_)) => true,
                Some(&Instruction::Name(name)) => set(name),
                _ => false,
            };
            if needless {
                code.instructions.pop();
                code.spans.pop();
                return;
            }
        }
        code.instructions.push(instruction);
        code.spans.push(span);
    }

    /// Sets the target of the newest open jump to here.
    fn land(&mut self) {
        let here = self.here();
        if let Some(at) = self.function().forward.pop() {
            self.set_target(at, here);
        }
    }

    fn set_target(&mut self, at: usize, to: u32) {
        match &mut self.code().instructions[at] {
            Instruction::Jump(target)
            | Instruction::JumpUnless(target)
            | Instruction::AndJump(target)
            | Instruction::OrJump(target)
            | Instruction::Leave(target)
            | Instruction::LeaveUnless(target)
            | Instruction::Given { target, .. } => *target = to,
            _ => {}
        }
    }

    /// A jump to the end of the innermost loop: the first where it goes through elements.
    fn leave(&mut self, [counting, endless]: [Instruction; 2], span: Span) {
        let here = self.here() as usize;
        if let Some(inner) = self.function().loops.last_mut() {
            inner.exits.push(here);
            let jump = if inner.counts { counting } else { endless };
            self.emit(jump, span);
        }
    }

    /// A step of a loop: what stands where nothing waits for its value.
    fn step(&mut self, id: NodeId) -> Result<(), Diagnostic> {
        let (ast, span) = (self.ast, self.ast.span(id));
        match ast.node(id) {
            Node::Break => {
                self.leave([Instruction::Leave(u32::MAX), Instruction::Jump(u32::MAX)], span)
            }
            Node::Continue => {
                let next = self.function().loops.last().map_or(0, |inner| inner.next);
                self.emit(Instruction::Jump(index(next)), span);
            }
            Node::Sequence(steps) => self.sequence(steps, Work::Step),
            Node::If { arms, otherwise } => self.choice(arms, *otherwise, span, Work::Step),
            _ => self.visit(id)?,
        }
        Ok(())
    }

    fn sequence(&mut self, steps: &[NodeId], work: fn(NodeId) -> Work) {
        let last = steps.len().saturating_sub(1);
        for (place, step) in steps.iter().enumerate().rev() {
            if place < last {
                self.work.push(Work::Emit(Instruction::Drop, self.ast.span(*step)));
            }
            self.work.push(work(*step));
        }
    }

    fn choice(
        &mut self,
        arms: &[(NodeId, NodeId)],
        otherwise: Option<NodeId>,
        span: Span,
        work: fn(NodeId) -> Work,
    ) {
        // Every arm but the last leaves with a jump to the end; all of them land there.
        self.work.extend(arms.iter().map(|_| Work::Land));
        match otherwise {
            Some(otherwise) => self.work.push(work(otherwise)),
            None => self.work.push(Work::Emit(Instruction::Nothing, span)),
        }
        for (condition, then) in arms.iter().rev() {
            self.work.extend([
                Work::LandOlder,
                Work::Jump(Forward::Always, span),
                work(*then),
                Work::Jump(Forward::Unless, self.ast.span(*condition)),
                Work::Visit(*condition),
            ]);
        }
    }

    fn symbol(&mut self, name: &Arc<str>) -> u32 {
        if let Some(&symbol) = self.symbols.get(name) {
            return symbol;
        }
        let symbol = index(self.program.names.len());
        self.program.names.push(Arc::clone(name));
        self.program.methods.push(method(name));
        self.program.places.push(self.globals.place(name));
        self.symbols.insert(Arc::clone(name), symbol);
        symbol
    }

    fn constant(&mut self, constant: Constant) -> Instruction {
        self.program.constants.push(constant);
        Instruction::Constant(index(self.program.constants.len() - 1))
    }

    fn begin_function(
        &mut self,
        name: Option<Arc<str>>,
        parameters: &[Parameter],
        span: Span,
    ) -> usize {
        let place = self.program.functions.len();
        let usual: Vec<bool> = parameters.iter().map(|given| given.usual.is_some()).collect();
        let parameters: Vec<_> = parameters.iter().map(|given| Arc::clone(&given.name)).collect();
        let scope = parameters.iter().cloned().zip(0..).collect();
        let locals = index(parameters.len());
        let code = Code { name, parameters, usual, locals, span, ..Code::default() };
        self.program.functions.push(code);
        self.open.push(OpenFunction {
            index: place,
            scope,
            captured: Vec::new(),
            forward: Vec::new(),
            loops: Vec::new(),
            landed: 0,
            nodes: Vec::new(),
        });
        place
    }

    fn end_function(&mut self, span: Span) {
        self.emit(Instruction::Return, span);
        if let Some(done) = self.open.pop()
            && !self.open.is_empty()
        {
            self.emit(Instruction::Function(index(done.index)), span);
        }
    }

    fn declare(&mut self, name: &Arc<str>) -> u32 {
        let code = self.code();
        let slot = code.locals;
        code.locals += 1;
        self.function().scope.push((Arc::clone(name), slot));
        slot
    }

    /// Gives the value on the stack a name.
    fn bind(&mut self, name: &Arc<str>, span: Span) {
        let local = self
            .function()
            .scope
            .iter()
            .rev()
            .find(|(known, _)| known == name)
            .map(|&(_, slot)| slot);
        let slot = match local {
            Some(slot) => slot,
            None if self.open.len() == 1 => {
                let symbol = self.symbol(name);
                self.emit(Instruction::SetGlobal(symbol), span);
                return self.emit(Instruction::Name(symbol), span);
            }
            None => {
                // A name of the whole function: it must survive the loop it stands in.
                let slot = self.declare(name);
                let function = self.function();
                if let Some(first) = function.loops.first().map(|l| l.scope)
                    && let Some(entry) = function.scope.pop()
                {
                    function.scope.insert(first, entry);
                    for open in &mut function.loops {
                        open.scope += 1;
                    }
                }
                slot
            }
        };
        self.emit(Instruction::SetLocal(slot), span);
        self.emit(Instruction::Local(slot), span);
    }

    /// How the innermost function finds a name: its own, or from the functions around it, or only when running.
    fn resolve(&mut self, name: &Arc<str>) -> Instruction {
        let mut found = None;
        for level in (0..self.open.len()).rev() {
            let function = &self.open[level];
            if let Some(&(_, slot)) = function.scope.iter().rev().find(|(known, _)| known == name) {
                found = Some((level, Capture::Local(slot)));
                break;
            }
            if let Some(&(_, slot)) = function.captured.iter().find(|(known, _)| known == name) {
                found = Some((level, Capture::Captured(slot)));
                break;
            }
            if self.program.functions[function.index].name.as_ref() == Some(name) {
                found = Some((level, Capture::Itself));
                break;
            }
        }
        let Some((level, mut capture)) = found else {
            let symbol = self.symbol(name);
            return Instruction::Name(symbol);
        };
        for inner in level + 1..self.open.len() {
            let function = &mut self.open[inner];
            let code = &mut self.program.functions[function.index];
            code.captures.push(capture);
            let slot = index(code.captures.len() - 1);
            function.captured.push((Arc::clone(name), slot));
            capture = Capture::Captured(slot);
        }
        match capture {
            Capture::Local(slot) => Instruction::Local(slot),
            Capture::Captured(slot) => Instruction::Captured(slot),
            Capture::Itself => Instruction::Itself,
        }
    }

    fn visit(&mut self, id: NodeId) -> Result<(), Diagnostic> {
        let ast = self.ast;
        let span = ast.span(id);
        match ast.node(id) {
            Node::Error => {
                return Err(Diagnostic::new(Kind::Syntax, span, "this could not be read"));
            }
            Node::Integer(n) => {
                let constant = self.constant(Constant::Value(Value::integer(n.clone())));
                self.emit(constant, span);
            }
            Node::Literal(literal) => {
                let constant = self.constant(Constant::Literal(literal.clone()));
                self.emit(constant, span);
            }
            Node::Text(text) => {
                let text = Text::new(text.to_string(), self.meter).map_err(|stopped| {
                    Diagnostic::new(Kind::Stopped(stopped), span, stopped.to_string())
                })?;
                let constant = self.constant(Constant::Value(Value::Text(text)));
                self.emit(constant, span);
            }
            Node::Boolean(b) => {
                let constant = self.constant(Constant::Value(Value::Boolean(*b)));
                self.emit(constant, span);
            }
            Node::Name(name) if &**name == "pass" => {
                return Err(Diagnostic::syntax(span, "`pass` outside the options of a game")
                    .expected("`pass` as an option by itself, such as {0|pass}"));
            }
            Node::Name(name) => {
                let instruction = self.resolve(name);
                self.emit(instruction, span);
            }
            Node::List(items) => {
                self.work.push(Work::Emit(Instruction::List(index(items.len())), span));
                self.visit_all(items);
            }
            Node::Coordinates(items) => {
                self.work.push(Work::Emit(Instruction::Coordinates(index(items.len())), span));
                self.visit_all(items);
            }
            Node::Set(items) => {
                self.work.push(Work::Emit(Instruction::Set(index(items.len())), span));
                self.visit_all(items);
            }
            Node::Entry { key, value } => {
                self.work.extend([
                    Work::Emit(Instruction::Entry, span),
                    Work::Visit(*value),
                    Work::Visit(*key),
                ]);
            }
            Node::EmptyMap => self.emit(Instruction::Map(0), span),
            Node::Game { left, right, explicit, label } => {
                let (lefts, rights) = (index(left.len()), index(right.len()));
                self.work.push(match label {
                    Some(_) => Work::EndNode { left: lefts, right: rights, span },
                    None => {
                        let explicit = *explicit;
                        let make = Instruction::Game { left: lefts, right: rights, explicit };
                        Work::Emit(make, span)
                    }
                });
                self.visit_options(right);
                self.visit_options(left);
                if let Some(name) = label {
                    self.work.push(Work::BeginNode { name: Arc::clone(name), span });
                }
            }
            Node::Prefix { op, of } => {
                self.work.extend([Work::Emit(Instruction::Prefix(*op), span), Work::Visit(*of)]);
            }
            Node::Binary { op, left, right } => match op {
                BinaryOp::And | BinaryOp::Or => {
                    let kind = if *op == BinaryOp::And { Forward::And } else { Forward::Or };
                    self.work.extend([
                        Work::Land,
                        Work::Emit(Instruction::Boolean, ast.span(*right)),
                        Work::Visit(*right),
                        Work::Jump(kind, ast.span(*left)),
                        Work::Visit(*left),
                    ]);
                }
                _ if let Node::Integer(n) = ast.node(*right)
                    && let Ok(right) = i32::try_from(n) =>
                {
                    let with = Instruction::BinaryWith { op: *op, right };
                    self.work.extend([Work::Emit(with, span), Work::Visit(*left)]);
                }
                _ => self.work.extend([
                    Work::Emit(Instruction::Binary(*op), span),
                    Work::Visit(*right),
                    Work::Visit(*left),
                ]),
            },
            Node::Infix { name, name_span, left, right } => {
                let symbol = self.symbol(name);
                self.work.extend([
                    Work::Emit(Instruction::Method { name: symbol, count: 2 }, *name_span),
                    asked_of(name, *right),
                    asked_of(name, *left),
                ]);
            }
            Node::Member { of, name, .. } if self.is_package(*of) => {
                let graph =
                    matches!(ast.node(*of), Node::Member { name, .. } if &**name == "graph");
                let whole = graph.then(|| crate::boards::in_graph_package(name)).flatten();
                let name = self.symbol(&whole.unwrap_or_else(|| Arc::clone(name)));
                self.emit(Instruction::Name(name), span);
            }
            Node::Member { of, name, name_span } => {
                let symbol = self.symbol(name);
                self.work.extend([
                    Work::Emit(Instruction::Method { name: symbol, count: 1 }, *name_span),
                    asked_of(name, *of),
                ]);
            }
            Node::Call { callee, arguments } => {
                if let Node::Member { of, name, name_span } = ast.node(*callee)
                    && !self.is_package(*of)
                {
                    let symbol = self.symbol(name);
                    let count = index(arguments.len() + 1);
                    let method = Instruction::Method { name: symbol, count };
                    self.work.push(Work::Emit(method, *name_span));
                    self.work.extend(arguments.iter().rev().map(|&node| asked_of(name, node)));
                    self.work.push(asked_of(name, *of));
                } else {
                    self.work.push(Work::Emit(Instruction::Call(index(arguments.len())), span));
                    match ast.node(*callee) {
                        Node::Name(name) if asks_partizan(name) => {
                            self.work
                                .extend(arguments.iter().rev().map(|&node| asked_of(name, node)));
                        }
                        _ => self.visit_all(arguments),
                    }
                    self.work.push(Work::Visit(*callee));
                }
            }
            Node::Named { name, value } => {
                let name = self.symbol(name);
                self.work.extend([Work::Emit(Instruction::Named(name), span), Work::Visit(*value)]);
            }
            Node::Function { name, parameters, body } => {
                if self.open.len() > DEEPEST_FUNCTION {
                    let message = say!(
                        "functions inside functions go at most {0} levels deep",
                        DEEPEST_FUNCTION
                    );
                    return Err(Diagnostic::new(Kind::Syntax, span, message));
                }
                if let Some(name) = name {
                    self.work.push(Work::Bind { name: Arc::clone(name), span });
                }
                self.work.extend([Work::EndFunction(span), Work::Visit(*body)]);
                self.begin_function(name.clone(), parameters, span);
                for (slot, parameter) in parameters.iter().enumerate().rev() {
                    self.argument(index(slot), parameter)?;
                }
            }
            Node::Assign { name, value } => {
                self.work
                    .extend([Work::Bind { name: Arc::clone(name), span }, Work::Visit(*value)]);
            }
            Node::If { arms, otherwise } => {
                self.choice(arms, *otherwise, span, Work::Visit);
            }
            Node::Sequence(steps) => self.sequence(steps, Work::Visit),
            Node::Nothing => self.emit(Instruction::Nothing, span),
            Node::Return(value) => {
                self.work.extend([Work::Emit(Instruction::Return, span), Work::Visit(*value)])
            }
            Node::Break | Node::Continue => {
                return Err(Diagnostic::syntax(span, "this stands in no loop")
                    .expected("`break` and `continue` as steps of a loop"));
            }
            Node::Loop { clauses, body, yields } => {
                let loops = self.loops(clauses);
                self.work.push(match yields {
                    true => Work::Emit(Instruction::Built { set: false }, span),
                    false => Work::Emit(Instruction::Nothing, span),
                });
                self.work.extend((0..loops.max(1)).map(|_| Work::EndLoop(span)));
                let done = if *yields { Instruction::Append } else { Instruction::Drop };
                self.work.extend([Work::Emit(done, ast.span(*body)), Work::Step(*body)]);
                for clause in clauses.iter().rev() {
                    self.clause(clause);
                }
                if loops == 0 {
                    self.work.push(Work::BeginEndless);
                }
                if *yields {
                    self.work.push(Work::Emit(Instruction::NewBuilder, span));
                }
            }
            Node::Comprehension { set, element, clauses } => {
                self.work.push(Work::Emit(Instruction::Built { set: *set }, span));
                let loops = self.loops(clauses);
                self.endless(clauses)?;
                self.work.extend((0..loops).map(|_| Work::EndLoop(span)));
                self.work.extend([
                    Work::Emit(Instruction::Append, ast.span(*element)),
                    Work::Visit(*element),
                ]);
                for clause in clauses.iter().rev() {
                    self.clause(clause);
                }
                self.work.push(Work::Emit(Instruction::NewBuilder, span));
            }
        }
        Ok(())
    }

    /// What is done about an argument before the function begins: if it was left out, what stands for it is put in its
    /// place; if it was given, it must be of its sort.
    fn argument(&mut self, slot: u32, parameter: &Parameter) -> Result<(), Diagnostic> {
        let span = self.function_span();
        if parameter.usual.is_some() {
            self.work.push(Work::Land);
        }
        if let Some((name, span)) = &parameter.sort {
            let Some(sort) = sort_named(name) else {
                let fault = Diagnostic::new(
                    Kind::Name,
                    *span,
                    say!("there is no sort of values `{0}`", name),
                );
                return Err(match nearest(name, sorts()) {
                    Some(near) => fault.fix(say!("did you mean `{0}`?", near)),
                    None => fault.expected("a sort such as Integer, Game or List"),
                });
            };
            let Instruction::Constant(sort) = self.constant(Constant::Value(Value::Class(sort)))
            else {
                return Ok(());
            };
            self.work.push(Work::Emit(Instruction::Expect { slot, sort }, *span));
        }
        if let Some(usual) = parameter.usual {
            self.work.extend([
                Work::LandOlder,
                Work::Jump(Forward::Always, span),
                Work::Emit(Instruction::SetLocal(slot), span),
                Work::Visit(usual),
                Work::Jump(Forward::Given(slot), span),
            ]);
        }
        Ok(())
    }

    /// The place of the innermost function.
    fn function_span(&mut self) -> Span {
        self.code().span
    }

    /// Whether this is a package of rulesets, `game.heap` and the like, or the kinds of sums: what stands in it has a
    /// name of its own.
    fn is_package(&self, id: NodeId) -> bool {
        if matches!(self.ast.node(id), Node::Name(name) if &**name == "CompoundType") {
            return true;
        }
        let Node::Member { of, name, .. } = self.ast.node(id) else { return false };
        let package = matches!(&**name, "heap" | "grid" | "strip" | "graph" | "variant");
        package && matches!(self.ast.node(*of), Node::Name(root) if &**root == "game")
    }

    /// How many of the clauses go through elements.
    fn loops(&self, clauses: &[Clause]) -> usize {
        let goes = |clause: &&Clause| matches!(clause, Clause::In { .. } | Clause::From { .. });
        clauses.iter().filter(goes).count()
    }

    /// Refuses lists of which nothing says that they end.
    fn endless(&self, clauses: &[Clause]) -> Result<(), Diagnostic> {
        for (place, clause) in clauses.iter().enumerate() {
            if let Clause::From { from: Some(from), to: None, .. } = clause
                && !clauses[place..].iter().any(|clause| matches!(clause, Clause::While(_)))
            {
                let span = self.ast.span(*from);
                return Err(Diagnostic::new(Kind::Domain, span, "a loop without an end")
                    .expected("`from a to b`"));
            }
        }
        Ok(())
    }

    fn clause(&mut self, clause: &Clause) {
        let ast = self.ast;
        match clause {
            Clause::While(condition) => {
                self.work.extend([Work::TestWhile(ast.span(*condition)), Work::Visit(*condition)]);
            }
            Clause::Where(condition) => {
                self.work.extend([Work::Test(ast.span(*condition)), Work::Visit(*condition)]);
            }
            Clause::In { name, list } => {
                let span = ast.span(*list);
                self.work.extend([
                    Work::BeginLoop { name: Arc::clone(name), span },
                    Work::Emit(Instruction::LoopIn, span),
                    Work::Visit(*list),
                ]);
            }
            Clause::From { name, from, to, by } => {
                let span = from.or(*to).map(|bound| ast.span(bound)).unwrap_or_default();
                self.work.extend([
                    Work::BeginLoop { name: Arc::clone(name), span },
                    Work::Emit(Instruction::LoopFrom, span),
                ]);
                for bound in [by, to] {
                    self.work.push(match bound {
                        Some(bound) => Work::Visit(*bound),
                        None => Work::Emit(Instruction::Nothing, span),
                    });
                }
                let one = Constant::Value(Value::integer(1));
                let first = match from {
                    Some(from) => Work::Visit(*from),
                    None => Work::Emit(self.constant(one), span),
                };
                self.work.push(first);
            }
        }
    }

    /// Options of a game, among which `pass` may stand.
    fn visit_options(&mut self, nodes: &[NodeId]) {
        let ast = self.ast;
        self.work.extend(nodes.iter().rev().map(|&node| match ast.node(node) {
            Node::Name(name) if &**name == "pass" => Work::Emit(Instruction::Pass, ast.span(node)),
            _ => Work::Visit(node),
        }));
    }

    fn visit_all(&mut self, nodes: &[NodeId]) {
        self.work.extend(nodes.iter().rev().map(|&node| Work::Visit(node)));
    }
}

/// The receiver or an argument of a method: for questions of misère play as it is written.
fn asked_of(method: &str, node: NodeId) -> Work {
    if asks_partizan(method) {
        Work::VisitPlayed(node, Played::Given)
    } else if asks_misere(method) {
        Work::VisitPlayed(node, Played::Whole)
    } else {
        Work::Visit(node)
    }
}
