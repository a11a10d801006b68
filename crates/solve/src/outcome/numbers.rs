//! Which part has a code: tables of hashes, in which a code is found at the cost of two looks into far memory, one for
//! its slot and one for its words.

use crate::slots::{Open, Shelves, Slots};
use crate::values::hash;

/// Such a table.
pub(super) enum Numbers {
    /// Of a thread that is alone.
    Own(Slots),
    /// Of several.
    Shared(Shelves),
}

impl Numbers {
    /// An empty table, of one thread or of several.
    pub(super) fn new(shared: bool) -> Self {
        if shared { Self::Shared(Shelves::default()) } else { Self::Own(Slots::default()) }
    }

    /// The first word at the hash of a code that is the right one; what another thread has just put down may not be
    /// seen.
    #[inline]
    pub(super) fn find(&self, hash: u64, is_right: impl FnMut(u32) -> bool) -> Option<u32> {
        match self {
            Self::Own(slots) => slots.find(hash, is_right),
            Self::Shared(shelves) => shelves.of(hash).find(hash, is_right),
        }
    }

    /// What holds the words at the hash of a code, to find one or to put one down.
    pub(super) fn open(&mut self, hash: u64) -> Open<'_> {
        match self {
            Self::Own(slots) => Open::Own(slots),
            Self::Shared(shelves) => shelves.of(hash).open(),
        }
    }

    /// From now on other threads may share the words; `code` writes the code of a word.
    pub(super) fn share(&mut self, code: impl Fn(u32, &mut Vec<u64>)) {
        let Self::Own(own) = self else { return };
        let own = std::mem::take(own);
        *self = Self::new(true);
        let mut words = Vec::new();
        for word in own.words() {
            words.clear();
            code(word, &mut words);
            let hash = hash(&words);
            self.open(hash).insert(hash, word);
        }
    }

    /// The same words for another thread, if they are shared, and else none.
    pub(super) fn beside(&self) -> Self {
        match self {
            Self::Own(_) => Self::new(false),
            Self::Shared(shelves) => Self::Shared(shelves.clone()),
        }
    }

    /// How many words there are, and the bytes that they take.
    pub(super) fn size(&self) -> (usize, usize) {
        match self {
            Self::Own(slots) => (slots.count(), slots.bytes()),
            Self::Shared(shelves) => shelves.size(),
        }
    }
}
