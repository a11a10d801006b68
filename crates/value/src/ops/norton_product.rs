//! Norton's product of a game with a positive game: a game whose unit is that game.

use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::memo::Op;

impl Calculator<'_> {
    /// Norton's product `G·U`: `n·U` for an integer `n`, and otherwise `{G^L·U + (U + I) | G^R·U − (U + I)}`, where `I`
    /// runs over the Left and Right incentives of `U` (*Winning Ways*, ch. 8).
    ///
    /// For `U > 0` it depends on values only, is additive, and keeps order: `G ≥ H` iff `G·U ≥ H·U`.
    ///
    /// # Errors
    /// [`Error::NotPositive`] when `unit` is not positive and `game` is no integer; [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (half, up) = (calc.number(&"1/2".parse().unwrap())?, calc.up(1)?);
    /// let product = calc.norton_product(half, up)?;
    /// assert_eq!(calc.add(product, product)?, up);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// For every follower of `game`: one canonical form, and one sum for each option and each maximal incentive.
    /// Remembered in the arena.
    pub fn norton_product(&mut self, game: Game, unit: Game) -> Result<Game> {
        if let Some(n) = self.as_integer(game) {
            return self.multiple(&n, unit);
        }
        if !self.gt(unit, Game::ZERO)? {
            return Err(Error::NotPositive { value: self.text_of(unit) });
        }
        let mut steps = self.incentives(unit)?;
        for step in &mut steps {
            *step = self.add(*step, unit)?;
        }
        self.fold_options(
            game,
            |calc, g| match calc.as_integer(g) {
                Some(n) => calc.multiple(&n, unit).map(Some),
                None => Ok(calc.cached(Op::NortonProduct, g, unit)),
            },
            |calc, g, left, right| {
                let mut lefts = Vec::with_capacity(left.len() * steps.len());
                let mut rights = Vec::with_capacity(right.len() * steps.len());
                for &step in &steps {
                    for &l in &left {
                        lefts.push(calc.add(l, step)?);
                    }
                    for &r in &right {
                        rights.push(calc.sub(r, step)?);
                    }
                }
                let product = calc.from_options(&lefts, &rights)?;
                calc.remember(Op::NortonProduct, g, unit, product);
                Ok(product)
            },
        )
    }
}
