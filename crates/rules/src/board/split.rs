//! Independent parts by whole masks: all places of a pattern at once.
//!
//! It finds what `parts` finds, for two kinds of rules. On boards of rows without clauses the sets S grow by shifting masks of anchors, and
//! classes are floods along ties, each a distance with the set of cells from which it leads. Where every move changes one cell and looks
//! at its neighbours only, classes are connected sets of cells that may change.

use std::cell::Cell;

use super::bits::Bits;
use super::codes::Codes;
use super::growth::Future;
use super::placing;
use super::stage::{Stage, State, walk};
use super::table::{Rule, StepTable, Tables};
use super::topology::Topology;

/// How the parts of a position are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    /// No rule has a clause, on a board of rows.
    Free {
        /// Whether every cell of every pattern is sure (see `growth`).
        sure: bool,
    },
    /// Every move changes one cell, and clauses look at its neighbours only.
    Lone,
    /// Stones are placed on empty cells, and blocks must keep one.
    Placing {
        /// The number of the empty cell.
        empty: u8,
    },
    /// Anything else: instance by instance.
    Any,
}

/// Room for floods, used again for every position.
#[derive(Debug)]
pub(crate) struct Room<W> {
    /// For each distance of the tables, the cells from which it ties.
    ties: Vec<W>,
    /// For each distance, the cells that look so far ahead, and those that look back.
    ahead: Vec<W>,
    back: Vec<W>,
}

impl<W> Default for Room<W> {
    fn default() -> Self {
        Self { ties: Vec::new(), ahead: Vec::new(), back: Vec::new() }
    }
}

fn is_lone<W>(step: &StepTable<W>) -> bool {
    step.tree.leaves.iter().all(|leaf| leaf.classes.len() == 1)
        && step.clauses.iter().all(|rule| matches!(rule, Rule::Beside { ground: false, .. }))
}

impl Split {
    /// The quickest way for these rules.
    pub(crate) fn of<W: Bits>(tables: &Tables<W>, topology: &Topology<W>) -> Self {
        let moves = || tables.players.iter().flatten();
        if tables.stop.is_some() {
            return Self::Any;
        }
        let plane = matches!(topology, Topology::Plane(_));
        if plane && moves().flatten().all(|step| step.clauses.is_empty()) {
            let mut ends = tables.future.iter().flat_map(|future| &future.tree.leaves);
            return Self::Free { sure: ends.all(|end| end.growth.unsure.is_none()) };
        }
        if let Some(empty) = placing::empty(tables) {
            return Self::Placing { empty };
        }
        let lone = moves().all(|steps| matches!(steps.as_slice(), [step] if is_lone(step)));
        // on the arcs of a digraph looking and being looked at differ
        let both_ways = match topology {
            Topology::Plane(_) => true,
            Topology::Graph(graph) => graph.out == graph.both,
        };
        if lone && both_ways { Self::Lone } else { Self::Any }
    }
}

impl<W: Bits> Stage<W> {
    /// Calls `visit` with each part of a state.
    #[inline]
    pub(crate) fn each_part(
        &self,
        state: &State<W>,
        room: &mut Room<W>,
        visit: &mut impl FnMut(&State<W>),
    ) {
        match self.split {
            _ if state.hands != 0 => visit(state),
            Split::Free { sure } => self.free_parts(state, sure, room, visit),
            Split::Lone => self.lone_parts(state, visit),
            Split::Placing { empty } => self.placing_parts(state, empty, visit),
            Split::Any => {
                let mut parts = Vec::new();
                self.parts(state, &mut parts);
                parts.iter().for_each(visit);
            }
        }
    }

    /// The cells of the board that hold a piece some rule reads.
    fn used_on_board(&self, state: &State<W>) -> W {
        let used = self.used(state);
        match self.codes.edge {
            Some(edge) => used.without(self.codes.mask(&state.planes, edge)),
            None => used,
        }
    }

    fn free_parts(
        &self,
        state: &State<W>,
        sure: bool,
        room: &mut Room<W>,
        visit: &mut impl FnMut(&State<W>),
    ) {
        let Room { ties, ahead, back } = room;
        let Some(Future { tree, distances }) = &self.tables.future else { return };
        ties.clear();
        ties.resize(distances.len(), W::EMPTY);
        // cells, since the walk reads what it has just found
        let may = self.codes.masks(&state.planes).map(Cell::new);
        let mut loose = W::EMPTY;
        let mut first = true;
        loop {
            let mut grown = false;
            let class = |read: u16| {
                let mut codes = self.tables.classes[usize::from(read)];
                let mut all = W::EMPTY;
                while codes != 0 {
                    all = all.or(may[codes.trailing_zeros() as usize % 16].get());
                    codes &= codes - 1;
                }
                all
            };
            walk(tree, W::ALL, &class, &mut |end, anchors| {
                for spread in &end.growth.spreads {
                    let of = match spread.from {
                        Some(code) => {
                            anchors.and(may[usize::from(code) % 16].get().turned(-spread.source))
                        }
                        None => anchors,
                    };
                    let cells = of.turned(spread.cell);
                    loose = loose.or(cells);
                    let held = &may[usize::from(spread.to) % 16];
                    grown |= spread.to != 0 && !cells.without(held.get()).is_empty();
                    held.set(held.get().or(cells));
                }
                for &(distance, low) in &end.growth.ties {
                    let tie = &mut ties[usize::from(distance)];
                    *tie = tie.or(anchors.turned(low));
                }
                true
            });
            if !grown {
                break;
            }
            // what holds together now can never come apart again
            if first && sure {
                let used = self.used_on_board(state);
                if let Some(cell) = loose.lowest()
                    && used.without(flood(W::cell(cell), distances, ties)).is_empty()
                {
                    visit(state);
                    return;
                }
            }
            first = false;
        }
        if loose.is_empty() {
            return;
        }
        if !sure {
            for list in [&mut *ahead, &mut *back] {
                list.clear();
                list.resize(distances.len(), W::EMPTY);
            }
            let may = may.map(|mask| mask.get());
            self.unsure_ties(&may, loose, ties, ahead, back);
        }
        let mut rest = loose;
        while let Some(first) = rest.lowest() {
            let own = flood(W::cell(first), distances, ties);
            rest = rest.without(own);
            let mut kept = own;
            if !sure {
                for (i, &distance) in distances.iter().enumerate() {
                    kept = kept.or(own.and(ahead[i]).turned(distance));
                    kept = kept.or(own.and(back[i]).turned(-distance));
                }
            }
            let mut part = *state;
            for plane in part.planes.iter_mut().take(self.codes.pieces) {
                *plane = plane.and(kept);
            }
            visit(&part);
        }
    }

    /// Ties and lines of sight of patterns with cells that may be fixed.
    fn unsure_ties(
        &self,
        may: &[W; 16],
        loose: W,
        ties: &mut [W],
        ahead: &mut [W],
        back: &mut [W],
    ) {
        let Some(Future { tree, distances }) = &self.tables.future else { return };
        self.anchored(tree, may, None, &mut |leaf, anchors| {
            let Some(sure) = &leaf.growth.unsure else { return true };
            let held = |i: usize| {
                if sure[i] { anchors } else { anchors.and(loose.turned(-leaf.offsets[i])) }
            };
            for i in 0..sure.len() {
                let here = held(i);
                for j in 0..i {
                    let there = held(j);
                    let (a, b) = (leaf.offsets[i], leaf.offsets[j]);
                    let apart = (a - b).abs();
                    let Some(at) = distances.iter().position(|&d| d == apart) else { continue };
                    ties[at] = ties[at].or(here.and(there).turned(a.min(b)));
                    for (from, to, of) in [(a, b, here.without(there)), (b, a, there.without(here))]
                    {
                        let sight = if to > from { &mut ahead[at] } else { &mut back[at] };
                        *sight = sight.or(of.turned(from));
                    }
                }
            }
            true
        });
    }

    fn lone_parts(&self, state: &State<W>, visit: &mut impl FnMut(&State<W>)) {
        let live = self.live(state);
        let mut may = self.codes.masks(&state.planes);
        let mut loose = W::EMPTY;
        let mut looked_for = 0u16;
        loop {
            let mut grown = false;
            for (_, _, step) in self.steps_of_all() {
                let mut open = live;
                for rule in &step.clauses {
                    let Rule::Beside { codes, wanted, .. } = rule else { continue };
                    looked_for |= codes;
                    let class = Codes::class(&may, *codes);
                    if *wanted {
                        open = open.and(self.topology.neighbours(class));
                    } else {
                        let others = (0..usize::from(self.codes.count))
                            .filter(|&c| codes >> c & 1 == 0)
                            .fold(W::EMPTY, |all, c| all.or(may[c]));
                        open = open.without(self.topology.neighbours(class.without(others)));
                    }
                }
                for leaf in &step.tree.leaves {
                    let cells = Codes::class(&may, leaf.classes[0]).and(open);
                    for write in &leaf.writes {
                        for code in (1..self.codes.count).filter(|&c| leaf.classes[0] >> c & 1 != 0)
                        {
                            let to = write.table[usize::from(code)];
                            if to == code {
                                continue;
                            }
                            let cells = cells.and(may[usize::from(code)]);
                            loose = loose.or(cells);
                            let held = &mut may[usize::from(to)];
                            grown |= !cells.without(*held).is_empty();
                            *held = held.or(cells);
                        }
                    }
                }
            }
            if !grown {
                break;
            }
        }
        // fixed cells matter only where they hold what clauses look for
        let seen = Codes::class(&may, looked_for).without(loose);
        let mut rest = loose;
        while let Some(first) = rest.lowest() {
            let own = self.topology.flood(W::cell(first), loose);
            rest = rest.without(own);
            let kept = own.or(self.topology.neighbours(own).and(seen));
            let mut part = *state;
            for plane in part.planes.iter_mut().take(self.codes.pieces) {
                *plane = plane.and(kept);
            }
            if self.codes.live {
                part.planes[self.codes.pieces] = own.and(live);
            }
            visit(&part);
        }
    }
}

/// All cells tied to a cell.
#[inline]
fn flood<W: Bits>(from: W, distances: &[i32], ties: &[W]) -> W {
    let mut own = from;
    let mut front = from;
    while !front.is_empty() {
        let mut next = W::EMPTY;
        for (&distance, &tie) in distances.iter().zip(ties) {
            next = next.or(front.and(tie).turned(distance)).or(front.turned(-distance).and(tie));
        }
        front = next.without(own);
        own = own.or(front);
    }
    own
}
