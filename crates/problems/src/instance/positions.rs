//! All positions that play can reach, and who wins each of them, by the definition.

use std::collections::HashMap;

use farstar_impartial::digraph::{Digraph, grundy_values};
use farstar_value::{Limits, Player};

use super::Fate;
use super::playable::Playable;
use crate::error::{Error, Result};

/// More positions than this are not played out.
const MOST_POSITIONS: usize = 200_000;
/// Bytes that a position is taken for.
const BYTES_A_POSITION: u64 = 200;

/// Fates by the definition: who can force the end within k moves, for k = 0, 1, 2, …, each with its k.
///
/// `after` lists where the moves of each position lead, `end` tells the fate of the player to move where there are
/// none.
pub(crate) fn forced(
    after: &[Vec<u32>],
    end: impl Fn(usize) -> Fate,
    limits: &Limits,
) -> Result<Vec<(Fate, u32)>> {
    // A draw is what nobody can force; its number says nothing.
    let mut known = vec![(Fate::Draws, u32::MAX); after.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, moves) in after.iter().enumerate() {
        if moves.is_empty() {
            known[at] = (end(at), 0);
        } else {
            open.push(at);
        }
    }
    for k in 1.. {
        limits.check()?;
        let mut decided = Vec::new();
        for &at in &open {
            let moves = after[at].iter().map(|&to| known[to as usize].0);
            if moves.clone().any(|fate| fate == Fate::Loses) {
                decided.push((at, Fate::Wins));
            } else if moves.clone().all(|fate| fate == Fate::Wins) {
                decided.push((at, Fate::Loses));
            }
        }
        if decided.is_empty() {
            break;
        }
        for &(at, fate) in &decided {
            known[at] = (fate, k);
        }
        open.retain(|&at| known[at].0 == Fate::Draws);
    }
    Ok(known)
}

/// Positions, each with the player to move; in an impartial game that is always Left.
pub(super) struct Positions<P> {
    numbers: HashMap<(P, Player), u32>,
    /// The fate of the player to move, and the moves until the end.
    fates: Vec<(Fate, u32)>,
    /// Where the moves of each lead.
    after: Vec<Vec<u32>>,
}

impl<P: Playable> Positions<P> {
    /// Everything that play reaches from `position`, whoever of `movers` begins.
    pub(super) fn reached(position: &P, movers: &[Player], limits: &Limits) -> Result<Self> {
        let impartial = position.impartial();
        let mut numbers = HashMap::new();
        let mut open: Vec<(P, Player)> = Vec::new();
        for &mover in movers {
            numbers.insert((position.clone(), mover), open.len() as u32);
            open.push((position.clone(), mover));
        }
        let mut lists: Vec<Vec<u32>> = Vec::new();
        while let Some((position, mover)) = open.get(lists.len()).cloned() {
            let next = if impartial { mover } else { mover.opponent() };
            let mut list = Vec::new();
            for position in position.after(mover) {
                list.push(*numbers.entry((position.clone(), next)).or_insert_with(|| {
                    open.push((position, next));
                    open.len() as u32 - 1
                }));
            }
            lists.push(list);
            if open.len() > MOST_POSITIONS {
                return Err(Error::Refused(format!(
                    "play reaches more than {MOST_POSITIONS} positions from here; expected a smaller one"
                )));
            }
            if lists.len().is_multiple_of(256) {
                limits.check_with(open.len() as u64, open.len() as u64 * BYTES_A_POSITION)?;
            }
        }
        let end = |at: usize| {
            let (position, mover) = &open[at];
            position.winner(*mover).map_or(Fate::Draws, |winner| Fate::of(winner == *mover))
        };
        Ok(Self { fates: forced(&lists, end, limits)?, numbers, after: lists })
    }

    /// The Grundy value of the first position, if play ends and who cannot move loses: the least number that no move
    /// leads to (Sprague 1935, Grundy 1939).
    pub(super) fn grundy(&self, limits: &Limits) -> Result<Option<u32>> {
        let mut ends = self.after.iter().zip(&self.fates).filter(|(after, _)| after.is_empty());
        if ends.any(|(_, (fate, _))| *fate != Fate::Loses) {
            return Ok(None);
        }
        let arcs = (0..).zip(&self.after);
        let arcs = arcs.flat_map(|(from, after)| after.iter().map(move |&to| (from, to)));
        let graph = Digraph::from_arcs(self.after.len() as u32, &arcs.collect::<Vec<_>>());
        match graph.and_then(|graph| grundy_values(&graph, limits)) {
            Ok(values) => Ok(values.first().copied()),
            Err(farstar_impartial::Error::Cycle(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// What becomes of the player to move, and after how many moves.
    fn known(&self, position: &P, mover: Player) -> (Fate, u32) {
        let number = self.numbers.get(&(position.clone(), mover));
        number.map_or((Fate::Draws, 0), |&number| self.fates[number as usize])
    }

    /// What becomes of the player to move.
    pub(super) fn fate(&self, position: &P, mover: Player) -> Fate {
        self.known(position, mover).0
    }

    /// Which of the positions after the moves perfect play chooses: the winner hurries, the loser delays. `next` is to
    /// move in them.
    pub(super) fn best(&self, after: &[P], next: Player) -> Option<usize> {
        let rank = |one: &P| match self.known(one, next) {
            (Fate::Loses, moves) => (0, moves),
            (Fate::Draws, _) => (1, 0),
            (Fate::Wins, moves) => (2, u32::MAX - moves),
        };
        (0..after.len()).min_by_key(|&i| rank(&after[i]))
    }
}
