//! Images on frames of several words, and on graphs.

use super::Images;
use super::map::{Exchange, less, transposed_by_cells};
use crate::board::bits::Bits;
use crate::board::codes::MOST_PLANES;
use crate::board::stage::State;
use crate::position::Key;

impl<W: Bits, const N: usize> Images<W, N> {
    /// The least image of a part on a frame of any shape, or on a graph.
    pub(super) fn elsewhere(&self, state: &State<W>) -> Key<[u64; N]> {
        let mut planes = state.planes;
        let (pieces, live) = planes.split_at_mut(self.read);
        let used = pieces.iter().fold(W::EMPTY, |all, &plane| all.or(plane));
        // cells that no rule reads never change
        live.iter_mut().for_each(|plane| *plane = plane.and(used));
        let Some((columns, rows)) = self.frame else {
            return self.least(|rows, _| self.exchanged(&planes, rows), |_| true);
        };
        let (Some(low), Some(high)) = (used.lowest(), used.highest()) else {
            return Key { part: [0; N], negative: false };
        };
        if rows == 1 {
            let mut mirrored = planes;
            for (plane, mirrored) in planes.iter_mut().zip(&mut mirrored).take(self.planes) {
                *mirrored = plane.reversed().down(W::CELLS - 1 - high);
                *plane = plane.down(low);
            }
            return self.least(
                |rows, map| self.exchanged(if map & 2 == 0 { &planes } else { &mirrored }, rows),
                |map| map < 4 || low == high,
            );
        }
        let (top, bottom) = (low / columns, high / columns);
        let mut across = used;
        for row in top + 1..=bottom {
            across = across.or(used.down(row * columns));
        }
        across = across.or(used.down(top * columns));
        let across = across.and(self.first_row);
        let left = across.lowest().unwrap_or(0);
        let right = across.highest().unwrap_or(0);
        let (width, height) = (right - left + 1, bottom - top + 1);
        let corner = top * columns + left;
        for plane in &mut planes {
            *plane = plane.down(corner);
        }
        let turns = height <= self.room.0 && width <= self.room.1;
        let mut images = [planes; 8];
        for i in 0..self.planes {
            if self.maps & 0b1110 != 0 {
                let reflected = self.reflected(planes[i], width, height, columns);
                (0..4).for_each(|map| images[map][i] = reflected[map]);
            }
            if turns && self.maps & 0b1111_0000 != 0 {
                let turned = transposed_by_cells(planes[i], columns);
                let turned = self.reflected(turned, height, width, columns);
                (0..4).for_each(|map| images[4 + map][i] = turned[map]);
            }
        }
        self.least(|rows, map| self.exchanged(&images[map], rows), |map| map < 4 || turns)
    }

    /// A part in the corner as it is, reflected top to bottom, left to right, and both.
    #[inline]
    fn reflected(&self, plane: W, width: usize, height: usize, columns: usize) -> [W; 4] {
        let last = (height - 1) * columns + width - 1;
        let both = |plane: W| plane.reversed().down(W::CELLS - 1 - last);
        let mut out = W::EMPTY;
        // the fewer of rows and columns are moved one by one
        if width > height {
            let row = self.first_row.and(W::ALL.down(W::CELLS - width));
            for y in 0..height {
                out = out.or(plane.down(y * columns).and(row).up((height - 1 - y) * columns));
            }
            [plane, out, both(out), both(plane)]
        } else {
            for x in 0..width {
                out = out.or(plane.down(x).and(self.first_column).up(width - 1 - x));
            }
            [plane, both(out), out, both(plane)]
        }
    }

    /// The bit boards after an exchange of pieces.
    #[inline]
    pub(super) fn exchanged(
        &self,
        planes: &[W; MOST_PLANES],
        rows: &[u8; MOST_PLANES],
    ) -> [u64; N] {
        if self.copies {
            let words = W::CELLS / 64;
            let mut out = [0; N];
            for (i, word) in out.iter_mut().enumerate() {
                let copied = rows[i / words % MOST_PLANES].trailing_zeros() as usize;
                *word = planes[copied % MOST_PLANES].word(i % words);
            }
            return out;
        }
        let mut out = [W::EMPTY; MOST_PLANES];
        for (i, slot) in out.iter_mut().enumerate().take(self.planes) {
            let row = rows[i];
            if row.is_power_of_two() {
                *slot = planes[row.trailing_zeros() as usize % MOST_PLANES];
                continue;
            }
            for (j, &plane) in planes.iter().enumerate().take(self.planes) {
                if row >> j & 1 != 0 {
                    *slot = slot.xor(plane);
                }
            }
        }
        self.words(&out)
    }

    #[inline]
    fn least(
        &self,
        image: impl Fn(&[u8; MOST_PLANES], usize) -> [u64; N],
        fits: impl Fn(usize) -> bool,
    ) -> Key<[u64; N]> {
        let mut best = Key { part: [u64::MAX; N], negative: false };
        for Exchange { rows, maps, .. } in &self.exchanges {
            for &(map, negative) in maps {
                if fits(map) {
                    let part = image(rows, map);
                    if less(&part, &best.part) {
                        best = Key { part, negative };
                    }
                }
            }
        }
        best
    }
}
