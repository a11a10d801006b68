//! Sums of stoppers by handle.
//!
//! The positions of a sum are pairs of handles. Pairs whose sum is known end the graph: both short, one of them 0, a
//! sum found before, `on` with anything in onsides (Left passes there for ever, and endless play is hers) and `off`
//! with anything in offsides. What is left is valued like any graph, and the sums of all pairs that were met are kept.

use super::cut::cuts;
use super::graph::Graph;
use super::graph_values::start;
use super::memory::NONE;
use super::table::{OFF, ON, StopperTable};
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use farstar_play::Player;
use rustc_hash::FxHashMap;

/// The graph of a sum has at most so many pairs.
const MOST_PAIRS: usize = 1 << 22;

/// The handle of 0.
const ZERO: u32 = 0;

/// Sums are the same in either order.
fn pair(x: u32, y: u32) -> (u32, u32) {
    if x <= y { (x, y) } else { (y, x) }
}

impl StopperTable {
    /// One side of the sum of two stoppers, the onside for [`Player::Left`]; `None` if it is not found to be a stopper.
    pub(super) fn side_of_sum(
        &mut self,
        calc: &mut Calculator<'_>,
        x: u32,
        y: u32,
        winner: Player,
    ) -> Result<Option<u32>> {
        let side = super::graph::side(winner);
        if let Some(known) = self.known_sum(calc, pair(x, y), side)? {
            return Ok(Some(known));
        }
        let mut pairs = vec![pair(x, y)];
        let mut places = FxHashMap::from_iter([(pair(x, y), 0u32)]);
        let mut leaves: Vec<u32> = Vec::new();
        // Whether every sum that ends the graph is known to be the same on the other side.
        let mut agree = true;
        let (mut ends, mut targets) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < pairs.len() {
            let (g, h) = pairs[at];
            at += 1;
            let known = self.known_sum(calc, (g, h), side)?;
            leaves.push(known.unwrap_or(NONE));
            if let Some(known) = known {
                agree &= self.is_sum_on_both_sides((g, h), known);
                ends.extend([targets.len() as u32; 2]);
                continue;
            }
            for mover in [0, 1] {
                let in_first = self.options(g, mover).iter().map(|&to| pair(to, h));
                let in_second = self.options(h, mover).iter().map(|&to| pair(g, to));
                for next in in_first.chain(in_second) {
                    calc.tick()?;
                    let new = pairs.len() as u32;
                    let place = *places.entry(next).or_insert(new);
                    if place == new {
                        pairs.push(next);
                    }
                    targets.push(place);
                }
                ends.push(targets.len() as u32);
            }
            if pairs.len() > MOST_PAIRS || targets.len() > 16 * MOST_PAIRS {
                return Err(Error::TooLarge {
                    what: "the graph of this sum of loopy games".into(),
                    limit: format!("{MOST_PAIRS} positions"),
                });
            }
            if at.is_multiple_of(1024) {
                let room = (28 * pairs.len() + 4 * targets.len()) as u64;
                calc.limits().check_with(0, calc.arena().bytes() + self.bytes() + room)?;
            }
        }
        let graph = Graph::of_vectors(ends, targets);
        let cuts = cuts(calc, &graph)?;
        let mut known = start(&cuts[side]);
        for (known, &leaf) in known.iter_mut().zip(&leaves) {
            if leaf != NONE {
                *known = leaf;
            }
        }
        let mut sided = false;
        if !self.solve(calc, &graph, &mut known, (0, winner), &mut sided)? {
            return Ok(None);
        }
        agree &= !sided && cuts[0] == cuts[1];
        for (&pair, &handle) in pairs.iter().zip(&known) {
            if handle != NONE {
                self.sums[side].insert(pair, handle);
                if agree {
                    self.sums[1 - side].insert(pair, handle);
                }
            }
        }
        Ok(Some(known[0]))
    }

    /// The sum of a pair as far as it needs no graph.
    fn known_sum(
        &mut self,
        calc: &mut Calculator<'_>,
        (x, y): (u32, u32),
        side: usize,
    ) -> Result<Option<u32>> {
        if x == ZERO || y == ZERO {
            return Ok(Some(x.max(y)));
        }
        let taken = [ON, OFF][side];
        if x == taken || y == taken {
            return Ok(Some(taken));
        }
        if let Some(&known) = self.sums[side].get(&(x, y)) {
            return Ok(Some(known));
        }
        let (Some(a), Some(b)) = (self.game(x), self.game(y)) else { return Ok(None) };
        let sum = calc.add(a, b)?;
        self.of_short(calc, sum).map(Some)
    }

    fn is_sum_on_both_sides(&self, (x, y): (u32, u32), handle: u32) -> bool {
        let short = self.game(x).is_some() && self.game(y).is_some();
        let known = |side: usize| self.sums[side].get(&(x, y)) == Some(&handle);
        x == ZERO || y == ZERO || short || (known(0) && known(1))
    }
}
