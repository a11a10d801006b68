//! Grundy values by rare and common values: `O(r)` steps for a heap when `r` heaps are rare.
//!
//! Values of the common class arise from splits with a rare part only (see the sparse space), so the least common value
//! not excluded is found by looking at the rare heaps. It is the value of the heap when every rare value below it is
//! excluded too; each of those needs one split as a *witness*, which is searched with vectors, smallest parts first.
//!
//! This is the plain path, right for every heap; once the rare heaps lie far enough back the segments of the sparse
//! method take over. Heaps are treated in blocks: the far rare heaps are marked for a block of lanes at once, which has
//! no dependence between lanes; the near ones lane by lane.

use std::collections::BinaryHeap;

use super::cells::Cell;
use super::kernel::{Kernel, Lane};
use super::mask::SparseSpace;
use super::rule::{Split, SplitRule, Take};

/// Parts up to this size are local witnesses: the state argument counts on no others.
pub(crate) const LOCAL: usize = 1 << 16;

/// Parts searched at a time.
const CHUNK: usize = 512;

/// A split known to settle many rare values: the take and one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Witness {
    pub(crate) taken: usize,
    pub(crate) part: usize,
}

/// The heaps at hand: all from heap `origin` on, and the first ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Heaps<'a, T> {
    /// The first heaps; may be empty when `origin` is 0.
    pub(crate) early: &'a [T],
    /// The heaps from `origin` on.
    pub(crate) late: &'a [T],
    /// The first heap of `late`, an even number.
    pub(crate) origin: usize,
}

impl<'a, T: Copy> Heaps<'a, T> {
    /// Every heap from 0 on.
    pub(crate) fn all(cells: &'a [T]) -> Self {
        Self { early: &[], late: cells, origin: 0 }
    }

    /// The heaps `from..to`, if they are at hand.
    pub(crate) fn range(&self, from: usize, to: usize) -> Option<&'a [T]> {
        match from.checked_sub(self.origin) {
            Some(start) => self.late.get(start..to - self.origin),
            None => self.early.get(from..to),
        }
    }
}

/// What ended an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reached {
    /// All heaps asked for.
    End,
    /// A heap whose value needs one bit more than all before.
    NewBit,
    /// A heap whose verification needs heaps that are no longer at hand.
    Forgotten,
}

/// The state of the method.
#[derive(Clone, Debug)]
pub(crate) struct RareCommon {
    pub(crate) rule: SplitRule,
    pub(crate) space: SparseSpace,
    /// The largest value known when the method was chosen; it fixes the size of the marks.
    pub(crate) top: usize,
    /// Heaps with a rare value, increasing, without heap 0.
    pub(crate) rares: Vec<usize>,
    /// Their values.
    pub(crate) rare_values: Vec<u32>,
    pub(crate) witnesses: Vec<Witness>,
    /// The number of heaps known when the witnesses were chosen.
    pub(crate) chosen_at: usize,
    /// The last heap that needed a witness whose smaller part exceeds [`LOCAL`].
    pub(crate) last_far_witness: Option<usize>,
    /// The first heap that was computed with this space.
    pub(crate) since: usize,
    pub(crate) kernel: Kernel,
}

impl RareCommon {
    /// The method with a sparse space, on a sequence that starts with `values`.
    pub(crate) fn new(
        rule: &SplitRule,
        space: SparseSpace,
        values: impl Iterator<Item = usize>,
        kernel: Kernel,
    ) -> Self {
        let mut since = 0;
        let values = values.inspect(|_| since += 1);
        let rares = values.enumerate().skip(1).filter(|&(n, v)| !space.is_common(v, n));
        let (rares, rare_values) = rares.map(|(n, v)| (n, v as u32)).unzip();
        Self {
            rule: rule.clone(),
            space,
            top: 0,
            rares,
            rare_values,
            since,
            witnesses: Vec::new(),
            chosen_at: 0,
            last_far_witness: None,
            kernel,
        }
    }

    /// Extends the values to the heaps below `to`, with values below `V`, `L` heaps at a time.
    pub(crate) fn extend<T: Lane, const V: usize, const L: usize>(
        &mut self,
        cells: &mut Vec<T>,
        to: usize,
    ) -> Reached {
        let splits: Vec<Take> = self.rule.long_splits().collect();
        let mut marks = vec![[0u8; V]; L];
        while cells.len() < to {
            let base = cells.len();
            let lanes = L.min(to - base);
            let marks = &mut marks[..lanes];
            marks.fill([0; V]);
            self.mark_far(&splits, cells, base, marks);
            for (lane, set) in marks.iter_mut().enumerate() {
                let heap = base + lane;
                let Some(value) = self.settle(&splits, cells, (base, lanes), heap, set) else {
                    return Reached::NewBit;
                };
                cells.push(T::of(value));
            }
        }
        Reached::End
    }

    /// Marks the splits with a rare heap that lie before the block for all lanes.
    fn mark_far<T: Lane, const V: usize>(
        &self,
        splits: &[Take],
        cells: &[T],
        base: usize,
        marks: &mut [[u8; V]],
    ) {
        let lanes = marks.len();
        for take in splits {
            let taken = take.taken;
            let to = self.far_to(taken, base);
            for &part in &self.rares[self.far_from(taken, lanes).min(to)..to] {
                mark(cells, base, taken, part, take.split, marks);
            }
        }
    }

    /// The first rare heap whose split with this take reaches before a block of `lanes`.
    fn far_from(&self, taken: usize, lanes: usize) -> usize {
        self.rares.partition_point(|&r| taken + r < lanes)
    }

    /// The end of the rare heaps whose other part is not empty at the start of the block.
    fn far_to(&self, taken: usize, base: usize) -> usize {
        self.rares.partition_point(|&r| taken + r < base)
    }

    /// The value of one heap, the far marks being in `set`; `None` when it needs a new bit.
    #[inline]
    fn settle<T: Lane, const V: usize>(
        &mut self,
        splits: &[Take],
        cells: &[T],
        (base, lanes): (usize, usize),
        heap: usize,
        set: &mut [u8; V],
    ) -> Option<usize> {
        for take in splits {
            let near = ..self.far_from(take.taken, lanes).min(self.far_to(take.taken, base));
            let recent = self.far_to(take.taken, base)..;
            for &part in self.rares[near].iter().chain(&self.rares[recent]) {
                let Some(other) = heap.checked_sub(take.taken + part) else { break };
                if other == 0 || take.split == Split::Unequal && other == part {
                    continue;
                }
                set[(cells[other] ^ cells[part]).index() & (V - 1)] = 1;
            }
        }
        self.rule.short_options(heap, |part| cells[part].index(), |v| set[v & (V - 1)] = 1);
        let mut value = 0;
        loop {
            value = first_unmarked(set, value)?;
            if self.space.is_common(value, heap) {
                return Some(value);
            }
            if self.has_witness(splits, Heaps::all(cells), heap, T::of(value)) != Some(true) {
                self.add_rare(heap, value);
                return Some(value);
            }
            value += 1;
        }
    }

    /// Notes a rare heap behind all others.
    pub(crate) fn add_rare(&mut self, heap: usize, value: usize) {
        self.rares.push(heap);
        self.rare_values.push(value as u32);
    }

    /// Whether some option of `heap` has the value; notes who was the witness. `None` when the
    /// heaps at hand do not decide it.
    pub(crate) fn has_witness<T: Lane>(
        &mut self,
        splits: &[Take],
        heaps: Heaps<'_, T>,
        heap: usize,
        value: T,
    ) -> Option<bool> {
        // the last `last_take` values are part of every state, so these are local
        let mut short = false;
        let wanted = value.index();
        let (late, origin) = (heaps.late, heaps.origin);
        self.rule.short_options(heap, |part| late[part - origin].index(), |v| short |= v == wanted);
        if short {
            return Some(true);
        }
        for local in [true, false] {
            for take in splits {
                let Some(rest) = heap.checked_sub(take.taken).filter(|&rest| rest > 0) else {
                    continue;
                };
                // parts 1..=largest, the other part being at least as large
                let largest = if take.split == Split::Unequal { (rest - 1) / 2 } else { rest / 2 };
                let (mut from, last) =
                    if local { (1, largest.min(LOCAL)) } else { (LOCAL + 1, largest) };
                while from <= last {
                    let to = (from + CHUNK).min(last + 1);
                    let ahead = heaps.range(from, to)?;
                    let behind = heaps.range(rest + 1 - to, rest + 1 - from)?;
                    let Some(found) = self.kernel.find(ahead, behind, value) else {
                        from = to;
                        continue;
                    };
                    if found + from > LOCAL {
                        self.last_far_witness = Some(heap);
                    }
                    return Some(true);
                }
            }
        }
        Some(false)
    }

    /// Chooses the witnesses anew, for heaps like those of `sample`.
    ///
    /// Greedy cover: of all parts up to `scouted`, again and again the one that settles most of what is still open in
    /// the sample, as long as it settles a value of one heap in `price`. What a part would settle only shrinks, so
    /// parts are looked at again only when they come first.
    pub(crate) fn choose_witnesses<T: Lane>(
        &mut self,
        splits: &[Take],
        heaps: Heaps<'_, T>,
        sample: &[usize],
        scouted: usize,
        price: usize,
    ) {
        let words = self.top / 32 + 1;
        let mut open: Vec<u64> = vec![0; sample.len() * (words + 1)];
        let late = |heap: usize| heaps.late[heap - heaps.origin].index();
        for (&heap, open) in sample.iter().zip(open.chunks_exact_mut(words + 1)) {
            for value in (0..late(heap)).filter(|&v| !self.space.is_common(v, heap)) {
                open[value / 64] |= 1 << (value % 64);
            }
            self.rule.short_options(heap, late, |v| {
                open.get_mut(v / 64).into_iter().for_each(|word| *word &= !(1 << (v % 64)));
            });
        }
        // the value of the split of every sampled heap with every part, row by row; a split that does not exist settles
        // nothing later heaps are larger than the sampled ones, so these parts are the smaller ones there: neither
        // empty nor equal to the other part
        let known = sample.iter().copied().max().unwrap_or(0);
        let parts: Vec<Witness> = splits
            .iter()
            .flat_map(|take| (1..=scouted).map(|part| Witness { taken: take.taken, part }))
            .filter(|witness| 2 * witness.part + witness.taken < known)
            .collect();
        let none = 64 * words as u32;
        let mut rows: Vec<u32> = Vec::with_capacity(parts.len() * sample.len());
        for witness in &parts {
            let part = heaps.range(witness.part, witness.part + 1).map(|one| one[0].index());
            let (part, reach) = match part {
                Some(part) => (part, heaps.origin + witness.taken + witness.part),
                None => (0, usize::MAX),
            };
            rows.extend(sample.iter().map(|&heap| {
                let other = heap.checked_sub(reach).and_then(|at| heaps.late.get(at));
                other.map_or(none, |other| ((part ^ other.index()) as u32).min(none))
            }));
        }
        // the last word of each sampled heap is empty, for splits that settle nothing
        let width = words + 1;
        let row = |index: usize| &rows[index * sample.len()..(index + 1) * sample.len()];
        let gain = |index: usize, open: &[u64]| -> usize {
            let pairs = row(index).iter().zip(open.chunks_exact(width));
            pairs.map(|(&v, open)| (open[v as usize / 64] >> (v % 64) & 1) as usize).sum()
        };
        let settle = |index: usize, open: &mut [u64]| {
            for (&v, open) in row(index).iter().zip(open.chunks_exact_mut(width)) {
                open[v as usize / 64] &= !(1 << (v % 64));
            }
        };
        let least = (sample.len() / price).max(1);
        self.witnesses.clear();
        let mut queue: BinaryHeap<(usize, usize)> =
            (0..parts.len()).map(|index| (gain(index, &open), index)).collect();
        while let Some((_, index)) = queue.pop() {
            let now = gain(index, &open);
            if queue.peek().is_some_and(|&(next, _)| next > now) {
                queue.push((now, index));
                continue;
            }
            if now < least {
                break;
            }
            self.witnesses.push(parts[index]);
            settle(index, &mut open);
        }
    }
}

/// Marks the splits with `part` for every lane of a block.
#[inline(always)]
fn mark<T: Cell, const V: usize>(
    cells: &[T],
    base: usize,
    taken: usize,
    part: usize,
    split: Split,
    marks: &mut [[u8; V]],
) {
    let start = base - taken - part;
    let value = cells[part];
    let skipped = if split == Split::Unequal { part.wrapping_sub(start) } else { usize::MAX };
    let row = &cells[start..start + marks.len()];
    if skipped < marks.len() {
        for (lane, (set, &cell)) in marks.iter_mut().zip(row).enumerate() {
            if lane != skipped {
                set[(cell ^ value).index() & (V - 1)] = 1;
            }
        }
        return;
    }
    for (set, &cell) in marks.iter_mut().zip(row) {
        set[(cell ^ value).index() & (V - 1)] = 1;
    }
}

/// The first value from `from` on that is not marked.
#[inline(always)]
pub(crate) fn first_unmarked<const V: usize>(set: &[u8; V], from: usize) -> Option<usize> {
    const ALL: u64 = 0x0101_0101_0101_0101;
    let first = from & !7;
    let mut skip = ALL << (8 * (from & 7)) & ALL;
    for (word, eight) in set.get(first..)?.chunks_exact(8).enumerate() {
        let marked = u64::from_le_bytes(eight.try_into().ok()?);
        let open = !marked & skip;
        if open != 0 {
            return Some(first + 8 * word + open.trailing_zeros() as usize / 8);
        }
        skip = ALL;
    }
    None
}
