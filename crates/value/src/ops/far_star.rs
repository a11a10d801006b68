//! The far star ⋆: a nimber `*n` greater than every nimber around.

use super::birthday::nimber_below_ups;
use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::{Comparison, Game};

impl Calculator<'_> {
    /// The largest `m` for which `*m` is a follower of `game`.
    pub(super) fn largest_nimber_below(&mut self, game: Game) -> Result<u64> {
        self.fold_options(
            game,
            |calc, g| {
                Ok(calc.parts(g).map(|parts| match parts.up {
                    _ if !parts.number.is_zero() => 0,
                    0 => parts.nimber,
                    _ => nimber_below_ups(parts),
                }))
            },
            |_, _, left, right| Ok(left.into_iter().chain(right).max().unwrap_or(0)),
        )
    }

    /// A far star for `game`: the nimber `*n` for the least power of two `n` that is greater than every `m` with `*m`
    /// among the followers. Every nimber that is large enough compares with `game` in the same way.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn remote_star(&mut self, game: Game) -> Result<Game> {
        let largest = self.largest_nimber_below(game)?;
        self.nimber_beyond(largest)
    }

    /// The nimber `*n` for the least power of two `n` greater than `nearest`.
    pub(super) fn nimber_beyond(&mut self, nearest: u64) -> Result<Game> {
        // Beyond 2^63 there is no power of two left, and *(2^64 − 1) is as far as there is.
        self.nimber(
            nearest.checked_add(1).and_then(u64::checked_next_power_of_two).unwrap_or(u64::MAX),
        )
    }

    /// How `game` compares with the far star ⋆ (Siegel, II.7; *Winning Ways*, ch. 8).
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Comparison, Game};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let up = calc.up(1)?;
    /// assert_eq!(calc.compare_remote_star(up)?, Comparison::Greater);
    /// assert_eq!(calc.compare_remote_star(Game::ZERO)?, Comparison::Confused);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// Constant for closed values; otherwise a comparison with a nimber about as large as the largest nimber among the
    /// followers.
    pub fn compare_remote_star(&mut self, game: Game) -> Result<Comparison> {
        if let Some(parts) = self.parts(game) {
            let sign = match parts.number.signum() {
                0 => parts.up.signum() as i32,
                sign => sign,
            };
            return Ok(match sign {
                1 => Comparison::Greater,
                -1 => Comparison::Less,
                _ => Comparison::Confused,
            });
        }
        let star = self.remote_star(game)?;
        self.compare(game, star)
    }
}
