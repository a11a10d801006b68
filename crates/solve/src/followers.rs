//! All positions that play can reach from one, and what is found by going through them: misère outcomes.

use std::collections::HashMap;

use farstar_rules::position::GameGraph;
use farstar_value::{Limits, Outcome, Player};

use crate::{Error, Result};
use farstar_play::Meter;

/// The positions that play can reach from one.
#[derive(Clone, Debug)]
pub struct Followers<P> {
    /// Each once; the first is the one that play began from.
    pub positions: Vec<P>,
    /// For each position the places of Left's options and of Right's.
    pub moves: Vec<[Vec<u32>; 2]>,
}

/// Every position that moves of either player, in any order, reach from `start`.
///
/// # Errors
/// Those of the limits, whose nodes are positions; [`Error::TooLarge`] beyond `most` positions.
///
/// # Complexity
/// Time and memory proportional to the positions and their moves.
pub fn followers<R: GameGraph>(
    ruleset: &R,
    start: &R::Position,
    most: usize,
    limits: &Limits,
) -> Result<Followers<R::Position>> {
    let mut meter = Meter::new(limits);
    let mut places: HashMap<R::Position, u32> = HashMap::from([(start.clone(), 0)]);
    let mut found = vec![start.clone()];
    let mut moves: Vec<[Vec<u32>; 2]> = Vec::new();
    let mut options = Vec::new();
    while let Some(position) = found.get(moves.len()).cloned() {
        let mut lists = [Vec::new(), Vec::new()];
        for (list, player) in lists.iter_mut().zip([Player::Left, Player::Right]) {
            options.clear();
            limits.guard(|| ruleset.options(&position, player, &mut options))?;
            options.sort_unstable();
            options.dedup();
            meter.step(options.len() as u64)?;
            for option in options.drain(..) {
                let next = found.len() as u32;
                list.push(*places.entry(option).or_insert_with_key(|option| {
                    found.push(option.clone());
                    next
                }));
            }
        }
        let position = size_of::<R::Position>() + ruleset.owned_bytes(&position);
        let bytes = 2 * position + 4 * (lists[0].len() + lists[1].len()) + 64;
        meter.node(bytes)?;
        if found.len() > most {
            return Err(Error::too_large(
                "a position whose play reaches too many others",
                format!("at most {most} positions"),
            ));
        }
        moves.push(lists);
    }
    Ok(Followers { positions: found, moves })
}

/// Who wins when the player who cannot move wins.
///
/// # Errors
/// Those of [`followers`]; [`Error::NotCovered`] if play can go round in a circle.
///
/// # Examples
/// ```
/// use farstar_rules::builtin::ruleset;
/// use farstar_solve::followers::misere_outcome;
/// use farstar_value::{Limits, Outcome};
/// let (board, start) = ruleset("Domineering")?.position("2x4")?;
/// assert_eq!(misere_outcome(&board, &start, &Limits::none())?, Outcome::N);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn misere_outcome<R: GameGraph>(
    ruleset: &R,
    start: &R::Position,
    limits: &Limits,
) -> Result<Outcome> {
    let Followers { moves, .. } = followers(ruleset, start, usize::MAX >> 1, limits)?;
    // for each position, whether Left and whether Right wins when moving first
    let mut wins: Vec<Option<[bool; 2]>> = vec![None; moves.len()];
    let mut open = vec![false; moves.len()];
    let mut stack = vec![0u32];
    let mut meter = Meter::new(limits);
    while let Some(&top) = stack.last() {
        let lists = &moves[top as usize];
        meter.step(1 + (lists[0].len() + lists[1].len()) as u64)?;
        let unknown = lists.iter().flatten().find(|&&v| wins[v as usize].is_none());
        if let Some(&next) = unknown {
            open[top as usize] = true;
            if open[next as usize] {
                return Err(Error::not_covered(
                    "the misère outcome",
                    "play can go round in a circle",
                ));
            }
            stack.push(next);
            continue;
        }
        let first = |player: usize| {
            let after = |&v: &u32| wins[v as usize].is_some_and(|w| !w[1 - player]);
            lists[player].is_empty() || lists[player].iter().any(after)
        };
        wins[top as usize] = Some([first(0), first(1)]);
        stack.pop();
    }
    Ok(match wins.first().copied().flatten().unwrap_or_default() {
        [true, true] => Outcome::N,
        [false, false] => Outcome::P,
        [true, false] => Outcome::L,
        [false, true] => Outcome::R,
    })
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

    #[test]
    fn misere_nim_is_lost_at_one_token() {
        for (heaps, wanted) in
            [("0", Outcome::N), ("1", Outcome::P), ("1+1", Outcome::N), ("2+2", Outcome::P)]
        {
            let (board, start) = ruleset("Nim").unwrap().position(heaps).unwrap();
            assert_eq!(misere_outcome(&board, &start, &Limits::none()), Ok(wanted), "{heaps}");
        }
        let (board, start) =
            ruleset("Backsliding Toads and Frogs").unwrap().position("T.F").unwrap();
        assert!(misere_outcome(&board, &start, &Limits::none()).is_err());
    }
}
