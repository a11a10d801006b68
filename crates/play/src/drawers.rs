//! Tables that threads share, in drawers of which each is locked alone.

use std::sync::{Arc, Mutex, PoisonError};

/// log₂ of the number of drawers.
const BITS: u32 = 6;

/// A table that threads share, in drawers by hash. Its copies are the same table.
///
/// # Examples
/// ```
/// use farstar_play::Drawers;
/// let table: Drawers<Vec<u64>> = Drawers::default();
/// let hash = 0x9e37_79b9_7f4a_7c15;
/// table.copy().with(hash, |drawer| drawer.push(7));
/// assert_eq!(table.with(hash, |drawer| drawer.len()), 1);
/// ```
#[derive(Debug)]
pub struct Drawers<T>(Arc<[Mutex<T>]>);

impl<T: Default> Default for Drawers<T> {
    fn default() -> Self {
        Self((0..1 << BITS).map(|_| Mutex::default()).collect())
    }
}

impl<T> Drawers<T> {
    /// How many there are.
    pub const COUNT: usize = 1 << BITS;

    /// The number of the drawer of a hash: from bits that tables inside do not begin with.
    #[inline]
    #[must_use]
    pub fn of(hash: u64) -> usize {
        (hash >> 40) as usize % Self::COUNT
    }

    /// Does something with the drawer of this number.
    #[inline]
    pub fn open<R>(&self, drawer: usize, work: impl FnOnce(&mut T) -> R) -> R {
        // every change under a lock is whole before anything can unwind
        work(&mut self.0[drawer].lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Does something with the drawer of a hash.
    #[inline]
    pub fn with<R>(&self, hash: u64, work: impl FnOnce(&mut T) -> R) -> R {
        self.open(Self::of(hash), work)
    }

    /// The sum of a number over all drawers.
    pub fn sum(&self, number: impl Fn(&T) -> usize) -> usize {
        (0..Self::COUNT).map(|drawer| self.open(drawer, |table| number(table))).sum()
    }

    /// The same table for another thread.
    #[must_use]
    pub fn copy(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// A table of a thread that is alone, which takes no lock, or one that threads share.
#[derive(Debug)]
pub enum Cabinet<T> {
    /// Of a thread that is alone.
    Own(T),
    /// Of several.
    Shared(Drawers<T>),
}

impl<T: Default> Default for Cabinet<T> {
    fn default() -> Self {
        Self::Own(T::default())
    }
}

impl<T: Default> Cabinet<T> {
    /// An empty table, of one thread or of several.
    #[must_use]
    pub fn new(shared: bool) -> Self {
        if shared { Self::Shared(Drawers::default()) } else { Self::default() }
    }

    /// Does something with what holds the entries of a hash.
    #[inline(always)]
    pub fn with<R>(&mut self, hash: u64, work: impl FnOnce(&mut T) -> R) -> R {
        match self {
            Self::Own(table) => work(table),
            Self::Shared(drawers) => drawers.with(hash, work),
        }
    }

    /// From now on other threads may share it: `deal` puts what one thread has into drawers.
    pub fn share(&mut self, deal: impl FnOnce(T, &Drawers<T>)) {
        if let Self::Own(own) = self {
            let (own, drawers) = (std::mem::take(own), Drawers::default());
            deal(own, &drawers);
            *self = Self::Shared(drawers);
        }
    }

    /// The same table for another thread, if it is shared, and else an empty one.
    #[must_use]
    pub fn beside(&self) -> Self {
        match self {
            Self::Own(_) => Self::default(),
            Self::Shared(drawers) => Self::Shared(drawers.copy()),
        }
    }

    /// The sum of a number over all that holds entries.
    pub fn sum(&self, number: impl Fn(&T) -> usize) -> usize {
        match self {
            Self::Own(table) => number(table),
            Self::Shared(drawers) => drawers.sum(number),
        }
    }
}
