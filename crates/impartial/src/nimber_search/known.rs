//! What is known of the values of parts, and what open claims seem to take.

use std::hash::{BuildHasher, Hash};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use bytemuck::Zeroable;
use farstar_play::{Cabinet, Drawers, Slab};
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Places for claims that are looked into.
const BUSY: usize = 1 << 12;

/// That the value of a part is some `n`.
pub(super) type Claim = (u32, u32);

/// How much must be settled at least, by a guess, to prove a claim, and to refute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Effort {
    pub(super) prove: u32,
    pub(super) refute: u32,
}

impl Effort {
    /// What cannot be done with any effort.
    pub(super) const NEVER: u32 = u32::MAX;
    /// The most that an open claim may seem to take.
    pub(super) const MOST: u32 = u32::MAX - 1;
    /// A claim that holds.
    pub(super) const HOLDS: Self = Self { prove: 0, refute: Self::NEVER };
    /// A claim that fails.
    pub(super) const FAILS: Self = Self { prove: Self::NEVER, refute: 0 };

    pub(super) fn is_settled(self) -> bool {
        self == Self::HOLDS || self == Self::FAILS
    }
}

/// What is known of one part.
#[derive(Zeroable)]
struct Entry {
    /// One more than the value, or 0.
    value: AtomicU32,
    /// For which of the first 32 values an effort stands in the table, or has stood.
    looked: AtomicU32,
    /// Which of the first 64 values it has not.
    excluded: AtomicU64,
}

/// What is known of the values of parts: the value, or which of the first 64 it is not; the others it is not stand in a
/// table. Threads that share it find what the others found, and see what they look into.
#[derive(Debug, Default)]
pub struct Known {
    entries: Slab<Entry>,
    excluded: Cabinet<FxHashMap<u32, Vec<u64>>>,
    /// Of claims that proof numbers led to and that are open, what they seem to take.
    efforts: Cabinet<FxHashMap<Claim, Effort>>,
    /// Claims that a thread is looking into; one may be missing.
    busy: Option<Arc<[AtomicU64]>>,
}

fn hash<K: Hash>(key: K) -> u64 {
    FxBuildHasher.hash_one(key)
}

impl Known {
    /// From now on other threads may share it.
    pub fn share(&mut self) {
        fn deal<K: Hash + Eq, V>(own: FxHashMap<K, V>, drawers: &Drawers<FxHashMap<K, V>>) {
            for (key, value) in own {
                drawers.with(hash(&key), |drawer| drawer.insert(key, value));
            }
        }
        self.entries.share();
        self.excluded.share(deal);
        self.efforts.share(deal);
        self.busy.get_or_insert_with(|| (0..BUSY).map(|_| AtomicU64::new(0)).collect());
    }

    /// The same for another thread, if it is shared, and else nothing.
    #[must_use]
    pub fn beside(&self) -> Self {
        Self {
            entries: self.entries.clone(),
            excluded: self.excluded.beside(),
            efforts: self.efforts.beside(),
            busy: self.busy.clone(),
        }
    }

    fn entry(&self, part: u32) -> Option<&Entry> {
        self.entries.get(part)
    }

    fn open(&mut self, part: u32) -> Option<&Entry> {
        self.entries.open(u64::from(part), 1)?.first()
    }

    /// The value of a part, if it is known.
    #[inline]
    #[must_use]
    pub fn value(&self, part: u32) -> Option<u32> {
        self.entry(part)?.value.load(Ordering::Relaxed).checked_sub(1)
    }

    fn mask(&self, part: u32) -> u64 {
        self.entry(part).map_or(0, |entry| entry.excluded.load(Ordering::Relaxed))
    }

    /// The words of excluded values from 64 on.
    fn beyond<T>(&mut self, part: u32, work: impl FnOnce(&[u64]) -> T) -> T {
        self.excluded
            .with(hash(part), |excluded| work(excluded.get(&part).map_or(&[], |words| words)))
    }

    /// Whether the value is `n`, if that is known.
    #[must_use]
    pub fn is(&mut self, part: u32, n: u32) -> Option<bool> {
        if let Some(value) = self.value(part) {
            return Some(value == n);
        }
        let out = match n {
            0..64 => self.mask(part) >> n & 1 != 0,
            _ => self.beyond(part, |words| {
                words.get(n as usize / 64 - 1).is_some_and(|word| word >> (n % 64) & 1 != 0)
            }),
        };
        out.then_some(false)
    }

    pub(super) fn exclude(&mut self, part: u32, n: u32) {
        if n < 64 {
            if let Some(entry) = self.open(part) {
                entry.excluded.fetch_or(1 << n, Ordering::Relaxed);
            }
            return;
        }
        self.excluded.with(hash(part), |excluded| {
            let words = excluded.entry(part).or_default();
            let word = n as usize / 64 - 1;
            if words.len() <= word {
                words.resize(word + 1, 0);
            }
            words[word] |= 1 << (n % 64);
        });
    }

    pub(super) fn set(&mut self, part: u32, value: u32) {
        if let Some(entry) = self.open(part) {
            entry.value.store(value + 1, Ordering::Relaxed);
        }
        self.excluded.with(hash(part), |excluded| excluded.remove(&part));
    }

    /// How many of the values below `n`, and below 64, are not excluded: each must be before the value can be `n`.
    pub(super) fn open_below(&self, part: u32, n: u32) -> u32 {
        let below = 1u64.checked_shl(n).map_or(u64::MAX, |bit| bit - 1);
        n.min(64) - (self.mask(part) & below).count_ones()
    }

    /// The least value not excluded.
    pub(super) fn candidate(&mut self, part: u32) -> u32 {
        let mask = self.mask(part);
        if mask != u64::MAX {
            return mask.trailing_ones();
        }
        self.beyond(part, |words| {
            let full = words.iter().take_while(|&&word| word == u64::MAX).count();
            64 + 64 * full as u32 + words.get(full).map_or(0, |word| word.trailing_ones())
        })
    }

    /// What an open claim seems to take, if it was looked into.
    pub(super) fn effort(&mut self, claim: Claim) -> Option<Effort> {
        // most claims were not
        let bit = 1u32.checked_shl(claim.1);
        let looked = self.entry(claim.0).map_or(0, |entry| entry.looked.load(Ordering::Relaxed));
        if bit.is_some_and(|bit| looked & bit == 0) {
            return None;
        }
        self.efforts.with(hash(claim), |efforts| efforts.get(&claim).copied())
    }

    pub(super) fn set_effort(&mut self, claim: Claim, effort: Effort) {
        if let (Some(bit), Some(entry)) = (1u32.checked_shl(claim.1), self.open(claim.0)) {
            entry.looked.fetch_or(bit, Ordering::Relaxed);
        }
        self.efforts.with(hash(claim), |efforts| efforts.insert(claim, effort));
    }

    pub(super) fn forget_effort(&mut self, claim: Claim) {
        self.efforts.with(hash(claim), |efforts| efforts.remove(&claim));
    }

    /// Where it stands that a claim is looked into, and the word for it.
    fn busy(&self, (part, n): Claim) -> Option<(&AtomicU64, u64)> {
        let busy = self.busy.as_ref()?;
        let word = u64::from(part) << 32 | (u64::from(n) + 1);
        Some((&busy[(hash(word) >> 20) as usize % BUSY], word))
    }

    /// Whether a thread is looking into a claim: a guess, on which only the order of work rests.
    pub(super) fn is_busy(&self, claim: Claim) -> bool {
        self.busy(claim).is_some_and(|(place, word)| place.load(Ordering::Relaxed) == word)
    }

    /// This thread begins to look into a claim.
    pub(super) fn enter(&self, claim: Claim) {
        if let Some((place, word)) = self.busy(claim) {
            place.store(word, Ordering::Relaxed);
        }
    }

    /// This thread has done with a claim.
    pub(super) fn leave(&self, claim: Claim) {
        if let Some((place, word)) = self.busy(claim) {
            let _ = place.compare_exchange(word, 0, Ordering::Relaxed, Ordering::Relaxed);
        }
    }

    /// Whether other threads may share it.
    pub(super) fn is_shared(&self) -> bool {
        self.busy.is_some()
    }

    /// Bytes held, by all threads that share it.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.entries.bytes()
            + self.excluded.sum(FxHashMap::len) * 64
            + self.efforts.sum(FxHashMap::capacity) * (size_of::<(Claim, Effort)>() + 1)
    }
}
