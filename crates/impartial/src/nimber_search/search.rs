//! The questions: what the value of a part is, whether it is n, what values add up to.

use super::known::Known;
use super::parts::{Parts, cancel};
use crate::error::Result;
use farstar_play::Meter;

/// Questions between two counts of how many were asked.
const QUESTIONS_A_COUNT: u64 = 1 << 10;

/// A search over parts. Its nodes are the questions whether a part has a value; whoever looks on is told how many were
/// asked.
pub struct Search<'s, 'm, P: Parts + ?Sized> {
    /// The parts.
    pub parts: &'s mut P,
    /// What is known of their values.
    pub known: &'s mut Known,
    /// What the search is booked on.
    pub meter: &'s mut Meter<'m>,
}

impl<P: Parts + ?Sized> Search<'_, '_, P> {
    /// How many options a part has; what is held is booked.
    pub(super) fn options(&mut self, part: u32) -> Result<u32> {
        // tables of several threads are in many drawers
        if !self.known.is_shared() || self.meter.nodes().is_multiple_of(QUESTIONS_A_COUNT / 4) {
            self.meter.hold(self.parts.bytes() + self.known.bytes() as u64)?;
        }
        let count = self.parts.options(part, self.meter)?;
        self.meter.step(u64::from(count))?;
        Ok(count)
    }

    /// Books a question that was not asked before.
    pub(super) fn book(&mut self) -> Result<()> {
        self.meter.node(0)?;
        if self.meter.nodes().is_multiple_of(QUESTIONS_A_COUNT) {
            self.meter.limits().count(QUESTIONS_A_COUNT);
        }
        Ok(())
    }

    /// The value of a part.
    ///
    /// # Errors
    /// [`Error::NotCovered`](crate::Error::NotCovered) if a part repeats; those of the limits of the meter.
    pub fn value(&mut self, part: u32) -> Result<u32> {
        if self.parts.is_led(part) {
            self.settle_value(part)?;
        } else {
            self.find_value(part)?;
        }
        Ok(self.known.value(part).unwrap_or(0))
    }

    /// Whether the value of a part is `n`.
    ///
    /// # Errors
    /// [`Error::NotCovered`](crate::Error::NotCovered) if a part repeats; those of the limits of the meter.
    pub fn is(&mut self, part: u32, n: u32) -> Result<bool> {
        if let Some(known) = self.known.is(part, n) {
            return Ok(known);
        }
        if self.parts.is_led(part) {
            self.settle((part, n))?;
        } else {
            self.test_value(part, n)?;
        }
        Ok(self.known.is(part, n) == Some(true))
    }

    /// The nim sum of the values of parts.
    ///
    /// # Errors
    /// [`Error::NotCovered`](crate::Error::NotCovered) if a part repeats; those of the limits of the meter.
    pub fn sum(&mut self, mut parts: Vec<u32>) -> Result<u32> {
        cancel(&mut parts);
        let mut sum = 0;
        for part in parts {
            sum ^= self.value(part)?;
        }
        Ok(sum)
    }

    /// Whether the values of parts add up to 0; the largest part is only tested.
    ///
    /// # Errors
    /// [`Error::NotCovered`](crate::Error::NotCovered) if a part repeats; those of the limits of the meter.
    pub fn is_zero(&mut self, mut parts: Vec<u32>, rest: u32) -> Result<bool> {
        cancel(&mut parts);
        let largest = (0..parts.len())
            .filter(|&i| self.known.value(parts[i]).is_none())
            .max_by_key(|&i| self.parts.size(parts[i]));
        let last = largest.map(|i| parts.swap_remove(i));
        let mut n = rest;
        for part in parts {
            n ^= self.value(part)?;
        }
        match last {
            None => Ok(n == 0),
            Some(last) => self.is(last, n),
        }
    }
}
