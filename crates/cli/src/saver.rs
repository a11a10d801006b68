//! The states of long computations, in files: whole at any moment, and never written over another file.

use crate::exit::Failure;
use std::fmt::Display;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, io};

/// Time between two states.
const BETWEEN: Duration = Duration::from_secs(60);

/// Where the state of a computation is saved, and when the next time.
pub(crate) struct Saver<'p> {
    path: &'p Path,
    due: Instant,
}

impl<'p> Saver<'p> {
    /// A saver, and the state to go on from; that there can be a file, and that one can be written, is seen to before
    /// hours go into it. A file that is empty is no state yet.
    pub(crate) fn new(path: &'p Path, goes_on: bool) -> Result<(Self, Option<Vec<u8>>), Failure> {
        let saver = Self { path, due: Instant::now() + BETWEEN };
        let saved = match fs::read(path) {
            Ok(bytes) if goes_on => Some(bytes).filter(|bytes| !bytes.is_empty()),
            Ok(_) => {
                return Err(saver.wrong(&"the file is there already; --resume goes on from it"));
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(saver.failure(error)),
        };
        saver.write(&[], |beside| fs::remove_file(beside))?;
        Ok((saver, saved))
    }

    /// What is wrong with the state in the file.
    pub(crate) fn wrong(&self, error: &dyn Display) -> Failure {
        Failure::Input(format!("{}: {error}", self.path.display()))
    }

    fn failure(&self, error: io::Error) -> Failure {
        Failure::File { path: self.path.display().to_string(), error }
    }

    /// Whether it is time to save.
    pub(crate) fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// Saves a state.
    pub(crate) fn save(&mut self, state: &[u8]) -> Result<(), Failure> {
        self.write(state, |beside| fs::rename(beside, self.path))?;
        self.due = Instant::now() + BETWEEN;
        Ok(())
    }

    /// Writes a state beside the file first, so that the file is whole at any moment.
    fn write(
        &self,
        state: &[u8],
        then: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<(), Failure> {
        let mut beside = self.path.as_os_str().to_owned();
        beside.push(".new");
        let beside = Path::new(&beside);
        fs::write(beside, state).and_then(|()| then(beside)).map_err(|error| self.failure(error))
    }
}
