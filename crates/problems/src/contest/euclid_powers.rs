//! Euclid with powers: Codeforces 167C.

use farstar_value::{Limits, Player};
use std::fmt::Write;

use farstar_impartial::digraph::Outcome;

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps;
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
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
pub(crate) const EUCLID_POWERS: Entry = Entry {
    instance: Instance::game("7 24", |text, limits| {
        turn(
            {
                let numbers = read(text, |input| heaps::few(input, "a number", 2..=2, 0..=200))?;
                Wizards { a: numbers[0].min(numbers[1]), b: numbers[0].max(numbers[1]) }
            },
            limits,
        )
    })
    .over("{0} {1}", [0, 40, 120]),
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
    verification: Some(Verification::to([80, 300, 3000], |to, trial| {
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
    })),
    claims: &[(
        "IE7",
        Verification::to([3, 20, 400], |to, trial| {
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
        }),
    )],
    ..entry!("I50", "euclid-powers")
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
