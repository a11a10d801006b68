//! Turning multiples: HAOI2015.

use farstar_value::{Limits, Player};
use std::fmt::Write;

use farstar_impartial::coin::MultiplesGame;
use farstar_impartial::digraph::Outcome;

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps::joined;
use crate::impartial::whole::{Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::Verification;

/// I45: the array game.
pub(crate) const ARRAY_GAME: Entry = Entry {
    instance: Instance::game("W.WW.W", |text, limits| turn(read(text, Multiples::read)?, limits)),
    answer: Some(|input, limits| {
        let values = input.accept("values");
        let n = input.integer("n", 1..=1_000_000_000_000_u64)?;
        let positions = input.integer("the number of positions", 0..=1_000_000)?;
        let game = MultiplesGame::new(n, limits)?;
        let mut text = String::new();
        for _ in 0..positions {
            let w = input.integer("the number of white cells", 0..=10_000_000_usize)?;
            let mut cells: Vec<u64> = input.integers("a white cell", w, 1..=n)?;
            let value = game.grundy(&cells)?;
            cells.sort_unstable();
            if let Some(pair) = cells.windows(2).find(|pair| pair[0] == pair[1]) {
                return Err(input.error(format!("cell {} is named twice", pair[0])));
            }
            let _ = match values {
                true => writeln!(text, "{value} {}", Outcome::from_next_wins(value != 0)),
                false => writeln!(text, "{}", if value == 0 { "No" } else { "Yes" }),
            };
            limits.check()?;
        }
        Ok(text)
    }),
    verification: Some(Verification::to([7, 11, 14], |to, trial| {
        for n in 1..=to as u32 {
            let game = MultiplesGame::new(n.into(), trial.limits())?;
            let mut play = Play::new();
            for white in 0_u32..1 << n {
                let cells: Vec<u64> =
                    (1..=n).filter(|x| white >> (x - 1) & 1 == 1).map(u64::from).collect();
                trial.compare(
                    || format!("n = {n}, white {}", joined(&cells)),
                    game.grundy(&cells)?,
                    play.value(&Multiples { n, white }, trial.limits())?,
                )?;
            }
        }
        Ok(())
    })),
    ..entry!("I45", "array-game")
};

/// White cells as bits, cell 1 the lowest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Multiples {
    n: u32,
    white: u32,
}

impl Moves for Multiples {
    fn moves(&self) -> Vec<Self> {
        let mut moves = Vec::new();
        for x in (1..=self.n).filter(|x| self.white >> (x - 1) & 1 == 1) {
            let mut white = self.white;
            for multiple in (1..=self.n / x).map(|k| k * x) {
                white ^= 1 << (multiple - 1);
                moves.push(Self { n: self.n, white });
            }
        }
        moves
    }
}

impl Multiples {
    fn read(input: &mut Input<'_>) -> Result<Self> {
        let cells = input.word("the cells")?;
        if !(1..=12).contains(&cells.len()) || cells.bytes().any(|c| !b".W".contains(&c)) {
            return Err(input.error("expected 1 to 12 cells, each . or W"));
        }
        let white = (0..).zip(cells.bytes()).filter(|(_, c)| *c == b'W');
        Ok(Self { n: cells.len() as u32, white: white.fold(0, |mask, (i, _)| mask | 1 << i) })
    }
}

impl Playable for Multiples {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        let game = MultiplesGame::new(self.n.into(), limits)?;
        let cells = (1..=self.n).filter(|x| self.white >> (x - 1) & 1 == 1).map(u64::from);
        Ok(Some(Fate::of(game.grundy(&cells.collect::<Vec<_>>())? != 0)))
    }

    fn text(&self) -> String {
        (0..self.n).map(|i| if self.white >> i & 1 == 1 { 'W' } else { '.' }).collect()
    }

    fn picture(&self) -> Picture {
        Picture::strip(&self.text())
    }

    fn called(&self, after: &Self) -> Option<String> {
        let turned = self.white ^ after.white;
        let cells = (1..=self.n).filter(|x| turned >> (x - 1) & 1 == 1);
        Some(cells.map(|x| x.to_string()).collect::<Vec<_>>().join("–"))
    }
}
