//! Trees of up to some millions of vertices, without recursion.

use crate::error::Result;
use crate::input::Input;
use crate::instance::Picture;

/// A tree on the vertices 0 to n − 1, with its edges in the order of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tree {
    /// Where the neighbours of each vertex start.
    start: Vec<u32>,
    neighbours: Vec<u32>,
    edges: Vec<(u32, u32)>,
}

impl Tree {
    /// The tree with these edges, or the index of the first edge that closes a cycle or leads to nowhere. `edges` has
    /// one edge fewer than there are vertices.
    ///
    /// # Errors
    /// The index of the first edge that cannot be one of a tree.
    ///
    /// # Panics
    /// If the number of edges is not `vertices − 1`.
    pub fn from_edges(vertices: usize, edges: Vec<(u32, u32)>) -> std::result::Result<Self, usize> {
        assert_eq!(edges.len() + 1, vertices, "a tree has one edge fewer than vertices");
        let mut root: Vec<u32> = (0..vertices as u32).collect();
        for (index, &(a, b)) in edges.iter().enumerate() {
            if a as usize >= vertices || b as usize >= vertices {
                return Err(index);
            }
            let (a, b) = (find(&mut root, a), find(&mut root, b));
            if a == b {
                return Err(index);
            }
            root[a as usize] = b;
        }
        let mut start = vec![0_u32; vertices + 1];
        for &(a, b) in &edges {
            start[a as usize + 1] += 1;
            start[b as usize + 1] += 1;
        }
        for v in 0..vertices {
            start[v + 1] += start[v];
        }
        let mut next = start.clone();
        let mut neighbours = vec![0; edges.len() * 2];
        for &(a, b) in &edges {
            for (from, to) in [(a, b), (b, a)] {
                neighbours[next[from as usize] as usize] = to;
                next[from as usize] += 1;
            }
        }
        Ok(Self { start, neighbours, edges })
    }

    /// A tree that is part of an instance.
    pub(crate) fn fixed(edges: &[(u32, u32)]) -> Self {
        Self::from_edges(edges.len() + 1, edges.to_vec())
            .unwrap_or_else(|_| unreachable!("the edges of an instance are those of a tree"))
    }

    /// Its picture, with names and signs of the vertices, counted from 1.
    pub(crate) fn picture(&self, named: impl Fn(u32) -> (String, char)) -> Picture {
        Picture::graph((0..self.len() as u32).map(named).collect(), &self.edges)
    }

    /// Reads `vertices − 1` edges, each two vertices numbered from 1.
    ///
    /// # Errors
    /// [`Error::Input`](crate::Error::Input) at an edge to nowhere, or one that closes a cycle.
    pub fn read(input: &mut Input<'_>, vertices: usize) -> Result<Self> {
        let mut edges = Vec::new();
        let mut root: Vec<u32> = (0..vertices as u32).collect();
        for _ in 1..vertices {
            let a: u32 = input.integer("an end of an edge", 1..=vertices as u32)?;
            let b: u32 = input.integer("an end of an edge", 1..=vertices as u32)?;
            let (x, y) = (find(&mut root, a - 1), find(&mut root, b - 1));
            if x == y {
                return Err(
                    input.error(format!("the edge {a} {b} closes a cycle; expected a tree"))
                );
            }
            root[x as usize] = y;
            edges.push((a - 1, b - 1));
        }
        Ok(Self::from_edges(vertices, edges)
            .unwrap_or_else(|_| unreachable!("every edge was looked at")))
    }

    /// Its number of vertices.
    #[must_use]
    pub fn len(&self) -> usize {
        self.start.len() - 1
    }

    /// Whether it has no vertex.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Its edges, in the order of the input.
    #[must_use]
    pub fn edges(&self) -> &[(u32, u32)] {
        &self.edges
    }

    /// The neighbours of a vertex.
    #[must_use]
    pub fn neighbours(&self, v: u32) -> &[u32] {
        &self.neighbours[self.start[v as usize] as usize..self.start[v as usize + 1] as usize]
    }

    /// The vertices from `root` outwards, parents before children, and the parent of each vertex (`root` is its own).
    #[must_use]
    pub fn rooted(&self, root: u32) -> (Vec<u32>, Vec<u32>) {
        let mut order = vec![root];
        let mut parent = vec![u32::MAX; self.len()];
        parent[root as usize] = root;
        let mut next = 0;
        while let Some(&v) = order.get(next) {
            next += 1;
            for &u in self.neighbours(v) {
                if parent[u as usize] == u32::MAX {
                    parent[u as usize] = v;
                    order.push(u);
                }
            }
        }
        (order, parent)
    }

    /// Every labelled tree on `vertices` vertices, as Prüfer sequences give them; there are n^(n−2).
    pub fn all(vertices: usize) -> impl Iterator<Item = Self> {
        let length = vertices.saturating_sub(2);
        let count = (vertices as u64).pow(length as u32);
        (0..count).map(move |mut code| {
            let sequence: Vec<u32> = (0..length)
                .map(|_| {
                    let digit = code % vertices as u64;
                    code /= vertices as u64;
                    digit as u32
                })
                .collect();
            Self::from_prufer(vertices, &sequence)
        })
    }

    fn from_prufer(vertices: usize, sequence: &[u32]) -> Self {
        let mut degree = vec![1_u32; vertices];
        for &v in sequence {
            degree[v as usize] += 1;
        }
        let mut edges = Vec::new();
        for &v in sequence {
            let leaf = degree.iter().position(|&d| d == 1).unwrap_or(0);
            edges.push((leaf as u32, v));
            degree[leaf] = 0;
            degree[v as usize] -= 1;
        }
        let mut last = (0..vertices as u32).filter(|&v| degree[v as usize] == 1);
        if let (Some(a), Some(b)) = (last.next(), last.next()) {
            edges.push((a, b));
        }
        Self::from_edges(vertices, edges)
            .unwrap_or_else(|_| unreachable!("a Prüfer sequence gives a tree"))
    }
}

/// The representative of a class, with the paths halved on the way.
fn find(root: &mut [u32], mut v: u32) -> u32 {
    while root[v as usize] != v {
        let above = root[root[v as usize] as usize];
        root[v as usize] = above;
        v = above;
    }
    v
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn cayley_counts_the_trees() {
        // Cayley 1889: n^(n-2) labelled trees.
        for n in 1..=6_usize {
            let mut seen = HashSet::new();
            for tree in Tree::all(n) {
                let mut edges: Vec<_> =
                    tree.edges().iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
                edges.sort_unstable();
                assert!(seen.insert(edges));
                assert_eq!(tree.rooted(0).0.len(), n);
            }
            assert_eq!(seen.len(), n.pow(n.saturating_sub(2) as u32));
        }
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let error = Tree::read(&mut Input::new("1 2\n2 1\n"), 3).unwrap_err();
        assert_eq!(error.to_string(), "line 2: the edge 2 1 closes a cycle; expected a tree");
        let error = Tree::read(&mut Input::new("1 4\n"), 3).unwrap_err();
        assert_eq!(error.to_string(), "line 1: an end of an edge is 4; expected 1 to 3");
        assert_eq!(Tree::from_edges(3, vec![(0, 1), (1, 0)]), Err(1));
    }
}
