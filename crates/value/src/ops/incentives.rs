//! Incentives: how much each move gains the player who makes it.

use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::Game;
use farstar_play::Player;

impl Calculator<'_> {
    /// The incentives of `player`: `G^L − G` for each Left option, or `G − G^R` for each Right option. None is greater
    /// than another.
    ///
    /// # Errors
    /// Those of [`Calculator::options`].
    pub fn incentives_of(&mut self, game: Game, player: Player) -> Result<Vec<Game>> {
        let options = self.options(game, player)?;
        let mut incentives = Vec::with_capacity(options.len());
        for option in options {
            incentives.push(match player {
                Player::Left => self.sub(option, game)?,
                Player::Right => self.sub(game, option)?,
            });
        }
        incentives.sort_unstable();
        incentives.dedup();
        Ok(incentives)
    }

    /// The Left incentives `G^L − G`.
    ///
    /// # Errors
    /// Those of [`Calculator::options`].
    pub fn left_incentives(&mut self, game: Game) -> Result<Vec<Game>> {
        self.incentives_of(game, Player::Left)
    }

    /// The Right incentives `G − G^R`.
    ///
    /// # Errors
    /// Those of [`Calculator::options`].
    pub fn right_incentives(&mut self, game: Game) -> Result<Vec<Game>> {
        self.incentives_of(game, Player::Right)
    }

    /// The incentives of both players that no other incentive is greater than: what one would move for.
    ///
    /// # Errors
    /// Those of [`Calculator::options`].
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Closed};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let up = calc.up(1)?;
    /// let star = calc.nimber(1)?;
    /// // Left gains ↓ by moving ↑ to 0, Right gains ↑* by moving it to *, and ↓ < ↑*.
    /// assert_eq!(calc.incentives(up)?, vec![calc.add(up, star)?]);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// One sum for each option, and one comparison for each pair of a Left and a Right incentive.
    pub fn incentives(&mut self, game: Game) -> Result<Vec<Game>> {
        let mut left = self.left_incentives(game)?;
        let right = self.right_incentives(game)?;
        // Options of a canonical form do not dominate each other, so neither do incentives of one player; and when all
        // are common to both players, as for a nimber, there is nothing to compare.
        if left == right || right.is_empty() {
            return Ok(left);
        }
        left.extend(right);
        self.maximal(left)
    }
}
