//! Sums whose winner is known.
//!
//! A sum is a sorted list of entries, Left to move. The whole list is kept and compared, so that equal hashes never
//! change an answer.

use std::hash::Hasher;

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::entry::Entry;

/// The top bit of the length of a list: whether Left wins.
const WIN: u32 = 1 << 31;

/// The table of sums.
#[derive(Default)]
pub(super) struct Nodes {
    /// Lists, each after its length.
    slab: Vec<u32>,
    table: HashTable<u32>,
}

fn hash_words(words: impl Iterator<Item = u32>) -> u64 {
    let mut hasher = FxHasher::default();
    words.for_each(|word| hasher.write_u32(word));
    hasher.finish()
}

fn words(entries: &[Entry]) -> impl Iterator<Item = u32> + '_ {
    entries.iter().map(|entry| entry.word())
}

fn words_at(slab: &[u32], at: u32) -> &[u32] {
    let at = at as usize;
    &slab[at + 1..][..(slab[at] & !WIN) as usize]
}

/// Whether lists are equal; they are too short for a call of `memcmp`.
fn same(kept: &[u32], entries: &[Entry]) -> bool {
    kept.len() == entries.len() && words(entries).zip(kept).all(|(word, &kept)| word == kept)
}

impl Nodes {
    /// Whether Left wins the sum moving first, if that is known.
    pub(super) fn get(&self, entries: &[Entry]) -> Option<bool> {
        let slab = &self.slab;
        let hash = hash_words(words(entries));
        let found = self.table.find(hash, |&at| same(words_at(slab, at), entries))?;
        Some(slab[*found as usize] & WIN != 0)
    }

    /// The hash by which a sum is found.
    pub(super) fn hash(entries: &[Entry]) -> u64 {
        hash_words(words(entries))
    }

    /// Remembers the winner of a sum that is not in the table. Forgets it when the table is full.
    pub(super) fn insert(&mut self, entries: &[Entry], left_wins: bool) {
        let Ok(at) = u32::try_from(self.slab.len()) else { return };
        self.slab.push(entries.len() as u32 | if left_wins { WIN } else { 0 });
        self.slab.extend(words(entries));
        let slab = &self.slab;
        let rehash = |&at: &u32| hash_words(words_at(slab, at).iter().copied());
        self.table.insert_unique(hash_words(words(entries)), at, rehash);
    }

    /// Hands over all sums, and whether Left wins them.
    pub(super) fn each(&self, mut visit: impl FnMut(&[Entry], bool)) {
        let mut sum = Vec::new();
        for &at in &self.table {
            sum.clear();
            sum.extend(words_at(&self.slab, at).iter().map(|&word| Entry::of_word(word)));
            visit(&sum, self.slab[at as usize] & WIN != 0);
        }
    }

    pub(super) fn count(&self) -> usize {
        self.table.len()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        self.slab.capacity() * 4 + self.table.capacity() * 5
    }
}
