//! What every command shares: limits, the form of answers, colours.

use crate::exit::Failure;
use crate::interrupt;
use farstar_value::{CancelToken, Limits};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// When messages are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Colour {
    /// On a terminal, unless NO_COLOR is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// What every command shares.
#[derive(Debug)]
pub(crate) struct Surroundings {
    time: Option<Duration>,
    memory: Option<u64>,
    nodes: Option<u64>,
    cancel: CancelToken,
    laws: Option<PathBuf>,
    /// Whether answers are JSON.
    pub(crate) json: bool,
    /// Whether messages are coloured.
    pub(crate) coloured: bool,
}

impl Surroundings {
    pub(crate) fn new(
        time: Option<Duration>,
        memory: Option<u64>,
        nodes: Option<u64>,
        json: bool,
        colour: Colour,
    ) -> Result<Self, Failure> {
        let coloured = match colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => {
                io::stderr().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty())
            }
        };
        let cancel = interrupt::token()?;
        Ok(Self { time, memory, nodes, cancel, laws: None, json, coloured })
    }

    /// The same with a folder of a person's own theorems.
    pub(crate) fn with_laws(self, laws: Option<PathBuf>) -> Self {
        Self { laws, ..self }
    }

    /// The folder of a person's own theorems.
    pub(crate) fn laws(&self) -> Option<&Path> {
        self.laws.as_deref()
    }

    /// The limits of a computation that starts now.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::none().cancel(self.cancel.clone());
        limits.nodes = self.nodes;
        limits.bytes = self.memory;
        match self.time {
            Some(time) => limits.time(time),
            None => limits,
        }
    }

    /// What Ctrl-C cancels.
    pub(crate) fn interrupt(&self) -> &CancelToken {
        &self.cancel
    }

    /// The longest time of a computation, if the command line bounds it.
    pub(crate) fn longest(&self) -> Option<Duration> {
        self.time
    }

    /// The memory of a computation, if the command line bounds it.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// Takes back a Ctrl-C that has done its work.
    pub(crate) fn forget_interrupt(&self) {
        self.cancel.reset();
    }

    /// Whether Ctrl-C was pressed.
    pub(crate) fn interrupted(&self) -> bool {
        self.cancel.is_cancelled()
    }
}
