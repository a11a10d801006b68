//! ZJOI2009: End-Nim.

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

/// I67: End-Nim.
pub(crate) const END_NIM: Entry = Entry {
    instance: Instance::game("3 1 4 2", |text, limits| {
        turn(Row::of(read(text, |input| heaps::few(input, "a pile", 1..=5, 0..=8))?), limits)
    })
    .over("{0} {1} {2}", [0, 8, 8]),
    answer: Some(answer),
    verification: Some(Verification::to([3, 6, 12], cases)),
    ..entry!("I67", "end-nim")
};

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let tests = input.integer("the number of tests", 0..=1000_u32)?;
    let mut text = String::new();
    for _ in 0..tests {
        let n = input.integer("the number of piles", 1..=10_000_usize)?;
        let piles = input.integers("a pile", n, 0..=1_000_000_000_000_000_000_u64)?;
        let _ = writeln!(text, "{}", u8::from(first_wins(&piles, limits)?));
    }
    Ok(text)
}

/// Whether the player to move wins; O(n²) time, O(n) memory.
///
/// # Errors
/// Those of `limits`.
pub fn first_wins(piles: &[u64], limits: &Limits) -> Result<bool> {
    // Empty piles are passed over, so they may as well not be there.
    let piles: Vec<u64> = piles.iter().copied().filter(|&pile| pile > 0).collect();
    let Some((&first, rest)) = piles.split_first() else { return Ok(false) };
    // Of the stretches of one length, from each start: the losing sizes before and after it.
    let mut before = rest.to_vec();
    let mut after = rest.to_vec();
    for length in 2..=rest.len() {
        limits.check()?;
        for start in 0..=rest.len() - length {
            let (old_before, old_after) = (before[start], after[start]);
            let last = rest[start + length - 1];
            let new_after = losing(rest[start], after[start + 1], before[start + 1]);
            before[start] = losing(last, old_before, old_after);
            after[start] = new_after;
        }
    }
    Ok(before.first().is_none_or(|&losing| first != losing))
}

/// The losing size on one side of a stretch: `end` is the pile at the other end, `near` and `far` the losing sizes of
/// the stretch without that pile, on the same side and on the other.
fn losing(end: u64, near: u64, far: u64) -> u64 {
    if end == far {
        0
    } else if (near..far).contains(&end) {
        end + 1
    } else if end > far && end <= near {
        end - 1
    } else {
        end
    }
}

/// Piles in a row, none empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Row(Vec<u64>);

impl Impartial for Row {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        let n = self.0.len();
        for end in if n == 1 { vec![0] } else { vec![0, n.wrapping_sub(1)] } {
            let Some(&pile) = self.0.get(end) else { break };
            for left in 0..pile {
                let mut piles = self.0.clone();
                if left == 0 {
                    piles.remove(end);
                } else {
                    piles[end] = left;
                }
                visit(Self(piles))?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for n in 1..=4_u32 {
        for code in 0..to.pow(n) {
            let piles: Vec<u64> = (0..n).map(|i| code / to.pow(i) % to + 1).collect();
            let claimed = first_wins(&piles, trial.limits())?;
            let played = search::grundy(&Row(piles.clone()), trial.limits())? != 0;
            trial.compare(|| format!("piles {piles:?}"), claimed, played)?;
        }
    }
    Ok(())
}

impl Row {
    fn of(mut piles: Vec<u64>) -> Self {
        piles.retain(|&pile| pile > 0);
        Self(piles)
    }
}

impl Playable for Row {
    fn after(&self, _: Player) -> Vec<Self> {
        crate::instance::options(self)
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(first_wins(&self.0, limits)?)))
    }

    fn text(&self) -> String {
        if self.0.is_empty() { "0".to_owned() } else { heaps::joined(&self.0) }
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0)
    }

    fn called(&self, after: &Self) -> Option<String> {
        let shorter = after.0.len() < self.0.len();
        let first = if shorter { after.0[..] == self.0[1..] } else { after.0[0] < self.0[0] };
        let (side, at) = if first { ("←", 0) } else { ("→", self.0.len() - 1) };
        let left = if shorter { 0 } else { after.0[at] };
        Some(format!("{side} {} → {left}", self.0[at]))
    }
}
