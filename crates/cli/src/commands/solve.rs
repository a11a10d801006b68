//! `farstar solve`: every position in play from a start, with its answer, in a file.

use super::value::COLUMNS;
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::quantity::{Bound, bytes};
use crate::ruleset::{Source, Words, named, positions};
use crate::surroundings::Surroundings;
use crate::tongue;
use farstar::atlas::{Ask, Atlas, AtlasError, Findings, Folding, Headway, Job, Settings};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Memory of a job where nothing says how much is free.
const USUAL_MEMORY: u64 = 1 << 30;

/// Solve every position in play from a start, and write them with their answers into one file: an atlas.
///
/// The board must be one of cells, and play must be proved to end (`farstar rules RULESET` says by which measures).
/// Positions are kept up to symmetry. The work is done in a directory, FILE.job unless --dir names one; what was
/// stopped, by a limit, Ctrl-C or a power cut, goes on when the same command is given again, with any number of
/// threads, and the file is the same. `farstar probe` asks the file, `farstar atlas verify` derives every answer again.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "farstar solve [OPTIONS] --into FILE RULESET POSITION\n       \
        farstar solve [OPTIONS] --into FILE --rules FILE POSITION",
    after_long_help = "Examples:\n  \
    farstar solve konane 4x5 --into k45.atlas\n  \
    farstar solve domineering 4x4 --into d44.atlas --threads 2 --memory 1G\n  \
    farstar solve cram 3x4 --ask grundy --into cram.atlas\n  \
    farstar solve konane 6x6 --into k66.atlas --dry-run\n\n\
    When a limit stops the work the exit code is 3, and the directory can be gone on with."
)]
pub(crate) struct Solve {
    #[command(flatten)]
    words: Words,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    into: PathBuf,
    /// What is asked of every position: `winner`, who wins when Left begins and when Right begins, or `grundy`, the
    /// Grundy value, of games in which both players have the same moves.
    #[arg(long, value_name = "QUESTION", default_value = "winner", value_parser = asked)]
    ask: Ask,
    /// Work with this many threads; 0 is one for each processor.
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    threads: usize,
    /// Take about this much memory, such as 512M; what does not fit goes to the directory. [default: three quarters of
    /// what is free]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<Bound>,
    /// Let the files of the directory take no more than this.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    disk: Option<Bound>,
    /// Cut the positions into this many shards, when the work begins.
    #[arg(long, value_name = "COUNT")]
    shards: Option<usize>,
    /// Work in this directory.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Throw away what is there of the work, and begin anew.
    #[arg(long)]
    fresh: bool,
    /// Tell how long codes are and how many there can be, and write nothing.
    #[arg(long)]
    dry_run: bool,
}

fn asked(word: &str) -> Result<Ask, String> {
    word.parse()
}

/// A failure of an atlas as the command tells it.
pub(super) fn failure(error: AtlasError) -> Failure {
    match error {
        AtlasError::Stopped(stopped) => Failure::Stopped(stopped),
        large @ (AtlasError::Disk
        | AtlasError::TooManyBits { .. }
        | AtlasError::TooManyTiers
        | AtlasError::LargeGrundy(_)) => Failure::TooLarge(large.to_string()),
        AtlasError::File { path, error } => Failure::File { path, error },
        other => Failure::Input(other.to_string()),
    }
}

/// An answer in words.
pub(super) fn in_words(folding: Folding, answer: u8) -> String {
    let text = folding.text(answer);
    match (folding.ask, text.as_str()) {
        (Ask::Grundy, _) => text,
        (_, "L") => "L: Left wins, whoever begins".to_owned(),
        (_, "R") => "R: Right wins, whoever begins".to_owned(),
        (_, "N") => "N: who begins wins".to_owned(),
        _ => "P: who begins loses".to_owned(),
    }
}

impl Solve {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let limits = surroundings.limits();
        let (source, texts) = self.words.split(&limits)?;
        let ruleset = match source {
            Source::Named(name) => named(name)?,
            Source::File(rules) => rules,
        };
        positions(&ruleset, texts, &limits)?;
        let [text] = texts else {
            return Err(Failure::Usage("one position is needed to begin with".to_owned()));
        };
        let job = Job::new(ruleset.rules(), text, self.ask, &limits).map_err(failure)?;
        if self.dry_run {
            return dry_run(&job, surroundings);
        }
        let settings = self.settings(surroundings);
        let headway = Arc::new(Headway::default());
        let shown = Arc::clone(&headway);
        let clock = progress::counter("solving", "positions", move || {
            let [settled, done] =
                [&shown.settled, &shown.positions].map(|n| n.load(Ordering::Relaxed));
            if shown.step.load(Ordering::Relaxed) == 0 { settled } else { done }
        });
        let found = job.run(&self.into, &settings, &limits, &headway);
        clock.finish_and_clear();
        match found {
            Ok(found) => self.tell(&job, &found, surroundings),
            Err(error) => {
                let failure = failure(error);
                if let Some(word) = failure.reason() {
                    let directory = Job::directory(&self.into, &settings);
                    if surroundings.json {
                        let object = json!({ "stopped": word, "directory": directory });
                        Output::new().json(&object)?;
                    }
                    let shown = directory.display();
                    messages::note(&format!(
                        "{shown} holds what is done; the same command goes on"
                    ));
                }
                Err(failure)
            }
        }
    }

    fn settings(&self, surroundings: &Surroundings) -> Settings {
        let usual = Settings::default();
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        };
        Settings {
            threads: threads.min(256),
            memory: self
                .memory
                .and_then(|bound| bound.0)
                .or(surroundings.memory())
                .unwrap_or_else(free_memory),
            disk: self.disk.and_then(|bound| bound.0),
            shards: self.shards,
            directory: self.dir.clone(),
            fresh: self.fresh,
            ..usual
        }
    }

    fn tell(
        &self,
        job: &Job,
        found: &Findings,
        surroundings: &Surroundings,
    ) -> Result<Exit, Failure> {
        let mut atlas = Atlas::open(&self.into, &surroundings.limits()).map_err(failure)?;
        let start = atlas.answer_of(job.field().first()).map_err(failure)?;
        let mut output = Output::new();
        if surroundings.json {
            let mut object = facts(job.folding(), found);
            object["file"] = json!(self.into);
            object["start"] = json!(start.map(|answer| job.folding().text(answer)));
            output.json(&object)?;
            return Ok(Exit::Solved);
        }
        told_facts(&mut output, job.folding(), found)?;
        if let Some(answer) = start {
            let words = in_words(job.folding(), answer);
            output.fact("start", COLUMNS, &tongue::told(&words))?;
        }
        Ok(Exit::Solved)
    }
}

/// What is found, as an object.
pub(super) fn facts(folding: Folding, found: &Findings) -> Value {
    let names = (0..folding.answers()).map(|answer| folding.text(answer as u8));
    let counts = names.zip(&found.counts).filter(|(_, count)| **count > 0);
    json!({
        "positions": found.positions,
        "moves": found.arcs,
        "counts": counts.map(|(name, &count)| (name, json!(count))).collect::<serde_json::Map<_, _>>(),
        "fingerprint": format!("{:016x}", found.fingerprint),
        "bytes": found.bytes,
    })
}

/// What is found, in lines.
pub(super) fn told_facts(
    output: &mut Output,
    folding: Folding,
    found: &Findings,
) -> Result<(), Failure> {
    output.fact("positions", COLUMNS, &found.positions.to_string())?;
    output.fact("moves", COLUMNS, &found.arcs.to_string())?;
    for (answer, &count) in found.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        output.fact(&folding.text(answer as u8), COLUMNS, &count.to_string())?;
    }
    output.fact("fingerprint", COLUMNS, &format!("{:016x}", found.fingerprint))?;
    Ok(())
}

fn dry_run(job: &Job, surroundings: &Surroundings) -> Result<Exit, Failure> {
    let codes = job.field().codes();
    let most = codes.fillings().div_ceil(codes.symmetries() as u128);
    let mut output = Output::new();
    if surroundings.json {
        output.json(&json!({
            "bits": codes.bits(),
            "symmetries": codes.symmetries(),
            "tiers": codes.tiers(),
            "fillings": codes.fillings().to_string(),
            "about": most.to_string(),
        }))?;
        return Ok(Exit::Solved);
    }
    output.fact("bits of a code", COLUMNS, &codes.bits().to_string())?;
    output.fact("symmetries", COLUMNS, &codes.symmetries().to_string())?;
    output.fact("tiers", COLUMNS, &format!("at most {}", codes.tiers()))?;
    output.fact(
        "positions",
        COLUMNS,
        &format!("at most about {most}: fillings of the board up to symmetry"),
    )?;
    Ok(Exit::Solved)
}

/// Three quarters of the memory that is free.
fn free_memory() -> u64 {
    let text = fs::read_to_string(Path::new("/proc/meminfo")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.map_or(USUAL_MEMORY, |kilobytes| kilobytes / 4 * 3 * 1024)
}
