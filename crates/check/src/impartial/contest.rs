//! Tables of contest problems of the lectures: numbers, boards and trees.

use farstar_impartial::digraph::Outcome;
use farstar_problems::Tree;
use farstar_problems::contest::{
    crosses, cutting, dynamic_subtraction::DynamicSubtraction, euclid_powers, ferguson,
    multiplication, painted_tree, token_game::TokenGame, tree_flip::FlipTree, tree_game,
};

use super::notation::{drawn, joined, outcome, pairs, sizes};
use super::practice::{starter, tree};
use crate::checker::{Context, Row, RowError, Verdict, parse, parse_list};
use crate::draws::Draws;

/// Length, strip (or `empty`), value and outcome of Treblecross.
pub(super) fn treblecross(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    /// Longest strip.
    const LONGEST: u32 = 100_000;
    let [_, board, value, winner] = row.take()?;
    let n: u32 = row.parse(0)?;
    let marks: Vec<bool> = match board {
        "empty" if n <= LONGEST => vec![false; n as usize],
        board => board.chars().map(|cell| cell == 'X').collect(),
    };
    if marks.len() != n as usize || n > LONGEST {
        return Err(RowError::Malformed(format!("a strip of {n} cells is expected")));
    }
    let Some(runs) = crosses::free_runs(&marks) else {
        return Ok(Verdict::of(winner, Outcome::N));
    };
    let longest = runs.iter().copied().max().unwrap_or(0);
    let values = crosses::strips(longest, context.limits())?;
    let sum = runs.iter().fold(0, |sum, &run| sum ^ values[run as usize]);
    Ok(Verdict::all([Verdict::of(value, sum), Verdict::of(winner, outcome(sum))]))
}

/// Sheets WxH, their stripped value or `line`, the outcome of the cutting game.
pub(super) fn cutting_game(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    /// Longest side.
    const LONGEST: u32 = 2000;
    let [sheets, value, winner] = row.take()?;
    let sheets: Vec<(u32, u32)> = pairs(sheets, 'x')?;
    let fits = |side: u32| (1..=LONGEST).contains(&side);
    if sheets.iter().any(|&(a, b)| !fits(a) || !fits(b)) {
        return Err(RowError::Malformed(format!("sides of 1 to {LONGEST} are expected")));
    }
    let sheets: Vec<(usize, usize)> =
        sheets.into_iter().map(|(a, b)| (a as usize, b as usize)).collect();
    let found = cutting::cutting_value(&sheets, context.limits())?;
    let shown = found.map_or_else(|| "line".to_owned(), |value| value.to_string());
    let by_rule = Outcome::from_next_wins(found != Some(0));
    Ok(Verdict::all([Verdict::of(value, shown), Verdict::of(winner, by_rule)]))
}

/// Stones, factor, outcome, smallest winning first take.
pub(super) fn dynamic_subtraction(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, _, winner, take] = row.take()?;
    let mut game = DynamicSubtraction::new(row.parse(1)?);
    let found = game.first_take(row.parse(0)?, context.limits())?;
    let shown = found.map_or_else(|| "-".to_owned(), |take| take.to_string());
    let by_rule = Outcome::from_next_wins(found.is_some());
    Ok(Verdict::all([Verdict::of(winner, by_rule), Verdict::of(take, shown)]))
}

/// Piles in pairs, value, outcome.
pub(super) fn e_and_d(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [piles, value, winner] = row.take()?;
    let found = ferguson::pairs_value(&sizes(piles)?)
        .ok_or_else(|| RowError::Malformed("an even number of piles is expected".to_owned()))?;
    Ok(Verdict::all([Verdict::of(value, found), Verdict::of(winner, outcome(found))]))
}

/// a, b, outcome of the game with powers.
pub(super) fn euclid(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, _, winner] = row.take()?;
    let found = euclid_powers::euclid_powers_outcome(row.parse(0)?, row.parse(1)?);
    Ok(Verdict::of(winner, found))
}

/// p, n, outcome of the multiplication game.
pub(super) fn multiplication(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, _, winner] = row.take()?;
    let (p, n): (u64, u64) = (row.parse(0)?, row.parse(1)?);
    if p == 0 || p >= n {
        return Err(RowError::Malformed("1 ≤ p < n is expected".to_owned()));
    }
    Ok(Verdict::of(winner, multiplication::multiplication_outcome(p, n)))
}

/// The cells of both tokens, the number of winning moves, the outcome.
pub(super) fn token_game(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    /// Largest board.
    const LARGEST: u32 = 1000;
    let [_, _, _, _, count, winner] = row.take()?;
    let cells: [u32; 4] = [row.parse(0)?, row.parse(1)?, row.parse(2)?, row.parse(3)?];
    let size = cells.into_iter().max().unwrap_or(1);
    if cells.contains(&0) || size > LARGEST {
        return Err(RowError::Malformed(format!("coordinates of 1 to {LARGEST} are expected")));
    }
    let [x, y, u, v] = cells;
    let game = TokenGame::new(size, context.limits())?;
    Ok(Verdict::all([
        Verdict::of(count, game.winning_moves((x, y), (u, v))),
        Verdict::of(winner, game.outcome((x, y), (u, v))),
    ]))
}

/// A tree given by the parents of the vertices from 2 on, written out or drawn.
fn tree_of_parents(vertices: usize, parents: &str) -> Result<Tree, RowError> {
    let parents: Vec<u32> = if let Some([n, seed, window]) = drawn(parents, "rtree")? {
        let mut draws = Draws::new(seed);
        let parent = |i: u64| i.saturating_sub(draws.below(window.clamp(1, i))).max(1) as u32;
        (1..n).map(parent).collect()
    } else if let Some([n, seed]) = drawn(parents, "pmtree")? {
        let mut draws = Draws::new(seed);
        let mut parent = |v: u64| if v.is_multiple_of(2) { v - 1 } else { 1 + draws.below(v - 1) };
        (2..=n).map(|v| parent(v) as u32).collect()
    } else {
        parse_list(parents, ' ')?
    };
    tree(vertices, parents.into_iter().zip(2..).collect())
}

/// Number of vertices, parents, winner of the black and white tree.
pub(super) fn black_white_tree(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, parents, winner] = row.take()?;
    let tree = tree_of_parents(row.parse(0)?, parents)?;
    Ok(Verdict::of(winner, starter(!painted_tree::has_perfect_matching(&tree))))
}

/// Number of vertices, cuts, parents, winner of Gameia.
pub(super) fn gameia(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, _, parents, winner] = row.take()?;
    let tree = tree_of_parents(row.parse(0)?, parents)?;
    let bob = painted_tree::bob_wins(&tree, row.parse(1)?);
    Ok(Verdict::of(winner, if bob { "Bob" } else { "Alice" }))
}

/// Number of vertices, edges u-v:w, operations, answers; for drawn trees a summary of the answers.
pub(super) fn tree_flip(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, edges, operations, answers] = row.take()?;
    let n: usize = row.parse(0)?;
    let malformed = |text: &str| RowError::Malformed(format!("`{text}` is not understood"));
    if let Some([count, seed]) = drawn(edges, "rtree01")? {
        let [questions] = drawn(operations, "ops")?.ok_or_else(|| malformed(operations))?;
        if count as usize != n || n < 2 {
            return Err(malformed(edges));
        }
        let mut draws = Draws::new(seed);
        let edges: Vec<(u32, u32, bool)> =
            (1..count).map(|i| (draws.below(i) as u32, i as u32, draws.below(2) == 1)).collect();
        let mut tree = FlipTree::new(n, &edges);
        let mut letters = Vec::new();
        for _ in 0..questions {
            if draws.below(2) == 1 {
                let root = draws.below(count) as u32;
                letters.push(if tree.first_wins(root) { b'G' } else { b'B' });
            } else {
                let (a, b, _) = edges[draws.below(count - 1) as usize];
                tree.set(a, b, draws.below(2) == 1);
            }
        }
        let girls = letters.iter().filter(|&&letter| letter == b'G').count();
        let sum = crc32fast::hash(&letters);
        let found = format!("girls={girls} queries={} crc32={sum:08x}", letters.len());
        return Ok(Verdict::of(answers, found));
    }
    let mut ends = Vec::new();
    let mut weighted = Vec::new();
    for edge in parse_list::<String>(edges, ' ')? {
        let (pair, weight) = edge.split_once(':').ok_or_else(|| malformed(&edge))?;
        let (a, b) = pair.split_once('-').ok_or_else(|| malformed(&edge))?;
        let (a, b): (u32, u32) = (parse(a)?, parse(b)?);
        ends.push((a, b));
        weighted.push((a, b, weight == "1"));
    }
    tree(n, ends)?;
    let from_zero: Vec<_> = weighted.into_iter().map(|(a, b, w)| (a - 1, b - 1, w)).collect();
    let mut tree = FlipTree::new(n, &from_zero);
    let mut found = Vec::new();
    let vertex = |v: u32| v.checked_sub(1).filter(|&v| (v as usize) < n);
    for operation in operations.split('/').map(str::trim).filter(|text| !text.is_empty()) {
        let words: Vec<u32> = parse_list(operation, ' ')?;
        match words[..] {
            [0, x] => {
                let root = vertex(x).ok_or_else(|| malformed(operation))?;
                found.push(if tree.first_wins(root) { "Girls win!" } else { "Boys win!" });
            }
            [1, x, y, z] => {
                let pair = vertex(x).zip(vertex(y));
                if !pair.is_some_and(|(a, b)| tree.set(a, b, z == 1)) {
                    return Err(malformed(operation));
                }
            }
            _ => return Err(malformed(operation)),
        }
    }
    Ok(Verdict::of(answers, found.join(" / ")))
}

/// Number of vertices, stones, edges, how many vertices win and which, or the sum of their labels.
pub(super) fn tree_game(_: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, stones, edges, count, winning] = row.take()?;
    let n: u64 = row.parse(0)?;
    let (stones, edges): (Vec<u64>, Vec<(u32, u32)>) = match drawn(edges, "rtree")? {
        Some([seed]) if n <= 1_000_000 => {
            let mut draws = Draws::new(seed);
            let edges = (1..n)
                .map(|i| {
                    let parent = match seed % 2 {
                        1 => draws.below(i),
                        _ => (i - 1).saturating_sub(draws.below(i.min(3))),
                    };
                    (parent as u32 + 1, i as u32 + 1)
                })
                .collect();
            let bound = if seed < 5 { 1_000_000_000 } else { 20 };
            ((0..n).map(|_| draws.below(bound) + 1).collect(), edges)
        }
        _ => (parse_list(stones, ' ')?, pairs(edges, '-')?),
    };
    if stones.len() as u64 != n {
        return Err(RowError::Malformed(format!("{n} numbers of stones are expected")));
    }
    let tree = tree(n as usize, edges)?;
    let found = tree_game::winning_vertices(&tree, &stones);
    let labels = found.iter().map(|&v| u64::from(v) + 1);
    let shown = match winning.starts_with("sum=") {
        true => format!("sum={}", labels.sum::<u64>()),
        false => joined(labels),
    };
    Ok(Verdict::all([Verdict::of(count, found.len()), Verdict::of(winning, shown)]))
}
