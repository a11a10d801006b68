//! What threads share that search for the winner of one sum.
//!
//! Every thread has a search of its own, with its own options, values and comparisons. All give parts and values the
//! same numbers, so that a sum is the same list of entries for all of them, and what one has decided the others find.
//! While a thread looks into a sum it stands on a list; whoever meets it there tries other moves first and comes back
//! to it later, to help.
//!
//! # Sources
//! J.-C. Weill, *The ABDADA distributed minimax search algorithm*, ICCA Journal 19 (1996) 3–16. Here the list of sums
//! that are looked into is apart from the table of those that are decided, and a first move is put off as well.

use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use farstar_value::Game;
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

use super::entry::{Entry, PartRef, ValueId};
use super::node::Nodes;

/// Parts of the tables that are locked alone.
const SHARDS: usize = 1 << 6;
/// Places for sums that are looked into.
const BUSY: usize = 1 << 12;

/// Numbers of parts.
#[derive(Default)]
struct Numbers {
    /// For each part the number of its table, the length of its code, and the code.
    codes: Vec<u64>,
    /// Where a part stands among the codes, and its number.
    table: HashTable<(u32, u32)>,
}

/// The tables of all threads.
pub(super) struct Blackboard {
    parts: Box<[Mutex<Numbers>]>,
    next_part: AtomicU32,
    /// Numbers of values and of their negatives, and how many are given.
    values: Mutex<(FxHashMap<Game, ValueId>, usize)>,
    /// Values of the normal forms of parts.
    found: Mutex<FxHashMap<u32, Game>>,
    sums: Box<[Mutex<Nodes>]>,
    /// Hashes of sums that a thread is looking into; a sum may be missing.
    busy: Box<[AtomicU64]>,
    /// Bytes that each thread holds.
    held: Box<[AtomicU64]>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // every change under a lock is whole before anything can unwind
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn shards<T: Default>() -> Box<[Mutex<T>]> {
    (0..SHARDS).map(|_| Mutex::default()).collect()
}

/// The shard of a hash: by bits that the tables inside do not begin with.
fn shard<T>(shards: &[Mutex<T>], hash: u64) -> MutexGuard<'_, T> {
    lock(&shards[(hash >> 40) as usize % SHARDS])
}

impl Blackboard {
    /// Tables for so many threads, with nothing in them.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            parts: shards(),
            next_part: AtomicU32::new(0),
            values: Mutex::default(),
            found: Mutex::default(),
            sums: shards(),
            busy: (0..BUSY).map(|_| AtomicU64::new(0)).collect(),
            held: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// The number of the part of a table with this code.
    pub(super) fn part(&self, table: u16, code: &[u64]) -> u32 {
        let head = u64::from(table) << 32 | code.len() as u64;
        let hash = FxBuildHasher.hash_one((head, code));
        let mut numbers = shard(&self.parts, hash);
        let Numbers { codes, table } = &mut *numbers;
        let code_at = |at: u32| {
            let at = at as usize;
            &codes[at..][..=codes[at] as u32 as usize]
        };
        let same = |&(at, _): &(u32, u32)| {
            let [kept, words @ ..] = code_at(at) else { return false };
            *kept == head && words == code
        };
        if let Some(&(_, number)) = table.find(hash, same) {
            return number;
        }
        let number = self.next_part.fetch_add(1, Ordering::Relaxed);
        let rehash = |&(at, _): &(u32, u32)| match code_at(at) {
            [head, words @ ..] => FxBuildHasher.hash_one((head, words)),
            [] => 0,
        };
        table.insert_unique(hash, (codes.len() as u32, number), rehash);
        codes.push(head);
        codes.extend_from_slice(code);
        number
    }

    /// The number of a value.
    pub(super) fn value(&self, game: Game, negative: Game) -> ValueId {
        let mut values = lock(&self.values);
        let (numbers, given) = &mut *values;
        if let Some(&known) = numbers.get(&game) {
            return known;
        }
        let number = ValueId::at(*given);
        *given += 2;
        numbers.insert(negative, number.opposite());
        numbers.insert(game, number);
        number
    }

    /// The value of the normal form of a part, if a thread has found it.
    pub(super) fn value_of(&self, part: PartRef) -> Option<Game> {
        lock(&self.found).get(&part.number()).copied()
    }

    /// Tells the others the value of the normal form of a part.
    pub(super) fn tell_value(&self, part: PartRef, value: Game) {
        lock(&self.found).insert(part.number(), value);
    }

    /// Whether Left wins a sum moving first, if a thread has found out.
    pub(super) fn get(&self, sum: &[Entry]) -> Option<bool> {
        shard(&self.sums, Nodes::hash(sum)).get(sum)
    }

    /// Tells the others who wins a sum.
    pub(super) fn tell(&self, sum: &[Entry], won: bool) {
        let mut sums = shard(&self.sums, Nodes::hash(sum));
        if sums.get(sum).is_none() {
            sums.insert(sum, won);
        }
    }

    /// No sum is looked into.
    pub(super) fn rest(&self) {
        self.busy.iter().for_each(|place| place.store(0, Ordering::Relaxed));
    }

    fn busy(&self, sum: &[Entry]) -> (&AtomicU64, u64) {
        let hash = Nodes::hash(sum) | 1;
        (&self.busy[(hash >> 20) as usize % BUSY], hash)
    }

    /// Whether a thread is looking into a sum: a guess, on which only the order of play rests.
    pub(super) fn is_busy(&self, sum: &[Entry]) -> bool {
        let (place, hash) = self.busy(sum);
        place.load(Ordering::Relaxed) == hash
    }

    /// A thread begins to look into a sum.
    pub(super) fn enter(&self, sum: &[Entry]) {
        let (place, hash) = self.busy(sum);
        place.store(hash, Ordering::Relaxed);
    }

    /// A thread has done with a sum.
    pub(super) fn leave(&self, sum: &[Entry]) {
        let (place, hash) = self.busy(sum);
        let _ = place.compare_exchange(hash, 0, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Notes the bytes that a thread holds; tells how many all hold, with those of the tables here.
    pub(super) fn hold(&self, thread: usize, bytes: u64) -> u64 {
        self.held[thread].store(bytes, Ordering::Relaxed);
        self.held.iter().map(|held| held.load(Ordering::Relaxed)).sum::<u64>() + self.bytes()
    }

    /// Bytes of the tables here.
    pub(super) fn bytes(&self) -> u64 {
        let parts =
            self.parts.iter().map(lock).map(|n| n.codes.capacity() * 8 + n.table.capacity() * 9);
        let sums = self.sums.iter().map(lock).map(|nodes| nodes.bytes());
        let (values, found) = (lock(&self.values).0.capacity(), lock(&self.found).capacity());
        (parts.sum::<usize>() + sums.sum::<usize>() + (values + found) * 10) as u64
    }

    /// How many sums are decided.
    pub(super) fn count(&self) -> usize {
        self.sums.iter().map(|nodes| lock(nodes).count()).sum()
    }
}
