//! Counting the bytes that the values of a session hold, so that a program cannot eat the machine's memory.

use farstar_value::Stopped;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Integers of more bits are refused: with them one operation, or writing them in digits, could not be stopped for many
/// seconds.
pub(crate) const LONGEST_INTEGER: u64 = 1 << 23;

/// The bound when the limits give none: 1 GiB.
const DEFAULT_BYTES: u64 = 1 << 30;

/// Bytes in use and bytes allowed, shared by the lists of a session.
#[derive(Clone, Debug)]
pub(crate) struct Meter(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    used: AtomicU64,
    limit: AtomicU64,
}

impl Meter {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Counts { used: AtomicU64::new(0), limit: AtomicU64::new(DEFAULT_BYTES) }))
    }

    /// Sets the bound; none means the default.
    pub(crate) fn bound(&self, bytes: Option<u64>) {
        self.0.limit.store(bytes.unwrap_or(DEFAULT_BYTES), Ordering::Relaxed);
    }

    /// The bound.
    pub(crate) fn most(&self) -> u64 {
        self.0.limit.load(Ordering::Relaxed)
    }

    /// Takes `bytes`, to be released by the same count.
    pub(crate) fn charge(&self, bytes: u64) -> Result<(), Stopped> {
        let used = self.0.used.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes);
        if used > self.0.limit.load(Ordering::Relaxed) {
            self.release(bytes);
            return Err(Stopped::Memory);
        }
        Ok(())
    }

    /// Gives back bytes that were charged.
    pub(crate) fn release(&self, bytes: u64) {
        self.0.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}
