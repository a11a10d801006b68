//! The order of loopy games, decided on the product of two graphs.
//!
//! `G ≥ H` iff Left, moving second, survives `G − H`: she wins, or play is endless in a way that does not count as
//! lost. A state is a vertex of `G`, a vertex of `H`, and who is to move; a move changes one of the two vertices. Three
//! ways to count endless play are needed:
//!
//! * for stoppers all of it is saved: an endless sum of stoppers is endless in both components, hence a draw;
//! * for onsides `G⁺ − H⁺`, play that is endless in `H` only is won by Right, and all other endless play is saved: so
//!   saved is what moves in `G` again and again;
//! * for offsides, saved is what moves in `H` again and again.
//!
//! The first is a backward induction over finite losses. The others are games with a recurring aim, solved by shrinking
//! a set `Z` to the states from which Left reaches, again and again, a move in the right component that ends in `Z`
//! (Siegel, VI.1 and VI.4; McNaughton 1993 for games with a recurring aim).
//!
//! Moves in `G` and moves in `H` are taken apart, so that 64 pairs are decided at a time: for a fixed `Z`, what moves
//! in `G` do is one disjunction or conjunction of rows of `Z` for each vertex of `G`; what moves in `H` then add is the
//! least fixed point (the greatest, where all endless play is saved) of rows for each vertex of `H`, found by sweeps up
//! and down until nothing changes. Play with the recurring aim in `H` is that of `−H − (−G)`.

use super::bits::Rows;
use super::graph::Graph;
use crate::calculator::Calculator;
use crate::error::{Error, Result};

/// Products of more pairs than this are refused.
const MOST_PAIRS: usize = 1 << 28;
/// Eighths of a byte that a pair takes while a product is solved.
const BITS_A_PAIR: u64 = 10;

/// Which endless plays of `G − H` are saved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Endless {
    /// All.
    Saved,
    /// Those with endlessly many moves in `G`.
    SavedByFirst,
    /// Those with endlessly many moves in `H`.
    SavedBySecond,
}

/// For every pair of vertices whether Left survives the difference.
pub(crate) struct Survival {
    /// When Right is to move, and when Left is.
    saved: [Rows; 2],
    /// Whether the rows are those of the second graph.
    turned: bool,
}

impl Survival {
    fn get(&self, mover: usize, g: u32, h: u32) -> bool {
        let (row, column) = if self.turned { (h, g) } else { (g, h) };
        self.saved[mover].get(row, column)
    }

    /// Whether `g ≥ h`: Left survives when Right begins.
    pub(crate) fn ge(&self, g: u32, h: u32) -> bool {
        self.get(0, g, h)
    }

    /// Whether Left survives when she begins: `g` is greater than `h` or confused with it, or drawn.
    pub(crate) fn left_first(&self, g: u32, h: u32) -> bool {
        self.get(1, g, h)
    }
}

/// Who survives what, for all pairs of vertices of two graphs.
///
/// # Errors
/// [`Error::TooLarge`] beyond 2²⁸ pairs; [`Error::Stopped`] at a limit.
///
/// # Cost A sweep looks at every move of the product once, 64 pairs at a time. There are as many sweeps as `H` asks
/// for (one or two where it has few cycles) in every round of the shrinking set.
pub(crate) fn survival(
    calc: &mut Calculator<'_>,
    first: &Graph,
    second: &Graph,
    endless: Endless,
) -> Result<Survival> {
    let pairs = first.len().saturating_mul(second.len());
    if pairs > MOST_PAIRS {
        return Err(Error::TooLarge {
            what: format!("the product of {} and {} positions", first.len(), second.len()),
            limit: format!("{MOST_PAIRS} pairs"),
        });
    }
    let room = calc.arena().bytes() + pairs as u64 * BITS_A_PAIR / 8;
    calc.limits().check_with(0, room)?;
    let (saved, turned) = match endless {
        Endless::Saved => (saved(calc, first, second, false)?, false),
        Endless::SavedByFirst => (saved(calc, first, second, true)?, false),
        Endless::SavedBySecond => (saved(calc, &second.negative(), &first.negative(), true)?, true),
    };
    Ok(Survival { saved, turned })
}

/// The saved states, for Right to move and for Left: all from which Right cannot win in finitely many moves, or those
/// from which Left also moves in the first graph `again` and again.
fn saved(
    calc: &mut Calculator<'_>,
    first: &Graph,
    second: &Graph,
    again: bool,
) -> Result<[Rows; 2]> {
    let (n, m) = (first.len(), second.len());
    let [mut right, mut left] = [(); 2].map(|()| Rows::new(n, m, true));
    // What moves in the first graph make of them.
    let [mut by_right, mut by_left] = [(); 2].map(|()| Rows::new(n, m, true));
    // The same by vertices of the second graph, and what moves there make of it.
    let [mut from_right, mut from_left, mut to_right, mut to_left] =
        [(); 4].map(|()| Rows::new(m, n, true));
    let mut row = vec![0u64; n.div_ceil(64)];
    loop {
        for g in first.vertices() {
            let to = by_left.row_mut(g);
            to.fill(0);
            for &w in first.left(g) {
                calc.tick()?;
                to.iter_mut().zip(right.row(w)).for_each(|(to, from)| *to |= from);
            }
            let to = by_right.row_mut(g);
            to.fill(u64::MAX);
            for &w in first.right(g) {
                calc.tick()?;
                to.iter_mut().zip(left.row(w)).for_each(|(to, from)| *to &= from);
            }
        }
        by_left.turn_into(n, &mut from_left);
        by_right.turn_into(n, &mut from_right);
        if again {
            to_left.fill(false);
            to_right.fill(false);
        }
        let mut down = true;
        loop {
            let mut changed = false;
            for at in second.vertices() {
                let h = if down { m as u32 - 1 - at } else { at };
                row.copy_from_slice(from_right.row(h));
                for &w in second.left(h) {
                    calc.tick()?;
                    row.iter_mut().zip(to_left.row(w)).for_each(|(to, from)| *to &= from);
                }
                changed |= put(to_right.row_mut(h), &row);
                row.copy_from_slice(from_left.row(h));
                for &w in second.right(h) {
                    calc.tick()?;
                    row.iter_mut().zip(to_right.row(w)).for_each(|(to, from)| *to |= from);
                }
                changed |= put(to_left.row_mut(h), &row);
            }
            if !changed {
                break;
            }
            down = !down;
        }
        // The tables of the first moves take what was found.
        to_right.turn_into(m, &mut by_right);
        to_left.turn_into(m, &mut by_left);
        if by_right == right && by_left == left {
            return Ok([right, left]);
        }
        std::mem::swap(&mut by_right, &mut right);
        std::mem::swap(&mut by_left, &mut left);
    }
}

/// Overwrites a row; whether it was another.
fn put(to: &mut [u64], from: &[u64]) -> bool {
    let other = to != from;
    if other {
        to.copy_from_slice(from);
    }
    other
}

#[cfg(test)]
mod tests;
