//! Sets of cells as machine words: 64 cells, 128 cells, or an array.

use std::fmt::Debug;

/// A set of cells numbered from 0.
pub(crate) trait Bits: Copy + Eq + Debug + Send + Sync + 'static {
    /// Cells it can hold.
    const CELLS: usize;
    /// No cell.
    const EMPTY: Self;
    /// Every cell.
    const ALL: Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    /// Every cell moved `n` places up (`n < CELLS`).
    fn up(self, n: usize) -> Self;
    /// Every cell moved `n` places down (`n < CELLS`).
    fn down(self, n: usize) -> Self;
    fn cell(n: usize) -> Self;
    fn has(self, n: usize) -> bool;
    fn count(self) -> u32;
    fn lowest(self) -> Option<usize>;
    fn highest(self) -> Option<usize>;
    /// Cell `i` becomes cell `CELLS - 1 - i`.
    fn reversed(self) -> Self;
    /// The set without its lowest cell.
    fn rest(self) -> Self;
    fn word(&self, n: usize) -> u64;
    fn from_words(words: &[u64]) -> Self;

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Every cell moved by `n` places, which may be negative.
    #[inline(always)]
    fn moved(self, n: i32) -> Self {
        let distance = n.unsigned_abs() as usize;
        if distance >= Self::CELLS {
            Self::EMPTY
        } else if n >= 0 {
            self.up(distance)
        } else {
            self.down(distance)
        }
    }

    /// Every cell moved by `n` places, less than `CELLS` either way; what leaves at one end may come back at the other.
    #[inline(always)]
    fn turned(self, n: i32) -> Self {
        self.moved(n)
    }

    /// The cells in increasing order.
    #[inline(always)]
    fn cells(self) -> Cells<Self> {
        Cells(self)
    }
}

/// The cells of a set in increasing order.
pub(crate) struct Cells<W>(W);

impl<W: Bits> Iterator for Cells<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        let cell = self.0.lowest()?;
        self.0 = self.0.rest();
        Some(cell)
    }
}

macro_rules! machine_word {
    ($word:ty) => {
        impl Bits for $word {
            const CELLS: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;
            const ALL: Self = <$word>::MAX;

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                self & other
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                self | other
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                self ^ other
            }
            #[inline(always)]
            fn without(self, other: Self) -> Self {
                self & !other
            }
            #[inline(always)]
            fn up(self, n: usize) -> Self {
                self << n
            }
            #[inline(always)]
            fn down(self, n: usize) -> Self {
                self >> n
            }
            #[inline(always)]
            fn turned(self, n: i32) -> Self {
                self.rotate_left(n as u32 & (<$word>::BITS - 1))
            }
            #[inline(always)]
            fn cell(n: usize) -> Self {
                1 << n
            }
            #[inline(always)]
            fn has(self, n: usize) -> bool {
                self >> n & 1 != 0
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn lowest(self) -> Option<usize> {
                (self != 0).then(|| self.trailing_zeros() as usize)
            }
            #[inline(always)]
            fn highest(self) -> Option<usize> {
                self.checked_ilog2().map(|n| n as usize)
            }
            #[inline(always)]
            fn reversed(self) -> Self {
                self.reverse_bits()
            }
            #[inline(always)]
            fn rest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline(always)]
            fn word(&self, n: usize) -> u64 {
                (*self >> (64 * n)) as u64
            }
            #[inline(always)]
            fn from_words(words: &[u64]) -> Self {
                words.iter().rev().fold(0, |all, &word| {
                    let high: Self = if Self::CELLS > 64 { all << (Self::CELLS / 2) } else { 0 };
                    high | word as Self
                })
            }
        }
    };
}

machine_word!(u64);
machine_word!(u128);

/// `N` words of 64 cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    #[inline]
    fn zip(mut self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        for i in 0..N {
            self.0[i] = f(self.0[i], other.0[i]);
        }
        self
    }
}

#[expect(
    clippy::needless_range_loop,
    reason = "loops that become vectors, where iterators and functions that make arrays do not"
)]
impl<const N: usize> Bits for Wide<N> {
    const CELLS: usize = 64 * N;
    const EMPTY: Self = Self([0; N]);
    const ALL: Self = Self([u64::MAX; N]);

    #[inline]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline]
    fn up(self, n: usize) -> Self {
        let (words, bits) = (n / 64, n as u32 % 64);
        let mut out = [0; N];
        // what is shifted out of a word, and nothing if bits is 0
        let carried = |word: u64| word >> 1 >> (63 - bits);
        if words == 0 {
            out[0] = self.0[0] << bits;
            for i in 1..N {
                out[i] = self.0[i] << bits | carried(self.0[i - 1]);
            }
            return Self(out);
        }
        for i in words..N {
            let below = if i > words { carried(self.0[i - words - 1]) } else { 0 };
            out[i] = self.0[i - words] << bits | below;
        }
        Self(out)
    }

    #[inline]
    fn down(self, n: usize) -> Self {
        let (words, bits) = (n / 64, n as u32 % 64);
        let mut out = [0; N];
        let carried = |word: u64| word << 1 << (63 - bits);
        if words == 0 {
            for i in 0..N - 1 {
                out[i] = self.0[i] >> bits | carried(self.0[i + 1]);
            }
            out[N - 1] = self.0[N - 1] >> bits;
            return Self(out);
        }
        for i in 0..N.saturating_sub(words) {
            let above = self.0.get(i + words + 1).map_or(0, |&word| carried(word));
            out[i] = self.0[i + words] >> bits | above;
        }
        Self(out)
    }

    #[inline]
    fn cell(n: usize) -> Self {
        let mut words = [0; N];
        words[n / 64] = 1 << (n % 64);
        Self(words)
    }

    #[inline]
    fn has(self, n: usize) -> bool {
        self.0[n / 64] >> (n % 64) & 1 != 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }

    #[inline]
    fn lowest(self) -> Option<usize> {
        let i = self.0.iter().position(|&w| w != 0)?;
        Some(64 * i + self.0[i].trailing_zeros() as usize)
    }

    #[inline]
    fn highest(self) -> Option<usize> {
        let i = self.0.iter().rposition(|&w| w != 0)?;
        Some(64 * i + self.0[i].ilog2() as usize)
    }

    #[inline]
    fn reversed(self) -> Self {
        let mut out = [0; N];
        for i in 0..N {
            out[i] = self.0[N - 1 - i].reverse_bits();
        }
        Self(out)
    }

    #[inline]
    fn rest(mut self) -> Self {
        if let Some(word) = self.0.iter_mut().find(|w| **w != 0) {
            *word &= *word - 1;
        }
        self
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, &word| all | word) == 0
    }

    #[inline]
    fn word(&self, n: usize) -> u64 {
        self.0[n]
    }

    #[inline]
    fn from_words(words: &[u64]) -> Self {
        let mut out = [0; N];
        for (slot, &word) in out.iter_mut().zip(words) {
            *slot = word;
        }
        Self(out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation against plain lists of cells.
    fn agrees<W: Bits>(cells: usize) {
        let sets: Vec<Vec<usize>> = (1..40)
            .map(|k| (0..cells).filter(|c| (c * 7 + k * c * c + k) % (k + 2) == 0).collect())
            .collect();
        let bits = |set: &[usize]| set.iter().fold(W::EMPTY, |all, &c| all.or(W::cell(c)));
        for set in &sets {
            let b = bits(set);
            assert_eq!(b.cells().collect::<Vec<_>>(), *set);
            assert_eq!(b.highest(), set.last().copied());
            assert!(b.reversed().cells().eq(set.iter().rev().map(|c| cells - 1 - c)));
            for n in [0, 1, 5, 63, 64, 65, 127] {
                if n >= cells {
                    continue;
                }
                let up: Vec<usize> = set.iter().map(|c| c + n).filter(|&c| c < cells).collect();
                let down: Vec<usize> = set.iter().filter_map(|c| c.checked_sub(n)).collect();
                assert_eq!(b.moved(n as i32), bits(&up));
                assert_eq!(b.moved(-(n as i32)), bits(&down));
            }
            let words: Vec<u64> = (0..cells / 64).map(|i| b.word(i)).collect();
            assert_eq!(W::from_words(&words), b);
            let other = bits(&sets[3]);
            assert_eq!(b.xor(other), b.without(other).or(other.without(b)));
        }
    }

    #[test]
    fn words_of_every_width_are_sets_of_cells() {
        agrees::<u64>(64);
        agrees::<u128>(128);
        agrees::<Wide<3>>(192);
    }
}
