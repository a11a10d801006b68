//! What a thread remembers of options that were not yet taken apart: a small direct-mapped cache.
//!
//! Taking a position apart costs more than its code, and the same option comes again and again, by other moves or
//! turned. What falls out is only worked out again. It starts small and doubles with use, since a large empty cache is
//! slower than none.

use farstar_rules::position::Key;
use farstar_value::Game;

use super::prefetch::prefetch;
use super::table::hash;

const FIRST: usize = 1 << 8;
const MOST: usize = 1 << 15;

#[derive(Clone, Copy)]
struct Entry<const N: usize> {
    code: [u64; N],
    /// 0 if empty, else 1 for a position and 2 for a negative.
    sign: u32,
    value: Game,
}

/// Values of whole options by their codes and signs.
pub(super) struct Wholes<const N: usize> {
    entries: Vec<Entry<N>>,
    puts: usize,
}

impl<const N: usize> Wholes<N> {
    pub(super) fn new() -> Self {
        Self { entries: Vec::new(), puts: 0 }
    }

    #[inline]
    fn at(&self, hash: u64, negative: bool) -> usize {
        let at = (hash >> 16) as usize + usize::from(negative);
        at & self.entries.len().wrapping_sub(1)
    }

    /// Asks for the memory of an option whose code has this hash.
    #[inline]
    pub(super) fn prefetch(&self, hash: u64, negative: bool) {
        if let Some(entry) = self.entries.get(self.at(hash, negative)) {
            prefetch(entry);
        }
    }

    /// The value of an option whose code has this hash.
    #[inline]
    pub(super) fn get(&self, key: &Key<[u64; N]>, hash: u64) -> Option<Game> {
        let entry = self.entries.get(self.at(hash, key.negative))?;
        (entry.sign == 1 + u32::from(key.negative) && entry.code == key.part).then_some(entry.value)
    }

    pub(super) fn put(&mut self, key: &Key<[u64; N]>, value: Game) {
        if self.puts >= self.entries.len() && self.entries.len() < MOST {
            let empty = Entry { code: [0; N], sign: 0, value: Game::ZERO };
            let size = (2 * self.entries.len()).max(FIRST);
            let old = std::mem::replace(&mut self.entries, vec![empty; size]);
            for entry in old.iter().filter(|entry| entry.sign != 0) {
                let key = Key { part: entry.code, negative: entry.sign == 2 };
                let at = self.at(hash(&key.part), key.negative);
                self.entries[at] = *entry;
            }
        }
        self.puts += 1;
        let at = self.at(hash(&key.part), key.negative);
        self.entries[at] = Entry { code: key.part, sign: 1 + u32::from(key.negative), value };
    }

    pub(super) fn bytes(&self) -> u64 {
        self.entries.len() as u64 * size_of::<Entry<N>>() as u64
    }
}
