//! Staircase Nim.

use std::fmt::Write;

use farstar_impartial::digraph::Outcome;
use farstar_impartial::nim::{staircase_sum, staircase_winning_moves};
use farstar_value::{Limits, Player};

use super::heaps;
use super::heaps::joined;
use super::whole::{Moves, Play};
use crate::entry::Entry;
use crate::error::Result;
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::Verification;

/// I06: staircase Nim.
pub(crate) const STAIRCASE: Entry = Entry {
    instance: Instance::game("2 1 3 2", |text, limits| {
        turn(
            Stairs(
                [vec![0], read(text, |input| heaps::few(input, "a pile", 1..=5, 0..=9))?].concat(),
            ),
            limits,
        )
    })
    .over("{0} {1} {2}", [0, 5, 9]),
    answer: Some(answer),
    verification: Some(Verification::to([2, 4, 6], |to, trial| {
        let mut play = Play::new();
        for code in 0..(to + 1).pow(4) {
            let pile = |i: u32| code / (to + 1).pow(i - 1) % (to + 1);
            let piles = vec![0, pile(1), pile(2), pile(3), pile(4)];
            let case = || format!("piles {}", joined(&piles));
            let position = Stairs(piles.clone());
            trial.compare(
                case,
                Outcome::from_next_wins(staircase_sum(&piles) != 0),
                play.outcome(&position, trial.limits())?,
            )?;
            let listed: Vec<Stairs> =
                staircase_winning_moves(&piles).map(|m| position.after(m.pile, m.tokens)).collect();
            let played = play.winning(&position, trial.limits())?;
            let shown = |moves: &[Stairs]| joined(moves.iter().map(|m| format!("{:?}", m.0)));
            trial.compare(case, shown(&listed), shown(&played))?;
        }
        Ok(())
    })),
    ..entry!("I06", "staircase-nim")
};

fn answer(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let n = input.integer("the number of piles", 1..=1_000_000)?;
    let piles: Vec<u64> = input.integers("a pile", n, 0..=u64::MAX >> 1)?;
    let sum = staircase_sum(&piles);
    let moves: Vec<_> = staircase_winning_moves(&piles).collect();
    let outcome = Outcome::from_next_wins(sum != 0);
    let mut text = format!("{sum} {outcome}\n{}\n", moves.len());
    for m in moves {
        let _ = writeln!(text, "{} {}", m.pile, m.tokens);
    }
    Ok(text)
}

/// Piles on the stairs; what reaches a_0 is forgotten.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stairs(Vec<u64>);

impl Stairs {
    fn after(&self, pile: usize, tokens: u64) -> Self {
        let mut piles = self.0.clone();
        piles[pile] -= tokens;
        if pile > 1 {
            piles[pile - 1] += tokens;
        }
        Self(piles)
    }
}

impl Moves for Stairs {
    fn moves(&self) -> Vec<Self> {
        (1..self.0.len())
            .flat_map(|pile| (1..=self.0[pile]).map(move |tokens| self.after(pile, tokens)))
            .collect()
    }
}

impl Playable for Stairs {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(staircase_sum(&self.0) != 0)))
    }

    fn text(&self) -> String {
        joined(&self.0[1..])
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0[1..])
    }

    fn called(&self, after: &Self) -> Option<String> {
        let pile = (1..self.0.len()).rfind(|&pile| self.0[pile] > after.0[pile])?;
        Some(format!("a_{pile} → a_{}: {}", pile - 1, self.0[pile] - after.0[pile]))
    }
}
