//! `farstar atlas`: what a file of answers holds, whether it is right, its entries, and how two differ.

use super::solve::{facts, first_told, found_in, told_facts};
use super::value::COLUMNS;
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::progress;
use crate::surroundings::Surroundings;
use farstar::atlas::{Atlas, Difference, compare, verify};
use serde_json::json;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Look into an atlas, which `farstar solve` makes: what it holds, whether it is right, its positions.
#[derive(Debug, clap::Args)]
#[command(
    arg_required_else_help = true,
    after_long_help = "Examples:\n  \
    farstar atlas info k45.atlas\n  \
    farstar atlas verify k45.atlas\n  \
    farstar atlas export k45.atlas\n  \
    farstar atlas compare k45.atlas k45.atlas"
)]
pub(crate) struct AtlasCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    /// Tell what atlases hold.
    Info {
        /// Atlases.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
    /// Derive every answer again from those of its options; the exit code is 4 if one is wrong.
    ///
    /// Every checksum is looked at, the order of the positions and their fingerprint, then every answer: in a game that
    /// ends only one table agrees with its own options, so what passes is right, given the rules. A sample of the
    /// positions is drawn, read again as text, and derived once more by the rules as any board plays them.
    Verify {
        /// The atlas.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Derive this many positions once more from their texts.
        #[arg(long, value_name = "COUNT", default_value_t = 100_000)]
        sample: u64,
    },
    /// Print every position, one of each class of images, with its answer, separated by a tab.
    Export {
        /// The atlas.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Tell whether two atlases say the same, whatever made them; the exit code is 4 if not.
    Compare {
        /// An atlas.
        #[arg(value_name = "FILE")]
        one: PathBuf,
        /// Another.
        #[arg(value_name = "OTHER")]
        other: PathBuf,
    },
}

impl AtlasCommand {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        match &self.what {
            What::Info { files } => {
                files.iter().try_fold(Exit::Solved, |_, file| info(file, surroundings))
            }
            What::Verify { file, sample } => verified(file, *sample, surroundings),
            What::Export { file } => export(file, surroundings),
            What::Compare { one, other } => compared(one, other, surroundings),
        }
    }
}

fn info(file: &Path, surroundings: &Surroundings) -> Result<Exit, Failure> {
    let mut atlas = Atlas::open(file, &surroundings.limits())?;
    let start = first_told(&mut atlas)?;
    let parts = atlas.field().cells_of_parts();
    let found = found_in(file, &surroundings.limits())?;
    let mut output = Output::new();
    if surroundings.json {
        let mut object = facts(&atlas, &found);
        object["game"] = json!(atlas.game());
        object["from"] = json!(atlas.field().start());
        object["ask"] = json!(atlas.folding().ask.to_string());
        object["bits"] = json!(atlas.field().codes().bits());
        object["symmetries"] = json!(atlas.field().codes().symmetries());
        object["fillings"] = json!(atlas.field().has_fillings());
        object["start"] = json!(start.map(|told| told.text));
        if let Some(cells) = parts {
            object["parts"] = json!(cells);
        }
        output.json(&object)?;
        return Ok(Exit::Solved);
    }
    output.fact("game", COLUMNS, atlas.game())?;
    if parts.is_none() {
        output.fact("from", COLUMNS, atlas.field().start())?;
    }
    output.fact("asked", COLUMNS, &atlas.folding().ask.to_string())?;
    if let Some(cells) = parts {
        output.fact("of", COLUMNS, &format!("all parts of at most {cells} cells"))?;
    } else if atlas.field().has_fillings() {
        output.fact("of", COLUMNS, "all fillings of the board")?;
    }
    output.fact("symmetries", COLUMNS, &atlas.field().codes().symmetries().to_string())?;
    told_facts(&mut output, &atlas, &found)?;
    Ok(Exit::Solved)
}

fn verified(file: &Path, sample: u64, surroundings: &Surroundings) -> Result<Exit, Failure> {
    let (clock, limits) = progress::watched("verifying", surroundings.limits());
    let found = verify(file, sample, &limits);
    clock.finish_and_clear();
    let found = found?;
    let mut output = Output::new();
    let wrong = found.contradiction.as_ref();
    if surroundings.json {
        let wrong = wrong.map(|wrong| {
            json!({
                "position": wrong.position, "tier": wrong.tier,
                "told": wrong.told, "derived": wrong.derived,
            })
        });
        let object =
            json!({ "positions": found.positions, "sampled": found.sampled, "wrong": wrong });
        output.json(&object)?;
    } else if let Some(wrong) = wrong {
        let told = match (&wrong.told, &wrong.derived) {
            (Some(told), Some(derived)) => {
                format!("is told to be {told}, and its options say {derived}")
            }
            (Some(told), None) => format!("is told to be {told}, and its options say otherwise"),
            (None, _) => "is reached and is missing".to_owned(),
        };
        output.say(&format!("wrong: {} (tier {}) {told}", wrong.position, wrong.tier))?;
    } else {
        output.say(&format!(
            "right: {} answers derived again, {} of them from their texts too",
            found.positions, found.sampled
        ))?;
    }
    Ok(if found.contradiction.is_some() { Exit::CheckFailed } else { Exit::Solved })
}

fn export(file: &Path, surroundings: &Surroundings) -> Result<Exit, Failure> {
    let atlas = Atlas::open(file, &surroundings.limits())?;
    let mut dictionary = Atlas::open(file, &surroundings.limits())?;
    let mut out = BufWriter::new(io::stdout().lock());
    let (mut fault, mut stopped) = (Ok(()), false);
    let limits = surroundings.limits();
    atlas
        .each(&mut |code, answer| {
            let (position, text) = (atlas.field().draw(code), dictionary.read(answer)?.text);
            fault = if surroundings.json {
                writeln!(out, "{}", json!({ "position": position, "answer": text }))
            } else {
                writeln!(out, "{position}\t{text}")
            };
            stopped |= fault.is_err();
            if stopped {
                return Err(farstar::Stopped::Cancelled.into());
            }
            Ok(limits.check()?)
        })
        .or_else(|error| if stopped { Ok(()) } else { Err(Failure::from(error)) })?;
    fault?;
    out.flush()?;
    Ok(Exit::Solved)
}

fn compared(one: &Path, other: &Path, surroundings: &Surroundings) -> Result<Exit, Failure> {
    let found = compare(one, other, &surroundings.limits())?;
    let text = match &found {
        Difference::None => "the same".to_owned(),
        Difference::About(what) => format!("different: {what}"),
        Difference::Answers { other, alone, first } => {
            format!(
                "different: {other} other answers, {alone} positions in one alone, the first {first}"
            )
        }
    };
    let mut output = Output::new();
    if surroundings.json {
        output.json(&json!({ "same": found == Difference::None, "told": text }))?;
    } else {
        output.say(&text)?;
    }
    Ok(if found == Difference::None { Exit::Solved } else { Exit::CheckFailed })
}
