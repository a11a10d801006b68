//! `farstar sweep`: the laws of whole families of rulesets, found and proved, in one table.

use crate::exit::{Exit, Failure};
use crate::input::Lines;
use crate::messages;
use crate::output::Output;
use crate::progress;
use crate::surroundings::Surroundings;
use farstar::find::LawClass;
use farstar::sweep::{RulesetFamily, Share, Sweep, SweepError};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Find and prove the laws of whole families of heap games, and write one table.
///
/// The table is DIR/table.tsv, a line for the values of each ruleset and one for who wins where the values of pairs are
/// no theorem; the certificates of theorems are in DIR/certificates, and `farstar check` reads them. The work is cut
/// into pieces in DIR, which processes claim: the same command given several times, on all machines that see DIR, works
/// on one sweep, and what was killed goes on when it is given again. The table is there when the last piece is.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Families:\n  \
    octal:D           codes 0.d… and 4.d… of at most D digits\n  \
    hexadecimal:D     those with digits up to F that are not octal, with 0, 4, 8 or C before the point\n  \
    subtraction:M     taking a number of a set of numbers up to M\n  \
    all-but:M         taking any other number\n  \
    pass:M            subtraction with passes, on two numbers\n  \
    wythoff:M         pairs of heaps, with diagonals in proportions up to M\n  \
    turning:M         coins in a row, sets of up to M of them\n  \
    dynamic:M         what may be taken is bounded by the move before\n  \
    partizan:M        Left takes a number of a set, Right of another, up to M\n\n\
    A file is a list of rulesets, one a line.\n\n\
    Examples:\n  \
    farstar sweep octal:2 subtraction:5 --into laws\n  \
    farstar sweep wythoff:3 --into laws --seconds 5 --threads 0\n  \
    farstar sweep rulesets.txt --into laws --slice 2/8\n  \
    farstar sweep octal:3 --into laws --slice slurm      in a job array of SLURM")]
pub(crate) struct SweepCommand {
    /// Families, and files of rulesets, one a line.
    #[arg(required = true, value_name = "FAMILY")]
    families: Vec<String>,
    /// The directory of the sweep, made if it is not there.
    #[arg(long, value_name = "DIR")]
    into: PathBuf,
    /// Do the K-th of N parts only, or the part that the variables of a job array of SLURM say.
    #[arg(long, value_name = "K/N", value_parser = slice)]
    slice: Option<(usize, usize)>,
    /// Work with this many threads; 0 is one for each processor.
    #[arg(long, value_name = "COUNT", default_value_t = 0)]
    threads: usize,
    /// How long the law of a ruleset is looked for, and then how long a proof is.
    #[arg(long, value_name = "S", default_value = "2", value_parser = super::find::seconds)]
    seconds: Duration,
    /// Look for laws of these kinds only.
    #[arg(long, value_name = "CLASSES", value_delimiter = ',', value_parser = LawClass::named)]
    class: Vec<LawClass>,
}

fn slice(word: &str) -> Result<(usize, usize), String> {
    let of_slurm = |name: &str| std::env::var(name).ok()?.parse::<usize>().ok();
    let told = match word {
        "slurm" => {
            of_slurm("SLURM_ARRAY_TASK_ID").zip(of_slurm("SLURM_ARRAY_TASK_COUNT")).and_then(
                |(id, count)| Some((id.checked_sub(of_slurm("SLURM_ARRAY_TASK_MIN")?)?, count)),
            )
        }
        word => word.split_once('/').and_then(|(slice, of)| {
            Some((slice.parse::<usize>().ok()?.checked_sub(1)?, of.parse().ok()?))
        }),
    };
    told.filter(|(slice, of)| slice < of).ok_or_else(|| {
        "expected K/N with K from 1 to N, or slurm where SLURM_ARRAY_TASK_ID, …_MIN and …_COUNT are set, in steps of 1"
            .to_owned()
    })
}

impl SweepCommand {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let (mut families, mut own) = (Vec::new(), Vec::new());
        for word in &self.families {
            if Path::new(word).is_file() {
                own.extend(rulesets(word)?);
            } else {
                families.push(word.parse::<RulesetFamily>().map_err(Failure::Usage)?);
            }
        }
        let mut sweep = Sweep::new(families, own).map_err(failure)?;
        (sweep.time, sweep.classes) = (self.seconds, self.class.clone());
        let (slice, slices) = self.slice.unwrap_or((0, 1));
        let share = Share::slice(slice + 1, slices, self.threads);
        let share = share.unwrap_or(Share::whole(self.threads));
        let bar = progress::bar("rulesets");
        let tell = |done: usize, of: usize| {
            bar.set_length(of as u64);
            bar.set_position(done as u64);
        };
        let done = sweep.run(&self.into, share, &surroundings.limits(), &tell);
        bar.finish_and_clear();
        let progress = done.map_err(failure)?;
        let table = self.into.join("table.tsv");
        let mut output = Output::new();
        if surroundings.json {
            let table = progress.is_whole().then(|| table.display().to_string());
            let told = json!({ "rulesets": progress.of, "done": progress.done, "table": table });
            output.json(&told)?;
        } else if progress.is_whole() {
            output.say(&format!("{} rulesets: {}", progress.of, table.display()))?;
        } else {
            output.say(&format!("{} of {} rulesets", progress.done, progress.of))?;
            messages::note(
                "note: the others belong to other slices or processes; the last of them writes the table",
            );
        }
        Ok(Exit::Solved)
    }
}

fn failure(error: SweepError) -> Failure {
    match error {
        SweepError::Stopped(stopped) => Failure::Stopped(stopped),
        other => Failure::Input(other.to_string()),
    }
}

/// The rulesets of a file, one a line.
fn rulesets(path: &str) -> Result<Vec<String>, Failure> {
    let (mut lines, mut all) = (Lines::open(path)?, Vec::new());
    while let Some((_, line)) = lines.next()? {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            all.push(line.to_owned());
        }
    }
    Ok(all)
}
