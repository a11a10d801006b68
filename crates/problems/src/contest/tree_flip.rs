//! Flipping the path to the root: HDU 5963.

use std::fmt::Write;

use farstar_impartial::digraph::Outcome;
use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps::joined;
use crate::impartial::whole::{Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, Rules, read, turn};
use crate::tree::Tree;
use crate::trial::Verification;
use std::sync::LazyLock;

/// A tree with a weight 0 or 1 on each edge, of which any vertex may be asked as the root.
///
/// # Examples
/// ```
/// use farstar_problems::contest::tree_flip::FlipTree;
/// let mut tree = FlipTree::new(3, &[(0, 1, true), (1, 2, true)]);
/// assert!(tree.first_wins(0) && !tree.first_wins(1));
/// assert!(tree.set(2, 1, false) && tree.first_wins(1));
/// assert!(!tree.set(0, 2, false)); // no such edge
/// ```
#[derive(Clone, Debug)]
pub struct FlipTree {
    /// Ends of each edge, the smaller first, sorted, with the weight.
    edges: Vec<((u32, u32), bool)>,
    /// Whether an odd number of edges at the vertex have the weight 1.
    odd: Vec<bool>,
}

impl FlipTree {
    /// The tree on `vertices` vertices with these edges; the ends must be vertices.
    #[must_use]
    pub fn new(vertices: usize, edges: &[(u32, u32, bool)]) -> Self {
        let mut tree = Self { edges: Vec::new(), odd: vec![false; vertices] };
        for &(a, b, weight) in edges {
            tree.edges.push(((a.min(b), a.max(b)), weight));
            tree.odd[a as usize] ^= weight;
            tree.odd[b as usize] ^= weight;
        }
        tree.edges.sort_unstable();
        tree
    }

    /// Sets the weight of the edge between two vertices; `false` if there is none. O(log n).
    pub fn set(&mut self, a: u32, b: u32, weight: bool) -> bool {
        let ends = (a.min(b), a.max(b));
        let Ok(at) = self.edges.binary_search_by_key(&ends, |edge| edge.0) else { return false };
        if std::mem::replace(&mut self.edges[at].1, weight) != weight {
            self.odd[a as usize] ^= true;
            self.odd[b as usize] ^= true;
        }
        true
    }

    /// Whether the first player wins with this root. O(1).
    #[must_use]
    pub fn first_wins(&self, root: u32) -> bool {
        self.odd[root as usize]
    }
}

/// I44: friends.
pub(crate) const TREE_FLIP: Entry = Entry {
    instance: Instance::game("011010", |text, limits| turn(read(text, PathFlips::read)?, limits)),
    answer: Some(answer),
    verification: Some(Verification::to([4, 6, 7], |to, trial| {
        for n in 2..=to as usize {
            for tree in Tree::all(n) {
                let (_, parent) = tree.rooted(0);
                // Bit v is the edge from v to its parent.
                let paths = paths_to_root(&tree);
                let mut play = Play::new();
                for weights in (0_u32..1 << n).step_by(2) {
                    let edges: Vec<(u32, u32, bool)> =
                        (1..n).map(|v| (v as u32, parent[v], weights >> v & 1 == 1)).collect();
                    let rule = FlipTree::new(n, &edges).first_wins(0);
                    let shown = edges.iter().map(|(a, b, w)| format!("{a}-{b}:{}", u8::from(*w)));
                    trial.compare(
                        || format!("root 0, edges {}", joined(shown)),
                        u32::from(rule),
                        play.value(&Flipped { paths: Rules(&paths), weights }, trial.limits())?,
                    )?;
                }
            }
        }
        Ok(())
    })),
    ..entry!("I44", "tree-flip")
};

/// Weights as bits, and for each vertex the bits from its edge up to the root.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Flipped<'p> {
    paths: Rules<'p, [u32]>,
    weights: u32,
}

impl Moves for Flipped<'_> {
    fn moves(&self) -> Vec<Self> {
        let paths = self.paths.0;
        let ones = (1..paths.len()).filter(|v| self.weights >> v & 1 == 1);
        ones.map(|v| Self { weights: self.weights ^ paths[v], ..self.clone() }).collect()
    }
}

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    const MOST: usize = 1_000_000;
    let cases = input.integer("the number of cases", 0..=MOST)?;
    let mut text = String::new();
    for _ in 0..cases {
        let n = input.integer("the number of vertices", 1..=MOST)?;
        let operations = input.integer("the number of operations", 0..=MOST)?;
        let mut ends = Vec::new();
        let mut edges = Vec::new();
        for _ in 1..n {
            let a = input.integer("an end of an edge", 1..=n as u32)? - 1;
            let b = input.integer("an end of an edge", 1..=n as u32)? - 1;
            let weight = input.integer("a weight", 0..=1_u8)? == 1;
            ends.push((a, b));
            edges.push((a, b, weight));
        }
        if let Err(index) = Tree::from_edges(n, ends) {
            return Err(input.error(format!("edge {} closes a cycle; expected a tree", index + 1)));
        }
        let mut tree = FlipTree::new(n, &edges);
        for _ in 0..operations {
            if input.integer("an operation", 0..=1_u8)? == 0 {
                let root = input.integer("a root", 1..=n as u32)? - 1;
                let first = Outcome::from_next_wins(tree.first_wins(root)) == Outcome::N;
                let _ = writeln!(text, "{} win!", if first { "Girls" } else { "Boys" });
            } else {
                let a = input.integer("an end of an edge", 1..=n as u32)?;
                let b = input.integer("an end of an edge", 1..=n as u32)?;
                let weight = input.integer("a weight", 0..=1_u8)? == 1;
                if !tree.set(a - 1, b - 1, weight) {
                    return Err(input.error(format!("{a} {b} is no edge of the tree")));
                }
            }
        }
        limits.check()?;
    }
    Ok(text)
}

/// The tree of the instance, of which vertex 0 is the root.
static TREE: LazyLock<Tree> =
    LazyLock::new(|| Tree::fixed(&[(0, 1), (1, 2), (1, 3), (0, 4), (4, 5)]));

/// The weights of the edges above the vertices, as bits.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PathFlips(u32);

impl PathFlips {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let weights = input.word("the weights")?;
        let count = TREE.len();
        if weights.len() != count
            || weights.bytes().any(|w| !b"01".contains(&w))
            || weights.starts_with('1')
        {
            return Err(input.error(format!("expected {count} digits 0 or 1, the first 0")));
        }
        let ones = (0..).zip(weights.bytes()).filter(|(_, w)| *w == b'1');
        Ok(Self(ones.fold(0, |mask, (v, _)| mask | 1 << v)))
    }
}

impl Playable for PathFlips {
    fn after(&self, _: Player) -> Vec<Self> {
        let paths = paths_to_root(&TREE);
        let position = Flipped { paths: Rules(&paths), weights: self.0 };
        position.moves().into_iter().map(|after| Self(after.weights)).collect()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let (_, parent) = TREE.rooted(0);
        let edge = |v: u32| (v, parent[v as usize], self.0 >> v & 1 == 1);
        let edges: Vec<(u32, u32, bool)> = (1..TREE.len() as u32).map(edge).collect();
        Ok(Some(Fate::of(FlipTree::new(TREE.len(), &edges).first_wins(0))))
    }

    fn text(&self) -> String {
        (0..TREE.len()).map(|v| if self.0 >> v & 1 == 1 { '1' } else { '0' }).collect()
    }

    fn picture(&self) -> Picture {
        let sign = |v: u32| match (v, self.0 >> v & 1) {
            (0, _) => 'R',
            (_, 1) => '1',
            _ => '.',
        };
        TREE.picture(|v| (v.to_string(), sign(v)))
    }

    fn called(&self, after: &Self) -> Option<String> {
        // The deepest vertex of the path is where it begins.
        let turned = |v: &usize| (self.0 ^ after.0) >> v & 1 == 1;
        (1..TREE.len()).rfind(turned).map(|v| format!("{v} ↑"))
    }
}

/// For each vertex the bits of the vertices from it up to the root 0, without the root.
fn paths_to_root(tree: &Tree) -> Vec<u32> {
    let (_, parent) = tree.rooted(0);
    let up = |v| std::iter::successors(Some(v), |&v: &usize| Some(parent[v] as usize));
    let path = |v| up(v).take_while(|&v| v > 0).fold(0, |mask, v| mask | 1 << v);
    (0..tree.len()).map(path).collect()
}
