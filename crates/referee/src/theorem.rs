//! What must be shown of a relation so that it is the Grundy function, or the set of P-positions, of a game:
//! sentences made of the rules' text, each of which says that something never happens.
//!
//! If play ends, and a relation G(x,v) has a value for every x, no two, and v is the least number that is not
//! the value of an option of x, then G is the Grundy function, by induction. A set is the set of P-positions if
//! no move leads from it to it, and some move leads to it from everywhere else; under misère play, from
//! everywhere else where there is a move, and it holds no position without moves.

mod claim;
mod divisors;
mod equations;
mod euclidean;
mod exponents;
mod halves;
mod leading;
mod quotients;
mod remainder;
mod residues;
mod target;
mod values;

use crate::diagram::Var;
use crate::formula::{Formulas, Id, LAW, Linear, Numeration, PREFIX, Relation, SUM};
use crate::rules::{self, Expr, Move, Range, Rules};
pub use claim::{Abstraction, Claim, Divisor, Fall, GameForm, Kind, Modulus};
pub use euclidean::{Euclidean, euclidean};

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
    /// These hold whenever there is such a move.
    guard: Vec<Id>,
    /// There is such a move whenever they hold with this one in its place; nothing if they do as they are.
    sure: Option<(usize, Id)>,
    /// The heaps it makes, each with the variables of what the law reads, and how many such there are.
    parts: Vec<(Vec<Var>, i64)>,
    /// What is left of the first entries of these heaps, less their remainders.
    rests: Vec<Var>,
    /// The variable that is to be a multiple.
    multiple: Option<Multiple>,
    /// The value that is made instead, of a run of coins: xor of the prefixes at two places.
    run: Option<(Var, Var)>,
}

impl Turn {
    /// Formulas that hold whenever there is such a move, or others from which it follows that there is one.
    fn guard(&self, likely: bool) -> Vec<Id> {
        let mut guard = self.guard.clone();
        if let Some((place, sure)) = self.sure.filter(|_| !likely) {
            guard[place] = sure;
        }
        guard
    }

    /// Whether there is such a move just where the formulas hold.
    fn is_exact(&self) -> bool {
        self.multiple.is_none() && self.sure.is_none()
    }
}

/// A variable that is k times a form, for a number k from 1 to another form. That is no formula, but there are some
/// that follow from it, and others from which it follows.
#[derive(Clone)]
struct Multiple {
    var: Var,
    of: Linear,
    most: Linear,
}

struct Writer<'a> {
    claim: &'a Claim,
    rules: &'a Rules,
    formulas: Formulas,
    sentences: Vec<Sentence>,
    /// The first entry less its remainder by a form of the others, and this form.
    modulus: Option<(Var, Linear)>,
    /// Entries of which the modulus reads whether they are odd, and the numbers that say so.
    odd: Vec<(Var, Var)>,
    /// In the move that is read, a power, and what is left of it less its remainder.
    power: Option<(Expr, Var)>,
    /// How often a condition was no formula, and one that is weaker or stronger stands for it.
    guesses: usize,
    /// Variables for what others make: there is one number for each, which the conditions beside it say.
    made: Vec<Var>,
}

/// A form, where some formulas hold.
type Case = (Vec<Id>, Linear);

/// The sentences that make a claim a theorem.
///
/// # Errors
/// Why the rules have none.
pub fn sentences(claim: &Claim) -> Result<(Formulas, Vec<Sentence>), String> {
    let mut rules = rules::read(&claim.rules)?;
    if claim.low.len() != rules.names.len() {
        return Err(format!("a heap has {} entries", rules.names.len()));
    }
    let mut claim = claim.clone();
    if claim.reads == Abstraction::Exponents {
        if claim.low.iter().any(|&low| low < 1) || claim.kind == Kind::Threshold {
            return Err("values and winners of numbers from 1 on are read by prime factors".into());
        }
        rules = exponents::game(&rules, claim.kind == Kind::Winners)?;
        (claim.low, claim.reads) = (vec![0; rules.names.len()], Abstraction::Entries);
    }
    if claim.reads == Abstraction::Euclidean {
        let is_known = matches!(claim.kind, Kind::Grundy | Kind::Outcome);
        if !is_known || claim.low.iter().any(|low| !(0..=1).contains(low)) {
            return Err("values or winners of pairs from 0 or 1 on are read by quotients".into());
        }
        rules = rules::read(&euclidean::of(&rules)?.game)?;
        (claim.low, claim.reads) = (vec![0; 2], Abstraction::Entries);
    }
    let claim = &claim;
    let arity = rules.names.len();
    let known = |fall: &Fall| !matches!(fall, Fall::Entry(i) if *i >= arity);
    if claim.kind.is_joined() {
        return Err("a product or a sum is shown by its games".into());
    }
    if matches!(claim.reads, Abstraction::Leading(_)) && claim.kind != Kind::Values {
        return Err("leading digits are read of values only".into());
    }
    if !claim.measure.iter().all(known) {
        return Err(format!("a heap has {arity} entries"));
    }
    let formulas = Formulas::new(claim.numeration.clone(), 2 * arity as Var + 3);
    let (sentences, modulus, power) = (Vec::new(), None, None);
    let (guesses, made, odd) = (0, Vec::new(), Vec::new());
    let mut writer =
        Writer { claim, rules: &rules, formulas, sentences, modulus, odd, power, guesses, made };
    if let Abstraction::Remainder(modulus) = &claim.reads {
        writer.by_remainders(modulus)?;
    }
    if let Abstraction::Quotients(divisor) = claim.reads {
        writer.by_quotients(divisor)?;
    }
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

    /// These, with what is left of the first entry less its remainder.
    fn position(&self) -> Vec<Var> {
        let beside = self.modulus.iter().map(|modulus| modulus.0);
        self.heap().into_iter().chain(beside).chain(self.odd.iter().map(|odd| odd.1)).collect()
    }

    /// The entries of a heap.
    fn entries(&self) -> Vec<Linear> {
        let mut entries: Vec<Linear> = self.heap().into_iter().map(Linear::variable).collect();
        if let (Some((rest, _)), Some(first)) = (&self.modulus, entries.first_mut()) {
            first.terms.push((1, *rest));
        }
        entries
    }

    fn never(&mut self, name: impl Into<String>, refutes: bool, all: &[Id]) {
        // what is said of numbers that are not divided refutes nothing
        let refutes = refutes && self.modulus.is_none();
        let never = self.formulas.and(all);
        let never = self.formulas.of_numbers(never);
        self.sentences.push(Sentence { name: name.into(), never, refutes });
    }

    /// The same of a heap and some numbers for all other variables; that it is so refutes nothing.
    fn never_of_heap(&mut self, name: String, all: &[Id]) {
        let heap = self.heap();
        let never = self.some(all, &heap);
        self.never(name, false, &[never]);
    }

    fn all(&mut self) -> Result<(), String> {
        if let Numeration::Words(_) = self.claim.numeration {
            self.numeration()?;
        }
        let mut turns = Vec::new();
        for (line, one) in self.rules.moves.iter().enumerate() {
            let one = &match self.claim.reads {
                Abstraction::Residues(_) => one.with_products(self.arity()),
                _ => one.clone(),
            };
            let (before, sentences, mut env) = (turns.len(), self.sentences.len(), self.entries());
            if let Err(why) = self.turns(line, one, &mut env, Vec::new(), &mut turns) {
                // numbers that are not fixed may be so one by one
                let Some(listed) = one.listed() else { return Err(why) };
                turns.truncate(before);
                self.sentences.truncate(sentences);
                self.turns(line, &listed, &mut self.entries(), Vec::new(), &mut turns)?;
            }
        }
        let inside = self.heaps()?;
        for turn in &turns {
            self.ending(turn, inside)?;
        }
        if turns.iter().any(|turn| turn.run.is_some()) {
            self.prefix()?;
        }
        match self.claim.kind {
            Kind::Winners => self.outcome(&turns, inside),
            Kind::Values => match &self.claim.reads {
                Abstraction::Leading(signs) => self.leading(signs, &turns, inside),
                _ => self.values(&turns, inside),
            },
            Kind::Ups | Kind::Halves => self.values(&turns, inside),
            _ if turns.iter().any(|turn| turn.players != [true; 2]) => {
                Err("the moves of Left and Right differ".into())
            }
            Kind::Outcome | Kind::Threshold => self.outcome(&turns, inside),
            Kind::Interval | Kind::Initial => self.interval(&turns),
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

    /// The heaps for which the law is claimed, as numbers for the variables of [`Self::position`].
    fn heaps(&mut self) -> Result<Id, String> {
        let inside = self.inside(&self.heap())?;
        self.with_remainder(inside)
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
            for one in self.by_parity(one.clone(), env)? {
                turns.push(self.turn(line, &one, env, guard.clone())?);
            }
            return Ok(());
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
            Range::Natural => {
                env.push(Linear::variable(self.formulas.fresh()?));
                self.turns(line, one, env, guard, turns)?;
                env.pop();
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

    /// The same move with fixed numbers of equal heaps. In impartial play, normal, an odd number of them is worth one
    /// and an even number two.
    fn by_parity(&mut self, one: Move, env: &[Linear]) -> Result<Vec<Move>, String> {
        let Some((place, count)) = (0..).zip(&one.parts).find_map(|(place, (count, _))| {
            let is_fixed = self.fixed(count, env).is_some();
            (!is_fixed).then(|| (place, count.clone()))
        }) else {
            return Ok(vec![one]);
        };
        let is_alike = self.rules.moves.iter().all(|one| one.players == [true; 2]);
        if self.rules.misere || self.modulus.is_some() || !is_alike {
            return Err("a number of equal heaps that is not fixed".into());
        }
        let of = |op, a: Expr, b| Expr::Binary(op, Box::new(a), Box::new(b));
        let number = Expr::Number;
        let mut moves = Vec::new();
        for least in 0..=2 {
            let mut given = match least {
                0 => of("=", count.clone(), number(0)),
                _ => of("<", number(0), count.clone()),
            };
            if least > 0 {
                let parity = of("mod", count.clone(), number(2));
                given = of("and", given, of("=", parity, number(least % 2)));
            }
            if let Some(condition) = &one.condition {
                given = of("and", condition.clone(), given);
            }
            let mut made = Move { condition: Some(given), ..one.clone() };
            made.parts[place].0 = number(least);
            moves.extend(self.by_parity(made, env)?);
        }
        Ok(moves)
    }

    /// The number that an expression is whatever the heap.
    fn fixed(&mut self, expr: &Expr, env: &[Linear]) -> Option<i64> {
        match &self.cases(expr, env).ok()?[..] {
            [(given, Linear { terms, constant })] if given.is_empty() && terms.is_empty() => {
                Some(*constant)
            }
            _ => None,
        }
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
            Expr::Binary("mod" | "xor", ..) => true,
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
        let mut sure = None;
        self.power = None;
        if let Some(condition) = &one.condition {
            let before = self.guesses;
            let likely = self.condition(condition, env, true)?;
            if self.guesses > before {
                sure = Some((guard.len(), self.condition(condition, env, false)?));
            }
            guard.push(likely);
            let is_power = |one: &Expr| matches!(one, Expr::Binary("power", ..));
            if self.power.is_some() && !condition.implies(&is_power) {
                return Err("a power among other cases".into());
            }
        }
        if one.run {
            // what the law says of coins below the least is not shown
            if self.claim.low[0] > 1 {
                return Err("runs of coins with a law that begins later".into());
            }
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
            let (multiple, rests) = (None, Vec::new());
            return Ok(Turn { line, players, guard, sure, parts, rests, multiple, run });
        }
        let (mut parts, mut rests) = (Vec::new(), Vec::new());
        for (count, entries) in &one.parts {
            let not_fixed = || "a number of equal heaps that is not fixed".to_owned();
            let count = self.fixed(count, env).ok_or_else(not_fixed)?;
            self.keeps_divisor(entries)?;
            let mut vars = Vec::new();
            if self.modulus.is_some() {
                let (remainder, rest) = self.remainder(line, entries, env, &mut guard)?;
                vars = self.heap();
                vars[0] = remainder;
                rests.push(rest);
            }
            for (i, entry) in entries.iter().enumerate().skip(vars.len()) {
                let mut cases = self.cases(entry, env)?;
                // what is negative is no heap
                cases.retain(|case| case.1.constant >= 0 || case.1.terms.iter().any(|t| t.0 > 0));
                if let [(conditions, Linear { terms, constant: 0 })] = &cases[..]
                    && let [(1, var)] = terms[..]
                {
                    guard.extend(conditions);
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
                1.. => parts.push((vars, count)),
                _ => guard.push(self.formulas.always(false)),
            }
        }
        let players = one.players;
        Ok(Turn { line, players, guard, sure, parts, rests, multiple: None, run: None })
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
        if let ("/", [(given, Linear { terms, constant: divisor @ 1..64 })]) = (*op, &right[..])
            && terms.is_empty()
        {
            let mut cases = self.quotients(&left, *divisor)?;
            // where the divisor has no value, neither has the quotient
            cases.iter_mut().for_each(|case| case.0.extend(given));
            return Ok(cases);
        }
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
                    "xor" if a.is_natural() && b.is_natural() => {
                        let [x, y, z] = [0; 3].map(|_: u8| self.formulas.fresh());
                        let [x, y, z] = [x?, y?, z?];
                        self.made.extend([x, y, z]);
                        let xor = self.formulas.xor([x, y, z])?;
                        let (x, y) = (Linear::variable(x), Linear::variable(y));
                        let left = self.formulas.compare(&x, Relation::Equal, a)?;
                        let right = self.formulas.compare(&y, Relation::Equal, b)?;
                        case(self.formulas.and(&[left, right, xor]), Linear::variable(z));
                    }
                    "mod" if let Some((given, rest)) = self.rest(a, b)? => {
                        case(given, Linear::variable(rest));
                    }
                    op => return Err(format!("'{op}' of numbers that are not fixed")),
                }
            }
        }
        if cases.len() > MOST_CASES { Err("too many cases".into()) } else { Ok(cases) }
    }

    /// What is divided, and is c·q or −c·(q + 1). What is not divisible has no case, and so makes no move.
    fn quotients(&mut self, of: &[Case], c: i64) -> Result<Vec<Case>, String> {
        let mut cases = Vec::new();
        for (sign, constant) in [(1, 0), (-1, -1)] {
            if sign < 0 && of.iter().all(|case| case.1.is_natural()) {
                break;
            }
            let q = self.formulas.fresh()?;
            let times = |c| Linear { terms: vec![(sign * c, q)], constant: constant * c };
            let whole = [(Vec::new(), times(c))];
            cases.push((vec![self.compared_cases(&whole, Relation::Equal, of)?], times(1)));
            self.made.push(q);
        }
        Ok(cases)
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
        Ok(self.either(&any))
    }

    /// One of a list, whatever the variables are that were made for what others make.
    fn either(&mut self, list: &[Id]) -> Id {
        let mut any = Vec::new();
        for &one in list {
            let made = |v: &&Var| self.made.contains(v);
            let made: Vec<Var> = self.formulas.numbers(one).iter().filter(made).copied().collect();
            any.push(self.formulas.exists(&made, &[one]));
        }
        self.formulas.or(&any)
    }

    /// A condition; where it is no formula, one that holds whenever it does if that is `likely` enough, else one from
    /// which it follows.
    fn condition(&mut self, expr: &Expr, env: &[Linear], likely: bool) -> Result<Id, String> {
        let denied = match expr {
            Expr::Not(a) | Expr::Binary("or", a, _) => a.has_quotients(),
            Expr::Binary("!=", a, b) => a.has_quotients() || b.has_quotients(),
            _ => false,
        };
        if denied {
            return Err("a condition that may hold where a quotient is not whole".into());
        }
        let (op, a, b) = match expr {
            Expr::Not(a) => {
                let inner = self.condition(a, env, !likely)?;
                let holds = self.formulas.not(inner);
                return if likely { Ok(holds) } else { self.where_defined(a, holds, env) };
            }
            Expr::Binary(op, a, b) => (*op, a, b),
            _ => return Err("a condition is expected".into()),
        };
        match (op, &**a, &**b) {
            ("and" | "or", ..) => {
                let mut both = [self.condition(a, env, likely)?, self.condition(b, env, likely)?];
                if op == "and" {
                    return Ok(self.formulas.and(&both));
                }
                if !likely {
                    both[1] = self.where_defined(a, both[1], env)?;
                }
                return Ok(self.formulas.or(&both));
            }
            ("divides", ..) => return self.divides(a, b, env, likely),
            ("power", ..) => return self.power(a, b, env, likely),
            ("=" | "!=", Expr::Binary("gcd", x, y), Expr::Number(1))
            | ("<", Expr::Number(1), Expr::Binary("gcd", x, y)) => {
                return self.common_factor(op, [x, y], env, likely);
            }
            ("=", Expr::Variable(z), Expr::Binary("*", x, y)) if x.is_open() && y.is_open() => {
                return self.product_by_residues(&env[*z], [x, y], env, likely);
            }
            // the remainder by a number that is not fixed
            ("=" | "!=", Expr::Binary("mod", x, by), Expr::Number(0))
                if !matches!(**by, Expr::Number(_)) =>
            {
                let is_none = |case: &Case| case.1.terms.is_empty() && case.1.constant == 0;
                if self.cases(by, env)?.iter().any(is_none) {
                    // neither is so
                    self.guesses += 1;
                    return Ok(self.formulas.always(likely));
                }
                let divides = self.divides(by, x, env, likely == (op == "="))?;
                return Ok(if op == "!=" { self.formulas.not(divides) } else { divides });
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

    /// A formula, where no remainder by 0 stands in a condition: that has no value.
    fn where_defined(&mut self, condition: &Expr, holds: Id, env: &[Linear]) -> Result<Id, String> {
        let mut all = vec![holds];
        for by in condition.divisors() {
            let zero = [(Vec::new(), Linear::number(0))];
            let none = self.compared(by, Relation::Equal, &zero, env)?;
            all.push(self.formulas.not(none));
        }
        Ok(self.formulas.and(&all))
    }

    /// A power of a fixed number, which has a formula where numbers are written in that base.
    fn power(&mut self, a: &Expr, of: &Expr, env: &[Linear], likely: bool) -> Result<Id, String> {
        if self.modulus.is_some() {
            return self.power_by_remainders(a, of, env, likely);
        }
        if self.formulas.quotients.is_some() {
            return Err("powers of numbers that are divided".into());
        }
        match self.claim.numeration {
            Numeration::Base(base) if *of == Expr::Number(base.into()) => {}
            _ => return self.power_by_residues(a, of, env, likely),
        }
        let mut any = Vec::new();
        for (given, form) in self.cases(a, env)? {
            let var = self.formulas.fresh()?;
            let equal = self.formulas.compare(&Linear::variable(var), Relation::Equal, &form)?;
            let power = self.formulas.power(var);
            let both = self.formulas.exists(&[var], &[equal, power]);
            any.push(self.formulas.and(&[&given[..], &[both]].concat()));
        }
        Ok(self.either(&any))
    }

    /// Every part is smaller than the heap, and one for which the law is claimed.
    fn ending(&mut self, turn: &Turn, inside: Id) -> Result<(), String> {
        let heap = self.heap();
        if self.modulus.is_some() {
            return self.ending_by_remainders(turn, inside);
        }
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
            self.never_of_heap(format!("move {}: play ends", turn.line + 1), &guard);
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
}

/// The variables of some forms.
fn free(forms: &[&Linear]) -> Vec<Var> {
    forms.iter().flat_map(|form| form.terms.iter().map(|term| term.1)).collect()
}
