//! Canonical forms of stoppers.
//!
//! As for short games, dominated options may be left out and reversible ones bypassed, and what is left has no two
//! different forms (Siegel, VI.2). The order of all followers is found once, because no step changes a value. A chain
//! of reversals is alternating play, so in a stopper it ends.

use super::graph::{Graph, reachable};
use super::normal::normal_form;
use super::order::{Endless, Survival, survival};
use crate::calculator::Calculator;
use crate::error::Result;

/// The canonical form of a graph in which no alternating play is endless.
///
/// # Cost
/// The product of the graph with itself, and passes over its options until nothing changes.
pub(crate) fn canonical(calc: &mut Calculator<'_>, graph: &Graph) -> Result<Graph> {
    let order = survival(calc, graph, graph, Endless::Saved)?;
    let mut lists = graph.to_lists();
    loop {
        let mut changed = false;
        for v in graph.vertices() {
            for side in [0, 1] {
                changed |= bypass(calc, &mut lists, &order, v, side)?;
                changed |= leave_out_dominated(calc, &mut lists, &order, v, side)?;
            }
        }
        if !changed {
            break;
        }
    }
    merge_equal(calc, &mut lists, &order)?;
    normal_form(calc, &reachable(&lists, 0))
}

/// Whether `a` is as good for the player of `side` as `b`.
pub(super) fn as_good(order: &Survival, side: usize, a: u32, b: u32) -> bool {
    if side == 0 { order.ge(a, b) } else { order.ge(b, a) }
}

/// The reply through which the option `option` of `v` is reversible, if there is one.
pub(super) fn reply(
    lists: &[[Vec<u32>; 2]],
    order: &Survival,
    v: u32,
    side: usize,
    option: u32,
) -> Option<u32> {
    let replies = &lists[option as usize][1 - side];
    replies.iter().copied().find(|&reply| as_good(order, side, v, reply))
}

/// Bypasses the reversible options of one player at one vertex; an option that reverses for ever is left out.
pub(super) fn bypass(
    calc: &mut Calculator<'_>,
    lists: &mut [[Vec<u32>; 2]],
    order: &Survival,
    v: u32,
    side: usize,
) -> Result<bool> {
    let mut options = Vec::new();
    let mut waiting = lists[v as usize][side].clone();
    let mut seen: Vec<u32> = waiting.clone();
    let mut changed = false;
    while let Some(option) = waiting.pop() {
        calc.tick()?;
        match reply(lists, order, v, side, option) {
            None => options.push(option),
            Some(reply) => {
                changed = true;
                for &next in &lists[reply as usize][side] {
                    if !seen.contains(&next) {
                        seen.push(next);
                        waiting.push(next);
                    }
                }
            }
        }
    }
    if changed {
        options.sort_unstable();
        lists[v as usize][side] = options;
    }
    Ok(changed)
}

/// Leaves out the options of one player at one vertex that are not better than another.
pub(super) fn leave_out_dominated(
    calc: &mut Calculator<'_>,
    lists: &mut [[Vec<u32>; 2]],
    order: &Survival,
    v: u32,
    side: usize,
) -> Result<bool> {
    let mut kept: Vec<u32> = Vec::new();
    for &option in &lists[v as usize][side] {
        calc.tick()?;
        if kept.iter().any(|&other| as_good(order, side, other, option)) {
            continue;
        }
        kept.retain(|&other| !as_good(order, side, option, other));
        kept.push(option);
    }
    let changed = kept.len() < lists[v as usize][side].len();
    lists[v as usize][side] = kept;
    Ok(changed)
}

/// Lets all moves to equal vertices lead to the first of them.
fn merge_equal(
    calc: &mut Calculator<'_>,
    lists: &mut [[Vec<u32>; 2]],
    order: &Survival,
) -> Result<()> {
    let count = lists.len() as u32;
    let mut firsts: Vec<u32> = Vec::new();
    let mut first_equal = Vec::with_capacity(lists.len());
    for v in 0..count {
        calc.tick()?;
        let known = firsts.iter().copied().find(|&u| order.ge(u, v) && order.ge(v, u));
        first_equal.push(known.unwrap_or(v));
        if known.is_none() {
            firsts.push(v);
        }
    }
    for option in lists.iter_mut().flatten().flatten() {
        *option = first_equal[*option as usize];
    }
    Ok(())
}
