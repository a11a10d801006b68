//! A store of one thing for each value of an arena, made on demand and shared between threads.
//!
//! A tree of three levels indexed by the id: nothing but the root is there until something is stored, and reading takes
//! no lock.

use crate::game::Game;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

const LEAF_BITS: u32 = 8;
const MIDDLE_BITS: u32 = 12;
const ROOT_BITS: u32 = 32 - MIDDLE_BITS - LEAF_BITS;

type Leaf<T> = Box<[OnceLock<T>]>;
type Middle<T> = Box<[OnceLock<Leaf<T>>]>;
type Root<T> = Box<[OnceLock<Middle<T>>]>;

/// At most one `T` for each value of an arena.
pub(crate) struct PerGame<T> {
    root: OnceLock<Root<T>>,
    bytes: AtomicU64,
}

impl<T> PerGame<T> {
    pub(crate) fn new() -> Self {
        Self { root: OnceLock::new(), bytes: AtomicU64::new(0) }
    }

    /// What is stored for `game`.
    #[inline]
    pub(crate) fn get(&self, game: Game) -> Option<&T> {
        let (top, middle, low) = place(game);
        self.root.get()?[top].get()?[middle].get()?[low].get()
    }

    /// Stores `value` for `game`, unless something is stored already; returns what is stored.
    pub(crate) fn set(&self, game: Game, value: T) -> &T {
        let (top, middle, low) = place(game);
        let root = self.root.get_or_init(|| self.empty(ROOT_BITS));
        let branch = root[top].get_or_init(|| self.empty(MIDDLE_BITS));
        let leaf = branch[middle].get_or_init(|| self.empty(LEAF_BITS));
        leaf[low].get_or_init(|| value)
    }

    /// Bytes of the tree, without what its values own beyond themselves.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn empty<U>(&self, bits: u32) -> Box<[OnceLock<U>]> {
        let cells: Box<[OnceLock<U>]> = (0..1usize << bits).map(|_| OnceLock::new()).collect();
        self.bytes.fetch_add(std::mem::size_of_val(&*cells) as u64, Ordering::Relaxed);
        cells
    }
}

#[inline(always)]
fn place(game: Game) -> (usize, usize, usize) {
    let id = game.0 as usize;
    let low = id & ((1 << LEAF_BITS) - 1);
    let middle = id >> LEAF_BITS & ((1 << MIDDLE_BITS) - 1);
    (id >> (LEAF_BITS + MIDDLE_BITS), middle, low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_a_place_of_its_own() {
        let store = PerGame::new();
        let ids = [0, 1, 255, 256, 257, 1 << 20, (1 << 20) + 1, u32::MAX - 1, u32::MAX];
        assert!(ids.iter().all(|&id| store.get(Game(id)).is_none()));
        for id in ids {
            assert_eq!(store.set(Game(id), id), &id);
        }
        assert_eq!(store.set(Game(257), 3), &257, "the first value stays");
        assert!(ids.iter().all(|&id| store.get(Game(id)) == Some(&id)));
    }
}
