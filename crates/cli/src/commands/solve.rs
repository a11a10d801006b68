//! `farstar solve`: every position in play from a start, with its answer, in a file.

use super::value::{self, COLUMNS};
use crate::exit::{Exit, Failure};
use crate::fleet::{self, Fleet, Part};
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::quantity::{Bound, bytes};
use crate::ruleset::{Source, Words, named, positions};
use crate::surroundings::Surroundings;
use crate::tongue;
use farstar::atlas::{Ask, Atlas, Findings, Folding, Headway, Job, Probed, Settings};
use farstar::{Limits, LoopyOutcome, Player, Ruleset};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Memory of a job where nothing says how much is free.
const USUAL_MEMORY: u64 = 1 << 30;
/// With less memory work takes for ever.
const LEAST_MEMORY: u64 = 1 << 22;

/// Solve every position in play from a start, and write them with their answers into one file: an atlas.
///
/// The board must be one of cells. Where play is proved to end (`farstar rules RULESET` says by which measures) it is
/// solved tier by tier, larger than memory; where it need not end, in memory. Positions are kept up to symmetry. The
/// work is done in a directory, FILE.job unless --dir names one; what was stopped, by a limit, Ctrl-C or a power cut,
/// goes on when the same command is given again, with any number of threads, and the file is the same. `farstar probe`
/// asks the file, `farstar atlas verify` derives every answer again.
#[derive(Debug, clap::Args)]
#[command(
    override_usage = "farstar solve [OPTIONS] --into FILE RULESET POSITION\n       \
        farstar solve [OPTIONS] --into FILE --rules FILE POSITION\n       \
        farstar solve [OPTIONS] --into FILE --parts CELLS RULESET",
    after_long_help = "Examples:\n  \
    farstar solve konane 4x5 --into k45.atlas\n  \
    farstar solve domineering 4x4 --into w44.atlas --threads 2 --memory 1G\n  \
    farstar solve cram 3x4 --ask grundy --into cram.atlas\n  \
    farstar solve domineering 4x4 --ask value --fillings --into d44.atlas\n  \
    farstar solve clobber --parts 7 --into clobber7.atlas\n  \
    farstar solve fox-and-geese '.G.G|....|....|F...' --into fox.atlas\n  \
    farstar solve konane 6x6 --into k66.atlas --dry-run\n\n\
    When a limit stops the work the exit code is 3, and the directory can be gone on with."
)]
pub(crate) struct Solve {
    #[command(flatten)]
    words: Words,
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    into: PathBuf,
    /// What is asked of every position: `winner`, who wins when Left begins and when Right begins; `grundy`, the
    /// Grundy value, of games in which both players have the same moves; `draws`, who wins and after how many moves,
    /// where play need not end and nobody may be able to win; or `value`, the canonical value, which takes memory for
    /// all different values. [default: draws where play is not proved to end, else winner]
    #[arg(long, value_name = "QUESTION", value_parser = asked)]
    ask: Option<Ask>,
    /// Solve all fillings of the board with what its cells may hold in play from the position, whether play leads to
    /// them or not.
    #[arg(long)]
    fillings: bool,
    /// Instead of a position, value all connected parts of at most this many cells, wherever on a board they lie:
    /// every board that falls apart into such parts can then be looked up, and every sum of them.
    #[arg(long, value_name = "CELLS", conflicts_with = "fillings")]
    parts: Option<u32>,
    /// Work with this many threads; 0 is one for each processor.
    #[arg(long, value_name = "COUNT", default_value_t = 1)]
    threads: usize,
    /// Take about this much memory, such as 512M, 4M at least; what does not fit goes to the directory. [default:
    /// three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<Bound>,
    /// Let the files of the directory take no more than this.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    disk: Option<Bound>,
    /// Cut the positions into this many shards, 1 to 200, when the work begins.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=200))]
    shards: Option<u16>,
    /// Work in this directory.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
    /// Throw away what is there of the work, and begin anew.
    #[arg(long)]
    fresh: bool,
    /// Tell how long codes are and how many there can be, and write nothing.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    fleet: Fleet,
}

fn asked(word: &str) -> Result<Ask, String> {
    word.parse()
}

/// An answer in words: of values, the value before them.
pub(super) fn in_words(folding: Folding, told: &Probed) -> Vec<String> {
    if folding.ask == Ask::Grundy {
        return vec![told.text.clone()];
    }
    let outcome = LoopyOutcome::of_winners(told.winners[0], told.winners[1]);
    let mut words = vec![value::in_words(outcome).to_owned()];
    if folding.ask == Ask::Value {
        words.insert(0, told.text.clone());
    }
    for (starter, plies) in [Player::Left, Player::Right].into_iter().zip(told.plies) {
        if let Some(plies) = plies
            && (starter == Player::Left || !folding.impartial)
        {
            words.push(match folding.impartial {
                true => format!("decided after {plies} moves"),
                false => format!("decided after {plies} moves if {starter} begins"),
            });
        }
    }
    words
}

/// The same on one line.
pub(super) fn on_one_line(folding: Folding, told: &Probed) -> String {
    let words: Vec<String> =
        in_words(folding, told).iter().map(|words| tongue::told(words).into_owned()).collect();
    words.join("; ")
}

impl Solve {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let failure = match self.solved(surroundings) {
            Err(failure) if !self.fleet.is_started() => failure,
            done => return done,
        };
        if let Some(word) = failure.reason() {
            let directory = Job::directory(&self.into, &self.settings(surroundings)?);
            if surroundings.json {
                let object = json!({ "stopped": word, "directory": directory });
                Output::new().json(&object)?;
            }
            if directory.exists() {
                let shown = directory.display();
                messages::note(&format!("{shown} holds what is done; the same command goes on"));
            }
        }
        Err(failure)
    }

    fn solved(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let limits = surroundings.limits();
        let (source, texts) = self.words.split(&limits)?;
        let ruleset = match source {
            Source::Named(name) => named(name)?,
            Source::File(rules) => rules,
        };
        let job = self.job(&ruleset, texts, &limits)?;
        if self.dry_run {
            return dry_run(&job, surroundings);
        }
        let part = self.fleet.part()?;
        let mut settings = self.settings(surroundings)?;
        if self.fleet.is_started()
            && let Part::One(hosts) = &part
        {
            settings.memory /= hosts.addresses().len() as u64;
        }
        let job = Arc::new(job);
        let headway = Arc::new(Headway::default());
        let shown = Arc::clone(&headway);
        let clock = progress::counter("solving", "positions", move || {
            let [settled, done] =
                [&shown.settled, &shown.positions].map(|n| n.load(Ordering::Relaxed));
            if shown.step.load(Ordering::Relaxed) == 0 { settled } else { done }
        });
        let found = match &part {
            Part::Alone => {
                job.run(&self.into, &settings, &limits, &headway).map(Some).map_err(Failure::from)
            }
            _ if self.words.reads_input() => {
                return Err(Failure::Usage(
                    "several processes cannot read one standard input: type the position"
                        .to_owned(),
                ));
            }
            Part::Supervisor(processes) => {
                let directory = Job::directory(&self.into, &settings);
                let done = self.fleet.supervise(*processes, &directory, &limits);
                done.and_then(|()| Ok(Some(found_in(&self.into, &limits)?)))
            }
            Part::One(hosts) => fleet::part(&job, &self.into, &settings, hosts, &limits, &headway),
        };
        clock.finish_and_clear();
        match found? {
            Some(found) => self.tell(&job, &found, surroundings),
            None => Ok(Exit::Solved),
        }
    }

    fn job(&self, ruleset: &Ruleset, texts: &[String], limits: &Limits) -> Result<Job, Failure> {
        if let Some(cells) = self.parts {
            if !texts.is_empty() {
                let message = "--parts takes no position: parts lie on all boards";
                return Err(Failure::Usage(message.to_owned()));
            }
            return Ok(Job::of_parts(ruleset.rules(), cells, self.ask, limits)?);
        }
        positions(ruleset, texts, limits)?;
        let [text] = texts else {
            return Err(Failure::Usage("one position is needed to begin with".to_owned()));
        };
        let job = Job::new(ruleset.rules(), text, self.ask, limits)?;
        Ok(if self.fillings { job.of_fillings() } else { job })
    }

    fn settings(&self, surroundings: &Surroundings) -> Result<Settings, Failure> {
        let given = self.memory.and_then(|bound| bound.0).or(surroundings.memory());
        if given.is_some_and(|memory| memory < LEAST_MEMORY) {
            return Err(Failure::Usage("--memory: 4M at least".to_owned()));
        }
        let usual = Settings::default();
        let threads = match self.threads {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            n => n,
        };
        Ok(Settings {
            threads: threads.min(256),
            memory: given.unwrap_or_else(free_memory).max(LEAST_MEMORY),
            disk: self.disk.and_then(|bound| bound.0),
            shards: self.shards.map(usize::from),
            directory: self.dir.clone(),
            fresh: self.fresh,
            ..usual
        })
    }

    fn tell(
        &self,
        job: &Job,
        found: &Findings,
        surroundings: &Surroundings,
    ) -> Result<Exit, Failure> {
        let mut atlas = Atlas::open(&self.into, &surroundings.limits())?;
        let start = first_told(&mut atlas)?;
        let mut output = Output::new();
        if surroundings.json {
            let mut object = facts(&atlas, found);
            object["file"] = json!(self.into);
            object["start"] = json!(start.map(|told| told.text));
            output.json(&object)?;
            return Ok(Exit::Solved);
        }
        told_facts(&mut output, &atlas, found)?;
        if let Some(told) = start {
            output.fact("start", COLUMNS, &on_one_line(job.folding(), &told))?;
        }
        Ok(Exit::Solved)
    }
}

/// What is told of the position from which play begins, if there is one.
pub(super) fn first_told(atlas: &mut Atlas) -> Result<Option<Probed>, Failure> {
    let Some(first) = atlas.field().first() else { return Ok(None) };
    let answer = atlas.answer_of(first)?;
    Ok(answer.map(|answer| atlas.read(answer)).transpose()?)
}

/// What a file says that was found.
pub(super) fn found_in(file: &Path, limits: &Limits) -> Result<Findings, Failure> {
    let atlas = Atlas::open(file, limits)?;
    Ok(Findings {
        positions: atlas.positions(),
        arcs: atlas.arcs(),
        counts: atlas.counts(),
        fingerprint: atlas.fingerprint(),
        bytes: fs::metadata(file).map_or(0, |data| data.len()),
    })
}

/// What is found, as an object.
pub(super) fn facts(atlas: &Atlas, found: &Findings) -> Value {
    let folding = atlas.folding();
    let names = (0..folding.kinds()).map(|kind| folding.kind_name(kind));
    let counts = names.zip(&found.counts).filter(|(_, count)| **count > 0);
    let mut object = json!({
        "positions": found.positions,
        "moves": found.arcs,
        "counts": counts.map(|(name, &count)| (name, json!(count))).collect::<serde_json::Map<_, _>>(),
        "fingerprint": format!("{:016x}", found.fingerprint),
        "bytes": found.bytes,
    });
    if let Some(values) = atlas.values() {
        object["values"] = json!(values);
    }
    object
}

/// What is found, in lines.
pub(super) fn told_facts(
    output: &mut Output,
    atlas: &Atlas,
    found: &Findings,
) -> Result<(), Failure> {
    let folding = atlas.folding();
    output.fact("positions", COLUMNS, &found.positions.to_string())?;
    output.fact("moves", COLUMNS, &found.arcs.to_string())?;
    if let Some(values) = atlas.values() {
        output.fact("values", COLUMNS, &values.to_string())?;
    }
    for (kind, &count) in found.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        output.fact(&folding.kind_name(kind), COLUMNS, &count.to_string())?;
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
        &match job.field().cells_of_parts() {
            None => format!("at most about {most}: fillings of the board up to symmetry"),
            Some(_) => format!("at most about {most}: fillings of all shapes up to symmetry"),
        },
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
