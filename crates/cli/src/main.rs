//! `farstar`: exact answers about combinatorial games, on the command line.
//!
//! One file for each command in `commands`; each takes its own options and the
//! [`Surroundings`](surroundings::Surroundings): limits, colours, and whether answers are JSON. Answers go to standard
//! output, everything else to standard error.
#![forbid(unsafe_code)]

mod arguments;
mod commands;
mod exit;
mod fact;
mod family;
mod guides;
mod heap_game;
mod input;
mod interrupt;
mod messages;
mod negatives;
mod output;
mod progress;
mod prompt;
mod ruleset;
mod sheet;
mod surroundings;
mod test;

use arguments::Arguments;
use exit::Exit;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(guide) = guides::asked() {
        let written = output::Output::new().text(guide);
        return match written {
            Ok(()) => Exit::Solved.into(),
            Err(fault) => Exit::report(&fault.into()),
        };
    }
    let arguments = Arguments::read();
    let surroundings = match arguments.global.surroundings() {
        Ok(surroundings) => surroundings,
        Err(e) => return Exit::report(&e),
    };
    match commands::run(arguments.command.as_ref(), &surroundings) {
        Ok(exit) => exit.into(),
        Err(e) => Exit::report(&e),
    }
}
