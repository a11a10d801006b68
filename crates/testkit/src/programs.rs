//! Random programs of the worksheet, and what they give by walking their trees: no stack machine, no short cuts, no
//! values but integers and truths. A program is written as text for the language and run here as it stands.

use crate::SplitMix64;
use std::fmt::{self, Display, Formatter};

/// An expression whose value is an integer.
#[derive(Clone, Debug)]
enum Number {
    Literal(i64),
    Name(Name),
    Plus(Box<Number>, Box<Number>),
    Minus(Box<Number>, Box<Number>),
    /// A product modulo a prime, so that numbers stay small.
    Times(Box<Number>, Box<Number>),
    Modulo(Box<Number>, i64),
    Choice(Box<Truth>, Box<Number>, Box<Number>),
    /// An earlier function, with its second argument or without.
    Call(usize, Box<Number>, Option<Box<Number>>, bool),
    /// The sum of a comprehension over a range, and whether it is written with `Apply`.
    Sum(Name, [Box<Number>; 3], Option<Box<Truth>>),
    Applied(Name, [Box<Number>; 3]),
    /// The sum of the list that changes.
    Held,
}

#[derive(Clone, Debug)]
enum Truth {
    Less(Number, Number),
    Equal(Number, Number),
    Not(Box<Truth>),
    And(Box<Truth>, Box<Truth>),
    Or(Box<Truth>, Box<Truth>),
}

#[derive(Clone, Debug)]
enum Step {
    Give(Name, Number),
    Keep(Number),
    If(Truth, Vec<Step>, Vec<Step>),
    /// `for name from a to b by c`
    For(Name, Number, Number, i64, Vec<Step>),
    /// A loop that ends after some turns at the latest, which its name counts.
    While(Name, i64, Truth, Vec<Step>),
    BreakIf(Truth),
    ContinueIf(Truth),
    ReturnIf(Truth, Number),
}

/// Parameters are 0 and 1, local names 2 to 4, and each loop has one of its own.
type Name = usize;

const LOCALS: std::ops::Range<Name> = 2..5;
const PRIME: i64 = 1009;
/// Steps after which a program is given up.
const MOST_STEPS: u64 = 20_000;

/// A function of `a` and `b`, the second of which may be left out.
#[derive(Clone, Debug)]
struct Function {
    usual: Number,
    steps: Vec<Step>,
    last: Number,
}

/// Functions, each of which may call those before it; the value is that of the last one.
#[derive(Clone, Debug)]
pub struct Program {
    functions: Vec<Function>,
    given: i64,
}

/// Writes programs.
struct Author<'r> {
    random: &'r mut SplitMix64,
    functions: usize,
    /// Names that have values here.
    known: Vec<Name>,
    next: Name,
    loops: u32,
}

impl Program {
    /// A program of so many functions.
    pub fn random(random: &mut SplitMix64, functions: usize) -> Self {
        let mut made = Vec::new();
        for functions in 0..functions {
            let known = vec![0];
            let mut author = Author { random, functions, known, next: LOCALS.end, loops: 0 };
            let usual = author.number(2);
            author.known.push(1);
            author.known.extend(LOCALS);
            let steps = author.steps(3);
            made.push(Function { usual, steps, last: author.number(3) });
        }
        let given = random.below(20) as i64 - 5;
        Self { functions: made, given }
    }

    /// What the program gives, or nothing if it takes too many steps.
    pub fn value(&self) -> Option<i64> {
        let mut walker = Walker { program: self, left: MOST_STEPS };
        walker.call(self.functions.len() - 1, self.given, None)
    }
}

impl Author<'_> {
    fn below(&mut self, n: u64) -> u64 {
        self.random.below(n)
    }

    fn number(&mut self, depth: u32) -> Number {
        let boxed = |author: &mut Self| Box::new(author.number(depth - 1));
        match if depth == 0 { self.below(2) } else { self.below(12) } {
            0 => Number::Literal(self.below(13) as i64 - 4),
            1 | 2 => Number::Name(*self.random.pick(&self.known)),
            3 => Number::Plus(boxed(self), boxed(self)),
            4 => Number::Minus(boxed(self), boxed(self)),
            5 => Number::Times(boxed(self), boxed(self)),
            6 => Number::Modulo(boxed(self), 1 + self.random.below(9) as i64),
            7 => Number::Choice(Box::new(self.truth(depth - 1)), boxed(self), boxed(self)),
            8 if self.functions > 0 => {
                let function = self.below(self.functions as u64) as usize;
                let second = (self.below(2) == 0).then(|| boxed(self));
                Number::Call(function, boxed(self), second, self.random.below(2) == 0)
            }
            9 | 10 => {
                let (from, to) = (boxed(self), boxed(self));
                let name = self.fresh();
                self.known.push(name);
                let body = boxed(self);
                let made = if self.below(2) == 0 {
                    let only = (self.below(2) == 0).then(|| Box::new(self.truth(depth - 1)));
                    Number::Sum(name, [from, to, body], only)
                } else {
                    Number::Applied(name, [from, to, body])
                };
                self.known.pop();
                made
            }
            _ if self.known.contains(&LOCALS.start) => Number::Held,
            _ => Number::Literal(1),
        }
    }

    fn truth(&mut self, depth: u32) -> Truth {
        let boxed = |author: &mut Self| Box::new(author.truth(depth - 1));
        match if depth == 0 { self.below(2) } else { self.below(5) } {
            0 => Truth::Less(self.number(depth), self.number(depth)),
            1 => Truth::Equal(self.number(depth), self.number(depth)),
            2 => Truth::Not(boxed(self)),
            3 => Truth::And(boxed(self), boxed(self)),
            _ => Truth::Or(boxed(self), boxed(self)),
        }
    }

    fn fresh(&mut self) -> Name {
        self.next += 1;
        self.next
    }

    fn steps(&mut self, depth: u32) -> Vec<Step> {
        (0..=self.below(3)).map(|_| self.step(depth)).collect()
    }

    fn step(&mut self, depth: u32) -> Step {
        let simple = if self.loops > 0 { 6 } else { 4 };
        match if depth == 0 { self.below(simple) } else { self.below(9) } {
            0 | 1 => Step::Give(LOCALS.start + self.below(3) as usize, self.number(2)),
            2 => Step::Keep(self.number(2)),
            3 => Step::ReturnIf(self.truth(1), self.number(1)),
            4 if self.loops > 0 => Step::BreakIf(self.truth(1)),
            5 if self.loops > 0 => Step::ContinueIf(self.truth(1)),
            6 if depth > 0 => {
                let (condition, then) = (self.truth(2), self.steps(depth - 1));
                Step::If(condition, then, self.steps(depth - 1))
            }
            7 if depth > 0 => {
                let (from, to) = (self.number(1), self.number(1));
                let by = [1, 1, 2, -1][self.below(4) as usize];
                let (name, body) = self.body(depth);
                Step::For(name, from, to, by, body)
            }
            8 if depth > 0 => {
                let condition = self.truth(1);
                let most = self.below(6) as i64;
                let (name, body) = self.body(depth);
                Step::While(name, most, condition, body)
            }
            _ => Step::Give(LOCALS.start, self.number(1)),
        }
    }

    fn body(&mut self, depth: u32) -> (Name, Vec<Step>) {
        let name = self.fresh();
        self.known.push(name);
        self.loops += 1;
        let body = self.steps(depth - 1);
        self.loops -= 1;
        self.known.pop();
        (name, body)
    }
}

/// What comes after a step.
enum After {
    Next,
    Break,
    Continue,
    Return(i64),
}

struct Walker<'p> {
    program: &'p Program,
    left: u64,
}

/// The values of names, and the sum of what the list holds.
struct Frame {
    values: Vec<i64>,
    held: i64,
}

impl Frame {
    fn set(&mut self, name: Name, value: i64) {
        if self.values.len() <= name {
            self.values.resize(name + 1, 0);
        }
        self.values[name] = value;
    }
}

impl Walker<'_> {
    fn tick(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    fn call(&mut self, function: usize, a: i64, b: Option<i64>) -> Option<i64> {
        self.tick()?;
        let function = &self.program.functions[function];
        let mut frame = Frame { values: vec![a, 0, 0, 0, 0], held: 0 };
        frame.values[1] = match b {
            Some(b) => b,
            None => self.number(&function.usual, &mut frame)?,
        };
        match self.steps(&function.steps, &mut frame)? {
            After::Return(value) => Some(value),
            _ => self.number(&function.last, &mut frame),
        }
    }

    fn number(&mut self, number: &Number, frame: &mut Frame) -> Option<i64> {
        self.tick()?;
        let value = match number {
            Number::Literal(n) => *n,
            Number::Name(name) => frame.values[*name],
            Number::Plus(x, y) => self.number(x, frame)?.checked_add(self.number(y, frame)?)?,
            Number::Minus(x, y) => self.number(x, frame)?.checked_sub(self.number(y, frame)?)?,
            Number::Times(x, y) => {
                let product = self.number(x, frame)?.checked_mul(self.number(y, frame)?)?;
                product.rem_euclid(PRIME)
            }
            Number::Modulo(x, n) => self.number(x, frame)?.rem_euclid(*n),
            Number::Choice(condition, x, y) => match self.truth(condition, frame)? {
                true => self.number(x, frame)?,
                false => self.number(y, frame)?,
            },
            Number::Call(function, x, y, _) => {
                let a = self.number(x, frame)?;
                let b = match y {
                    Some(y) => Some(self.number(y, frame)?),
                    None => None,
                };
                self.call(*function, a, b)?
            }
            Number::Sum(name, [from, to, body], only) => {
                let (from, to) = self.range(from, to, frame)?;
                let mut sum = 0i64;
                for n in from..=to {
                    frame.set(*name, n);
                    let holds = match only {
                        Some(only) => self.truth(only, frame)?,
                        None => true,
                    };
                    if holds {
                        sum = sum.checked_add(self.number(body, frame)?)?;
                    }
                }
                sum
            }
            Number::Applied(name, [from, to, body]) => {
                let (from, to) = self.range(from, to, frame)?;
                let mut sum = 0i64;
                for n in from..=to {
                    frame.set(*name, n);
                    sum = sum.checked_add(self.number(body, frame)?)?;
                }
                sum
            }
            Number::Held => frame.held,
        };
        Some(value)
    }

    /// The bounds of a range as they are written, modulo small numbers.
    fn range(&mut self, from: &Number, to: &Number, frame: &mut Frame) -> Option<(i64, i64)> {
        let from = self.number(from, frame)?.rem_euclid(5);
        Some((from, self.number(to, frame)?.rem_euclid(9)))
    }

    fn truth(&mut self, truth: &Truth, frame: &mut Frame) -> Option<bool> {
        self.tick()?;
        Some(match truth {
            Truth::Less(x, y) => self.number(x, frame)? < self.number(y, frame)?,
            Truth::Equal(x, y) => self.number(x, frame)? == self.number(y, frame)?,
            Truth::Not(x) => !self.truth(x, frame)?,
            Truth::And(x, y) => self.truth(x, frame)? && self.truth(y, frame)?,
            Truth::Or(x, y) => self.truth(x, frame)? || self.truth(y, frame)?,
        })
    }

    fn steps(&mut self, steps: &[Step], frame: &mut Frame) -> Option<After> {
        for step in steps {
            match self.step(step, frame)? {
                After::Next => {}
                other => return Some(other),
            }
        }
        Some(After::Next)
    }

    fn step(&mut self, step: &Step, frame: &mut Frame) -> Option<After> {
        self.tick()?;
        match step {
            Step::Give(name, number) => {
                let value = self.number(number, frame)?;
                frame.set(*name, value);
            }
            Step::Keep(number) => {
                frame.held = frame.held.checked_add(self.number(number, frame)?)?;
            }
            Step::If(condition, then, otherwise) => {
                let taken = if self.truth(condition, frame)? { then } else { otherwise };
                return self.steps(taken, frame);
            }
            Step::For(name, from, to, by, body) => {
                let (mut n, to) = self.range(from, to, frame)?;
                while if *by > 0 { n <= to } else { n >= to } {
                    frame.set(*name, n);
                    match self.steps(body, frame)? {
                        After::Break => break,
                        After::Return(value) => return Some(After::Return(value)),
                        After::Next | After::Continue => {}
                    }
                    n += by;
                }
            }
            Step::While(name, most, condition, body) => {
                frame.set(*name, 0);
                while frame.values[*name] < *most && self.truth(condition, frame)? {
                    frame.set(*name, frame.values[*name] + 1);
                    match self.steps(body, frame)? {
                        After::Break => break,
                        After::Return(value) => return Some(After::Return(value)),
                        After::Next | After::Continue => {}
                    }
                }
            }
            Step::BreakIf(condition) if self.truth(condition, frame)? => return Some(After::Break),
            Step::ContinueIf(condition) if self.truth(condition, frame)? => {
                return Some(After::Continue);
            }
            Step::ReturnIf(condition, number) if self.truth(condition, frame)? => {
                return self.number(number, frame).map(After::Return);
            }
            Step::BreakIf(_) | Step::ContinueIf(_) | Step::ReturnIf(..) => {}
        }
        Some(After::Next)
    }
}

/// A name as it is written.
struct Written(Name);

impl Display for Written {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("a"),
            1 => f.write_str("b"),
            name => write!(f, "x{name}"),
        }
    }
}

impl Display for Number {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Literal(n) => write!(f, "({n})"),
            Self::Name(name) => write!(f, "{}", Written(*name)),
            Self::Plus(x, y) => write!(f, "({x} + {y})"),
            Self::Minus(x, y) => write!(f, "({x} - {y})"),
            Self::Times(x, y) => write!(f, "({x} * {y} % {PRIME})"),
            Self::Modulo(x, n) => write!(f, "({x} % {n})"),
            Self::Choice(c, x, y) => write!(f, "(if {c} then {x} else {y} end)"),
            Self::Call(function, x, None, _) => write!(f, "f{function}({x})"),
            Self::Call(function, x, Some(y), false) => write!(f, "f{function}({x}, {y})"),
            Self::Call(function, x, Some(y), true) => write!(f, "f{function}(a => {x}, b => {y})"),
            Self::Sum(name, [from, to, body], only) => {
                let name = Written(*name);
                write!(f, "[{body} for {name} from {from} % 5 to {to} % 9")?;
                if let Some(only) = only {
                    write!(f, " where {only}")?;
                }
                f.write_str("].Sum")
            }
            Self::Applied(name, [from, to, body]) => {
                write!(f, "(({from} % 5)..({to} % 9)).Apply({} -> {body}).Sum", Written(*name))
            }
            Self::Held => f.write_str("held.Sum"),
        }
    }
}

impl Display for Truth {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Less(x, y) => write!(f, "({x} < {y})"),
            Self::Equal(x, y) => write!(f, "({x} == {y})"),
            Self::Not(x) => write!(f, "(not {x})"),
            Self::And(x, y) => write!(f, "({x} and {y})"),
            Self::Or(x, y) => write!(f, "({x} or {y})"),
        }
    }
}

/// Steps behind one another.
fn write_steps(f: &mut Formatter<'_>, steps: &[Step]) -> fmt::Result {
    steps.iter().try_for_each(|step| write!(f, "{step}; "))
}

impl Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Give(name, number) => write!(f, "{} := {number}", Written(*name)),
            Self::Keep(number) => write!(f, "held.Add({number})"),
            Self::If(condition, then, otherwise) => {
                write!(f, "if {condition} then ")?;
                write_steps(f, then)?;
                f.write_str("else ")?;
                write_steps(f, otherwise)?;
                f.write_str("end")
            }
            Self::For(name, from, to, by, body) => {
                write!(f, "for {} from {from} % 5 to {to} % 9 by {by} do ", Written(*name))?;
                write_steps(f, body)?;
                f.write_str("end")
            }
            Self::While(name, most, condition, body) => {
                let name = Written(*name);
                write!(
                    f,
                    "{name} := 0; while {name} < {most} and {condition} do {name} := {name} + 1; "
                )?;
                write_steps(f, body)?;
                f.write_str("end")
            }
            Self::BreakIf(condition) => write!(f, "if {condition} then break; end"),
            Self::ContinueIf(condition) => write!(f, "if {condition} then continue; end"),
            Self::ReturnIf(condition, number) => {
                write!(f, "if {condition} then return {number}; end")
            }
        }
    }
}

impl Display for Program {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (at, Function { usual, steps, last }) in self.functions.iter().enumerate() {
            write!(
                f,
                "f{at}(a as Integer, b as Integer ? {usual}) := begin held := MutableList(); "
            )?;
            for name in LOCALS {
                write!(f, "{} := 0; ", Written(name))?;
            }
            write_steps(f, steps)?;
            write!(f, "{last} end; ")?;
        }
        write!(f, "f{}({})", self.functions.len() - 1, self.given)
    }
}
