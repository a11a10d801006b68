//! Several tokens on a graph: sums, their values and all winning moves (Sprague–Grundy theorem).

use std::collections::BTreeSet;

use super::{Digraph, Outcome};
use crate::error::Result;

/// A move in a sum: the token at index `token` goes to the vertex `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SumMove {
    /// Index into the list of tokens.
    pub token: usize,
    /// Where it goes.
    pub to: u32,
}

/// Grundy value of a position with several tokens: the nim sum of the values of their vertices, which are those of
/// [`grundy_values`](super::grundy_values). Tokens may share a vertex.
///
/// # Errors
/// [`Error::NoVertex`](crate::Error::NoVertex) if a token is not on the graph.
///
/// # Panics
/// If there are fewer values than vertices.
pub fn sum_value(graph: &Digraph, values: &[u32], tokens: &[u32]) -> Result<u32> {
    tokens.iter().try_fold(0, |sum, &v| {
        graph.check_vertex(v)?;
        Ok(sum ^ values[v as usize])
    })
}

/// The outcome of a sum of loop-free components with Grundy value `sum`.
#[must_use]
pub const fn sum_outcome(sum: u32) -> Outcome {
    Outcome::from_next_wins(sum != 0)
}

/// All moves to a sum of value 0, ordered by token and target.
///
/// # Errors
/// [`Error::NoVertex`](crate::Error::NoVertex) if a token is not on the graph.
///
/// # Panics
/// If there are fewer values than vertices.
///
/// # Examples
/// ```
/// use farstar_impartial::digraph::{Digraph, SumMove, grundy_values, winning_sum_moves};
/// use farstar_value::Limits;
/// let nim = Digraph::from_arcs(4, &[(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)])?;
/// let values = grundy_values(&nim, &Limits::none())?;
/// assert_eq!(winning_sum_moves(&nim, &values, &[1, 3])?, [SumMove { token: 1, to: 1 }]);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn winning_sum_moves(graph: &Digraph, values: &[u32], tokens: &[u32]) -> Result<Vec<SumMove>> {
    let sum = sum_value(graph, values, tokens)?;
    let mut moves = BTreeSet::new();
    for (token, &v) in tokens.iter().enumerate() {
        let wanted = sum ^ values[v as usize];
        let winning = graph.successors(v).iter().filter(|&&to| values[to as usize] == wanted);
        moves.extend(winning.map(|&to| SumMove { token, to }));
    }
    Ok(moves.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::grundy_values;
    use farstar_value::Limits;

    #[test]
    fn a_token_off_the_graph_is_refused() {
        let graph = Digraph::from_arcs(2, &[(1, 0)]).unwrap();
        let values = grundy_values(&graph, &Limits::none()).unwrap();
        assert!(sum_value(&graph, &values, &[2]).is_err());
        assert_eq!(sum_value(&graph, &values, &[1, 1]), Ok(0));
        assert_eq!(sum_outcome(0), Outcome::P);
    }
}
