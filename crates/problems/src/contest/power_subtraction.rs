//! Subtraction of powers.

use farstar_value::{Limits, Player};
use std::fmt::Write;

use farstar_solve::compound::multi_grundy;

use crate::error::{Error, Result};
use crate::impartial::heaps;
use crate::impartial::heaps::{joined, outcome};
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text, Worked};
use crate::trial::Verification;

/// SG of a heap of n from which a power of `a`, 1 among them, is taken; `a` ≥ 2.
#[must_use]
pub const fn power_subtraction_value(n: u64, a: u64) -> u32 {
    // The powers of a are 1 and −1 modulo a + 1.
    let rest = match a.checked_add(1) {
        Some(cycle) => n % cycle,
        None => n,
    };
    if rest == a && a.is_multiple_of(2) { 2 } else { (rest % 2) as u32 }
}

/// I51: subtraction of powers.
pub const POWERS: Problem = Problem {
    id: "I51",
    name: "power-subtraction",
    title: Text::new("Subtraction game {1, a, a², …}", "减法游戏 {1, a, a², …}"),
    topics: &["heaps", "subtraction", "grundy", "winning moves"],
    source: "whx1003, Game Theory (2024), table of SG values",
    statement: Text::new(
        "There are n stones. A move takes 1, a, a², … of them, a ≥ 2. Who cannot move loses.",
        "有 n 颗石子，每次取 1、a、a²、……颗（a ≥ 2）。不能操作者负。",
    ),
    rule: Text::new(
        "With r = n mod (a + 1): SG is 2 if r = a and a is even, else 1 if r is odd and 0 if r is even. The first player wins exactly if (n + 1) mod (a + 1) is even. (For r = a with a odd, r is odd.)",
        "设 r = n mod (a + 1)：若 r = a 且 a 为偶数，SG 为 2；否则 r 为奇数时 SG 为 1，为偶数时为 0。先手必胜当且仅当 (n + 1) mod (a + 1) 为偶数。",
    ),
    complexity: "O(log n)",
    format: Text::new(
        "Lines with n and a, to the end of the input. Output for each: SG, the outcome, the winning takes (- if none).",
        "每行 n 与 a，直到输入结束。每行输出 SG、胜负与各制胜的取法（没有为 -）。",
    ),
    samples: &[Sample { input: "16 2\n7 4\n5 4\n", output: "1 N 1 4 16\n0 P -\n0 P -\n" }],
    worked: &[Worked {
        expression: "Subtraction([1,3,9,27]).NimValueSequence(8)",
        value: "[1,0,1,0,1,0,1,0]",
    }],
    instance: Instance::game(
        "23",
        Text::new("a = 4: a move takes 1, 4 or 16 stones.", "a = 4：每步取 1、4 或 16 颗。"),
        |text, limits| {
            turn(Powers(read(text, |input| heaps::few(input, "n", 1..=1, 0..=60))?[0]), limits)
        },
    ),
    answer: Some(|input, limits| {
        let mut text = String::new();
        while !input.is_at_end() {
            let n: u64 = input.integer("n", 0..=u64::MAX)?;
            let a = input.integer("a", 2..=u64::MAX)?;
            let value = power_subtraction_value(n, a);
            let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(a));
            let takes = powers.take_while(|&power| power <= n);
            let winning: Vec<u64> = takes
                .filter(|power| value != 0 && power_subtraction_value(n - power, a) == 0)
                .collect();
            let shown = if winning.is_empty() { "-".to_owned() } else { joined(winning) };
            let _ = writeln!(text, "{value} {} {shown}", outcome(value.into()));
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification {
        range: Text::new("n up to N, a = 2, …, 10", "n 至 N，a 为 2 至 10"),
        quick: 200,
        usual: 2000,
        most: 1_000_000,
        cases: |to, trial| {
            let count = u32::try_from(to + 1).map_err(|_| Error::Refused("too many".to_owned()))?;
            for a in 2..=10_u64 {
                let takes = |n: u32, add: &mut dyn FnMut(&[u32])| {
                    let powers = std::iter::successors(Some(1), |power| Some(power * a));
                    powers.take_while(|&power| power <= n.into()).for_each(|power| {
                        add(&[n - power as u32]);
                    });
                };
                for (n, played) in (0..).zip(multi_grundy(count, takes, trial.limits())?) {
                    let case = || format!("n = {n}, a = {a}");
                    trial.compare(case, power_subtraction_value(n, a), played)?;
                    let even = ((n + 1) % (a + 1)).is_multiple_of(2);
                    trial.compare(case, even, played != 0)?;
                }
            }
            Ok(())
        },
    }),
    ..Problem::BLANK
};

/// Stones from which a power of 4 is taken.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Powers(u64);

impl Playable for Powers {
    fn after(&self, _: Player) -> Vec<Self> {
        [1, 4, 16].into_iter().filter_map(|take| self.0.checked_sub(take)).map(Self).collect()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(power_subtraction_value(self.0, 4) != 0)))
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&[self.0])
    }
}
