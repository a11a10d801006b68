//! The directory of a sweep: what it is of, the pieces that are done, and the certificates.

use super::row::COLUMNS;
use crate::Stopped;
use farstar_atlas::{AtlasError, write_whole};
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// Why a sweep cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum SweepError {
    /// A limit was met; what is done stays.
    #[error(transparent)]
    Stopped(#[from] Stopped),
    /// A file cannot be read or written.
    #[error(transparent)]
    File(#[from] AtlasError),
    /// A worker cannot be started.
    #[error("a worker cannot be started: {0}")]
    Worker(io::Error),
    /// The directory is that of another sweep.
    #[error("{path}: this is the directory of another sweep, of {what}")]
    Other {
        /// The directory.
        path: String,
        /// What differs.
        what: String,
    },
    /// A piece that is said to be done has fewer rows than rulesets, or broken ones.
    #[error(
        "{path}: not all rows of this piece are there: take the file away, and the same call makes it anew"
    )]
    Damaged {
        /// The file of the piece.
        path: String,
    },
    /// Rulesets that cannot be swept.
    #[error("{0}")]
    Rulesets(String),
}

/// The directory of a sweep.
pub(super) struct Directory {
    path: PathBuf,
}

fn fault(path: &Path, error: io::Error) -> SweepError {
    let path = path.display().to_string();
    SweepError::File(AtlasError::File { path, error })
}

impl Directory {
    /// Opens the directory of a sweep, or makes it. One process after the other looks what it is of.
    pub(super) fn open(path: &Path, description: &str) -> Result<Self, SweepError> {
        let directory = Self { path: path.to_owned() };
        for folder in ["pieces", "certificates"] {
            let folder = path.join(folder);
            fs::create_dir_all(&folder).map_err(|error| fault(&folder, error))?;
        }
        let lock_path = path.join("lock");
        let lock = File::create(&lock_path).map_err(|error| fault(&lock_path, error))?;
        lock.lock().map_err(|error| fault(&lock_path, error))?;
        let file = path.join("sweep.txt");
        match fs::read_to_string(&file) {
            Ok(known) if known == description => Ok(directory),
            Ok(known) => {
                let differs = |(known, asked): &(&str, &str)| known != asked;
                let line = known.lines().zip(description.lines()).find(differs);
                let path = path.display().to_string();
                let what = line.map_or(String::new(), |(known, _)| known.to_owned());
                Err(SweepError::Other { path, what })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                write_whole(&file, description.as_bytes())?;
                Ok(directory)
            }
            Err(error) => Err(fault(&file, error)),
        }
    }

    fn piece(&self, piece: usize, ending: &str) -> PathBuf {
        self.path.join("pieces").join(format!("{piece:06}.{ending}"))
    }

    /// Whether a piece is done.
    pub(super) fn has(&self, piece: usize) -> bool {
        self.piece(piece, "tsv").exists()
    }

    /// Keeps a certificate.
    pub(super) fn keep(&self, name: &str, text: &str) -> Result<(), SweepError> {
        Ok(write_whole(&self.path.join("certificates").join(name), text.as_bytes())?)
    }

    /// Writes the table of pieces of so many rulesets. Whoever does this last writes the same.
    pub(super) fn join(&self, pieces: impl Iterator<Item = usize>) -> Result<(), SweepError> {
        let lock_path = self.path.join("lock");
        let lock = File::create(&lock_path).map_err(|error| fault(&lock_path, error))?;
        lock.lock().map_err(|error| fault(&lock_path, error))?;
        let mut table = COLUMNS.join("\t") + "\n";
        for (piece, rulesets) in pieces.enumerate() {
            let file = self.piece(piece, "tsv");
            let rows = fs::read_to_string(&file).map_err(|error| fault(&file, error))?;
            // every ruleset has a row at least
            let is_whole = |row: &str| row.split('\t').count() == COLUMNS.len();
            if !rows.ends_with('\n')
                || rows.lines().count() < rulesets
                || !rows.lines().all(is_whole)
            {
                return Err(SweepError::Damaged { path: file.display().to_string() });
            }
            table.push_str(&rows);
        }
        Ok(write_whole(&self.path.join("table.tsv"), table.as_bytes())?)
    }
}

/// A piece that nobody else works on while this lives.
pub(super) struct Claim<'d> {
    directory: &'d Directory,
    piece: usize,
    file: PathBuf,
    /// The system gives it back when the process ends, however it does.
    _lock: File,
}

impl<'d> Claim<'d> {
    /// Claims a piece that is not done; `None` if it is, or if somebody has claimed it.
    pub(super) fn of(directory: &'d Directory, piece: usize) -> Result<Option<Self>, SweepError> {
        if directory.has(piece) {
            return Ok(None);
        }
        let file = directory.piece(piece, "claim");
        let lock = File::create(&file).map_err(|error| fault(&file, error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(fault(&file, error)),
        }
        let claim = Self { directory, piece, file, _lock: lock };
        // it may have been done between the two questions, and its claim been taken away
        Ok((!directory.has(piece)).then_some(claim))
    }

    /// Writes the rows of the piece. Only then may the claim go: who has it open by then sees that the piece is done.
    pub(super) fn done(self, rows: &str) -> Result<(), SweepError> {
        write_whole(&self.directory.piece(self.piece, "tsv"), rows.as_bytes())?;
        fs::remove_file(&self.file).map_err(|error| fault(&self.file, error))
    }
}
