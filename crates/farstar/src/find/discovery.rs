//! From the rules alone to laws of what heaps are worth, and to their proof where there is one.

use super::proved::prove_columns;
use super::tabulate::{Column, TabulateError, tabulate, tabulate_winners, winners_tell_more};
use crate::{Limits, Ruleset, Stopped, theorems};
use farstar_find::{FoundLaws, Law, LawClass, LawSearch, Table, share, within};
use farstar_logic::{Attempt, Rows, find_by_rules, larger_table};
use farstar_num::{Dyadic, IBig};
use farstar_value::{Calculator, Game};
use std::time::Duration;

/// The share of the time for the first table of heaps of three numbers or more.
const FIRST: f64 = 0.4;
/// The share of the cells, the larger ones, that laws are held against where no further heaps are tabulated for that.
pub(crate) const HELD_BACK: f64 = 0.2;

/// Where so many times as many cells are held back, this share of all is that of a longer sequence.
const LONGER: usize = 3;
const LONGER_SHARE: f64 = 0.75;

/// What is asked of a ruleset whose law is wanted.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// The last heap from which laws are found; the usual one where nothing is said.
    pub to: Option<u64>,
    /// Whether the law is to say who wins, and not what heaps are worth.
    pub outcomes: bool,
    /// The kinds of laws that are tried; none: all.
    pub classes: Vec<LawClass>,
    /// Whether to look on where a law is already there.
    pub more: bool,
    /// How long laws are looked for, and how long proofs of them.
    pub time: Duration,
}

impl Default for Inquiry {
    fn default() -> Self {
        let time = Duration::from_secs(10);
        Self { to: None, outcomes: false, classes: Vec::new(), more: false, time }
    }
}

impl Column {
    /// The value of a position, by what the laws of this column and those beside it say of it; `None` where columns are
    /// no parts of a value, or it is none that they were found from.
    ///
    /// # Errors
    /// Values beyond the arena.
    pub fn game(
        &self,
        said: &[i128],
        calc: &mut Calculator<'_>,
    ) -> Result<Option<Game>, farstar_value::Error> {
        let Some(parts) = self.parts.as_deref() else { return Ok(None) };
        let mut said = said.iter().copied();
        let [number, label] = parts.columns.map(|given| if given { said.next() } else { Some(0) });
        let (Some(number), Some(label)) = (number, label) else { return Ok(None) };
        if parts.classes.is_empty() {
            let Ok(nimber) = u64::try_from(label) else { return Ok(None) };
            let number = Dyadic::from(IBig::from(number)).mul_pow2(-i64::from(parts.exponent));
            let nimber = calc.nimber(nimber)?;
            return calc.add_number(nimber, &number).map(Some);
        }
        let (whole, rest) = (number >> parts.exponent, number & ((1 << parts.exponent) - 1));
        let Ok(whole) = i64::try_from(whole) else { return Ok(None) };
        let is_it = |(named, _): &&([i64; 2], usize)| named.map(i128::from) == [rest, label];
        let Some(&(_, place)) = parts.classes.iter().find(is_it) else { return Ok(None) };
        theorems::value((parts.kind, &parts.forms), place, whole, calc)
    }

    /// Looks for laws; of the values of heaps the moves of the `rules` themselves may tell the law. Where heaps of
    /// three numbers or more have none, more of them are played out, and an automaton is looked for in more cells of a
    /// sequence. `tell` hears the kinds of laws that are tried.
    pub fn laws(
        &self,
        rules: Option<&Ruleset>,
        search: &LawSearch,
        tell: &mut dyn FnMut(LawClass),
    ) -> FoundLaws {
        let of_values = rules.filter(|_| !self.winners).map(Ruleset::rules);
        // of three numbers and more there may be a larger table
        let rest = if rules.is_some() && self.inside.dimension() > 2 { FIRST } else { 1.0 };
        let first = LawSearch { limits: share(&search.limits, rest), ..search.clone() };
        let found = find_by_rules(of_values, &self.inside, &self.outside, &first, tell);
        let Some(rules) = rules.map(Ruleset::rules).filter(|_| is_open(&found)) else {
            return found;
        };
        let automata = LawSearch { classes: vec![LawClass::Automata], ..search.clone() };
        let wants_them = search.classes.is_empty() || search.classes.contains(&LawClass::Automata);
        let ((inside, outside), search) = match (
            larger_table(rules, &self.inside, self.winners, &search.limits),
            self.longer(),
        ) {
            (Ok(Some(tables)), _) => (tables, search),
            (_, Some(tables)) if wants_them => (tables, &automata),
            _ => return found,
        };
        let further = find_by_rules(of_values, &inside, &outside, search, tell);
        if is_open(&further) { found } else { further }
    }

    /// A sequence with most of what is held back: an automaton that reads large digits is seen by more cells than
    /// other laws.
    fn longer(&self) -> Option<(Table, Rows)> {
        if self.inside.dimension() != 1 || self.outside.len() < LONGER * self.inside.len() {
            return None;
        }
        let inside = self.inside.rows().map(|(cell, value)| (cell.to_vec(), value));
        let rows: Rows = inside.chain(self.outside.iter().cloned()).collect();
        Some(Table::new(rows).ok()?.split(1.0 - LONGER_SHARE))
    }
}

/// Whether no law is right on all cells.
fn is_open(found: &FoundLaws) -> bool {
    found.laws.iter().all(|law| law.wrong > 0)
}

/// The laws that were found of a ruleset.
#[derive(Clone, Debug)]
pub struct Discovery {
    rules: Ruleset,
    /// What heaps are worth, in one or several columns, or who wins.
    pub columns: Vec<Column>,
    /// The laws of each column.
    pub found: Vec<FoundLaws>,
}

impl Discovery {
    /// Looks for the laws of columns of a ruleset, each in its share of the time.
    #[must_use]
    pub fn of(rules: &Ruleset, columns: Vec<Column>, inquiry: &Inquiry, limits: &Limits) -> Self {
        let search = |(i, column): (usize, &Column)| {
            let limits = share(limits, 1.0 / (columns.len() - i) as f64);
            let (classes, more) = (inquiry.classes.clone(), inquiry.more);
            let search = LawSearch { classes, more, limits, ..LawSearch::default() };
            column.laws(Some(rules), &search, &mut |_| {})
        };
        let found = columns.iter().enumerate().map(search).collect();
        Self { rules: rules.clone(), columns, found }
    }

    /// The first law of each column that is right on all cells; `None` where a column has none.
    #[must_use]
    pub fn laws(&self) -> Option<Vec<&Law>> {
        self.found.iter().map(|found| found.laws.iter().find(|law| law.wrong == 0)).collect()
    }

    /// What the laws of all columns together say a heap is worth; `None` where they say nothing, or where columns are
    /// no parts of a value.
    ///
    /// # Errors
    /// Values beyond the arena.
    pub fn game(
        &self,
        cell: &[i128],
        calc: &mut Calculator<'_>,
    ) -> Result<Option<Game>, farstar_value::Error> {
        let laws = self.laws().unwrap_or_default();
        let said: Option<Vec<i128>> = laws.iter().map(|law| law.value(cell)).collect();
        match (said, self.columns.first()) {
            (Some(said), Some(column)) => column.game(&said, calc),
            _ => Ok(None),
        }
    }

    /// Tries to prove the laws of the columns for all heaps.
    #[must_use]
    pub fn prove(&self, limits: &Limits) -> Vec<Result<Attempt, Stopped>> {
        prove_columns(&self.rules, &self.columns, &self.found, true, limits)
    }
}

/// Tabulates the heaps of a ruleset and looks for laws; of who wins, where what heaps are worth has none.
///
/// # Errors
/// Rulesets that are not of heaps, and limits that left no table.
///
/// # Examples
/// ```
/// use farstar::find::{Inquiry, discover};
/// use farstar::{Limits, Ruleset};
/// let (lasker, none) = (Ruleset::named("laskers-nim")?, Limits::none());
/// let told = discover(&lasker, &Inquiry { to: Some(60), ..Inquiry::default() }, &none)?;
/// assert_eq!(told.laws().unwrap()[0].value(&[1_000_000_000_003]), Some(1_000_000_000_004));
/// assert!(told.prove(&none)[0].as_ref().unwrap().verdict.certificate().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn discover(
    rules: &Ruleset,
    inquiry: &Inquiry,
    limits: &Limits,
) -> Result<Discovery, TabulateError> {
    let limits = within(inquiry.time, limits);
    let columns =
        tabulate(rules, inquiry.to, inquiry.outcomes, HELD_BACK, &limits, &mut |_, _| {})?;
    let ask_winners = winners_tell_more(rules, &columns);
    let half = share(&limits, if ask_winners { 0.5 } else { 1.0 });
    let values = Discovery::of(rules, columns, inquiry, &half);
    if !ask_winners || values.laws().is_some() {
        return Ok(values);
    }
    let (columns, to) = (&values.columns, inquiry.to);
    let winners = tabulate_winners(rules, columns, to, HELD_BACK, &limits, &mut |_, _| {})?;
    if winners.is_empty() {
        return Ok(values);
    }
    let winners = Discovery::of(rules, winners, inquiry, &limits);
    Ok(if winners.laws().is_some() { winners } else { values })
}
