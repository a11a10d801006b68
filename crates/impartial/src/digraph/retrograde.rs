//! Outcomes of a graph with cycles, by analysis backwards from the terminal vertices.
//!
//! A vertex is P if all successors are N (a terminal vertex has none), N if some successor is P, and drawn if neither
//! rule ever
//! applies: the least fixed point, which a queue from the terminals and a count of the undecided successors of each
//! vertex find in O(V + E) (Smith, *Graphs and composite games*, 1966; Fraenkel, *Combinatorial games*, survey). The
//! queue leaves vertices in order of their number of plies, so the first P successor found is the quickest win and the
//! last N successor the longest defence.
//!
//! Layout: one word for each vertex holds the number of undecided successors with the top bit set, and once decided the
//! number of plies, even for P and odd for N; the next word holds the best move. With the queue that is 12 bytes a
//! vertex beside the graph.

use farstar_value::Limits;

use super::{Digraph, Outcome};
use crate::error::Result;
use farstar_play::Meter;

/// Marks a vertex that is not decided (yet): the other bits count undecided successors.
const UNDECIDED: u32 = 1 << 31;
/// No move.
const NONE: u32 = u32::MAX;

/// The outcome of every vertex, with plies to the end and a best move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retrograde {
    states: Vec<State>,
}

/// What is known of one vertex; both words share a cache line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct State {
    /// Plies to the end, or [`UNDECIDED`] for a draw.
    plies: u32,
    best: u32,
}

impl Retrograde {
    /// The outcome at `v`.
    ///
    /// # Panics
    /// If `v` is no vertex.
    #[must_use]
    pub fn outcome(&self, v: u32) -> Outcome {
        match self.states[v as usize].plies {
            UNDECIDED.. => Outcome::Draw,
            plies if plies % 2 == 1 => Outcome::N,
            _ => Outcome::P,
        }
    }

    /// Plies (moves of either player) to the end when the winner hurries and the loser delays; `None` for a draw.
    ///
    /// # Panics
    /// If `v` is no vertex.
    #[must_use]
    pub fn plies(&self, v: u32) -> Option<u32> {
        Some(self.states[v as usize].plies).filter(|plies| plies & UNDECIDED == 0)
    }

    /// The move to make at `v`: the quickest win, the longest defence, or a move that keeps the draw; `None` where no
    /// move exists.
    ///
    /// # Panics
    /// If `v` is no vertex.
    #[must_use]
    pub fn best_move(&self, v: u32) -> Option<u32> {
        Some(self.states[v as usize].best).filter(|&best| best != NONE)
    }

    /// Vertices of the graph.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        self.states.len() as u32
    }

    /// How many vertices are N, P and drawn.
    #[must_use]
    pub fn counts(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for v in 0..self.vertices() {
            counts[self.outcome(v) as usize] += 1;
        }
        counts
    }
}

/// Outcomes of every vertex of `graph`. O(V + E); for the least memory build the transpose at once, see
/// [`outcomes_from_transpose`].
///
/// # Errors
/// Only those of `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::digraph::{Digraph, Outcome, outcomes};
/// use farstar_value::Limits;
/// // 0 and 1 chase each other; 2 escapes to the terminal 3.
/// let graph = Digraph::from_arcs(4, &[(0, 1), (1, 0), (2, 1), (2, 3)])?;
/// let solved = outcomes(&graph, &Limits::none())?;
/// assert_eq!(solved.outcome(0), Outcome::Draw);
/// assert_eq!((solved.outcome(2), solved.plies(2), solved.best_move(2)), (Outcome::N, Some(1), Some(3)));
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn outcomes(graph: &Digraph, limits: &Limits) -> Result<Retrograde> {
    Meter::new(limits).reserve(graph.bytes())?;
    outcomes_from_transpose(&graph.transpose(), limits)
}

/// Outcomes of every vertex of the graph whose transpose is `predecessors`: arcs u→v of the game are arcs v→u here.
///
/// Takes 12 bytes for each vertex beside the graph.
///
/// # Errors
/// Only those of `limits`.
pub fn outcomes_from_transpose(predecessors: &Digraph, limits: &Limits) -> Result<Retrograde> {
    let mut meter = Meter::new(limits);
    meter.reserve(predecessors.bytes() + 12 * u64::from(predecessors.vertices()))?;
    let undecided = State { plies: UNDECIDED, best: NONE };
    let mut states = vec![undecided; predecessors.vertices() as usize];
    for &from in predecessors.targets() {
        states[from as usize].plies += 1;
    }
    let mut queue: Vec<u32> = Vec::with_capacity(states.len());
    for (v, state) in (0u32..).zip(&mut states) {
        meter.node(0)?;
        if state.plies == UNDECIDED {
            state.plies = 0;
            queue.push(v);
        }
    }
    limits.expect(predecessors.vertices().into());
    let mut next = 0;
    while let Some(&v) = queue.get(next) {
        next += 1;
        limits.reach(next as u64);
        let here = states[v as usize].plies;
        let row = predecessors.successors(v);
        meter.step(1 + row.len() as u64)?;
        let decides_for_p = here % 2 == 1;
        for &u in row {
            let state = &mut states[u as usize];
            if state.plies & UNDECIDED == 0 {
                continue;
            }
            if decides_for_p {
                state.plies -= 1;
                if state.plies != UNDECIDED {
                    continue;
                }
            }
            *state = State { plies: here + 1, best: v };
            queue.push(u);
        }
    }
    drop(queue);
    for v in 0..predecessors.vertices() {
        if states[v as usize].plies & UNDECIDED == 0 {
            continue;
        }
        states[v as usize].plies = UNDECIDED;
        for &u in predecessors.successors(v) {
            let state = &mut states[u as usize];
            if state.plies & UNDECIDED != 0 && state.best == NONE {
                state.best = v;
            }
        }
        meter.step(1)?;
    }
    Ok(Retrograde { states })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::tests_support::random_digraphs;

    /// Outcomes by rounds from the definition: who can force a win within k plies, for growing k.
    fn by_rounds(graph: &Digraph) -> Vec<Option<u32>> {
        let n = graph.vertices();
        let mut plies: Vec<Option<u32>> = vec![None; n as usize];
        for round in 0..=n {
            let before = plies.clone();
            for v in 0..n {
                let options = graph.successors(v);
                let parity_of = |w: u32| before[w as usize].map(|p| p % 2);
                let decided = if round % 2 == 1 {
                    options.iter().any(|&w| parity_of(w) == Some(0))
                } else {
                    options.iter().all(|&w| parity_of(w) == Some(1))
                };
                if plies[v as usize].is_none() && decided {
                    plies[v as usize] = Some(round);
                }
            }
        }
        plies
    }

    #[test]
    fn outcomes_and_plies_follow_the_definition_on_random_graphs() {
        for graph in random_digraphs(400, 8) {
            let solved = outcomes(&graph, &Limits::none()).unwrap();
            let expected = by_rounds(&graph);
            for v in 0..graph.vertices() {
                assert_eq!(solved.plies(v), expected[v as usize], "{graph:?} at {v}");
                match solved.best_move(v) {
                    None => assert!(graph.successors(v).is_empty()),
                    Some(w) => {
                        assert!(graph.successors(v).contains(&w));
                        assert_eq!(solved.plies(v), solved.plies(w).map(|p| p + 1));
                    }
                }
            }
        }
    }

    #[test]
    fn limits_stop_the_analysis() {
        let graph = Digraph::from_arcs(2, &[(0, 1)]).unwrap();
        assert!(outcomes(&graph, &Limits::none().bytes(10)).is_err());
        assert!(outcomes(&graph, &Limits::none().nodes(1)).is_err());
        assert!(outcomes(&graph, &Limits::none().nodes(2)).is_ok());
    }
}
