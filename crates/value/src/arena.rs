//! The arena: every value once, at a place that never moves.
//!
//! # Layout
//! A value is a [`Node`] of 32 bytes, aligned so that it never straddles a cache line: its fingerprint, its two cuts
//! (see `stops`), and where its options are. Options are ids in one slab, Left then Right, each list sorted by id, so
//! that interning compares slices. A *closed* value, number + ups + nimber, has no lists until somebody asks for them:
//! `*1000000` and 10⁹ are one node each. The intern table keeps 32 hash bits and the id of each value, 64 locked shards
//! in all.
//!
//! # Sharing
//! Reading takes no lock. Making a value locks one shard, and the writer's mutex while the new node is appended. A node
//! is visible to another thread only through the intern table or the memo, both of which publish it.
//!
//! # Bounds
//! Ids are `u32`; when they run out, making a value stops with [`Stopped::Memory`].

use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::Result;
use crate::fingerprint::Fingerprint;
use crate::game::Game;
use crate::loopy::StopperTable;
use crate::memo::Memo;
use crate::negatives::Negatives;
use crate::ops::{PerGame, ThermographStore};
use crate::slab::Slab;
use crate::small::{self, SmallClosed};
use crate::stops::WideCut;
use farstar_play::{Limits, Stopped};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// What is known of a value when it is made.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(32))]
pub(crate) struct Node {
    pub(crate) print: Fingerprint,
    /// Twice the Left stop in units of 2⁻¹⁰, plus its side; meaningless when wide.
    pub(crate) left_cut: i32,
    /// Twice the Right stop in units of 2⁻¹⁰, minus its side; meaningless when wide.
    pub(crate) right_cut: i32,
    /// Where the options begin; for a closed value its place among the closed values.
    at: u32,
    /// Numbers of Left and of Right options in the low bits, flags above.
    left: u16,
    right: u16,
}

const COUNT: u16 = 0x1FFF;
/// Flags in `left`: closed; cuts are wide; every Left option is a test game.
const CLOSED: u16 = 1 << 13;
const WIDE: u16 = 1 << 14;
const LEFT_TESTS: u16 = 1 << 15;
/// Flags in `right`: a header of three words precedes the options; every Right option is a test game.
const EXTENDED: u16 = 1 << 14;
const RIGHT_TESTS: u16 = 1 << 15;

impl Node {
    #[inline(always)]
    pub(crate) fn is_closed(&self) -> bool {
        self.left & CLOSED != 0
    }

    #[inline(always)]
    pub(crate) fn is_wide(&self) -> bool {
        self.left & WIDE != 0
    }

    /// Every Left option is one of the test games of the fingerprint.
    #[inline(always)]
    pub(crate) fn left_are_tests(&self) -> bool {
        self.left & LEFT_TESTS != 0
    }

    /// Every Right option is one of the test games of the fingerprint.
    #[inline(always)]
    pub(crate) fn right_are_tests(&self) -> bool {
        self.right & RIGHT_TESTS != 0
    }

    /// A node for a form that is not interned, with the facts its order needs.
    pub(crate) fn unlisted(facts: &Facts) -> Self {
        let narrow = facts.wide.is_none();
        Self {
            print: facts.print,
            left_cut: facts.left_cut,
            right_cut: facts.right_cut,
            at: 0,
            left: if narrow { 0 } else { WIDE } | if facts.left_tests { LEFT_TESTS } else { 0 },
            right: if facts.right_tests { RIGHT_TESTS } else { 0 },
        }
    }
}

/// What order needs to know of a form `{L|R}` whose value is not a number, besides its options.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    pub(crate) print: Fingerprint,
    pub(crate) left_cut: i32,
    pub(crate) right_cut: i32,
    /// The cuts, when they do not fit a node.
    pub(crate) wide: Option<Box<[WideCut; 2]>>,
    pub(crate) left_tests: bool,
    pub(crate) right_tests: bool,
}

/// A closed value, and its option lists once they were asked for.
struct ClosedEntry {
    value: Closed,
    lists: OnceLock<Lists>,
}

/// A place in the slab of options.
#[derive(Clone, Copy)]
struct Lists {
    at: u32,
    left: u32,
    right: u32,
}

struct Slot {
    hash: u32,
    id: u32,
}

const SHARDS: usize = 64;

/// Lists of so many options together are compared one by one.
const SHORT: usize = 16;

/// A store of values of short games, each kept once.
///
/// An arena only grows; dropping it frees everything. It is `Send + Sync`: any number of threads may work in one arena,
/// each with a [`Calculator`] of its own, and results never depend on how many there are.
///
/// # Examples
/// ```
/// use farstar_value::Arena;
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// let star = calc.nimber(1)?;
/// let up = calc.from_options(&[farstar_value::Game::ZERO], &[star])?;
/// assert_eq!(calc.add(star, star)?, farstar_value::Game::ZERO);
/// assert!(calc.gt(up, farstar_value::Game::ZERO)?);
/// # Ok::<(), farstar_value::Error>(())
/// ```
pub struct Arena {
    nodes: Slab<Node>,
    lists: Slab<u32>,
    closed: boxcar::Vec<ClosedEntry>,
    wide: boxcar::Vec<Box<[WideCut; 2]>>,
    shards: [Mutex<HashTable<Slot>>; SHARDS],
    /// Serialises appends to the slabs.
    writer: Mutex<()>,
    pub(crate) memo: Memo,
    pub(crate) negatives: Negatives,
    pub(crate) thermographs: ThermographStore,
    /// Hashes that are the same in every arena.
    pub(crate) hashes: PerGame<u64>,
    small: SmallClosed,
    /// Loopy values, unless somebody is at work with them.
    stoppers: Mutex<Option<Box<StopperTable>>>,
    /// The bytes of that table.
    stopper_bytes: AtomicU64,
}

/// A table of stoppers that holds more bytes is dropped when a piece of work is done: a memory may forget.
const MOST_STOPPER_BYTES: u64 = 1 << 30;

impl fmt::Debug for Arena {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Arena").field(&self.stats()).finish()
    }
}

/// How much an arena holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stats {
    /// Distinct values.
    pub values: u64,
    /// Option ids of all values that have lists.
    pub option_ids: u64,
    /// Bytes of values, lists, intern table and caches.
    pub bytes: u64,
}

/// A lock that no panic can have left in a bad state: tables are changed by single insertions.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The hash table's own hash of the 32 bits a slot keeps.
#[inline(always)]
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl Default for Arena {
    fn default() -> Self {
        Self::new()
    }
}

impl Arena {
    /// An arena that knows only 0.
    #[must_use]
    pub fn new() -> Self {
        let arena = Self {
            nodes: Slab::new(),
            lists: Slab::new(),
            closed: boxcar::Vec::new(),
            wide: boxcar::Vec::new(),
            shards: [const { Mutex::new(HashTable::new()) }; SHARDS],
            writer: Mutex::new(()),
            memo: Memo::new(),
            negatives: Negatives::new(),
            thermographs: ThermographStore::new(),
            hashes: PerGame::new(),
            small: SmallClosed::new(),
            stoppers: Mutex::new(None),
            stopper_bytes: AtomicU64::new(0),
        };
        let zero = arena.intern_closed(&Closed::ZERO);
        debug_assert_eq!(zero, Ok(Game::ZERO));
        arena
    }

    /// A calculator in this arena, without limits.
    #[must_use]
    pub fn calculator(&self) -> Calculator<'_> {
        Calculator::new(self, Limits::none())
    }

    /// A calculator in this arena that keeps to `limits`.
    #[must_use]
    pub fn calculator_with(&self, limits: &Limits) -> Calculator<'_> {
        Calculator::new(self, limits.clone())
    }

    /// How much the arena holds now.
    #[must_use]
    pub fn stats(&self) -> Stats {
        Stats {
            values: self.values(),
            option_ids: u64::from(self.lists.len()),
            bytes: self.bytes(),
        }
    }

    /// The value with a number that [`Game::index`] gave in this arena, if the arena holds so many.
    #[must_use]
    #[inline]
    pub fn at(&self, index: u32) -> Option<Game> {
        (index < self.nodes.len()).then_some(Game(index))
    }

    pub(crate) fn values(&self) -> u64 {
        u64::from(self.nodes.len())
    }

    pub(crate) fn bytes(&self) -> u64 {
        let slot = std::mem::size_of::<Slot>() as u64 + 1;
        // hashbrown keeps the load between 7/16 and 7/8; the mean is taken.
        let table = self.values() * slot * 3 / 2;
        let closed = self.closed.count() as u64 * std::mem::size_of::<ClosedEntry>() as u64;
        let wide = self.wide.count() as u64 * std::mem::size_of::<[WideCut; 2]>() as u64;
        let caches = self.memo.bytes()
            + self.negatives.bytes()
            + self.thermographs.bytes()
            + self.hashes.bytes()
            + self.stopper_bytes.load(Relaxed);
        self.nodes.bytes() + self.lists.bytes() + table + closed + wide + caches
    }

    /// The table of loopy values, if it is not at work.
    pub(crate) fn take_stoppers(&self) -> Option<Box<StopperTable>> {
        let taken = lock(&self.stoppers).take();
        if taken.is_some() {
            self.stopper_bytes.store(0, Relaxed);
        }
        taken
    }

    /// Keeps a table of loopy values for the next who asks, if it is not too large.
    pub(crate) fn keep_stoppers(&self, table: Box<StopperTable>, most: u64) {
        let bytes = table.bytes();
        let mut place = lock(&self.stoppers);
        if bytes <= most.min(MOST_STOPPER_BYTES)
            && place.as_ref().is_none_or(|other| other.bytes() < bytes)
        {
            self.stopper_bytes.store(bytes, Relaxed);
            *place = Some(table);
        }
    }

    #[inline(always)]
    pub(crate) fn node(&self, id: u32) -> &Node {
        self.nodes.get(id)
    }

    /// The closed value of a node, if it is one.
    #[inline]
    pub(crate) fn closed(&self, node: &Node) -> Option<&Closed> {
        node.is_closed().then(|| &self.closed[node.at as usize].value)
    }

    /// Both cuts of a node whose cuts are wide.
    pub(crate) fn wide_cuts(&self, node: &Node) -> [WideCut; 2] {
        match self.closed(node) {
            Some(value) => value.cuts(),
            None => {
                let header = self.lists.span(node.at, 3);
                (*self.wide[header[2] as usize]).clone()
            }
        }
    }

    /// The option lists of a node, unless it is a closed value whose lists nobody has asked for.
    #[inline(always)]
    pub(crate) fn known_lists(&self, node: &Node) -> Option<(&[u32], &[u32])> {
        let lists = if node.is_closed() {
            *self.closed[node.at as usize].lists.get()?
        } else if node.right & EXTENDED != 0 {
            let header = self.lists.span(node.at, 3);
            Lists { at: node.at + 3, left: header[0], right: header[1] }
        } else {
            Lists {
                at: node.at,
                left: u32::from(node.left & COUNT),
                right: u32::from(node.right & COUNT),
            }
        };
        let both = self.lists.span(lists.at, (lists.left + lists.right) as usize);
        Some(both.split_at(lists.left as usize))
    }

    /// Gives a closed value its option lists (sorted ids). Another thread may have been first.
    pub(crate) fn set_closed_lists(&self, node: &Node, left: &[u32], right: &[u32]) -> Result<()> {
        let entry = &self.closed[node.at as usize];
        let _writer = lock(&self.writer);
        if entry.lists.get().is_none() {
            let at = self.append_lists(&[left, right])?;
            // Nobody else can have set it: the writer's lock is held.
            let _ =
                entry.lists.set(Lists { at, left: left.len() as u32, right: right.len() as u32 });
        }
        Ok(())
    }

    fn append_lists(&self, parts: &[&[u32]]) -> Result<u32> {
        // SAFETY: every caller holds `self.writer`; zero is a valid id.
        unsafe { self.lists.append(parts) }.ok_or_else(|| Stopped::Memory.into())
    }

    fn append_node(&self, node: Node) -> Result<u32> {
        // SAFETY: every caller holds `self.writer`; all fields of `Node` are integers, for which zero is valid.
        unsafe { self.nodes.append(&[&[node]]) }.ok_or_else(|| Stopped::Memory.into())
    }

    /// The shard and the 32 bits a slot keeps of a hash.
    fn locate(&self, hash: u64) -> (&Mutex<HashTable<Slot>>, u32) {
        (&self.shards[(hash >> 26) as usize % SHARDS], (hash >> 32) as u32)
    }

    /// The node of a closed value, made if it is new.
    pub(crate) fn intern_closed(&self, value: &Closed) -> Result<Game> {
        let entry = self.small.entry(value);
        if let Some(id) = small::known(entry) {
            return Ok(Game(id));
        }
        let mut hasher = FxHasher::default();
        value.hash(&mut hasher);
        let (shard, hash) = self.locate(hasher.finish());
        let mut table = lock(shard);
        let found = table.find(spread(hash), |slot| {
            slot.hash == hash && self.closed(self.node(slot.id)) == Some(value)
        });
        if let Some(slot) = found {
            small::note(entry, slot.id);
            return Ok(Game(slot.id));
        }
        let cuts = value.cuts();
        let (narrow_left, narrow_right) = (cuts[0].narrow(), cuts[1].narrow());
        let wide = if narrow_left.is_some() && narrow_right.is_some() { 0 } else { WIDE };
        let (left_tests, right_tests) = value.options_are_test_games();
        let _writer = lock(&self.writer);
        let at = self.closed.push(ClosedEntry { value: value.clone(), lists: OnceLock::new() });
        let id = self.append_node(Node {
            print: value.fingerprint(),
            // Closed values have no lists at first, and never count their options here.
            left_cut: narrow_left.unwrap_or(0),
            right_cut: narrow_right.unwrap_or(0),
            at: u32::try_from(at).map_err(|_| Stopped::Memory)?,
            left: CLOSED | wide | if left_tests { LEFT_TESTS } else { 0 },
            right: if right_tests { RIGHT_TESTS } else { 0 },
        })?;
        table.insert_unique(spread(hash), Slot { hash, id }, |slot| spread(slot.hash));
        small::note(entry, id);
        Ok(Game(id))
    }

    /// The value with these canonical, sorted option lists, if the arena has it.
    pub(crate) fn find_lists(&self, left: &[u32], right: &[u32]) -> Option<Game> {
        self.find_hashed(hash_lists(left, right), left, right)
    }

    /// [`Arena::find_lists`] with the hash of the lists.
    pub(crate) fn find_hashed(&self, hash: u64, left: &[u32], right: &[u32]) -> Option<Game> {
        let (shard, hash) = self.locate(hash);
        let table = lock(shard);
        self.find_in(&table, hash, left, right)
    }

    fn find_in(
        &self,
        table: &HashTable<Slot>,
        hash: u32,
        left: &[u32],
        right: &[u32],
    ) -> Option<Game> {
        let slot = table
            .find(spread(hash), |slot| slot.hash == hash && self.has_lists(slot.id, left, right))?;
        Some(Game(slot.id))
    }

    /// Whether a value, not a closed one, has these option lists. (Most lists are too short for a call that compares
    /// memory.)
    #[inline(always)]
    pub(crate) fn has_lists(&self, id: u32, left: &[u32], right: &[u32]) -> bool {
        let node = self.node(id);
        if node.is_closed() {
            return false;
        }
        if node.right & EXTENDED != 0 || left.len() + right.len() > SHORT {
            return self.known_lists(node) == Some((left, right));
        }
        let same_lengths = usize::from(node.left & COUNT) == left.len()
            && usize::from(node.right & COUNT) == right.len();
        same_lengths && {
            let both = self.lists.span(node.at, left.len() + right.len());
            both.iter().zip(left.iter().chain(right)).all(|(a, b)| a == b)
        }
    }

    /// The value with these canonical, sorted option lists, made if it is new. It is not a closed value.
    pub(crate) fn intern_lists(&self, left: &[u32], right: &[u32], facts: &Facts) -> Result<Game> {
        let (shard, hash) = self.locate(hash_lists(left, right));
        let mut table = lock(shard);
        if let Some(game) = self.find_in(&table, hash, left, right) {
            return Ok(game);
        }
        let mut node = Node::unlisted(facts);
        let _writer = lock(&self.writer);
        let long = left.len() > COUNT as usize || right.len() > COUNT as usize;
        if long || facts.wide.is_some() {
            let wide = match &facts.wide {
                None => 0,
                Some(cuts) => self.wide.push(cuts.clone()),
            };
            let count = |list: &[u32]| u32::try_from(list.len()).map_err(|_| Stopped::Memory);
            let wide = u32::try_from(wide).map_err(|_| Stopped::Memory)?;
            node.at = self.append_lists(&[&[count(left)?, count(right)?, wide], left, right])?;
            node.right |= EXTENDED;
        } else {
            node.at = self.append_lists(&[left, right])?;
            node.left |= left.len() as u16;
            node.right |= right.len() as u16;
        }
        let id = self.append_node(node)?;
        table.insert_unique(spread(hash), Slot { hash, id }, |slot| spread(slot.hash));
        Ok(Game(id))
    }
}

pub(crate) fn hash_lists(left: &[u32], right: &[u32]) -> u64 {
    let mut hasher = FxHasher::default();
    for id in left {
        hasher.write_u32(*id);
    }
    hasher.write_u32(u32::MAX);
    for id in right {
        hasher.write_u32(*id);
    }
    hasher.finish()
}
