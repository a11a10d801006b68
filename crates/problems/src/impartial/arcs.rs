//! Directed graphs: how inputs write them, every small one, and tokens on them.

use std::fmt::Write;
use std::sync::LazyLock;

use farstar_impartial::digraph::{ArcList, Digraph, grundy_values, sum_value};
use farstar_value::{Limits, Player};

use super::whole::Moves;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::{Fate, Picture, Playable, Rules, count_sign};

/// Most vertices of an input.
const MOST_VERTICES: u32 = 10_000_000;
/// Most arcs of an input.
const MOST_ARCS: u32 = 50_000_000;

/// Reads n, m and m arcs "u v" between the vertices 0 to n − 1.
pub(crate) fn read(input: &mut Input<'_>, limits: &Limits) -> Result<Digraph> {
    let vertices = input.integer("the number of vertices", 1..=MOST_VERTICES)?;
    let arcs = input.integer("the number of arcs", 0..=MOST_ARCS)?;
    let mut list = ArcList::new();
    list.cover(vertices).map_err(Error::from)?;
    for done in 0..arcs {
        let from = input.integer("the start of an arc", 0..=vertices - 1)?;
        let to = input.integer("the end of an arc", 0..=vertices - 1)?;
        list.push(from, to).map_err(Error::from)?;
        if done % 65_536 == 0 {
            limits.check()?;
        }
    }
    Ok(list.into_digraph())
}

/// Reads k and k vertices of a graph.
pub(crate) fn read_vertices(
    input: &mut Input<'_>,
    graph: &Digraph,
    what: &str,
) -> Result<Vec<u32>> {
    let count = input.integer(&format!("the number of {what}s"), 0..=MOST_ARCS as usize)?;
    input.integers(&format!("a {what}"), count, 0..=graph.vertices() - 1)
}

/// The graph as a case is described: `3 vertices, arcs 1>0 2>1`.
pub(crate) fn describe(graph: &Digraph) -> String {
    let plural = if graph.vertices() == 1 { "vertex" } else { "vertices" };
    let mut text = format!("{} {plural}, ", graph.vertices());
    if graph.arcs() == 0 {
        return text + "no arcs";
    }
    text.push_str("arcs");
    for u in 0..graph.vertices() {
        for v in graph.successors(u) {
            let _ = write!(text, " {u}>{v}");
        }
    }
    text
}

/// The graphs on `vertices` vertices with each subset of the given arcs, the fewer-numbered first.
fn subsets(vertices: u32, arcs: Vec<(u32, u32)>) -> impl Iterator<Item = Digraph> {
    (0_u64..1 << arcs.len()).filter_map(move |mask| {
        let chosen: Vec<_> =
            arcs.iter().enumerate().filter(|(i, _)| mask >> i & 1 == 1).map(|(_, &a)| a).collect();
        Digraph::from_arcs(vertices, &chosen).ok()
    })
}

/// Every graph without cycles on 1 to `most` vertices, arcs going to smaller numbers.
pub(crate) fn loop_free(most: u64) -> impl Iterator<Item = Digraph> {
    (1..=most as u32)
        .flat_map(|n| subsets(n, (0..n).flat_map(|u| (0..u).map(move |v| (u, v))).collect()))
}

/// Every graph on 1 to `most` vertices, loops and cycles allowed.
pub(crate) fn all(most: u64) -> impl Iterator<Item = Digraph> {
    (1..=most as u32)
        .flat_map(|n| subsets(n, (0..n).flat_map(|u| (0..n).map(move |v| (u, v))).collect()))
}

/// The heaps 0 to `largest` as one graph: from a heap to every smaller one.
pub(crate) fn heaps(largest: u32) -> Result<Digraph> {
    let arcs: Vec<_> = (0..=largest).flat_map(|a| (0..a).map(move |b| (a, b))).collect();
    Ok(Digraph::from_arcs(largest + 1, &arcs)?)
}

/// Tokens on one graph, of which a move takes one along an arc: a sum, played as it stands.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Tokens<'g> {
    graph: Rules<'g, Digraph>,
    at: Vec<u32>,
}

impl<'g> Tokens<'g> {
    /// Tokens on these vertices.
    pub(crate) fn new(graph: &'g Digraph, at: &[u32]) -> Self {
        let mut at = at.to_vec();
        at.sort_unstable();
        Self { graph: Rules(graph), at }
    }
}

impl Moves for Tokens<'_> {
    fn moves(&self) -> Vec<Self> {
        let graph = self.graph.0;
        let mut moves = Vec::new();
        for (i, &v) in self.at.iter().enumerate() {
            for &w in graph.successors(v) {
                let mut at = self.at.clone();
                at[i] = w;
                moves.push(Self::new(graph, &at));
            }
        }
        moves
    }
}

/// The graph on which instances are played: eight vertices, with moves that raise the value.
pub(crate) static EXAMPLE: LazyLock<Digraph> = LazyLock::new(|| {
    fixed(
        8,
        &[
            (1, 0),
            (2, 0),
            (2, 1),
            (3, 1),
            (3, 2),
            (4, 0),
            (4, 2),
            (5, 3),
            (5, 4),
            (6, 1),
            (6, 3),
            (6, 4),
            (7, 2),
            (7, 5),
            (7, 6),
        ],
    )
});

/// A graph that is part of an instance.
pub(crate) fn fixed(vertices: u32, arcs: &[(u32, u32)]) -> Digraph {
    Digraph::from_arcs(vertices, arcs)
        .unwrap_or_else(|_| unreachable!("the arcs of an instance join its vertices"))
}

/// Reads a few tokens on a graph.
pub(crate) fn few(input: &mut Input<'_>, graph: &Digraph, count: usize) -> Result<Vec<u32>> {
    let last = u64::from(graph.vertices() - 1);
    let tokens = super::heaps::few(input, "a token", 1..=count, 0..=last)?;
    Ok(tokens.into_iter().map(|v| v as u32).collect())
}

/// A graph with tokens.
pub(crate) fn picture(graph: &Digraph, tokens: &[u32]) -> Picture {
    let sign = |v: u32| count_sign(tokens.iter().filter(|&&at| at == v).count());
    let vertices = (0..graph.vertices()).map(|v| (v.to_string(), sign(v))).collect();
    let arcs = (0..graph.vertices()).flat_map(|u| graph.successors(u).iter().map(move |&v| (u, v)));
    Picture::digraph(vertices, &arcs.collect::<Vec<_>>())
}

/// What a move of one token is called, or a move of several at once.
pub(crate) fn called(before: &[u32], after: &[u32]) -> Option<String> {
    let went = before.iter().zip(after).filter(|(a, b)| a != b);
    let steps: Vec<String> = went.map(|(a, b)| format!("{a} → {b}")).collect();
    (!steps.is_empty()).then(|| steps.join(", "))
}

impl Playable for Tokens<'_> {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        let graph = self.graph.0;
        let sum = sum_value(graph, &grundy_values(graph, limits)?, &self.at)?;
        Ok(Some(Fate::of(sum != 0)))
    }

    fn text(&self) -> String {
        super::heaps::joined(&self.at)
    }

    fn picture(&self) -> Picture {
        picture(self.graph.0, &self.at)
    }

    fn called(&self, after: &Self) -> Option<String> {
        // Both are in order: what is in one and not in the other has moved.
        let left = |of: &[u32], other: &[u32]| {
            let mut other = other.to_vec();
            of.iter().copied().find(|v| match other.iter().position(|w| w == v) {
                Some(at) => {
                    other.swap_remove(at);
                    false
                }
                None => true,
            })
        };
        Some(format!("{} → {}", left(&self.at, &after.at)?, left(&after.at, &self.at)?))
    }
}
