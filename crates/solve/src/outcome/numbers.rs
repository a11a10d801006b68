//! Which part has a code: tables of hashes, in which a code is found at the cost of two looks into far memory, one for
//! its slot and one for its words.

use std::sync::{Arc, Mutex};

use super::blackboard::{lock, shard, shards};
use crate::slots::Slots;
use crate::values::hash;

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
        for word in own.words() {
            words.clear();
            code(word, &mut words);
            self.with(&words, |hash, table| table.insert(hash, word));
        }
    }

    /// How many words there are, and the bytes that they take.
    pub(super) fn size(&self) -> (usize, usize) {
        let size = |one: &Slots| (one.count(), one.bytes());
        match self {
            Self::Own(table) => size(table),
            Self::Shared(tables) => tables
                .iter()
                .map(|one| size(&lock(one)))
                .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1)),
        }
    }
}
