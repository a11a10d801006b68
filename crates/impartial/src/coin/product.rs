//! Products of coin-turning games.
//!
//! In the *direct* product a move turns the product of a legal set in each coordinate; the value of a coin is the nim
//! product of the values of its coordinates (Tartan theorem).

use std::collections::BTreeMap;

use farstar_nimber::{Nim64, Nimber};
use farstar_value::Limits;

use super::CoinRow;
use crate::error::{Error, Result};
use farstar_play::Meter;

/// The direct product of one or more coin-turning games, one for each coordinate.
///
/// # Examples
/// ```
/// use farstar_rules::coin::TurningCode;
/// use farstar_impartial::coin::{CoinRow, Product};
/// use farstar_value::Limits;
/// let turtles = CoinRow::new("2".parse::<TurningCode>()?, 20, &Limits::none())?;
/// let board = Product::new(vec![&turtles, &turtles])?;
/// // The value of (x, y) is x ⊗ y.
/// assert_eq!(board.value(&[2, 3])?, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Product<'g> {
    factors: Vec<&'g CoinRow>,
}

impl<'g> Product<'g> {
    /// The product of the given games.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if there is none.
    pub fn new(factors: Vec<&'g CoinRow>) -> Result<Self> {
        if factors.is_empty() {
            return Err(Error::out_of_range("a product of no games", "at least one factor"));
        }
        Ok(Self { factors })
    }

    /// Value of the coin at the given coordinates: the nim product of theirs.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] if the number of coordinates is not that of the factors, or one lies outside its row.
    pub fn value(&self, coordinates: &[u32]) -> Result<u64> {
        if coordinates.len() != self.factors.len() {
            return Err(Error::out_of_range(
                format!("a coin with {} coordinates", coordinates.len()),
                format!("{} are needed", self.factors.len()),
            ));
        }
        let mut product = Nim64::ONE;
        for (factor, &coin) in self.factors.iter().zip(coordinates) {
            product *= Nim64::from_bits(factor.value(coin)?);
        }
        Ok(product.to_bits())
    }

    /// Value of a position given by its heads; a coin named twice cancels.
    ///
    /// # Errors
    /// As [`Product::value`].
    pub fn grundy(&self, heads: &[Vec<u32>]) -> Result<u64> {
        heads.iter().try_fold(0, |sum, coin| Ok(sum ^ self.value(coin)?))
    }

    /// A winning move: for each coordinate the set of places turned, the leading one last; the move turns their
    /// product. `None` if the value is 0.
    ///
    /// For each heads coin x with value ⊗gᵢ the move changes the sum by ⊗(gᵢ ⊕ aᵢ), aᵢ being the value of the set
    /// behind it in coordinate i. All aᵢ but the last are tried, which determines the last by one division. The cost is
    /// the number of different values of moves in the coordinates but the last, multiplied.
    ///
    /// # Errors
    /// As [`Product::value`] and [`CoinRow::moves`].
    pub fn winning_turn(
        &self,
        heads: &[Vec<u32>],
        limits: &Limits,
    ) -> Result<Option<Vec<Vec<u32>>>> {
        let sum = self.grundy(heads)?;
        if sum == 0 {
            return Ok(None);
        }
        let mut meter = Meter::new(limits);
        for coin in heads {
            // For each coordinate: what a set adds to the value of the leading coin, and the set.
            let mut choices: Vec<Vec<(Nim64, Vec<u32>)>> = Vec::new();
            for (factor, &lead) in self.factors.iter().zip(coin) {
                let own = factor.value(lead)?;
                let mut sets: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
                for mut set in factor.moves(lead, limits)? {
                    let change = own ^ factor.grundy(&set)?;
                    set.push(lead);
                    sets.entry(change).or_insert(set);
                }
                choices.push(sets.into_iter().map(|(v, set)| (Nim64::from_bits(v), set)).collect());
            }
            let Some((last, before)) = choices.split_last() else { continue };
            let mut wheel = vec![0usize; before.len()];
            if before.iter().any(Vec::is_empty) || last.is_empty() {
                continue;
            }
            loop {
                meter.step(1 + wheel.len() as u64)?;
                let product = wheel
                    .iter()
                    .zip(before)
                    .fold(Nim64::ONE, |product, (&i, sets)| product * sets[i].0);
                if let Some(wanted) = Nim64::from_bits(sum).checked_div(product)
                    && let Ok(i) = last.binary_search_by_key(&wanted.to_bits(), |c| c.0.to_bits())
                {
                    let mut turn: Vec<Vec<u32>> =
                        wheel.iter().zip(before).map(|(&i, sets)| sets[i].1.clone()).collect();
                    turn.push(last[i].1.clone());
                    return Ok(Some(turn));
                }
                let Some(at) = (0..wheel.len()).rev().find(|&k| wheel[k] + 1 < before[k].len())
                else {
                    break;
                };
                wheel[at] += 1;
                wheel[at + 1..].fill(0);
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::mex;

    fn row(code: &str, coins: u32) -> CoinRow {
        CoinRow::new(code.parse().unwrap(), coins, &Limits::none()).unwrap()
    }

    /// Values of every position of a board of two factors, by the definition.
    fn played(a: &CoinRow, b: &CoinRow, rows: u32, columns: u32) -> Vec<u32> {
        let limits = Limits::none();
        let cells = rows * columns;
        let mut values = vec![0u32; 1 << cells];
        for position in 1u32..1 << cells {
            let mut options = Vec::new();
            for cell in (0..cells).filter(|cell| position >> cell & 1 == 1) {
                let (x, y) = (cell / columns, cell % columns);
                for mut down in a.moves(x, &limits).unwrap() {
                    down.push(x);
                    for mut along in b.moves(y, &limits).unwrap() {
                        along.push(y);
                        let turned =
                            down.iter().flat_map(|r| along.iter().map(move |c| r * columns + c));
                        options.push(turned.fold(position, |p, cell| p ^ 1 << cell));
                    }
                }
            }
            values[position as usize] = mex(options.iter().map(|&p| values[p as usize]));
        }
        values
    }

    #[test]
    fn the_tartan_theorem_holds_on_whole_boards_with_winning_moves() {
        for (first, second) in [("2", "1-2"), ("1+C", "1-3"), ("1-3", "1-3"), ("1-2", "2")] {
            let (a, b) = (row(first, 3), row(second, 3));
            let board = Product::new(vec![&a as &CoinRow, &b]).unwrap();
            let values = played(&a, &b, 3, 3);
            for position in 0u32..1 << 9 {
                let heads: Vec<Vec<u32>> = (0..9u32)
                    .filter(|cell| position >> cell & 1 == 1)
                    .map(|cell| vec![cell / 3, cell % 3])
                    .collect();
                let value = board.grundy(&heads).unwrap();
                assert_eq!(value, u64::from(values[position as usize]), "{first} × {second}");
                let turn = board.winning_turn(&heads, &Limits::none()).unwrap();
                assert_eq!(turn.is_some(), value != 0);
                if let Some(turn) = turn {
                    let cells = turn[0].iter().flat_map(|r| turn[1].iter().map(move |c| r * 3 + c));
                    let after = cells.fold(position, |p, cell| p ^ 1 << cell);
                    assert_eq!(values[after as usize], 0);
                }
            }
        }
    }

    #[test]
    fn three_dimensions_multiply() {
        let turtles = row("1-2", 4);
        let cube = Product::new(vec![&turtles; 3]).unwrap();
        // 2 ⊗ 3 ⊗ 4 = 1 ⊗ 4.
        assert_eq!(cube.value(&[1, 2, 3]), Ok(4));
        let heads = vec![vec![1, 2, 3], vec![3, 3, 3]];
        let turn = cube.winning_turn(&heads, &Limits::none()).unwrap().unwrap();
        let mut after = heads;
        for &x in &turn[0] {
            for &y in &turn[1] {
                after.extend(turn[2].iter().map(|&z| vec![x, y, z]));
            }
        }
        assert_eq!(cube.grundy(&after), Ok(0));
        assert!(cube.value(&[1, 2]).is_err());
        assert!(Product::new(Vec::new()).is_err());
    }
}
