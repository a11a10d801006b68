//! AGC010D: decrementing and dividing.

use farstar_rules::impartial::{Impartial, Visit};
use farstar_solve::search;
use farstar_value::{Limits, Player};
use std::ops::ControlFlow;

use crate::error::Result;
use crate::impartial::heaps;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
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
    instance: Instance::game("3 6 7", Text::new("", ""), |text, limits| {
        turn(read(text, Numbers::read)?, limits)
    }),
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

impl Numbers {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let mut numbers = heaps::few(input, "a number", 1..=5, 1..=30)?;
        if common_divisor(&numbers) != 1 {
            return Err(input.error("the numbers have a common divisor; expected none"));
        }
        numbers.sort_unstable();
        Ok(Self(numbers))
    }
}

impl Playable for Numbers {
    fn after(&self, _: Player) -> Vec<Self> {
        crate::instance::options(self)
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(first_wins(&self.0))))
    }

    fn text(&self) -> String {
        heaps::joined(&self.0)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0)
    }

    fn called(&self, after: &Self) -> Option<String> {
        // All divided by the same number when one of them has become smaller by one.
        let lowered = self.0.iter().enumerate().find_map(|(i, &number)| {
            let mut numbers = self.0.clone();
            numbers[i] = number.checked_sub(1)?;
            let divisor = common_divisor(&numbers);
            numbers.iter_mut().for_each(|number| *number /= divisor.max(1));
            numbers.sort_unstable();
            (numbers == after.0 && number > 1).then_some((number, divisor))
        });
        let (number, divisor) = lowered?;
        let divided = if divisor > 1 { format!(", ÷ {divisor}") } else { String::new() };
        Some(format!("{number} → {}{divided}", number - 1))
    }
}
