//! Rare and common values in segments: the values first, their verification one segment behind.
//!
//! Once the last rare heap lies a block behind, the least common value not excluded can be taken without knowing
//! whether the rare values below it are excluded. That is verified later, for whole blocks of known heaps, first
//! against a short list of witnesses and then by search, on a second thread while the next segment is computed; when a
//! value turns out to be rare, the heaps from there on are taken back.
//!
//! The set of excluded values of a heap is one word when all values are below 32, 64 or 128 (the *one-hot* form), and a
//! row of marks otherwise. The word has a bit for every [rank](super::ranks) of a common value, 16 to 64 of them: the
//! heaps at hand are all common, so it is the union of `1 << (r ^ s)` over the rare heaps, `r` and `s` being the ranks
//! of the rare heap and of the other part, for many neighbouring heaps at once in vector registers.

use super::kernel::{BLOCK, FIRST, LANES, Lane, Pairs, Word};
use super::ranks::Ranks;
use super::rare::{Heaps, RareCommon, Reached, first_unmarked};
use super::rule::{Split, Take};

/// The most heaps computed before they are verified, an eighth of all if those are fewer; and so many that a thread
/// pays.
const SEGMENT: usize = 1 << 19;
const THREADED: usize = 1 << 15;

/// Values from which on the one-hot form is not used, and the most rare heaps for which it is.
pub(crate) const MOST_ONE_HOT: usize = 128;
pub(crate) const MOST_RARE: usize = 1024;

/// The largest part that is tried as a witness in one-hot form.
const SCOUTED: usize = 128;

/// Heaps whose ranks are looked at together when they are verified.
const RANKED: usize = 256 * LANES;

/// Whether the method can go on from heap `len`: no split of a heap of the next block has a rare
/// part that is too recent to be seen from the start of the block.
pub(crate) fn applies(state: &RareCommon, len: usize) -> bool {
    let last = state.rares.last().copied().unwrap_or(0);
    len > last + state.rule.last_take + LANES && len > 2 * state.rule.last_take + 2 * LANES
}

/// The ranks to go on with in one-hot form from heap `len`, where the other parts of all splits looked at are common.
pub(crate) fn ranks(state: &RareCommon, len: usize) -> Option<Ranks> {
    let last = state.rares.last().copied().unwrap_or(0);
    let parts = state.witnesses.iter().map(|witness| witness.part);
    let behind =
        last + parts.fold(last.max(SCOUTED), usize::max) + state.rule.last_take + 2 * LANES;
    Ranks::of(state.space).filter(|_| len > behind && applies(state, len))
}

/// A form of the sets of excluded values.
pub(crate) trait Form<T: Lane>: Sync {
    /// Heaps in a block.
    const BLOCK: usize;
    /// The number of values a set has room for.
    const VALUES: usize;
    /// For the choice of witnesses: heaps in a sample, parts that are tried, and the number of
    /// heaps of which one must need a witness for it to pay.
    const CHOICE: [usize; 3];

    /// Appends values to `window`, whose first cell is heap `origin`, up to heap `end`; what stood there before may be
    /// lost.
    fn compute(
        plan: &Plan<T>,
        state: &RareCommon,
        window: &mut Vec<T>,
        origin: usize,
        end: usize,
    ) -> Reached;

    /// Calls `open` with every heap of a range and every rare value below its own that no
    /// listed witness excludes, until `open` says no; returns that heap and value.
    fn unwitnessed(
        plan: &Plan<T>,
        state: &mut RareCommon,
        cells: &[T],
        from: usize,
        to: usize,
        open: &mut dyn FnMut(&mut RareCommon, usize, T) -> bool,
    ) -> Option<(usize, T)>;
}

/// The pairs to look at, fixed as long as no new rare heap appears: distances and values.
pub(crate) struct Plan<T> {
    /// Pairs with the rare heaps, at least a block back.
    far: Vec<(usize, T)>,
    /// The other pairs with rare heaps.
    near: Vec<(usize, T)>,
    /// Pairs with the witnesses, and the options of one heap.
    witnesses: Vec<(usize, T)>,
    ranks: Option<Ranks>,
    /// For every take that splits the values of the first parts, the largest part first.
    firsts: Vec<(usize, [T; FIRST])>,
    /// The rare values at even and at odd heaps, and what equal splits exclude there.
    rare: [Vec<bool>; 2],
    never: [bool; 2],
}

impl<T: Lane> Plan<T> {
    fn new(state: &RareCommon, heaps: Heaps<'_, T>, block: usize, values: usize) -> Self {
        let mut pairs: Vec<(usize, T)> = Vec::new();
        let mut never = [false; 2];
        for take in &state.rule.takes {
            if take.keeps {
                pairs.push((take.taken, T::of(0)));
            }
            match take.split {
                Split::No => {}
                Split::Equal => never[take.taken % 2] = true,
                Split::Any | Split::Unequal => {
                    let rares = state.rares.iter().zip(&state.rare_values);
                    pairs.extend(rares.map(|(r, &v)| (take.taken + r, T::of(v as usize))));
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        let near = pairs.partition_point(|&(distance, _)| distance < block);
        let far = pairs.split_off(near);
        let space = state.space;
        let rare = [0, 1].map(|parity| (0..values).map(|v| !space.is_common(v, parity)).collect());
        let witnesses = Self::witness_pairs(state, heaps);
        let parts = heaps.range(1, FIRST + 1).and_then(|parts| parts.first_chunk::<FIRST>());
        let splits = state.rule.long_splits();
        let firsts = parts.map(|parts| {
            let mut reversed = *parts;
            reversed.reverse();
            splits.map(|take| (take.taken, reversed)).collect()
        });
        let (near, firsts) = (pairs, firsts.unwrap_or_default());
        Self { far, near, witnesses, ranks: Ranks::of(space), firsts, rare, never }
    }

    fn witness_pairs(state: &RareCommon, heaps: Heaps<'_, T>) -> Vec<(usize, T)> {
        let kept = state.rule.takes.iter().filter(|take| take.keeps).map(|t| (t.taken, T::of(0)));
        let split = state.witnesses.iter().filter_map(|witness| {
            let part = heaps.range(witness.part, witness.part + 1)?[0];
            Some((witness.taken + witness.part, part))
        });
        kept.chain(split).collect()
    }

    /// The pairs of the heap at a place of `cells` with the first parts: the partners, the parts.
    /// None where a partner could be a first part itself.
    fn first_pairs<'a>(
        &'a self,
        cells: &'a [T],
        at: usize,
    ) -> impl Iterator<Item = (&'a [T; FIRST], &'a [T; FIRST])> {
        let partners = move |taken: usize| {
            let end = at.checked_sub(taken).filter(|&end| end > 2 * FIRST)?;
            cells[..end].last_chunk::<FIRST>()
        };
        self.firsts.iter().filter_map(move |(taken, parts)| Some((partners(*taken)?, parts)))
    }

    fn reach(&self, block: usize) -> usize {
        self.far.last().map_or(0, |&(distance, _)| distance).max(block) + block
    }

    /// A row of marks with the rare values of a parity, or the common ones, marked.
    fn row<const V: usize>(&self, parity: usize, rare: bool) -> [u8; V] {
        std::array::from_fn(|v| u8::from(self.rare[parity][v] == rare))
    }
}

/// Sets as words: ranks below 16, 32 or 64, where there are ranks; no value otherwise.
pub(crate) struct OneHot<W>(std::marker::PhantomData<W>);

/// [`extend`] in one-hot form, where there are [`ranks`].
pub(crate) fn one_hot(
    state: &mut RareCommon,
    early: &[u8],
    cells: &mut Vec<u8>,
    origin: usize,
    to: usize,
    threads: bool,
) -> Reached {
    match state.top {
        0..32 => extend::<u8, OneHot<u16>>(state, early, cells, origin, to, threads),
        32..64 => extend::<u8, OneHot<u32>>(state, early, cells, origin, to, threads),
        _ => extend::<u8, OneHot<u64>>(state, early, cells, origin, to, threads),
    }
}

/// The pairs that give a common value of a heap, or a rare one, by rank.
fn by_rank(ranks: Ranks, pairs: &[(usize, u8)], common: bool) -> Vec<(usize, u8)> {
    let pairs = pairs.iter().filter(|&&pair| ranks.stays_common(pair) == common);
    pairs.map(|&(distance, value)| (distance, ranks.rank(value))).collect()
}

impl<W: Word> Form<u8> for OneHot<W> {
    const BLOCK: usize = BLOCK;
    const VALUES: usize = 2 * W::BITS;
    const CHOICE: [usize; 3] = [384, 128, 128];

    fn compute(
        plan: &Plan<u8>,
        state: &RareCommon,
        window: &mut Vec<u8>,
        origin: usize,
        end: usize,
    ) -> Reached {
        let Some(ranks) = plan.ranks else { return Reached::NewBit };
        let pairs = [&plan.near, &plan.far].map(|pairs| by_rank(ranks, pairs, true)).concat();
        let blocked = [0, 1].map(|parity| u64::from(plan.never[parity] && !plan.rare[parity][0]));
        let known = window.len();
        window.iter_mut().for_each(|cell| *cell = ranks.rank(*cell));
        let pairs = Pairs { pairs: &pairs, blocked };
        let done = state.kernel.least_open::<W>(window, origin, end, &pairs);
        ranks.decode(&mut window[known..], (origin + known) % 2);
        if done { Reached::End } else { Reached::NewBit }
    }

    fn unwitnessed(
        plan: &Plan<u8>,
        state: &mut RareCommon,
        cells: &[u8],
        from: usize,
        to: usize,
        open: &mut dyn FnMut(&mut RareCommon, usize, u8) -> bool,
    ) -> Option<(usize, u8)> {
        let ranks = plan.ranks?;
        let rare = [0, 1].map(|parity| {
            std::array::from_fn(
                |r| if r < W::BITS { ranks.value(r as u8, false, parity) } else { 0 },
            )
        });
        let witnesses = by_rank(ranks, &plan.witnesses, false);
        let reach = witnesses.iter().map(|&(distance, _)| distance).max().unwrap_or(0);
        // the ranks of some heaps at a time, from this one on
        let (mut ranked, mut first) = (Vec::with_capacity(reach + RANKED), 0);
        let mut base = from;
        while base < to {
            let lanes = LANES.min(to - base);
            let mut needed = [W::default(); LANES];
            let mut left = if let Some(row) = cells[base..].first_chunk::<LANES>() {
                if base + LANES > first + ranked.len() {
                    first = base.saturating_sub(reach);
                    let some = &cells[first..cells.len().min(base + RANKED)];
                    ranked.clear();
                    ranked.extend(some.iter().map(|&cell| ranks.rank(cell)));
                }
                let limits = row.map(|cell| ranks.limit(cell));
                state.kernel.unsettled(&ranked, base - first, &limits, &witnesses, &mut needed)
            } else {
                // full vectors only: the last heaps of the sequence go to the search
                for (need, &cell) in needed.iter_mut().zip(&cells[base..]) {
                    *need = W::below(ranks.limit(cell));
                }
                u64::MAX
            };
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                if lane >= lanes {
                    break;
                }
                let pairs = plan.first_pairs(cells, base + lane);
                let values = &rare[(base + lane) % 2];
                let mut need = pairs.fold(needed[lane].wide(), |need, (others, parts)| {
                    state.kernel.unmet(others, parts, values, need)
                });
                while need != 0 {
                    let value = values[need.trailing_zeros() as usize];
                    if !open(state, base + lane, value) {
                        return Some((base + lane, value));
                    }
                    need &= need - 1;
                }
            }
            base += lanes;
        }
        None
    }
}

/// Heaps in a block of marks.
const ROWS: usize = LANES;

/// Pairs of a heap that are marked when there are many, and the number of open values that are
/// compared with the others.
const MARKED: usize = 256;
const CANDIDATES: usize = 10;

/// Sets as rows of `V` marks.
pub(crate) struct Marks<const V: usize>;

impl<T: Lane, const V: usize> Form<T> for Marks<V> {
    const BLOCK: usize = ROWS;
    const VALUES: usize = V;
    const CHOICE: [usize; 3] = [512, 1024, 100];

    fn compute(
        plan: &Plan<T>,
        state: &RareCommon,
        window: &mut Vec<T>,
        origin: usize,
        end: usize,
    ) -> Reached {
        let blocked: [[u8; V]; 2] = [0, 1].map(|parity| {
            let mut row = plan.row(parity, true);
            row[0] |= u8::from(plan.never[parity]);
            row
        });
        // a sample of the far pairs, spread over all of them, is marked; the others are compared
        // with the least values that are still open
        let (mut marked, mut compared) = (Vec::new(), Vec::new());
        let stride =
            if plan.far.len() > MARKED * 3 / 2 { plan.far.len().div_ceil(MARKED) } else { 1 };
        for (index, &pair) in plan.far.iter().enumerate() {
            let sample = if index % stride == 0 { &mut marked } else { &mut compared };
            sample.push(pair);
        }
        let mut rows = vec![[0u8; V]; ROWS];
        while origin + window.len() < end {
            let base = window.len();
            let lanes = ROWS.min(end - origin - base);
            for (lane, row) in rows.iter_mut().enumerate() {
                *row = blocked[(origin + base + lane) % 2];
            }
            mark_rows(&mut rows, window, base, &marked);
            let mut open = [[T::default(); LANES]; CANDIDATES];
            let mut count = [0; ROWS];
            let mut hits = [0; CANDIDATES];
            if !compared.is_empty() {
                for (lane, row) in rows.iter().enumerate() {
                    let mut next = 0;
                    while let Some(value) =
                        first_unmarked(row, next).filter(|_| count[lane] < CANDIDATES)
                    {
                        open[count[lane]][lane] = T::of(value);
                        count[lane] += 1;
                        next = value + 1;
                    }
                }
                hits = state.kernel.lane_hits(window, base, &compared, &open);
            }
            for (lane, row) in rows.iter_mut().enumerate().take(lanes) {
                let at = base + lane;
                for &(distance, value) in &plan.near {
                    row[(window[at - distance] ^ value).index() & (V - 1)] = 1;
                }
                let candidate = (0..count[lane])
                    .find(|&c| hits[c] >> lane & 1 == 0 && row[open[c][lane].index()] == 0);
                if let Some(candidate) = candidate {
                    window.push(open[candidate][lane]);
                    continue;
                }
                for &(distance, value) in &compared {
                    row[(window[at - distance] ^ value).index() & (V - 1)] = 1;
                }
                let Some(value) = first_unmarked(row, 0) else { return Reached::NewBit };
                window.push(T::of(value));
            }
        }
        Reached::End
    }

    fn unwitnessed(
        plan: &Plan<T>,
        state: &mut RareCommon,
        cells: &[T],
        from: usize,
        to: usize,
        open: &mut dyn FnMut(&mut RareCommon, usize, T) -> bool,
    ) -> Option<(usize, T)> {
        let common: [[u8; V]; 2] = [plan.row(0, false), plan.row(1, false)];
        let mut rows = vec![[0u8; V]; ROWS];
        let mut base = from;
        while base < to {
            let lanes = ROWS.min(to - base);
            for (lane, row) in rows.iter_mut().enumerate() {
                *row = common[(base + lane) % 2];
            }
            if base + ROWS <= cells.len() {
                mark_rows(&mut rows, cells, base, &plan.witnesses);
            }
            for (lane, row) in rows.iter().enumerate().take(lanes) {
                let heap = base + lane;
                let mut value = 0;
                while let Some(next) = first_unmarked(row, value) {
                    if next >= cells[heap].index() {
                        break;
                    }
                    if !open(state, heap, T::of(next)) {
                        return Some((heap, T::of(next)));
                    }
                    value = next + 1;
                }
            }
            base += lanes;
        }
        None
    }
}

/// Marks the pairs in every row of a block.
#[inline(always)]
fn mark_rows<T: Lane, const V: usize>(
    rows: &mut [[u8; V]],
    cells: &[T],
    base: usize,
    pairs: &[(usize, T)],
) {
    for &(distance, value) in pairs {
        let start = base - distance;
        for (row, &cell) in rows.iter_mut().zip(&cells[start..start + ROWS]) {
            row[(cell ^ value).index() & (V - 1)] = 1;
        }
    }
}

/// Extends `cells` (heap `origin` and all behind it, `origin` being even) to the heaps below `to`; returns early after
/// a new rare heap or before a value that needs a new bit. `early` holds the first heaps when `origin` is not 0.
pub(crate) fn extend<T: Lane, F: Form<T>>(
    state: &mut RareCommon,
    early: &[T],
    cells: &mut Vec<T>,
    origin: usize,
    to: usize,
    threads: bool,
) -> Reached {
    let splits: Vec<Take> = state.rule.long_splits().collect();
    let mut plan = Plan::new(state, Heaps { early, late: cells, origin }, F::BLOCK, F::VALUES);
    let reach = plan.reach(F::BLOCK);
    if origin > 0 && cells.len() < reach {
        return Reached::Forgotten;
    }
    let mut verified = cells.len();
    let longest = (to.saturating_sub(origin + verified) / 8).clamp(THREADED, SEGMENT);
    let mut window: Vec<T> = Vec::with_capacity(reach + SEGMENT + LANES);
    let mut segment = 1 << 10;
    let mut reached = Reached::End;
    while origin + verified < to {
        // the heaps from `verified` on are computed but not verified
        let from = cells.len().saturating_sub(reach);
        window.clear();
        window.extend_from_slice(&cells[from..]);
        let start = window.len();
        let end = (origin + cells.len() + segment).min(to);
        let go_on = reached == Reached::End && origin + cells.len() < to;
        let known: &[T] = cells;
        let heaps = Heaps { early, late: known, origin };
        let mut verifier = state.clone();
        let mut forgotten = false;
        let mut verify = || {
            let mut open = |state: &mut RareCommon, at: usize, value: T| {
                let settled = state.has_witness(&splits, heaps, origin + at, value);
                forgotten |= settled.is_none();
                settled == Some(true)
            };
            F::unwitnessed(&plan, &mut verifier, known, verified, known.len(), &mut open)
        };
        let unsettled = if threads && go_on && known.len() - verified >= THREADED {
            let computer: &RareCommon = state;
            std::thread::scope(|scope| {
                let worker =
                    scope.spawn(|| F::compute(&plan, computer, &mut window, origin + from, end));
                let unsettled = verify();
                // a panic of the worker would be a bug; its heaps are then computed otherwise
                reached = worker.join().unwrap_or(Reached::NewBit);
                unsettled
            })
        } else {
            if go_on {
                reached = F::compute(&plan, state, &mut window, origin + from, end);
            }
            verify()
        };
        let seen = known.len() - verified;
        state.last_far_witness = verifier.last_far_witness;
        if let Some((at, value)) = unsettled {
            cells.truncate(at);
            if forgotten {
                return Reached::Forgotten;
            }
            cells.push(value);
            state.add_rare(origin + at, value.index());
            return Reached::End;
        }
        verified = cells.len();
        cells.extend_from_slice(&window[start..]);
        let [size, scouted, price] = F::CHOICE;
        let heaps = Heaps { early, late: cells, origin };
        if origin + verified >= 32 * state.chosen_at && seen >= size {
            // spread over the last heaps, of both parities
            let stride = (seen / size).clamp(1, 37) | 1;
            let sample = (0..size.min(seen / stride)).map(|i| origin + verified - 1 - i * stride);
            let sample: Vec<usize> = sample.collect();
            state.choose_witnesses(&splits, heaps, &sample, scouted, price);
            state.chosen_at = origin + verified;
            plan.witnesses = Plan::witness_pairs(state, heaps);
        }
        segment = (2 * segment).min(longest);
        if reached == Reached::NewBit && verified == cells.len() {
            return Reached::NewBit;
        }
    }
    Reached::End
}
