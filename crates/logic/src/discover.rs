//! From the rules alone to a law, and to its proof where there is one.

use crate::attempt::{Attempt, attempt};
use crate::find_by_rules;
use crate::heaps::{HeapTableError, Rows, heap_table};
use crate::prove::{Subject, Verdict};
use crate::solve::Proof;
use farstar_find::{FoundLaws, Law, LawClass, LawSearch, Table, within};
use farstar_play::{Limits, Message, Stopped, say};
use farstar_referee::{Abstraction, Kind, Numeration};
use farstar_rules::language::Ruleset;
use std::time::Duration;

/// What is asked of a ruleset whose law is wanted.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// The last heap from which laws are found; the usual one where nothing is said.
    pub to: Option<u64>,
    /// Whether the law is to say who wins, 0 for who does not begin, and not Grundy values.
    pub outcomes: bool,
    /// The kinds of laws that are tried; none: all.
    pub classes: Vec<LawClass>,
    /// How long laws are looked for.
    pub time: Duration,
}

impl Default for Inquiry {
    fn default() -> Self {
        Self { to: None, outcomes: false, classes: Vec::new(), time: Duration::from_secs(10) }
    }
}

/// The laws that were found of a ruleset.
#[derive(Clone, Debug)]
pub struct Discovery {
    subject: Subject,
    /// The cells from which laws were found.
    pub table: Table,
    /// Those that laws were held against.
    pub held_back: Rows,
    /// The laws.
    pub found: FoundLaws,
}

impl Discovery {
    /// Looks for the laws of a table of a ruleset's heaps.
    #[must_use]
    pub fn of(
        rules: &Ruleset,
        inquiry: &Inquiry,
        table: Table,
        held_back: Rows,
        limits: Limits,
    ) -> Self {
        let classes = inquiry.classes.clone();
        let search = LawSearch { classes, limits, ..LawSearch::default() };
        let by_values = (!inquiry.outcomes).then_some(rules);
        let found = find_by_rules(by_values, &table, &held_back, &search, &mut |_| {});
        let subject = Subject::new(rules, inquiry.outcomes || rules.is_misere(), table.low());
        Self { subject, table, held_back, found }
    }

    /// The first law that is right on all cells.
    #[must_use]
    pub fn law(&self) -> Option<&Law> {
        self.found.laws.iter().find(|law| law.wrong == 0)
    }

    /// Tries to prove the laws for all heaps.
    ///
    /// # Errors
    /// A limit that was met.
    pub fn prove(&self, limits: &Limits) -> Result<Attempt, Stopped> {
        attempt(&self.subject, &self.found, &self.table, &self.held_back, limits)
    }
}

/// Tabulates the heaps of a ruleset and looks for laws.
///
/// # Errors
/// Rulesets that are not of heaps, and limits that left no table.
///
/// # Examples
/// ```
/// use farstar_logic::{Inquiry, discover};
/// use farstar_play::Limits;
/// use farstar_rules::language::Ruleset;
/// let (lasker, none) = (Ruleset::named("laskers-nim").unwrap(), Limits::none());
/// let told = discover(&lasker, &Inquiry { to: Some(60), ..Inquiry::default() }, &none).unwrap();
/// assert_eq!(told.law().unwrap().value(&[1_000_000_000_003]), Some(1_000_000_000_004));
/// assert!(told.prove(&none).unwrap().verdict.certificate().is_some());
/// ```
pub fn discover(
    rules: &Ruleset,
    inquiry: &Inquiry,
    limits: &Limits,
) -> Result<Discovery, HeapTableError> {
    let limits = within(inquiry.time, limits);
    let heaps = limits.guard(|| rules.heap_game()).map_err(HeapTableError::Stopped)?;
    let heaps = heaps.map_err(HeapTableError::Other)?;
    let (table, held_back) = heap_table(heaps, inquiry.to, inquiry.outcomes, &limits)?;
    Ok(Discovery::of(rules, inquiry, table, held_back, limits))
}

/// The law of an attempt as a sentence that is read, under the names of the coordinates. Where an automaton was learned
/// from it, what is proved is of the automaton, and not that it is the law.
#[must_use]
pub fn shown_law(found: &FoundLaws, attempt: &Attempt) -> Option<Message> {
    let learned = match &attempt.verdict {
        Verdict::Theorem(proof) if proof.is_learned => Some(proof.states),
        _ => None,
    };
    let law = match (&attempt.law, learned) {
        (Some(_), Some(states)) => {
            return Some(say!("automaton of {0} states, learned from this law", states));
        }
        (None, Some(states)) => return Some(say!("automaton of {0} states", states)),
        (law, None) => law.as_ref()?,
    };
    let own = found.laws.iter().find(|one| one.form == *law);
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"].map(str::to_owned);
    Some(own.map_or_else(|| law.told(&names), Law::told))
}

/// How a theorem was proved.
#[must_use]
pub fn schema(proof: &Proof) -> String {
    let claim = &proof.theorem.claim;
    let equations = match claim.kind {
        Kind::Winners => {
            "no move of a player leads from a loss to a loss of the other, some move does from a win"
        }
        Kind::Outcome => "no move leads from P to P, some move from N to P",
        Kind::Threshold => {
            "no move leads from P to P, some move from N to P, where N is from a least last number on"
        }
        Kind::Grundy => "the equations of the least value left out",
        Kind::Interval => {
            "the options are all heaps from a least one on, which stays or rises by 1 with the heap (Levine 2006)"
        }
        Kind::Product => "nim products of the values of two games, of which it is the product",
        Kind::GrundyPowers => "the equations of the least value left out, values as powers",
        Kind::Values => {
            "no option is as good for who moves there as the value, every option of the value is met by one"
        }
    };
    let numeration = match claim.numeration {
        Numeration::Base(base) => format!("base {base}"),
        Numeration::Words(_) => "a numeration by words, its addition proved".to_owned(),
    };
    let cells = match claim.low.iter().all(|&low| low == 0) {
        true => String::new(),
        false => {
            let low: Vec<String> = claim.low.iter().map(ToString::to_string).collect();
            format!(" from ({}) on", low.join(", "))
        }
    };
    let remainders = match &claim.reads {
        Abstraction::Entries => "",
        Abstraction::Remainder(_) => {
            " of the remainder of the first number, by a number that no move changes"
        }
        Abstraction::Exponents => {
            ", read as how often 2 divides a number and how many odd prime factors it has"
        }
    };
    format!("for all heaps{cells}: {equations}{remainders}; {numeration}")
}
