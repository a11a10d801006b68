//! Variants of a game: the same moves under another rule about who may make them.
//!
//! They change rules, so they are made from a form, and games of equal value have variants of different values. Here
//! they are those of the canonical form, which is the only form that a value has; the variant of a position has to be
//! made from the moves of the position.

use super::class::is_odd_integer;
use crate::calculator::Calculator;
use crate::canonical::mex;
use crate::closed::Closed;
use crate::error::Result;
use crate::game::Game;

impl Calculator<'_> {
    /// The impartial variant of the canonical form: each player may also make the other's moves. (Cram is that of
    /// Domineering.) The value is the nimber of the least number that is not the variant of an option of either player.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit; [`Error::TooLarge`](crate::Error::TooLarge) for closed
    /// values with too many followers.
    ///
    /// # Cost
    /// Every follower once.
    pub fn impartial_variant(&mut self, game: Game) -> Result<Game> {
        let nimber = self.fold_options(
            game,
            |calc, g| {
                let Some(parts) = calc.parts(g) else { return Ok(None) };
                if parts.is_nimber() {
                    return Ok(Some(parts.nimber));
                }
                // An integer leads only to the next one, so it alternates between 0 and *.
                let integer = parts.number.is_integer() && parts.is_number();
                Ok(integer.then(|| u64::from(is_odd_integer(&parts.number))))
            },
            |_, _, left, right| Ok(mex(left.into_iter().chain(right).collect())),
        )?;
        self.nimber(nimber)
    }

    /// The dicotic variant of the canonical form: the game ends as soon as either player cannot move, in every
    /// follower. The result is all-small.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit; [`Error::TooLarge`](crate::Error::TooLarge) for closed
    /// values with too many followers.
    ///
    /// # Cost
    /// One canonical form for every follower.
    pub fn dicotic_variant(&mut self, game: Game) -> Result<Game> {
        self.fold_options(
            game,
            |calc, g| match calc.parts(g) {
                // An integer is worth 0, and with an infinitesimal added it is only that.
                Some(parts) if parts.number.is_integer() => {
                    calc.closed(&Closed { number: Closed::ZERO.number, ..parts.clone() }).map(Some)
                }
                _ => Ok(None),
            },
            |calc, _, left, right| {
                if left.is_empty() || right.is_empty() {
                    return Ok(Game::ZERO);
                }
                calc.from_options(&left, &right)
            },
        )
    }

    /// The twisted variant of the canonical form: after every move the players change sides, `T(G) = {−T(G^L) |
    /// −T(G^R)}`. (Turn-and-Eatcake is that of Eatcake.)
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit; [`Error::TooLarge`](crate::Error::TooLarge) for closed
    /// values with too many followers.
    ///
    /// # Cost
    /// One canonical form for every follower.
    pub fn twisted_variant(&mut self, game: Game) -> Result<Game> {
        self.fold_options(
            game,
            |calc, g| {
                let Some(parts) = calc.parts(g) else { return Ok(None) };
                if parts.is_nimber() {
                    return Ok(Some(g));
                }
                if !(parts.is_number() && parts.number.is_integer()) {
                    return Ok(None);
                }
                // T(n) = {−T(n−1)|} for n > 0: 0, 1, 0, 1, ….
                let odd = is_odd_integer(&parts.number);
                let sign = i64::from(parts.number.signum());
                calc.integer(if odd { sign } else { 0 }).map(Some)
            },
            |calc, _, mut left, mut right| {
                for option in left.iter_mut().chain(&mut right) {
                    *option = calc.neg(*option)?;
                }
                calc.from_options(&left, &right)
            },
        )
    }
}
