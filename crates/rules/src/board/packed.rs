//! Positions as short lists of words.

use std::fmt;

/// Words kept without allocation.
pub(crate) const FEW: usize = 3;

/// A position, or the key of one: a list of words that compares and hashes as a list.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Packed(Words);

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Words {
    /// Unused words are zero.
    Few(u8, [u64; FEW]),
    Many(Box<[u64]>),
}

impl Packed {
    /// The position with these words.
    #[must_use]
    pub fn new(words: &[u64]) -> Self {
        Self::from_words(words.len(), |i| words[i])
    }

    /// `length` words, each given by its place.
    #[inline]
    pub(crate) fn from_words(length: usize, word: impl Fn(usize) -> u64) -> Self {
        if length <= FEW {
            let mut few = [0; FEW];
            for (i, slot) in few.iter_mut().enumerate().take(length) {
                *slot = word(i);
            }
            Self(Words::Few(length as u8, few))
        } else {
            Self(Words::Many((0..length).map(word).collect()))
        }
    }

    /// The words in place, if they are few, with their number.
    #[inline]
    pub(crate) fn few(&self) -> Option<(usize, [u64; FEW])> {
        match &self.0 {
            Words::Few(length, words) => Some((usize::from(*length), *words)),
            Words::Many(_) => None,
        }
    }

    /// Bytes that the position owns beside its own size.
    #[must_use]
    pub fn owned_bytes(&self) -> usize {
        match &self.0 {
            Words::Few(..) => 0,
            Words::Many(words) => 8 * words.len(),
        }
    }

    /// The words.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        match &self.0 {
            Words::Few(length, words) => &words[..usize::from(*length)],
            Words::Many(words) => words,
        }
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.words()).finish()
    }
}
