//! Moore's rule for components that are not heaps.
//!
//! Moore's theorem speaks of heaps. It carries over to components whose Grundy value falls along every move; a move
//! that raises the value cannot always be taken back in the same turn, and then the theorem fails: for k = 2 the
//! components {0, *2} (value 1), *3, *3, *2 pass the test for P and are N.

use farstar_value::Limits;

use crate::digraph::{Digraph, Outcome, grundy_values};
use crate::error::{Error, Result};
use crate::nim::moore_outcome;

/// The outcome when one move is made in 1 to `most` of the tokens on a loop-free graph. O(V + E).
///
/// # Errors
/// [`Error::NotCovered`] with an arc that raises the Grundy value, if one is reachable; [`Error::Cycle`],
/// [`Error::NoVertex`]; those of `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::compound::moore_outcome_of_components;
/// use farstar_impartial::digraph::Digraph;
/// use farstar_value::Limits;
/// // 3 → {0, 2} with 2 a heap of two: value 1, but the move to 2 raises it.
/// let graph = Digraph::from_arcs(4, &[(1, 0), (2, 0), (2, 1), (3, 0), (3, 2)])?;
/// assert!(moore_outcome_of_components(&graph, 2, &[3, 2], &Limits::none()).is_err());
/// assert!(moore_outcome_of_components(&graph, 2, &[1, 2], &Limits::none()).is_ok());
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn moore_outcome_of_components(
    graph: &Digraph,
    most: u64,
    starts: &[u32],
    limits: &Limits,
) -> Result<Outcome> {
    if most == 0 {
        return Err(Error::out_of_range("a move in at most 0 components", "at least 1"));
    }
    let values = grundy_values(graph, limits)?;
    let mut seen = vec![false; graph.vertices() as usize];
    let mut stack = Vec::new();
    for &start in starts {
        graph.check_vertex(start)?;
        if !std::mem::replace(&mut seen[start as usize], true) {
            stack.push(start);
        }
    }
    while let Some(v) = stack.pop() {
        for &w in graph.successors(v) {
            let (from, to) = (values[v as usize], values[w as usize]);
            if to > from {
                return Err(Error::not_covered(
                    format!("the arc {v} → {w}, from value {from} to {to}"),
                    "Moore's rule holds for components whose Grundy value falls along every move",
                ));
            }
            if !std::mem::replace(&mut seen[w as usize], true) {
                stack.push(w);
            }
        }
    }
    let heaps: Vec<u64> = starts.iter().map(|&v| u64::from(values[v as usize])).collect();
    Ok(moore_outcome(most, &heaps))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{next_wins, random_dags};
    use super::*;
    use crate::compound::Joint;

    #[test]
    fn the_rule_is_false_for_a_component_that_can_rise() {
        let arcs = [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2), (4, 0), (4, 2)];
        let graph = Digraph::from_arcs(5, &arcs).unwrap();
        // Values 1, 3, 3, 2 are balanced for k = 2, yet the player to move wins.
        assert_eq!(moore_outcome(2, &[1, 3, 3, 2]), Outcome::P);
        assert!(next_wins(Joint::AtMost(2), &[&graph; 4], &[4, 3, 3, 2]));
        assert!(moore_outcome_of_components(&graph, 2, &[4, 3, 3, 2], &Limits::none()).is_err());
        assert!(!next_wins(Joint::AtMost(2), &[&graph; 4], &[1, 3, 3, 2]));
    }

    #[test]
    fn where_it_answers_it_agrees_with_full_play() {
        let mut answered = 0;
        for graph in random_dags(60) {
            for starts in [[6, 5, 4], [5, 4, 4], [3, 3, 2]] {
                for most in 1..=3 {
                    let Ok(outcome) =
                        moore_outcome_of_components(&graph, most as u64, &starts, &Limits::none())
                    else {
                        continue;
                    };
                    let wins = next_wins(Joint::AtMost(most), &[&graph; 3], &starts);
                    assert_eq!(outcome, Outcome::from_next_wins(wins));
                    answered += 1;
                }
            }
        }
        assert!(answered > 50);
    }
}
