//! The Bash game, and the example from primary school.

use std::fmt::Write;

use farstar_impartial::nim::bash_value;

use crate::entry::Entry;
use crate::impartial::heaps::{joined, outcome};
use crate::impartial::whole::{self, Moves, Play};
use crate::instance::{Fate, Instance};
use crate::trial::Verification;
use farstar_rules::View;

/// I35: the example from primary school.
pub(crate) const TWENTY_COINS: Entry = Entry {
    instance: Instance::ruleset("Subtraction(s={1 2})", "20", |board, at, _, _| {
        let View::Heaps(heaps) = board.view(at) else { return Ok(None) };
        Ok(Some(Fate::of(heaps.concat().into_iter().fold(0, |sum, n| sum ^ bash_value(n, 2)) != 0)))
    }),
    ..entry!("I35", "twenty-coins")
};

/// I39: the Bash game.
pub(crate) const BASH: Entry = Entry {
    instance: Instance::ruleset("Subtraction(s={1 2 3})", "10", |board, at, _, _| {
        let View::Heaps(heaps) = board.view(at) else { return Ok(None) };
        Ok(Some(Fate::of(heaps.concat().into_iter().fold(0, |sum, n| sum ^ bash_value(n, 3)) != 0)))
    }),
    answer: Some(|input, limits| {
        let mut text = String::new();
        while !input.is_at_end() {
            let n: u64 = input.integer("n", 0..=u64::MAX)?;
            let m = input.integer("m", 1..=u64::MAX)?;
            let value = bash_value(n, m);
            let take = if value == 0 { "-".to_owned() } else { value.to_string() };
            let _ = writeln!(text, "{value} {} {take}", outcome(value));
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification::to([16, 40, 200], |to, trial| {
        for m in 1..=to {
            for n in 0..=to {
                let case = || format!("n = {n}, m = {m}");
                let played = whole::grundy(Bash { n, m }, trial.limits())?;
                trial.compare(case, bash_value(n, m), played.into())?;
                let mut play = Play::new();
                let winning = play.winning(&Bash { n, m }, trial.limits())?;
                let listed = joined(winning.iter().map(|after| n - after.n));
                let take = bash_value(n, m);
                let take = if take == 0 { String::new() } else { take.to_string() };
                trial.compare(case, take, listed)?;
            }
        }
        Ok(())
    })),
    ..entry!("I39", "bash")
};

/// A heap from which 1 to m stones are taken.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Bash {
    n: u64,
    m: u64,
}

impl Moves for Bash {
    fn moves(&self) -> Vec<Self> {
        (1..=self.m.min(self.n)).map(|take| Self { n: self.n - take, m: self.m }).collect()
    }
}
