//! `farstar check`: recompute tables of facts.

use super::laws::{of, shown};
use crate::exit::{Exit, Failure};
use crate::input;
use crate::output::Output;
use crate::progress;
use crate::surroundings::Surroundings;
use crate::tongue;
use farstar::find::referee::claim_of;
use farstar::{Checked, check_certificate};
use farstar_check::{Checker, Event, Summary, check_table, checker, stems};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Tables with more rows than this show their progress.
const MANY_ROWS: u64 = 100;

/// Recompute every row of tables of facts, or a certificate of a theorem, a period, a misère quotient or the
/// sides of a loopy position, and print what differs.
///
/// A certificate is known by its first line, and what it proves is told; the name of a table without its ending picks
/// the checker. The last line is `N passed, M failed`; the exit code is 4 if a row failed.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  \
    farstar check partizan_canonical.tsv impartial_mex.tsv\n  \
    farstar check --json cgsuite_values.tsv\n  \
    farstar period 0.07 --certificate dawson.txt && farstar check dawson.txt")]
pub(crate) struct Check {
    /// Tables: text with fields separated by tabs; lines that start with # are comments. Or certificates.
    #[arg(value_name = "TABLE", required = true)]
    tables: Vec<PathBuf>,
}

impl Check {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let mut output = Output::new();
        let mut total = Summary::default();
        let mut exit = Exit::Solved;
        for path in &self.tables {
            let summary = match checkable(path, surroundings) {
                Ok(Checkable::Table { checker, text }) => {
                    check_one(path, checker, &text, surroundings, &mut output)?
                }
                Ok(Checkable::Certificate { verdict, text }) => {
                    if verdict == Checked::Sound {
                        let subject = subject(&text);
                        crate::messages::note(&format!("{}: {subject}", path.display()));
                    }
                    told_verdict(path, verdict, surroundings, &mut output)?
                }
                Err(failure) => {
                    crate::messages::note(&format!("error: {failure}"));
                    exit = exit.max(Exit::WrongInput);
                    continue;
                }
            };
            total.passed += summary.passed;
            total.failed += summary.failed;
            total.skipped += summary.skipped;
            if summary.stopped.is_some() {
                exit = exit.max(Exit::Stopped);
                if surroundings.interrupted() {
                    break;
                }
            }
        }
        if surroundings.json {
            let Summary { passed, failed, skipped, .. } = total;
            output.json(&json!({ "passed": passed, "failed": failed, "skipped": skipped }))?;
        } else {
            if total.skipped > 0 {
                output.say(&format!("{} skipped", total.skipped))?;
            }
            output.say(&format!("{} passed, {} failed", total.passed, total.failed))?;
        }
        Ok(if total.failed > 0 && exit != Exit::Stopped { Exit::CheckFailed } else { exit })
    }
}

/// What a file holds: its first line tells a certificate, its name the checker of a table.
enum Checkable {
    Certificate { verdict: Checked, text: String },
    Table { checker: &'static Checker, text: String },
}

fn checkable(path: &Path, surroundings: &Surroundings) -> Result<Checkable, Failure> {
    let text = input::text(path)?;
    let clock = progress::clock(&path.display().to_string());
    let verdict = check_certificate(&text, &surroundings.limits());
    clock.finish_and_clear();
    if verdict != Checked::NoCertificate {
        return Ok(Checkable::Certificate { verdict, text });
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let Some(checker) = checker(&stem) else {
        return Err(Failure::Input(format!(
            "{}: its first line is that of no certificate, and there is no checker for tables named `{stem}`; there are checkers for {}",
            path.display(),
            stems().join(", ")
        )));
    };
    Ok(Checkable::Table { checker, text })
}

/// What a certificate is of, which it proves: what is told of the heaps of which rules, from which on; of other
/// certificates the game.
fn subject(text: &str) -> String {
    let Ok(claim) = claim_of(text) else {
        let is_it =
            |line: &&str| ["game ", "rules ", "position "].iter().any(|key| line.starts_with(key));
        let lines: Vec<&str> = text.lines().map(str::trim).filter(is_it).collect();
        let theorem = text.lines().next().unwrap_or_default();
        return if lines.is_empty() { theorem.to_owned() } else { lines.join("; ") };
    };
    let from: Vec<String> = claim.low.iter().map(ToString::to_string).collect();
    let low = match claim.low.iter().any(|&low| low > 0) {
        true => format!(" >= ({})", from.join(", ")),
        false => String::new(),
    };
    format!("{}: {}{low}", tongue::told(of(claim.kind)), shown(&claim.rules))
}

/// Counts a certificate like a row, and prints what is wrong with it.
fn told_verdict(
    path: &Path,
    verdict: Checked,
    surroundings: &Surroundings,
    output: &mut Output,
) -> Result<Summary, Failure> {
    let mut summary = Summary::default();
    let name = path.display().to_string();
    match verdict {
        Checked::NoCertificate => {}
        Checked::Sound => summary.passed = 1,
        Checked::Wrong(message) => {
            summary.failed = 1;
            if surroundings.json {
                output.json(&json!({ "file": name, "message": message }))?;
            } else {
                output.say(&format!("{name}: {message}"))?;
            }
        }
        Checked::Stopped(reason) => {
            crate::messages::note(&format!("{name}: {reason}"));
            summary.stopped = Some(reason.to_string());
        }
    }
    Ok(summary)
}

fn check_one(
    path: &Path,
    checker: &Checker,
    text: &str,
    surroundings: &Surroundings,
    output: &mut Output,
) -> Result<Summary, Failure> {
    let bar = progress::bar(checker.stem);
    let mut written = Ok(());
    let mut reasons: BTreeMap<String, u64> = BTreeMap::new();
    let name = path.display().to_string();
    let summary = check_table(checker, text, &|| surroundings.limits(), &mut |event| match event {
        Event::Progress { done, of } => {
            if of > MANY_ROWS {
                bar.set_length(of);
                bar.set_position(done);
            }
        }
        Event::Skipped { reason, .. } => *reasons.entry(reason).or_default() += 1,
        Event::Failed { line, message } => {
            let line = if surroundings.json {
                json!({ "file": name, "line": line, "message": message }).to_string()
            } else {
                format!("{name}:{line}: {message}")
            };
            if written.is_ok() {
                written = bar.suspend(|| output.line(&line));
            }
        }
    });
    bar.finish_and_clear();
    written?;
    for (reason, count) in reasons {
        crate::messages::note(&format!("{name}: {count} skipped: {reason}"));
    }
    if let Some(reason) = &summary.stopped {
        crate::messages::note(&format!("{name}: {reason}"));
    }
    Ok(summary)
}
