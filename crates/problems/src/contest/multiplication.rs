//! The multiplication game: POJ 2505.

use farstar_value::{Limits, Player};
use std::fmt::Write;

use farstar_solve::digraph::Outcome;

use crate::erratum::{Document, Erratum};
use crate::error::Result;
use crate::impartial::heaps;
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text};
use crate::trial::Verification;

/// The outcome of the multiplication game from p, with 1 ≤ p < n; integers only.
///
/// # Examples
/// ```
/// use farstar_problems::contest::multiplication::multiplication_outcome;
/// assert_eq!(multiplication_outcome(1, 10).to_string(), "P");
/// assert_eq!(multiplication_outcome(1, 82).to_string(), "N");
/// ```
#[must_use]
pub fn multiplication_outcome(p: u64, n: u64) -> Outcome {
    let (mut low, n) = (u128::from(p.max(1)), u128::from(n));
    loop {
        // N for 18^j p < n ≤ 9·18^j p, P up to 18^(j + 1) p.
        if n <= 9 * low {
            return Outcome::N;
        }
        if n <= 18 * low {
            return Outcome::P;
        }
        low *= 18;
    }
}

/// I36: the multiplication game.
pub const MULTIPLICATION: Problem = Problem {
    id: "I36",
    name: "multiplication",
    title: Text::new("Multiplication game", "乘法游戏（POJ 2505）"),
    topics: &["numbers", "contest"],
    source: "whx1003, Game Theory (2024); POJ 2505 A multiplication game",
    statement: Text::new(
        "A number p begins at 1. A move multiplies it by one of 2 to 9. Who first reaches p ≥ n wins. Stan moves first, then Ollie.",
        "数 p 从 1 开始，每步乘以 2 到 9 中的一个数，先使 p ≥ n 者胜。Stan 先手，Ollie 后手。",
    ),
    rule: Text::new(
        "From p < n the first player wins exactly if 18^j·p < n ≤ 9·18^j·p for some j ≥ 0. So p is N in [n/9, n), P in [n/18, n/9), N in [n/162, n/18), P in [n/324, n/162), and so on.",
        "p < n 时先手必胜当且仅当存在 j ≥ 0 使 18^j·p < n ≤ 9·18^j·p。即 p 在 [n/9, n) 为 N，在 [n/18, n/9) 为 P，在 [n/162, n/18) 为 N，在 [n/324, n/162) 为 P，依此类推。",
    ),
    complexity: "O(log n)",
    format: Text::new(
        "Lines with n (1 < n < 2^64), to the end of the input. Output: `Stan wins.` or `Ollie wins.` for each. If the word `from` comes first, lines with p and n instead, 1 ≤ p < n, and the outcome of each.",
        "每行一个 n（1 < n < 2^64），直到输入结束。每行输出 `Stan wins.` 或 `Ollie wins.`。若最前面有单词 `from`，则每行为 p 与 n（1 ≤ p < n），输出胜负 N 或 P。",
    ),
    samples: &[
        Sample { input: "162\n17\n34012226\n", output: "Stan wins.\nOllie wins.\nStan wins.\n" },
        Sample { input: "from\n1 10\n26 1144\n", output: "P\nN\n" },
    ],
    instance: Instance::game(
        "1 20",
        Text::new("The two numbers are p and n.", "两个数为 p 与 n。"),
        |text, limits| {
            turn(
                {
                    let numbers =
                        read(text, |input| heaps::few(input, "p or n", 2..=2, 1..=100_000))?;
                    Multiplied { p: numbers[0].min(numbers[1]), n: numbers[1] }
                },
                limits,
            )
        },
    ),
    answer: Some(|input, limits| {
        let from = input.accept("from");
        let mut text = String::new();
        while !input.is_at_end() {
            if from {
                let p = input.integer("p", 1..=u64::MAX - 1)?;
                let n = input.integer("n", p + 1..=u64::MAX)?;
                let _ = writeln!(text, "{}", multiplication_outcome(p, n));
            } else {
                let n = input.integer("n", 2..=u64::MAX)?;
                let stan = multiplication_outcome(1, n) == Outcome::N;
                let _ = writeln!(text, "{} wins.", if stan { "Stan" } else { "Ollie" });
            }
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification {
        range: Text::new("all p < n ≤ N", "所有 p < n ≤ N"),
        quick: 200,
        usual: 500,
        most: 3000,
        cases: |to, trial| {
            for n in 2..=to {
                let mut play = Play::new();
                for p in (1..n).rev() {
                    trial.compare(
                        || format!("p = {p}, n = {n}"),
                        multiplication_outcome(p, n),
                        play.outcome(&Multiplied { p, n }, trial.limits())?,
                    )?;
                }
            }
            Ok(())
        },
    }),
    errata: &[Erratum {
        id: "IE8",
        name: "multiplication-interval",
        document: Document::GameTheory,
        place: "POJ 2505, intervals",
        printed: Text::new(
            "p is N in [n/9, n), P in [n/18, n/9), N in [n/81, n/18), P in [n/324, n/162).",
            "[n/9, n) 必胜，[n/18, n/9) 必败，[n/81, n/18) 必胜，[n/324, n/162) 必败。",
        ),
        correct: Text::new(
            "The third interval is [n/162, n/18): from p = 1 and n = 82 the first player wins too.",
            "第三个区间应为 [n/162, n/18)：p = 1、n = 82 也是先手必胜。",
        ),
        claim: Some(Verification {
            range: Text::new(
                "p = 1 and n up to N: the first player wins exactly in the intervals printed",
                "p = 1、n 至 N：先手必胜当且仅当落在印出的必胜区间",
            ),
            quick: 82,
            usual: 162,
            most: 3000,
            cases: |to, trial| {
                for n in 2..=to {
                    let printed = n <= 9 || (18 < n && n <= 81);
                    trial.compare(
                        || format!("p = 1, n = {n}"),
                        Outcome::from_next_wins(printed),
                        Play::new().outcome(&Multiplied { p: 1, n }, trial.limits())?,
                    )?;
                }
                Ok(())
            },
        }),
    }],
    ..Problem::BLANK
};

/// A number that is multiplied until it reaches n.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Multiplied {
    p: u64,
    n: u64,
}

impl Moves for Multiplied {
    fn moves(&self) -> Vec<Self> {
        // Whoever reaches n has moved last.
        let factors = (2..=9).filter(|_| self.p < self.n);
        factors.map(|factor| Self { p: (self.p * factor).min(self.n), n: self.n }).collect()
    }
}

impl Playable for Multiplied {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let over = self.p >= self.n;
        Ok(Some(if over { Fate::Loses } else { multiplication_outcome(self.p, self.n).into() }))
    }

    fn text(&self) -> String {
        format!("{} {}", self.p, self.n)
    }

    fn picture(&self) -> Picture {
        Picture::tuples(vec![vec![self.p, self.n]])
    }

    fn called(&self, after: &Self) -> Option<String> {
        let factor = (2..=9).find(|factor| self.p * factor >= after.p)?;
        let goal = if after.p == self.n { " ≥ n" } else { "" };
        Some(format!("× {factor}{goal}"))
    }
}
