//! The table: the value of every part valued so far, by its key.

use std::collections::HashMap;
use std::hash::Hash;

use farstar_rules::position::Key;
use farstar_value::Game;

/// How much a table of values holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// Parts with known values.
    pub entries: u64,
    /// Bytes of the table, the arena of values left out.
    pub bytes: u64,
}

/// Values and their negatives by key.
pub(super) struct Table<K> {
    known: HashMap<K, (Game, Game)>,
}

impl<K: Eq + Hash> Table<K> {
    pub(super) fn new() -> Self {
        Self { known: HashMap::new() }
    }

    /// The value of the part with this key.
    pub(super) fn get(&self, key: &Key<K>) -> Option<Game> {
        let (value, negative) = self.known.get(&key.part)?;
        Some(if key.negative { *negative } else { *value })
    }

    /// Remembers a value and its negative.
    pub(super) fn insert(&mut self, key: Key<K>, value: Game, negative: Game) {
        let pair = if key.negative { (negative, value) } else { (value, negative) };
        self.known.insert(key.part, pair);
    }

    pub(super) fn size(&self) -> TableSize {
        let slot = size_of::<(K, (Game, Game))>() as u64 + 1;
        // the table is at least 7/16 full, and a power of two
        let capacity = (self.known.capacity() as u64 * 8 / 7).next_power_of_two();
        TableSize { entries: self.known.len() as u64, bytes: capacity * slot }
    }
}
