//! The kernels in plain Rust, right on every processor; compiled for wider vectors, some of them serve there too.

use crate::sequence::cells::Cell;

/// Pairs that `Kernel::unmet` looks at.
pub(crate) const FIRST: usize = 256;

/// Values that `Kernel::mark` has room for: all of two bytes.
pub(crate) const MARKS: usize = 1 << 16;

/// Values of a [`Window`].
pub(crate) const WINDOW: usize = 1 << 10;

/// The lengths that `Kernel::sift` takes are multiples of this.
pub(crate) const STEP: usize = 64;

/// A set of neighbouring values.
pub(crate) struct Window {
    /// The first value, a multiple of [`WINDOW`].
    pub(crate) first: usize,
    /// Whether no pair has a value outside the window.
    pub(crate) whole: bool,
    /// The values, less the first one, as bits.
    pub(crate) values: [u64; WINDOW / 64],
}

impl Window {
    /// Whether a value, less the first one, is in the set.
    #[inline(always)]
    fn has(&self, value: usize) -> bool {
        self.values.get(value / 64).is_some_and(|word| word >> (value % 64) & 1 == 1)
    }

    /// The least value of the set.
    pub(crate) fn least(&self) -> Option<usize> {
        let word = self.values.iter().position(|&word| word != 0)?;
        Some(self.first + 64 * word + self.values[word].trailing_zeros() as usize)
    }
}

/// Heaps that `Kernel::unsettled` treats at once.
pub(crate) const LANES: usize = 64;

/// Heaps whose pairs that are as far away `Kernel::least_open` treats at once: first those of the far heaps, then those
/// of a part of them.
pub(crate) const BLOCK: usize = 64;
pub(super) const PART: usize = 16;

/// Witnesses tried between two looks at what is left.
pub(super) const TIER: usize = 12;

/// What `Kernel::least_open` looks at.
pub(crate) struct Pairs<'a> {
    /// Distances and values, the distances in increasing order.
    pub(crate) pairs: &'a [(usize, u8)],
    /// Values excluded in any case at even and at odd heaps.
    pub(crate) blocked: [u64; 2],
}

/// A set of small values as the bits of a word.
pub(crate) trait Word:
    Copy + Default + PartialEq + Eq + Send + Sync + std::fmt::Debug + 'static
{
    /// The number of values.
    const BITS: usize;
    /// Adds `1 << value` to the set; `value` is below [`Word::BITS`].
    fn with(self, value: u8) -> Self;
    /// The values below `limit`, at most [`Word::BITS`].
    fn below(limit: u8) -> Self;
    /// What is in this set and not in the other.
    fn without(self, other: Self) -> Self;
    /// What is in one of the sets.
    fn union(self, other: Self) -> Self;
    /// The word as 64 bits.
    fn wide(self) -> u64;
    /// The low bits of a wide word.
    fn of(wide: u64) -> Self;
}

macro_rules! words {
    ($($word:ty),*) => {$(
        impl Word for $word {
            const BITS: usize = <$word>::BITS as usize;
            #[inline(always)]
            fn with(self, value: u8) -> Self {
                self | (1 as $word).wrapping_shl(u32::from(value))
            }
            #[inline(always)]
            fn without(self, other: Self) -> Self {
                self & !other
            }
            #[inline(always)]
            fn below(limit: u8) -> Self {
                (1 as $word).checked_shl(u32::from(limit)).unwrap_or(0).wrapping_sub(1)
            }
            #[inline(always)]
            fn union(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn wide(self) -> u64 {
                u64::from(self)
            }
            #[inline(always)]
            fn of(wide: u64) -> Self {
                wide as $word
            }
        }
    )*};
}
words!(u16, u32, u64);

/// ORs `1 << (cells[base + i − distance] ^ value)` into `sets[i]` for every pair.
#[inline(always)]
pub(super) fn cover<W: Word, const L: usize>(
    sets: &mut [W; L],
    cells: &[u8],
    base: usize,
    pairs: &[(usize, u8)],
) {
    let mut all = *sets;
    for &(distance, value) in pairs {
        let Some(row) = cells[base - distance..].first_chunk::<L>() else { continue };
        for (set, &cell) in all.iter_mut().zip(row) {
            *set = set.with(cell ^ value);
        }
    }
    *sets = all;
}

/// `Kernel::least_open`, with [`cover`] for the sets of all heaps of a block and of a part of it.
#[inline(always)]
pub(super) fn least_open_body<W: Word>(
    window: &mut Vec<u8>,
    origin: usize,
    end: usize,
    pairs: &Pairs<'_>,
    cover: impl Fn(&mut [W; BLOCK], &[u8], usize, &[(usize, u8)]),
    cover_part: impl Fn(&mut [W; PART], &[u8], usize, &[(usize, u8)]),
) -> bool {
    let before = |distance| pairs.pairs.partition_point(|pair| pair.0 < distance);
    let (near, far) = pairs.pairs.split_at(before(BLOCK));
    let (near, middle) = near.split_at(before(PART));
    let (start, end) = (window.len(), end - origin);
    let blocked = [0, 1].map(|lane| W::of(pairs.blocked[(origin + start + lane) & 1]));
    let blocked: [W; BLOCK] = std::array::from_fn(|lane| blocked[lane & 1]);
    // whole blocks, the last one too
    window.resize(start + (end - start).next_multiple_of(BLOCK), 0);
    for block in (start..end).step_by(BLOCK) {
        let mut sets = blocked;
        cover(&mut sets, window, block, far);
        for (part, sets) in sets.as_chunks_mut::<PART>().0.iter_mut().enumerate() {
            let base = block + part * PART;
            cover_part(sets, window, base, middle);
            if let Some(full) = settle(window, base, sets, near) {
                window.truncate((base + full).min(end));
                return base + full >= end;
            }
        }
    }
    window.truncate(end);
    true
}

/// Writes the least values not in the sets nor among the near pairs; returns the first lane that has none.
#[inline(always)]
fn settle<W: Word>(
    window: &mut [u8],
    base: usize,
    sets: &[W; PART],
    near: &[(usize, u8)],
) -> Option<usize> {
    // every value waits for the one found at the least distance, so that one is kept in a
    // register when the distance is small
    match near.first() {
        Some((1, _)) => settle_after::<W, 1>(window, base, sets, near),
        Some((2, _)) => settle_after::<W, 2>(window, base, sets, near),
        Some((3, _)) => settle_after::<W, 3>(window, base, sets, near),
        Some((4, _)) => settle_after::<W, 4>(window, base, sets, near),
        _ => settle_after::<W, 0>(window, base, sets, near),
    }
}

#[inline(always)]
fn settle_after<W: Word, const D: usize>(
    window: &mut [u8],
    base: usize,
    sets: &[W; PART],
    near: &[(usize, u8)],
) -> Option<usize> {
    // few near pairs are kept in registers; there are at most PART − 1 distances
    match near.len() - usize::from(D > 0) {
        0 => settle_with::<W, D, 0>(window, base, sets, near),
        1 => settle_with::<W, D, 1>(window, base, sets, near),
        2 => settle_with::<W, D, 2>(window, base, sets, near),
        3 => settle_with::<W, D, 3>(window, base, sets, near),
        4 => settle_with::<W, D, 4>(window, base, sets, near),
        5..=8 => settle_with::<W, D, 8>(window, base, sets, near),
        _ => settle_with::<W, D, 32>(window, base, sets, near),
    }
}

/// The word, kept in a general register: the words of the near pairs, each of which may depend on
/// the value just found, are not worth gathering in a vector (a third of the time of all).
#[inline(always)]
fn scalar(word: u64) -> u64 {
    #[cfg(target_arch = "x86_64")]
    {
        let mut word = word;
        // SAFETY: no instruction is run.
        unsafe {
            std::arch::asm!("/* {0} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags));
        }
        word
    }
    #[cfg(not(target_arch = "x86_64"))]
    word
}

/// [`settle`] with at most `N` near pairs, and before them one of distance `D` unless that is 0.
#[inline(always)]
fn settle_with<W: Word, const D: usize, const N: usize>(
    window: &mut [u8],
    base: usize,
    sets: &[W; PART],
    near: &[(usize, u8)],
) -> Option<usize> {
    // a pair repeated does no harm
    let repeated = near.last().copied().unwrap_or_default();
    let (nearest, near) = near.split_at(usize::from(D > 0));
    let nearest = nearest.first().map_or(0, |&(_, value)| value);
    let near: [(usize, u8); N] = std::array::from_fn(|i| near.get(i).copied().unwrap_or(repeated));
    let cells = std::cell::Cell::from_mut(window).as_slice_of_cells();
    let row = |distance| cells[base - distance..].first_chunk::<PART>();
    let values = row(0)?;
    let near = near.map(|(distance, value)| (row(distance).unwrap_or(values), value));
    let mut last = [4, 3, 2, 1].map(|i| u32::from(cells[base - i].get()));
    let mut all = 0;
    for four in (0..PART).step_by(4) {
        for step in 0..4 {
            let lane = four + step;
            let mut excluded = sets[lane].wide();
            for (partners, value) in &near {
                let partner = partners[lane].get();
                excluded |= scalar(1u64.wrapping_shl((partner ^ value).into()));
            }
            if D > 0 {
                let partner = last[(step + 4 - D) % 4];
                excluded = scalar(excluded) | 1u64.wrapping_shl(partner ^ u32::from(nearest));
            }
            // a full set gives a value beyond all, and what depends on it is not used
            let value = excluded.trailing_ones();
            values[lane].set(value as u8);
            all |= value;
            last[step] = value;
        }
    }
    let full = all as usize & W::BITS != 0;
    full.then(|| values.iter().position(|value| usize::from(value.get()) == W::BITS)).flatten()
}

#[inline(always)]
pub(super) fn unsettled_body<W: Word>(
    cells: &[u8],
    base: usize,
    limits: &[u8; LANES],
    witnesses: &[(usize, u8)],
    needed: &mut [W; LANES],
    cover: impl Fn(&mut [W; LANES], &[u8], usize, &[(usize, u8)]),
) -> u64 {
    for (need, &limit) in needed.iter_mut().zip(limits) {
        *need = W::below(limit);
    }
    for tier in witnesses.chunks(TIER) {
        let mut sets = [W::default(); LANES];
        cover(&mut sets, cells, base, tier);
        let mut left = W::default();
        for (need, set) in needed.iter_mut().zip(&sets) {
            *need = need.without(*set);
            left = left.union(*need);
        }
        if left == W::default() {
            return 0;
        }
    }
    let open = needed.iter().enumerate().filter(|(_, need)| **need != W::default());
    open.fold(0, |lanes, (lane, _)| lanes | 1 << lane)
}

pub(super) fn unmet_portable(
    others: &[u8; FIRST],
    parts: &[u8; FIRST],
    values: &[u8; 64],
    wanted: u64,
) -> u64 {
    let pairs = others.iter().zip(parts);
    let met = pairs.fold(0, |met, (other, part)| met | 1u128.wrapping_shl((other ^ part).into()));
    let open = |place: &usize| wanted >> place & 1 == 1 && met >> (values[*place] & 127) & 1 == 0;
    (0..64).filter(open).fold(0, |open, place| open | 1 << place)
}

/// Marks the pairs of a stretch of splits.
#[inline(always)]
pub(super) fn mark_body<T: Cell>(ahead: &[T], mirror: &[T], marks: &mut [u8; MARKS]) {
    for (ahead, mirror) in ahead.chunks(64).zip(mirror.chunks(64)) {
        // the values first, in vectors, then the marks
        let mut values = [T::default(); 64];
        for ((value, &a), &b) in values.iter_mut().zip(ahead).zip(mirror) {
            *value = a ^ b;
        }
        for value in &values[..ahead.len()] {
            marks[value.index() & (MARKS - 1)] = 1;
        }
    }
}

pub(super) fn unmarked_portable(marks: &[u8; 64]) -> u64 {
    // the product brings the lowest bits of eight bytes together in the highest byte
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = marks.as_chunks();
    let bits = eights.iter().map(|&eight| u64::from_le_bytes(eight).wrapping_mul(GATHER) >> 56);
    !bits.enumerate().fold(0, |all, (byte, bits)| all | bits << (8 * byte))
}

pub(super) fn sift_portable<T: Cell>(
    ahead: &[T],
    mirror: &[T],
    window: &Window,
    found: &mut [T],
) -> usize {
    let mut count = 0;
    for (&a, &b) in ahead.iter().zip(mirror) {
        // kept only if the count goes on
        let value = (a ^ b).index() ^ window.first;
        found[count] = T::of(value);
        count += usize::from(window.has(value));
    }
    count
}

#[inline(always)]
pub(super) fn lane_hits_body<T: Cell, const C: usize>(
    cells: &[T],
    base: usize,
    pairs: &[(usize, T)],
    wanted: &[[T; LANES]; C],
) -> [u64; C] {
    // the least difference of a pair so far: 0 is a hit
    let mut least = [[T::of(T::LARGEST); LANES]; C];
    let wanted = *wanted;
    for &(distance, value) in pairs {
        let Some(row) = cells[base - distance..].first_chunk::<LANES>() else { continue };
        let mut pair = [T::default(); LANES];
        for (pair, &cell) in pair.iter_mut().zip(row) {
            *pair = cell ^ value;
        }
        for (least, wanted) in least.iter_mut().zip(&wanted) {
            for ((least, &pair), &wanted) in least.iter_mut().zip(&pair).zip(wanted) {
                *least = (*least).min(pair ^ wanted);
            }
        }
    }
    least.map(|row| {
        let hits = row.iter().enumerate().filter(|(_, least)| **least == T::default());
        hits.fold(0, |lanes, (lane, _)| lanes | 1 << lane)
    })
}

pub(super) fn find_portable<T: Cell>(
    ahead: &[T],
    behind: &[T],
    wanted: T,
    from: usize,
) -> Option<usize> {
    let tail = &behind[..behind.len() - from];
    let pairs = ahead[from..].iter().zip(tail.iter().rev());
    pairs.enumerate().find(|(_, (a, b))| **a ^ **b == wanted).map(|(i, _)| from + i)
}
