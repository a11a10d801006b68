//! Counts the work of a computation and asks its limits now and then.

use crate::{Limits, Stopped};

/// Steps between two looks at the clock.
const STEPS_BETWEEN_CHECKS: u64 = 1 << 14;

/// The running account of one computation: nodes visited and bytes held, against its limits.
///
/// # Examples
/// ```
/// use farstar_play::{Limits, Meter, Stopped};
/// let limits = Limits::none().nodes(1);
/// let mut meter = Meter::new(&limits);
/// assert_eq!(meter.node(8), Ok(()));
/// assert_eq!(meter.node(8), Err(Stopped::Nodes));
/// ```
#[derive(Debug)]
pub struct Meter<'a> {
    limits: &'a Limits,
    nodes: u64,
    bytes: u64,
    steps: u64,
}

impl<'a> Meter<'a> {
    /// An account with nothing on it.
    #[must_use]
    pub fn new(limits: &'a Limits) -> Self {
        Self { limits, nodes: 0, bytes: 0, steps: 0 }
    }

    /// The limits of the account.
    #[must_use]
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Books `steps` elementary steps.
    ///
    /// # Errors
    /// The limit that is met.
    #[inline]
    pub fn step(&mut self, steps: u64) -> Result<(), Stopped> {
        self.steps += steps;
        if self.steps < STEPS_BETWEEN_CHECKS {
            return Ok(());
        }
        self.steps = 0;
        self.limits.check_with(self.nodes, self.bytes)
    }

    /// Books one node that takes `bytes` of memory. The bounds on nodes and bytes are exact.
    ///
    /// # Errors
    /// The limit that is met.
    #[inline]
    pub fn node(&mut self, bytes: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.bytes += bytes as u64;
        if self.limits.nodes.is_some_and(|limit| self.nodes > limit) {
            return Err(Stopped::Nodes);
        }
        if self.limits.bytes.is_some_and(|limit| self.bytes > limit) {
            return Err(Stopped::Memory);
        }
        self.step(16)
    }

    /// Books a block of memory before it is taken.
    ///
    /// # Errors
    /// The limit that is met.
    #[inline]
    pub fn reserve(&mut self, bytes: u64) -> Result<(), Stopped> {
        self.bytes = self.bytes.saturating_add(bytes);
        self.limits.check_with(self.nodes, self.bytes)
    }

    /// Says how many bytes are held now in all.
    ///
    /// # Errors
    /// The limit that is met.
    #[inline]
    pub fn hold(&mut self, bytes: u64) -> Result<(), Stopped> {
        self.bytes = bytes;
        self.limits.check_with(self.nodes, self.bytes)
    }

    /// Nodes booked so far.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Books a few bytes; only the bound on memory is looked at.
    ///
    /// # Errors
    /// The limit that is met.
    #[inline]
    pub fn reserve_small(&mut self, bytes: u64) -> Result<(), Stopped> {
        self.bytes += bytes;
        match self.limits.bytes {
            Some(limit) if self.bytes > limit => Err(Stopped::Memory),
            _ => Ok(()),
        }
    }
}
