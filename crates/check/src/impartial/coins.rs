//! Tables of coin-turning games.

use std::collections::BTreeSet;

use farstar_impartial::coin::{
    self, CoinRow, MultiplesGame, Product, ruler_value, ruler_winning_moves,
};
use farstar_value::Limits;

use super::notation::{drawn, joined, moves, outcome, sizes};
use crate::checker::{Context, Row, RowError, Verdict, parse, parse_list};
use crate::draws::Draws;

/// Longest row whose moves are listed.
const LONGEST_ROW: u32 = 1 << 20;

fn malformed(what: &str) -> RowError {
    RowError::Malformed(format!("`{what}` cannot be read"))
}

/// The places of the ones of a binary numeral, of which the last digit is place 0.
fn binary_places(mask: &str) -> Result<Vec<u32>, RowError> {
    let mut places = Vec::new();
    for (place, digit) in (0u32..).zip(mask.trim().chars().rev()) {
        match digit {
            '0' => {}
            '1' => places.push(place),
            _ => return Err(malformed(mask)),
        }
    }
    Ok(places)
}

/// The move sets of a table row, coin by coin and without their leaders: `0:1; 1:11,10` or `each i: {i},{i,i-1} when in
/// range`.
fn move_sets(coins: u32, text: &str) -> Result<Vec<Vec<Vec<u32>>>, RowError> {
    if coins > LONGEST_ROW {
        return Err(RowError::Malformed(format!("a row of more than {LONGEST_ROW} coins")));
    }
    let mut sets = vec![Vec::new(); coins as usize];
    if let Some(rule) = text.trim().strip_prefix("each i:") {
        let rule = rule.trim().trim_end_matches("when in range").trim();
        for piece in rule.split('}').filter(|piece| !piece.is_empty()) {
            let terms = piece.trim_start_matches([',', ' ']).strip_prefix('{');
            let terms = terms.ok_or_else(|| malformed(piece))?;
            let backs = terms.split(',').filter(|term| term.trim() != "i").map(|term| {
                let back = term.trim().strip_prefix("i-").ok_or_else(|| malformed(term))?;
                parse::<u32>(back)
            });
            let backs: Vec<u32> = backs.collect::<Result<_, _>>()?;
            for coin in 0..coins {
                let others: Option<Vec<u32>> =
                    backs.iter().map(|&back| coin.checked_sub(back)).collect();
                sets[coin as usize].extend(others);
            }
        }
        return Ok(sets);
    }
    for entry in text.split(';').filter(|entry| !entry.trim().is_empty()) {
        let (coin, masks) = entry.split_once(':').ok_or_else(|| malformed(entry))?;
        let coin: u32 = parse(coin)?;
        let slot = sets.get_mut(coin as usize).ok_or_else(|| malformed(entry))?;
        for mask in masks.split(',').filter(|mask| !mask.trim().is_empty()) {
            let mut places = binary_places(mask)?;
            if places.pop() != Some(coin) {
                return Err(malformed(mask));
            }
            slot.push(places);
        }
    }
    Ok(sets)
}

/// n, move sets, heads, values of single coins, value of the position.
pub(super) fn coin_turning(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [coins, sets, heads, values, value] = row.take()?;
    let coins: u32 = parse(coins)?;
    let mut sets = move_sets(coins, sets)?;
    let game =
        CoinRow::listed(coins, |coin| std::mem::take(&mut sets[coin as usize]), context.limits())?;
    let heads: Vec<u32> = match drawn(heads, "set")? {
        Some([count, seed]) => {
            let mut draws = Draws::new(seed);
            let set: BTreeSet<u64> =
                (0..count).map(|_| draws.below(u64::from(coins.max(1)))).collect();
            set.into_iter().map(|coin| coin as u32).collect()
        }
        None => binary_places(heads)?,
    };
    let single = if values.starts_with("sum=") {
        format!("sum={}", game.values().iter().sum::<u64>())
    } else {
        joined(game.values())
    };
    Ok(Verdict::all([Verdict::of(values, single), Verdict::of(value, game.grundy(&heads)?)]))
}

/// The one-dimensional game that the tables call `name`, on `coins` coins.
fn named_game(name: &str, coins: u32, limits: &Limits) -> Result<CoinRow, RowError> {
    let code = match name {
        "turtles_opt" => "1-2",
        "turtles" => "2",
        "ruler" => "1+C",
        "mock" => "1-3",
        "sub12" => {
            let sets = |coin: u32| (1..=coin.min(2)).map(|back| vec![coin - back]).collect();
            return Ok(CoinRow::listed(coins, sets, limits)?);
        }
        _ => return Err(malformed(name)),
    };
    let code = code.parse().map_err(|_| malformed(code))?;
    Ok(CoinRow::new(code, coins, limits)?)
}

/// Two games, the size of the board, the board, its value. A winning move is looked for too, and played.
pub(super) fn tartan(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    /// Boards up to this number of squares also have a winning move found and played.
    const PLAYED: u32 = 64;
    let [rows_game, columns_game, rows, columns, board, value] = row.take()?;
    let (rows, columns): (u32, u32) = (parse(rows)?, parse(columns)?);
    let limits = context.limits();
    let (first, second) =
        (named_game(rows_game, rows, limits)?, named_game(columns_game, columns, limits)?);
    let product = Product::new(vec![&first, &second])?;
    let mut heads: Vec<Vec<u32>> = match drawn(board, "coins")? {
        Some([count, seed]) => {
            let mut draws = Draws::new(seed);
            let mut below = |bound: u32| draws.below(u64::from(bound.max(1))) as u32;
            (0..count).map(|_| vec![below(rows), below(columns)]).collect()
        }
        None => {
            let lines = (0u32..).zip(board.split('/'));
            let cells = lines.flat_map(|(x, line)| (0u32..).zip(line.chars()).map(move |c| (x, c)));
            cells.filter(|(_, (_, face))| *face == '1').map(|(x, (y, _))| vec![x, y]).collect()
        }
    };
    let found = product.grundy(&heads)?;
    let mut verdicts = vec![Verdict::of(value, found)];
    if rows.saturating_mul(columns) <= PLAYED
        && let Some(turn) = product.winning_turn(&heads, limits)?
    {
        for &x in &turn[0] {
            heads.extend(turn[1].iter().map(|&y| vec![x, y]));
        }
        verdicts.push(Verdict::of("value 0 after the winning move", {
            format!("value {} after the winning move", product.grundy(&heads)?)
        }));
    }
    Ok(Verdict::all(verdicts))
}

/// n, heads numbered from 1, value, outcome, winning runs l-r; a move turns a run of which the left end is heads.
pub(super) fn ruler(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, heads, value, winner, winning] = row.take()?;
    let coins: u64 = row.parse(0)?;
    let heads: Vec<u64> = match drawn::<3>(heads, "genset")? {
        Some([count, seed, bound]) => {
            let drawn: BTreeSet<u64> =
                sizes(&format!("gen:{count}:{seed}:{bound}"))?.into_iter().collect();
            drawn.into_iter().collect()
        }
        None => parse_list(heads, ' ')?,
    };
    if heads.iter().any(|&coin| coin == 0 || coin > coins) {
        return Err(RowError::Malformed(format!("coins are numbered 1 to {coins}")));
    }
    let distances: Vec<u64> = heads.iter().map(|coin| coins - coin + 1).collect();
    let sum = distances.iter().fold(0, |sum, &distance| sum ^ ruler_value(distance));
    let runs = ruler_winning_moves(&distances).into_iter().map(|(distance, length)| {
        let left = coins - distance + 1;
        format!("{left}-{}", left + length - 1)
    });
    Ok(Verdict::all([
        Verdict::of(value, sum),
        Verdict::of(winner, outcome(sum)),
        Verdict::of(winning, moves(winning, runs)),
    ]))
}

/// n, faces, value, outcome, winning moves i:j of Turtles.
pub(super) fn turtles(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, faces, value, winner, winning] = row.take()?;
    let faces = (0u64..).zip(faces.trim().chars());
    let upright: Vec<u64> = faces.filter(|(_, face)| *face == '1').map(|(i, _)| i).collect();
    let sum = upright.iter().fold(0, |sum, &i| sum ^ coin::turtles_value(i, false));
    let found = coin::turtles_winning_moves(&upright).into_iter().map(|(i, j)| format!("{i}:{j}"));
    Ok(Verdict::all([
        Verdict::of(value, sum),
        Verdict::of(winner, outcome(sum)),
        Verdict::of(winning, moves(winning, found)),
    ]))
}

/// n, heads numbered from 1, value, answer of the game of turning multiples.
pub(super) fn multiples(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, heads, value, answer] = row.take()?;
    let game = MultiplesGame::new(row.parse(0)?, context.limits())?;
    let found = game.grundy(&parse_list(heads, ' ')?)?;
    let wins = if found != 0 { "Yes" } else { "No" };
    Ok(Verdict::all([Verdict::of(value, found), Verdict::of(answer, wins)]))
}
