//! What can go wrong with exact numbers.

use crate::Dyadic;

/// Why a number could not be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The text is not a number of the kind asked for.
    #[error("`{text}` is not {expected}")]
    Parse {
        /// The text, cut to a readable length.
        text: String,
        /// What would have been accepted.
        expected: &'static str,
    },
    /// A fraction whose denominator is not a power of two where a game is needed.
    #[error("{0} is not dyadic: it is no short game")]
    NotDyadic(String),
    /// A number of more than [`Dyadic::MAX_BITS`] bits.
    #[error("the number needs about {bits} bits, more than the {} allowed", Dyadic::MAX_BITS)]
    TooLarge {
        /// How many bits it would need (saturated).
        bits: u64,
    },
    /// An infinity where a finite number is needed.
    #[error("{0} is not a finite number")]
    Infinite(&'static str),
    /// A transfinite number that is no ordinal where one is needed.
    #[error("{0} is not an ordinal")]
    NotOrdinal(String),
    /// A transfinite number that is larger or deeper than is allowed.
    #[error("the result would take more than the {limit} {what} allowed")]
    OutOfBounds {
        /// What there would be too many of.
        what: &'static str,
        /// How many are allowed.
        limit: u64,
    },
    /// A surreal number with infinitely many terms where finitely many are needed.
    #[error("{0} has no normal form of finitely many terms")]
    NoNormalForm(String),
    /// A surreal number whose sign expansion has infinitely many runs that are not periodic.
    #[error("the sign expansion of {0} has infinitely many runs that do not repeat")]
    NoSigns(String),
    /// A sign expansion of a number that is beyond what can be written.
    #[error("the number with the signs {0} has no normal form of finitely many rational terms")]
    NoNumber(String),
    /// A product of transfinite nimbers that is not known here.
    #[error("{0}, so there is no product")]
    NimProduct(String),
    /// An operation without a meaning, such as `0/0` or `inf - inf`.
    #[error("{0} is undefined")]
    Undefined(String),
}

/// `text` cut to a length that fits a message.
pub(crate) fn excerpt(text: &str) -> String {
    const LONGEST: usize = 40;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST).chain(['…']).collect()
}
