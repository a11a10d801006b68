//! Canonical stoppers by handle: equal stoppers have equal handles.
//!
//! A handle is a number of one table, and its options are handles. So a component of a graph is brought to its
//! canonical form with its exits as handles, and nothing behind them is looked at but by comparisons, whose answers
//! are kept (`compare`). What is outside all cycles is known by its two lists; a cycle by a signature of all its
//! vertices (`reduce`).
//!
//! # Source
//! Canonical forms of stoppers: Siegel, VI.3. That they may be made one component at a time: `components`.

use super::graph::Graph;
use super::memory::{LOCAL, Memory, NONE};
use crate::game::Game;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Between two vertices of a signature.
pub(super) const NEXT: u32 = u32::MAX - 1;
/// The handle of `on`.
pub(super) const ON: u32 = 1;
/// The handle of `off`.
pub(super) const OFF: u32 = 2;
/// Bytes that an entry of one of the maps takes besides its lists.
const BYTES_AN_ENTRY: u64 = 40;

/// All canonical stoppers met so far, and what is known of their order and their sums.
///
/// It belongs to the arena whose short games it holds; handles never leave it.
pub(crate) struct StopperTable {
    /// Tells tables apart, those of other arenas as well.
    pub(super) id: u64,
    /// Where each list ends, two a handle.
    ends: Vec<u32>,
    targets: Vec<u32>,
    /// The short games among them.
    games: Vec<Option<Game>>,
    /// Whether play from it can come back to it.
    pub(super) cyclic: Vec<bool>,
    pub(super) of_game: FxHashMap<Game, u32>,
    pub(super) of_lists: FxHashMap<Box<[u32]>, u32>,
    /// By lists that may hold dominated and reversible options.
    pub(super) of_raw: FxHashMap<Box<[u32]>, u32>,
    /// By signature: the handle of its first class, the others follow.
    pub(super) of_cycle: FxHashMap<Box<[u32]>, u32>,
    /// By the lists of a whole component as it was met, and the side.
    pub(super) of_raw_component: FxHashMap<Box<[u32]>, Vec<u32>>,
    /// Sums of two handles, by side.
    pub(super) sums: [FxHashMap<(u32, u32), u32>; 2],
    /// Canonical graphs and their handles, both ways.
    pub(super) of_graph: FxHashMap<Arc<Graph>, u32>,
    pub(super) graphs: FxHashMap<u32, Arc<Graph>>,
    /// The vertices of the component at hand.
    pub(super) locals: Vec<[Vec<u32>; 2]>,
    pub(super) memory: Memory,
    /// Bytes of lists in keys.
    pub(super) key_bytes: u64,
}

/// Two lists as one key.
pub(super) fn key(lists: [&[u32]; 2]) -> Box<[u32]> {
    let mut key = Vec::with_capacity(lists[0].len() + lists[1].len() + 1);
    key.extend_from_slice(lists[0]);
    key.push(NONE);
    key.extend_from_slice(lists[1]);
    key.into_boxed_slice()
}

impl Default for StopperTable {
    fn default() -> Self {
        Self::new()
    }
}

impl StopperTable {
    /// The table that holds 0, `on` and `off`.
    pub(super) fn new() -> Self {
        static TABLES: AtomicU64 = AtomicU64::new(1);
        let mut table = Self {
            id: TABLES.fetch_add(1, Relaxed),
            ends: Vec::new(),
            targets: Vec::new(),
            games: Vec::new(),
            cyclic: Vec::new(),
            of_game: FxHashMap::default(),
            of_lists: FxHashMap::default(),
            of_raw: FxHashMap::default(),
            of_cycle: FxHashMap::default(),
            of_raw_component: FxHashMap::default(),
            sums: Default::default(),
            of_graph: FxHashMap::default(),
            graphs: FxHashMap::default(),
            locals: Vec::new(),
            memory: Memory::default(),
            key_bytes: 0,
        };
        table.make([&[], &[]], Some(Game::ZERO), false);
        table.make([&[ON], &[]], None, true);
        table.make([&[], &[OFF]], None, true);
        table.of_cycle.insert(key([&[LOCAL], &[]]), ON);
        table.of_cycle.insert(key([&[], &[LOCAL]]), OFF);
        table
    }

    /// About how many bytes it holds.
    pub(crate) fn bytes(&self) -> u64 {
        let lists = 4 * (self.ends.len() + self.targets.len()) + 17 * self.games.len();
        let entries = self.of_game.len()
            + self.of_lists.len()
            + self.of_raw.len()
            + self.of_cycle.len()
            + self.of_raw_component.len()
            + self.sums[0].len()
            + self.sums[1].len()
            + self.of_graph.len()
            + self.graphs.len()
            + self.memory.entries();
        lists as u64 + BYTES_AN_ENTRY * entries as u64 + self.key_bytes
    }

    /// A new handle with these options, which are sorted.
    pub(super) fn make(&mut self, lists: [&[u32]; 2], game: Option<Game>, cyclic: bool) -> u32 {
        let handle = self.games.len() as u32;
        for list in lists {
            self.targets.extend_from_slice(list);
            self.ends.push(self.targets.len() as u32);
        }
        self.games.push(game);
        self.cyclic.push(cyclic);
        if let Some(game) = game {
            self.of_game.insert(game, handle);
        }
        let key = key(lists);
        self.key_bytes += 4 * key.len() as u64;
        self.of_lists.insert(key, handle);
        handle
    }

    /// How many options all handles have.
    pub(super) fn moves(&self) -> usize {
        self.targets.len()
    }

    /// How many handles there are.
    pub(super) fn len(&self) -> u32 {
        self.games.len() as u32
    }

    /// The short game of a handle, if it is one.
    pub(super) fn game(&self, handle: u32) -> Option<Game> {
        self.games.get(handle as usize).copied().flatten()
    }

    /// The options of a handle, or of a vertex of the component at hand.
    pub(super) fn options(&self, x: u32, side: usize) -> &[u32] {
        if x & LOCAL != 0 {
            return &self.locals[(x ^ LOCAL) as usize][side];
        }
        let at = 2 * x as usize + side;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.targets[start as usize..self.ends[at] as usize]
    }
}
