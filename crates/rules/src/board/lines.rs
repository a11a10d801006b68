//! Lines across a board that no move of one player crosses, as the columns of Domineering are for Left.
//!
//! Where moves only place pieces, a position cut along such a line is the same game without the moves of the opponent
//! across it: their sum is worth at least as much to the player. So what one option is worth at most is often known
//! from parts half its size.

use super::bits::Bits;

/// For each player the cells before each line, the shortest first.
#[derive(Clone, Debug)]
pub(super) struct Lines<W>(pub(super) [Vec<W>; 2]);

impl<W: Bits> Lines<W> {
    /// None for either player.
    pub(super) const NONE: Self = Self([Vec::new(), Vec::new()]);

    /// The lines of a frame of so many columns and rows, each player's from what the moves on the full board change.
    pub(super) fn new(columns: usize, rows: usize, changes: [Vec<W>; 2]) -> Self {
        let before = |across: usize, down: usize| {
            let inside = |cell: &usize| cell % columns < across && cell / columns < down;
            (0..columns * rows).filter(inside).fold(W::EMPTY, |all, cell| all.or(W::cell(cell)))
        };
        let upright = || (1..columns).map(|x| before(x, rows)).collect::<Vec<_>>();
        let level = || (1..rows).map(|y| before(columns, y)).collect::<Vec<_>>();
        Self(changes.map(|changes| {
            let uncrossed = |lines: &[W]| {
                let crosses =
                    |cut: &W, c: &W| !c.and(*cut).is_empty() && !c.without(*cut).is_empty();
                !lines.iter().any(|line| changes.iter().any(|change| crosses(line, change)))
            };
            [upright(), level()].into_iter().find(|lines| uncrossed(lines)).unwrap_or_default()
        }))
    }

    /// The two sides of a line across these cells, where they have that many: line 0 is in the middle, the next ones
    /// lie by turns before and behind it.
    #[inline]
    pub(super) fn halves(&self, cells: W, player: usize, line: usize) -> Option<[W; 2]> {
        let lines = &self.0[player];
        let all = lines.iter().take_while(|line| !cells.without(**line).is_empty()).count();
        if line >= all {
            return None;
        }
        let (middle, by) = (all / 2, line.div_ceil(2));
        let line = lines[if line % 2 == 1 { middle - by } else { middle + by }];
        Some([cells.and(line), cells.without(line)])
    }
}
