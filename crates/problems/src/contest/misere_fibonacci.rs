//! SNOI2020: misère Fibonacci Nim.

use farstar_impartial::search;
use farstar_rules::impartial::{Impartial, Visit};
use farstar_value::{Limits, Player};
use std::fmt::Write;
use std::ops::ControlFlow;

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::{Ended, Trial, Verification};

/// I69: misère Fibonacci Nim, counted.
pub(crate) const MISERE_FIBONACCI: Entry = Entry {
    instance: Instance::game("9 2", |text, limits| {
        turn(
            {
                let numbers = read(text, |input| heaps::few(input, "a number", 2..=2, 0..=60))?;
                Heap { stones: numbers[0], most: numbers[1] }
            },
            limits,
        )
    })
    .over("{0} {1}", [0, 34, 60]),
    answer: Some(answer),
    verification: Some(Verification::to([12, 40, 200], cases)),
    ..entry!("I69", "misere-fibonacci")
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

/// How many heaps of 1 to `most` stones the first player wins if the first move takes at most `k`; O(log most). `most`
/// is at least 1 and below 2⁶³.
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
        // Of n stones the first player wins with the bound k if n counts among those that he wins, and n − 1 do not
        // make up the count.
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
