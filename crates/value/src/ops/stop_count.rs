//! Stop counts: how many ways there are to play a game until it is a number.

use super::birthday::nimber_below_ups;
use crate::calculator::Calculator;
use crate::closed::Closed;
use crate::error::{Error, Result};
use crate::game::Game;
use dashu_int::UBig;

/// Stop counts of nimbers are powers of 3; this exponent is the largest that is still written out.
const LARGEST_EXPONENT: u64 = 1 << 24;

/// The stop count of `*m`: with `s₀ = 1` and `s_m = 2(s₀ + … + s_{m−1})` it is `2·3^{m−1}`.
fn of_nimber(m: u64) -> Result<UBig> {
    let Some(exponent) = m.checked_sub(1) else { return Ok(UBig::ONE) };
    if exponent > LARGEST_EXPONENT {
        return Err(Error::TooLarge {
            what: format!("the stop count 2·3^{exponent}"),
            limit: format!("2·3^{LARGEST_EXPONENT}"),
        });
    }
    Ok(UBig::from(3u8).pow(exponent as usize) << 1)
}

/// The stop count of a closed value: each of the ups adds the stop at 0 (twice for `↑* = {0,*|0}`).
fn of_closed(value: &Closed) -> Result<UBig> {
    if value.up == 0 {
        return of_nimber(value.nimber);
    }
    let ups = value.up.unsigned_abs();
    // ↑* has the stops 0, 0 and the two of *; the others have 0 and those of their nimber.
    let at_end = value.nimber ^ (ups - 1) & 1;
    let first = UBig::from(if at_end == 1 { 2u8 } else { 1 });
    Ok(first + of_nimber(nimber_below_ups(value))? + UBig::from(ups - 1))
}

impl Calculator<'_> {
    /// The number of stops of the canonical form of `game`: 1 for a number, the sum over all options of both players
    /// otherwise.
    ///
    /// # Errors
    /// [`Error::TooLarge`] when the count itself is beyond what can be written; [`Error::Stopped`] at a limit.
    ///
    /// # Examples
    /// ```
    /// use farstar_value::Arena;
    /// let arena = Arena::new();
    /// let mut calc = arena.calculator();
    /// let star = calc.nimber(8)?;
    /// assert_eq!(calc.stop_count(star)?, (2u32 * 3u32.pow(7)).into());
    /// # Ok::<(), farstar_value::Error>(())
    /// ```
    ///
    /// # Cost
    /// Every follower once; closed values by rule.
    pub fn stop_count(&mut self, game: Game) -> Result<UBig> {
        self.fold_options(
            game,
            |calc, g| calc.parts(g).map(of_closed).transpose(),
            |_, _, left, right| Ok(left.into_iter().chain(right).sum()),
        )
    }
}
