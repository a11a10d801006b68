//! Deciding the sentences of a claim, and writing down what the referee needs to see that they hold.

use crate::automata::{Join, Workshop};
use farstar_play::{Limits, Stopped};
use farstar_referee as referee;
use farstar_referee::{
    Abstraction, Automaton, Claim, Divisor, Fall, Formulas, GameForm, Id, Kind, LAW, LEAF, LEGAL,
    Node, Numeration, Ref,
};
use rustc_hash::FxHashMap;
use std::fmt::Write as _;

/// What came of a claim.
#[derive(Clone, Debug)]
pub(crate) enum Decided {
    /// It holds, and the referee has accepted the certificate.
    Theorem(Box<Proof>),
    /// A sentence fails; the numbers are the entries of a heap, as its digits, if they are known.
    Fails {
        /// Which.
        sentence: String,
        /// Whether the law is then wrong somewhere.
        refutes: bool,
        /// The digits of the first numbers that satisfy it, most significant first.
        witness: Vec<Vec<usize>>,
    },
}

/// A theorem with its certificate.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The text that the referee has accepted.
    pub certificate: String,
    /// What it proves.
    pub theorem: referee::Theorem,
    /// The most states of an automaton on the way, before its states were merged.
    pub largest: usize,
    /// The states of the law.
    pub states: usize,
    /// Whether the automaton was learned from what the law says of cells: then the theorem is of the automaton.
    pub is_learned: bool,
}

impl Proof {
    /// Of a theorem whose conditions the referee finds in the rules alone, if it does.
    pub(crate) fn by_rules(claim: &Claim) -> Option<Box<Self>> {
        let certificate = header(claim);
        let theorem = referee::check(&certificate, &|_| false).ok()?;
        let (largest, states, is_learned) = (0, 0, false);
        Some(Box::new(Self { certificate, theorem, largest, states, is_learned }))
    }
}

/// Why there is no decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Undecided {
    /// A limit was met.
    Stopped(Stopped),
    /// The rules or the law are beyond this logic.
    OutOfReach(String),
}

impl From<Stopped> for Undecided {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

/// The relations that are given, in their places: see [`referee::Theorem`].
pub(crate) type Given = Vec<Option<Automaton>>;

/// Decides a claim.
pub(crate) fn decide(
    shop: &mut Workshop<'_>,
    claim: &Claim,
    given: &Given,
    limits: &Limits,
) -> Result<Decided, Undecided> {
    let (formulas, sentences) = referee::sentences(claim).map_err(Undecided::OutOfReach)?;
    let mut solver = Solver { shop, formulas: &formulas, given, solved: FxHashMap::default() };
    for sentence in &sentences {
        let never = solver.solve(sentence.never)?;
        if !never.is_empty() {
            let witness = solver.shop.witness(&never).unwrap_or_default();
            let (sentence, refutes) = (sentence.name.clone(), sentence.refutes);
            return Ok(Decided::Fails { sentence, refutes, witness });
        }
    }
    let certificate = solver.certificate(claim);
    let largest = solver.shop.largest;
    let stop = |_: usize| limits.check().is_err();
    match referee::check(&certificate, &stop) {
        Ok(theorem) => {
            let states = given[LAW].as_ref().map_or(0, |law| law.roots.len());
            let proof = Proof { certificate, theorem, largest, states, is_learned: false };
            Ok(Decided::Theorem(Box::new(proof)))
        }
        Err(referee::Refused::Stopped) => Err(limits.check().err().unwrap_or(Stopped::Time).into()),
        Err(refused) => {
            Err(Undecided::OutOfReach(format!("the referee does not accept the proof: {refused}")))
        }
    }
}

struct Solver<'a, 'l> {
    shop: &'a mut Workshop<'l>,
    formulas: &'a Formulas,
    given: &'a Given,
    solved: FxHashMap<Id, Automaton>,
}

impl Solver<'_, '_> {
    /// The automaton of a formula, after those that it is made of.
    fn solve(&mut self, id: Id) -> Result<Automaton, Undecided> {
        let mut open = vec![id];
        while let Some(&id) = open.last() {
            let below = match &self.formulas.nodes()[id] {
                Node::Not(a) | Node::Exists(_, a) => vec![*a],
                Node::And(a, b) | Node::Or(a, b) => vec![*a, *b],
                _ => Vec::new(),
            };
            let missing: Vec<Id> =
                below.into_iter().filter(|id| !self.solved.contains_key(id)).collect();
            if missing.is_empty() {
                let made = self.one(id)?;
                self.solved.insert(id, made);
                open.pop();
            } else {
                open.extend(missing);
            }
        }
        Ok(self.solved[&id].clone())
    }

    fn one(&mut self, id: Id) -> Result<Automaton, Undecided> {
        let legal = self.given[LEGAL].as_ref();
        let node = &self.formulas.nodes()[id];
        Ok(match node {
            Node::And(a, b) => self.shop.product(&self.solved[a], &self.solved[b], Join::Both)?,
            Node::Or(a, b) => self.shop.either(&self.solved[a], &self.solved[b], legal)?,
            Node::Not(a) => self.shop.complement(&self.solved[a], legal)?,
            Node::Exists(vars, a) => self.shop.project(&self.solved[a], vars)?,
            atom => {
                let atom = self.formulas.atom(atom, &mut self.shop.diagrams, self.given, legal);
                let atom = atom.ok_or(Undecided::OutOfReach("a relation is missing".into()))?;
                self.shop.least(&atom)?
            }
        })
    }

    fn certificate(&self, claim: &Claim) -> String {
        let mut ids: Vec<Id> = self.solved.keys().copied().collect();
        ids.sort_unstable();
        let steps: Vec<(Id, &Automaton)> = ids
            .into_iter()
            .filter(|&id| {
                let node = &self.formulas.nodes()[id];
                matches!(node, Node::And(..) | Node::Or(..) | Node::Not(_) | Node::Exists(..))
            })
            .map(|id| (id, &self.solved[&id]))
            .collect();
        let given: Vec<(usize, Option<&Automaton>)> = referee::given(claim)
            .into_iter()
            .map(|which| (which, self.given[which].as_ref()))
            .collect();
        let all = given.iter().filter_map(|g| g.1).chain(steps.iter().map(|step| step.1));
        let nodes = self.nodes(all);
        let mut place = vec![0; self.shop.diagrams.len()];
        nodes.iter().zip(0..).for_each(|(&node, at)| place[node as usize] = at);
        let mut text = header(claim);
        // a state is written −1, −2, …, a node by its place
        let show = |text: &mut String, node: Ref| {
            let is_state = node & LEAF != 0;
            text.push_str(if is_state { " -" } else { " " });
            number(text, if is_state { (node ^ LEAF) + 1 } else { place[node as usize] });
        };
        let _ = writeln!(text, "nodes {}", nodes.len());
        for &node in &nodes {
            number(&mut text, self.shop.diagrams.var(node).into());
            self.shop.diagrams.below(node).iter().for_each(|&below| show(&mut text, below));
            text.push('\n');
        }
        let automaton = |text: &mut String, automaton: &Automaton| {
            text.extend(automaton.accepts.iter().map(|&a| if a { '1' } else { '0' }));
            automaton.roots.iter().for_each(|&root| show(text, root));
            text.push('\n');
        };
        for (which, given) in given {
            let _ = write!(text, "given {which} ");
            match given {
                Some(given) => automaton(&mut text, given),
                None => text.push_str("none\n"),
            }
        }
        for (id, step) in steps {
            let _ = write!(text, "step {id} ");
            automaton(&mut text, step);
        }
        text
    }

    /// The nodes of some automata, what is below a node before it.
    fn nodes<'a>(&self, automata: impl Iterator<Item = &'a Automaton>) -> Vec<Ref> {
        let mut open: Vec<Ref> = automata.flat_map(|a| a.roots.iter().copied()).collect();
        let (mut seen, mut nodes) = (vec![false; self.shop.diagrams.len()], Vec::new());
        while let Some(node) = open.pop() {
            if node & LEAF == 0 && !std::mem::replace(&mut seen[node as usize], true) {
                nodes.push(node);
                open.extend(self.shop.diagrams.below(node));
            }
        }
        nodes.sort_unstable();
        nodes
    }
}

/// Appends a number: certificates are long lists of them.
fn number(text: &mut String, mut number: u32) {
    let (mut digits, mut from) = ([0; 10], 10);
    while from == 10 || number > 0 {
        from -= 1;
        digits[from] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    digits[from..].iter().for_each(|&digit| text.push(digit.into()));
}

pub(crate) fn header(claim: &Claim) -> String {
    let kind = match claim.kind {
        Kind::Grundy => "grundy",
        Kind::GrundyPowers => "powers",
        Kind::Interval => "interval",
        Kind::Initial => "initial",
        Kind::Outcome => "outcome",
        Kind::Threshold => "threshold",
        Kind::Winners => "winners",
        Kind::Product => "product",
        Kind::Sum => "sum",
        Kind::Values => "values",
        Kind::Ups => "ups",
        Kind::Halves => "halves",
        Kind::Shares => "shares",
        Kind::Roots => "roots",
    };
    let numeration = match claim.numeration {
        Numeration::Base(base) => format!("base {base}"),
        Numeration::Words(digits) => format!("words {digits}"),
    };
    let list = |numbers: &mut dyn Iterator<Item = String>| numbers.collect::<Vec<_>>().join(" ");
    let mut low = list(&mut claim.low.iter().map(ToString::to_string));
    match &claim.reads {
        Abstraction::Entries => {}
        Abstraction::Remainder(modulus) => {
            let numbers = modulus.factors.iter().chain([&modulus.constant]);
            low.push_str(" modulus ");
            low.push_str(&list(&mut numbers.map(ToString::to_string)));
            if !modulus.odd.is_empty() {
                low.push_str(" odd ");
                low.push_str(&list(&mut modulus.odd.iter().map(ToString::to_string)));
            }
        }
        Abstraction::Quotients(Divisor { entry, more, values }) => {
            let values = if *values { " values" } else { "" };
            low.push_str(&format!(" divided {entry} {more}{values}"));
        }
        Abstraction::Residues(by) => low.push_str(&format!(" residues {by}")),
        Abstraction::Exponents => low.push_str(" exponents"),
        Abstraction::Euclidean => low.push_str(" euclidean"),
        Abstraction::Leading(signs) => {
            low.push_str(" leading ");
            low.push_str(&list(&mut signs.iter().map(ToString::to_string)));
        }
    }
    let fall = |fall: &Fall| match fall {
        Fall::Sum => "sum".to_owned(),
        Fall::Most => "most".to_owned(),
        Fall::Entry(i) => i.to_string(),
    };
    let measure = list(&mut claim.measure.iter().map(fall));
    let side = |side: &Vec<usize>| side.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
    let form = |[left, right]: &GameForm| format!(" {}/{}", side(left), side(right));
    let forms: String = claim.forms.iter().map(form).collect();
    let lines = claim.rules.lines().count();
    let mut text = format!(
        "{}\nlaw {kind}{forms}\nnumeration {numeration}\nlow {low}\nmeasure {measure}\nrules {lines}\n",
        referee::HEADER
    );
    for line in claim.rules.lines() {
        text.push_str(line);
        text.push('\n');
    }
    text
}
