//! Heating and overheating: a bonus on every move.

use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::Game;
use crate::memo::Op;

impl Calculator<'_> {
    /// `game` heated by `t`, the integral `∫^t G`: `{∫G^L + t | ∫G^R − t}`, and `∫x = x` for numbers. `t` is any game.
    ///
    /// For numbers `t ≥ 0` cooling by `t` undoes it. It is made from the canonical form, and it is not additive:
    /// `{*|−1}` and `±1` heated by 3 are no sum of what their sum becomes (*Winning Ways*, ch. 6).
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit; [`Error::TooLarge`](crate::Error::TooLarge) for closed
    /// values with more followers than can be heated.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (star, two, minus_two) = (calc.nimber(1)?, calc.integer(2)?, calc.integer(-2)?);
    /// assert_eq!(calc.heat(star, two)?, calc.from_options(&[two], &[minus_two])?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// One canonical form and one sum for each option, for every follower; remembered in the arena.
    pub fn heat(&mut self, game: Game, t: Game) -> Result<Game> {
        if t == Game::ZERO {
            return Ok(game);
        }
        self.fold_options(
            game,
            |calc, g| match calc.as_number(g) {
                Some(_) => Ok(Some(g)),
                None => Ok(calc.cached(Op::Heat, g, t)),
            },
            |calc, g, left, right| {
                let heated = calc.with_bonus(left, right, t)?;
                calc.remember(Op::Heat, g, t, heated);
                Ok(heated)
            },
        )
    }

    /// `game` overheated from `s` to `t`: `{∫G^L + t | ∫G^R − t}`, and `n·s` for integers `n` (*Winning Ways*, ch. 6).
    ///
    /// # Errors
    /// Those of [`Calculator::heat`].
    ///
    /// # Cost
    /// One canonical form and one sum for each option, for every follower.
    pub fn overheat(&mut self, game: Game, s: Game, t: Game) -> Result<Game> {
        self.fold_options(
            game,
            |calc, g| match calc.as_integer(g) {
                Some(n) => calc.multiple(&n, s).map(Some),
                None => Ok(None),
            },
            |calc, _, left, right| calc.with_bonus(left, right, t),
        )
    }

    /// `{left + t | right − t}`.
    fn with_bonus(&mut self, mut left: Vec<Game>, mut right: Vec<Game>, t: Game) -> Result<Game> {
        for l in &mut left {
            *l = self.add(*l, t)?;
        }
        for r in &mut right {
            *r = self.sub(*r, t)?;
        }
        self.from_options(&left, &right)
    }
}
