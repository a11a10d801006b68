//! The cutting game: POJ 2311.

use farstar_impartial::digraph::{Outcome, mex};
use farstar_value::{Limits, Player};

use crate::entry::Entry;
use crate::error::Result;
use crate::impartial::heaps;
use crate::impartial::whole::{Moves, Play};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, read, turn};
use crate::trial::Verification;

/// Grundy values of sheets up to `size` × `size` cut along grid lines, no part being one cell wide; `values[a][b]`,
/// rows and columns 0 and 1 unused.
///
/// # Errors
/// Those of `limits`.
pub fn cuttings(size: usize, limits: &Limits) -> Result<Vec<Vec<u32>>> {
    let mut values = vec![vec![0_u32; size + 1]; size + 1];
    for a in 2..=size {
        limits.check()?;
        for b in 2..=a {
            let across = (2..=a / 2).map(|i| values[i][b] ^ values[a - i][b]);
            let along = (2..=b / 2).map(|j| values[a][j] ^ values[a][b - j]);
            let value = mex(across.chain(along));
            values[a][b] = value;
            values[b][a] = value;
        }
    }
    Ok(values)
}

/// The nim sum of sheets, `None` if one of them is one cell wide, which wins at once.
///
/// # Errors
/// Those of `limits`.
///
/// # Examples
/// ```
/// use farstar_problems::contest::cutting::cutting_value;
/// use farstar_value::Limits;
/// assert_eq!(cutting_value(&[(3, 3), (3, 4)], &Limits::none())?, Some(1));
/// assert_eq!(cutting_value(&[(1, 8)], &Limits::none())?, None);
/// # Ok::<(), farstar_problems::Error>(())
/// ```
pub fn cutting_value(sheets: &[(usize, usize)], limits: &Limits) -> Result<Option<u32>> {
    if sheets.iter().any(|&(a, b)| a.min(b) == 1) {
        return Ok(None);
    }
    let size = sheets.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
    let values = cuttings(size, limits)?;
    Ok(Some(sheets.iter().fold(0, |sum, &(a, b)| sum ^ values[a][b])))
}

/// I31: the cutting game.
pub(crate) const CUTTING: Entry = Entry {
    instance: Instance::game("2 2 3 4", |text, limits| {
        turn(
            {
                let sides = read(text, |input| heaps::few(input, "a side", 2..=40, 1..=6))?;
                let pairs = sides.chunks_exact(2).map(|pair| (pair[0] as usize, pair[1] as usize));
                Sheets::new(pairs.collect())
            },
            limits,
        )
    })
    .over("{0} {1}", [2, 6, 6]),
    answer: Some(answer_cutting),
    verification: Some(Verification::to([12, 18, 30], |to, trial| {
        let mut play = Play::new();
        let sheets: Vec<(usize, usize)> = (2..=to as usize)
            .flat_map(|area| (1..=area).filter(move |a| area % a == 0).map(move |a| (a, area / a)))
            .filter(|(a, b)| a <= b)
            .collect();
        for (i, &first) in sheets.iter().enumerate() {
            let second = sheets[..=i].iter().map(|&second| vec![second, first]);
            for pair in std::iter::once(vec![first]).chain(second) {
                if pair.iter().map(|(a, b)| a * b).sum::<usize>() > to as usize {
                    continue;
                }
                let value = cutting_value(&pair, trial.limits())?;
                trial.compare(
                    || format!("sheets {pair:?}"),
                    Outcome::from_next_wins(value != Some(0)),
                    play.outcome(&Sheets::new(pair.clone()), trial.limits())?,
                )?;
            }
        }
        Ok(())
    })),
    claims: &[(
        "IE20",
        Verification::to([6, 9, 24], |to, trial| {
            let size = to as usize;
            let mut printed = vec![vec![0_u32; size + 1]; size + 1];
            let mut play = Play::new();
            for area in 4..=size {
                for a in (2..=area).filter(|&a| area % a == 0 && area / a >= a) {
                    let b = area / a;
                    let at = |x: usize, y: usize| printed[x.min(y)][x.max(y)];
                    let across = (1..a).map(|i| at(i, b) ^ at(a - i, b));
                    let value = mex(across.chain((1..b).map(|j| at(a, j) ^ at(a, b - j))));
                    printed[a][b] = value;
                    trial.compare(
                        || format!("sheet {a} × {b}"),
                        Outcome::from_next_wins(value != 0),
                        play.outcome(&Sheets::new(vec![(a, b)]), trial.limits())?,
                    )?;
                }
            }
            Ok(())
        }),
    )],
    ..entry!("I31", "cutting-game")
};

/// Sheets with the shorter side first; a 1 × 1 sheet ends the game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Sheets(Vec<(usize, usize)>);

impl Sheets {
    fn new(mut sheets: Vec<(usize, usize)>) -> Self {
        for sheet in &mut sheets {
            *sheet = (sheet.0.min(sheet.1), sheet.0.max(sheet.1));
        }
        sheets.sort_unstable();
        Self(sheets)
    }
}

impl Moves for Sheets {
    fn moves(&self) -> Vec<Self> {
        if self.0.first() == Some(&(1, 1)) {
            return Vec::new();
        }
        let mut moves = Vec::new();
        for (i, &(a, b)) in self.0.iter().enumerate() {
            let across = (1..=a / 2).map(|x| [(x, b), (a - x, b)]);
            for parts in across.chain((1..=b / 2).map(|y| [(a, y), (a, b - y)])) {
                let mut sheets = self.0.clone();
                sheets[i] = parts[0];
                sheets.push(parts[1]);
                moves.push(Self::new(sheets));
            }
        }
        moves
    }
}

fn answer_cutting(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    const LARGEST: usize = 500;
    if input.accept("sheets") {
        let n = input.integer("the number of sheets", 0..=100_000)?;
        let mut sheets = Vec::new();
        for _ in 0..n {
            let w = input.integer("a width", 1..=LARGEST)?;
            let h = input.integer("a height", 1..=LARGEST)?;
            if (w, h) == (1, 1) {
                return Err(input.error("a sheet of 1 × 1: the game is over"));
            }
            sheets.push((w, h));
        }
        let value = cutting_value(&sheets, limits)?;
        let shown = value.map_or_else(|| "line".to_owned(), |value| value.to_string());
        return Ok(format!("{shown} {}\n", Outcome::from_next_wins(value != Some(0))));
    }
    let mut sheets = Vec::new();
    while !input.is_at_end() {
        let w = input.integer("a width", 2..=LARGEST)?;
        sheets.push((w, input.integer("a height", 2..=LARGEST)?));
    }
    let size = sheets.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
    let values = cuttings(size, limits)?;
    let mut text = String::new();
    for (w, h) in sheets {
        text.push_str(if values[w][h] == 0 { "LOSE\n" } else { "WIN\n" });
    }
    Ok(text)
}

impl Playable for Sheets {
    fn after(&self, _: Player) -> Vec<Self> {
        self.moves()
    }

    fn rule(&self, _: Player, limits: &Limits) -> Result<Option<Fate>> {
        if self.0.first() == Some(&(1, 1)) {
            return Ok(Some(Fate::Loses));
        }
        Ok(Some(Fate::of(cutting_value(&self.0, limits)? != Some(0))))
    }

    fn text(&self) -> String {
        heaps::joined(self.0.iter().map(|(a, b)| format!("{a} {b}")))
    }

    fn picture(&self) -> Picture {
        Picture::tuples(self.0.iter().map(|&(a, b)| vec![a as u64, b as u64]).collect())
    }
}
