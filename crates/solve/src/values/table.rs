//! The table: the value of every part valued so far, by its code.
//!
//! Open addressing with linear probing in one array of atomic words, the words of a code followed by one for the value and its negative. A
//! writer claims a free slot by its last word, writes the code and then publishes the value, so readers take no lock and nobody waits: a
//! slot being written is passed over. Two threads may put one part down twice, with equal values; the first is found. The array doubles
//! when it is three quarters full, under a lock that searches hold for reading while they look things up.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

use super::prefetch::prefetch;

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

struct Slots<const N: usize> {
    words: Vec<AtomicU64>,
    mask: usize,
}

#[inline]
pub(super) fn hash<const N: usize>(code: &[u64; N]) -> u64 {
    let mut hash = 0u64;
    for &word in code {
        let mixed = u128::from(hash ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        hash = (mixed as u64) ^ (mixed >> 64) as u64;
    }
    hash
}

impl<const N: usize> Slots<N> {
    fn new(slots: usize) -> Self {
        let words = (0..slots * (N + 1)).map(|_| AtomicU64::new(0)).collect();
        Self { words, mask: slots - 1 }
    }

    #[inline]
    fn slot(&self, at: usize) -> &[AtomicU64] {
        &self.words[at * (N + 1)..(at + 1) * (N + 1)]
    }

    #[inline]
    fn get(&self, code: &[u64; N], hash: u64) -> Option<Pair> {
        let mut at = hash as usize & self.mask;
        loop {
            let slot = self.slot(at);
            let word = slot[N].load(Ordering::Acquire);
            if word == 0 {
                return None;
            }
            if word & FULL != 0 && (0..N).all(|i| slot[i].load(Ordering::Relaxed) == code[i]) {
                return Some(Pair {
                    value: word as u32,
                    negative: (word >> 32) as u32 & (MOST_VALUES - 1),
                });
            }
            at = (at + 1) & self.mask;
        }
    }

    /// Puts a value down; says whether the code is new. There must be a free slot.
    fn insert(&self, code: &[u64; N], word: u64) -> bool {
        let mut at = hash(code) as usize & self.mask;
        loop {
            let slot = self.slot(at);
            let found = slot[N].load(Ordering::Acquire);
            if found == 0
                && slot[N]
                    .compare_exchange(0, CLAIMED, Ordering::Relaxed, Ordering::Relaxed)
                    .is_ok()
            {
                for (to, &from) in slot.iter().zip(code) {
                    to.store(from, Ordering::Relaxed);
                }
                slot[N].store(word, Ordering::Release);
                return true;
            }
            if found & FULL != 0 && (0..N).all(|i| slot[i].load(Ordering::Relaxed) == code[i]) {
                return false;
            }
            at = (at + 1) & self.mask;
        }
    }
}

/// Values and their negatives by code, shared by threads.
pub(super) struct Table<const N: usize> {
    slots: RwLock<Slots<N>>,
    entries: AtomicUsize,
}

/// The table while it cannot grow: for looking things up.
pub(super) struct Reading<'t, const N: usize>(RwLockReadGuard<'t, Slots<N>>);

impl<const N: usize> Reading<'_, N> {
    /// The value of the part with this code.
    #[inline]
    pub(super) fn get(&self, code: &[u64; N]) -> Option<Pair> {
        self.0.get(code, hash(code))
    }

    /// The value of the part with this code, which has this hash.
    #[inline]
    pub(super) fn get_hashed(&self, code: &[u64; N], hash: u64) -> Option<Pair> {
        self.0.get(code, hash)
    }

    /// Asks for the memory where the search for a code with this hash begins.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64) {
        prefetch(&self.0.slot(hash as usize & self.0.mask)[N]);
    }
}

impl<const N: usize> Table<N> {
    pub(super) fn new() -> Self {
        Self { slots: RwLock::new(Slots::new(FIRST_SLOTS)), entries: AtomicUsize::new(0) }
    }

    pub(super) fn read(&self) -> Reading<'_, N> {
        Reading(self.slots.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Remembers a value and its negative; false if their numbers are too large for the table.
    pub(super) fn insert(&self, code: &[u64; N], pair: Pair) -> bool {
        if pair.value.max(pair.negative) >= MOST_VALUES {
            return false;
        }
        let word = FULL | u64::from(pair.negative) << 32 | u64::from(pair.value);
        let slots = self.slots.read().unwrap_or_else(PoisonError::into_inner);
        let full = |slots: &Slots<N>, entries: usize| entries + entries / 3 + 64 > slots.mask;
        if !full(&slots, self.entries.load(Ordering::Relaxed)) {
            if slots.insert(code, word) {
                self.entries.fetch_add(1, Ordering::Relaxed);
            }
            return true;
        }
        drop(slots);
        let mut slots = self.slots.write().unwrap_or_else(PoisonError::into_inner);
        if full(&slots, self.entries.load(Ordering::Relaxed)) {
            *slots = grown(&slots);
        }
        if slots.insert(code, word) {
            self.entries.fetch_add(1, Ordering::Relaxed);
        }
        true
    }

    /// Entries and bytes.
    pub(super) fn size(&self) -> TableSize {
        let words = self.slots.read().unwrap_or_else(PoisonError::into_inner).words.len();
        let entries = self.entries.load(Ordering::Relaxed) as u64;
        TableSize { entries, bytes: 8 * words as u64 }
    }

    /// Bytes that the table takes for a moment when it grows next, if that is near.
    pub(super) fn bytes_ahead(&self) -> u64 {
        let size = self.size();
        let slots = size.bytes / (8 * (N as u64 + 1));
        if size.entries * 4 > slots * 5 / 2 { 3 * size.bytes } else { size.bytes }
    }
}

fn grown<const N: usize>(old: &Slots<N>) -> Slots<N> {
    let new = Slots::new(2 * (old.mask + 1));
    for at in 0..=old.mask {
        let slot = old.slot(at);
        let word = slot[N].load(Ordering::Relaxed);
        if word & FULL != 0 {
            let code: [u64; N] = std::array::from_fn(|i| slot[i].load(Ordering::Relaxed));
            new.insert(&code, word);
        }
    }
    new
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
                    for n in 0..20_000u64 {
                        let n = (n + offset * 5000) % 20_000;
                        let pair = Pair { value: n as u32, negative: 2 * n as u32 };
                        assert!(table.insert(&code(n), pair));
                        assert_eq!(table.read().get(&code(n)), Some(pair));
                    }
                });
            }
        });
        assert!((20_000..60_000).contains(&table.size().entries));
        assert_eq!(table.read().get(&code(20_001)), None);
        assert!(table.size().bytes >= 24 * 20_000);
        let large = Pair { value: MOST_VALUES, negative: 0 };
        assert!(!table.insert(&[0, 0], large));
    }
}
