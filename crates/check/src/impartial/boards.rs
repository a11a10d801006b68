//! Tables of Green Hackenbush and Chomp.

use farstar_impartial::chomp::{Chomp, closed_move};
use farstar_impartial::digraph::Outcome;
use farstar_impartial::hackenbush::GreenHackenbush;

use super::notation::{drawn, moves, pairs};
use crate::checker::{Context, Row, RowError, Verdict, parse, parse_list};
use crate::draws::Draws;

/// The verdict on value, outcome and winning edges, of which `name` tells how the table calls edge i.
fn hackenbush(
    context: &Context,
    position: &GreenHackenbush,
    [value, winner, winning]: [&str; 3],
    name: impl Fn(u32) -> u32,
) -> Result<Verdict, RowError> {
    let mut verdicts =
        vec![Verdict::of(value, position.value()), Verdict::of(winner, position.outcome())];
    if winning.trim() != "?" {
        let edges = position.winning_edges(context.limits())?;
        verdicts.push(Verdict::of(winning, moves(winning, edges.into_iter().map(name))));
    }
    Ok(Verdict::all(verdicts))
}

/// n, edges, value, outcome, winning edges of a position on the ground vertex 0.
pub(super) fn hackenbush_graph(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, edges, value, winner, winning] = row.take()?;
    let vertices: u32 = row.parse(0)?;
    let edges = match drawn(edges, "rgraph")? {
        Some([n, seed]) => {
            let mut draws = Draws::new(seed);
            let mut edges = Vec::new();
            for i in 1..n {
                let back = draws.below(i.min(5)) + 1;
                edges.push((i.saturating_sub(back) as u32, i as u32));
            }
            let extra = if seed % 2 == 1 { 50_000 } else { 20_000 };
            for _ in 0..extra {
                let a = draws.below(n.max(1));
                let b = (a + draws.below(6)).min(n.saturating_sub(1));
                edges.push((a as u32, b as u32));
            }
            edges
        }
        None => pairs(edges, '-')?,
    };
    let position = GreenHackenbush::new(vertices, &edges, &[0])?;
    hackenbush(context, &position, [value, winner, winning], |edge| edge)
}

/// n, parents of the vertices from 2, value, outcome, winning cuts named by the upper vertex; the root is 1.
pub(super) fn tree_hackenbush(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [_, parents, value, winner, winning] = row.take()?;
    let parents: Vec<u32> = match drawn(parents, "rtree")? {
        Some([n, seed, window]) => {
            let mut draws = Draws::new(seed);
            let parent = |i: u64| i.saturating_sub(draws.below(window.clamp(1, i))).max(1) as u32;
            (1..n).map(parent).collect()
        }
        None => parse_list(parents, ' ')?,
    };
    if parents.len() as u64 + 1 != row.parse::<u64>(0)? {
        return Err(RowError::Malformed("n − 1 parents are expected".to_owned()));
    }
    let from_zero: Option<Vec<u32>> = parents.iter().map(|parent| parent.checked_sub(1)).collect();
    let from_zero =
        from_zero.ok_or_else(|| RowError::Malformed("vertices are numbered from 1".to_owned()))?;
    let position = GreenHackenbush::tree(&from_zero)?;
    hackenbush(context, &position, [value, winner, winning], |edge| edge + 2)
}

/// Rows, columns, shape, outcome, winning moves of Chomp; one move is enough on boards with a closed one.
pub(super) fn chomp(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    /// Boards with more squares are only answered in closed form.
    const SEARCHED: u64 = 100;
    let [_, _, shape, winner, winning] = row.take()?;
    let (rows, columns): (u64, u64) = (row.parse(0)?, row.parse(1)?);
    let full = shape.trim() == "full";
    if full && rows.saturating_mul(columns) > SEARCHED {
        let won = Outcome::from_next_wins((rows, columns) != (1, 1));
        let mut verdicts = vec![Verdict::of(winner, won)];
        if winning.trim() != "?" {
            let known = closed_move(rows, columns).map(|(r, c)| format!("{r},{c}"));
            let known = known.ok_or_else(|| {
                RowError::Engine(format!("no closed move is known on {rows} × {columns}"))
            })?;
            verdicts.push(Verdict::of(winning, known));
        }
        return Ok(Verdict::all(verdicts));
    }
    let board = if full {
        Chomp::rectangle(parse(row.fields[0])?, parse(row.fields[1])?)?
    } else {
        Chomp::new(parse_list(shape, ' ')?)?
    };
    let limits = context.limits();
    let found = board.winning_moves(limits)?.into_iter().map(|(r, c)| format!("{r},{c}"));
    let found: Vec<String> = found.collect();
    // A closed row names one example of several.
    let example = found.iter().any(|m| m == winning.trim()) && row.fields.get(5) == Some(&"closed");
    let shown = if example { winning.to_owned() } else { moves(winning, &found) };
    Ok(Verdict::all([Verdict::of(winner, board.outcome(limits)?), Verdict::of(winning, shown)]))
}
