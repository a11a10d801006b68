//! Ordinal sums `G:H`: a move in `G` destroys `H`.

use super::games;
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use crate::memo::Op;
use dashu_int::ops::UnsignedAbs;
use dashu_int::{Sign, UBig};
use farstar_num::{Dyadic, SignExpansion};

/// Longest sign expansion that is put together from two.
const MOST_SIGNS: u64 = 1 << 22;

/// The number whose sign expansion has these runs.
pub(super) fn from_signs(runs: impl IntoIterator<Item = (Sign, UBig)>) -> Result<Dyadic> {
    Ok(SignExpansion::from_runs(runs)?.to_dyadic()?)
}

/// Refuses results whose sign expansion, the first run aside, would be longer than is reasonable.
pub(super) fn check_signs(count: &UBig, what: &str) -> Result<()> {
    if *count > UBig::from(MOST_SIGNS) {
        return Err(Error::TooLarge {
            what: format!("the birthday of {what} of these numbers"),
            limit: MOST_SIGNS.to_string(),
        });
    }
    Ok(())
}

/// The ordinal sum of numbers: their sign expansions, one after the other.
fn of_numbers(x: &Dyadic, y: &Dyadic) -> Result<Dyadic> {
    // Integers of one sign make one run, however long.
    if x.is_integer() && x.signum() == y.signum() {
        return Ok(x.checked_add(y)?);
    }
    let expansion = y.sign_expansion();
    check_signs(&expansion.len(), "the ordinal sum")?;
    let first = x.sign_expansion();
    let runs: Vec<(Sign, UBig)> = first.runs().chain(expansion.runs()).collect();
    from_signs(runs)
}

impl Calculator<'_> {
    /// The ordinal sum of the canonical forms of two games, `G:H = {G^L, G:H^L | G^R, G:H^R}`.
    ///
    /// It depends on the value of `H`, but on the form of `G`; for a form that is not canonical see
    /// [`Calculator::ordinal_sum_of_options`]. (*Winning Ways*, ch. 7; the colon principle: `H ≥ K` implies `G:H ≥
    /// G:K`.)
    ///
    /// # Errors
    /// [`Error::TooLarge`] for sums whose followers are too many to walk through; [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let number = |text: &str| text.parse().unwrap();
    /// let (x, y) = (calc.number(&number("1/2"))?, calc.number(&number("1/4"))?);
    /// assert_eq!(calc.ordinal_sum(x, y)?, calc.number(&number("9/16"))?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// One canonical form for every follower of `H`; numbers and nimbers by rule. Remembered in the arena.
    pub fn ordinal_sum(&mut self, game: Game, above: Game) -> Result<Game> {
        if game == Game::ZERO {
            return Ok(above);
        }
        if let (Some(x), Some(y)) = (self.as_number(game), self.as_number(above)) {
            return self.number(&of_numbers(&x, &y)?);
        }
        if let (Some(a), Some(b)) = (self.as_nimber(game), self.as_nimber(above)) {
            let sum = a.checked_add(b).ok_or_else(|| Error::TooLarge {
                what: format!("the nimber *({a}+{b})"),
                limit: u64::MAX.to_string(),
            })?;
            return self.nimber(sum);
        }
        let (left, right) = self.moves(game)?;
        let (left, right): (Vec<Game>, Vec<Game>) = (games(left).collect(), games(right).collect());
        self.fold_options(
            above,
            |calc, h| {
                Ok(if h == Game::ZERO { Some(game) } else { calc.cached(Op::OrdinalSum, game, h) })
            },
            |calc, h, lefts, rights| {
                let sum = calc
                    .from_options(&[&left[..], &lefts].concat(), &[&right[..], &rights].concat())?;
                calc.remember(Op::OrdinalSum, game, h, sum);
                Ok(sum)
            },
        )
    }

    /// The ordinal sum `{left | right}:H` of an explicit form that need not be canonical.
    ///
    /// # Errors
    /// Those of [`Calculator::ordinal_sum`].
    ///
    /// # Examples
    /// ```
    /// use farstar_value::{Arena, Game};
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let (star, one) = (calc.nimber(1)?, calc.integer(1)?);
    /// // {*|*} = 0, but {*|*}:1 = {0, * | *} is up.
    /// assert_eq!(calc.ordinal_sum_of_options(&[star], &[star], one)?, calc.up(1)?);
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    pub fn ordinal_sum_of_options(
        &mut self,
        left: &[Game],
        right: &[Game],
        above: Game,
    ) -> Result<Game> {
        self.fold_options(
            above,
            |_, _| Ok(None),
            |calc, _, lefts, rights| {
                calc.from_options(&[left, &lefts].concat(), &[right, &rights].concat())
            },
        )
    }
}

/// Whether the sign expansion of the integer `n` begins with that of the integer `b`.
pub(super) fn is_prefix_integer(b: &Dyadic, n: &Dyadic) -> bool {
    b.is_zero()
        || b.signum() == n.signum() && b.numerator().unsigned_abs() <= n.numerator().unsigned_abs()
}
