//! The condition of the coin-turning theorem, tested on every position of a short row.

use farstar_value::Limits;

use crate::error::{Error, Result};
use farstar_play::Meter;

/// Longest row that is tested: every one of its 2ⁿ positions is looked at.
const LONGEST_ROW: u32 = 20;

/// A rule whose legal moves depend on more than the leading coin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// The leading coin.
    pub coin: u32,
    /// A set of other coins that is legal in one position and not in the other.
    pub set: Vec<u32>,
    /// The heads of a position where it is legal.
    pub legal: Vec<u32>,
    /// The heads of a position where it is not.
    pub illegal: Vec<u32>,
}

/// Tests whether a rule given as "faces, leading coin → legal sets" depends on the leading coin alone; `Ok(Err(..))` is
/// a counterexample.
///
/// `moves(faces, coin)` is asked for every position of `coins` coins and every heads coin of it: O(2ⁿ n) calls.
///
/// # Errors
/// [`Error::TooLarge`] for more than 20 coins; those of `limits`.
///
/// # Examples
/// ```
/// use farstar_impartial::coin::check_independence;
/// use farstar_value::Limits;
/// // {2, 0} may be turned only if both are heads: the values then do not add.
/// let rule = |faces: &[bool], coin: u32| match coin {
///     2 if faces[0] => vec![vec![], vec![0]],
///     _ => vec![vec![]],
/// };
/// let found = check_independence(3, rule, &Limits::none())?.unwrap_err();
/// assert_eq!((found.coin, found.set), (2, vec![0]));
/// # Ok::<(), farstar_impartial::Error>(())
/// ```
pub fn check_independence(
    coins: u32,
    mut moves: impl FnMut(&[bool], u32) -> Vec<Vec<u32>>,
    limits: &Limits,
) -> Result<std::result::Result<(), Dependence>> {
    if coins > LONGEST_ROW {
        return Err(Error::too_large(
            format!("a test on {coins} coins"),
            format!("at most {LONGEST_ROW}, because all positions are looked at"),
        ));
    }
    let mut meter = Meter::new(limits);
    let mut first: Vec<Option<(u32, Vec<Vec<u32>>)>> = vec![None; coins as usize];
    let mut faces = vec![false; coins as usize];
    let heads = |mask: u32| (0..coins).filter(|coin| mask >> coin & 1 == 1).collect();
    for mask in 0u32..1 << coins {
        for coin in 0..coins {
            faces[coin as usize] = mask >> coin & 1 == 1;
        }
        for coin in (0..coins).filter(|coin| mask >> coin & 1 == 1) {
            let mut sets = moves(&faces, coin);
            meter.step(1 + sets.len() as u64)?;
            sets.iter_mut().for_each(|set| set.sort_unstable());
            sets.sort_unstable();
            sets.dedup();
            let Some((other, known)) = &first[coin as usize] else {
                first[coin as usize] = Some((mask, sets));
                continue;
            };
            let extra = sets.iter().find(|set| !known.contains(set));
            let missing = known.iter().find(|set| !sets.contains(set));
            let (set, legal, illegal) = match (extra, missing) {
                (Some(set), _) => (set, mask, *other),
                (None, Some(set)) => (set, *other, mask),
                (None, None) => continue,
            };
            let found =
                Dependence { coin, set: set.clone(), legal: heads(legal), illegal: heads(illegal) };
            return Ok(Err(found));
        }
    }
    Ok(Ok(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_by_places_passes() {
        let rule = |_: &[bool], coin: u32| (0..coin).map(|other| vec![other]).collect();
        assert_eq!(check_independence(6, rule, &Limits::none()), Ok(Ok(())));
        assert!(check_independence(21, rule, &Limits::none()).is_err());
    }
}
