//! Timed cases that assert their answers.
//!
//! ```text
//! farstar-bench                 run every case, each in a process of its own
//! farstar-bench all [PART]      run the cases whose name contains PART
//! farstar-bench list            list the names of the cases
//! farstar-bench one CASE        run one case in this process
//! ```
//!
//! Each line reads `case<TAB>seconds<TAB>count<TAB>checksum<TAB>cpu_seconds<TAB>peak_KiB<TAB>note`. Machines are noisy:
//! run a rival in turn and read ratios of `cpu_seconds`. Set-up and checksums are not timed; the peak of memory
//! includes the set-up.

mod atlas;
mod checksum;
mod days;
mod domineering;
mod graph;
mod heap;
mod laws;
mod loopy;
mod measure;
mod misere;
mod moves;
mod nim;
mod nim_algebra;
mod outcome;
mod positions;
mod snort;
mod sums;
mod surreal;
mod text;
mod thermo;
mod values;

use measure::Case;
use std::io::Write;
use std::process::{Command, ExitCode, Stdio};

fn cases() -> Vec<Case> {
    [
        days::CASES,
        sums::CASES,
        thermo::CASES,
        values::CASES,
        text::CASES,
        nim::CASES,
        nim_algebra::CASES,
        graph::CASES,
        heap::CASES,
        laws::CASES,
        loopy::CASES,
        misere::CASES,
        surreal::CASES,
        positions::CASES,
        moves::CASES,
        outcome::CASES,
        atlas::CASES,
    ]
    .concat()
}

fn one(name: &str) -> ExitCode {
    match cases().iter().find(|(n, _)| *n == name) {
        Some((_, case)) => {
            println!("{name}\t{}", case());
            ExitCode::SUCCESS
        }
        None => {
            eprintln!("no such case: {name}; `list` names them all");
            ExitCode::from(2)
        }
    }
}

fn all(part: &str) -> ExitCode {
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => {
            eprintln!("cannot find this program: {error}");
            return ExitCode::FAILURE;
        }
    };
    println!("case\tseconds\tcount\tchecksum\tcpu_seconds\tpeak_KiB\tnote");
    let mut failed = false;
    for (name, _) in cases().iter().filter(|(name, _)| name.contains(part)) {
        // Keep the order of lines when standard output is a file.
        let _ = std::io::stdout().flush();
        let status = Command::new(&program).args(["one", name]).stdin(Stdio::null()).status();
        if !status.is_ok_and(|status| status.success()) {
            println!("{name}\tfailed\t0\t-\t-\t0\t");
            failed = true;
        }
    }
    ExitCode::from(u8::from(failed))
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] | ["all"] => all(""),
        ["all", part] => all(part),
        ["list"] => {
            cases().iter().for_each(|(name, _)| println!("{name}"));
            ExitCode::SUCCESS
        }
        ["one", name] => one(name),
        _ => {
            eprintln!("usage: farstar-bench [all [PART] | list | one CASE]");
            ExitCode::from(2)
        }
    }
}
