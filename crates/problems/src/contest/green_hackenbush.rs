//! Green Hackenbush: trees and the colon principle, graphs and the fusion principle, AGC017D.

use std::fmt::Write;

use farstar_impartial::digraph::Outcome;
use farstar_impartial::hackenbush::GreenHackenbush;
use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps::joined;
use crate::impartial::whole::{Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Rules};
use crate::tree::Tree;
use crate::trial::{Ended, Trial, Verification};
use farstar_rules::View;
use farstar_rules::{Board, Packed};

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

/// I32: cutting edges of a tree.
pub(crate) const GAME_ON_TREE: Entry = Entry {
    instance: Instance::ruleset("Hackenbush", "$-1:G, 1-2:G, 1-3:G, 3-4:G, $-5:G, 5-6:G", claim),
    answer: Some(|input, _| {
        let n = input.integer("the number of vertices", 1..=1_000_000_usize)?;
        let tree = Tree::read(input, n)?;
        let green = GreenHackenbush::new(n as u32, tree.edges(), &[0])?;
        Ok(if green.value() == 0 { "Bob\n" } else { "Alice\n" }.to_owned())
    }),
    verification: Some(Verification::to([5, 6, 8], trees)),
    ..entry!("I32", "game-on-tree")
};

/// I55: the colon principle.
pub(crate) const COLON: Entry = Entry {
    instance: Instance::ruleset("Hackenbush", "$-1:G, 1-2:G, 2-3:G, $-4:G, 4-5:G, 4-6:G", claim),
    answer: Some(answer_colon),
    verification: Some(Verification::to([5, 6, 8], trees)),
    ..entry!("I55", "colon-principle")
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
pub(crate) const FUSION: Entry = Entry {
    instance: Instance::ruleset("Hackenbush", "$-1:G, 1-2:G, 2-$:G, 2-3:G, 3-4:G", claim),
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
    verification: Some(Verification::to([3, 5, 7], |to, trial| {
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
    })),
    ..entry!("I56", "fusion-principle")
};

/// What the principles say of what stands of a position of the ruleset.
fn claim(board: &Board, at: &Packed, _: Player, _: &Limits) -> Result<Option<Fate>> {
    let View::Edges { vertices, edges, .. } = board.view(at) else { return Ok(None) };
    let ground = vertices.len() as u32;
    let end = |end: Option<usize>| end.map_or(ground, |vertex| vertex as u32);
    let standing = edges.iter().filter(|edge| edge.2.is_some_and(|sign| sign != '_'));
    let standing: Vec<(u32, u32)> = standing.map(|&(a, b, _)| (end(a), end(b))).collect();
    let green = GreenHackenbush::new(ground + 1, &standing, &[ground])?;
    Ok(Some(Fate::of(green.value() != 0)))
}
