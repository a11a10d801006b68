//! What is known of the values of parts, and what open claims seem to take.

use std::collections::HashMap;

use rustc_hash::FxHashMap;

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

/// No value.
const UNKNOWN: u32 = u32::MAX;

/// What is known of the values of parts: the value, or which of the first 64 it is not; the others it is not stand in a
/// map.
#[derive(Clone, Debug, Default)]
pub struct Known {
    entries: Vec<(u32, u64)>,
    excluded: HashMap<u32, Vec<u64>>,
    /// Of claims that proof numbers led to and that are open, what they seem to take.
    pub(super) efforts: FxHashMap<Claim, Effort>,
}

impl Known {
    /// The value of a part, if it is known.
    #[must_use]
    pub fn value(&self, part: u32) -> Option<u32> {
        self.entries.get(part as usize).map(|e| e.0).filter(|&v| v != UNKNOWN)
    }

    /// Whether the value is `n`, if that is known.
    #[must_use]
    pub fn is(&self, part: u32, n: u32) -> Option<bool> {
        let &(value, mask) = self.entries.get(part as usize)?;
        if value != UNKNOWN {
            return Some(value == n);
        }
        let out = if n < 64 {
            mask >> n & 1 != 0
        } else {
            let word = self.excluded.get(&part).and_then(|words| words.get(n as usize / 64 - 1));
            word.is_some_and(|word| word >> (n % 64) & 1 != 0)
        };
        out.then_some(false)
    }

    pub(super) fn entry(&mut self, part: u32) -> &mut (u32, u64) {
        if self.entries.len() <= part as usize {
            self.entries.resize(part as usize + 1, (UNKNOWN, 0));
        }
        &mut self.entries[part as usize]
    }

    pub(super) fn exclude(&mut self, part: u32, n: u32) {
        if n < 64 {
            self.entry(part).1 |= 1 << n;
        } else {
            self.entry(part);
            let words = self.excluded.entry(part).or_default();
            let word = n as usize / 64 - 1;
            if words.len() <= word {
                words.resize(word + 1, 0);
            }
            words[word] |= 1 << (n % 64);
        }
    }

    pub(super) fn set(&mut self, part: u32, value: u32) {
        self.entry(part).0 = value;
        self.excluded.remove(&part);
    }

    /// How many of the values below `n`, and below 64, are not excluded: each must be before the value can be `n`.
    pub(super) fn open_below(&self, part: u32, n: u32) -> u32 {
        let mask = self.entries.get(part as usize).map_or(0, |e| e.1);
        n.min(64) - (mask & 1u64.checked_shl(n).map_or(u64::MAX, |bit| bit - 1)).count_ones()
    }

    /// The least value not excluded.
    pub(super) fn candidate(&self, part: u32) -> u32 {
        let mask = self.entries.get(part as usize).map_or(0, |e| e.1);
        if mask != u64::MAX {
            return mask.trailing_ones();
        }
        let words = self.excluded.get(&part).map_or(&[][..], Vec::as_slice);
        let full = words.iter().take_while(|&&word| word == u64::MAX).count();
        64 + 64 * full as u32 + words.get(full).map_or(0, |word| word.trailing_ones())
    }

    /// Bytes held.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<(u32, u64)>()
            + self.excluded.len() * 64
            + self.efforts.capacity() * (size_of::<(Claim, Effort)>() + 1)
    }
}
