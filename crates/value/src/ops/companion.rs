//! The companion: an automorphism of the lattices of short games.

use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::Result;
use crate::game::{Comparison, Game};
use crate::memo::Op;

impl Calculator<'_> {
    /// The companion `G°`: `0° = *`, and otherwise the companions of the options, with 0 added to the Left options when
    /// `G > 0` and to the Right options when `G < 0`.
    ///
    /// It exchanges 0 and *, `n·↑` and `n·↑ + *`, keeps everything far from 0 as it is, is its own inverse, and keeps
    /// order (Calistrate, Paulhus and Wolfe, *On the lattice structure of finite games*).
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Game};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let star = calc.nimber(1)?;
    /// assert_eq!(calc.companion(Game::ZERO)?, star);
    /// assert_eq!(calc.companion(star)?, Game::ZERO);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// One canonical form for every follower; closed values by rule. Remembered in the arena.
    pub fn companion(&mut self, game: Game) -> Result<Game> {
        self.fold_options(
            game,
            |calc, g| match calc.parts(g) {
                Some(parts) if !parts.number.is_zero() || parts.nimber >= 2 => Ok(Some(g)),
                Some(parts) => {
                    calc.closed(&Closed { nimber: parts.nimber ^ 1, ..parts.clone() }).map(Some)
                }
                None => Ok(calc.cached(Op::Companion, g, g)),
            },
            |calc, g, mut left, mut right| {
                match calc.compare(g, Game::ZERO)? {
                    Comparison::Greater => left.push(Game::ZERO),
                    Comparison::Less => right.push(Game::ZERO),
                    Comparison::Equal | Comparison::Confused => {}
                }
                let companion = calc.from_options(&left, &right)?;
                calc.remember(Op::Companion, g, g, companion);
                Ok(companion)
            },
        )
    }
}
