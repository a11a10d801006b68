//! Exit codes.

use farstar::atlas::AtlasError;
use farstar::find::TabulateError;
use farstar::sequence::SequenceError;
use farstar::{Error, SolverError, Stop, Stopped};
use farstar_lang::{Diagnostic, Kind};
use std::fmt;
use std::io;

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

impl Exit {
    /// That of an expression that was refused.
    pub(crate) fn of_diagnostics(found: &[Diagnostic]) -> Self {
        let stopped = |one: &Diagnostic| matches!(one.kind, Kind::Stopped(_) | Kind::TooLarge);
        if found.iter().any(stopped) { Self::Stopped } else { Self::WrongInput }
    }

    /// Writes why a run could not go on, and gives its exit code.
    pub(crate) fn report(failure: &Failure) -> Self {
        match failure {
            // Whoever read the answers has read enough of them.
            Failure::Output(e) if e.kind() == io::ErrorKind::BrokenPipe => Self::Solved,
            Failure::Told(_) | Failure::Position { .. } => failure.exit(),
            _ => {
                crate::messages::note(&format!("error: {failure}"));
                let help = match failure {
                    Failure::Stopped(Stopped::Memory) => "help: --limit-memory sets another limit",
                    Failure::Stopped(Stopped::Time) => "help: --limit-time sets another limit",
                    _ => return failure.exit(),
                };
                crate::messages::note(help);
                failure.exit()
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
    /// The question is right, and larger than what can be held.
    TooLarge(String),
    /// It has been told why, and this is the exit code.
    Told(Exit),
    /// A position is wrong, or larger than what can be held: the place has been told with this message.
    Position { message: String, too_large: bool },
    /// A limit stopped a computation.
    Stopped(Stopped),
}

impl Failure {
    /// A failure of the solver with `what`.
    pub(crate) fn of_solver(error: SolverError, what: &str) -> Self {
        match error {
            SolverError::Stopped(stopped) => Self::Stopped(stopped),
            ceiling if ceiling.is_ceiling() => Self::TooLarge(format!("{what}: {ceiling}")),
            other => Self::Input(format!("{what}: {other}")),
        }
    }

    /// What a limit left open, with the word for the limit and the sentence about it.
    pub(crate) fn of_stop(stop: Stop, message: &str) -> Self {
        stop.limit().map_or_else(|| Self::TooLarge(message.to_owned()), Self::Stopped)
    }

    /// What stopped a computation; `None` if nothing did.
    pub(crate) fn stop(&self) -> Option<Stop> {
        match self {
            Self::Stopped(stopped) => Some((*stopped).into()),
            Self::TooLarge(_)
            | Self::Told(Exit::Stopped)
            | Self::Position { too_large: true, .. } => Some(Stop::Size),
            _ => None,
        }
    }

    /// The same in one word for machines.
    pub(crate) fn reason(&self) -> Option<&'static str> {
        self.stop().map(Stop::word)
    }

    fn exit(&self) -> Exit {
        match self {
            Self::Usage(_) => Exit::Usage,
            Self::Output(_) | Self::File { .. } | Self::Input(_) => Exit::WrongInput,
            Self::Stopped(_) | Self::TooLarge(_) => Exit::Stopped,
            Self::Told(exit) => *exit,
            Self::Position { too_large: true, .. } => Exit::Stopped,
            Self::Position { .. } => Exit::WrongInput,
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(e) => write!(f, "the answer cannot be written: {e}"),
            Self::File { path, error } => write!(f, "{path}: {error}"),
            Self::Usage(message)
            | Self::Input(message)
            | Self::TooLarge(message)
            | Self::Position { message, .. } => f.write_str(message),
            Self::Told(_) => Ok(()),
            Self::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

/// The limit that stopped a computation, in one word for machines.
pub(crate) fn reason(stopped: Stopped) -> &'static str {
    Stop::from(stopped).word()
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match (error.stop(), error) {
            (_, Error::Solver(SolverError::Stopped(stopped))) => Self::Stopped(stopped),
            (Some(_), error) => Self::TooLarge(error.to_string()),
            (None, error) => Self::Input(error.to_string()),
        }
    }
}

impl From<SequenceError> for Failure {
    fn from(error: SequenceError) -> Self {
        Error::from(error).into()
    }
}

impl From<TabulateError> for Failure {
    fn from(error: TabulateError) -> Self {
        Error::from(error).into()
    }
}

impl From<AtlasError> for Failure {
    fn from(error: AtlasError) -> Self {
        match error {
            AtlasError::Stopped(stopped) => Self::Stopped(stopped),
            large if large.is_ceiling() => Self::TooLarge(large.to_string()),
            AtlasError::File { path, error } => Self::File { path, error },
            other => Self::Input(other.to_string()),
        }
    }
}

impl From<Diagnostic> for Failure {
    fn from(fault: Diagnostic) -> Self {
        match fault.kind {
            Kind::Stopped(stopped) => Self::Stopped(stopped),
            Kind::TooLarge => Self::TooLarge(fault.to_string()),
            _ => Self::Input(fault.to_string()),
        }
    }
}

impl From<Stopped> for Failure {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
