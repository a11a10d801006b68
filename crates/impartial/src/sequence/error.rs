//! What can go wrong with a sequence.

use farstar_rules::heap::Pair;
use farstar_value::Stopped;

/// Why a sequence could not be computed as far as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SequenceError {
    /// A limit was reached; what was computed so far is kept, and the computation can go on.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// An option of a heap holds a heap that is no smaller.
    #[error("the heap {heap} has an option with the heap {part}, which is no smaller")]
    NotShrinking {
        /// The heap.
        heap: u32,
        /// The heap of its option.
        part: u32,
    },
    /// A heap of two numbers to which play comes back.
    #[error("play comes back to the heap ({},{})", .pair.0, .pair.1)]
    Cycle {
        /// The heap.
        pair: Pair,
    },
    /// A heap that a move makes into more than can be written down.
    #[error("a move of the heap {heap} makes more heaps, or larger ones, than can be written down")]
    Overflow {
        /// The heap, as it is typed.
        heap: String,
    },
    /// A heap beyond what the engine can address.
    #[error("heap {heap} is beyond the largest heap {limit} of this computation")]
    HeapTooLarge {
        /// The heap asked for.
        heap: u64,
        /// The largest heap.
        limit: u64,
    },
    /// A method that cannot be used on the game.
    #[error("the method `{method}` does not apply: {reason}")]
    Unsuitable {
        /// The method asked for.
        method: &'static str,
        /// What it needs.
        reason: &'static str,
    },
    /// A stream met a value whose proof needs heaps it no longer holds.
    #[error(
        "heap {heap} needs heaps that the stream no longer holds; compute the sequence in memory"
    )]
    Forgotten {
        /// The heap.
        heap: u64,
    },
    /// A checkpoint that cannot be read.
    #[error("not a checkpoint: {reason}")]
    BadCheckpoint {
        /// What is wrong with it.
        reason: &'static str,
    },
}
