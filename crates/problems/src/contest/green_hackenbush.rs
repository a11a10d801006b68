//! Green Hackenbush: trees and the colon principle, graphs and the fusion principle, AGC017D.

use std::fmt::Write;

use farstar_solve::digraph::Outcome;
use farstar_solve::hackenbush::GreenHackenbush;
use farstar_value::{Limits, Player};

use crate::error::Result;
use crate::impartial::heaps::joined;
use crate::impartial::whole::{Moves, Play, Rules};
use crate::input::Input;
use crate::instance::{Fate, Instance};
use crate::problem::{Kind, Problem, Sample, Text, Worked};
use crate::tree::Tree;
use crate::trial::{Ended, Trial, Verification};
use farstar_rules::View;
use farstar_rules::{Game as Board, Packed};

/// Edges that still hang on vertex 0, as bits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Hanging<'e> {
    edges: Rules<'e, [(u32, u32)]>,
    left: u32,
}

impl<'e> Hanging<'e> {
    /// What hangs on vertex 0 of the edges in `left`.
    fn new(edges: &'e [(u32, u32)], left: u32) -> Self {
        let present = || (0..edges.len()).filter(|i| left >> i & 1 == 1);
        let mut reached = 1_u32;
        for _ in 0..edges.len() {
            for i in present() {
                let (a, b) = edges[i];
                if (reached >> a | reached >> b) & 1 == 1 {
                    reached |= 1 << a | 1 << b;
                }
            }
        }
        let hangs = present().filter(|&i| reached >> edges[i].0 & 1 == 1);
        Self { edges: Rules(edges), left: hangs.fold(0, |mask, i| mask | 1 << i) }
    }

    fn whole(edges: &'e [(u32, u32)]) -> Self {
        Self::new(edges, (1 << edges.len()) - 1)
    }

    fn without(&self, edge: u32) -> Self {
        Self::new(self.edges.0, self.left & !(1 << edge))
    }
}

impl Moves for Hanging<'_> {
    fn moves(&self) -> Vec<Self> {
        let present = (0..self.edges.0.len() as u32).filter(|i| self.left >> i & 1 == 1);
        present.map(|edge| self.without(edge)).collect()
    }
}

/// The edges whose cut wins, by play.
fn winning_cuts<'e>(
    position: &Hanging<'e>,
    play: &mut Play<Hanging<'e>>,
    limits: &Limits,
) -> Result<Vec<u32>> {
    let mut winning = Vec::new();
    for edge in (0..position.edges.0.len() as u32).filter(|i| position.left >> i & 1 == 1) {
        if play.outcome(&position.without(edge), limits)? == Outcome::P {
            winning.push(edge);
        }
    }
    Ok(winning)
}

/// Value, outcome and winning cuts of a position against play.
fn against_play(
    vertices: u32,
    edges: &[(u32, u32)],
    trial: &mut Trial<'_>,
) -> std::result::Result<(), Ended> {
    let case = || {
        let edges = edges.iter().map(|(a, b)| format!("{a}-{b}"));
        format!("ground 0, edges {}", joined(edges))
    };
    let green = GreenHackenbush::new(vertices, edges, &[0])?;
    let position = Hanging::whole(edges);
    let mut play = Play::new();
    trial.compare(case, green.value(), play.value(&position, trial.limits())?)?;
    let found = joined(green.winning_edges(trial.limits())?);
    let played = joined(winning_cuts(&position, &mut play, trial.limits())?);
    trial.compare(case, found, played)
}

/// All labelled trees of up to `to` vertices, rooted at 0.
fn trees(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for n in 1..=to as usize {
        for tree in Tree::all(n) {
            against_play(n as u32, tree.edges(), trial)?;
        }
    }
    Ok(())
}

const TREES: Text = Text::new(
    "all labelled trees of up to N vertices, with all winning cuts",
    "至多 N 个顶点的所有带标号树，并比较全部制胜的割边",
);

/// I32: cutting edges of a tree.
pub const GAME_ON_TREE: Problem = Problem {
    id: "I32",
    name: "game-on-tree",
    title: Text::new("Game on Tree", "树上删边（AGC017D Game on Tree）"),
    topics: &["tree", "contest", "grundy"],
    source: "Notes on Nim, SG functions and the nim product; AtCoder AGC017 D",
    statement: Text::new(
        "A tree of n vertices. A move deletes an edge and keeps the part with vertex 1. Who cannot move loses. Alice moves first, then Bob.",
        "一棵 n 个点的树。每步删去一条边，保留含 1 号点的部分。不能操作者负。Alice 先手，Bob 后手。",
    ),
    rule: Text::new(
        "With root 1, SG(v) is the xor of SG(c) + 1 over the children c: an edge on top adds exactly 1 (colon principle, I55). Alice wins exactly if SG(1) is not 0.",
        "以 1 为根，SG(v) 是各子节点 SG(c) + 1 的异或和：上面多一条边恰好加 1（克朗原理，I55）。Alice 胜当且仅当 SG(1) 不为 0。",
    ),
    complexity: "O(n), without recursion",
    format: Text::new(
        "n, then n − 1 edges. Output: Alice or Bob.",
        "先读 n，再读 n − 1 条边。输出 Alice 或 Bob。",
    ),
    samples: &[
        Sample { input: "5\n1 2\n2 3\n2 4\n4 5\n", output: "Alice\n" },
        Sample { input: "5\n1 2\n2 3\n1 4\n4 5\n", output: "Bob\n" },
    ],
    worked: &[Worked { expression: "*1 + *2", value: "*3" }],
    instance: Instance::ruleset(
        "Hackenbush",
        "$-1:G, 1-2:G, 1-3:G, 3-4:G, $-5:G, 5-6:G",
        Text::new("$ is the ground.", "$ 是地面。"),
        claim,
    ),
    answer: Some(|input, _| {
        let n = input.integer("the number of vertices", 1..=1_000_000_usize)?;
        let tree = Tree::read(input, n)?;
        let green = GreenHackenbush::new(n as u32, tree.edges(), &[0])?;
        Ok(if green.value() == 0 { "Bob\n" } else { "Alice\n" }.to_owned())
    }),
    verification: Some(Verification { range: TREES, quick: 5, usual: 6, most: 8, cases: trees }),
    ..Problem::BLANK
};

/// I55: the colon principle.
pub const COLON: Problem = Problem {
    id: "I55",
    name: "colon-principle",
    kind: Kind::Theory,
    title: Text::new("Colon principle: Green Hackenbush on trees", "克朗原理：树上绿色 Hackenbush"),
    topics: &["tree", "hackenbush", "theorem", "winning moves"],
    source: "whx1003, Game Theory (2024); Winning Ways, ch. 7",
    statement: Text::new(
        "A tree stands on the ground at its root. A move cuts an edge; what no longer hangs on the root is gone. Who cannot move loses.",
        "一棵树的根在地面上。每步砍断一条边，与根不连通的部分消失。不能操作者负。",
    ),
    rule: Text::new(
        "Branches that meet at a vertex may be replaced by one stalk whose length is the nim sum of theirs: f(u) is the xor of f(v) + 1 over the children v.",
        "在一点相接的若干枝条可换成一根长为其异或和的竹竿：f(u) 为各子节点 f(v) + 1 的异或和。",
    ),
    complexity: "O(n), without recursion",
    format: Text::new(
        "n, then the parents of the vertices 2 to n; the root is 1. Output: SG and the outcome; the number of winning cuts, and the upper ends of the edges cut, in one line.",
        "先读 n，再读 2 到 n 号点的父节点，根为 1。输出 SG 值与胜负；制胜割边个数，以及一行各割边上端的点。",
    ),
    samples: &[
        Sample { input: "8\n1 1 1 4 3 6 6\n", output: "1 N\n3\n2 7 8\n" },
        Sample { input: "3\n1 1\n", output: "0 P\n0\n\n" },
    ],
    worked: &[Worked { expression: "(*1):(*2)", value: "*3" }],
    instance: Instance::ruleset(
        "Hackenbush",
        "$-1:G, 1-2:G, 2-3:G, $-4:G, 4-5:G, 4-6:G",
        Text::new("$ is the ground.", "$ 是地面。"),
        claim,
    ),
    answer: Some(answer_colon),
    verification: Some(Verification { range: TREES, quick: 5, usual: 6, most: 8, cases: trees }),
    ..Problem::BLANK
};

fn answer_colon(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let n = input.integer("the number of vertices", 1..=1_000_000_u32)?;
    let mut edges = Vec::new();
    for v in 2..=n {
        let parent = input.integer("a parent", 1..=n)?;
        edges.push((parent - 1, v - 1));
    }
    let tree = Tree::from_edges(n as usize, edges.clone()).map_err(|index| {
        input.error(format!("the parent of vertex {} closes a cycle", index + 2))
    })?;
    let green = GreenHackenbush::new(n, tree.edges(), &[0])?;
    let winning = green.winning_edges(limits)?;
    Ok(format!(
        "{} {}\n{}\n{}\n",
        green.value(),
        green.outcome(),
        winning.len(),
        joined(winning.iter().map(|edge| edge + 2))
    ))
}

/// I56: the fusion principle.
pub const FUSION: Problem = Problem {
    id: "I56",
    name: "fusion-principle",
    kind: Kind::Theory,
    title: Text::new(
        "Fusion principle: Green Hackenbush on graphs",
        "融合原理：一般图上绿色 Hackenbush",
    ),
    topics: &["graph", "hackenbush", "theorem", "winning moves"],
    source: "whx1003, Game Theory (2024, named as advanced); Winning Ways, ch. 7",
    statement: Text::new(
        "A graph, with loops and parallel edges allowed, hangs on some ground vertices. A move cuts an edge; what no longer hangs on the ground is gone. Who cannot move loses.",
        "一个图（允许自环与重边）连在若干地面点上。每步砍断一条边，与地面不连通的部分消失。不能操作者负。",
    ),
    rule: Text::new(
        "The vertices of a cycle may be fused into one: a 2-edge-connected part with e edges becomes one vertex with e loops and counts e mod 2; bridges go by the colon principle; a loop counts 1.",
        "环上的点可以融合为一点：有 e 条边的边双连通分量缩成一点带 e 个自环，计 e mod 2；桥按克朗原理；一个自环计 1。",
    ),
    complexity: "O(V + E), without recursion; O(e²) more for the winning edges of a part with e edges",
    format: Text::new(
        "n and m, m edges u v (vertices 0 to n − 1), then the number of ground vertices and these. Output: SG and the outcome; the number of winning edges, and their numbers from 1 in one line.",
        "先读 n、m 与 m 条边 u v（顶点 0 到 n − 1），再读地面点个数与各地面点。输出 SG 值与胜负；制胜的边数，以及一行各边的编号（从 1 起）。",
    ),
    samples: &[
        Sample { input: "4 6\n3 0\n2 2\n3 1\n3 3\n1 3\n0 1\n1 0\n", output: "1 N\n3\n3 4 5\n" },
        Sample { input: "4 4\n0 1\n0 2\n1 2\n2 3\n1 0\n", output: "0 P\n0\n\n" },
    ],
    instance: Instance::ruleset(
        "Hackenbush",
        "$-1:G, 1-2:G, 2-$:G, 2-3:G, 3-4:G",
        Text::new("$ is the ground.", "$ 是地面。"),
        claim,
    ),
    answer: Some(|input, limits| {
        let n = input.integer("the number of vertices", 1..=1_000_000_u32)?;
        let m = input.integer("the number of edges", 0..=2_000_000_usize)?;
        let mut edges = Vec::new();
        for _ in 0..m {
            let u = input.integer("an end of an edge", 0..=n - 1)?;
            edges.push((u, input.integer("an end of an edge", 0..=n - 1)?));
        }
        let count = input.integer("the number of ground vertices", 0..=n as usize)?;
        let ground: Vec<u32> = input.integers("a ground vertex", count, 0..=n - 1)?;
        let green = GreenHackenbush::new(n, &edges, &ground)?;
        let winning = green.winning_edges(limits)?;
        let mut text = format!("{} {}\n{}\n", green.value(), green.outcome(), winning.len());
        let _ = writeln!(text, "{}", joined(winning.iter().map(|edge| edge + 1)));
        Ok(text)
    }),
    verification: Some(Verification {
        range: Text::new(
            "all multigraphs of up to N edges on four vertices, one on the ground, loops allowed, with all winning edges",
            "四个顶点（一个在地面）、至多 N 条边的所有重图（允许自环），并比较全部制胜的边",
        ),
        quick: 3,
        usual: 5,
        most: 7,
        cases: |to, trial| {
            let pairs: Vec<(u32, u32)> = (0..4).flat_map(|a| (a..4).map(move |b| (a, b))).collect();
            // Multisets of pairs, as lists that do not fall.
            let mut lists: Vec<Vec<usize>> = vec![Vec::new()];
            for _ in 0..to {
                let longer = |list: &Vec<usize>| {
                    let first = list.last().copied().unwrap_or(0);
                    let list = list.clone();
                    (first..10).map(move |pair| [list.clone(), vec![pair]].concat())
                };
                lists = lists.iter().flat_map(longer).collect();
                for list in &lists {
                    let edges: Vec<(u32, u32)> = list.iter().map(|&i| pairs[i]).collect();
                    against_play(4, &edges, trial)?;
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// What the principles say of what stands of a position of the ruleset.
fn claim(board: &Board, at: &Packed, _: Player, _: &Limits) -> Result<Option<Fate>> {
    let View::Edges { vertices, edges } = board.view(at) else { return Ok(None) };
    let ground = vertices.len() as u32;
    let end = |end: Option<usize>| end.map_or(ground, |vertex| vertex as u32);
    let standing = edges.iter().filter(|edge| edge.2.is_some_and(|sign| sign != '_'));
    let standing: Vec<(u32, u32)> = standing.map(|&(a, b, _)| (end(a), end(b))).collect();
    let green = GreenHackenbush::new(ground + 1, &standing, &[ground])?;
    Ok(Some(Fate::of(green.value() != 0)))
}
