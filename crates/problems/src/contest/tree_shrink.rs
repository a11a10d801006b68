//! P8347: shrinking a tree.

use farstar_impartial::search;
use farstar_rules::impartial::{Impartial, Visit};
use farstar_value::{Limits, Player};
use std::fmt::Write;
use std::ops::ControlFlow;

use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::tree::Tree;
use crate::trial::{Ended, Trial, Verification};
use std::sync::LazyLock;

/// I74: shrinking a tree.
pub(crate) const TREE_SHRINK: Entry = Entry {
    instance: Instance::game("111111", |text, limits| turn(read(text, Shrunk::read)?, limits)),
    answer: Some(answer),
    verification: Some(Verification::to([5, 6, 8], cases)),
    ..entry!("I74", "tree-shrink")
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

/// The vertices that are left of a tree, as bits, with the neighbours of each vertex. Leaving a single vertex loses, so
/// it is left out.
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
        let moves = self.all_moves().into_iter();
        moves.filter(|after| after.left.count_ones() > 1).try_for_each(visit)
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

/// The tree of the instance.
static TREE: LazyLock<Tree> =
    LazyLock::new(|| Tree::fixed(&[(0, 1), (1, 2), (2, 3), (2, 4), (4, 5)]));

impl Shrunk {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let word = input.word("the vertices")?;
        if word.len() != TREE.len() || word.bytes().any(|c| !b"01".contains(&c)) {
            return Err(input.error(format!("expected {} digits 0 or 1", TREE.len())));
        }
        let there = (0..).zip(word.bytes()).filter(|(_, c)| *c == b'1');
        let left = there.fold(0_u32, |mask, (v, _)| mask | 1 << v);
        let bits = |v: u32| TREE.neighbours(v).iter().fold(0, |bits, u| bits | 1 << u);
        let whole = Self { neighbours: (0..TREE.len() as u32).map(bits).collect(), left };
        if left == 0 || whole.component(left & left.wrapping_neg(), left) != left {
            return Err(input.error("expected vertices that hang together"));
        }
        Ok(whole)
    }

    /// What a deleted vertex leaves, single vertices among it.
    fn all_moves(&self) -> Vec<Self> {
        let mut moves = Vec::new();
        for v in (0..self.neighbours.len()).filter(|&v| self.left >> v & 1 == 1) {
            let left = self.left & !(1 << v);
            let mut unseen = left;
            while unseen != 0 {
                let kept = self.component(unseen & unseen.wrapping_neg(), left);
                unseen &= !kept;
                moves.push(Self { neighbours: self.neighbours.clone(), left: kept });
            }
        }
        moves
    }
}

impl Playable for Shrunk {
    fn after(&self, _: Player) -> Vec<Self> {
        self.all_moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let left = self.left;
        let degree = |v: usize| (self.neighbours[v] & left).count_ones();
        let present = (0..self.neighbours.len()).filter(|v| left >> v & 1 == 1);
        Ok((left.count_ones() > 1)
            .then(|| Fate::of(present.clone().any(|v| degree(v).is_multiple_of(2)))))
    }

    fn text(&self) -> String {
        (0..self.neighbours.len())
            .map(|v| if self.left >> v & 1 == 1 { '1' } else { '0' })
            .collect()
    }

    fn picture(&self) -> Picture {
        let there = |v: u32| self.left >> v & 1 == 1;
        TREE.picture(|v| ((v + 1).to_string(), if there(v) { '.' } else { '_' }))
    }

    fn winner(&self, mover: Player) -> Option<Player> {
        // Nobody can move on a single vertex, and who left it has lost.
        Some(mover)
    }

    fn called(&self, after: &Self) -> Option<String> {
        let gone = (0..self.neighbours.len()).find(|&v| {
            let left = self.left & !(1 << v);
            self.left >> v & 1 == 1
                && after.left & !left == 0
                && self.component(after.left & after.left.wrapping_neg(), left) == after.left
        })?;
        let kept = (1..=self.neighbours.len()).filter(|v| after.left >> (v - 1) & 1 == 1);
        let kept: Vec<String> = kept.map(|v| v.to_string()).collect();
        Some(format!("✂ {} → {{{}}}", gone + 1, kept.join(" ")))
    }
}
