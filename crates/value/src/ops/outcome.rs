//! Who wins: normal play from the order of games, misère play by search with a rule for closed values.

use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::Result;
use crate::game::{Comparison, Game};
use farstar_play::Outcome;

/// Whether Left wins moving first, and whether Right does, when a player who cannot move *wins*.
#[derive(Clone, Copy)]
struct MisereWins {
    left: bool,
    right: bool,
}

impl MisereWins {
    /// The rule for `x + n·↑ + *m`, by induction on the canonical options: a positive number is bad for Left, who runs
    /// out of moves last; `*` alone is a previous player's win; and of the ups only `↑*` (Left wins), `⇑` and `↑*m`
    /// with `m ≥ 2` (the previous player wins) are not wins for Right.
    fn of_closed(value: &Closed) -> Self {
        let outcome = match (value.number.signum(), value.up, value.nimber) {
            (1, _, _) => Outcome::R,
            (-1, _, _) => Outcome::L,
            (_, 0, 1) => Outcome::P,
            (_, 0, _) => Outcome::N,
            (_, 1, 1) => Outcome::L,
            (_, -1, 1) => Outcome::R,
            (_, 2 | -2, 0) => Outcome::P,
            (_, 1 | -1, m) if m >= 2 => Outcome::P,
            (_, n, _) if n > 0 => Outcome::R,
            _ => Outcome::L,
        };
        Self {
            left: matches!(outcome, Outcome::N | Outcome::L),
            right: matches!(outcome, Outcome::N | Outcome::R),
        }
    }
}

impl Calculator<'_> {
    /// Whether `game ‖ other`: the first player wins the difference.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn confused(&mut self, game: Game, other: Game) -> Result<bool> {
        Ok(self.compare(game, other)? == Comparison::Confused)
    }

    /// Whether Left wins `game` moving first: `game ⧐ 0`, that is, not `game ≤ 0`.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn left_wins_first(&mut self, game: Game) -> Result<bool> {
        Ok(!self.le(game, Game::ZERO)?)
    }

    /// Whether Right wins `game` moving first: `game ⧏ 0`, that is, not `game ≥ 0`.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    pub fn right_wins_first(&mut self, game: Game) -> Result<bool> {
        Ok(!self.ge(game, Game::ZERO)?)
    }

    /// The outcome of the canonical form of `game` under misère play, where the player who cannot move wins.
    ///
    /// Misère outcomes belong to forms, not to values: `{*2|*2}` and `0` are equal, but the one is lost and the other
    /// won by the next player. This is the outcome of the canonical form.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Game, Outcome};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let star = calc.nimber(1)?;
    /// assert_eq!(calc.misere_outcome(Game::ZERO)?, Outcome::N);
    /// assert_eq!(calc.misere_outcome(star)?, Outcome::P);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// Every follower once; closed values in constant time.
    pub fn misere_outcome(&mut self, game: Game) -> Result<Outcome> {
        let wins = self.fold_options(
            game,
            |calc, g| Ok(calc.parts(g).map(MisereWins::of_closed)),
            |_, _, left, right| {
                Ok(MisereWins {
                    left: left.is_empty() || left.iter().any(|l| !l.right),
                    right: right.is_empty() || right.iter().any(|r| !r.left),
                })
            },
        )?;
        Ok(Outcome::from_wins(wins.left, wins.right))
    }
}
