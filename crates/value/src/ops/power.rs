//! Powers of infinitesimals: `↑ⁿ` and `↑[n]`, for other bases than up and for dyadic exponents.
//!
//! For `G = {0 | H}` the powers and their sums are made of each other,
//!
//! * `G[n] = {0, G[n−1] | H}`, `G[0] = 0`, so that `G[n] = G:(n − 1)`;
//! * `Gⁿ = {0 | H − G[n−1]}`,
//!
//! and `G[n] = G + G² + … + Gⁿ` whenever `G ≥ 0`: in `G[n] − G[n−1] − Gⁿ` the mover is answered by a move of another
//! part to its 0, to its `G[n−1]` or to its `H`, which leaves 0, a power, or the difference of two powers in their
//! order (Conway, *On Numbers and Games*, ch. 16; Siegel, *Combinatorial Game Theory*, II.4; CGSuite has the same two
//! definitions). Of a base that is confused with 0 the sum need not be `G[n]`: it is not for `{0|{v|-1}}`.
//!
//! The exponents of sums of powers are put together like numbers, `1[x] = x`: `G[x] = G:y` where `1:y = x`, which makes
//! sense of those that are not integers.

use super::games;
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use farstar_num::Dyadic;

impl Calculator<'_> {
    /// The power `Gˣ = {0 | H − G[x−1]}` of a game with the canonical form `G = {0 | H}`, for `x ≥ 1`.
    ///
    /// # Errors
    /// [`Error::NoPower`] for any other form of `G`, and for `x < 1`; those of [`Calculator::pow_to`].
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Game};
    /// use farstar_num::Dyadic;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let g = calc.parse("{0|*2}")?;
    /// let square = calc.pow(g, &Dyadic::from(2))?;
    /// assert_eq!(calc.add(g, square)?, calc.pow_to(g, &Dyadic::from(2))?);
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
        let below = self.pow_to(game, &exponent.checked_sub(&Dyadic::ONE)?)?;
        let threat = self.sub(*threat, below)?;
        self.from_options(&[Game::ZERO], &[threat])
    }

    /// The sum of powers `G[x] = G:y`, where `1:y = x`; `G[0] = 0`. For `G = {0|H} ≥ 0` and an integer `x` it is `G +
    /// G² + … + Gˣ`.
    ///
    /// # Errors
    /// [`Error::NoPower`] for `x < 0`; those of [`Calculator::ordinal_sum`].
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (one, half) = (calc.integer(1)?, "1/2".parse().unwrap());
    /// assert_eq!(calc.pow_to(one, &half)?, calc.number(&half)?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn pow_to(&mut self, game: Game, exponent: &Dyadic) -> Result<Game> {
        if exponent.is_negative() {
            return Err(Error::NoPower { reason: format!("the exponent {exponent} is negative") });
        }
        if exponent.is_zero() {
            return Ok(Game::ZERO);
        }
        let (exponent, one) = (self.number(exponent)?, self.integer(1)?);
        let above = self.subordinate(exponent, one)?;
        self.ordinal_sum(game, above)
    }
}
