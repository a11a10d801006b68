//! Normal forms: the least of the images of a code under the symmetries.
//!
//! Tier and images are sums over the cells of a position. Those of one code are summed over its chunks; those of an
//! option follow from what it came from by what the pattern of the move adds where it lies ([`Deltas`]), which is found
//! once for each pattern and place.

use farstar_rules::coded::Landing;

use super::Codes;
use crate::normal::{Deltas, Images, Normal, Source, add, least};

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
            Normal { key: least(&images), tier }
        }, {
            let images = self.images.iter().zip(1..);
            let keys = images.map(|(&negates, at)| self.summed(code, at) << 1 | u64::from(negates));
            Normal { key: keys.fold(code << 1, u64::min), tier: self.tier(code) }
        })
    }

    /// Appends the normal forms of what patterns lead to from a code. `led_to` gives the code of what a pattern leads
    /// to at a place.
    pub(crate) fn reach(
        &self,
        code: u64,
        source: &mut Source,
        landings: &[Landing],
        deltas: &mut Deltas,
        led_to: impl Fn(u32, u32) -> u64,
        reached: &mut Vec<Normal>,
    ) {
        of_width!(1 + self.images.len(), WIDTH => {
            let from = source.of(code, || self.images_of::<WIDTH>(code));
            for &landing in landings {
                let unknown = deltas.unknown(landing);
                if unknown != 0 {
                    let led_to = |place| self.images_of(led_to(landing.pattern, place));
                    deltas.learn(Landing { places: unknown, ..landing }, &from, led_to);
                }
            }
            add(&from, landings, deltas, reached);
        }, {
            for landing in landings {
                let places = (0..64).filter(|place| landing.places >> place & 1 != 0);
                reached.extend(places.map(|place| self.settled(led_to(landing.pattern, place))));
            }
        });
    }

    /// The tier of a code and its images: the rows of its chunks, summed column by column.
    #[inline]
    fn images_of<const WIDTH: usize>(&self, code: u64) -> Images<WIDTH> {
        let mut sums = [0; WIDTH];
        for lane in &self.lanes {
            let at = lane.rows + ((code >> lane.shift) as usize & lane.mask) * WIDTH;
            if let Some(row) = self.rows[at..].first_chunk::<WIDTH>() {
                sums.iter_mut().zip(row).for_each(|(sum, more)| *sum += more);
            }
        }
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
        self.lanes.iter().fold(0, |all, lane| {
            all + self.rows
                [lane.rows + ((code >> lane.shift) as usize & lane.mask) * width + column]
        })
    }
}
