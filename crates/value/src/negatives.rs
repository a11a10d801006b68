//! The negative of every value whose negative was asked for: one word a value, in chunks like those of the nodes.
//!
//! Search asks for the negative of each value it finds, again and again, so this is no lossy memory like that of sums.

use crate::slab::{CHUNKS, chunk_len, place};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

/// Ids of negatives plus one, by id; 0 where none is known.
pub(crate) struct Negatives {
    chunks: [OnceLock<Box<[AtomicU32]>>; CHUNKS],
}

impl Negatives {
    pub(crate) fn new() -> Self {
        Self { chunks: [const { OnceLock::new() }; CHUNKS] }
    }

    /// The negative of a value, if it is known.
    #[inline]
    pub(crate) fn get(&self, id: u32) -> Option<u32> {
        let (chunk, offset) = place(id);
        // Acquire, so that the node behind the id is seen as well.
        self.chunks[chunk].get()?[offset].load(Ordering::Acquire).checked_sub(1)
    }

    /// Remembers that `negative` is the negative of a value. The largest id is never remembered, and no arena grows so
    /// large.
    pub(crate) fn put(&self, id: u32, negative: u32) {
        let (chunk, offset) = place(id);
        let words = self.chunks[chunk]
            .get_or_init(|| (0..chunk_len(chunk)).map(|_| AtomicU32::new(0)).collect());
        words[offset].store(negative.wrapping_add(1), Ordering::Release);
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.chunks.iter().filter_map(OnceLock::get).map(|c| size_of_val(&**c) as u64).sum()
    }
}
