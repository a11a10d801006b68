//! Tables of contest problems: the closed rules and algorithms of the catalogue.

use farstar_impartial::nim;
use farstar_problems::Tree;
use farstar_problems::contest::{
    black_white_chess, candy_piles, decrementing, end_nim, grid_game, manju, misere_fibonacci,
    real_factor, rearranging, split_game, sugigma, toads_frogs_5, tree_mark, tree_shrink, xor_down,
};

use super::notation::{drawn, outcome, pairs, sizes};
use crate::checker::{Context, Row, RowError, Verdict, parse, parse_list};
use crate::draws::Draws;

impl From<farstar_problems::Error> for RowError {
    fn from(error: farstar_problems::Error) -> Self {
        match error {
            farstar_problems::Error::Stopped(reason) => Self::Stopped(reason.to_string()),
            other => Self::Engine(other.to_string()),
        }
    }
}

pub(super) fn starter(first_wins: bool) -> &'static str {
    if first_wins { "First" } else { "Second" }
}

/// Piles, winner of Candy Piles.
pub(super) fn candy_piles(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [piles, winner] = row.take()?;
    Ok(Verdict::of(winner, starter(candy_piles::first_wins(&sizes(piles)?))))
}

/// Numbers, winner of Decrementing.
pub(super) fn decrementing(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [numbers, winner] = row.take()?;
    let numbers =
        match numbers.strip_prefix("double of ").and_then(|text| text.split_once(" then ")) {
            Some((half, last)) => {
                let mut numbers: Vec<u64> = sizes(half)?.into_iter().map(|x| 2 * x).collect();
                numbers.push(parse(last)?);
                numbers
            }
            None => sizes(numbers)?,
        };
    Ok(Verdict::of(winner, starter(decrementing::first_wins(&numbers))))
}

/// Numbers, final sequence of Rearranging, or its checksum with the first and the last.
pub(super) fn rearranging(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [numbers, result] = row.take()?;
    let sequence = rearranging::rearranged(&sizes(numbers)?, context.limits())?;
    let words: Vec<String> = sequence.iter().map(u64::to_string).collect();
    let found = words.join(" ");
    if !result.starts_with("crc32") {
        return Ok(Verdict::of(result, found));
    }
    let mut digest = format!("crc32={:08x}", crc32fast::hash(found.as_bytes()));
    for (key, end) in [("first", sequence.first()), ("last", sequence.last())] {
        if let Some(end) = end.filter(|_| result.contains(key)) {
            digest += &format!(" {key}={end}");
        }
    }
    Ok(Verdict::of(result.replacen("crc32:", "crc32=", 1), digest))
}

/// Boxes, totals of the Manju game.
pub(super) fn manju(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [boxes, totals] = row.take()?;
    let (first, second) = manju::totals(&sizes(boxes)?);
    Ok(Verdict::of(totals, format!("{first} {second}")))
}

/// Rows, columns, obstacles, actions of the grid game.
pub(super) fn grid_game(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, _, obstacles, answer] = row.take()?;
    let (height, width): (u32, u32) = (row.parse(0)?, row.parse(1)?);
    let pieces: Vec<String> = parse_list(obstacles, ' ')?;
    let mut cells = Vec::with_capacity(pieces.len());
    for piece in &pieces {
        let cell =
            piece.split_once(',').map(|(x, y)| Ok::<(u32, u32), RowError>((parse(x)?, parse(y)?)));
        match cell.transpose()? {
            Some((x, y)) if (1..=height).contains(&x) && (1..=width).contains(&y) => {
                cells.push((x, y))
            }
            _ => return Err(RowError::Malformed(format!("`{piece}` is no cell of the grid"))),
        }
    }
    Ok(Verdict::of(answer, grid_game::actions(height, width, &cells)))
}

/// Number of bottles, beans, first winning move, number of winning moves.
pub(super) fn split_game(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, beans, first, count] = row.take()?;
    let moves = split_game::winning_moves(&sizes(beans)?);
    let least = moves.first().map_or((-1, -1, -1), |&(i, j, k)| (i as i64, j as i64, k as i64));
    Ok(Verdict::all([
        Verdict::of(first, format!("{} {} {}", least.0, least.1, least.2)),
        Verdict::of(count, moves.len()),
    ]))
}

/// Number of piles, piles, whether the first player wins End-Nim.
pub(super) fn end_nim(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, piles, wins] = row.take()?;
    Ok(Verdict::of(wins, u8::from(end_nim::first_wins(&sizes(piles)?, context.limits())?)))
}

/// Cells, pieces, most pieces of a move, number of layouts won.
pub(super) fn black_white_chess(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, _, _, count] = row.take()?;
    let (n, k, d): (usize, usize, usize) = (row.parse(0)?, row.parse(1)?, row.parse(2)?);
    if k > n || d == 0 || k % 2 == 1 {
        return Err(RowError::Malformed(format!("{k} pieces on {n} cells, {d} in a move")));
    }
    Ok(Verdict::of(count, black_white_chess::winning_layouts(n, k, d, context.limits())?))
}

/// Most stones of the first take, largest heap, number of heaps won.
pub(super) fn misere_fibonacci(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, _, count] = row.take()?;
    let most: u64 = row.parse(1)?;
    if most == 0 || most > i64::MAX as u64 {
        return Err(RowError::Malformed(format!("a heap of {most}")));
    }
    Ok(Verdict::of(count, misere_fibonacci::winning_sizes(row.parse(0)?, most)))
}

/// Strips, their values, outcome of the sum.
pub(super) fn toads_frogs_5(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [strips, values, winner] = row.take()?;
    let mut sum = toads_frogs_5::Sum::new(context.arena())?;
    let mut found = Vec::new();
    for strip in strips.split_whitespace() {
        let value = sum.add(strip, context.limits())?;
        found.push(match value.as_str() {
            "^" => "up".to_owned(),
            "v" => "down".to_owned(),
            _ => value,
        });
    }
    let found = if values == "-" { "-".to_owned() } else { found.join("+") };
    Ok(Verdict::all([Verdict::of(values, found), Verdict::of(winner, sum.outcome()?)]))
}

/// Length, largest number, number of sequences won.
pub(super) fn xor_down(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, _, count] = row.take()?;
    let m: u64 = row.parse(1)?;
    if !(1..=1 << 24).contains(&m) {
        return Err(RowError::Malformed(format!("numbers up to {m}")));
    }
    Ok(Verdict::of(count, xor_down::winning_sequences(row.parse(0)?, m)))
}

/// Most heaps of a move, heaps, their values or the sum of these, whether the player to move wins.
pub(super) fn real_factor(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, heaps, values, answer] = row.take()?;
    let heaps = heaps.split_once('(').map_or(heaps, |(heaps, _)| heaps).trim();
    let found: Vec<u64> = sizes(heaps)?.into_iter().map(real_factor::value).collect();
    let told = if values.starts_with("sum=") {
        format!("sum={}", found.iter().sum::<u64>())
    } else {
        found.iter().map(u64::to_string).collect::<Vec<_>>().join(" ")
    };
    let winner = nim::moore_outcome(row.parse(0)?, &found);
    let wins = if winner == outcome(1_u64) { "YES" } else { "NO" };
    Ok(Verdict::all([Verdict::of(values, told), Verdict::of(answer, wins)]))
}

/// A tree from edges given from 1.
pub(super) fn tree(vertices: usize, edges: Vec<(u32, u32)>) -> Result<Tree, RowError> {
    let wrong =
        || RowError::Malformed(format!("these are not the edges of a tree on {vertices} vertices"));
    if edges.len() + 1 != vertices || edges.iter().any(|&(a, b)| a == 0 || b == 0) {
        return Err(wrong());
    }
    let edges = edges.into_iter().map(|(a, b)| (a - 1, b - 1)).collect();
    Tree::from_edges(vertices, edges).map_err(|_| wrong())
}

/// Number of vertices, edges, whether the first player wins the marking game.
pub(super) fn tree_mark(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, edges, answer] = row.take()?;
    let tree = tree(row.parse(0)?, pairs(edges, '-')?)?;
    Ok(Verdict::of(answer, if tree_mark::first_wins(&tree)? { "Play now" } else { "Restart" }))
}

/// Number of vertices, parents of the vertices from 2 on, outcome of the shrinking game.
pub(super) fn tree_shrink(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, parents, winner] = row.take()?;
    let vertices: usize = row.parse(0)?;
    let mut edges = Vec::new();
    if let Some([count, seed]) = drawn(parents, "rtree_full")? {
        let mut draws = Draws::new(seed);
        edges.extend((1..count).map(|i| (1 + draws.below(i) as u32, i as u32 + 1)));
    } else if let Some([count, seed]) = drawn(parents, "oddtree")? {
        let mut draws = Draws::new(seed);
        edges.push((1, 2));
        let mut size = 2;
        while size + 2 <= count {
            let v = 1 + draws.below(size) as u32;
            edges.extend([(v, size as u32 + 1), (v, size as u32 + 2)]);
            size += 2;
        }
    } else {
        let parents: Vec<u32> = parse_list(parents, ' ')?;
        edges.extend(parents.into_iter().zip(2..));
    }
    let tree = tree(vertices, edges)?;
    Ok(Verdict::of(winner, if tree_shrink::first_wins(&tree) { "N" } else { "P" }))
}

/// Number of vertices, X, Y, red edges, blue edges, number of turns.
pub(super) fn sugigma(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, _, _, red, blue, answer] = row.take()?;
    let n: u64 = row.parse(0)?;
    let (mut x, mut y): (u64, u64) = (row.parse(1)?, row.parse(2)?);
    let (red, blue) = match red.strip_prefix("rr:") {
        Some(seed) => {
            let seed: u64 = parse(seed)?;
            let mut draws = Draws::new(seed);
            let mut below = |bound: u64| draws.below(bound);
            let red: Vec<_> =
                (1..n).map(|i| (1 + (i - 1).saturating_sub(below(i.min(4))), i + 1)).collect();
            let blue: Vec<_> = (1..n)
                .map(|i| {
                    let back = match i {
                        1 => 0,
                        _ if seed > 4 => below(2),
                        _ => below(i.min(3)),
                    };
                    (1 + (i - 1).saturating_sub(back), i + 1)
                })
                .collect();
            let drawn_x = 1 + below(n);
            let mut drawn_y = 1 + below(n);
            if drawn_y == drawn_x {
                drawn_y = drawn_x % n + 1;
            }
            if (drawn_x, drawn_y) != (x, y) {
                return Ok(Verdict::of(format!("{x} {y}"), format!("{drawn_x} {drawn_y}")));
            }
            (x, y) = (drawn_x, drawn_y);
            let narrow = |edges: Vec<(u64, u64)>| {
                edges.into_iter().map(|(a, b)| (a as u32, b as u32)).collect()
            };
            (narrow(red), narrow(blue))
        }
        None => (pairs(red, '-')?, pairs(blue, '-')?),
    };
    if !(1..=n).contains(&x) || !(1..=n).contains(&y) || x == y {
        return Err(RowError::Malformed(format!("the tokens stand on {x} and {y}")));
    }
    let (red, blue) = (tree(n as usize, red)?, tree(n as usize, blue)?);
    let turns = sugigma::turns(&red, &blue, x as u32 - 1, y as u32 - 1);
    Ok(Verdict::of(answer, turns.map_or(-1, |turns| turns as i64)))
}
