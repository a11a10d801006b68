//! A job: a question of every position of a game in play from a start, done in a directory and packed into one file.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use farstar_play::Limits;
use farstar_rules::Ruleset;
use serde_json::{Value, json};

use crate::AtlasError;
use crate::ask::{Ask, Folding};
use crate::atlas::header;
use crate::dictionary::{Meanings, Merger};
use crate::directory::{Directory, Kind, Plan};
use crate::exchange::{Alone, Exchange, Threads};
use crate::field::Field;
use crate::format::{Cursor, Reader, VERSION, Writer};
use crate::pages::Entry;
use crate::rounds::Rounds;
use crate::runs::{Word, mix, sort};
use crate::worker::{Frame, Headway, Shards, Worker};

/// Entries of one table that are packed together.
const TOGETHER: usize = 1 << 13;
/// Most shards: a worker may have a file of each open, and systems allow 256 files at least.
const MOST_SHARDS: usize = 200;
/// Fewest bits below a code when it is packed: its answer.
const BELOW: u32 = 8;

/// How a job is done; its answers do not depend on it.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Workers, each a thread.
    pub threads: usize,
    /// Bytes that all workers together may take, about.
    pub memory: u64,
    /// Bytes that the files of the job may take.
    pub disk: Option<u64>,
    /// Shards of a job that begins, at most 200; `None` for as many as suit the workers.
    pub shards: Option<usize>,
    /// Where the job is done; `None` beside the file it makes.
    pub directory: Option<PathBuf>,
    /// Whether what is there of the job is thrown away.
    pub fresh: bool,
    /// How long codes that were reached may stay unwritten.
    pub checkpoint: Duration,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            threads: 1,
            memory: 1 << 30,
            disk: None,
            shards: None,
            directory: None,
            fresh: false,
            checkpoint: Duration::from_secs(2),
        }
    }
}

/// What a job has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings {
    /// Positions in play from the start, up to symmetry.
    pub positions: u64,
    /// Moves of all players from all of them.
    pub arcs: u64,
    /// Positions by kind of answer ([`Folding::kind_name`]).
    pub counts: Vec<u64>,
    /// The sum of a mix of each code and answer: equal for equal tables.
    pub fingerprint: u64,
    /// Bytes of the file.
    pub bytes: u64,
}

/// A question of every position of a game in play from a start.
///
/// # Examples
/// ```
/// use farstar_atlas::{Ask, Atlas, Job, Headway, Settings};
/// use farstar_play::Limits;
/// use farstar_rules::builtin::ruleset;
/// # let path = std::env::temp_dir().join(format!("farstar-doc-{}.atlas", std::process::id()));
/// let none = Limits::none();
/// let job = Job::new(&ruleset("Konane")?, "XOXO|O..X|XOXO|OXOX", Ask::Winner, &none)?;
/// let found = job.run(&path, &Settings::default(), &none, &Headway::default())?;
/// assert_eq!(found.positions, 676);
/// let mut atlas = Atlas::open(&path, &none)?;
/// assert_eq!(atlas.probe("XOXO|O..X|XOXO|OXOX")?.as_deref(), Some("P"));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Job {
    field: Field,
    folding: Folding,
}

impl Job {
    /// The job of a question, or else of the usual one ([`Field::usual`]).
    ///
    /// # Errors
    /// The start is no position, positions have no codes or codes are too long, or the question cannot be asked of the
    /// rules.
    pub fn new(
        rules: &Ruleset,
        start: &str,
        ask: impl Into<Option<Ask>>,
        limits: &Limits,
    ) -> Result<Self, AtlasError> {
        let field = Field::new(rules, start, limits)?;
        let folding = field.folding(ask.into())?;
        Ok(Self { field, folding })
    }

    /// The values of all connected parts of at most so many cells ([`Field::of_parts`]).
    ///
    /// # Errors
    /// As [`Field::of_parts`]; parts are asked for their value, and rules of misère play have none.
    pub fn of_parts(
        rules: &Ruleset,
        cells: u32,
        ask: impl Into<Option<Ask>>,
        limits: &Limits,
    ) -> Result<Self, AtlasError> {
        let field = Field::of_parts(rules, cells, limits)?;
        let folding = field.folding(ask.into())?;
        Ok(Self { field, folding })
    }

    /// The same question of all fillings of the board ([`Field::of_fillings`]).
    #[must_use]
    pub fn of_fillings(self) -> Self {
        Self { field: self.field.of_fillings(), ..self }
    }

    /// The positions it is about.
    #[must_use]
    pub fn field(&self) -> &Field {
        &self.field
    }

    /// What is asked.
    #[must_use]
    pub fn folding(&self) -> Folding {
        self.folding
    }

    /// What tells this job from others.
    fn description(&self) -> Value {
        let start = match (self.field.cells_of_parts(), self.field.start()) {
            (Some(cells), _) => format!("all parts of at most {cells} cells"),
            (None, start) if self.field.has_fillings() => format!("all fillings of {start}"),
            (None, start) => start.to_owned(),
        };
        json!({
            "format": VERSION,
            "rules": self.field.rules().canonical(),
            "start": start,
            "ask": self.folding.ask.to_string(),
            "codes": self.field.codes().description(),
        })
    }

    /// A number that tells this job from others, so that those who work on different jobs do not mix.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let text = self.description().to_string();
        text.bytes().fold(0, |sum, byte| mix(sum.rotate_left(8) ^ u64::from(byte), 0))
    }

    /// The directory in which a file is made.
    #[must_use]
    pub fn directory(into: &Path, settings: &Settings) -> PathBuf {
        settings.directory.clone().unwrap_or_else(|| {
            let mut name = into.as_os_str().to_owned();
            name.push(".job");
            name.into()
        })
    }

    /// Does the job, going on with what is in its directory, and writes the file; then the directory goes.
    ///
    /// # Errors
    /// [`AtlasError::Stopped`] and [`AtlasError::Disk`] leave a directory that can be gone on with; a directory of
    /// another job and a file that is there already are refused.
    pub fn run(
        &self,
        into: &Path,
        settings: &Settings,
        limits: &Limits,
        progress: &Headway,
    ) -> Result<Findings, AtlasError> {
        let directory = self.begin(into, settings)?;
        let plan = directory.plan()?;
        let meanings = self.meanings(settings, limits);
        let frame = self.frame(&directory, &plan, settings, limits, progress, &meanings);
        if settings.threads <= 1 {
            labour(&frame, &mut Alone)?;
        } else {
            in_threads(&frame, settings.threads)?;
        }
        progress.step.store(2, Ordering::Relaxed);
        let found = self.pack(&directory, into, limits)?;
        directory.remove()?;
        Ok(found)
    }

    /// Opens the directory of the job.
    ///
    /// # Errors
    /// As [`Job::run`].
    pub fn begin(&self, into: &Path, settings: &Settings) -> Result<Directory, AtlasError> {
        let path = Self::directory(into, settings);
        if settings.fresh {
            if path.join("job.json").exists() {
                // only what is a job is thrown away
                Directory::open(&path, &json!({}), 1)?.remove()?;
            }
        } else if into.exists() && !path.exists() {
            return Err(AtlasError::Exists { path: into.display().to_string() });
        }
        let shards = settings.shards.unwrap_or((2 * settings.threads).max(4)).clamp(1, MOST_SHARDS);
        Directory::open(&path, &self.description(), shards)
    }

    /// Does the part of one worker of several, in a directory that somebody else has opened.
    ///
    /// # Errors
    /// As [`Job::run`], and [`AtlasError::Elsewhere`] if another worker has failed.
    pub fn work(
        &self,
        into: &Path,
        settings: &Settings,
        exchange: &mut dyn Exchange,
        limits: &Limits,
        progress: &Headway,
    ) -> Result<(), AtlasError> {
        let directory = Directory::join(&Self::directory(into, settings), &self.description())?;
        let plan = directory.plan()?;
        let meanings = self.meanings(settings, limits);
        let frame = self.frame(&directory, &plan, settings, limits, progress, &meanings);
        let done = labour(&frame, exchange);
        if done.is_err() {
            exchange.abandon();
        }
        done
    }

    /// Writes the file of a job whose answers are all found, and takes its directory away.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn end(
        &self,
        directory: Directory,
        into: &Path,
        limits: &Limits,
    ) -> Result<Findings, AtlasError> {
        let found = self.pack(&directory, into, limits)?;
        directory.remove()?;
        Ok(found)
    }

    fn frame<'a>(
        &'a self,
        directory: &'a Directory,
        plan: &'a Plan,
        settings: &Settings,
        limits: &'a Limits,
        progress: &'a Headway,
        meanings: &'a Option<Meanings>,
    ) -> Frame<'a> {
        let memory = settings.memory / settings.threads.max(1) as u64;
        Frame {
            field: &self.field,
            folding: self.folding,
            directory,
            plan,
            shards: Shards::new(directory.shards(), self.field.codes().bits()),
            memory: usize::try_from(memory).unwrap_or(usize::MAX),
            disk: settings.disk,
            checkpoint: settings.checkpoint,
            limits,
            progress,
            meanings: meanings.as_ref(),
        }
    }

    /// Room for values, if they are asked for: half of the memory.
    fn meanings(&self, settings: &Settings, limits: &Limits) -> Option<Meanings> {
        (self.folding.ask == Ask::Value).then(|| Meanings::new(limits, settings.memory / 2))
    }

    /// Merges the tables of all tiers and shards into one file.
    fn pack(
        &self,
        directory: &Directory,
        into: &Path,
        limits: &Limits,
    ) -> Result<Findings, AtlasError> {
        let plan = directory.plan()?;
        let (mut tables, mut merger) = (Vec::new(), Merger::default());
        for (shard, settled) in plan.settled.iter().enumerate() {
            for &(tier, ..) in settled {
                let path = directory.file(Kind::Answers, tier, shard);
                let reader = Reader::open(&path)?;
                let numbers = merger.take(&reader)?;
                tables.push(Table::new(Cursor::new(reader), numbers));
                limits.check()?;
            }
        }
        let (entries, numbers) = merger.finish();
        for table in &mut tables {
            table.numbers.iter_mut().for_each(|number| *number = numbers[*number as usize]);
        }
        if self.field.codes().bits() + self.folding.bits().max(BELOW) <= u64::BITS {
            self.pack_tables::<u64>(&mut tables, &entries, into, limits)
        } else {
            self.pack_tables::<u128>(&mut tables, &entries, into, limits)
        }
    }

    fn pack_tables<T: Word>(
        &self,
        tables: &mut [Table],
        entries: &[Entry],
        into: &Path,
        limits: &Limits,
    ) -> Result<Findings, AtlasError> {
        let bits = self.folding.bits();
        let mut writer = Writer::create(into, &header(&self.field, self.folding), bits)?;
        let mut counts = vec![0u64; self.folding.kinds()];
        let below = self.folding.bits().max(BELOW);
        let (mut list, mut spare): (Vec<T>, Vec<T>) = (Vec::new(), Vec::new());
        loop {
            limits.check()?;
            for table in tables.iter_mut() {
                table.fill()?;
            }
            // up to here nothing of any table is missing
            let Some(most) = tables.iter().filter_map(Table::known_to).min() else { break };
            list.clear();
            tables.iter_mut().for_each(|table| table.take(most, below, &mut list));
            sort(&mut list, &mut spare, below, below + self.field.codes().bits());
            for word in &list {
                let answer = word.with(below) as u32;
                let named = entries.get(answer as usize).map(|entry| usize::from(entry.kind));
                counts[named.unwrap_or_else(|| self.folding.kind(answer))] += 1;
                writer.push(word.code(below), answer)?;
            }
        }
        let arcs = tables
            .iter()
            .map(|table| table.cursor.reader.summary["arcs"].as_u64().unwrap_or(0))
            .sum();
        let positions = counts.iter().sum();
        entries.iter().try_for_each(|entry| writer.define(entry))?;
        let fingerprint = writer.fingerprint();
        let bytes = writer.finish(&json!({ "counts": counts, "arcs": arcs }), true)?;
        Ok(Findings { positions, arcs, counts, fingerprint, bytes })
    }
}

/// The part of one worker.
fn labour(frame: &Frame<'_>, exchange: &mut dyn Exchange) -> Result<(), AtlasError> {
    match frame.folding.ask {
        Ask::Draws => Rounds::new(frame, exchange.me(), exchange.peers()).run(exchange),
        Ask::Winner | Ask::Grundy | Ask::Value => {
            Worker::new(frame, exchange.me(), exchange.peers()).run(exchange)
        }
    }
}

fn in_threads(frame: &Frame<'_>, threads: usize) -> Result<(), AtlasError> {
    let work = |mut exchange: Threads| {
        let done = labour(frame, &mut exchange);
        if done.is_err() {
            exchange.abandon();
        }
        done
    };
    let results: Vec<Result<(), AtlasError>> = thread::scope(|scope| {
        let team: Vec<_> = Threads::team(threads)
            .into_iter()
            .map(|exchange| scope.spawn(move || work(exchange)))
            .collect();
        let joined = team.into_iter().map(|worker| worker.join());
        joined.map(|result| result.unwrap_or(Err(AtlasError::Elsewhere))).collect()
    });
    // why the first failed, not that the others were told
    let mut failures: Vec<AtlasError> = results.into_iter().filter_map(Result::err).collect();
    let own = failures.iter().position(|error| !matches!(error, AtlasError::Elsewhere));
    match failures.is_empty() {
        true => Ok(()),
        false => Err(failures.swap_remove(own.unwrap_or(0))),
    }
}

/// A table on its way into the file.
struct Table {
    cursor: Cursor,
    /// If answers are numbers of values: the numbers they have in the file.
    numbers: Vec<u32>,
    codes: Vec<u64>,
    answers: Vec<u32>,
    at: usize,
    ended: bool,
}

impl Table {
    fn new(cursor: Cursor, numbers: Vec<u32>) -> Self {
        Self { cursor, numbers, codes: Vec::new(), answers: Vec::new(), at: 0, ended: false }
    }

    /// Reads on, if there is little left.
    fn fill(&mut self) -> Result<(), AtlasError> {
        if self.ended || self.codes.len() - self.at >= TOGETHER / 2 {
            return Ok(());
        }
        self.codes.drain(..self.at);
        self.answers.drain(..self.at);
        self.at = 0;
        while self.codes.len() < TOGETHER {
            let Some((codes, answers)) = self.cursor.next_block()? else {
                self.ended = true;
                break;
            };
            self.codes.extend_from_slice(codes);
            let number = |&answer: &u32| self.numbers.get(answer as usize).copied();
            self.answers.extend(answers.iter().map(|answer| number(answer).unwrap_or(*answer)));
        }
        Ok(())
    }

    /// The code up to which everything is read; `None` if nothing is left.
    fn known_to(&self) -> Option<u64> {
        match self.codes[self.at..].last() {
            Some(_) if self.ended => Some(u64::MAX),
            last => last.copied(),
        }
    }

    /// Gives everything up to a code.
    fn take<T: Word>(&mut self, most: u64, below: u32, list: &mut Vec<T>) {
        let end = self.at + self.codes[self.at..].partition_point(|&code| code <= most);
        let entries = self.codes[self.at..end].iter().zip(&self.answers[self.at..end]);
        list.extend(entries.map(|(&code, &answer)| T::pack(code, u64::from(answer), below)));
        self.at = end;
    }
}
