//! What stands for a code and its images, and what moves add to it: the tier, and twice each image with who it is for.

/// A code in normal form, whether it stands for the negative, and its tier, which images have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Normal {
    /// Twice the code, and one more if it stands for the negative: so the least of them is the least code.
    pub(crate) key: u64,
    pub(crate) tier: u64,
}

impl Normal {
    #[inline]
    pub(crate) fn new(code: u64, negative: bool, tier: u64) -> Self {
        Self { key: code << 1 | u64::from(negative), tier }
    }

    #[inline]
    pub(crate) fn code(self) -> u64 {
        self.key >> 1
    }

    #[inline]
    pub(crate) fn negative(self) -> bool {
        self.key & 1 != 0
    }
}

/// The tier of a code and the keys of all its images, itself first.
pub(crate) type Images<const WIDTH: usize> = (u64, [u64; WIDTH]);

/// Images of a code at most.
const MOST: usize = 16;

/// A code with its tier and images.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Source {
    pub(crate) code: Option<u64>,
    pub(crate) tier: u64,
    pub(crate) keys: [u64; MOST],
    /// What stands above the low chunks of the code, and the sums of its rows.
    pub(crate) above: Option<u64>,
    pub(crate) sums: [u64; MOST],
}

impl Source {
    #[inline]
    pub(crate) fn images<const WIDTH: usize>(&self) -> (u64, &[u64; WIDTH]) {
        const { assert!(WIDTH <= MOST) };
        (self.tier, self.keys.first_chunk().unwrap_or(&[0; WIDTH]))
    }
}

/// What patterns of one player add where they lie ([`farstar_rules::coded::Coded::landings`]) to tier and images.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deltas {
    tiers: Vec<u64>,
    /// So many images for each.
    images: Vec<u64>,
}

/// More than tiers differ.
const UNKNOWN: u64 = 1 << 63;

impl Deltas {
    /// Whether it is known what a pattern adds.
    #[inline]
    pub(crate) fn knows(&self, landing: u32) -> bool {
        self.tiers.get(landing as usize).is_some_and(|&tier| tier != UNKNOWN)
    }

    #[cold]
    pub(crate) fn learn<const WIDTH: usize>(
        &mut self,
        landing: u32,
        (tier, images): (u64, &[u64; WIDTH]),
        (below, others): &Images<WIDTH>,
    ) {
        let at = landing as usize;
        if self.tiers.len() <= at {
            self.tiers.resize(at + 1, UNKNOWN);
            self.images.resize((at + 1) * WIDTH, 0);
        }
        self.tiers[at] = below.wrapping_sub(tier);
        let slots = self.images[at * WIDTH..].iter_mut().zip(others.iter().zip(images));
        slots.for_each(|(slot, (to, from))| *slot = to.wrapping_sub(*from));
    }
}

/// Most bits of a code that is short.
pub(crate) const SHORT: u32 = 60;
/// What makes a key of a short code a double that is neither tiny, which a processor may be told to take for 0, nor
/// infinite.
const DOUBLE: u64 = 1 << 62;

/// The least key. Those of short codes are compared as doubles, whose order is that of their bits: every processor has
/// the lesser of two pairs of them in a step or two, without a branch.
#[inline]
pub(crate) fn least<const WIDTH: usize>(keys: &[u64; WIDTH], short: bool) -> u64 {
    if !short {
        return keys.iter().copied().fold(u64::MAX, u64::min);
    }
    least_double(keys.map(|key| key | DOUBLE)) ^ DOUBLE
}

fn least_double<const WIDTH: usize>(keys: [u64; WIDTH]) -> u64 {
    let mut keys = keys.map(f64::from_bits);
    let mut width = WIDTH;
    while width > 1 {
        let half = width.div_ceil(2);
        for at in 0..width / 2 {
            keys[at] = if keys[half + at] < keys[at] { keys[half + at] } else { keys[at] };
        }
        width = half;
    }
    keys[0].to_bits()
}

/// Appends what known patterns lead to.
pub(crate) fn add<const WIDTH: usize>(
    (tier, images): (u64, &[u64; WIDTH]),
    landings: &[u32],
    deltas: &Deltas,
    short: bool,
    reached: &mut Vec<Normal>,
) {
    let rows = deltas.images.as_chunks::<WIDTH>().0;
    let images = if short { images.map(|key| key | DOUBLE) } else { *images };
    reached.extend(landings.iter().map(|&at| {
        let at = at as usize;
        let mut keys = images;
        keys.iter_mut().zip(&rows[at]).for_each(|(key, more)| *key = key.wrapping_add(*more));
        let key = if short { least_double(keys) ^ DOUBLE } else { least(&keys, false) };
        Normal { key, tier: tier.wrapping_add(deltas.tiers[at]) }
    }));
}

#[cfg(test)]
mod tests {
    use farstar_testkit::SplitMix64;

    use super::*;

    #[test]
    fn the_least_key_is_found_as_a_double_too() {
        let mut random = SplitMix64::new(8);
        for bits in [2, 37, 52, SHORT + 1] {
            for _ in 0..1000 {
                let keys: [u64; 6] = std::array::from_fn(|_| random.below(1 << bits));
                assert_eq!(least(&keys, true), least(&keys, false));
                assert_eq!(least(&[keys[0]], true), keys[0]);
            }
        }
    }
}
