//! Normal forms: the least of the images of a code under the symmetries.
//!
//! Tier and images are sums over the cells of a position. Those of one code are summed over its chunks; those of an
//! option follow from what it came from by what the pattern of the move adds where it lies ([`Deltas`]), which is found
//! once for each pattern and place.

use super::{Codes, Lane};
use crate::normal::{Deltas, Images, Normal, SHORT, Source, add, least};

/// Does the same for as many images as there are, from itself alone to those of a square with both colours.
macro_rules! of_width {
    ($width:expr, $name:ident => $done:expr, $other:expr) => {
        of_width!(@ $width, $name => $done, $other, 1 2 3 4 6 8 12 16)
    };
    (@ $width:expr, $name:ident => $done:expr, $other:expr, $($known:literal)*) => {
        match $width {
            $($known => { const $name: usize = $known; $done })*
            _ => $other,
        }
    };
}

/// Chunks that differ from one code to the next.
const LOW: usize = 2;

impl Codes {
    /// The normal form of a code, and whether it stands for the negative.
    #[inline]
    #[must_use]
    pub fn normal(&self, code: u64) -> (u64, bool) {
        let normal = self.settled(code);
        (normal.code(), normal.negative())
    }

    /// The normal form of a code with its tier.
    pub(crate) fn settled(&self, code: u64) -> Normal {
        if let Some(parts) = self.parts() {
            return Normal::new(code, false, parts.tier(code));
        }
        of_width!(1 + self.images.len(), WIDTH => {
            let (tier, images) = self.images_of::<WIDTH>(code);
            Normal { key: least(&images, self.bits <= SHORT), tier }
        }, {
            let images = self.images.iter().zip(1..);
            let keys = images.map(|(&negates, at)| self.summed(code, at) << 1 | u64::from(negates));
            Normal { key: keys.fold(code << 1, u64::min), tier: self.tier(code) }
        })
    }

    /// Appends the normal forms of what patterns lead to from a code. `led_to` gives the code of what one leads to.
    pub(crate) fn reach(
        &self,
        code: u64,
        source: &mut Source,
        landings: &[u32],
        deltas: &mut Deltas,
        led_to: impl Fn(u32) -> u64,
        reached: &mut Vec<Normal>,
    ) {
        of_width!(1 + self.images.len(), WIDTH => {
            self.turn_to::<WIDTH>(code, source);
            let from = source.images::<WIDTH>();
            for &landing in landings {
                if !deltas.knows(landing) {
                    deltas.learn(landing, from, &self.images_of(led_to(landing)));
                }
            }
            add(from, landings, deltas, self.bits <= SHORT, reached);
        }, {
            reached.extend(landings.iter().map(|&landing| self.settled(led_to(landing))));
        });
    }

    /// The tier of a code and its images: the rows of its chunks, summed column by column.
    #[inline]
    fn images_of<const WIDTH: usize>(&self, code: u64) -> Images<WIDTH> {
        self.keys(code, self.sums(&self.lanes, code, [0; WIDTH]))
    }

    /// Turns to a code, if it is not the one turned to. Codes come in order: the rows of high chunks are those of the
    /// code before, and summed already.
    #[inline]
    fn turn_to<const WIDTH: usize>(&self, code: u64, source: &mut Source) {
        if source.code == Some(code) {
            return;
        }
        let (low, high) = self.lanes.split_at(LOW.min(self.lanes.len()));
        let above = high.first().map_or(0, |lane| code >> lane.shift);
        if source.above != Some(above) {
            source.above = Some(above);
            source.sums[..WIDTH].copy_from_slice(&self.sums(high, code, [0; WIDTH]));
        }
        let sums = source.sums.first_chunk().copied().unwrap_or([0; WIDTH]);
        let (tier, keys) = self.keys(code, self.sums(low, code, sums));
        (source.code, source.tier) = (Some(code), tier);
        source.keys[..WIDTH].copy_from_slice(&keys);
    }

    /// Adds the rows of some chunks, column by column.
    #[inline]
    fn sums<const WIDTH: usize>(
        &self,
        lanes: &[Lane],
        code: u64,
        mut sums: [u64; WIDTH],
    ) -> [u64; WIDTH] {
        let rows = self.rows.as_chunks::<WIDTH>().0;
        for lane in lanes {
            let row = &rows[lane.row(code)];
            sums.iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
        }
        sums
    }

    /// The tier and images of a code from the sums of its rows.
    #[inline]
    fn keys<const WIDTH: usize>(&self, code: u64, mut sums: [u64; WIDTH]) -> Images<WIDTH> {
        let tier = std::mem::replace(&mut sums[0], code);
        sums.iter_mut().for_each(|sum| *sum <<= 1);
        let keys = sums[1..].iter_mut().zip(&self.images);
        keys.for_each(|(key, &negates)| *key |= u64::from(negates));
        (tier, sums)
    }

    /// The sum of one column of the rows of a code.
    #[inline]
    pub(super) fn summed(&self, code: u64, column: usize) -> u64 {
        let width = 1 + self.images.len();
        self.lanes.iter().map(|lane| self.rows[lane.row(code) * width + column]).sum()
    }
}
