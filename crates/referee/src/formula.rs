//! First-order formulas over the natural numbers as they are written in a numeration: each is kept once, with the
//! variables that are free in it.

use crate::diagram::{Automaton, Diagrams, Var};
use std::collections::{BTreeMap, HashMap};

/// A formula, by its place.
pub type Id = usize;

/// The relation that is proved to be the law; the sum x + y = z; the xor of all values up to a heap.
pub const LAW: usize = 0;
/// See [`LAW`].
pub const SUM: usize = 1;
/// See [`LAW`].
pub const PREFIX: usize = 2;
/// Beside [`LAW`], the heaps with which Left loses who begins, those with which Right does.
pub const RIGHT: usize = 4;

/// What a formula says.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    /// c₁x₁ + … + c = 0, or ≤ 0 if the flag is set; in a base only.
    Linear(Vec<(i64, Var)>, i64, bool),
    /// x < y, by the words.
    Less(Var, Var),
    /// x = y.
    Same(Var, Var),
    /// x xor y = z, in base 2.
    Xor([Var; 3]),
    /// x is a power of the base.
    Power(Var),
    /// A relation whose automaton is given: [`LAW`], [`SUM`], [`PREFIX`], [`RIGHT`].
    Given(usize, Vec<Var>),
    /// Not.
    Not(Id),
    /// Both.
    And(Id, Id),
    /// Either.
    Or(Id, Id),
    /// Some numbers for these variables.
    Exists(Vec<Var>, Id),
}

/// How numbers are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Numeration {
    /// In a base: every word is the word of a number.
    Base(u32),
    /// So many digits; the n-th number has the n-th word of those that an automaton accepts.
    Words(u32),
}

impl Numeration {
    /// How many digits there are.
    #[must_use]
    pub fn digits(&self) -> usize {
        match self {
            Self::Base(digits) | Self::Words(digits) => *digits as usize,
        }
    }
}

/// A linear form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Linear {
    pub(crate) terms: Vec<(i64, Var)>,
    pub(crate) constant: i64,
}

impl Linear {
    pub(crate) fn number(constant: i64) -> Self {
        Self { terms: Vec::new(), constant }
    }

    pub(crate) fn variable(var: Var) -> Self {
        Self { terms: vec![(1, var)], constant: 0 }
    }

    pub(crate) fn plus(&self, other: &Self, factor: i64) -> Option<Self> {
        let mut sum = self.clone();
        for &(c, var) in &other.terms {
            let c = c.checked_mul(factor)?;
            match sum.terms.iter_mut().find(|t| t.1 == var) {
                Some(term) => term.0 = term.0.checked_add(c)?,
                None => sum.terms.push((c, var)),
            }
        }
        sum.terms.retain(|t| t.0 != 0);
        sum.terms.sort_by_key(|t| t.1);
        sum.constant = sum.constant.checked_add(other.constant.checked_mul(factor)?)?;
        Some(sum)
    }

    /// Whether it is never negative, for the natural numbers.
    pub(crate) fn is_natural(&self) -> bool {
        self.constant >= 0 && self.terms.iter().all(|t| t.0 >= 0)
    }
}

/// By what numbers are divided, see [`crate::quotients`].
#[derive(Clone, Debug)]
pub(crate) struct Quotients {
    /// The number b.
    pub(crate) of: Var,
    /// What is added to it.
    pub(crate) more: i64,
    /// Beside b, the numbers that stand as they are, each on one track: they are compared with one another only.
    pub(crate) whole: Vec<Var>,
}

impl Quotients {
    pub(crate) fn is_whole(&self, var: Var) -> bool {
        var == self.of || self.whole.contains(&var)
    }

    /// The tracks of a number: its quotient and its remainder, or itself.
    pub(crate) fn tracks(&self, var: Var) -> Vec<Var> {
        if self.is_whole(var) { vec![2 * var] } else { vec![2 * var, 2 * var + 1] }
    }

    /// So many times p.
    pub(crate) fn times(&self, factor: i64) -> Option<Linear> {
        let terms = if factor == 0 { Vec::new() } else { vec![(factor, 2 * self.of)] };
        Some(Linear { terms, constant: factor.checked_mul(self.more)? })
    }
}

/// How two linear forms compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Equal,
    AtMost,
    Less,
}

/// Formulas, and the variables that are still free to be named.
#[derive(Debug)]
pub struct Formulas {
    numeration: Numeration,
    nodes: Vec<Node>,
    free: Vec<Vec<Var>>,
    known: HashMap<Node, Id>,
    pub(crate) fresh: Var,
    /// How numbers are divided, if they are: then variables are not yet tracks.
    pub(crate) quotients: Option<Quotients>,
}

/// Numbers beyond these have no formula.
const LARGEST: i64 = 1 << 16;
/// Nodes of the automaton of a sum: its factors together, for each digit of each number.
const MOST_NODES: u64 = 1 << 20;
/// Formulas beyond these are too many.
pub(crate) const MOST: usize = 100_000;

impl Formulas {
    /// None yet; variables from `fresh` on are free.
    #[must_use]
    pub fn new(numeration: Numeration, fresh: Var) -> Self {
        let (nodes, free, known) = (Vec::new(), Vec::new(), HashMap::new());
        Self { numeration, nodes, free, known, fresh, quotients: None }
    }

    /// How numbers are written.
    #[must_use]
    pub fn numeration(&self) -> &Numeration {
        &self.numeration
    }

    /// All of them; what a formula is made of comes before it.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The variables free in a formula, increasing.
    #[must_use]
    pub fn free(&self, id: Id) -> &[Var] {
        &self.free[id]
    }

    /// The numbers of which a formula tells, increasing: those of the tracks that are free in it.
    pub(crate) fn numbers(&self, id: Id) -> Vec<Var> {
        let mut numbers = self.free[id].clone();
        if self.quotients.is_some() {
            numbers.iter_mut().for_each(|track| *track /= 2);
            numbers.dedup();
        }
        numbers
    }

    /// The tracks of some numbers.
    fn tracks(&self, vars: &[Var]) -> Vec<Var> {
        match &self.quotients {
            Some(by) => vars.iter().flat_map(|&var| by.tracks(var)).collect(),
            None => vars.to_vec(),
        }
    }

    /// A formula of numbers: the tracks that are free in it are those of some.
    pub(crate) fn of_numbers(&mut self, id: Id) -> Id {
        let Some(by) = self.quotients.clone() else { return id };
        let remainders = self.remainders(&by, &self.free[id].clone());
        self.and(&[&[id][..], &remainders].concat())
    }

    pub(crate) fn fresh(&mut self) -> Result<Var, String> {
        self.fresh += 1;
        if self.fresh > 30_000 || self.nodes.len() > MOST {
            Err("the rules are too long".into())
        } else {
            Ok(self.fresh - 1)
        }
    }

    pub(crate) fn add(&mut self, node: Node) -> Id {
        if let Some(&known) = self.known.get(&node) {
            return known;
        }
        let mut free: Vec<Var> = match &node {
            Node::Linear(terms, ..) => terms.iter().map(|t| t.1).collect(),
            Node::Less(x, y) | Node::Same(x, y) => vec![*x, *y],
            Node::Xor(vars) => vars.to_vec(),
            Node::Power(x) => vec![*x],
            Node::Given(_, vars) => vars.clone(),
            Node::Not(a) => self.free[*a].clone(),
            Node::And(a, b) | Node::Or(a, b) => [&self.free[*a][..], &self.free[*b]].concat(),
            Node::Exists(vars, a) => {
                self.free[*a].iter().copied().filter(|v| !vars.contains(v)).collect()
            }
        };
        free.sort_unstable();
        free.dedup();
        self.known.insert(node.clone(), self.nodes.len());
        self.nodes.push(node);
        self.free.push(free);
        self.nodes.len() - 1
    }

    /// Always true, or never.
    pub(crate) fn always(&mut self, yes: bool) -> Id {
        self.add(Node::Linear(Vec::new(), i64::from(!yes), true))
    }

    fn is_always(&self, id: Id, yes: bool) -> bool {
        self.nodes[id] == Node::Linear(Vec::new(), i64::from(!yes), true)
    }

    pub(crate) fn given(&mut self, which: usize, vars: Vec<Var>) -> Id {
        let tracks = self.tracks(&vars);
        self.add(Node::Given(which, tracks))
    }

    pub(crate) fn xor(&mut self, vars: [Var; 3]) -> Result<Id, String> {
        if self.numeration == Numeration::Base(2) {
            let tracks = self.tracks(&vars).try_into();
            Ok(self.add(Node::Xor(tracks.map_err(|_| "numbers that are divided are xored")?)))
        } else {
            Err("values are xored in base 2 only".into())
        }
    }

    pub(crate) fn power(&mut self, var: Var) -> Id {
        self.add(Node::Power(var))
    }

    pub(crate) fn not(&mut self, a: Id) -> Id {
        match self.nodes[a] {
            Node::Not(inner) => inner,
            _ if self.is_always(a, true) => self.always(false),
            _ if self.is_always(a, false) => self.always(true),
            _ => self.add(Node::Not(a)),
        }
    }

    pub(crate) fn and(&mut self, list: &[Id]) -> Id {
        let mut all: Option<Id> = None;
        for &one in list {
            // what is never true has no variables: every program that reads the formula counts them
            if self.is_always(one, false) {
                return one;
            }
            all = match all {
                _ if self.is_always(one, true) => all,
                Some(a) if a != one => Some(self.add(Node::And(a, one))),
                _ => Some(one),
            };
        }
        all.unwrap_or_else(|| self.always(true))
    }

    pub(crate) fn or(&mut self, list: &[Id]) -> Id {
        let mut all: Option<Id> = None;
        for &one in list {
            if self.is_always(one, true) {
                return one;
            }
            all = match all {
                _ if self.is_always(one, false) => all,
                Some(a) if a != one => Some(self.add(Node::Or(a, one))),
                _ => Some(one),
            };
        }
        all.unwrap_or_else(|| self.always(false))
    }

    /// A formula with other variables in place of some that are free in it; bound ones are to be none of them.
    pub(crate) fn renamed(&mut self, id: Id, names: &BTreeMap<Var, Var>) -> Id {
        let name = |v: &Var| names.get(v).copied().unwrap_or(*v);
        match self.nodes[id].clone() {
            Node::Linear(terms, constant, at_most) => {
                let mut sum = Linear::number(constant);
                for (factor, var) in terms {
                    sum.terms.push((factor, name(&var)));
                }
                sum.terms.sort_by_key(|term| term.1);
                self.add(Node::Linear(sum.terms, constant, at_most))
            }
            Node::Less(x, y) => self.add(Node::Less(name(&x), name(&y))),
            Node::Same(x, y) => self.add(Node::Same(name(&x), name(&y))),
            Node::Xor(vars) => self.add(Node::Xor(vars.map(|v| name(&v)))),
            Node::Power(x) => self.add(Node::Power(name(&x))),
            Node::Given(which, vars) => self.given(which, vars.iter().map(name).collect()),
            Node::Not(a) => {
                let a = self.renamed(a, names);
                self.not(a)
            }
            Node::And(a, b) => {
                let both = [self.renamed(a, names), self.renamed(b, names)];
                self.and(&both)
            }
            Node::Or(a, b) => {
                let both = [self.renamed(a, names), self.renamed(b, names)];
                self.or(&both)
            }
            Node::Exists(vars, a) => {
                let a = self.renamed(a, names);
                self.add(Node::Exists(vars, a))
            }
        }
    }

    /// There are numbers for the variables such that all of a list holds: one variable after the other is done with,
    /// always the one behind which the fewest variables are left.
    pub(crate) fn exists(&mut self, vars: &[Var], list: &[Id]) -> Id {
        let (mut vars, mut list) = (self.tracks(vars), list.to_vec());
        if let Some(by) = self.quotients.clone() {
            let is_free = |track: &Var| list.iter().any(|&one| self.free[one].contains(track));
            vars.retain(is_free);
            list.extend(self.remainders(&by, &vars));
        }
        vars.retain(|v| list.iter().any(|&one| self.free[one].contains(v)));
        while !vars.is_empty() {
            let around = |v: Var| {
                let with = list.iter().filter(|&&one| self.free[one].contains(&v));
                let mut all: Vec<Var> =
                    with.flat_map(|&one| self.free[one].iter().copied()).collect();
                all.sort_unstable();
                all.dedup();
                all.len()
            };
            let Some(&next) = vars.iter().min_by_key(|&&v| (around(v), v)) else { break };
            let (with, rest): (Vec<Id>, Vec<Id>) =
                list.iter().partition(|&&one| self.free[one].contains(&next));
            let elsewhere = |v: &Var| rest.iter().any(|&one| self.free[one].contains(v));
            let (later, done): (Vec<Var>, Vec<Var>) = vars
                .iter()
                .partition(|v| elsewhere(v) || !with.iter().any(|&one| self.free[one].contains(v)));
            let both = self.and(&with);
            list = rest;
            list.push(self.add(Node::Exists(done, both)));
            vars = later;
        }
        self.and(&list)
    }

    /// How two linear forms compare, for natural numbers.
    pub(crate) fn compare(
        &mut self,
        a: &Linear,
        relation: Relation,
        b: &Linear,
    ) -> Result<Id, String> {
        let difference = a.plus(b, -1).ok_or("numbers too large")?;
        match self.quotients.clone() {
            Some(by) => self.by_quotients(&by, &difference, relation),
            None => self.compare_form(difference, relation),
        }
    }

    /// How a form of what stands on tracks compares with 0.
    pub(crate) fn compare_form(
        &mut self,
        mut difference: Linear,
        relation: Relation,
    ) -> Result<Id, String> {
        if relation == Relation::Less {
            difference.constant += 1;
        }
        let sizes = difference.terms.iter().map(|t| t.0).chain([difference.constant]);
        if sizes.map(i64::unsigned_abs).any(|c| c > LARGEST as u64) {
            return Err("numbers too large".into());
        }
        let factors: u64 = difference.terms.iter().map(|t| t.0.unsigned_abs()).sum();
        let digits = (difference.terms.len() * self.numeration.digits()) as u64;
        if factors.saturating_mul(digits) > MOST_NODES {
            return Err("numbers too large for this numeration".into());
        }
        let at_most = relation != Relation::Equal;
        // numbers are none below 0
        let signed = |sign: i64| {
            difference.terms.iter().map(|t| t.0).chain([difference.constant]).all(|c| c * sign >= 0)
        };
        let (least, most) = (signed(1), signed(-1));
        if difference.constant != 0 && (least && difference.constant > 0 || most && !at_most) {
            return Ok(self.always(false));
        }
        if most && (at_most || difference.terms.is_empty()) {
            return Ok(self.always(true));
        }
        if let Numeration::Base(_) = self.numeration {
            return Ok(self.add(Node::Linear(difference.terms, difference.constant, at_most)));
        }
        // the negative terms go to the other side, and both sides are summed
        let (mut parts, mut bound) = (Vec::new(), Vec::new());
        let strict = relation == Relation::Less;
        difference.constant -= i64::from(strict);
        let left = self.side(&difference, 1, &mut parts, &mut bound)?;
        let right = self.side(&difference, -1, &mut parts, &mut bound)?;
        parts.push(match (relation, left == right) {
            (Relation::Less, true) => self.always(false),
            (_, true) => self.always(true),
            (Relation::Equal, _) => self.add(Node::Same(left, right)),
            (Relation::Less, _) => self.add(Node::Less(left, right)),
            (Relation::AtMost, _) => {
                let less = self.add(Node::Less(right, left));
                self.not(less)
            }
        });
        Ok(self.exists(&bound, &parts))
    }

    /// A variable for the sum of the terms of one sign.
    fn side(
        &mut self,
        form: &Linear,
        sign: i64,
        parts: &mut Vec<Id>,
        bound: &mut Vec<Var>,
    ) -> Result<Var, String> {
        let mut sum: Option<Var> = None;
        let mut all: Vec<Var> = Vec::new();
        for &(factor, var) in &form.terms {
            if factor * sign > 64 {
                return Err("numbers too large for this numeration".into());
            }
            all.extend((0..(factor * sign).max(0)).map(|_| var));
        }
        let constant = (form.constant * sign).max(0);
        if constant > 0 || all.is_empty() {
            let var = self.fresh()?;
            bound.push(var);
            parts.push(self.is_number(var, constant)?);
            all.push(var);
        }
        for var in all {
            sum = Some(match sum {
                None => var,
                Some(before) => {
                    let after = self.fresh()?;
                    bound.push(after);
                    parts.push(self.given(SUM, vec![before, var, after]));
                    after
                }
            });
        }
        sum.ok_or("no sum".to_owned())
    }

    /// y is the number after x: the least that is greater.
    pub(crate) fn next(&mut self, x: Var, y: Var) -> Result<Id, String> {
        let z = self.fresh()?;
        let (less, after, before) =
            (self.add(Node::Less(x, y)), self.add(Node::Less(x, z)), self.add(Node::Less(z, y)));
        let between = self.exists(&[z], &[after, before]);
        let between = self.not(between);
        Ok(self.and(&[less, between]))
    }

    fn is_number(&mut self, x: Var, number: i64) -> Result<Id, String> {
        if number > 64 {
            return Err("numbers too large for this numeration".into());
        }
        let y = self.fresh()?;
        if number == 0 {
            let less = self.add(Node::Less(y, x));
            let some = self.exists(&[y], &[less]);
            return Ok(self.not(some));
        }
        let (before, next) = (self.is_number(y, number - 1)?, self.next(y, x)?);
        Ok(self.exists(&[y], &[before, next]))
    }

    /// x < y.
    pub(crate) fn less(&mut self, x: Var, y: Var) -> Result<Id, String> {
        self.compare(&Linear::variable(x), Relation::Less, &Linear::variable(y))
    }

    /// The automaton of a formula that has one by itself; `legal` are the words of numbers.
    pub fn atom(
        &self,
        node: &Node,
        diagrams: &mut Diagrams,
        given: &[Option<Automaton>],
        legal: Option<&Automaton>,
    ) -> Option<Automaton> {
        Some(match node {
            Node::Linear(terms, constant, at_most) => diagrams.linear(terms, *constant, *at_most),
            Node::Less(x, y) => {
                let order = ordered(diagrams, legal?, true);
                diagrams.renamed(&order, &[*x, *y])
            }
            Node::Same(x, y) => {
                let order = ordered(diagrams, legal?, false);
                diagrams.renamed(&order, &[*x, *y])
            }
            Node::Xor(vars) => {
                let step = |_: &Diagrams, s: &bool, d: &[usize]| *s && d[0] ^ d[1] == d[2];
                let xor = diagrams.written(&[0, 1, 2], true, &step, &|&s| s);
                diagrams.renamed(&xor, vars)
            }
            Node::Power(x) => {
                let step = |_: &Diagrams, s: &u8, d: &[usize]| match (s, d[0]) {
                    (s, 0) => *s,
                    (0, 1) => 1,
                    _ => 2,
                };
                diagrams.written(&[*x], 0u8, &step, &|&s| s == 1)
            }
            Node::Given(which, vars) => {
                let given = given.get(*which)?.as_ref().filter(|g| g.tracks.len() == vars.len())?;
                diagrams.renamed(given, vars)
            }
            _ => return None,
        })
    }
}

/// x < y, or x = y, for words that are legal: the greater word is the greater number.
fn ordered(diagrams: &mut Diagrams, legal: &Automaton, less: bool) -> Automaton {
    let (roots, var) = (&legal.roots, legal.tracks[0]);
    let step = |d: &Diagrams, s: &(std::cmp::Ordering, u32, u32), digits: &[usize]| {
        let to =
            |state: u32, digit| d.at(roots[state as usize], var, digit) & !crate::diagram::LEAF;
        (s.0.then(digits[0].cmp(&digits[1])), to(s.1, digits[0]), to(s.2, digits[1]))
    };
    let wanted = if less { std::cmp::Ordering::Less } else { std::cmp::Ordering::Equal };
    let accepts = |s: &(std::cmp::Ordering, u32, u32)| {
        s.0 == wanted && legal.accepts[s.1 as usize] && legal.accepts[s.2 as usize]
    };
    diagrams.written(&[0, 1], (std::cmp::Ordering::Equal, 0, 0), &step, &accepts)
}
