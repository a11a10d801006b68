//! P7841: marking edges of a tree that lie on one path.

use farstar_impartial::search;
use farstar_rules::impartial::{Impartial, Visit};
use farstar_value::{Limits, Player};
use std::ops::ControlFlow;

use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::tree::Tree;
use crate::trial::{Ended, Trial, Verification};
use std::sync::LazyLock;

/// I72: marking edges of a tree that lie on one path.
pub(crate) const TREE_MARK: Entry = Entry {
    instance: Instance::game(".....", |text, limits| turn(read(text, Marked::read)?, limits)),
    answer: Some(answer),
    verification: Some(Verification::to([5, 7, 9], cases)),
    ..entry!("I72", "tree-mark")
};

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let tests = input.integer("the number of tests", 0..=1_000_000_u32)?;
    let mut text = String::new();
    for _ in 0..tests {
        limits.check()?;
        let n = input.integer("the number of vertices", 1..=5_000_000_usize)?;
        let tree = Tree::read(input, n)?;
        text += if first_wins(&tree)? { "Play now\n" } else { "Restart\n" };
    }
    Ok(text)
}

/// A side of an edge: the value g of its root, and the set of all g(c) xor (depth of c mod 2) in it, depths counted in
/// the whole tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Side {
    value: u32,
    values: u64,
}

/// The side whose root has depth `depth` and whose other vertices have the set `values`.
fn side(depth: u32, values: u64) -> Result<Side> {
    /// The bits of even places.
    const EVEN: u64 = 0x5555_5555_5555_5555;
    // A vertex at depth d' counts with the parity of d' − depth − 1: where that is not the parity of d', values 2i and
    // 2i + 1 change places.
    let options =
        if depth.is_multiple_of(2) { (values & EVEN) << 1 | values >> 1 & EVEN } else { values };
    let value = options.trailing_ones();
    if value >= u64::BITS {
        return Err(Error::Refused(
            "a value above 63; expected none in a tree that fits into memory".to_owned(),
        ));
    }
    Ok(Side { value, values: values | 1 << (value ^ (depth % 2)) })
}

/// Whether the first player wins; O(n) time and memory.
///
/// # Errors
/// [`Error::Refused`] if a value exceeds 63, which takes a tree of some 2³² vertices.
pub fn first_wins(tree: &Tree) -> Result<bool> {
    let (order, parent) = tree.rooted(0);
    let n = tree.len();
    let mut depth = vec![0_u32; n];
    for &v in &order[1..] {
        depth[v as usize] = depth[parent[v as usize] as usize] + 1;
    }
    // Of each vertex the side below the edge to its parent.
    let mut below = vec![Side::default(); n];
    let mut under = vec![0_u64; n];
    for &v in order.iter().rev() {
        below[v as usize] = side(depth[v as usize], under[v as usize])?;
        if v != 0 {
            under[parent[v as usize] as usize] |= below[v as usize].values;
        }
    }
    // And the values of the side above it.
    let mut above = vec![0_u64; n];
    let mut suffix = Vec::new();
    for &v in &order {
        let children = || tree.neighbours(v).iter().filter(|&&u| parent[u as usize] == v && u != v);
        suffix.clear();
        suffix.push(0);
        for &u in children().rev() {
            suffix.push(suffix[suffix.len() - 1] | below[u as usize].values);
        }
        let mut prefix = if v == 0 { 0 } else { above[v as usize] };
        for &u in children() {
            suffix.pop();
            let others = prefix | suffix[suffix.len() - 1];
            let upper = side(depth[v as usize], others)?;
            if upper.value == below[u as usize].value {
                return Ok(true);
            }
            above[u as usize] = upper.values;
            prefix |= below[u as usize].values;
        }
    }
    Ok(false)
}

/// Marked edges of a tree, and for each pair of edges the edges of the path from one to the other.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Marked {
    /// The simple paths of the tree, as sets of edges.
    paths: Vec<u32>,
    edges: u32,
    marked: u32,
}

impl Impartial for Marked {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        for edge in (0..self.edges).filter(|edge| self.marked >> edge & 1 == 0) {
            let marked = self.marked | 1 << edge;
            if self.paths.iter().any(|path| path & marked == marked) {
                visit(Self { marked, ..self.clone() })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// The edges of every simple path, as bits.
fn paths(tree: &Tree) -> Vec<u32> {
    let mut paths = Vec::new();
    for start in 0..tree.len() as u32 {
        let (order, parent) = tree.rooted(start);
        let mut path = vec![0_u32; tree.len()];
        for &v in &order[1..] {
            let p = parent[v as usize];
            let edge = tree.edges().iter().position(|&(a, b)| (a, b) == (v, p) || (a, b) == (p, v));
            path[v as usize] = path[p as usize] | 1 << edge.unwrap_or(0);
        }
        paths.extend(path);
    }
    paths.sort_unstable();
    paths.dedup();
    paths
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for n in 1..=to as usize {
        for tree in Tree::all(n) {
            let start = Marked { paths: paths(&tree), edges: n as u32 - 1, marked: 0 };
            let claimed = first_wins(&tree)?;
            let played = search::grundy(&start, trial.limits())? != 0;
            trial.compare(|| format!("edges {:?} (from 0)", tree.edges()), claimed, played)?;
        }
    }
    Ok(())
}

/// The tree of the instance.
static TREE: LazyLock<Tree> =
    LazyLock::new(|| Tree::fixed(&[(0, 1), (1, 2), (2, 3), (1, 4), (4, 5)]));

impl Marked {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let word = input.word("the edges")?;
        let edges = TREE.edges().len();
        if word.len() != edges || word.bytes().any(|c| !b"X.".contains(&c)) {
            return Err(input.error(format!("expected {edges} letters, each X or .")));
        }
        let marks = (0..).zip(word.bytes()).filter(|(_, c)| *c == b'X');
        let marked = marks.fold(0, |mask, (i, _)| mask | 1 << i);
        Ok(Self { paths: paths(&TREE), edges: edges as u32, marked })
    }
}

impl Playable for Marked {
    fn after(&self, _: Player) -> Vec<Self> {
        crate::instance::options(self)
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        (self.marked == 0).then(|| Ok(Fate::of(first_wins(&TREE)?))).transpose()
    }

    fn text(&self) -> String {
        (0..self.edges).map(|i| if self.marked >> i & 1 == 1 { 'X' } else { '.' }).collect()
    }

    fn picture(&self) -> Picture {
        let n = TREE.len() as u32;
        let mut vertices: Vec<(String, char)> = (1..=n).map(|v| (v.to_string(), '.')).collect();
        let mut edges = Vec::new();
        for ((i, sign), &(a, b)) in (0..).zip(self.text().chars()).zip(TREE.edges()) {
            vertices.push((format!("{}–{}", a + 1, b + 1), sign));
            edges.extend([(a, n + i), (n + i, b)]);
        }
        Picture::graph(vertices, &edges)
    }
}
