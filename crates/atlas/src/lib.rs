//! Atlases: every position of a game in play from a start, with its answer, in one file.
//!
//! The positions of Konane on 5 by 6 are nine millions, on 6 by 6 more than a thousand millions: too many for a search
//! that keeps what it knows in memory, and few enough for a disk. A [`Job`] reaches them all, tier by tier, and finds
//! their answers from the lowest tier up; an [`Atlas`] is the file it makes, opened and asked without loading it.
//!
//! Nothing about a game is written by hand. *Tiers* come from the measures by which the rules are proved to end
//! (`Ruleset::gradings`), *numbers* for positions from what each cell may hold (`Board::alphabets`), and *symmetries*
//! from the rules. Positions are kept as sorted lists of numbers, compressed, and never in hash tables.
//!
//! Beside the positions of a board there are its *parts*: all connected figures of at most so many cells, whose values
//! are those of every sum of them, on boards of any size.
//!
//! Answers do not depend on the number of workers, on shards or on memory, and what was interrupted is gone on with:
//! the fingerprint of the file is the same.
#![forbid(unsafe_code)]

mod arcs;
mod ask;
mod atlas;
mod codes;
mod dictionary;
mod directory;
mod error;
mod exchange;
mod field;
mod folds;
mod format;
mod job;
mod normal;
mod open;
mod pages;
mod parts;
mod room;
mod rounds;
mod runs;
mod verify;
mod worker;

pub use ask::{Ask, Folding};
pub use atlas::{Atlas, Probed};
pub use codes::Codes;
pub use directory::Directory;
pub use error::AtlasError;
pub use exchange::{Alone, Exchange, Mail, Threads, Vote};
pub use field::Field;
pub use format::write_whole;
pub use job::{Findings, Job, Settings};
pub use verify::{Contradiction, Difference, Verified, compare, verify};
pub use worker::Headway;
