//! A ruleset on one board: moves of a position.

use farstar_play::{Player, grow};

use super::bits::Bits;
use super::codes::{Codes, MOST_PLANES, Planes};
use super::flips::Flips;
use super::packed::{FEW, Packed};
use super::play::Play;
use super::table::{Leaf, Rule, StepTable, Tables, Tree};
use super::topology::Topology;

/// A position with its planes taken apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State<W> {
    pub(crate) planes: Planes<W>,
    /// Stones in hand: Left's in the low half, Right's in the high half.
    pub(crate) hands: u64,
}

/// A ruleset compiled for one board.
#[derive(Debug)]
pub(crate) struct Stage<W> {
    pub(crate) codes: Codes,
    pub(crate) topology: Topology<W>,
    pub(crate) tables: Tables<W>,
    /// The cells of the board, the ring around it left out.
    pub(crate) board: W,
    pub(crate) hands: bool,
    /// The technique by which it is played.
    pub(crate) play: Play<W>,
    /// The moves of each player, where they only flip bits.
    pub(crate) flips: [Option<Flips>; 2],
    /// Words of one bit board in a packed position.
    pub(crate) words: usize,
}

/// Books a few operations on whole boards.
#[inline]
pub(super) fn step_on<W: Bits>() {
    farstar_play::step(const { W::CELLS as u32 / 64 });
}

/// Trees less deep than this keep their anchors in place during a walk.
const SHALLOW: usize = 8;

/// Walks all nodes of a tree, as long as `visit` says so. `class` gives the cells that hold one of a set of numbers.
#[inline]
pub(super) fn walk<W: Bits, L>(
    tree: &Tree<W, L>,
    anchors: W,
    class: &impl Fn(u16) -> W,
    visit: &mut impl FnMut(&L, W) -> bool,
) {
    if tree.depth < SHALLOW {
        walk_with(tree, &mut [anchors; SHALLOW], class, visit);
    } else {
        walk_deep(tree, anchors, class, visit);
    }
}

#[inline(never)]
fn walk_deep<W: Bits, L>(
    tree: &Tree<W, L>,
    anchors: W,
    class: &impl Fn(u16) -> W,
    visit: &mut impl FnMut(&L, W) -> bool,
) {
    walk_with(tree, &mut vec![anchors; tree.depth + 1], class, visit);
}

/// `held` are the anchors left by the nodes above, for each depth.
#[inline(always)]
fn walk_with<W: Bits, L>(
    tree: &Tree<W, L>,
    held: &mut [W],
    class: &impl Fn(u16) -> W,
    visit: &mut impl FnMut(&L, W) -> bool,
) {
    let mut at = 0;
    while let Some(read) = tree.reads.get(at) {
        let depth = usize::from(read.depth);
        let before = held.get(depth).copied().unwrap_or(W::EMPTY);
        let left = before.and(class(read.codes).turned(read.back)).and(read.guard);
        if left.is_empty() {
            at = read.skip as usize;
            continue;
        }
        if let Some(leaf) = read.leaf
            && !visit(&tree.leaves[leaf as usize], left)
        {
            return;
        }
        if let Some(below) = held.get_mut(depth + 1) {
            *below = left;
        }
        at += 1;
    }
}

/// Appends the positions of `N` words that moves reach.
#[inline]
fn flipped<const N: usize>(flips: &Flips, words: &[u64; FEW], out: &mut Vec<Packed>) {
    let mut from = [0; N];
    from.iter_mut().zip(words).for_each(|(slot, &word)| *slot = word);
    flips.each(&from, &mut |landings| {
        out.extend(landings.map(|next| Packed::from_words(N, |i| next[i])));
    });
}

impl<W: Bits> Stage<W> {
    pub(crate) fn state(&self, position: &Packed) -> State<W> {
        let words = position.words();
        let mut planes = [W::EMPTY; MOST_PLANES];
        for (plane, words) in
            planes.iter_mut().zip(words.chunks(self.words)).take(self.codes.planes())
        {
            *plane = W::from_words(words);
        }
        if self.play.codes_by_player() {
            planes[self.codes.pieces + 1] = planes[self.codes.pieces];
        }
        let hands = if self.hands { words.last().copied().unwrap_or(0) } else { 0 };
        State { planes, hands }
    }

    #[inline]
    pub(crate) fn pack(&self, state: &State<W>) -> Packed {
        let in_planes = self.codes.planes() * self.words;
        let words = self.words;
        Packed::from_words(in_planes + usize::from(self.hands), |i| {
            if i == in_planes {
                state.hands
            } else if words == 1 {
                state.planes[i].word(0)
            } else {
                state.planes[i / words].word(i % words)
            }
        })
    }

    /// Bytes of a packed position with the words it owns.
    pub(crate) fn bytes_of_position(&self) -> usize {
        let words = self.codes.planes() * self.words + usize::from(self.hands);
        size_of::<Packed>() + if words > FEW { 8 * words } else { 0 }
    }

    /// Bit boards of a code.
    pub(crate) fn planes_of_codes(&self) -> usize {
        self.codes.planes() + usize::from(self.play.codes_by_player())
    }

    /// The cells that may change.
    pub(crate) fn live(&self, state: &State<W>) -> W {
        if self.codes.live { state.planes[self.codes.pieces] } else { self.board }
    }

    /// Appends the positions that `player` can move to.
    pub(crate) fn options(&self, position: &Packed, player: Player, out: &mut Vec<Packed>) {
        if let (Some(flips), Some((length, words))) = (&self.flips[player as usize], position.few())
        {
            return match length {
                1 => flipped::<1>(flips, &words, out),
                2 => flipped::<2>(flips, &words, out),
                _ => flipped::<FEW>(flips, &words, out),
            };
        }
        let bytes = self.bytes_of_position();
        self.each_move(&self.state(position), player, &mut |next| {
            grow(out, bytes);
            out.push(self.pack(next));
        });
    }

    /// Whether the position holds a pattern at which play stops.
    pub(crate) fn stopped(&self, state: &State<W>) -> bool {
        let Some(tree) = &self.tables.stop else { return false };
        let masks = self.codes.all_masks(&state.planes);
        let mut found = false;
        self.matches(tree, &masks, None, |_, _, _| {
            found = true;
            false
        });
        found
    }

    /// Calls `visit` with every state that a move of `player` reaches, by the walk of patterns; quick where a move
    /// flips bits and asks nothing.
    #[inline]
    pub(super) fn pattern_moves(
        &self,
        state: &State<W>,
        player: Player,
        visit: &mut impl FnMut(&State<W>),
    ) {
        for steps in &self.tables.players[player as usize] {
            match steps.as_slice() {
                [step] if step.simple => {
                    let masks = self.codes.all_masks(&state.planes);
                    self.anchored(&step.tree, &masks, None, &mut |leaf, anchors| {
                        let Some(flips) = &leaf.flip else { return true };
                        for anchor in anchors.cells() {
                            let low = (anchor as i32 + leaf.low) as usize;
                            let mut next = *state;
                            for &(plane, bits) in flips {
                                let plane = &mut next.planes[plane % MOST_PLANES];
                                *plane = plane.xor(bits.up(low));
                            }
                            visit(&next);
                        }
                        true
                    });
                }
                _ => self.steps(steps, state, state, None, player, visit),
            }
        }
    }

    /// Whether every move is one pattern on a plane whose cells all become pieces that no move reads, so that patterns
    /// are never made.
    pub(crate) fn only_places(&self) -> bool {
        let steps = || self.tables.players.iter().flatten();
        let simple = steps().all(|s| matches!(s.as_slice(), [step] if step.simple));
        let plane = matches!(self.topology, Topology::Plane(_)) && !self.play.codes_by_colour();
        if !simple || !plane || self.tables.stop.is_some() {
            return false;
        }
        let leaves = || steps().flatten().flat_map(|step| &step.tree.leaves);
        let read = leaves().flat_map(|leaf| &leaf.classes).fold(0, |all, class| all | class);
        // on a board too short for a move nothing is known of the rules
        leaves().next().is_some()
            && leaves().all(|leaf| {
                (0..leaf.classes.len()).all(|at| {
                    let Some(write) = leaf.writes.iter().find(|write| write.cell == at) else {
                        return false;
                    };
                    let from = leaf.classes.get(write.source).copied().unwrap_or(u16::MAX);
                    (0..16).filter(|n| from >> n & 1 != 0).all(|n| read >> write.table[n] & 1 == 0)
                })
            })
    }

    /// How many moves more than the opponent `player` can make at most, where [`Stage::only_places`]: the most moves of
    /// one, without the moves of the other that nobody can take away.
    pub(crate) fn most_places(&self, state: &State<W>, player: Player) -> i32 {
        let masks = self.codes.all_masks(&state.planes);
        let (most, reached) = self.packed(&masks, player, W::EMPTY);
        let (safe, _) = self.packed(&masks, player.opponent(), reached);
        most.1 - safe.0
    }

    /// Patterns of `player` that do not meet each other or some cells: how many there are at least, as they are found,
    /// and at most; and the cells of them all. Where there is one pattern of two cells they are taken from one end of
    /// each line, which is the most; else the cells of all patterns are shared out.
    fn packed(&self, masks: &[W; 16], player: Player, shut: W) -> ((i32, i32), W) {
        let (mut covered, mut taken) = (W::EMPTY, shut);
        let (mut greedy, mut leaves, mut least, mut longest) = (0, 0, usize::MAX, 0);
        for step in self.tables.players[player as usize].iter().flatten() {
            self.anchored(&step.tree, masks, None, &mut |leaf, anchors| {
                leaves += 1;
                least = least.min(leaf.offsets.len());
                longest = longest.max(leaf.offsets.len());
                for anchor in anchors.cells() {
                    let cells = leaf.offsets.iter().fold(W::EMPTY, |cells, offset| {
                        cells.or(W::cell((anchor as i32 + offset) as usize))
                    });
                    if cells.and(taken).is_empty() {
                        greedy += 1;
                        taken = taken.or(cells);
                    }
                    covered = covered.or(cells);
                }
                true
            });
        }
        let most = if leaves == 1 && longest == 2 {
            greedy
        } else {
            (covered.count() / least.clamp(1, 64) as u32) as i32
        };
        ((greedy, most), covered)
    }

    /// The cells that hold a piece some rule reads.
    pub(crate) fn used(&self, state: &State<W>) -> W {
        state.planes.iter().take(self.codes.pieces).fold(W::EMPTY, |all, &p| all.or(p))
    }

    /// Whether both players match the same patterns and nothing else is asked: then who can move does not depend on the
    /// player.
    pub(crate) fn is_all_small(&self) -> bool {
        let patterns = |player: &[Vec<StepTable<W>>]| {
            let mut all = Vec::new();
            for leaf in player.iter().flatten().flat_map(|step| &step.tree.leaves) {
                let mut cells: Vec<(i32, u16)> =
                    leaf.offsets.iter().copied().zip(leaf.classes.iter().copied()).collect();
                cells.sort_unstable();
                let least = cells.first().map_or(0, |c| c.0);
                cells.iter_mut().for_each(|c| c.0 -= least);
                all.push(cells);
            }
            all.sort_unstable();
            all.dedup();
            all
        };
        let [left, right] = &self.tables.players;
        let whole = |moves: &[Vec<StepTable<W>>]| {
            moves.iter().all(|steps| matches!(steps.as_slice(), [step] if step.simple))
        };
        // patterns of two cells on three columns have different offsets in different directions; others are told apart
        // by guards only
        let short = |moves: &[Vec<StepTable<W>>]| {
            moves.iter().flatten().flat_map(|s| &s.tree.leaves).all(|l| l.offsets.len() <= 2)
        };
        let told_apart = match &self.topology {
            Topology::Plane(plane) => {
                plane.rows == 1 || plane.columns > 2 && short(left) && short(right)
            }
            Topology::Graph(_) => false,
        };
        told_apart && whole(left) && whole(right) && patterns(left) == patterns(right)
    }

    /// How many matches of first steps of moves there are.
    pub(super) fn patterns(&self, state: &State<W>, player: Player) -> u32 {
        let masks = self.codes.all_masks(&state.planes);
        let mut found = 0;
        for steps in &self.tables.players[player as usize] {
            let [first, ..] = steps.as_slice() else { continue };
            if first.clauses.is_empty() && matches!(self.topology, Topology::Plane(_)) {
                self.anchored(&first.tree, &masks, None, &mut |_, anchors| {
                    found += anchors.count();
                    true
                });
            } else {
                self.steps(std::slice::from_ref(first), state, state, None, player, &mut |_| {
                    found += 1;
                });
            }
        }
        found
    }

    /// Plays the steps from `state` on; the depth is the number of steps, which is at most eight.
    fn steps(
        &self,
        steps: &[StepTable<W>],
        first: &State<W>,
        state: &State<W>,
        start: Option<usize>,
        player: Player,
        visit: &mut dyn FnMut(&State<W>),
    ) {
        let Some((step, rest)) = steps.split_first() else {
            if !self.changed(first, state).is_empty() || first.hands != state.hands {
                visit(state);
            }
            return;
        };
        step_on::<W>();
        let masks = self.codes.all_masks(&state.planes);
        let live = self.live(state);
        self.matches(&step.tree, &masks, start, |leaf, anchors, path| {
            match anchors {
                Some(anchors) => {
                    let open = self.beside_nothing(step, leaf, &masks, anchors);
                    for anchor in open.unwrap_or(anchors).cells() {
                        let mut next = *state;
                        match &leaf.flip {
                            Some(flips) => {
                                let low = (anchor as i32 + leaf.low) as usize;
                                for &(plane, bits) in flips {
                                    next.planes[plane] = next.planes[plane].xor(bits.up(low));
                                }
                            }
                            None => self.write(leaf, state, &mut next, |i| {
                                (anchor as i32 + leaf.offsets[i]) as usize
                            }),
                        }
                        let last =
                            leaf.offsets.last().map_or(anchor, |o| (anchor as i32 + o) as usize);
                        self.finish(
                            step,
                            rest,
                            first,
                            state,
                            &mut next,
                            live,
                            last,
                            player,
                            open.is_some(),
                            visit,
                        );
                    }
                }
                None => {
                    let mut next = *state;
                    self.write(leaf, state, &mut next, |i| path[i]);
                    let last = path[path.len() - 1];
                    self.finish(
                        step, rest, first, state, &mut next, live, last, player, false, visit,
                    );
                }
            }
            true
        });
    }

    /// Where a step that changes one cell is beside nothing forbidden: all anchors at once. `None` if the step asks for
    /// more.
    fn beside_nothing(
        &self,
        step: &StepTable<W>,
        leaf: &Leaf<W>,
        masks: &[W; 16],
        anchors: W,
    ) -> Option<W> {
        let [write] = leaf.writes.as_slice() else { return None };
        leaf.flip.as_ref().filter(|flips| !flips.is_empty())?;
        step.clauses.iter().try_fold(anchors, |open, rule| match rule {
            Rule::Beside { codes, ground: false, wanted: false } => {
                let forbidden = self.topology.neighbours(Codes::class(masks, *codes));
                Some(open.without(forbidden.moved(-leaf.offsets[write.cell])))
            }
            _ => None,
        })
    }

    fn write(
        &self,
        leaf: &Leaf<W>,
        state: &State<W>,
        next: &mut State<W>,
        cell: impl Fn(usize) -> usize,
    ) {
        for write in &leaf.writes {
            let code = self.codes.code_at(&state.planes, cell(write.source));
            self.codes.put(
                &mut next.planes,
                W::cell(cell(write.cell)),
                write.table[usize::from(code)],
            );
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the state of one step on its way to the next")]
    #[inline]
    fn finish(
        &self,
        step: &StepTable<W>,
        rest: &[StepTable<W>],
        first: &State<W>,
        before: &State<W>,
        next: &mut State<W>,
        live: W,
        last: usize,
        player: Player,
        settled: bool,
        visit: &mut dyn FnMut(&State<W>),
    ) {
        if step.clauses.is_empty() && rest.is_empty() && !self.codes.live {
            // a move changes something; several steps may lead back
            if !self.changed(first, next).is_empty() || first.hands != next.hands {
                visit(next);
            }
            return;
        }
        if !step.clauses.is_empty() {
            step_on::<W>();
        }
        let changed = self.changed(before, next);
        if !settled
            && !step.clauses.iter().all(|rule| self.obeys(rule, before, next, changed, player))
        {
            return;
        }
        if self.codes.live && !self.changed(before, next).without(live).is_empty() {
            return;
        }
        let off = |edge: u8| self.codes.code_at(&next.planes, last) == edge;
        if rest.is_empty() || !self.codes.edge.is_some_and(off) {
            self.steps(rest, first, next, Some(last), player, visit);
        }
    }

    #[inline]
    fn changed(&self, a: &State<W>, b: &State<W>) -> W {
        (0..self.codes.pieces).fold(W::EMPTY, |all, i| all.or(a.planes[i].xor(b.planes[i])))
    }

    /// Whether one clause allows the step; effects are carried out on `next`.
    fn obeys(
        &self,
        rule: &Rule<W>,
        before: &State<W>,
        next: &mut State<W>,
        changed: W,
        player: Player,
    ) -> bool {
        let shift = 32 * player as u32;
        match rule {
            Rule::Beside { codes, ground, wanted } => {
                let near = self.topology.neighbours(changed).without(changed);
                let found = !near
                    .and(Codes::class(&self.codes.all_masks(&before.planes), *codes))
                    .is_empty()
                    || (*ground && !changed.and(self.topology.grounded()).is_empty());
                found == *wanted
            }
            Rule::FromHand => {
                let has = next.hands >> shift & 0xffff_ffff != 0;
                if has {
                    next.hands -= 1 << shift;
                }
                has
            }
            Rule::EmptyHand => before.hands >> shift & 0xffff_ffff == 0,
            Rule::Around(map) => {
                let near = self.topology.neighbours(changed).without(changed);
                self.replace(next, near, map);
                true
            }
            Rule::Reachable(map) => {
                let reached = self.topology.reachable(changed, self.board).without(changed);
                self.replace(next, reached, map);
                true
            }
            Rule::Clear { blocks, off, ground, to } => {
                let dead = self.dead_blocks(next, *blocks, *off, *ground);
                self.codes.put(&mut next.planes, dead, *to);
                true
            }
            Rule::Touches { blocks, near, ground } => {
                self.dead_blocks(next, *blocks, *near, *ground).is_empty()
            }
            Rule::NotMaking(tree) => {
                let masks = self.codes.all_masks(&next.planes);
                let altered = self.changed(before, next);
                let mut made = false;
                self.matches(tree, &masks, None, |leaf, anchors, path| {
                    made = match anchors {
                        Some(anchors) => {
                            leaf.offsets.iter().any(|&o| !altered.moved(-o).and(anchors).is_empty())
                        }
                        None => path.iter().any(|&c| altered.has(c)),
                    };
                    !made
                });
                !made
            }
        }
    }

    fn replace(&self, next: &mut State<W>, cells: W, map: &[(u8, u8)]) {
        let masks = self.codes.all_masks(&next.planes);
        for &(from, to) in map {
            self.codes.put(&mut next.planes, cells.and(masks[usize::from(from)]), to);
        }
    }

    /// The cells of blocks without a neighbour in `near`.
    pub(crate) fn dead_blocks(&self, state: &State<W>, blocks: u16, near: u16, ground: bool) -> W {
        let masks = self.codes.all_masks(&state.planes);
        let stones = Codes::class(&masks, blocks);
        let mut alive = self.topology.touching(Codes::class(&masks, near)).and(stones);
        if ground {
            alive = alive.or(self.topology.grounded().and(stones));
        }
        stones.without(self.topology.flood(alive, stones))
    }

    /// Every leaf of a tree with all its anchors, on a board of rows, as long as `visit` says so. With `start` only
    /// patterns that begin there.
    #[inline]
    pub(super) fn anchored<L, const K: usize>(
        &self,
        tree: &Tree<W, L>,
        masks: &[W; K],
        start: Option<usize>,
        visit: &mut impl FnMut(&L, W) -> bool,
    ) {
        // anchors lie in the frame: a first cell has offset 0 and its class is its own guard
        let every = start.map_or_else(|| W::ALL, W::cell);
        walk(tree, every, &|codes| Codes::class(masks, codes), visit);
    }

    /// Finds every match of a tree. On a plane `visit` gets a leaf and all its anchors; on a graph a leaf and a path.
    /// It goes on while `visit` says so.
    #[inline]
    fn matches(
        &self,
        tree: &Tree<W>,
        masks: &[W; 16],
        start: Option<usize>,
        mut visit: impl FnMut(&Leaf<W>, Option<W>, &[usize]) -> bool,
    ) {
        match &self.topology {
            Topology::Plane(_) => {
                self.anchored(tree, masks, start, &mut |leaf, anchors| {
                    visit(leaf, Some(anchors), &[])
                });
            }
            Topology::Graph(graph) => {
                let cells = |node: u32, from: W| {
                    from.and(Codes::class(masks, tree.nodes[node as usize].codes))
                };
                let mut path = Vec::new();
                let mut walk: Vec<(u32, usize, usize)> = Vec::new();
                for &root in &tree.roots {
                    let from = start.map_or(self.board, W::cell);
                    walk.extend(cells(root, from).cells().map(|c| (root, c, 0)));
                }
                while let Some((n, cell, depth)) = walk.pop() {
                    step_on::<W>();
                    path.truncate(depth);
                    path.push(cell);
                    let node = &tree.nodes[n as usize];
                    if let Some(leaf) = node.leaf
                        && !visit(&tree.leaves[leaf as usize], None, &path)
                    {
                        return;
                    }
                    for &child in &node.children {
                        let on = cells(child, graph.out[cell]);
                        walk.extend(
                            on.cells().filter(|c| !path.contains(c)).map(|c| (child, c, depth + 1)),
                        );
                    }
                }
            }
        }
    }

    /// Every match with the cells it covers, for the masks given.
    pub(crate) fn instances(
        &self,
        tree: &Tree<W>,
        masks: &[W; 16],
        visit: &mut dyn FnMut(&Leaf<W>, &[usize]),
    ) {
        let mut cells = Vec::new();
        self.matches(tree, masks, None, |leaf, anchors, path| {
            match anchors {
                Some(anchors) => {
                    for anchor in anchors.cells() {
                        cells.clear();
                        cells.extend(leaf.offsets.iter().map(|&o| (anchor as i32 + o) as usize));
                        step_on::<W>();
                        visit(leaf, &cells);
                    }
                }
                None => visit(leaf, path),
            }
            true
        });
    }
}
