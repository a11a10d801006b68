//! Why processes cannot work together.

use farstar_atlas::AtlasError;
use std::io;

/// Why processes cannot work together.
#[derive(Debug, thiserror::Error)]
pub enum FleetError {
    /// The job has failed or was stopped.
    #[error(transparent)]
    Atlas(#[from] AtlasError),
    /// The list of processes is none.
    #[error("{0}")]
    Hosts(String),
    /// An address cannot be listened on.
    #[error("{address} cannot be listened on: {error}")]
    Bind {
        /// The address.
        address: String,
        /// Why.
        error: io::Error,
    },
    /// A process did not come.
    #[error("process {index} at {address} did not come within {seconds} seconds")]
    Absent {
        /// Its number.
        index: usize,
        /// Where it should be.
        address: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// Sockets or processes are refused by the system.
    #[error("processes cannot be joined: {0}")]
    Io(#[from] io::Error),
    /// The dataflow between the processes cannot be made, or has ended too soon.
    #[error("the processes have lost each other: {0}")]
    Lost(String),
    /// Processes died again and again.
    #[error("processes died {times} times, and the job does not come further: {last}")]
    Hopeless {
        /// How often.
        times: usize,
        /// How the last one ended.
        last: String,
    },
    /// A process ended with an exit code that says why, and what it wrote.
    #[error("{message}")]
    Ended {
        /// The exit code.
        code: i32,
        /// What it wrote on standard error.
        message: String,
    },
}
