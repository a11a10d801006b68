//! Rows of coins whose moves are listed, coin by coin, by the caller.

use farstar_value::Limits;

use super::CoinGame;
use crate::digraph::mex;
use crate::error::{Error, Result};
use farstar_play::Meter;

/// A coin-turning game given by the list of legal sets of each leading coin.
///
/// # Examples
/// ```
/// use farstar_impartial::coin::{CoinGame, ListedGame};
/// use farstar_value::Limits;
/// // Turn a coin together with one of the two before it, if there is one there.
/// let moves = |coin: u32| (1..=coin.min(2)).map(|back| vec![coin - back]).collect();
/// let game = ListedGame::new(6, moves, &Limits::none())?;
/// assert_eq!(game.values(), [0, 1, 2, 0, 1, 2]);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ListedGame {
    moves: Vec<Vec<Vec<u32>>>,
    values: Vec<u64>,
}

impl ListedGame {
    /// The game on `coins` coins; `moves(i)` lists the sets that coin i leads, without i itself. Legality may depend on
    /// i only: that is the condition of the coin-turning theorem, which a rule given this way meets.
    ///
    /// Time and memory are those of the lists.
    ///
    /// # Errors
    /// [`Error::NotCovered`] if a set holds a coin that does not precede its leader, or holds a coin twice; those of
    /// `limits`.
    pub fn new(
        coins: u32,
        mut moves: impl FnMut(u32) -> Vec<Vec<u32>>,
        limits: &Limits,
    ) -> Result<Self> {
        let mut meter = Meter::new(limits);
        let mut game = Self { moves: Vec::new(), values: Vec::new() };
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
                sums.push(set.iter().fold(0, |sum, &c| sum ^ game.values[c as usize]));
            }
            // A mex of 32-bit many options fits 32 bits; larger sums cannot be the mex.
            let small = sums.iter().filter_map(|&sum: &u64| u32::try_from(sum).ok());
            game.values.push(u64::from(mex(small)));
            game.moves.push(sets);
        }
        Ok(game)
    }
}

impl CoinGame for ListedGame {
    fn values(&self) -> &[u64] {
        &self.values
    }

    fn moves(&self, coin: u32, _: &Limits) -> Result<Vec<Vec<u32>>> {
        self.value(coin)?;
        Ok(self.moves[coin as usize].clone())
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
            let game = ListedGame::new(7, sets, &Limits::none()).unwrap();
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
        assert!(ListedGame::new(3, |coin| vec![vec![coin + 1]], &Limits::none()).is_err());
        assert!(ListedGame::new(3, |_| vec![vec![0, 0]], &Limits::none()).is_err());
    }
}
