//! What can be wrong with a question.

use crate::Stop;
use crate::find::TabulateError;
use farstar_impartial::sequence::SequenceError;
use farstar_rules::ResolveError;
use farstar_rules::language::{PositionError, RulesError};
use farstar_value::Stopped;

/// Why a question has no answer. That a limit was met before the answer is told in the [`Answer`](crate::Answer)
/// itself, beside what was found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No ruleset has this name, or not with these parameters, or a code is none.
    #[error(transparent)]
    Named(ResolveError),
    /// The text of a ruleset is wrong, at a line and a column.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The text of a position is wrong, at a row and a column.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Components that have no sum, or a value that is none.
    #[error("{0}")]
    Sum(String),
    /// An atlas that was asked is damaged.
    #[error("{0}")]
    Atlas(String),
    /// The question is right, and its table or its heaps are larger than can be held.
    #[error("{0}")]
    TooLarge(String),
    /// There is nothing that could answer the question, as a table of what are no heaps.
    #[error("{0}")]
    NoAnswer(String),
    /// The solver cannot answer.
    #[error(transparent)]
    Solver(#[from] farstar_solve::Error),
}

impl From<ResolveError> for Error {
    fn from(error: ResolveError) -> Self {
        match error {
            ResolveError::Text(fault) => Self::Rules(fault),
            error => Self::Named(error),
        }
    }
}

impl From<SequenceError> for Error {
    fn from(error: SequenceError) -> Self {
        Self::Solver(error.into())
    }
}

impl From<TabulateError> for Error {
    fn from(error: TabulateError) -> Self {
        match error {
            TabulateError::Stopped(stopped) => stopped.into(),
            TabulateError::TooLarge(why) => Self::TooLarge(why),
            TabulateError::Position(error) => error,
            TabulateError::Nothing(why) => Self::NoAnswer(why),
        }
    }
}

impl From<farstar_value::Error> for Error {
    fn from(error: farstar_value::Error) -> Self {
        Self::Solver(error.into())
    }
}

impl From<Stopped> for Error {
    fn from(stopped: Stopped) -> Self {
        Self::Solver(stopped.into())
    }
}

impl Error {
    /// The limit or the ceiling that was met, if the question is right and only too large.
    #[must_use]
    pub fn stop(&self) -> Option<Stop> {
        match self {
            Self::Solver(error) => Stop::of(error),
            Self::TooLarge(_) => Some(Stop::Size),
            Self::Position(fault) if fault.too_large => Some(Stop::Size),
            _ => None,
        }
    }
}
