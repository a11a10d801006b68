//! AGC010D: decrementing and dividing.

use farstar_impartial::search;
use farstar_rules::impartial::{Impartial, Visit};
use farstar_value::{Limits, Player};
use std::ops::ControlFlow;

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::{Ended, Trial, Verification};

/// I62: decrementing.
pub(crate) const DECREMENTING: Entry = Entry {
    instance: Instance::game("3 6 7", |text, limits| turn(read(text, Numbers::read)?, limits))
        .over("{0} {1} {2}", [1, 12, 20]),
    answer: Some(answer),
    verification: Some(Verification::to([6, 12, 60], cases)),
    ..entry!("I62", "decrementing")
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
