//! ZJOI2009: End-Nim.

use farstar_rules::impartial::{Impartial, Visit};
use farstar_solve::search;
use farstar_value::{Limits, Player};
use std::fmt::Write;
use std::ops::ControlFlow;

use crate::error::Result;
use crate::impartial::heaps;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text};
use crate::trial::{Ended, Trial, Verification};

/// I67: End-Nim.
pub const END_NIM: Problem = Problem {
    id: "I67",
    name: "end-nim",
    title: Text::new("End-Nim", "取石子游戏"),
    topics: &["nim", "row", "interval"],
    source: "Albert and Nowakowski 2001; ZJOI2009 (Luogu P2599); listed in whx1003, Game Theory (2024)",
    statement: Text::new(
        "Piles of stones stand in a row. A move takes one or more stones from the leftmost or the rightmost pile that is not empty. Who cannot move loses.",
        "一排石子堆，每步从最左或最右的非空堆中取走至少一颗。不能操作者负。",
    ),
    rule: Text::new(
        "For a stretch of piles there is exactly one size L of a pile put before it, and one size R of a pile put after it, with which the player to move loses. L and R of a stretch follow from those of the stretch without its last or first pile by comparing with its size. The first player wins unless the first pile is the L of the rest.",
        "对每个区间，恰有一个数 L：在左边添一堆 L 颗则先手必败；右边同理有 R。由去掉一端的区间的 L、R 与该端石子数比较递推。当且仅当第一堆等于其余区间的 L 时先手必败。",
    ),
    complexity: "O(n^2)",
    format: Text::new(
        "T tests: n, then n piles. Output for each: 1 if the first player wins, 0 otherwise.",
        "T 组数据：n 与 n 堆石子数。每组输出 1（先手必胜）或 0。",
    ),
    samples: &[Sample { input: "1\n4\n3 1 9 4\n", output: "0\n" }],
    instance: Instance::game("3 1 4 2", Text::new("", ""), |text, limits| {
        turn(Row::of(read(text, |input| heaps::few(input, "a pile", 1..=5, 0..=8))?), limits)
    }),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new("up to four piles of at most N stones", "至多四堆、每堆至多 N 颗"),
        quick: 3,
        usual: 6,
        most: 12,
        cases,
    }),
    ..Problem::BLANK
};

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let tests = input.integer("the number of tests", 0..=1000_u32)?;
    let mut text = String::new();
    for _ in 0..tests {
        let n = input.integer("the number of piles", 1..=10_000_usize)?;
        let piles = input.integers("a pile", n, 0..=1_000_000_000_000_000_000_u64)?;
        let _ = writeln!(text, "{}", u8::from(first_wins(&piles, limits)?));
    }
    Ok(text)
}

/// Whether the player to move wins; O(n²) time, O(n) memory.
///
/// # Errors
/// Those of `limits`.
pub fn first_wins(piles: &[u64], limits: &Limits) -> Result<bool> {
    // Empty piles are passed over, so they may as well not be there.
    let piles: Vec<u64> = piles.iter().copied().filter(|&pile| pile > 0).collect();
    let Some((&first, rest)) = piles.split_first() else { return Ok(false) };
    // Of the stretches of one length, from each start: the losing sizes before and after it.
    let mut before = rest.to_vec();
    let mut after = rest.to_vec();
    for length in 2..=rest.len() {
        limits.check()?;
        for start in 0..=rest.len() - length {
            let (old_before, old_after) = (before[start], after[start]);
            let last = rest[start + length - 1];
            let new_after = losing(rest[start], after[start + 1], before[start + 1]);
            before[start] = losing(last, old_before, old_after);
            after[start] = new_after;
        }
    }
    Ok(before.first().is_none_or(|&losing| first != losing))
}

/// The losing size on one side of a stretch: `end` is the pile at the other end, `near` and `far` the losing sizes of the stretch without that
/// pile, on the same side and on the other.
fn losing(end: u64, near: u64, far: u64) -> u64 {
    if end == far {
        0
    } else if (near..far).contains(&end) {
        end + 1
    } else if end > far && end <= near {
        end - 1
    } else {
        end
    }
}

/// Piles in a row, none empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Row(Vec<u64>);

impl Impartial for Row {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        let n = self.0.len();
        for end in if n == 1 { vec![0] } else { vec![0, n.wrapping_sub(1)] } {
            let Some(&pile) = self.0.get(end) else { break };
            for left in 0..pile {
                let mut piles = self.0.clone();
                if left == 0 {
                    piles.remove(end);
                } else {
                    piles[end] = left;
                }
                visit(Self(piles))?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for n in 1..=4_u32 {
        for code in 0..to.pow(n) {
            let piles: Vec<u64> = (0..n).map(|i| code / to.pow(i) % to + 1).collect();
            let claimed = first_wins(&piles, trial.limits())?;
            let played = search::grundy(&Row(piles.clone()), trial.limits())? != 0;
            trial.compare(|| format!("piles {piles:?}"), claimed, played)?;
        }
    }
    Ok(())
}

impl Row {
    fn of(mut piles: Vec<u64>) -> Self {
        piles.retain(|&pile| pile > 0);
        Self(piles)
    }
}

impl Playable for Row {
    fn after(&self, _: Player) -> Vec<Self> {
        crate::instance::options(self)
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(first_wins(&self.0, limits)?)))
    }

    fn text(&self) -> String {
        if self.0.is_empty() { "0".to_owned() } else { heaps::joined(&self.0) }
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0)
    }

    fn called(&self, after: &Self) -> Option<String> {
        let shorter = after.0.len() < self.0.len();
        let first = if shorter { after.0[..] == self.0[1..] } else { after.0[0] < self.0[0] };
        let (side, at) = if first { ("←", 0) } else { ("→", self.0.len() - 1) };
        let left = if shorter { 0 } else { after.0[at] };
        Some(format!("{side} {} → {left}", self.0[at]))
    }
}
