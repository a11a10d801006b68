//! Tiny and miny: a small threat.

use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::Game;

impl Calculator<'_> {
    /// `tiny(G) = {0 ‖ 0 | −G}`.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Game};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let two = calc.integer(2)?;
    /// let (tiny, up) = (calc.tiny(two)?, calc.up(1)?);
    /// assert!(calc.gt(tiny, Game::ZERO)? && calc.lt(tiny, up)?);
    /// assert_eq!(calc.tiny(Game::ZERO)?, up);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn tiny(&mut self, game: Game) -> Result<Game> {
        let negative = self.neg(game)?;
        let threat = self.from_options(&[Game::ZERO], &[negative])?;
        self.from_options(&[Game::ZERO], &[threat])
    }

    /// `miny(G) = {G | 0 ‖ 0}`, the negative of `tiny(G)`.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn miny(&mut self, game: Game) -> Result<Game> {
        let threat = self.from_options(&[game], &[Game::ZERO])?;
        self.from_options(&[threat], &[Game::ZERO])
    }

    /// Whether `game` is a number, or a number plus tiny(`G`) or miny(`G`) for a `G` with a positive Right stop, one
    /// whose threat is real: `↑` and `tiny(⇑)` do not count.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn is_number_tiny(&mut self, game: Game) -> Result<bool> {
        if self.parts(game).is_some() {
            return Ok(self.as_number(game).is_some());
        }
        let (left, right) = self.lists(game.0)?;
        Ok(crate::text::tiny_part(self, left, right)?.is_some())
    }
}
