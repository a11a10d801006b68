//! Between short games and graphs.

use super::draft::Draft;
use super::graph::{Graph, reachable};
use super::normal::normal_form;
use crate::calculator::Calculator;
use crate::error::Result;
use crate::game::Game;
use farstar_play::Player;
use rustc_hash::FxHashMap;

/// The vertices of the short games that a draft holds already.
pub(crate) type Places = FxHashMap<Game, u32>;

/// Puts a short game into a draft, with all its followers; gives its vertex.
pub(crate) fn expand(
    calc: &mut Calculator<'_>,
    draft: &mut Draft,
    places: &mut Places,
    game: Game,
) -> Result<u32> {
    let root = place(calc, draft, places, game)?;
    let mut waiting = if root.1 { vec![game] } else { Vec::new() };
    while let Some(game) = waiting.pop() {
        let from = places[&game];
        for player in [Player::Left, Player::Right] {
            for option in calc.options(game, player)? {
                let (to, new) = place(calc, draft, places, option)?;
                draft.edge(from, player, to)?;
                if new {
                    waiting.push(option);
                }
            }
        }
    }
    Ok(root.0)
}

/// The vertex of a game, and whether it is new.
fn place(
    calc: &mut Calculator<'_>,
    draft: &mut Draft,
    places: &mut Places,
    game: Game,
) -> Result<(u32, bool)> {
    if let Some(&vertex) = places.get(&game) {
        return Ok((vertex, false));
    }
    let vertex = draft.vertex(calc)?;
    places.insert(game, vertex);
    Ok((vertex, true))
}

/// The graph of a short game in normal form.
pub(crate) fn graph_of(calc: &mut Calculator<'_>, game: Game) -> Result<Graph> {
    let mut draft = Draft::default();
    let root = expand(calc, &mut draft, &mut Places::default(), game)?;
    normal_form(calc, &reachable(&draft.lists, root))
}

/// The short games that the vertices without endless play are worth.
pub(crate) fn short_values(calc: &mut Calculator<'_>, graph: &Graph) -> Result<Vec<Option<Game>>> {
    let heights = graph.heights();
    let mut order: Vec<u32> = graph.vertices().filter(|&v| heights[v as usize].is_some()).collect();
    order.sort_by_key(|&v| heights[v as usize]);
    let mut values: Vec<Option<Game>> = vec![None; graph.len()];
    for v in order {
        let of = |list: &[u32]| -> Vec<Game> {
            list.iter().filter_map(|&w| values[w as usize]).collect()
        };
        let (left, right) = (of(graph.left(v)), of(graph.right(v)));
        values[v as usize] = Some(calc.from_options(&left, &right)?);
    }
    Ok(values)
}

/// The graph with every vertex without endless play replaced by the canonical form of its value, and bisimilar vertices
/// made one.
///
/// Equal short games may take each other's place wherever they stand, for play in them ends.
pub(crate) fn with_canonical_ends(calc: &mut Calculator<'_>, graph: &Graph) -> Result<Graph> {
    let values = short_values(calc, graph)?;
    let mut draft = Draft::default();
    let mut places = Places::default();
    let mut vertices = Vec::with_capacity(graph.len());
    for value in &values {
        vertices.push(match value {
            Some(game) => expand(calc, &mut draft, &mut places, *game)?,
            None => draft.vertex(calc)?,
        });
    }
    for v in graph.vertices().filter(|&v| values[v as usize].is_none()) {
        for player in [Player::Left, Player::Right] {
            for &w in graph.options(v, player) {
                draft.edge(vertices[v as usize], player, vertices[w as usize])?;
            }
        }
    }
    normal_form(calc, &reachable(&draft.lists, vertices[0]))
}
