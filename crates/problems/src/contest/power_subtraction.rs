//! Subtraction of powers.

use farstar_value::{Limits, Player};
use std::fmt::Write;

use farstar_impartial::compound::multi_grundy;

use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::impartial::heaps;
use crate::impartial::heaps::{joined, outcome};
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::Verification;

/// SG of a heap of n from which a power of `a`, 1 among them, is taken; `a` ≥ 2.
#[must_use]
pub const fn power_subtraction_value(n: u64, a: u64) -> u32 {
    // The powers of a are 1 and −1 modulo a + 1.
    let rest = match a.checked_add(1) {
        Some(cycle) => n % cycle,
        None => n,
    };
    if rest == a && a.is_multiple_of(2) { 2 } else { (rest % 2) as u32 }
}

/// I51: subtraction of powers.
pub(crate) const POWERS: Entry = Entry {
    instance: Instance::game("23", |text, limits| {
        turn(Powers(read(text, |input| heaps::few(input, "n", 1..=1, 0..=60))?[0]), limits)
    })
    .over("{0}", [0, 60, 60]),
    answer: Some(|input, limits| {
        let mut text = String::new();
        while !input.is_at_end() {
            let n: u64 = input.integer("n", 0..=u64::MAX)?;
            let a = input.integer("a", 2..=u64::MAX)?;
            let value = power_subtraction_value(n, a);
            let powers = std::iter::successors(Some(1_u64), |power| power.checked_mul(a));
            let takes = powers.take_while(|&power| power <= n);
            let winning: Vec<u64> = takes
                .filter(|power| value != 0 && power_subtraction_value(n - power, a) == 0)
                .collect();
            let shown = if winning.is_empty() { "-".to_owned() } else { joined(winning) };
            let _ = writeln!(text, "{value} {} {shown}", outcome(value.into()));
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification::to([200, 2000, 1_000_000], |to, trial| {
        let count = u32::try_from(to + 1).map_err(|_| Error::Refused("too many".to_owned()))?;
        for a in 2..=10_u64 {
            let takes = |n: u32, add: &mut dyn FnMut(&[u32])| {
                let powers = std::iter::successors(Some(1), |power| Some(power * a));
                powers.take_while(|&power| power <= n.into()).for_each(|power| {
                    add(&[n - power as u32]);
                });
            };
            for (n, played) in (0..).zip(multi_grundy(count, takes, trial.limits())?) {
                let case = || format!("n = {n}, a = {a}");
                trial.compare(case, power_subtraction_value(n, a), played)?;
                let even = ((n + 1) % (a + 1)).is_multiple_of(2);
                trial.compare(case, even, played != 0)?;
            }
        }
        Ok(())
    })),
    ..entry!("I51", "power-subtraction")
};

/// Stones from which a power of 4 is taken.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Powers(u64);

impl Playable for Powers {
    fn after(&self, _: Player) -> Vec<Self> {
        [1, 4, 16].into_iter().filter_map(|take| self.0.checked_sub(take)).map(Self).collect()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(power_subtraction_value(self.0, 4) != 0)))
    }

    fn text(&self) -> String {
        self.0.to_string()
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&[self.0])
    }
}
