//! What a computation has beside its question: its limits, and a way to tell how far it is.

use crate::jobs::Job;
use farstar::Atlases;
use farstar_value::{Arena, Limits};
use serde_json::Value;
use std::sync::Arc;

/// The place where one job is done.
pub(crate) struct Desk<'j> {
    job: &'j Job,
    limits: Limits,
}

impl<'j> Desk<'j> {
    pub(crate) fn new(job: &'j Job, limits: Limits) -> Self {
        Self { job, limits }
    }

    /// The limits of the job, counted from its start.
    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// An arena whose size is told as progress.
    pub(crate) fn arena(&self) -> Arc<Arena> {
        let arena = Arc::new(Arena::new());
        let seen = Arc::downgrade(&arena);
        self.watch(move || {
            let stats = seen.upgrade().map(|arena| arena.stats());
            stats.map_or((0, 0), |stats| (stats.values, stats.bytes))
        });
        arena
    }

    /// Files in which positions are looked up.
    pub(crate) fn atlases(&self) -> &Atlases {
        &self.job.atlases
    }

    /// Tells by `probe` how many values or positions there are, and how many bytes they take.
    pub(crate) fn watch(&self, probe: impl Fn() -> (u64, u64) + Send + 'static) {
        self.job.watch(Box::new(probe));
    }

    /// Tells how much of a known whole is done.
    pub(crate) fn progress(&self, done: u64, total: Option<u64>, note: &str) {
        self.job.tell(done, total, note);
    }

    /// Tells a piece of the result that is ready.
    pub(crate) fn part(&self, part: &Value) {
        self.job.part(part);
    }
}
