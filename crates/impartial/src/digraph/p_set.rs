//! Verification of a claimed set of P-positions.
//!
//! A set A is the set of P-positions of a game in which all play is finite iff no move leads from A to A and every
//! position outside A has a move into A. With cycles the two conditions do not suffice (two vertices that move to each
//! other, one of them in A, are both drawn), so then the outcomes themselves are compared.

use farstar_value::Limits;

use super::{Digraph, Outcome, outcomes, topological_order};
use crate::error::{Error, Result};

/// Why a set is not the set of P-positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PSetError {
    /// A move from the set into the set.
    Inside {
        /// Start of the arc.
        from: u32,
        /// Its end, also in the set.
        to: u32,
    },
    /// A vertex outside the set with no move into it.
    NoMoveInto(u32),
    /// Play need not end here: both players can follow this cycle for ever, so its vertices are drawn.
    Endless(Vec<u32>),
}

impl std::fmt::Display for PSetError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Inside { from, to } => write!(f, "the arc {from} → {to} joins two members"),
            Self::NoMoveInto(v) => write!(f, "vertex {v} is outside but has no arc into the set"),
            Self::Endless(cycle) => {
                let start = cycle.first().copied().unwrap_or(0);
                let next = cycle.get(1).copied().unwrap_or(start);
                write!(f, "play from vertex {start} along the arc {start} → {next} need not end")
            }
        }
    }
}

/// Checks that the vertices with `member[v]` are exactly the P-positions; `Ok(Err(..))` is a counterexample.
///
/// O(V + E); the two conditions first, and the analysis backwards only if the graph has a cycle.
///
/// # Errors
/// [`Error::OutOfRange`] if `member` does not have one entry for each vertex, and those of `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::digraph::{Digraph, PSetError, verify_p_set};
/// use farstar_value::Limits;
/// let path = Digraph::from_arcs(3, &[(2, 1), (1, 0)])?;
/// assert_eq!(verify_p_set(&path, &[true, false, true], &Limits::none())?, Ok(()));
/// let wrong = verify_p_set(&path, &[true, true, false], &Limits::none())?;
/// assert_eq!(wrong, Err(PSetError::Inside { from: 1, to: 0 }));
/// let chase = Digraph::from_arcs(2, &[(0, 1), (1, 0)])?;
/// assert!(matches!(verify_p_set(&chase, &[true, false], &Limits::none())?, Err(PSetError::Endless(_))));
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn verify_p_set(
    graph: &Digraph,
    member: &[bool],
    limits: &Limits,
) -> Result<std::result::Result<(), PSetError>> {
    if member.len() != graph.vertices() as usize {
        return Err(Error::out_of_range(
            format!("a set given by {} entries", member.len()),
            format!("one entry for each of the {} vertices", graph.vertices()),
        ));
    }
    for v in 0..graph.vertices() {
        let into = graph.successors(v).iter().copied().find(|&w| member[w as usize]);
        match (member[v as usize], into) {
            (true, Some(to)) => return Ok(Err(PSetError::Inside { from: v, to })),
            (false, None) => return Ok(Err(PSetError::NoMoveInto(v))),
            _ => {}
        }
    }
    match topological_order(graph, limits) {
        Ok(_) => return Ok(Ok(())),
        Err(Error::Cycle(_)) => {}
        Err(other) => return Err(other),
    }
    // A decided vertex agrees with any set that meets both conditions (induction on its plies), so only draws can
    // differ.
    let solved = outcomes(graph, limits)?;
    let Some(start) = (0..graph.vertices()).find(|&v| solved.outcome(v) == Outcome::Draw) else {
        return Ok(Ok(()));
    };
    let mut path = vec![start];
    let mut place = vec![u32::MAX; graph.vertices() as usize];
    place[start as usize] = 0;
    let mut v = start;
    while let Some(next) = solved.best_move(v) {
        let seen = place[next as usize];
        if seen != u32::MAX {
            return Ok(Err(PSetError::Endless(path.split_off(seen as usize))));
        }
        place[next as usize] = path.len() as u32;
        path.push(next);
        v = next;
    }
    // A drawn vertex always has a drawn successor, so the walk above closes.
    Ok(Err(PSetError::Endless(path)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::tests_support::random_digraphs;

    #[test]
    fn exactly_the_true_set_of_a_random_graph_is_accepted() {
        for graph in random_digraphs(150, 6) {
            let solved = outcomes(&graph, &Limits::none()).unwrap();
            let n = graph.vertices();
            let drawn = (0..n).any(|v| solved.outcome(v) == Outcome::Draw);
            for mask in 0u32..1 << n {
                let member: Vec<bool> = (0..n).map(|v| mask >> v & 1 == 1).collect();
                let truth = (0..n).all(|v| member[v as usize] == (solved.outcome(v) == Outcome::P));
                let verdict = verify_p_set(&graph, &member, &Limits::none()).unwrap();
                assert_eq!(verdict.is_ok(), truth && !drawn, "{graph:?} {member:?}");
            }
        }
    }
}
