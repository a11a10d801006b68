//! Rows of coins whose single heads have known values: turned by a code, or as the caller lists it.

use farstar_rules::coin::TurningCode;
use farstar_value::Limits;

use super::code;
use crate::digraph::mex;
use crate::error::{Error, Result};
use farstar_play::Meter;

/// A row of coins whose single heads have known values, and whose moves can be looked up.
///
/// # Examples
/// ```
/// use farstar_impartial::coin::CoinRow;
/// use farstar_value::Limits;
/// let mock_turtles = CoinRow::new("1-3".parse()?, 9, &Limits::none())?;
/// assert_eq!(mock_turtles.values(), [1, 2, 4, 7, 8, 11, 13, 14, 16]);
/// assert_eq!(mock_turtles.grundy(&[0, 3, 5, 8])?, 29);
/// // Turn a coin together with one of the two before it, if there is one there.
/// let moves = |coin: u32| (1..=coin.min(2)).map(|back| vec![coin - back]).collect();
/// let row = CoinRow::listed(6, moves, &Limits::none())?;
/// assert_eq!(row.values(), [0, 1, 2, 0, 1, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoinRow {
    moves: Moves,
    values: Vec<u64>,
}

#[derive(Clone, Debug)]
enum Moves {
    Code(TurningCode),
    /// For each coin the sets that it leads.
    Listed(Vec<Vec<Vec<u32>>>),
}

impl CoinRow {
    /// The row of `coins` coins that are turned by a code.
    ///
    /// Cost for each pattern and coin n: about as many shifts of a set of V bits as the pattern turns coins, V being
    /// the largest value; n of them more for `C(n)` and up to n²/2 for `S`; n log n steps for `E`.
    ///
    /// # Errors
    /// [`Error::TooLarge`] when values pass 2²⁴ (2⁶³ for the code `1+`) or the row passes 2²⁴ coins; those of `limits`.
    pub fn new(code: TurningCode, coins: u32, limits: &Limits) -> Result<Self> {
        let values = code::values(&code, coins, limits)?;
        Ok(Self { moves: Moves::Code(code), values })
    }

    /// The row of `coins` coins of which `moves(i)` lists the sets that coin i leads, without i itself. Legality may
    /// depend on i only: that is the condition of the coin-turning theorem, which a rule given this way meets.
    ///
    /// Time and memory are those of the lists.
    ///
    /// # Errors
    /// [`Error::NotCovered`] if a set holds a coin that does not precede its leader, or holds a coin twice; those of
    /// `limits`.
    pub fn listed(
        coins: u32,
        mut moves: impl FnMut(u32) -> Vec<Vec<u32>>,
        limits: &Limits,
    ) -> Result<Self> {
        let mut meter = Meter::new(limits);
        let (mut listed, mut values) = (Vec::new(), Vec::<u64>::new());
        for coin in 0..coins {
            let mut sets = moves(coin);
            let mut sums = Vec::with_capacity(sets.len());
            for set in &mut sets {
                meter.node(size_of::<Vec<u32>>() + 4 * set.len())?;
                set.sort_unstable();
                let doubled = set.windows(2).any(|pair| pair[0] == pair[1]);
                if doubled || set.last().is_some_and(|&last| last >= coin) {
                    return Err(Error::not_covered(
                        format!("the move that turns coin {coin} with {set:?}"),
                        "every other coin of a move must come before the leading one, once",
                    ));
                }
                sums.push(set.iter().fold(0, |sum, &c| sum ^ values[c as usize]));
            }
            // A mex of 32-bit many options fits 32 bits; larger sums cannot be the mex.
            let small = sums.iter().filter_map(|&sum: &u64| u32::try_from(sum).ok());
            values.push(u64::from(mex(small)));
            listed.push(sets);
        }
        Ok(Self { moves: Moves::Listed(listed), values })
    }

    /// The value of each single heads coin.
    #[must_use]
    pub fn values(&self) -> &[u64] {
        &self.values
    }

    /// The legal sets led by `coin`, each without the leading coin, in increasing order.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if there is no such coin; those of `limits`.
    pub fn moves(&self, coin: u32, limits: &Limits) -> Result<Vec<Vec<u32>>> {
        self.value(coin)?;
        match &self.moves {
            Moves::Code(code) => code::moves(code, coin, limits),
            Moves::Listed(sets) => Ok(sets[coin as usize].clone()),
        }
    }

    /// The value of one heads coin.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if there is no such coin.
    pub fn value(&self, coin: u32) -> Result<u64> {
        self.values.get(coin as usize).copied().ok_or_else(|| {
            Error::out_of_range(
                format!("coin {coin}"),
                format!("the row has {} coins, numbered from 0", self.values.len()),
            )
        })
    }

    /// The nim sum of the values of the heads; a coin named twice cancels.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if there is no such coin.
    pub fn grundy(&self, heads: &[u32]) -> Result<u64> {
        heads.iter().try_fold(0, |sum, &coin| Ok(sum ^ self.value(coin)?))
    }

    /// All sets of coins that turn the position into one of value 0, the leading coin last in each.
    ///
    /// # Errors
    /// As [`CoinRow::moves`].
    pub fn winning_turns(&self, heads: &[u32], limits: &Limits) -> Result<Vec<Vec<u32>>> {
        let sum = self.grundy(heads)?;
        let mut winning = Vec::new();
        if sum == 0 {
            return Ok(winning);
        }
        for &lead in heads {
            let wanted = sum ^ self.value(lead)?;
            for mut set in self.moves(lead, limits)? {
                if self.grundy(&set)? == wanted {
                    set.push(lead);
                    winning.push(set);
                }
            }
        }
        Ok(winning)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_value::SplitMix64;

    #[test]
    fn the_theorem_holds_on_every_position_of_random_rules() {
        let mut random = SplitMix64::new(11);
        for _ in 0..40 {
            let masks: Vec<Vec<u32>> = (0..7)
                .map(|coin| (0..random.below(4)).map(|_| random.below(1 << coin) as u32).collect())
                .collect();
            let sets = |coin: u32| {
                let bits = |mask: &u32| (0..coin).filter(|c| mask >> c & 1 == 1).collect();
                masks[coin as usize].iter().map(bits).collect::<Vec<Vec<u32>>>()
            };
            let game = CoinRow::listed(7, sets, &Limits::none()).unwrap();
            let mut played = vec![0u32; 1 << 7];
            for position in 1u32..1 << 7 {
                let leads = (0..7u32).filter(|c| position >> c & 1 == 1);
                let options = leads.flat_map(|lead| {
                    masks[lead as usize].iter().map(move |mask| position ^ mask ^ (1 << lead))
                });
                played[position as usize] = mex(options.map(|p| played[p as usize]));
            }
            for position in 0u32..1 << 7 {
                let heads: Vec<u32> = (0..7).filter(|c| position >> c & 1 == 1).collect();
                assert_eq!(game.grundy(&heads).unwrap(), u64::from(played[position as usize]));
                for turned in game.winning_turns(&heads, &Limits::none()).unwrap() {
                    let after = turned.iter().fold(position, |p, c| p ^ 1 << c);
                    assert_eq!(played[after as usize], 0);
                }
            }
        }
    }

    #[test]
    fn a_move_ahead_of_its_leader_is_refused() {
        assert!(CoinRow::listed(3, |coin| vec![vec![coin + 1]], &Limits::none()).is_err());
        assert!(CoinRow::listed(3, |_| vec![vec![0, 0]], &Limits::none()).is_err());
    }
}
