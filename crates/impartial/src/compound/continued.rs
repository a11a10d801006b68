//! The continued conjunctive compound ("Every-SG"): every move is made in all components that have not ended; the last
//! to end decides.
//!
//! The step (suspense) of a position is the length of its play when the winner of the component delays and the
//! loser hurries: 0 if terminal, 1 + max over the P options if N, 1 + min over the options if P. The player to move
//! wins iff the greatest step is odd (Smith 1966; *Winning Ways*, ch. 9).

use farstar_value::Limits;

use crate::digraph::{Digraph, Outcome, topological_order};
use crate::error::Result;

/// The step of every vertex of a loop-free graph. Odd at N, even at P.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Steps<'g> {
    graph: &'g Digraph,
    steps: Vec<u32>,
}

/// Steps of every vertex. O(V + E).
///
/// # Errors
/// [`Error::Cycle`](crate::Error::Cycle) with a cycle if the graph has one: steps are defined for play that ends; those
/// of `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::compound::continued_steps;
/// use farstar_impartial::digraph::{Digraph, Outcome};
/// use farstar_value::Limits;
/// let graph = Digraph::from_arcs(4, &[(1, 0), (2, 1), (3, 2), (3, 0)])?;
/// let steps = continued_steps(&graph, &Limits::none())?;
/// assert_eq!((steps.step(2), steps.step(3)), (2, 3));
/// assert_eq!(steps.outcome(&[1, 3])?, Outcome::N);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn continued_steps<'g>(graph: &'g Digraph, limits: &Limits) -> Result<Steps<'g>> {
    let order = topological_order(graph, limits)?;
    let mut steps = vec![0u32; graph.vertices() as usize];
    for v in order {
        let options = || graph.successors(v).iter().map(|&w| steps[w as usize]);
        let longest_win = options().filter(|step| step % 2 == 0).max();
        let step = longest_win.or_else(|| options().min()).map_or(0, |step| step + 1);
        steps[v as usize] = step;
    }
    Ok(Steps { graph, steps })
}

impl Steps<'_> {
    /// The step of `v`.
    #[must_use]
    pub fn step(&self, v: u32) -> u32 {
        self.steps[v as usize]
    }

    /// The greatest step of the components, 0 if there are none.
    ///
    /// # Errors
    /// [`Error::NoVertex`](crate::Error::NoVertex) if a start is not on the graph.
    pub fn greatest(&self, starts: &[u32]) -> Result<u32> {
        starts.iter().try_fold(0, |greatest, &v| {
            self.graph.check_vertex(v)?;
            Ok(greatest.max(self.step(v)))
        })
    }

    /// The outcome of the compound of one token for each start.
    ///
    /// # Errors
    /// As [`Steps::greatest`].
    pub fn outcome(&self, starts: &[u32]) -> Result<Outcome> {
        Ok(Outcome::from_next_wins(self.greatest(starts)? % 2 == 1))
    }

    /// A winning joint move: where each token goes (`None` for components that have ended); `None` if the position is
    /// P.
    ///
    /// Won components go to a P option of greatest step, lost ones to an option of least step: all steps fall below the
    /// greatest, which becomes even.
    ///
    /// # Errors
    /// As [`Steps::greatest`].
    pub fn winning_move(&self, starts: &[u32]) -> Result<Option<Vec<Option<u32>>>> {
        if self.outcome(starts)? == Outcome::P {
            return Ok(None);
        }
        let reply = |&v: &u32| {
            let options = self.graph.successors(v).iter().copied();
            if self.step(v) % 2 == 1 {
                options.filter(|&w| self.step(w).is_multiple_of(2)).max_by_key(|&w| self.step(w))
            } else {
                options.min_by_key(|&w| self.step(w))
            }
        };
        Ok(Some(starts.iter().map(reply).collect()))
    }
}
