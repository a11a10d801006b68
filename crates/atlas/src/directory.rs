//! The directory of a job: which files there are, and what of the job is done.
//!
//! `job.json` says which job it is and is written first. Of each tier and shard there is a file of codes once the tier
//! is settled (`t…-f-s….run`), and one of codes with answers once they are found (`t…-a-s….run`), which takes its
//! place. Now and then, behind a tier, the codes that are open below it are written (`t…-o-s….run`), with a list of
//! what was settled. A step is done when the files of all shards are there and hold what is told of them: there is no
//! mark that could be forgotten. Every file is written beside its place and renamed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::AtlasError;
use crate::format::{Reader, write_whole};

/// A settled tier of a shard: its number, entries, and the fingerprint of its codes.
pub(crate) type Settled = (u64, u64, u64);

/// What tells jobs apart, and how it is called, the plainest first.
const DIFFERENCES: [(&str, &str); 5] = [
    ("format", "its format"),
    ("rules", "its ruleset"),
    ("start", "its start"),
    ("ask", "its question"),
    ("codes", "how positions are numbered"),
];

/// The directory of a job.
#[derive(Debug)]
pub struct Directory {
    path: PathBuf,
    shards: usize,
    /// Held as long as somebody works here.
    _lock: Option<File>,
}

/// What of a job is done.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// The tier behind which open codes were written; `None` if the job begins with the start.
    pub(crate) after: Option<u64>,
    /// Settled tiers of each shard, from the highest on.
    pub(crate) settled: Vec<Vec<Settled>>,
    /// Tiers and shards whose answers are found.
    pub(crate) answered: BTreeSet<(u64, usize)>,
}

/// What a file of a job holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    Codes,
    Open,
    Answers,
}

impl Kind {
    fn letter(self) -> char {
        match self {
            Self::Codes => 'f',
            Self::Open => 'o',
            Self::Answers => 'a',
        }
    }
}

impl Directory {
    /// Opens the directory of a job, or makes it; `job` says which job it is. What is there of the same job stays.
    ///
    /// # Errors
    /// [`AtlasError::OtherJob`] names what differs, [`AtlasError::Locked`] if somebody works on it.
    pub(crate) fn open(path: &Path, job: &Value, shards: usize) -> Result<Self, AtlasError> {
        fs::create_dir_all(path).map_err(|error| AtlasError::file(path, error))?;
        let lock_path = path.join("lock");
        let lock = File::create(&lock_path).map_err(|error| AtlasError::file(&lock_path, error))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(AtlasError::Locked { path: path.display().to_string() });
            }
            Err(TryLockError::Error(error)) => return Err(AtlasError::file(&lock_path, error)),
        }
        let mut directory = Self::join(path, job);
        if let Err(AtlasError::File { .. }) = directory {
            let mut job = job.clone();
            job["shards"] = json!(shards);
            write_whole(&path.join("job.json"), job.to_string().as_bytes())?;
            directory = Self::join(path, &job);
        }
        let mut directory = directory?;
        directory._lock = Some(lock);
        directory.sweep()?;
        Ok(directory)
    }

    /// Opens the directory of a job that somebody else holds the lock of.
    ///
    /// # Errors
    /// As [`Directory::open`], and if there is no job.
    pub(crate) fn join(path: &Path, job: &Value) -> Result<Self, AtlasError> {
        let file = path.join("job.json");
        let text = fs::read(&file).map_err(|error| AtlasError::file(&file, error))?;
        let damaged = || AtlasError::damaged(&file, "this is not the description of a job");
        let known: Value = serde_json::from_slice(&text).map_err(|_| damaged())?;
        for (key, what) in DIFFERENCES {
            if job.get(key).is_some() && known.get(key) != job.get(key) {
                let path = path.display().to_string();
                return Err(AtlasError::OtherJob { path, what });
            }
        }
        let shards =
            known["shards"].as_u64().filter(|n| (1..=1 << 12).contains(n)).ok_or_else(damaged)?;
        Ok(Self { path: path.to_owned(), shards: shards as usize, _lock: None })
    }

    /// Takes away what nobody asks for: files that were not whole, and those that were spilled.
    fn sweep(&self) -> Result<(), AtlasError> {
        for (name, path) in self.names()? {
            if name.ends_with(".tmp") || name.starts_with("spill-") {
                fs::remove_file(&path).map_err(|error| AtlasError::file(&path, error))?;
            }
        }
        Ok(())
    }

    fn names(&self) -> Result<Vec<(String, PathBuf)>, AtlasError> {
        let fault = |error| AtlasError::file(&self.path, error);
        let mut names = Vec::new();
        for entry in fs::read_dir(&self.path).map_err(fault)? {
            let entry = entry.map_err(fault)?;
            names.push((entry.file_name().to_string_lossy().into_owned(), entry.path()));
        }
        Ok(names)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn shards(&self) -> usize {
        self.shards
    }

    pub(crate) fn file(&self, kind: Kind, tier: u64, shard: usize) -> PathBuf {
        self.path.join(format!("t{tier:06}-{}-s{shard:03}.run", kind.letter()))
    }

    /// Bytes of all files.
    pub(crate) fn bytes(&self) -> Result<u64, AtlasError> {
        let length = |path: &PathBuf| fs::metadata(path).map_or(0, |data| data.len());
        Ok(self.names()?.iter().map(|(_, path)| length(path)).sum())
    }

    /// Removes the files of open codes behind tiers above this one.
    pub(crate) fn drop_opens_above(&self, tier: u64) -> Result<(), AtlasError> {
        for (name, path) in self.names()? {
            if let Some((Kind::Open, of, _)) = parsed(&name)
                && of > tier
            {
                // another worker may have been quicker
                let _ = fs::remove_file(path);
            }
        }
        Ok(())
    }

    /// What is done, every file read and checked. Files that are not what they are told to be count as missing.
    pub(crate) fn plan(&self) -> Result<Plan, AtlasError> {
        let mut opens: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (name, _) in self.names()? {
            if let Some((Kind::Open, tier, shard)) = parsed(&name)
                && shard < self.shards
            {
                opens.entry(tier).or_default().push(shard);
            }
        }
        let none = Plan { settled: vec![Vec::new(); self.shards], ..Plan::default() };
        for (&tier, shards) in &opens {
            if shards.len() == self.shards
                && let Some(plan) = self.plan_after(tier)
            {
                return Ok(plan);
            }
        }
        Ok(none)
    }

    fn plan_after(&self, tier: u64) -> Option<Plan> {
        let mut plan = Plan { after: Some(tier), ..Plan::default() };
        for shard in 0..self.shards {
            let mut reader = Reader::open(&self.file(Kind::Open, tier, shard)).ok()?;
            reader.check().ok()?;
            let settled = reader.header["settled"].as_array()?;
            let number = |one: &Value, i: usize| one.get(i)?.as_u64();
            let settled: Option<Vec<Settled>> = settled
                .iter()
                .map(|one| Some((number(one, 0)?, number(one, 1)?, number(one, 2)?)))
                .collect();
            let settled = settled?;
            for &of in &settled {
                if self.holds(Kind::Answers, shard, of) {
                    plan.answered.insert((of.0, shard));
                } else if !self.holds(Kind::Codes, shard, of) {
                    return None;
                }
            }
            plan.settled.push(settled);
        }
        Some(plan)
    }

    /// Whether a file is there, whole, and of these codes.
    fn holds(&self, kind: Kind, shard: usize, (tier, entries, fingerprint): Settled) -> bool {
        let Ok(mut reader) = Reader::open(&self.file(kind, tier, shard)) else { return false };
        let codes = match kind {
            Kind::Answers => reader.header["codes"].as_u64(),
            _ => Some(reader.fingerprint),
        };
        reader.entries == entries && codes == Some(fingerprint) && reader.check().is_ok()
    }

    /// Takes the directory of a job that is done away, with the files of the job and no others.
    pub(crate) fn remove(self) -> Result<(), AtlasError> {
        for (name, path) in self.names()? {
            if parsed(&name).is_some() || name == "job.json" || name == "lock" {
                fs::remove_file(&path).map_err(|error| AtlasError::file(&path, error))?;
            }
        }
        // somebody may have put something else there
        let _ = fs::remove_dir(&self.path);
        Ok(())
    }
}

/// What a file of a job is, by its name.
fn parsed(name: &str) -> Option<(Kind, u64, usize)> {
    let mut words = name.strip_prefix('t')?.strip_suffix(".run")?.split('-');
    let (tier, letter, shard) = (words.next()?, words.next()?, words.next()?);
    let kind = match letter {
        "f" => Kind::Codes,
        "o" => Kind::Open,
        "a" => Kind::Answers,
        _ => return None,
    };
    let shard = shard.strip_prefix('s')?.parse().ok()?;
    words.next().is_none().then_some((kind, tier.parse().ok()?, shard))
}
