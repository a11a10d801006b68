//! Temper: whether the length of play until a number is reached is always even, or always odd; parity: the same of play
//! until nobody can move.

use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::Result;
use crate::game::Game;
use crate::ops::class::is_odd_integer;

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

/// The parity of the number of moves in every play of a canonical form to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// The empty game, or all options are odd.
    Even,
    /// Not the empty game, and all options are even.
    Odd,
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

    /// The parity of all plays of the canonical form of `game`, if they have one.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Cost
    /// Every follower once; integers and other closed values by rule.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Parity};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (odd, even) = (Some(Parity::Odd), Some(Parity::Even));
    /// for (text, parity) in [("*", odd), ("-2", even), ("+-1", even), ("1/2", None), ("*2", None)] {
    ///     let game = calc.parse(text)?;
    ///     assert_eq!(calc.parity(game)?, parity, "{text}");
    /// }
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn parity(&mut self, game: Game) -> Result<Option<Parity>> {
        self.fold_options(
            game,
            |calc, g| {
                let Some(value) = calc.parts(g) else { return Ok(None) };
                // Other numbers, ups and larger nimbers have options of both kinds, and n + * has the options n.
                let whole = value.up == 0 && value.nimber <= 1 && value.number.is_integer();
                let odd = whole && is_odd_integer(&value.number) != (value.nimber == 1);
                Ok(Some(whole.then_some(if odd { Parity::Odd } else { Parity::Even })))
            },
            |_, _, left, right| {
                let mut all = left.into_iter().chain(right);
                let Some(first) = all.next() else { return Ok(Some(Parity::Even)) };
                Ok(match (first, all.all(|parity| parity == first)) {
                    (Some(Parity::Even), true) => Some(Parity::Odd),
                    (Some(Parity::Odd), true) => Some(Parity::Even),
                    _ => None,
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
