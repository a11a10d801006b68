//! All positions that play can reach from one.

use farstar_rules::position::GameGraph;
use farstar_value::{Limits, Player};
use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;
use std::hash::BuildHasher;

use crate::{Error, Result};
use farstar_play::Meter;

/// Moves of a graph are counted by numbers of 32 bits, with room to spare.
const MOST_MOVES: usize = 1 << 30;

/// The positions that play can reach from one, each with a number.
#[derive(Clone, Debug)]
pub struct Followers<P> {
    /// Each once; the first is the one that play began from.
    pub positions: Vec<P>,
    /// The numbers of the positions, by their hashes.
    places: HashTable<u32>,
    /// Where the list of each position and player ends, Left's before Right's.
    ends: Vec<u32>,
    /// The numbers of options, ascending in each list.
    targets: Vec<u32>,
}

impl<P: Eq + std::hash::Hash> Followers<P> {
    /// The numbers of the options of a position.
    #[must_use]
    pub fn options(&self, position: u32, player: Player) -> &[u32] {
        let at = 2 * position as usize + usize::from(player == Player::Right);
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.targets[start as usize..self.ends[at] as usize]
    }

    /// Whether all play from here ends: no position is met again, whoever moves when.
    #[must_use]
    pub fn ends(&self) -> bool {
        let mut before = vec![0u32; self.positions.len()];
        self.targets.iter().for_each(|&to| before[to as usize] += 1);
        // positions of which none that leads to them is left
        let mut open: Vec<u32> =
            (0u32..).zip(&before).filter(|one| *one.1 == 0).map(|one| one.0).collect();
        let mut left = self.positions.len();
        while let Some(position) = open.pop() {
            left -= 1;
            for player in [Player::Left, Player::Right] {
                for &to in self.options(position, player) {
                    before[to as usize] -= 1;
                    if before[to as usize] == 0 {
                        open.push(to);
                    }
                }
            }
        }
        left == 0
    }

    /// How many moves all positions have.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.targets.len()
    }

    /// The number of a position, if play reaches it.
    #[must_use]
    pub fn place(&self, position: &P) -> Option<u32> {
        let same = |&at: &u32| self.positions[at as usize] == *position;
        self.places.find(FxBuildHasher.hash_one(position), same).copied()
    }

    /// Bytes of the positions, their places and their options; what a position owns elsewhere is left out.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let words = self.places.allocation_size() + 4 * (self.ends.len() + self.targets.len());
        (size_of_val(&self.positions[..]) + words) as u64
    }

    /// The lists of options of all positions: where each ends, Left's before Right's, and the numbers.
    #[must_use]
    pub fn vectors(&self) -> (Vec<u32>, Vec<u32>) {
        (self.ends.clone(), self.targets.clone())
    }
}

/// Every position that moves of either player, in any order, reach from `start`.
///
/// # Errors
/// Those of the limits, whose nodes are positions; [`Error::TooLarge`] beyond `most` positions, and where a position
/// has more moves than are listed.
///
/// # Complexity
/// Time and memory proportional to the positions and their moves.
pub fn followers<R: GameGraph>(
    ruleset: &R,
    start: &R::Position,
    most: usize,
    limits: &Limits,
) -> Result<Followers<R::Position>> {
    limits.guard(|| explore(ruleset, start, most, limits))?
}

fn explore<R: GameGraph>(
    ruleset: &R,
    start: &R::Position,
    most: usize,
    limits: &Limits,
) -> Result<Followers<R::Position>> {
    let mut meter = Meter::new(limits);
    let mut places: HashTable<u32> = HashTable::new();
    let mut found = vec![start.clone()];
    places.insert_unique(FxBuildHasher.hash_one(start), 0, |_| 0);
    let (mut ends, mut targets) = (Vec::new(), Vec::new());
    let mut options = Vec::new();
    let mut at = 0;
    while at < found.len() {
        let from = targets.len();
        for player in [Player::Left, Player::Right] {
            ruleset.options(&found[at], player, &mut options);
            if ruleset.overflowed() {
                return Err(Error::overflow());
            }
            meter.step(options.len() as u64)?;
            let first = targets.len();
            for option in options.drain(..) {
                let next = found.len() as u32;
                let same = |&at: &u32| found[at as usize] == option;
                let hash = |&at: &u32| FxBuildHasher.hash_one(&found[at as usize]);
                match places.entry(FxBuildHasher.hash_one(&option), same, hash) {
                    hashbrown::hash_table::Entry::Occupied(known) => targets.push(*known.get()),
                    hashbrown::hash_table::Entry::Vacant(place) => {
                        place.insert(next);
                        targets.push(next);
                        found.push(option);
                    }
                }
            }
            sort_from(&mut targets, first);
            ends.push(targets.len() as u32);
        }
        let position = size_of::<R::Position>() + ruleset.owned_bytes(&found[at]);
        meter.node(position + 4 * (targets.len() - from) + 16)?;
        if found.len() > most || targets.len() > MOST_MOVES {
            return Err(Error::too_large(
                "a position whose play reaches too many others",
                format!("at most {most} positions and {MOST_MOVES} moves"),
            ));
        }
        at += 1;
    }
    Ok(Followers { positions: found, places, ends, targets })
}

/// Sorts what stands from a place on, each once.
fn sort_from(list: &mut Vec<u32>, first: usize) {
    list[first..].sort_unstable();
    let mut kept = first;
    for at in first..list.len() {
        if at == first || list[at] != list[kept - 1] {
            list[kept] = list[at];
            kept += 1;
        }
    }
    list.truncate(kept);
}

#[cfg(test)]
mod tests {
    use super::*;
    use farstar_rules::builtin::ruleset;

    #[test]
    fn amazons_on_2x4_has_2784_followers() {
        // CGSuite's test of Amazons
        let (board, start) = ruleset("Amazons").unwrap().position("x...|o...").unwrap();
        let found = followers(&board, &start, 10_000, &Limits::none()).unwrap();
        assert_eq!(found.positions.len(), 2784);
        assert!(followers(&board, &start, 1000, &Limits::none()).is_err());
    }
}
