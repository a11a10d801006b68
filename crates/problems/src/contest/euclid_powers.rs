//! Euclid with powers: Codeforces 167C.

use farstar_value::{Limits, Player};
use std::fmt::Write;

use farstar_solve::digraph::Outcome;

use crate::erratum::{Document, Erratum};
use crate::error::Result;
use crate::impartial::heaps;
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::problem::{Problem, Sample, Text, Worked};
use crate::trial::Verification;

/// The outcome of the (a, b) game with powers.
///
/// # Examples
/// ```
/// use farstar_problems::contest::euclid_powers::euclid_powers_outcome;
/// assert_eq!(euclid_powers_outcome(2, 3).to_string(), "P");
/// ```
#[must_use]
pub fn euclid_powers_outcome(a: u64, b: u64) -> Outcome {
    euclid_powers(a, b, |quotient, cycle| (quotient % cycle).is_multiple_of(2))
}

/// The recursion, with the rule for the pile of ⌊b/a⌋ when b mod a is lost for the player who moves there.
fn euclid_powers(a: u64, b: u64, wins: fn(u128, u128) -> bool) -> Outcome {
    let (mut a, mut b) = (a.min(b), a.max(b));
    let mut pairs = Vec::new();
    while a > 0 {
        pairs.push((a, b));
        (a, b) = (b % a, a);
    }
    // The last pair (0, b) is lost; upwards from there.
    let below = Outcome::P;
    pairs.into_iter().rev().fold(below, |below, (a, b)| {
        let pile = || wins(u128::from(b / a), u128::from(a) + 1);
        Outcome::from_next_wins(below == Outcome::P || pile())
    })
}

/// I50: Euclid with powers.
pub const EUCLID_POWERS: Problem = Problem {
    id: "I50",
    name: "euclid-powers",
    title: Text::new(
        "Wizards and numbers: (a, b) with powers",
        "(a, b) 取模与减幂（Codeforces 167C）",
    ),
    topics: &["numbers", "contest"],
    source: "whx1003, Game Theory (2024), source unknown there; Codeforces 167C Wizards and Numbers",
    statement: Text::new(
        "Two numbers a ≤ b are written down. A move replaces b by b mod a, or by b − a^k with k ≥ 1 and a result of at least 0. Who has a = 0 before him loses.",
        "写有两个数 a ≤ b。每步把 b 换成 b mod a，或换成 b − a^k（k ≥ 1，结果非负）。轮到时 a = 0 者负。",
    ),
    rule: Text::new(
        "If (b mod a, a) is P the position is N. Otherwise nobody wants to make b < a: with q = ⌊b/a⌋ it is a pile of q − 1 stones of which 1, a, a², … are taken (I51), so it is N exactly if q mod (a + 1) is even.",
        "若 (b mod a, a) 为 P，则为 N。否则谁也不愿使 b < a：设 q = ⌊b/a⌋，相当于一堆 q − 1 颗石子，每次取 1、a、a²、……（I51），故为 N 当且仅当 q mod (a + 1) 为偶数。",
    ),
    complexity: "O(log b)",
    format: Text::new(
        "T, then T lines with a and b (at most 10^18). Output: `First` or `Second` for each.",
        "先读 T，再读 T 行 a 与 b（至 10^18）。每行输出 `First` 或 `Second`。",
    ),
    samples: &[Sample {
        input: "4\n10 21\n31 10\n0 1\n10 30\n",
        output: "First\nSecond\nSecond\nFirst\n",
    }],
    worked: &[Worked {
        expression: "Subtraction([1,2,4,8]).NimValueSequence(6)",
        value: "[1,2,0,1,2,0]",
    }],
    instance: Instance::game("7 24", Text::new("", ""), |text, limits| {
        turn(
            {
                let numbers = read(text, |input| heaps::few(input, "a number", 2..=2, 0..=200))?;
                Wizards { a: numbers[0].min(numbers[1]), b: numbers[0].max(numbers[1]) }
            },
            limits,
        )
    }),
    answer: Some(|input, limits| {
        const MOST: u64 = 1_000_000_000_000_000_000;
        let cases = input.integer("the number of cases", 0..=1_000_000)?;
        let mut text = String::new();
        for _ in 0..cases {
            let a = input.integer("a", 0..=MOST)?;
            let b = input.integer("b", 0..=MOST)?;
            let first = euclid_powers_outcome(a, b) == Outcome::N;
            let _ = writeln!(text, "{}", if first { "First" } else { "Second" });
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification {
        range: Text::new("all a ≤ b ≤ N", "所有 a ≤ b ≤ N"),
        quick: 80,
        usual: 300,
        most: 3000,
        cases: |to, trial| {
            let mut play = Play::new();
            for b in 0..=to {
                for a in 0..=b {
                    trial.compare(
                        || format!("a = {a}, b = {b}"),
                        euclid_powers_outcome(a, b),
                        play.outcome(&Wizards { a, b }, trial.limits())?,
                    )?;
                }
            }
            Ok(())
        },
    }),
    errata: &[Erratum {
        id: "IE7",
        name: "euclid-pile",
        document: Document::GameTheory,
        place: "(a, b) game with powers",
        printed: Text::new(
            "The pile has n = ⌊b/a⌋ stones: N exactly if (n + 1) mod (a + 1) is even.",
            "石子数为 n = ⌊b/a⌋：先手必胜当且仅当 (n + 1) mod (a + 1) 为偶数。",
        ),
        correct: Text::new(
            "It has ⌊b/a⌋ − 1 stones, because b < a is won by the next player, so that the last stone may not be taken: N exactly if ⌊b/a⌋ mod (a + 1) is even.",
            "应为 ⌊b/a⌋ − 1 颗：b < a 的局面此时是先手必胜，最后一颗不能取；先手必胜当且仅当 ⌊b/a⌋ mod (a + 1) 为偶数。",
        ),
        claim: Some(Verification {
            range: Text::new("all a ≤ b ≤ N", "所有 a ≤ b ≤ N"),
            quick: 3,
            usual: 20,
            most: 400,
            cases: |to, trial| {
                let mut play = Play::new();
                for b in 0..=to {
                    for a in 0..=b {
                        let printed =
                            euclid_powers(a, b, |q, cycle| ((q + 1) % cycle).is_multiple_of(2));
                        trial.compare(
                            || format!("a = {a}, b = {b}"),
                            printed,
                            play.outcome(&Wizards { a, b }, trial.limits())?,
                        )?;
                    }
                }
                Ok(())
            },
        }),
    }],
    ..Problem::BLANK
};

/// Two numbers, a ≤ b.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Wizards {
    a: u64,
    b: u64,
}

impl Moves for Wizards {
    fn moves(&self) -> Vec<Self> {
        let &Self { a, b } = self;
        if a == 0 {
            return Vec::new();
        }
        let mut results = vec![b % a];
        let mut power = a;
        // All powers of 1 are alike.
        while power <= b {
            results.push(b - power);
            if a == 1 {
                break;
            }
            power = power.saturating_mul(a);
        }
        results.into_iter().map(|c| Self { a: a.min(c), b: a.max(c) }).collect()
    }
}

impl Playable for Wizards {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(euclid_powers_outcome(self.a, self.b).into()))
    }

    fn text(&self) -> String {
        format!("{} {}", self.a, self.b)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&[self.a, self.b])
    }
}
