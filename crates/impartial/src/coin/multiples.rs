//! Turning multiples: choose a heads coin x and turn x, 2x, …, kx for some k with kx ≤ n (coins numbered from 1).
//!
//! The leading coin is here the smallest one. Its value depends on ⌊n/x⌋ only: g(m) = mex { ⊕ g(⌊m/j⌋) for j = 2..k :
//! k = 1..m }. In a block of j with equal quotient the sum alternates between two values, so g(m) takes O(√m) steps and
//! all quotients of n together O(n^{3/4}).

use farstar_value::Limits;

use crate::digraph::Mex;
use crate::error::{Error, Result};
use farstar_play::Meter;

/// Most coins: the O(n^{3/4}) steps for 10¹² coins take about ten seconds.
const MOST_COINS: u64 = 1 << 42;

/// The game of turning multiples on n coins.
///
/// # Examples
/// ```
/// use farstar_impartial::coin::MultiplesGame;
/// use farstar_value::Limits;
/// let game = MultiplesGame::new(3, &Limits::none())?;
/// assert_ne!(game.grundy(&[1, 2])?, 0);
/// assert_eq!(game.grundy(&[2, 3])?, 0);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct MultiplesGame {
    coins: u64,
    /// g(m) for m ≤ √n.
    small: Vec<u32>,
    /// g(⌊n/i⌋) for i ≤ √n, where ⌊n/i⌋ > √n.
    large: Vec<u32>,
}

impl MultiplesGame {
    /// The game on `coins` coins. O(n^{3/4}) time, O(√n) memory.
    ///
    /// # Errors
    /// [`Error::TooLarge`] for more than 2⁴² coins; those of `limits`.
    pub fn new(coins: u64, limits: &Limits) -> Result<Self> {
        if coins > MOST_COINS {
            return Err(Error::too_large(
                format!("turning multiples on {coins} coins"),
                format!("at most {MOST_COINS} coins"),
            ));
        }
        let mut meter = Meter::new(limits);
        let root = coins.isqrt();
        meter.reserve(8 * root)?;
        let mut game = Self { coins, small: vec![0; root as usize + 1], large: Vec::new() };
        game.large = vec![0; root as usize + 1];
        let mut mex = Mex::default();
        let mut sums = Vec::new();
        // The distinct quotients of n in increasing order.
        let mut next = coins.min(1);
        while next > 0 {
            let m = next;
            sums.clear();
            sums.push(0u32);
            let mut sum = 0;
            let mut j = 2;
            while j <= m {
                let quotient = m / j;
                let last = m / quotient;
                let value = game.of_quotient(quotient);
                // The first step of the block always shows sum ⊕ value; a second step shows sum again.
                sums.push(sum ^ value);
                if last > j {
                    sums.push(sum);
                }
                if (last - j).is_multiple_of(2) {
                    sum ^= value;
                }
                j = last + 1;
            }
            meter.step(sums.len() as u64)?;
            let stamp = if m <= root { m } else { root + coins / m } as u32;
            let value = mex.of(stamp, sums.iter().copied(), sums.len());
            if m <= root {
                game.small[m as usize] = value;
            } else {
                game.large[(coins / m) as usize] = value;
            }
            if m == coins {
                break;
            }
            next = coins / (coins / (m + 1));
        }
        Ok(game)
    }

    /// g(m) for a quotient m of n.
    fn of_quotient(&self, m: u64) -> u32 {
        let small = usize::try_from(m).ok().and_then(|m| self.small.get(m));
        small.copied().unwrap_or_else(|| self.large[(self.coins / m) as usize])
    }

    /// Value of the single heads coin `x`.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] unless 1 ≤ x ≤ n.
    pub fn value(&self, x: u64) -> Result<u32> {
        if (1..=self.coins).contains(&x) {
            return Ok(self.of_quotient(self.coins / x));
        }
        Err(Error::out_of_range(
            format!("coin {x}"),
            format!("coins are numbered 1 to {}", self.coins),
        ))
    }

    /// Value of a position given by its heads; a coin named twice cancels.
    ///
    /// # Errors
    /// As [`MultiplesGame::value`].
    pub fn grundy(&self, heads: &[u64]) -> Result<u32> {
        heads.iter().try_fold(0, |sum, &x| Ok(sum ^ self.value(x)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coin::CoinRow;

    #[test]
    fn divisor_blocks_agree_with_the_moves_listed() {
        for n in 1..60u32 {
            // Coin x is listed as n − x, so that multiples come before their leader.
            let moves = |coin: u32| {
                let x = n - coin;
                (1..=n / x).map(|k| (2..=k).map(|j| n - j * x).collect()).collect()
            };
            let listed = CoinRow::listed(n, moves, &Limits::none()).unwrap();
            let game = MultiplesGame::new(u64::from(n), &Limits::none()).unwrap();
            for x in 1..=n {
                assert_eq!(game.value(u64::from(x)).map(u64::from), listed.value(n - x), "{n} {x}");
            }
            assert!(game.value(0).is_err() && game.value(u64::from(n) + 1).is_err());
        }
    }

    #[test]
    fn no_coins_make_no_game() {
        assert_eq!(MultiplesGame::new(0, &Limits::none()).unwrap().grundy(&[]), Ok(0));
        assert!(MultiplesGame::new(u64::MAX, &Limits::none()).is_err());
    }
}
