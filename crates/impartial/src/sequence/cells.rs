//! Storage of a sequence of nim values in the narrowest cells that hold them.

use std::ops::BitXor;

/// An unsigned cell of a sequence: `u8` or `u16` in the fast methods.
pub(crate) trait Cell:
    Copy + Ord + Default + BitXor<Output = Self> + Send + Sync + std::fmt::Debug + 'static
{
    /// The largest value a cell holds.
    const LARGEST: usize;
    /// The value as an index.
    fn index(self) -> usize;
    /// The cell of a value at most [`Cell::LARGEST`].
    fn of(value: usize) -> Self;
}

macro_rules! cells {
    ($($cell:ty),*) => {$(
        impl Cell for $cell {
            const LARGEST: usize = <$cell>::MAX as usize;
            #[inline(always)]
            fn index(self) -> usize {
                self as usize
            }
            #[inline(always)]
            fn of(value: usize) -> Self {
                debug_assert!(value <= Self::LARGEST);
                value as $cell
            }
        }
    )*};
}
cells!(u8, u16, u32);

/// Nim values of the heaps 0, 1, 2, …, one, two or four bytes each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cells {
    /// All values below 256.
    Narrow(Vec<u8>),
    /// All values below 65 536.
    Medium(Vec<u16>),
    /// Larger values.
    Wide(Vec<u32>),
}

impl Cells {
    /// The number of heaps.
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Narrow(cells) => cells.len(),
            Self::Medium(cells) => cells.len(),
            Self::Wide(cells) => cells.len(),
        }
    }

    /// Bytes of one cell.
    pub(crate) fn width(&self) -> usize {
        match self {
            Self::Narrow(_) => 1,
            Self::Medium(_) => 2,
            Self::Wide(_) => 4,
        }
    }

    /// The value of a heap below [`Cells::len`].
    pub(crate) fn get(&self, heap: usize) -> Option<u32> {
        match self {
            Self::Narrow(cells) => cells.get(heap).map(|&v| u32::from(v)),
            Self::Medium(cells) => cells.get(heap).map(|&v| u32::from(v)),
            Self::Wide(cells) => cells.get(heap).copied(),
        }
    }

    /// The values of the heaps from `from` to before `to`, widened.
    pub(crate) fn range(&self, from: usize, to: usize) -> Vec<u32> {
        (from..to.min(self.len())).filter_map(|heap| self.get(heap)).collect()
    }

    /// Moves the values to cells twice as wide.
    pub(crate) fn widen(&mut self) {
        *self = match self {
            Self::Narrow(cells) => Self::Medium(cells.iter().map(|&v| u16::from(v)).collect()),
            Self::Medium(cells) => Self::Wide(cells.iter().map(|&v| u32::from(v)).collect()),
            Self::Wide(cells) => Self::Wide(std::mem::take(cells)),
        };
    }

    /// Appends a value, widening the cells when it does not fit.
    pub(crate) fn push(&mut self, value: u32) {
        loop {
            match self {
                Self::Narrow(cells) if value <= 0xff => return cells.push(value as u8),
                Self::Medium(cells) if value <= 0xffff => return cells.push(value as u16),
                Self::Wide(cells) => return cells.push(value),
                _ => self.widen(),
            }
        }
    }

    /// The least `from` such that the heaps `from..end` agree with those `period` further on.
    pub(crate) fn agree_from(&self, period: usize, end: usize) -> usize {
        fn least<T: PartialEq>(cells: &[T], period: usize, end: usize) -> usize {
            let (early, late) = (&cells[..end], &cells[period..period + end]);
            early.iter().zip(late).rposition(|(a, b)| a != b).map_or(0, |last| last + 1)
        }
        match self {
            Self::Narrow(cells) => least(cells, period, end),
            Self::Medium(cells) => least(cells, period, end),
            Self::Wide(cells) => least(cells, period, end),
        }
    }

    /// The last place before the end where the last `window` values occurred, as the distance.
    pub(crate) fn recurrence(&self, window: usize) -> Option<usize> {
        fn last<T: PartialEq>(cells: &[T], window: usize) -> Option<usize> {
            let n = cells.len();
            let pattern = &cells[n.checked_sub(window)?..];
            // the first 8 cells decide nearly always; the rest is compared only then
            let (head, _) = pattern.split_first_chunk::<8>()?;
            let starts = cells[..n - 1].windows(8).enumerate().rev();
            (starts.skip(window - 8))
                .find(|&(start, eight)| eight == head && cells[start..start + window] == *pattern)
                .map(|(start, _)| n - window - start)
        }
        match self {
            Self::Narrow(cells) => last(cells, window),
            Self::Medium(cells) => last(cells, window),
            Self::Wide(cells) => last(cells, window),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pack(values: &[u32]) -> Cells {
        let mut cells = Cells::Narrow(Vec::new());
        values.iter().for_each(|&value| cells.push(value));
        cells
    }

    #[test]
    fn cells_widen_and_never_wrap() {
        let mut cells = pack(&[0, 255]);
        cells.push(256);
        assert!(matches!(cells, Cells::Medium(_)));
        cells.push(70_000);
        assert_eq!(cells.range(0, 9), [0, 255, 256, 70_000]);
    }

    #[test]
    fn the_last_recurrence_is_found() {
        let values: Vec<u32> = (0..100).map(|n| n % 13).collect();
        let cells = pack(&values);
        assert_eq!(cells.recurrence(20), Some(13));
        assert_eq!(cells.agree_from(13, 87), 0);
        let distinct: Vec<u32> = (0..100).collect();
        assert_eq!(pack(&distinct).recurrence(20), None);
    }
}
