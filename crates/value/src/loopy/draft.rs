//! Graphs that are being made, vertex by vertex.

use super::graph::{Graph, MOST_EDGES, MOST_VERTICES, side};
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use farstar_play::Player;

/// A graph that is being made.
#[derive(Default)]
pub(crate) struct Draft {
    pub(crate) lists: Vec<[Vec<u32>; 2]>,
    edges: usize,
}

impl Draft {
    /// A new vertex without moves.
    pub(crate) fn vertex(&mut self, calc: &mut Calculator<'_>) -> Result<u32> {
        calc.tick()?;
        if self.lists.len() >= MOST_VERTICES {
            return Err(too_large());
        }
        self.lists.push([Vec::new(), Vec::new()]);
        Ok(self.lists.len() as u32 - 1)
    }

    /// A move of `player`.
    pub(crate) fn edge(&mut self, from: u32, player: Player, to: u32) -> Result<()> {
        self.edges += 1;
        if self.edges > MOST_EDGES {
            return Err(too_large());
        }
        self.lists[from as usize][side(player)].push(to);
        Ok(())
    }

    /// A copy of a whole graph; gives the vertex at which it begins.
    pub(crate) fn append(&mut self, calc: &mut Calculator<'_>, graph: &Graph) -> Result<u32> {
        let base = self.lists.len() as u32;
        for _ in graph.vertices() {
            self.vertex(calc)?;
        }
        for v in graph.vertices() {
            for player in [Player::Left, Player::Right] {
                for &w in graph.options(v, player) {
                    self.edge(base + v, player, base + w)?;
                }
            }
        }
        Ok(base)
    }
}

pub(crate) fn too_large() -> Error {
    Error::TooLarge {
        what: "the graph of this loopy game".into(),
        limit: format!("{MOST_VERTICES} positions and {MOST_EDGES} moves"),
    }
}
