//! The one test command, and its long sister.

use crate::workspace::cargo;
use crate::{browser, circles, layers, licences, names, python, tables, tidy};
use anyhow::{Context, Result, bail};
use std::time::Instant;

/// A step of the suite: what it is, and how to do it.
type Step = (&'static str, fn() -> Result<()>);

/// The suite, cheap steps first.
const STEPS: &[Step] = &[
    ("format", || run_cargo(&["fmt", "--all", "--check"], &[])),
    ("layers", layers::run),
    ("circles", circles::run),
    ("names", names::run),
    ("tidy", tidy::run),
    ("licences", licences::run),
    ("lints", || {
        run_cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"], &[])
    }),
    ("docs", || {
        let strict = [("RUSTDOCFLAGS", "--deny warnings")];
        run_cargo(&["doc", "--workspace", "--no-deps", "--document-private-items"], &strict)
    }),
    ("tests", || run_cargo(&["test", "--workspace", "--no-fail-fast"], &[])),
    ("tables", tables::run),
    ("browser", browser::run),
    ("python", python::run),
];

/// Runs every step, so that one run shows all that is wrong, then fails if one did.
pub(crate) fn run() -> Result<()> {
    let mut lines = Vec::new();
    let mut failed = 0;
    for (name, step) in STEPS {
        println!("\n== {name}");
        let start = Instant::now();
        let result = step();
        let seconds = start.elapsed().as_secs_f64();
        let verdict = if result.is_ok() { "ok" } else { "FAILED" };
        lines.push(format!("{name:<10} {verdict:<7} {seconds:6.1} s"));
        if let Err(e) = result {
            failed += 1;
            println!("{e:#}");
        }
    }
    println!("\n== summary\n{}", lines.join("\n"));
    if failed > 0 {
        bail!("{failed} of {} steps failed", STEPS.len());
    }
    Ok(())
}

/// All tests optimised, the long ones among them (they ask for `FARSTAR_SOAK`), with 40 times the random cases, and a
/// long walk over the page.
pub(crate) fn soak() -> Result<()> {
    let environment = [("FARSTAR_SOAK", "1"), ("PROPTEST_CASES", "10000")];
    run_cargo(&["test", "--workspace", "--release", "--no-fail-fast"], &environment)?;
    browser::run_within(&environment)
}

fn run_cargo(arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    let status = cargo()
        .args(arguments)
        .envs(environment.iter().copied())
        .status()
        .context("cannot run cargo")?;
    if !status.success() {
        bail!("cargo {} failed", arguments.join(" "));
    }
    Ok(())
}
