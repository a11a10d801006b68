//! Words by the hashes of what they stand for.
//!
//! Open addressing with linear probing in one array. A slot holds half the hash, by which the table grows without a
//! look at what the words stand for, and the word. Whoever asks compares what it stands for. Threads share a table in
//! shelves, of which each is locked to put a word down and not to find one: a shelf that grows leaves the smaller array
//! to those who still look there, and they look again under the lock.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

/// Set in every slot that is taken.
const FULL: u64 = 1 << 31;
/// Slots of a new table.
const FIRST_SLOTS: usize = 1 << 6;
/// log₂ of the number of shelves.
const SHELVES: u32 = 6;
/// Arrays of a shelf, each twice as long as the one before.
const SIZES: usize = 26;

fn is_full(count: usize, slots: usize) -> bool {
    4 * count >= 3 * slots
}

/// What stands in a slot.
fn slot(hash: u64, word: u32) -> u64 {
    hash << 32 | FULL | u64::from(word)
}

fn word(slot: u64) -> u32 {
    (slot & (FULL - 1)) as u32
}

/// The first word at a hash that is the right one, in slots of which there is a power of two; one is free.
#[inline]
fn find(
    slots: usize,
    slot: impl Fn(usize) -> u64,
    hash: u64,
    mut is_right: impl FnMut(u32) -> bool,
) -> Option<u32> {
    let mask = slots.checked_sub(1)?;
    let mut at = hash as usize & mask;
    loop {
        let slot = slot(at);
        if slot == 0 {
            return None;
        }
        if slot >> 32 == hash & 0xffff_ffff && is_right(word(slot)) {
            return Some(word(slot));
        }
        at = (at + 1) & mask;
    }
}

/// Words below 2^31 by the hashes of codes.
#[derive(Default)]
pub(crate) struct Slots {
    /// Half of a hash, [`FULL`], and the word.
    slots: Vec<u64>,
    count: usize,
}

impl Slots {
    /// The first word at a hash that is the right one.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is_right: impl FnMut(u32) -> bool) -> Option<u32> {
        find(self.slots.len(), |at| self.slots[at], hash, is_right)
    }

    /// Puts down a word that is not there.
    pub(crate) fn insert(&mut self, hash: u64, word: u32) {
        if is_full(self.count, self.slots.len()) {
            let slots = vec![0; (2 * self.slots.len()).max(FIRST_SLOTS)];
            for slot in std::mem::replace(&mut self.slots, slots) {
                if slot != 0 {
                    self.put(slot);
                }
            }
        }
        self.put(slot(hash, word));
        self.count += 1;
    }

    fn put(&mut self, slot: u64) {
        let mask = self.slots.len() - 1;
        let mut at = (slot >> 32) as usize & mask;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = slot;
    }

    /// All words.
    pub(crate) fn words(&self) -> impl Iterator<Item = u32> + '_ {
        self.slots.iter().filter(|&&slot| slot != 0).map(|&slot| word(slot))
    }

    /// How many words there are.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<u64>()
    }
}

/// Words that threads share.
#[derive(Default)]
pub(crate) struct Shelf {
    arrays: [OnceLock<Box<[AtomicU64]>>; SIZES],
    /// The array in use; the others are those before it grew.
    last: AtomicUsize,
    /// How many words there are.
    count: Mutex<usize>,
}

impl Shelf {
    fn array(&self) -> &[AtomicU64] {
        self.arrays[self.last.load(Ordering::Acquire)].get().map_or(&[], |array| array)
    }

    /// The first word at a hash that is the right one, if it is seen without a lock.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is_right: impl FnMut(u32) -> bool) -> Option<u32> {
        let array = self.array();
        find(array.len(), |at| array[at].load(Ordering::Acquire), hash, is_right)
    }

    /// Locks the shelf.
    pub(crate) fn open(&self) -> Open<'_> {
        Open::Shelf(self, self.count.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn put(array: &[AtomicU64], slot: u64) {
        let mask = array.len() - 1;
        let mut at = (slot >> 32) as usize & mask;
        while array[at].load(Ordering::Relaxed) != 0 {
            at = (at + 1) & mask;
        }
        array[at].store(slot, Ordering::Release);
    }

    fn grow(&self) {
        let (last, old) = (self.last.load(Ordering::Relaxed), self.array());
        let next = last + usize::from(!old.is_empty());
        let new: Box<[AtomicU64]> = bytemuck::zeroed_slice_box(FIRST_SLOTS << next);
        for slot in old.iter().map(|slot| slot.load(Ordering::Relaxed)).filter(|&slot| slot != 0) {
            Self::put(&new, slot);
        }
        let _ = self.arrays[next].set(new);
        self.last.store(next, Ordering::Release);
    }

    fn count(&self) -> usize {
        *self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn bytes(&self) -> usize {
        self.arrays
            .iter()
            .filter_map(OnceLock::get)
            .map(|array| array.len() * size_of::<u64>())
            .sum()
    }
}

/// Shelves for words, each for a part of the hashes.
#[derive(Clone)]
pub(crate) struct Shelves(Arc<[Shelf]>);

impl Default for Shelves {
    fn default() -> Self {
        Self((0..1 << SHELVES).map(|_| Shelf::default()).collect())
    }
}

impl Shelves {
    /// The shelf of a hash: by bits with which no place on it begins.
    #[inline]
    pub(crate) fn of(&self, hash: u64) -> &Shelf {
        &self.0[(hash >> 40) as usize % (1 << SHELVES)]
    }

    /// How many words there are, and the bytes held.
    pub(crate) fn size(&self) -> (usize, usize) {
        let sizes = self.0.iter().map(|shelf| (shelf.count(), shelf.bytes()));
        sizes.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
    }
}

/// A table into which a word may be put.
pub(crate) enum Open<'a> {
    /// Of a thread that is alone.
    Own(&'a mut Slots),
    /// Locked, with the number of its words.
    Shelf(&'a Shelf, MutexGuard<'a, usize>),
}

impl Open<'_> {
    /// The first word at a hash that is the right one.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is_right: impl FnMut(u32) -> bool) -> Option<u32> {
        match self {
            Self::Own(slots) => slots.find(hash, is_right),
            Self::Shelf(shelf, _) => shelf.find(hash, is_right),
        }
    }

    /// Puts down a word that is not there.
    pub(crate) fn insert(&mut self, hash: u64, word: u32) {
        match self {
            Self::Own(slots) => slots.insert(hash, word),
            Self::Shelf(shelf, count) => {
                if is_full(**count, shelf.array().len()) {
                    shelf.grow();
                }
                Shelf::put(shelf.array(), slot(hash, word));
                **count += 1;
            }
        }
    }
}
