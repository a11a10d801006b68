//! AGC002E: candy piles.

use farstar_rules::impartial::{Impartial, Visit};
use farstar_solve::search;
use farstar_value::{Limits, Player};
use std::ops::ControlFlow;

use crate::error::Result;
use crate::impartial::heaps;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text};
use crate::trial::{Ended, Trial, Verification};

/// I60: candy piles.
pub const CANDY_PILES: Problem = Problem {
    id: "I60",
    name: "candy-piles",
    title: Text::new("Candy Piles", "糖果堆"),
    topics: &["piles", "Young diagram", "misère"],
    source: "AtCoder AGC002E; listed in whx1003, Game Theory (2024)",
    statement: Text::new(
        "There are n piles of candies. A move eats the whole of the largest pile, or one candy from every pile that is not empty. Who eats the last candy loses.",
        "有 n 堆糖。每步或吃掉最大的一堆，或从每个非空堆中各吃一颗。吃掉最后一颗者负。",
    ),
    rule: Text::new(
        "Sort the piles and draw them as a Young diagram: a move cuts off its first column or its first row. Walk along the diagonal to its last cell inside the diagram. The first player wins if the number of cells above it or the number of cells to the right of it is odd.",
        "把各堆从大到小排成杨表，每步去掉第一列或第一行。沿对角线走到表内最后一格：若其上方或右方的格数为奇数则先手必胜，否则后手必胜。",
    ),
    complexity: "O(n log n)",
    format: Text::new(
        "n, then n piles (1 to 10^9). Output: First or Second.",
        "先读 n，再读 n 堆糖数（1 至 10^9）。输出 First 或 Second。",
    ),
    samples: &[
        Sample { input: "2\n1 3\n", output: "First\n" },
        Sample { input: "3\n1 2 1\n", output: "First\n" },
        Sample { input: "3\n1 2 3\n", output: "Second\n" },
    ],
    instance: Instance::game(
        "4 2 1",
        Text::new(
            "The piles, the largest first. Who eats the last candy loses.",
            "各堆从大到小。吃掉最后一颗者负。",
        ),
        |text, limits| {
            turn(Piles::of(read(text, |input| heaps::few(input, "a pile", 1..=7, 0..=9))?), limits)
        },
    ),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new(
            "all positions of up to N piles of at most N candies",
            "至多 N 堆、每堆至多 N 颗的所有局面",
        ),
        quick: 4,
        usual: 7,
        most: 10,
        cases,
    }),
    ..Problem::BLANK
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("the number of piles", 1..=1_000_000_usize)?;
    let piles = input.integers("a pile", n, 1..=1_000_000_000_u64)?;
    Ok(if first_wins(&piles) { "First\n" } else { "Second\n" }.to_owned())
}

/// Whether the player to move wins; O(n log n). Without candies the game is over, and who ate the last one has lost.
#[must_use]
pub fn first_wins(piles: &[u64]) -> bool {
    let mut piles: Vec<u64> = piles.iter().copied().filter(|&pile| pile > 0).collect();
    if piles.is_empty() {
        return true;
    }
    piles.sort_unstable_by(|a, b| b.cmp(a));
    let side = (1..=piles.len()).take_while(|&i| piles[i - 1] >= i as u64).count();
    let above = piles[side - 1] - side as u64;
    let right = piles[side..].iter().take_while(|&&pile| pile >= side as u64).count();
    above % 2 == 1 || right % 2 == 1
}

/// Piles, largest first, none empty. The move that eats everything loses, so it is left out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Piles(Vec<u64>);

impl Impartial for Piles {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        if self.0.len() > 1 {
            visit(Self(self.0[1..].to_vec()))?;
        }
        let eaten: Vec<u64> = self.0.iter().map(|pile| pile - 1).filter(|&pile| pile > 0).collect();
        if eaten.is_empty() { ControlFlow::Continue(()) } else { visit(Self(eaten)) }
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut lists = vec![Vec::new()];
    for _ in 0..to {
        let mut longer = Vec::new();
        for list in &lists {
            for pile in 1..=list.last().copied().unwrap_or(to) {
                longer.push([&list[..], &[pile]].concat());
            }
        }
        for piles in &longer {
            let played = search::grundy(&Piles(piles.clone()), trial.limits())? != 0;
            trial.compare(|| format!("piles {piles:?}"), first_wins(piles), played)?;
        }
        lists = longer;
    }
    Ok(())
}

impl Piles {
    fn of(mut piles: Vec<u64>) -> Self {
        piles.retain(|&pile| pile > 0);
        piles.sort_unstable_by(|a, b| b.cmp(a));
        Self(piles)
    }
}

impl Playable for Piles {
    fn after(&self, _: Player) -> Vec<Self> {
        let mut moves = crate::instance::options(self);
        // Here the last candy is eaten, and who eats it loses.
        if self.0.len() == 1 || self.0.iter().all(|&pile| pile == 1) && !self.0.is_empty() {
            moves.push(Self(Vec::new()));
        }
        moves
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(first_wins(&self.0))))
    }

    fn text(&self) -> String {
        if self.0.is_empty() { "0".to_owned() } else { heaps::joined(&self.0) }
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0)
    }

    fn winner(&self, mover: Player) -> Option<Player> {
        Some(mover)
    }

    fn called(&self, after: &Self) -> Option<String> {
        let largest = after.0 == self.0[1..];
        Some(if largest {
            format!("↓ {}", self.0[0])
        } else {
            format!("− 1 × {}", self.0.len())
        })
    }
}
