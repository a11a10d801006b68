//! The sides of a loopy game, simplified.
//!
//! In the onside `γ⁺` endless play is won by Left. Options are left out and bypassed as in stoppers, with care where a
//! chain of reversals is endless: an option of Right's that reverses for ever gains him nothing and goes; one of Left's
//! stays, for the endless play would be hers. Since equal followers cannot be exchanged blindly when play may be
//! endless, every stage is held against the graph
//! before it: a change that does not leave every follower equal, in the order of onsides, is taken back. A side that is
//! equal to a stopper ends as its canonical form when no dominated or reversible option is left (Siegel, VI.4: the
//! simplest form is unique among forms without them); other sides are simplified, and compared by play rather than by
//! form.

use super::graph::{Graph, reachable};
use super::normal::normal_form;
use super::order::{Endless, Survival, survival};
use super::short::{graph_of, short_values, with_canonical_ends};
use super::stopper::{bypass, canonical, leave_out_dominated, reply};
use crate::calculator::Calculator;
use crate::error::Result;
use farstar_play::Player;

/// Rounds of stages after which a side is left as it is.
pub(super) const MOST_ROUNDS: usize = 16;
/// Graphs with more vertices are not changed vertex by vertex when changing all at once has failed.
const FEW_VERTICES: usize = 200;

/// One side of a loopy game, as simple as it is found to be: the onside for [`Player::Left`], who wins endless play
/// there.
pub(crate) fn side_of(calc: &mut Calculator<'_>, graph: &Graph, winner: Player) -> Result<Graph> {
    let graph = with_canonical_ends(calc, graph)?;
    if graph.is_loopfree() {
        return as_short(calc, graph);
    }
    if graph.is_stopper() {
        let form = canonical(calc, &graph)?;
        return as_short(calc, form);
    }
    match winner {
        Player::Left => onside(calc, graph),
        Player::Right => {
            let negative = onside(calc, graph.negative())?;
            normal_form(calc, &negative.negative())
        }
    }
}

/// The canonical form of a short game, the graph itself of others.
fn as_short(calc: &mut Calculator<'_>, graph: Graph) -> Result<Graph> {
    if !graph.is_loopfree() {
        return Ok(graph);
    }
    match short_values(calc, &graph)?.first() {
        Some(&Some(game)) => graph_of(calc, game),
        _ => Ok(graph),
    }
}

/// A way to change the lists of one vertex.
pub(super) type Stage =
    fn(&mut Calculator<'_>, &mut [[Vec<u32>; 2]], &Survival, u32) -> Result<bool>;

pub(super) const STAGES: [Stage; 5] = [
    |calc, lists, order, v| bypass(calc, lists, order, v, 1),
    |calc, lists, order, v| bypass_finite(calc, lists, order, v),
    |calc, lists, order, v| leave_out_dominated(calc, lists, order, v, 1),
    |calc, lists, order, v| leave_out_dominated(calc, lists, order, v, 0),
    merge_at,
];

fn onside(calc: &mut Calculator<'_>, graph: Graph) -> Result<Graph> {
    let mut graph = graph;
    let mut order = survival(calc, &graph, &graph, Endless::SavedByFirst)?;
    for _ in 0..MOST_ROUNDS {
        let before = graph.clone();
        for stage in STAGES {
            let Some(new) = apply(calc, &graph, &order, stage)? else { continue };
            graph = with_canonical_ends(calc, &new)?;
            if graph.is_stopper() {
                let form = canonical(calc, &graph)?;
                return as_short(calc, form);
            }
            order = survival(calc, &graph, &graph, Endless::SavedByFirst)?;
        }
        if graph == before {
            break;
        }
    }
    Ok(graph)
}

/// The graph after a stage at every vertex, or at as many as leave the onside what it was; `None` if nothing changes.
fn apply(
    calc: &mut Calculator<'_>,
    graph: &Graph,
    order: &Survival,
    stage: Stage,
) -> Result<Option<Graph>> {
    let mut lists = graph.to_lists();
    let mut changed = false;
    for v in graph.vertices() {
        changed |= stage(calc, &mut lists, order, v)?;
    }
    if !changed {
        return Ok(None);
    }
    if let Some(new) = accepted(calc, graph, &lists)? {
        return Ok(Some(new));
    }
    if graph.len() > FEW_VERTICES {
        return Ok(None);
    }
    let mut lists = graph.to_lists();
    let mut accepted_one = None;
    for v in graph.vertices() {
        let old = lists[v as usize].clone();
        if !stage(calc, &mut lists, order, v)? {
            continue;
        }
        match accepted(calc, graph, &lists)? {
            Some(new) => accepted_one = Some(new),
            None => lists[v as usize] = old,
        }
    }
    Ok(accepted_one)
}

/// What is reached in the changed graph, if its onside is equal to that before.
fn accepted(
    calc: &mut Calculator<'_>,
    graph: &Graph,
    lists: &[[Vec<u32>; 2]],
) -> Result<Option<Graph>> {
    let new = reachable(lists, 0);
    let down = survival(calc, graph, &new, Endless::SavedByFirst)?;
    if !down.ge(0, 0) {
        return Ok(None);
    }
    let up = survival(calc, &new, graph, Endless::SavedByFirst)?;
    Ok(up.ge(0, 0).then_some(new))
}

/// Lets the moves from one vertex lead to the first of the vertices that are equal to where they lead.
fn merge_at(
    calc: &mut Calculator<'_>,
    lists: &mut [[Vec<u32>; 2]],
    order: &Survival,
    v: u32,
) -> Result<bool> {
    let mut changed = false;
    for option in lists[v as usize].iter_mut().flatten() {
        calc.tick()?;
        let first = (0..*option).find(|&u| order.ge(u, *option) && order.ge(*option, u));
        if let Some(first) = first {
            *option = first;
            changed = true;
        }
    }
    Ok(changed)
}

/// Bypasses those reversible options of Left's at one vertex whose chains of reversals all end.
fn bypass_finite(
    calc: &mut Calculator<'_>,
    lists: &mut [[Vec<u32>; 2]],
    order: &Survival,
    v: u32,
) -> Result<bool> {
    // The options that reversals lead to, each with those that take its place.
    let mut options = lists[v as usize][0].clone();
    let mut replaced: Vec<Option<Vec<u32>>> = Vec::new();
    while replaced.len() < options.len() {
        calc.tick()?;
        let option = options[replaced.len()];
        let next = reply(lists, order, v, 0, option).map(|r| lists[r as usize][0].clone());
        for &option in next.iter().flatten() {
            if !options.contains(&option) {
                options.push(option);
            }
        }
        replaced.push(next);
    }
    if replaced.iter().all(Option::is_none) {
        return Ok(false);
    }
    let place = |option: u32| options.iter().position(|&o| o == option).unwrap_or(0);
    let chains: Vec<[Vec<u32>; 2]> = replaced
        .iter()
        .map(|next| {
            let to = next.iter().flatten().map(|&option| place(option) as u32);
            [to.collect(), Vec::new()]
        })
        .collect();
    let ends = Graph::from_lists(&chains).heights();
    let mut kept: Vec<u32> = Vec::new();
    let mut waiting: Vec<u32> = lists[v as usize][0].clone();
    let mut seen = waiting.clone();
    let mut changed = false;
    while let Some(option) = waiting.pop() {
        let at = place(option);
        match &replaced[at] {
            Some(next) if ends[at].is_some() => {
                changed = true;
                for &option in next {
                    if !seen.contains(&option) {
                        seen.push(option);
                        waiting.push(option);
                    }
                }
            }
            _ => kept.push(option),
        }
    }
    kept.sort_unstable();
    lists[v as usize][0] = kept;
    Ok(changed)
}
