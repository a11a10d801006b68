//! `farstar completions` and `farstar man`: made from the same table as `--help`.

use crate::arguments::Arguments;
use crate::exit::{Exit, Failure};
use clap::CommandFactory;
use std::io::Write;

/// Write the completions of a shell to standard output.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Example:\n  \
    farstar completions bash > ~/.local/share/bash-completion/completions/farstar")]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Arguments::command(), "farstar", &mut script);
        std::io::stdout().write_all(&script)?;
        Ok(Exit::Solved)
    }
}

/// Write a manual page to standard output.
#[derive(Debug, clap::Args)]
#[command(
    after_long_help = "Examples:\n  farstar man | man -l -\n  farstar man eval > farstar-eval.1"
)]
pub(crate) struct Man {
    /// The command to describe; farstar itself if none is named.
    command: Option<String>,
}

impl Man {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let mut whole = Arguments::command();
        whole.build();
        let command = match &self.command {
            None => whole,
            Some(name) => {
                let names = || {
                    whole
                        .get_subcommands()
                        .map(clap::Command::get_name)
                        .collect::<Vec<_>>()
                        .join(", ")
                };
                let found = whole.find_subcommand(name);
                let unknown =
                    || Failure::Usage(format!("no command `{name}`; the commands are {}", names()));
                found.ok_or_else(unknown)?.clone()
            }
        };
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        std::io::stdout().write_all(&page)?;
        Ok(Exit::Solved)
    }
}
