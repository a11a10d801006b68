//! Sums whose winner is known.
//!
//! A sum is a sorted list of entries, Left to move. The whole list is kept and compared, so that equal hashes never
//! change an answer.

use std::hash::Hasher;
use std::sync::atomic::{AtomicU32, Ordering};

use farstar_play::Slab;
use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::entry::Entry;
use crate::slots::Shelves;

/// The top bit of the length of a list: whether Left wins.
const WIN: u32 = 1 << 31;

/// The table of sums, of one thread or of several.
#[derive(Default)]
pub(super) struct Nodes {
    /// Lists, each after its length.
    slab: Slab<AtomicU32>,
    table: Table,
}

/// Where the lists begin.
enum Table {
    Own(HashTable<u32>),
    Shared(Shelves),
}

impl Default for Table {
    fn default() -> Self {
        Self::Own(HashTable::new())
    }
}

fn hash_words(words: impl Iterator<Item = u32>) -> u64 {
    let mut hasher = FxHasher::default();
    words.for_each(|word| hasher.write_u32(word));
    hasher.finish()
}

fn words(entries: &[Entry]) -> impl Iterator<Item = u32> + '_ {
    entries.iter().map(|entry| entry.word())
}

/// The list at a place, and whether Left wins it.
fn list_at(slab: &Slab<AtomicU32>, at: u32) -> (&[AtomicU32], bool) {
    let Some((length, list)) = slab.from(at).split_first() else { return (&[], false) };
    let length = length.load(Ordering::Relaxed);
    (&list[..(length & !WIN) as usize], length & WIN != 0)
}

fn words_of(list: &[AtomicU32]) -> impl Iterator<Item = u32> + '_ {
    list.iter().map(|word| word.load(Ordering::Relaxed))
}

/// Whether the list at a place is a sum; lists are too short for a call of `memcmp`.
fn is_at(slab: &Slab<AtomicU32>, at: u32, entries: &[Entry]) -> bool {
    let (kept, _) = list_at(slab, at);
    kept.len() == entries.len() && words(entries).zip(words_of(kept)).all(|(a, b)| a == b)
}

impl Nodes {
    /// Whether Left wins the sum moving first, if that is known.
    pub(super) fn get(&self, entries: &[Entry]) -> Option<bool> {
        let (hash, slab) = (Self::hash(entries), &self.slab);
        let found = match &self.table {
            Table::Own(table) => *table.find(hash, |&at| is_at(slab, at, entries))?,
            Table::Shared(shelves) => shelves.of(hash).find(hash, |at| is_at(slab, at, entries))?,
        };
        Some(list_at(slab, found).1)
    }

    /// The hash by which a sum is found.
    pub(super) fn hash(entries: &[Entry]) -> u64 {
        hash_words(words(entries))
    }

    /// Remembers the winner of a sum that was not in the table. Forgets it when the table is full.
    pub(super) fn insert(&mut self, entries: &[Entry], left_wins: bool) {
        let (hash, slab) = (Self::hash(entries), &mut self.slab);
        let put = |slab: &mut Slab<AtomicU32>| {
            let at = slab.append(1 + entries.len())?;
            let length = entries.len() as u32 | if left_wins { WIN } else { 0 };
            let list = std::iter::once(length).chain(words(entries));
            slab.from(at).iter().zip(list).for_each(|(to, word)| to.store(word, Ordering::Relaxed));
            Some(at)
        };
        match &mut self.table {
            Table::Own(table) => {
                let Some(at) = put(slab) else { return };
                let rehash = |&at: &u32| hash_words(words_of(list_at(slab, at).0));
                table.insert_unique(hash, at, rehash);
            }
            Table::Shared(shelves) => {
                let mut shelf = shelves.of(hash).open();
                // another thread may have been first
                if shelf.find(hash, |at| is_at(slab, at, entries)).is_none()
                    && let Some(at) = put(slab)
                {
                    shelf.insert(hash, at);
                }
            }
        }
    }

    /// From now on other threads may share the sums.
    pub(super) fn share(&mut self) {
        let Table::Own(table) = std::mem::take(&mut self.table) else { return };
        self.slab.share();
        let shelves = Shelves::default();
        for at in table {
            let hash = hash_words(words_of(list_at(&self.slab, at).0));
            shelves.of(hash).open().insert(hash, at);
        }
        self.table = Table::Shared(shelves);
    }

    /// The same sums for another thread, if they are shared, and else none.
    pub(super) fn beside(&self) -> Self {
        match &self.table {
            Table::Own(_) => Self::default(),
            Table::Shared(shelves) => {
                Self { slab: self.slab.clone(), table: Table::Shared(shelves.clone()) }
            }
        }
    }

    /// How many sums there are, and the bytes held.
    pub(super) fn size(&self) -> (usize, usize) {
        let (count, bytes) = match &self.table {
            Table::Own(table) => (table.len(), table.capacity() * 5),
            Table::Shared(shelves) => shelves.size(),
        };
        (count, bytes + self.slab.bytes())
    }
}
