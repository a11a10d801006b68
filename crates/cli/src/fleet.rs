//! Several processes for one job.

use crate::exit::{Exit, Failure};
use crate::input;
use crate::messages;
use farstar::Limits;
use farstar::atlas::{Findings, Headway, Job, Settings};
use farstar_fleet::{FleetError, Hosts, Supervision, supervise, work};
use std::ffi::OsString;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// Which processes do a job.
#[derive(Debug, clap::Args)]
pub(crate) struct Fleet {
    /// Work with this many processes of this machine, which speak to each other over the loopback; one that dies is
    /// started again, with the others.
    #[arg(long, value_name = "COUNT", conflicts_with_all = ["hosts", "hosts_from_slurm"],
        value_parser = clap::value_parser!(u16).range(1..=256))]
    processes: Option<u16>,
    /// Start processes that died again at most so often.
    #[arg(long, value_name = "COUNT", default_value_t = 20)]
    retries: usize,
    /// Be one of several processes, on any machines: a file of their addresses, HOST:PORT on a line each. All must see
    /// the directory, and whoever can reach the ports can disturb the work.
    #[arg(long, value_name = "FILE", requires = "index", conflicts_with = "hosts_from_slurm")]
    hosts: Option<PathBuf>,
    /// Which of these addresses is this process, from 0.
    #[arg(long, value_name = "NUMBER")]
    index: Option<usize>,
    /// Be one of the tasks of srun: SLURM's variables say which, and where the others are.
    #[arg(long)]
    hosts_from_slurm: bool,
    /// The addresses, from the process that started this one and without which it ends.
    #[arg(long, value_name = "ADDRESSES", value_delimiter = ',', requires = "index", hide = true)]
    mesh: Vec<String>,
}

/// What this process is for a job.
pub(crate) enum Part {
    /// The only one.
    Alone,
    /// It starts and watches so many.
    Supervisor(usize),
    /// One of several.
    One(Hosts),
}

impl Fleet {
    /// What this process is.
    pub(crate) fn part(&self) -> Result<Part, Failure> {
        let usage = |error: FleetError| Failure::Usage(error.to_string());
        let index = self.index.unwrap_or(0);
        if let Some(processes) = self.processes {
            return Ok(Part::Supervisor(usize::from(processes)));
        }
        if !self.mesh.is_empty() {
            end_with_the_supervisor();
            return Ok(Part::One(Hosts::new(self.mesh.clone(), index).map_err(usage)?));
        }
        if let Some(file) = &self.hosts {
            let text = input::text(file)?;
            return Ok(Part::One(Hosts::read(&text, index).map_err(usage)?));
        }
        if self.hosts_from_slurm {
            let hosts = Hosts::of_slurm(|name| std::env::var(name).ok());
            return Ok(Part::One(hosts.map_err(usage)?));
        }
        Ok(Part::Alone)
    }

    /// Whether a supervisor has started this process.
    pub(crate) fn is_started(&self) -> bool {
        !self.mesh.is_empty()
    }

    /// Starts processes like this one and watches them until the file is there.
    pub(crate) fn supervise(
        &self,
        processes: usize,
        directory: &Path,
        limits: &Limits,
    ) -> Result<(), Failure> {
        let program = std::env::current_exe()?;
        if program.file_stem().is_none_or(|name| name != "farstar") {
            return Err(Failure::Usage(
                "--processes starts the program farstar, and this is another one that carries it"
                    .to_owned(),
            ));
        }
        let words = words_of_others(std::env::args_os().skip(1));
        let command = |index: usize, addresses: &[String], starts: usize| {
            let mut command = Command::new(&program);
            // what is there is thrown away once
            let words = words.iter().filter(|word| starts == 0 || *word != "--fresh");
            command.args(words).arg("--mesh").arg(addresses.join(","));
            command.arg("--index").arg(index.to_string());
            command
        };
        let progress = || {
            let files = std::fs::read_dir(directory).into_iter().flatten().flatten();
            files.fold(0u64, |sum, file| {
                let bytes = file.metadata().map_or(0, |data| data.len());
                sum.wrapping_add(bytes).wrapping_mul(31)
            })
        };
        let (retries, command, progress) = (self.retries, &command, &progress);
        supervise(&Supervision { processes, retries, command, progress }, limits).map_err(failure)
    }
}

/// Does the part of one process; process 0 has what was found.
pub(crate) fn part(
    job: &Arc<Job>,
    into: &Path,
    settings: &Settings,
    hosts: &Hosts,
    limits: &Limits,
    headway: &Arc<Headway>,
) -> Result<Option<Findings>, Failure> {
    work(job, into, settings, hosts, limits, headway).map_err(failure)
}

fn failure(error: FleetError) -> Failure {
    match error {
        FleetError::Atlas(error) => error.into(),
        FleetError::Ended { code, message } => {
            messages::note(&message);
            Failure::Told(match code {
                2 => Exit::Usage,
                3 => Exit::Stopped,
                4 => Exit::CheckFailed,
                _ => Exit::WrongInput,
            })
        }
        other => Failure::Input(other.to_string()),
    }
}

/// The words of a command without those that say that it starts others.
fn words_of_others(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut kept = Vec::new();
    let mut words = words;
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if text == "--processes" || text == "--retries" {
            words.next();
        } else if !text.starts_with("--processes=") && !text.starts_with("--retries=") {
            kept.push(word);
        }
    }
    kept
}

/// Ends this process when its standard input ends: whoever started it has gone.
fn end_with_the_supervisor() {
    std::thread::spawn(|| {
        let mut byte = [0];
        while io::stdin().read(&mut byte).is_ok_and(|length| length > 0) {}
        std::process::exit(Exit::Stopped as i32);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_are_started_without_the_words_that_start_them() {
        let words = "solve konane 4x5 --processes 3 --retries=2 --into a --fresh --processes=2";
        let kept = words_of_others(words.split(' ').map(OsString::from));
        assert_eq!(kept, ["solve", "konane", "4x5", "--into", "a", "--fresh"]);
    }
}
