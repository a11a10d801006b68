//! A direct table of the closed values met most: small numbers, ups and nimbers.
//!
//! Finding a closed value in the intern table costs a hash, a lock and a probe; finding one of these costs one load. An
//! entry is 0 until the value is first made, then its id plus one, and never changes again.

use crate::closed::Closed;
use std::sync::atomic::{AtomicU32, Ordering};

/// Numbers `n/2^e` with `-8 ≤ n < 8` and `e ≤ 2`, at most two ups or downs, nimbers below 4.
const NUMERATORS: usize = 16;
const EXPONENTS: usize = 3;
const UPS: usize = 5;
const NIMBERS: usize = 4;
const ENTRIES: usize = NUMERATORS * EXPONENTS * UPS * NIMBERS;

/// The table: 3,840 bytes.
pub(crate) struct SmallClosed(Box<[AtomicU32]>);

impl SmallClosed {
    pub(crate) fn new() -> Self {
        Self((0..ENTRIES).map(|_| AtomicU32::new(0)).collect())
    }

    /// The place of `value`, if it is one of those kept.
    #[inline]
    pub(crate) fn entry(&self, value: &Closed) -> Option<&AtomicU32> {
        let (numerator, exponent) = value.number.to_small()?;
        let numerator =
            usize::try_from(numerator.checked_add(8)?).ok().filter(|n| *n < NUMERATORS)?;
        let exponent = usize::try_from(exponent).ok().filter(|e| *e < EXPONENTS)?;
        let up = usize::try_from(value.up.checked_add(2)?).ok().filter(|up| *up < UPS)?;
        let nimber = usize::try_from(value.nimber).ok().filter(|m| *m < NIMBERS)?;
        self.0.get(((numerator * EXPONENTS + exponent) * UPS + up) * NIMBERS + nimber)
    }
}

/// The id in `entry`, if its value has been made.
#[inline]
pub(crate) fn known(entry: Option<&AtomicU32>) -> Option<u32> {
    // Acquire, so that the node behind the id is seen as well.
    entry?.load(Ordering::Acquire).checked_sub(1)
}

/// Notes the id of the value of `entry`.
#[inline]
pub(crate) fn note(entry: Option<&AtomicU32>, id: u32) {
    if let (Some(entry), Some(mark)) = (entry, id.checked_add(1)) {
        entry.store(mark, Ordering::Release);
    }
}
