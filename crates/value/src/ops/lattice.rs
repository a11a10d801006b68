//! The lattices of games born by a day: joins and meets.
//!
//! The games born by day `n` are a distributive lattice (Calistrate, Paulhus and Wolfe, *On the lattice structure of
//! finite games*). The join of `G` and `H` has all their Left options, and for Right options all games born by day `n −
//! 1` that are neither `≤ G` nor `≤ H`.

use super::born::LAST_DAY;
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use dashu_int::UBig;

impl Calculator<'_> {
    /// The join of two games in the lattice of games born by `day`: the least game born by then that is at least both.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for days after the 4th; [`Error::BornLater`] if a game is not born by `day`;
    /// [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Game};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let star = calc.nimber(1)?;
    /// // Of the games born by day 1 only 1 is above both 0 and *; day 2 brings smaller ones.
    /// assert_eq!(calc.join(Game::ZERO, star, 1)?, calc.integer(1)?);
    /// let later = calc.join(Game::ZERO, star, 2)?;
    /// let one = calc.integer(1)?;
    /// assert!(calc.ge(later, Game::ZERO)? && calc.ge(later, star)? && calc.lt(later, one)?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// Two comparisons for each game born by the day before, at most 2948, and one canonical form with as many options.
    pub fn join(&mut self, game: Game, other: Game, day: u32) -> Result<Game> {
        let Some(before) = self.day_before(game, other, day)? else { return Ok(Game::ZERO) };
        let mut left = self.left_options(game)?;
        left.extend(self.left_options(other)?);
        let mut right = Vec::new();
        for earlier in self.games_born_by(before)? {
            if !self.le(earlier, game)? && !self.le(earlier, other)? {
                right.push(earlier);
            }
        }
        self.from_options(&left, &right)
    }

    /// The meet of two games in the lattice of games born by `day`: the greatest game born by then that is at most
    /// both.
    ///
    /// # Errors
    /// Those of [`Calculator::join`].
    pub fn meet(&mut self, game: Game, other: Game, day: u32) -> Result<Game> {
        // Negation turns the lattice upside down.
        let (game, other) = (self.neg(game)?, self.neg(other)?);
        let join = self.join(game, other, day)?;
        self.neg(join)
    }

    /// The day before `day`, after seeing that both games are born by `day`; `None` for day 0.
    fn day_before(&mut self, game: Game, other: Game, day: u32) -> Result<Option<u32>> {
        if day > LAST_DAY + 1 {
            return Err(Error::TooLarge {
                what: format!("the lattice of games born by day {day}"),
                limit: format!("day {}", LAST_DAY + 1),
            });
        }
        for g in [game, other] {
            if self.birthday(g)? > UBig::from(day) {
                return Err(Error::BornLater { value: self.text_of(g), day });
            }
        }
        Ok(day.checked_sub(1))
    }
}
