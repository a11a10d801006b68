//! What the command line means.

use crate::commands::Command;
use crate::exit::Failure;
use crate::surroundings::{Colour, Surroundings};
use clap::{Args, Parser};
use std::ffi::OsString;
use std::time::Duration;

/// The commands whose positions may be negative numbers, or begin with one.
const OF_POSITIONS: [&str; 3] = ["value", "outcome", "play"];

/// Exact answers about combinatorial games.
#[derive(Debug, Parser)]
#[command(
    name = "farstar",
    version,
    about,
    long_about = "Exact answers about combinatorial games: values, outcomes, temperatures, nimbers.\n\n\
        Without a command, on a terminal, farstar starts its shell.",
    after_help = "Exit codes: 0 solved, 1 an input was wrong, 2 usage, 3 stopped by a limit, 4 a check failed.",
    after_long_help = "Examples:\n  \
        farstar eval '{1|-1} + ^' '{3||2|1}.Temperature'\n  \
        farstar eval --json -f games.txt\n  \
        echo '*3 + *5' | farstar eval -\n  \
        farstar value domineering 4x4\n  \
        farstar rules clobber\n  \
        farstar grundy kayles --to 100\n  \
        farstar period 0.156 --certificate 156.txt\n  \
        farstar graph moves.txt\n  \
        farstar check partizan_canonical.tsv 156.txt\n  \
        farstar nim mul 16 16\n\n\
        Exit codes: 0 solved, 1 an input was wrong, 2 usage, 3 stopped by a limit, 4 a check failed."
)]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

impl Arguments {
    /// What was typed; faults of it end the program.
    pub(crate) fn read() -> Self {
        Self::parse_from(with_negatives(std::env::args_os()))
    }
}

/// The same arguments, with a space before positions such as -1/2, which would be taken for options: positions may
/// begin with spaces.
fn with_negatives(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    let mut of_positions = false;
    arguments.map(move |argument| {
        let Some(text) = argument.to_str() else { return argument };
        let behind = text.strip_prefix('-').and_then(|rest| rest.chars().next());
        if of_positions && behind.is_some_and(|c| c != '-' && !c.is_alphabetic()) {
            return format!(" {text}").into();
        }
        of_positions |= OF_POSITIONS.contains(&text);
        argument
    })
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Global {
    /// Stop each computation after this time, such as 500ms, 10s, 5m, 1h.
    #[arg(long, global = true, value_name = "TIME", value_parser = duration)]
    limit_time: Option<Duration>,
    /// Stop a computation whose values take more memory than this, such as 512M, 2G; `none` for no limit.
    #[arg(long, global = true, value_name = "BYTES", default_value = "2G", value_parser = bytes)]
    limit_memory: Bound,
    /// Stop each computation after this many new values or visited nodes, such as 1000000, 50M.
    #[arg(long, global = true, value_name = "COUNT", value_parser = count)]
    limit_nodes: Option<u64>,
    /// Write one JSON object a line.
    #[arg(long, global = true)]
    json: bool,
    /// Colour messages.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    color: Colour,
}

/// A number, or no bound.
#[derive(Clone, Copy, Debug)]
struct Bound(Option<u64>);

impl Global {
    pub(crate) fn surroundings(&self) -> Result<Surroundings, Failure> {
        Surroundings::new(
            self.limit_time,
            self.limit_memory.0,
            self.limit_nodes,
            self.json,
            self.color,
        )
    }
}

/// Digits and a unit: `1.5G` is not read, `1500M` is.
fn quantity(text: &str) -> Option<(u64, &str)> {
    let unit = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..unit].parse().ok()?, text[unit..].trim()))
}

fn duration(text: &str) -> Result<Duration, String> {
    let read = || {
        let (number, unit) = quantity(text)?;
        Some(match unit {
            "ms" => Duration::from_millis(number),
            "s" | "" => Duration::from_secs(number),
            "m" | "min" => Duration::from_secs(number.checked_mul(60)?),
            "h" => Duration::from_secs(number.checked_mul(3600)?),
            _ => return None,
        })
    };
    read().ok_or_else(|| "expected a time such as 500ms, 10s, 5m or 1h".to_owned())
}

fn scaled(text: &str, base: u64) -> Option<u64> {
    let (number, unit) = quantity(text)?;
    let unit = unit.trim_end_matches(['B', 'b']).trim_end_matches('i');
    let power = match unit {
        "" => 0,
        "k" | "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        _ => return None,
    };
    number.checked_mul(base.checked_pow(power)?)
}

fn bytes(text: &str) -> Result<Bound, String> {
    if text == "none" {
        return Ok(Bound(None));
    }
    let read = scaled(text, 1024).map(|bytes| Bound(Some(bytes)));
    read.ok_or_else(|| "expected a size such as 512M or 2G, or none".to_owned())
}

pub(crate) fn count(text: &str) -> Result<u64, String> {
    scaled(text, 1000).ok_or_else(|| "expected a count such as 1000000 or 50M".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_table_of_arguments_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn negative_positions_are_no_options() {
        let words = ["farstar", "-1", "value", "-1", "-1/2", "-3,0|0,0", "-", "--json", "-f", "-^"];
        let read: Vec<OsString> = with_negatives(words.into_iter().map(OsString::from)).collect();
        let wanted =
            ["farstar", "-1", "value", " -1", " -1/2", " -3,0|0,0", "-", "--json", "-f", " -^"];
        assert_eq!(read, wanted);
    }

    #[test]
    fn quantities_have_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        assert!(duration("1.5s").is_err());
        assert!(duration("99999999999999999999s").is_err());
        assert_eq!(bytes("512M").map(|b| b.0), Ok(Some(512 << 20)));
        assert_eq!(bytes("2GiB").map(|b| b.0), Ok(Some(2 << 30)));
        assert!(bytes("18446744073709551615G").is_err());
        assert_eq!(count("50M"), Ok(50_000_000));
        assert!(count("").is_err());
    }
}
