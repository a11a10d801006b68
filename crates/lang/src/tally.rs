//! How far an evaluation is, where that can be known: how many turns of its outermost loop are done, and of how many.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many turns a loop has at most, when that is not known.
const UNKNOWN: u64 = u64::MAX;

/// The turns of the outermost loop, comprehension, method that calls a function for each element, or table that an
/// evaluation is at; another thread may read it meanwhile.
///
/// # Examples
/// ```
/// use farstar_lang::Session;
/// use farstar_value::Arena;
/// let arena = Arena::new();
/// let mut session = Session::new(&arena);
/// let tally = session.tally();
/// assert_eq!(tally.turns(), None);
/// // the fourth of ten turns ends in a fault, and there the count stands
/// assert!(session.eval("[if n == 4 then n.Length else n end for n in 1..10]").is_err());
/// let turns = tally.turns().expect("a loop");
/// assert_eq!((turns.done, turns.total), (3, Some(10)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tally(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    /// Whether something is counted now.
    held: AtomicBool,
    begun: AtomicU64,
    /// The turn that runs, from 1.
    at: AtomicU64,
    total: AtomicU64,
}

impl Default for Counts {
    fn default() -> Self {
        let none = || AtomicU64::new(0);
        Self { held: AtomicBool::new(false), begun: none(), at: none(), total: none() }
    }
}

/// What is done of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turns {
    /// How many turns are over.
    pub done: u64,
    /// How many there are at most, if that is known.
    pub total: Option<u64>,
    /// Which loop of the session it is: the turns of another one are counted anew.
    pub loop_number: u64,
}

impl Tally {
    /// The turns of the loop that is counted; `None` outside of all.
    #[must_use]
    pub fn turns(&self) -> Option<Turns> {
        let read = |count: &AtomicU64| count.load(Ordering::Relaxed);
        self.0.held.load(Ordering::Relaxed).then(|| Turns {
            done: read(&self.0.at).saturating_sub(1),
            total: Some(read(&self.0.total)).filter(|total| *total != UNKNOWN),
            loop_number: read(&self.0.begun),
        })
    }

    /// Counts a loop of so many turns, unless it is inside another; whether it does.
    pub(crate) fn begin(&self, total: Option<u64>) -> bool {
        let first = !self.0.held.load(Ordering::Relaxed);
        if first {
            self.0.at.store(0, Ordering::Relaxed);
            self.0.total.store(total.unwrap_or(UNKNOWN), Ordering::Relaxed);
            self.0.begun.fetch_add(1, Ordering::Relaxed);
            self.0.held.store(true, Ordering::Relaxed);
        }
        first
    }

    /// The next turn begins. Only the thread that evaluates counts.
    #[inline]
    pub(crate) fn turn(&self) {
        let at = self.0.at.load(Ordering::Relaxed);
        self.0.at.store(at + 1, Ordering::Relaxed);
    }

    /// What was counted is over.
    pub(crate) fn end(&self) {
        self.0.held.store(false, Ordering::Relaxed);
    }

    /// Counts work of so many steps, unless it is inside a loop that is counted; it tells how many are done.
    pub(crate) fn counting<T>(&self, total: u64, work: impl FnOnce(&dyn Fn(u64)) -> T) -> T {
        let first = self.begin(Some(total));
        let result = work(&|done| {
            if first {
                self.0.at.store(done + 1, Ordering::Relaxed);
            }
        });
        if first {
            self.end();
        }
        result
    }
}
