//! Values of positions of any ruleset: the canonical form of a position, found from those of its options.
//!
//! A position is split into parts, each part is brought to its normal form under the symmetries of the rules, and the
//! value of each normal form is found once and kept in a table; a position is worth the sum of its parts. The search
//! goes depth first with a stack of its own, so depth costs memory and nothing else. Impartial rulesets get nimbers by
//! the mex of their options.

mod coarse;
mod fillings;
mod interned;
mod prefetch;
mod progress;
mod search;
mod table;
mod wholes;

pub use progress::Progress;
pub use table::TableSize;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use farstar_rules::coded::{AnyCoded, Coded, Facts};
use farstar_rules::of_any_length;
use farstar_rules::position::{GameGraph, Key};
use farstar_rules::{Board, Packed};
use farstar_value::{Arena, Calculator, Game, Limits, Stopped};

use crate::{Error, Result};
pub(crate) use interned::Interned;
pub(crate) use search::Effort;
use search::Shared;
use table::Table;
pub(crate) use table::hash;
use wholes::Wholes;

/// A game on some board, given by its moves.
pub type AnyRuleset = dyn GameGraph<Position = Packed, Key = Packed>;

/// Most threads that work on one question.
const MOST_THREADS: usize = 32;

/// What one thread does before others join it: about a millisecond.
const ALONE: Effort =
    Effort { parts: if cfg!(test) { 8 } else { 1 << 10 }, values: 1 << 13, steps: 1 << 17 };

/// A coded ruleset with its table, whatever the length of the codes.
trait Engine: Send {
    /// The value of a position, the sum of its parts.
    fn value<'a>(
        &mut self,
        position: &Packed,
        calc: &mut Calculator<'a>,
        limits: &Limits,
        threads: usize,
        progress: &Progress,
    ) -> Result<Game>;

    /// The values of all sets of cells, from the empty one to the full one, where positions are sets of cells.
    fn all_sets<'a>(
        &mut self,
        empty: &Packed,
        full: &Packed,
        calc: &mut Calculator<'a>,
        limits: &Limits,
        progress: &Progress,
    ) -> Result<Option<Vec<Game>>>;

    fn size(&self) -> TableSize;
}

/// What searches of one ruleset may share, each with a [`CodedTable`] of its own.
pub(crate) struct Known<const N: usize> {
    table: Table<N>,
    /// Whether positions are taken apart fully (see `coarse`).
    fine: AtomicBool,
}

/// A coded ruleset with the values of its parts.
pub(crate) struct CodedTable<const N: usize> {
    pub(crate) coded: Box<dyn Coded<N, Position = Packed>>,
    pub(crate) facts: Facts,
    known: Arc<Known<N>>,
    /// For each thread what it remembers of whole options.
    wholes: Vec<Wholes<N>>,
}

impl<const N: usize> CodedTable<N> {
    pub(crate) fn new(coded: Box<dyn Coded<N, Position = Packed>>) -> Self {
        let facts = coded.facts();
        let known = Known { table: Table::new(), fine: AtomicBool::new(!facts.quick_look) };
        Self { coded, facts, known: Arc::new(known), wholes: Vec::new() }
    }

    /// The values known, which others may share who have the same codes and values of the same arena.
    pub(crate) fn known(&self) -> &Arc<Known<N>> {
        &self.known
    }

    /// Shares the values that another has and finds.
    pub(crate) fn share(&mut self, known: Arc<Known<N>>) {
        self.known = known;
    }

    /// The value of the part with this code, searched for unless the table knows it. Beyond `effort` the error is that
    /// of a bound on nodes.
    fn value_of(
        &mut self,
        key: &Key<[u64; N]>,
        arena: &Arena,
        limits: &Limits,
        threads: usize,
        progress: &Progress,
        effort: Option<Effort>,
    ) -> Result<Game> {
        let Known { table, fine } = &*self.known;
        let known = table.read().get(&key.part);
        let pair = match known {
            Some(pair) => pair,
            None => {
                self.wholes.resize_with(threads, Wholes::new);
                // most questions are answered before a second thread would have begun
                let first = if threads > 1 { Some(ALONE) } else { effort };
                let (coded, code) = (&*self.coded, key.part);
                let shared = Shared::new(table, fine, progress, limits).within(first);
                match search::value(coded, code, arena, &shared, &mut self.wholes[..1]) {
                    Err(Error::Stopped(Stopped::Nodes)) if threads > 1 => {
                        let shared = shared.within(None);
                        search::value(coded, code, arena, &shared, &mut self.wholes)?;
                    }
                    done => done?,
                }
                let found = table.read().get(&key.part);
                found.unwrap_or_else(|| unreachable!("a search ends with its part in the table"))
            }
        };
        pair.of(key, arena)
    }

    /// The value of the part with a code, found with one thread, unless it takes more than `effort`: then the error is
    /// that of a bound on nodes.
    pub(crate) fn value_within(
        &mut self,
        code: [u64; N],
        arena: &Arena,
        limits: &Limits,
        effort: Effort,
    ) -> Result<Game> {
        let key = Key { part: code, negative: false };
        self.value_of(&key, arena, limits, 1, &Progress::default(), Some(effort))
    }

    /// Bytes held, the arena left out; of what is shared a share.
    pub(crate) fn bytes(&self) -> u64 {
        self.known.table.size().bytes / Arc::strong_count(&self.known) as u64
            + self.coded.kept().map_or(0, |(_, bytes)| bytes)
            + self.wholes.iter().map(Wholes::bytes).sum::<u64>()
    }
}

impl<const N: usize> Engine for CodedTable<N> {
    fn value<'a>(
        &mut self,
        position: &Packed,
        calc: &mut Calculator<'a>,
        limits: &Limits,
        threads: usize,
        progress: &Progress,
    ) -> Result<Game> {
        let mut parts = Vec::new();
        self.coded.parts(position, &mut parts);
        let mut sum = Game::ZERO;
        for key in &parts {
            let value = self.value_of(key, calc.arena(), limits, threads, progress, None)?;
            sum = calc.add(sum, value)?;
        }
        Ok(sum)
    }

    fn all_sets<'a>(
        &mut self,
        empty: &Packed,
        full: &Packed,
        calc: &mut Calculator<'a>,
        limits: &Limits,
        progress: &Progress,
    ) -> Result<Option<Vec<Game>>> {
        self.values_of_sets(empty, full, calc, limits, progress)
    }

    fn size(&self) -> TableSize {
        let size = self.known.table.size();
        let kept = self.coded.kept().map_or(0, |(_, bytes)| bytes);
        TableSize { bytes: size.bytes + kept, ..size }
    }
}

/// Makes the table that fits the codes of a ruleset.
fn make_table(coded: AnyCoded<Packed>) -> Box<dyn Engine> {
    of_any_length!(coded, coded => Box::new(CodedTable::new(coded)))
}

/// What is known of the values of positions of one ruleset.
///
/// The table grows with every question and is kept between them. Values live in the arena given at the start.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// use farstar_solve::values::Values;
/// use farstar_value::{Arena, Limits, text::Notation};
/// let (game, start) = ruleset("Domineering")?.position("3x3")?;
/// let arena = Arena::new();
/// let mut values = Values::new(&arena, game)?;
/// let value = values.value(&start, &Limits::none())?;
/// assert_eq!(arena.calculator().print(value, Notation::Ascii)?, "+-1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Values<'a> {
    arena: &'a Arena,
    ruleset: Arc<AnyRuleset>,
    engine: Box<dyn Engine>,
    threads: usize,
    progress: Arc<Progress>,
}

impl<'a> Values<'a> {
    /// Nothing is known yet; values will live in `arena`.
    ///
    /// # Errors
    /// [`Error::NotCovered`] if the rules are not proved to end, with the rule that resists the proof.
    pub fn new(arena: &'a Arena, board: Board) -> Result<Self> {
        Self::of(arena, Arc::new(board))
    }

    /// The same for a game that is given by its moves in any other way.
    ///
    /// # Errors
    /// As [`Values::new`].
    pub fn of(arena: &'a Arena, ruleset: Arc<AnyRuleset>) -> Result<Self> {
        if !ruleset.ends() {
            let reason = match ruleset.endless_rule() {
                Some(rule) => format!(
                    "play may go on for ever: no measure was found that falls with every move {rule}"
                ),
                None => "play may go on for ever".into(),
            };
            return Err(Error::not_covered("the value of a position of a loopy ruleset", reason));
        }
        let progress = Arc::new(Progress::default());
        let coded = ruleset.coded().unwrap_or_else(|| Interned::coded(Arc::clone(&ruleset)));
        let engine = make_table(coded);
        Ok(Self { arena, ruleset, engine, threads: 1, progress })
    }

    /// Works with so many threads, 32 at most. Answers do not depend on their number.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads.clamp(1, MOST_THREADS);
        self
    }

    /// Numbers to look at from another thread while a question is worked on.
    #[must_use]
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// The arena in which the values live.
    #[must_use]
    pub fn arena(&self) -> &'a Arena {
        self.arena
    }

    /// The ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &AnyRuleset {
        &*self.ruleset
    }

    /// How much the table holds.
    #[must_use]
    pub fn table(&self) -> TableSize {
        self.engine.size()
    }

    /// The value of a position.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit, whose nodes are parts valued and whose bytes are those of the table and of the
    /// arena; what was found is kept. [`Error::NotCovered`] if play comes back to a position although the rules claim
    /// to end.
    pub fn value(&mut self, position: &Packed, limits: &Limits) -> Result<Game> {
        let mut calc = self.arena.calculator_with(limits);
        let (engine, threads) = (&mut self.engine, self.threads);
        let value = limits
            .guard(|| engine.value(position, &mut calc, limits, threads, &self.progress))??;
        if self.ruleset.overflowed() { Err(Error::overflow()) } else { Ok(value) }
    }
}

#[cfg(test)]
mod tests;
