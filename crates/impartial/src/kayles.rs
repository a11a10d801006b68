//! Kayles on graphs. Node Kayles: choose a vertex, it goes with its neighbours. Arc Kayles: choose an edge, its ends go
//! with all their edges.
//!
//! On paths and cycles both are heap games: Node Kayles on a path is Dawson's chess 0.137, Arc Kayles 0.07. Other
//! components of up to 128 vertices are searched ([`NimberSearch`]); [`graph_value`] takes a graph of any size apart.

use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;

use farstar_rules::impartial::{Impartial, Visit};
use farstar_value::Limits;

mod board;
mod field;

use crate::digraph::mex;
use crate::error::{Error, Result};
use crate::nimber_search::NimberSearch;
use crate::sequence::GrundySequence;

pub use board::{rule_of, values};
use field::Field;

/// What a move removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// A vertex with its neighbours.
    Node,
    /// The two ends of an edge.
    Arc,
}

impl Rule {
    /// The heap game that is played on paths, a heap being the number of vertices.
    fn on_paths(self) -> Result<GrundySequence> {
        let code = match self {
            Self::Node => "0.137",
            Self::Arc => "0.07",
        };
        let code = code.parse().map_err(|_| Error::not_covered(code, "no code"))?;
        Ok(GrundySequence::of_code(code))
    }

    /// How many vertices of a cycle a move removes; what it leaves is a path.
    fn removed(self) -> u32 {
        match self {
            Self::Node => 3,
            Self::Arc => 2,
        }
    }
}

/// Grundy values of the paths with 0, 1, …, `count` − 1 vertices, from the heap game they are.
///
/// # Errors
/// Only those of `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::kayles::{Rule, path_values};
/// use farstar_value::Limits;
/// assert_eq!(path_values(Rule::Arc, 8, &Limits::none())?, [0, 0, 1, 1, 2, 0, 3, 1]);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn path_values(rule: Rule, count: u32, limits: &Limits) -> Result<Vec<u32>> {
    let mut paths = rule.on_paths()?;
    paths.extend_to(count.into(), limits)?;
    Ok(paths.values(0..count.into()))
}

/// Grundy values of the cycles with 0, 1, …, `count` − 1 vertices (0 below three). All moves on a cycle leave the same
/// path.
///
/// # Errors
/// Only those of `limits`.
pub fn cycle_values(rule: Rule, count: u32, limits: &Limits) -> Result<Vec<u32>> {
    let paths = path_values(rule, count.saturating_sub(rule.removed()), limits)?;
    let value = |n: u32| if n < 3 { 0 } else { mex([paths[(n - rule.removed()) as usize]]) };
    Ok((0..count).map(value).collect())
}

/// Grundy value of Kayles on a graph of any size: the nim sum over its components, of which paths and cycles are read
/// off their heap games and the others searched.
///
/// # Errors
/// [`Error::TooLarge`] for a component of more than 128 vertices that is neither a path nor a cycle,
/// [`Error::NoVertex`] for an edge outside, and those of `limits`.
///
/// # Cost
/// Linear for paths and cycles; the search of another component may be exponential in its vertices.
///
/// # Examples
/// ```
/// use farstar_impartial::kayles::{Rule, graph_value};
/// use farstar_value::Limits;
/// let path: Vec<(u32, u32)> = (1..10_000).map(|v| (v - 1, v)).collect();
/// assert_eq!(graph_value(10_000, &path, Rule::Node, &Limits::none())?, 0);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn graph_value(
    vertices: u32,
    edges: &[(u32, u32)],
    rule: Rule,
    limits: &Limits,
) -> Result<u32> {
    Field::new(vertices, edges, rule)?.values()?.value(&vec![true; vertices as usize], limits)
}

/// A graph of at most 128 vertices on which Kayles is played; loops are allowed.
///
/// # Examples
/// ```
/// use farstar_impartial::kayles::{KaylesGraph, Rule};
/// use farstar_value::Limits;
/// let star = KaylesGraph::new(5, &[(0, 1), (0, 2), (0, 3), (0, 4)], Rule::Node)?;
/// assert_eq!(star.grundy(&Limits::none())?, 2);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct KaylesGraph {
    rule: Rule,
    /// Bit w of entry v: v and w are joined.
    joined: Vec<u128>,
}

impl KaylesGraph {
    /// The graph with the given edges.
    ///
    /// # Errors
    /// [`Error::TooLarge`] beyond 128 vertices, [`Error::NoVertex`] for an edge outside.
    pub fn new(vertices: u32, edges: &[(u32, u32)], rule: Rule) -> Result<Self> {
        if vertices > u128::BITS {
            return Err(Error::too_large(
                format!("Kayles on a graph of {vertices} vertices"),
                "at most 128 can be searched, unless it is a path or a cycle",
            ));
        }
        let mut joined = vec![0u128; vertices as usize];
        for &(u, v) in edges {
            if let Some(vertex) = [u, v].into_iter().find(|&end| end >= vertices) {
                return Err(Error::NoVertex { vertex, vertices });
            }
            joined[u as usize] |= 1 << v;
            joined[v as usize] |= 1 << u;
        }
        Ok(Self { rule, joined })
    }

    /// The path with `vertices` vertices.
    ///
    /// # Errors
    /// As [`KaylesGraph::new`].
    pub fn path(vertices: u32, rule: Rule) -> Result<Self> {
        let edges: Vec<(u32, u32)> = (1..vertices.min(u128::BITS)).map(|v| (v - 1, v)).collect();
        Self::new(vertices, &edges, rule)
    }

    /// The position in which nothing was removed.
    #[must_use]
    pub fn start(&self) -> KaylesPosition<'_> {
        let left = (0..self.joined.len()).fold(0u128, |mask, v| mask | 1 << v);
        KaylesPosition { graph: self, left }
    }

    /// Grundy value of the whole graph; the search may be exponential in the number of vertices.
    ///
    /// # Errors
    /// Only those of `limits`.
    pub fn grundy(&self, limits: &Limits) -> Result<u32> {
        NimberSearch::new().grundy(&self.start(), limits)
    }
}

/// What is left of a graph in a game of Kayles.
#[derive(Clone, Copy, Debug)]
pub struct KaylesPosition<'g> {
    graph: &'g KaylesGraph,
    left: u128,
}

/// The places of the ones of a mask.
fn ones(mut mask: u128) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (bit < u128::BITS).then_some(bit)
    })
}

impl<'g> KaylesPosition<'g> {
    fn neighbours(&self, v: u32) -> u128 {
        self.graph.joined[v as usize] & self.left
    }

    /// The moves: the edge (u, v) with u ≤ v under the arc rule, (v, v) for the vertex v under the node rule.
    fn moves(self) -> impl Iterator<Item = (u32, u32)> + 'g {
        ones(self.left).flat_map(move |u| {
            let others = match self.graph.rule {
                Rule::Node => 1 << u,
                Rule::Arc => self.neighbours(u) >> u << u,
            };
            ones(others).map(move |v| (u, v))
        })
    }

    /// What a move leaves.
    fn after(self, u: u32, v: u32) -> Self {
        let removed = match self.graph.rule {
            Rule::Node => self.neighbours(v) | 1 << v,
            Rule::Arc => 1 << u | 1 << v,
        };
        Self { left: self.left & !removed, ..self }
    }

    /// Identity of the graph and of what is left of it.
    fn key(&self) -> (u128, usize) {
        (self.left, std::ptr::from_ref(self.graph).addr())
    }
}

impl PartialEq for KaylesPosition<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for KaylesPosition<'_> {}

impl PartialOrd for KaylesPosition<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for KaylesPosition<'_> {
    /// By the number of vertices first: the largest part is the last.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let sizes = self.left.count_ones().cmp(&other.left.count_ones());
        sizes.then_with(|| self.key().cmp(&other.key()))
    }
}

impl Hash for KaylesPosition<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

impl Impartial for KaylesPosition<'_> {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        self.moves().try_for_each(|(u, v)| visit(self.after(u, v)))
    }

    /// Connected components in which a move is possible.
    fn parts(self) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut rest = self.left;
        while rest != 0 {
            let mut part = rest & rest.wrapping_neg();
            let mut fresh = part;
            while fresh != 0 {
                let reached = ones(fresh).fold(0, |mask, v| mask | self.neighbours(v));
                fresh = reached & !part;
                part |= reached;
            }
            rest &= !part;
            let position = Self { left: part, ..self };
            if position.moves().next().is_some() {
                parts.push(position);
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::grundy;
    use farstar_value::SplitMix64;

    /// Numbers below given bounds, the same ones for the same seed.
    fn draws(seed: u64) -> impl FnMut(u32) -> u32 {
        let mut random = SplitMix64::new(seed);
        move |bound| random.below(bound.into()) as u32
    }

    #[test]
    fn paths_and_cycles_agree_with_the_search_on_graphs() {
        for rule in [Rule::Node, Rule::Arc] {
            let paths = path_values(rule, 19, &Limits::none()).unwrap();
            let cycles = cycle_values(rule, 14, &Limits::none()).unwrap();
            for n in 0..19u32 {
                let path = KaylesGraph::path(n, rule).unwrap();
                assert_eq!(path.grundy(&Limits::none()), Ok(paths[n as usize]), "{rule:?} {n}");
            }
            for n in 3..14u32 {
                let edges: Vec<(u32, u32)> = (0..n).map(|v| (v, (v + 1) % n)).collect();
                let cycle = KaylesGraph::new(n, &edges, rule).unwrap();
                assert_eq!(cycle.grundy(&Limits::none()), Ok(cycles[n as usize]), "{rule:?} {n}");
            }
        }
    }

    #[test]
    fn graphs_are_taken_apart() {
        let none = Limits::none();
        let mut draw = draws(5);
        let mut lines = 0;
        for round in 0..200 {
            let rule = if round % 2 == 0 { Rule::Node } else { Rule::Arc };
            let n = 1 + draw(11);
            // few edges, so that paths and cycles are among the components
            let edges: Vec<(u32, u32)> = (0..draw(n + 2)).map(|_| (draw(n), draw(n))).collect();
            let whole = KaylesGraph::new(n, &edges, rule).unwrap().grundy(&none);
            assert_eq!(graph_value(n, &edges, rule, &none), whole, "{n} {edges:?} {rule:?}");
            lines += u32::from(edges.len() < 3);
        }
        assert!(lines > 20);
        // beyond the search: a long path, a long cycle, and a star of three beside them
        let mut edges: Vec<(u32, u32)> = (1..1000).map(|v| (v - 1, v)).collect();
        edges.extend((0..500).map(|v| (1000 + v, 1000 + (v + 1) % 500)));
        edges.extend([(1500, 1501), (1500, 1502), (1500, 1503)]);
        for rule in [Rule::Node, Rule::Arc] {
            let star = KaylesGraph::new(4, &[(0, 1), (0, 2), (0, 3)], rule).unwrap();
            let wanted = path_values(rule, 1001, &none).unwrap()[1000]
                ^ cycle_values(rule, 501, &none).unwrap()[500]
                ^ star.grundy(&none).unwrap();
            assert_eq!(graph_value(1504, &edges, rule, &none), Ok(wanted));
        }
        let tree: Vec<(u32, u32)> = (1..200).map(|v| (v / 2, v)).collect();
        assert!(matches!(graph_value(200, &tree, Rule::Node, &none), Err(Error::TooLarge { .. })));
    }

    #[test]
    fn the_nimber_search_agrees_with_the_definition_and_visits_less() {
        let mut draw = draws(17);
        for round in 0..60 {
            let rule = if round % 2 == 0 { Rule::Node } else { Rule::Arc };
            let n = 2 + draw(9);
            let edges: Vec<(u32, u32)> = (0..draw(14)).map(|_| (draw(n), draw(n))).collect();
            let graph = KaylesGraph::new(n, &edges, rule).unwrap();
            let value = graph.grundy(&Limits::none()).unwrap();
            assert_eq!(grundy(&graph.start(), &Limits::none()), Ok(value), "{edges:?} {rule:?}");
        }
    }

    #[test]
    fn large_graphs_are_refused() {
        assert!(KaylesGraph::path(129, Rule::Node).is_err());
        assert!(KaylesGraph::new(2, &[(0, 2)], Rule::Arc).is_err());
        assert!(KaylesGraph::path(128, Rule::Node).is_ok());
    }
}
