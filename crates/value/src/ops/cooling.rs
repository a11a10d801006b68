//! Cooling: a tax of `t` on every move.

use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::memo::Op;
use farstar_num::Dyadic;

impl Calculator<'_> {
    /// `game` cooled by `t`: `{G^L_t − t | G^R_t + t}` up to the temperature of `G`, the mean above it (Siegel, II.5).
    ///
    /// `t` may be negative down to −1, not included: numbers colder than `t` then fall apart into their options,
    /// integers never do.
    ///
    /// # Errors
    /// [`Error::TooCold`] for `t ≤ −1`; [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (two, minus_one) = (calc.integer(2)?, calc.integer(-1)?);
    /// let switch = calc.from_options(&[two], &[minus_one])?;
    /// let cooled = calc.cool(switch, &"1/2".parse().unwrap())?;
    /// let (high, low) = (calc.number(&"3/2".parse().unwrap())?, calc.number(&"-1/2".parse().unwrap())?);
    /// assert_eq!(cooled, calc.from_options(&[high], &[low])?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// One canonical form and one addition of a number to each option, for every follower hotter than `t`; remembered
    /// in the arena.
    pub fn cool(&mut self, game: Game, t: &Dyadic) -> Result<Game> {
        if *t <= Dyadic::NEG_ONE {
            return Err(Error::TooCold { temperature: t.to_string() });
        }
        if t.is_zero() {
            return Ok(game);
        }
        let (by, back) = (-t, t);
        let key = self.number(t)?;
        self.fold_options(
            game,
            |calc, g| {
                if let Some(cooled) = calc.cached(Op::Cool, g, key) {
                    return Ok(Some(cooled));
                }
                if *t > calc.temperature(g)? {
                    let mean = calc.mean(g)?;
                    return calc.number(&mean).map(Some);
                }
                Ok(None)
            },
            |calc, g, mut left, mut right| {
                for l in &mut left {
                    *l = calc.add_number(*l, &by)?;
                }
                for r in &mut right {
                    *r = calc.add_number(*r, back)?;
                }
                let cooled = calc.from_options(&left, &right)?;
                calc.remember(Op::Cool, g, key, cooled);
                Ok(cooled)
            },
        )
    }

    /// `game` frozen: cooled by its temperature, so that a number plus an infinitesimal is left. Numbers stay what they
    /// are.
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit.
    pub fn freeze(&mut self, game: Game) -> Result<Game> {
        if self.as_number(game).is_some() {
            return Ok(game);
        }
        let t = self.temperature(game)?;
        self.cool(game, &t)
    }

    /// `game` chilled: cooled by 1 (*Mathematical Go*).
    ///
    /// # Errors
    /// [`Error::Stopped`] at a limit.
    pub fn chill(&mut self, game: Game) -> Result<Game> {
        self.cool(game, &Dyadic::ONE)
    }
}
