//! Moore's Nim.

use farstar_impartial::nim::moore_outcome;
use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps::{self, joined};
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::Verification;

/// I48: Moore's Nim.
pub(crate) const MOORE: Entry = Entry {
    instance: Instance::game("1 2 3 3", |text, limits| {
        turn(
            Moore {
                most: 2,
                heaps: read(text, |input| heaps::few(input, "a heap", 1..=5, 0..=6))?,
            },
            limits,
        )
    })
    .over("{0} {1} {2}", [0, 6, 6]),
    answer: Some(|input, _| {
        let n = input.integer("the number of heaps", 0..=1_000_000_usize)?;
        let k = input.integer("the most heaps of a move", 1..=u64::MAX)?;
        let heaps: Vec<u64> = input.integers("a heap", n, 0..=u64::MAX)?;
        Ok(format!("{}\n", moore_outcome(k, &heaps)))
    }),
    verification: Some(Verification::to([2, 4, 6], |to, trial| {
        for most in 1..=3 {
            let mut play = Play::new();
            for heaps in heaps::all(4, to) {
                trial.compare(
                    || format!("k = {most}, heaps {}", joined(&heaps)),
                    moore_outcome(most as u64, &heaps),
                    play.outcome(&Moore { most, heaps: heaps.clone() }, trial.limits())?,
                )?;
            }
        }
        Ok(())
    })),
    ..entry!("I48", "moore")
};

/// Heaps of which a move lowers at most `most`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Moore {
    most: usize,
    heaps: Vec<u64>,
}

impl Moves for Moore {
    fn moves(&self) -> Vec<Self> {
        let mut lists = vec![(0, Vec::new())];
        for &heap in &self.heaps {
            lists = lists
                .into_iter()
                .flat_map(|(lowered, list)| {
                    (0..=heap).filter_map(move |size| {
                        let lowered = lowered + usize::from(size < heap);
                        let mut list: Vec<u64> = list.clone();
                        list.push(size);
                        (lowered <= self.most).then_some((lowered, list))
                    })
                })
                .collect();
        }
        let moved = lists.into_iter().filter(|(lowered, _)| *lowered > 0);
        moved
            .map(|(_, mut heaps)| {
                heaps.sort_unstable_by(|a, b| b.cmp(a));
                Self { most: self.most, heaps }
            })
            .collect()
    }
}

impl Playable for Moore {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(moore_outcome(self.most as u64, &self.heaps).into()))
    }

    fn text(&self) -> String {
        joined(&self.heaps)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.heaps)
    }
}
