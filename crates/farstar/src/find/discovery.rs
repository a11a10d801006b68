//! From rules or a table to laws, to their proof where that is asked for, and on to who wins where there is none.

use super::cells::{NoHeaps, heaps_of_cells, single_heaps};
use super::column::{Column, HELD_BACK, is_open};
use super::further;
use super::proved::prove_columns;
use super::tabulate::{
    TabulateError, outcomes_of, tabulate, tabulate_cells, tabulate_winners, verify_larger,
    winners_tell_more,
};
use crate::{Limits, Ruleset, Stopped};
use farstar_find::{FoundLaws, Law, LawClass, LawSearch, Unary};
use farstar_logic::{Attempt, Verdict, verify_far};
use farstar_value::{Calculator, Game};
use std::time::Duration;

/// How many times as far as the heaps they were found from laws are verified.
const FAR: u64 = 10_000;

/// What laws are looked for behind.
#[derive(Clone, Debug)]
pub enum Source {
    /// The single heaps of a ruleset, or its rows.
    Heaps(Ruleset),
    /// The positions of a pattern with {0}, {1}, … for coordinates in these ranges.
    Positions {
        /// Their rules.
        rules: Ruleset,
        /// The pattern.
        cells: String,
        /// The first and the last of each coordinate.
        ranges: Vec<(i64, i64)>,
    },
    /// A table; `of_game` if its numbers are values of a game, of which who wins is asked where they have no law.
    Table {
        /// Its cells.
        column: Column,
        /// Whether it is of a game.
        of_game: bool,
    },
}

impl From<&Ruleset> for Source {
    fn from(rules: &Ruleset) -> Self {
        Self::Heaps(rules.clone())
    }
}

impl From<Column> for Source {
    fn from(column: Column) -> Self {
        Self::Table { column, of_game: false }
    }
}

/// Which proofs are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proofs {
    /// None: laws are conjectures.
    #[default]
    None,
    /// All there are.
    All,
    /// Those by automata, which another program can follow.
    Automata,
}

/// What is asked.
#[derive(Clone, Debug)]
pub struct Inquiry {
    /// The last heap from which laws are found; the usual one where nothing is said.
    pub to: Option<u64>,
    /// Whether the law is to say who wins, and not what heaps are worth.
    pub outcomes: bool,
    /// The share of the cells, the larger ones, that is held back where no further heaps are tabulated for that.
    pub hold_out: f64,
    /// The kinds of laws that are tried; none: all.
    pub classes: Vec<LawClass>,
    /// Functions that expressions have at the price of a coordinate.
    pub leaves: Vec<Unary>,
    /// Whether to look on where a law is already there.
    pub more: bool,
    /// Which proofs are tried.
    pub proofs: Proofs,
    /// How long laws are looked for, and how long proofs of them.
    pub time: Duration,
}

impl Default for Inquiry {
    fn default() -> Self {
        Self {
            to: None,
            outcomes: false,
            hold_out: HELD_BACK,
            classes: Vec::new(),
            leaves: Vec::new(),
            more: false,
            proofs: Proofs::None,
            time: Duration::from_secs(10),
        }
    }
}

/// What is going on.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// So many positions of so many are played.
    Positions(u64, u64),
    /// Laws of this kind are looked for.
    Laws(LawClass),
    /// Laws are proved.
    Proof,
}

/// Why columns are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// They are asked for.
    Asked,
    /// Values have no law, or none that is proved: who wins.
    Winners,
    /// Who wins has no theorem of its own: what heaps are worth, of which theorems tell who wins.
    Values,
    /// Some heaps are asked for, and their law is that of all.
    AllHeaps,
}

/// The laws that were found behind a ruleset or a table, and what was proved of them.
#[derive(Clone, Debug)]
pub struct Discovery {
    /// The rules, and those of the positions that are tabulated, of which theorems are; nothing of tables.
    rules: Option<(Ruleset, Result<Ruleset, NoHeaps>)>,
    /// Whether the single heaps of the rules are tabulated, or the values of a game that has no rules as a text.
    of_heaps: bool,
    of_game: bool,
    /// Until when laws are looked for.
    search: Limits,
    /// Why these columns are looked at.
    pub round: Round,
    /// What heaps are worth, in one or several columns, or who wins.
    pub columns: Vec<Column>,
    /// The laws of each column.
    pub found: Vec<FoundLaws>,
    /// What came of the proof of each column; nothing where none was asked for.
    pub proofs: Vec<Result<Attempt, Stopped>>,
}

impl Discovery {
    /// Tabulates, looks for laws and proves them where that is asked. `hears` is told what is going on.
    ///
    /// # Errors
    /// Rulesets that are not of heaps, positions that are wrong, limits that left no table.
    pub fn first(
        source: Source,
        inquiry: &Inquiry,
        limits: &Limits,
        hears: &mut dyn FnMut(Step),
    ) -> Result<Self, TabulateError> {
        let search = limits.within(inquiry.time);
        let Inquiry { to, outcomes, hold_out, .. } = *inquiry;
        let tell = &mut |done, of| hears(Step::Positions(done, of));
        let mut told = Self::unseen(None, search);
        match source {
            Source::Table { column, of_game } => {
                (told.columns, told.of_game) = (vec![column], of_game);
            }
            Source::Heaps(rules) => {
                let columns = tabulate(&rules, to, outcomes, hold_out, &told.search, tell)?;
                told.columns = named(columns, &rules);
                told.of_heaps = true;
                told.rules = Some((rules.clone(), Ok(rules)));
            }
            Source::Positions { rules, cells, ranges } => {
                let heaps = heaps_of_cells(&rules, &cells);
                let is_row = heaps.is_ok() && rules.rules().heap_names().is_none();
                told.columns = match (&ranges[..], inquiry.proofs) {
                    // rows are proved as heaps, from the empty one on
                    (&[(_, to)], Proofs::All | Proofs::Automata) if is_row => {
                        let to = Some(to.unsigned_abs());
                        tabulate(&rules, to, outcomes, hold_out, &told.search, tell)?
                    }
                    _ => {
                        let search = &told.search;
                        tabulate_cells(&rules, &cells, &ranges, outcomes, hold_out, search, tell)?
                    }
                };
                if single_heaps(&rules).is_some_and(|all| all == cells) {
                    told.columns = named(told.columns, &rules);
                }
                told.rules = Some((rules, heaps));
            }
        }
        told.seen(inquiry, limits, hears)
    }

    fn unseen(rules: Option<(Ruleset, Result<Ruleset, NoHeaps>)>, search: Limits) -> Self {
        let (of_heaps, of_game, round) = (false, false, Round::Asked);
        let (columns, found, proofs) = (Vec::new(), Vec::new(), Vec::new());
        Self { rules, of_heaps, of_game, search, round, columns, found, proofs }
    }

    /// Looks for the laws of the columns, each in its share of the time; `further`: so much is asked behind them.
    fn look(&mut self, inquiry: &Inquiry, further: usize, hears: &mut dyn FnMut(Step)) {
        let tell = &mut |class| hears(Step::Laws(class));
        let count = self.columns.len();
        let subject = self.subject().cloned();
        for (i, column) in self.columns.iter_mut().enumerate() {
            let asked = count - i + further;
            let search = LawSearch {
                classes: inquiry.classes.clone(),
                leaves: inquiry.leaves.clone(),
                more: inquiry.more,
                limits: self.search.share(1.0 / asked as f64),
            };
            self.found.push(further::laws(column, subject.as_ref(), count == 1, &search, tell));
        }
    }

    /// With the laws of the columns and their proofs.
    fn seen(
        mut self,
        inquiry: &Inquiry,
        limits: &Limits,
        hears: &mut dyn FnMut(Step),
    ) -> Result<Self, TabulateError> {
        let ask_winners = self.round == Round::Asked
            && match &self.rules {
                Some((rules, _)) => self.of_heaps && winners_tell_more(rules, &self.columns),
                None => self.of_game,
            };
        self.look(inquiry, usize::from(ask_winners), hears);
        if limits.check() == Err(Stopped::Cancelled) {
            return Err(Stopped::Cancelled.into());
        }
        if inquiry.proofs != Proofs::None && self.rules.is_some() {
            hears(Step::Proof);
            let limits = limits.within(inquiry.time);
            self.proofs = self.proved(inquiry.proofs == Proofs::All, &limits);
        }
        Ok(self)
    }

    /// Looks for the laws of columns of a ruleset, each in its share of the time.
    #[must_use]
    pub fn of(rules: &Ruleset, columns: Vec<Column>, inquiry: &Inquiry, limits: &Limits) -> Self {
        let own = Some((rules.clone(), Ok(rules.clone())));
        let mut told = Self { columns, ..Self::unseen(own, limits.clone()) };
        told.look(inquiry, 0, &mut |_| {});
        told
    }

    /// What is asked next, where this has no law, or no theorem if proofs are tried: who wins; of who wins what heaps
    /// are worth; of some heaps the law of all. Nothing where all is told.
    ///
    /// # Errors
    /// Limits other than time, and what tables of heaps meet.
    pub fn further(
        &self,
        inquiry: &Inquiry,
        limits: &Limits,
        hears: &mut dyn FnMut(Step),
    ) -> Result<Option<Self>, TabulateError> {
        let is_told = match inquiry.proofs {
            Proofs::None => self.laws().is_some(),
            _ => self.is_proved(),
        };
        if is_told {
            return Ok(None);
        }
        if matches!(self.round, Round::Asked | Round::AllHeaps) {
            let (round, columns) = match self.next_columns(inquiry, limits, hears) {
                // the others are told all the same
                Err(TabulateError::Stopped(Stopped::Time)) => (Round::Winners, Vec::new()),
                told => told?,
            };
            if !columns.is_empty() {
                let next = Self::unseen(self.rules.clone(), self.search.clone());
                return Self { columns, round, ..next }.seen(inquiry, limits, hears).map(Some);
            }
        }
        match &self.rules {
            Some((rules, Err(NoHeaps { are_some: true, .. })))
                if inquiry.proofs != Proofs::None =>
            {
                let all = Self::first(Source::Heaps(rules.clone()), inquiry, limits, hears)?;
                Ok(Some(Self { round: Round::AllHeaps, ..all }))
            }
            _ => Ok(None),
        }
    }

    /// The columns of the other question: who wins, or of who wins what heaps are worth.
    fn next_columns(
        &self,
        inquiry: &Inquiry,
        limits: &Limits,
        hears: &mut dyn FnMut(Step),
    ) -> Result<(Round, Vec<Column>), TabulateError> {
        let Inquiry { to, hold_out, .. } = *inquiry;
        let tell = &mut |done, of| hears(Step::Positions(done, of));
        let limits = limits.within(inquiry.time);
        Ok(match &self.rules {
            Some((rules, _)) if self.of_heaps && !inquiry.outcomes => {
                let columns = &self.columns;
                let winners = tabulate_winners(rules, columns, to, hold_out, &limits, tell)?;
                (Round::Winners, named(winners, rules))
            }
            // of misère play there are no values
            Some((rules, _)) if self.of_heaps && !rules.is_misere() => {
                let asks = inquiry.proofs != Proofs::None;
                let columns = || tabulate(rules, to, false, hold_out, &limits, tell);
                let values = asks.then(columns).transpose()?.unwrap_or_default();
                (Round::Values, named(values, rules))
            }
            None if self.of_game => {
                let values = self.columns.iter().filter(|one| one.of.is_none() && !one.winners);
                // values none of which is 0 are perhaps those of no game
                let tells = |one: &Column| one.inside.values().contains(&0);
                let winners =
                    values.filter_map(|one| outcomes_of(&one.inside, one.outside.clone()));
                (Round::Winners, winners.filter(tells).collect())
            }
            _ => (Round::Winners, Vec::new()),
        })
    }

    /// The ruleset that the columns are of, if they are of one.
    #[must_use]
    pub fn ruleset(&self) -> Option<&Ruleset> {
        self.rules.as_ref().map(|(rules, _)| rules)
    }

    /// The rules of the positions that are tabulated.
    fn subject(&self) -> Option<&Ruleset> {
        self.rules.as_ref()?.1.as_ref().ok()
    }

    /// How many numbers a cell has.
    #[must_use]
    pub fn dimension(&self) -> usize {
        self.columns.first().map_or(0, |column| column.inside.dimension())
    }

    /// The first law of each column that is right on all cells; `None` where a column has none.
    #[must_use]
    pub fn laws(&self) -> Option<Vec<&Law>> {
        self.found.iter().map(|found| found.laws.iter().find(|law| law.wrong == 0)).collect()
    }

    /// The limit that ended the search for a law of a column before one was found.
    #[must_use]
    pub fn stopped(&self) -> Option<Stopped> {
        self.found.iter().filter(|found| is_open(found)).find_map(|found| found.stopped)
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

    /// Holds the laws against further and further heaps, up to 10000 times those they were found from or until the time
    /// of `limits` ends; what is wrong is then wrong at the smallest heap. Of heaps of a ruleset alone.
    ///
    /// # Errors
    /// Limits other than time.
    pub fn verify(&mut self, limits: &Limits) -> Result<(), TabulateError> {
        let Some((rules, _)) = self.rules.as_ref().filter(|_| self.of_heaps) else { return Ok(()) };
        for (column, found) in self.columns.iter().zip(&mut self.found) {
            let high = column.inside.high();
            let to = high.iter().copied().max().unwrap_or(0);
            // of cells beyond the table some have one large number alone
            let least = |cell: &[i64]| {
                cell.iter().zip(high).filter(|(_, high)| **high == to).map(|(x, _)| *x).min()
            };
            let from = column.outside.iter().filter_map(|(cell, _)| least(cell)).fold(to, i64::max);
            let (from, to) = (from.unsigned_abs(), to.unsigned_abs());
            let (to, laws) = (to.saturating_mul(FAR), &mut found.laws);
            match limits.guard(|| rules.heap_game())? {
                Ok(heaps) if !rules.is_misere() => {
                    let range = (from.saturating_add(1), to);
                    verify_far(heaps, column.winners, range, laws, limits)?;
                }
                _ => verify_larger(rules, column, (from, to), laws, limits)?,
            }
        }
        Ok(())
    }

    /// Tries to prove the laws of the columns for all heaps; what has no rules has no proof. What comes of it is handed
    /// over: `proofs`, and [`Discovery::is_proved`], are of those that the inquiry asked for.
    #[must_use]
    pub fn prove(&self, limits: &Limits) -> Vec<Result<Attempt, Stopped>> {
        self.proved(true, limits)
    }

    fn proved(&self, by_theorems: bool, limits: &Limits) -> Vec<Result<Attempt, Stopped>> {
        let why = match &self.rules {
            Some((_, Ok(rules))) => {
                return prove_columns(rules, &self.columns, &self.found, by_theorems, limits);
            }
            Some((_, Err(none))) => none.why,
            None => "a table has no rules to be proved from",
        };
        let attempt = Attempt { verdict: Verdict::OutOfReach(why.to_owned()), law: None };
        vec![Ok(attempt); self.columns.len()]
    }

    /// The certificate of the first column that has a theorem.
    #[must_use]
    pub fn certificate(&self) -> Option<&str> {
        self.proofs.iter().find_map(|proof| proof.as_ref().ok()?.verdict.certificate())
    }

    /// Whether there is a theorem among the proofs that the inquiry asked for.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.certificate().is_some()
    }
}

/// Columns of the single heaps of a ruleset, whose numbers are called as the ruleset calls them.
fn named(columns: Vec<Column>, rules: &Ruleset) -> Vec<Column> {
    let names = rules.rules().heap_names().unwrap_or_default();
    columns.into_iter().map(|column| column.named(names)).collect()
}

/// Looks for laws; of who wins, where what heaps are worth has none.
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
    source: impl Into<Source>,
    inquiry: &Inquiry,
    limits: &Limits,
) -> Result<Discovery, TabulateError> {
    let told = Discovery::first(source.into(), inquiry, limits, &mut |_| {})?;
    let further = told.further(inquiry, limits, &mut |_| {})?;
    Ok(further.filter(|further| further.laws().is_some()).unwrap_or(told))
}
