//! Green Hackenbush: a graph on the ground; a move cuts an edge, and what no longer hangs on the ground is gone.
//!
//! *Colon principle*: a branch at a vertex may be replaced by a stalk of its value, so a bridge with a part of value g
//! above it counts g + 1. *Fusion principle*: the vertices of a cycle may be fused, so that a 2-edge-connected part
//! with e edges counts e mod 2 at one vertex (*Winning Ways*, ch. 7). Both are applied in one depth-first search from
//! the ground, O(V + E), with an explicit stack.

use farstar_value::Limits;

use crate::digraph::Outcome;
use crate::error::{Error, Result};
use farstar_play::Meter;

const NONE: u32 = u32::MAX;

/// A Green Hackenbush position: a multigraph, loops allowed, with some vertices on the ground.
///
/// # Examples
/// ```
/// use farstar_impartial::hackenbush::GreenHackenbush;
/// use farstar_value::Limits;
/// // A triangle on the ground with a leaf on top: 0-1, 0-2, 1-2 and 2-3.
/// let girl = GreenHackenbush::new(4, &[(0, 1), (0, 2), (1, 2), (2, 3)], &[0])?;
/// assert_eq!(girl.value(), 0);
/// let stalk = GreenHackenbush::new(4, &[(0, 1), (1, 2), (2, 3)], &[0])?;
/// assert_eq!(stalk.value(), 3);
/// assert_eq!(stalk.winning_edges(&Limits::none())?, [0]);
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GreenHackenbush {
    graph: Graph,
    search: DepthFirst,
}

impl GreenHackenbush {
    /// The position with the given edges (parallel ones and loops allowed) and ground vertices. O(V + E).
    ///
    /// # Errors
    /// [`Error::NoVertex`] for an end outside 0 to `vertices` − 1, [`Error::TooLarge`] beyond 2³⁰ vertices or edges.
    pub fn new(vertices: u32, edges: &[(u32, u32)], ground: &[u32]) -> Result<Self> {
        const MOST: usize = 1 << 30;
        if vertices as usize > MOST || edges.len() > MOST {
            return Err(Error::too_large(
                format!("a position with {vertices} vertices and {} edges", edges.len()),
                format!("at most {MOST} of each"),
            ));
        }
        let ends = edges.iter().flat_map(|&(u, v)| [u, v]);
        if let Some(vertex) = ends.chain(ground.iter().copied()).find(|&v| v >= vertices) {
            return Err(Error::NoVertex { vertex, vertices });
        }
        // Ground vertices are one: number 0; the others follow.
        let mut name = vec![NONE; vertices as usize];
        for &v in ground {
            name[v as usize] = 0;
        }
        let mut count = 1;
        for slot in name.iter_mut().filter(|slot| **slot == NONE) {
            *slot = count;
            count += 1;
        }
        let edges = edges.iter().map(|&(u, v)| (name[u as usize], name[v as usize])).collect();
        let graph = Graph::new(count, edges);
        let search = DepthFirst::new(&graph, 0, NONE, |_| 0);
        Ok(Self { graph, search })
    }

    /// The position of a tree on the ground: vertex 0 is the root, `parents[i]` is the parent of vertex i + 1 and edge
    /// i joins them.
    ///
    /// # Errors
    /// As [`GreenHackenbush::new`]; [`Error::OutOfRange`] if the parents do not lead to the root.
    pub fn tree(parents: &[u32]) -> Result<Self> {
        let edges: Vec<(u32, u32)> = (1..).zip(parents).map(|(v, &parent)| (parent, v)).collect();
        let vertices = u32::try_from(parents.len() + 1).unwrap_or(u32::MAX);
        let tree = Self::new(vertices, &edges, &[0])?;
        if tree.search.order.len() != vertices as usize {
            return Err(Error::out_of_range(
                "a list of parents with a cycle",
                "the parents of every vertex lead to the root 0",
            ));
        }
        Ok(tree)
    }

    /// Grundy value.
    #[must_use]
    pub fn value(&self) -> u32 {
        self.search.value[0]
    }

    /// The outcome.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        Outcome::from_next_wins(self.value() != 0)
    }

    /// All edges whose cut wins, by their index.
    ///
    /// O(V + E) for bridges: going up, the value every part would need for the whole to be 0 is carried along. A
    /// 2-edge-connected part with a needed value is searched again without each of its e edges, O(e²) for that part; if
    /// the value of the whole is even such an edge cannot win, since the value has the parity of the number of edges.
    ///
    /// # Errors
    /// Only those of `limits`.
    pub fn winning_edges(&self, limits: &Limits) -> Result<Vec<u32>> {
        let mut meter = Meter::new(limits);
        let Self { graph, search } = self;
        let mut winning = Vec::new();
        if self.value() == 0 {
            return Ok(winning);
        }
        let odd = self.value() % 2 == 1;
        // For the top vertex of each 2-edge-connected part, the value it must get; NONE if no cut above can give it.
        let mut needed = vec![NONE; graph.count()];
        // The top of the part of each vertex.
        let mut top = vec![NONE; graph.count()];
        let mut parts: Vec<u32> = Vec::new();
        needed[0] = 0;
        for &v in &search.order {
            meter.step(2)?;
            let edge = search.parent_edge[v as usize];
            if edge == NONE || search.is_bridge(v) {
                top[v as usize] = v;
                if edge != NONE {
                    let below = top[search.parent(graph, v) as usize];
                    let wanted = needed[below as usize];
                    if wanted != NONE {
                        let branch = search.value[v as usize] + 1;
                        match wanted ^ search.value[below as usize] ^ branch {
                            0 => winning.push(edge),
                            height => needed[v as usize] = height - 1,
                        }
                    }
                }
                parts.push(v);
            } else {
                top[v as usize] = top[search.parent(graph, v) as usize];
            }
        }
        if odd {
            self.cut_inside_parts(&needed, &top, &mut winning, &mut meter)?;
        }
        winning.sort_unstable();
        Ok(winning)
    }

    /// Adds the winning edges that are no bridges.
    fn cut_inside_parts(
        &self,
        needed: &[u32],
        top: &[u32],
        winning: &mut Vec<u32>,
        meter: &mut Meter<'_>,
    ) -> Result<()> {
        let Self { graph, search } = self;
        // Values of the branches that hang on each vertex over bridges.
        let mut hanging = vec![0u32; graph.count()];
        for &v in &search.order {
            if search.parent_edge[v as usize] != NONE && search.is_bridge(v) {
                hanging[search.parent(graph, v) as usize] ^= search.value[v as usize] + 1;
            }
        }
        // Edges inside a part, grouped by its top.
        let mut inner: Vec<(u32, u32)> = (0u32..)
            .zip(&graph.edges)
            .filter(|(_, (u, v))| top[*u as usize] != NONE && top[*u as usize] == top[*v as usize])
            .map(|(edge, (u, _))| (top[*u as usize], edge))
            .filter(|(part, _)| needed[*part as usize] != NONE)
            .collect();
        inner.sort_unstable();
        for group in inner.chunk_by(|a, b| a.0 == b.0) {
            let part = group[0].0;
            let mut vertices: Vec<u32> = vec![part];
            vertices.extend(group.iter().flat_map(|&(_, edge)| {
                let (u, v) = graph.edges[edge as usize];
                [u, v]
            }));
            vertices.sort_unstable();
            vertices.dedup();
            let place = |v: u32| vertices.binary_search(&v).map_or(NONE, |at| at as u32);
            let edges = group.iter().map(|&(_, edge)| {
                let (u, v) = graph.edges[edge as usize];
                (place(u), place(v))
            });
            let local = Graph::new(vertices.len() as u32, edges.collect());
            for (removed, &(_, edge)) in (0u32..).zip(group) {
                meter.step((vertices.len() + group.len()) as u64)?;
                let cut = DepthFirst::new(&local, place(part), removed, |v| {
                    hanging[vertices[v as usize] as usize]
                });
                if cut.value[place(part) as usize] == needed[part as usize] {
                    winning.push(edge);
                }
            }
        }
        Ok(())
    }
}

/// A multigraph with rows of incident edges.
#[derive(Clone, Debug)]
struct Graph {
    edges: Vec<(u32, u32)>,
    offsets: Vec<u32>,
    /// Indices of incident edges; a loop stands once in its row.
    incident: Vec<u32>,
}

impl Graph {
    fn new(vertices: u32, edges: Vec<(u32, u32)>) -> Self {
        let mut offsets = vec![0u32; vertices as usize + 1];
        let ends = |&(u, v): &(u32, u32)| std::iter::once(u).chain((u != v).then_some(v));
        for v in edges.iter().flat_map(ends) {
            offsets[v as usize + 1] += 1;
        }
        for v in 1..offsets.len() {
            offsets[v] += offsets[v - 1];
        }
        let mut heads = offsets.clone();
        let mut incident = vec![0; offsets.last().map_or(0, |&end| end as usize)];
        for (edge, pair) in (0u32..).zip(&edges) {
            for v in ends(pair) {
                let head = &mut heads[v as usize];
                incident[*head as usize] = edge;
                *head += 1;
            }
        }
        Self { edges, offsets, incident }
    }

    fn count(&self) -> usize {
        self.offsets.len() - 1
    }

    fn other_end(&self, edge: u32, v: u32) -> u32 {
        let (a, b) = self.edges[edge as usize];
        if a == v { b } else { a }
    }
}

/// A depth-first search from the ground, with the values of the parts above each vertex.
#[derive(Clone, Debug)]
struct DepthFirst {
    /// Vertices in the order met.
    order: Vec<u32>,
    /// Place in that order, NONE for vertices that do not hang on the ground.
    time: Vec<u32>,
    /// The earliest place reached from the subtree by one edge that is not of the tree.
    low: Vec<u32>,
    /// The tree edge below each vertex.
    parent_edge: Vec<u32>,
    /// The value of what hangs above, the rest of its 2-edge-connected part included as far as it is in the subtree.
    value: Vec<u32>,
}

impl DepthFirst {
    /// Searches from `root`, without the edge `removed`; every vertex begins with its `hanging` value.
    fn new(graph: &Graph, root: u32, removed: u32, hanging: impl Fn(u32) -> u32) -> Self {
        let count = graph.count();
        let mut found = Self {
            order: Vec::new(),
            time: vec![NONE; count],
            low: vec![NONE; count],
            parent_edge: vec![NONE; count],
            value: (0..count as u32).map(hanging).collect(),
        };
        let mut cursor = graph.offsets.clone();
        let mut stack = Vec::new();
        found.enter(root, NONE);
        stack.push(root);
        while let Some(&v) = stack.last() {
            let at = v as usize;
            if cursor[at] == graph.offsets[at + 1] {
                stack.pop();
                if let Some(&below) = stack.last() {
                    found.leave(v, below);
                }
                continue;
            }
            let edge = graph.incident[cursor[at] as usize];
            cursor[at] += 1;
            if edge == found.parent_edge[at] || edge == removed {
                continue;
            }
            let w = graph.other_end(edge, v);
            if found.time[w as usize] == NONE {
                found.enter(w, edge);
                stack.push(w);
            } else if found.time[w as usize] <= found.time[at] {
                // An edge back, met once from its upper end: it closes a cycle, so it counts 1 wherever it ends.
                found.low[at] = found.low[at].min(found.time[w as usize]);
                found.value[at] ^= 1;
            }
        }
        found
    }

    fn enter(&mut self, v: u32, edge: u32) {
        self.time[v as usize] = self.order.len() as u32;
        self.low[v as usize] = self.order.len() as u32;
        self.parent_edge[v as usize] = edge;
        self.order.push(v);
    }

    /// Adds the finished branch at `v` to the vertex below it.
    fn leave(&mut self, v: u32, below: u32) {
        let (branch, low) = (self.value[v as usize], self.low[v as usize]);
        // A bridge lifts the branch by one (colon); an edge of a cycle is a loop of value 1 at the fused vertex.
        self.value[below as usize] ^= if self.is_bridge(v) { branch + 1 } else { branch ^ 1 };
        let own = &mut self.low[below as usize];
        *own = (*own).min(low);
    }

    /// Whether the tree edge below `v` is a bridge.
    fn is_bridge(&self, v: u32) -> bool {
        self.low[v as usize] == self.time[v as usize]
    }

    /// The vertex below `v`, which must not be the root.
    fn parent(&self, graph: &Graph, v: u32) -> u32 {
        graph.other_end(self.parent_edge[v as usize], v)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digraph::mex;
    use farstar_value::SplitMix64;

    /// The edges of `mask` that hang on vertex 0.
    fn grounded(edges: &[(u32, u32)], mask: u32) -> u32 {
        let mut reached = 1u32;
        let mut kept = 0;
        loop {
            let before = (reached, kept);
            for (i, &(u, v)) in edges.iter().enumerate() {
                if mask >> i & 1 == 1 && (reached >> u & 1 == 1 || reached >> v & 1 == 1) {
                    kept |= 1 << i;
                    reached |= 1 << u | 1 << v;
                }
            }
            if before == (reached, kept) {
                return kept;
            }
        }
    }

    #[test]
    fn values_and_winning_edges_follow_full_play_on_random_multigraphs() {
        let mut random = SplitMix64::new(3);
        let mut draw = |bound: u32| random.below(bound.into()) as u32;
        for _ in 0..300 {
            let n = 1 + draw(5);
            let edges: Vec<(u32, u32)> = (0..draw(9)).map(|_| (draw(n), draw(n))).collect();
            let full = (1u32 << edges.len()) - 1;
            let mut played = vec![0u32; 1 << edges.len()];
            for mask in 0..=full {
                if grounded(&edges, mask) != mask {
                    continue;
                }
                let cuts = (0..edges.len()).filter(|i| mask >> i & 1 == 1);
                let options = cuts.map(|i| played[grounded(&edges, mask & !(1 << i)) as usize]);
                played[mask as usize] = mex(options);
            }
            let start = grounded(&edges, full);
            let position = GreenHackenbush::new(n, &edges, &[0]).unwrap();
            assert_eq!(position.value(), played[start as usize], "{edges:?}");
            let winning: Vec<u32> = (0..edges.len() as u32)
                .filter(|i| start >> i & 1 == 1)
                .filter(|i| played[grounded(&edges, start & !(1 << i)) as usize] == 0)
                .collect();
            assert_eq!(position.winning_edges(&Limits::none()).unwrap(), winning, "{edges:?}");
        }
    }

    #[test]
    fn a_stalk_of_a_million_edges_needs_no_machine_stack() {
        let parents: Vec<u32> = (0..1_000_000).collect();
        let stalk = GreenHackenbush::tree(&parents).unwrap();
        assert_eq!(stalk.value(), 1_000_000);
        assert_eq!(stalk.winning_edges(&Limits::none()).unwrap(), [0]);
    }

    #[test]
    fn faulty_input_is_refused() {
        assert!(GreenHackenbush::new(2, &[(0, 2)], &[0]).is_err());
        assert!(GreenHackenbush::new(2, &[], &[5]).is_err());
        assert!(GreenHackenbush::tree(&[2, 1]).is_err());
        assert_eq!(GreenHackenbush::new(0, &[], &[]).unwrap().value(), 0);
    }
}
