//! Subtraction of at most k times the last take: HDU 2486.

use std::fmt::Write;

use farstar_solve::digraph::Outcome;
use farstar_value::{Limits, Player};

use crate::erratum::{Document, Erratum};
use crate::error::Result;
use crate::impartial::heaps;
use crate::impartial::whole::{Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text};
use crate::trial::Verification;

/// The P-positions of dynamic subtraction by the factor k, up to some bound.
#[derive(Clone, Debug)]
pub struct DynamicSubtraction {
    k: u64,
    /// a_1, a_2, …
    lost: Vec<u64>,
    /// b_i: the largest number whose greedy parts are at most a_i.
    reach: Vec<u64>,
    /// The j of the last step: the largest with k·a_j < a_(i+1), counted from 1.
    last: usize,
}

impl DynamicSubtraction {
    /// The game with the factor k ≥ 1. Nothing is computed yet.
    #[must_use]
    pub fn new(k: u64) -> Self {
        Self { k, lost: vec![1], reach: vec![1], last: 0 }
    }

    /// Computes the sequence up to n: k terms and O(k log n) more.
    fn extend(&mut self, n: u64, limits: &Limits) -> Result<()> {
        while let Some(&reach) = self.reach.last().filter(|&&reach| reach < n) {
            let next = reach + 1;
            while self
                .lost
                .get(self.last)
                .is_some_and(|&a| u128::from(self.k) * u128::from(a) < u128::from(next))
            {
                self.last += 1;
            }
            let below = if self.last == 0 { 0 } else { self.reach[self.last - 1] };
            self.lost.push(next);
            self.reach.push(next.saturating_add(below));
            if self.lost.len().is_multiple_of(65_536) {
                limits.check_with(0, 16 * self.lost.len() as u64)?;
            }
        }
        Ok(())
    }

    /// The smallest winning first take out of n stones, at most n − 1 of which may be taken; `None` if the second player wins.
    ///
    /// # Errors
    /// Those of `limits`.
    ///
    /// # Examples
    /// ```
    /// use farstar_problems::contest::dynamic_subtraction::DynamicSubtraction;
    /// use farstar_value::Limits;
    /// let mut fibonacci = DynamicSubtraction::new(2);
    /// assert_eq!(fibonacci.first_take(13, &Limits::none())?, None);
    /// assert_eq!(fibonacci.first_take(12, &Limits::none())?, Some(1));
    /// # Ok::<(), farstar_problems::Error>(())
    /// ```
    pub fn first_take(&mut self, n: u64, limits: &Limits) -> Result<Option<u64>> {
        if n <= 1 {
            return Ok(None);
        }
        self.extend(n, limits)?;
        let mut rest = n;
        loop {
            let at = self.lost.partition_point(|&a| a <= rest);
            let part = self.lost[at.saturating_sub(1)];
            if part == rest {
                return Ok((part < n).then_some(part));
            }
            rest -= part;
        }
    }
}

/// I49: dynamic subtraction.
pub const DYNAMIC: Problem = Problem {
    id: "I49",
    name: "dynamic-subtraction",
    title: Text::new(
        "Simple stone game: dynamic subtraction",
        "k 倍动态减法（HDU 2486 / POJ 3922）",
    ),
    topics: &["heaps", "subtraction", "contest", "winning moves"],
    source: "whx1003, Game Theory (2024); HDU 2486, POJ 3922 A simple stone game; Schwenk 1970",
    statement: Text::new(
        "There are n stones. The first move takes 1 to n − 1 of them, every later one 1 to k times as many as were taken before. Who takes the last stone wins.",
        "有 n 颗石子。第一步取 1 到 n − 1 颗，以后每步至多取上一步的 k 倍。取到最后一颗者胜。",
    ),
    rule: Text::new(
        "a_1 = b_1 = 1, a_(i+1) = b_i + 1, b_(i+1) = a_(i+1) + b_j for the largest j with k·a_j < a_(i+1) (b_0 = 0). The second player wins exactly if n is some a_i; else the smallest winning take is the smallest part of the greedy representation of n. k = 1 gives the powers of two, k = 2 the Fibonacci numbers.",
        "a_1 = b_1 = 1，a_(i+1) = b_i + 1，b_(i+1) = a_(i+1) + b_j，其中 j 为满足 k·a_j < a_(i+1) 的最大者（b_0 = 0）。后手必胜当且仅当 n 是某个 a_i；否则最小的制胜取法是 n 的贪心分解中最小的一项。k = 1 为 2 的幂，k = 2 为斐波那契数。",
    ),
    complexity: "O(k log n)",
    format: Text::new(
        "T, then T lines with n (at most 10^8) and k (at most 10^5). Output: `Case i: lose`, or `Case i: x` with the smallest winning first take.",
        "先读 T，再读 T 行 n（至 10^8）与 k（至 10^5）。输出 `Case i: lose`，或 `Case i: x`，x 为最小的制胜取法。",
    ),
    samples: &[Sample {
        input: "5\n16 1\n11 1\n32 2\n34 2\n19 3\n",
        output: "Case 1: lose\nCase 2: 1\nCase 3: 3\nCase 4: lose\nCase 5: 4\n",
    }],
    instance: Instance::game(
        "12 11",
        Text::new(
            "k = 2. The second number is the most that may be taken now.",
            "k = 2。第二个数是这一步最多可取的颗数。",
        ),
        |text, limits| {
            turn(
                {
                    let numbers = read(text, |input| heaps::few(input, "a number", 2..=2, 0..=60))?;
                    Taken { stones: numbers[0], most: numbers[1].min(numbers[0]), k: 2 }
                },
                limits,
            )
        },
    ),
    answer: Some(answer_dynamic),
    verification: Some(Verification {
        range: Text::new(
            "all n up to N, k = 1, …, 7, with the smallest winning take",
            "n 至 N，k 为 1 至 7，并比较最小的制胜取法",
        ),
        quick: 30,
        usual: 60,
        most: 300,
        cases: |to, trial| {
            for k in 1..=7 {
                let mut rule = DynamicSubtraction::new(k);
                let mut play = Play::new();
                for n in 2..=to {
                    let start = Taken { stones: n, most: n - 1, k };
                    let winning = play.winning(&start, trial.limits())?;
                    let played = winning.iter().map(|after| n - after.stones).min();
                    let shown = |take: Option<u64>| take.map_or(0, |take| take);
                    trial.compare(
                        || format!("n = {n}, k = {k}"),
                        shown(rule.first_take(n, trial.limits())?),
                        shown(played),
                    )?;
                }
            }
            Ok(())
        },
    }),
    errata: &[Erratum {
        id: "IE11",
        name: "at-least-k-times",
        document: Document::GameTheory,
        place: "HDU 2486, words on the representation",
        printed: Text::new(
            "Of two parts of the representation the larger is at least k times the smaller.",
            "分解中任意两项至少相差 k 倍。",
        ),
        correct: Text::new(
            "It is more than k times the smaller; the formula has the strict sign.",
            "应为超过 k 倍；文中公式的严格不等号是对的。",
        ),
        claim: Some(Verification {
            range: Text::new(
                "all n up to N, k = 1, 2, …, 7: lost exactly if n is the next number that such parts cannot make",
                "n 至 N，k 为 1 至 7：后手必胜当且仅当 n 不能由更小的这种项分解得到",
            ),
            quick: 5,
            usual: 8,
            most: 60,
            cases: |to, trial| {
                for n in 2..=to {
                    for k in 1..=7 {
                        // Numbers that are no sum of smaller members, each at least k times the next and more than it.
                        let mut members: Vec<u64> = Vec::new();
                        for m in 1..=n {
                            if !represented(m, u64::MAX, k, &members) {
                                members.push(m);
                            }
                        }
                        let start = Taken { stones: n, most: n - 1, k };
                        trial.compare(
                            || format!("n = {n}, k = {k}"),
                            Outcome::from_next_wins(members.last() != Some(&n)),
                            Play::new().outcome(&start, trial.limits())?,
                        )?;
                    }
                }
                Ok(())
            },
        }),
    }],
    ..Problem::BLANK
};

/// Whether n is a sum of different members, each at least k times the next smaller one, the largest at most `above` / k.
fn represented(n: u64, above: u64, k: u64, members: &[u64]) -> bool {
    let fitting = members.iter().filter(|&&m| m <= n && m < above && above >= m.saturating_mul(k));
    fitting.into_iter().any(|&m| m == n || represented(n - m, m, k, members))
}

/// Stones, and how many may be taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Taken {
    stones: u64,
    most: u64,
    k: u64,
}

impl Moves for Taken {
    fn moves(&self) -> Vec<Self> {
        (1..=self.most.min(self.stones))
            .map(|take| {
                let stones = self.stones - take;
                Self { stones, most: (take * self.k).min(stones), k: self.k }
            })
            .collect()
    }
}

fn answer_dynamic(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let cases = input.integer("the number of cases", 0..=1_000_000)?;
    let mut text = String::new();
    let mut game = DynamicSubtraction::new(1);
    for case in 1..=cases {
        let n = input.integer("n", 2..=100_000_000)?;
        let k = input.integer("k", 1..=100_000)?;
        if k != game.k {
            game = DynamicSubtraction::new(k);
        }
        let take = game.first_take(n, limits)?;
        let take = take.map_or_else(|| "lose".to_owned(), |take| take.to_string());
        let _ = writeln!(text, "Case {case}: {take}");
        limits.check()?;
    }
    Ok(text)
}

impl Playable for Taken {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        // With a bound the least part of the representation must be within it.
        if self.stones == 0 {
            return Ok(Some(Fate::Loses));
        }
        let take = DynamicSubtraction::new(self.k).first_take(self.stones, limits)?;
        Ok(Some(Fate::of(take.unwrap_or(self.stones) <= self.most)))
    }

    fn text(&self) -> String {
        format!("{} {}", self.stones, self.most)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&[self.stones])
    }

    fn called(&self, after: &Self) -> Option<String> {
        Some(format!("− {}", self.stones - after.stones))
    }
}
