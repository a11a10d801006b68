//! Independent parts of a position.
//!
//! For each cell let S be the set of pieces it might ever hold: the one it holds, and whatever a step may write on it
//! that reads pieces of S only. A cell whose S is one piece is fixed. Link two cells that are not fixed when one
//! possible step reads or writes both. Then the position is the disjunctive sum of its linked classes, each played with
//! all other cells frozen: by induction every position reached lies inside S, so every move ever made is a possible
//! instance, and its cells that are not fixed lie in one class. Nothing is assumed about cycles.
//!
//! A part keeps the fixed cells it may look at, and nothing else. Where clauses look at neighbours, the part also
//! remembers which
//! cells are its own: a move that would change another is none.

use farstar_play::grow;

use super::bits::Bits;
use super::codes::Codes;
use super::stage::{Stage, State};
use super::table::{Leaf, Rule, StepTable};

/// What a position may become.
struct Future<W> {
    /// For each number, the cells that may ever hold it.
    may: [W; 16],
    fixed: W,
}

/// Cells joined into classes.
struct Classes {
    parent: Vec<u16>,
    /// Fixed cells that a class looks at: a cell of the class, and the fixed one.
    sight: Vec<(u16, u16)>,
}

impl Classes {
    fn find(&mut self, mut a: usize) -> usize {
        while usize::from(self.parent[a]) != a {
            self.parent[a] = self.parent[usize::from(self.parent[a])];
            a = usize::from(self.parent[a]);
        }
        a
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b)] = a.min(b) as u16;
    }
}

impl<W: Bits> Stage<W> {
    pub(super) fn steps_of_all(&self) -> impl Iterator<Item = (usize, usize, &StepTable<W>)> {
        self.tables
            .players
            .iter()
            .flatten()
            .flat_map(|steps| steps.iter().enumerate().map(move |(i, step)| (i, steps.len(), step)))
    }

    /// Whether an instance of a step may ever be played, as far as S tells.
    fn possible(
        &self,
        step: &StepTable<W>,
        leaf: &Leaf<W>,
        cells: &[usize],
        may: &[W; 16],
        live: W,
    ) -> bool {
        let [written, altered] = Self::writes(leaf, cells, may);
        if !altered.without(live).is_empty() || !self.forbidding(step, leaf, cells, may).is_empty()
        {
            return false;
        }
        for rule in &step.clauses {
            let Rule::Beside { codes, ground, wanted } = rule else { continue };
            let grounded = |cells: W| *ground && !cells.and(self.topology.grounded()).is_empty();
            if *wanted {
                let near = self.topology.neighbours(written);
                if !grounded(written) && near.and(Codes::class(may, *codes)).is_empty() {
                    return false;
                }
            } else if grounded(altered) {
                return false;
            }
        }
        true
    }

    /// The cells that an instance writes, and those of them whose pieces it is sure to change.
    fn writes(leaf: &Leaf<W>, cells: &[usize], may: &[W; 16]) -> [W; 2] {
        let mut written = W::EMPTY;
        let mut altered = W::EMPTY;
        for write in &leaf.writes {
            let cell = W::cell(cells[write.cell]);
            let codes = leaf.classes[write.source];
            let held = (1..16).filter(|&c| codes >> c & 1 != 0 && may[c].has(cells[write.source]));
            let stays = write.source != write.cell
                || held.into_iter().any(|c| usize::from(write.table[c]) == c);
            written = written.or(cell);
            if !stays {
                altered = altered.or(cell);
            }
        }
        [written, altered]
    }

    /// The cells that are sure to hold, for ever, what forbids an instance.
    fn forbidding(&self, step: &StepTable<W>, leaf: &Leaf<W>, cells: &[usize], may: &[W; 16]) -> W {
        let mut all = W::EMPTY;
        for rule in &step.clauses {
            if let Rule::Beside { codes, wanted: false, .. } = rule {
                let [written, altered] = Self::writes(leaf, cells, may);
                let others = (0..16)
                    .filter(|&c| codes >> c & 1 == 0)
                    .fold(W::EMPTY, |all, c| all.or(may[c]));
                let surely = Codes::class(may, *codes).without(others);
                let near = self.topology.neighbours(altered).without(written);
                all = all.or(near.and(surely));
            }
        }
        all
    }

    /// What each cell may ever hold.
    fn future(&self, state: &State<W>) -> Future<W> {
        let live = self.live(state);
        let mut may = self.codes.all_masks(&state.planes);
        may[0] = self.board.without(may.iter().fold(W::EMPTY, |all, &m| all.or(m)));
        loop {
            let before = may;
            for (_, _, step) in self.steps_of_all() {
                let mut any = false;
                let now = may;
                self.instances(&step.tree, &now, &mut |leaf, cells| {
                    if !self.possible(step, leaf, cells, &now, live) {
                        return;
                    }
                    any = true;
                    let mut written = W::EMPTY;
                    for write in &leaf.writes {
                        let cell = W::cell(cells[write.cell]);
                        written = written.or(cell);
                        for code in (1..16).filter(|&c| leaf.classes[write.source] >> c & 1 != 0) {
                            if now[code].has(cells[write.source]) {
                                let to = usize::from(write.table[code]);
                                may[to] = may[to].or(cell.and(live));
                            }
                        }
                    }
                    for rule in &step.clauses {
                        let (map, reached) = match rule {
                            Rule::Around(map) => (map, self.topology.neighbours(written)),
                            Rule::Reachable(map) => {
                                (map, self.topology.reachable(written, self.board))
                            }
                            _ => continue,
                        };
                        for &(from, to) in map {
                            let to = usize::from(to);
                            may[to] = may[to].or(reached.and(may[usize::from(from)]).and(live));
                        }
                    }
                });
                if any {
                    for rule in &step.clauses {
                        if let Rule::Clear { blocks, to, .. } = rule {
                            let to = usize::from(*to);
                            may[to] = may[to].or(Codes::class(&may, *blocks).and(live));
                        }
                    }
                }
            }
            if may == before {
                break;
            }
        }
        let (mut once, mut twice) = (W::EMPTY, W::EMPTY);
        for &mask in &may {
            twice = twice.or(once.and(mask));
            once = once.or(mask);
        }
        Future { may, fixed: once.without(twice) }
    }

    /// Appends the parts of a state. A whole that cannot be taken apart is its own only part.
    pub(crate) fn parts(&self, state: &State<W>, out: &mut Vec<State<W>>) {
        if state.hands != 0 {
            out.push(*state);
            return;
        }
        let future = self.future(state);
        let loose = self.board.without(future.fixed);
        if loose.is_empty() {
            return;
        }
        if let Some(tree) = &self.tables.stop {
            let mut occurs = false;
            self.instances(tree, &future.may, &mut |_, _| occurs = true);
            if occurs {
                out.push(*state);
                return;
            }
        }
        let mut blocks_of_stones = W::EMPTY;
        for (_, _, step) in self.steps_of_all() {
            for rule in &step.clauses {
                if let Rule::Clear { blocks, off: near, ground, .. }
                | Rule::Touches { blocks, near, ground } = rule
                {
                    if !self.dead_blocks(state, *blocks, *near, *ground).is_empty() {
                        // blocks that already break the condition make every move look at all of them
                        out.push(*state);
                        return;
                    }
                    blocks_of_stones = blocks_of_stones.or(Codes::class(&future.may, *blocks));
                }
            }
        }
        if !self.tables.keeps_blocks && !blocks_of_stones.is_empty() {
            // one player's moves may break the condition anywhere, and then the other's are illegal everywhere
            out.push(*state);
            return;
        }
        let classes = self.classes(state, &future, loose, blocks_of_stones);
        self.cut(state, classes, loose, out);
    }

    fn classes(&self, state: &State<W>, future: &Future<W>, loose: W, stones: W) -> Classes {
        let cells = self.topology.cells();
        let mut classes = Classes { parent: (0..cells as u16).collect(), sight: Vec::new() };
        let linked = loose.or(stones);
        let live = self.live(state);
        let link = |classes: &mut Classes, cells: &[usize], ends: bool| {
            let held =
                |i: usize| linked.has(cells[i]) || (ends && (i == 0 || i + 1 == cells.len()));
            let Some(first) = (0..cells.len()).find(|&i| held(i)) else { return };
            for i in 0..cells.len() {
                if held(i) {
                    classes.join(cells[first], cells[i]);
                } else {
                    grow(&classes.sight, 4);
                    classes.sight.push((cells[first] as u16, cells[i] as u16));
                }
            }
        };
        let mut around = Vec::new();
        for (_, length, step) in self.steps_of_all() {
            let looks =
                step.clauses.iter().any(|r| matches!(r, Rule::Beside { .. } | Rule::Around(_)));
            self.instances(&step.tree, &future.may, &mut |leaf, cells| {
                if !self.possible(step, leaf, cells, &future.may, live) {
                    // what forbids it stays in sight, or it would be allowed again in a part
                    let forbidding = self.forbidding(step, leaf, cells, &future.may);
                    for &cell in cells.iter().filter(|&&cell| linked.has(cell)) {
                        let seen = forbidding.cells().map(|other| (cell as u16, other as u16));
                        classes.sight.extend(seen);
                    }
                    return;
                }
                link(&mut classes, cells, length > 1);
                if looks {
                    let written =
                        leaf.writes.iter().fold(W::EMPTY, |all, w| all.or(W::cell(cells[w.cell])));
                    for cell in written.cells().filter(|&c| linked.has(c)) {
                        around.clear();
                        around.push(cell);
                        around.extend(
                            self.topology.neighbours(W::cell(cell)).and(self.on_frame()).cells(),
                        );
                        link(&mut classes, &around, false);
                    }
                    // several cells written at once see each other's neighbours through the pattern they share
                }
            });
            for rule in &step.clauses {
                match rule {
                    Rule::NotMaking(tree) => {
                        self.instances(tree, &future.may, &mut |_, cells| {
                            if cells.iter().any(|&c| loose.has(c)) {
                                link(&mut classes, cells, false);
                            }
                        });
                    }
                    Rule::Clear { blocks, off: near, .. } | Rule::Touches { blocks, near, .. } => {
                        let stones = Codes::class(&future.may, *blocks);
                        let goals = Codes::class(&future.may, *near);
                        for cell in stones.cells() {
                            let beside = self.topology.touching(W::cell(cell));
                            for other in beside.and(stones).cells() {
                                classes.join(cell, other);
                            }
                            for other in beside.and(goals).cells() {
                                if linked.has(other) {
                                    classes.join(cell, other);
                                } else {
                                    classes.sight.push((cell as u16, other as u16));
                                }
                            }
                        }
                    }
                    Rule::Reachable(_) => {
                        for cell in self.board.cells() {
                            for other in
                                self.topology.touching(W::cell(cell)).and(self.board).cells()
                            {
                                classes.join(cell, other);
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        classes
    }

    /// Every cell of the frame, the ring around the board included.
    fn on_frame(&self) -> W {
        (0..self.topology.cells()).fold(W::EMPTY, |all, c| all.or(W::cell(c)))
    }

    fn cut(&self, state: &State<W>, mut classes: Classes, loose: W, out: &mut Vec<State<W>>) {
        let cells = self.topology.cells();
        // classes that can change, in the order of their first cells
        let mut members: Vec<(usize, W, W)> = Vec::new();
        let mut index = vec![usize::MAX; cells];
        for cell in loose.cells() {
            let root = classes.find(cell);
            if index[root] == usize::MAX {
                index[root] = members.len();
                members.push((root, W::EMPTY, W::EMPTY));
            }
        }
        for cell in 0..cells {
            let root = classes.find(cell);
            if let Some((_, own, _)) = members.get_mut(index[root]) {
                *own = own.or(W::cell(cell));
            }
        }
        for (of, seen) in std::mem::take(&mut classes.sight) {
            let root = classes.find(usize::from(of));
            if let Some((_, _, sight)) = members.get_mut(index[root]) {
                *sight = sight.or(W::cell(usize::from(seen)));
            }
        }
        let live = self.live(state);
        for (_, own, sight) in members {
            let mut part = *state;
            let kept = own.or(sight);
            for plane in part.planes.iter_mut().take(self.codes.pieces) {
                *plane = plane.and(kept);
            }
            if self.codes.live {
                // a fixed cell at the end of a step belongs to the part, but what keeps it fixed may lie outside
                part.planes[self.codes.pieces] = own.and(live).and(loose);
            }
            out.push(part);
        }
    }
}
