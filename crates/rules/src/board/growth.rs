//! What moves may do to the future of a board, prepared for whole masks of anchors.
//!
//! The patterns of all steps of both players are put into one tree, since players often look for the same cells. For
//! each end of a pattern it says which numbers may come on which cells, and which cells a move ties together (see
//! `parts`). A cell is *sure* when every instance of the pattern, or of a shorter one on the same branch, may
//! change it: such a cell is never fixed where the pattern occurs at all, so neighbours along the pattern are tied
//! together without asking. Branches tie each pair once.
//!
//! Patterns that say nothing new are left out: a slide over three cells is three slides over one, and a jump over two
//! stones is two jumps.

use farstar_play::{grow, hold, step as book};

use super::bits::Bits;
use super::table::{Leaf, Node, StepTable, Tree};

/// A number that an instance may put on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Spread {
    pub(crate) to: u8,
    /// The number it replaces or copies, where several could be.
    pub(crate) from: Option<u8>,
    /// From the anchor to the cell read, and to the cell written.
    pub(crate) source: i32,
    pub(crate) cell: i32,
}

/// What an instance of a pattern may do.
#[derive(Clone, Debug, Default)]
pub(crate) struct Growth {
    pub(crate) spreads: Vec<Spread>,
    /// Index of the distance, and from the anchor to the cell of lower number.
    pub(crate) ties: Vec<(u16, i32)>,
    /// If some cells are not sure: which ones are, and all pairs of cells with the index of their distance.
    pub(crate) unsure: Option<(Vec<bool>, Vec<[u16; 3]>)>,
}

/// The end of a pattern in the tree of all steps.
#[derive(Clone, Debug)]
pub(crate) struct End {
    pub(crate) offsets: Vec<i32>,
    pub(crate) growth: Growth,
    /// Which cells a move of this pattern always changes.
    changes: Vec<bool>,
    /// Whether it is a step among several: the cells that two steps share tie them together even if they never change.
    shares: bool,
}

/// One cell read on the way to the ends of patterns.
#[derive(Clone, Debug)]
pub(crate) struct Look<W> {
    /// The look before it, counted from 1; 0 for the first cell of a pattern.
    pub(crate) parent: u32,
    /// The least of the numbers that match, and the others.
    pub(crate) first: u8,
    pub(crate) rest: u16,
    /// From the cell back to the anchor.
    pub(crate) back: i32,
    /// The anchors for which the cell is in the frame.
    pub(crate) guard: W,
}

/// The patterns of all steps, and how far apart cells are that they may tie together; no distance is negative.
#[derive(Clone, Debug)]
pub(crate) struct Future<W> {
    /// Looks, each after its parent.
    pub(crate) looks: Vec<Look<W>>,
    /// For each end of a pattern the number of looks up to its last one, in rising order.
    pub(crate) ends: Vec<(usize, End)>,
    pub(crate) distances: Vec<i32>,
}

/// Whether the instance always changes its cell `i`.
pub(super) fn changes<W>(leaf: &Leaf<W>, i: usize) -> bool {
    leaf.writes.iter().any(|write| {
        write.cell == i
            && write.source == i
            && (1..16u8)
                .filter(|&c| leaf.classes[i] >> c & 1 != 0)
                .all(|c| write.table[usize::from(c)] != c)
    })
}

fn spreads<W>(leaf: &Leaf<W>) -> Vec<Spread> {
    let mut out = Vec::new();
    for write in &leaf.writes {
        let codes: Vec<u8> =
            (1..16u8).filter(|&c| leaf.classes[write.source] >> c & 1 != 0).collect();
        for &code in &codes {
            let to = write.table[usize::from(code)];
            if write.source == write.cell && to == code {
                continue;
            }
            out.push(Spread {
                to,
                from: (codes.len() > 1).then_some(code),
                source: leaf.offsets[write.source],
                cell: leaf.offsets[write.cell],
            });
        }
    }
    out
}

/// Patterns are not pruned if there are more, or if they are longer.
const MOST_TO_PRUNE: usize = 512;
const LONGEST_TO_PRUNE: usize = 16;

/// The cells of a pattern from its first on, with the numbers that match.
type Path = Vec<((i32, i32), u16)>;

/// Whether other patterns, played on the cells of a pattern alone, make all its cells loose, tie them all together and
/// put on them whatever it puts on them. What cells may hold only grows, so this is then true wherever the pattern
/// occurs.
fn says_nothing_new(path: &Path, end: &End, others: &[(&Path, &End)]) -> bool {
    if path.iter().any(|(_, codes)| codes.count_ones() != 1) {
        return false;
    }
    // where others fit, as lists of cells of the pattern
    let mut fits: Vec<(&Path, &End, Vec<usize>)> = Vec::new();
    for &(other, others_end) in others {
        for &((x, y), _) in path {
            let cell = |&((dx, dy), _): &((i32, i32), u16)| {
                path.iter().position(|&(place, _)| place == (x + dx, y + dy))
            };
            // most fit nowhere, so room is asked for only where one does
            if other.iter().all(|place| cell(place).is_some()) {
                fits.push((other, others_end, other.iter().filter_map(cell).collect()));
            }
        }
    }
    let mut may: Vec<u16> = path.iter().map(|&(_, codes)| codes).collect();
    let mut loose = 0u64;
    let occurs = |may: &[u16], other: &Path, cells: &[usize]| {
        other.iter().zip(cells).all(|((_, codes), &cell)| may[cell] & codes != 0)
    };
    loop {
        let before = (may.clone(), loose);
        for (other, others_end, cells) in &fits {
            if !occurs(&may, other, cells) {
                continue;
            }
            let at = |offset: i32| {
                let i = others_end.offsets.iter().position(|&known| known == offset)?;
                cells.get(i).copied()
            };
            for spread in &others_end.growth.spreads {
                let (Some(source), Some(cell)) = (at(spread.source), at(spread.cell)) else {
                    return false;
                };
                if spread.from.is_none_or(|from| may[source] >> from & 1 != 0) {
                    loose |= 1 << cell;
                    may[cell] |= 1 << spread.to;
                }
            }
        }
        if before == (may.clone(), loose) {
            break;
        }
    }
    let all = (1u64 << path.len()) - 1;
    if loose != all {
        return false;
    }
    let puts = end.growth.spreads.iter().all(|spread| {
        let cell = end.offsets.iter().position(|&known| known == spread.cell);
        cell.is_some_and(|cell| may[cell] >> spread.to & 1 != 0)
    });
    let mut tied = 1u64;
    let mut grown = true;
    while grown {
        grown = false;
        for (other, _, cells) in &fits {
            let set = cells.iter().fold(0u64, |set, &cell| set | 1 << cell);
            if set & tied != 0 && set & !tied != 0 && occurs(&may, other, cells) {
                tied |= set;
                grown = true;
            }
        }
    }
    puts && tied == all
}

impl<W: Bits> Future<W> {
    /// The future of moves on a board of rows.
    pub(crate) fn new(players: &[Vec<Vec<StepTable<W>>>; 2]) -> Self {
        let mut patterns = Patterns { tree: Tree::default(), distances: Vec::new() };
        for steps in players.iter().flatten() {
            for step in steps {
                patterns.add(step, steps.len() > 1);
            }
        }
        patterns.prune();
        patterns.tree.line_up();
        patterns.tie();
        patterns.in_line()
    }
}

/// The patterns on their way to a [`Future`].
struct Patterns<W> {
    tree: Tree<W, End>,
    distances: Vec<i32>,
}

impl<W: Bits> Patterns<W> {
    /// The looks of a walk one after the other.
    fn in_line(self) -> Future<W> {
        let Tree { reads, leaves, .. } = self.tree;
        let (mut looks, mut ends) = (Vec::with_capacity(reads.len()), Vec::new());
        // for each depth the look made last
        let mut last = vec![0u32];
        for read in &reads {
            let depth = usize::from(read.depth);
            last.truncate(depth + 1);
            looks.push(Look {
                parent: last[depth],
                first: read.codes.trailing_zeros() as u8 & 15,
                rest: read.codes & read.codes.wrapping_sub(1),
                back: read.back,
                guard: read.guard,
            });
            last.push(looks.len() as u32);
            if let Some(leaf) = read.leaf {
                ends.push((looks.len(), leaves[leaf as usize].clone()));
            }
        }
        Future { looks, ends, distances: self.distances }
    }

    /// Leaves out the ends of patterns that say nothing new, and the nodes that then lead nowhere.
    fn prune(&mut self) {
        let Tree { nodes, leaves, roots, .. } = &mut self.tree;
        let mut paths: Vec<(u32, Path)> = Vec::new();
        let mut stack: Vec<(u32, Path)> = roots.iter().map(|&n| (n, Path::new())).collect();
        while let Some((n, mut path)) = stack.pop() {
            let node = &nodes[n as usize];
            path.push((node.place, node.codes));
            stack.extend(node.children.iter().map(|&child| (child, path.clone())));
            if node.leaf.is_some() {
                paths.push((n, path));
            }
            if paths.len() > MOST_TO_PRUNE {
                return;
            }
        }
        paths.sort_by_key(|(_, path)| path.len());
        let mut kept: Vec<(&Path, &End)> = Vec::new();
        for (n, path) in &paths {
            let leaf = &mut nodes[*n as usize].leaf;
            let Some(end) = leaf.and_then(|at| leaves.get(at as usize)) else { continue };
            if path.len() <= LONGEST_TO_PRUNE && says_nothing_new(path, end, &kept) {
                *leaf = None;
            } else {
                kept.push((path, end));
            }
        }
        // nodes come before those below them
        let mut leads = vec![false; nodes.len()];
        for n in (0..nodes.len()).rev() {
            nodes[n].children.retain(|&child| leads[child as usize]);
            leads[n] = nodes[n].leaf.is_some() || !nodes[n].children.is_empty();
        }
        roots.retain(|&root| leads[root as usize]);
    }

    fn add(&mut self, step: &StepTable<W>, shares: bool) {
        let Tree { nodes, leaves, roots, .. } = &mut self.tree;
        let mut stack: Vec<(u32, Option<u32>)> =
            step.tree.roots.iter().map(|&n| (n, None)).collect();
        while let Some((n, parent)) = stack.pop() {
            let node = &step.tree.nodes[n as usize];
            let siblings = match parent {
                None => &*roots,
                Some(p) => &nodes[p as usize].children,
            };
            book(4 + siblings.len() as u32);
            let same = |known: &&u32| nodes[**known as usize].reads_like(node);
            let at = match siblings.iter().find(same) {
                Some(&at) => at,
                None => {
                    let at = nodes.len() as u32;
                    grow(nodes, 2 * size_of::<Node<W>>());
                    nodes.push(Node { children: Vec::new(), leaf: None, ..node.clone() });
                    match parent {
                        None => roots.push(at),
                        Some(p) => nodes[p as usize].children.push(at),
                    }
                    at
                }
            };
            if let Some(leaf) = node.leaf {
                let leaf = &step.tree.leaves[leaf as usize];
                let cells = leaf.offsets.len();
                let end = *nodes[at as usize].leaf.get_or_insert_with(|| {
                    leaves.push(End {
                        offsets: leaf.offsets.clone(),
                        growth: Growth::default(),
                        changes: vec![false; cells],
                        shares: false,
                    });
                    leaves.len() as u32 - 1
                });
                let end = &mut leaves[end as usize];
                end.shares |= shares;
                for (i, change) in end.changes.iter_mut().enumerate() {
                    *change |= changes(leaf, i);
                }
                for spread in spreads(leaf) {
                    if !end.growth.spreads.contains(&spread) {
                        end.growth.spreads.push(spread);
                    }
                }
            }
            stack.extend(node.children.iter().map(|&child| (child, Some(at))));
        }
    }

    /// The index of a distance.
    fn distance(&mut self, shift: i32) -> u16 {
        let at = self.distances.iter().position(|&known| known == shift).unwrap_or_else(|| {
            self.distances.push(shift);
            self.distances.len() - 1
        });
        at as u16
    }

    fn tie(&mut self) {
        let mut all_pairs = 0u64;
        // cells that are sure by shorter patterns, and how many of these are tied in a chain
        let mut stack: Vec<(u32, Vec<bool>, usize)> =
            self.tree.roots.iter().map(|&n| (n, Vec::new(), 0)).collect();
        while let Some((n, mut sure, mut chain)) = stack.pop() {
            if let Some(at) = self.tree.nodes[n as usize].leaf {
                let end = self.tree.leaves[at as usize].clone();
                let cells = end.offsets.len();
                sure.resize(cells, false);
                for (sure, change) in sure.iter_mut().zip(&end.changes) {
                    *sure |= change;
                }
                let mut held = sure.clone();
                if end.shares {
                    held[0] = true;
                    held[cells - 1] = true;
                }
                let mut growth = end.growth;
                book(cells as u32);
                if held.iter().all(|&h| h) {
                    for i in chain.max(1)..cells {
                        let (a, b) = (end.offsets[i - 1], end.offsets[i]);
                        growth.ties.push((self.distance((a - b).abs()), a.min(b)));
                    }
                    chain = cells;
                } else {
                    let mut pairs = Vec::new();
                    all_pairs += (cells * cells / 2) as u64;
                    hold(all_pairs * size_of::<[u16; 3]>() as u64);
                    for i in 0..cells {
                        book(i as u32 * self.distances.len() as u32 / 8);
                        for j in 0..i {
                            let at = self.distance((end.offsets[i] - end.offsets[j]).abs());
                            pairs.push([i as u16, j as u16, at]);
                        }
                    }
                    growth.unsure = Some((held, pairs));
                }
                self.tree.leaves[at as usize].growth = growth;
            }
            let children = &self.tree.nodes[n as usize].children;
            stack.extend(children.iter().map(|&child| (child, sure.clone(), chain)));
        }
    }
}
