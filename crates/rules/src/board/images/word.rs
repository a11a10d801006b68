//! Images on frames of one word.

use super::super::build::LATTICE;
use super::Images;
use super::map::{Rival, less, lesser, reflected, transposed, transposed_by_cells};
use crate::board::bits::Bits;
use crate::position::Key;

impl<W: Bits, const N: usize> Images<W, N> {
    /// The least image of a part given by its words.
    #[inline]
    pub(in super::super) fn of_words(&self, planes: [u64; N]) -> Key<[u64; N]> {
        match self.frame {
            Some((_, 1)) => self.in_row(planes),
            Some((LATTICE, LATTICE)) | None => self.on_lattice(planes),
            Some((columns, _)) => self.in_rows(planes, columns),
        }
    }

    /// The least image of a part on a frame of rows of any length.
    fn in_rows(&self, mut planes: [u64; N], columns: usize) -> Key<[u64; N]> {
        let used = self.used(&mut planes);
        if used == 0 {
            return Key { part: [0; N], negative: false };
        }
        let top = used.trailing_zeros() as usize / columns;
        let height = 1 + used.ilog2() as usize / columns - top;
        let rows = (top..top + height).fold(0, |all, row| all | used >> (row * columns));
        let across = rows & (u64::MAX >> (64 - columns));
        let left = across.trailing_zeros() as usize;
        let width = 1 + across.ilog2() as usize - left;
        let corner = top * columns + left;
        let planes = planes.map(|plane| plane >> corner);
        let best = self.choose(&self.reflections(&planes, width, height, columns), 0);
        if self.maps & 0xf0 == 0 || height > self.room.0 || width > self.room.1 {
            return best;
        }
        let turned = planes.map(|plane| transposed_by_cells(plane, columns));
        lesser(best, self.choose(&self.reflections(&turned, height, width, columns), 1))
    }

    /// A part in the corner and its reflections top to bottom, left to right, and both.
    #[inline]
    fn reflections(
        &self,
        planes: &[u64; N],
        width: usize,
        height: usize,
        columns: usize,
    ) -> [[u64; N]; 4] {
        let mut images = [*planes; 4];
        if self.maps & 0b1110_1110 == 0 {
            return images;
        }
        let rest = 63 - ((height - 1) * columns + width - 1);
        let row = u64::MAX >> (64 - width);
        let first_column = self.first_column.word(0);
        for i in 0..N {
            let plane = planes[i];
            let both = plane.reverse_bits() >> rest;
            // the fewer of rows and columns are moved one by one
            images[3][i] = both;
            if height == 1 {
                images[2][i] = both;
            } else if width > height {
                images[1][i] = (0..height).fold(0, |all, y| {
                    all | (plane >> (y * columns) & row) << ((height - 1 - y) * columns)
                });
                images[2][i] = images[1][i].reverse_bits() >> rest;
            } else {
                images[2][i] = (0..width)
                    .fold(0, |all, x| all | (plane >> x & first_column) << (width - 1 - x));
                images[1][i] = images[2][i].reverse_bits() >> rest;
            }
        }
        images
    }

    /// The least image of a part on a frame of one row.
    #[inline]
    fn in_row(&self, mut planes: [u64; N]) -> Key<[u64; N]> {
        let used = self.used(&mut planes);
        if used == 0 {
            return Key { part: [0; N], negative: false };
        }
        let low = used.trailing_zeros();
        let width = u64::BITS - used.leading_zeros() - low;
        let mirrored = planes.map(|plane| plane.reverse_bits() >> (u64::BITS - width - low));
        let planes = planes.map(|plane| plane >> low);
        if let (2, Some(negates)) = (N, self.mirror) {
            let image = std::array::from_fn(|i| mirrored[(i ^ 1) % N]);
            let first = less(&image, &planes);
            return Key { part: if first { image } else { planes }, negative: first && negates };
        }
        let images = [planes, planes, mirrored, mirrored];
        if N > 2 && self.copies && width > 1 && N as u32 * width <= u64::BITS {
            return self.narrowest(&images, width);
        }
        let best = self.choose(&images, 0);
        if width == 1 { lesser(best, self.choose(&images, 1)) } else { best }
    }

    /// The least image of a part in a row where all bit boards together are one word.
    #[inline]
    fn narrowest(&self, images: &[[u64; N]; 4], width: u32) -> Key<[u64; N]> {
        let (mut least, mut chosen) = (u64::MAX, None);
        for rival in &self.rivals[0] {
            let image = &images[usize::from(rival.flip % 4)];
            let number = rival
                .order
                .iter()
                .fold(0, |all: u64, &from| all.wrapping_shl(width) | image[usize::from(from) % N]);
            if number < least || chosen.is_none() {
                (least, chosen) = (number, Some(rival));
            }
        }
        // no code at all if no image of this row is a row
        let mut best = Key { part: [u64::MAX; N], negative: false };
        if let Some(rival) = chosen {
            let image = &images[usize::from(rival.flip % 4)];
            best.part = rival.order.map(|from| image[usize::from(from) % N]);
            best.negative = rival.negates;
        }
        best
    }

    /// The least image of a part on a frame of 8 by 8.
    #[inline]
    fn on_lattice(&self, mut planes: [u64; N]) -> Key<[u64; N]> {
        const SIDE: u32 = LATTICE as u32;
        let used = self.used(&mut planes);
        if used == 0 {
            return Key { part: [0; N], negative: false };
        }
        let top = used.trailing_zeros() / SIDE;
        let height = SIDE - used.leading_zeros() / SIDE - top;
        let across = used | used >> 32;
        let across = across | across >> 16;
        let across = (across | across >> 8) & 0xff;
        let left = across.trailing_zeros();
        let width = u64::BITS - across.leading_zeros() - left;
        let planes = planes.map(|plane| plane >> (SIDE * top + left));
        let turns = self.maps & 0xf0 != 0
            && height as usize <= self.room.0
            && width as usize <= self.room.1;
        if !turns || width > height {
            return self.choose(&self.on_square(&planes, width, height), 0);
        }
        let turned = planes.map(transposed);
        let turned = self.choose(&self.on_square(&turned, height, width), 1);
        if width < height {
            return turned;
        }
        lesser(self.choose(&self.on_square(&planes, width, height), 0), turned)
    }

    /// A part in the corner of a frame of 8 by 8 and its reflections top to bottom, left to right, and both.
    #[inline]
    fn on_square(&self, planes: &[u64; N], width: u32, height: u32) -> [[u64; N]; 4] {
        const SIDE: u32 = LATTICE as u32;
        if self.maps & 0b1110_1110 == 0 {
            return [*planes; 4];
        }
        let (across, down) = (SIDE - width, SIDE * (SIDE - height));
        let mirrored = planes.map(|plane| reflected(plane) >> across);
        let upside_down = |plane: u64| plane.swap_bytes() >> down;
        [*planes, planes.map(upside_down), mirrored, mirrored.map(upside_down)]
    }

    /// The least of the reflections of a part, given by their numbers, with all exchanges.
    #[expect(
        clippy::needless_range_loop,
        reason = "loops that are unrolled, where iterators are not"
    )]
    #[inline]
    fn choose(&self, images: &[[u64; N]; 4], turned: usize) -> Key<[u64; N]> {
        let mut best = Key { part: [u64::MAX; N], negative: false };
        if let (1, Some(negates)) = (N, self.reflections[turned]) {
            let [a, b, c, d] = images.map(|image| image[0]);
            best.part[0] = a.min(b).min(c.min(d));
            best.negative = negates;
            return best;
        }
        let rivals = &self.rivals[turned];
        if N == 2 && self.exchange {
            // of a board and that with its two words exchanged, which is its negative, the lesser begins with the
            // lesser word
            let mut least = u128::MAX;
            for [a, b] in images.map(|image| [image[0], image[1 % N]]) {
                let part = u128::from(a.min(b)) << 64 | u128::from(a.max(b));
                best.negative = if part < least { b < a } else { best.negative };
                least = least.min(part);
            }
            best.part[0] = (least >> 64) as u64;
            best.part[1 % N] = least as u64;
            return best;
        }
        if N == 2 && self.copies {
            // both words as one number
            let number = |part: &[u64; N], first: usize| {
                u128::from(part[first % N]) << 64 | u128::from(part[(first ^ 1) % N])
            };
            let mut least = u128::MAX;
            for rival in rivals {
                let part =
                    number(&images[usize::from(rival.flip % 4)], usize::from(rival.order[0]));
                best.negative = if part < least { rival.negates } else { best.negative };
                least = least.min(part);
            }
            best.part[0] = (least >> 64) as u64;
            best.part[1 % N] = least as u64;
            return best;
        }
        if N == 4 && self.copies {
            // as two numbers
            let number = |part: &[u64; N], first: u8, second: u8| {
                u128::from(part[usize::from(first) % N]) << 64
                    | u128::from(part[usize::from(second) % N])
            };
            let mut least = (u128::MAX, u128::MAX);
            for Rival { flip, negates, order, .. } in rivals {
                let image = &images[usize::from(flip % 4)];
                let part = (
                    number(image, order[0], order[1 % N]),
                    number(image, order[2 % N], order[3 % N]),
                );
                let first = part.0 < least.0 || part.0 == least.0 && part.1 < least.1;
                best.negative = if first { *negates } else { best.negative };
                least.0 = if first { part.0 } else { least.0 };
                least.1 = if first { part.1 } else { least.1 };
            }
            let words = [least.0 >> 64, least.0, least.1 >> 64, least.1];
            best.part = std::array::from_fn(|i| words[i % 4] as u64);
            return best;
        }
        for rival in rivals {
            let image = &images[usize::from(rival.flip % 4)];
            let mut part = [0; N];
            for i in 0..N {
                if self.copies {
                    part[i] = image[usize::from(rival.order[i]) % N];
                } else {
                    for j in 0..N {
                        part[i] ^= rival.masks[i][j] & image[j];
                    }
                }
            }
            // chosen without branches, which nobody could predict
            let first = less(&part, &best.part);
            for i in 0..N {
                best.part[i] = if first { part[i] } else { best.part[i] };
            }
            best.negative = if first { rival.negates } else { best.negative };
        }
        best
    }
}
