//! Moves that only flip bits, on boards of one word: options are written down as they are found.
//!
//! Where every cell that a step writes on held one known piece, the step is an exclusive or with a few bits, moved to
//! where the pattern lies. If no step has a clause there is nothing else to ask, so that a pattern with the set of all
//! its places stands for all moves by it.
//!
//! A class of numbers is the exclusive or of products of bit boards (its algebraic normal form), with masks that are
//! all ones or nothing. The classes that the moves of a player read are found once for each position, without branches.
//! The trees of `table` are then walked two
//! cells at a time: on the way from one leaf to the next there is seldom more to read.

use super::bits::Bits;
use super::codes::Codes;
use super::table::{Leaf, StepTable, Tables};

/// Most bit boards of a position.
const MOST_BOARDS: usize = 4;
/// Most classes that the moves of a player read.
const MOST_CLASSES: usize = 8;
/// Steps with fewer looks one after the other are walked in few words.
const SHALLOW: usize = 8;
/// Most looks one after the other, and one more.
const DEEP: usize = 64;

/// A class of numbers: for each product of bit boards, whether it is in the sum.
type Class = [u64; 1 << MOST_BOARDS];

/// One or two cells read: a node of a tree in the order of a walk.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// The anchors for which the cells are in the frame.
    guard: u64,
    /// The look that follows those below this one.
    skip: u32,
    /// The pattern that ends here; none has this number if none does.
    flip: u32,
    /// The classes of the cells, by their places in the list. One cell is read twice.
    classes: [u8; 2],
    /// From the cells back to the anchor.
    turns: [u8; 2],
    /// How many looks come before it.
    depth: u8,
}

/// A cell of a look: its class, the turn back to the anchor, and the anchors for which it is in the frame.
#[derive(Clone, Copy, Debug)]
struct Cell {
    class: u8,
    turn: u8,
    guard: u64,
}

/// What a pattern flips.
#[derive(Clone, Copy, Debug)]
struct Flip {
    /// The bits by bit board, moved so that the lowest cell is 0.
    bits: [u64; MOST_BOARDS],
    /// From the anchor to the lowest cell flipped.
    low: i32,
    /// From the lowest cell flipped to the last cell of the pattern, where the next step begins.
    end: i32,
}

/// One step of a move.
#[derive(Clone, Debug, Default)]
struct Step {
    looks: Vec<Look>,
    flips: Vec<Flip>,
    /// Two of the pieces that take by going to the cell of another, one where it could take back the other.
    backing: Vec<Look>,
    /// Looks on the longest way to a pattern.
    longest: usize,
    /// Whether some pattern does not know what it writes over, as where two pieces are exchanged.
    blind: bool,
}

/// The moves of one player.
#[derive(Clone, Debug)]
pub(crate) struct Flips {
    classes: Vec<Class>,
    /// The moves of one step: tables have them all in one tree.
    once: Step,
    /// The moves of several steps.
    longer: Vec<Vec<Step>>,
}

/// The positions that one pattern leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Landings<const N: usize> {
    from: [u64; N],
    bits: [u64; N],
    /// Where the lowest cell flipped may lie.
    places: u64,
}

impl<const N: usize> Landings<N> {
    /// The position for the lowest place, which is taken away.
    #[inline(always)]
    fn first(&mut self) -> [u64; N] {
        let place = self.places.trailing_zeros();
        self.places &= self.places.wrapping_sub(1);
        let mut next = self.from;
        for (word, bits) in next.iter_mut().zip(self.bits) {
            *word ^= bits.wrapping_shl(place);
        }
        next
    }

    /// Appends all of them.
    #[inline(always)]
    fn append_to(mut self, options: &mut Vec<[u64; N]>) {
        if self.places & self.places.wrapping_sub(1) == 0 {
            options.push(self.first());
        } else {
            // a range knows its length, so that room is asked for once
            options.extend((0..self.places.count_ones()).map(|_| self.first()));
        }
    }
}

impl<const N: usize> Iterator for Landings<N> {
    type Item = [u64; N];

    #[inline(always)]
    fn next(&mut self) -> Option<[u64; N]> {
        (self.places != 0).then(|| self.first())
    }
}

/// The class of these numbers.
fn class_of(codes: u16) -> Class {
    std::array::from_fn(|product| {
        let within = (1..16).filter(|number| number & !product == 0 && codes >> number & 1 != 0);
        if within.count() % 2 == 1 { u64::MAX } else { 0 }
    })
}

/// The piece that goes to the cell of another and takes it, in a pattern of two cells.
fn taker<W>(leaf: &Leaf<W>) -> Option<u16> {
    let &[first, second] = leaf.classes.as_slice() else { return None };
    let mut after = [first, second];
    for write in &leaf.writes {
        let held = (0..16).filter(|n| leaf.classes[write.source] >> n & 1 != 0);
        after[write.cell] = held.fold(0, |all, n| all | 1 << write.table[n]);
    }
    let takes = |own, other, [here, there]: [u16; 2]| {
        (own != other && there == own && here != own && here != other).then_some(own)
    };
    takes(first, second, after).or_else(|| takes(second, first, [after[1], after[0]]))
}

impl Step {
    /// A step, if it only flips bits; classes that are new are added to the list.
    fn of<W: Bits>(table: &StepTable<W>, classes: &mut Vec<u16>) -> Option<Self> {
        if !table.simple {
            return None;
        }
        let mut step = Self::default();
        for leaf in &table.tree.leaves {
            let known = |cell: usize| leaf.classes[cell].count_ones() == 1;
            step.blind |= !leaf.writes.iter().all(|write| known(write.cell) && known(write.source));
            let mut bits = [0; MOST_BOARDS];
            for (board, mask) in leaf.flip.as_ref()? {
                *bits.get_mut(*board)? = mask.word(0);
            }
            // nothing is flipped by a pattern that is longer than the board
            let all = bits.iter().fold(0, |all, &bits| all | bits);
            let unused = if all == 0 { 0 } else { all.trailing_zeros() };
            bits.iter_mut().for_each(|bits| *bits >>= unused);
            let low = leaf.low + unused as i32;
            step.flips.push(Flip { bits, low, end: leaf.offsets.last()? - low });
        }
        // a node, how many looks come before it, and the cell read before it that no look has yet
        let mut stack: Vec<(u32, usize, Option<Cell>)> =
            table.tree.roots.iter().rev().map(|&root| (root, 0, None)).collect();
        while let Some((at, depth, before)) = stack.pop() {
            let node = &table.tree.nodes[at as usize];
            let class = classes.iter().position(|&known| known == node.codes);
            let class = class.unwrap_or_else(|| {
                classes.push(node.codes);
                classes.len() - 1
            });
            let turn = u8::try_from(node.offset.wrapping_neg().rem_euclid(64)).ok()?;
            let class = u8::try_from(class).ok()?;
            let cell = Cell { class, turn, guard: node.guard.word(0) };
            let mut below = (depth, Some(cell));
            if before.is_some() || node.leaf.is_some() {
                let other = before.unwrap_or(cell);
                let look = Look {
                    guard: other.guard & cell.guard,
                    skip: 0,
                    flip: node.leaf.unwrap_or(u32::MAX),
                    classes: [other.class, cell.class],
                    turns: [other.turn, cell.turn],
                    depth: u8::try_from(depth).ok()?,
                };
                let leaf = node.leaf.map(|leaf| &table.tree.leaves[leaf as usize]);
                if let Some(taker) = leaf.and_then(taker)
                    && let Some(&class) =
                        look.classes.iter().find(|&&class| classes[usize::from(class)] == taker)
                {
                    step.backing.push(Look { classes: [class; 2], ..look });
                }
                step.longest = step.longest.max(depth + 1);
                step.looks.push(look);
                below = (depth + 1, None);
            }
            stack.extend(node.children.iter().rev().map(|&child| (child, below.0, below.1)));
        }
        for at in 0..step.looks.len() {
            let depth = step.looks[at].depth;
            let after = step.looks[at + 1..].iter().position(|look| look.depth <= depth);
            step.looks[at].skip = after.map_or(step.looks.len(), |after| at + 1 + after) as u32;
        }
        (step.longest < DEEP).then_some(step)
    }
}

impl Flips {
    /// The moves of each player, if they are of this kind.
    pub(crate) fn of<W: Bits>(tables: &Tables<W>, codes: &Codes) -> [Option<Self>; 2] {
        let fits = W::CELLS == 64 && tables.stop.is_none() && !codes.live;
        [0, 1].map(|player| {
            let moves = &tables.players[player];
            // a step that ends off the board ends the move
            let goes_on = codes.edge.is_none() || moves.iter().all(|steps| steps.len() == 1);
            (fits && goes_on).then(|| Self::of_moves(moves)).flatten()
        })
    }

    fn of_moves<W: Bits>(moves: &[Vec<StepTable<W>>]) -> Option<Self> {
        let mut classes = Vec::new();
        let mut steps_of = |steps: &Vec<StepTable<W>>| {
            steps.iter().map(|step| Step::of(step, &mut classes)).collect::<Option<Vec<_>>>()
        };
        let (mut once, mut longer) = (None, Vec::new());
        for steps in moves {
            let mut steps = steps_of(steps)?;
            match (steps.len(), &once) {
                (1, None) => once = steps.pop(),
                (1, Some(_)) => return None,
                _ => longer.push(steps),
            }
        }
        let fits = classes.len() <= MOST_CLASSES;
        let classes = classes.into_iter().map(class_of).collect();
        fits.then(|| Self { classes, once: once.unwrap_or_default(), longer })
    }

    /// The cells that hold a number of each class.
    #[inline(always)]
    fn held<const N: usize>(&self, words: &[u64; N]) -> [u64; MOST_CLASSES] {
        let mut products = [u64::MAX; 1 << MOST_BOARDS];
        for product in 1..1usize << N.min(MOST_BOARDS) {
            let lowest = product & product.wrapping_neg();
            products[product] = products[product ^ lowest] & words[lowest.ilog2() as usize];
        }
        let mut held = [0; MOST_CLASSES];
        for (slot, class) in held.iter_mut().zip(&self.classes) {
            let mut cells = 0;
            for product in 1..1usize << N.min(MOST_BOARDS) {
                cells ^= products[product] & class[product];
            }
            *slot = cells;
        }
        held
    }

    /// Calls `visit` with every pattern by which a move from the position with these words ends.
    #[inline]
    pub(crate) fn each<const N: usize>(
        &self,
        words: &[u64; N],
        visit: &mut impl FnMut(Landings<N>),
    ) {
        let held = self.held(words);
        self.once.walk(words, &held, u64::MAX, &mut |_, flip, anchors| {
            visit(landings(words, flip, anchors));
        });
        for steps in &self.longer {
            self.go_on(steps, words, words, u64::MAX, visit);
        }
    }

    /// The same for the steps that are left, from one of the cells of `start` on; `first` are the words before the
    /// move.
    fn go_on<const N: usize>(
        &self,
        steps: &[Step],
        first: &[u64; N],
        words: &[u64; N],
        start: u64,
        visit: &mut impl FnMut(Landings<N>),
    ) {
        let Some((step, rest)) = steps.split_first() else { return };
        let held = self.held(words);
        let mut undone = [0; N];
        for i in 0..N {
            undone[i] = first[i] ^ words[i];
        }
        let back = undone.iter().fold(0, |all, &bits| all | bits).trailing_zeros();
        step.walk(words, &held, start, &mut |_, flip, anchors| {
            let mut landings = landings(words, flip, anchors);
            if rest.is_empty() {
                // a move changes something
                let returns = (0..N).all(|i| landings.bits[i].wrapping_shl(back) == undone[i]);
                landings.places &= !(u64::from(returns).wrapping_shl(back));
                if landings.places != 0 {
                    visit(landings);
                }
                return;
            }
            while landings.places != 0 {
                let last = landings.places.trailing_zeros() as i32 + flip.end;
                let next = landings.first();
                self.go_on(rest, first, &next, 1u64.wrapping_shl(last as u32), visit);
            }
        });
    }

    /// Appends the positions that moves reach.
    #[inline(never)]
    pub(crate) fn append<const N: usize>(&self, words: &[u64; N], options: &mut Vec<[u64; N]>) {
        self.each(words, &mut |landings| landings.append_to(options));
    }

    /// Whether each move is one pattern that knows what it writes over.
    pub(crate) fn are_patterns(&self) -> bool {
        self.longer.is_empty() && !self.once.blind
    }

    /// Appends every pattern where it lies in the position with these words: 64 times its number, and the lowest cell
    /// it flips.
    #[inline(never)]
    pub(crate) fn land<const N: usize>(&self, words: &[u64; N], found: &mut Vec<u32>) {
        let held = self.held(words);
        self.once.walk(words, &held, u64::MAX, &mut |pattern, flip, anchors| {
            // two at a time: how many there are is not to be foretold, but they are seldom more
            let mut places = anchors.turned(flip.low);
            while places != 0 {
                let others = places & (places - 1);
                let pair = [places, others].map(|places| 64 * pattern + places.trailing_zeros());
                found.extend_from_slice(&pair);
                found.truncate(found.len() - usize::from(others == 0));
                places = others & others.wrapping_sub(1);
            }
        });
    }

    /// What a pattern flips where it lies.
    pub(crate) fn flipped<const N: usize>(&self, landing: u32) -> [u64; N] {
        let flip = self.once.flips.get(landing as usize / 64);
        let bits = flip.map_or([0; MOST_BOARDS], |flip| flip.bits);
        std::array::from_fn(|board| bits.get(board).map_or(0, |bits| bits << (landing % 64)))
    }

    /// How many moves begin with each match of a first step; further steps are not counted.
    pub(crate) fn count<const N: usize>(&self, words: &[u64; N]) -> u32 {
        let held = self.held(words);
        let mut found = 0;
        let longer = self.longer.iter().filter_map(|steps| steps.first());
        for step in [&self.once].into_iter().chain(longer) {
            step.walk(words, &held, u64::MAX, &mut |_, _, anchors| found += anchors.count_ones());
        }
        found
    }

    /// In how many places a piece that takes lies beside another that would take it back.
    pub(crate) fn backing<const N: usize>(&self, words: &[u64; N]) -> u32 {
        let held = self.held(words);
        self.once.backing.iter().map(|look| look.anchors(words, &held).count_ones()).sum()
    }

    /// How many cells some first step of a move changes.
    pub(crate) fn changed<const N: usize>(&self, words: &[u64; N]) -> u32 {
        let held = self.held(words);
        let mut cells = 0;
        let longer = self.longer.iter().filter_map(|steps| steps.first());
        for step in [&self.once].into_iter().chain(longer) {
            step.walk(words, &held, u64::MAX, &mut |_, flip, anchors| {
                let places = anchors.turned(flip.low);
                let mut bits = flip.bits.iter().fold(0, |all, &bits| all | bits);
                while bits != 0 {
                    cells |= places.wrapping_shl(bits.trailing_zeros());
                    bits &= bits - 1;
                }
            });
        }
        cells.count_ones()
    }
}

impl Step {
    /// Calls `visit` with the number of every pattern, the pattern, and its anchors among those of `start`; `held` are
    /// the cells of the classes.
    #[inline(always)]
    fn walk<const N: usize>(
        &self,
        words: &[u64; N],
        held: &[u64; MOST_CLASSES],
        start: u64,
        visit: &mut impl FnMut(u32, &Flip, u64),
    ) {
        match self.longest {
            0 | 1 => {}
            2..SHALLOW => return self.walk_below::<N, SHALLOW>(words, held, start, visit),
            _ => return self.walk_below::<N, DEEP>(words, held, start, visit),
        }
        for look in &self.looks {
            let anchors = look.anchors(words, held) & start;
            if anchors != 0
                && let Some(flip) = self.flips.get(look.flip as usize)
            {
                visit(look.flip, flip, anchors);
            }
        }
    }

    /// The same where fewer than `DEPTH` looks come one after the other.
    #[inline(never)]
    fn walk_below<const N: usize, const DEPTH: usize>(
        &self,
        words: &[u64; N],
        held: &[u64; MOST_CLASSES],
        start: u64,
        visit: &mut impl FnMut(u32, &Flip, u64),
    ) {
        // for each depth, the anchors left by the looks above
        let mut left = [start; DEPTH];
        let mut at = 0;
        while let Some(look) = self.looks.get(at) {
            let depth = usize::from(look.depth);
            let anchors = look.anchors(words, held) & left[depth % DEPTH];
            if anchors == 0 {
                at = look.skip as usize;
                continue;
            }
            left[(depth + 1) % DEPTH] = anchors;
            if let Some(flip) = self.flips.get(look.flip as usize) {
                visit(look.flip, flip, anchors);
            }
            at += 1;
        }
    }
}

impl Look {
    /// Where the cells are what is looked for.
    #[inline(always)]
    fn anchors<const N: usize>(&self, words: &[u64; N], held: &[u64; MOST_CLASSES]) -> u64 {
        let cells = |at: usize| {
            // one bit board knows one class only
            let held =
                if N == 1 { words[0] } else { held[usize::from(self.classes[at]) % MOST_CLASSES] };
            held.rotate_left(u32::from(self.turns[at]))
        };
        cells(0) & cells(1) & self.guard
    }
}

/// Where a pattern leads to.
#[inline(always)]
fn landings<const N: usize>(words: &[u64; N], flip: &Flip, anchors: u64) -> Landings<N> {
    let mut bits = [0; N];
    bits.iter_mut().zip(flip.bits).for_each(|(slot, flipped)| *slot = flipped);
    Landings { from: *words, bits, places: anchors.turned(flip.low) }
}

#[cfg(test)]
mod tests {
    use farstar_play::Player;

    use super::super::random::each_random;
    use super::*;
    use crate::builtin::rulesets;
    use crate::language::Ruleset;

    impl Flips {
        /// Whether a walk is deep, and whether a move has several steps.
        pub(in crate::board) fn kinds(&self) -> (bool, bool) {
            let mut steps = self.longer.iter().flatten().chain([&self.once]);
            (steps.any(|step| step.longest >= SHALLOW), !self.longer.is_empty())
        }
    }

    /// Moves of several steps that may go back to where they came from, and then are none.
    const DANCES: [&str; 2] = [
        "game Dance\ngrid of . X/O\nLeft: X. -> .X straight, then X. -> .X all\n      XO -> OX\nRight: as Left",
        "game Triple\nstrip of . X/O\nLeft: X. -> .X straight, then X. -> .X straight, then X. -> .X straight\nRight: as Left",
    ];

    #[test]
    fn flips_are_the_moves_of_the_general_walk() {
        let (mut deep, mut several, mut moves) = (0, 0, 0);
        let dances = DANCES.iter().map(|text| text.parse::<Ruleset>().unwrap());
        let sizes = [(3, 3, 10), (9, 1, 10), (40, 1, 10), (8, 8, 10)];
        each_random(rulesets().into_iter().chain(dances), &sizes, &mut |name, board, start| {
            for player in [Player::Left, Player::Right] {
                let Some(kinds) = board.flips(player).map(Flips::kinds) else { continue };
                let (mut found, mut wanted) = board.options_both_ways(start, player);
                found.sort_unstable();
                wanted.sort_unstable();
                assert_eq!(found, wanted, "{name}");
                moves += found.len();
                deep += if kinds.0 { found.len() } else { 0 };
                several += if kinds.1 { found.len() } else { 0 };
            }
        });
        assert!(moves > 10_000 && deep > 100 && several > 1000, "{moves} {deep} {several}");
    }
}
