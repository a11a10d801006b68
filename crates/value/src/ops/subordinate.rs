//! Subordination: solving `B:H = G` for `H`.
//!
//! By the colon principle `B:H ≥ B:K` iff `H ≥ K`, so `H` is unique. An option `B:H^L` of `B:H` is never dominated by
//! an option of `B`, and never reversible, because from it Left can still move to every `B^L` and Right to every `B^R`;
//! so the canonical options of `G` are the `B:H^L`, and what the options of `B` leave. An option of `G` of that second
//! kind that happens to be `B:K` does no harm: `B:K ⧏ G` means `K ⧏ H`, so that `K` may be added to the Left options of
//! `H`. So `H` has for options the solutions for those options of `G` that have one, and it remains to see whether
//! `B:H` is indeed `G`.

use super::games;
use super::ordinal_sum::is_prefix_integer;
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use farstar_num::Dyadic;

impl Calculator<'_> {
    /// The game `H` with `base:H = game`, over the canonical form of `base`.
    ///
    /// # Errors
    /// [`Error::NotSubordinate`] if there is none; [`Error::TooLarge`] for closed values with too many followers;
    /// [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (one, eighth) = (calc.integer(1)?, calc.number(&"1/8".parse().unwrap())?);
    /// assert_eq!(calc.subordinate(eighth, one)?, calc.integer(-3)?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// One canonical form and one ordinal sum for every follower of `game`.
    pub fn subordinate(&mut self, game: Game, base: Game) -> Result<Game> {
        if base == Game::ZERO {
            return Ok(game);
        }
        if let (Some(x), Some(b)) = (self.as_number(game), self.as_number(base))
            && let Some(above) = over_integer(&x, &b)?
        {
            return self.number(&above);
        }
        let (left, right) = self.moves(base)?;
        let (left, right): (Vec<Game>, Vec<Game>) = (games(left).collect(), games(right).collect());
        self.subordinate_to_form(game, base, &left, &right)
    }

    /// The game `H` with `{left | right}:H = game`; the base is a form that need not be canonical.
    ///
    /// # Errors
    /// Those of [`Calculator::subordinate`].
    pub fn subordinate_to_options(
        &mut self,
        game: Game,
        left: &[Game],
        right: &[Game],
    ) -> Result<Game> {
        let base = self.from_options(left, right)?;
        self.subordinate_to_form(game, base, left, right)
    }

    fn subordinate_to_form(
        &mut self,
        game: Game,
        base: Game,
        base_left: &[Game],
        base_right: &[Game],
    ) -> Result<Game> {
        let base_is_number = self.as_number(base).is_some();
        let solution = self.fold_options(
            game,
            |calc, g| {
                if g == base {
                    return Ok(Some(Some(Game::ZERO)));
                }
                // If B:H is a number, so is B: with fewer options, the number that fits is as simple at least.
                Ok((!base_is_number && calc.as_number(g).is_some()).then_some(None))
            },
            |calc, g, left, right| {
                let solved = |options: Vec<Option<Game>>| -> Vec<Game> {
                    options.into_iter().flatten().collect()
                };
                let above = calc.from_options(&solved(left), &solved(right))?;
                let sum = calc.ordinal_sum_of_options(base_left, base_right, above)?;
                Ok((sum == g).then_some(above))
            },
        )?;
        match solution {
            Some(above) => Ok(above),
            None => {
                Err(Error::NotSubordinate { value: self.text_of(game), base: self.text_of(base) })
            }
        }
    }
}

/// The solution of `b:h = x` for integers of one sign, which may be large.
fn over_integer(x: &Dyadic, b: &Dyadic) -> Result<Option<Dyadic>> {
    if x.is_integer() && b.is_integer() && is_prefix_integer(b, x) {
        return Ok(Some(x.checked_sub(b)?));
    }
    Ok(None)
}
