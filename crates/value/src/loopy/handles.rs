//! Handles of short games and of canonical graphs, and back.

use super::draft::Draft;
use super::graph::Graph;
use super::memory::LOCAL;
use super::normal::normal_form;
use super::table::StopperTable;
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use crate::game::Game;
use farstar_play::Player;
use rustc_hash::FxHashMap;
use std::sync::Arc;

impl StopperTable {
    /// Looks at the limits, with what the table holds; `made` positions are counted as nodes.
    pub(super) fn check(&self, calc: &Calculator<'_>, made: u64) -> Result<()> {
        if self.moves() as u64 > u64::from(u32::MAX / 2) || self.len() >= LOCAL - 1 {
            return Err(Error::TooLarge {
                what: "the values of this loopy game".into(),
                limit: format!("{} options of all followers", u32::MAX / 2),
            });
        }
        Ok(calc.limits().check_with(made, calc.arena().bytes() + self.bytes())?)
    }

    /// The handle of a short game; its followers get handles as well.
    pub(super) fn of_short(&mut self, calc: &mut Calculator<'_>, game: Game) -> Result<u32> {
        let mut waiting = vec![game];
        while let Some(&top) = waiting.last() {
            calc.tick()?;
            if self.of_game.contains_key(&top) {
                waiting.pop();
                continue;
            }
            let mut lists = [Vec::new(), Vec::new()];
            let before = waiting.len();
            for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
                for option in calc.options(top, player)? {
                    match self.of_game.get(&option) {
                        Some(&handle) => list.push(handle),
                        None => waiting.push(option),
                    }
                }
                list.sort_unstable();
            }
            if waiting.len() == before {
                waiting.pop();
                self.check(calc, 0)?;
                self.make([&lists[0], &lists[1]], Some(top), false);
            }
        }
        Ok(self.of_game[&game])
    }

    /// The short game with these options, if all are short.
    pub(super) fn short(
        &self,
        calc: &mut Calculator<'_>,
        lists: [&[u32]; 2],
    ) -> Result<Option<Game>> {
        let games = |list: &[u32]| -> Option<Vec<Game>> {
            list.iter().map(|&w| if w & LOCAL == 0 { self.game(w) } else { None }).collect()
        };
        match (games(lists[0]), games(lists[1])) {
            (Some(left), Some(right)) => Ok(Some(calc.from_options(&left, &right)?)),
            _ => Ok(None),
        }
    }

    /// The canonical graph of a handle.
    pub(super) fn graph_of(
        &mut self,
        calc: &mut Calculator<'_>,
        handle: u32,
    ) -> Result<Arc<Graph>> {
        if let Some(graph) = self.graphs.get(&handle) {
            return Ok(Arc::clone(graph));
        }
        let mut places: FxHashMap<u32, u32> = FxHashMap::default();
        places.insert(handle, 0);
        let mut found = vec![handle];
        let mut draft = Draft::default();
        let mut at = 0;
        while at < found.len() {
            let from = draft.vertex(calc)?;
            for (side, player) in [Player::Left, Player::Right].into_iter().enumerate() {
                for &y in self.options(found[at], side) {
                    let next = found.len() as u32;
                    let place = *places.entry(y).or_insert(next);
                    if place == next {
                        found.push(y);
                    }
                    draft.edge(from, player, place)?;
                }
            }
            at += 1;
        }
        let graph = Arc::new(normal_form(calc, &Graph::from_lists(&draft.lists))?);
        self.remember_graph(&graph, handle);
        Ok(graph)
    }

    fn remember_graph(&mut self, graph: &Arc<Graph>, handle: u32) {
        self.key_bytes += 4 * (graph.moves() + 2 * graph.len()) as u64;
        self.of_graph.insert(Arc::clone(graph), handle);
        self.graphs.insert(handle, Arc::clone(graph));
    }

    /// The handle of a stopper by its canonical graph.
    pub(super) fn of_graph(
        &mut self,
        calc: &mut Calculator<'_>,
        graph: &Arc<Graph>,
    ) -> Result<Option<u32>> {
        if let Some(&handle) = self.of_graph.get(graph) {
            return Ok(Some(handle));
        }
        let Some(handles) = self.of_canonical(calc, graph)? else { return Ok(None) };
        self.remember_graph(graph, handles[0]);
        Ok(Some(handles[0]))
    }
}

impl Calculator<'_> {
    /// Works with the arena's table of stoppers, or with a new one if another thread is at it.
    pub(super) fn with_table<T>(
        &mut self,
        ask: impl FnOnce(&mut Self, &mut StopperTable) -> Result<T>,
    ) -> Result<T> {
        let known = self.arena().take_stoppers();
        let mut table = known.unwrap_or_default();
        let told = ask(self, &mut table);
        let half = self.limits().bytes.map_or(u64::MAX, |most| most / 2);
        self.arena().keep_stoppers(table, half);
        told
    }
}
