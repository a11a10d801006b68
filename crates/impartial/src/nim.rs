//! Closed rules of heaps: Nim and its nearest relatives, with all winning moves.

use crate::digraph::Outcome;

/// A move in one heap: the heap at index `heap` gets the size `size`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HeapMove {
    /// Index of the heap.
    pub heap: usize,
    /// Its new size, in stones.
    pub size: u64,
}

/// Nim sum of heaps, their Grundy value in Nim.
#[must_use]
pub fn nim_sum(heaps: &[u64]) -> u64 {
    heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// All winning moves of Nim in order of the heaps: heap a to a ⊕ s where that is smaller, s the nim sum
/// (Bouton, *Nim*, 1901). O(n).
///
/// # Examples
/// ```
/// use farstar_impartial::nim::{HeapMove, winning_moves};
/// assert_eq!(winning_moves(&[2, 5, 1]).collect::<Vec<_>>(), [HeapMove { heap: 1, size: 3 }]);
/// assert_eq!(winning_moves(&[5, 5]).count(), 0);
/// ```
pub fn winning_moves(heaps: &[u64]) -> impl Iterator<Item = HeapMove> + '_ {
    let sum = nim_sum(heaps);
    let moves = heaps.iter().enumerate().map(move |(heap, &a)| HeapMove { heap, size: a ^ sum });
    moves.filter(move |m| sum != 0 && m.size < heaps[m.heap])
}

/// A move of staircase Nim: `tokens` tokens go from pile `pile` to the pile before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StairMove {
    /// Index of the pile, at least 1.
    pub pile: usize,
    /// How many tokens go.
    pub tokens: u64,
}

/// The nim sum of the odd piles of staircase Nim a₀, a₁, …: a move takes tokens from a pile to the one before, a₀ is
/// dead. The position is P iff it is 0.
///
/// The Grundy value of a position is not this sum in general, only its being zero agrees (moves out of even piles are
/// mirrored).
#[must_use]
pub fn staircase_sum(piles: &[u64]) -> u64 {
    piles.iter().skip(1).step_by(2).fold(0, |sum, pile| sum ^ pile)
}

/// All winning moves of staircase Nim, ordered by pile and number of tokens. O(n): an odd pile is lowered, or raised
/// from the even pile behind it.
///
/// ```
/// use farstar_impartial::nim::{StairMove, staircase_winning_moves};
/// let moves: Vec<StairMove> = staircase_winning_moves(&[1, 2, 1, 1, 2]).collect();
/// assert_eq!(moves, [StairMove { pile: 1, tokens: 1 }, StairMove { pile: 4, tokens: 1 }]);
/// ```
pub fn staircase_winning_moves(piles: &[u64]) -> impl Iterator<Item = StairMove> + '_ {
    let sum = staircase_sum(piles);
    (1..piles.len()).filter_map(move |pile| {
        let odd = if pile % 2 == 1 { pile } else { pile - 1 };
        let wanted = piles[odd] ^ sum;
        let tokens = if pile % 2 == 1 {
            piles[pile].checked_sub(wanted)
        } else {
            wanted.checked_sub(piles[odd]).filter(|&tokens| tokens <= piles[pile])
        };
        tokens.filter(|&tokens| tokens > 0).map(|tokens| StairMove { pile, tokens })
    })
}

/// Grundy value of the Bash game: take 1 to `most` from `stones`; n mod (m + 1). It is also the only winning take, if
/// it is not 0.
#[must_use]
pub const fn bash_value(stones: u64, most: u64) -> u64 {
    match most.checked_add(1) {
        Some(cycle) => stones % cycle,
        None => stones,
    }
}

/// Grundy value of a heap of Lasker's Nim: take any number or split in two (Lasker 1931; *Winning Ways*, ch. 4).
///
/// `None` when the value, n + 1 at most, passes 64 bits.
#[must_use]
pub const fn lasker_value(stones: u64) -> Option<u64> {
    match stones % 4 {
        _ if stones == 0 => Some(0),
        0 => Some(stones - 1),
        3 => stones.checked_add(1),
        _ => Some(stones),
    }
}

/// Grundy value of Ferguson's game on two heaps of at least one stone: empty one, split the other into two that are not
/// empty. It is the number of trailing ones of (a − 1) | (b − 1); the game is P iff both heaps are odd. `None` if a
/// heap is empty.
#[must_use]
pub const fn ferguson_value(a: u64, b: u64) -> Option<u32> {
    match (a.checked_sub(1), b.checked_sub(1)) {
        (Some(a), Some(b)) => Some((a | b).trailing_ones()),
        _ => None,
    }
}

/// A winning split in Ferguson's game: the parts of the heap that is split, the other being emptied; `None` for
/// P-positions and empty heaps.
///
/// An even heap is split into two odd ones.
#[must_use]
pub const fn ferguson_winning_split(a: u64, b: u64) -> Option<(u64, u64)> {
    if a == 0 || b == 0 {
        return None;
    }
    match (a % 2, b % 2) {
        (0, _) => Some((1, a - 1)),
        (_, 0) => Some((1, b - 1)),
        _ => None,
    }
}

/// The outcome of Moore's Nim, where 1 to `most` heaps are lowered in one move: P iff in every binary place the number
/// of heaps with a one is a multiple of `most` + 1 (Moore, *A generalization of the game called Nim*, 1910). `most` ≥
/// 1; O(64 n).
///
/// # Examples
/// ```
/// use farstar_impartial::{digraph::Outcome, nim::moore_outcome};
/// assert_eq!(moore_outcome(2, &[1, 1, 1]), Outcome::P);
/// ```
#[must_use]
pub fn moore_outcome(most: u64, heaps: &[u64]) -> Outcome {
    let balanced = (0..u64::BITS).all(|bit| {
        let ones = heaps.iter().filter(|&heap| heap >> bit & 1 == 1).count() as u64;
        most.checked_add(1).map_or(ones == 0, |cycle| ones.is_multiple_of(cycle))
    });
    Outcome::from_next_wins(!balanced)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::mex;
    use std::collections::BTreeMap;

    #[test]
    fn staircase_moves_are_those_of_full_play() {
        // P by full play, positions a_1..a_4 with at most 4 tokens in all.
        let mut p: BTreeMap<Vec<u64>, bool> = BTreeMap::new();
        let mut all: Vec<Vec<u64>> = (0..625u64)
            .map(|code| (0..4).map(|i| code / 5u64.pow(i) % 5).collect())
            .filter(|piles: &Vec<u64>| piles.iter().sum::<u64>() <= 4)
            .map(|piles| [vec![0], piles].concat())
            .collect();
        let weight = |piles: &Vec<u64>| -> u64 { (0u64..).zip(piles).map(|(i, a)| i * a).sum() };
        all.sort_by_key(weight);
        let moves = |piles: &Vec<u64>| {
            let mut moves = Vec::new();
            for pile in 1..piles.len() {
                for tokens in 1..=piles[pile] {
                    let mut next = piles.clone();
                    next[pile] -= tokens;
                    next[pile - 1] += tokens;
                    next[0] = 0;
                    moves.push((StairMove { pile, tokens }, next));
                }
            }
            moves
        };
        for piles in &all {
            let winning: Vec<StairMove> =
                moves(piles).into_iter().filter(|(_, next)| p[next]).map(|(m, _)| m).collect();
            p.insert(piles.clone(), winning.is_empty());
            assert_eq!(staircase_winning_moves(piles).collect::<Vec<_>>(), winning, "{piles:?}");
        }
    }

    #[test]
    fn closed_values_follow_the_definition() {
        let mut lasker = vec![0u32];
        for n in 1..90usize {
            let splits = (1..n).map(|a| lasker[a] ^ lasker[n - a]);
            let value = mex(lasker.iter().copied().chain(splits));
            lasker.push(value);
            assert_eq!(lasker_value(n as u64), Some(u64::from(value)));
        }
        assert_eq!(lasker_value(u64::MAX), None);
        let mut ferguson: BTreeMap<(u64, u64), u32> = BTreeMap::new();
        for total in 2..40u64 {
            for a in 1..total {
                let b = total - a;
                let options =
                    [a, b].into_iter().flat_map(|heap| (1..heap).map(move |x| (x, heap - x)));
                let value = mex(options.map(|pair| ferguson[&pair]));
                ferguson.insert((a, b), value);
                assert_eq!(ferguson_value(a, b), Some(value));
                assert_eq!(ferguson_winning_split(a, b).is_some(), value != 0);
                if let Some(pair) = ferguson_winning_split(a, b) {
                    assert_eq!(ferguson[&pair], 0);
                }
            }
        }
        assert_eq!(bash_value(19, 7), 3);
        assert_eq!(bash_value(19, u64::MAX), 19);
    }
}
