//! Subtraction games: the numbers of tokens that may be taken form a set, given by its members,
//! by the numbers left out, or by a rule.

use std::fmt;
use std::ops::ControlFlow;

use super::code::{Constraint, Digit, HeapCode, HeapCodeError};
use super::game::{HeapGame, HeapSize, OptionVisitor};

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
/// [`HeapCodeError::TooLong`] when a member is above 65 536: use [`SubtractionRule`] then.
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

/// A subtraction game whose set is given by a rule, such as the squares.
///
/// # Examples
/// ```
/// use farstar_rules::heap::{HeapGame, SubtractionRule};
/// let squares = SubtractionRule::new("squares", |k| k.isqrt().pow(2) == k);
/// assert_eq!(squares.options(5), [[4], [1]]);
/// ```
pub struct SubtractionRule<F> {
    name: String,
    contains: F,
}

impl<F: Fn(HeapSize) -> bool + Send + Sync> SubtractionRule<F> {
    /// The game in which `k ≥ 1` tokens may be taken when `contains(k)`.
    pub fn new(name: impl Into<String>, contains: F) -> Self {
        Self { name: name.into(), contains }
    }
}

impl<F> fmt::Debug for SubtractionRule<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SubtractionRule").field("name", &self.name).finish_non_exhaustive()
    }
}

impl<F: Fn(HeapSize) -> bool + Send + Sync> HeapGame for SubtractionRule<F> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn visit_options(&self, heap: HeapSize, visit: &mut OptionVisitor<'_>) -> ControlFlow<()> {
        for taken in (1..=heap).filter(|&k| (self.contains)(k)) {
            let rest = heap - taken;
            if rest == 0 { visit(&[])? } else { visit(&[rest])? }
        }
        ControlFlow::Continue(())
    }
}
