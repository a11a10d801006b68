//! Coin-turning games: rows of coins, products of rows, winning turns.
//!
//! By the coin-turning theorem the value of a position is the nim sum of the values of its heads taken singly, if a
//! move is legal whatever the faces of the coins behind the leading one.
//! In the product of two games the turned sets are products of legal sets, and the value of a coin is the nim product
//! of the values of its coordinates (Tartan theorem, *Winning Ways*, ch. 14).
//!
//! Coins are numbered from 0; coin i here is heap i + 1 in the heap reading ("spawning") of the same code.

mod board;
mod closed;
mod code;
mod multiples;
mod product;
mod row;
mod value_set;

pub use board::BoardCoins;
pub use closed::{
    mock_turtles_value, ruler_prefix, ruler_value, ruler_winning_moves, turtles_value,
    turtles_winning_moves,
};
pub use multiples::MultiplesGame;
pub use product::Product;
pub use row::CoinRow;

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
pub fn turned<P: Copy + Ord>(heads: &[P], lead: P, others: &[P]) -> Vec<P> {
    let mut after: Vec<P> = heads.iter().copied().filter(|&head| head != lead).collect();
    for &coin in others {
        match after.binary_search(&coin) {
            Ok(place) => drop(after.remove(place)),
            Err(place) => after.insert(place, coin),
        }
    }
    after
}
