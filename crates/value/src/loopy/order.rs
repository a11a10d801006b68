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

use super::graph::{Graph, Reversed};
use crate::calculator::Calculator;
use crate::error::{Error, Result};
use farstar_play::Player;

/// Products of more pairs than this are refused.
const MOST_PAIRS: usize = 1 << 24;
/// Bytes that a pair takes while a product is solved.
const BYTES_A_PAIR: u64 = 24;

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
    width: usize,
    /// By `2·pair`, and one more when Left is to move.
    saved: Vec<bool>,
}

impl Survival {
    /// Whether `g ≥ h`: Left survives when Right begins.
    pub(crate) fn ge(&self, g: u32, h: u32) -> bool {
        self.saved[2 * (g as usize * self.width + h as usize)]
    }

    /// Whether Left survives when she begins: `g` is greater than `h` or confused with it, or drawn.
    pub(crate) fn left_first(&self, g: u32, h: u32) -> bool {
        self.saved[2 * (g as usize * self.width + h as usize) + 1]
    }
}

/// Who survives what, for all pairs of vertices of two graphs.
///
/// # Errors
/// [`Error::TooLarge`] beyond 2²⁴ pairs; [`Error::Stopped`] at a limit.
///
/// # Cost
/// Linear in the moves of the product if endless play is saved; otherwise that times the rounds of the shrinking set.
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
    let room = calc.arena().bytes() + pairs as u64 * BYTES_A_PAIR;
    calc.limits().check_with(0, room)?;
    let product = Product {
        width: second.len(),
        into: [
            first.reversed(Player::Left),
            first.reversed(Player::Right),
            second.reversed(Player::Left),
            second.reversed(Player::Right),
        ],
        first,
        second,
    };
    let saved = match endless {
        Endless::Saved => product.not_lost(calc)?,
        Endless::SavedByFirst => product.recurring(calc, true)?,
        Endless::SavedBySecond => product.recurring(calc, false)?,
    };
    Ok(Survival { width: second.len(), saved })
}

struct Product<'g> {
    first: &'g Graph,
    second: &'g Graph,
    width: usize,
    /// Moves against their direction: Left's and Right's in the first graph, then in the second.
    into: [Reversed; 4],
}

impl Product<'_> {
    fn parts(&self, state: usize) -> (u32, u32, Player) {
        let pair = state / 2;
        let player = if state % 2 == 1 { Player::Left } else { Player::Right };
        ((pair / self.width) as u32, (pair % self.width) as u32, player)
    }

    fn state(&self, g: u32, h: u32, player: Player) -> usize {
        2 * (g as usize * self.width + h as usize) + usize::from(player == Player::Left)
    }

    fn states(&self) -> usize {
        2 * self.first.len() * self.width
    }

    /// The states after a move, with whether the move was in the first component.
    fn after(&self, state: usize) -> impl Iterator<Item = (usize, bool)> + '_ {
        let (g, h, player) = self.parts(state);
        let other = player.opponent();
        let first = self.first.options(g, player).iter();
        let second = self.second.options(h, other).iter();
        first
            .map(move |&to| (self.state(to, h, other), true))
            .chain(second.map(move |&to| (self.state(g, to, other), false)))
    }

    /// The states before a move in the first or in the second component.
    fn before(&self, state: usize, in_first: bool) -> impl Iterator<Item = usize> + '_ {
        let (g, h, player) = self.parts(state);
        let mover = player.opponent();
        // In G − H a player moves in H as the other would.
        let sources = match (in_first, mover) {
            (true, Player::Left) => self.into[0].of(g),
            (true, Player::Right) => self.into[1].of(g),
            (false, Player::Left) => self.into[3].of(h),
            (false, Player::Right) => self.into[2].of(h),
        };
        sources.iter().map(move |&from| {
            if in_first { self.state(from, h, mover) } else { self.state(g, from, mover) }
        })
    }

    /// Everything that Right does not win in finitely many moves.
    fn not_lost(&self, calc: &mut Calculator<'_>) -> Result<Vec<bool>> {
        let mut saved = vec![true; self.states()];
        let mut ways_out = vec![0u32; self.states() / 2];
        let mut lost = Vec::new();
        for state in (1..self.states()).step_by(2) {
            calc.tick()?;
            let (g, h, _) = self.parts(state);
            let moves = self.first.left(g).len() + self.second.right(h).len();
            ways_out[state / 2] = moves as u32;
            if moves == 0 {
                saved[state] = false;
                lost.push(state);
            }
        }
        while let Some(state) = lost.pop() {
            calc.tick()?;
            for from in self.before(state, true).chain(self.before(state, false)) {
                if !saved[from] {
                    continue;
                }
                let left_moves = from % 2 == 1;
                if left_moves {
                    ways_out[from / 2] -= 1;
                }
                if !left_moves || ways_out[from / 2] == 0 {
                    saved[from] = false;
                    lost.push(from);
                }
            }
        }
        Ok(saved)
    }

    /// Everything from which Left wins, or moves are made in the wanted component again and again.
    fn recurring(&self, calc: &mut Calculator<'_>, in_first: bool) -> Result<Vec<bool>> {
        let mut within = vec![true; self.states()];
        loop {
            let reached = self.reach(calc, &within, in_first)?;
            if reached == within {
                return Ok(within);
            }
            within = reached;
        }
    }

    /// The states from which Left forces a wanted move into `within`, or Right to be without a move.
    fn reach(
        &self,
        calc: &mut Calculator<'_>,
        within: &[bool],
        in_first: bool,
    ) -> Result<Vec<bool>> {
        let mut reached = vec![false; self.states()];
        // Of states with Right to move: the moves that are not known to lead where Left wants.
        let mut escapes = vec![0u32; self.states() / 2];
        let mut fresh = Vec::new();
        for state in 0..self.states() {
            calc.tick()?;
            if !within[state] {
                continue;
            }
            let good = |(to, first): (usize, bool)| first == in_first && within[to];
            let arrived = if state % 2 == 1 {
                self.after(state).any(good)
            } else {
                let open = self.after(state).filter(|&move_to| !good(move_to)).count();
                escapes[state / 2] = open as u32;
                open == 0
            };
            if arrived {
                reached[state] = true;
                fresh.push(state);
            }
        }
        while let Some(state) = fresh.pop() {
            calc.tick()?;
            for from in self.before(state, !in_first) {
                if reached[from] || !within[from] {
                    continue;
                }
                if from % 2 == 0 {
                    escapes[from / 2] -= 1;
                    if escapes[from / 2] > 0 {
                        continue;
                    }
                }
                reached[from] = true;
                fresh.push(from);
            }
        }
        Ok(reached)
    }
}
