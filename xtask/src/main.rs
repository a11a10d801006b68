//! The jobs of the project. `cargo xtask` lists them.

mod browser;
mod circles;
mod layers;
mod licences;
mod names;
mod python;
mod source;
mod tables;
mod test;
mod tidy;
mod workspace;

use anyhow::{Result, bail};
use std::process::ExitCode;

/// A job's name, what it does, and the job.
type Job = (&'static str, &'static str, fn() -> Result<()>);

/// Every job.
const JOBS: &[Job] = &[
    (
        "test",
        "format, lints, layers, circles, names, tidy, licences, all tests, tables of facts, browser, Python",
        test::run,
    ),
    ("soak", "all tests in release, with the long ones and many more random cases", test::soak),
    ("tables", "recompute the tables of facts that must pass", tables::run),
    ("browser", "the workbench in headless Chromium: types, build, tests, pictures", browser::run),
    ("python", "the Python package: built, installed under target/, tested", python::run),
    ("layers", "check that each crate imports only lower layers", layers::run),
    ("circles", "check that no new files inside a crate import each other", circles::run),
    ("names", "check that public types share no name without a reason", names::run),
    ("tidy", "check the house rules that no compiler knows", tidy::run),
    ("licences", "check the licence of every dependency", licences::run),
];

fn main() -> ExitCode {
    match chosen_job() {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("error: {e:#}");
            ExitCode::FAILURE
        }
    }
}

fn chosen_job() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.as_slice() {
        [] => {
            print!("{}", usage());
            Ok(())
        }
        [name] => match JOBS.iter().find(|job| job.0 == name) {
            Some(job) => (job.2)(),
            None => bail!("there is no job `{name}`\n\n{}", usage()),
        },
        _ => bail!("one job at a time\n\n{}", usage()),
    }
}

fn usage() -> String {
    let lines = JOBS.iter().map(|(name, what, _)| format!("  {name:<10}{what}\n"));
    format!("usage: cargo xtask JOB\n\n{}", lines.collect::<String>())
}
