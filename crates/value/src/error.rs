//! What can go wrong with values.

use crate::limits::Stopped;
use std::ops::Range;

/// Why an operation on games has no answer.
///
/// Every variant carries the offending value in printable form and says what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A number that cannot be held, or an operation on numbers without a meaning.
    #[error(transparent)]
    Number(#[from] farstar_num::Error),
    /// A text that is not a value.
    #[error("{message} at byte {}; expected {expected}", span.start)]
    Parse {
        /// The bytes of the text that are wrong.
        span: Range<usize>,
        /// What was found there.
        message: String,
        /// What would have been right there.
        expected: String,
    },
    /// The computation met its limits.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A size beyond what the engine can hold.
    #[error("{what} is too large: at most {limit} is possible")]
    TooLarge {
        /// What is too large.
        what: String,
        /// The most that is possible.
        limit: String,
    },
}

/// The result of an operation on games.
pub type Result<T> = std::result::Result<T, Error>;
