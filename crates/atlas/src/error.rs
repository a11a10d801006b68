//! Why an atlas cannot be made or read.

use std::io;
use std::path::Path;

use farstar_play::Stopped;
use farstar_rules::language::{PositionError, RulesError};

/// Why an atlas cannot be made or read.
#[derive(Debug, thiserror::Error)]
pub enum AtlasError {
    /// A limit was reached; what is on disk can be gone on with.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// The job's files would take more than they may; what is on disk can be gone on with.
    #[error("stopped: the limit on disk space was reached")]
    Disk,
    /// Positions of play that need not end are held in memory, their moves on disk if need be.
    #[error(
        "positions of play that need not end are held in memory, and they take more than the {0} bytes there are"
    )]
    Memory(usize),
    /// A win or a loss takes too many moves.
    #[error("the position {0} is decided after more than 32766 moves")]
    TooManyPlies(String),
    /// Another worker failed, and says why.
    #[error("another worker of the job has stopped")]
    Elsewhere,
    /// The kind of board has no codes.
    #[error(
        "positions of {0} have no codes: expected a board of cells whose pieces carry no numbers, and rules on cells alone"
    )]
    NoCodes(String),
    /// The board is too large.
    #[error("a position would take {bits} bits, and a code has at most 63")]
    TooManyBits {
        /// How many it would take.
        bits: u32,
    },
    /// The parts of positions depend on where they lie.
    #[error(
        "parts of {0} are no figures: expected a board of rows whose rules look neither at the edge nor at stones in hand, and do not stop play"
    )]
    NoParts(String),
    /// Parts have no tiers.
    #[error(
        "parts of {0} have no tiers: expected measures that prove that play ends and count pieces, wherever they lie"
    )]
    PartsWithoutTiers(String),
    /// So many cells no part can have.
    #[error("{cells} cells: expected parts of at least one cell, and at most {most}")]
    PartsOfCells {
        /// How many were asked for.
        cells: u32,
        /// How many there may be.
        most: u32,
    },
    /// The parts cannot be numbered.
    #[error("the parts of at most {cells} cells are too many: expected fewer cells")]
    TooManyParts {
        /// How many were asked for.
        cells: u32,
    },
    /// The winner of a sum is more than the winners of its parts.
    #[error("who wins parts does not tell who wins their sum: parts are asked for their value")]
    PartsAskedOtherwise,
    /// The measures that prove that play ends take too many values together.
    #[error("the measures that prove that play ends make more tiers than can be counted")]
    TooManyTiers,
    /// The question needs play that ends.
    #[error(
        "this asks for rules by which every move lowers a count of what lies on the board; draws can be asked for: {0}"
    )]
    NotGraded(String),
    /// The question needs equal moves.
    #[error("Grundy values are those of games in which both players have the same moves")]
    NotImpartial,
    /// Values are those of normal play.
    #[error(
        "values and Grundy values are those of normal play, and these are rules of misère play"
    )]
    MiserePlay,
    /// A value cannot be made or read.
    #[error("{0}")]
    Value(farstar_value::Error),
    /// A Grundy value is too large for its bits.
    #[error("the position {0} has a Grundy value above 63")]
    LargeGrundy(String),
    /// A text is no position.
    #[error("{0}")]
    Position(#[from] PositionError),
    /// The rules of a file cannot be read.
    #[error("{path}: its rules cannot be read: {error}")]
    Rules {
        /// The file.
        path: String,
        /// Why.
        error: RulesError,
    },
    /// A file cannot be read or written.
    #[error("{path}: {error}")]
    File {
        /// The file.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// A file is not what was written.
    #[error("{path}: {what}")]
    Damaged {
        /// The file.
        path: String,
        /// What is wrong.
        what: String,
    },
    /// A directory holds another job.
    #[error("{path} holds another job: what differs is {what}")]
    OtherJob {
        /// The directory.
        path: String,
        /// What differs.
        what: &'static str,
    },
    /// The file is there already.
    #[error("{path} is there already")]
    Exists {
        /// The file.
        path: String,
    },
    /// Somebody works in the directory.
    #[error("{path}: another process works on this job")]
    Locked {
        /// The directory.
        path: String,
    },
    /// A position that must be there is not: the engine is wrong.
    #[error("the position {0} was reached and is in no list")]
    Lost(String),
}

impl From<farstar_value::Error> for AtlasError {
    fn from(error: farstar_value::Error) -> Self {
        match error {
            farstar_value::Error::Stopped(stopped) => Self::Stopped(stopped),
            other => Self::Value(other),
        }
    }
}

impl AtlasError {
    /// Whether the question is right, and only too large for a table or the disk.
    #[must_use]
    pub fn is_ceiling(&self) -> bool {
        matches!(
            self,
            Self::Disk
                | Self::TooManyBits { .. }
                | Self::TooManyTiers
                | Self::TooManyParts { .. }
                | Self::Memory(_)
                | Self::TooManyPlies(_)
                | Self::LargeGrundy(_)
        )
    }

    pub(crate) fn file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.display().to_string(), error }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> Self {
        Self::Damaged { path: path.display().to_string(), what: what.into() }
    }
}
