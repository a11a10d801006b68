//! Ferguson's game, and sums of it: SDOI2009 E&D.

use farstar_value::{Limits, Player};
use std::fmt::Write;

use farstar_impartial::nim::{ferguson_value, ferguson_winning_split};

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps;
use crate::impartial::heaps::{joined, outcome};
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::Verification;

/// I37: Ferguson's game.
pub(crate) const FERGUSON: Entry = Entry {
    instance: Instance::game("5 8", |text, limits| {
        turn(Pairs::of(&read(text, |input| heaps::few(input, "a heap", 2..=2, 1..=30))?), limits)
    })
    .over("{0} {1}", [1, 24, 30]),
    answer: Some(|input, limits| {
        let mut text = String::new();
        while !input.is_at_end() {
            let a: u64 = input.integer("a heap", 1..=u64::MAX)?;
            let b: u64 = input.integer("a heap", 1..=u64::MAX)?;
            let value = ferguson_value(a, b).unwrap_or(0);
            let split = ferguson_winning_split(a, b);
            let split = split.map_or_else(|| "-".to_owned(), |(x, y)| format!("{x} {y}"));
            let _ = writeln!(text, "{value} {} {split}", outcome(value.into()));
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification::to([16, 39, 100], |to, trial| {
        let mut play = Play::new();
        for total in 2..=2 * to {
            for a in (1..total).filter(|&a| a <= to && total - a <= to) {
                let pair = Pairs(vec![(a, total - a)]);
                trial.compare(
                    || format!("heaps {a}, {}", total - a),
                    ferguson_value(a, total - a).unwrap_or(u32::MAX),
                    play.value(&pair, trial.limits())?,
                )?;
            }
        }
        Ok(())
    })),
    ..entry!("I37", "ferguson")
};

/// Pairs of heaps of Ferguson's game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Pairs(Vec<(u64, u64)>);

impl Moves for Pairs {
    fn moves(&self) -> Vec<Self> {
        let mut moves = Vec::new();
        for (i, &(a, b)) in self.0.iter().enumerate() {
            for heap in [a, b] {
                for part in 1..heap {
                    let mut pairs = self.0.clone();
                    pairs[i] = (part, heap - part);
                    moves.push(Self(pairs));
                }
            }
        }
        moves
    }
}

/// SG of the game E&D on piles of which each two neighbours are a pair; `None` if a pile is empty or one is left over.
///
/// # Examples
/// ```
/// use farstar_problems::contest::ferguson::pairs_value;
/// assert_eq!(pairs_value(&[1, 2, 3, 1]), Some(1));
/// assert_eq!(pairs_value(&[1, 1, 1]), None);
/// ```
#[must_use]
pub fn pairs_value(piles: &[u64]) -> Option<u32> {
    let (pairs, rest) = piles.as_chunks::<2>();
    let sum = pairs.iter().try_fold(0, |sum, &[a, b]| Some(sum ^ ferguson_value(a, b)?));
    sum.filter(|_| rest.is_empty())
}

/// I33: E&D.
pub(crate) const E_AND_D: Entry = Entry {
    instance: Instance::game("3 6 5 4", |text, limits| {
        turn(Pairs::of(&read(text, |input| heaps::few(input, "a heap", 4..=4, 1..=30))?), limits)
    })
    .over("{0} {1} 1 1", [1, 24, 30]),
    answer: Some(|input, limits| {
        let values = input.accept("values");
        let cases = input.integer("the number of cases", 0..=1_000_000)?;
        let mut text = String::new();
        for _ in 0..cases {
            let n = input.integer("the number of piles", 0..=1_000_000_usize)?;
            if n % 2 == 1 {
                return Err(input.error(format!("{n} piles; expected an even number")));
            }
            let piles: Vec<u64> = input.integers("a pile", n, 1..=u64::MAX)?;
            let value = pairs_value(&piles).unwrap_or(0);
            let _ = match values {
                true => writeln!(text, "{value} {}", outcome(value.into())),
                false => writeln!(text, "{}", if value == 0 { "NO" } else { "YES" }),
            };
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification::to([4, 6, 9], |to, trial| {
        let mut play = Play::new();
        for code in 0..to.pow(4) {
            let piles: Vec<u64> = (0..4).map(|i| code / to.pow(i) % to + 1).collect();
            let pairs = Pairs(vec![(piles[0], piles[1]), (piles[2], piles[3])]);
            trial.compare(
                || format!("piles {}", joined(&piles)),
                outcome(pairs_value(&piles).unwrap_or(u32::MAX).into()),
                play.outcome(&pairs, trial.limits())?,
            )?;
        }
        Ok(())
    })),
    ..entry!("I33", "e-and-d")
};

impl Playable for Pairs {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let piles: Vec<u64> = self.0.iter().flat_map(|&(a, b)| [a, b]).collect();
        Ok(pairs_value(&piles).map(|value| Fate::of(value != 0)))
    }

    fn text(&self) -> String {
        joined(self.0.iter().map(|(a, b)| format!("{a} {b}")))
    }

    fn picture(&self) -> Picture {
        Picture::tuples(self.0.iter().map(|&(a, b)| vec![a, b]).collect())
    }
}

impl Pairs {
    /// Heaps in pairs, one after the other.
    fn of(heaps: &[u64]) -> Self {
        Self(heaps.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect())
    }
}
