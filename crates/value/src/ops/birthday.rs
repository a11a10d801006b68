//! Birthdays: the height of the canonical form.

use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::Result;
use crate::game::Game;
use crate::memo::Op;
use dashu_int::UBig;

/// For `n·↑ + *m` with `n ≥ 1`: what the chain of Right options `(n−1)·↑ + *(m⊕1), …, ↑*m'` ends in, as the largest
/// nimber among its followers.
///
/// `↑ = {0|*}` and `↑* = {0,*|0}` have `*`; `↑*k = {0|*(k⊕1)}` has all up to `*(k⊕1)`.
pub(super) fn nimber_below_ups(value: &Closed) -> u64 {
    let odd_steps = value.up.unsigned_abs().wrapping_sub(1) & 1;
    match value.nimber ^ odd_steps {
        0 | 1 => 1,
        last => last ^ 1,
    }
}

impl Closed {
    /// The birthday of the value; one less than the number of its followers, since they form a chain, nimbers and
    /// numbers alike.
    #[must_use]
    pub fn birthday(&self) -> UBig {
        let number = self.number.birthday();
        match self.up {
            0 => number + UBig::from(self.nimber),
            n => number + UBig::from(n.unsigned_abs()) + UBig::from(nimber_below_ups(self)),
        }
    }
}

impl Calculator<'_> {
    /// The birthday of a value, in moves: the height of its canonical form, 0 for `0` and one more than the greatest
    /// birthday of an option otherwise.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let star = calc.nimber(100_000)?;
    /// assert_eq!(calc.birthday(star)?, 100_000u32.into());
    /// let x = calc.number(&"25/16".parse().unwrap())?;
    /// assert_eq!(calc.birthday(x)?, 6u32.into());
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// Constant for closed values; otherwise every follower once, remembered in the arena.
    pub fn birthday(&mut self, game: Game) -> Result<UBig> {
        self.fold_options(
            game,
            |calc, g| {
                Ok(match calc.parts(g) {
                    Some(parts) => Some(parts.birthday()),
                    None => calc.arena().memo.get(Op::Birthday, g.0, 0).map(UBig::from),
                })
            },
            |calc, g, left, right| {
                let highest = left.into_iter().chain(right).max().unwrap_or(UBig::ZERO);
                let birthday = highest + UBig::ONE;
                if let Ok(small) = u32::try_from(&birthday) {
                    calc.arena().memo.put(Op::Birthday, g.0, 0, small);
                }
                Ok(birthday)
            },
        )
    }
}
