//! P8347: shrinking a tree.

use farstar_rules::impartial::{Impartial, Visit};
use farstar_solve::search;
use farstar_value::Limits;
use std::fmt::Write;
use std::ops::ControlFlow;

use crate::error::Result;
use crate::input::Input;
use crate::problem::{Problem, Sample, Text};
use crate::tree::Tree;
use crate::trial::{Ended, Trial, Verification};

/// I74: shrinking a tree.
pub const TREE_SHRINK: Problem = Problem {
    id: "I74",
    name: "tree-shrink",
    title: Text::new("The other side of the moon", "另一侧的月"),
    topics: &["tree", "parity"],
    source: "Luogu P8347; listed in whx1003, Game Theory (2024)",
    statement: Text::new(
        "A move deletes a vertex of a tree of two or more vertices and keeps one of the components that are left. Who leaves a single vertex loses.",
        "一棵至少两个点的树。每步删去一个点并保留剩下的一个连通块。使树只剩一个点者负。",
    ),
    rule: Text::new(
        "The player to move loses exactly if every vertex has odd degree.",
        "当且仅当所有点的度数都是奇数时后手必胜。",
    ),
    complexity: "O(n)",
    format: Text::new(
        "T tests: n (at least 2), then n-1 edges. Output for each: N if the player to move wins, else P.",
        "T 组数据：n（至少为 2）与 n-1 条边。每组输出 N（先手必胜）或 P。",
    ),
    samples: &[Sample { input: "2\n2\n1 2\n3\n1 2\n2 3\n", output: "P\nN\n" }],
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new("every labelled tree on at most N vertices", "至多 N 个点的所有带标号树"),
        quick: 5,
        usual: 6,
        most: 8,
        cases,
    }),
    ..Problem::BLANK
};

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let tests = input.integer("the number of tests", 0..=1_000_000_u32)?;
    let mut text = String::new();
    for _ in 0..tests {
        limits.check()?;
        let n = input.integer("the number of vertices", 2..=5_000_000_usize)?;
        let tree = Tree::read(input, n)?;
        let _ = writeln!(text, "{}", if first_wins(&tree) { 'N' } else { 'P' });
    }
    Ok(text)
}

/// Whether the player to move wins on a tree of two or more vertices; O(n).
#[must_use]
pub fn first_wins(tree: &Tree) -> bool {
    (0..tree.len() as u32).any(|v| tree.neighbours(v).len().is_multiple_of(2))
}

/// The vertices that are left of a tree, as bits, with the neighbours of each vertex. Leaving a single vertex loses, so it is left out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Shrunk {
    neighbours: Vec<u32>,
    left: u32,
}

impl Shrunk {
    /// The vertices that hang together with those of `start`.
    fn component(&self, start: u32, left: u32) -> u32 {
        let mut component = start;
        loop {
            let reached = (0..self.neighbours.len())
                .filter(|&v| component >> v & 1 == 1)
                .fold(component, |reached, v| reached | self.neighbours[v] & left);
            if reached == component {
                return component;
            }
            component = reached;
        }
    }
}

impl Impartial for Shrunk {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        for v in (0..self.neighbours.len()).filter(|&v| self.left >> v & 1 == 1) {
            let left = self.left & !(1 << v);
            let mut unseen = left;
            while unseen != 0 {
                let kept = self.component(unseen & unseen.wrapping_neg(), left);
                unseen &= !kept;
                if kept.count_ones() > 1 {
                    visit(Self { neighbours: self.neighbours.clone(), left: kept })?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for n in 2..=to as usize {
        for tree in Tree::all(n) {
            let bits = |v: u32| tree.neighbours(v).iter().fold(0, |bits, u| bits | 1 << u);
            let start =
                Shrunk { neighbours: (0..n as u32).map(bits).collect(), left: (1 << n) - 1 };
            let played = search::grundy(&start, trial.limits())? != 0;
            trial.compare(
                || format!("edges {:?} (from 0)", tree.edges()),
                first_wins(&tree),
                played,
            )?;
        }
    }
    Ok(())
}
