//! Grundy values of a graph without cycles: g(v) = mex of the values of the successors of v (Sprague 1935,
//! Grundy 1939).
//!
//! Depth-first search with an explicit stack. One word for each vertex is at first unseen, then holds the cursor into
//! its row while the vertex is on the stack, and at last its value; so the search takes 8 bytes a vertex at most beside
//! the graph, and a cycle is the top of the stack.

use farstar_value::Limits;

use super::Digraph;
use crate::error::{Error, Result};
use farstar_play::Meter;

const UNSEEN: u32 = u32::MAX;
/// Marks a vertex on the stack; the other bits are its cursor.
const OPEN: u32 = 1 << 31;

/// Grundy value of every vertex. O(V + E).
///
/// # Errors
/// [`Error::Cycle`] with the cycle if the graph has one (use [`loopy_grundy`](super::loopy_grundy) then), and those of
/// `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::digraph::{Digraph, grundy_values};
/// use farstar_value::Limits;
/// let graph = Digraph::from_arcs(4, &[(1, 0), (2, 0), (2, 1), (3, 1)])?;
/// assert_eq!(grundy_values(&graph, &Limits::none())?, [0, 1, 2, 0]);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn grundy_values(graph: &Digraph, limits: &Limits) -> Result<Vec<u32>> {
    let mut mex = Mex::default();
    depth_first(graph, limits, |v, values| {
        mex.of(
            v,
            graph.successors(v).iter().map(|&w| values[w as usize]),
            graph.successors(v).len(),
        )
    })
}

/// The vertices in an order in which every successor comes before its predecessors. O(V + E).
///
/// # Errors
/// [`Error::Cycle`] with the cycle if the graph has one, and those of `limits`.
pub fn topological_order(graph: &Digraph, limits: &Limits) -> Result<Vec<u32>> {
    let mut order = Vec::with_capacity(graph.vertices() as usize);
    depth_first(graph, limits, |v, _| {
        order.push(v);
        0
    })?;
    Ok(order)
}

/// Computes a number below 2³¹ for every vertex from those of its successors.
fn depth_first(
    graph: &Digraph,
    limits: &Limits,
    mut close: impl FnMut(u32, &[u32]) -> u32,
) -> Result<Vec<u32>> {
    let mut meter = Meter::new(limits);
    meter.reserve(8 * u64::from(graph.vertices()))?;
    let mut state = vec![UNSEEN; graph.vertices() as usize];
    let mut stack: Vec<u32> = Vec::new();
    for root in 0..graph.vertices() {
        if state[root as usize] != UNSEEN {
            continue;
        }
        state[root as usize] = OPEN;
        stack.push(root);
        while let Some(&v) = stack.last() {
            let row = graph.successors(v);
            let start = (state[v as usize] & !OPEN) as usize;
            let pending = (start..row.len()).find(|&i| state[row[i] as usize] & OPEN != 0);
            let Some(cursor) = pending else {
                meter.step(1 + (row.len() - start) as u64)?;
                state[v as usize] = close(v, &state);
                stack.pop();
                continue;
            };
            let w = row[cursor];
            if state[w as usize] != UNSEEN {
                let first = stack.iter().position(|&u| u == w).unwrap_or(0);
                return Err(Error::Cycle(stack.split_off(first)));
            }
            state[v as usize] = OPEN | cursor as u32;
            state[w as usize] = OPEN;
            stack.push(w);
        }
    }
    Ok(state)
}

/// The least non-negative integer missing from a set, with a table of stamps so that nothing is cleared.
#[derive(Debug, Default)]
pub(crate) struct Mex {
    seen: Vec<u32>,
}

impl Mex {
    /// The mex of at most `count` values; `stamp` must differ from call to call and be less than `u32::MAX`.
    pub(crate) fn of(
        &mut self,
        stamp: u32,
        values: impl Iterator<Item = u32>,
        count: usize,
    ) -> u32 {
        if self.seen.len() <= count {
            self.seen.resize(count + 1, u32::MAX);
        }
        for value in values {
            // A value above `count` cannot move the mex of `count` values.
            if (value as usize) <= count {
                self.seen[value as usize] = stamp;
            }
        }
        let mex = self.seen.iter().position(|&mark| mark != stamp);
        mex.unwrap_or(self.seen.len()) as u32
    }
}

/// The least non-negative integer that is not in `values`. O(number of values).
///
/// ```
/// assert_eq!(farstar_impartial::mex([0, 1, 3, 1]), 2);
/// ```
pub fn mex(values: impl IntoIterator<Item = u32>) -> u32 {
    let values: Vec<u32> = values.into_iter().collect();
    Mex::default().of(0, values.iter().copied(), values.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::tests_support::random_digraphs;

    #[test]
    fn values_follow_the_definition_or_a_true_cycle_is_shown() {
        let (mut cyclic, mut acyclic) = (0, 0);
        for graph in random_digraphs(400, 7) {
            match grundy_values(&graph, &Limits::none()) {
                Ok(values) => {
                    acyclic += 1;
                    for v in 0..graph.vertices() {
                        let options = graph.successors(v).iter().map(|&w| values[w as usize]);
                        assert_eq!(values[v as usize], mex(options));
                    }
                }
                Err(Error::Cycle(cycle)) => {
                    cyclic += 1;
                    for (i, &v) in cycle.iter().enumerate() {
                        assert!(graph.successors(v).contains(&cycle[(i + 1) % cycle.len()]));
                    }
                }
                Err(other) => panic!("{other}"),
            }
        }
        assert!(cyclic > 20 && acyclic > 20);
    }

    #[test]
    fn a_path_of_a_million_vertices_needs_no_machine_stack() {
        let arcs: Vec<(u32, u32)> = (1..1_000_000).map(|v| (v - 1, v)).collect();
        let graph = Digraph::from_arcs(1_000_000, &arcs).unwrap();
        let values = grundy_values(&graph, &Limits::none()).unwrap();
        assert_eq!(values[0], 1);
        assert_eq!(topological_order(&graph, &Limits::none()).unwrap()[0], 999_999);
    }
}
