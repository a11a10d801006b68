//! The multiplication game: POJ 2505.

use farstar_value::{Limits, Player};
use std::fmt::Write;

use farstar_impartial::digraph::Outcome;

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps;
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
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
pub(crate) const MULTIPLICATION: Entry = Entry {
    instance: Instance::game("1 20", |text, limits| {
        turn(
            {
                let numbers = read(text, |input| heaps::few(input, "p or n", 2..=2, 1..=100_000))?;
                Multiplied { p: numbers[0].min(numbers[1]), n: numbers[1] }
            },
            limits,
        )
    })
    .over("1 {0}", [1, 400, 4000]),
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
    verification: Some(Verification::to([200, 500, 3000], |to, trial| {
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
    })),
    claims: &[(
        "IE8",
        Verification::to([82, 162, 3000], |to, trial| {
            for n in 2..=to {
                let printed = n <= 9 || (18 < n && n <= 81);
                trial.compare(
                    || format!("p = 1, n = {n}"),
                    Outcome::from_next_wins(printed),
                    Play::new().outcome(&Multiplied { p: 1, n }, trial.limits())?,
                )?;
            }
            Ok(())
        }),
    )],
    ..entry!("I36", "multiplication")
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
