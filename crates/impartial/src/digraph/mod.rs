//! Finite directed graphs as games: one token, a move along an arc, no move loses.
//!
//! A [`Digraph`] stores its arcs in compressed rows (Knuth's "sequential allocation"): `offsets[v]..offsets[v + 1]` is
//! the range of `targets` that holds the successors of `v`, in increasing order, repeated arcs repeated. It takes 4
//! bytes for each arc and 4 for each vertex. Vertices are numbered from 0. Arcs are collected in an [`ArcList`], which
//! is sorted and halved in place, so that building a graph takes at most 8 bytes for each arc and 4 for each vertex.

mod arc_list;
mod edge_list;
mod grundy;
mod loopy;
mod p_set;
mod retrograde;
mod sum;
#[cfg(test)]
pub(crate) mod tests_support;

pub use arc_list::ArcList;
pub use edge_list::{EdgeList, read_edge_list};
pub(crate) use grundy::Mex;
pub use grundy::{grundy_values, mex, topological_order};
pub use loopy::{LoopyGrundy, LoopyValue, loopy_grundy};
pub use p_set::{PSetError, verify_p_set};
pub use retrograde::{Retrograde, outcomes, outcomes_from_transpose};
pub use sum::{SumMove, sum_outcome, sum_value, winning_sum_moves};

use crate::error::{Error, Result};

/// Most vertices a graph may have: the top bit of a vertex number is kept for marks.
pub const MAX_VERTICES: u32 = (1 << 31) - 1;

/// Who wins a game in which play may go on for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The next player, the one to move, wins.
    N,
    /// The previous player wins.
    P,
    /// Neither can force an end.
    Draw,
}

impl Outcome {
    /// The letter of the literature: `N`, `P` or `D`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::N => 'N',
            Self::P => 'P',
            Self::Draw => 'D',
        }
    }

    /// The outcome of a loop-free position of which it is known whether the player to move wins.
    #[must_use]
    pub const fn from_next_wins(next_wins: bool) -> Self {
        if next_wins { Self::N } else { Self::P }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A finite directed graph; loops and repeated arcs are allowed.
///
/// # Examples
/// ```
/// use farstar_impartial::digraph::{Digraph, Outcome, outcomes};
/// use farstar_value::Limits;
/// let graph = Digraph::from_arcs(3, &[(0, 1), (1, 2)])?;
/// assert_eq!(graph.successors(0), [1]);
/// let solved = outcomes(&graph, &Limits::none())?;
/// assert_eq!(solved.outcome(1), Outcome::N);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digraph {
    offsets: Vec<u32>,
    targets: Vec<u32>,
}

impl Digraph {
    /// The graph on `vertices` vertices with the given arcs.
    ///
    /// # Errors
    /// [`Error::NoVertex`] if an arc has an end outside the graph, [`Error::TooLarge`] beyond 2³¹ − 1 vertices or 2³¹ −
    /// 1 arcs.
    pub fn from_arcs(vertices: u32, arcs: &[(u32, u32)]) -> Result<Self> {
        let mut list = ArcList::new();
        list.cover(vertices)?;
        for &(from, to) in arcs {
            for vertex in [from, to] {
                if vertex >= vertices {
                    return Err(Error::NoVertex { vertex, vertices });
                }
            }
            list.push(from, to)?;
        }
        Ok(list.into_digraph())
    }

    /// A graph from rows that are sorted already.
    pub(crate) fn from_rows(offsets: Vec<u32>, targets: Vec<u32>) -> Self {
        debug_assert_eq!(offsets.last().map(|&end| end as usize), Some(targets.len()));
        Self { offsets, targets }
    }

    /// Vertices of the graph.
    #[must_use]
    pub fn vertices(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// Arcs of the graph, repeated ones counted as often as they occur.
    #[must_use]
    pub fn arcs(&self) -> u32 {
        self.targets.len() as u32
    }

    /// Successors of `v` in increasing order.
    ///
    /// # Panics
    /// If `v` is no vertex; see [`Digraph::check_vertex`].
    #[must_use]
    pub fn successors(&self, v: u32) -> &[u32] {
        let v = v as usize;
        &self.targets[self.offsets[v] as usize..self.offsets[v + 1] as usize]
    }

    /// All targets of all arcs, in the order of their rows.
    pub(crate) fn targets(&self) -> &[u32] {
        &self.targets
    }

    /// Whether `vertex` belongs to the graph.
    ///
    /// # Errors
    /// [`Error::NoVertex`] if it does not.
    pub fn check_vertex(&self, vertex: u32) -> Result<()> {
        let vertices = self.vertices();
        if vertex < vertices { Ok(()) } else { Err(Error::NoVertex { vertex, vertices }) }
    }

    /// The graph with every arc turned round. O(V + E).
    #[must_use]
    pub fn transpose(&self) -> Self {
        let mut offsets = vec![0u32; self.offsets.len()];
        for &to in &self.targets {
            offsets[to as usize + 1] += 1;
        }
        for v in 1..offsets.len() {
            offsets[v] += offsets[v - 1];
        }
        // After the scatter `offsets[v]` has moved to the start of row v + 1, so rows are filled through a copy shifted
        // by one.
        let mut heads = offsets.clone();
        let mut targets = vec![0u32; self.targets.len()];
        for from in 0..self.vertices() {
            for &to in self.successors(from) {
                let head = &mut heads[to as usize];
                targets[*head as usize] = from;
                *head += 1;
            }
        }
        Self { offsets, targets }
    }

    /// The graph with the arcs for which `keep(from, to)` holds, on the same vertices.
    #[must_use]
    pub fn filter_arcs(&self, mut keep: impl FnMut(u32, u32) -> bool) -> Self {
        let mut offsets = Vec::with_capacity(self.offsets.len());
        let mut targets = Vec::new();
        offsets.push(0);
        for from in 0..self.vertices() {
            targets.extend(self.successors(from).iter().copied().filter(|&to| keep(from, to)));
            offsets.push(targets.len() as u32);
        }
        Self { offsets, targets }
    }

    /// Bytes the graph holds.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        4 * (self.offsets.len() as u64 + self.targets.len() as u64)
    }
}
