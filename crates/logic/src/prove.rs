//! From a law that was found to a theorem: the law as an automaton in a numeration that suits it, the sentences of the
//! rules, the decision.

use crate::automata::{Join, Workshop};
use crate::build;
use crate::exact;
use crate::exponents;
use crate::leading;
use crate::period::PeriodProof;
use crate::quotients::{self, Divided};
use crate::remainder;
use crate::residues;
use crate::solve::{Decided, Given, Proof, Undecided, decide};
use crate::threshold;
use crate::values::{self, ValueParts};
use crate::words::Weights;
use farstar_find::{self as find, Expr, LawForm};
use farstar_play::{Limits, Stopped};
use farstar_referee::{
    Abstraction, Claim, Fall, Kind, LAW, LEGAL, Numeration, PREFIX, RIGHT, SUM, Var,
};
use farstar_rules::heap::HeapCode;
use farstar_rules::language::Ruleset;

/// What came of trying to prove a law.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// It holds for all heaps, and the referee has accepted the certificate.
    Theorem(Box<Proof>),
    /// It is the period of a code, by a theorem on its sequence.
    Period(Box<PeriodProof>),
    /// The law is wrong, at this heap or at one that it leads to, if it is known.
    Refuted {
        /// What fails.
        sentence: String,
        /// The first heap for which it fails.
        near: Option<Vec<u64>>,
        /// The least heap, by its largest number, at which the law is wrong, with its true value; only
        /// [`attempt()`](crate::attempt()) looks for it.
        least: Option<(Vec<i64>, i64)>,
    },
    /// Nothing is proved, and why.
    OutOfReach(String),
}

impl Verdict {
    /// The certificate of a theorem, which `farstar check` accepts.
    #[must_use]
    pub fn certificate(&self) -> Option<&str> {
        match self {
            Self::Theorem(proof) => Some(&proof.certificate),
            Self::Period(proof) => Some(&proof.certificate),
            _ => None,
        }
    }

    /// Whether the theorem is of an automaton that was learned from the law, and says nothing of the law itself.
    #[must_use]
    pub fn is_learned(&self) -> bool {
        matches!(self, Self::Theorem(proof) if proof.is_learned)
    }
}

/// What a law is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    /// The rules in canonical form.
    pub rules: String,
    /// Whether the law says who wins, and not Grundy values: 0 who does not begin, 1 who does, 2 Left, 3 Right.
    pub outcomes: bool,
    /// The least cell for which it is claimed.
    pub low: Vec<i64>,
    /// The take-and-break code of the game, if it has one: its periods have theorems of their own.
    pub code: Option<HeapCode>,
    /// Whether only theorems by automata of the whole are wanted.
    pub automata: bool,
}

impl Subject {
    /// Laws of a ruleset's values, or of who wins.
    #[must_use]
    pub fn new(rules: &Ruleset, outcomes: bool, low: &[i64]) -> Self {
        let code = rules.code().filter(|_| !rules.is_misere()).cloned();
        Self {
            rules: rules.canonical().to_owned(),
            outcomes,
            low: low.to_vec(),
            code,
            automata: false,
        }
    }

    /// The same to be proved by automata only.
    #[must_use]
    pub fn by_automata(self) -> Self {
        Self { code: None, automata: true, ..self }
    }

    /// Coins are counted from 1, and no coin is worth 0.
    fn has_coins(&self) -> bool {
        self.rules.contains(": turning ")
    }

    fn has_runs(&self) -> bool {
        self.rules.lines().any(|line| line.contains(": turning") && line.contains("+C"))
    }

    fn arity(&self) -> usize {
        self.low.len()
    }

    /// Whether the rules are such that laws may read this of heaps.
    pub(crate) fn may_read(&self, reads: &Abstraction) -> bool {
        let claim = Claim {
            rules: self.rules.clone(),
            kind: match self.outcomes {
                true if self.is_partizan() => Kind::Winners,
                true => Kind::Outcome,
                false => Kind::Grundy,
            },
            numeration: Numeration::Base(2),
            low: match reads {
                Abstraction::Euclidean => self.low.clone(),
                _ => self.low.iter().map(|&low| low.max(1)).collect(),
            },
            measure: vec![Fall::Sum],
            reads: reads.clone(),
            forms: Vec::new(),
        };
        farstar_referee::sentences(&claim).is_ok()
    }

    /// The same of what is read of heaps.
    fn read(&self, reads: &Abstraction) -> Self {
        match reads {
            Abstraction::Exponents => Self { low: vec![0; 2 * self.arity()], ..self.clone() },
            Abstraction::Quotients(_) => {
                Self { low: vec![0; 2 * self.arity() - 1], ..self.clone() }
            }
            Abstraction::Euclidean => Self { low: vec![0; 2], ..self.clone() },
            _ => self.clone(),
        }
    }

    /// The ways in which play may be seen to end: by the sum of the entries, or lexicographically.
    fn measures(&self, words: bool) -> Vec<Vec<Fall>> {
        let order: Vec<Fall> = (0..self.arity()).map(Fall::Entry).collect();
        let reversed: Vec<Fall> = order.iter().rev().copied().collect();
        let (sum, most) = (vec![Fall::Sum], vec![Fall::Sum, Fall::Most]);
        let mut all =
            if words { vec![order, reversed, sum] } else { vec![sum, order, reversed, most] };
        all.truncate(if self.arity() == 1 { 1 } else { 4 });
        all
    }

    /// Whether the moves of Left and Right differ.
    fn is_partizan(&self) -> bool {
        self.rules.lines().any(|line| line.starts_with("Left: ") || line.starts_with("Right: "))
    }

    /// The values that are those of a set of heaps: those with which who begins loses, Left and Right alike or each.
    fn losses(&self) -> [&'static [i64]; 2] {
        // 0: who does not begin wins, 1: who does, 2: Left, 3: Right
        if self.is_partizan() { [&[0, 3], &[0, 2]] } else { [&[0]; 2] }
    }
}

/// Proves a law, or finds that it is wrong.
///
/// # Errors
/// A limit that was met.
///
/// # Examples
/// ```
/// use farstar_find::{LawSearch, Table, find};
/// use farstar_logic::{Subject, Verdict, prove};
/// use farstar_play::Limits;
/// use farstar_rules::language::Ruleset;
/// // Lasker's Nim: take any number, or split in two
/// let lasker = Ruleset::named("laskers-nim").unwrap();
/// let values = [0, 1, 2, 4, 3, 5, 6, 8, 7, 9, 10, 12, 11, 13, 14, 16, 15, 17, 18, 20, 19, 21, 22, 24];
/// let law = &find(&Table::sequence(0, &values).unwrap(), &[], &LawSearch::default()).laws[0];
/// let subject = Subject::new(&lasker, false, &[0]);
/// let Verdict::Theorem(proof) = prove(&subject, &law.form, &Limits::none()).unwrap() else { panic!() };
/// assert!(farstar_referee::check(&proof.certificate, &|_| false).is_ok());
/// ```
pub fn prove(subject: &Subject, law: &LawForm, limits: &Limits) -> Result<Verdict, Stopped> {
    if let LawForm::Complementary(pairs) = law {
        return match pairs.factor + pairs.step {
            2..=13 => prove_learned(subject, law, Kind::Outcome, &writing_of(law), limits),
            _ => Ok(Verdict::OutOfReach(NO_AUTOMATON.into())),
        };
    }
    if let LawForm::Recurrence(terms) = law
        && terms.near == 0
        && let Some(base) = u32::try_from(terms.far).ok().filter(|base| (2..=20).contains(base))
    {
        // the terms are numbers times powers of the factor
        return prove_learned(subject, law, Kind::Outcome, &Writing::Base(base), limits);
    }
    if let Some((within, modulus)) = remainder::of(law).filter(|_| subject.low.first() == Some(&0))
    {
        let told = prove_reading(subject, &within, Abstraction::Remainder(modulus), limits)?;
        return Ok(match told {
            Verdict::OutOfReach(_) => prove_divided(subject, law, limits)?.unwrap_or(told),
            told => told,
        });
    }
    let source = Source::Law(law, Abstraction::Entries);
    let verdict = prove_with(subject, &source, &writing_of(law), limits)?;
    if matches!(verdict, Verdict::OutOfReach(_))
        && let Some(theorem) = prove_divided(subject, law, limits)?
    {
        return Ok(theorem);
    }
    let has_none = matches!(&verdict, Verdict::OutOfReach(why) if why == NO_AUTOMATON);
    if has_none && let Some(learned) = prove_in_words(subject, law, Kind::Outcome, limits)? {
        return Ok(learned);
    }
    if matches!(&verdict, Verdict::OutOfReach(why) if why != NO_AUTOMATON)
        && let Some(by) = residues::of(law)
        && subject.may_read(&Abstraction::Residues(by))
    {
        let reads = Abstraction::Residues(by);
        let read = prove_reading(subject, law, reads, limits)?;
        if let Verdict::Theorem(_) = read {
            return Ok(read);
        }
    }
    if matches!(verdict, Verdict::OutOfReach(_)) && subject.may_read(&Abstraction::Exponents) {
        for (within, is_sure) in exponents::of(law, subject.arity(), limits) {
            let mut read = prove_reading(subject, &within, Abstraction::Exponents, limits)?;
            if let Verdict::Theorem(proof) = &mut read {
                proof.is_learned = !is_sure;
                return Ok(read);
            }
        }
    }
    Ok(verdict)
}

/// The theorem that a law is by quotients and remainders of heaps of two numbers, if it is one.
fn prove_divided(
    subject: &Subject,
    law: &LawForm,
    limits: &Limits,
) -> Result<Option<Verdict>, Stopped> {
    for divided in quotients::of(law).iter().filter(|_| subject.arity() == 2) {
        if !subject.may_read(&Abstraction::Quotients(divided.by)) {
            continue;
        }
        let told = prove_with(subject, &Source::Divided(divided), &Writing::Base(2), limits)?;
        if let Verdict::Theorem(_) = told {
            return Ok(Some(told));
        }
    }
    Ok(None)
}

/// Proves the laws of the two columns that the values of heaps are made of.
pub(crate) fn prove_values(
    subject: &Subject,
    parts: &ValueParts,
    laws: [&LawForm; 2],
    limits: &Limits,
) -> Result<Verdict, Stopped> {
    let mut writings = laws.into_iter().map(writing_of);
    let writing = writings.find(|own| *own != Writing::Base(2)).unwrap_or(Writing::Base(2));
    if subject.outcomes || matches!(writing, Writing::Words(_)) {
        return Ok(Verdict::OutOfReach(NO_AUTOMATON.into()));
    }
    let mut shop = Workshop::new(2, limits);
    if laws[1] == &LawForm::Expression(Expr::Constant(0))
        && let Some((short, reads)) = leading::of(&mut shop, laws[0], &subject.low)?
    {
        return prove_with(
            subject,
            &Source::Values(parts, [&short, laws[1]], reads),
            &writing,
            limits,
        );
    }
    let read = |reads| prove_with(subject, &Source::Values(parts, laws, reads), &writing, limits);
    let verdict = read(Abstraction::Entries)?;
    let by = laws.into_iter().filter_map(residues::of).reduce(residues::multiple);
    if let (Some(by), Verdict::OutOfReach(_)) = (by, &verdict)
        && subject.may_read(&Abstraction::Residues(by))
        && let read @ Verdict::Theorem(_) = read(Abstraction::Residues(by))?
    {
        return Ok(read);
    }
    Ok(verdict)
}

/// Proves a law of the least last entry of a heap with which who begins wins, by the other entries, from `low` on;
/// where these are less no last entry is large enough. With larger last entries too who begins wins then.
///
/// # Errors
/// A limit that was met.
///
/// # Examples
/// ```
/// use farstar_find::{Expr, LawForm, Unary};
/// use farstar_logic::{Subject, Verdict, prove_threshold};
/// use farstar_play::Limits;
/// // no more may be taken than was taken before: with a limit of at least the last binary digit 1 who begins wins
/// let rules = "game G\nheap n m\nBoth: (n,m) -> (n-k,k) for k in 1..min(n,m)".parse().unwrap();
/// let law = LawForm::Expression(Expr::Unary(Unary::Lowbit, Box::new(Expr::Coordinate(0))));
/// let subject = Subject::new(&rules, true, &[0, 0]);
/// let verdict = prove_threshold(&subject, &law, &[1], &Limits::none()).unwrap();
/// assert!(matches!(verdict, Verdict::Theorem(_)));
/// ```
pub fn prove_threshold(
    subject: &Subject,
    law: &LawForm,
    low: &[i64],
    limits: &Limits,
) -> Result<Verdict, Stopped> {
    if !subject.outcomes || subject.is_partizan() || subject.arity() != low.len() + 1 {
        return Ok(Verdict::OutOfReach("the law is not one of who wins".into()));
    }
    let verdict = prove_with(subject, &Source::Threshold(law, low), &writing_of(law), limits)?;
    let has_none = matches!(&verdict, Verdict::OutOfReach(why) if why == NO_AUTOMATON);
    if let (true, LawForm::Expression(least), &[low]) = (has_none, law, low) {
        let pairs = LawForm::Expression(threshold::pairs(least, low));
        if let Some(learned) = prove_in_words(subject, &pairs, Kind::Threshold, limits)? {
            return Ok(learned);
        }
    }
    Ok(verdict)
}

/// What is said of laws that cannot be built.
pub(crate) const NO_AUTOMATON: &str = "the law is no automaton";

/// What is said where the automaton of x + y = z was cut short.
const NO_SUMS: &str = "no automaton was found that adds in this numeration";

/// The numeration that suits a law.
fn writing_of(law: &LawForm) -> Writing {
    let numeration = match law {
        LawForm::Automaton(law) => law.numeration.clone(),
        LawForm::Complementary(pairs) => pairs.numeration(),
        LawForm::Shifted { law, .. } => return writing_of(law),
        _ => return Writing::Base(2),
    };
    match numeration {
        find::Numeration::Base(base) => Writing::Base(base),
        find::Numeration::Fibonacci => Writing::Words(Weights::fibonacci()),
        find::Numeration::Pell => Writing::Words(Weights::pell()),
        find::Numeration::Recurrence { first, factors } => {
            Writing::Words(Weights { first, factors })
        }
    }
}

/// Learns a law of pairs in Fibonacci's numeration and Pell's, until it is proved.
fn prove_in_words(
    subject: &Subject,
    law: &LawForm,
    kind: Kind,
    limits: &Limits,
) -> Result<Option<Verdict>, Stopped> {
    for weights in [Weights::fibonacci(), Weights::pell()] {
        if subject.outcomes && !subject.is_partizan() && subject.arity() == 2 {
            let learned = prove_learned(subject, law, kind, &Writing::Words(weights), limits)?;
            if matches!(learned, Verdict::Theorem(_)) {
                return Ok(Some(learned));
            }
        }
    }
    Ok(None)
}

/// An automaton is learned from what a law of outcomes says, with longer and longer words, until it is proved.
fn prove_learned(
    subject: &Subject,
    law: &LawForm,
    kind: Kind,
    writing: &Writing,
    limits: &Limits,
) -> Result<Verdict, Stopped> {
    if !subject.outcomes || subject.is_partizan() {
        return Ok(Verdict::OutOfReach(NO_AUTOMATON.into()));
    }
    let weights = match writing {
        Writing::Base(base) => Weights { first: vec![1], factors: vec![i64::from(*base)] },
        Writing::Words(weights) => weights.clone(),
    };
    let mut last = Verdict::OutOfReach(NO_AUTOMATON.into());
    for horizon in 1..=6 {
        let Some(learned) = exact::learn(&weights, law, subject.arity(), horizon, limits)? else {
            break;
        };
        last = prove_with(subject, &Source::Learned(&learned, kind), writing, limits)?;
        if let Verdict::Theorem(proof) = &mut last {
            proof.is_learned = true;
            return Ok(last);
        }
    }
    // an automaton that was learned may be wrong where the law is right
    Ok(match last {
        Verdict::Refuted { sentence, .. } => Verdict::OutOfReach(format!(
            "'{sentence}' is not shown of the automata that were learned"
        )),
        other => other,
    })
}

/// Where the automaton of a law comes from.
enum Source<'a> {
    /// A law of what is read of a heap.
    Law(&'a LawForm, Abstraction),
    /// A law of quotients and remainders.
    Divided(&'a Divided),
    /// A law of the least last entry with which who begins wins, by the others, and the least ones of these.
    Threshold(&'a LawForm, &'a [i64]),
    /// What was learned of a law of this kind, as a table of steps.
    Learned(&'a exact::Table, Kind),
    /// Laws of the two columns that values are made of, by what is read of a heap.
    Values(&'a ValueParts, [&'a LawForm; 2], Abstraction),
}

/// Proves a law of what is read of heaps.
pub(crate) fn prove_reading(
    subject: &Subject,
    law: &LawForm,
    reads: Abstraction,
    limits: &Limits,
) -> Result<Verdict, Stopped> {
    prove_with(subject, &Source::Law(law, reads), &writing_of(law), limits)
}

/// How a law is written down to be proved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Writing {
    /// In a base.
    Base(u32),
    /// By weights.
    Words(Weights),
}

/// Prepares a workshop, builds the law there and decides; by one measure after the other until play is seen to end.
fn prove_with(
    subject: &Subject,
    law: &Source<'_>,
    writing: &Writing,
    limits: &Limits,
) -> Result<Verdict, Stopped> {
    let numeration = match writing {
        Writing::Base(base) => Numeration::Base(*base),
        Writing::Words(weights) => match weights.digits() {
            Some(digits) => Numeration::Words(digits as u32),
            None => {
                return Ok(Verdict::OutOfReach("the weights are those of no numeration".into()));
            }
        },
    };
    let mut shop = Workshop::new(numeration.digits(), limits);
    let mut given: Given = vec![None; 5];
    let (reads, low) = match law {
        // numbers with prime factors begin at 1
        Source::Law(_, Abstraction::Exponents) => {
            (Abstraction::Exponents, subject.low.iter().map(|&low| low.max(1)).collect())
        }
        Source::Divided(Divided { by, .. }) => {
            let mut low = subject.low.clone();
            low[by.entry] = low[by.entry].max(1 - by.more);
            (Abstraction::Quotients(*by), low)
        }
        Source::Law(_, reads) | Source::Values(.., reads) => (reads.clone(), subject.low.clone()),
        _ => (Abstraction::Entries, subject.low.clone()),
    };
    let (whole, subject) = (subject, &subject.read(&reads));
    if let Writing::Words(weights) = writing {
        let Some(legal) = weights.legal(&mut shop) else {
            return Ok(Verdict::OutOfReach("the words of numbers have no automaton".into()));
        };
        given[SUM] = weights.sum(&mut shop, &legal)?;
        given[LEGAL] = Some(legal);
    }
    let kind = match law {
        Source::Law(law, _) => law_of(&mut shop, subject, law, &mut given)?,
        Source::Divided(Divided { laws, .. }) => match &laws[..] {
            [quotient, remainder] => {
                let (arity, kind) = (subject.arity() as Var, Kind::Grundy);
                let quotient = build::relation(&mut shop, quotient, subject.arity(), None)?;
                let remainder = build::relation(&mut shop, remainder, subject.arity(), None)?;
                given[LAW] = match quotient.zip(remainder) {
                    Some((quotient, remainder)) => {
                        let tracks: Vec<Var> = (0..arity).chain([arity + 1]).collect();
                        let remainder = shop.diagrams.renamed(&remainder, &tracks);
                        Some(shop.product(&quotient, &remainder, Join::Both)?)
                    }
                    None => None,
                };
                given[LAW].is_some().then_some(kind)
            }
            _ => law_of(&mut shop, subject, &laws[0], &mut given)?,
        },
        Source::Threshold(law, low) => {
            let legal = given[LEGAL].clone();
            given[LAW] = threshold::relation(&mut shop, law, low, legal.as_ref())?;
            given[LAW].is_some().then_some(Kind::Threshold)
        }
        Source::Learned(table, kind) => {
            given[LAW] = Some(exact::automaton(&mut shop, table, given[LEGAL].as_ref())?);
            Some(*kind)
        }
        Source::Values(parts, laws, _) => {
            given[LAW] = values::relation(&mut shop, parts, *laws, subject.arity())?;
            given[LAW].is_some().then_some(parts.kind)
        }
    };
    let Some(kind) = kind else {
        return Ok(Verdict::OutOfReach(NO_AUTOMATON.into()));
    };
    if let Source::Law(law, Abstraction::Entries) = law
        && subject.has_runs()
    {
        given[PREFIX] = prefix(&mut shop, law)?;
    }
    shop.largest = 0;
    let forms = match law {
        Source::Values(parts, ..) => parts.forms.clone(),
        _ => Vec::new(),
    };
    let mut ends = None;
    let measured = if let Abstraction::Quotients(_) = reads { whole } else { subject };
    for measure in measured.measures(given[SUM].is_some()) {
        let claim = Claim {
            rules: subject.rules.clone(),
            kind,
            numeration: numeration.clone(),
            low: low.clone(),
            measure,
            reads: reads.clone(),
            forms: forms.clone(),
        };
        match decide(&mut shop, &claim, &given, limits) {
            Ok(Decided::Theorem(proof)) => return Ok(Verdict::Theorem(proof)),
            Ok(Decided::Fails { sentence, refutes: true, witness }) => {
                let near = match reads {
                    Abstraction::Exponents | Abstraction::Euclidean | Abstraction::Quotients(_) => {
                        None
                    }
                    _ => number(&witness, subject.arity(), writing),
                };
                return Ok(Verdict::Refuted { sentence, near, least: None });
            }
            Ok(Decided::Fails { sentence, .. }) if sentence.ends_with("play ends") => {
                ends = Some(sentence);
            }
            // the law has no part in it
            Ok(Decided::Fails { sentence, .. }) if sentence == "sums exist" => {
                return Ok(Verdict::OutOfReach(NO_SUMS.into()));
            }
            Ok(Decided::Fails { sentence, .. }) => {
                // conditions that are no formulas have weaker or stronger ones in their place
                return Ok(Verdict::OutOfReach(format!("'{sentence}' is not shown")));
            }
            Err(Undecided::OutOfReach(why)) => return Ok(Verdict::OutOfReach(why)),
            Err(Undecided::Stopped(stopped)) => return Err(stopped),
        }
    }
    Ok(Verdict::OutOfReach(format!("'{}' is not shown", ends.unwrap_or_default())))
}

/// The heap that a word names on the tracks of its entries, which come first.
fn number(witness: &[Vec<usize>], arity: usize, writing: &Writing) -> Option<Vec<u64>> {
    let mut heap = vec![0u64; arity];
    let list = match writing {
        Writing::Base(base) => (0..63).map_while(|i| u64::from(*base).checked_pow(i)).collect(),
        Writing::Words(weights) => weights.places(60),
    };
    for (letter, weight) in witness.iter().rev().zip(list) {
        for (entry, &digit) in heap.iter_mut().zip(letter) {
            *entry = (digit as u64).checked_mul(weight).and_then(|more| entry.checked_add(more))?;
        }
    }
    (witness.len() < 60 && witness.iter().all(|letter| letter.len() >= arity)).then_some(heap)
}

/// Builds the relation or the set that a law says.
fn law_of(
    shop: &mut Workshop<'_>,
    subject: &Subject,
    law: &LawForm,
    given: &mut Given,
) -> Result<Option<Kind>, Stopped> {
    let kind = match (subject.outcomes, build::is_hot(law)) {
        (true, _) if subject.is_partizan() => Kind::Winners,
        (true, _) => Kind::Outcome,
        (_, true) => Kind::GrundyPowers,
        _ => Kind::Grundy,
    };
    let coordinates = subject.arity();
    let legal = given[LEGAL].clone();
    if subject.outcomes {
        for (which, losses) in [LAW, RIGHT].into_iter().zip(subject.losses()) {
            let Some(made) = build::set(shop, law, coordinates, losses, legal.as_ref())? else {
                return Ok(None);
            };
            given[which] = Some(made).filter(|_| which == LAW || kind == Kind::Winners);
        }
        return Ok(Some(kind));
    }
    let Some(mut made) = build::relation(shop, law, coordinates, legal.as_ref())? else {
        return Ok(None);
    };
    if subject.has_coins() && kind == Kind::Grundy {
        made = build::with_zero(shop, &made)?;
    }
    if made.tracks.len() != coordinates + 1 {
        return Ok(None);
    }
    given[LAW] = Some(made);
    Ok(Some(kind))
}

/// The xors of all values up to a heap: learned from the law, to be proved.
fn prefix(
    shop: &mut Workshop<'_>,
    law: &LawForm,
) -> Result<Option<farstar_referee::Automaton>, Stopped> {
    let (mut values, mut sum) = (Vec::new(), 0i64);
    for n in 0..128i128 {
        let value = if n == 0 { Some(0) } else { build::value(law, &[n]) };
        let Some(value) = value.and_then(|v| i64::try_from(v).ok()) else { return Ok(None) };
        sum ^= value;
        values.push(sum);
    }
    let Ok(table) = find::Table::sequence(0, &values) else { return Ok(None) };
    let learned = find::Automaton::of_table(&table, &find::Numeration::Base(2), shop.limits())?;
    let mut laws: Vec<LawForm> = learned.into_iter().map(LawForm::Automaton).collect();
    let periods = find::LawSearch { classes: vec![find::LawClass::Periods], ..Default::default() };
    laws.extend(find::find(&table, &[], &periods).laws.into_iter().map(|law| law.form));
    for form in laws.iter().filter(|form| !build::is_hot(form)) {
        let made = build::relation(shop, form, 1, None)?;
        if let Some(made) = made.filter(|made| made.tracks.len() == 2) {
            return Ok(Some(made));
        }
    }
    Ok(None)
}
