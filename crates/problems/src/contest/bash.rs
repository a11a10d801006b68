//! The Bash game, and the example from primary school.

use std::fmt::Write;

use farstar_solve::nim::bash_value;

use crate::impartial::heaps::{joined, outcome};
use crate::impartial::whole::{self, Moves, Play};
use crate::instance::{Fate, Instance};
use crate::problem::{Kind, Problem, Sample, Text, Worked};
use crate::trial::Verification;
use farstar_rules::View;

/// I35: the example from primary school.
pub const TWENTY_COINS: Problem = Problem {
    id: "I35",
    name: "twenty-coins",
    kind: Kind::Theory,
    title: Text::new("Twenty coins, take one or two", "20 枚硬币取 1 或 2 枚（小学数学）"),
    topics: &["heaps", "subtraction"],
    source: "whx1003, Game Theory (2024)",
    statement: Text::new(
        "Twenty coins lie on a table. A move takes one or two. Who takes the last coin wins.",
        "桌上有 20 枚硬币，每次取 1 或 2 枚，取到最后一枚者胜。",
    ),
    rule: Text::new(
        "Bash's game with n = 20, m = 2 (I39): 20 mod 3 = 2, so the first player wins by taking two.",
        "即 n = 20、m = 2 的巴什博弈（I39）：20 mod 3 = 2，先手取 2 枚必胜。",
    ),
    complexity: "O(1)",
    worked: &[Worked { expression: "Subtraction([1,2])(20).NimValue", value: "2" }],
    instance: Instance::ruleset(
        "Subtraction(s={1 2})",
        "20",
        Text::new("", ""),
        |board, at, _, _| {
            let View::Heaps(heaps) = board.view(at) else { return Ok(None) };
            Ok(Some(Fate::of(
                heaps.concat().into_iter().fold(0, |sum, n| sum ^ bash_value(n, 2)) != 0,
            )))
        },
    ),
    ..Problem::BLANK
};

/// I39: the Bash game.
pub const BASH: Problem = Problem {
    id: "I39",
    name: "bash",
    title: Text::new("Bash game", "巴什博弈"),
    topics: &["heaps", "subtraction", "winning moves"],
    source: "whx1003, Game Theory (2024)",
    statement: Text::new(
        "There are n stones. A move takes 1 to m of them. Who cannot move loses.",
        "有 n 颗石子，每次取 1 到 m 颗，不能操作者负。",
    ),
    rule: Text::new(
        "SG = n mod (m + 1); if it is not 0 the only winning move takes as many stones.",
        "SG = n mod (m + 1)；若不为 0，唯一的制胜着就是取这么多颗。",
    ),
    complexity: "O(1)",
    format: Text::new(
        "Lines with n and m, to the end of the input. Output for each: SG, the outcome, the winning take (- if none).",
        "每行 n 与 m，直到输入结束。每行输出 SG、胜负、制胜的取法（没有为 -）。",
    ),
    samples: &[Sample { input: "20 2\n44 1\n", output: "2 N 2\n0 P -\n" }],
    worked: &[Worked { expression: "Subtraction([1,2,3])(7).NimValue", value: "3" }],
    instance: Instance::ruleset(
        "Subtraction(s={1 2 3})",
        "10",
        Text::new("m = 3: a move takes one to three stones.", "m = 3：每步取 1 至 3 颗。"),
        |board, at, _, _| {
            let View::Heaps(heaps) = board.view(at) else { return Ok(None) };
            Ok(Some(Fate::of(
                heaps.concat().into_iter().fold(0, |sum, n| sum ^ bash_value(n, 3)) != 0,
            )))
        },
    ),
    answer: Some(|input, limits| {
        let mut text = String::new();
        while !input.is_at_end() {
            let n: u64 = input.integer("n", 0..=u64::MAX)?;
            let m = input.integer("m", 1..=u64::MAX)?;
            let value = bash_value(n, m);
            let take = if value == 0 { "-".to_owned() } else { value.to_string() };
            let _ = writeln!(text, "{value} {} {take}", outcome(value));
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification {
        range: Text::new("all n, m up to N", "所有至 N 的 n、m"),
        quick: 16,
        usual: 40,
        most: 200,
        cases: |to, trial| {
            for m in 1..=to {
                for n in 0..=to {
                    let case = || format!("n = {n}, m = {m}");
                    let played = whole::grundy(Bash { n, m }, trial.limits())?;
                    trial.compare(case, bash_value(n, m), played.into())?;
                    let mut play = Play::new();
                    let winning = play.winning(&Bash { n, m }, trial.limits())?;
                    let listed = joined(winning.iter().map(|after| n - after.n));
                    let take = bash_value(n, m);
                    let take = if take == 0 { String::new() } else { take.to_string() };
                    trial.compare(case, take, listed)?;
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// A heap from which 1 to m stones are taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Bash {
    n: u64,
    m: u64,
}

impl Moves for Bash {
    fn moves(&self) -> Vec<Self> {
        (1..=self.m.min(self.n)).map(|take| Self { n: self.n - take, m: self.m }).collect()
    }
}
