//! Rows on which every move exchanges a hole and a stone beside it (Elephants and Rhinos).
//!
//! The stones of such a row, without the holes, always come in the same order. A move takes one hole from the gap
//! before a stone to the gap after it or back, and whether it may depends on the stone and the player alone, since one
//! of the holes of a gap is beside the stone whatever their number. So holes never meet, and the row is the sum, over
//! its holes, of all stones with this hole alone. Of these stones those count that the hole may pass.

use super::bits::Bits;
use super::codes::Codes;
use super::stage::{Stage, State};
use super::table::{Leaf, Tables};
use super::topology::Topology;

/// The number of the hole, and the stones that it may pass to the left and to the right, as sets of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Holes {
    hole: u8,
    left: u16,
    right: u16,
}

impl Holes {
    /// The holes of these rules, if all moves are of this kind.
    pub(super) fn of<W>(tables: &Tables<W>, topology: &Topology<W>) -> Option<Self> {
        let Topology::Plane(plane) = topology else { return None };
        if plane.rows != 1 || tables.stop.is_some() {
            return None;
        }
        (1..16).find_map(|hole| {
            let mut holes = Self { hole, left: 0, right: 0 };
            for steps in tables.players.iter().flatten() {
                let [step] = steps.as_slice() else { return None };
                if !step.clauses.is_empty() || !step.tree.leaves.iter().all(|l| holes.add(l)) {
                    return None;
                }
            }
            (holes.left | holes.right != 0).then_some(holes)
        })
    }

    /// Notes which stones a pattern lets the hole pass; `false` if it does anything else.
    fn add<W>(&mut self, leaf: &Leaf<W>) -> bool {
        let ([a, b], [of_a, of_b]) = (leaf.offsets.as_slice(), leaf.classes.as_slice()) else {
            return false;
        };
        let (hole, stone, passed, step) = match 1u16 << self.hole {
            code if *of_a == code => (0, 1, *of_b, b - a),
            code if *of_b == code => (1, 0, *of_a, a - b),
            _ => return false,
        };
        // what a cell becomes when the stone is this one
        let becomes = |cell: usize, code: u8| {
            let mut writes = leaf.writes.iter().filter(|write| write.cell == cell);
            let (Some(write), None) = (writes.next(), writes.next()) else { return None };
            let read = if write.source == hole { self.hole } else { code };
            Some(write.table[usize::from(read)])
        };
        let mut stones = (1..16u8).filter(|&code| passed >> code & 1 != 0);
        let exchanged = stones.all(|code| {
            code != self.hole
                && becomes(hole, code) == Some(code)
                && becomes(stone, code) == Some(self.hole)
        });
        match step {
            1 => self.right |= passed,
            -1 => self.left |= passed,
            _ => return false,
        }
        exchanged
    }
}

impl<W: Bits> Stage<W> {
    /// Calls `visit` with each hole that may move, alone between the stones that it may pass.
    pub(super) fn hole_parts(
        &self,
        state: &State<W>,
        rules: Holes,
        visit: &mut dyn FnMut(&State<W>),
    ) {
        let masks = self.codes.all_masks(&state.planes);
        let holes = masks[usize::from(rules.hole) % 16];
        let (left, right) = (Codes::class(&masks, rules.left), Codes::class(&masks, rules.right));
        let mut last: Option<(usize, State<W>)> = None;
        for hole in holes.cells() {
            // holes of one gap are alike
            if let Some((before, part)) = &mut last
                && *before + 1 == hole
            {
                *before = hole;
                visit(part);
                continue;
            }
            let mut part = *state;
            part.planes.iter_mut().for_each(|plane| *plane = W::EMPTY);
            let mut put = |cell: usize, code: u8| {
                self.codes.put(&mut part.planes, W::cell(cell), code);
            };
            put(hole, rules.hole);
            let (mut low, mut high) = (hole, hole);
            for cell in (0..hole).rev().filter(|&cell| !holes.has(cell)) {
                if !left.has(cell) {
                    break;
                }
                low -= 1;
                put(low, self.codes.code_at(&state.planes, cell));
            }
            for cell in (hole + 1..W::CELLS).filter(|&cell| !holes.has(cell)) {
                if !right.has(cell) {
                    break;
                }
                high += 1;
                put(high, self.codes.code_at(&state.planes, cell));
            }
            if low < high {
                visit(&part);
                last = Some((hole, part));
            }
        }
    }
}
