//! Ferguson's game, and sums of it: SDOI2009 E&D.

use farstar_value::{Limits, Player};
use std::fmt::Write;

use farstar_solve::nim::{ferguson_value, ferguson_winning_split};

use crate::error::Result;
use crate::impartial::heaps;
use crate::impartial::heaps::{joined, outcome};
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text};
use crate::trial::Verification;

/// I37: Ferguson's game.
pub const FERGUSON: Problem = Problem {
    id: "I37",
    name: "ferguson",
    title: Text::new("Ferguson's game", "Ferguson 游戏"),
    topics: &["heaps", "grundy", "winning moves"],
    source: "whx1003, Game Theory (2024); Ferguson",
    statement: Text::new(
        "There are two heaps that are not empty. A move empties one and splits the other into two heaps that are not empty. Who cannot move loses.",
        "有两个非空石子堆。每步清空其中一堆，把另一堆分成两个非空堆。不能操作者负。",
    ),
    rule: Text::new(
        "The second player wins exactly if both heaps are odd; else an even heap is split into two odd ones. SG is the number of trailing ones of (a − 1) | (b − 1).",
        "两堆都为奇数时后手必胜；否则把一个偶数堆分成两个奇数堆。SG 值为 (a − 1) | (b − 1) 末尾连续 1 的个数。",
    ),
    complexity: "O(1)",
    format: Text::new(
        "Lines with the heaps a and b, to the end of the input. Output for each: SG, the outcome, and a winning split (- if none).",
        "每行两堆 a 与 b，直到输入结束。每行输出 SG、胜负与一个制胜的分法（没有为 -）。",
    ),
    samples: &[Sample { input: "15 20\n10 27\n3 5\n", output: "5 N 1 19\n2 N 1 9\n0 P -\n" }],
    instance: Instance::game(
        "5 8",
        Text::new("The heaps of a pair are told together.", "同一对的两堆写在一起。"),
        |text, limits| {
            turn(
                Pairs::of(&read(text, |input| heaps::few(input, "a heap", 2..=2, 1..=30))?),
                limits,
            )
        },
    ),
    answer: Some(|input, limits| {
        let mut text = String::new();
        while !input.is_at_end() {
            let a: u64 = input.integer("a heap", 1..=u64::MAX)?;
            let b: u64 = input.integer("a heap", 1..=u64::MAX)?;
            let value = ferguson_value(a, b).unwrap_or(0);
            let split = ferguson_winning_split(a, b);
            let split = split.map_or_else(|| "-".to_owned(), |(x, y)| format!("{x} {y}"));
            let _ = writeln!(text, "{value} {} {split}", outcome(value.into()));
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification {
        range: Text::new("all pairs of heaps up to N", "所有至 N 的两堆"),
        quick: 16,
        usual: 39,
        most: 100,
        cases: |to, trial| {
            let mut play = Play::new();
            for total in 2..=2 * to {
                for a in (1..total).filter(|&a| a <= to && total - a <= to) {
                    let pair = Pairs(vec![(a, total - a)]);
                    trial.compare(
                        || format!("heaps {a}, {}", total - a),
                        ferguson_value(a, total - a).unwrap_or(u32::MAX),
                        play.value(&pair, trial.limits())?,
                    )?;
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// Pairs of heaps of Ferguson's game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Pairs(Vec<(u64, u64)>);

impl Moves for Pairs {
    fn moves(&self) -> Vec<Self> {
        let mut moves = Vec::new();
        for (i, &(a, b)) in self.0.iter().enumerate() {
            for heap in [a, b] {
                for part in 1..heap {
                    let mut pairs = self.0.clone();
                    pairs[i] = (part, heap - part);
                    moves.push(Self(pairs));
                }
            }
        }
        moves
    }
}

/// SG of the game E&D on piles of which each two neighbours are a pair; `None` if a pile is empty or one is left over.
///
/// # Examples
/// ```
/// use farstar_problems::contest::ferguson::pairs_value;
/// assert_eq!(pairs_value(&[1, 2, 3, 1]), Some(1));
/// assert_eq!(pairs_value(&[1, 1, 1]), None);
/// ```
#[must_use]
pub fn pairs_value(piles: &[u64]) -> Option<u32> {
    let (pairs, rest) = piles.as_chunks::<2>();
    let sum = pairs.iter().try_fold(0, |sum, &[a, b]| Some(sum ^ ferguson_value(a, b)?));
    sum.filter(|_| rest.is_empty())
}

/// I33: E&D.
pub const E_AND_D: Problem = Problem {
    id: "I33",
    name: "e-and-d",
    title: Text::new("E&D", "E&D（SDOI2009；QOJ 4177）"),
    topics: &["heaps", "grundy", "contest"],
    source: "Notes on Nim, SG functions and the nim product; SDOI2009, Luogu P2148 (QOJ 4177 by title)",
    statement: Text::new(
        "2n piles stand in pairs, the first with the second and so on. A move takes away one pile of a pair and splits the other into two piles that are not empty, which are the pair then. Who cannot move loses. Does the first player win?",
        "2n 堆石子两两成对（第 1、2 堆一对，依此类推）。每步取走某一对中的一堆，把另一堆分成两个非空堆作为新的一对。不能操作者负，问先手是否必胜。",
    ),
    rule: Text::new(
        "A pair has SG = the number of trailing ones of (a − 1) | (b − 1) (I37); the pairs are added by xor.",
        "一对的 SG 值为 (a − 1) | (b − 1) 末尾连续 1 的个数（I37），各对取异或和。",
    ),
    complexity: "O(n)",
    format: Text::new(
        "T; for each case the number of piles (even) and the piles, at least 1. Output: YES or NO for each case. If the word `values` comes first, the SG value and the outcome instead.",
        "先读 T；每组读堆数（偶数）与各堆（至少为 1）。每组输出 YES 或 NO。若最前面有单词 `values`，则改为输出 SG 值与胜负。",
    ),
    samples: &[
        Sample { input: "2\n4\n1 2 3 1\n6\n1 1 1 1 1 1\n", output: "YES\nNO\n" },
        Sample { input: "values 1\n4\n1 2 3 1\n", output: "1 N\n" },
    ],
    instance: Instance::game(
        "3 6 5 4",
        Text::new("The heaps of a pair are told together.", "同一对的两堆写在一起。"),
        |text, limits| {
            turn(
                Pairs::of(&read(text, |input| heaps::few(input, "a heap", 4..=4, 1..=30))?),
                limits,
            )
        },
    ),
    answer: Some(|input, limits| {
        let values = input.accept("values");
        let cases = input.integer("the number of cases", 0..=1_000_000)?;
        let mut text = String::new();
        for _ in 0..cases {
            let n = input.integer("the number of piles", 0..=1_000_000_usize)?;
            if n % 2 == 1 {
                return Err(input.error(format!("{n} piles; expected an even number")));
            }
            let piles: Vec<u64> = input.integers("a pile", n, 1..=u64::MAX)?;
            let value = pairs_value(&piles).unwrap_or(0);
            let _ = match values {
                true => writeln!(text, "{value} {}", outcome(value.into())),
                false => writeln!(text, "{}", if value == 0 { "NO" } else { "YES" }),
            };
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification {
        range: Text::new(
            "all positions of two pairs of piles up to N, played whole",
            "两对、每堆至 N 的所有局面，整局搜索",
        ),
        quick: 4,
        usual: 6,
        most: 9,
        cases: |to, trial| {
            let mut play = Play::new();
            for code in 0..to.pow(4) {
                let piles: Vec<u64> = (0..4).map(|i| code / to.pow(i) % to + 1).collect();
                let pairs = Pairs(vec![(piles[0], piles[1]), (piles[2], piles[3])]);
                trial.compare(
                    || format!("piles {}", joined(&piles)),
                    outcome(pairs_value(&piles).unwrap_or(u32::MAX).into()),
                    play.outcome(&pairs, trial.limits())?,
                )?;
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

impl Playable for Pairs {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let piles: Vec<u64> = self.0.iter().flat_map(|&(a, b)| [a, b]).collect();
        Ok(pairs_value(&piles).map(|value| Fate::of(value != 0)))
    }

    fn text(&self) -> String {
        joined(self.0.iter().map(|(a, b)| format!("{a} {b}")))
    }

    fn picture(&self) -> Picture {
        Picture::tuples(self.0.iter().map(|&(a, b)| vec![a, b]).collect())
    }
}

impl Pairs {
    /// Heaps in pairs, one after the other.
    fn of(heaps: &[u64]) -> Self {
        Self(heaps.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
    }
}
