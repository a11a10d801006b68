//! `farstar laws`: the theorems about heaps that are known, and those that a person adds.

use crate::exit::{Exit, Failure};
use crate::input;
use crate::output::Output;
use crate::surroundings::Surroundings;
use crate::tongue::{padded, told};
use farstar::find::referee::Kind;
use farstar::rules::builtin::rulesets;
use farstar::sequence::Certificate as PeriodCertificate;
use farstar::theorems::{self, HeapTheorem, Told};
use serde_json::json;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// The ending of the names of certificates.
const ENDING: &str = "cert";

/// List the theorems about heap games that are known, or add certificates to a folder of your own.
///
/// Theorems come from `farstar find --prove --certificate FILE`. Some come with Farstar, others are read from the
/// folder of --laws, or else from farstar/laws in XDG_DATA_HOME (~/.local/share): the referee reads a certificate once,
/// when its ruleset is asked about. With them `value` and `outcome` tell of heaps of any size.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  \
    farstar laws\n  \
    farstar find laskers-nim --prove --certificate lasker.cert && farstar laws lasker.cert --laws mine\n  \
    farstar outcome wythoff '(1000000000,1618033988)'")]
pub(crate) struct Laws {
    /// Certificates that are to be added.
    #[arg(value_name = "CERTIFICATE")]
    files: Vec<PathBuf>,
}

impl Laws {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let mut output = Output::new();
        for file in &self.files {
            let text = input::text(file)?;
            let name = file.display();
            if text.parse::<PeriodCertificate>().is_ok() {
                return Err(Failure::Input(format!(
                    "{name}: the certificate of a period, which `farstar check` reads; nothing is to be added, for `value` and `grundy` find the periods of such rules anew"
                )));
            }
            HeapTheorem::read(&text).map_err(|why| Failure::Input(format!("{name}: {why}")))?;
            let folder = surroundings.laws().ok_or_else(|| {
                Failure::Usage("--laws DIR is needed: there is no folder of yours".to_owned())
            })?;
            let stem = file.file_stem().unwrap_or_default();
            let path = folder.join(stem).with_extension(ENDING);
            let written =
                std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&path, &text));
            written.map_err(|error| Failure::File { path: path.display().to_string(), error })?;
            output.line(&path.display().to_string())?;
        }
        if !self.files.is_empty() {
            return Ok(Exit::Solved);
        }
        let mut exit = Exit::Solved;
        for one in theorems::all() {
            if one.refused.is_some() {
                exit = Exit::CheckFailed;
            }
            if surroundings.json {
                output.json(&json!({
                    "ruleset": name(&one), "rules": one.rules, "of": of(one.kind), "low": one.low,
                    "own": one.is_own, "refused": one.refused,
                }))?;
                continue;
            }
            let name = name(&one).unwrap_or_else(|| shown(&one.rules));
            let whose = if one.is_own { "your own" } else { "comes with Farstar" };
            let verdict = match &one.refused {
                Some(why) => format!("refused: {why}"),
                None => format!("{whose}, checked"),
            };
            let of = padded(of(one.kind), 13);
            output.line(&format!("{name:24}  {of}  {}", told(&verdict)))?;
        }
        Ok(exit)
    }
}

/// The name of the ruleset of a theorem, if it is one that people know.
fn name(one: &Told) -> Option<String> {
    let known = rulesets().into_iter().find(|rules| rules.canonical() == one.rules);
    known.map(|rules| rules.name().to_owned())
}

/// Rules that have no name, in a line.
pub(super) fn shown(rules: &str) -> String {
    let (head, moves) = rules.split_once('\n').unwrap_or((rules, ""));
    let play = if head.ends_with(" misere") { "misere; " } else { "" };
    format!("{play}{}", moves.trim_end().replace('\n', "; "))
}

/// What a theorem tells.
pub(super) fn of(kind: Kind) -> &'static str {
    match kind {
        kind if kind.is_of_values() => "values",
        kind if kind.is_of_winners() => "who wins",
        _ => "Grundy values",
    }
}

/// The folder of a person's own theorems.
pub(crate) fn usual_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    let data = set("XDG_DATA_HOME").map(PathBuf::from);
    let data = data.or_else(|| Some(PathBuf::from(set("HOME")?).join(".local/share")));
    data.map(|data| data.join("farstar").join("laws"))
}

/// Makes the certificates of a folder known.
pub(crate) fn load(folder: &Path, is_named: bool) -> Result<(), Failure> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        // it is made when something is put there
        Err(error) if !is_named || error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(Failure::File { path: folder.display().to_string(), error }),
    };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == ENDING));
    paths.sort();
    for path in paths {
        let added =
            input::text(&path).map_err(|failure| failure.to_string()).and_then(theorems::add);
        if let Err(why) = added {
            crate::messages::note(&format!("note: {}: {why}", path.display()));
        }
    }
    Ok(())
}
