//! Tables of heap games with closed rules.

use farstar_impartial::compound::multi_grundy;
use farstar_impartial::misere::{misere_nim_outcome, misere_nim_winning_moves};
use farstar_impartial::nim::{self, HeapMove};

use super::notation::{moves, outcome, sizes};
use crate::checker::{Context, Row, RowError, Verdict};

fn heap_move(m: HeapMove) -> String {
    format!("{}:{}", m.heap, m.size)
}

/// Heaps, nim sum, outcome, winning moves.
pub(super) fn nim(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [heaps, value, winner, winning] = row.take()?;
    let heaps = sizes(heaps)?;
    let sum = nim::nim_sum(&heaps);
    Ok(Verdict::all([
        Verdict::of(value, sum),
        Verdict::of(winner, outcome(sum)),
        Verdict::of(winning, moves(winning, nim::winning_moves(&heaps).map(heap_move))),
    ]))
}

/// Heaps, outcome, winning moves under misère play.
pub(super) fn anti_nim(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [heaps, winner, winning] = row.take()?;
    let heaps = sizes(heaps)?;
    let found = misere_nim_winning_moves(&heaps).into_iter().map(heap_move);
    Ok(Verdict::all([
        Verdict::of(winner, misere_nim_outcome(&heaps)),
        Verdict::of(winning, moves(winning, found)),
    ]))
}

/// k, heaps, outcome of Moore's Nim.
pub(super) fn moore_nim(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, heaps, winner] = row.take()?;
    Ok(Verdict::of(winner, nim::moore_outcome(row.parse(0)?, &sizes(heaps)?)))
}

/// Piles, nim sum of the odd ones, outcome, winning moves of staircase Nim.
pub(super) fn staircase(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [piles, sum, winner, winning] = row.take()?;
    let piles = sizes(piles)?;
    let odd = nim::staircase_sum(&piles);
    let found = nim::staircase_winning_moves(&piles).map(|m| format!("{}:{}", m.pile, m.tokens));
    Ok(Verdict::all([
        Verdict::of(sum, odd),
        Verdict::of(winner, outcome(odd)),
        Verdict::of(winning, moves(winning, found)),
    ]))
}

/// n, m, Grundy value, outcome, winning take of the Bash game.
pub(super) fn bash(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, _, value, winner, take] = row.take()?;
    let found = nim::bash_value(row.parse(0)?, row.parse(1)?);
    let only = (found != 0).then_some(found);
    Ok(Verdict::all([
        Verdict::of(value, found),
        Verdict::of(winner, outcome(found)),
        Verdict::of(take, moves(take, only)),
    ]))
}

/// Heaps, Grundy value, outcome of Lasker's Nim.
pub(super) fn lasker(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [heaps, value, winner] = row.take()?;
    let values: Option<Vec<u64>> = sizes(heaps)?.into_iter().map(nim::lasker_value).collect();
    let values = values.ok_or_else(|| RowError::Engine("a heap of 2^64 − 1".to_owned()))?;
    let sum = nim::nim_sum(&values);
    Ok(Verdict::all([Verdict::of(value, sum), Verdict::of(winner, outcome(sum))]))
}

/// Two heaps, Grundy value, outcome of Ferguson's game.
pub(super) fn ferguson(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, _, value, winner] = row.take()?;
    let found = nim::ferguson_value(row.parse(0)?, row.parse(1)?)
        .ok_or_else(|| RowError::Malformed("heaps of at least one stone are needed".to_owned()))?;
    Ok(Verdict::all([Verdict::of(value, found), Verdict::of(winner, outcome(found))]))
}

/// Heaps, Grundy value, outcome of Grundy's game.
pub(super) fn grundys_game(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    /// Largest heap: the values of all smaller ones take a quarter of its square of steps.
    const LARGEST: u64 = 100_000;
    let [heaps, value, winner] = row.take()?;
    let heaps = sizes(heaps)?;
    let largest = heaps.iter().copied().max().unwrap_or(0);
    if largest > LARGEST {
        return Err(RowError::Engine(format!(
            "heaps of more than {LARGEST} are not tabulated here"
        )));
    }
    let values = multi_grundy(
        largest as u32 + 1,
        |n, add| (1..n.div_ceil(2)).for_each(|a| add(&[a, n - a])),
        context.limits(),
    )?;
    let sum = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap as usize]);
    Ok(Verdict::all([Verdict::of(value, sum), Verdict::of(winner, outcome(sum))]))
}
