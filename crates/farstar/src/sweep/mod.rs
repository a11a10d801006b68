//! Laws of whole families of rulesets: each is tabulated, its law is found and, where it can be, proved, and all go
//! into one table.
//!
//! The work is cut into pieces of a few rulesets, whose rows are files of a shared directory. A worker claims a piece
//! by a lock on a file, which the system gives back when the worker dies: so any number of processes, on machines that
//! see the directory, may work on one sweep, and one that was killed costs its pieces only. The table is made of the
//! pieces when the last one is there.
//!
//! ```
//! use farstar::Limits;
//! use farstar::sweep::{Share, Sweep};
//! let folder = std::env::temp_dir().join(format!("farstar-sweep-{}", std::process::id()));
//! let sweep = Sweep::new(vec!["subtraction:2".parse()?], Vec::new())?;
//! let progress = sweep.run(&folder, Share::whole(1), &Limits::none(), &|_, _| {})?;
//! assert!(progress.is_whole());
//! let table = std::fs::read_to_string(folder.join("table.tsv"))?;
//! assert!(table.contains("subtraction 1,2\tvalues\ttheorem\tperiods\tperiod 3"));
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod directory;
mod family;
mod row;

use crate::Limits;
use crate::find::{Inquiry, LawClass};
use directory::{Claim, Directory};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

pub use directory::SweepError;
pub use family::RulesetFamily;

/// Rulesets of a piece.
const PIECE: usize = 8;
/// The stack of a worker.
const STACK: usize = 64 << 20;
/// The most workers of a process.
const MOST_WORKERS: usize = 1 << 10;

/// A family of rulesets whose laws are wanted.
#[derive(Clone, Debug)]
pub struct Sweep {
    families: Vec<RulesetFamily>,
    members: Vec<String>,
    /// How long the law of a ruleset is looked for, and then how long a proof is.
    pub time: Duration,
    /// The kinds of laws that are tried; none: all.
    pub classes: Vec<LawClass>,
}

/// Which part of a sweep a process does, and with how many threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    slice: usize,
    slices: usize,
    threads: usize,
}

impl Share {
    /// All that nobody else has claimed. No threads: one for each processor.
    #[must_use]
    pub fn whole(threads: usize) -> Self {
        Self { slice: 0, slices: 1, threads }
    }

    /// Every `slices`-th piece from that of this number on, the first being 1; `None` if there is no such slice.
    #[must_use]
    pub fn slice(slice: usize, slices: usize, threads: usize) -> Option<Self> {
        (1..=slices).contains(&slice).then(|| Self { slice: slice - 1, slices, threads })
    }

    /// How many threads work.
    fn workers(self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let threads = if self.threads == 0 { processors() } else { self.threads };
        threads.min(MOST_WORKERS)
    }
}

/// How far a sweep is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Swept {
    /// The rulesets whose rows are there.
    pub done: usize,
    /// All.
    pub of: usize,
}

impl Swept {
    /// Whether the table is there.
    #[must_use]
    pub fn is_whole(self) -> bool {
        self.done == self.of
    }
}

impl Sweep {
    /// The sweep of some families, and of rulesets of one's own: names, codes, or texts in which `\n` stands for the
    /// end of a line.
    ///
    /// # Errors
    /// No ruleset, or more than 2^20, or one of one's own that cannot be read.
    pub fn new(families: Vec<RulesetFamily>, own: Vec<String>) -> Result<Self, SweepError> {
        for one in &own {
            family::read(one).map_err(|error| SweepError::Rulesets(format!("{one}: {error}")))?;
        }
        let members = family::members(&families, &own).map_err(SweepError::Rulesets)?;
        Ok(Self { families, members, time: Duration::from_secs(2), classes: Vec::new() })
    }

    /// How many rulesets there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.members.len()
    }

    /// Works until every piece of this share is done or claimed by somebody else, and then writes the table if all
    /// pieces are there. `tell` hears how many rulesets of how many of the share are done.
    ///
    /// # Errors
    /// [`SweepError::Stopped`] by a limit: the same call goes on; a directory of another sweep; files.
    pub fn run(
        &self,
        path: &Path,
        share: Share,
        limits: &Limits,
        tell: &(dyn Fn(usize, usize) + Sync),
    ) -> Result<Swept, SweepError> {
        let directory = Directory::open(path, &self.description())?;
        let pieces: Vec<&[String]> = self.members.chunks(PIECE).collect();
        let mine: Vec<usize> = (share.slice..pieces.len()).step_by(share.slices).collect();
        let of = mine.iter().map(|&piece| pieces[piece].len()).sum();
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let failed: Mutex<Option<SweepError>> = Mutex::new(None);
        let work = || {
            while let Some(&piece) = mine.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(error) = self.piece(&directory, piece, pieces[piece], limits) {
                    // the others end with the piece they have
                    next.store(mine.len(), Ordering::Relaxed);
                    if let Ok(mut failed) = failed.lock() {
                        failed.get_or_insert(error);
                    }
                    return;
                }
                let many = pieces[piece].len();
                tell(done.fetch_add(many, Ordering::Relaxed) + many, of);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..share.workers().min(mine.len()) {
                let worker = std::thread::Builder::new().stack_size(STACK);
                worker.spawn_scoped(scope, work).map_err(SweepError::Worker)?;
            }
            Ok::<_, SweepError>(())
        })?;
        if let Some(error) = failed.into_inner().unwrap_or_default() {
            return Err(error);
        }
        let done = (0..pieces.len()).filter(|&piece| directory.has(piece));
        let done = done.map(|piece| pieces[piece].len()).sum();
        let progress = Swept { done, of: self.members.len() };
        if progress.is_whole() {
            directory.join(pieces.iter().map(|piece| piece.len()))?;
        }
        Ok(progress)
    }

    /// Does a piece, unless it is done or somebody has claimed it.
    fn piece(
        &self,
        directory: &Directory,
        piece: usize,
        members: &[String],
        limits: &Limits,
    ) -> Result<(), SweepError> {
        let Some(claim) = Claim::of(directory, piece)? else { return Ok(()) };
        let inquiry =
            Inquiry { time: self.time, classes: self.classes.clone(), ..Inquiry::default() };
        let mut rows = String::new();
        for (i, member) in (piece * PIECE..).zip(members) {
            limits.check()?;
            for (row, certificate) in row::rows(member, &inquiry, limits) {
                let file = certificate.as_ref().map(|_| row.file(i));
                if let (Some(text), Some(file)) = (certificate, &file) {
                    directory.keep(file, &text)?;
                }
                rows.push_str(&row.line(file.as_deref()));
            }
        }
        // what a limit of the whole sweep has cut short is no result
        limits.check()?;
        claim.done(&rows)
    }

    /// What a directory says of its sweep, in lines that can be compared.
    fn description(&self) -> String {
        let families: Vec<String> = self.families.iter().map(RulesetFamily::to_string).collect();
        let classes: Vec<&str> = self.classes.iter().map(|class| class.word()).collect();
        format!(
            "families {}\nrulesets {}, digest {:016x}\nseconds {}\nclasses {}\n",
            families.join(" "),
            self.members.len(),
            digest(&self.members),
            self.time.as_secs_f64(),
            classes.join(",")
        )
    }
}

/// Which list of rulesets it is: FNV-1a of their texts.
fn digest(members: &[String]) -> u64 {
    let bytes = members.iter().flat_map(|one| one.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
