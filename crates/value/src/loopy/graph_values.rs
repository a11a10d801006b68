//! Values of the vertices of one graph, found as they are asked for.
//!
//! First [`on` and `off`](super::cut) are cut off, for the whole graph; nothing behind a vertex so found is looked at.
//! Then one strongly connected component after another gets its handles: a vertex outside all cycles from those of its
//! options, a component without endless alternating play by [reduction](super::reduce), others by
//! [their sides](super::component_sides). The offside is the onside if the cuts of both are and no component with
//! endless alternating play is met.

use super::cut::{Cut, cuts};
use super::graph::Graph;
use super::loopy_value::Loopy;
use super::memory::{LOCAL, NONE};
use super::reduce::inside;
use super::table::{NEXT, OFF, ON, StopperTable};
use crate::calculator::Calculator;
use crate::error::Result;
use farstar_play::Player;
use rustc_hash::FxHashMap;

/// Values of the vertices of one graph, found as they are asked for and kept by handle.
///
/// # Examples
/// ```
/// use farstar_value::Arena;
/// use farstar_value::loopy::{Graph, GraphValues};
/// let arena = Arena::new();
/// let mut calc = arena.calculator();
/// // over = {0|pass}, and a vertex from which Left moves there and Right to 0.
/// let graph = Graph::new(&[
///     [vec![1], vec![2]],
///     [vec![2], vec![1]],
///     [vec![], vec![]],
/// ]).unwrap();
/// let mut values = GraphValues::new(&mut calc, graph)?;
/// let over = values.value(&mut calc, 1)?;
/// assert_eq!(calc.loopy_print(&over)?, "over");
/// let root = values.value(&mut calc, 0)?;
/// assert_eq!(calc.loopy_print(&root)?, "{over|0}");
/// # Ok::<(), farstar_value::Error>(())
/// ```
pub struct GraphValues {
    graph: Graph,
    cuts: [Cut; 2],
    /// By side: the handle of each vertex that is known.
    known: [Vec<u32>; 2],
    /// Whether both sides are the same so far; then there is one list of handles.
    agree: bool,
    /// The table that the handles are of.
    table: u64,
    /// Vertices whose sides are not stoppers.
    others: FxHashMap<u32, Loopy>,
}

impl GraphValues {
    /// Nothing is known yet but which vertices are `on` and `off`.
    ///
    /// # Errors
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit.
    ///
    /// # Cost
    /// Linear in the moves, and again for every round in which `off` in the onside or `on` in the offside shrinks.
    pub fn new(calc: &mut Calculator<'_>, graph: Graph) -> Result<Self> {
        let cuts = cuts(calc, &graph)?;
        Ok(Self {
            graph,
            cuts,
            known: Default::default(),
            agree: false,
            table: 0,
            others: FxHashMap::default(),
        })
    }

    /// How many vertices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.graph.is_empty()
    }

    /// The graph.
    #[must_use]
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Bytes it takes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        (4 * self.graph.moves() + 20 * self.graph.len()) as u64
    }

    /// The value of a vertex.
    ///
    /// # Errors
    /// [`Error::TooLarge`](crate::Error::TooLarge) if the sides of a large part are no stoppers;
    /// [`Error::Stopped`](crate::Error::Stopped) at a limit: what was found before is kept.
    pub fn value(&mut self, calc: &mut Calculator<'_>, vertex: u32) -> Result<Loopy> {
        if let Some(value) = self.others.get(&vertex) {
            return Ok(value.clone());
        }
        let found = calc.with_table(|calc, table| match self.handles(calc, table, vertex)? {
            Some(handles) => table.loopy_of(calc, handles).map(Some),
            None => Ok(None),
        })?;
        if let Some(value) = found {
            return Ok(value);
        }
        let part = self.graph.part(vertex);
        let value = calc.loopy_of_whole_graph(&part)?;
        self.others.insert(vertex, value.clone());
        Ok(value)
    }

    /// The handles of both sides of a vertex, if they are stoppers.
    fn handles(
        &mut self,
        calc: &mut Calculator<'_>,
        table: &mut StopperTable,
        vertex: u32,
    ) -> Result<Option<[u32; 2]>> {
        // Handles say nothing in another table.
        if self.table != table.id {
            self.table = table.id;
            self.agree = self.cuts[0] == self.cuts[1];
            self.known = [start(&self.cuts[0]), Vec::new()];
        }
        let at = vertex as usize;
        if self.known[0][at] == NONE {
            let known = &mut self.known[0];
            let mut sided = false;
            let solved = table.solve(calc, &self.graph, known, (vertex, Player::Left), &mut sided);
            // Also when it was stopped: what was found then is kept.
            self.agree &= !sided;
            if !solved? {
                return Ok(None);
            }
        }
        if self.agree {
            return Ok(Some([self.known[0][at]; 2]));
        }
        if self.known[1].is_empty() {
            self.known[1] = start(&self.cuts[1]);
        }
        if self.known[1][at] == NONE {
            let known = &mut self.known[1];
            if !table.solve(calc, &self.graph, known, (vertex, Player::Right), &mut false)? {
                return Ok(None);
            }
        }
        Ok(Some([self.known[0][at], self.known[1][at]]))
    }
}

/// What is known from a cut.
pub(super) fn start(cut: &Cut) -> Vec<u32> {
    let handle = |(&on, &off): (&bool, &bool)| match (on, off) {
        (true, _) => ON,
        (_, true) => OFF,
        _ => NONE,
    };
    cut.on.iter().zip(&cut.off).map(handle).collect()
}

impl StopperTable {
    /// A value from the handles of its sides.
    pub(super) fn loopy_of(
        &mut self,
        calc: &mut Calculator<'_>,
        handles: [u32; 2],
    ) -> Result<Loopy> {
        let onside = self.graph_of(calc, handles[0])?;
        let offside = self.graph_of(calc, handles[1])?;
        Ok(Loopy::of_shared(onside, offside))
    }

    /// Finds the handles of `root` and of all that is reached from it without going through what is known, on the side
    /// where `winner` wins endless play; whether all turned out to be stoppers. Notes if alternating play in some
    /// component may be endless.
    pub(super) fn solve(
        &mut self,
        calc: &mut Calculator<'_>,
        graph: &Graph,
        known: &mut [u32],
        (root, winner): (u32, Player),
        sided: &mut bool,
    ) -> Result<bool> {
        let (part, order) = unknown_part(calc, graph, known, root)?;
        self.check(calc, part.len() as u64)?;
        let mut local = vec![NONE; part.len()];
        for members in part.components() {
            calc.tick()?;
            let first = members[0];
            if known[order[first as usize] as usize] != NONE {
                continue;
            }
            for (at, &v) in (0..).zip(&members) {
                local[v as usize] = at;
            }
            let marked = |v: u32| {
                [part.left(v), part.right(v)].map(|list| {
                    let mark = |&w: &u32| match known[order[w as usize] as usize] {
                        NONE => LOCAL | local[w as usize],
                        handle => handle,
                    };
                    let mut list: Vec<u32> = list.iter().map(mark).collect();
                    list.sort_unstable();
                    list.dedup();
                    list
                })
            };
            let lists: Vec<[Vec<u32>; 2]> = members.iter().map(|&v| marked(v)).collect();
            let alone = lists.len() == 1 && lists[0].iter().flatten().all(|&w| w & LOCAL == 0);
            let found = if alone {
                let lists = lists.into_iter().next().unwrap_or_default();
                self.of_options(calc, lists)?.map(|handle| vec![handle])
            } else {
                self.of_any_component(calc, lists, winner, sided)?
            };
            let Some(found) = found else { return Ok(false) };
            for (&v, &handle) in members.iter().zip(&found) {
                known[order[v as usize] as usize] = handle;
            }
        }
        Ok(true)
    }

    /// The handles of a component with a cycle; notes if alternating play in it may be endless.
    fn of_any_component(
        &mut self,
        calc: &mut Calculator<'_>,
        lists: Vec<[Vec<u32>; 2]>,
        winner: Player,
        sided: &mut bool,
    ) -> Result<Option<Vec<u32>>> {
        let stopper = inside(&lists).is_stopper();
        *sided |= !stopper;
        // Where alternating play may be endless, the sides have different values.
        let mut raw = vec![if stopper { 2 } else { u32::from(winner == Player::Left) }];
        for [left, right] in &lists {
            raw.extend_from_slice(left);
            raw.push(NONE);
            raw.extend_from_slice(right);
            raw.push(NEXT);
        }
        let raw = raw.into_boxed_slice();
        if let Some(found) = self.of_raw_component.get(&raw) {
            return Ok(Some(found.clone()));
        }
        let found = if stopper {
            self.of_component(calc, lists)?
        } else {
            self.sides_of_component(calc, &lists, winner)?
        };
        if let Some(found) = &found {
            self.key_bytes += 4 * (raw.len() + found.len()) as u64;
            self.of_raw_component.insert(raw, found.clone());
        }
        Ok(found)
    }
}

/// The part of a graph that is reached from `root` without going through known vertices, which end it; and which
/// vertices its own are.
fn unknown_part(
    calc: &mut Calculator<'_>,
    graph: &Graph,
    known: &[u32],
    root: u32,
) -> Result<(Graph, Vec<u32>)> {
    let mut place = vec![NONE; graph.len()];
    place[root as usize] = 0;
    let mut order = vec![root];
    let (mut ends, mut targets) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < order.len() {
        let v = order[at];
        for list in [graph.left(v), graph.right(v)] {
            for &w in list.iter().filter(|_| known[v as usize] == NONE) {
                calc.tick()?;
                if place[w as usize] == NONE {
                    place[w as usize] = order.len() as u32;
                    order.push(w);
                }
                targets.push(place[w as usize]);
            }
            ends.push(targets.len() as u32);
        }
        at += 1;
    }
    Ok((Graph::of_vectors(ends, targets), order))
}

#[cfg(test)]
mod tests;
