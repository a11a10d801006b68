//! What can go wrong between a problem's input and its answer.

use farstar_value::Stopped;

/// Why a problem has no answer for an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The input does not fit the problem's format.
    #[error("line {line}: {message}")]
    Input {
        /// The line, counted from 1.
        line: u64,
        /// What was found and what was expected.
        message: String,
    },
    /// The computation met its limits.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The engine has no answer.
    #[error(transparent)]
    Solve(farstar_solve::Error),
    /// The problem cannot be asked this.
    #[error("{0}")]
    Refused(String),
}

impl From<farstar_solve::Error> for Error {
    fn from(error: farstar_solve::Error) -> Self {
        match error {
            farstar_solve::Error::Stopped(stopped) => Self::Stopped(stopped),
            other => Self::Solve(other),
        }
    }
}

impl From<farstar_value::Error> for Error {
    fn from(error: farstar_value::Error) -> Self {
        farstar_solve::Error::from(error).into()
    }
}

/// The result of a question about a problem.
pub type Result<T> = std::result::Result<T, Error>;
