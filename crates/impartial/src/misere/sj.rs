//! The "SJ" rule for misère-like play: N iff the nim sum is not 0 and some value exceeds 1, or the nim sum is 0 and
//! none does.
//!
//! It holds exactly for the game that *stops*, won by the player to move, as soon as every component has Grundy
//! value 0. For true misère play it is false in general: the single component {*2} has value 0 and the rule says N, but
//! its one move leads to *2, which is N. It holds there if every position of value 0 that has a move has one to
//! value 1.

use farstar_value::Limits;

use crate::digraph::{Digraph, Outcome, grundy_values};
use crate::error::{Error, Result};

/// The rule itself, on the Grundy values of the components: the outcome of the game that stops when all values are 0.
///
/// ```
/// use farstar_impartial::{digraph::Outcome, misere::sj::stopping_outcome};
/// assert_eq!(stopping_outcome(&[1, 1]), Outcome::N);
/// assert_eq!(stopping_outcome(&[2, 2]), Outcome::P);
/// ```
#[must_use]
pub fn stopping_outcome(values: &[u32]) -> Outcome {
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    let large = values.iter().any(|&value| value > 1);
    Outcome::from_next_wins((sum != 0) == large)
}

/// The outcome under true misère play of tokens on a loop-free graph, where the rule is known to hold. O(V + E).
///
/// # Errors
/// [`Error::NotCovered`] with a reachable vertex of value 0 that has a move but none to value 1; search with
/// [`MisereSearch`](crate::search::MisereSearch) then. [`Error::Cycle`], [`Error::NoVertex`]; those of `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::digraph::Digraph;
/// use farstar_impartial::misere::sj::misere_outcome;
/// use farstar_value::Limits;
/// let graph = Digraph::from_arcs(4, &[(1, 0), (2, 0), (2, 1), (3, 2)])?;
/// assert!(misere_outcome(&graph, &[2, 1], &Limits::none()).is_ok());
/// assert!(misere_outcome(&graph, &[3], &Limits::none()).is_err()); // {*2}
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn misere_outcome(graph: &Digraph, starts: &[u32], limits: &Limits) -> Result<Outcome> {
    let values = grundy_values(graph, limits)?;
    let mut seen = vec![false; values.len()];
    let mut stack = Vec::new();
    for &v in starts {
        graph.check_vertex(v)?;
        stack.push(v);
    }
    while let Some(v) = stack.pop() {
        if std::mem::replace(&mut seen[v as usize], true) {
            continue;
        }
        let row = graph.successors(v);
        if values[v as usize] == 0
            && !row.is_empty()
            && !row.iter().any(|&w| values[w as usize] == 1)
        {
            return Err(Error::not_covered(
                format!("misère play through vertex {v} by its Grundy value"),
                "a position of value 0 with a move must have a move to value 1",
            ));
        }
        stack.extend(row.iter().filter(|&&w| !seen[w as usize]));
    }
    let values: Vec<u32> = starts.iter().map(|&v| values[v as usize]).collect();
    Ok(stopping_outcome(&values))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::{tests_support, topological_order};
    use crate::search::{MisereSearch, Token};

    fn random_dags() -> impl Iterator<Item = Digraph> {
        tests_support::random_dags(120, 6, 2)
    }

    #[test]
    fn true_misere_play_agrees_wherever_the_condition_holds() {
        let (mut covered, mut false_rule) = (0, 0);
        for graph in random_dags() {
            let values = grundy_values(&graph, &Limits::none()).unwrap();
            for starts in [[5, 4], [5, 5], [4, 3], [3, 0]] {
                let tokens = starts.map(|v| Token::new(&graph, v).unwrap());
                let truth = MisereSearch::new().outcome(&tokens, &Limits::none()).unwrap();
                match misere_outcome(&graph, &starts, &Limits::none()) {
                    Ok(outcome) => {
                        covered += 1;
                        assert_eq!(outcome, truth, "{graph:?} {starts:?}");
                    }
                    Err(_) => {
                        let rule = stopping_outcome(&starts.map(|v| values[v as usize]));
                        false_rule += usize::from(rule != truth);
                    }
                }
            }
        }
        assert!(covered > 100 && false_rule > 0);
    }

    #[test]
    fn the_stopping_game_follows_the_rule_on_every_pair_of_vertices() {
        for graph in random_dags().take(60) {
            let values = grundy_values(&graph, &Limits::none()).unwrap();
            let order = topological_order(&graph, &Limits::none()).unwrap();
            let n = graph.vertices();
            let mut wins = vec![false; (n * n) as usize];
            for &a in &order {
                for &b in &order {
                    let stopped = values[a as usize] == 0 && values[b as usize] == 0;
                    let first = graph.successors(a).iter().map(|c| c * n + b);
                    let second = graph.successors(b).iter().map(|c| a * n + c);
                    let next = stopped || first.chain(second).any(|at| !wins[at as usize]);
                    wins[(a * n + b) as usize] = next;
                    let rule = stopping_outcome(&[values[a as usize], values[b as usize]]);
                    assert_eq!(rule, Outcome::from_next_wins(next), "{graph:?} {a} {b}");
                }
            }
        }
    }
}
