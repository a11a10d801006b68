//! How far a computation may go, and how it is told to stop.

use crate::Gauge;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A flag that asks computations to stop, shared between threads.
///
/// ```
/// use farstar_play::{CancelToken, Limits, Stopped};
/// let token = CancelToken::new();
/// let limits = Limits::none().cancel(token.clone());
/// assert_eq!(limits.check(), Ok(()));
/// token.cancel();
/// assert_eq!(limits.check(), Err(Stopped::Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token nobody has cancelled yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks every computation that holds this token to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back, for the next computation (a shell does so after Ctrl-C).
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether a stop was asked for.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a computation stopped before its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Stopped {
    /// It made as many new values, or visited as many nodes, as it was allowed.
    #[error("stopped: the limit on nodes was reached")]
    Nodes,
    /// Its memory reached the limit.
    #[error("stopped: the limit on memory was reached")]
    Memory,
    /// Its time was over.
    #[error("stopped: the limit on time was reached")]
    Time,
    /// Somebody cancelled it.
    #[error("stopped: cancelled")]
    Cancelled,
}

impl Stopped {
    /// The word for what was met, as JSON has it.
    ///
    /// ```
    /// assert_eq!(farstar_play::Stopped::Memory.word(), "memory");
    /// ```
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Nodes => "nodes",
            Self::Memory => "memory",
            Self::Time => "time",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Bounds of a computation. A bound that is `None` does not bind.
///
/// Limits are checked every few hundred steps, so a computation may overrun them by that much.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// New values an arena may gain, or nodes a search may visit.
    pub nodes: Option<u64>,
    /// Bytes the computation's store may hold.
    pub bytes: Option<u64>,
    /// The moment at which to give up.
    pub deadline: Option<Instant>,
    /// A flag that stops the computation from outside.
    pub cancel: Option<CancelToken>,
    /// Where the computation tells how far it has come.
    pub gauge: Option<Gauge>,
}

impl Limits {
    /// No limits at all.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Bounds the nodes.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Self {
        self.nodes = Some(nodes);
        self
    }

    /// Bounds the memory, in bytes.
    #[must_use]
    pub fn bytes(mut self, bytes: u64) -> Self {
        self.bytes = Some(bytes);
        self
    }

    /// Bounds the time, counted from now. A duration beyond the clock's range does not bind.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Self {
        self.deadline = Instant::now().checked_add(time);
        self
    }

    /// The time that is left, if it is bounded: nothing when the clock has run out.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }

    /// The limits, with no more than so much time from now on.
    ///
    /// # Examples
    /// ```
    /// use farstar_play::Limits;
    /// use std::time::Duration;
    /// let (short, long) = (Duration::ZERO, Duration::from_secs(3600));
    /// assert!(Limits::none().time(short).within(long).check().is_err());
    /// assert!(Limits::none().time(long).within(short).check().is_err());
    /// ```
    #[must_use]
    pub fn within(&self, time: Duration) -> Self {
        let soon = self.clone().time(time);
        Self { deadline: self.deadline.into_iter().chain(soon.deadline).min(), ..soon }
    }

    /// The limits, with no more than a share of the time that is left.
    ///
    /// # Examples
    /// ```
    /// use farstar_play::Limits;
    /// use std::time::Duration;
    /// assert_eq!(Limits::none().share(0.5).time_left(), None);
    /// let whole = Limits::none().time(Duration::from_secs(3600));
    /// assert!(whole.share(0.5).time_left() < Some(Duration::from_secs(1801)));
    /// ```
    #[must_use]
    pub fn share(&self, of_time: f64) -> Self {
        self.time_left().map_or_else(|| self.clone(), |left| self.within(left.mul_f64(of_time)))
    }

    /// Adds a token that can stop the computation.
    #[must_use]
    pub fn cancel(mut self, token: CancelToken) -> Self {
        self.cancel = Some(token);
        self
    }

    /// Adds a gauge on which the computation counts.
    #[must_use]
    pub fn gauge(mut self, gauge: Gauge) -> Self {
        self.gauge = Some(gauge);
        self
    }

    /// Tells whoever looks on how much there is to do in all.
    pub fn expect(&self, total: u64) {
        if let Some(gauge) = &self.gauge {
            gauge.expect(total);
        }
    }

    /// Tells whoever looks on how much is done.
    pub fn reach(&self, done: u64) {
        if let Some(gauge) = &self.gauge {
            gauge.reach(done);
        }
    }

    /// Tells whoever looks on that so much more is done.
    pub fn count(&self, more: u64) {
        if let Some(gauge) = &self.gauge {
            gauge.count(more);
        }
    }

    /// Whether the clock and the token let the computation go on.
    ///
    /// # Errors
    /// [`Stopped::Cancelled`] or [`Stopped::Time`].
    pub fn check(&self) -> Result<(), Stopped> {
        if self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            return Err(Stopped::Cancelled);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Err(Stopped::Time);
        }
        Ok(())
    }

    /// [`Limits::check`], and whether `nodes` and `bytes` are within bounds.
    ///
    /// # Errors
    /// The first bound that is exceeded.
    pub fn check_with(&self, nodes: u64, bytes: u64) -> Result<(), Stopped> {
        self.check()?;
        if self.nodes.is_some_and(|limit| nodes > limit) {
            return Err(Stopped::Nodes);
        }
        if self.bytes.is_some_and(|limit| bytes > limit) {
            return Err(Stopped::Memory);
        }
        Ok(())
    }
}
