//! What kind of value a game is.

use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::Game;
use crate::memo::Op;
use farstar_num::Dyadic;
use std::fmt;

/// Kinds of values of short games, each wider than those before it that it contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// 0, an integer and a nimber.
    Zero,
    /// An integer.
    Integer,
    /// A dyadic rational: any number that is the value of a short game.
    DyadicRational,
    /// A nimber.
    Nimber,
    /// A number plus a nimber plus multiples of powers of up.
    Uptimal,
    /// Any other short game.
    CanonicalShortGame,
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// Whether `x` is an odd integer.
pub(super) fn is_odd_integer(x: &Dyadic) -> bool {
    x.is_integer() && x.numerator().trailing_zeros() == Some(0)
}

impl Calculator<'_> {
    /// The narrowest class that holds `game`.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn class(&mut self, game: Game) -> Result<Class> {
        Ok(match self.parts(game) {
            _ if game == Game::ZERO => Class::Zero,
            Some(parts) if parts.is_nimber() => Class::Nimber,
            Some(parts) if parts.is_number() && parts.number.is_integer() => Class::Integer,
            Some(parts) if parts.is_number() => Class::DyadicRational,
            Some(_) => Class::Uptimal,
            None if self.is_uptimal(game)? => Class::Uptimal,
            None => Class::CanonicalShortGame,
        })
    }

    /// Whether `game` is 0.
    #[must_use]
    pub fn is_zero(&self, game: Game) -> bool {
        game == Game::ZERO
    }

    /// Whether `game` is an integer.
    #[must_use]
    pub fn is_integer(&self, game: Game) -> bool {
        self.parts(game).is_some_and(|parts| parts.is_number() && parts.number.is_integer())
    }

    /// Whether `game` is a number.
    #[must_use]
    pub fn is_number(&self, game: Game) -> bool {
        self.parts(game).is_some_and(|parts| parts.is_number())
    }

    /// Whether `game` is a nimber; 0 is.
    #[must_use]
    pub fn is_nimber(&self, game: Game) -> bool {
        self.parts(game).is_some_and(|parts| parts.is_nimber())
    }

    /// Whether `game` is an even integer.
    #[must_use]
    pub fn is_even(&self, game: Game) -> bool {
        self.is_integer(game) && !self.is_odd(game)
    }

    /// Whether `game` is an odd integer.
    #[must_use]
    pub fn is_odd(&self, game: Game) -> bool {
        self.parts(game).is_some_and(|parts| parts.is_number() && is_odd_integer(&parts.number))
    }

    /// Whether `game` is infinitesimally close to a number: both stops are equal.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn is_numberish(&mut self, game: Game) -> Result<bool> {
        Ok(self.left_stop(game)? == self.right_stop(game)?)
    }

    /// Whether `game` is infinitesimal: both stops are 0.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn is_infinitesimal(&mut self, game: Game) -> Result<bool> {
        Ok(self.left_stop(game)?.is_zero() && self.right_stop(game)?.is_zero())
    }

    /// Whether `game` is all-small (dicotic): in every follower of the canonical form either both players can move or
    /// neither can.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Cost
    /// Every follower once, remembered in the arena.
    pub fn is_all_small(&mut self, game: Game) -> Result<bool> {
        self.fold_options(
            game,
            |calc, g| {
                if let Some(parts) = calc.parts(g) {
                    return Ok(Some(parts.number.is_zero()));
                }
                if !calc.is_infinitesimal(g)? {
                    return Ok(Some(false));
                }
                Ok(calc.arena().memo.get(Op::AllSmall, g.0, 0).map(|known| known == 1))
            },
            |calc, g, left, right| {
                // Only numbers have a side without options, and they are closed values.
                let all_small = left.into_iter().chain(right).all(|option| option);
                calc.arena().memo.put(Op::AllSmall, g.0, 0, all_small.into());
                Ok(all_small)
            },
        )
    }
}
