//! Parts as connected sets of cells: what is tied together wherever cells hold numbers that some pattern reads.
//!
//! Let U be the numbers that patterns read. A move changes only cells that it reads, so a cell that holds no number of
//! U never changes, and cells that hold one are tied at most to those that some pattern reads next to them. The
//! connected sets of such cells are independent, and one in which no pattern occurs never changes. This takes a few
//! operations, but leaves together what play can never bring together.
//!
//! Where every move changes the two cells it reads, as in Clobber and Domineering, these often are the parts that
//! `parts` finds. Suppose that play on two cells alone, from any two numbers that some pattern reads there, may put
//! every number of U on both; and that a cell that may hold all of U and a neighbour that holds any number of U always
//! match some pattern. Then the sets S fill up: where a pattern occurs both cells may hold all of U, so each neighbour
//! that holds a number of U is part of an instance and may hold all of U as well, and so on.

use super::bits::Bits;
use super::codes::Codes;
use super::growth::{Future, changes};
use super::shifts::{FEW_LOOKS, FEW_TIES, Room, first_of, flood};
use super::stage::{Stage, State};
use super::table::{StepTable, Write};
use super::topology::Plane;

/// Two cells that patterns read one after the other, as far apart as all of these.
#[derive(Clone, Debug)]
struct Way<W> {
    /// From the lower cell to the upper one.
    distance: i32,
    /// The lower cells for which the upper one is in the frame.
    guard: W,
    /// In rules of [`Connected::exact`], numbers of the lower cell with numbers of the upper one that match.
    matches: Vec<[u16; 2]>,
}

/// Which cells patterns tie together.
#[derive(Clone, Debug)]
pub(crate) struct Connected<W> {
    /// All numbers that patterns read.
    codes: u16,
    ways: Vec<Way<W>>,
    distances: Vec<i32>,
    /// Whether connected sets are the parts that `parts` finds.
    pub(super) exact: bool,
    /// Whether patterns read all numbers but 0, and cells of which one is beside or below the other one after the
    /// other, so that a block of cells without gaps is connected.
    pub(super) blocks: bool,
}

/// A pattern of two cells, the lower first.
struct Pattern {
    classes: [u16; 2],
    /// The cell written, the cell from whose number, and the numbers.
    writes: Vec<(usize, usize, [u8; 16])>,
}

impl Pattern {
    /// Plays it on two cells that may hold these numbers, and says what they may hold then.
    fn grown(&self, mut may: [u16; 2]) -> [u16; 2] {
        let before = may;
        if before[0] & self.classes[0] != 0 && before[1] & self.classes[1] != 0 {
            for &(cell, source, table) in &self.writes {
                let read = before[source] & self.classes[source];
                for code in (0..16).filter(|code| read >> code & 1 != 0) {
                    may[cell] |= 1 << table[code];
                }
            }
        }
        may
    }
}

/// Whether two cells that match a pattern come to hold all numbers read, and a cell that may hold all of them always
/// matches a pattern with the other, whichever of the two it is and whatever the other holds.
fn fills_up(patterns: &[Pattern], read: u16) -> bool {
    let numbers = |set: u16| (0..16).map(|code| 1u16 << code).filter(move |bit| set & bit != 0);
    let full = |pattern: &Pattern| {
        numbers(pattern.classes[0]).all(|low| {
            numbers(pattern.classes[1]).all(|high| {
                let mut may = [low, high];
                loop {
                    let next = patterns.iter().fold(may, |may, pattern| pattern.grown(may));
                    if next == may {
                        return may.iter().all(|held| read & !held == 0);
                    }
                    may = next;
                }
            })
        })
    };
    let catches = |cell: usize| {
        numbers(read).all(|held| patterns.iter().any(|p| p.classes[cell] & held != 0))
    };
    patterns.iter().all(full) && catches(0) && catches(1)
}

impl<W: Bits> Connected<W> {
    /// What these moves tie together, if they have no clauses and ties are few.
    pub(super) fn new(
        players: &[Vec<Vec<StepTable<W>>>; 2],
        codes: &Codes,
        plane: &Plane<W>,
    ) -> Option<Self> {
        let mut ways: Vec<(i32, W, Vec<Pattern>)> = Vec::new();
        let (mut read, mut exact) = (0, true);
        for steps in players.iter().flatten() {
            exact &= steps.len() == 1;
            for step in steps {
                let tree = &step.tree;
                let mut stack: Vec<(u32, Option<u32>)> =
                    tree.roots.iter().map(|&root| (root, None)).collect();
                while let Some((at, parent)) = stack.pop() {
                    let node = &tree.nodes[at as usize];
                    read |= node.codes;
                    stack.extend(node.children.iter().map(|&child| (child, Some(at))));
                    let Some(parent) = parent.map(|parent| &tree.nodes[parent as usize]) else {
                        exact &= node.leaf.is_none();
                        continue;
                    };
                    let (x, y) = (node.place.0 - parent.place.0, node.place.1 - parent.place.1);
                    let offset = plane.offset(x, y);
                    let (distance, back) = (offset.abs(), offset < 0);
                    let guard = if back { plane.guard(-x, -y) } else { plane.guard(x, y) };
                    let same = |way: &(i32, W, Vec<Pattern>)| (way.0, way.1) == (distance, guard);
                    let way = ways.iter().position(same).unwrap_or_else(|| {
                        ways.push((distance, guard, Vec::new()));
                        ways.len() - 1
                    });
                    let leaf = node.leaf.map(|leaf| &tree.leaves[leaf as usize]);
                    let pair = leaf.filter(|leaf| {
                        leaf.offsets.len() == 2
                            && node.children.is_empty()
                            && changes(leaf, 0)
                            && changes(leaf, 1)
                    });
                    let Some(leaf) = pair else {
                        exact = false;
                        continue;
                    };
                    let turn = |cell: usize| cell ^ usize::from(back);
                    let write = |w: &Write| (turn(w.cell), turn(w.source), w.table);
                    ways[way].2.push(Pattern {
                        classes: [0, 1].map(|cell| leaf.classes[turn(cell)]),
                        writes: leaf.writes.iter().map(write).collect(),
                    });
                }
            }
        }
        // the ring around the board would tie everything together
        if ways.is_empty() || ways.len() > FEW_TIES || codes.edge.is_some() {
            return None;
        }
        exact &= ways.iter().all(|(_, _, patterns)| fills_up(patterns, read));
        let leads = |x: i32, y: i32| {
            let way = (plane.offset(x, y), plane.guard(x, y));
            ways.iter().any(|known| (known.0, known.1) == way)
        };
        let blocks = !exact
            && read == (1u16 << codes.count) - 2
            && leads(1, 0)
            && (plane.rows == 1 || leads(0, 1));
        let distances = ways.iter().map(|way| way.0).collect();
        let ways = ways
            .into_iter()
            .map(|(distance, guard, patterns)| {
                let mut matches: Vec<[u16; 2]> = patterns.iter().map(|p| p.classes).collect();
                matches.sort_unstable();
                matches.dedup();
                Way { distance, guard, matches }
            })
            .collect();
        Some(Self { codes: read, ways, distances, exact, blocks })
    }
}

impl<W: Bits> Stage<W> {
    /// Calls `visit` with the pieces of each connected set of cells in which some pattern occurs.
    #[inline]
    pub(super) fn connected_parts(
        &self,
        connected: &Connected<W>,
        future: &Future<W>,
        state: &State<W>,
        visit: &mut dyn FnMut(&State<W>),
    ) {
        if self.codes.are_few() {
            self.connected_sets::<4>(connected, future, state, visit);
        } else {
            self.connected_sets::<16>(connected, future, state, visit);
        }
    }

    #[inline]
    fn connected_sets<const K: usize>(
        &self,
        connected: &Connected<W>,
        future: &Future<W>,
        state: &State<W>,
        visit: &mut dyn FnMut(&State<W>),
    ) {
        let masks = self.codes.masks::<W, K>(&state.planes);
        let mut few = [W::EMPTY; FEW_TIES];
        let ties = &mut few[..connected.ways.len()];
        let mut rest = connected.tie(&masks, ties);
        let mut sets = std::iter::from_fn(|| {
            let own = (!rest.is_empty()).then(|| flood(first_of(rest), &connected.distances, ties));
            rest = rest.without(own?);
            own
        });
        if connected.exact {
            return sets.for_each(|own| self.visit_kept(state, own, visit));
        }
        let mut found = Found::new(future);
        for own in sets.by_ref() {
            if found.on(own, &masks) {
                self.visit_kept(state, own, visit);
            }
        }
    }

    /// The first connected set of cells in which some pattern occurs, for rules whose connected sets are parts.
    #[inline(always)]
    pub(super) fn first_connected(&self, connected: &Connected<W>, state: &State<W>) -> Option<W> {
        let masks = self.codes.all_masks(&state.planes);
        let mut few = [W::EMPTY; FEW_TIES];
        let ties = &mut few[..connected.ways.len()];
        let found = connected.tie(&masks, ties);
        (!found.is_empty()).then(|| flood(first_of(found), &connected.distances, ties))
    }
}

impl<W: Bits> Connected<W> {
    /// Finds all ties. Gives the cells that patterns read, of exact rules only those of places where a pattern occurs.
    #[inline(always)]
    fn tie<const K: usize>(&self, masks: &[W; K], ties: &mut [W]) -> W {
        let active = Codes::class(masks, self.codes);
        let mut found = W::EMPTY;
        for (way, tie) in self.ways.iter().zip(ties) {
            *tie = active.and(active.turned(-way.distance)).and(way.guard);
            found = found.or(match way.matches.as_slice() {
                [both] if *both == [self.codes; 2] => *tie,
                matches if self.exact => matches.iter().fold(W::EMPTY, |all, &[low, high]| {
                    let high = Codes::class(masks, high).turned(-way.distance);
                    all.or(Codes::class(masks, low).and(high).and(*tie))
                }),
                _ => W::EMPTY,
            });
        }
        if self.exact { found } else { active }
    }
}

/// Where patterns were found to occur: they are looked for only until one is found where it is asked for.
struct Found<'f, W> {
    future: &'f Future<W>,
    anchors: Room<W, FEW_LOOKS>,
    /// Looks made, ends of patterns reached, and some cell of each place of these.
    looks: usize,
    ends: usize,
    places: W,
}

impl<'f, W: Bits> Found<'f, W> {
    #[inline(always)]
    fn new(future: &'f Future<W>) -> Self {
        let anchors = Room::new(future.looks.len() + 1, W::ALL);
        Self { future, anchors, looks: 0, ends: 0, places: W::EMPTY }
    }

    /// Whether a pattern occurs on a set of cells that hold together.
    #[inline(always)]
    fn on<const K: usize>(&mut self, cells: W, masks: &[W; K]) -> bool {
        while self.places.and(cells).is_empty() {
            let Some((looks, _)) = self.future.ends.get(self.ends) else { return false };
            let places = self.future.look(&mut self.looks, *looks, masks, self.anchors.list());
            self.places = self.places.or(places);
            self.ends += 1;
        }
        true
    }
}
