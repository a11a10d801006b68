//! Rules by which one cell changes at a time, and all that is asked is what its neighbours hold (Col, Snort, Node
//! Kayles).
//!
//! For each player the future of a position tells on which cells a move may ever be made (see `parts`). What a cell may
//! become matters to a neighbour only if one of the neighbour's moves looks for it: in Snort two cells that only Left
//! can take have nothing to do with each other. So cells are tied together where a move that may be made on one looks
//! for a piece that may come on the other.
//!
//! A part as a position keeps the fixed cells beside it, since they may forbid moves. A part as a code keeps for each
//! player the cells on which a move may ever be made; then stones that forbid are not needed, and it does not matter
//! where they stood. What is left of fixed cells is only what some move wants beside it.
//!
//! Every move of the position is a move of exactly one part, and the other way round. Let a move on the cell `a` look
//! for pieces at a neighbour `b`. If `b` is fixed, the part has it, or it forbids the move for ever and the part says
//! so, or it never holds such a piece. If `b` is of the same part, both see the same. Otherwise `b` is not tied to `a`,
//! so it never holds such a piece, or a fixed cell has settled the question.

use farstar_play::Player;

use super::bits::Bits;
use super::codes::Codes;
use super::stage::{Stage, State};
use super::table::{Rule, StepTable, Tables};
use super::topology::Topology;

/// Bit boards of the longest codes of boards of one or two words.
const MOST_FOR_CODES: usize = 4;

/// A step that changes one cell.
#[derive(Clone, Debug)]
struct LoneStep {
    player: usize,
    /// Numbers looked for beside the cell, and whether one of them must be there or none.
    clauses: Vec<(u16, bool)>,
    /// Numbers that are read and those written over them.
    changes: Vec<(u8, u8)>,
}

/// All moves of rules of this kind.
#[derive(Clone, Debug)]
pub(crate) struct Lone {
    steps: Vec<LoneStep>,
    /// Numbers that some move wants beside it, and those that some move looks for at all.
    wanted: u16,
    looked_for: u16,
    /// Whether codes keep for each player where moves may be made.
    pub(crate) by_player: bool,
}

/// What may become of a position.
struct Future<W, const K: usize> {
    may: [W; K],
    /// Cells that may change.
    loose: W,
    /// Cells on which a move may ever be made, by player.
    by: [W; 2],
}

fn step_of<W>(player: usize, step: &StepTable<W>) -> Option<LoneStep> {
    let mut changes = Vec::new();
    for leaf in &step.tree.leaves {
        let [class] = leaf.classes.as_slice() else { return None };
        for write in &leaf.writes {
            for from in (1..16u8).filter(|&code| class >> code & 1 != 0) {
                let change = (from, write.table[usize::from(from)]);
                if change.0 != change.1 && !changes.contains(&change) {
                    changes.push(change);
                }
            }
        }
    }
    let clause = |rule: &Rule<W>| match rule {
        Rule::Beside { codes, ground: false, wanted } => Some((*codes, *wanted)),
        _ => None,
    };
    let clauses = step.clauses.iter().map(clause).collect::<Option<_>>()?;
    Some(LoneStep { player, clauses, changes })
}

impl Lone {
    /// The moves, if all are of this kind.
    pub(super) fn of<W: Bits>(
        tables: &Tables<W>,
        topology: &Topology<W>,
        codes: &Codes,
    ) -> Option<Self> {
        // on the arcs of a digraph looking and being looked at differ
        if tables.stop.is_some()
            || matches!(topology, Topology::Graph(graph) if graph.out != graph.both)
        {
            return None;
        }
        let mut steps = Vec::new();
        for (player, moves) in tables.players.iter().enumerate() {
            for one in moves {
                let [step] = one.as_slice() else { return None };
                steps.push(step_of(player, step)?);
            }
        }
        let clauses = || steps.iter().flat_map(|step| &step.clauses);
        let wanted = clauses().filter(|clause| clause.1).fold(0, |all, clause| all | clause.0);
        let looked_for = clauses().fold(0, |all, clause| all | clause.0);
        let by_player = codes.live
            && W::CELLS <= 128
            && codes.pieces + 2 <= MOST_FOR_CODES
            && tables.players.iter().all(|moves| moves.len() <= 1);
        Some(Self { steps, wanted, looked_for, by_player })
    }
}

impl<W: Bits> Stage<W> {
    /// The cells on which each player may move.
    #[inline]
    fn lives(&self, lone: &Lone, state: &State<W>) -> [W; 2] {
        if !self.codes.live {
            return [self.board; 2];
        }
        let left = state.planes[self.codes.pieces];
        [left, if lone.by_player { state.planes[self.codes.pieces + 1] } else { left }]
    }

    /// The cells where a step finds beside it what it asks for, as far as `surely` and `maybe` tell which cells hold
    /// numbers.
    #[inline]
    fn open(
        &self,
        step: &LoneStep,
        live: W,
        surely: impl Fn(u16) -> W,
        maybe: impl Fn(u16) -> W,
    ) -> W {
        step.clauses.iter().fold(live, |open, &(codes, wanted)| {
            if wanted {
                open.and(self.topology.neighbours(maybe(codes)))
            } else {
                open.without(self.topology.neighbours(surely(codes)))
            }
        })
    }

    /// Calls `visit` with every state that a move of `player` reaches.
    #[inline]
    pub(super) fn lone_moves(
        &self,
        lone: &Lone,
        state: &State<W>,
        player: Player,
        visit: &mut (impl FnMut(&State<W>) + ?Sized),
    ) {
        let mut on = |cells: W, (from, to): (u8, u8)| {
            for cell in cells.cells() {
                let mut next = *state;
                for (bit, plane) in next.planes.iter_mut().enumerate().take(self.codes.pieces) {
                    if (from ^ to) >> bit & 1 != 0 {
                        *plane = plane.xor(W::cell(cell));
                    }
                }
                visit(&next);
            }
        };
        if self.codes.are_few() {
            self.each_lone_move::<4>(lone, state, player, &mut on);
        } else {
            self.each_lone_move::<16>(lone, state, player, &mut on);
        }
    }

    /// About how many moves a player has.
    pub(super) fn lone_places(&self, lone: &Lone, state: &State<W>, player: Player) -> u32 {
        let mut found = 0;
        self.each_lone_move::<16>(lone, state, player, &mut |cells, _| found += cells.count());
        found
    }

    /// Each number that a move of `player` reads with the one it writes, and all cells where it does so.
    #[inline]
    fn each_lone_move<const K: usize>(
        &self,
        lone: &Lone,
        state: &State<W>,
        player: Player,
        visit: &mut impl FnMut(W, (u8, u8)),
    ) {
        let masks = self.codes.masks::<W, K>(&state.planes);
        let live = self.lives(lone, state)[player as usize];
        for step in lone.steps.iter().filter(|step| step.player == player as usize) {
            let held = |codes| Codes::class(&masks, codes);
            let open = self.open(step, live, held, held);
            for &(from, to) in &step.changes {
                visit(masks[usize::from(from) % K].and(open), (from, to));
            }
        }
    }

    fn lone_future<const K: usize>(&self, lone: &Lone, state: &State<W>) -> Future<W, K> {
        let live = self.lives(lone, state);
        let may = self.codes.masks::<W, K>(&state.planes);
        let mut future = Future { may, loose: W::EMPTY, by: [W::EMPTY; 2] };
        let all = ((1u32 << self.codes.count) - 1) as u16;
        loop {
            let mut grown = false;
            for step in &lone.steps {
                let may = future.may;
                let maybe = |codes| Codes::class(&may, codes);
                let surely = |codes: u16| maybe(codes).without(maybe(all & !codes));
                let open = self.open(step, live[step.player], surely, maybe);
                for &(from, to) in &step.changes {
                    let cells = future.may[usize::from(from) % K].and(open);
                    future.by[step.player] = future.by[step.player].or(cells);
                    let held = &mut future.may[usize::from(to) % K];
                    grown |= !cells.without(*held).is_empty();
                    *held = held.or(cells);
                }
            }
            if !grown {
                break;
            }
        }
        future.loose = future.by[0].or(future.by[1]);
        future
    }

    /// Calls `visit` with each part of a state: as a code keeps it, or as a position.
    #[inline]
    pub(super) fn lone_parts(
        &self,
        lone: &Lone,
        state: &State<W>,
        for_code: bool,
        visit: &mut dyn FnMut(&State<W>),
    ) {
        if self.codes.are_few() {
            self.lone_parts_of::<4>(lone, state, for_code, visit);
        } else {
            self.lone_parts_of::<16>(lone, state, for_code, visit);
        }
    }

    #[inline]
    fn lone_parts_of<const K: usize>(
        &self,
        lone: &Lone,
        state: &State<W>,
        for_code: bool,
        visit: &mut dyn FnMut(&State<W>),
    ) {
        let by_player = for_code && lone.by_player;
        let future = self.lone_future::<K>(lone, state);
        let Future { may, loose, by } = &future;
        let ties = self.lone_ties(lone, state, &future, by_player);
        let seen = if by_player { lone.wanted } else { lone.looked_for };
        let seen = Codes::class(may, seen).without(*loose);
        let mut rest = *loose;
        while !rest.is_empty() {
            let mut own = rest.without(rest.rest());
            loop {
                let mut next = own;
                for &(a, b) in &ties[..] {
                    next = next.or(self.topology.neighbours(own.and(a)).and(b));
                    if a != b {
                        next = next.or(self.topology.neighbours(own.and(b)).and(a));
                    }
                }
                if next == own {
                    break;
                }
                own = next;
            }
            rest = rest.without(own);
            let kept =
                if seen.is_empty() { own } else { own.or(self.topology.neighbours(own).and(seen)) };
            let mut part = *state;
            for plane in part.planes.iter_mut().take(self.codes.pieces) {
                *plane = plane.and(kept);
            }
            if by_player {
                part.planes[self.codes.pieces] = own.and(by[0]);
                part.planes[self.codes.pieces + 1] = own.and(by[1]);
            } else if self.codes.live {
                part.planes[self.codes.pieces] = own.and(self.live(state));
            }
            visit(&part);
        }
    }

    /// Pairs of sets of cells: neighbours of which one lies in each are tied together.
    #[inline]
    fn lone_ties<const K: usize>(
        &self,
        lone: &Lone,
        state: &State<W>,
        future: &Future<W, K>,
        by_player: bool,
    ) -> Ties<W> {
        let Future { may, loose, by } = future;
        let live = self.lives(lone, state);
        let fixed = |codes: u16| Codes::class(may, codes).without(*loose);
        let mut ties = Ties::new();
        for step in &lone.steps {
            let able = if by_player {
                by[step.player]
            } else {
                // what a loose neighbour forbids for ever is forbidden only where the part has that neighbour
                let reads = step.changes.iter().fold(0, |all, change| all | 1u16 << change.0);
                let able = Codes::class(may, reads).and(*loose).and(live[step.player]);
                self.open(step, able, fixed, |codes| Codes::class(may, codes))
            };
            for &(codes, wanted) in &step.clauses {
                let to = Codes::class(may, codes).and(*loose);
                let mut from = able;
                if wanted && !to.is_empty() {
                    from = from.without(self.topology.neighbours(fixed(codes)));
                }
                ties.push(from, to);
            }
        }
        ties
    }
}

/// Ties kept in place; where there are more, the last holds all the others.
struct Ties<W> {
    pairs: [(W, W); 4],
    count: usize,
}

impl<W: Bits> Ties<W> {
    fn new() -> Self {
        Self { pairs: [(W::EMPTY, W::EMPTY); 4], count: 0 }
    }

    #[inline]
    fn push(&mut self, a: W, b: W) {
        if a.is_empty() || b.is_empty() || self.contains(&(a, b)) || self.contains(&(b, a)) {
            return;
        }
        match self.pairs.get_mut(self.count) {
            Some(pair) => {
                *pair = (a, b);
                self.count += 1;
            }
            None => {
                let last = &mut self.pairs[3];
                *last = (last.0.or(a), last.1.or(b));
            }
        }
    }
}

impl<W> std::ops::Deref for Ties<W> {
    type Target = [(W, W)];

    fn deref(&self) -> &[(W, W)] {
        &self.pairs[..self.count]
    }
}
