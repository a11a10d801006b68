//! A hash of values that is the same in every arena and every process.

use crate::arena::Arena;
use crate::ops::games;
use crate::{Calculator, Closed, Game, Result, SplitMix64};
use rustc_hash::FxHashMap;

impl Calculator<'_> {
    /// A hash of a value by its canonical form alone: equal values have equal hashes, whichever arena holds them.
    ///
    /// Closed values are hashed by their parts, all others by the hashes of their options, added so that their order
    /// does not matter. The arena keeps them.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let (here, there) = (Arena::new(), Arena::new());
    /// let (mut calc, mut other) = (here.calculator(), there.calculator());
    /// other.parse("{5|-2}")?; // handles differ from here on
    /// let (game, same) = (calc.parse("{3||2|1}")?, other.parse("{3||2|1}")?);
    /// assert_eq!(calc.stable_hash(game)?, other.stable_hash(same)?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn stable_hash(&mut self, game: Game) -> Result<u64> {
        if let Some(hash) = known(self.arena(), game) {
            return Ok(hash);
        }
        self.fold(
            game,
            &mut FxHashMap::default(),
            |calc, game, memo: &FxHashMap<Game, u64>, needs| {
                let arena = calc.arena();
                if let Some(hash) = known(arena, game) {
                    return Ok(Some(hash));
                }
                if let Some(closed) = calc.parts(game) {
                    return Ok(Some(*arena.hashes.set(game, of_closed(closed))));
                }
                let (left, right) = calc.lists(game.0)?;
                let mut of_side = |side: &[u32]| {
                    games(side).fold(side.len() as u64, |sum, option| {
                        let hash = known(arena, option).or_else(|| memo.get(&option).copied());
                        let hash = hash.unwrap_or_else(|| {
                            needs.push(option);
                            0
                        });
                        sum.wrapping_add(mix(hash))
                    })
                };
                let sides = [of_side(left), of_side(right)];
                if !needs.is_empty() {
                    return Ok(None);
                }
                Ok(Some(*arena.hashes.set(game, mix(mix(sides[0]) ^ sides[1].rotate_left(32)))))
            },
        )
    }
}

fn known(arena: &Arena, game: Game) -> Option<u64> {
    arena.hashes.get(game).copied()
}

/// The hash of a closed value.
fn of_closed(value: &Closed) -> u64 {
    let numerator = match value.number.to_small() {
        Some((numerator, _)) => mix(numerator as u64),
        None => {
            let bytes = value.number.numerator().to_le_bytes();
            bytes.iter().fold(1, |hash, &byte| mix(hash ^ u64::from(byte)))
        }
    };
    let parts = [value.number.exponent(), value.up as u64, value.nimber];
    parts.into_iter().fold(numerator, |hash, part| mix(hash.wrapping_add(1) ^ part))
}

/// Spreads the bits of a number.
fn mix(n: u64) -> u64 {
    SplitMix64::new(n).next_u64()
}
