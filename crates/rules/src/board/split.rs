//! Independent parts by whole masks: all places of a pattern at once.
//!
//! It finds what `parts` finds. On boards of rows without clauses the sets S grow by shifting masks of anchors, and classes are floods along
//! ties, each a distance with the set of cells from which it leads. For rules by which one cell changes at a time see `lone` and `placing`.

use std::cell::Cell;

use super::bits::Bits;
use super::growth::Future;
use super::holes::Holes;
use super::placing;
use super::stage::{Stage, State, walk};
use super::table::Tables;
use super::topology::Topology;

/// How the parts of a position are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Split {
    /// No rule has a clause, on a board of rows.
    Free {
        /// Whether every cell of every pattern is sure (see `growth`).
        sure: bool,
    },
    /// Every move of a row exchanges a hole and a stone beside it.
    Holes(Holes),
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

/// Most distances between tied cells that are kept in place.
const FEW_TIES: usize = 8;

impl Split {
    /// The quickest way for these rules.
    pub(crate) fn of<W: Bits>(tables: &Tables<W>, topology: &Topology<W>, lone: bool) -> Self {
        let moves = || tables.players.iter().flatten();
        if tables.stop.is_some() {
            return Self::Any;
        }
        if let Some(holes) = Holes::of(tables, topology) {
            return Self::Holes(holes);
        }
        let plane = matches!(topology, Topology::Plane(_));
        if plane && moves().flatten().all(|step| step.clauses.is_empty()) {
            let mut ends = tables.future.iter().flat_map(|future| &future.tree.leaves);
            return Self::Free { sure: ends.all(|end| end.growth.unsure.is_none()) };
        }
        if let Some(empty) = placing::empty(tables) {
            return Self::Placing { empty };
        }
        if lone { Self::Lone } else { Self::Any }
    }
}

impl<W: Bits> Stage<W> {
    /// Calls `visit` with each part of a state.
    #[inline]
    pub(crate) fn each_part(&self, state: &State<W>, visit: &mut impl FnMut(&State<W>)) {
        match self.split {
            _ if state.hands != 0 => visit(state),
            Split::Free { sure } if self.codes.are_few() => {
                self.free_parts::<4>(state, sure, visit);
            }
            Split::Free { sure } => self.free_parts::<16>(state, sure, visit),
            Split::Holes(holes) => self.hole_parts(state, holes, visit),
            Split::Lone => {
                if let Some(lone) = &self.lone {
                    self.lone_parts(lone, state, false, visit);
                }
            }
            Split::Placing { empty } => self.placing_parts(state, empty, visit),
            Split::Any => {
                let mut parts = Vec::new();
                self.parts(state, &mut parts);
                parts.iter().for_each(visit);
            }
        }
    }

    /// Calls `visit` with each part of a state as codes keep it.
    #[inline]
    pub(crate) fn each_coded_part(&self, state: &State<W>, visit: &mut impl FnMut(&State<W>)) {
        match &self.lone {
            _ if self.colours.is_some() => self.coloured_parts(state, visit),
            Some(lone) if state.hands == 0 => {
                self.lone_parts(lone, state, true, visit);
            }
            _ => self.each_part(state, visit),
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

    #[inline]
    fn free_parts<const K: usize>(
        &self,
        state: &State<W>,
        sure: bool,
        visit: &mut impl FnMut(&State<W>),
    ) {
        let Some(Future { tree, distances }) = &self.tables.future else { return };
        let mut few = [W::EMPTY; FEW_TIES];
        let mut many;
        let ties: &mut [W] = match few.get_mut(..distances.len()) {
            Some(few) => few,
            None => {
                many = vec![W::EMPTY; distances.len()];
                &mut many
            }
        };
        // cells, since the walk reads what it has just found
        let may = self.codes.masks::<W, K>(&state.planes).map(Cell::new);
        let mut loose = W::EMPTY;
        // what is tied to the first loose cell, as far as is known
        let mut own = W::EMPTY;
        loop {
            let mut grown = false;
            let class = |mut codes: u16| {
                // mostly one; nothing holds number 0
                let mut all = may[codes.trailing_zeros() as usize % K].get();
                codes &= codes.wrapping_sub(1);
                while codes != 0 {
                    all = all.or(may[codes.trailing_zeros() as usize % K].get());
                    codes &= codes - 1;
                }
                all
            };
            walk(tree, W::ALL, &class, &mut |end, anchors| {
                for spread in &end.growth.spreads {
                    let of = match spread.from {
                        Some(code) => {
                            anchors.and(may[usize::from(code) % K].get().turned(-spread.source))
                        }
                        None => anchors,
                    };
                    let cells = of.turned(spread.cell);
                    loose = loose.or(cells);
                    if spread.to != 0 {
                        let held = &may[usize::from(spread.to) % K];
                        grown |= !cells.without(held.get()).is_empty();
                        held.set(held.get().or(cells));
                    }
                }
                for &(distance, low) in &end.growth.ties {
                    if let Some(tie) = ties.get_mut(usize::from(distance)) {
                        *tie = tie.or(anchors.turned(low));
                    }
                }
                true
            });
            if !grown {
                break;
            }
            // what holds together now can never come apart again
            if sure {
                let from = if own.is_empty() { first_of(loose) } else { own };
                own = flood(from, distances, ties);
                if self.used_on_board(state).without(own).is_empty() {
                    visit(state);
                    return;
                }
            }
        }
        if loose.is_empty() {
            return;
        }
        // for each distance the cells that look so far ahead, and so far back
        let (mut few_ahead, mut few_back) = ([W::EMPTY; FEW_TIES], [W::EMPTY; FEW_TIES]);
        let (mut ahead, mut back);
        let mut sight = [&mut few_ahead[..], &mut few_back[..]];
        if !sure {
            if distances.len() > FEW_TIES {
                ahead = vec![W::EMPTY; distances.len()];
                back = vec![W::EMPTY; distances.len()];
                sight = [&mut ahead, &mut back];
            }
            let mut all = [W::EMPTY; 16];
            for (mask, held) in all.iter_mut().zip(&may) {
                *mask = held.get();
            }
            self.unsure_ties(&all, loose, ties, &mut sight);
        }
        let mut rest = loose;
        while !rest.is_empty() {
            let from = if own.is_empty() { first_of(rest) } else { own };
            own = flood(from, distances, ties);
            rest = rest.without(own);
            let mut kept = own;
            if !sure {
                for (i, &distance) in distances.iter().enumerate() {
                    kept = kept.or(own.and(sight[0][i]).turned(distance));
                    kept = kept.or(own.and(sight[1][i]).turned(-distance));
                }
            }
            own = W::EMPTY;
            let mut part = *state;
            for plane in part.planes.iter_mut().take(self.codes.pieces) {
                *plane = plane.and(kept);
            }
            visit(&part);
        }
    }

    /// Ties and lines of sight of patterns with cells that may be fixed.
    fn unsure_ties(&self, may: &[W; 16], loose: W, ties: &mut [W], sight: &mut [&mut [W]; 2]) {
        let Some(Future { tree, .. }) = &self.tables.future else { return };
        self.anchored(tree, may, None, &mut |leaf, anchors| {
            let Some((sure, pairs)) = &leaf.growth.unsure else { return true };
            let held = |i: usize| {
                if sure[i] { anchors } else { anchors.and(loose.turned(-leaf.offsets[i])) }
            };
            for &[i, j, at] in pairs {
                let (i, j, at) = (usize::from(i), usize::from(j), usize::from(at));
                let (here, there) = (held(i), held(j));
                let (a, b) = (leaf.offsets[i], leaf.offsets[j]);
                ties[at] = ties[at].or(here.and(there).turned(a.min(b)));
                for (from, to, of) in [(a, b, here.without(there)), (b, a, there.without(here))] {
                    let sight = &mut sight[usize::from(to < from)][at];
                    *sight = sight.or(of.turned(from));
                }
            }
            true
        });
    }
}

/// The lowest cell of a set, as a set.
#[inline]
fn first_of<W: Bits>(set: W) -> W {
    set.without(set.rest())
}

/// A run of tied cells on a line, prolonged both ways as far as ties go; a cell is tied to the next one.
#[inline]
fn run<W: Bits>(low: usize, high: usize, tie: W) -> W {
    let open = W::ALL.without(tie);
    let first = match low {
        0 => None,
        _ => open.and(W::ALL.down(W::CELLS - low)).highest().map(|before| before + 1),
    };
    let last = open.and(W::ALL.up(high)).lowest();
    let (first, last) = (first.unwrap_or(0), last.unwrap_or(W::CELLS - 1));
    W::ALL.up(first).and(W::ALL.down(W::CELLS - 1 - last))
}

/// All cells tied to some, which hold together themselves.
#[inline]
pub(super) fn flood<W: Bits>(from: W, distances: &[i32], ties: &[W]) -> W {
    if let (&[1], &[tie]) = (distances, ties)
        && let (Some(low), Some(high)) = (from.lowest(), from.highest())
    {
        return run(low, high, tie);
    }
    let along = |own: W, distance: i32, tie: W| {
        own.and(tie).turned(distance).or(own.turned(-distance).and(tie))
    };
    let mut own = from;
    // the usual case written out: cells tied to those beside, above and below
    if let (&[a, b], &[tie_a, tie_b]) = (distances, ties) {
        loop {
            let one = own.or(along(own, a, tie_a)).or(along(own, b, tie_b));
            let two = one.or(along(one, a, tie_a)).or(along(one, b, tie_b));
            if two == one {
                return one;
            }
            own = two;
        }
    }
    loop {
        let mut next = own;
        for (&distance, &tie) in distances.iter().zip(ties) {
            next = next.or(along(own, distance, tie));
        }
        if next == own {
            return own;
        }
        own = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::rulesets;
    use crate::game::Board;
    use farstar_testkit::SplitMix64;

    /// Parts by masks are the parts found instance by instance.
    #[test]
    fn parts_by_masks_are_parts_by_instances() {
        let mut random = SplitMix64::new(11);
        let mut apart = [0; 3];
        for rules in rulesets() {
            let pieces = rules.pieces().to_vec();
            if pieces.is_empty() {
                continue;
            }
            for (columns, rows, rounds) in [(3, 3, 20), (9, 1, 20), (5, 4, 30), (10, 3, 4)] {
                for _ in 0..rounds {
                    let some = 1 + random.below(pieces.len() as u64);
                    let mut piece = || pieces[random.below(some) as usize];
                    let row = |_| (0..columns).map(|_| piece()).collect::<String>();
                    let text = (0..rows).map(row).collect::<Vec<_>>().join("|");
                    let Ok((game, start)) = rules.position(&text) else { continue };
                    let Board::Cells(board) = game.compiled() else { continue };
                    let (kind, mut found, mut wanted) = board.parts_both_ways(&start);
                    found.sort_unstable();
                    wanted.sort_unstable();
                    if matches!(kind, Split::Free { .. } | Split::Any) {
                        assert_eq!(found, wanted, "{}: {text}", rules.name());
                    }
                    // the others find more parts, or leave out fixed cells that no clause looks for
                    assert!(found.len() >= wanted.len(), "{}: {text}", rules.name());
                    let of = match kind {
                        Split::Free { .. } => 0,
                        Split::Lone => 1,
                        Split::Placing { .. } | Split::Holes(_) | Split::Any => 2,
                    };
                    apart[of] += usize::from(found.len() > 1);
                }
            }
        }
        assert!(apart.iter().all(|&count| count > 20), "{apart:?} fell apart");
    }
}
