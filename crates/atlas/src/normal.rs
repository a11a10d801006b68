//! What stands for a code and its images, and what moves add to it: the tier, and twice each image with who it is for.

use farstar_rules::coded::Landing;

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

/// A code with its tier and images, of which there are sixteen at most.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Source {
    code: Option<u64>,
    tier: u64,
    keys: [u64; 16],
}

impl Source {
    /// The tier and images of a code, made if they are not those that are held.
    #[inline]
    pub(crate) fn of<const WIDTH: usize>(
        &mut self,
        code: u64,
        make: impl FnOnce() -> Images<WIDTH>,
    ) -> Images<WIDTH> {
        if self.code == Some(code)
            && let Some(keys) = self.keys.first_chunk()
        {
            return (self.tier, *keys);
        }
        let (tier, keys) = make();
        (self.code, self.tier) = (Some(code), tier);
        self.keys.iter_mut().zip(keys).for_each(|(held, key)| *held = key);
        (tier, keys)
    }
}

/// What patterns of one player add, each at each of 64 places, to tier and images.
#[derive(Clone, Debug, Default)]
pub(crate) struct Deltas {
    /// For each pattern the places that are known.
    known: Vec<u64>,
    tiers: Vec<u64>,
    /// So many images for each pattern and place.
    images: Vec<u64>,
}

impl Deltas {
    /// Where a pattern can be played and it is not known what it adds.
    #[inline]
    pub(crate) fn unknown(&self, landing: Landing) -> u64 {
        landing.places & !self.known.get(landing.pattern as usize).copied().unwrap_or(0)
    }

    #[cold]
    pub(crate) fn learn<const WIDTH: usize>(
        &mut self,
        landing: Landing,
        (tier, images): &Images<WIDTH>,
        led_to: impl Fn(u32) -> Images<WIDTH>,
    ) {
        let pattern = landing.pattern as usize;
        if self.known.len() <= pattern {
            self.known.resize(pattern + 1, 0);
            self.tiers.resize(64 * (pattern + 1), 0);
            self.images.resize(64 * (pattern + 1) * WIDTH, 0);
        }
        for place in (0..64).filter(|place| landing.places >> place & 1 != 0) {
            let (below, others) = led_to(place);
            let at = 64 * pattern + place as usize;
            self.tiers[at] = below.wrapping_sub(*tier);
            let slots = self.images[at * WIDTH..].iter_mut().zip(others.iter().zip(images));
            slots.for_each(|(slot, (to, from))| *slot = to.wrapping_sub(*from));
        }
        self.known[pattern] |= landing.places;
    }
}

#[inline]
pub(crate) fn least<const WIDTH: usize>(keys: &[u64; WIDTH]) -> u64 {
    keys.iter().copied().fold(u64::MAX, u64::min)
}

/// Appends what known patterns lead to.
pub(crate) fn add<const WIDTH: usize>(
    (tier, images): &Images<WIDTH>,
    landings: &[Landing],
    deltas: &Deltas,
    reached: &mut Vec<Normal>,
) {
    for &Landing { pattern, mut places } in landings {
        while places != 0 {
            let at = 64 * pattern as usize + places.trailing_zeros() as usize;
            places &= places - 1;
            let Some(more) = deltas.images[at * WIDTH..].first_chunk::<WIDTH>() else { return };
            let mut keys = *images;
            keys.iter_mut().zip(more).for_each(|(key, more)| *key = key.wrapping_add(*more));
            let tier = tier.wrapping_add(deltas.tiers[at]);
            reached.push(Normal { key: least(&keys), tier });
        }
    }
}
