//! AGC002E: candy piles.

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

/// I60: candy piles.
pub(crate) const CANDY_PILES: Entry = Entry {
    instance: Instance::game("4 2 1", |text, limits| {
        turn(Piles::of(read(text, |input| heaps::few(input, "a pile", 1..=7, 0..=9))?), limits)
    })
    .over("{0} {1} {2}", [0, 6, 9]),
    answer: Some(answer),
    verification: Some(Verification::to([4, 7, 10], cases)),
    ..entry!("I60", "candy-piles")
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("the number of piles", 1..=1_000_000_usize)?;
    let piles = input.integers("a pile", n, 1..=1_000_000_000_u64)?;
    Ok(if first_wins(&piles) { "First\n" } else { "Second\n" }.to_owned())
}

/// Whether the player to move wins; O(n log n). Without candies the game is over, and who ate the last one has lost.
#[must_use]
pub fn first_wins(piles: &[u64]) -> bool {
    let mut piles: Vec<u64> = piles.iter().copied().filter(|&pile| pile > 0).collect();
    if piles.is_empty() {
        return true;
    }
    piles.sort_unstable_by(|a, b| b.cmp(a));
    let side = (1..=piles.len()).take_while(|&i| piles[i - 1] >= i as u64).count();
    let above = piles[side - 1] - side as u64;
    let right = piles[side..].iter().take_while(|&&pile| pile >= side as u64).count();
    above % 2 == 1 || right % 2 == 1
}

/// Piles, largest first, none empty. The move that eats everything loses, so it is left out.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Piles(Vec<u64>);

impl Impartial for Piles {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        if self.0.len() > 1 {
            visit(Self(self.0[1..].to_vec()))?;
        }
        let eaten: Vec<u64> = self.0.iter().map(|pile| pile - 1).filter(|&pile| pile > 0).collect();
        if eaten.is_empty() { ControlFlow::Continue(()) } else { visit(Self(eaten)) }
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    let mut lists = vec![Vec::new()];
    for _ in 0..to {
        let mut longer = Vec::new();
        for list in &lists {
            for pile in 1..=list.last().copied().unwrap_or(to) {
                longer.push([&list[..], &[pile]].concat());
            }
        }
        for piles in &longer {
            let played = search::grundy(&Piles(piles.clone()), trial.limits())? != 0;
            trial.compare(|| format!("piles {piles:?}"), first_wins(piles), played)?;
        }
        lists = longer;
    }
    Ok(())
}

impl Piles {
    fn of(mut piles: Vec<u64>) -> Self {
        piles.retain(|&pile| pile > 0);
        piles.sort_unstable_by(|a, b| b.cmp(a));
        Self(piles)
    }
}

impl Playable for Piles {
    fn after(&self, _: Player) -> Vec<Self> {
        let mut moves = crate::instance::options(self);
        // Here the last candy is eaten, and who eats it loses.
        if self.0.len() == 1 || self.0.iter().all(|&pile| pile == 1) && !self.0.is_empty() {
            moves.push(Self(Vec::new()));
        }
        moves
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(first_wins(&self.0))))
    }

    fn text(&self) -> String {
        if self.0.is_empty() { "0".to_owned() } else { heaps::joined(&self.0) }
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0)
    }

    fn winner(&self, mover: Player) -> Option<Player> {
        Some(mover)
    }

    fn called(&self, after: &Self) -> Option<String> {
        let largest = after.0 == self.0[1..];
        Some(if largest {
            format!("↓ {}", self.0[0])
        } else {
            format!("− 1 × {}", self.0.len())
        })
    }
}
