//! One search by several threads (`blackboard` says what they share): all look into one sum, or, where moves are to be
//! judged, each into what another move makes of it, as long as there are others.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use farstar_play::{CancelToken, Meter};
use farstar_value::{Arena, Limits, Player, Stopped};

use super::blackboard::Blackboard;
use super::entry::Entry;
use super::part::Parts;
use super::play::{Move, Visit};
use super::search::Root;
use super::value::Values;
use super::{Component, OutcomeSearch, Tuning};
use crate::{Error, Result};

/// Most threads that work on one question.
const MOST_THREADS: usize = 32;
/// How long one thread works before others join it.
pub(super) const ALONE: Duration = Duration::from_millis(if cfg!(test) { 0 } else { 20 });

/// Whether a thread was stopped because others were.
pub(super) fn was_told(error: &Error) -> bool {
    matches!(error, Error::Stopped(Stopped::Cancelled))
}

/// A thread's place among others.
pub(super) struct Thread {
    pub(super) common: Arc<Blackboard>,
    /// Its number.
    pub(super) number: usize,
    /// Whoever may cancel the question last worked on by all, and the token that stops all threads.
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
    /// has taken it a fiftieth of a second. Answers do not depend on the number of threads; where the limits bound the
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
    pub(super) fn call(&mut self, threads: usize) -> Result<()> {
        let common = Arc::new(Blackboard::new(threads));
        let one = |number| Thread { common: Arc::clone(&common), number, above: None };
        self.values.number_by(&common);
        self.parts.share();
        self.facts.share();
        self.nimbers.share();
        self.nodes.share();
        self.thread = Some(one(0));
        let arena = self.values.calc.arena();
        let helper = |number| {
            let mut helper = Self::tuned(arena, self.tuning)?;
            helper.parts = Parts::beside(&self.parts);
            helper.values = Values::new(arena, Some(Arc::clone(&common)))?;
            helper.facts = self.facts.clone();
            helper.nodes = self.nodes.beside();
            helper.nimbers = self.nimbers.beside();
            helper.thread = Some(one(number));
            Ok(helper)
        };
        self.helpers = (1..threads).map(helper).collect::<Result<_>>()?;
        Ok(())
    }

    /// Whether others should join the search for the winner of a sum.
    pub(super) fn is_long(&self, begin: Instant, limits: &Limits) -> bool {
        self.has_help(limits) && begin.elapsed() >= ALONE
    }

    /// Whether others can join a search.
    pub(super) fn has_help(&self, limits: &Limits) -> bool {
        self.threads > 1 && limits.nodes.is_none()
    }

    /// Whether Left wins a settled sum, found by all threads; `None` beyond `bound` nodes.
    pub(super) fn search_together(
        &mut self,
        root: &[Entry],
        bound: u64,
        meter: &mut Meter<'_>,
    ) -> Result<Option<bool>> {
        let bound = bound.saturating_sub(meter.nodes()) / self.threads as u64;
        let found =
            self.ask_together(root, meter, |search, meter| search.search(root, bound, meter))?;
        // an answer counts more than that a thread was stopped
        let rank = |found: &Result<Option<bool>>| match found {
            Ok(Some(_)) => 0,
            Ok(None) => 1,
            Err(error) => 2 + u8::from(was_told(error)),
        };
        found.into_iter().min_by_key(rank).unwrap_or(Ok(None))
    }

    /// What each of all threads finds until the first is done; the entries are known to all.
    pub(super) fn ask_together<T: Send>(
        &mut self,
        entries: &[Entry],
        meter: &mut Meter<'_>,
        ask: impl Fn(&mut Self, &mut Meter<'_>) -> Result<T> + Sync,
    ) -> Result<Vec<Result<T>>> {
        let work = |search: &mut Self, limits: &Limits, all: &CancelToken| {
            let mut meter = Meter::new(limits);
            let found = limits.guard(|| ask(search, &mut meter));
            all.cancel();
            (found.unwrap_or_else(|why| Err(why.into())), meter.nodes())
        };
        let found = self.work_together(entries, self.threads, meter.limits(), work, work)?;
        for _ in 0..found.iter().map(|(_, nodes)| nodes).sum() {
            meter.node(0)?;
        }
        Ok(found.into_iter().map(|(found, _)| found).collect())
    }

    /// Does the work of this thread and that of the others, who then know the entries, at the same time, under the
    /// limits and a token that stops all.
    fn work_together<T: Send>(
        &mut self,
        entries: &[Entry],
        threads: usize,
        outer: &Limits,
        own: impl FnOnce(&mut Self, &Limits, &CancelToken) -> T,
        other: impl Fn(&mut Self, &Limits, &CancelToken) -> T + Sync,
    ) -> Result<Vec<T>> {
        if self.helpers.is_empty() {
            self.call(threads)?;
        }
        let mut helpers = std::mem::take(&mut self.helpers);
        let joined = helpers.iter_mut().try_for_each(|helper| helper.join(self, entries));
        let all = CancelToken::new();
        let limits = Limits { cancel: Some(all.clone()), ..outer.clone() };
        let above = outer.cancel.clone().map(|above| (above, all.clone()));
        if let Some(thread) = &self.thread {
            thread.common.rest();
        }
        // each looks whether it is to stop, since one may be done with its work before the others
        let threads = helpers.iter_mut().map(|helper| &mut helper.thread);
        for thread in threads.chain([&mut self.thread]).flatten() {
            thread.above.clone_from(&above);
        }
        let (limits, all) = (&limits, &all);
        let begin = &|helper: &mut Self| {
            helper.values.limit(limits);
            other(helper, limits, all)
        };
        let done = joined.map(|()| {
            std::thread::scope(|scope| {
                let spawned: Vec<_> =
                    helpers.iter_mut().map(|helper| scope.spawn(move || begin(helper))).collect();
                self.values.limit(limits);
                let own = own(self, limits, all);
                let joined = spawned.into_iter().map(|thread| {
                    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
                });
                std::iter::once(own).chain(joined).collect()
            })
        });
        self.helpers = helpers;
        self.values.limit(outer);
        done
    }

    /// Whether threads may judge moves of a sum, each another one.
    pub(super) fn judges_together(&self, sum: &[Component], limits: &Limits) -> bool {
        self.has_help(limits) && !self.is_impartial(sum)
    }

    /// Whether so long was worked alone that others should join.
    pub(super) fn calls(&self, begin: Instant) -> bool {
        !self.helpers.is_empty() || begin.elapsed() >= ALONE
    }

    /// Judges moves, each thread another one as long as there are such; they are visited in their order. Those that a
    /// bound on nodes leaves open are appended to `open`, if there is such a list.
    pub(super) fn judge_together(
        &mut self,
        sum: &[Component],
        moves: &[Move],
        player: Player,
        limits: &Limits,
        mut open: Option<&mut Vec<Move>>,
        visit: Visit<'_, Self>,
    ) -> Result<ControlFlow<()>> {
        let other = player.opponent();
        let roots: Vec<Root> = limits.guard(|| {
            moves.iter().map(|one| self.root(&one.apply(sum), other, limits)).collect::<Result<_>>()
        })??;
        let entries: Vec<Entry> = roots.iter().flat_map(Root::entries).copied().collect();
        let looks = open.is_some();
        let stays_open = |error: &Error| looks && matches!(error, Error::Stopped(Stopped::Nodes));
        let (next, judged) = (AtomicUsize::new(0), vec![OnceLock::new(); moves.len()]);
        let judge = |search: &mut Self, limits: &Limits, all: &CancelToken| {
            let at = next.fetch_add(1, Ordering::Relaxed);
            // who is left without a move of its own helps with one that another thread judges
            let unjudged = || judged.iter().position(|found| found.get().is_none());
            let at = if at < roots.len() { Some(at) } else { unjudged() };
            let Some(at) = at.filter(|_| !all.is_cancelled()) else { return false };
            let root = &roots[at];
            let tuning = search.tuning;
            let won = limits.guard(|| search.find_winner(root, limits));
            search.tuning = tuning;
            let won = won.unwrap_or_else(|why| Err(why.into()));
            if won.as_ref().is_err_and(|error| !stays_open(error)) {
                all.cancel();
            }
            // who helped may have been first
            let _ = judged[at].set(won);
            true
        };
        let (mut shown, mut failure, mut flow) = (0, None, ControlFlow::Continue(()));
        // shows what is judged up to the first move that is not, or all that is
        let mut show = |search: &Self, all: bool| {
            while flow.is_continue()
                && let Some(found) = judged.get(shown)
                && (all || found.get().is_some())
            {
                match found.get() {
                    Some(Ok(lost)) => flow = visit(search, moves[shown].clone(), !lost),
                    Some(Err(error)) if stays_open(error) => {
                        open.iter_mut().for_each(|open| open.push(moves[shown].clone()));
                    }
                    Some(Err(error)) if failure.as_ref().is_none_or(was_told) => {
                        failure = Some(error.clone());
                    }
                    _ => {}
                }
                shown += 1;
            }
            flow
        };
        let own = |search: &mut Self, limits: &Limits, all: &CancelToken| {
            while judge(search, limits, all) {
                if show(search, false).is_break() {
                    all.cancel();
                }
            }
        };
        // alone as long as others judge other moves
        let threads = std::mem::replace(&mut self.threads, 1);
        let done =
            self.work_together(
                &entries,
                threads,
                limits,
                own,
                |search, limits, all| {
                    while judge(search, limits, all) {}
                },
            );
        self.threads = threads;
        done?;
        for helper in &mut self.helpers {
            self.visited += std::mem::take(&mut helper.visited);
        }
        let flow = show(self, true);
        failure.filter(|_| flow.is_continue()).map_or(Ok(flow), Err)
    }

    /// Takes over what it needs to search a sum of another thread.
    pub(super) fn join(&mut self, other: &Self, root: &[Entry]) -> Result<()> {
        self.misere = other.misere;
        self.tuning = other.tuning;
        self.parts.take_boards(&other.parts)?;
        root.iter()
            .filter_map(|entry| entry.as_value())
            .try_for_each(|value| self.values.meet(value))
    }
}
