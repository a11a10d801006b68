//! Vector kernels of the sequence engine, chosen at run time, each with a portable path that the same tests run.
//!
//! [`Kernel::find`] looks at the pairs `ahead[i] ^ behind[len − 1 − i]`, the values of the splits of one heap;
//! [`Kernel::mark`] and [`Kernel::sift`] at `ahead[i] ^ mirror[i]`, where the second slice is of a sequence that is
//! kept backwards too. With AVX-512 (`BW`, and `VBMI` to look up bytes) one step takes 64 bytes of each. The others
//! look at pairs of one distance for many heaps at once.

#[cfg(target_arch = "x86_64")]
mod sift;
mod slots;

use super::cells::Cell;
pub(crate) use slots::Slots;

/// Which instructions the kernels use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kernel {
    /// Plain Rust.
    Portable,
    /// 64-byte vectors.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// The best kernel of this processor.
    pub(crate) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if !cfg!(farstar_without_avx512)
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
        {
            return Self::Avx512;
        }
        Self::Portable
    }

    /// The least `i` with `ahead[i] ^ behind[len − 1 − i] = wanted`.
    #[inline]
    pub(crate) fn find<T: Lane>(self, ahead: &[T], behind: &[T], wanted: T) -> Option<usize> {
        assert_eq!(ahead.len(), behind.len());
        match self {
            Self::Portable => find_portable(ahead, behind, wanted, 0),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this variant is made by `detect` only, after the features were found, and
            // the slices have one length.
            Self::Avx512 => unsafe { T::find_avx512(ahead, behind, wanted) },
        }
    }

    /// Writes the values of the pairs that are in a window to the front of `found`, less the first
    /// value of the window, and says how many there are.
    ///
    /// The slices are of one length, which is a multiple of [`STEP`]; `found` has room for one step more.
    #[inline]
    pub(crate) fn sift<T: Lane>(
        self,
        ahead: &[T],
        mirror: &[T],
        window: &Window,
        found: &mut [T],
    ) -> usize {
        assert!(ahead.len() == mirror.len() && ahead.len().is_multiple_of(STEP));
        assert!(found.len() >= ahead.len() + STEP && window.first <= T::LARGEST);
        match self {
            Self::Portable => sift_portable(ahead, mirror, window, found),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this variant is made by `detect` only, after the features were found; the
            // lengths were compared above.
            Self::Avx512 => unsafe { T::sift_avx512(ahead, mirror, window, found) },
        }
    }

    /// Sets the marks of the values of all pairs.
    #[inline]
    pub(crate) fn mark<T: Lane>(self, ahead: &[T], mirror: &[T], marks: &mut [u8; MARKS]) {
        match self {
            Self::Portable => mark_body(ahead, mirror, marks),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `find`; the body itself is safe code.
            Self::Avx512 => unsafe { mark_avx512(ahead, mirror, marks) },
        }
    }

    /// The marks that are 0, as bits; every mark is 0 or 1.
    #[inline]
    pub(crate) fn unmarked(self, marks: &[u8; 64]) -> u64 {
        match self {
            Self::Portable => unmarked_portable(marks),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `find`.
            Self::Avx512 => unsafe { sift::unmarked(marks) },
        }
    }

    /// For each of `C` rows of wanted values, one of each of the heaps `base..base + LANES`: the
    /// heaps for which `cell ^ value` of some pair is the wanted value, as bits.
    #[inline]
    pub(crate) fn lane_hits<T: Lane, const C: usize>(
        self,
        cells: &[T],
        base: usize,
        pairs: &[(usize, T)],
        wanted: &[[T; LANES]; C],
    ) -> [u64; C] {
        match self {
            Self::Portable => lane_hits_body(cells, base, pairs, wanted),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `find`; the body itself is safe code.
            Self::Avx512 => unsafe { lane_hits_avx512(cells, base, pairs, wanted) },
        }
    }

    /// Appends the values of the heaps before `end` to `window`, whose first cell is heap `origin`: the least value not
    /// among `cell ^ value` for the pairs, nor blocked. Stops, and says false, before a heap that has none.
    #[inline]
    pub(crate) fn least_open<W: Word>(
        self,
        window: &mut Vec<u8>,
        origin: usize,
        end: usize,
        pairs: &Pairs<'_>,
    ) -> bool {
        match self {
            Self::Portable => least_open_body::<W>(window, origin, end, pairs),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `find`; the body itself is safe code.
            Self::Avx512 => unsafe { least_open_avx512::<W>(window, origin, end, pairs) },
        }
    }

    /// The rare values below those of the heaps `base..base + LANES` that none of the pairs has, into `needed`; the
    /// heaps for which there are any, as bits. Nothing is written when there are none.
    #[inline]
    pub(crate) fn unsettled<W: Word>(
        self,
        cells: &[u8],
        base: usize,
        rare: &Slots,
        witnesses: &[(usize, u8)],
        needed: &mut [W; LANES],
    ) -> u64 {
        match self {
            Self::Portable => unsettled_body(cells, base, rare.values, witnesses, needed),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `find`.
            Self::Avx512 if rare.fold() => unsafe {
                slots::unsettled(cells, base, rare, witnesses, needed)
            },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `find`; the body itself is safe code.
            Self::Avx512 => unsafe {
                unsettled_avx512(cells, base, rare.values, witnesses, needed)
            },
        }
    }

    /// Those of the values, each the place of a bit, that no pair `others[i] ^ parts[i]` has.
    #[inline]
    pub(crate) fn unmet(self, others: &[u8; FIRST], parts: &[u8; FIRST], values: u64) -> u64 {
        match self {
            Self::Portable => unmet_portable(others, parts, values),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `find`.
            Self::Avx512 => unsafe { slots::unmet(others, parts, values) },
        }
    }
}

/// Pairs that [`Kernel::unmet`] looks at.
pub(crate) const FIRST: usize = 256;

/// Values that [`Kernel::mark`] has room for: all of two bytes.
pub(crate) const MARKS: usize = 1 << 16;

/// Values of a [`Window`].
pub(crate) const WINDOW: usize = 1 << 10;

/// The lengths that [`Kernel::sift`] takes are multiples of this.
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

/// Heaps that [`Kernel::unsettled`] treats at once.
pub(crate) const LANES: usize = 64;

/// Heaps that [`Kernel::least_open`] treats at once.
pub(crate) const BLOCK: usize = 16;

/// Witnesses tried between two looks at what is left.
const TIER: usize = 12;

/// What [`Kernel::least_open`] looks at.
pub(crate) struct Pairs<'a> {
    /// Distances of at least [`BLOCK`], and values.
    pub(crate) far: &'a [(usize, u8)],
    /// Distances below [`BLOCK`], and values.
    pub(crate) near: &'a [(usize, u8)],
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
    /// What is in this set and not in the other.
    fn without(self, other: Self) -> Self;
    /// What is in both sets.
    fn both(self, other: Self) -> Self;
    /// The values below the only one of the set.
    fn less_one(self) -> Self;
    /// What is in one of the sets.
    fn union(self, other: Self) -> Self;
    /// The least value that is not in the set, [`Word::BITS`] when there is none.
    fn ones(self) -> u32;
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
            fn both(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn less_one(self) -> Self {
                self.wrapping_sub(1)
            }
            #[inline(always)]
            fn union(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn ones(self) -> u32 {
                self.trailing_ones()
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
words!(u32, u64);

/// ORs `1 << (cells[base + i − distance] ^ value)` into `sets[i]` for every pair.
#[inline(always)]
fn cover<W: Word, const L: usize>(
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

#[inline(always)]
fn least_open_body<W: Word>(
    window: &mut Vec<u8>,
    origin: usize,
    end: usize,
    pairs: &Pairs<'_>,
) -> bool {
    // every value waits for the one found at the least distance, so that one is kept in a
    // register when the distance is small
    match pairs.near.first() {
        Some((1, _)) => least_open_after::<W, 1>(window, origin, end, pairs),
        Some((2, _)) => least_open_after::<W, 2>(window, origin, end, pairs),
        Some((3, _)) => least_open_after::<W, 3>(window, origin, end, pairs),
        Some((4, _)) => least_open_after::<W, 4>(window, origin, end, pairs),
        _ => least_open_after::<W, 0>(window, origin, end, pairs),
    }
}

#[inline(always)]
fn least_open_after<W: Word, const D: usize>(
    window: &mut Vec<u8>,
    origin: usize,
    end: usize,
    pairs: &Pairs<'_>,
) -> bool {
    // few near pairs are kept in registers; there are at most BLOCK − 1 distances
    match pairs.near.len() - usize::from(D > 0) {
        0 => least_open_with::<W, D, 0>(window, origin, end, pairs),
        1 => least_open_with::<W, D, 1>(window, origin, end, pairs),
        2 => least_open_with::<W, D, 2>(window, origin, end, pairs),
        3 => least_open_with::<W, D, 3>(window, origin, end, pairs),
        4 => least_open_with::<W, D, 4>(window, origin, end, pairs),
        5..=8 => least_open_with::<W, D, 8>(window, origin, end, pairs),
        _ => least_open_with::<W, D, 32>(window, origin, end, pairs),
    }
}

/// The word, kept in a general register: the words of the near pairs, each of which may depend on
/// the value just found, are not worth gathering in a vector (a third of the time of all).
#[inline(always)]
fn scalar<W: Word>(word: W) -> W {
    #[cfg(target_arch = "x86_64")]
    {
        let mut word = word.wide();
        // SAFETY: no instruction is run.
        unsafe {
            std::arch::asm!("/* {0} */", inout(reg) word, options(pure, nomem, nostack, preserves_flags));
        }
        W::of(word)
    }
    #[cfg(not(target_arch = "x86_64"))]
    word
}

/// [`Kernel::least_open`] with at most `N` near pairs, and before them one of distance `D` unless that is 0.
#[inline(always)]
fn least_open_with<W: Word, const D: usize, const N: usize>(
    window: &mut Vec<u8>,
    origin: usize,
    end: usize,
    pairs: &Pairs<'_>,
) -> bool {
    let (nearest, near) = pairs.near.split_at(usize::from(D > 0));
    let nearest = nearest.first().map_or(0, |&(_, value)| value);
    // a pair repeated does no harm
    let repeated = pairs.near.last().copied().unwrap_or_default();
    let near: [(usize, u8); N] = std::array::from_fn(|i| near.get(i).copied().unwrap_or(repeated));
    let (start, end) = (window.len(), end - origin);
    let blocked = [0, 1].map(|lane| W::of(pairs.blocked[(origin + start + lane) & 1]));
    let blocked: [W; BLOCK] = std::array::from_fn(|lane| blocked[lane & 1]);
    // whole blocks, the last one too
    window.resize(start + (end - start).next_multiple_of(BLOCK), 0);
    for base in (start..end).step_by(BLOCK) {
        let mut sets = blocked;
        cover(&mut sets, window, base, pairs.far);
        let cells = std::cell::Cell::from_mut(&mut window[..]).as_slice_of_cells();
        let row = |distance| cells[base - distance..].first_chunk::<BLOCK>();
        let Some(values) = row(0) else { return false };
        let near = near.map(|(distance, value)| (row(distance).unwrap_or(values), value));
        let [mut a, mut b, mut c, mut d] = [4, 3, 2, 1].map(|i| u32::from(cells[base - i].get()));
        let mut all = 0;
        for lane in 0..BLOCK {
            let mut excluded = sets[lane];
            for (partners, value) in &near {
                excluded = excluded.union(scalar(W::default().with(partners[lane].get() ^ value)));
            }
            let partner = [0, d, c, b, a][D] as u8;
            if D > 0 {
                excluded = scalar(excluded).union(W::default().with(partner ^ nearest));
            }
            // a full set gives a value beyond all, and what depends on it is not used
            let value = excluded.ones();
            values[lane].set(value as u8);
            all |= value;
            (a, b, c, d) = (b, c, d, value);
        }
        if all as usize & W::BITS != 0 {
            let full = values.iter().position(|value| usize::from(value.get()) == W::BITS);
            let open = full.map_or(end, |full| base + full);
            window.truncate(open.min(end));
            return open >= end;
        }
    }
    window.truncate(end);
    true
}

#[inline(always)]
fn unsettled_body<W: Word>(
    cells: &[u8],
    base: usize,
    rare: [u64; 2],
    witnesses: &[(usize, u8)],
    needed: &mut [W; LANES],
) -> u64 {
    let Some(row) = cells[base..].first_chunk::<LANES>() else { return u64::MAX };
    let rare = [base, base + 1].map(|heap| W::of(rare[heap & 1]));
    for (lane, (need, &cell)) in needed.iter_mut().zip(row).enumerate() {
        *need = W::default().with(cell).less_one().both(rare[lane & 1]);
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

fn unmet_portable(others: &[u8; FIRST], parts: &[u8; FIRST], values: u64) -> u64 {
    let pairs = others.iter().zip(parts);
    let met = pairs.fold(0u64, |met, (other, part)| met | 1u64.wrapping_shl((other ^ part).into()));
    values & !met
}

/// Marks the pairs of a stretch of splits.
#[inline(always)]
fn mark_body<T: Cell>(ahead: &[T], mirror: &[T], marks: &mut [u8; MARKS]) {
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

fn unmarked_portable(marks: &[u8; 64]) -> u64 {
    // the product brings the lowest bits of eight bytes together in the highest byte
    const GATHER: u64 = 0x0102_0408_1020_4080;
    let (eights, _) = marks.as_chunks();
    let bits = eights.iter().map(|&eight| u64::from_le_bytes(eight).wrapping_mul(GATHER) >> 56);
    !bits.enumerate().fold(0, |all, (byte, bits)| all | bits << (8 * byte))
}

fn sift_portable<T: Cell>(ahead: &[T], mirror: &[T], window: &Window, found: &mut [T]) -> usize {
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
fn lane_hits_body<T: Cell, const C: usize>(
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

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,bmi1,bmi2")]
fn mark_avx512<T: Cell>(ahead: &[T], mirror: &[T], marks: &mut [u8; MARKS]) {
    mark_body(ahead, mirror, marks)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,bmi1,bmi2")]
fn lane_hits_avx512<T: Cell, const C: usize>(
    cells: &[T],
    base: usize,
    pairs: &[(usize, T)],
    wanted: &[[T; LANES]; C],
) -> [u64; C] {
    lane_hits_body(cells, base, pairs, wanted)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,bmi1,bmi2")]
fn least_open_avx512<W: Word>(
    window: &mut Vec<u8>,
    origin: usize,
    end: usize,
    pairs: &Pairs<'_>,
) -> bool {
    least_open_body::<W>(window, origin, end, pairs)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,bmi1,bmi2")]
fn unsettled_avx512<W: Word>(
    cells: &[u8],
    base: usize,
    rare: [u64; 2],
    witnesses: &[(usize, u8)],
    needed: &mut [W; LANES],
) -> u64 {
    unsettled_body(cells, base, rare, witnesses, needed)
}

fn find_portable<T: Cell>(ahead: &[T], behind: &[T], wanted: T, from: usize) -> Option<usize> {
    let tail = &behind[..behind.len() - from];
    let pairs = ahead[from..].iter().zip(tail.iter().rev());
    pairs.enumerate().find(|(_, (a, b))| **a ^ **b == wanted).map(|(i, _)| from + i)
}

/// A cell with vector kernels.
pub(crate) trait Lane: Cell {
    /// [`Kernel::find`] with AVX-512.
    ///
    /// # Safety
    /// The processor has AVX-512 BW and VBMI; the slices have one length.
    #[cfg(target_arch = "x86_64")]
    unsafe fn find_avx512(ahead: &[Self], behind: &[Self], wanted: Self) -> Option<usize>;

    /// [`Kernel::sift`] with AVX-512.
    ///
    /// # Safety
    /// The processor has AVX-512 BW, VBMI and VBMI2; the lengths are as [`Kernel::sift`] asks.
    #[cfg(target_arch = "x86_64")]
    unsafe fn sift_avx512(
        ahead: &[Self],
        mirror: &[Self],
        window: &Window,
        found: &mut [Self],
    ) -> usize;
}

#[cfg(target_arch = "x86_64")]
macro_rules! avx512_lane {
    ($cell:ty, $lanes:literal, $permute:ident, $splat:ident, $equal:ident, $find:ident, $sift:path) => {
        #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,bmi1")]
        unsafe fn $find(ahead: &[$cell], behind: &[$cell], wanted: $cell) -> Option<usize> {
            use std::arch::x86_64::*;
            const REVERSED: [$cell; $lanes] = {
                let mut order = [0; $lanes];
                let mut i = 0;
                while i < $lanes {
                    order[i] = ($lanes - 1 - i) as $cell;
                    i += 1;
                }
                order
            };
            let len = ahead.len();
            let mut i = 0;
            // SAFETY: every load reads `$lanes` cells: the table has that many, `ahead` has them
            // from `i` on and `behind` before `len − i`, since `i + $lanes ≤ len`.
            unsafe {
                let reversed = _mm512_loadu_si512(REVERSED.as_ptr().cast());
                let wanted = $splat(wanted as _);
                while i + $lanes <= len {
                    let x = _mm512_loadu_si512(ahead.as_ptr().add(i).cast());
                    let y = _mm512_loadu_si512(behind.as_ptr().add(len - i - $lanes).cast());
                    let hit = $equal(_mm512_xor_si512(x, $permute(reversed, y)), wanted);
                    if hit != 0 {
                        return Some(i + hit.trailing_zeros() as usize);
                    }
                    i += $lanes;
                }
            }
            find_portable(ahead, behind, wanted, i)
        }

        impl Lane for $cell {
            unsafe fn find_avx512(ahead: &[Self], behind: &[Self], wanted: Self) -> Option<usize> {
                // SAFETY: the caller's promise is the callee's.
                unsafe { $find(ahead, behind, wanted) }
            }

            unsafe fn sift_avx512(
                ahead: &[Self],
                mirror: &[Self],
                window: &Window,
                found: &mut [Self],
            ) -> usize {
                // SAFETY: the caller's promise is the callee's.
                unsafe { $sift(ahead, mirror, window, found) }
            }
        }
    };
}

#[cfg(target_arch = "x86_64")]
avx512_lane!(
    u8,
    64,
    _mm512_permutexvar_epi8,
    _mm512_set1_epi8,
    _mm512_cmpeq_epi8_mask,
    find_bytes,
    sift::bytes
);
#[cfg(target_arch = "x86_64")]
avx512_lane!(
    u16,
    32,
    _mm512_permutexvar_epi16,
    _mm512_set1_epi16,
    _mm512_cmpeq_epi16_mask,
    find_words,
    sift::words
);

#[cfg(not(target_arch = "x86_64"))]
impl Lane for u8 {}
#[cfg(not(target_arch = "x86_64"))]
impl Lane for u16 {}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_value::SplitMix64;

    fn noise(len: usize, modulus: u64, seed: u64) -> Vec<u64> {
        let mut random = SplitMix64::new(seed);
        (0..len).map(|_| random.below(modulus)).collect()
    }

    #[test]
    fn the_detected_kernel_equals_the_portable_one() {
        let best = Kernel::detect();
        for len in [0, 1, 7, 31, 32, 63, 64, 65, 200, 511] {
            for seed in 0..4 {
                let a: Vec<u16> = noise(len, 900, seed).iter().map(|&v| v as u16).collect();
                let b: Vec<u16> = noise(len, 900, seed + 9).iter().map(|&v| v as u16).collect();
                let (c, d): (Vec<u8>, Vec<u8>) =
                    (a.iter().map(|&v| v as u8).collect(), b.iter().map(|&v| v as u8).collect());
                for wanted in [0u16, 5, 77, 255] {
                    assert_eq!(best.find(&a, &b, wanted), Kernel::Portable.find(&a, &b, wanted));
                    let byte = wanted as u8;
                    assert_eq!(best.find(&c, &d, byte), Kernel::Portable.find(&c, &d, byte));
                }
                let (mut marks, mut same) = ([0; MARKS], [0; MARKS]);
                best.mark(&a, &b, &mut marks);
                a.iter().zip(&b).for_each(|(x, y)| same[usize::from(x ^ y)] = 1);
                assert!(marks == same);
                let row = marks.first_chunk().unwrap();
                let open = (0..64).filter(|&v| row[v] == 0).fold(0, |bits, v| bits | 1 << v);
                assert_eq!([best, Kernel::Portable].map(|k| k.unmarked(row)), [open; 2]);
            }
        }
        let cells: Vec<u8> = noise(400, 32, 3).iter().map(|&v| v as u8).collect();
        let far = [(16, 3), (70, 31), (111, 0), (200, 17)];
        let pairs = Pairs { far: &far, near: &[(1, 2), (13, 30)], blocked: [5, 9] };
        let (mut fast, mut plain) = (cells[..300].to_vec(), cells[..300].to_vec());
        assert!(best.least_open::<u32>(&mut fast, 1000, 1380, &pairs));
        assert!(Kernel::Portable.least_open::<u32>(&mut plain, 1000, 1380, &pairs));
        assert_eq!(fast, plain);
        let set = |n: usize| {
            let all = far.iter().chain(pairs.near);
            all.fold(pairs.blocked[n % 2], |s, &(d, v)| s | 1u64 << (plain[n - d] ^ v))
        };
        assert!((300..380).all(|n| u32::from(plain[n]) == set(n).trailing_ones()));
        let rare = Slots::new([0xf0f0_3311, 0x0f0f_1234]);
        let (mut left, mut same) = ([0u32; LANES], [0u32; LANES]);
        let any = best.unsettled(&plain, 280, &rare, &far, &mut left);
        assert_eq!(any, Kernel::Portable.unsettled(&plain, 280, &rare, &far, &mut same));
        assert_eq!(left, same);
        let covered = far.iter().fold(0, |s, &(d, v)| s | 1u32 << (plain[285 - d] ^ v));
        let below = (1u32 << plain[285]) - 1;
        assert_eq!(left[5], below & rare.values[1] as u32 & !covered);
    }
    #[test]
    fn least_open_values_follow_the_definition_for_every_nearest_distance() {
        let start: Vec<u8> = noise(100, 20, 8).iter().map(|&v| v as u8).collect();
        let far = [(16, 3), (29, 6), (71, 11), (90, 0)];
        let near = [(1, 1), (2, 0), (3, 4), (4, 8), (5, 2), (7, 5), (9, 3), (11, 7), (15, 6)];
        for from in 0..near.len() {
            for to in from..=near.len() {
                for (origin, end) in [(1000, 1203), (31, 133)] {
                    let blocked = [0x8_0010, 0x4_0100];
                    let pairs = Pairs { far: &far, near: &near[from..to], blocked };
                    let mut plain = start.clone();
                    while plain.len() < end - origin {
                        let n = plain.len();
                        let all = far.iter().chain(pairs.near);
                        let blocked = blocked[(origin + n) & 1];
                        let set = all.fold(blocked, |s, &(d, v)| s | 1u64 << (plain[n - d] ^ v));
                        plain.push(set.trailing_ones() as u8);
                    }
                    for kernel in [Kernel::detect(), Kernel::Portable] {
                        let (mut narrow, mut wide) = (start.clone(), start.clone());
                        assert!(kernel.least_open::<u32>(&mut narrow, origin, end, &pairs));
                        assert!(kernel.least_open::<u64>(&mut wide, origin, end, &pairs));
                        assert!(narrow == plain && wide == plain, "{:?}", pairs.near);
                    }
                }
            }
        }
    }

    #[test]
    fn a_full_set_ends_the_values_before_its_heap() {
        for kernel in [Kernel::detect(), Kernel::Portable] {
            for distance in 1..15 {
                // after 0s the values are 1 until a heap meets both a 1 and a 0
                let near = [(distance, 0), (distance + 1, 0)];
                let blocked = [!3, !3];
                let pairs = Pairs { far: &[], near: &near, blocked };
                let (mut cells, known) = (vec![0; 64], 64 + distance);
                assert!(kernel.least_open::<u64>(&mut cells, 0, known, &pairs));
                assert_eq!(cells.len(), known);
                assert!(!kernel.least_open::<u64>(&mut cells, 0, 500, &pairs));
                assert_eq!(cells.len(), known);
                let mut cells = vec![0; 64];
                assert!(!kernel.least_open::<u32>(&mut cells, 0, 500, &pairs));
                assert_eq!(cells.len(), known);
                assert!(cells[64..].iter().all(|&value| value == 1));
            }
        }
    }

    #[test]
    fn values_of_no_first_pair_are_unmet() {
        for seed in 0..40 {
            let cells = |modulus, seed| -> [u8; FIRST] {
                let noise = noise(FIRST, modulus, seed);
                std::array::from_fn(|i| noise[i] as u8)
            };
            let (others, parts) = (cells(1 << (seed % 7), seed), cells(8, seed + 100));
            let values = noise(1, u64::MAX, seed + 7)[0] << (seed % 5);
            let met = |v: u32| others.iter().zip(&parts).any(|(a, b)| u32::from(a ^ b) == v);
            let expected = (0..64).filter(|&v| values >> v & 1 == 1 && !met(v));
            let expected = expected.fold(0, |all, v| all | 1 << v);
            for kernel in [Kernel::detect(), Kernel::Portable] {
                assert_eq!(kernel.unmet(&others, &parts, values), expected);
            }
        }
    }

    /// The pairs whose value is in the window, by the definition.
    fn sifted<T: Lane>(a: &[T], b: &[T], window: &Window) -> Vec<usize> {
        let values = a.iter().zip(b).map(|(&a, &b)| (a ^ b).index());
        let inside = values.filter(|v| (window.first..window.first + WINDOW).contains(v));
        let offsets = inside.map(|v| v - window.first);
        offsets.filter(|v| window.values[v / 64] >> (v % 64) & 1 == 1).collect()
    }

    fn assert_sifts<T: Lane>(a: &[T], b: &[T], window: &Window) {
        for kernel in [Kernel::detect(), Kernel::Portable] {
            let mut found = vec![T::default(); a.len() + STEP];
            let count = kernel.sift(a, b, window, &mut found);
            let found: Vec<usize> = found[..count].iter().map(|v| v.index()).collect();
            assert_eq!(found, sifted(a, b, window));
        }
    }

    #[test]
    fn every_pair_in_the_window_is_found() {
        for seed in 0..20 {
            let mut values: [u64; WINDOW / 64] = [0; WINDOW / 64];
            let sparse = noise(WINDOW / 64, u64::MAX, seed + 77);
            let sparser = noise(WINDOW / 64, u64::MAX, seed + 78);
            for (index, word) in values.iter_mut().enumerate() {
                *word = sparse[index].wrapping_mul(sparser[index] | 1) & sparse[index] << 7;
            }
            for (len, modulus) in [(64, 256), (640, 512), (1024, 1024), (320, 2048), (576, 65536)] {
                let first = noise(len, modulus, seed);
                let second = noise(len, modulus, seed + 40);
                let cells = |from: &[u64]| from.iter().map(|&v| v as u16).collect::<Vec<_>>();
                let (a, b) = (cells(&first), cells(&second));
                for first in [0, WINDOW, 63 * WINDOW] {
                    let whole = first == 0 && modulus <= WINDOW as u64;
                    assert_sifts(&a, &b, &Window { first, whole, values });
                }
                let bytes = |from: &[u16]| from.iter().map(|&v| v as u8).collect::<Vec<_>>();
                assert_sifts(&bytes(&a), &bytes(&b), &Window { first: 0, whole: true, values });
            }
        }
    }

    #[test]
    fn classes_in_planes_equal_the_portable_sets() {
        // even and odd numbers of ones under a mask, by parity of the heap or not
        for (mask, by_parity, values) in
            [(0x0d, true, 32u64), (0x1e, false, 64), (0x2a, true, 64), (0x17, false, 32)]
        {
            let class = |odd: u32, class: u32| {
                (0..values).filter(move |v| ((v & mask).count_ones() + odd) & 1 == class)
            };
            let word = |odd: u32, c: u32| class(odd, c).fold(0u64, |word, v| word | 1 << v);
            let odd = u32::from(by_parity);
            let rare = Slots::new([word(0, 1), word(odd, 1)]);
            let cells: Vec<u8> = noise(900, values / 3, mask).iter().map(|&v| v as u8).collect();
            let far: Vec<(usize, u8)> =
                [16, 20, 63, 64, 65, 130, 255, 300, 400, 401, 402, 403, 404]
                    .iter()
                    .map(|&d| (d, (d * 7 % values as usize) as u8))
                    .collect();
            for base in [410, 421] {
                let (mut left, mut same) = ([0u64; LANES], [0u64; LANES]);
                let few = &far[..3];
                let any = Kernel::detect().unsettled(&cells, base, &rare, few, &mut left);
                let all = Kernel::Portable.unsettled(&cells, base, &rare, few, &mut same);
                assert_eq!((any, left), (all, same));
                assert_ne!(any, 0);
            }
            let wanted = [[3u8; LANES], std::array::from_fn(|lane| lane as u8)];
            let hits = Kernel::detect().lane_hits(&cells, 500, &far, &wanted);
            assert_eq!(hits, Kernel::Portable.lane_hits(&cells, 500, &far, &wanted));
            let hit = |lane: usize, v: u8| far.iter().any(|&(d, x)| cells[500 + lane - d] ^ x == v);
            assert!((0..LANES).all(|lane| (hits[0] >> lane & 1 == 1) == hit(lane, 3)));
        }
    }
}
