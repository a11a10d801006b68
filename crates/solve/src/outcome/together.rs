//! One search by several threads (`blackboard` says what they share).

use std::sync::Arc;

use farstar_play::{CancelToken, Meter};
use farstar_value::{Arena, Limits, Stopped};

use super::blackboard::Blackboard;
use super::entry::{Entry, Term};
use super::{OutcomeSearch, Tuning};
use crate::{Error, Result};

/// Most threads that work on one question.
const MOST_THREADS: usize = 32;
/// Nodes that one thread looks into before others join it: some tenth of a second.
const ALONE: u64 = if cfg!(test) { 1 } else { 1 << 16 };
/// Nodes between two looks at whether others have decided a sum that is looked into.
pub(super) const NODES_A_LOOK: u64 = 1 << 6;

/// A thread's place among others.
pub(super) struct Thread {
    pub(super) common: Arc<Blackboard>,
    /// Its number.
    pub(super) number: usize,
    /// Whoever may cancel the question, and the token that stops all threads.
    above: Option<(CancelToken, CancelToken)>,
}

impl Thread {
    /// Tells all threads that the question was cancelled, if it was.
    pub(super) fn look_above(&self) {
        if let Some((above, all)) = &self.above
            && above.is_cancelled()
        {
            all.cancel();
        }
    }
}

impl<'a> OutcomeSearch<'a> {
    /// A search by so many threads, 32 at most. One works alone, as fast as if there were no others, until a question
    /// has taken it some tenth of a second. Answers do not depend on the number of threads; where the limits bound the
    /// nodes one works alone to the end, since that bound is exact.
    ///
    /// # Errors
    /// As [`OutcomeSearch::new`].
    ///
    /// # Examples
    /// ```
    /// use farstar_rules::builtin::ruleset;
    /// use farstar_solve::outcome::OutcomeSearch;
    /// use farstar_value::{Arena, Limits, Outcome};
    /// let arena = Arena::new();
    /// let mut search = OutcomeSearch::by_threads(&arena, 2)?;
    /// let (clobber, board) = ruleset("Clobber")?.position("XOXO|OXOX|XOXO")?;
    /// let board = search.game(&clobber, board)?;
    /// assert_eq!(search.outcome(&[board], &Limits::none())?, Outcome::P);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn by_threads(arena: &'a Arena, threads: usize) -> Result<Self> {
        Self::tuned_by_threads(arena, Tuning::default(), threads)
    }

    /// The same with other bounds inside.
    ///
    /// # Errors
    /// As [`OutcomeSearch::new`].
    pub fn tuned_by_threads(arena: &'a Arena, tuning: Tuning, threads: usize) -> Result<Self> {
        let mut search = Self::tuned(arena, tuning)?;
        search.threads = threads.clamp(1, MOST_THREADS);
        Ok(search)
    }

    /// Calls the other threads: what is known here goes to the tables of all, under the numbers it has.
    pub(super) fn call(&mut self) -> Result<()> {
        let common = Arc::new(Blackboard::new(self.threads));
        let one = |number| Thread { common: Arc::clone(&common), number, above: None };
        self.values.number_by(&common);
        self.parts.number_by(&common);
        for (part, value) in self.parts.values() {
            common.tell_value(part, self.values.game(value));
        }
        self.tell_comparisons(&common);
        std::mem::take(&mut self.nodes).each(|sum, won| common.tell(sum, won));
        self.thread = Some(one(0));
        let arena = self.values.calc.arena();
        let helper = |number| Self::of_thread(arena, self.tuning, Some(one(number)));
        self.helpers = (1..self.threads).map(helper).collect::<Result<_>>()?;
        Ok(())
    }

    /// Whether others should join the search for the winner of a sum.
    pub(super) fn is_long(&self, root: &[Entry], meter: &Meter<'_>) -> bool {
        self.threads > 1
            && meter.nodes() >= ALONE
            && meter.limits().nodes.is_none()
            && root.iter().filter_map(|entry| entry.as_part()).all(|part| self.parts.is_plain(part))
    }

    /// Whether Left wins a settled sum, found by all threads; `None` beyond `bound` nodes.
    pub(super) fn search_together(
        &mut self,
        root: &[Entry],
        bound: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>> {
        if self.helpers.is_empty() {
            self.call()?;
        }
        let mut helpers = std::mem::take(&mut self.helpers);
        let found = self.search_with(&mut helpers, root, bound, meter);
        self.helpers = helpers;
        found
    }

    fn search_with(
        &mut self,
        helpers: &mut [Self],
        root: &[Entry],
        bound: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>> {
        for helper in &mut *helpers {
            helper.join(self, root)?;
        }
        if let Some(Thread { common, .. }) = &self.thread {
            common.rest();
        }
        let outer = meter.limits();
        let token = CancelToken::new();
        let limits = Limits { cancel: Some(token.clone()), ..outer.clone() };
        if let Some(thread) = &mut self.thread {
            thread.above = outer.cancel.clone().map(|above| (above, token.clone()));
        }
        let bound = bound.saturating_sub(meter.nodes()) / (helpers.len() as u64 + 1);
        let work = |search: &mut Self| {
            search.values.limit(&limits);
            let mut meter = Meter::new(&limits);
            let found = limits.guard(|| search.search(root, bound, &mut meter));
            token.cancel();
            (found.unwrap_or_else(|why| Err(why.into())), meter.nodes())
        };
        let work = &work;
        let found: Vec<_> = std::thread::scope(|scope| {
            let spawned: Vec<_> =
                helpers.iter_mut().map(|helper| scope.spawn(move || work(helper))).collect();
            let own = work(self);
            let joined = spawned.into_iter().map(|thread| {
                thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            std::iter::once(own).chain(joined).collect()
        });
        self.values.limit(outer);
        if let Some(thread) = &mut self.thread {
            thread.above = None;
        }
        for _ in 0..found.iter().map(|(_, nodes)| nodes).sum() {
            meter.node(0)?;
        }
        // an answer counts more than that a thread was stopped, and that more than that it was told to stop
        let rank = |found: &Result<Option<bool>>| match found {
            Ok(Some(_)) => 0,
            Ok(None) => 1,
            Err(Error::Stopped(Stopped::Cancelled)) => 3,
            Err(_) => 2,
        };
        let best = found.into_iter().map(|(found, _)| found).min_by_key(rank);
        best.unwrap_or(Ok(None))
    }

    /// Takes over what it needs to search a sum of another thread.
    fn join(&mut self, other: &Self, root: &[Entry]) -> Result<()> {
        self.misere = other.misere;
        self.tuning = other.tuning;
        self.parts.take_boards(&other.parts)?;
        for &entry in root {
            match entry.term() {
                Term::Part(part) => self.parts.meet(part, &other.parts),
                Term::Value(value) => {
                    self.values.number_of(other.values.game(value))?;
                }
            }
        }
        Ok(())
    }

    /// Whether Left wins a settled sum moving first, if some thread knows; of one alone, if it is in its table.
    pub(super) fn looked_up(&self, sum: &[Entry]) -> Option<bool> {
        match &self.thread {
            Some(thread) => thread.common.get(sum),
            None => self.nodes.get(sum),
        }
    }
}
