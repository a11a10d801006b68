//! The table: the value of every part valued so far, by its code.
//!
//! Open addressing with linear probing in one array of atomic words, the words of a code followed by one for the value
//! and its negative. A writer claims a free slot by its last word, writes the code and then publishes the value, so
//! readers take no lock and nobody waits: a slot being written is passed over. Two threads may put one part down twice,
//! with equal values; the first is found. The array doubles when it is three quarters full, under a lock that searches
//! hold for reading all the time: taking it for every part would cost more than what is done under it. Whoever puts a
//! value down lets go of the lock for a moment if the array is full or somebody waits for it to grow.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use farstar_rules::position::Key;
use farstar_value::{Arena, Game, Stopped};

use super::prefetch::prefetch;
use crate::Result;

/// How much a table of values holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSize {
    /// Parts with known values.
    pub entries: u64,
    /// Bytes of the table, the arena of values left out.
    pub bytes: u64,
}

/// Slots of a new table.
const FIRST_SLOTS: usize = 1 << 8;
/// A slot that is being written.
const CLAIMED: u64 = 1 << 62;
/// Set in every published value.
const FULL: u64 = 1 << 63;
/// Values must be below this, to leave room for the marks.
const MOST_VALUES: u32 = 1 << 30;

/// A value and its negative, by their numbers in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) value: u32,
    pub(super) negative: u32,
}

impl Pair {
    /// The value of a part by its key.
    #[inline]
    pub(super) fn of<const N: usize>(self, key: &Key<[u64; N]>, arena: &Arena) -> Result<Game> {
        let value = if key.negative { self.negative } else { self.value };
        Ok(arena.at(value).ok_or(Stopped::Memory)?)
    }
}

struct Slot<const N: usize> {
    code: [AtomicU64; N],
    word: AtomicU64,
}

impl<const N: usize> Slot<N> {
    fn empty() -> Self {
        Self { code: [const { AtomicU64::new(0) }; N], word: AtomicU64::new(0) }
    }

    #[inline]
    fn holds(&self, code: &[u64; N]) -> bool {
        self.code.iter().zip(code).all(|(held, &word)| held.load(Ordering::Relaxed) == word)
    }
}

struct Slots<const N: usize> {
    slots: Vec<Slot<N>>,
    mask: usize,
}

/// The hash of a code.
#[inline]
pub(crate) fn hash(code: &[u64]) -> u64 {
    let mut hash = 0u64;
    for &word in code {
        let mixed = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        hash = (mixed as u64) ^ (mixed >> 64) as u64;
    }
    hash
}

impl<const N: usize> Slots<N> {
    fn new(slots: usize) -> Self {
        Self { slots: (0..slots).map(|_| Slot::empty()).collect(), mask: slots - 1 }
    }

    #[inline]
    fn get(&self, code: &[u64; N], hash: u64) -> Option<Pair> {
        let mut at = hash as usize & self.mask;
        loop {
            let slot = &self.slots[at];
            let word = slot.word.load(Ordering::Acquire);
            if word == 0 {
                return None;
            }
            if word & FULL != 0 && slot.holds(code) {
                return Some(Pair {
                    value: word as u32,
                    negative: (word >> 32) as u32 & (MOST_VALUES - 1),
                });
            }
            at = (at + 1) & self.mask;
        }
    }

    /// Puts a value down; says whether the code is new. There must be a free slot.
    #[inline]
    fn insert(&self, code: &[u64; N], hash: u64, word: u64) -> bool {
        let mut at = hash as usize & self.mask;
        loop {
            let slot = &self.slots[at];
            let found = slot.word.load(Ordering::Acquire);
            if found == 0
                && slot
                    .word
                    .compare_exchange(0, CLAIMED, Ordering::Relaxed, Ordering::Relaxed)
                    .is_ok()
            {
                for (to, &from) in slot.code.iter().zip(code) {
                    to.store(from, Ordering::Relaxed);
                }
                slot.word.store(word, Ordering::Release);
                return true;
            }
            if found & FULL != 0 && slot.holds(code) {
                return false;
            }
            at = (at + 1) & self.mask;
        }
    }

    /// Twice as many slots with the same values.
    fn grown(&self) -> Self {
        let new = Self::new(2 * self.slots.len());
        for slot in &self.slots {
            let word = slot.word.load(Ordering::Relaxed);
            if word & FULL != 0 {
                let code = std::array::from_fn(|i| slot.code[i].load(Ordering::Relaxed));
                new.insert(&code, hash(&code), word);
            }
        }
        new
    }
}

/// Values and their negatives by code, shared by threads.
pub(super) struct Table<const N: usize> {
    slots: RwLock<Slots<N>>,
    entries: AtomicU64,
    /// The number of slots.
    room: AtomicU64,
    /// How many wait for all others to let go of the table, so that it can grow.
    waiting: AtomicU64,
}

/// The table while it cannot grow: for looking things up. Nobody may hold two of them.
pub(super) struct Reading<'t, const N: usize> {
    table: &'t Table<N>,
    /// Always there but for the moment in which the table grows.
    slots: Option<RwLockReadGuard<'t, Slots<N>>>,
}

impl<const N: usize> Reading<'_, N> {
    #[inline]
    fn slots(&self) -> &Slots<N> {
        let Some(slots) = &self.slots else {
            unreachable!("the table does not grow while it is read")
        };
        slots
    }

    /// The value of the part with this code.
    #[inline]
    pub(super) fn get(&self, code: &[u64; N]) -> Option<Pair> {
        self.slots().get(code, hash(code))
    }

    /// The value of the part with this code, which has this hash.
    #[inline]
    pub(super) fn get_hashed(&self, code: &[u64; N], hash: u64) -> Option<Pair> {
        self.slots().get(code, hash)
    }

    /// Asks for the memory where the search for a code with this hash begins.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        let slots = self.slots();
        prefetch(&slots.slots[hash as usize & slots.mask].word);
    }

    /// Remembers the value of the part with this code, which has this hash, and its negative, in the table that may
    /// grow for it; `None` if the numbers of the values are too large.
    #[inline]
    pub(super) fn insert(&mut self, code: &[u64; N], hash: u64, pair: Pair) -> Option<()> {
        if pair.value.max(pair.negative) >= MOST_VALUES {
            return None;
        }
        let word = FULL | u64::from(pair.negative) << 32 | u64::from(pair.value);
        let table = self.table;
        if table.is_full() || table.waiting.load(Ordering::Relaxed) > 0 {
            self.let_grow();
        }
        if self.slots().insert(code, hash, word) {
            table.entries.fetch_add(1, Ordering::Relaxed);
        }
        Some(())
    }

    #[cold]
    fn let_grow(&mut self) {
        let table = self.table;
        self.slots = None;
        if table.is_full() {
            table.waiting.fetch_add(1, Ordering::Relaxed);
            let mut slots = table.slots.write().unwrap_or_else(PoisonError::into_inner);
            table.waiting.fetch_sub(1, Ordering::Relaxed);
            if table.is_full() {
                *slots = slots.grown();
                table.room.store(slots.slots.len() as u64, Ordering::Relaxed);
            }
        }
        self.slots = Some(table.locked());
    }
}

impl<const N: usize> Table<N> {
    pub(super) fn new() -> Self {
        Self {
            slots: RwLock::new(Slots::new(FIRST_SLOTS)),
            entries: AtomicU64::new(0),
            room: AtomicU64::new(FIRST_SLOTS as u64),
            waiting: AtomicU64::new(0),
        }
    }

    pub(super) fn read(&self) -> Reading<'_, N> {
        Reading { table: self, slots: Some(self.locked()) }
    }

    fn locked(&self) -> RwLockReadGuard<'_, Slots<N>> {
        self.slots.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it must grow before more is put down.
    #[inline]
    fn is_full(&self) -> bool {
        let entries = self.entries.load(Ordering::Relaxed);
        entries + entries / 3 + 64 >= self.room.load(Ordering::Relaxed)
    }

    /// Entries and bytes.
    pub(super) fn size(&self) -> TableSize {
        let bytes = self.room.load(Ordering::Relaxed) * size_of::<Slot<N>>() as u64;
        TableSize { entries: self.entries.load(Ordering::Relaxed), bytes }
    }

    /// Bytes that the table takes for a moment when it grows next, if that is near.
    pub(super) fn bytes_ahead(&self) -> u64 {
        let TableSize { entries, bytes } = self.size();
        let slots = self.room.load(Ordering::Relaxed);
        if entries * 4 > slots * 5 / 2 { 3 * bytes } else { bytes }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_put_down_is_found_by_every_thread() {
        let table: Table<2> = Table::new();
        let code = |n: u64| [n.wrapping_mul(n), n];
        std::thread::scope(|scope| {
            for offset in 0..3u64 {
                let table = &table;
                scope.spawn(move || {
                    let mut reading = table.read();
                    for n in 0..20_000u64 {
                        let n = (n + offset * 5000) % 20_000;
                        let pair = Pair { value: n as u32, negative: 2 * n as u32 };
                        reading.insert(&code(n), hash(&code(n)), pair).expect("small numbers");
                        assert_eq!(reading.get(&code(n)), Some(pair));
                    }
                });
            }
        });
        assert!((20_000..60_000).contains(&table.size().entries));
        assert_eq!(table.read().get(&code(20_001)), None);
        assert!(table.size().bytes >= 24 * 20_000);
        let large = Pair { value: MOST_VALUES, negative: 0 };
        assert!(table.read().insert(&[0, 0], hash(&[0, 0]), large).is_none());
    }
}
