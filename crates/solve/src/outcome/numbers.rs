//! Which part has a code: tables of hashes, in which a code is found at the cost of two looks into far memory, one for
//! its slot and one for its words.
//!
//! Open addressing with linear probing in one array. A slot holds half the hash, by which the table grows without a
//! look at the codes, and what it stands for. The words of a code are not here: whoever asks compares them.

use std::sync::{Arc, Mutex};

use super::blackboard::{lock, shard, shards};
use crate::values::hash;

/// Set in every slot that is taken.
const FULL: u64 = 1 << 31;
/// Slots of a new table.
const FIRST_SLOTS: usize = 1 << 6;

/// Words below 2^31 by the hashes of codes.
#[derive(Default)]
pub(super) struct Slots {
    /// Half of a hash, [`FULL`], and the word.
    slots: Vec<u64>,
    count: usize,
}

impl Slots {
    /// The first word at a hash that is the right one.
    #[inline]
    pub(super) fn find(&self, hash: u64, mut is_right: impl FnMut(u32) -> bool) -> Option<u32> {
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            let word = (slot & (FULL - 1)) as u32;
            if slot >> 32 == hash & 0xffff_ffff && is_right(word) {
                return Some(word);
            }
            at = (at + 1) & mask;
        }
    }

    /// Puts down a word that is not there.
    pub(super) fn insert(&mut self, hash: u64, word: u32) {
        if 4 * self.count >= 3 * self.slots.len() {
            let slots = vec![0; (2 * self.slots.len()).max(FIRST_SLOTS)];
            for slot in std::mem::replace(&mut self.slots, slots) {
                if slot != 0 {
                    self.put(slot);
                }
            }
        }
        self.put(hash << 32 | FULL | u64::from(word));
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
}

/// Such a table, of one thread or of several.
pub(super) enum Numbers {
    /// Of a thread that is alone.
    Own(Slots),
    /// Several tables, each locked alone.
    Shared(Arc<[Mutex<Slots>]>),
}

impl Numbers {
    /// An empty table.
    pub(super) fn new(shared: bool) -> Self {
        if shared { Self::Shared(shards().into()) } else { Self::Own(Slots::default()) }
    }

    /// Does something with the hash of a code and the table in which it stands.
    #[inline(always)]
    pub(super) fn with<T>(&mut self, code: &[u64], work: impl FnOnce(u64, &mut Slots) -> T) -> T {
        let hash = hash(code);
        match self {
            Self::Own(table) => work(hash, table),
            Self::Shared(tables) => work(hash, &mut shard(tables, hash)),
        }
    }

    /// The same words for several threads, if they are of one; `code` writes the code of a word.
    pub(super) fn share(&mut self, code: impl Fn(u32, &mut Vec<u64>)) {
        let Self::Own(own) = self else { return };
        let own = std::mem::take(own);
        *self = Self::new(true);
        let mut words = Vec::new();
        for slot in own.slots.into_iter().filter(|&slot| slot != 0) {
            let word = (slot & (FULL - 1)) as u32;
            words.clear();
            code(word, &mut words);
            self.with(&words, |hash, table| table.insert(hash, word));
        }
    }

    /// How many words there are, and the bytes that they take.
    pub(super) fn size(&self) -> (usize, usize) {
        let size = |one: &Slots| (one.count, one.slots.len() * size_of::<u64>());
        match self {
            Self::Own(table) => size(table),
            Self::Shared(tables) => tables
                .iter()
                .map(|one| size(&lock(one)))
                .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1)),
        }
    }
}
