//! The text of a heap game, as `farstar rules` writes it in canonical form: heaps that are tuples of numbers,
//! moves with ranges and conditions, take-and-break codes of single digits, and rows of coins by their turning
//! codes.

use crate::head::is_misere;
use crate::rows::heaps_of_rows;

/// An expression in the entries of a heap and the variables of `for`; conditions are expressions too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expr {
    Number(i64),
    Variable(usize),
    Not(Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
}

/// What a variable of `for` runs over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Range {
    Between(Expr, Expr),
    Of(Vec<i64>),
    /// All natural numbers: of those that the condition names by what they are.
    Natural,
}

/// One move: a heap becomes the sum of the parts, each so many equal heaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    /// Whether Left may make it, and Right.
    pub(crate) players: [bool; 2],
    pub(crate) ranges: Vec<Range>,
    pub(crate) parts: Vec<(Expr, Vec<Expr>)>,
    pub(crate) condition: Option<Expr>,
    /// Whether instead the xor of a run of values below is made: coins turned in a run.
    pub(crate) run: bool,
    /// A variable of `for` that stands for its product with an entry, as it stands in such products only.
    pub(crate) multiple: Option<(usize, usize)>,
}

/// The rules of a game.
#[derive(Clone, Debug)]
pub(crate) struct Rules {
    pub(crate) misere: bool,
    pub(crate) names: Vec<String>,
    pub(crate) moves: Vec<Move>,
}

const SIGNS: [&str; 18] =
    ["->", "..", "!=", "<=", ">=", "+", "-", "*", "/", "=", "<", ">", "(", ")", "{", "}", ",", "!"];
const FUNCTIONS: [&str; 4] = ["min", "max", "gcd", "xor"];
const WORDS: [&str; 13] =
    ["for", "in", "if", "and", "or", "not", "mod", "divides", "power", "min", "max", "gcd", "xor"];
/// Numbers of a range that may be listed.
const FEW: i64 = 64;
/// Deepest nesting of an expression.
const DEEPEST: usize = 60;

struct Reader {
    tokens: Vec<String>,
    at: usize,
    names: Vec<String>,
    depth: usize,
}

fn tokens(text: &str) -> Result<Vec<String>, String> {
    let (mut rest, mut found) = (text.trim_start(), Vec::new());
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let end = if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else {
            let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
            sign.ok_or(format!("'{first}' has no meaning in a heap rule"))?.len()
        };
        found.push(rest[..end].to_owned());
        rest = rest[end..].trim_start();
    }
    Ok(found)
}

impl Reader {
    fn take(&mut self, token: &str) -> bool {
        let here = self.tokens.get(self.at).is_some_and(|t| t == token);
        self.at += usize::from(here);
        here
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        if self.take(token) { Ok(()) } else { Err(format!("expected '{token}'")) }
    }

    fn next(&mut self) -> Result<String, String> {
        self.at += 1;
        self.tokens.get(self.at - 1).cloned().ok_or("the rule ends too soon".to_owned())
    }

    fn integer(&mut self) -> Result<i64, String> {
        let minus = self.take("-");
        let word = self.next()?;
        let n: i64 = word.parse().map_err(|_| format!("'{word}' is not a number"))?;
        Ok(if minus { -n } else { n })
    }

    /// Precedence climbing: `or`, `and`, `not`, comparisons, sums, products, signs.
    fn expr(&mut self, level: usize) -> Result<Expr, String> {
        const LEVELS: [&[&str]; 7] = [
            &["or"],
            &["and"],
            &[],
            &["=", "!=", "<", "<=", ">", ">=", "divides", "power"],
            &["+", "-"],
            &["*", "/", "mod"],
            &[],
        ];
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err("brackets nest too deep".into());
        }
        let mut left = match level {
            2 if self.take("not") => Expr::Not(Box::new(self.expr(2)?)),
            6 if self.take("-") => binary("-", Expr::Number(0), self.expr(6)?),
            6 => self.atom()?,
            _ => self.expr(level + 1)?,
        };
        while let Some(op) = LEVELS[level].iter().find(|op| self.take(op)) {
            if *op == "power" {
                self.expect("of")?;
            }
            let right = self.expr(level + 1)?;
            left = match *op {
                ">" => binary("<", right, left),
                ">=" => binary("<=", right, left),
                op => binary(op, left, right),
            };
        }
        self.depth -= 1;
        Ok(left)
    }

    fn atom(&mut self) -> Result<Expr, String> {
        let word = self.next()?;
        if let Ok(n) = word.parse::<i64>() {
            return if n < 1 << 40 {
                Ok(Expr::Number(n))
            } else {
                Err(format!("{n} is too large"))
            };
        }
        if word == "(" {
            let inner = self.expr(0)?;
            self.expect(")")?;
            return Ok(inner);
        }
        if let Some(op) = FUNCTIONS.into_iter().find(|op| *op == word)
            && self.take("(")
        {
            let first = self.expr(4)?;
            self.expect(",")?;
            let second = self.expr(4)?;
            self.expect(")")?;
            return Ok(binary(op, first, second));
        }
        let place = self.names.iter().position(|name| *name == word);
        place.map(Expr::Variable).ok_or(format!("'{word}' is unknown"))
    }

    fn parts(&mut self, arity: usize) -> Result<Vec<(Expr, Vec<Expr>)>, String> {
        let mut parts = Vec::new();
        if self.take("nothing") {
            return Ok(parts);
        }
        loop {
            let counted = self.tokens.get(self.at).is_some_and(|t| t != "(");
            let count = if counted { self.expr(6)? } else { Expr::Number(1) };
            if counted {
                self.expect("*")?;
            }
            self.expect("(")?;
            let mut entries = vec![self.expr(4)?];
            while self.take(",") {
                entries.push(self.expr(4)?);
            }
            self.expect(")")?;
            if entries.len() != arity {
                return Err(format!("a heap has {arity} entries"));
            }
            parts.push((count, entries));
            if !self.take("+") {
                return Ok(parts);
            }
        }
    }

    fn range(&mut self) -> Result<Range, String> {
        if self.take("{") {
            let mut list = Vec::new();
            while !self.take("}") {
                list.push(self.integer()?);
            }
            return Ok(Range::Of(list));
        }
        let low = self.expr(4)?;
        self.expect("..")?;
        Ok(Range::Between(low, self.expr(4)?))
    }

    /// `(a,b) -> … for … if …`: the variables are named behind the place where they are used.
    fn written(mut self) -> Result<Move, String> {
        let arity = self.names.len();
        self.expect("(")?;
        for i in 0..arity {
            let name = self.names[i].clone();
            self.expect(&name)?;
            self.expect(if i + 1 < arity { "," } else { ")" })?;
        }
        self.expect("->")?;
        let body = self.at;
        let end = |token: &String| token == "for" || token == "if";
        self.at = self.tokens.iter().position(end).unwrap_or(self.tokens.len());
        let stop = self.at;
        let mut ranges = Vec::new();
        if self.take("for") {
            loop {
                let name = self.next()?;
                if WORDS.contains(&&*name) || self.names.contains(&name) {
                    return Err(format!("'{name}' is no name for a variable"));
                }
                self.expect("in")?;
                let range = self.range()?;
                ranges.push(range);
                self.names.push(name);
                if !self.take(",") {
                    break;
                }
            }
        }
        let condition = if self.take("if") { Some(self.expr(0)?) } else { None };
        if self.at != self.tokens.len() {
            return Err(format!("'{}' is not understood", self.tokens[self.at]));
        }
        self.at = body;
        let parts = self.parts(arity)?;
        if self.at != stop {
            return Err("a move ends with its parts".into());
        }
        let written = Move { ranges, parts, condition, ..Move::new() };
        Ok(written.with_remainders(arity).with_multiples(arity))
    }
}

impl Move {
    /// Of both players, to nothing.
    fn new() -> Self {
        let (ranges, parts) = (Vec::new(), Vec::new());
        Self { players: [true; 2], ranges, parts, condition: None, run: false, multiple: None }
    }

    /// The move with each number of ranges that are few in place of their variables, if there are such ranges.
    pub(crate) fn listed(&self) -> Option<Self> {
        let mut listed = self.clone();
        for range in &mut listed.ranges {
            if let Range::Between(Expr::Number(low), Expr::Number(high)) = *range
                && (0..FEW).contains(&(high - low))
            {
                *range = Range::Of((low..=high).collect());
            }
        }
        (listed != *self && self.multiple.is_none()).then_some(listed)
    }

    /// The move with a variable in the place of each product of two numbers that are not fixed, of which the condition
    /// says that it is that.
    pub(crate) fn with_products(&self, arity: usize) -> Self {
        let (mut changed, mut products) = (self.clone(), Vec::new());
        let first = arity + self.ranges.len();
        for (_, entries) in &mut changed.parts {
            for entry in entries {
                *entry = entry.without_products(first, &mut products);
            }
        }
        let condition = changed.condition.map(|one| one.without_products(first, &mut products));
        changed.ranges.extend(products.iter().map(|_| Range::Natural));
        let named = (first..).zip(products).map(|(name, one)| binary("=", variable(name), one));
        changed.condition = named.chain(condition).reduce(|one, other| binary("and", one, other));
        changed
    }

    /// The move with x − k for each x mod k, and only those k that are more than half of x, where k is from some
    /// number ≥ 1 on up to x and stands nowhere else. For these remainders are x − k; and if r is that of another k, x
    /// − r is a multiple of k, so no smaller, and more than half of x, and its remainder is r.
    fn with_remainders(self, arity: usize) -> Self {
        let [Range::Between(Expr::Number(1..), most)] = &self.ranges[..] else { return self };
        let twice = binary("*", Expr::Number(2), variable(arity));
        let is_large = binary("<", most.clone(), twice);
        let mut changed = self.clone();
        for one in
            changed.parts.iter_mut().flat_map(|(count, entries)| [count].into_iter().chain(entries))
        {
            let Some(other) = one.remainders(arity, most) else { return self };
            *one = other;
        }
        if let Some(condition) = &mut changed.condition {
            let Some(other) = condition.remainders(arity, most) else { return self };
            *condition = other;
        }
        if changed == self {
            return self;
        }
        changed.condition = [is_large]
            .into_iter()
            .chain(changed.condition)
            .reduce(|one, other| binary("and", one, other));
        changed
    }

    /// The move with k·x as a variable, for a variable k from 1 on that stands nowhere but in products with entry x.
    fn with_multiples(self, arity: usize) -> Self {
        for name in arity..arity + self.ranges.len() {
            for entry in 0..arity {
                if let Some(changed) = self.times(name, entry).filter(|changed| *changed != self) {
                    return Self { multiple: Some((name, entry)), ..changed };
                }
            }
        }
        self
    }

    fn times(&self, name: usize, entry: usize) -> Option<Self> {
        let mut changed = self.clone();
        for (place, range) in changed.ranges.iter_mut().enumerate() {
            let own = name == self.parts.first()?.1.len() + place;
            match range {
                Range::Between(low, _) if own && *low != Expr::Number(1) => return None,
                Range::Of(_) if own => return None,
                Range::Between(low, high) => {
                    (*low, *high) = (low.times(name, entry)?, high.times(name, entry)?);
                }
                Range::Of(_) | Range::Natural => {}
            }
        }
        for (count, entries) in &mut changed.parts {
            *count = count.times(name, entry)?;
            for one in entries {
                *one = one.times(name, entry)?;
            }
        }
        if let Some(condition) = &mut changed.condition {
            *condition = condition.times(name, entry)?;
        }
        Some(changed)
    }
}

impl Expr {
    /// Whether something in it is divided, and so may have no value.
    pub(crate) fn has_quotients(&self) -> bool {
        match self {
            Self::Number(_) | Self::Variable(_) => false,
            Self::Not(a) => a.has_quotients(),
            Self::Binary(op, a, b) => {
                let open = *op == "/" && !a.is_multiple_of(b);
                open || a.has_quotients() || b.has_quotients()
            }
        }
    }

    /// Whether this is x without its remainder by a number above 0, which leaves none: a quotient rounded down.
    fn is_multiple_of(&self, by: &Self) -> bool {
        let Self::Binary("-", x, rest) = self else { return false };
        matches!((by, &**rest), (Self::Number(1..), Self::Binary("mod", y, m)) if x == y && **m == *by)
    }

    /// What numbers are divided by in remainders, where that is no number above 0: by 0 there is no remainder, and no
    /// value of what it stands in.
    pub(crate) fn divisors(&self) -> Vec<&Self> {
        match self {
            Self::Number(_) | Self::Variable(_) => Vec::new(),
            Self::Not(a) => a.divisors(),
            Self::Binary(op, a, b) => {
                let own = *op == "mod" && !matches!(**b, Self::Number(1..));
                let own = own.then_some(&**b);
                own.into_iter().chain(a.divisors()).chain(b.divisors()).collect()
            }
        }
    }

    /// Whether this is a conjunction of which another is a term.
    pub(crate) fn implies(&self, wanted: &impl Fn(&Self) -> bool) -> bool {
        match self {
            Self::Binary("and", a, b) => a.implies(wanted) || b.implies(wanted),
            other => wanted(other),
        }
    }

    /// Whether it is not fixed.
    pub(crate) fn is_open(&self) -> bool {
        match self {
            Self::Number(_) => false,
            Self::Variable(_) => true,
            Self::Not(a) => a.is_open(),
            Self::Binary(_, a, b) => a.is_open() || b.is_open(),
        }
    }

    /// The expression with names, from one on, for products of numbers that are not fixed.
    fn without_products(&self, first: usize, products: &mut Vec<Self>) -> Self {
        match self {
            Self::Number(_) | Self::Variable(_) => self.clone(),
            Self::Not(a) => Self::Not(Box::new(a.without_products(first, products))),
            Self::Binary(op, a, b) => {
                let a = a.without_products(first, products);
                let one = binary(op, a, b.without_products(first, products));
                let Self::Binary("*", a, b) = &one else { return one };
                if !a.is_open() || !b.is_open() {
                    return one;
                }
                let place = products.iter().position(|product| *product == one);
                Self::Variable(
                    first
                        + place.unwrap_or_else(|| {
                            products.push(one.clone());
                            products.len() - 1
                        }),
                )
            }
        }
    }

    /// The expression with x less a name instead of the remainder of x by it; none if the name stands elsewhere.
    fn remainders(&self, name: usize, x: &Self) -> Option<Self> {
        Some(match self {
            Self::Variable(v) if *v == name => return None,
            Self::Number(_) | Self::Variable(_) => self.clone(),
            Self::Not(a) => Self::Not(Box::new(a.remainders(name, x)?)),
            Self::Binary("mod", a, b) if (&**a, &**b) == (x, &Self::Variable(name)) => {
                minus(x.clone(), variable(name))
            }
            Self::Binary(op, a, b) => binary(op, a.remainders(name, x)?, b.remainders(name, x)?),
        })
    }

    /// The expression with a name instead of its product with an entry; none if the name stands elsewhere.
    fn times(&self, name: usize, entry: usize) -> Option<Self> {
        Some(match self {
            Self::Variable(v) if *v == name => return None,
            Self::Number(_) | Self::Variable(_) => self.clone(),
            Self::Not(a) => Self::Not(Box::new(a.times(name, entry)?)),
            Self::Binary("*", a, b)
                if [(&**a, &**b), (&**b, &**a)]
                    .contains(&(&Self::Variable(name), &Self::Variable(entry))) =>
            {
                Self::Variable(name)
            }
            Self::Binary(op, a, b) => binary(op, a.times(name, entry)?, b.times(name, entry)?),
        })
    }
}

pub(crate) fn binary(op: &'static str, a: Expr, b: Expr) -> Expr {
    Expr::Binary(op, Box::new(a), Box::new(b))
}

fn variable(v: usize) -> Expr {
    Expr::Variable(v)
}

fn minus(a: Expr, b: Expr) -> Expr {
    binary("-", a, b)
}

/// From `least` to `most` are taken of heap n, or any number from `least` on, and so many heaps are left, none empty.
///
/// What is left is a variable, and so is what is left of it without the first heap, …: the last heaps are then made of
/// one number, whatever the others are.
fn heaps(count: usize, least: i64, most: Option<i64>) -> Move {
    let number = Expr::Number;
    let rest = |taken: i64| minus(variable(0), number(taken));
    if count == 0 {
        let few = most.map(|most| binary("<=", variable(0), number(most)));
        let enough = binary("<=", number(least), variable(0));
        let condition = Some(few.map_or(enough.clone(), |few| binary("and", enough, few)));
        return Move { condition, ..Move::new() };
    }
    let lowest = most.map_or(number(1), |most| binary("max", number(1), rest(most)));
    let mut ranges = vec![Range::Between(lowest, rest(least))];
    let mut parts = vec![(number(1), vec![variable(count)])];
    for h in (1..count).rev() {
        parts.push((number(1), vec![minus(variable(h), variable(h + 1))]));
    }
    for h in 1..count {
        ranges.push(Range::Between(number(1), minus(variable(h), number(1))));
    }
    Move { ranges, parts, ..Move::new() }
}

/// The moves of `d₀.d₁d₂…[d]`: bit h of digit k allows to take k and leave h heaps.
fn code(text: &str) -> Result<Vec<Move>, String> {
    let wrong = || format!("the code {text} is beyond this checker");
    let (before, after) = text.split_once('.').ok_or_else(wrong)?;
    let (after, tail) = match after.split_once('[') {
        Some((after, tail)) => (after, tail.strip_suffix(']').ok_or_else(wrong)?),
        None => (after, ""),
    };
    let read = |text: &str| -> Option<Vec<u32>> {
        text.chars().map(|c| c.to_digit(36).filter(|_| !c.is_ascii_lowercase())).collect()
    };
    let digits = read(&[before, after].concat()).ok_or_else(wrong)?;
    let tail = read(tail).ok_or_else(wrong)?;
    if before.len() != 1 || tail.len() > 1 || digits[0] & 3 != 0 {
        return Err(wrong());
    }
    let mut moves = Vec::new();
    for h in 0..6 {
        let leaves = |digit: u32| digit >> h & 1 == 1;
        let taken: Vec<i64> =
            (0..).zip(&digits).filter(|(_, d)| leaves(**d)).map(|(k, _)| k).collect();
        for run in taken.chunk_by(|a, b| a + 1 == *b) {
            moves.push(heaps(h, run[0], run.last().copied()));
        }
        if tail.first().is_some_and(|&digit| leaves(digit)) {
            moves.push(heaps(h, digits.len() as i64, None));
        }
    }
    Ok(moves)
}

/// The moves of coin n, counted from 1; a coin turned with it is a heap left behind, and 0 is no coin.
fn turning(text: &str) -> Result<Vec<Move>, String> {
    let wrong = || format!("the turning code {text} is beyond this checker");
    let read =
        |word: &str| word.parse::<i64>().ok().filter(|n| (1..=9).contains(n)).ok_or_else(wrong);
    let number = Expr::Number;
    let mut moves = Vec::new();
    for pattern in text.split(',').map(str::trim) {
        if let Some(least) = pattern.strip_suffix("+C") {
            // the others of a run are a run that may be empty
            let ranges = vec![Range::Between(number(0), minus(variable(0), number(read(least)?)))];
            moves.push(Move { ranges, run: true, ..Move::new() });
            continue;
        }
        let end = pattern.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(pattern.len());
        let (numbers, shape) = pattern.split_at(end);
        // whether the first coin of the row must be among them
        let (shape, first) = shape.strip_suffix('F').map_or((shape, false), |shape| (shape, true));
        let within = shape.strip_prefix("C(").and_then(|rest| rest.strip_suffix(')'));
        let lowest = match within.map(|width| width.parse::<i64>()) {
            None => number(1),
            Some(Ok(width @ 1..=64)) => {
                binary("max", number(1), minus(variable(0), number(width - 1)))
            }
            Some(_) => return Err(wrong()),
        };
        let (least, most) = numbers.split_once('-').unwrap_or((numbers, numbers));
        for coins in read(least)?..=read(most)? {
            let others = 1..coins as usize;
            let (ranges, entries): (Vec<Range>, Vec<Expr>) = match shape {
                // coins n > m₁ > m₂ > … ≥ 1
                _ if within.is_some() || shape.is_empty() || shape == "S" && coins < 3 => {
                    let below = |m: usize| {
                        Range::Between(lowest.clone(), minus(variable(m - 1), number(1)))
                    };
                    (others.clone().map(below).collect(), others.map(variable).collect())
                }
                "C" => {
                    let next = |m: usize| minus(variable(0), number(m as i64));
                    (Vec::new(), others.map(next).collect())
                }
                // three coins lie symmetrically where their distances are equal
                "E" | "S" if shape == "E" || coins == 3 => {
                    let next =
                        |m: usize| minus(variable(0), binary("*", number(m as i64), variable(1)));
                    let distance = Range::Between(number(1), variable(0));
                    let ranges = if coins > 1 { vec![distance] } else { Vec::new() };
                    (ranges, others.map(next).collect())
                }
                _ => return Err(wrong()),
            };
            let last = entries.last().cloned().unwrap_or(variable(0));
            let is_coin = match first {
                true => binary("=", last, number(1)),
                false => binary("<", number(0), last),
            };
            let parts = entries.into_iter().map(|entry| (number(1), vec![entry])).collect();
            moves.push(Move { ranges, parts, condition: Some(is_coin), ..Move::new() });
        }
    }
    Ok(moves)
}

/// Who a line is about.
const WHO: [(&str, [bool; 2]); 3] =
    [("Both: ", [true; 2]), ("Left: ", [true, false]), ("Right: ", [false, true])];

/// Reads a game in canonical form; one of cells as the heaps that its rows are.
pub(crate) fn read(text: &str) -> Result<Rules, String> {
    let of_cells = |line: &str| line.starts_with("grid of ") || line.starts_with("strip of ");
    if text.lines().any(of_cells) && !text.contains(": turning ") {
        return read(&heaps_of_rows(text)?.0);
    }
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let misere = is_misere(lines.next().unwrap_or_default())?;
    let mut rules = Rules { misere, names: Vec::new(), moves: Vec::new() };
    for line in lines {
        let names_heaps = line.starts_with("heap ") || line.starts_with("strip of ");
        if names_heaps && !rules.names.is_empty() {
            return Err("the heaps are named twice".into());
        }
        let who = WHO.iter().find_map(|(who, players)| Some((line.strip_prefix(who)?, *players)));
        if let Some(names) = line.strip_prefix("heap ") {
            rules.names = names.split_whitespace().map(str::to_owned).collect();
        } else if line.starts_with("strip of ") {
            rules.names = vec!["n".into()];
        } else if let Some((rule, players)) = who {
            if rules.names.is_empty() || rules.names.len() > 40 {
                return Err("a heap has 1 to 40 entries".into());
            }
            let mut moves = match (rule.strip_prefix("code "), rule.strip_prefix("turning ")) {
                (Some(text), _) => code(text)?,
                (_, Some(text)) if players == [true; 2] => turning(text)?,
                (_, Some(_)) => return Err("coins that Left and Right turn differently".into()),
                _ => {
                    let names = rules.names.clone();
                    vec![Reader { tokens: tokens(rule)?, at: 0, names, depth: 0 }.written()?]
                }
            };
            moves.iter_mut().for_each(|one| one.players = players);
            rules.moves.extend(moves);
        } else {
            return Err(format!("'{line}' is no rule of a game of heaps"));
        }
    }
    Ok(rules)
}
