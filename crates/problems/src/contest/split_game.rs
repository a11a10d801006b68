//! HNOI2007: the splitting game.

use farstar_impartial::{mex, search};
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

/// Most bottles of an input; the original has 21.
const MOST_BOTTLES: usize = 100;

/// I66: the splitting game.
pub(crate) const SPLIT_GAME: Entry = Entry {
    instance: Instance::game("1 0 2 1", |text, limits| {
        turn(Bottles(read(text, |input| heaps::few(input, "a bottle", 1..=5, 0..=99))?), limits)
    })
    .over("{0} {1} {2} {3}", [0, 2, 3]),
    answer: Some(answer),
    verification: Some(Verification::to([1, 2, 3], cases)),
    ..entry!("I66", "split-game")
};

fn answer(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    let tests = input.integer("the number of tests", 0..=1000_u32)?;
    let mut text = String::new();
    for _ in 0..tests {
        limits.check()?;
        let n = input.integer("the number of bottles", 1..=MOST_BOTTLES)?;
        let beans = input.integers("a number of beans", n, 0..=1_000_000_000_u64)?;
        let moves = winning_moves(&beans);
        let _ = match moves.first() {
            Some((i, j, k)) => writeln!(text, "{i} {j} {k}\n{}", moves.len()),
            None => writeln!(text, "-1 -1 -1\n0"),
        };
    }
    Ok(text)
}

/// Values of a bean at the distances 0 to `count − 1` from the last bottle; O(count³).
#[must_use]
pub fn bean_values(count: usize) -> Vec<u32> {
    let mut values: Vec<u32> = Vec::with_capacity(count);
    for d in 0..count {
        let nearer = &values[..d];
        let value = mex(nearer.iter().flat_map(|a| nearer.iter().map(move |b| a ^ b)));
        values.push(value);
    }
    values
}

/// The winning moves (i, j, k), least first; O(n³).
#[must_use]
pub fn winning_moves(beans: &[u64]) -> Vec<(usize, usize, usize)> {
    let n = beans.len();
    let mut values = bean_values(n);
    values.reverse();
    let sum = (0..n).filter(|&i| beans[i] % 2 == 1).fold(0, |sum, i| sum ^ values[i]);
    let mut moves = Vec::new();
    for i in (0..n).filter(|&i| beans[i] > 0) {
        for j in i + 1..n {
            moves.extend(
                (j..n).filter(|&k| sum ^ values[i] ^ values[j] ^ values[k] == 0).map(|k| (i, j, k)),
            );
        }
    }
    moves
}

/// Beans in bottles.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Bottles(Vec<u64>);

impl Impartial for Bottles {
    fn options(&self, visit: Visit<'_, Self>) -> ControlFlow<()> {
        let n = self.0.len();
        for i in (0..n).filter(|&i| self.0[i] > 0) {
            for (j, k) in (i + 1..n).flat_map(|j| (j..n).map(move |k| (j, k))) {
                let mut bottles = self.0.clone();
                bottles[i] -= 1;
                bottles[j] += 1;
                bottles[k] += 1;
                visit(Self(bottles))?;
            }
        }
        ControlFlow::Continue(())
    }
}

fn cases(to: u64, trial: &mut Trial<'_>) -> std::result::Result<(), Ended> {
    for n in 1..=4_u32 {
        for code in 0..(to + 1).pow(n) {
            let beans: Vec<u64> = (0..n).map(|i| code / (to + 1).pow(i) % (to + 1)).collect();
            let mut played = Vec::new();
            for (i, j, k) in (0..beans.len())
                .flat_map(|i| (i + 1..beans.len()).map(move |j| (i, j)))
                .flat_map(|(i, j)| (j..beans.len()).map(move |k| (i, j, k)))
            {
                if beans[i] > 0 {
                    let mut after = beans.clone();
                    after[i] -= 1;
                    after[j] += 1;
                    after[k] += 1;
                    if search::grundy(&Bottles(after), trial.limits())? == 0 {
                        played.push((i, j, k));
                    }
                }
            }
            trial.compare(
                || format!("beans {beans:?}"),
                format!("{:?}", winning_moves(&beans)),
                format!("{played:?}"),
            )?;
        }
    }
    Ok(())
}

impl Playable for Bottles {
    fn after(&self, _: Player) -> Vec<Self> {
        crate::instance::options(self)
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(!winning_moves(&self.0).is_empty())))
    }

    fn text(&self) -> String {
        heaps::joined(&self.0)
    }

    fn picture(&self) -> Picture {
        Picture::heaps(&self.0)
    }

    fn called(&self, after: &Self) -> Option<String> {
        let n = self.0.len();
        let from = (0..n).find(|&i| after.0[i] < self.0[i])?;
        let to = (0..n).filter(|&i| after.0[i] > self.0[i]);
        let to = to.flat_map(|i| vec![i.to_string(); (after.0[i] - self.0[i]) as usize]);
        Some(format!("{from} → {}", to.collect::<Vec<_>>().join(", ")))
    }
}
