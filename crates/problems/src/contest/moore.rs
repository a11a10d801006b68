//! Moore's Nim.

use farstar_solve::nim::moore_outcome;
use farstar_value::{Limits, Player};

use crate::error::Result;
use crate::impartial::heaps::{self, joined};
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text};
use crate::trial::Verification;

/// I48: Moore's Nim.
pub const MOORE: Problem = Problem {
    id: "I48",
    name: "moore",
    title: Text::new("Moore's Nim_k", "Moore 的 Nim_k 游戏"),
    topics: &["nim", "heaps", "compound"],
    source: "whx1003, Game Theory (2024); Moore 1910",
    statement: Text::new(
        "A move takes stones from one to k heaps, at least one from each of them, the amounts may differ. Who cannot move loses.",
        "每步从 1 到 k 堆中取石子，所选的每堆至少取一颗，各堆数目可以不同。不能操作者负。",
    ),
    rule: Text::new(
        "The second player wins exactly if in every binary place the number of heaps with a one is a multiple of k + 1. It holds for heaps, and for components whose SG value falls along every move (IE12).",
        "后手必胜当且仅当每个二进制位上 1 的个数都是 k + 1 的倍数。只对石子堆，或每步 SG 值都减小的分量成立（IE12）。",
    ),
    complexity: "O(64 n)",
    format: Text::new(
        "n and k, then n heaps. Output: the outcome.",
        "先读 n 与 k，再读 n 堆石子数。输出胜负。",
    ),
    samples: &[
        Sample { input: "3 2\n1 1 1\n", output: "P\n" },
        Sample { input: "3 1\n0 1 3\n", output: "N\n" },
    ],
    instance: Instance::game(
        "1 2 3 3",
        Text::new(
            "k = 2: a move takes stones from one heap or from two.",
            "k = 2：每步从一堆或两堆中取石子。",
        ),
        |text, limits| {
            turn(
                Moore {
                    most: 2,
                    heaps: read(text, |input| heaps::few(input, "a heap", 1..=5, 0..=6))?,
                },
                limits,
            )
        },
    ),
    answer: Some(|input, _| {
        let n = input.integer("the number of heaps", 0..=1_000_000_usize)?;
        let k = input.integer("the most heaps of a move", 1..=u64::MAX)?;
        let heaps: Vec<u64> = input.integers("a heap", n, 0..=u64::MAX)?;
        Ok(format!("{}\n", moore_outcome(k, &heaps)))
    }),
    verification: Some(Verification {
        range: Text::new(
            "all positions of four heaps of at most N, k = 1, 2, 3",
            "四堆、每堆至多 N 的所有局面，k = 1、2、3",
        ),
        quick: 2,
        usual: 4,
        most: 6,
        cases: |to, trial| {
            for most in 1..=3 {
                let mut play = Play::new();
                for heaps in heaps::all(4, to) {
                    trial.compare(
                        || format!("k = {most}, heaps {}", joined(&heaps)),
                        moore_outcome(most as u64, &heaps),
                        play.outcome(&Moore { most, heaps: heaps.clone() }, trial.limits())?,
                    )?;
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// Heaps of which a move lowers at most `most`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Moore {
    most: usize,
    heaps: Vec<u64>,
}

impl Moves for Moore {
    fn moves(&self) -> Vec<Self> {
        let mut lists = vec![(0, Vec::new())];
        for &heap in &self.heaps {
            lists = lists
                .into_iter()
                .flat_map(|(lowered, list)| {
                    (0..=heap).filter_map(move |size| {
                        let lowered = lowered + usize::from(size < heap);
                        let mut list: Vec<u64> = list.clone();
                        list.push(size);
                        (lowered <= self.most).then_some((lowered, list))
                    })
                })
                .collect();
        }
        let moved = lists.into_iter().filter(|(lowered, _)| *lowered > 0);
        moved
            .map(|(_, mut heaps)| {
                heaps.sort_unstable_by(|a, b| b.cmp(a));
                Self { most: self.most, heaps }
            })
            .collect()
    }
}

impl Playable for Moore {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(moore_outcome(self.most as u64, &self.heaps).into()))
    }

    fn text(&self) -> String {
        joined(&self.heaps)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.heaps)
    }
}
