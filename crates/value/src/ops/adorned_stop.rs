//! Adorned stops and confusion intervals: stops together with the side of them on which the game lies.

use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::Game;
use farstar_num::Dyadic;
use farstar_play::Player;
use std::fmt;

/// A stop, and who is to move when it is reached under best play: the tempo that decides whether the game may still be
/// confused with it.
///
/// Printed as *Winning Ways* adorns stops: the number, and the initial of the player to move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AdornedStop {
    /// The stop.
    pub number: Dyadic,
    /// The player to move when play reaches it.
    pub to_move: Player,
}

impl fmt::Display for AdornedStop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = match self.to_move {
            Player::Left => 'L',
            Player::Right => 'R',
        };
        write!(f, "{}{letter}", self.number)
    }
}

/// The numbers a game is confused with: those between its Right and its Left stop, with or without each end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ConfusionInterval {
    /// The lower end: the Right stop.
    pub lower: Dyadic,
    /// Whether the game is confused with `lower`.
    pub lower_included: bool,
    /// The upper end: the Left stop.
    pub upper: Dyadic,
    /// Whether the game is confused with `upper`.
    pub upper_included: bool,
}

impl ConfusionInterval {
    /// Whether the game is confused with no number at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.lower == self.upper && !(self.lower_included && self.upper_included)
    }

    /// Whether the game is confused with `x`.
    #[must_use]
    pub fn contains(&self, x: &Dyadic) -> bool {
        (*x > self.lower || self.lower_included && *x == self.lower)
            && (*x < self.upper || self.upper_included && *x == self.upper)
    }
}

impl fmt::Display for ConfusionInterval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let open = if self.lower_included { '[' } else { '(' };
        let close = if self.upper_included { ']' } else { ')' };
        write!(f, "{open}{}, {}{close}", self.lower, self.upper)
    }
}

impl Calculator<'_> {
    /// The stop reached when both play `game` alone until it is a number, `first` moving first.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn stop_of(&mut self, game: Game, first: Player) -> Result<Dyadic> {
        match first {
            Player::Left => self.left_stop(game),
            Player::Right => self.right_stop(game),
        }
    }

    /// The stop reached when `first` moves first, with the player to move when it is reached. Each player wants the
    /// better stop, and of equal stops the one at which the opponent is to move. At a number nobody moves, so `first`
    /// is to move.
    ///
    /// Left reaches `LS(G)` with Right to move iff `G ⧐ LS(G)`.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn adorned_stop(&mut self, game: Game, first: Player) -> Result<AdornedStop> {
        let number = self.stop_of(game, first)?;
        let at = self.number(&number)?;
        let last = match first {
            Player::Left => self.le(game, at)?,
            Player::Right => self.ge(game, at)?,
        };
        Ok(AdornedStop { number, to_move: if last { first } else { first.opponent() } })
    }

    /// The numbers that `game` is confused with.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (one, minus) = (calc.integer(1)?, calc.integer(-1)?);
    /// let switch = calc.from_options(&[one], &[minus])?;
    /// assert_eq!(calc.confusion_interval(switch)?.to_string(), "[-1, 1]");
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn confusion_interval(&mut self, game: Game) -> Result<ConfusionInterval> {
        let (lower, upper) = (self.right_stop(game)?, self.left_stop(game)?);
        let (low, high) = (self.number(&lower)?, self.number(&upper)?);
        Ok(ConfusionInterval {
            lower_included: self.confused(game, low)?,
            upper_included: self.confused(game, high)?,
            lower,
            upper,
        })
    }
}
