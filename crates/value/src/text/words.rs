//! What a reader met before: words by their letters, forms by their options.
//!
//! A *word* is a value of at most eight letters written with digits and marks alone, such as `1/2`, `-3` or `^*`: the
//! same letters always mean the same value, whatever stands around them. Most of what is printed is such words, and few
//! different ones. Both memories are direct mapped and forget what is pushed out; what is found is checked, a word
//! by its letters, a form (by who asks) by its options.

/// log₂ of the words that are remembered.
const WORD_BITS: u32 = 9;
/// log₂ of the forms that are remembered.
const FORM_BITS: u32 = 14;

/// What a byte is to words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letter,
    Separator,
    Other,
}

/// The kinds of all bytes: a look at a table is steadier than a branch for each letter.
const KINDS: [Kind; 256] = {
    let mut kinds = [Kind::Other; 256];
    let mut at = 0;
    while at < kinds.len() {
        kinds[at] = match at as u8 {
            b'0'..=b'9' | b'-' | b'/' | b'*' | b'^' | b'v' => Kind::Letter,
            b',' | b'|' | b'}' => Kind::Separator,
            _ => Kind::Other,
        };
        at += 1;
    }
    kinds
};

/// A word of a text.
#[derive(Clone, Copy)]
pub(super) struct Word {
    /// Its letters, the last one lowest; none of them is zero.
    letters: u64,
    pub(super) len: usize,
}

impl Word {
    /// The word at byte `at`, if one stands there between separators or ends the text.
    #[inline]
    pub(super) fn at(text: &[u8], at: usize) -> Option<Self> {
        let mut letters = 0;
        for (len, &byte) in text.get(at..)?.iter().enumerate() {
            match KINDS[usize::from(byte)] {
                Kind::Letter if len < 8 => letters = letters << 8 | u64::from(byte),
                Kind::Separator if len > 0 => return Some(Self { letters, len }),
                _ => return None,
            }
        }
        let len = text.len() - at;
        (len > 0).then_some(Self { letters, len })
    }

    fn slot(self) -> usize {
        (self.letters.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> (64 - WORD_BITS)) as usize
    }
}

/// Words and the ids of their values.
#[derive(Default)]
pub(super) struct Words(Vec<(u64, u32)>);

impl Words {
    #[inline]
    pub(super) fn get(&self, word: Word) -> Option<u32> {
        let (letters, id) = *self.0.get(word.slot())?;
        (letters == word.letters).then_some(id)
    }

    pub(super) fn note(&mut self, word: Word, id: u32) {
        if self.0.is_empty() {
            self.0 = vec![(0, 0); 1 << WORD_BITS];
        }
        self.0[word.slot()] = (word.letters, id);
    }
}

/// Ids of forms, at the places their hashes send them to.
#[derive(Default)]
pub(super) struct KnownForms(Vec<u32>);

impl KnownForms {
    /// The hash is best in its low bits.
    fn slot(hash: u64) -> usize {
        hash as usize & ((1 << FORM_BITS) - 1)
    }

    /// The id of a form that may have this hash.
    #[inline]
    pub(super) fn get(&self, hash: u64) -> Option<u32> {
        self.0.get(Self::slot(hash)).copied()
    }

    pub(super) fn note(&mut self, hash: u64, id: u32) {
        if self.0.is_empty() {
            self.0 = vec![0; 1 << FORM_BITS];
        }
        self.0[Self::slot(hash)] = id;
    }
}
