//! Coin-turning games: rows of coins, products of rows, winning turns.
//!
//! By the coin-turning theorem the value of a position is the nim sum of the values of its heads taken singly, if a
//! move is legal whatever the faces of the coins behind the leading one; [`check_independence`] tests that condition.
//! In the product of two games the turned sets are products of legal sets, and the value of a coin is the nim product
//! of the values of its coordinates (Tartan theorem, *Winning Ways*, ch. 14).
//!
//! Coins are numbered from 0; coin i here is heap i + 1 in the heap reading ("spawning") of the same code.

mod board;
mod closed;
mod code_game;
mod independence;
mod listed;
mod multiples;
mod product;
mod value_set;

pub use board::BoardCoins;
pub use closed::{
    mock_turtles_value, ruler_prefix, ruler_value, ruler_winning_moves, turtles_value,
    turtles_winning_moves,
};
pub use code_game::CodeGame;
pub use independence::{Dependence, check_independence};
pub use listed::ListedGame;
pub use multiples::MultiplesGame;
pub use product::{Product, acrostic_values};

use farstar_value::Limits;

use crate::error::{Error, Result};

/// The heads of a row, in increasing order, after the head `lead` and the coins `others` were turned over: a coin
/// turned twice lies as before.
///
/// This is what tells rows of coins from heaps. In normal play two equal heaps are worth nothing and the difference
/// does not show; in misère play it does.
///
/// ```
/// use farstar_impartial::coin::turned;
/// assert_eq!(turned(&[2, 5, 7], 7, &[3, 5]), [2, 3]);
/// ```
#[must_use]
pub fn turned(heads: &[u32], lead: u32, others: &[u32]) -> Vec<u32> {
    let mut after: Vec<u32> = heads.iter().copied().filter(|&head| head != lead).collect();
    for &coin in others {
        match after.binary_search(&coin) {
            Ok(place) => drop(after.remove(place)),
            Err(place) => after.insert(place, coin),
        }
    }
    after
}

/// A row of coins whose single heads have known values, and whose moves can be looked up.
pub trait CoinGame {
    /// The value of each single heads coin.
    fn values(&self) -> &[u64];

    /// The legal sets led by `coin`, each without the leading coin, in increasing order.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if there is no such coin; those of `limits`.
    fn moves(&self, coin: u32, limits: &Limits) -> Result<Vec<Vec<u32>>>;

    /// The value of one heads coin.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if there is no such coin.
    fn value(&self, coin: u32) -> Result<u64> {
        self.values().get(coin as usize).copied().ok_or_else(|| {
            Error::out_of_range(
                format!("coin {coin}"),
                format!("the row has {} coins, numbered from 0", self.values().len()),
            )
        })
    }

    /// The nim sum of the values of the heads; a coin named twice cancels.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if there is no such coin.
    fn grundy(&self, heads: &[u32]) -> Result<u64> {
        heads.iter().try_fold(0, |sum, &coin| Ok(sum ^ self.value(coin)?))
    }

    /// All sets of coins that turn the position into one of value 0, the leading coin last in each.
    ///
    /// # Errors
    /// As [`CoinGame::moves`].
    fn winning_turns(&self, heads: &[u32], limits: &Limits) -> Result<Vec<Vec<u32>>> {
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
