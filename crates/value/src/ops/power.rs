//! Powers of infinitesimals: `↑ⁿ` and `↑[n]`, for any base and any dyadic exponent.
//!
//! `↑[n] = {↑[n−1] | *}` and `↑ⁿ = {0 | * − ↑[n−1]}` are ordinal sums: `G[x] = G:(x − 1)`, and for `G = {0|H}`, `Gˣ = {0 | H:(1 − x)}`. That makes
//! sense of exponents that are not integers (Siegel, II.4; *Winning Ways*, ch. 8).

use super::games;
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use farstar_num::Dyadic;

impl Calculator<'_> {
    /// The power `Gˣ = {0 | H:(1 − x)}` of a game with the canonical form `G = {0 | H}`, for `x ≥ 1`.
    ///
    /// # Errors
    /// [`Error::NoPower`] for any other form of `G`, and for `x < 1`; those of [`Calculator::ordinal_sum`].
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Game};
    /// use farstar_num::Dyadic;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (up, star) = (calc.up(1)?, calc.nimber(1)?);
    /// let down_star = calc.sub(star, up)?;
    /// assert_eq!(calc.pow(up, &Dyadic::from(2))?, calc.from_options(&[Game::ZERO], &[down_star])?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn pow(&mut self, game: Game, exponent: &Dyadic) -> Result<Game> {
        let (left, right) = self.moves(game)?;
        let ([Game::ZERO], [threat]) =
            (&games(left).collect::<Vec<_>>()[..], &games(right).collect::<Vec<_>>()[..])
        else {
            return Err(Error::NoPower {
                reason: format!("{} is not of the form {{0|H}}", self.text_of(game)),
            });
        };
        if *exponent < Dyadic::ONE {
            return Err(Error::NoPower {
                reason: format!("the exponent {exponent} is less than 1"),
            });
        }
        let below = self.number(&Dyadic::ONE.checked_sub(exponent)?)?;
        let threat = self.ordinal_sum(*threat, below)?;
        self.from_options(&[Game::ZERO], &[threat])
    }

    /// The sum of powers `G[x] = G:(x − 1)`, which for `G = {0|H}` and an integer `x` is `G + G² + … + Gˣ`; `G[0] = 0`.
    ///
    /// # Errors
    /// [`Error::NoPower`] for `x < 0`; those of [`Calculator::ordinal_sum`].
    pub fn pow_to(&mut self, game: Game, exponent: &Dyadic) -> Result<Game> {
        if exponent.is_negative() {
            return Err(Error::NoPower { reason: format!("the exponent {exponent} is negative") });
        }
        if exponent.is_zero() {
            return Ok(Game::ZERO);
        }
        let above = self.number(&exponent.checked_sub(&Dyadic::ONE)?)?;
        self.ordinal_sum(game, above)
    }
}
