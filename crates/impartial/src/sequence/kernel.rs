//! Vector kernels of the sequence engine, chosen at run time, each with a portable path that the same tests run.
//!
//! [`Kernel::find`] looks at the pairs `ahead[i] ^ behind[len − 1 − i]`, the values of the splits of one heap;
//! [`Kernel::mark`] and [`Kernel::sift`] at `ahead[i] ^ mirror[i]`, where the second slice is of a sequence that is
//! kept backwards too. With AVX-512 (`BW`, and `VBMI` to look up bytes) one step takes 64 bytes of each. The others
//! look at pairs of one distance for many heaps at once.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod portable;
#[cfg(target_arch = "x86_64")]
mod sift;

use super::cells::Cell;
pub(crate) use portable::{BLOCK, FIRST, LANES, MARKS, Pairs, STEP, WINDOW, Window, Word};
use portable::{
    cover, find_portable, lane_hits_body, least_open_body, mark_body, sift_portable,
    unmarked_portable, unmet_portable, unsettled_body,
};

/// Which instructions the kernels use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kernel {
    /// Plain Rust.
    Portable,
    /// 32-byte vectors.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 64-byte vectors.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernel {
    /// The best kernel of this processor.
    pub(crate) fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        if has_avx512() {
            return Self::Avx512;
        } else if has_avx2() {
            return Self::Avx2;
        }
        Self::Portable
    }

    /// Every kernel of this processor.
    #[cfg(test)]
    fn available() -> Vec<Self> {
        let mut all = vec![Self::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            all.extend(has_avx2().then_some(Self::Avx2));
            all.extend(has_avx512().then_some(Self::Avx512));
        }
        all
    }

    /// The least `i` with `ahead[i] ^ behind[len − 1 − i] = wanted`.
    #[inline]
    pub(crate) fn find<T: Lane>(self, ahead: &[T], behind: &[T], wanted: T) -> Option<usize> {
        assert_eq!(ahead.len(), behind.len());
        match self {
            Self::Portable => find_portable(ahead, behind, wanted, 0),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this variant is made by `detect` only, after the features were found.
            Self::Avx2 => unsafe { T::find_avx2(ahead, behind, wanted) },
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
            Self::Avx2 => sift_portable(ahead, mirror, window, found),
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
            // SAFETY: this variant is made by `detect` only, after the features were found.
            Self::Avx2 => unsafe { avx2::mark(ahead, mirror, marks) },
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
            // SAFETY: this variant is made by `detect` only, after the features were found.
            Self::Avx2 => unsafe { avx2::unmarked(marks) },
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
            // SAFETY: this variant is made by `detect` only, after the features were found.
            Self::Avx2 => unsafe { avx2::lane_hits(cells, base, pairs, wanted) },
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
            Self::Portable => least_open_body::<W>(window, origin, end, pairs, cover, cover),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this variant is made by `detect` only, after the features were found.
            Self::Avx2 => unsafe { avx2::least_open::<W>(window, origin, end, pairs) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `find`.
            Self::Avx512 => unsafe { avx512::least_open::<W>(window, origin, end, pairs) },
        }
    }

    /// The values below the limits of the heaps `base..base + LANES` that none of the pairs has, into `needed`; the
    /// heaps for which there are any, as bits.
    #[inline]
    pub(crate) fn unsettled<W: Word>(
        self,
        cells: &[u8],
        base: usize,
        limits: &[u8; LANES],
        witnesses: &[(usize, u8)],
        needed: &mut [W; LANES],
    ) -> u64 {
        match self {
            Self::Portable => unsettled_body(cells, base, limits, witnesses, needed, cover),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this variant is made by `detect` only, after the features were found.
            Self::Avx2 => unsafe { avx2::unsettled(cells, base, limits, witnesses, needed) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `find`.
            Self::Avx512 => unsafe { avx512::unsettled(cells, base, limits, witnesses, needed) },
        }
    }

    /// Those of the wanted places whose values, which are below 128, no pair `others[i] ^ parts[i]` has.
    #[inline]
    pub(crate) fn unmet(
        self,
        others: &[u8; FIRST],
        parts: &[u8; FIRST],
        values: &[u8; 64],
        wanted: u64,
    ) -> u64 {
        match self {
            Self::Portable => unmet_portable(others, parts, values, wanted),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: this variant is made by `detect` only, after the features were found.
            Self::Avx2 => unsafe { avx2::unmet(others, parts, values, wanted) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as in `find`.
            Self::Avx512 => unsafe { avx512::unmet(others, parts, values, wanted) },
        }
    }
}

/// Whether the processor has what the kernels of 64-byte vectors use.
#[cfg(target_arch = "x86_64")]
fn has_avx512() -> bool {
    !cfg!(farstar_without_avx512)
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512dq")
        && has_avx2()
}

/// Whether the processor has what the kernels of 32-byte vectors use.
#[cfg(target_arch = "x86_64")]
fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
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

/// A cell with vector kernels.
pub(crate) trait Lane: Cell {
    /// [`Kernel::find`] with AVX-512.
    ///
    /// # Safety
    /// The processor has AVX-512 BW and VBMI; the slices have one length.
    #[cfg(target_arch = "x86_64")]
    unsafe fn find_avx512(ahead: &[Self], behind: &[Self], wanted: Self) -> Option<usize>;

    /// [`Kernel::find`] with AVX2.
    ///
    /// # Safety
    /// The processor has AVX2 and BMI1; the slices have one length.
    #[cfg(target_arch = "x86_64")]
    unsafe fn find_avx2(ahead: &[Self], behind: &[Self], wanted: Self) -> Option<usize>;

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

            unsafe fn find_avx2(ahead: &[Self], behind: &[Self], wanted: Self) -> Option<usize> {
                // SAFETY: the caller's promise is the callee's.
                unsafe { avx2::$find(ahead, behind, wanted) }
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
mod tests;
