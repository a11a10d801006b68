//! P7979: removing sums of real factors.

use farstar_impartial::digraph::Outcome;
use farstar_impartial::{nim, search};
use farstar_rules::impartial::{Impartial, Visit};
use farstar_value::{Limits, Player};
use std::ops::ControlFlow;

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::{Ended, Trial, Verification};

/// The largest heap; the original has 3·10¹⁷.
const LARGEST: u64 = 1_000_000_000_000_000_000;

/// I73: removing sums of real factors.
pub(crate) const REAL_FACTOR: Entry = Entry {
    instance: Instance::game("5 7 12", |text, limits| {
        turn(
            Heaps {
                heaps: read(text, |input| heaps::few(input, "a heap", 1..=4, 0..=40))?,
                most: 2,
            },
            limits,
        )
    })
    .over("{0} {1}", [0, 30, 40]),
    answer: Some(answer),
    verification: Some(Verification::to([14, 30, 80], cases)),
    ..entry!("I73", "real-factor")
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let k = input.integer("the most heaps of a move", 1..=1_000_000_u64)?;
    let n = input.integer("the number of heaps", 0..=1_000_000_usize)?;
    let heaps = input.integers("a heap", n, 0..=LARGEST)?;
    let values: Vec<u64> = heaps.into_iter().map(value).collect();
    let words: Vec<String> = values.iter().map(u64::to_string).collect();
    let winner = if nim::moore_outcome(k, &values) == Outcome::N { "YES" } else { "NO" };
    Ok(format!("{}\n{winner}\n", words.join(" ")))
}

/// The value of a heap of `s` ≤ 10¹⁸ stones: how many thresholds it reaches; O(log² s).
#[must_use]
pub fn value(s: u64) -> u64 {
    // A cycle begins with the threshold r², the `count`-th: r steps of the first kind, then 2r of the second, then the
    // next cycle.
    let (mut r, mut count) = (2_u64, 1_u64);
    if s < 4 {
        return 0;
    }
    while s >= (4 * r + 2) * (4 * r + 2) {
        count += 3 * r + 1;
        r = 4 * r + 2;
    }
    let threshold = |step: u64| {
        let side = r + step;
        side * side + if step <= r { 2 * step } else { 2 * r + 3 * (step - r) }
    };
    // The last step of the cycle whose threshold is within s.
    let (mut within, mut beyond) = (0, 3 * r + 1);
    while beyond - within > 1 {
        let middle = within + (beyond - within) / 2;
        if threshold(middle) <= s { within = middle } else { beyond = middle }
    }
    count + within
}

/// Heaps, and the most of them that a move may touch.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Heaps {
    heaps: Vec<u64>,
    most: usize,
}

impl Heaps {
    /// Takes from the heaps from the `index`-th on, of which `left` more may be touched.
    fn take(
        &self,
        heaps: &mut Vec<u64>,
        index: usize,
        left: usize,
        visit: Visit<'_, Self>,
    ) -> ControlFlow<()> {
        let Some(&heap) = heaps.get(index) else {
            return if left < self.most {
                visit(Self { heaps: heaps.clone(), most: self.most })
            } else {
                ControlFlow::Continue(())
            };
        };
        self.take(heaps, index + 1, left, visit)?;
        if left > 0 {
            // c ≥ 2√s, in integers: c² ≥ 4s.
            for c in (1..=heap).filter(|c| c * c >= 4 * heap) {
                heaps[index] = heap - c;
                self.take(heaps, index + 1, left - 1, visit)?;
            }
            heaps[index] = heap;
        }
        ControlFlow::Continue(())
    }
}

impl Impartial for Heaps {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        self.take(&mut self.heaps.clone(), 0, self.most, visit)
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for s in 0..=3 * to {
        let played = search::grundy(&Heaps { heaps: vec![s], most: 1 }, trial.limits())?;
        trial.compare(|| format!("a heap of {s}"), value(s), u64::from(played))?;
    }
    for (a, b) in (0..=to).flat_map(|a| (0..=a).map(move |b| (a, b))) {
        for most in 1..=2 {
            let heaps = Heaps { heaps: vec![a, b], most };
            let played = search::grundy(&heaps, trial.limits())? != 0;
            let claimed = nim::moore_outcome(most as u64, &[value(a), value(b)]) == Outcome::N;
            trial.compare(|| format!("heaps {a} and {b}, k = {most}"), claimed, played)?;
        }
    }
    Ok(())
}

impl Playable for Heaps {
    fn after(&self, _: Player) -> Vec<Self> {
        crate::instance::options(self)
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        let values: Vec<u64> = self.heaps.iter().map(|&heap| value(heap)).collect();
        Ok(Some(nim::moore_outcome(self.most as u64, &values).into()))
    }

    fn text(&self) -> String {
        heaps::joined(&self.heaps)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.heaps)
    }

    fn called(&self, after: &Self) -> Option<String> {
        let moved = self.heaps.iter().zip(&after.heaps).filter(|(a, b)| a != b);
        Some(moved.map(|(a, b)| format!("{a} → {b}")).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thresholds_by_their_definition() {
        // Each is the least s with s − ⌈2√s⌉ at least the one before.
        let less = |s: u64| s - (1..).find(|c| c * c >= 4 * s).unwrap_or(0);
        let mut count = 0;
        let mut threshold = 0;
        for s in 4..20_000 {
            if less(s) >= threshold {
                threshold = s;
                count += 1;
            }
            assert_eq!(value(s), count, "{s}");
        }
        // The largest heap is not out of reach: √s − ln s / 2 or so.
        assert!((999_999_900..1_000_000_000).contains(&value(LARGEST)));
    }
}
