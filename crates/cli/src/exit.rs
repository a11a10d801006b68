//! Exit codes.

use farstar_value::Stopped;
use std::fmt;
use std::io;
use std::process::ExitCode;

/// How a run ended. When several things happened, the greatest of them is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Everything was solved.
    Solved = 0,
    /// An input was wrong.
    WrongInput = 1,
    /// The command line was wrong.
    Usage = 2,
    /// A limit stopped a computation.
    Stopped = 3,
    /// A check failed.
    CheckFailed = 4,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

impl Exit {
    /// Writes why a run could not go on, and gives its exit code.
    pub(crate) fn report(failure: &Failure) -> ExitCode {
        match failure {
            // Whoever read the answers has read enough of them.
            Failure::Output(e) if e.kind() == io::ErrorKind::BrokenPipe => Self::Solved.into(),
            Failure::Told => failure.exit().into(),
            _ => {
                crate::messages::note(&format!("error: {failure}"));
                failure.exit().into()
            }
        }
    }
}

/// Why a run could not go on.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The answers could not be written.
    Output(io::Error),
    /// A file could not be read.
    File {
        /// Its path.
        path: String,
        /// Why.
        error: io::Error,
    },
    /// The arguments do not fit together.
    Usage(String),
    /// An input is wrong.
    Input(String),
    /// An input is wrong, and it has been told.
    Told,
    /// A limit stopped a computation.
    Stopped(Stopped),
}

impl Failure {
    fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Output(_) | Self::File { .. } | Self::Input(_) | Self::Told => Exit::WrongInput,
            Self::Stopped(_) => Exit::Stopped,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(e) => write!(f, "the answer cannot be written: {e}"),
            Self::File { path, error } => write!(f, "{path}: {error}"),
            Self::Usage(message) | Self::Input(message) => f.write_str(message),
            Self::Told => Ok(()),
            Self::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

/// The limit that stopped a computation, in one word for machines.
pub(crate) fn reason(stopped: Stopped) -> &'static str {
    match stopped {
        Stopped::Nodes => "nodes",
        Stopped::Memory => "memory",
        Stopped::Time => "time",
        Stopped::Cancelled => "cancelled",
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
