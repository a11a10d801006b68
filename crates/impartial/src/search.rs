//! Search of any impartial game: Grundy values, misère outcomes and winning moves, by the definition with a memory of
//! positions.
//!
//! The searches keep an explicit stack and notice a position that repeats on it. Positions are split into parts; the
//! Grundy value of the whole is the nim sum of theirs. Under misère play parts do not add so simply, so whole positions
//! are remembered, as sorted lists of parts.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::ControlFlow;

use farstar_rules::impartial::{Impartial, Visit};
use farstar_value::{Limits, Stopped};

use crate::digraph::{Digraph, Outcome, mex};
use crate::error::{Error, Result};
use crate::nimber_search::{Parts, Positions};
use farstar_play::Meter;

/// A token on a vertex of a graph, as a position.
#[derive(Clone, Copy, Debug)]
pub struct Token<'g> {
    graph: &'g Digraph,
    vertex: u32,
}

impl<'g> Token<'g> {
    /// The token on `vertex`.
    ///
    /// # Errors
    /// [`Error::NoVertex`] if the graph has no such vertex.
    pub fn new(graph: &'g Digraph, vertex: u32) -> Result<Self> {
        graph.check_vertex(vertex)?;
        Ok(Self { graph, vertex })
    }

    /// Identity of the graph: tokens on different graphs differ.
    fn key(&self) -> (usize, u32) {
        (std::ptr::from_ref(self.graph).addr(), self.vertex)
    }
}

impl PartialEq for Token<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Token<'_> {}

impl PartialOrd for Token<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Token<'_> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl Hash for Token<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Impartial for Token<'_> {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        let graph = self.graph;
        graph.successors(self.vertex).iter().try_for_each(|&vertex| visit(Self { graph, vertex }))
    }

    fn is_terminal(&self) -> bool {
        self.graph.successors(self.vertex).is_empty()
    }
}

/// The options of a position as they come, or the reason why they cannot all be held.
pub(crate) fn listed<P: Impartial>(position: &P, meter: &mut Meter<'_>) -> Result<Vec<P>> {
    let mut options = Vec::new();
    let mut stopped: std::result::Result<(), Stopped> = Ok(());
    let flow = position.options(&mut |option| {
        stopped = meter.step(16);
        options.push(option);
        if stopped.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    debug_assert!(flow.is_continue() || stopped.is_err());
    stopped?;
    Ok(options)
}

/// A position that repeats where play must end.
pub(crate) fn repeats() -> Error {
    Error::not_covered("a game in which a position can repeat", "play must end for this search")
}

/// What is known of a position during a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known<T> {
    /// It is on the stack.
    Open,
    /// Its answer.
    Done(T),
}

/// Grundy value of a position: the mex over its options, the nim sum over its parts.
///
/// Visits every position reachable from the parts; see [`crate::nimber_search`] for a search that visits fewer.
///
/// # Errors
/// [`Error::NotCovered`] if a position repeats; those of `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::digraph::Digraph;
/// use farstar_impartial::search::{Token, grundy};
/// use farstar_value::Limits;
/// let nim = Digraph::from_arcs(3, &[(1, 0), (2, 0), (2, 1)])?;
/// assert_eq!(grundy(&Token::new(&nim, 2)?, &Limits::none())?, 2);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn grundy<P: Impartial>(position: &P, limits: &Limits) -> Result<u32> {
    let mut positions = Positions::default();
    let parts = positions.parts_of(position.clone());
    by_definition(&mut positions, &parts, limits)
}

/// The nim sum of the values of parts, each the mex of those of its options.
fn by_definition(positions: &mut dyn Parts, roots: &[u32], limits: &Limits) -> Result<u32> {
    struct Frame {
        part: u32,
        options: u32,
        next: u32,
        values: Vec<u32>,
    }
    let mut meter = Meter::new(limits);
    let mut known: HashMap<u32, Known<u32>> = HashMap::new();
    let mut stack: Vec<Frame> = Vec::new();
    let mut option = Vec::new();
    for &root in roots {
        if known.contains_key(&root) {
            continue;
        }
        let mut to_open = Some(root);
        loop {
            if let Some(part) = to_open.take() {
                let options = positions.options(part, &mut meter)?;
                known.insert(part, Known::Open);
                stack.push(Frame { part, options, next: 0, values: Vec::new() });
            }
            let Some(frame) = stack.last_mut() else { break };
            if frame.next == frame.options {
                let value = mex(frame.values.iter().copied());
                known.insert(frame.part, Known::Done(value));
                stack.pop();
                continue;
            }
            option.clear();
            positions.option(frame.part, frame.next, &mut option);
            let mut sum = 0;
            for &part in &option {
                match known.get(&part) {
                    Some(Known::Done(value)) => sum ^= value,
                    Some(Known::Open) => return Err(repeats()),
                    None => {
                        to_open = Some(part);
                        break;
                    }
                }
            }
            if to_open.is_none() {
                frame.values.push(sum);
                frame.next += 1;
            }
        }
    }
    Ok(roots.iter().fold(0, |sum, root| match known.get(root) {
        Some(Known::Done(value)) => sum ^ value,
        _ => sum,
    }))
}

/// Outcomes under misère play, where the player who cannot move wins.
///
/// # Examples
/// ```
/// use farstar_impartial::digraph::{Digraph, Outcome};
/// use farstar_impartial::search::{MisereSearch, Token};
/// use farstar_value::Limits;
/// let nim = Digraph::from_arcs(3, &[(1, 0), (2, 0), (2, 1)])?;
/// let mut search = MisereSearch::new();
/// let heap = |size| Token::new(&nim, size);
/// assert_eq!(search.outcome(&[heap(1)?], &Limits::none())?, Outcome::P);
/// assert_eq!(search.outcome(&[heap(2)?, heap(2)?], &Limits::none())?, Outcome::P);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct MisereSearch<P> {
    positions: Positions<P>,
    sums: Sums,
}

/// Whether the player to move wins, for sums given by the sorted numbers of their parts.
type Sums = HashMap<Vec<u32>, Known<bool>>;

impl<P> Default for MisereSearch<P> {
    fn default() -> Self {
        Self { positions: Positions::default(), sums: HashMap::new() }
    }
}

impl<P: Impartial> MisereSearch<P> {
    /// A search that knows no position yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The outcome of the disjunctive sum of `components` under misère play.
    ///
    /// Visits sums of parts, each once; there may be exponentially many.
    ///
    /// # Errors
    /// [`Error::NotCovered`] if a position repeats; those of `limits`.
    pub fn outcome(&mut self, components: &[P], limits: &Limits) -> Result<Outcome> {
        let mut parts = Vec::new();
        for component in components {
            parts.append(&mut self.positions.parts_of(component.clone()));
        }
        misere_outcome(&mut self.positions, &mut self.sums, parts, limits)
    }
}

/// Who wins a sum of parts under misère play.
fn misere_outcome(
    positions: &mut dyn Parts,
    sums: &mut Sums,
    parts: Vec<u32>,
    limits: &Limits,
) -> Result<Outcome> {
    let root = sorted_parts(positions, parts);
    let result = misere_search(positions, sums, &root, &mut Meter::new(limits));
    if result.is_err() {
        sums.retain(|_, known| *known != Known::Open);
    }
    result.map(Outcome::from_next_wins)
}

fn misere_search(
    positions: &mut dyn Parts,
    sums: &mut Sums,
    root: &[u32],
    meter: &mut Meter<'_>,
) -> Result<bool> {
    struct Frame {
        sum: Vec<u32>,
        options: Vec<Vec<u32>>,
    }
    let mut stack: Vec<Frame> = Vec::new();
    let mut to_open = Some(root.to_vec());
    loop {
        if let Some(sum) = to_open.take() {
            match sums.get(&sum) {
                Some(Known::Open) => return Err(repeats()),
                Some(Known::Done(_)) => {}
                None => {
                    let options = options_of_sum(positions, &sum, meter)?;
                    let parts: usize = options.iter().map(Vec::len).sum();
                    meter.node((2 * sum.len() + parts) * size_of::<u32>() + 64)?;
                    sums.insert(sum.clone(), Known::Open);
                    stack.push(Frame { sum, options });
                }
            }
        }
        let Some(frame) = stack.last_mut() else { break };
        // No options: the player to move wins.
        let mut wins = frame.options.is_empty();
        let mut searched = 0;
        for option in frame.options.iter().rev() {
            match sums.get(option) {
                Some(Known::Done(next_wins)) => {
                    wins = !next_wins;
                    searched += 1;
                    if wins {
                        break;
                    }
                }
                _ => {
                    to_open = Some(option.clone());
                    break;
                }
            }
        }
        if wins || to_open.is_none() {
            to_open = None;
            sums.insert(std::mem::take(&mut frame.sum), Known::Done(wins));
            stack.pop();
        } else {
            frame.options.truncate(frame.options.len() - searched);
        }
    }
    Ok(matches!(sums.get(root), Some(Known::Done(true))))
}

/// Parts in order, without those that have no moves.
fn sorted_parts(positions: &dyn Parts, mut parts: Vec<u32>) -> Vec<u32> {
    parts.retain(|&part| !positions.is_terminal(part));
    parts.sort_unstable();
    parts
}

/// The options of a sum given by its sorted parts, without repetitions.
fn options_of_sum(
    positions: &mut dyn Parts,
    sum: &[u32],
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<u32>>> {
    let mut options = Vec::new();
    for (i, &part) in sum.iter().enumerate() {
        if i > 0 && sum[i - 1] == part {
            continue;
        }
        for at in 0..positions.options(part, meter)? {
            let mut after = [&sum[..i], &sum[i + 1..]].concat();
            positions.option(part, at, &mut after);
            options.push(sorted_parts(positions, after));
            meter.step(16 + sum.len() as u64)?;
        }
    }
    options.sort_unstable();
    options.dedup();
    Ok(options)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nim(size: u32) -> Digraph {
        let arcs: Vec<(u32, u32)> = (0..=size).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
        Digraph::from_arcs(size + 1, &arcs).unwrap()
    }

    #[test]
    fn a_cycle_is_noticed() {
        let graph = Digraph::from_arcs(2, &[(0, 1), (1, 0)]).unwrap();
        let token = Token::new(&graph, 0).unwrap();
        assert!(grundy(&token, &Limits::none()).is_err());
        assert!(MisereSearch::new().outcome(&[token], &Limits::none()).is_err());
    }

    #[test]
    fn limits_stop_the_search_and_it_can_go_on_after() {
        let graph = nim(9);
        let heaps = [9, 8, 7].map(|size| Token::new(&graph, size).unwrap());
        let mut search = MisereSearch::new();
        assert_eq!(
            search.outcome(&heaps, &Limits::none().nodes(5)),
            Err(Error::Stopped(Stopped::Nodes))
        );
        assert_eq!(search.outcome(&heaps, &Limits::none()), Ok(Outcome::N));
    }
}
