//! Stones on a tree: AGC010F.

use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::impartial::heaps::{self, joined};
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance, Picture, Playable, Rules, count_sign, read, turn};
use crate::tree::Tree;
use crate::trial::Verification;
use farstar_value::{Limits, Player};
use std::sync::LazyLock;

/// The vertices (from 0, in order) from which the first player wins. O(n log n): a vertex wins if some neighbour with
/// fewer stones does not, so vertices are decided by growing number of stones. `stones` has one entry for each vertex.
///
/// # Examples
/// ```
/// use farstar_problems::Tree;
/// use farstar_problems::contest::tree_game::winning_vertices;
/// let path = Tree::from_edges(3, vec![(0, 1), (1, 2)]).expect("a tree");
/// assert_eq!(winning_vertices(&path, &[1, 2, 3]), [1]);
/// ```
#[must_use]
pub fn winning_vertices(tree: &Tree, stones: &[u64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..tree.len() as u32).collect();
    order.sort_by_key(|&v| stones[v as usize]);
    let mut wins = vec![false; tree.len()];
    for v in order {
        let fewer = |u: &u32| stones[*u as usize] < stones[v as usize];
        let lost = tree.neighbours(v).iter().filter(|u| fewer(u)).any(|&u| !wins[u as usize]);
        wins[v as usize] = lost;
    }
    (0..tree.len() as u32).filter(|&v| wins[v as usize]).collect()
}

/// I52: the tree game.
pub(crate) const TREE_GAME: Entry = Entry {
    instance: Instance::game("2 3 1 2 1 2", |text, limits| {
        turn(
            {
                let mut numbers = read(text, |input| heaps::few(input, "a number", 6..=6, 0..=9))?;
                let at = numbers.pop().filter(|at| (1..=5).contains(at)).ok_or_else(|| {
                    Error::Input {
                        line: 1,
                        message: "the token stands on a vertex from 1 to 5".to_owned(),
                    }
                })?;
                Stones { tree: Rules(&TREE), stones: numbers, at: at as u32 - 1 }
            },
            limits,
        )
    }),
    answer: Some(|input, _| {
        let count = input.accept("count");
        let n = input.integer("the number of vertices", 1..=1_000_000_usize)?;
        let stones: Vec<u64> = input.integers("a number of stones", n, 0..=u64::MAX)?;
        let tree = Tree::read(input, n)?;
        let winning = winning_vertices(&tree, &stones);
        Ok(match count {
            true => format!("{}\n", winning.len()),
            false => joined(winning.iter().map(|v| v + 1)) + "\n",
        })
    }),
    verification: Some(Verification::to([3, 4, 5], |to, trial| {
        for n in 2..=to as usize {
            for tree in Tree::all(n) {
                let mut play = Play::new();
                for code in 0..3_u64.pow(n as u32) {
                    let stones: Vec<u64> = (0..n as u32).map(|v| code / 3_u64.pow(v) % 3).collect();
                    let mut played = Vec::new();
                    for at in 0..n as u32 {
                        let start = Stones { tree: Rules(&tree), stones: stones.clone(), at };
                        let outcome = play.outcome(&start, trial.limits())?;
                        if outcome == farstar_impartial::digraph::Outcome::N {
                            played.push(at);
                        }
                    }
                    let rule = joined(winning_vertices(&tree, &stones));
                    trial.compare(
                        || format!("edges {:?}, stones {}", tree.edges(), joined(&stones)),
                        rule,
                        joined(played),
                    )?;
                }
            }
        }
        Ok(())
    })),
    ..entry!("I52", "tree-game")
};

/// Stones and the token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stones<'t> {
    tree: Rules<'t, Tree>,
    stones: Vec<u64>,
    at: u32,
}

impl Moves for Stones<'_> {
    fn moves(&self) -> Vec<Self> {
        let here = self.at as usize;
        let Some(left) = self.stones[here].checked_sub(1) else { return Vec::new() };
        let mut stones = self.stones.clone();
        stones[here] = left;
        let neighbours = self.tree.0.neighbours(self.at).iter();
        neighbours.map(|&at| Self { tree: self.tree, stones: stones.clone(), at }).collect()
    }
}

/// The tree of the instance.
static TREE: LazyLock<Tree> = LazyLock::new(|| Tree::fixed(&[(0, 1), (1, 2), (1, 3), (3, 4)]));

impl Playable for Stones<'_> {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let winning = winning_vertices(self.tree.0, &self.stones);
        Ok(Some(Fate::of(winning.contains(&self.at))))
    }

    fn text(&self) -> String {
        format!("{} {}", joined(&self.stones), self.at + 1)
    }

    fn picture(&self) -> Picture {
        self.tree.0.picture(|v| {
            let name = format!("{}{}", v + 1, if v == self.at { " ◄" } else { "" });
            (name, count_sign(self.stones[v as usize] as usize))
        })
    }

    fn called(&self, after: &Self) -> Option<String> {
        Some(format!("{} → {}", self.at + 1, after.at + 1))
    }
}
