//! `farstar serve`: the workbench, a page on this machine.

use crate::consulted::Consulted;
use crate::exit::{Exit, Failure};
use crate::messages;
use crate::output::Output;
use crate::surroundings::Surroundings;
use farstar_web::{Config, ServeError, serve};
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};

/// Serve the workbench: a page on which games are explored.
///
/// The page and all it needs are in this program; nothing is fetched from elsewhere. The address is written to standard
/// output when connections are accepted. Ctrl-C stops the server, its jobs too.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "Examples:\n  \
    farstar serve --open\n  \
    farstar serve --port 0 --json\n  \
    farstar serve --limit-time 10m --limit-memory 8G --workers 4\n\n\
    --limit-time is the longest time of one job (1h), --limit-memory the share of one job.")]
pub(crate) struct Serve {
    /// Listen on this port; 0 picks a free one.
    #[arg(long, value_name = "PORT", default_value_t = 7373)]
    port: u16,
    /// Listen on this address. Whoever can reach it can use this machine's time and memory.
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    bind: IpAddr,
    /// A name of this machine by which browsers may call the server, beside localhost.
    #[arg(long, value_name = "NAME")]
    host_name: Vec<String>,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// Work on so many jobs at once.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u16).range(1..=256))]
    workers: Option<u16>,
    #[command(flatten)]
    consulted: Consulted,
}

impl Serve {
    pub(crate) fn run(&self, surroundings: &Surroundings) -> Result<Exit, Failure> {
        let usual = Config::default();
        let workers = self.workers.map_or(usual.workers, usize::from);
        let config = Config {
            address: SocketAddr::new(self.bind, self.port),
            host_names: self.host_name.clone(),
            workers,
            longest: surroundings.longest().unwrap_or(usual.longest),
            memory: match surroundings.memory() {
                // One more works on short jobs.
                Some(share) => share.saturating_mul(workers as u64 + 1),
                None => u64::MAX,
            },
            atlases: self.consulted.open(&surroundings.limits())?,
            ..usual
        };
        let mut output = Output::new();
        let mut written = Ok(());
        let ready = |address: SocketAddr| {
            let url = format!("http://{}/", reachable(address));
            written = if surroundings.json {
                output.json(&json!({ "url": url, "port": address.port() }))
            } else {
                output.line(&url)
            };
            if !self.bind.is_loopback() {
                messages::note(&format!(
                    "note: listening on {}: everybody who can reach it can use this machine's time and memory",
                    self.bind
                ));
            }
            if self.open && !open(&url) {
                messages::note("note: no browser could be started; open the address by hand");
            }
        };
        serve(&config, ready, surroundings.interrupt()).map_err(|error| match error {
            ServeError::Bind { .. } => Failure::Usage(format!(
                "{error}; --port 0 takes a free port, and if a workbench runs there already its page is open to you"
            )),
            _ => Failure::Input(error.to_string()),
        })?;
        written?;
        Ok(Exit::Solved)
    }
}

/// An address that a browser on this machine can ask for.
fn reachable(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        SocketAddr::from((Ipv4Addr::LOCALHOST, address.port()))
    } else {
        address
    }
}

/// Asks the system to show an address.
fn open(url: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("explorer", &[]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}
