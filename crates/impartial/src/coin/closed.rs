//! Closed values of the coin games that have them.

/// Value of turtle `i` (numbered from 0) when a second turtle before it may be turned (`optional`: i + 1) or must be
/// (i).
#[must_use]
pub const fn turtles_value(i: u64, optional: bool) -> u64 {
    if optional { i + 1 } else { i }
}

/// All winning moves (i, j) of Turtles with a mandatory second turtle: turn the upright turtle i and the turtle j < i.
/// O(number of upright turtles).
///
/// ```
/// assert_eq!(farstar_impartial::coin::turtles_winning_moves(&[1, 2, 4, 5, 7]), [(4, 1), (5, 0), (7, 2)]);
/// ```
#[must_use]
pub fn turtles_winning_moves(upright: &[u64]) -> Vec<(u64, u64)> {
    let sum = upright.iter().fold(0, |sum, &i| sum ^ i);
    if sum == 0 {
        return Vec::new();
    }
    upright.iter().map(|&i| (i, i ^ sum)).filter(|(i, j)| j < i).collect()
}

/// Value of coin `i` (numbered from 0) in Mock Turtles, where up to three coins are turned: the (i + 1)-st odious
/// number, 2i plus the bit that makes the number of ones odd (*Winning Ways*, ch. 14).
///
/// ```
/// let values: Vec<u64> = (0..6).map(farstar_impartial::coin::mock_turtles_value).collect();
/// assert_eq!(values, [1, 2, 4, 7, 8, 11]);
/// ```
#[must_use]
pub const fn mock_turtles_value(i: u64) -> u64 {
    2 * i + 1 - (i.count_ones() as u64) % 2
}

/// Value of a coin in the Ruler game (turn a run of neighbours of which the leading coin is heads), where `distance` ≥
/// 1 is the length of the longest run
/// it can lead: the largest power of two that divides `distance`.
#[must_use]
pub const fn ruler_value(distance: u64) -> u64 {
    distance & distance.wrapping_neg()
}

/// The nim sum of the ruler values of distances 1 to `distance`: the binary-reflected Gray code of `distance`.
#[must_use]
pub const fn ruler_prefix(distance: u64) -> u64 {
    distance ^ distance >> 1
}

/// The distance whose [`ruler_prefix`] is `sum`.
const fn ruler_prefix_inverse(sum: u64) -> u64 {
    let mut distance = sum;
    let mut shift = 1;
    while shift < u64::BITS {
        distance ^= distance >> shift;
        shift *= 2;
    }
    distance
}

/// All winning moves in the Ruler game, as pairs (distance of the leading heads coin, length of the run), for heads
/// given by their distances (the length of the longest run each can lead). Each coin leads at most one. O(number of
/// heads).
///
/// A run from distance d of length k changes the sum by the prefix of d minus that of d − k, and prefixes are Gray
/// codes, which are all
/// different: so d − k is determined.
///
/// ```
/// // Heads at 3 and 6 of eight coins, runs going right: distances 6 and 3.
/// assert_eq!(farstar_impartial::coin::ruler_winning_moves(&[6, 3]), [(6, 2), (3, 2)]);
/// ```
#[must_use]
pub fn ruler_winning_moves(distances: &[u64]) -> Vec<(u64, u64)> {
    let sum = distances.iter().fold(0, |sum, &d| sum ^ ruler_value(d));
    if sum == 0 {
        return Vec::new();
    }
    let ends = distances.iter().map(|&d| (d, ruler_prefix_inverse(ruler_prefix(d) ^ sum)));
    ends.filter(|(d, end)| end < d).map(|(d, end)| (d, d - end)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coin::CoinRow;
    use farstar_value::Limits;

    fn row(code: &str) -> CoinRow {
        CoinRow::new(code.parse().unwrap(), 80, &Limits::none()).unwrap()
    }

    #[test]
    fn closed_values_are_those_of_the_codes() {
        let (turtles, optional, mock, ruler) = (row("2"), row("1-2"), row("1-3"), row("1+C"));
        for i in 0..80u32 {
            let n = u64::from(i);
            assert_eq!(turtles.value(i), Ok(turtles_value(n, false)));
            assert_eq!(optional.value(i), Ok(turtles_value(n, true)));
            assert_eq!(mock.value(i), Ok(mock_turtles_value(n)));
            assert_eq!(ruler.value(i), Ok(ruler_value(n + 1)));
        }
    }

    #[test]
    fn winning_moves_are_those_found_by_listing() {
        let (turtles, ruler) = (row("2"), row("1+C"));
        for mask in 0u32..1 << 9 {
            let heads: Vec<u32> = (0..9).filter(|c| mask >> c & 1 == 1).collect();
            let wide: Vec<u64> = heads.iter().map(|&c| u64::from(c)).collect();
            let listed = turtles.winning_turns(&heads, &Limits::none()).unwrap();
            let listed: Vec<(u64, u64)> =
                listed.iter().map(|set| (u64::from(set[1]), u64::from(set[0]))).collect();
            assert_eq!(turtles_winning_moves(&wide), listed);
            let distances: Vec<u64> = wide.iter().map(|c| c + 1).collect();
            let listed = ruler.winning_turns(&heads, &Limits::none()).unwrap();
            let listed: Vec<(u64, u64)> = listed
                .iter()
                .map(|set| (u64::from(set[set.len() - 1]) + 1, set.len() as u64))
                .collect();
            assert_eq!(ruler_winning_moves(&distances), listed);
        }
    }
}
