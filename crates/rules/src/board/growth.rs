//! What a move may do to the future of a board, prepared for whole masks of anchors.
//!
//! For each end of a pattern: which numbers it may put on which cells, and which cells it ties together (see `parts`). A cell is *sure*
//! when every instance of the pattern, or of a shorter one on the same branch, changes it: such a cell is never fixed where the pattern
//! occurs at all, so neighbours along the pattern are tied together without asking. Branches tie each pair once.

use super::bits::Bits;
use super::table::{Leaf, Tree};

/// A number that an instance may put on a cell.
#[derive(Clone, Debug)]
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
    /// If some cells are not sure: which ones are.
    pub(crate) unsure: Option<Vec<bool>>,
}

/// The index of a distance among those known.
pub(crate) fn distance(ties: &mut Vec<i32>, shift: i32) -> u16 {
    let at = ties.iter().position(|&known| known == shift).unwrap_or_else(|| {
        ties.push(shift);
        ties.len() - 1
    });
    at as u16
}

/// Whether the instance always changes its cell `i`.
fn changes<W>(leaf: &Leaf<W>, i: usize) -> bool {
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

/// Prepares every leaf of a step of a move of `steps` steps.
pub(crate) fn note<W: Bits>(tree: &mut Tree<W>, steps: usize, ties: &mut Vec<i32>) {
    // cells that are sure by shorter patterns, and cells that these tie in a chain
    let mut stack: Vec<(u32, Vec<bool>, usize)> =
        tree.roots.iter().map(|&n| (n, Vec::new(), 0)).collect();
    while let Some((n, mut sure, mut chain)) = stack.pop() {
        let node = &tree.nodes[n as usize];
        if let Some(leaf) = node.leaf {
            let leaf = &mut tree.leaves[leaf as usize];
            let cells = leaf.offsets.len();
            sure.resize(cells, false);
            for (i, sure) in sure.iter_mut().enumerate() {
                *sure |= changes(leaf, i);
            }
            let mut held = sure.clone();
            if steps > 1 {
                // the cells shared by two steps of a move tie them together even if they never change
                held[0] = true;
                held[cells - 1] = true;
            }
            let mut growth = Growth { spreads: spreads(leaf), ..Growth::default() };
            if held.iter().all(|&h| h) {
                for i in chain.max(1)..cells {
                    let (a, b) = (leaf.offsets[i - 1], leaf.offsets[i]);
                    growth.ties.push((distance(ties, (a - b).abs()), a.min(b)));
                }
                chain = cells;
            } else {
                for i in 0..cells {
                    for j in 0..i {
                        distance(ties, (leaf.offsets[i] - leaf.offsets[j]).abs());
                    }
                }
                growth.unsure = Some(held);
            }
            leaf.growth = growth;
        }
        stack.extend(node.children.iter().map(|&child| (child, sure.clone(), chain)));
    }
}
