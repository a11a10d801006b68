//! Misère Nim.

use crate::digraph::Outcome;
use crate::nim::{HeapMove, nim_sum};

/// The outcome of Nim when the player who takes the last stone loses: as in Nim if some heap has two or more stones,
/// else the other way round (Bouton 1901).
#[must_use]
pub fn misere_nim_outcome(heaps: &[u64]) -> Outcome {
    let large = heaps.iter().any(|&heap| heap > 1);
    Outcome::from_next_wins((nim_sum(heaps) != 0) == large)
}

/// All winning moves of misère Nim, in order of the heaps and then of the new size. O(n).
///
/// With two large heaps or more they are those of Nim; a single large heap goes to 0 or 1 so that an odd number of ones
/// is left; with none, any one is taken.
///
/// # Examples
/// ```
/// use farstar_impartial::misere::misere_nim_winning_moves;
/// use farstar_impartial::nim::HeapMove;
/// assert_eq!(misere_nim_winning_moves(&[5, 1, 1]), [HeapMove { heap: 0, size: 1 }]);
/// assert!(misere_nim_winning_moves(&[1]).is_empty());
/// ```
#[must_use]
pub fn misere_nim_winning_moves(heaps: &[u64]) -> Vec<HeapMove> {
    let ones = heaps.iter().filter(|&&heap| heap == 1).count();
    let mut large = heaps.iter().enumerate().filter(|(_, heap)| **heap > 1);
    match (large.next(), large.next()) {
        (Some(_), Some(_)) => crate::nim::winning_moves(heaps).collect(),
        (Some((heap, _)), None) => vec![HeapMove { heap, size: 1 - (ones % 2) as u64 }],
        _ if ones % 2 == 0 => {
            let singles = heaps.iter().enumerate().filter(|(_, heap)| **heap == 1);
            singles.map(|(heap, _)| HeapMove { heap, size: 0 }).collect()
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::Digraph;
    use crate::search::{MisereSearch, Token};
    use farstar_value::Limits;

    #[test]
    fn the_rule_and_all_its_moves_agree_with_full_play() {
        let arcs: Vec<(u32, u32)> = (0..6).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        let graph = Digraph::from_arcs(6, &arcs).unwrap();
        let mut search = MisereSearch::new();
        for code in 0..216u64 {
            let heaps = [code % 6, code / 6 % 6, code / 36];
            let tokens = heaps.map(|heap| Token::new(&graph, heap as u32).unwrap());
            let outcome = search.outcome(&tokens, &Limits::none()).unwrap();
            assert_eq!(misere_nim_outcome(&heaps), outcome, "{heaps:?}");
            let every =
                (0..3).flat_map(|heap| (0..heaps[heap]).map(move |size| HeapMove { heap, size }));
            let mut wins = |one: &HeapMove| {
                let mut after = tokens;
                after[one.heap] = Token::new(&graph, one.size as u32).unwrap();
                search.outcome(&after, &Limits::none()) == Ok(Outcome::P)
            };
            let moves: Vec<HeapMove> = every.filter(|one| wins(one)).collect();
            assert_eq!(misere_nim_winning_moves(&heaps), moves, "{heaps:?}");
        }
    }
}
