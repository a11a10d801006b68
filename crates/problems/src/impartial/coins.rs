//! Coins in a row: Turning Turtles, the Ruler game, and the coin-turning theorem.

use std::collections::BTreeSet;
use std::fmt::Write;

use farstar_impartial::coin::{
    CoinRow, ruler_value, ruler_winning_moves, turtles_value, turtles_winning_moves,
};
use farstar_rules::coin::TurningCode;
use farstar_value::{Limits, Player};

use super::heaps::joined;
use super::whole::{self, Moves, Play};
use crate::entry::Entry;
use crate::error::{Error, Result};
use crate::input::Input;
use crate::instance::{Fate, Instance, Picture, Playable, Rules, read, turn};
use crate::trial::Verification;
use farstar_rules::position::GameGraph;

/// A row of at most 32 coins with the masks that each leading coin may turn, itself included.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Row<'m> {
    /// Bit i: coin i shows heads.
    heads: u32,
    /// The masks of coin i.
    masks: Rules<'m, [Vec<u32>]>,
}

impl<'m> Row<'m> {
    /// A position of the row.
    pub(crate) fn new(heads: u32, masks: &'m [Vec<u32>]) -> Self {
        Self { heads, masks: Rules(masks) }
    }
}

impl Moves for Row<'_> {
    fn moves(&self) -> Vec<Self> {
        let masks = self.masks.0;
        let leaders = (0..masks.len()).filter(|i| self.heads >> i & 1 == 1);
        leaders
            .flat_map(|i| masks[i].iter().map(|mask| Self::new(self.heads ^ mask, masks)))
            .collect()
    }
}

fn bits(mask: u32) -> impl Iterator<Item = u32> + Clone {
    (0..32).filter(move |bit| mask >> bit & 1 == 1)
}

fn nim_sum(values: impl Iterator<Item = u64>) -> u64 {
    values.fold(0, |sum, value| sum ^ value)
}

fn letter(sum: u64) -> &'static str {
    if sum == 0 { "P" } else { "N" }
}

/// I05: Turning Turtles with a second turtle.
pub(crate) const TURTLES: Entry = Entry {
    instance: Instance::ruleset("Turning Turtles", "HTHHTH", |board, at, _, _| {
        let faces = board.draw(at);
        let upright = (0..).zip(faces.chars()).filter(|(_, face)| *face == 'H');
        Ok(Some(Fate::of(nim_sum(upright.map(|(i, _)| turtles_value(i, true))) != 0)))
    }),
    answer: Some(answer_turtles),
    verification: Some(Verification::to([6, 10, 14], |to, trial| {
        for optional in [false, true] {
            let sets = |i: u32| {
                let alone = optional.then_some(1_u32 << i);
                alone.into_iter().chain((0..i).map(move |j| 1 << i | 1 << j)).collect()
            };
            let masks: Vec<Vec<u32>> = (0..32).map(sets).collect();
            let mut play = Play::new();
            for heads in 0_u32..1 << to {
                let case = || format!("upright {}, optional: {optional}", joined(bits(heads)));
                let upright: Vec<u64> = bits(heads).map(u64::from).collect();
                let sum = nim_sum(upright.iter().map(|&i| turtles_value(i, optional)));
                let row = Row::new(heads, &masks);
                trial.compare(case, sum, play.value(&row, trial.limits())?.into())?;
                let listed = turtle_moves(&upright, optional).len();
                trial.compare(case, listed, play.winning(&row, trial.limits())?.len())?;
            }
        }
        Ok(())
    })),
    ..entry!("I05", "turning-turtles")
};

/// All winning moves: the turtle y, and the second one if there is one.
fn turtle_moves(upright: &[u64], optional: bool) -> Vec<(u64, Option<u64>)> {
    if !optional {
        return turtles_winning_moves(upright).into_iter().map(|(y, x)| (y, Some(x))).collect();
    }
    // Turtle i is a heap of i + 1 here, and the heap 0 means that no second turtle is turned.
    let heaps: Vec<u64> = upright.iter().map(|i| i + 1).collect();
    turtles_winning_moves(&heaps).into_iter().map(|(y, x)| (y - 1, x.checked_sub(1))).collect()
}

fn answer_turtles(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    let faces = input.word("the faces")?;
    if let Some(other) = faces.chars().find(|c| !"01".contains(*c)) {
        return Err(input.error(format!("a face is `{other}`; expected 0 or 1")));
    }
    let optional = !input.is_at_end();
    if optional {
        let word = input.word("the rule")?;
        if word != "optional" {
            return Err(input.error(format!("`{word}`; expected `optional` or the end")));
        }
    }
    let upright: Vec<u64> =
        (0..).zip(faces.bytes()).filter(|(_, face)| *face == b'1').map(|(i, _)| i).collect();
    let sum = nim_sum(upright.iter().map(|&i| turtles_value(i, optional)));
    let moves = turtle_moves(&upright, optional);
    let mut text = format!("{sum} {}\n{}\n", letter(sum), moves.len());
    for (y, x) in moves {
        let _ = match x {
            Some(x) => writeln!(text, "{y} {x}"),
            None => writeln!(text, "{y}"),
        };
    }
    Ok(text)
}

/// I12: the Ruler game.
pub(crate) const RULER: Entry = Entry {
    instance: Instance::ruleset("Ruler from the left", "THTHHT", |board, at, _, _| {
        let faces = board.draw(at);
        let heads = (1..).zip(faces.chars().rev()).filter(|(_, face)| *face == 'H');
        Ok(Some(Fate::of(nim_sum(heads.map(|(distance, _)| ruler_value(distance))) != 0)))
    }),
    answer: Some(answer_ruler),
    verification: Some(Verification::to([6, 9, 12], |to, trial| {
        for n in 1..=to as u32 {
            let masks = ruler_masks(n);
            let mut play = Play::new();
            for heads in 0_u32..1 << n {
                let case = || format!("{n} coins, heads {}", joined(bits(heads).map(|i| i + 1)));
                let row = Row::new(heads, &masks);
                let distances: Vec<u64> = bits(heads).map(|i| u64::from(n - i)).collect();
                let sum = nim_sum(distances.iter().map(|&d| ruler_value(d)));
                trial.compare(case, sum, play.value(&row, trial.limits())?.into())?;
                let listed = ruler_winning_moves(&distances).len();
                trial.compare(case, listed, play.winning(&row, trial.limits())?.len())?;
            }
        }
        Ok(())
    })),
    claims: &[
        (
            "IE18",
            Verification::to([3, 4, 12], |to, trial| {
                let masks = ruler_masks_right();
                let mut play = Play::new();
                for heads in 1_u32..1 << to {
                    trial.compare(
                        || format!("heads {}", joined(bits(heads).map(|i| i + 1))),
                        "N".to_owned(),
                        play.outcome(&Row::new(heads, &masks), trial.limits())?.to_string(),
                    )?;
                }
                Ok(())
            }),
        ),
        (
            "IE22",
            Verification::to([2, 3, 12], |to, trial| {
                for n in 1..=to as u32 {
                    let masks = ruler_masks(n);
                    for i in 0..n {
                        let row = Row::new(1 << i, &masks);
                        trial.compare(
                            || format!("{n} coins, heads {}", i + 1),
                            ruler_value(u64::from(i) + 1),
                            whole::grundy(row, trial.limits())?.into(),
                        )?;
                    }
                }
                Ok(())
            }),
        ),
    ],
    ..entry!("I12", "ruler")
};

/// Intervals of n coins led by their left end.
fn ruler_masks(n: u32) -> Vec<Vec<u32>> {
    let run = |from: u32, to: u32| (from..=to).fold(0_u32, |mask, i| mask | 1 << i);
    (0..32).map(|l| (l..n).map(|r| run(l, r)).collect()).collect()
}

/// Intervals led by their right end.
fn ruler_masks_right() -> Vec<Vec<u32>> {
    let run = |from: u32, to: u32| (from..=to).fold(0_u32, |mask, i| mask | 1 << i);
    (0..32).map(|r| (0..=r).map(|l| run(l, r)).collect()).collect()
}

fn answer_ruler(input: &mut Input<'_>, _: &Limits) -> Result<String> {
    const MOST: u64 = 1_000_000_000_000_000_000;
    let n: u64 = input.integer("the number of coins", 1..=MOST)?;
    let m = input.integer("the number of heads", 0..=1_000_000)?;
    let mut heads = BTreeSet::new();
    for _ in 0..m {
        let coin = input.integer("a heads coin", 1..=n)?;
        if !heads.insert(coin) {
            return Err(input.error(format!("coin {coin} is named twice")));
        }
    }
    let right = !input.is_at_end();
    if right {
        let word = input.word("the rule")?;
        if word != "right" {
            return Err(input.error(format!("`{word}`; expected `right` or the end")));
        }
    }
    let distance = |i: u64| if right { i } else { n - i + 1 };
    let distances: Vec<u64> = heads.iter().map(|&i| distance(i)).collect();
    let sum = nim_sum(distances.iter().map(|&d| ruler_value(d)));
    let moves = ruler_winning_moves(&distances);
    let mut text = format!("{sum} {}\n{}\n", letter(sum), moves.len());
    for (d, length) in moves {
        let (l, r) = if right { (d + 1 - length, d) } else { (n - d + 1, n - d + length) };
        let _ = writeln!(text, "{l} {r}");
    }
    Ok(text)
}

/// I13: the coin-turning theorem.
pub(crate) const THEOREM: Entry = Entry {
    instance: Instance::game("H.HH.H", |text, limits| {
        let code: TurningCode =
            "1-3".parse().map_err(|error| Error::Refused(format!("{error}")))?;
        let game = CoinRow::new(code, 6, limits)?;
        let mut masks = Vec::new();
        for coin in 0..6 {
            let sets = game.moves(coin, limits)?.into_iter();
            masks.push(
                sets.map(|set| set.iter().fold(1 << coin, |mask, i| mask | 1 << i)).collect(),
            );
        }
        let values = game.values().to_vec();
        let board = CoinBoard { columns: 6, masks, values };
        turn(read(text, |input| Coins::read(&board, input))?, limits)
    }),
    answer: Some(answer_coins),
    verification: Some(Verification::to([3, 3, 4], |to, trial| {
        let n = to as u32;
        // Coin i has 2^i sets of coins before it, of which a rule allows some.
        let choices: u32 = (0..n).map(|i| 1_u32 << i).sum();
        for rule in 0_u32..1 << choices {
            let mut masks = vec![Vec::new(); 32];
            let mut taken = 0;
            for i in 0..n {
                for set in 0_u32..1 << i {
                    if rule >> taken & 1 == 1 {
                        masks[i as usize].push(set | 1 << i);
                    }
                    taken += 1;
                }
            }
            let sets = |i: u32| {
                let behind = masks[i as usize].iter().map(|mask| mask & !(1 << i));
                behind.map(|mask| bits(mask).collect()).collect::<Vec<Vec<u32>>>()
            };
            let game = CoinRow::listed(n, sets, trial.limits())?;
            let mut play = Play::new();
            for heads in 0_u32..1 << n {
                let listed: Vec<u32> = bits(heads).collect();
                trial.compare(
                    || format!("heads {} under rule {rule}", joined(&listed)),
                    game.grundy(&listed)?,
                    play.value(&Row::new(heads, &masks), trial.limits())?.into(),
                )?;
            }
        }
        Ok(())
    })),
    ..entry!("I13", "coin-turning")
};

fn answer_coins(input: &mut Input<'_>, limits: &Limits) -> Result<String> {
    const MOST_COINS: u32 = 1 << 20;
    let first = input.word("the number of coins or `code`")?;
    let game: CoinRow = if first == "code" {
        let code = input.word("a turning code")?;
        let code: TurningCode = code.parse().map_err(|error| input.error(format!("{error}")))?;
        let n = input.integer("the number of coins", 1..=MOST_COINS)?;
        CoinRow::new(code, n, limits)?
    } else {
        let n: u32 =
            first.parse().ok().filter(|n| (1..=MOST_COINS).contains(n)).ok_or_else(|| {
                input.error(format!("expected `code` or 1 to {MOST_COINS} coins"))
            })?;
        let mut sets = Vec::new();
        for coin in 0..n {
            let count = input.integer("the number of sets", 0..=1_000_000_usize)?;
            let mut own = Vec::new();
            for _ in 0..count {
                let size = input.integer("the size of a set", 0..=coin as usize)?;
                own.push(input.integers("a coin of the set", size, 0..=coin.saturating_sub(1))?);
            }
            sets.push(own);
        }
        CoinRow::listed(n, |coin| std::mem::take(&mut sets[coin as usize]), limits)?
    };
    let last = (game.values().len() as u32).saturating_sub(1);
    let m = input.integer("the number of heads", 0..=MOST_COINS as usize)?;
    let heads: Vec<u32> = input.integers("a heads coin", m, 0..=last)?;
    if heads.iter().collect::<BTreeSet<_>>().len() != heads.len() {
        return Err(Error::Input {
            line: input.line(),
            message: "a heads coin is named twice".to_owned(),
        });
    }
    let sum = game.grundy(&heads)?;
    let winning = game.winning_turns(&heads, limits)?;
    let mut text = format!("{}\n{sum} {}\n{}\n", joined(game.values()), letter(sum), winning.len());
    for turned in winning {
        let _ = writeln!(text, "{}", joined(turned));
    }
    Ok(text)
}

/// A board of coins on which an instance is played.
pub(crate) struct CoinBoard {
    /// Coins of a row of the board.
    pub(crate) columns: usize,
    /// The coins that each leading coin may turn with it, as masks.
    pub(crate) masks: Vec<Vec<u32>>,
    /// The value of a coin.
    pub(crate) values: Vec<u64>,
}

/// Coins on a board, to be turned.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Coins<'b> {
    board: Rules<'b, CoinBoard>,
    heads: u32,
}

impl<'b> Coins<'b> {
    /// Reads the faces, `H` for heads and `.` for tails.
    pub(crate) fn read(board: &'b CoinBoard, input: &mut Input<'_>) -> Result<Self> {
        let faces = input.word("the faces")?;
        let count = board.masks.len();
        if faces.len() != count || faces.bytes().any(|face| !b"H.".contains(&face)) {
            return Err(input.error(format!("expected {count} faces, each H or .")));
        }
        let heads = (0..).zip(faces.bytes()).filter(|(_, face)| *face == b'H');
        Ok(Self { board: Rules(board), heads: heads.fold(0, |mask, (i, _)| mask | 1 << i) })
    }
}

impl Playable for Coins<'_> {
    fn after(&self, _: Player) -> Vec<Self> {
        let row = Row::new(self.heads, &self.board.0.masks);
        row.moves().into_iter().map(|row| Self { heads: row.heads, ..self.clone() }).collect()
    }

    fn rule(&self, _: Player, _: &Limits) -> Result<Option<Fate>> {
        Ok(Some(Fate::of(nim_sum(bits(self.heads).map(|i| self.board.0.values[i as usize])) != 0)))
    }

    fn text(&self) -> String {
        let face = |i| if self.heads >> i & 1 == 1 { 'H' } else { '.' };
        (0..self.board.0.masks.len()).map(face).collect()
    }

    fn picture(&self) -> Picture {
        match self.board.0.columns {
            columns if columns == self.board.0.masks.len() => Picture::strip(&self.text()),
            columns => Picture::grid(columns, &self.text()),
        }
    }

    fn called(&self, after: &Self) -> Option<String> {
        let columns = self.board.0.columns as u32;
        let line = self.board.0.columns == self.board.0.masks.len();
        let name = |i: u32| {
            if line { i.to_string() } else { format!("({},{})", i / columns, i % columns) }
        };
        Some(bits(self.heads ^ after.heads).map(name).collect::<Vec<_>>().join("–"))
    }
}
