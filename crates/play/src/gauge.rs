//! How far a computation has come, for whoever looks on.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A count that a computation keeps and others read, as [`CancelToken`](crate::CancelToken) is a wish that others have
/// and a computation reads. What is counted, heaps or positions, is said by the computation that counts.
///
/// # Examples
/// ```
/// use farstar_play::{Gauge, Limits};
/// let gauge = Gauge::new();
/// let limits = Limits::none().gauge(gauge.clone());
/// assert_eq!(gauge.read(), None);
/// limits.expect(200);
/// limits.reach(50);
/// limits.count(1);
/// assert_eq!(gauge.read(), Some((51, Some(200))));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Gauge(Arc<Counts>);

#[derive(Debug, Default)]
struct Counts {
    done: AtomicU64,
    /// 0 if it is not known.
    total: AtomicU64,
}

impl Gauge {
    /// A gauge on which nothing was counted.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How much is done, and of how much, if that is known; `None` if nothing was counted.
    #[must_use]
    pub fn read(&self) -> Option<(u64, Option<u64>)> {
        let [done, total] =
            [&self.0.done, &self.0.total].map(|count| count.load(Ordering::Relaxed));
        (done > 0).then_some((done, (total > 0).then_some(total)))
    }

    pub(crate) fn expect(&self, total: u64) {
        self.0.total.store(total, Ordering::Relaxed);
    }

    pub(crate) fn reach(&self, done: u64) {
        self.0.done.store(done, Ordering::Relaxed);
    }

    pub(crate) fn count(&self, more: u64) {
        self.0.done.fetch_add(more, Ordering::Relaxed);
    }
}
