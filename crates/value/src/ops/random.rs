//! Random games, the same for the same seed on every machine.

use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::Game;

/// The generator SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*).
#[derive(Clone, Debug)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator that starts from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `bound`, all about equally likely; 0 for a bound of 0.
    pub fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }
}

/// What random games look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomShape {
    /// Latest day of birth.
    pub birthday: u32,
    /// Most options a player has before the form is made canonical; at least 1.
    pub width: u32,
    /// Whether the games are all-small.
    pub all_small: bool,
}

impl Calculator<'_> {
    /// A random game born by day `shape.birthday`, at most.
    ///
    /// Day by day, `2·width + 1` forms are made with options drawn from all those before; the last one is taken. The
    /// same generator and shape give the same game in every arena.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, RandomShape, SplitMix64};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let shape = RandomShape { birthday: 4, width: 3, all_small: true };
    /// let game = calc.random_game(&mut SplitMix64::new(7), &shape)?;
    /// assert!(calc.is_all_small(game)? && calc.birthday(game)? <= 4u32.into());
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// About `2·birthday·width` canonical forms.
    pub fn random_game(&mut self, random: &mut SplitMix64, shape: &RandomShape) -> Result<Game> {
        let width = u64::from(shape.width.max(1));
        let fewest = u64::from(shape.all_small);
        let mut known = vec![Game::ZERO];
        for _ in 0..shape.birthday {
            let before = known.len() as u64;
            for _ in 0..=2 * width {
                self.tick()?;
                let mut side = || -> Vec<Game> {
                    let count = fewest + random.below(width + 1 - fewest);
                    (0..count).map(|_| known[random.below(before) as usize]).collect()
                };
                let (left, right) = (side(), side());
                let game = self.from_options(&left, &right)?;
                known.push(game);
            }
        }
        Ok(known[known.len() - 1])
    }
}
