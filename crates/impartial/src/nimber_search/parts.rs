//! Parts by number, as the searches ask for them.

use crate::error::Result;
use farstar_play::Meter;

/// Parts by number, with their options.
pub trait Parts {
    /// How many options a part has. Called once before [`Parts::option`].
    ///
    /// # Errors
    /// Those of the limits of the meter.
    fn options(&mut self, part: u32, meter: &mut Meter<'_>) -> Result<u32>;
    /// Bytes held by the parts and their options.
    fn bytes(&self) -> u64;
    /// Appends the parts of an option.
    fn option(&mut self, part: u32, at: u32, out: &mut Vec<u32>);
    /// How large a part is; small ones are valued first.
    fn size(&self, part: u32) -> u32;
    /// About how many moves a part has; of parts of one size those with few are valued first.
    fn moves(&self, _part: u32) -> u32 {
        0
    }
    /// Whether the number of moves of a part tells well how hard it is: then proof numbers lead the search.
    fn is_led(&self, _part: u32) -> bool {
        false
    }
    /// Whether a part is known to be 0 without a search.
    fn is_zero(&self, _part: u32) -> bool {
        false
    }
    /// Whether a part has no options. `false` says nothing.
    fn is_terminal(&self, _part: u32) -> bool {
        false
    }
}

/// Sorts parts and drops equal pairs.
pub(super) fn cancel(parts: &mut Vec<u32>) {
    parts.sort_unstable();
    let mut kept = 0;
    for at in 0..parts.len() {
        if kept > 0 && parts[kept - 1] == parts[at] {
            kept -= 1;
        } else {
            parts[kept] = parts[at];
            kept += 1;
        }
    }
    parts.truncate(kept);
}
