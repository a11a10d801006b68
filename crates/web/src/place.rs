//! A position on its board: how it is drawn, and which moves there are.

use crate::rules::{self, Source};
use farstar::rules::{Kind, View};
use farstar::{Limits, Player, Position};
use farstar_draw::{Change, Layout, Scene, change};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// A position on its board.
pub(crate) struct Place {
    pub(crate) position: Position,
    pub(crate) view: View,
    pub(crate) pieces: Vec<(char, Option<Player>)>,
}

impl Place {
    pub(crate) fn read(source: &Source, text: &str, limits: &Limits) -> Result<Self, Json> {
        Self::of(rules::position(source, text, limits)?)
    }

    /// A position that has been read, if it is small enough to be told.
    pub(crate) fn of(position: Position) -> Result<Self, Json> {
        let view = position.view();
        small_enough(&view)?;
        let rules = position.ruleset().rules();
        let pieces = rules.pieces().iter().map(|&sign| (sign, rules.owner(sign))).collect();
        Ok(Self { position, view, pieces })
    }

    fn kind(&self) -> Option<Kind> {
        self.position.ruleset().rules().kind()
    }

    pub(crate) fn scene<'p>(&'p self, places: &'p BTreeMap<String, (f64, f64)>) -> Scene<'p> {
        Scene { view: &self.view, kind: self.kind(), pieces: &self.pieces, places }
    }

    /// One sentence: what lies there.
    pub(crate) fn sentence(&self) -> String {
        let shown: String = self.position.to_string().chars().take(400).collect();
        format!("{}: {shown}", self.position.ruleset().name())
    }

    /// Every move of a player, by the position that it reaches; in an impartial game nobody's.
    pub(crate) fn moves(&self, player: Player, layout: &Layout) -> Vec<Known> {
        let empty = self.pieces.first().map(|&(sign, _)| sign);
        let player = (!self.position.ruleset().is_impartial()).then_some(player);
        // what is drawn is a board
        let moves = self.position.moves(player.unwrap_or(Player::Left)).unwrap_or_default();
        let known = |to: &Position| {
            let change = change(&self.view, &to.view(), layout, empty);
            let told = farstar::Move { position: to.to_string(), ..farstar::Move::default() };
            Known { player, change, told }
        };
        moves.iter().map(known).collect()
    }

    /// The moves of everybody: both players', or in an impartial game nobody's.
    pub(crate) fn all_moves(&self, layout: &Layout) -> Vec<Known> {
        let mut known = self.moves(Player::Left, layout);
        if !self.position.ruleset().is_impartial() {
            known.extend(self.moves(Player::Right, layout));
        }
        known
    }
}

/// Boards on the page have so many cells at most, heaps so many stones: every move is made and told.
const MOST_CELLS: usize = 400;
const MOST_STONES: u64 = 1000;

fn small_enough(view: &View) -> Result<(), Json> {
    let (size, most, what) = match view {
        View::Rows { cells, .. } => (cells.len() as u64, MOST_CELLS as u64, "cells"),
        View::Graph { vertices, edges, .. } => {
            (vertices.len().max(edges.len()) as u64, MOST_CELLS as u64, "vertices and edges")
        }
        View::Edges { edges, .. } => (edges.len() as u64, MOST_CELLS as u64, "edges"),
        View::Heaps(heaps) => {
            let numbers = heaps.iter().flatten().copied();
            (numbers.fold(0, u64::saturating_add), MOST_STONES, "stones")
        }
    };
    if size <= most {
        return Ok(());
    }
    let message = format!("a position of {size} {what}; on the page at most {most}");
    Err(json!({ "diagnostics": [{
        "kind": "position", "message": message, "start": 0, "end": 0, "line": 1, "column": 1, "fixes": [],
    }] }))
}

/// A move: where it is seen, and what is known of it.
#[derive(Clone)]
pub(crate) struct Known {
    /// `None` in impartial games.
    pub(crate) player: Option<Player>,
    pub(crate) change: Change,
    pub(crate) told: farstar::Move,
}
