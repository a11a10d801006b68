//! Subtraction games: the numbers of tokens that may be taken form a set, given by its members
//! or by the numbers left out.

use super::code::{Constraint, Digit, HeapCode, HeapCodeError};
use super::game::HeapSize;

/// Which numbers of tokens a set of them stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TakeSet<'a> {
    /// These numbers.
    Only(&'a [HeapSize]),
    /// Every positive number except these.
    AllBut(&'a [HeapSize]),
}

/// The code with `digit` at the numbers of the set and 0 elsewhere.
fn code_on(set: TakeSet<'_>, digit: u64) -> Result<HeapCode, HeapCodeError> {
    let (members, inside, outside) = match set {
        TakeSet::Only(members) => (members, digit, 0),
        TakeSet::AllBut(members) => (members, 0, digit),
    };
    let last = members.iter().copied().max().unwrap_or(0);
    let too_long = HeapCodeError::TooLong { limit: 1 << 16 };
    if last > 1 << 16 {
        return Err(too_long);
    }
    let digits = (1..=last)
        .map(|k| if members.contains(&k) { inside } else { outside })
        .map(|bits| Digit::from_bits(bits, Constraint::Any))
        .collect();
    HeapCode::new(Vec::new(), digits, vec![Digit::from_bits(outside, Constraint::Any)])
}

/// The subtraction game on a set: take a number of tokens of the set from a heap.
///
/// # Examples
/// ```
/// use farstar_rules::heap::{TakeSet, subtraction};
/// assert_eq!(subtraction(TakeSet::Only(&[2, 3, 7]))?.to_string(), "0.0330003");
/// assert_eq!(subtraction(TakeSet::AllBut(&[2, 3, 7]))?.to_string(), "0.3003330[3]");
/// # Ok::<(), farstar_rules::heap::HeapCodeError>(())
/// ```
///
/// # Errors
/// [`HeapCodeError::TooLong`] when a member is above 65 536.
pub fn subtraction(set: TakeSet<'_>) -> Result<HeapCode, HeapCodeError> {
    code_on(set, 3)
}

/// Splittles on a set: take a number of tokens of the set, then split the rest in two or not.
///
/// # Errors
/// As [`subtraction`].
pub fn splittles(set: TakeSet<'_>) -> Result<HeapCode, HeapCodeError> {
    code_on(set, 7)
}
