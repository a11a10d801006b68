//! Independent parts by whole masks: all places of a pattern at once.
//!
//! It finds what `parts` finds, on boards of rows without clauses. The sets S grow by shifting masks of anchors, and
//! classes are floods along ties, each a distance with the set of cells from which it leads. For a quicker look see
//! `connected`.

use farstar_play::step;

use super::bits::Bits;
use super::codes::Codes;
use super::connected::Connected;
use super::growth::Future;
use super::stage::{Stage, State, step_on};
use super::table::Tables;
use super::topology::Topology;

/// Rules without clauses, on a board of rows.
#[derive(Debug)]
pub(crate) struct Shifts<W> {
    /// All steps as far as the future of a position goes.
    pub(super) future: Future<W>,
    /// Which cells may be tied together at a quick look; none where that takes too many ties.
    pub(super) connected: Option<Connected<W>>,
    /// Whether every cell of every pattern is sure (see `growth`).
    sure: bool,
}

/// Most distances between tied cells that are kept in place.
pub(super) const FEW_TIES: usize = 8;
/// Most looks whose anchors are kept in place.
pub(super) const FEW_LOOKS: usize = 32;

impl<W: Bits> Shifts<W> {
    /// The rules, if they are of this kind.
    pub(super) fn of(tables: &Tables<W>, codes: &Codes, topology: &Topology<W>) -> Option<Self> {
        let Topology::Plane(plane) = topology else { return None };
        if tables.players.iter().flatten().flatten().any(|step| !step.clauses.is_empty()) {
            return None;
        }
        let future = Future::new(&tables.players);
        let sure = future.ends.iter().all(|(_, end)| end.growth.unsure.is_none());
        Some(Self { future, connected: Connected::new(&tables.players, codes, plane), sure })
    }
}

impl<W: Bits> Stage<W> {
    /// Calls `visit` with each part of a state.
    #[inline]
    pub(super) fn shifted_parts(
        &self,
        shifts: &Shifts<W>,
        state: &State<W>,
        visit: &mut dyn FnMut(&State<W>),
    ) {
        match &shifts.connected {
            Some(connected) if connected.exact => {
                self.connected_parts(connected, &shifts.future, state, visit);
            }
            _ if self.codes.are_few() => self.free_parts::<4>(shifts, state, visit),
            _ => self.free_parts::<16>(shifts, state, visit),
        }
    }

    /// Calls `visit` with parts that a quick look tells apart, if there is one.
    #[inline]
    pub(super) fn coarse_parts(
        &self,
        shifts: &Shifts<W>,
        state: &State<W>,
        visit: &mut dyn FnMut(&State<W>),
    ) {
        match &shifts.connected {
            Some(connected) => self.connected_parts(connected, &shifts.future, state, visit),
            None => self.shifted_parts(shifts, state, visit),
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
        shifts: &Shifts<W>,
        state: &State<W>,
        visit: &mut dyn FnMut(&State<W>),
    ) {
        let Shifts { future, sure, .. } = shifts;
        let sure = *sure;
        let mut anchors = Room::<W, FEW_LOOKS>::new(future.looks.len() + 1, W::ALL);
        let anchors = anchors.list();
        let mut ties = Room::<W, FEW_TIES>::new(future.distances.len(), W::EMPTY);
        let ties = ties.list();
        let mut may = self.codes.masks::<W, K>(&state.planes);
        let used = self.used_on_board(state);
        let mut loose = W::EMPTY;
        // what is tied to the first loose cell, as far as is known
        let mut own = W::EMPTY;
        while future.grow(&mut may, &mut loose, anchors) {
            step_if_long::<W>();
            // what holds together now can never come apart again
            if sure && used.without(loose).is_empty() {
                future.tie(anchors, ties);
                own = flood(
                    if own.is_empty() { first_of(loose) } else { own },
                    &future.distances,
                    ties,
                );
                if used.without(own).is_empty() {
                    return visit(state);
                }
            }
        }
        if loose.is_empty() {
            return;
        }
        future.tie(anchors, ties);
        let distances = &future.distances;
        // for each distance the cells that look so far ahead, and so far back
        let far = if sure { 0 } else { distances.len() };
        let mut sight = [W::EMPTY; 2].map(|none| Room::<W, FEW_TIES>::new(far, none));
        let mut sight = sight.each_mut().map(Room::list);
        if !sure {
            future.unsure_ties(anchors, loose, ties, &mut sight);
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
            self.visit_kept(state, kept, visit);
        }
    }

    /// Calls `visit` with the pieces on some cells.
    #[inline]
    pub(super) fn visit_kept(&self, state: &State<W>, kept: W, visit: &mut dyn FnMut(&State<W>)) {
        step_if_long::<W>();
        let mut part = *state;
        for plane in part.planes.iter_mut().take(self.codes.pieces) {
            *plane = plane.and(kept);
        }
        visit(&part);
    }
}

impl<W: Bits> Future<W> {
    /// Plays every step that may be played once, and says whether more may come after it. Fills in the anchors of every
    /// look.
    #[inline]
    fn grow<const K: usize>(&self, may: &mut [W; K], loose: &mut W, anchors: &mut [W]) -> bool {
        let mut grown = W::EMPTY;
        let mut at = 0;
        for (looks, end) in &self.ends {
            let places = self.look(&mut at, *looks, may, anchors);
            if places.is_empty() {
                continue;
            }
            for spread in &end.growth.spreads {
                let of = match spread.from {
                    Some(code) => places.and(may[usize::from(code) % K].turned(-spread.source)),
                    None => places,
                };
                let cells = of.turned(spread.cell);
                *loose = loose.or(cells);
                // nothing reads number 0, so what its mask holds does not matter
                let held = &mut may[usize::from(spread.to) % K];
                if spread.to != 0 {
                    grown = grown.or(cells.without(*held));
                }
                *held = held.or(cells);
            }
        }
        !grown.is_empty()
    }

    /// Makes the looks up to one, and gives its anchors.
    #[inline(always)]
    pub(super) fn look<const K: usize>(
        &self,
        at: &mut usize,
        to: usize,
        may: &[W; K],
        anchors: &mut [W],
    ) -> W {
        for look in &self.looks[*at..to] {
            let mut class = may[usize::from(look.first) % K];
            let mut rest = look.rest;
            while rest != 0 {
                class = class.or(may[rest.trailing_zeros() as usize % K]);
                rest &= rest - 1;
            }
            let before = anchors[look.parent as usize];
            *at += 1;
            anchors[*at] = before.and(class.turned(look.back)).and(look.guard);
        }
        anchors[to]
    }

    /// The ties of all places of all patterns.
    #[inline]
    fn tie(&self, anchors: &[W], ties: &mut [W]) {
        for (looks, end) in &self.ends {
            let places = anchors[*looks];
            for &(distance, low) in &end.growth.ties {
                let tie = &mut ties[usize::from(distance)];
                *tie = tie.or(places.turned(low));
            }
        }
    }

    /// Ties and lines of sight of patterns with cells that may be fixed.
    fn unsure_ties(&self, anchors: &[W], loose: W, ties: &mut [W], sight: &mut [&mut [W]; 2]) {
        for (looks, end) in &self.ends {
            let Some((sure, pairs)) = &end.growth.unsure else { continue };
            let places = anchors[*looks];
            if places.is_empty() {
                continue;
            }
            step(pairs.len() as u32);
            let held = |i: usize| {
                if sure[i] { places } else { places.and(loose.turned(-end.offsets[i])) }
            };
            for &[i, j, at] in pairs {
                let (i, j, at) = (usize::from(i), usize::from(j), usize::from(at));
                let (here, there) = (held(i), held(j));
                let (a, b) = (end.offsets[i], end.offsets[j]);
                ties[at] = ties[at].or(here.and(there).turned(a.min(b)));
                for (from, to, of) in [(a, b, here.without(there)), (b, a, there.without(here))] {
                    let sight = &mut sight[usize::from(to < from)][at];
                    *sight = sight.or(of.turned(from));
                }
            }
        }
    }
}

/// Books a step where boards are long; on small ones the parts of a position take no time, and every operation counts.
#[inline(always)]
fn step_if_long<W: Bits>() {
    if W::CELLS > 128 {
        step_on::<W>();
    }
}

/// A list of sets, in place if they are at most `FEW`.
pub(super) struct Room<W, const FEW: usize> {
    count: usize,
    few: [W; FEW],
    many: Vec<W>,
}

impl<W: Bits, const FEW: usize> Room<W, FEW> {
    #[inline(always)]
    pub(super) fn new(count: usize, set: W) -> Self {
        let many = if count > FEW { vec![set; count] } else { Vec::new() };
        Self { count, few: [set; FEW], many }
    }

    #[inline(always)]
    pub(super) fn list(&mut self) -> &mut [W] {
        self.few.get_mut(..self.count).unwrap_or(&mut self.many)
    }
}

/// The lowest cell of a set, as a set.
#[inline]
pub(super) fn first_of<W: Bits>(set: W) -> W {
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
    use super::super::random::each_random;
    use crate::builtin::rulesets;

    /// Parts by masks are the parts found instance by instance.
    #[test]
    fn parts_by_masks_are_parts_by_instances() {
        let mut apart = [0; 5];
        let sizes = [(3, 3, 20), (9, 1, 20), (5, 4, 30), (10, 3, 4)];
        each_random(rulesets(), &sizes, &mut |name, board, start| {
            let (kind, mut found, mut wanted) = board.parts_both_ways(start);
            found.sort_unstable();
            wanted.sort_unstable();
            // a quick look may leave parts together, and has then only to be followed by another
            let (coarse, mut fine) = board.coarse_parts(start);
            fine.sort_unstable();
            if kind <= 1 {
                assert_eq!(fine, found, "{name}");
                apart[4] += usize::from(coarse.len() > 1);
            }
            if kind <= 1 || kind == 4 {
                assert_eq!(found, wanted, "{name}");
            }
            // the others find more parts, or leave out fixed cells that no clause looks for
            assert!(found.len() >= wanted.len(), "{name}");
            apart[kind.min(3)] += usize::from(found.len() > 1);
        });
        assert!(apart.iter().all(|&count| count > 20), "{apart:?} fell apart");
    }
}
