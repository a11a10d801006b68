//! Append-only storage whose entries never move.
//!
//! A [`Slab`] is a list of chunks of doubling size, so that an entry keeps its address for the life of the slab:
//! readers on other threads hold plain references while one writer appends. Readers take no lock; writers are
//! serialised by the caller (the arena holds one mutex for that), which is why appending is the only `unsafe` operation
//! here.
//!
//! This is the one file of the crate that contains `unsafe`.

use std::alloc::Layout;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

/// log₂ of the number of entries in the first chunk.
const FIRST_BITS: u32 = 9;
/// Enough chunks for every `u32` index.
pub(crate) const CHUNKS: usize = (33 - FIRST_BITS) as usize;

/// Append-only storage indexed by `u32`, readable without locks.
pub(crate) struct Slab<T> {
    chunks: [AtomicPtr<MaybeUninit<T>>; CHUNKS],
    /// What the allocator returned for each chunk.
    blocks: [AtomicPtr<u8>; CHUNKS],
    /// Every index below this has been written or lies in a gap between spans.
    len: AtomicU32,
}

/// Chunk and offset of an index.
#[inline(always)]
pub(crate) fn place(index: u32) -> (usize, usize) {
    let shifted = index as u64 + (1 << FIRST_BITS);
    let top = 63 - shifted.leading_zeros();
    ((top - FIRST_BITS) as usize, (shifted ^ (1 << top)) as usize)
}

/// Number of entries in a chunk.
#[inline(always)]
pub(crate) fn chunk_len(chunk: usize) -> usize {
    1 << (FIRST_BITS as usize + chunk)
}

impl<T: Copy> Slab<T> {
    pub(crate) fn new() -> Self {
        Self {
            chunks: [const { AtomicPtr::new(std::ptr::null_mut()) }; CHUNKS],
            blocks: [const { AtomicPtr::new(std::ptr::null_mut()) }; CHUNKS],
            len: AtomicU32::new(0),
        }
    }

    /// Number of indices handed out (gaps at chunk ends included).
    #[inline(always)]
    pub(crate) fn len(&self) -> u32 {
        self.len.load(Ordering::Acquire)
    }

    /// The entry at `index`.
    ///
    /// # Panics
    /// If no such entry was ever written, as for a handle of another arena.
    #[inline(always)]
    pub(crate) fn get(&self, index: u32) -> &T {
        assert!(index < self.len(), "a handle of another arena was used");
        let (chunk, offset) = place(index);
        let base = self.chunks[chunk].load(Ordering::Acquire);
        // SAFETY: `index < len`, and `len` is raised (release) only after the chunk was published and the entry written
        // or, in a gap, zeroed; `T: Copy` types stored here are plain data for which zero bytes are valid (see
        // `reserve`).
        unsafe { (*base.add(offset)).assume_init_ref() }
    }

    /// The span of `count` entries that begins at `index`; spans never cross a chunk.
    #[inline(always)]
    pub(crate) fn span(&self, index: u32, count: usize) -> &[T] {
        if count == 0 {
            return &[];
        }
        let (chunk, offset) = place(index);
        assert!(
            (index as u64) + count as u64 <= self.len() as u64
                && offset + count <= chunk_len(chunk),
            "a handle of another arena was used"
        );
        let base = self.chunks[chunk].load(Ordering::Acquire);
        // SAFETY: as in `get`, for every index of the span; the span lies inside one chunk, which never moves.
        unsafe { std::slice::from_raw_parts(base.add(offset).cast::<T>(), count) }
    }

    /// Appends the concatenation of `parts` as one span inside one chunk and returns its first index, or `None` when
    /// the indices are used up.
    ///
    /// # Safety
    /// No two calls on one slab may overlap in time: the caller holds the lock of the owner. Zero bytes must be a valid
    /// `T`.
    pub(crate) unsafe fn append(&self, parts: &[&[T]]) -> Option<u32> {
        let count: usize = parts.iter().map(|p| p.len()).sum();
        let mut start = self.len.load(Ordering::Relaxed);
        if count == 0 {
            return Some(start);
        }
        loop {
            let (chunk, offset) = place(start);
            if offset + count <= chunk_len(chunk) {
                break;
            }
            // The rest of this chunk stays an unused, zeroed gap.
            start = u32::try_from(start as u64 - offset as u64 + chunk_len(chunk) as u64).ok()?;
        }
        let end = u32::try_from(start as u64 + count as u64).ok()?;
        let (chunk, mut offset) = place(start);
        for earlier in 0..=chunk {
            self.reserve(earlier);
        }
        let base = self.chunks[chunk].load(Ordering::Relaxed);
        for part in parts {
            // SAFETY: the span fits the chunk (checked above), the chunk is allocated, and nobody reads above `len`.
            unsafe {
                std::ptr::copy_nonoverlapping(
                    part.as_ptr(),
                    base.add(offset).cast::<T>(),
                    part.len(),
                )
            };
            offset += part.len();
        }
        self.len.store(end, Ordering::Release);
        Some(start)
    }

    /// Allocates a chunk, zeroed, unless it exists.
    fn reserve(&self, chunk: usize) {
        if !self.chunks[chunk].load(Ordering::Relaxed).is_null() {
            return;
        }
        let layout = block_layout::<T>(chunk);
        // SAFETY: the layout has a size above zero.
        let block = unsafe { std::alloc::alloc_zeroed(layout) };
        if block.is_null() {
            std::alloc::handle_alloc_error(layout);
        }
        // SAFETY: the block has room for the chunk and for one alignment more.
        let first = unsafe { block.add(block.align_offset(align_of::<T>())) };
        self.blocks[chunk].store(block, Ordering::Relaxed);
        self.chunks[chunk].store(first.cast(), Ordering::Release);
    }

    /// Bytes of the entries handed out; pages that were reserved and never touched do not count.
    pub(crate) fn bytes(&self) -> u64 {
        self.len() as u64 * std::mem::size_of::<T>() as u64
    }
}

/// The block a chunk lies in: with room to align it, at an alignment for which allocators hand out fresh zero pages
/// without touching them (for larger ones they write the zeroes, and a half-used chunk would cost all its memory).
fn block_layout<T>(chunk: usize) -> Layout {
    const { assert!(size_of::<T>() > 0 && align_of::<T>() <= 64) };
    let bytes = chunk_len(chunk) * size_of::<T>() + align_of::<T>();
    Layout::from_size_align(bytes, 8).expect("a chunk is far smaller than the address space")
}

impl<T> Drop for Slab<T> {
    fn drop(&mut self) {
        for (chunk, block) in self.blocks.iter_mut().enumerate() {
            let block = *block.get_mut();
            if !block.is_null() {
                // SAFETY: allocated in `reserve` with the same layout; entries are `Copy` and need no drop.
                unsafe { std::alloc::dealloc(block, block_layout::<T>(chunk)) };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_keep_their_place_and_never_cross_a_chunk() {
        let slab = Slab::<u32>::new();
        let mut spans = Vec::new();
        for i in 0..2000u32 {
            let list: Vec<u32> = (0..i % 37).map(|k| i * 100 + k).collect();
            // SAFETY: one thread; zero is a valid u32.
            let at = unsafe { slab.append(&[&list[..list.len() / 2], &list[list.len() / 2..]]) };
            spans.push((at.expect("indices left"), list));
        }
        for (at, list) in &spans {
            assert_eq!(slab.span(*at, list.len()), &list[..]);
        }
    }

    #[test]
    #[should_panic(expected = "another arena")]
    fn an_index_never_written_is_refused() {
        let slab = Slab::<u32>::new();
        slab.get(0);
    }

    #[test]
    fn places_are_consecutive() {
        let mut expected = (0, 0);
        for index in 0..100_000u32 {
            assert_eq!(place(index), expected);
            expected.1 += 1;
            if expected.1 == chunk_len(expected.0) {
                expected = (expected.0 + 1, 0);
            }
        }
    }
}
