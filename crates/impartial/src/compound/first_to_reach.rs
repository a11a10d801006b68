//! Sums in which the first player to bring any component to a target wins at once.
//!
//! A vertex with an arc to a target is *hot*: whoever is to move with a hot component wins. Nobody moves into a hot
//! vertex by choice, so those arcs (and the hot vertices) are stripped. What is left is an ordinary sum: a player
//! without a stripped move must make some component hot. This needs every vertex that is neither hot nor a target to
//! have a move at all.

use farstar_value::Limits;

use crate::digraph::{Digraph, Outcome, grundy_values};
use crate::error::{Error, Result};

/// The analysis of a graph on which several tokens race to a target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstToReach {
    hot: Vec<bool>,
    target: Vec<bool>,
    /// Grundy values of the stripped graph.
    values: Vec<u32>,
}

/// Strips the losing points: O(V + E).
///
/// # Errors
/// [`Error::NotCovered`] with a vertex that has no move and is no target, where the theory says nothing;
/// [`Error::Cycle`] if the stripped graph has a cycle; [`Error::NoVertex`] for a target that does not exist; those of
/// `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::compound::strip_losing_points;
/// use farstar_impartial::digraph::{Digraph, Outcome};
/// use farstar_value::Limits;
/// // Heaps, take one or two; the first to empty a heap wins the whole game.
/// let arcs: Vec<(u32, u32)> = (1..=6u32).flat_map(|n| (1..=n.min(2)).map(move |k| (n, n - k))).collect();
/// let race = strip_losing_points(&Digraph::from_arcs(7, &arcs)?, &[0], &Limits::none())?;
/// assert_eq!(race.outcome(&[2, 6])?, Outcome::N); // empties the first
/// assert_eq!(race.outcome(&[3, 3])?, Outcome::P); // whoever touches a heap makes it hot
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn strip_losing_points(
    graph: &Digraph,
    targets: &[u32],
    limits: &Limits,
) -> Result<FirstToReach> {
    let mut target = vec![false; graph.vertices() as usize];
    for &v in targets {
        graph.check_vertex(v)?;
        target[v as usize] = true;
    }
    let mut hot = vec![false; target.len()];
    for v in 0..graph.vertices() {
        if target[v as usize] {
            continue;
        }
        let row = graph.successors(v);
        if row.is_empty() {
            return Err(Error::not_covered(
                format!("vertex {v}, which has no move and is no target"),
                "every position that is not a target must have a move",
            ));
        }
        hot[v as usize] = row.iter().any(|&w| target[w as usize]);
    }
    let cold = |v: u32| !hot[v as usize] && !target[v as usize];
    let values = grundy_values(&graph.filter_arcs(|u, v| cold(u) && cold(v)), limits)?;
    Ok(FirstToReach { hot, target, values })
}

impl FirstToReach {
    /// Grundy value of `v` in the stripped graph, `None` where it has none: at hot vertices and targets.
    #[must_use]
    pub fn value(&self, v: u32) -> Option<u32> {
        let stripped = self.hot[v as usize] || self.target[v as usize];
        (!stripped).then(|| self.values[v as usize])
    }

    /// Nim sum of the stripped values, `None` if a start is hot.
    ///
    /// # Errors
    /// [`Error::NoVertex`] for a start that does not exist, [`Error::OutOfRange`] for a start on a target, where the
    /// game is over.
    pub fn sum(&self, starts: &[u32]) -> Result<Option<u32>> {
        let mut sum = Some(0);
        for &v in starts {
            match self.target.get(v as usize) {
                None => {
                    let vertices = self.target.len() as u32;
                    return Err(Error::NoVertex { vertex: v, vertices });
                }
                Some(true) => {
                    let what = format!("a start on the target {v}");
                    return Err(Error::out_of_range(what, "the game is over there"));
                }
                Some(false) => sum = sum.zip(self.value(v)).map(|(a, b)| a ^ b),
            }
        }
        Ok(sum)
    }

    /// The outcome of the race from the given starts: N if one is hot, else by the nim sum of the stripped values.
    ///
    /// # Errors
    /// As [`FirstToReach::sum`].
    pub fn outcome(&self, starts: &[u32]) -> Result<Outcome> {
        Ok(Outcome::from_next_wins(self.sum(starts)? != Some(0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// Whether the player to move wins, by full play of two tokens.
    fn wins(graph: &Digraph, at: [u32; 2], known: &mut HashMap<[u32; 2], bool>) -> bool {
        if let Some(&answer) = known.get(&at) {
            return answer;
        }
        let mut answer = false;
        for i in 0..2 {
            for &w in graph.successors(at[i]) {
                let mut after = at;
                after[i] = w;
                answer |= w == 0 || !wins(graph, after, known);
            }
        }
        known.insert(at, answer);
        answer
    }

    #[test]
    fn stripping_agrees_with_full_play_on_random_races() {
        for graph in super::super::tests::random_dags(80) {
            // Give dead ends a way on to the target 0.
            let n = graph.vertices();
            let mut arcs: Vec<(u32, u32)> = Vec::new();
            for v in 1..n {
                arcs.extend(graph.successors(v).iter().map(|&w| (v, w)));
                if graph.successors(v).is_empty() {
                    assert!(strip_losing_points(&graph, &[0], &Limits::none()).is_err());
                    arcs.push((v, 0));
                }
            }
            let graph = Digraph::from_arcs(n, &arcs).unwrap();
            let race = strip_losing_points(&graph, &[0], &Limits::none()).unwrap();
            let mut known = HashMap::new();
            for a in 1..n {
                for b in 1..n {
                    let expected = Outcome::from_next_wins(wins(&graph, [a, b], &mut known));
                    assert_eq!(race.outcome(&[a, b]), Ok(expected), "{graph:?} {a} {b}");
                }
            }
            assert!(race.outcome(&[0, 1]).is_err() && race.outcome(&[n]).is_err());
        }
    }
}
