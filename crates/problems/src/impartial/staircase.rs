//! Staircase Nim.

use std::fmt::Write;

use farstar_solve::digraph::Outcome;
use farstar_solve::nim::{staircase_sum, staircase_winning_moves};
use farstar_value::{Limits, Player};

use super::heaps;
use super::heaps::joined;
use super::whole::{Moves, Play};
use crate::error::Result;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text};
use crate::trial::Verification;

/// I06: staircase Nim.
pub const STAIRCASE: Problem = Problem {
    id: "I06",
    name: "staircase-nim",
    title: Text::new("Staircase Nim", "阶梯博弈"),
    topics: &["nim", "heaps", "winning moves"],
    source: "Notes on Nim, SG functions and the nim product, 0.1, example 2 (the text breaks off; the rule is recovered)",
    statement: Text::new(
        "Piles a_0, a_1, …, a_n stand on a staircase. A move takes one or more tokens from a pile a_i with i ≥ 1 down to a_(i−1). Tokens in a_0 are dead. Who cannot move loses.",
        "阶梯上有石子堆 a_0、a_1、……、a_n。每步把 a_i（i ≥ 1）中至少一颗石子移到 a_(i−1)。a_0 中的石子不能再动。不能操作者负。",
    ),
    rule: Text::new(
        "The second player wins exactly if the nim sum of the odd piles is 0; a move out of an even pile is answered by moving the same tokens on.",
        "后手必胜当且仅当奇数号堆的异或和为 0；对方从偶数号堆移来的石子，接着移走即可。",
    ),
    complexity: "O(n)",
    format: Text::new(
        "The number of piles, a_0 included, then the piles from a_0. Output: the nim sum of the odd piles and the outcome; the number of winning moves, and one a line: the pile i and how many tokens go.",
        "先读堆数（含 a_0），再从 a_0 起读各堆。输出奇数号堆的异或和与胜负；制胜着个数，每行一着：堆号 i 与移动的石子数。",
    ),
    samples: &[
        Sample { input: "5\n1 2 1 1 2\n", output: "3 N\n2\n1 1\n4 1\n" },
        Sample { input: "4\n2 0 2 0\n", output: "0 P\n0\n" },
    ],
    instance: Instance::game(
        "2 1 3 2",
        Text::new(
            "The heaps are a_1, a_2, …. A move takes tokens from one to the heap on its left; what leaves a_1 is dead.",
            "各堆依次为 a_1、a_2、……；每步把一堆中的若干移到左边一堆，离开 a_1 的不再动。",
        ),
        |text, limits| {
            turn(
                Stairs(
                    [vec![0], read(text, |input| heaps::few(input, "a pile", 1..=5, 0..=9))?]
                        .concat(),
                ),
                limits,
            )
        },
    ),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new(
            "all positions of piles a_1 to a_4 of at most N tokens, with all winning moves",
            "a_1 至 a_4 每堆至多 N 颗的所有局面，并比较全部制胜着",
        ),
        quick: 2,
        usual: 4,
        most: 6,
        cases: |to, trial| {
            let mut play = Play::new();
            for code in 0..(to + 1).pow(4) {
                let pile = |i: u32| code / (to + 1).pow(i - 1) % (to + 1);
                let piles = vec![0, pile(1), pile(2), pile(3), pile(4)];
                let case = || format!("piles {}", joined(&piles));
                let position = Stairs(piles.clone());
                trial.compare(
                    case,
                    Outcome::from_next_wins(staircase_sum(&piles) != 0),
                    play.outcome(&position, trial.limits())?,
                )?;
                let listed: Vec<Stairs> = staircase_winning_moves(&piles)
                    .map(|m| position.after(m.pile, m.tokens))
                    .collect();
                let played = play.winning(&position, trial.limits())?;
                let shown = |moves: &[Stairs]| joined(moves.iter().map(|m| format!("{:?}", m.0)));
                trial.compare(case, shown(&listed), shown(&played))?;
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("the number of piles", 1..=1_000_000)?;
    let piles: Vec<u64> = input.integers("a pile", n, 0..=u64::MAX >> 1)?;
    let sum = staircase_sum(&piles);
    let moves: Vec<_> = staircase_winning_moves(&piles).collect();
    let outcome = Outcome::from_next_wins(sum != 0);
    let mut text = format!("{sum} {outcome}\n{}\n", moves.len());
    for m in moves {
        let _ = writeln!(text, "{} {}", m.pile, m.tokens);
    }
    Ok(text)
}

/// Piles on the stairs; what reaches a_0 is forgotten.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stairs(Vec<u64>);

impl Stairs {
    fn after(&self, pile: usize, tokens: u64) -> Self {
        let mut piles = self.0.clone();
        piles[pile] -= tokens;
        if pile > 1 {
            piles[pile - 1] += tokens;
        }
        Self(piles)
    }
}

impl Moves for Stairs {
    fn moves(&self) -> Vec<Self> {
        (1..self.0.len())
            .flat_map(|pile| (1..=self.0[pile]).map(move |tokens| self.after(pile, tokens)))
            .collect()
    }
}

impl Playable for Stairs {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(staircase_sum(&self.0) != 0)))
    }

    fn text(&self) -> String {
        joined(&self.0[1..])
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0[1..])
    }

    fn called(&self, after: &Self) -> Option<String> {
        let pile = (1..self.0.len()).rfind(|&pile| self.0[pile] > after.0[pile])?;
        Some(format!("a_{pile} → a_{}: {}", pile - 1, self.0[pile] - after.0[pile]))
    }
}
