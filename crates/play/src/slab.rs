//! Lists that one thread appends to, or several at once, without a lock.
//!
//! A thread that is alone has a plain list. When others join it is cut into chunks of doubling size: nothing moves any
//! more, so that an entry is read while others are appended. Entries are atomic, and begin as zeros.

use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use bytemuck::Zeroable;

/// log₂ of the entries of the first chunk.
const FIRST_BITS: u32 = 8;
/// Places are below 2^[`BITS`].
const BITS: u32 = 30;
const CHUNKS: usize = (BITS - FIRST_BITS) as usize;
/// Bytes that a thread takes at once: what one writes lies apart from what the others write. Two threads take 0.8 of
/// the time on Clobber 5x5, Domineering 6x8 and Konane 6x6 that they take place by place.
const BLOCK: usize = 1 << 12;

/// Entries by their places, as one thread knows them.
///
/// # Examples
/// ```
/// use farstar_play::Slab;
/// use std::sync::atomic::{AtomicU32, Ordering};
/// let mut slab: Slab<AtomicU32> = Slab::new(true);
/// let place = slab.append(3).expect("there is room");
/// slab.at(place + 2).store(7, Ordering::Relaxed);
/// let other = slab.clone();
/// assert_eq!(other.at(place + 2).load(Ordering::Relaxed), 7);
/// ```
pub struct Slab<T> {
    /// Of a thread that is alone.
    own: Vec<T>,
    shared: Option<Arc<Shared<T>>>,
    /// Places that this thread has taken and not yet given.
    taken: Range<u32>,
}

/// What several threads know.
struct Shared<T> {
    chunks: [OnceLock<Box<[T]>>; CHUNKS],
    /// How many places have been given or opened, those left free at the ends of chunks too.
    length: AtomicU32,
}

impl<T> Default for Slab<T> {
    fn default() -> Self {
        Self { own: Vec::new(), shared: None, taken: 0..0 }
    }
}

impl<T> std::fmt::Debug for Slab<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Slab").field("shared", &self.shared.is_some()).finish_non_exhaustive()
    }
}

impl<T> Clone for Slab<T> {
    /// The same entries for another thread, if they are shared, and else none.
    fn clone(&self) -> Self {
        Self { own: Vec::new(), shared: self.shared.clone(), taken: 0..0 }
    }
}

/// The chunk of a place, and the place in it.
#[inline]
fn split(place: usize) -> (usize, usize) {
    let shifted = place + (1 << FIRST_BITS);
    let top = shifted.ilog2();
    ((top - FIRST_BITS) as usize, shifted ^ (1 << top))
}

/// The first place from one on at which so many follow one another in one chunk.
fn room(mut place: usize, count: usize) -> Option<u32> {
    loop {
        let (chunk, offset) = split(place);
        if chunk >= CHUNKS {
            return None;
        }
        if offset + count <= chunk_length(chunk) {
            return u32::try_from(place).ok();
        }
        place += chunk_length(chunk) - offset;
    }
}

fn chunk_length(chunk: usize) -> usize {
    1 << (FIRST_BITS as usize + chunk)
}

impl<T: Zeroable> Shared<T> {
    fn open(&self, place: usize) -> Option<&[T]> {
        let (chunk, offset) = split(place);
        let zeros = || bytemuck::zeroed_slice_box(chunk_length(chunk));
        Some(&self.chunks.get(chunk)?.get_or_init(zeros)[offset..])
    }

    fn append(&self, count: usize) -> Option<u32> {
        let mut length = self.length.load(Ordering::Relaxed);
        loop {
            let start = room(length as usize, count)?;
            let (order, end) = (Ordering::Relaxed, start + count as u32);
            match self.length.compare_exchange_weak(length, end, order, order) {
                Ok(_) => return self.open(start as usize).map(|_| start),
                Err(now) => length = now,
            }
        }
    }
}

impl<T: Zeroable> Slab<T> {
    /// No entries, of one thread or of several.
    #[must_use]
    pub fn new(shared: bool) -> Self {
        let mut new = Self::default();
        if shared {
            new.share();
        }
        new
    }

    /// From now on other threads may know the entries.
    pub fn share(&mut self) {
        if self.shared.is_none() {
            let mut own = std::mem::take(&mut self.own).into_iter();
            let length = AtomicU32::new(own.len() as u32);
            let chunks = std::array::from_fn(|chunk| {
                if own.len() == 0 {
                    return OnceLock::new();
                }
                let mut entries: Vec<T> = own.by_ref().take(chunk_length(chunk)).collect();
                entries.resize_with(chunk_length(chunk), T::zeroed);
                OnceLock::from(entries.into_boxed_slice())
            });
            self.shared = Some(Arc::new(Shared { chunks, length }));
        }
    }

    /// How many places have been given or opened, or were taken by some thread.
    #[must_use]
    pub fn length(&self) -> u32 {
        match &self.shared {
            None => self.own.len() as u32,
            Some(shared) => shared.length.load(Ordering::Relaxed),
        }
    }

    /// Gives so many places that follow one another, and the first of them; `None` when there are no more.
    pub fn append(&mut self, count: usize) -> Option<u32> {
        match &self.shared {
            None => {
                let start = room(self.own.len(), count)?;
                self.own.resize_with(start as usize + count, T::zeroed);
                Some(start)
            }
            Some(shared) => {
                if self.taken.len() < count {
                    let block = count.max(BLOCK / size_of::<T>().max(1));
                    let take = |count| Some((shared.append(count)?, count as u32));
                    let (start, taken) = take(block).or_else(|| take(count))?;
                    self.taken = start..start + taken;
                }
                let start = self.taken.start;
                self.taken.start += count as u32;
                Some(start)
            }
        }
    }

    /// So many entries from a place on, made if need be, whether places were given up to there or not. The number must
    /// be the same power of 2, at most 256, for all of a slab, and places multiples of it: then none lies across two
    /// chunks.
    pub fn open(&mut self, place: u64, count: usize) -> Option<&[T]> {
        let place = usize::try_from(place).ok().filter(|&place| place <= 1 << BITS)?;
        match &self.shared {
            None => {
                let length = self.own.len().max(place + count);
                self.own.resize_with(length, T::zeroed);
                Some(&self.own[place..])
            }
            Some(shared) => {
                let end = (place + count) as u32;
                if shared.length.load(Ordering::Relaxed) < end {
                    shared.length.fetch_max(end, Ordering::Relaxed);
                }
                shared.open(place)
            }
        }
    }

    /// The entry at a place, if places were opened or given up to there.
    #[inline(always)]
    #[must_use]
    pub fn get(&self, place: u32) -> Option<&T> {
        match self.own.get(place as usize) {
            Some(entry) => Some(entry),
            None => self.shared_from(place).first(),
        }
    }

    /// The entry at a place that was given.
    ///
    /// # Panics
    /// If it was not.
    #[inline(always)]
    #[must_use]
    pub fn at(&self, place: u32) -> &T {
        // the list of one thread is empty once others share it
        match self.own.get(place as usize) {
            Some(entry) => entry,
            None => &self.shared_from(place)[0],
        }
    }

    /// The entries from a place on, up to the end of the chunk.
    #[inline(always)]
    #[must_use]
    pub fn from(&self, place: u32) -> &[T] {
        let start = place as usize;
        if start < self.own.len() { &self.own[start..] } else { self.shared_from(place) }
    }

    #[inline]
    fn shared_from(&self, place: u32) -> &[T] {
        let Some(shared) = self.shared.as_deref() else { return &[] };
        let (chunk, offset) = split(place as usize);
        let chunk = shared.chunks.get(chunk).and_then(OnceLock::get);
        chunk.and_then(|chunk| chunk.get(offset..)).unwrap_or(&[])
    }

    /// Bytes of the places given; memory that was never touched is left out.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.length() as usize * size_of::<T>()
    }
}
