//! Nim, and Bouton's theorem.

use farstar_impartial::digraph::Outcome;
use farstar_impartial::nim;
use farstar_value::{Limits, Player};

use super::heaps::{self, NimHeaps};
use super::whole;
use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::whole::Moves;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::{Ended, Trial, Verification};

/// I04: Nim.
pub(crate) const NIM: Entry = Entry {
    instance: Instance::game("2 4 5", |text, limits| {
        turn(NimHeaps(read(text, |input| heaps::few(input, "a heap", 1..=6, 0..=15))?), limits)
    })
    .over("{0} {1} {2}", [0, 7, 12]),
    answer: Some(answer),
    verification: Some(Verification::to([3, 8, 40], cases)),
    ..entry!("I04", "nim")
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let heaps = heaps::read(input)?;
    let sum = nim::nim_sum(&heaps);
    let moves: Vec<_> = nim::winning_moves(&heaps).collect();
    Ok(heaps::answer(sum, Outcome::from_next_wins(sum != 0), &moves))
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for a in 0..=to {
        for b in 0..=a {
            for c in 0..=b {
                let heaps = [a, b, c];
                let played = whole::grundy(NimHeaps(heaps.to_vec()), trial.limits())?;
                trial.compare(
                    || format!("heaps {a}, {b}, {c}"),
                    nim::nim_sum(&heaps),
                    u64::from(played),
                )?;
            }
        }
    }
    Ok(())
}

impl Playable for NimHeaps {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(nim::nim_sum(&self.0) != 0)))
    }

    fn text(&self) -> String {
        heaps::joined(&self.0)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0)
    }
}
