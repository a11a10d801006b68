//! Flipping the path to the root: HDU 5963.

use std::fmt::Write;

use farstar_solve::digraph::Outcome;
use farstar_value::{Limits, Player};

use crate::error::Result;
use crate::impartial::heaps::joined;
use crate::impartial::whole::{Moves, Play, Rules};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text};
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
pub const TREE_FLIP: Problem = Problem {
    id: "I44",
    name: "tree-flip",
    title: Text::new("Friends: flipping edges up to the root", "朋友（HDU 5963）"),
    topics: &["tree", "contest", "queries"],
    source: "whx1003, Game Theory (2024); HDU 5963",
    statement: Text::new(
        "A rooted tree has a weight 0 or 1 on each edge. A move chooses an edge of weight 1 and turns the weights of all edges from it up to the root. Who cannot move loses; the girls move first. Weights change, and any vertex may be asked as the root.",
        "有根树的每条边权为 0 或 1。每步选一条权为 1 的边，把它到根路径上的所有边权取反。不能操作者负，女生先手。操作：询问以某点为根谁胜，或修改一条边的权。",
    ),
    rule: Text::new(
        "The first player wins exactly if the number of 1-edges at the root is odd; SG is that number mod 2.",
        "先手必胜当且仅当与根相连的权为 1 的边数为奇数；SG 值就是其奇偶性。",
    ),
    complexity: "O(1) a query, O(log n) a change",
    format: Text::new(
        "T; for each case n and m, n − 1 edges x y z (z the weight), m operations: `0 x` asks the root x, `1 x y z` sets the weight of the edge x y to z. Output for each question: `Girls win!` or `Boys win!`.",
        "先读 T；每组读 n、m，n − 1 条边 x y z（z 为权），m 个操作：`0 x` 询问以 x 为根，`1 x y z` 把边 x y 的权改为 z。每个询问输出 `Girls win!` 或 `Boys win!`。",
    ),
    samples: &[Sample {
        input: "1\n3 4\n1 2 1\n2 3 1\n0 1\n0 2\n1 3 2 0\n0 2\n",
        output: "Girls win!\nBoys win!\nGirls win!\n",
    }],
    instance: Instance::game(
        "011010",
        Text::new(
            "Vertex 0 is the root. The digit at a vertex is the weight of the edge above it; a move turns the weights from a 1 up to the root.",
            "0 号点是根。顶点上的数字是其上方那条边的权；每步把一个 1 到根的路径上的权全部翻转。",
        ),
        |text, limits| turn(read(text, PathFlips::read)?, limits),
    ),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new(
            "all labelled trees of up to N vertices with all weights, root 0, by SG values",
            "至多 N 个顶点的所有带标号树与所有边权，根为 0，比较 SG 值",
        ),
        quick: 4,
        usual: 6,
        most: 7,
        cases: |to, trial| {
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
                        let shown =
                            edges.iter().map(|(a, b, w)| format!("{a}-{b}:{}", u8::from(*w)));
                        trial.compare(
                            || format!("root 0, edges {}", joined(shown)),
                            u32::from(rule),
                            play.value(&Flipped { paths: Rules(&paths), weights }, trial.limits())?,
                        )?;
                    }
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
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
