//! Integer expressions of heap rules.

use super::integer::{Integer, Missing};
use dashu_int::{IBig, Sign};

/// Deepest nesting of brackets and signs.
const DEEPEST: u32 = 32;
/// Most numbers and names in the two sides of `div`, of which each is written twice.
const MOST_DIVIDED: usize = 64;

/// An expression over the entries of a heap and the variables of `for`; conditions are 0 or 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Expr {
    Number(i64),
    Variable(usize),
    Negate(Box<Expr>),
    Not(Box<Expr>),
    /// Whether it is a prime.
    Prime(Box<Expr>),
    Binary(Op, Box<Expr>, Box<Expr>),
}

/// What joins two expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Op {
    Add,
    Subtract,
    Multiply,
    Divide,
    Mod,
    Min,
    Max,
    Gcd,
    Xor,
    Equal,
    Unequal,
    Less,
    AtMost,
    Divides,
    PowerOf,
    And,
    Or,
}

/// The sign of the quotient that is rounded down.
const QUOTIENT: &str = "div";

/// Signs of programming languages, and what a rule says instead.
const FOREIGN: [(char, &str); 5] = [
    ('%', "mod"),
    ('^', "xor(a,b), or a*a for a square"),
    ('&', "and"),
    ('|', "or, or k divides n"),
    ('!', "not"),
];

/// What may be asked of one number.
const PARITIES: [&str; 2] = ["even", "odd"];
const PRIME: &str = "prime";

/// Functions of two numbers, by their names. The exclusive or is one of numbers that are not negative.
const FUNCTIONS: [(&str, Op); 4] =
    [("min", Op::Min), ("max", Op::Max), ("gcd", Op::Gcd), ("xor", Op::Xor)];

impl Op {
    /// Whether its terms may be exchanged. A condition has a value only if both its terms have one, or the
    /// first decides: so `and` and `or` may not.
    pub(crate) fn commutes(self) -> bool {
        let is_sum = matches!(self, Self::Add | Self::Multiply | Self::Equal | Self::Unequal);
        is_sum || self.is_function()
    }

    /// Whether it is written as a function of two numbers.
    fn is_function(self) -> bool {
        FUNCTIONS.iter().any(|&(_, op)| op == self)
    }

    /// How tightly it binds, and its sign.
    fn sign(self) -> (u8, &'static str) {
        match self {
            Self::Or => (1, " or "),
            Self::And => (2, " and "),
            Self::Equal => (4, " = "),
            Self::Unequal => (4, " != "),
            Self::Less => (4, " < "),
            Self::AtMost => (4, " <= "),
            Self::Divides => (4, " divides "),
            Self::PowerOf => (4, " power of "),
            Self::Add => (5, "+"),
            Self::Subtract => (5, "-"),
            Self::Multiply => (6, "*"),
            Self::Divide => (6, "/"),
            Self::Mod => (6, " mod "),
            Self::Min => (9, "min"),
            Self::Max => (9, "max"),
            Self::Gcd => (9, "gcd"),
            Self::Xor => (9, "xor"),
        }
    }

    fn is_condition(self) -> bool {
        matches!(
            self,
            Self::Equal
                | Self::Unequal
                | Self::Less
                | Self::AtMost
                | Self::Divides
                | Self::PowerOf
                | Self::And
                | Self::Or
        )
    }
}

impl Expr {
    /// The expression with another in the place of each variable.
    pub(crate) fn with(&self, put: &impl Fn(usize) -> Self) -> Self {
        match self {
            Self::Number(n) => Self::Number(*n),
            Self::Variable(v) => put(*v),
            Self::Negate(a) => Self::Negate(Box::new(a.with(put))),
            Self::Not(a) => Self::Not(Box::new(a.with(put))),
            Self::Prime(a) => Self::Prime(Box::new(a.with(put))),
            Self::Binary(op, a, b) => {
                Self::Binary(*op, Box::new(a.with(put)), Box::new(b.with(put)))
            }
        }
    }

    /// The value, or `None` where there is none: a quotient that is not exact, a division by zero, an exclusive or with
    /// a number below zero. Numbers beyond 128 bits are the largest or the least of these; what lies on the way to a
    /// value may be of any size.
    #[inline]
    pub(crate) fn value(&self, variables: &[i64]) -> Option<i128> {
        match self.evaluated::<i64>(variables) {
            Ok(value) => Some(value.into()),
            Err(Missing::Undefined) => None,
            Err(Missing::Overflow) => self.wide_value(variables),
        }
    }

    #[cold]
    fn wide_value(&self, variables: &[i64]) -> Option<i128> {
        let value = self.evaluated::<IBig>(variables).ok()?;
        let beyond = if value.sign() == Sign::Negative { i128::MIN } else { i128::MAX };
        Some(i128::try_from(&value).unwrap_or(beyond))
    }

    /// The value where it is one of 64 bits.
    #[inline]
    pub(crate) fn narrow_value(&self, variables: &[i64]) -> Option<i64> {
        self.value(variables).and_then(|value| i64::try_from(value).ok())
    }

    /// Whether it is a condition that holds: one without a value does not.
    #[inline]
    pub(crate) fn holds(&self, variables: &[i64]) -> bool {
        self.value(variables).is_some_and(|truth| truth != 0)
    }

    fn evaluated<N: Integer>(&self, variables: &[i64]) -> Result<N, Missing> {
        Ok(match self {
            Self::Number(n) => N::from(*n),
            Self::Variable(v) => N::from(variables[*v]),
            Self::Negate(a) => N::from(0).minus(&a.evaluated(variables)?)?,
            Self::Not(a) => N::truth(a.evaluated::<N>(variables)? == N::from(0)),
            Self::Prime(a) => N::truth(a.evaluated::<N>(variables)?.is_prime()?),
            Self::Binary(op, a, b) => {
                let zero = N::from(0);
                let a: N = a.evaluated(variables)?;
                // `and` and `or` do not look at their right side in vain
                match op {
                    Op::And if a == zero => return Ok(zero),
                    Op::Or if a != zero => return Ok(N::from(1)),
                    _ => {}
                }
                let b: N = b.evaluated(variables)?;
                match op {
                    Op::Add => a.plus(&b)?,
                    Op::Subtract => a.minus(&b)?,
                    Op::Multiply => a.times(&b)?,
                    Op::Divide => match a.quotient(&b)? {
                        (quotient, rest) if rest == zero => quotient,
                        _ => return Err(Missing::Undefined),
                    },
                    Op::Mod => a.quotient(&b)?.1,
                    Op::Min => a.min(b),
                    Op::Max => a.max(b),
                    Op::Gcd => a.gcd(&b)?,
                    Op::Xor if a < zero || b < zero => return Err(Missing::Undefined),
                    Op::Xor => a.xor(&b),
                    Op::Equal => N::truth(a == b),
                    Op::Unequal => N::truth(a != b),
                    Op::Less => N::truth(a < b),
                    Op::AtMost => N::truth(a <= b),
                    Op::Divides if a == zero => N::truth(b == zero),
                    Op::Divides => N::truth(b.quotient(&a)?.1 == zero),
                    Op::PowerOf => N::truth(is_power(a, &b)?),
                    Op::And | Op::Or => N::truth(b != zero),
                }
            }
        })
    }

    /// A condition without those of its parts that hold whatever the variables are; the truth where nothing is left.
    /// What is no integer is not true.
    pub(crate) fn held(&self) -> Result<Self, bool> {
        if let Self::Binary(Op::And, a, b) = self {
            return match (a.held(), b.held()) {
                (Err(false), _) | (_, Err(false)) => Err(false),
                (one, Err(true)) | (Err(true), one) => one,
                (Ok(a), Ok(b)) => Ok(Self::binary(Op::And, a, b)),
            };
        }
        let mut is_fixed = true;
        self.each_variable(&mut |_| is_fixed = false);
        if is_fixed { Err(self.holds(&[])) } else { Ok(self.clone()) }
    }

    /// Calls `visit` with every variable that stands in it.
    pub(crate) fn each_variable(&self, visit: &mut dyn FnMut(usize)) {
        match self {
            Self::Number(_) => {}
            Self::Variable(v) => visit(*v),
            Self::Negate(a) | Self::Not(a) | Self::Prime(a) => a.each_variable(visit),
            Self::Binary(_, a, b) => {
                a.each_variable(visit);
                b.each_variable(visit);
            }
        }
    }

    /// Whether it is a condition rather than a number.
    pub(crate) fn is_condition(&self) -> bool {
        match self {
            Self::Not(_) | Self::Prime(_) => true,
            Self::Binary(op, ..) => op.is_condition(),
            _ => false,
        }
    }

    /// The expression with its variables named anew, and the terms that may be exchanged in one order, numbers last.
    pub(crate) fn renamed(&self, name: &dyn Fn(usize) -> usize) -> Expr {
        match self {
            Self::Number(n) => Self::Number(*n),
            Self::Variable(v) => Self::Variable(name(*v)),
            Self::Negate(a) => Self::Negate(Box::new(a.renamed(name))),
            Self::Not(a) => Self::Not(Box::new(a.renamed(name))),
            Self::Prime(a) => Self::Prime(Box::new(a.renamed(name))),
            Self::Binary(op, a, b) => {
                let (a, b) = (a.renamed(name), b.renamed(name));
                let rank = |e: &Expr| (matches!(e, Self::Number(_)), e.clone());
                let turned = op.commutes() && rank(&b) < rank(&a);
                let (a, b) = if turned { (b, a) } else { (a, b) };
                Self::Binary(*op, Box::new(a), Box::new(b))
            }
        }
    }

    /// The first quotient by a number of which there is none for some values of the variables: what is divided, and the
    /// number.
    pub(crate) fn fraction(&self) -> Option<(&Self, i64)> {
        /// Values that are tried of all variables together.
        const MOST: u32 = 1 << 12;
        match self {
            Self::Number(_) | Self::Variable(_) => None,
            Self::Negate(a) | Self::Not(a) | Self::Prime(a) => a.fraction(),
            Self::Binary(Op::Divide, a, b) if let Self::Number(by @ 2..) = **b => {
                let mut variables = std::collections::BTreeSet::new();
                a.each_variable(&mut |v| _ = variables.insert(v));
                let side = u32::try_from(by).ok()?;
                let all = side.checked_pow(variables.len() as u32).filter(|&all| all <= MOST)?;
                let mut values = vec![0; variables.last().map_or(0, |last| last + 1)];
                let whole = |n: i128| n.rem_euclid(by.into()) == 0;
                let is_whole = (0..all).all(|mut code| {
                    for &v in &variables {
                        values[v] = by * by + i64::from(code % side);
                        code /= side;
                    }
                    // what has no value has others that are missing
                    a.value(&values).is_none_or(whole)
                });
                if is_whole { a.fraction() } else { Some((a, by)) }
            }
            Self::Binary(_, a, b) => a.fraction().or_else(|| b.fraction()),
        }
    }

    /// How many numbers and names it has.
    fn length(&self) -> usize {
        match self {
            Self::Number(_) | Self::Variable(_) => 1,
            Self::Negate(a) | Self::Not(a) | Self::Prime(a) => a.length(),
            Self::Binary(_, a, b) => a.length() + b.length(),
        }
    }

    /// `a div b`, the greatest integer that is not above the quotient, by the remainder.
    fn quotient(a: Expr, b: Expr) -> Expr {
        let rest = Self::binary(Op::Mod, a.clone(), b.clone());
        Self::binary(Op::Divide, Self::binary(Op::Subtract, a, rest), b)
    }

    pub(crate) fn binary(op: Op, a: Expr, b: Expr) -> Expr {
        if let (Self::Number(_), Self::Number(_)) = (&a, &b) {
            let whole = Self::Binary(op, Box::new(a.clone()), Box::new(b.clone()));
            if let Some(value) = whole.narrow_value(&[]).filter(|_| !op.is_condition()) {
                return Self::Number(value);
            }
        }
        Self::Binary(op, Box::new(a), Box::new(b))
    }

    /// The text, with the brackets that are needed inside something that binds as `outer`.
    pub(crate) fn text(&self, names: &[String], outer: u8) -> String {
        let (binds, text) = match self {
            Self::Number(n) => (if *n < 0 { 7 } else { 9 }, n.to_string()),
            Self::Variable(v) => (9, names[*v].clone()),
            Self::Negate(a) => (7, format!("-{}", a.text(names, 8))),
            Self::Not(a) => (3, format!("not {}", a.text(names, 3))),
            Self::Prime(a) => (9, format!("{PRIME}({})", a.text(names, 0))),
            Self::Binary(op, a, b) if op.is_function() => {
                (9, format!("{}({},{})", op.sign().1, a.text(names, 0), b.text(names, 0)))
            }
            Self::Binary(op, a, b) => {
                let (binds, sign) = op.sign();
                (binds, format!("{}{sign}{}", a.text(names, binds), b.text(names, binds + 1)))
            }
        };
        if binds < outer { format!("({text})") } else { text }
    }
}

/// One word, number or sign of a heap rule, with its column from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token {
    Word(String),
    Number(i64),
    Sign(&'static str),
}

impl std::fmt::Display for Token {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Number(number) => write!(f, "{number}"),
            Self::Sign(sign) => f.write_str(sign),
        }
    }
}

/// Cuts a heap rule into tokens.
pub(crate) fn tokens(
    text: &str,
    first_column: usize,
) -> Result<Vec<(usize, Token)>, (usize, String)> {
    const SIGNS: [&str; 19] = [
        "->", "..", "!=", "<=", ">=", "+", "-", "*", "/", "=", "<", ">", "(", ")", "{", "}", ",",
        "[", "]",
    ];
    let chars: Vec<char> = text.chars().collect();
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        let column = first_column + at;
        let c = chars[at];
        if c.is_whitespace() {
            at += 1;
        } else if c.is_ascii_digit() {
            let end = at + chars[at..].iter().take_while(|c| c.is_ascii_digit()).count();
            let digits: String = chars[at..end].iter().collect();
            let name: String =
                chars[end..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').collect();
            if !name.is_empty() {
                return Err((
                    column,
                    format!("'{digits}{name}' is no number: write {digits}*{name}"),
                ));
            }
            let value = digits
                .parse::<i64>()
                .ok()
                .filter(|&n| n <= i64::from(u32::MAX))
                .ok_or((column, format!("{digits} is larger than {}", u32::MAX)))?;
            found.push((column, Token::Number(value)));
            at = end;
        } else if c.is_alphabetic() || c == '_' {
            let end =
                at + chars[at..].iter().take_while(|c| c.is_alphanumeric() || **c == '_').count();
            found.push((column, Token::Word(chars[at..end].iter().collect())));
            at = end;
        } else {
            let rest: String = chars[at..].iter().take(2).collect();
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            let sign = sign.ok_or_else(|| (column, without_meaning(c)))?;
            found.push((column, Token::Sign(sign)));
            at += sign.len();
        }
    }
    Ok(found)
}

fn without_meaning(sign: char) -> String {
    let instead = FOREIGN.iter().find(|(foreign, _)| *foreign == sign);
    let instead = instead.map_or(String::new(), |(_, word)| format!(": write {word}"));
    format!("'{sign}' has no meaning in a heap rule{instead}")
}

/// Reads expressions from tokens.
pub(crate) struct Reader<'a> {
    pub(crate) tokens: &'a [(usize, Token)],
    pub(crate) at: usize,
    /// Column behind the last token.
    pub(crate) end: usize,
    /// The entries of the heap, then the variables of `for`.
    pub(crate) names: Vec<String>,
    pub(crate) parameter: &'a dyn Fn(&str) -> Option<i64>,
    /// What the names are that are no variables of `for`.
    pub(crate) named: &'static str,
    depth: u32,
}

type Fault = (usize, String);

impl<'a> Reader<'a> {
    pub(crate) fn new(
        tokens: &'a [(usize, Token)],
        end: usize,
        names: Vec<String>,
        parameter: &'a dyn Fn(&str) -> Option<i64>,
    ) -> Self {
        let named = "an entry of the heap";
        Self { tokens, at: 0, end, names, parameter, named, depth: 0 }
    }

    pub(crate) fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    pub(crate) fn column(&self) -> usize {
        self.tokens.get(self.at).map_or(self.end, |(column, _)| *column)
    }

    pub(crate) fn fault<T>(&self, message: impl Into<String>) -> Result<T, Fault> {
        Err((self.column(), message.into()))
    }

    pub(crate) fn take(&mut self, sign: &str) -> bool {
        let here = match self.peek() {
            Some(Token::Sign(s)) => *s == sign,
            Some(Token::Word(word)) => word == sign,
            _ => false,
        };
        self.at += usize::from(here);
        here
    }

    pub(crate) fn expect(&mut self, sign: &str) -> Result<(), Fault> {
        if self.take(sign) { Ok(()) } else { self.fault(format!("expected '{sign}'")) }
    }

    /// A number: sums, products, `mod`, functions.
    pub(crate) fn number(&mut self) -> Result<Expr, Fault> {
        let column = self.column();
        let expr = self.level(5)?;
        if expr.is_condition() {
            Err((column, "expected a number, not a condition".into()))
        } else {
            Ok(expr)
        }
    }

    /// A condition.
    pub(crate) fn condition(&mut self) -> Result<Expr, Fault> {
        let column = self.column();
        let expr = self.level(1)?;
        if expr.is_condition() { Ok(expr) } else { Err((column, wanted(true))) }
    }

    /// Precedence climbing; the depth is bounded, so the stack is.
    fn level(&mut self, level: u8) -> Result<Expr, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST * 8 {
            return self.fault(format!("brackets nest more than {DEEPEST} deep"));
        }
        let result = self.level_inside(level);
        self.depth -= 1;
        result
    }

    fn level_inside(&mut self, level: u8) -> Result<Expr, Fault> {
        match level {
            3 => {
                if self.take("not") {
                    let inner = self.checked(3, true)?;
                    return Ok(Expr::Not(Box::new(inner)));
                }
                return self.level(4);
            }
            7 => {
                if self.take("-") {
                    return Ok(match self.checked(7, false)? {
                        Expr::Number(n) => Expr::Number(-n),
                        inner => Expr::Negate(Box::new(inner)),
                    });
                }
                return self.atom();
            }
            _ => {}
        }
        // a sign, what it says, and whether its sides are exchanged
        let signs: &[(&str, Op, bool)] = match level {
            1 => &[("or", Op::Or, false)],
            2 => &[("and", Op::And, false)],
            4 => &[
                ("=", Op::Equal, false),
                ("!=", Op::Unequal, false),
                ("<", Op::Less, false),
                ("<=", Op::AtMost, false),
                (">", Op::Less, true),
                (">=", Op::AtMost, true),
                ("divides", Op::Divides, false),
                ("power", Op::PowerOf, false),
            ],
            5 => &[("+", Op::Add, false), ("-", Op::Subtract, false)],
            _ => &[
                ("*", Op::Multiply, false),
                ("/", Op::Divide, false),
                ("mod", Op::Mod, false),
                (QUOTIENT, Op::Divide, false),
            ],
        };
        let conditions = level < 3;
        let start = self.column();
        let mut left = self.level(level + 1)?;
        let mut size = 0;
        loop {
            let here = self.column();
            if let Some(Token::Word(word)) = self.peek() {
                let call = FUNCTIONS.iter().find(|(name, _)| name == word).map(|_| "(a,b)");
                let call = call.or(PARITIES.contains(&&**word).then_some("(k)"));
                if let Some(call) = call {
                    return self.fault(format!("'{word}' stands before its numbers: {word}{call}"));
                }
            }
            let Some(&(sign, op, swapped)) = signs.iter().find(|(sign, ..)| self.take(sign)) else {
                return Ok(left);
            };
            if op == Op::PowerOf {
                self.expect("of")?;
            }
            size += 1;
            if size > DEEPEST {
                return self.fault(format!("more than {DEEPEST} terms: use several lines"));
            }
            if left.is_condition() != conditions {
                return Err((start, wanted(conditions)));
            }
            let divisor = self.column();
            let right = self.checked(level + 1, conditions)?;
            if matches!(op, Op::Divide | Op::Mod) && right == Expr::Number(0) {
                return Err((
                    divisor,
                    "a number other than 0 is expected behind '/' and 'mod'".into(),
                ));
            }
            if sign == QUOTIENT && left.length() + right.length() > MOST_DIVIDED {
                return self.fault(format!("more than {MOST_DIVIDED} terms: use several lines"));
            }
            left = match (sign, swapped) {
                (QUOTIENT, _) => Expr::quotient(left, right),
                (_, true) => Expr::binary(op, right, left),
                (_, false) => Expr::binary(op, left, right),
            };
            if level == 4
                && matches!(self.peek(), Some(Token::Sign("=" | "<" | ">" | "<=" | ">=" | "!=")))
            {
                return Err((here, "comparisons do not chain: join them by 'and'".into()));
            }
        }
    }

    fn checked(&mut self, level: u8, condition: bool) -> Result<Expr, Fault> {
        let column = self.column();
        let expr = self.level(level)?;
        if expr.is_condition() == condition { Ok(expr) } else { Err((column, wanted(condition))) }
    }

    fn atom(&mut self) -> Result<Expr, Fault> {
        match self.peek().cloned() {
            Some(Token::Number(n)) => {
                self.at += 1;
                Ok(Expr::Number(n))
            }
            Some(Token::Sign("(")) => {
                self.at += 1;
                let inner = self.level(1)?;
                self.expect(")")?;
                Ok(inner)
            }
            Some(Token::Word(word)) => {
                if let Some(&(_, op)) = FUNCTIONS.iter().find(|(name, _)| *name == word)
                    && self.tokens.get(self.at + 1).is_some_and(|t| t.1 == Token::Sign("("))
                {
                    self.at += 1;
                    self.expect("(")?;
                    let first = self.number()?;
                    self.expect(",")?;
                    let second = self.number()?;
                    self.expect(")")?;
                    return Ok(Expr::binary(op, first, second));
                }
                if PARITIES.contains(&&*word)
                    && self.tokens.get(self.at + 1).is_some_and(|t| t.1 == Token::Sign("("))
                {
                    self.at += 2;
                    let number = self.number()?;
                    self.expect(")")?;
                    let even = Expr::binary(Op::Divides, Expr::Number(2), number);
                    return Ok(if word == "even" { even } else { Expr::Not(Box::new(even)) });
                }
                if word == PRIME
                    && self.tokens.get(self.at + 1).is_some_and(|t| t.1 == Token::Sign("("))
                {
                    self.at += 2;
                    let number = self.number()?;
                    self.expect(")")?;
                    return Ok(Expr::Prime(Box::new(number)));
                }
                if let Some(v) = self.names.iter().rposition(|name| *name == word) {
                    self.at += 1;
                    return Ok(Expr::Variable(v));
                }
                if let Some(value) = (self.parameter)(&word) {
                    self.at += 1;
                    return Ok(Expr::Number(value));
                }
                if self.tokens.get(self.at + 1).is_some_and(|t| t.1 == Token::Sign("(")) {
                    let names = FUNCTIONS.map(|(name, _)| name).join(", ");
                    return self.fault(format!(
                        "'{word}' is no function: there are {names}, {PRIME}, even and odd"
                    ));
                }
                if self.tokens.get(self.at + 1).is_some_and(|t| t.1 == Token::Word("in".into())) {
                    return self
                        .fault(format!("a variable is named behind 'for': for {word} in 1..3"));
                }
                self.fault(format!(
                    "'{word}' is not {}, a variable of 'for' or a parameter",
                    self.named
                ))
            }
            Some(Token::Sign("=")) => self.fault("'=' stands once between two numbers"),
            _ => self.fault("expected a number, a name or '('"),
        }
    }
}

/// Whether n is 1, or a, or a², and so on.
fn is_power<N: Integer>(mut n: N, a: &N) -> Result<bool, Missing> {
    let one = N::from(1);
    let is_large = *a > one || *a < N::from(-1);
    while is_large && n != one && n != N::from(0) {
        match n.quotient(a)? {
            (quotient, rest) if rest == N::from(0) => n = quotient,
            _ => break,
        }
    }
    Ok(n == one || n == *a && !is_large)
}

fn wanted(condition: bool) -> String {
    if condition {
        "expected a condition such as 'a > 0', '3 divides a' or 'odd(a)'".into()
    } else {
        "expected a number, not a condition".into()
    }
}
