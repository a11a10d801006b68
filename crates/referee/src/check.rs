//! The check of a certificate: every automaton that it names for a formula is held against the automata of what the
//! formula is made of, by walking through all words at once.

use crate::diagram::{Automaton, Diagrams, LEAF, Ref, Seen, Slots, Var, hash, marked};
use crate::formula::{Formulas, Id, LAW, Node, Numeration, PREFIX, RIGHT, SUM};
use crate::product::is_joined;
use crate::roots::is_of_roots;
use crate::shares::is_of_shares;
use crate::theorem::{Abstraction, Claim, Divisor, Fall, GameForm, Kind, Modulus, sentences};

/// The first line of a certificate.
pub const HEADER: &str = "farstar theorem certificate 1";
/// Where the automaton of the legal words stands among those that are given.
pub const LEGAL: usize = 3;

/// What a certificate that was accepted proves.
#[derive(Clone, Debug)]
pub struct Theorem {
    /// The claim.
    pub claim: Claim,
    /// The automaton that is the law: entries of a heap, and the value unless it is of outcomes.
    pub law: Automaton,
    /// All relations that are given, in their places: [`LAW`], [`SUM`], [`PREFIX`], [`LEGAL`], [`RIGHT`].
    pub given: Vec<Option<Automaton>>,
    /// Their diagrams.
    pub diagrams: Diagrams,
    /// How many formulas it took.
    pub steps: usize,
    /// The most states of an automaton.
    pub largest: usize,
    /// The most words that were told apart in one step.
    pub walked: usize,
    /// The theorems about the games of a product or a sum, the first of which is meant by the law above; else none.
    pub factors: Vec<Theorem>,
}

impl Theorem {
    /// A claim that the text of the rules makes a theorem; its law is empty.
    fn without_automata(claim: Claim) -> Self {
        let diagrams = Diagrams::new(claim.numeration.digits());
        let law = Automaton { tracks: Vec::new(), accepts: vec![false], roots: vec![LEAF] };
        let (given, factors) = (vec![None; 5], Vec::new());
        Self { claim, law, given, diagrams, steps: 0, largest: 0, walked: 0, factors }
    }
}

/// Why a certificate proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// It cannot be read, or what it says at some step is not so.
    Wrong(String),
    /// It took longer than allowed.
    Stopped,
}

impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Wrong(why) => f.write_str(why),
            Self::Stopped => f.write_str("the check was stopped"),
        }
    }
}

impl std::error::Error for Refused {}

fn wrong<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused::Wrong(why.into()))
}

struct Lines<'t> {
    lines: std::iter::Enumerate<std::str::Lines<'t>>,
    at: usize,
}

impl<'t> Lines<'t> {
    fn next(&mut self) -> Result<&'t str, Refused> {
        let Some((at, line)) = self.lines.next() else {
            return wrong("the certificate ends too soon");
        };
        self.at = at + 1;
        Ok(line)
    }

    /// The rest of the next line behind a word.
    fn behind(&mut self, word: &str) -> Result<&'t str, Refused> {
        let line = self.next()?;
        let rest = line.strip_prefix(word).and_then(|rest| rest.strip_prefix(' '));
        rest.map_or_else(|| wrong(format!("line {}: expected '{word}'", self.at)), Ok)
    }

    /// As many lines as stand behind a word.
    fn text(&mut self, word: &str) -> Result<String, Refused> {
        let count = self.behind(word)?;
        let count = self.numbers(count)?.first().copied().unwrap_or(0);
        let mut text = String::new();
        for _ in 0..count {
            text.push_str(self.next()?);
            text.push('\n');
        }
        Ok(text)
    }

    fn numbers(&self, text: &str) -> Result<Vec<i64>, Refused> {
        let numbers: Option<Vec<i64>> =
            text.split_whitespace().map(|word| word.parse().ok()).collect();
        numbers.map_or_else(|| wrong(format!("line {}: expected numbers", self.at)), Ok)
    }
}

/// The relations that a certificate of a claim gives, in their order.
#[must_use]
pub fn given(claim: &Claim) -> Vec<usize> {
    let words = matches!(claim.numeration, Numeration::Words(_));
    let mut given = if words { vec![LEGAL, SUM, LAW] } else { vec![LAW, PREFIX] };
    if claim.kind == Kind::Winners {
        given.push(RIGHT);
    }
    given
}

/// Whether a text is a certificate of this kind.
#[must_use]
pub fn is_one(text: &str) -> bool {
    text.lines().next() == Some(HEADER)
}

/// What a certificate claims, which may be wrong.
///
/// # Errors
/// A text that is no certificate.
pub fn claim_of(text: &str) -> Result<Claim, Refused> {
    let mut lines = Lines { lines: text.lines().enumerate(), at: 0 };
    if lines.next()? != HEADER {
        return wrong("this is no certificate of a theorem");
    }
    claim(&mut lines)
}

/// Checks a certificate. `stop` is asked now and then, with the number of words told apart so far, whether to give up.
///
/// # Errors
/// The first thing in it that is not so.
pub fn check(text: &str, stop: &dyn Fn(usize) -> bool) -> Result<Theorem, Refused> {
    let mut lines = Lines { lines: text.lines().enumerate(), at: 0 };
    if lines.next()? != HEADER {
        return wrong("this is no certificate of a theorem");
    }
    let claim = claim(&mut lines)?;
    let by_text = claim.kind.is_joined() || matches!(claim.kind, Kind::Shares | Kind::Roots);
    if by_text && claim.reads != Abstraction::Entries {
        return wrong("what the text of the rules shows is said of the numbers as they stand");
    }
    if claim.kind.is_joined() {
        return joined(claim, &mut lines, stop);
    }
    let by_rules = match claim.kind {
        Kind::Shares => Some(is_of_shares(&claim)),
        Kind::Roots => Some(is_of_roots(&claim)),
        _ => None,
    };
    if let Some(told) = by_rules {
        told.map_err(Refused::Wrong)?;
        ended(&mut lines)?;
        return Ok(Theorem::without_automata(claim));
    }
    let (formulas, sentences) = sentences(&claim).map_err(Refused::Wrong)?;
    let diagrams = Diagrams::new(claim.numeration.digits());
    let mut check = Check { diagrams, nodes: Vec::new(), given: vec![None; 5], stop, walked: 0 };
    check.read_nodes(&mut lines)?;
    check.read_given(&mut lines, &claim)?;
    let mut used = vec![false; formulas.nodes().len()];
    sentences.iter().for_each(|sentence| used[sentence.never] = true);
    for id in (0..used.len()).rev().filter(|&id| used[id]).collect::<Vec<_>>() {
        mark(&formulas, id, &mut used);
    }
    let mut automata: Vec<Option<Automaton>> = vec![None; used.len()];
    let (mut steps, mut largest) = (0, 0);
    for id in (0..used.len()).filter(|&id| used[id]) {
        let automaton = check.step(&formulas, id, &automata, &mut lines)?;
        largest = largest.max(automaton.roots.len());
        steps += 1;
        automata[id] = Some(automaton);
    }
    ended(&mut lines)?;
    for sentence in sentences {
        if automata[sentence.never].as_ref().is_none_or(|automaton| !automaton.is_empty()) {
            return wrong(format!("'{}' is not shown", sentence.name));
        }
    }
    let Some(law) = check.given[LAW].clone() else { return wrong("there is no law") };
    let Check { diagrams, given, walked, .. } = check;
    Ok(Theorem { claim, law, given, diagrams, steps, largest, walked, factors: Vec::new() })
}

fn ended(lines: &mut Lines<'_>) -> Result<(), Refused> {
    match lines.next() {
        Ok(_) => wrong(format!("line {}: the certificate should have ended", lines.at)),
        Err(_) => Ok(()),
    }
}

/// Checks the certificates of the games of which a claim is the product or the sum, one for each number of a heap.
fn joined(
    claim: Claim,
    lines: &mut Lines<'_>,
    stop: &dyn Fn(usize) -> bool,
) -> Result<Theorem, Refused> {
    let mut factors = Vec::new();
    for _ in &claim.low {
        let text = lines.text("factor")?;
        if claim_of(&text)?.kind.is_joined() {
            return wrong(format!("line {}: a product or sum of such", lines.at));
        }
        factors.push(check(&text, stop)?);
    }
    ended(lines)?;
    let claims: Vec<&Claim> = factors.iter().map(|one| &one.claim).collect();
    is_joined(&claim, &claims).map_err(Refused::Wrong)?;
    let Some(first) = factors.first() else { return wrong("games are expected") };
    let steps = factors.iter().map(|one| one.steps).sum();
    let walked = factors.iter().map(|one| one.walked).sum();
    let largest = factors.iter().map(|one| one.largest).max().unwrap_or(0);
    let (law, given, diagrams) = (first.law.clone(), first.given.clone(), first.diagrams.clone());
    Ok(Theorem { claim, law, given, diagrams, steps, largest, walked, factors })
}

/// Marks what a formula is made of, and so on.
fn mark(formulas: &Formulas, id: Id, used: &mut [bool]) {
    let mut open = vec![id];
    while let Some(id) = open.pop() {
        let below = match &formulas.nodes()[id] {
            Node::Not(a) | Node::Exists(_, a) => vec![*a],
            Node::And(a, b) | Node::Or(a, b) => vec![*a, *b],
            _ => Vec::new(),
        };
        for below in below {
            if !std::mem::replace(&mut used[below], true) {
                open.push(below);
            }
        }
    }
}

fn claim(lines: &mut Lines<'_>) -> Result<Claim, Refused> {
    let law = lines.behind("law")?;
    let (word, list) = law.split_once(' ').unwrap_or((law, ""));
    let kind = match word {
        "grundy" => Kind::Grundy,
        "powers" => Kind::GrundyPowers,
        "interval" => Kind::Interval,
        "initial" => Kind::Initial,
        "outcome" => Kind::Outcome,
        "threshold" => Kind::Threshold,
        "winners" => Kind::Winners,
        "product" => Kind::Product,
        "sum" => Kind::Sum,
        "values" => Kind::Values,
        "ups" => Kind::Ups,
        "halves" => Kind::Halves,
        "shares" => Kind::Shares,
        "roots" => Kind::Roots,
        other => return wrong(format!("'{other}' is no kind of law")),
    };
    let side = |side: &str| -> Option<Vec<usize>> {
        side.split(',').filter(|word| !word.is_empty()).map(|word| word.parse().ok()).collect()
    };
    let form = |text: &str| text.split_once('/').and_then(|(l, r)| Some([side(l)?, side(r)?]));
    let forms: Option<Vec<GameForm>> = list.split_whitespace().map(form).collect();
    let Some(forms) = forms.filter(|forms| forms.is_empty() != kind.lists_games()) else {
        return wrong(format!("line {}: expected games such as 0,1/0", lines.at));
    };
    let words = lines.behind("numeration")?;
    let count = |text: &str| text.parse::<u32>().ok().filter(|n| (2..=64).contains(n));
    let numeration = match words.split_once(' ') {
        Some(("base", digits)) => count(digits).map(Numeration::Base),
        Some(("words", digits)) => count(digits).map(Numeration::Words),
        _ => None,
    };
    let Some(numeration) = numeration else { return wrong("the numeration is unknown") };
    let low = lines.behind("low")?;
    let (low, reads) = match (low.split_once(" modulus "), low.strip_suffix(" exponents")) {
        _ if low.ends_with(" euclidean") => {
            (low.trim_end_matches(" euclidean"), Abstraction::Euclidean)
        }
        (Some((low, modulus)), _) => {
            let (modulus, odd) = match modulus.split_once(" odd ") {
                Some((modulus, odd)) => (modulus, lines.numbers(odd)?),
                None => (modulus, Vec::new()),
            };
            let mut factors = lines.numbers(modulus)?;
            let Some(constant) = factors.pop() else { return wrong("there is no modulus") };
            (low, Abstraction::Remainder(Modulus { factors, odd, constant }))
        }
        (_, Some(low)) => (low, Abstraction::Exponents),
        _ if low.contains(" divided ") => {
            let (low, divisor) = low.split_once(" divided ").unwrap_or((low, ""));
            let numbers = divisor.strip_suffix(" values").unwrap_or(divisor);
            let values = numbers.len() < divisor.len();
            let &[entry, more] = &lines.numbers(numbers)?[..] else { return wrong("no divisor") };
            let entry = usize::try_from(entry).unwrap_or(usize::MAX);
            (low, Abstraction::Quotients(Divisor { entry, more, values }))
        }
        _ => match (low.split_once(" leading "), low.split_once(" residues ")) {
            (Some((low, signs)), _) => (low, Abstraction::Leading(lines.numbers(signs)?)),
            (_, Some((low, by))) => {
                let by = lines.numbers(by)?.first().copied().unwrap_or(0);
                (low, Abstraction::Residues(by))
            }
            _ => (low, Abstraction::Entries),
        },
    };
    let low = lines.numbers(low)?;
    let measure = lines.behind("measure")?;
    let fall = |word: &str| match word {
        "sum" => Ok(Fall::Sum),
        "most" => Ok(Fall::Most),
        entry => Ok(Fall::Entry(lines.numbers(entry)?.first().map_or(usize::MAX, |&i| i as usize))),
    };
    let measure: Result<Vec<Fall>, Refused> = measure.split_whitespace().map(fall).collect();
    let measure = measure?;
    let rules = lines.text("rules")?;
    Ok(Claim { rules, kind, numeration, low, measure, reads, forms })
}

struct Check<'s> {
    diagrams: Diagrams,
    nodes: Vec<Ref>,
    given: Vec<Option<Automaton>>,
    stop: &'s dyn Fn(usize) -> bool,
    walked: usize,
}

impl Check<'_> {
    /// A state is written −1, −2, …, a node by its place.
    fn reference(&self, number: i64) -> Result<Ref, Refused> {
        if (-(1 << 30)..0).contains(&number) {
            return Ok(LEAF | (-1 - number) as Ref);
        }
        let node = usize::try_from(number).ok().and_then(|n| self.nodes.get(n));
        node.copied().map_or_else(|| wrong(format!("there is no node {number}")), Ok)
    }

    fn read_nodes(&mut self, lines: &mut Lines<'_>) -> Result<(), Refused> {
        let count = lines.behind("nodes")?;
        let count = lines.numbers(count)?.first().copied().unwrap_or(0);
        for _ in 0..count {
            let line = lines.next()?;
            let numbers = lines.numbers(line)?;
            let below: Result<Vec<Ref>, Refused> =
                numbers.iter().skip(1).map(|&number| self.reference(number)).collect();
            let (below, at) = (below?, lines.at);
            let Some(var) = numbers.first().and_then(|&var| Var::try_from(var).ok()) else {
                return wrong(format!("line {at}: no node"));
            };
            if below.len() != self.diagrams.digits()
                || below.iter().any(|&b| self.diagrams.var(b) <= var)
            {
                return wrong(format!("line {at}: no node"));
            }
            let node = self.diagrams.make(var, &below);
            self.nodes.push(node);
        }
        Ok(())
    }

    /// `accepts roots…`, with one digit for each state in the first.
    fn automaton(&self, text: &str, tracks: &[Var], at: usize) -> Result<Automaton, Refused> {
        let mut words = text.split_whitespace();
        let bit = |c| match c {
            '0' => Some(false),
            '1' => Some(true),
            _ => None,
        };
        let accepts: Option<Vec<bool>> =
            words.next().unwrap_or_default().chars().map(bit).collect();
        let accepts = accepts.unwrap_or_default();
        let numbers: Option<Vec<i64>> = words.map(|word| word.parse().ok()).collect();
        let roots: Result<Vec<Ref>, Refused> =
            numbers.unwrap_or_default().into_iter().map(|n| self.reference(n)).collect();
        let automaton = Automaton { tracks: tracks.to_vec(), accepts, roots: roots? };
        let mut zeros = automaton.roots.first().copied().unwrap_or(LEAF);
        while zeros & LEAF == 0 {
            zeros = self.diagrams.below(zeros)[0];
        }
        if automaton.accepts.len() != automaton.roots.len()
            || zeros != LEAF
            || !self.is_sound(&automaton)
        {
            return wrong(format!("line {at}: no automaton whose start stays under zeros"));
        }
        Ok(automaton)
    }

    /// Whether its diagrams look at its tracks only, and lead to its states.
    fn is_sound(&self, automaton: &Automaton) -> bool {
        let (mut seen, mut open) = (Seen::default(), automaton.roots.clone());
        while let Some(node) = open.pop() {
            if node & LEAF != 0 && (node ^ LEAF) as usize >= automaton.roots.len() {
                return false;
            }
            if node & LEAF == 0 && seen.insert(node) {
                if !automaton.tracks.contains(&self.diagrams.var(node)) {
                    return false;
                }
                open.extend(self.diagrams.below(node));
            }
        }
        !automaton.roots.is_empty()
    }

    fn read_given(&mut self, lines: &mut Lines<'_>, claim: &Claim) -> Result<(), Refused> {
        let beside = claim.beside() as Var;
        let tracks = |which| match which {
            LEGAL => 1,
            SUM => 3,
            PREFIX => 2,
            _ => claim.arity() as Var + beside,
        };
        let given = given(claim);
        for which in given {
            let text = lines.behind("given")?;
            let (number, rest) = text.split_once(' ').unwrap_or((text, ""));
            if number != which.to_string() {
                return wrong(format!("line {}: expected 'given {which}'", lines.at));
            }
            if which == PREFIX && rest == "none" {
                continue;
            }
            let tracks: Vec<Var> = (0..tracks(which)).collect();
            let automaton = self.automaton(rest, &tracks, lines.at)?;
            // without any number all would be so
            if which == LEGAL && !automaton.accepts[0] {
                return wrong(format!("line {}: no word is the number 0", lines.at));
            }
            self.given[which] = Some(automaton.clone());
            // it holds words of numbers only
            let legal: Vec<Automaton> = self.legal(&tracks);
            let all: Vec<&Automaton> = [&automaton].into_iter().chain(&legal).collect();
            if !self.walk(&all, &|s| !s[0] || s[1..].iter().all(|&legal| legal))? {
                return wrong(format!("line {}: a word of no number", lines.at));
            }
        }
        Ok(())
    }

    /// The legal words on each of some tracks; none if all words are.
    fn legal(&mut self, tracks: &[Var]) -> Vec<Automaton> {
        let Some(legal) = self.given[LEGAL].clone() else { return Vec::new() };
        tracks.iter().map(|&track| self.diagrams.renamed(&legal, &[track])).collect()
    }

    fn step(
        &mut self,
        formulas: &Formulas,
        id: Id,
        automata: &[Option<Automaton>],
        lines: &mut Lines<'_>,
    ) -> Result<Automaton, Refused> {
        let node = &formulas.nodes()[id];
        // what stands by itself is made before anything is told apart
        if (self.stop)(self.walked.max(self.diagrams.len())) {
            return Err(Refused::Stopped);
        }
        let legal = self.given[LEGAL].as_ref();
        if let Some(atom) = formulas.atom(node, &mut self.diagrams, &self.given, legal) {
            return Ok(atom);
        }
        let text = lines.behind("step")?;
        let (number, rest) = text.split_once(' ').unwrap_or((text, ""));
        if number != id.to_string() {
            return wrong(format!("line {}: expected 'step {id}'", lines.at));
        }
        let result = self.automaton(rest, formulas.free(id), lines.at)?;
        let of =
            |id: Id| automata[id].as_ref().ok_or(Refused::Wrong(format!("step {id} is missing")));
        let holds = match node {
            Node::And(a, b) => {
                self.walk(&[&result, of(*a)?, of(*b)?], &|s| s[0] == (s[1] && s[2]))?
            }
            Node::Or(a, b) => self.either(&result, of(*a)?, of(*b)?)?,
            Node::Not(a) => {
                let legal = self.legal(formulas.free(id));
                let all: Vec<&Automaton> = [&result, of(*a)?].into_iter().chain(&legal).collect();
                self.walk(&all, &|s| s[0] == (!s[1] && s[2..].iter().all(|&legal| legal)))?
            }
            Node::Exists(vars, a) => self.project(&result, of(*a)?, vars)?,
            _ => false,
        };
        if holds {
            Ok(result)
        } else {
            wrong(format!("line {}: step {id} is not what it says", lines.at))
        }
    }

    /// Whether one automaton accepts what either of two does, of numbers.
    fn either(
        &mut self,
        result: &Automaton,
        a: &Automaton,
        b: &Automaton,
    ) -> Result<bool, Refused> {
        // what one of the two does not read must still be a number
        let legal = self.legal(&result.tracks);
        let all: Vec<&Automaton> = [result, a, b].into_iter().chain(&legal).collect();
        self.walk(&all, &|s| s[0] == ((s[1] || s[2]) && s[3..].iter().all(|&legal| legal)))
    }

    /// Counts what was told apart, and gives up where it is to.
    fn count(&mut self, lists: &Lists) -> Result<(), Refused> {
        self.walked = self.walked.max(lists.len());
        let stops = lists.taken.is_multiple_of(1024) && (self.stop)(lists.len());
        if stops { Err(Refused::Stopped) } else { Ok(()) }
    }

    /// Whether a test holds for what some automata say of each word.
    fn walk(
        &mut self,
        all: &[&Automaton],
        test: &dyn Fn(&[bool]) -> bool,
    ) -> Result<bool, Refused> {
        let (mut lists, mut says) = (Lists::default(), Vec::new());
        let (mut at, mut next) = (Vec::new(), vec![LEAF; all.len()]);
        lists.insert(&next);
        while lists.take(&mut at) {
            self.count(&lists)?;
            let top = at.iter().map(|&node| self.diagrams.var(node)).min().unwrap_or(Var::MAX);
            if top == Var::MAX {
                says.clear();
                next.clear();
                for (automaton, &leaf) in all.iter().zip(&at) {
                    let state = (leaf ^ LEAF) as usize;
                    says.push(automaton.accepts[state]);
                    next.push(automaton.roots[state]);
                }
                if !test(&says) {
                    return Ok(false);
                }
                lists.insert(&next);
                continue;
            }
            for digit in 0..self.diagrams.digits() {
                next.clear();
                next.extend(at.iter().map(|&node| self.diagrams.at(node, top, digit)));
                lists.insert(&next);
            }
        }
        Ok(true)
    }

    /// Whether one automaton accepts what another does for some numbers on the hidden tracks.
    fn project(
        &mut self,
        result: &Automaton,
        of: &Automaton,
        hidden: &[Var],
    ) -> Result<bool, Refused> {
        // words on hidden tracks may be longer: the states that are reached while all others read zeros
        let mut begin = vec![LEAF];
        let mut nodes = vec![of.roots[0]];
        while let Some(node) = nodes.pop() {
            if node & LEAF != 0 {
                if !begin.contains(&node) {
                    begin.push(node);
                    nodes.push(of.roots[(node ^ LEAF) as usize]);
                }
            } else if hidden.contains(&self.diagrams.var(node)) {
                nodes.extend(self.diagrams.below(node));
            } else {
                nodes.push(self.diagrams.below(node)[0]);
            }
        }
        let is_hidden = marked(hidden);
        let (mut lists, mut at, mut set) = (Lists::default(), Vec::new(), begin);
        let open = |diagrams: &Diagrams, lists: &mut Lists, own: Ref, set: &mut Vec<Ref>| {
            diagrams.uncover(&is_hidden, set);
            set.push(own);
            lists.insert(set);
            set.clear();
        };
        open(&self.diagrams, &mut lists, LEAF, &mut set);
        while lists.take(&mut at) {
            self.count(&lists)?;
            let top = at.iter().map(|&node| self.diagrams.var(node)).min().unwrap_or(Var::MAX);
            let Some(own) = at.pop() else { return Ok(false) };
            if top == Var::MAX {
                let some = at.iter().any(|&leaf| of.accepts[(leaf ^ LEAF) as usize]);
                let state = (own ^ LEAF) as usize;
                if some != result.accepts[state] {
                    return Ok(false);
                }
                set.extend(at.iter().map(|&leaf| of.roots[(leaf ^ LEAF) as usize]));
                open(&self.diagrams, &mut lists, result.roots[state], &mut set);
            } else {
                for digit in 0..self.diagrams.digits() {
                    let next = |&node: &Ref| self.diagrams.at(node, top, digit);
                    set.extend(at.iter().map(next));
                    open(&self.diagrams, &mut lists, next(&own), &mut set);
                }
            }
        }
        Ok(true)
    }
}

/// Lists of nodes, each kept once and taken once, in the order in which they came.
#[derive(Debug)]
pub struct Lists {
    nodes: Vec<Ref>,
    ends: Vec<usize>,
    taken: usize,
    slots: Slots,
}

impl Default for Lists {
    fn default() -> Self {
        Self { nodes: Vec::new(), ends: vec![0], taken: 0, slots: Slots::new() }
    }
}

impl Lists {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many nodes they have together.
    #[must_use]
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The list at a place.
    #[must_use]
    pub fn get(&self, place: usize) -> &[Ref] {
        &self.nodes[self.ends[place]..self.ends[place + 1]]
    }

    /// The place of a list, the next one if it is new.
    pub fn insert(&mut self, list: &[Ref]) -> usize {
        let hash = hash(list);
        if let Some(place) = self.slots.find(hash, |place| self.get(place) == list) {
            return place;
        }
        self.slots.insert(hash, self.len());
        self.nodes.extend_from_slice(list);
        self.ends.push(self.nodes.len());
        self.len() - 1
    }

    /// The next list that was not taken yet.
    fn take(&mut self, list: &mut Vec<Ref>) -> bool {
        list.clear();
        if self.taken == self.len() {
            return false;
        }
        list.extend_from_slice(self.get(self.taken));
        self.taken += 1;
        true
    }
}
