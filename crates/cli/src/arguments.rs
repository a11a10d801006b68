//! What the command line means.

use crate::commands::{Command, laws};
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::negatives::with_negatives;
use crate::output::Output;
use crate::quantity::{Bound, bytes, count, duration};
use crate::surroundings::{Colour, Surroundings};
use crate::tongue::{Tongue, help_in_chinese, paragraph, told};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, Args, Command as ClapCommand, CommandFactory, FromArgMatches, Parser};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// What clap says of its command `help`.
const HELP_OF_HELP: &str = "Print this message or the help of the given subcommand(s)";

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
        farstar table domineering --sizes 1..4x1..4\n  \
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
    /// What was typed. What is wrong with it clap tells, and in Chinese the tables do, line by line.
    pub(crate) fn read(words: impl IntoIterator<Item = OsString>) -> Result<Self, Failure> {
        let words: Vec<OsString> = with_negatives(words.into_iter()).collect();
        Tongue::asked(&words).speak();
        let command = match Tongue::spoken() {
            Tongue::En => Self::command(),
            Tongue::Zh => in_chinese(Self::command()),
        };
        let matches = command.try_get_matches_from(&words);
        matches.and_then(|matches| Self::from_arg_matches(&matches)).map_err(|fault| {
            if let Some(ContextValue::String(word)) = fault.get(ContextKind::InvalidSubcommand)
                && let Ok(ruleset) = farstar::Ruleset::named(word)
            {
                let own = words.iter().skip_while(|own| **own != **word).skip(1);
                let rest: String = own.map(|own| format!(" {}", own.display())).collect();
                let rest = if rest.is_empty() { " POSITION" } else { &rest };
                let name = ruleset.name();
                return Failure::Usage(format!(
                    "no command is called '{word}', which is a ruleset: `farstar value {word}{rest}` values positions, `farstar rules {word}` tells of {name}"
                ));
            }
            if Tongue::spoken() == Tongue::En {
                fault.exit()
            }
            // the one line that clap keeps to itself
            let told = fault.render().to_string().replace(HELP_OF_HELP, &told(HELP_OF_HELP));
            if fault.use_stderr() {
                messages::lines(&told);
                return Failure::Told(Exit::Usage);
            }
            match Output::new().text(&told) {
                Ok(()) => Failure::Told(Exit::Solved),
                Err(error) => error.into(),
            }
        })
    }
}

/// A command whose help is in Chinese, as far as it is known.
fn in_chinese(mut command: ClapCommand) -> ClapCommand {
    let whole = |text: &StyledStr| -> StyledStr { help_in_chinese(&text.to_string()).into() };
    if let Some(about) = command.get_about().map(whole) {
        command = command.about(about);
    }
    if let Some(about) = command.get_long_about().map(whole) {
        command = command.long_about(about);
    }
    if let Some(help) = command.get_after_help().map(whole) {
        command = command.after_help(help);
    }
    if let Some(help) = command.get_after_long_help().map(whole) {
        command = command.after_long_help(help);
    }
    // what clap says of itself, and headings that are there for good
    let own = |word: &'static str, action, help| {
        Arg::new(word).long(word).action(action).help(help).help_heading("选项")
    };
    if command.get_version().is_some() {
        let version = own("version", ArgAction::Version, "显示版本").short('V');
        command = command.disable_version_flag(true).arg(version);
    }
    command
        .disable_help_flag(true)
        .arg(own("help", ArgAction::Help, "显示帮助（--help 更详细）").short('h'))
        .help_template("{about-with-newline}\n用法：{usage}\n\n{all-args}{after-help}")
        .subcommand_help_heading("命令")
        .mut_args(|arg| {
            let heading = match arg.get_help_heading() {
                Some("选项") => "选项",
                Some(_) => "各命令通用选项",
                None if arg.is_positional() => "参数",
                None => "选项",
            };
            let (help, long) = (arg.get_help().map(whole), arg.get_long_help().map(whole));
            let values = values_in_chinese(&arg);
            let noted = |help: StyledStr| -> StyledStr { format!("{help}{values}").into() };
            let mut arg = arg.help_heading(heading);
            if arg.get_action().takes_values() {
                arg = arg.hide_default_value(true).hide_possible_values(true);
            }
            if let Some(help) = help {
                arg = arg.help(noted(help));
            }
            if let Some(long) = long {
                arg = arg.long_help(noted(long));
            }
            arg
        })
        .mut_subcommands(in_chinese)
}

/// What an option is where it is not given, and what it may be.
fn values_in_chinese(arg: &Arg) -> String {
    let (mut defaults, mut values) = (String::new(), String::new());
    if arg.get_action().takes_values() {
        let given: Vec<_> =
            arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        if !given.is_empty() {
            defaults = format!(" [默认：{}]", given.join(" "));
        }
        let possible = arg.get_possible_values();
        let told: Vec<String> = possible
            .iter()
            .filter(|value| !value.is_hide_set())
            .map(|value| match value.get_help().and_then(|help| paragraph(&help.to_string())) {
                Some(help) => format!("{}（{help}）", value.get_name()),
                None => value.get_name().to_owned(),
            })
            .collect();
        if !told.is_empty() {
            values = format!(" [可选：{}]", told.join("、"));
        }
    }
    defaults + &values
}

/// Options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
pub(crate) struct Global {
    /// Stop each computation after this time, such as 500ms, 1.5s, 5m, 1h.
    #[arg(long, global = true, value_name = "TIME", value_parser = duration)]
    limit_time: Option<Duration>,
    /// Stop a computation whose values take more memory than this, such as 512M, 2G; `none` for no limit.
    #[arg(long, global = true, value_name = "BYTES", default_value = "2G", value_parser = bytes)]
    limit_memory: Bound,
    /// Stop each computation after this many new values or visited nodes, such as 1e6, 50M.
    #[arg(long, global = true, value_name = "COUNT", value_parser = count)]
    limit_nodes: Option<u64>,
    /// Write one JSON object a line.
    #[arg(long, global = true)]
    json: bool,
    /// Tell errors only: no notes, no progress.
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Colour messages.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = Colour::Auto)]
    color: Colour,
    /// Read your own theorems about heaps from this folder; see `farstar laws`.
    #[arg(long, global = true, value_name = "DIR")]
    laws: Option<PathBuf>,
    /// Speak this language. [default: that of LC_ALL, LC_MESSAGES or LANG]
    #[arg(long, global = true, value_name = "LANGUAGE", value_enum)]
    lang: Option<Tongue>,
}

impl Global {
    pub(crate) fn surroundings(&self) -> Result<Surroundings, Failure> {
        self.lang.unwrap_or_else(Tongue::of_surroundings).speak();
        if self.quiet {
            crate::messages::be_quiet();
        }
        let surroundings = Surroundings::new(
            self.limit_time,
            self.limit_memory.0,
            self.limit_nodes,
            self.json,
            self.color,
        )?;
        let folder = self.laws.clone().or_else(laws::usual_folder);
        if let Some(folder) = &folder {
            laws::load(folder, self.laws.is_some())?;
        }
        Ok(surroundings.with_laws(folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_arguments_is_sound() {
        Arguments::command().debug_assert();
        in_chinese(Arguments::command()).debug_assert();
    }
}
