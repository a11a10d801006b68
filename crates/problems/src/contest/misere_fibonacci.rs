//! SNOI2020: misère Fibonacci Nim.

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

/// I69: misère Fibonacci Nim, counted.
pub const MISERE_FIBONACCI: Problem = Problem {
    id: "I69",
    name: "misere-fibonacci",
    title: Text::new("Misère Fibonacci Nim", "取石子（反常斐波那契）"),
    topics: &["take-away", "misère", "Zeckendorf", "counting"],
    source: "SNOI2020 (Luogu P6791); listed in whx1003, Game Theory (2024)",
    statement: Text::new(
        "From one heap of n stones the first move takes 1 to k, every later one 1 to twice the number taken before. Who takes the last stone loses. For how many n from 1 to N does the first player win?",
        "一堆 n 颗石子，第一步取 1 至 k 颗，此后每步取 1 至上一步的两倍。取最后一颗者负。求 1 至 N 中使先手必胜的 n 的个数。",
    ),
    rule: Text::new(
        "The last stone is poison, so this is Fibonacci Nim on n-1 stones: the first player wins if n >= 2 and the least part of the Zeckendorf representation of n-1 is at most k. The n-1 whose parts all exceed k are counted by shifting the representation of N-1.",
        "最后一颗不可取，相当于 n-1 颗的斐波那契博弈：n ≥ 2 且 n-1 的 Zeckendorf 表示的最小项不超过 k 时先手必胜。把 N-1 的表示整体平移即可数出各项都大于 k 的数。",
    ),
    complexity: "O(log N) for each query",
    format: Text::new(
        "T queries: k and N, up to 10^18. Output for each: how many n the first player wins.",
        "T 组询问：k 与 N，至 10^18。每组输出先手必胜的 n 的个数。",
    ),
    samples: &[Sample { input: "3\n2 7\n3 33\n5 18\n", output: "4\n25\n15\n" }],
    instance: Instance::game(
        "9 2",
        Text::new(
            "The second number is the most that may be taken now. Who takes the last stone loses.",
            "第二个数是这一步最多可取的颗数。取走最后一颗者负。",
        ),
        |text, limits| {
            turn(
                {
                    let numbers = read(text, |input| heaps::few(input, "a number", 2..=2, 0..=60))?;
                    Heap { stones: numbers[0], most: numbers[1] }
                },
                limits,
            )
        },
    ),
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new("k and N up to the bound", "k、N 不超过该界"),
        quick: 12,
        usual: 40,
        most: 200,
        cases,
    }),
    ..Problem::BLANK
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    const MOST: u64 = 1_000_000_000_000_000_000;
    let queries = input.integer("the number of queries", 0..=1_000_000_u32)?;
    let mut text = String::new();
    for _ in 0..queries {
        let k = input.integer("k", 1..=MOST)?;
        let n = input.integer("N", 1..=MOST)?;
        let _ = writeln!(text, "{}", winning_sizes(k, n));
    }
    Ok(text)
}

/// How many heaps of 1 to `most` stones the first player wins if the first move takes at most `k`; O(log most). `most` is at least 1 and below
/// 2⁶³.
#[must_use]
pub fn winning_sizes(k: u64, most: u64) -> u64 {
    let mut fibonacci = vec![1_u64, 2];
    while let [.., a, b] = fibonacci[..] {
        if b >= most {
            break;
        }
        fibonacci.push(a + b);
    }
    let poisoned = most - 1;
    // The parts of N − 1 above k, moved down to the least Fibonacci numbers, count the numbers with such parts only.
    let skipped = fibonacci.iter().take_while(|&&part| part <= k).count();
    let (mut rest, mut losing) = (poisoned, 0);
    for i in (skipped..fibonacci.len()).rev() {
        if fibonacci[i] <= rest {
            rest -= fibonacci[i];
            losing += fibonacci[i - skipped];
        }
    }
    poisoned - losing
}

/// A heap and the most stones that may be taken. Taking the last stone loses, so it is left out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Heap {
    stones: u64,
    most: u64,
}

impl Impartial for Heap {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        (1..=self.most.min(self.stones.saturating_sub(1)))
            .try_for_each(|take| visit(Self { stones: self.stones - take, most: 2 * take }))
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for k in 1..=to {
        let mut played = 0;
        for n in 1..=to {
            played += u64::from(search::grundy(&Heap { stones: n, most: k }, trial.limits())? != 0);
            trial.compare(|| format!("k = {k}, N = {n}"), winning_sizes(k, n), played)?;
        }
    }
    Ok(())
}

impl Playable for Heap {
    fn after(&self, _: Player) -> Vec<Self> {
        let takes = 1..=self.most.min(self.stones);
        takes.map(|take| Self { stones: self.stones - take, most: 2 * take }).collect()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        if self.stones == 0 {
            return Ok(Some(Fate::Wins));
        }
        // Of n stones the first player wins with the bound k if n counts among those that he wins, and n − 1 do not make up the count.
        let (n, k) = (self.stones, self.most);
        let before = if n > 1 { winning_sizes(k, n - 1) } else { 0 };
        Ok((k > 0).then(|| Fate::of(winning_sizes(k, n) > before)))
    }

    fn text(&self) -> String {
        format!("{} {}", self.stones, self.most)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&[self.stones])
    }

    fn winner(&self, mover: Player) -> Option<Player> {
        Some(mover)
    }

    fn called(&self, after: &Self) -> Option<String> {
        Some(format!("− {}", self.stones - after.stones))
    }
}
