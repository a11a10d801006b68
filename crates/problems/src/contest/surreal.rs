//! Surreal numbers, where the impartial documents name them.

use crate::entry::Entry;
use crate::partizan::written;

/// I77: surreal numbers.
pub(crate) const SURREAL: Entry =
    Entry { instance: written::sum("{1/4|3/4} + -1/2 + *"), ..entry!("I77", "surreal-numbers") };
