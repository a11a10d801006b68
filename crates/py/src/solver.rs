//! The solvers that are kept between calls, so that what one call found is known to the next: one for each thread that
//! asks at once.

use farstar::{Atlases, Probe, Solver};
use farstar_value::Arena;
use std::sync::{Arc, Mutex, PoisonError};

/// Where the engine leaves a probe for those who wait.
pub(crate) type Probes = Arc<Mutex<Option<Probe>>>;

/// So many solvers are kept.
const SOLVERS: usize = 4;

/// A solver, where it leaves a probe for those who wait, with how many threads it works, and its bytes when it was
/// kept.
struct Work<'a> {
    solver: Solver<'a>,
    probes: Probes,
    threads: usize,
    bytes: u64,
}

self_cell::self_cell!(
    /// A solver together with the arena in which its values live.
    pub(crate) struct Kept {
        owner: Arc<Arena>,
        #[not_covariant]
        dependent: Work,
    }
);

/// The solvers of the last calls, the oldest first; whoever works with one takes it out. They are only ever tried for:
/// a process may be forked while another thread holds the lock.
static LAST: Mutex<Vec<Kept>> = Mutex::new(Vec::new());

impl Kept {
    /// The last solver that worked on this arena, with as many threads; else a new one.
    pub(crate) fn take(arena: &Arc<Arena>, threads: usize) -> Self {
        let fits = |kept: &Self| {
            Arc::ptr_eq(kept.borrow_owner(), arena)
                && kept.with_dependent(|_, work| work.threads == threads)
        };
        let last = LAST.try_lock().ok().and_then(|mut last| {
            let at = last.iter().rposition(fits)?;
            Some(last.remove(at))
        });
        last.unwrap_or_else(|| Self::consulting(arena, threads, &Atlases::default()))
    }

    /// A new solver that asks these atlases before it searches.
    pub(crate) fn consulting(arena: &Arc<Arena>, threads: usize, atlases: &Atlases) -> Self {
        Self::new(Arc::clone(arena), |arena| {
            let probes = Probes::default();
            let left = Arc::clone(&probes);
            let solver = Solver::new(arena).threads(threads).consulting(atlases);
            let solver = solver.watched(move |probe| {
                *left.lock().unwrap_or_else(PoisonError::into_inner) = Some(probe);
            });
            Work { solver, probes, threads, bytes: 0 }
        })
    }

    /// Keeps it for the next call, unless it has grown too large.
    pub(crate) fn keep(mut self) {
        let (bytes, boards) = self.with_dependent_mut(|_, work| {
            work.probes.lock().unwrap_or_else(PoisonError::into_inner).take();
            let (bytes, boards) = work.solver.size();
            work.bytes = bytes;
            (bytes, boards)
        });
        if bytes > Solver::MOST_KEPT.0 || boards > Solver::MOST_KEPT.1 {
            return;
        }
        let Ok(mut last) = LAST.try_lock() else { return };
        last.push(self);
        let all = |last: &[Self]| -> u64 { last.iter().map(Self::bytes).sum() };
        while last.len() > SOLVERS || all(&last) > Solver::MOST_KEPT.0 {
            last.remove(0);
        }
    }

    fn bytes(&self) -> u64 {
        self.with_dependent(|_, work| work.bytes)
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
    if let Ok(mut last) = LAST.try_lock() {
        last.retain(|kept| !Arc::ptr_eq(kept.borrow_owner(), arena));
    }
}
