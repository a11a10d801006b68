//! Generalised Grundy values of graphs with cycles (Smith 1966; Fraenkel & Perl 1975; *Winning Ways*, ch. 12).
//!
//! A vertex gets the value m when m is the mex of the values of those successors that have one, and every successor
//! without a value has a successor of value m (so that a move there is reversed at once). When nothing more can be
//! labelled, a vertex without value is ∞ with the set K of the values of its labelled successors: ∞(K). Sums: m + n = m
//! ⊕ n, m + ∞(K) = ∞(m ⊕ K), ∞ + ∞ = ∞(∅). A nimber m is P iff m = 0, ∞(K) is N if 0 ∈ K and a draw if not.
//!
//! Values are found in rounds m = 0, 1, 2, …: round m is a retrograde analysis among the vertices not labelled yet, in
//! which only a vertex with successors of each value below m may get m. A round keeps only the vertices that found a
//! successor of value m, so rounds shrink fast. O((m + 1)(V + E)) at worst, where m is the largest value (below √(2E)).

use std::collections::BTreeSet;
use std::fmt;

use farstar_value::Limits;

use super::{Digraph, Outcome};
use crate::error::Result;
use farstar_play::Meter;

/// No value yet, or none at all.
const INFINITE: u32 = u32::MAX;

/// The generalised Grundy value of a position in a game with cycles.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum LoopyValue {
    /// A nimber.
    Nimber(u32),
    /// ∞(K): infinite, with the set K of the nimbers it can move to.
    Infinite(BTreeSet<u32>),
}

impl LoopyValue {
    /// The outcome of a position with this value.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        match self {
            Self::Nimber(0) => Outcome::P,
            Self::Nimber(_) => Outcome::N,
            Self::Infinite(options) if options.contains(&0) => Outcome::N,
            Self::Infinite(_) => Outcome::Draw,
        }
    }
}

impl std::ops::Add<&LoopyValue> for &LoopyValue {
    type Output = LoopyValue;

    /// The value of the disjunctive sum.
    #[allow(clippy::suspicious_arithmetic_impl, reason = "the sum of nimbers is their xor")]
    fn add(self, other: &LoopyValue) -> LoopyValue {
        match (self, other) {
            (LoopyValue::Nimber(a), LoopyValue::Nimber(b)) => LoopyValue::Nimber(a ^ b),
            (LoopyValue::Nimber(a), LoopyValue::Infinite(k))
            | (LoopyValue::Infinite(k), LoopyValue::Nimber(a)) => {
                LoopyValue::Infinite(k.iter().map(|b| a ^ b).collect())
            }
            (LoopyValue::Infinite(_), LoopyValue::Infinite(_)) => {
                LoopyValue::Infinite(BTreeSet::new())
            }
        }
    }
}

impl fmt::Display for LoopyValue {
    /// `3`, `∞(0,2)`, `∞` for the empty set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nimber(value) => write!(f, "{value}"),
            Self::Infinite(options) if options.is_empty() => write!(f, "∞"),
            Self::Infinite(options) => {
                let words: Vec<String> = options.iter().map(u32::to_string).collect();
                write!(f, "∞({})", words.join(","))
            }
        }
    }
}

/// The generalised Grundy values of all vertices of a graph.
#[derive(Clone, Debug)]
pub struct LoopyGrundy<'g> {
    graph: &'g Digraph,
    label: Vec<u32>,
}

impl LoopyGrundy<'_> {
    /// The nimber at `v`, `None` if its value is infinite.
    ///
    /// # Panics
    /// If `v` is no vertex.
    #[must_use]
    pub fn nimber(&self, v: u32) -> Option<u32> {
        Some(self.label[v as usize]).filter(|&label| label != INFINITE)
    }

    /// The value at `v`, with the set of an infinite one.
    ///
    /// # Panics
    /// If `v` is no vertex.
    #[must_use]
    pub fn value(&self, v: u32) -> LoopyValue {
        self.nimber(v).map_or_else(
            || {
                let successors = self.graph.successors(v).iter();
                LoopyValue::Infinite(successors.filter_map(|&w| self.nimber(w)).collect())
            },
            LoopyValue::Nimber,
        )
    }

    /// The graph that was analysed.
    #[must_use]
    pub fn graph(&self) -> &Digraph {
        self.graph
    }
}

/// Generalised Grundy values of every vertex, cycles allowed.
///
/// # Errors
/// Only those of `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::digraph::{Digraph, loopy_grundy};
/// use farstar_value::Limits;
/// // 0 and 1 chase each other; 1 may also stop at the terminal 2.
/// let graph = Digraph::from_arcs(3, &[(0, 1), (1, 0), (1, 2)])?;
/// let values = loopy_grundy(&graph, &Limits::none())?;
/// assert_eq!(values.value(0).to_string(), "0"); // its only move is reversed by 1 → 2
/// assert_eq!(values.value(1).to_string(), "1");
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn loopy_grundy<'g>(graph: &'g Digraph, limits: &Limits) -> Result<LoopyGrundy<'g>> {
    let n = graph.vertices() as usize;
    let mut meter = Meter::new(limits);
    meter.reserve(graph.bytes() + 20 * n as u64)?;
    let predecessors = graph.transpose();
    let mut label = vec![INFINITE; n];
    // Successors without value, for the candidates of the round.
    let mut open = vec![0u32; n];
    // The last round in which the vertex was a candidate, and the last in which it had a successor of the round's
    // value; both plus one.
    let mut candidate_in = vec![0u32; n];
    let mut reverts_in = vec![0u32; n];
    let mut candidates: Vec<u32> = (0..graph.vertices()).collect();
    let mut queue: Vec<u32> = Vec::new();
    let mut value = 0;
    while !candidates.is_empty() {
        let round = value + 1;
        for &v in &candidates {
            let row = graph.successors(v);
            meter.step(1 + row.len() as u64)?;
            open[v as usize] =
                row.iter().filter(|&&w| label[w as usize] == INFINITE).count() as u32;
            candidate_in[v as usize] = round;
        }
        queue.extend(candidates.iter().filter(|&&v| open[v as usize] == 0));
        for &v in &queue {
            label[v as usize] = value;
        }
        while let Some(v) = queue.pop() {
            for &u in predecessors.successors(v) {
                if label[u as usize] != INFINITE || reverts_in[u as usize] == round {
                    continue;
                }
                reverts_in[u as usize] = round;
                let row = predecessors.successors(u);
                meter.step(1 + row.len() as u64)?;
                for &w in row {
                    let w = w as usize;
                    if candidate_in[w] != round || label[w] != INFINITE {
                        continue;
                    }
                    open[w] -= 1;
                    if open[w] == 0 && reverts_in[w] != round {
                        label[w] = value;
                        queue.push(w as u32);
                    }
                }
            }
        }
        candidates.retain(|&v| label[v as usize] == INFINITE && reverts_in[v as usize] == round);
        value = round;
    }
    Ok(LoopyGrundy { graph, label })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::{grundy_values, tests_support::random_digraphs};

    #[test]
    fn without_cycles_the_values_are_the_ordinary_ones() {
        for graph in random_digraphs(200, 9) {
            let Ok(values) = grundy_values(&graph, &Limits::none()) else { continue };
            let loopy = loopy_grundy(&graph, &Limits::none()).unwrap();
            for v in 0..graph.vertices() {
                assert_eq!(loopy.nimber(v), Some(values[v as usize]));
            }
        }
    }

    #[test]
    fn a_vertex_that_can_pass_is_infinite() {
        // 1 may stay or stop: ∞(0) wins; 2 may only stay: a draw.
        let graph = Digraph::from_arcs(3, &[(1, 1), (1, 0), (2, 2)]).unwrap();
        let values = loopy_grundy(&graph, &Limits::none()).unwrap();
        assert_eq!(values.value(1).to_string(), "∞(0)");
        assert_eq!(values.value(2).to_string(), "∞");
    }
}
