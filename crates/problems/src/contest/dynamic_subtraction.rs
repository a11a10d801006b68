//! Subtraction of at most k times the last take: HDU 2486.

use std::fmt::Write;

use farstar_impartial::digraph::Outcome;
use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps;
use crate::impartial::whole::{Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
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

    /// The smallest winning first take out of n stones, at most n − 1 of which may be taken; `None` if the second
    /// player wins.
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
pub(crate) const DYNAMIC: Entry = Entry {
    instance: Instance::game("12 11", |text, limits| {
        turn(
            {
                let numbers = read(text, |input| heaps::few(input, "a number", 2..=2, 0..=60))?;
                Taken { stones: numbers[0], most: numbers[1].min(numbers[0]), k: 2 }
            },
            limits,
        )
    })
    .over("{0} {1}", [0, 34, 60]),
    answer: Some(answer_dynamic),
    verification: Some(Verification::to([30, 60, 300], |to, trial| {
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
    })),
    claims: &[(
        "IE11",
        Verification::to([5, 8, 60], |to, trial| {
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
        }),
    )],
    ..entry!("I49", "dynamic-subtraction")
};

/// Whether n is a sum of different members, each at least k times the next smaller one, the largest at most `above` /
/// k.
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
