//! Kayles as it is written in the rules language: which rulesets are Kayles, and their positions as graphs.

use std::sync::LazyLock;

use farstar_rules::{Board, Packed, View, builtin};
use farstar_value::Limits;

use super::{Field, Rule};
use crate::error::{Error, Result};

/// The built-in rulesets that are Kayles.
const NAMES: [(&str, Rule); 3] =
    [("Node Kayles", Rule::Node), ("Arc Kayles", Rule::Arc), ("Looped Arc Kayles", Rule::Arc)];

/// A vertex that is there, and one that has a loop beside, in these rulesets.
const LIVE: char = '.';
const LOOPED: char = 'o';

/// What a move removes, if the ruleset is one of the built-in Kayles by whatever name.
#[must_use]
pub fn rule_of(board: &Board) -> Option<Rule> {
    static KNOWN: LazyLock<Vec<(String, Rule)>> = LazyLock::new(|| {
        let text = |name: &str| Some(builtin::ruleset(name).ok()?.canonical().to_owned());
        let known = || NAMES.iter().filter_map(|&(name, rule)| Some((text(name)?, rule))).collect();
        // what is made once for all must not be stopped by the limits of the first who asks
        Limits::none().guard(known).unwrap_or_default()
    });
    let asked = board.rules().canonical();
    KNOWN.iter().find(|(known, _)| known == asked).map(|&(_, rule)| rule)
}

/// Grundy values of positions that are all reached by play from `root`, which is on the same graph.
///
/// # Errors
/// [`Error::TooLarge`] for a component of more than 128 vertices that is neither a path nor a cycle, and those of
/// `limits`.
pub fn values(
    (board, rule): (&Board, Rule),
    root: &Packed,
    positions: &[Packed],
    limits: &Limits,
) -> Result<Vec<u32>> {
    let View::Graph { vertices, edges, .. } = board.view(root) else { return Err(no_graph()) };
    let piece = |v: usize| vertices[v].1;
    let live = |piece: Option<char>| matches!(piece, Some(LIVE | LOOPED));
    // no move takes one vertex as two: an edge from a vertex to itself is none, and `o` tells of loops
    let kept = edges.iter().copied().filter(|&(a, b)| a != b && live(piece(a)) && live(piece(b)));
    let looped = (0..vertices.len()).filter(|&v| piece(v) == Some(LOOPED)).map(|v| (v, v));
    let edges: Vec<(u32, u32)> = kept.chain(looped).map(|(a, b)| (a as u32, b as u32)).collect();
    let field = Field::new(vertices.len() as u32, &edges, rule)?;
    let mut known = field.values()?;
    let mut values = Vec::with_capacity(positions.len());
    for position in positions {
        let View::Graph { vertices, .. } = board.view(position) else { return Err(no_graph()) };
        let left: Vec<bool> = vertices.iter().map(|&(_, piece)| live(piece)).collect();
        values.push(known.value(&left, limits)?);
    }
    Ok(values)
}

fn no_graph() -> Error {
    Error::not_covered("Kayles", "the board is no graph")
}
