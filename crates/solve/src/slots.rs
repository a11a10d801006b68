//! Words by the hashes of what they stand for.
//!
//! Open addressing with linear probing in one array. A slot holds half the hash, by which the table grows without a
//! look at what the words stand for, and the word. Whoever asks compares what it stands for.

/// Set in every slot that is taken.
const FULL: u64 = 1 << 31;
/// Slots of a new table.
const FIRST_SLOTS: usize = 1 << 6;

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
    pub(crate) fn find(&self, hash: u64, mut is_right: impl FnMut(u32) -> bool) -> Option<u32> {
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
    pub(crate) fn insert(&mut self, hash: u64, word: u32) {
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

    /// All words.
    pub(crate) fn words(&self) -> impl Iterator<Item = u32> + '_ {
        self.slots.iter().filter(|&&slot| slot != 0).map(|slot| (slot & (FULL - 1)) as u32)
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
