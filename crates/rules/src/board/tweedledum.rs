//! Positions in which the second player wins by answering every move with its image under a half turn (Tweedledum and
//! Tweedledee).
//!
//! Let a half turn, perhaps with an exchange of pieces, carry a position to itself, and let no pattern on its cells
//! share a cell with its image. After any move the image is still there to be played, since a move changes and asks for
//! nothing but the cells of its pattern; once it is played the turn carries the new position to itself. So who moves
//! second always has an answer. Reflections are of no use: patterns lie across their axes, or nothing does and the
//! halves are parts of their own.
//!
//! Source: E. Berlekamp, J. Conway, R. Guy, *Winning Ways*, ch. 1; for Cram, M. Gardner, *Scientific American*,
//! February 1974.

use super::bits::Bits;
use super::stage::Stage;

impl<W: Bits> Stage<W> {
    /// Whether no move on these cells, or on some of them, shares a cell with its image under the half turn that
    /// carries cell i to `sum` - i. For rules without clauses.
    pub(super) fn keeps_apart(&self, cells: W, sum: usize) -> bool {
        // wherever a pattern may lie, whatever its cells hold
        let any = [cells; 16];
        let mut apart = true;
        for steps in self.tables.players.iter().flatten() {
            let [step] = steps.as_slice() else { return false };
            self.anchored(&step.tree, &any, None, &mut |leaf, anchors| {
                for (i, a) in leaf.offsets.iter().enumerate() {
                    for b in &leaf.offsets[..=i] {
                        // cells a and b are images of each other, or one cell that is its own, for one anchor at most
                        let twice = sum as i32 - a - b;
                        let at = usize::try_from(twice / 2).unwrap_or(W::CELLS);
                        apart &= twice % 2 != 0 || at >= W::CELLS || !anchors.has(at);
                    }
                }
                apart
            });
        }
        apart
    }
}
