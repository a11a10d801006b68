//! The solver that is kept between calls, so that what one call found is known to the next.

use crate::run::Probes;
use farstar::Solver;
use farstar_value::Arena;
use std::sync::{Arc, Mutex, PoisonError};

/// A solver is kept while it has at most so many bytes beside its arena, and so many boards.
const MOST: (u64, usize) = (256 << 20, 256);

/// A solver, where it leaves a probe for those who wait, and with how many threads it works.
struct Work<'a> {
    solver: Solver<'a>,
    probes: Probes,
    threads: usize,
}

self_cell::self_cell!(
    /// A solver together with the arena in which its values live.
    pub(crate) struct Kept {
        owner: Arc<Arena>,
        #[not_covariant]
        dependent: Work,
    }
);

/// The solver of the last call; whoever works with it takes it out. It is only ever tried for: a process may be forked
/// while another thread holds it.
static LAST: Mutex<Option<Kept>> = Mutex::new(None);

impl Kept {
    /// The solver of the last call if it was on this arena, with as many threads; else a new one.
    pub(crate) fn take(arena: &Arc<Arena>, threads: usize) -> Self {
        let last = LAST.try_lock().ok().and_then(|mut last| last.take());
        let fits = |kept: &Self| {
            Arc::ptr_eq(kept.borrow_owner(), arena)
                && kept.with_dependent(|_, work| work.threads == threads)
        };
        last.filter(fits).unwrap_or_else(|| {
            Self::new(Arc::clone(arena), |arena| {
                let probes = Probes::default();
                let left = Arc::clone(&probes);
                let solver = Solver::new(arena).threads(threads).watched(move |probe| {
                    *left.lock().unwrap_or_else(PoisonError::into_inner) = Some(probe);
                });
                Work { solver, probes, threads }
            })
        })
    }

    /// Keeps it for the next call, unless it has grown too large.
    pub(crate) fn keep(mut self) {
        let (bytes, boards) = self.with_dependent_mut(|_, work| {
            work.probes.lock().unwrap_or_else(PoisonError::into_inner).take();
            work.solver.size()
        });
        if bytes <= MOST.0
            && boards <= MOST.1
            && let Ok(mut last) = LAST.try_lock()
        {
            *last = Some(self);
        }
    }

    /// Where the solver leaves its probes.
    pub(crate) fn probes(&self) -> Probes {
        self.with_dependent(|_, work| Arc::clone(&work.probes))
    }

    /// Works with the solver.
    pub(crate) fn with<T>(&mut self, work: impl FnOnce(&mut Solver<'_>) -> T) -> T {
        self.with_dependent_mut(|_, kept| work(&mut kept.solver))
    }
}

/// Lets go of what is kept on an arena, whose memory is to be given back.
pub(crate) fn forget(arena: &Arc<Arena>) {
    if let Ok(mut last) = LAST.try_lock()
        && last.as_ref().is_some_and(|kept| Arc::ptr_eq(kept.borrow_owner(), arena))
    {
        *last = None;
    }
}
