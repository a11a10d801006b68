//! The picture of a position.

use super::picture::Picture;
use crate::exit::Failure;
use farstar::Position;
use farstar::rules::View;
use farstar_draw::{Scene, board, layout};
use std::collections::BTreeMap;

/// Cells, vertices, edges or heaps that are drawn.
const MOST_CELLS: usize = 10_000;
/// Characters of a position in the sentence about its picture.
const LONGEST_SHOWN: usize = 400;

/// A board with its size, if it is small enough to be drawn.
pub(super) fn of_position(position: &Position) -> Result<(Picture, (f64, f64)), Failure> {
    let view = position.view();
    let (size, what) = match &view {
        View::Rows { cells, .. } => (cells.len(), "cells"),
        View::Graph { vertices, edges, .. } => {
            (vertices.len().max(edges.len()), "vertices and edges")
        }
        View::Edges { edges, .. } => (edges.len(), "edges"),
        View::Heaps(heaps) => (heaps.len(), "heaps"),
    };
    if size > MOST_CELLS {
        let message = format!("a position of {size} {what}; at most {MOST_CELLS} are drawn");
        return Err(Failure::TooLarge(message));
    }
    let rules = position.ruleset().rules();
    let pieces: Vec<_> = rules.pieces().iter().map(|&sign| (sign, rules.owner(sign))).collect();
    let places = BTreeMap::new();
    let scene = Scene { view: &view, kind: rules.kind(), pieces: &pieces, places: &places };
    let shown: String = position.to_string().chars().take(LONGEST_SHOWN).collect();
    let sentence = format!("{}: {shown}", position.ruleset().name());
    let layout = layout(&scene);
    let svg = board(&scene, &layout, &[], &sentence);
    Ok((Picture { svg, sentence }, layout.size))
}
