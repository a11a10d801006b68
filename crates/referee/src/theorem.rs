//! What must be shown of a relation so that it is the Grundy function, or the set of P-positions, of a game:
//! sentences made of the rules' text, each of which says that something never happens.
//!
//! If play ends, and a relation G(x,v) has a value for every x, no two, and v is the least number that is not
//! the value of an option of x, then G is the Grundy function, by induction. A set is the set of P-positions if
//! no move leads from it to it, and some move leads to it from everywhere else; under misère play, from
//! everywhere else where there is a move, and it holds no position without moves.

use crate::diagram::Var;
use crate::formula::{Formulas, Id, LAW, Linear, Numeration, PREFIX, RIGHT, Relation, SUM};
use crate::rules::{self, Expr, Move, Range, Rules};

/// What the law is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Grundy values.
    Grundy,
    /// Grundy values v, written as the v-th power of the base; only where values are compared and never added.
    GrundyPowers,
    /// The least options l(n) of heaps n of one number, n where there is none. All heaps from l(n) to n − 1 are
    /// options, and l(n + 1) is l(n) or l(n) + 1; so the value of n + 1 is n + 1 − l(n), or else that of l(n).
    Interval,
    /// The P-positions.
    Outcome,
    /// The heaps with which Left loses who begins, and those with which Right does.
    Winners,
}

impl Kind {
    /// Whether a law of this kind reads a value beside the heap.
    #[must_use]
    pub fn has_values(self) -> bool {
        matches!(self, Self::Grundy | Self::GrundyPowers | Self::Interval)
    }
}

/// What falls in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fall {
    /// The sum of the entries.
    Sum,
    /// The greatest entry.
    Most,
    /// An entry.
    Entry(usize),
}

/// What is claimed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The rules, in canonical form.
    pub rules: String,
    /// What the law is of.
    pub kind: Kind,
    /// How numbers are written.
    pub numeration: Numeration,
    /// The least value of each entry of a heap for which it is claimed.
    pub low: Vec<i64>,
    /// What falls lexicographically in every move.
    pub measure: Vec<Fall>,
}

/// Something that must never be so.
#[derive(Clone, Debug)]
pub struct Sentence {
    /// What it is for.
    pub name: String,
    /// The formula that no numbers may satisfy.
    pub never: Id,
    /// Whether it follows that the law is wrong if some do, and not only that the proof fails.
    pub refutes: bool,
}

/// Moves beyond these are too many.
const MOST_KINDS: usize = 2_000;
/// Values of a remainder that are told apart.
const MOST_CASES: usize = 256;

/// One kind of move, with its variables.
struct Turn {
    line: usize,
    players: [bool; 2],
    guard: Vec<Id>,
    /// The heaps it makes, each with the variables of its entries, and whether their number is odd.
    parts: Vec<(Vec<Var>, bool)>,
    /// The variable that is to be a multiple.
    multiple: Option<Multiple>,
    /// The value that is made instead, of a run of coins: xor of the prefixes at two places.
    run: Option<(Var, Var)>,
}

/// A variable that is k times a form, for a number k from 1 to another form. That is no formula, but there are some
/// that follow from it, and others from which it follows.
#[derive(Clone)]
struct Multiple {
    var: Var,
    of: Linear,
    most: Linear,
}

/// Multiples that are told apart; further ones are only known to be as large.
const MULTIPLES: i64 = 2;

struct Writer<'a> {
    claim: &'a Claim,
    rules: &'a Rules,
    formulas: Formulas,
    sentences: Vec<Sentence>,
}

/// A form, where some formulas hold.
type Case = (Vec<Id>, Linear);

/// The sentences that make a claim a theorem.
///
/// # Errors
/// Why the rules have none.
pub fn sentences(claim: &Claim) -> Result<(Formulas, Vec<Sentence>), String> {
    let rules = rules::read(&claim.rules)?;
    let arity = rules.names.len();
    let known = |fall: &Fall| !matches!(fall, Fall::Entry(i) if *i >= arity);
    if claim.low.len() != arity || !claim.measure.iter().all(known) {
        return Err(format!("a heap has {arity} entries"));
    }
    let formulas = Formulas::new(claim.numeration.clone(), 2 * arity as Var + 3);
    let mut writer = Writer { claim, rules: &rules, formulas, sentences: Vec::new() };
    writer.all()?;
    Ok((writer.formulas, writer.sentences))
}

impl Writer<'_> {
    fn arity(&self) -> usize {
        self.rules.names.len()
    }

    /// The variables of the entries of a heap.
    fn heap(&self) -> Vec<Var> {
        (0..self.arity() as Var).map(|i| 2 * i).collect()
    }

    fn never(&mut self, name: impl Into<String>, refutes: bool, all: &[Id]) {
        let never = self.formulas.and(all);
        self.sentences.push(Sentence { name: name.into(), never, refutes });
    }

    fn all(&mut self) -> Result<(), String> {
        if let Numeration::Words(_) = self.claim.numeration {
            self.numeration()?;
        }
        let mut turns = Vec::new();
        for (line, one) in self.rules.moves.iter().enumerate() {
            let mut env = self.heap().into_iter().map(Linear::variable).collect();
            self.turns(line, one, &mut env, Vec::new(), &mut turns)?;
        }
        let inside = self.inside(&self.heap())?;
        for turn in &turns {
            self.ending(turn, inside)?;
        }
        if turns.iter().any(|turn| turn.run.is_some()) {
            self.prefix()?;
        }
        match self.claim.kind {
            Kind::Winners => self.outcome(&turns, inside),
            _ if turns.iter().any(|turn| turn.players != [true; 2]) => {
                Err("the moves of Left and Right differ".into())
            }
            Kind::Outcome => self.outcome(&turns, inside),
            Kind::Interval => self.interval(&turns),
            _ => self.grundy(&turns, inside),
        }
    }

    /// Addition is what it is: x + 0 = x, x + (y + 1) = (x + y) + 1, total, and with one result.
    fn numeration(&mut self) -> Result<(), String> {
        let [x, y, z, u, v] = [0, 1, 2, 3, 4];
        let f = &mut self.formulas;
        f.fresh = f.fresh.max(8);
        let (any, less) = (f.given(SUM, vec![x, y, z]), f.less(x, y)?);
        let greater = f.exists(&[y], &[less]);
        let last = f.not(greater);
        let sum = f.exists(&[z], &[any]);
        let none = f.not(sum);
        let (other, order) = (f.given(SUM, vec![x, y, v]), f.less(z, v)?);
        let zero = f.compare(&Linear::variable(y), Relation::Equal, &Linear::number(0))?;
        let apart = f.compare(&Linear::variable(x), Relation::Equal, &Linear::variable(z))?;
        let apart = f.not(apart);
        let (next, after) = (f.next(y, u)?, f.next(z, v)?);
        let stepped = f.given(SUM, vec![x, u, v]);
        let stepped = f.not(stepped);
        // `last` says that x has no greater number: it has x free, and so is a set of numbers
        self.never("numbers end", false, &[last]);
        self.never("sums exist", false, &[none]);
        self.never("sums are unique", false, &[any, other, order]);
        self.never("x + 0 = x", false, &[any, zero, apart]);
        self.never("x + (y + 1) = (x + y) + 1", false, &[any, next, after, stepped]);
        Ok(())
    }

    /// The values up to a heap, xored: S(0) = g(0), S(n + 1) = S(n) xor g(n + 1).
    fn prefix(&mut self) -> Result<(), String> {
        let [n, s, g, t, m, r] = [0; 6].map(|_: u8| self.formulas.fresh());
        let [n, s, g, t, m, r] = [n?, s?, g?, t?, m?, r?];
        let f = &mut self.formulas;
        let any = f.given(PREFIX, vec![n, s]);
        let some = f.exists(&[s], &[any]);
        let none = f.not(some);
        let (other, order) = (f.given(PREFIX, vec![n, r]), f.less(s, r)?);
        let zero = f.compare(&Linear::variable(n), Relation::Equal, &Linear::number(0))?;
        let law = f.given(LAW, vec![n, s]);
        let law = f.not(law);
        let after = Linear::variable(n).plus(&Linear::number(1), 1).ok_or("numbers too large")?;
        let step = f.compare(&Linear::variable(m), Relation::Equal, &after)?;
        let (value, xor) = (f.given(LAW, vec![m, g]), f.xor([s, g, t])?);
        let wrong = f.given(PREFIX, vec![m, t]);
        let wrong = f.not(wrong);
        self.never("prefixes exist", false, &[none]);
        self.never("prefixes are unique", false, &[any, other, order]);
        self.never("the first prefix", false, &[any, zero, law]);
        self.never("the next prefix", false, &[any, step, value, xor, wrong]);
        Ok(())
    }

    /// Whether a heap is one for which the law is claimed.
    fn inside(&mut self, heap: &[Var]) -> Result<Id, String> {
        let mut all = Vec::new();
        for (&low, &var) in self.claim.low.iter().zip(heap) {
            if low < 0 {
                return Err("heaps begin at 0".into());
            }
            if low > 0 {
                let (low, var) = (Linear::number(low), Linear::variable(var));
                all.push(self.formulas.compare(&low, Relation::AtMost, &var)?);
            }
        }
        Ok(self.formulas.and(&all))
    }

    /// Every kind of move that a rule makes: variables of sets are put in, and those that may be negative stand
    /// for either sign.
    fn turns(
        &mut self,
        line: usize,
        one: &Move,
        env: &mut Vec<Linear>,
        guard: Vec<Id>,
        turns: &mut Vec<Turn>,
    ) -> Result<(), String> {
        if turns.len() > MOST_KINDS {
            return Err("too many moves".into());
        }
        let Some(range) = one.ranges.get(env.len() - self.arity()) else {
            return self.turn(line, one, env, guard).map(|turn| turns.push(turn));
        };
        match range {
            Range::Of(list) => {
                for &n in list {
                    env.push(Linear::number(n));
                    self.turns(line, one, env, guard.clone(), turns)?;
                    env.pop();
                }
            }
            Range::Between(_, high) if one.multiple.is_some_and(|(name, _)| name == env.len()) => {
                let cases = self.cases(high, env)?;
                let [(given, most)] = &cases[..] else { return Err("too many multiples".into()) };
                let entry = one.multiple.map_or(0, |(_, entry)| entry);
                let (var, of) = (self.formulas.fresh()?, env[entry].clone());
                if !given.is_empty() {
                    return Err("too many multiples".into());
                }
                let mut guard = guard;
                let form = Linear::variable(var);
                guard.push(self.formulas.compare(&of, Relation::AtMost, &form)?);
                env.push(form);
                let first = turns.len();
                self.turns(line, one, env, guard, turns)?;
                env.pop();
                for turn in &mut turns[first..] {
                    turn.multiple = Some(Multiple { var, of: of.clone(), most: most.clone() });
                }
            }
            Range::Between(low, high) => {
                let var = self.chosen(one, env.len())?;
                for sign in [1, -1] {
                    if sign < 0 && self.is_natural(low, env) {
                        break;
                    }
                    let k = Linear { terms: vec![(sign, var)], constant: 0 };
                    let mut guard = guard.clone();
                    guard.push(self.compared(
                        low,
                        Relation::AtMost,
                        &[(Vec::new(), k.clone())],
                        env,
                    )?);
                    let high = self.cases(high, env)?;
                    guard.push(self.compared_cases(
                        &[(Vec::new(), k.clone())],
                        Relation::AtMost,
                        &high,
                    )?);
                    if sign < 0 {
                        guard.push(self.formulas.compare(
                            &k,
                            Relation::Less,
                            &Linear::number(0),
                        )?);
                    }
                    env.push(k);
                    self.turns(line, one, env, guard, turns)?;
                    env.pop();
                }
            }
        }
        Ok(())
    }

    /// The variable of a name: beside that of an entry, where the entry becomes that.
    fn chosen(&mut self, one: &Move, name: usize) -> Result<Var, String> {
        if let [(_, entries)] = &one.parts[..]
            && let Some(i) = entries.iter().position(|entry| *entry == Expr::Variable(name))
        {
            return Ok(2 * i as Var + 1);
        }
        self.formulas.fresh()
    }

    fn is_natural(&mut self, expr: &Expr, env: &[Linear]) -> bool {
        match expr {
            Expr::Binary("max", a, b) => self.is_natural(a, env) || self.is_natural(b, env),
            Expr::Binary("min" | "+" | "*", a, b) => {
                self.is_natural(a, env) && self.is_natural(b, env)
            }
            Expr::Binary("mod", ..) => true,
            Expr::Number(n) => *n >= 0,
            Expr::Variable(v) => env[*v].is_natural(),
            _ => self
                .cases(expr, env)
                .is_ok_and(|cases| cases.iter().all(|case| case.1.is_natural())),
        }
    }

    fn turn(
        &mut self,
        line: usize,
        one: &Move,
        env: &[Linear],
        mut guard: Vec<Id>,
    ) -> Result<Turn, String> {
        if let Some(condition) = &one.condition {
            let condition = self.condition(condition, env)?;
            guard.push(condition);
        }
        if one.run {
            // coins m + 1 … n − 1 are turned with coin n: the prefixes at n − 1 and m, with n ≥ 1
            let [s, t, before] =
                [self.formulas.fresh()?, self.formulas.fresh()?, self.formulas.fresh()?];
            let n =
                Linear::variable(before).plus(&Linear::number(1), 1).ok_or("numbers too large")?;
            guard.push(self.formulas.compare(&n, Relation::Equal, &env[0])?);
            let [Linear { terms, .. }] = &env[1..] else { return Err("a run has one end".into()) };
            guard.push(self.formulas.given(PREFIX, vec![before, s]));
            guard.push(self.formulas.given(PREFIX, vec![terms[0].1, t]));
            let players = one.players;
            let (parts, run) = (Vec::new(), Some((s, t)));
            return Ok(Turn { line, players, guard, parts, multiple: None, run });
        }
        let mut parts = Vec::new();
        for (count, entries) in &one.parts {
            let count = match &self.cases(count, env)?[..] {
                [(_, Linear { terms, constant })] if terms.is_empty() => *constant,
                _ => return Err("a number of equal heaps that is not fixed".into()),
            };
            let mut vars = Vec::new();
            for (i, entry) in entries.iter().enumerate() {
                if let Expr::Binary("/", a, b) = entry
                    && let (cases, &Expr::Number(divisor @ 1..64)) = (self.cases(a, env)?, &**b)
                {
                    // what is not divisible is no heap
                    let var = self.formulas.fresh()?;
                    let times = Linear { terms: vec![(divisor, var)], constant: 0 };
                    let times = [(Vec::new(), times)];
                    guard.push(self.compared_cases(&times, Relation::Equal, &cases)?);
                    vars.push(var);
                    continue;
                }
                let cases = self.cases(entry, env)?;
                if let [(conditions, Linear { terms, constant: 0 })] = &cases[..]
                    && conditions.is_empty()
                    && let [(1, var)] = terms[..]
                {
                    vars.push(var);
                    continue;
                }
                let beside = 2 * i as Var + 1;
                let used = env.iter().any(|form| form.terms.iter().any(|t| t.1 == beside));
                let var =
                    if one.parts.len() == 1 && !used { beside } else { self.formulas.fresh()? };
                let var_case = [(Vec::new(), Linear::variable(var))];
                guard.push(self.compared_cases(&var_case, Relation::Equal, &cases)?);
                vars.push(var);
            }
            match count {
                0 => {}
                1.. => parts.push((vars, count % 2 == 1)),
                _ => guard.push(self.formulas.always(false)),
            }
        }
        Ok(Turn { line, players: one.players, guard, parts, multiple: None, run: None })
    }

    /// An expression as linear forms, one of which it is by conditions that exclude each other.
    fn cases(&mut self, expr: &Expr, env: &[Linear]) -> Result<Vec<Case>, String> {
        let Expr::Binary(op, a, b) = expr else {
            return match expr {
                Expr::Number(n) => Ok(vec![(Vec::new(), Linear::number(*n))]),
                Expr::Variable(v) => Ok(vec![(Vec::new(), env[*v].clone())]),
                _ => Err("a condition stands where a number is expected".into()),
            };
        };
        let (left, right) = (self.cases(a, env)?, self.cases(b, env)?);
        let mut cases = Vec::new();
        for (given_a, a) in &left {
            for (given_b, b) in &right {
                let given = [&given_a[..], given_b].concat();
                let large = || "numbers too large".to_owned();
                let mut case = |more: Id, form: Linear| {
                    let mut given = given.clone();
                    given.push(more);
                    cases.push((given, form));
                };
                match *op {
                    "+" => cases.push((given, a.plus(b, 1).ok_or_else(large)?)),
                    "-" => cases.push((given, a.plus(b, -1).ok_or_else(large)?)),
                    "*" => {
                        let (form, factor) = if a.terms.is_empty() { (b, a) } else { (a, b) };
                        if !factor.terms.is_empty() {
                            return Err("a product of two numbers that are not fixed".into());
                        }
                        let product = Linear::number(0).plus(form, factor.constant);
                        cases.push((given, product.ok_or_else(large)?));
                    }
                    "min" | "max" => {
                        let (low, high) = if *op == "min" { (a, b) } else { (b, a) };
                        case(self.formulas.compare(a, Relation::AtMost, b)?, low.clone());
                        case(self.formulas.compare(b, Relation::Less, a)?, high.clone());
                    }
                    "mod" if b.terms.is_empty() && (1..64).contains(&b.constant) => {
                        for r in 0..b.constant {
                            case(self.congruent(a, b.constant, r)?, Linear::number(r));
                        }
                    }
                    op => return Err(format!("'{op}' of numbers that are not fixed")),
                }
            }
        }
        if cases.len() > MOST_CASES { Err("too many cases".into()) } else { Ok(cases) }
    }

    /// form = r mod c: form − r is c·q or −c·q.
    fn congruent(&mut self, form: &Linear, c: i64, r: i64) -> Result<Id, String> {
        let rest = form.plus(&Linear::number(r), -1).ok_or("numbers too large")?;
        let mut signs = Vec::new();
        for c in [c, -c] {
            let q = self.formulas.fresh()?;
            let times = Linear { terms: vec![(c, q)], constant: 0 };
            let equal = self.formulas.compare(&rest, Relation::Equal, &times)?;
            signs.push(self.formulas.exists(&[q], &[equal]));
        }
        Ok(self.formulas.or(&signs))
    }

    fn compared(
        &mut self,
        a: &Expr,
        relation: Relation,
        b: &[Case],
        env: &[Linear],
    ) -> Result<Id, String> {
        let a = self.cases(a, env)?;
        self.compared_cases(&a, relation, b)
    }

    fn compared_cases(&mut self, a: &[Case], relation: Relation, b: &[Case]) -> Result<Id, String> {
        let mut any = Vec::new();
        for (given_a, a) in a {
            for (given_b, b) in b {
                let holds = self.formulas.compare(a, relation, b)?;
                any.push(self.formulas.and(&[&given_a[..], given_b, &[holds]].concat()));
            }
        }
        Ok(self.formulas.or(&any))
    }

    fn condition(&mut self, expr: &Expr, env: &[Linear]) -> Result<Id, String> {
        let (op, a, b) = match expr {
            Expr::Not(a) => {
                let inner = self.condition(a, env)?;
                return Ok(self.formulas.not(inner));
            }
            Expr::Binary(op, a, b) => (*op, a, b),
            _ => return Err("a condition is expected".into()),
        };
        match op {
            "and" | "or" => {
                let both = [self.condition(a, env)?, self.condition(b, env)?];
                return Ok(if op == "and" {
                    self.formulas.and(&both)
                } else {
                    self.formulas.or(&both)
                });
            }
            "divides" => {
                let divisor = match &self.cases(a, env)?[..] {
                    [(_, form)] if form.terms.is_empty() => form.constant.abs(),
                    _ => return Err("a divisor that is not fixed".into()),
                };
                let mut any = Vec::new();
                for (given, form) in self.cases(b, env)? {
                    let divides = self.congruent(&form, divisor, 0)?;
                    any.push(self.formulas.and(&[&given[..], &[divides]].concat()));
                }
                return Ok(self.formulas.or(&any));
            }
            _ => {}
        }
        let relation = match op {
            "=" | "!=" => Relation::Equal,
            "<" => Relation::Less,
            "<=" => Relation::AtMost,
            _ => return Err(format!("a condition is expected, not '{op}'")),
        };
        let right = self.cases(b, env)?;
        let holds = self.compared(a, relation, &right, env)?;
        Ok(if op == "!=" { self.formulas.not(holds) } else { holds })
    }

    /// Every part is smaller than the heap, and one for which the law is claimed.
    fn ending(&mut self, turn: &Turn, inside: Id) -> Result<(), String> {
        let heap = self.heap();
        for (part, _) in &turn.parts {
            let (mut any, mut before) = (Vec::new(), Vec::new());
            for (place, &fall) in self.claim.measure.iter().enumerate() {
                if let Some(&last) = place.checked_sub(1).and_then(|i| self.claim.measure.get(i)) {
                    before.push(self.falls(last, part, &heap, Relation::AtMost)?);
                }
                let less = self.falls(fall, part, &heap, Relation::Less)?;
                any.push(self.formulas.and(&[&before[..], &[less]].concat()));
            }
            let smaller = self.formulas.or(&any);
            let endless = self.formulas.not(smaller);
            let outside = self.inside(part)?;
            let outside = self.formulas.not(outside);
            let wrong = self.formulas.or(&[endless, outside]);
            let guard = [&turn.guard[..], &[inside, wrong]].concat();
            let keep: Vec<Var> = heap.iter().chain(part).copied().collect();
            let never = self.some(&guard, &keep);
            self.never(format!("move {}: play ends", turn.line + 1), false, &[never]);
        }
        Ok(())
    }

    /// Whether something is less in a part than in the heap, or at most as much.
    fn falls(
        &mut self,
        fall: Fall,
        part: &[Var],
        heap: &[Var],
        relation: Relation,
    ) -> Result<Id, String> {
        let sum = |vars: &[Var]| {
            let plus = |sum: Option<Linear>, &v: &Var| sum?.plus(&Linear::variable(v), 1);
            vars.iter().fold(Some(Linear::default()), plus).ok_or("numbers too large")
        };
        match fall {
            Fall::Sum => self.formulas.compare(&sum(part)?, relation, &sum(heap)?),
            Fall::Entry(i) => {
                let (y, x) = (Linear::variable(part[i]), Linear::variable(heap[i]));
                self.formulas.compare(&y, relation, &x)
            }
            Fall::Most => {
                let mut any = Vec::new();
                for &x in heap {
                    let x = Linear::variable(x);
                    let compare =
                        |&y: &Var| self.formulas.compare(&Linear::variable(y), relation, &x);
                    let all = part.iter().map(compare).collect::<Result<Vec<_>, _>>()?;
                    any.push(self.formulas.and(&all));
                }
                Ok(self.formulas.or(&any))
            }
        }
    }

    /// All of a list, for some numbers for the variables that are not kept.
    fn some(&mut self, list: &[Id], keep: &[Var]) -> Id {
        let mut vars: Vec<Var> =
            list.iter().flat_map(|&one| self.formulas.free(one).to_vec()).collect();
        vars.sort_unstable();
        vars.dedup();
        vars.retain(|v| !keep.contains(v));
        self.formulas.exists(&vars, list)
    }

    /// All of a list, for a move of this kind. With a multiple the formula holds whenever there is such a move if that
    /// is `likely` enough, else there is such a move whenever it holds.
    fn by_move(
        &mut self,
        turn: &Turn,
        list: &[Id],
        keep: &[Var],
        likely: bool,
    ) -> Result<Id, String> {
        let Some(Multiple { var, of, most }) = &turn.multiple else {
            return Ok(self.some(list, keep));
        };
        let form = Linear::variable(*var);
        let large = || "numbers too large".to_owned();
        let mut any = Vec::new();
        for times in 1..=MULTIPLES {
            let multiple = Linear::number(0).plus(of, times).ok_or_else(large)?;
            let mut list = list.to_vec();
            list.push(self.formulas.compare(&form, Relation::Equal, &multiple)?);
            if !likely {
                list.push(self.formulas.compare(&Linear::number(times), Relation::AtMost, most)?);
            }
            any.push(self.some(&list, keep));
        }
        if likely {
            let further = Linear::number(0).plus(of, MULTIPLES + 1).ok_or_else(large)?;
            let further = self.formulas.compare(&further, Relation::AtMost, &form)?;
            any.push(self.some(&[list, &[further]].concat(), keep));
            return Ok(self.formulas.or(&any));
        }
        // of as many numbers in turn as the form says, one is a multiple: each of them, or each with the form added,
        // will do
        let (first, at) = (self.formulas.fresh()?, self.formulas.fresh()?);
        let (from, w) = (Linear::variable(first), Linear::variable(at));
        let (next, behind) =
            (w.plus(of, 1).ok_or_else(large)?, from.plus(of, 1).ok_or_else(large)?);
        let here = self.formulas.compare(&form, Relation::Equal, &w)?;
        let next = self.formulas.compare(&form, Relation::Equal, &next)?;
        let either = self.formulas.or(&[here, next]);
        let fits = self.formulas.compare(&form, Relation::AtMost, most)?;
        let good = self.some(&[list, &[either, fits]].concat(), &[keep, &[at]].concat());
        let bad = self.formulas.not(good);
        let above = self.formulas.compare(&from, Relation::AtMost, &w)?;
        let below = self.formulas.compare(&w, Relation::Less, &behind)?;
        let bad = self.formulas.exists(&[at], &[above, below, bad]);
        let all = self.formulas.not(bad);
        let one = self.formulas.compare(&Linear::number(1), Relation::AtMost, of)?;
        let least = self.formulas.compare(of, Relation::AtMost, &from)?;
        any.push(self.formulas.exists(&[first], &[one, least, all]));
        Ok(self.formulas.or(&any))
    }

    /// Some option of the heap by this kind of move has the value u: see [`Self::by_move`].
    fn option(&mut self, turn: &Turn, u: Var, likely: bool) -> Result<Id, String> {
        let mut list = turn.guard.clone();
        let mut values: Vec<Var> = turn.run.iter().flat_map(|&(s, t)| [s, t]).collect();
        let last = turn.parts.iter().filter(|part| part.1).count();
        for (part, odd) in &turn.parts {
            let direct = *odd && last == 1;
            let value = if direct { u } else { self.formulas.fresh()? };
            list.push(self.formulas.given(LAW, [&part[..], &[value]].concat()));
            if *odd {
                values.push(value);
            }
        }
        let powers = self.claim.kind == Kind::GrundyPowers;
        if powers && values.len() > 1 {
            return Err("values that are xored".into());
        }
        match values[..] {
            [] => {
                let nothing = Linear::number(i64::from(powers));
                list.push(self.formulas.compare(
                    &Linear::variable(u),
                    Relation::Equal,
                    &nothing,
                )?);
            }
            [only] if only == u => {}
            [ref first @ .., last] => {
                let mut sum = first.first().copied().unwrap_or(last);
                for (i, &value) in values.iter().enumerate().skip(1) {
                    let to = if i + 1 == values.len() { u } else { self.formulas.fresh()? };
                    list.push(self.formulas.xor([sum, value, to])?);
                    sum = to;
                }
            }
        }
        let keep = [&self.heap()[..], &[u]].concat();
        self.by_move(turn, &list, &keep, likely)
    }

    fn grundy(&mut self, turns: &[Turn], inside: Id) -> Result<(), String> {
        if self.rules.misere {
            return Err("Grundy values are those of normal play".into());
        }
        let (heap, d) = (self.heap(), 2 * self.arity() as Var);
        let (v, u, w) = (d, d + 1, d + 2);
        let with = |var: Var| [&heap[..], &[var]].concat();
        let f = &mut self.formulas;
        let (law, other, order) = (f.given(LAW, with(v)), f.given(LAW, with(w)), f.less(v, w)?);
        let some = f.exists(&[v], &[law]);
        let none = f.not(some);
        self.never("a value exists", true, &[inside, none]);
        self.never("a value is unique", true, &[law, other, order]);
        let powers = self.claim.kind == Kind::GrundyPowers;
        if powers {
            let power = self.formulas.power(v);
            let power = self.formulas.not(power);
            self.never("values are powers", true, &[law, power]);
        }
        let own = self.formulas.given(LAW, with(u));
        let mut options = Vec::new();
        for turn in turns {
            let option = self.option(turn, u, true)?;
            // what may not be a move refutes nothing
            let name = format!("move {}: own value", turn.line + 1);
            self.never(name, turn.multiple.is_none(), &[inside, own, option]);
            options.push(match turn.multiple {
                Some(_) => self.option(turn, u, false)?,
                None => option,
            });
        }
        let option = self.formulas.or(&options);
        let missing = self.formulas.not(option);
        let less = self.formulas.less(u, v)?;
        let mut all = vec![inside, law, less, missing];
        if powers {
            all.insert(1, self.formulas.power(u));
        }
        let sure = turns.iter().all(|turn| turn.multiple.is_none());
        self.never("values below", sure, &all);
        Ok(())
    }

    /// The values of l(n), …, n are 0, …, n − l(n) in some order: so it is of 0, and if of n, then the options of n + 1
    /// are these heaps, and its value n + 1 − l(n); or they are without l(n), whose value is then that of n + 1.
    fn interval(&mut self, turns: &[Turn]) -> Result<(), String> {
        if self.rules.misere || self.claim.low != [0] {
            return Err("least options are those of heaps of one number in normal play".into());
        }
        let [n, l, m, y] = [0, 2, 3, 4];
        let f = &mut self.formulas;
        let (law, other, order) =
            (f.given(LAW, vec![n, l]), f.given(LAW, vec![n, m]), f.less(l, m)?);
        let some = f.exists(&[l], &[law]);
        let none = f.not(some);
        self.never("a least option exists", false, &[none]);
        self.never("a least option is unique", false, &[law, other, order]);
        let mut options = Vec::new();
        for turn in turns {
            let ([(part, true)], None, None) = (&turn.parts[..], &turn.multiple, turn.run) else {
                return Err("options that are no single heaps".into());
            };
            let (y, part) = (Linear::variable(y), Linear::variable(part[0]));
            let same = self.formulas.compare(&y, Relation::Equal, &part)?;
            let list = [&turn.guard[..], &[same]].concat();
            options.push(self.some(&list, &[n, 4]));
        }
        let f = &mut self.formulas;
        let option = f.or(&options);
        let missing = f.not(option);
        let (below, inside, beyond) = (f.less(y, l)?, f.less(y, n)?, f.less(n, l)?);
        let above = f.not(below);
        let (next, k) = (f.fresh()?, f.fresh()?);
        let large = || "numbers too large".to_owned();
        let form =
            |var, more| Linear::variable(var).plus(&Linear::number(more), 1).ok_or_else(large);
        let step = f.compare(&Linear::variable(next), Relation::Equal, &form(n, 1)?)?;
        let (after, falls) = (f.given(LAW, vec![next, k]), f.less(k, l)?);
        let leaps = f.compare(&form(l, 2)?, Relation::AtMost, &Linear::variable(k))?;
        self.never("a least option is no larger heap", false, &[law, beyond]);
        self.never("no option is less", false, &[law, option, below]);
        self.never("all heaps between are options", false, &[law, above, inside, missing]);
        self.never("the least option does not fall", false, &[law, step, after, falls]);
        self.never("the least option rises by 1", false, &[law, step, after, leaps]);
        Ok(())
    }

    /// No move leads from where the mover loses to where the other loses who moves next; some move does from elsewhere.
    fn outcome(&mut self, turns: &[Turn], inside: Id) -> Result<(), String> {
        let heap = self.heap();
        let sides = match self.claim.kind {
            Kind::Winners => vec![
                (0, LAW, RIGHT, "Left's losses", "Left's wins"),
                (1, RIGHT, LAW, "Right's losses", "Right's wins"),
            ],
            _ => vec![(0, LAW, LAW, "P to P", "N to P")],
        };
        for (player, own, other, losses, wins) in sides {
            let law = self.formulas.given(own, heap.clone());
            let (mut moves, mut good) = (Vec::new(), Vec::new());
            for turn in turns.iter().filter(|turn| turn.players[player]) {
                if turn.parts.len() > 1
                    || turn.parts.iter().any(|part| !part.1)
                    || turn.run.is_some()
                {
                    return Err("outcomes of sums of heaps".into());
                }
                let mut list = turn.guard.clone();
                if self.rules.misere && turn.multiple.is_some() {
                    return Err("multiples under misère play".into());
                }
                if self.rules.misere {
                    moves.push(self.some(&list, &heap));
                }
                if let Some((part, _)) = turn.parts.first() {
                    list.push(self.formulas.given(other, part.clone()));
                } else if self.rules.misere {
                    // nothing is left: who is to move has won
                    continue;
                }
                let reaches = self.by_move(turn, &list, &heap, true)?;
                let name = format!("move {}: {losses}", turn.line + 1);
                // what may not be a move refutes nothing
                self.never(name, turn.multiple.is_none(), &[inside, law, reaches]);
                good.push(match turn.multiple {
                    Some(_) => self.by_move(turn, &list, &heap, false)?,
                    None => reaches,
                });
            }
            let reaches = self.formulas.or(&good);
            let (out, stuck) = (self.formulas.not(law), self.formulas.not(reaches));
            let mut lost = vec![inside, out, stuck];
            if self.rules.misere {
                let moved = self.formulas.or(&moves);
                let ended = self.formulas.not(moved);
                self.never("positions without moves are won", true, &[inside, law, ended]);
                lost.push(moved);
            }
            let sure = turns.iter().all(|turn| turn.multiple.is_none());
            self.never(wins, sure, &lost);
        }
        Ok(())
    }
}
