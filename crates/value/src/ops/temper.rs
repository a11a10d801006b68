//! Temper: whether the length of play until a number is reached is always even, or always odd.

use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::Result;
use crate::game::Game;

/// The temper of a canonical form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Temper {
    /// Even-tempered: a number, or all options are odd-tempered.
    Even,
    /// Odd-tempered: not a number, and all options are even-tempered.
    Odd,
    /// Neither.
    Neither,
}

impl Temper {
    /// `x` is even, `x + *` is odd; any other closed value has options of both kinds.
    fn of_closed(value: &Closed) -> Self {
        match (value.up, value.nimber) {
            (0, 0) => Self::Even,
            (0, 1) => Self::Odd,
            _ => Self::Neither,
        }
    }
}

impl Calculator<'_> {
    /// The temper of the canonical form of `game`.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Cost
    /// Every follower once; closed values by rule.
    pub fn temper(&mut self, game: Game) -> Result<Temper> {
        self.fold_options(
            game,
            |calc, g| Ok(calc.parts(g).map(Temper::of_closed)),
            |_, _, left, right| {
                let mut all = left.into_iter().chain(right);
                let Some(first) = all.next() else { return Ok(Temper::Even) };
                Ok(match (first, all.all(|temper| temper == first)) {
                    (Temper::Even, true) => Temper::Odd,
                    (Temper::Odd, true) => Temper::Even,
                    _ => Temper::Neither,
                })
            },
        )
    }

    /// Whether the canonical form of `game` is even-tempered.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn is_even_tempered(&mut self, game: Game) -> Result<bool> {
        Ok(self.temper(game)? == Temper::Even)
    }

    /// Whether the canonical form of `game` is odd-tempered.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn is_odd_tempered(&mut self, game: Game) -> Result<bool> {
        Ok(self.temper(game)? == Temper::Odd)
    }
}
