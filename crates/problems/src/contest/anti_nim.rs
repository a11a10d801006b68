//! Misère Nim.

use farstar_solve::misere::{misere_nim_outcome, misere_nim_winning_moves};
use farstar_solve::nim::{HeapMove, nim_sum};
use farstar_value::{Limits, Player};

use crate::error::Result;
use crate::impartial::heaps::{self, NimHeaps, joined};
use crate::impartial::whole::MiserePlay;
use crate::impartial::whole::Moves;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text, Worked};
use crate::trial::Verification;

/// I46: misère Nim.
pub const ANTI_NIM: Problem = Problem {
    id: "I46",
    name: "anti-nim",
    title: Text::new("Misère Nim", "反 Nim（Anti-Nim）"),
    topics: &["nim", "heaps", "misère", "winning moves"],
    source: "whx1003, Game Theory (2024); Bouton 1901",
    statement: Text::new(
        "Nim in which the player who cannot move wins.",
        "Nim 游戏，但不能操作者胜（取到最后一颗者负）。",
    ),
    rule: Text::new(
        "With a heap of two or more the first player wins exactly if the nim sum is not 0; if all heaps are 0 or 1, exactly if the number of ones is even. Winning moves: with two large heaps as in Nim; a single large heap goes to 0 or 1 so that the number of ones becomes odd; with none, take a one if their number is even.",
        "若有不少于 2 颗的堆，先手必胜当且仅当异或和不为 0；若各堆都至多 1 颗，当且仅当 1 的个数为偶数。制胜着：至少两个大堆时同 Nim；恰一个大堆时把它减到 0 或 1，使 1 的个数为奇数；没有大堆且 1 的个数为正偶数时取走一个 1。",
    ),
    complexity: "O(n)",
    format: Text::new(
        "n, then n heaps. Output: the nim sum and the outcome, then the number of winning moves and one a line: heap (from 1) and what it becomes.",
        "先读 n，再读 n 堆石子数。输出异或和与胜负；随后是制胜着个数，每行一着：堆号（从 1 起）与剩余石子数。",
    ),
    samples: &[
        Sample { input: "3\n5 1 1\n", output: "5 N\n1\n1 1\n" },
        Sample { input: "3\n2 4 3\n", output: "5 N\n1\n2 1\n" },
        Sample { input: "1\n1\n", output: "1 P\n0\n" },
    ],
    worked: &[Worked { expression: "(*2).MisereOutcomeClass", value: "N" }],
    instance: Instance::game(
        "3 4 5",
        Text::new("Who cannot move wins.", "不能操作者胜。"),
        |text, limits| {
            turn(
                Misere(NimHeaps(read(text, |input| heaps::few(input, "a heap", 1..=6, 0..=15))?)),
                limits,
            )
        },
    ),
    answer: Some(|input, _| {
        let heaps = heaps::read(input)?;
        let moves = misere_nim_winning_moves(&heaps);
        Ok(heaps::answer(nim_sum(&heaps), misere_nim_outcome(&heaps), &moves))
    }),
    verification: Some(Verification {
        range: Text::new(
            "all positions of three heaps of at most N, with all winning moves",
            "三堆、每堆至多 N 的所有局面，并比较全部制胜着",
        ),
        quick: 3,
        usual: 7,
        most: 12,
        cases: |to, trial| {
            let mut play = MiserePlay::new();
            for list in heaps::all(3, to) {
                let case = || format!("heaps {}", joined(&list));
                let position = NimHeaps(list.clone());
                let played = play.outcome(&position, trial.limits())?;
                trial.compare(case, misere_nim_outcome(&list), played)?;
                let after = |m: &HeapMove| {
                    let mut heaps = list.clone();
                    heaps[m.heap] = m.size;
                    format!("{heaps:?}")
                };
                let listed = joined(misere_nim_winning_moves(&list).iter().map(after));
                let winning = play.winning(&position, trial.limits())?;
                let winning = joined(winning.iter().map(|heaps| format!("{:?}", heaps.0)));
                trial.compare(case, listed, winning)?;
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// Nim heaps, and the player who cannot move wins.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Misere(NimHeaps);

impl Playable for Misere {
    fn after(&self, _: Player) -> Vec<Self> {
        self.0.moves().into_iter().map(Self).collect()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(misere_nim_outcome(&self.0.0).into()))
    }

    fn text(&self) -> String {
        joined(&self.0.0)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0.0)
    }

    fn winner(&self, mover: Player) -> Option<Player> {
        Some(mover)
    }
}
