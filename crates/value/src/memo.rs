//! The memory of operations: a bounded, lossy, lock-free table of `(operation, G, H) → value`.
//!
//! Direct mapped, 16 bytes an entry. Each entry is a small sequence lock: a writer takes it by making its sequence
//! number odd, and a reader trusts what it read only when the number was even and did not change meanwhile.
//! Nobody waits: a busy entry is a miss for readers and is left alone by writers. So the table never answers wrongly,
//! it only forgets. (Xor-checked pairs, the chess engines' scheme, would not do: two results whose ids differ in the
//! same bits as their operands pass that check.) It starts small, because cache misses in a large empty table cost more
//! than recomputing, and doubles with use up to a bound.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Which operation a remembered value belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Op {
    /// `G + H`.
    Sum = 1,
    /// 1 if `G` is all-small, 0 if not.
    AllSmall,
    /// The atomic weight of `G`, all-small.
    AtomicWeight,
    /// The birthday of `G`, as a plain number.
    Birthday,
    /// The companion of `G`.
    Companion,
    /// `G ∧ H`.
    ConjunctiveSum,
    /// Conway's product `G·H` of canonical forms.
    ConwayProduct,
    /// `G` cooled by the number `H`.
    Cool,
    /// `G` heated by `H`.
    Heat,
    /// Norton's product `G·H`.
    NortonProduct,
    /// `G:H`, with the canonical form of `G`.
    OrdinalSum,
    /// The reduced canonical form of `G`.
    Reduced,
    /// `G ∨ H`.
    SelectiveSum,
}

/// Bits of the value word: the result, the operation (zero when empty), the sequence number.
const OP_SHIFT: u32 = 32;
const SEQUENCE: u64 = 1 << 40;

#[derive(Default)]
struct Entry {
    /// `g << 32 | h`.
    key: AtomicU64,
    value: AtomicU64,
}

impl Entry {
    /// The result of `op` on the operands in `key`, if that is what the entry holds.
    #[inline(always)]
    fn get(&self, op: Op, key: u64) -> Option<u32> {
        // The first load acquires the value the result names; the second makes the third see any writer whose key it
        // saw.
        let value = self.value.load(Ordering::Acquire);
        let found = self.key.load(Ordering::Acquire);
        let unchanged = self.value.load(Ordering::Relaxed) == value;
        (found == key
            && unchanged
            && value & SEQUENCE == 0
            && (value >> OP_SHIFT) as u8 == op as u8)
            .then_some(value as u32)
    }

    /// Replaces the entry, unless another writer is at it; says whether it was empty.
    #[inline(always)]
    fn put(&self, op: u8, key: u64, result: u32) -> bool {
        let value = self.value.load(Ordering::Relaxed);
        let sequence = value & !(SEQUENCE - 1);
        let busy = value | SEQUENCE;
        if value & SEQUENCE != 0
            || self
                .value
                .compare_exchange(value, busy, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return false;
        }
        self.key.store(key, Ordering::Release);
        let next = sequence.wrapping_add(2 * SEQUENCE);
        self.value.store(next | u64::from(op) << OP_SHIFT | u64::from(result), Ordering::Release);
        (value >> OP_SHIFT) as u8 == 0
    }
}

/// log₂ of the first and of the last size, in entries.
const FIRST_BITS: usize = 10;
const LAST_BITS: usize = 18;

/// A growing table of results.
pub(crate) struct Memo {
    levels: [OnceLock<Box<[Entry]>>; LAST_BITS - FIRST_BITS + 1],
    level: AtomicUsize,
    filled: AtomicUsize,
}

fn table(bits: usize) -> Box<[Entry]> {
    (0..1usize << bits).map(|_| Entry::default()).collect()
}

/// Multiply-mix of the packed pair: a plain xor of the ids would send every `G + G` to one slot.
#[inline(always)]
fn slot(op: u8, key: u64, len: usize) -> usize {
    let mixed = (key ^ u64::from(op) << 59).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ mixed >> 29) >> 20) as usize & (len - 1)
}

impl Memo {
    pub(crate) fn new() -> Self {
        Self {
            levels: [const { OnceLock::new() }; LAST_BITS - FIRST_BITS + 1],
            level: AtomicUsize::new(0),
            filled: AtomicUsize::new(0),
        }
    }

    fn current(&self) -> &[Entry] {
        let level = self.level.load(Ordering::Acquire);
        self.levels[level].get_or_init(|| table(FIRST_BITS + level))
    }

    /// What was remembered, if it still is.
    #[inline]
    pub(crate) fn get(&self, op: Op, g: u32, h: u32) -> Option<u32> {
        let key = u64::from(g) << 32 | u64::from(h);
        let table = self.current();
        table[slot(op as u8, key, table.len())].get(op, key)
    }

    /// Remembers a result, in place of whatever shared its slot.
    #[inline]
    pub(crate) fn put(&self, op: Op, g: u32, h: u32, result: u32) {
        let key = u64::from(g) << 32 | u64::from(h);
        let table = self.current();
        let was_empty = table[slot(op as u8, key, table.len())].put(op as u8, key, result);
        if was_empty && self.filled.fetch_add(1, Ordering::Relaxed) * 2 > table.len() {
            self.grow(table);
        }
    }

    /// Doubles the table and copies what it knows. Two threads may both copy; each entry stays consistent.
    #[cold]
    fn grow(&self, from: &[Entry]) {
        let level = self.level.load(Ordering::Acquire);
        if level + 1 >= self.levels.len() || from.len() != 1 << (FIRST_BITS + level) {
            return;
        }
        let to = self.levels[level + 1].get_or_init(|| table(FIRST_BITS + level + 1));
        for entry in from {
            let value = entry.value.load(Ordering::Acquire);
            let key = entry.key.load(Ordering::Acquire);
            let op = (value >> OP_SHIFT) as u8;
            if op != 0 && value & SEQUENCE == 0 && entry.value.load(Ordering::Relaxed) == value {
                to[slot(op, key, to.len())].put(op, key, value as u32);
            }
        }
        if self
            .level
            .compare_exchange(level, level + 1, Ordering::AcqRel, Ordering::Relaxed)
            .is_ok()
        {
            self.filled.store(from.len() / 2, Ordering::Relaxed);
        }
    }

    /// Bytes of all tables made so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.levels
            .iter()
            .filter_map(OnceLock::get)
            .map(|t| std::mem::size_of_val(&**t) as u64)
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_forgets_but_never_lies() {
        let memo = Memo::new();
        for i in 0..200_000u32 {
            memo.put(Op::Sum, i, i ^ 77, i.wrapping_mul(3));
        }
        let mut hits = 0;
        for i in 0..200_000u32 {
            if let Some(r) = memo.get(Op::Sum, i, i ^ 77) {
                assert_eq!(r, i.wrapping_mul(3));
                hits += 1;
            }
            assert_eq!(memo.get(Op::Heat, i, i ^ 77), None);
        }
        assert!(hits > 100_000, "{hits} of 200000 remembered");
    }
}
