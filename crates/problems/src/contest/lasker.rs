//! Lasker's Nim.

use farstar_solve::nim::lasker_value;

use crate::impartial::heaps::{self, NimHeaps, joined, outcome};
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance};
use crate::problem::{Problem, Sample, Text, Worked};
use crate::trial::Verification;
use farstar_rules::View;

/// I41: Lasker's Nim.
pub const LASKER: Problem = Problem {
    id: "I41",
    name: "lasker",
    title: Text::new("Lasker's Nim", "Lasker Nim"),
    topics: &["nim", "heaps", "grundy"],
    source: "whx1003, Game Theory (2024); Lasker 1931; Winning Ways, ch. 4",
    statement: Text::new(
        "A move takes one or more stones from a heap, or splits a heap into two that are not empty. Who cannot move loses.",
        "每步从一堆中取走至少一颗石子，或把一堆分成两个非空堆。不能操作者负。",
    ),
    rule: Text::new(
        "SG(4k) = 4k − 1 for k ≥ 1, SG(4k + 1) = 4k + 1, SG(4k + 2) = 4k + 2, SG(4k + 3) = 4k + 4, SG(0) = 0; a position is the nim sum of its heaps.",
        "SG(4k) = 4k − 1（k ≥ 1），SG(4k + 1) = 4k + 1，SG(4k + 2) = 4k + 2，SG(4k + 3) = 4k + 4，SG(0) = 0；局面取异或和。",
    ),
    complexity: "O(n)",
    format: Text::new(
        "n, then n heaps. Output: the SG value and the outcome.",
        "先读 n，再读 n 堆石子数。输出 SG 值与胜负。",
    ),
    samples: &[
        Sample { input: "2\n4 5\n", output: "6 N\n" },
        Sample { input: "2\n7 8\n", output: "15 N\n" },
        Sample { input: "2\n3 4\n", output: "7 N\n" },
    ],
    worked: &[Worked {
        expression: "TakeAndBreak(\"4.3\").NimValueSequence(4)",
        value: "[1,2,0,2]",
    }],
    instance: Instance::ruleset("Lasker", "3+4", Text::new("", ""), |board, at, _, _| {
        let View::Heaps(heaps) = board.view(at) else { return Ok(None) };
        let values = heaps.concat().into_iter().filter_map(lasker_value);
        Ok(Some(Fate::of(values.fold(0, |sum, value| sum ^ value) != 0)))
    }),
    answer: Some(|input, _| {
        let heaps = heaps::read(input)?;
        let value = heaps.iter().try_fold(0, |sum, &heap| Some(sum ^ lasker_value(heap)?));
        let value = value.ok_or_else(|| input.error("a heap passes 2^64 − 2"))?;
        Ok(format!("{value} {}\n", outcome(value)))
    }),
    verification: Some(Verification {
        range: Text::new(
            "all positions of two heaps of at most N, played whole",
            "每堆至多 N 的任意两堆，整局搜索",
        ),
        quick: 4,
        usual: 6,
        most: 9,
        cases: |to, trial| {
            let mut play = Play::new();
            for list in heaps::all(2, to) {
                let value = list.iter().filter_map(|&heap| lasker_value(heap));
                trial.compare(
                    || format!("heaps {}", joined(&list)),
                    value.fold(0, |sum, value| sum ^ value),
                    play.value(&Lasker::new(list.clone()), trial.limits())?.into(),
                )?;
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// Heaps of Lasker's Nim.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Lasker(Vec<u64>);

impl Lasker {
    fn new(mut heaps: Vec<u64>) -> Self {
        heaps.retain(|&heap| heap > 0);
        heaps.sort_unstable();
        Self(heaps)
    }
}

impl Moves for Lasker {
    fn moves(&self) -> Vec<Self> {
        let mut moves: Vec<Self> =
            NimHeaps(self.0.clone()).moves().into_iter().map(|next| Self::new(next.0)).collect();
        for (i, &heap) in self.0.iter().enumerate() {
            for part in 1..=heap / 2 {
                let mut heaps = self.0.clone();
                heaps[i] = part;
                heaps.push(heap - part);
                moves.push(Self::new(heaps));
            }
        }
        moves
    }
}
