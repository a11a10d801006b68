//! Queens that race to the corner: the first to reach it wins.

use farstar_impartial::compound::{FirstToReach, strip_losing_points};
use farstar_impartial::digraph::{ArcList, Outcome};
use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::impartial::heaps;
use crate::impartial::heaps::joined;
use crate::impartial::whole::{Moves, Play};
use crate::instance::{Fate, Instance, Picture, Playable, count_sign, read, turn};
use crate::trial::Verification;

/// The graph of one queen on a board of `size` × `size`, stripped of the cells that see the corner.
///
/// # Errors
/// Those of `limits`.
pub fn queens(size: u32, limits: &Limits) -> Result<FirstToReach> {
    let mut list = ArcList::new();
    list.cover(size * size)?;
    for x in 0..size {
        for y in 0..size {
            let from = x * size + y;
            (1..=x).try_for_each(|k| list.push(from, from - k * size))?;
            (1..=y).try_for_each(|k| list.push(from, from - k))?;
            (1..=x.min(y)).try_for_each(|k| list.push(from, from - k * (size + 1)))?;
        }
    }
    Ok(strip_losing_points(&list.into_digraph(), &[0], limits)?)
}

/// I42: queens that race to the corner.
pub(crate) const QUEENS: Entry = Entry {
    instance: Instance::game("4 6 5 3", |text, limits| {
        turn(
            Queens::of(&read(text, |input| heaps::few(input, "a coordinate", 2..=6, 0..=7))?)?,
            limits,
        )
    })
    .over("{0} {1}", [0, 7, 7]),
    answer: Some(|input, limits| {
        let n = input.integer("the number of queens", 0..=1_000_000)?;
        let mut cells = Vec::new();
        for _ in 0..n {
            let cell: [u32; 2] =
                [input.integer("a coordinate", 0..=199)?, input.integer("a coordinate", 0..=199)?];
            if cell == [0, 0] {
                return Err(input.error("a queen stands on (0, 0), where the game is over"));
            }
            cells.push(cell);
        }
        let size = 1 + cells.iter().flatten().max().copied().unwrap_or(0);
        let race = queens(size, limits)?;
        let starts: Vec<u32> = cells.iter().map(|&[x, y]| x * size + y).collect();
        let sum = race.sum(&starts)?.map_or_else(|| "line".to_owned(), |sum| sum.to_string());
        Ok(format!("{sum} {}\n", race.outcome(&starts)?))
    }),
    verification: Some(Verification::to([4, 7, 9], |to, trial| {
        let size = to as u32;
        let race = queens(size, trial.limits())?;
        let mut play = Play::new();
        for a in 1..size * size {
            for b in 1..=a {
                let at = |v: u32| (v / size, v % size);
                trial.compare(
                    || format!("queens on {:?} and {:?}", at(a), at(b)),
                    race.outcome(&[a, b])?,
                    play.outcome(&Queens(vec![at(b), at(a)]), trial.limits())?,
                )?;
            }
        }
        Ok(())
    })),
    claims: &[(
        "IE10",
        Verification::to([2, 3, 9], |to, trial| {
            let size = to as u32;
            let race = queens(size, trial.limits())?;
            for v in 1..size * size {
                let at = (v / size, v % size);
                trial.compare(
                    || format!("a queen on {at:?}"),
                    Outcome::from_next_wins(race.value(v).unwrap_or(0) != 0),
                    Play::new().outcome(&Queens(vec![at]), trial.limits())?,
                )?;
            }
            Ok(())
        }),
    )],
    ..entry!("I42", "queens-to-origin")
};

/// Queens; the game is over when one is in the corner.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Queens(Vec<(u32, u32)>);

impl Moves for Queens {
    fn moves(&self) -> Vec<Self> {
        if self.0.contains(&(0, 0)) {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (i, &(x, y)) in self.0.iter().enumerate() {
            let along = (1..=x).map(|k| (x - k, y)).chain((1..=y).map(|k| (x, y - k)));
            for cell in along.chain((1..=x.min(y)).map(|k| (x - k, y - k))) {
                let mut queens = self.0.clone();
                queens[i] = cell;
                queens.sort_unstable();
                moves.push(Self(queens));
            }
        }
        moves
    }
}

impl Queens {
    /// Queens by their coordinates, one after the other.
    fn of(coordinates: &[u64]) -> Result<Self> {
        if !coordinates.len().is_multiple_of(2) {
            let message = "expected two coordinates for each queen".to_owned();
            return Err(Error::Input { line: 1, message });
        }
        let pairs = coordinates.chunks_exact(2).map(|pair| (pair[0] as u32, pair[1] as u32));
        let mut queens: Vec<(u32, u32)> = pairs.collect();
        queens.sort_unstable();
        Ok(Self(queens))
    }
}

impl Playable for Queens {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        const SIZE: u32 = 8;
        if self.0.contains(&(0, 0)) {
            return Ok(Some(Fate::Loses));
        }
        let starts: Vec<u32> = self.0.iter().map(|&(x, y)| x * SIZE + y).collect();
        Ok(Some(queens(SIZE, limits)?.outcome(&starts)?.into()))
    }

    fn text(&self) -> String {
        joined(self.0.iter().map(|(x, y)| format!("{x} {y}")))
    }

    fn picture(&self) -> Picture {
        let sign = |x: u32, y: u32| count_sign(self.0.iter().filter(|&&at| at == (x, y)).count());
        let cells = (0..8).rev().flat_map(|y| (0..8).map(move |x| (x, y)));
        Picture::grid(8, &cells.map(|(x, y)| sign(x, y)).collect::<String>())
    }

    fn called(&self, after: &Self) -> Option<String> {
        let went = self.0.iter().find(|at| count(&self.0, at) > count(&after.0, at))?;
        let came = after.0.iter().find(|at| count(&after.0, at) > count(&self.0, at))?;
        Some(format!("({}, {}) → ({}, {})", went.0, went.1, came.0, came.1))
    }
}

fn count(queens: &[(u32, u32)], at: &(u32, u32)) -> usize {
    queens.iter().filter(|queen| *queen == at).count()
}
