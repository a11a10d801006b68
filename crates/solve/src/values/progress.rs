//! How far a valuation has come.

use std::sync::atomic::{AtomicU64, Ordering};

/// Numbers that a running valuation keeps up to date for whoever looks on.
#[derive(Debug, Default)]
pub struct Progress {
    parts: AtomicU64,
    bytes: AtomicU64,
}

impl Progress {
    /// Parts valued so far, over all questions.
    #[must_use]
    pub fn parts(&self) -> u64 {
        self.parts.load(Ordering::Relaxed)
    }

    /// Bytes of the table and of the arena when they were last counted.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    pub(super) fn report(&self, parts: u64, bytes: u64) {
        self.parts.fetch_add(parts, Ordering::Relaxed);
        self.bytes.store(bytes, Ordering::Relaxed);
    }
}
