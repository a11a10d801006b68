//! AGC010D: decrementing and dividing.

use farstar_rules::impartial::{Impartial, Visit};
use farstar_solve::search;
use farstar_value::Limits;
use std::ops::ControlFlow;

use crate::error::Result;
use crate::input::Input;
use crate::problem::{Problem, Sample, Text};
use crate::trial::{Ended, Trial, Verification};

/// I62: decrementing.
pub const DECREMENTING: Problem = Problem {
    id: "I62",
    name: "decrementing",
    title: Text::new("Decrementing", "减一除公约数"),
    topics: &["numbers", "parity", "gcd"],
    source: "AtCoder AGC010D; listed in whx1003, Game Theory (2024)",
    statement: Text::new(
        "Positive integers with greatest common divisor 1 are written down. A move decreases one number that is at least 2 by one, then divides all by their greatest common divisor. Who finds only ones loses.",
        "给出最大公约数为 1 的一列正整数。每步把一个不小于 2 的数减一，再把所有数除以它们的最大公约数。全为 1 时无法操作者负。",
    ),
    rule: Text::new(
        "With an odd number of even numbers the player to move wins. With an even number the player loses, unless exactly one number is odd and that one is at least 3: then the only hope is to decrease it, and the question is put again about the numbers after the division.",
        "偶数的个数为奇数时先手必胜。个数为偶数时后手必胜；唯一例外是恰有一个奇数且它不小于 3：此时只能试着减这个奇数，约分后再问一次。",
    ),
    complexity: "O(n log max)",
    format: Text::new(
        "n, then n numbers (1 to 10^9) with gcd 1. Output: First or Second.",
        "先读 n，再读 n 个数（1 至 10^9，最大公约数为 1）。输出 First 或 Second。",
    ),
    samples: &[
        Sample { input: "3\n3 6 7\n", output: "First\n" },
        Sample { input: "4\n1 2 4 8\n", output: "First\n" },
        Sample { input: "5\n7 8 8 8 8\n", output: "Second\n" },
    ],
    answer: Some(answer),
    verification: Some(Verification {
        range: Text::new("up to three numbers of at most N", "至多三个不超过 N 的数"),
        quick: 6,
        usual: 12,
        most: 60,
        cases,
    }),
    ..Problem::BLANK
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("how many numbers", 1..=1_000_000_usize)?;
    let numbers = input.integers("a number", n, 1..=1_000_000_000_u64)?;
    let divisor = common_divisor(&numbers);
    if divisor != 1 {
        return Err(
            input.error(format!("the numbers have the common divisor {divisor}; expected 1"))
        );
    }
    Ok(if first_wins(&numbers) { "First\n" } else { "Second\n" }.to_owned())
}

/// The greatest common divisor; 0 of nothing.
fn common_divisor(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0, |mut a, &b| {
        let mut b = b;
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    })
}

/// Whether the player to move wins, for numbers with greatest common divisor 1; O(n log max).
#[must_use]
pub fn first_wins(numbers: &[u64]) -> bool {
    let mut numbers = numbers.to_vec();
    let mut first = true;
    loop {
        let odd: Vec<usize> = (0..numbers.len()).filter(|&i| numbers[i] % 2 == 1).collect();
        if (numbers.len() - odd.len()) % 2 == 1 {
            return first;
        }
        // The number that is odd becomes even, and all are halved at least: log max rounds.
        match odd[..] {
            [only] if numbers[only] > 1 => {
                numbers[only] -= 1;
                let divisor = common_divisor(&numbers);
                numbers.iter_mut().for_each(|number| *number /= divisor);
                first = !first;
            }
            _ => return !first,
        }
    }
}

/// Numbers with greatest common divisor 1, in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Numbers(Vec<u64>);

impl Impartial for Numbers {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        for i in 0..self.0.len() {
            if self.0[i] >= 2 {
                let mut numbers = self.0.clone();
                numbers[i] -= 1;
                let divisor = common_divisor(&numbers);
                numbers.iter_mut().for_each(|number| *number /= divisor);
                numbers.sort_unstable();
                visit(Self(numbers))?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for a in 1..=to {
        for b in 1..=a {
            for c in 1..=b {
                for numbers in [&[c, b, a][..], &[b, a][..]] {
                    if common_divisor(numbers) == 1 {
                        let played =
                            search::grundy(&Numbers(numbers.to_vec()), trial.limits())? != 0;
                        trial.compare(
                            || format!("numbers {numbers:?}"),
                            first_wins(numbers),
                            played,
                        )?;
                    }
                }
            }
        }
    }
    Ok(())
}
