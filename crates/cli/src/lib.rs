//! `farstar`: exact answers about combinatorial games, on the command line.
//!
//! One file for each command in `commands`; each takes its own options and the `Surroundings`: limits, colours, and
//! whether answers are JSON. Answers go to standard output, everything else to standard error.
#![forbid(unsafe_code)]

mod arguments;
mod claim;
mod commands;
mod consulted;
mod drawn;
mod exit;
mod fact;
mod family;
mod fleet;
mod guides;
mod heap_game;
mod input;
mod interrupt;
mod kept;
mod messages;
mod negatives;
mod notation;
mod output;
mod pictures;
mod progress;
mod prompt;
mod quantity;
mod ruleset;
mod saver;
mod sheet;
mod surroundings;
mod test;
mod tongue;

use arguments::Arguments;
use exit::Exit;
use std::ffi::OsString;

/// Runs the command with these words, its name first, and gives its exit code.
///
/// The binary `farstar` is nothing but this; the Python package carries the command as well.
#[must_use]
pub fn run(words: impl IntoIterator<Item = OsString>) -> u8 {
    let words: Vec<OsString> = words.into_iter().collect();
    answer(words).unwrap_or_else(|failure| Exit::report(&failure)) as u8
}

fn answer(words: Vec<OsString>) -> Result<Exit, exit::Failure> {
    if let Some(guide) = guides::asked(&words) {
        output::Output::new().text(guide)?;
        return Ok(Exit::Solved);
    }
    let arguments = Arguments::read(words)?;
    commands::run(arguments.command.as_ref(), &arguments.global.surroundings()?)
}
