//! Positions worth exactly `on` or `off`, for a whole graph at once, before anything is valued.
//!
//! `v = off` in a stopper iff Right survives `v + on`: Right always has a move in `v`, whatever Left does, who may
//! also pass. That is a game of safety on pairs of a vertex and who is to move, solved by counters and a queue. The
//! mirror image gives `on`. In a side of a loopy game one of the two is this set; for the other (`off` of onsides,
//! where endless play is Left's) Right must not be drawn into endless play in which Left never passes: it is the
//! greatest set in which Right forces the next pass of Left's and is in the set again.
//!
//! A vertex so found may be exchanged for `on` or `off`, all at once and inside cycles: the second player copies moves
//! until play comes to an exchanged vertex, in both components; from then on plays what is known of it against `on`.
//! The copying never returns, and endless copying is endless in both components. (It would not do to exchange equal
//! vertices of a graph for one another: play would come back into the graph.)

use super::graph::{Graph, Reversed};
use crate::calculator::Calculator;
use crate::error::Result;
use farstar_play::Player;

/// What each vertex is cut to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// Worth `on`.
    pub(super) on: Vec<bool>,
    /// Worth `off`.
    pub(super) off: Vec<bool>,
}

/// The cuts of the onside and of the offside.
///
/// # Cost
/// Linear in the moves for the sets of safety, and that for every round of the others.
pub(super) fn cuts(calc: &mut Calculator<'_>, graph: &Graph) -> Result<[Cut; 2]> {
    let room = (graph.moves() + 8 * graph.len()) as u64 * 4;
    calc.limits().check_with(0, calc.arena().bytes() + room)?;
    let into = [graph.reversed(Player::Left), graph.reversed(Player::Right)];
    let (left, right) = ([&into[0], &into[1]], [&into[1], &into[0]]);
    let on = never_stuck(calc, graph, Player::Left, left)?;
    let off = never_stuck(calc, graph, Player::Right, right)?;
    let sure_on = passed_again(calc, graph, Player::Left, left, &on)?;
    let sure_off = passed_again(calc, graph, Player::Right, right, &off)?;
    Ok([Cut { on, off: sure_off }, Cut { on: sure_on, off }])
}

/// The vertices at which `own` can move for ever whatever the other does, who may pass; `into` are the moves against
/// their direction, of `own` and of the other.
fn never_stuck(
    calc: &mut Calculator<'_>,
    graph: &Graph,
    own: Player,
    into: [&Reversed; 2],
) -> Result<Vec<bool>> {
    let n = graph.len();
    // Moves of `own` that are not known to lose.
    let mut ways: Vec<u32> = graph.vertices().map(|v| graph.options(v, own).len() as u32).collect();
    // With the other to move at `2v`, with `own` at `2v + 1`.
    let mut lost = vec![false; 2 * n];
    let mut queue: Vec<u32> = Vec::new();
    for v in graph.vertices().filter(|&v| ways[v as usize] == 0) {
        lost[2 * v as usize + 1] = true;
        queue.push(2 * v + 1);
    }
    while let Some(state) = queue.pop() {
        let v = state / 2;
        if state % 2 == 1 {
            // The other passes, or moves there.
            for &u in std::iter::once(&v).chain(into[1].of(v)) {
                calc.tick()?;
                if !std::mem::replace(&mut lost[2 * u as usize], true) {
                    queue.push(2 * u);
                }
            }
        } else {
            for &u in into[0].of(v) {
                calc.tick()?;
                ways[u as usize] -= 1;
                if ways[u as usize] == 0 {
                    lost[2 * u as usize + 1] = true;
                    queue.push(2 * u + 1);
                }
            }
        }
    }
    Ok((0..n).map(|v| !lost[2 * v]).collect())
}

/// Those of them at which `own` can also keep the other from playing on for ever without a pass.
fn passed_again(
    calc: &mut Calculator<'_>,
    graph: &Graph,
    own: Player,
    into: [&Reversed; 2],
    safe: &[bool],
) -> Result<Vec<bool>> {
    let n = graph.len();
    if !safe.contains(&true) {
        return Ok(safe.to_vec());
    }
    let other = own.opponent();
    // Where it may come to after a pass, `own` to move.
    let mut good = safe.to_vec();
    loop {
        // `own` forces a pass that ends in `good`: with the other to move at `2v`, with `own` at `2v + 1`.
        let mut won = vec![false; 2 * n];
        let mut ways: Vec<u32> =
            graph.vertices().map(|v| graph.options(v, other).len() as u32).collect();
        let mut queue: Vec<u32> = Vec::new();
        for v in graph.vertices().filter(|&v| ways[v as usize] == 0 && good[v as usize]) {
            won[2 * v as usize] = true;
            queue.push(2 * v);
        }
        while let Some(state) = queue.pop() {
            let v = state / 2;
            if state % 2 == 0 {
                for &u in into[0].of(v) {
                    calc.tick()?;
                    if !std::mem::replace(&mut won[2 * u as usize + 1], true) {
                        queue.push(2 * u + 1);
                    }
                }
            } else {
                for &u in into[1].of(v) {
                    calc.tick()?;
                    ways[u as usize] -= 1;
                    if ways[u as usize] == 0 && good[u as usize] {
                        won[2 * u as usize] = true;
                        queue.push(2 * u);
                    }
                }
            }
        }
        let new: Vec<bool> = (0..n).map(|v| won[2 * v + 1] && good[v]).collect();
        if new == good {
            return Ok((0..n).map(|v| won[2 * v]).collect());
        }
        good = new;
    }
}
