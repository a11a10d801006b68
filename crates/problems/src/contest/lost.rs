//! Problems that the documents name and that cannot be recovered.

use crate::entry::Entry;
/// I75: a puzzle, not a combinatorial game.
pub(crate) const LAZY_CANCER: Entry = Entry { ..entry!("I75", "lazy-cancer") };

/// I76: five problems of a private judge.
pub(crate) const PRIVATE_JUDGE: Entry = Entry { ..entry!("I76", "private-judge") };
