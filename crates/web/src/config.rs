//! How the server is to run.

use farstar::Atlases;
use std::net::SocketAddr;
use std::time::Duration;

/// How the server is to run.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 picks a free one.
    pub address: SocketAddr,
    /// Names, beside those of the loopback and the address itself, by which browsers may call the server.
    pub host_names: Vec<String>,
    /// Threads that compute, each on one job; one more is kept for short jobs.
    pub workers: usize,
    /// Jobs that may wait for a thread.
    pub queue: usize,
    /// The longest time of a job.
    pub longest: Duration,
    /// Bytes that all jobs together may hold; each gets an equal share.
    pub memory: u64,
    /// How long a job goes on that a client listened to and listens to no more.
    pub grace: Duration,
    /// Files in which positions are looked up before they are searched.
    pub atlases: Atlases,
}

impl Default for Config {
    /// The loopback, any port, as many workers as the machine has processors (2 at least, 8 at most), 64 waiting jobs,
    /// an hour, 4 GiB, ten seconds of grace.
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            address: SocketAddr::from(([127, 0, 0, 1], 0)),
            host_names: Vec::new(),
            workers: processors.clamp(2, 8),
            queue: 64,
            longest: Duration::from_secs(3600),
            memory: 4 << 30,
            grace: Duration::from_secs(10),
            atlases: Atlases::default(),
        }
    }
}

impl Config {
    /// Bytes that one job may hold.
    pub(crate) fn share(&self) -> u64 {
        self.memory / (self.workers.max(1) as u64).saturating_add(1)
    }
}
