//! What can go wrong between a position and its answer.

use farstar_value::Stopped;

use crate::sequence::SequenceError;

/// Why a question about positions has no answer.
///
/// Every variant carries the offending object in printable form and says what was expected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The computation met its limits.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A loop-free graph was needed, and this cycle was found.
    #[error("the graph has a cycle, so it has no Grundy values: {}", format_cycle(.0))]
    Cycle(Vec<u32>),
    /// A vertex that the graph does not have.
    #[error("vertex {vertex} does not exist: the vertices are 0 to {}", .vertices.saturating_sub(1))]
    NoVertex {
        /// The vertex asked for.
        vertex: u32,
        /// Vertices of the graph.
        vertices: u32,
    },
    /// A line of an edge list that cannot be read.
    #[error("line {line}: {message}")]
    Line {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong with it and what was expected.
        message: String,
    },
    /// Something outside the range a method covers.
    #[error("{what}: {expected}")]
    OutOfRange {
        /// The offending object.
        what: String,
        /// What was expected.
        expected: String,
    },
    /// Something larger than a method was made for: the question is right, and stays open.
    #[error("{what}: {most}")]
    TooLarge {
        /// The offending object.
        what: String,
        /// The most that is possible.
        most: String,
    },
    /// A question the theory does not answer for this object.
    #[error("{what} is not covered: {reason}")]
    NotCovered {
        /// What was asked.
        what: String,
        /// The condition that fails, with the object that fails it.
        reason: String,
    },
    /// An operation on values failed.
    #[error(transparent)]
    Value(farstar_value::Error),
    /// The source of an edge list failed.
    #[error("cannot read the edge list: {0}")]
    Read(String),
}

impl From<farstar_value::Error> for Error {
    fn from(error: farstar_value::Error) -> Self {
        match error {
            farstar_value::Error::Stopped(stopped) => Self::Stopped(stopped),
            other => Self::Value(other),
        }
    }
}

impl From<SequenceError> for Error {
    fn from(error: SequenceError) -> Self {
        match error {
            SequenceError::Stopped(stopped) => Self::Stopped(stopped),
            SequenceError::HeapTooLarge { heap, limit } => {
                Self::too_large(format!("heap {heap}"), format!("at most {limit}"))
            }
            SequenceError::Forgotten { heap } => Self::too_large(
                format!("heap {heap}"),
                "it needs heaps that the stream no longer holds",
            ),
            SequenceError::Overflow { .. } => Self::too_large("play from here", error.to_string()),
            other => Self::not_covered("a heap", other.to_string()),
        }
    }
}

impl Error {
    /// The error of rules by which play reached a position that cannot be written down.
    pub fn overflow() -> Self {
        Self::out_of_range(
            "play from here",
            "it leads to more heaps, larger heaps or more moves than can be written down",
        )
    }

    /// An object outside the range of a method.
    pub fn out_of_range(what: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::OutOfRange { what: what.into(), expected: expected.into() }
    }

    /// An object beyond the ceiling of a method.
    pub fn too_large(what: impl Into<String>, most: impl Into<String>) -> Self {
        Self::TooLarge { what: what.into(), most: most.into() }
    }

    /// Whether the question is right, and only too large for a method or a table.
    #[must_use]
    pub fn is_ceiling(&self) -> bool {
        matches!(self, Self::TooLarge { .. } | Self::Value(farstar_value::Error::TooLarge { .. }))
    }

    /// A question that the theory does not answer.
    pub fn not_covered(what: impl Into<String>, reason: impl Into<String>) -> Self {
        Self::NotCovered { what: what.into(), reason: reason.into() }
    }
}

/// The result of a question about positions.
pub type Result<T> = std::result::Result<T, Error>;

/// Writes a cycle as `1 → 2 → 1`, leaving out the middle of a long one.
fn format_cycle(cycle: &[u32]) -> String {
    const SHOWN: usize = 12;
    let mut words: Vec<String> = cycle.iter().take(SHOWN).map(u32::to_string).collect();
    if cycle.len() > SHOWN {
        words.push(format!("… ({} vertices)", cycle.len()));
    }
    words.extend(cycle.first().map(u32::to_string));
    words.join(" → ")
}
