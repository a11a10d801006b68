//! What threads share that search for the winner of one sum.
//!
//! Every thread has a search of its own. Parts, with their options and comparisons, are kept once for all of them
//! (`part`), and values have the same numbers, so that a sum is the same list of entries for all, and what one has
//! decided the others find.
//! While a thread looks into a sum it stands on a list; whoever meets it there tries other moves first and comes back
//! to it later, to help.
//!
//! # Sources
//! J.-C. Weill, *The ABDADA distributed minimax search algorithm*, ICCA Journal 19 (1996) 3–16. Here the list of sums
//! that are looked into is apart from the table of those that are decided, and a first move is put off as well, but in
//! the first sums.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use farstar_value::Game;
use rustc_hash::FxHashMap;

use super::entry::{Entry, ValueId};
use super::node::Nodes;

/// Places for sums that are looked into.
const BUSY: usize = 1 << 12;

/// Numbers of values and of their negatives.
#[derive(Default)]
struct Numbered {
    numbers: FxHashMap<Game, ValueId>,
    /// The values by their numbers.
    games: Vec<Game>,
}

/// The tables of all threads.
pub(super) struct Blackboard {
    values: Mutex<Numbered>,
    /// Hashes of sums that a thread is looking into; a sum may be missing.
    busy: Box<[AtomicU64]>,
    /// Bytes that each thread holds.
    held: Box<[AtomicU64]>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // every change under a lock is whole before anything can unwind
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Blackboard {
    /// Tables for so many threads, with nothing in them.
    pub(super) fn new(threads: usize) -> Self {
        Self {
            values: Mutex::default(),
            busy: (0..BUSY).map(|_| AtomicU64::new(0)).collect(),
            held: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// The number of a value.
    pub(super) fn value(&self, game: Game, negative: Game) -> ValueId {
        let mut values = lock(&self.values);
        let Numbered { numbers, games } = &mut *values;
        if let Some(&known) = numbers.get(&game) {
            return known;
        }
        let number = ValueId::at(games.len());
        games.extend([game, negative]);
        numbers.insert(negative, number.opposite());
        numbers.insert(game, number);
        number
    }

    /// The value with a number that a thread was given.
    pub(super) fn game(&self, value: ValueId) -> Option<Game> {
        lock(&self.values).games.get(value.index()).copied()
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

    /// Notes the bytes that a thread holds alone; tells how many all do.
    pub(super) fn hold(&self, thread: usize, bytes: u64) -> u64 {
        self.held[thread].store(bytes, Ordering::Relaxed);
        self.held.iter().map(|held| held.load(Ordering::Relaxed)).sum()
    }

    /// Bytes of the tables here.
    pub(super) fn bytes(&self) -> u64 {
        let values = lock(&self.values);
        (values.numbers.capacity() * 10 + values.games.capacity() * 4) as u64
    }
}
