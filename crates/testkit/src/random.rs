//! Seeded random forms.

use crate::Form;
use farstar_num::Dyadic;

/// The generator SplitMix64: one 64-bit state, the same numbers on every machine.
///
/// Steele, Lea and Flood, *Fast splittable pseudorandom number generators* (OOPSLA 2014).
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Starts from `seed`.
    pub fn new(seed: u64) -> SplitMix64 {
        SplitMix64(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`, which is not 0 (the bias of at most `n/2^64` does not matter here).
    pub fn below(&mut self, n: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(n)) >> 64) as u64
    }

    /// One of the items.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len() as u64) as usize]
    }
}

/// Whether long tests were asked for: `cargo xtask soak` sets `FARSTAR_SOAK`.
pub fn soaking() -> bool {
    std::env::var_os("FARSTAR_SOAK").is_some()
}

/// How large and of what kind random forms are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormShape {
    /// Deepest tree: an upper bound of the birthday, apart from the numbers at the leaves.
    pub depth: u32,
    /// Most options a side.
    pub options: u32,
    /// Whether leaves are numbers born by day 2 rather than 0.
    pub numbers: bool,
    /// Whether both players or neither can move everywhere.
    pub all_small: bool,
}

impl FormShape {
    /// Any game: at most `depth` moves to a small number, at most `options` options a side.
    pub fn any(depth: u32, options: u32) -> FormShape {
        FormShape { depth, options, numbers: true, all_small: false }
    }

    /// An all-small game.
    pub fn all_small(depth: u32, options: u32) -> FormShape {
        FormShape { depth, options, numbers: false, all_small: true }
    }

    /// A form of this shape.
    pub fn sample(&self, random: &mut SplitMix64) -> Form {
        if self.depth == 0 || self.options == 0 || random.below(8) == 0 {
            return self.leaf(random);
        }
        let child = FormShape { depth: self.depth - 1, ..*self };
        let fewest = u64::from(self.all_small);
        let mut side = || -> Vec<Form> {
            let count = fewest + random.below(u64::from(self.options) + 1 - fewest);
            (0..count).map(|_| child.sample(random)).collect()
        };
        Form::new(side(), side())
    }

    fn leaf(&self, random: &mut SplitMix64) -> Form {
        if !self.numbers || self.all_small {
            return Form::zero();
        }
        Form::number(&Dyadic::from_small(random.below(9) as i64 - 4, 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        // First outputs of the reference C code for seed 1234567.
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(random.next_u64(), 6_457_827_717_110_365_317);
        assert_eq!(random.next_u64(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn samples_keep_their_shape_and_repeat() {
        let (mut a, mut b) = (SplitMix64::new(7), SplitMix64::new(7));
        for _ in 0..200 {
            let shape = FormShape::all_small(3, 2);
            let g = shape.sample(&mut a);
            assert!(g.is_all_small() && g.birthday() <= 3);
            assert_eq!(g, shape.sample(&mut b));
            let any = FormShape::any(2, 3).sample(&mut a);
            FormShape::any(2, 3).sample(&mut b);
            assert!(any.left().len() <= 3 && any.right().len() <= 3);
        }
    }
}
