//! Misère Nim.

use farstar_impartial::misere::{misere_nim_outcome, misere_nim_winning_moves};
use farstar_impartial::nim::{HeapMove, nim_sum};
use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps::{self, NimHeaps, joined};
use crate::impartial::whole::MiserePlay;
use crate::impartial::whole::Moves;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::Verification;

/// I46: misère Nim.
pub(crate) const ANTI_NIM: Entry = Entry {
    instance: Instance::game("3 4 5", |text, limits| {
        turn(
            Misere(NimHeaps(read(text, |input| heaps::few(input, "a heap", 1..=6, 0..=15))?)),
            limits,
        )
    })
    .over("{0} {1} {2}", [0, 6, 9]),
    answer: Some(|input, _| {
        let heaps = heaps::read(input)?;
        let moves = misere_nim_winning_moves(&heaps);
        Ok(heaps::answer(nim_sum(&heaps), misere_nim_outcome(&heaps), &moves))
    }),
    verification: Some(Verification::to([3, 7, 12], |to, trial| {
        let mut play = MiserePlay::new();
        for list in heaps::all(3, to) {
            let case = || format!("heaps {}", joined(&list));
            let position = NimHeaps(list.clone());
            let played = play.outcome(&position, trial.limits())?;
            trial.compare(case, misere_nim_outcome(&list), played)?;
            let after = |m: &HeapMove| {
                let mut heaps = list.clone();
                heaps[m.heap] = m.size;
                format!("{heaps:?}")
            };
            let listed = joined(misere_nim_winning_moves(&list).iter().map(after));
            let winning = play.winning(&position, trial.limits())?;
            let winning = joined(winning.iter().map(|heaps| format!("{:?}", heaps.0)));
            trial.compare(case, listed, winning)?;
        }
        Ok(())
    })),
    ..entry!("I46", "anti-nim")
};

/// Nim heaps, and the player who cannot move wins.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Misere(NimHeaps);

impl Playable for Misere {
    fn after(&self, _: Player) -> Vec<Self> {
        self.0.moves().into_iter().map(Self).collect()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(misere_nim_outcome(&self.0.0).into()))
    }

    fn text(&self) -> String {
        joined(&self.0.0)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0.0)
    }

    fn winner(&self, mover: Player) -> Option<Player> {
        Some(mover)
    }
}
