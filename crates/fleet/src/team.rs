//! The part of one process in a job.

use crate::mesh::Mesh;
use crate::sockets::connected;
use crate::{FleetError, Hosts};
use farstar_atlas::{Findings, Headway, Job, Settings};
use farstar_play::Limits;
use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use timely::WorkerConfig;
use timely::communication::Hooks;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::allocator::{AllocatorBuilder, ProcessBuilder};

/// How long processes wait for each other.
const PATIENCE: Duration = Duration::from_secs(60);

/// Does the part of one process in a job, with as many threads as the settings say, the same in all processes:
/// together they make the same file as one would. Process 0 opens the directory, which all must see, and writes the
/// file; it alone has findings.
///
/// # Errors
/// The job's own, those of sockets, and [`FleetError::Absent`] if a process does not come. When another process dies
/// this one is ended by the library that joins them: it is meant to be started as a process of its own.
///
/// # Examples
/// A job of one process needs nobody:
/// ```
/// use farstar_atlas::{Ask, Headway, Job, Settings};
/// use farstar_fleet::{Hosts, work};
/// use farstar_play::Limits;
/// use std::sync::Arc;
/// let konane = farstar_rules::builtin::ruleset("Konane")?;
/// let job = Arc::new(Job::new(&konane, "4x4", Ask::Winner, &Limits::none())?);
/// let path = std::env::temp_dir().join(format!("farstar-fleet-{}.atlas", std::process::id()));
/// let hosts = Hosts::new(vec!["127.0.0.1:1".to_owned()], 0)?;
/// let found =
///     work(&job, &path, &Settings::default(), &hosts, &Limits::none(), &Arc::new(Headway::default()))?;
/// assert_eq!(found.map(|found| found.positions), Some(676));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn work(
    job: &Arc<Job>,
    into: &Path,
    settings: &Settings,
    hosts: &Hosts,
    limits: &Limits,
    progress: &Arc<Headway>,
) -> Result<Option<Findings>, FleetError> {
    let threads = settings.threads.max(1);
    let workers = threads * hosts.addresses().len();
    let shards = settings.shards.unwrap_or((2 * workers).max(4));
    let settings = &Settings { threads, shards: Some(shards), ..settings.clone() };
    // before anybody is connected, so that all others find it
    let directory = if hosts.index() == 0 { Some(job.begin(into, settings)?) } else { None };
    // all have the same number of threads, or they do not find each other
    let sockets = connected(hosts, job.digest().wrapping_add(threads as u64), PATIENCE)?;
    let lost = |error: std::io::Error| FleetError::Lost(error.to_string());
    let hooks = Hooks::default();
    let inside =
        ProcessBuilder::new_typed_vector(threads, hooks.refill.clone(), hooks.spill.clone());
    let (builders, guard) =
        initialize_networking_from_sockets(inside, sockets, hosts.index(), threads, hooks)
            .map_err(lost)?;
    let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
    let (tell, heard) = channel();
    let tell = Mutex::new(tell);
    let part = {
        let (job, into, settings) = (Arc::clone(job), into.to_owned(), settings.clone());
        let (limits, progress) = (limits.clone(), Arc::clone(progress));
        move |worker: &mut timely::worker::Worker| {
            let done = job.work(&into, &settings, &mut Mesh::new(worker), &limits, &progress);
            if let Ok(tell) = tell.lock() {
                // who does not listen any more has gone
                let _ = tell.send(done);
            }
        }
    };
    let workers =
        timely::execute::execute_from(builders, Box::new(guard), WorkerConfig::default(), part)
            .map_err(FleetError::Lost)?;
    let ended = || FleetError::Lost("a worker has ended".to_owned());
    // the first that fails says why: the others wait for it
    let hear = |_| -> Result<(), FleetError> { Ok(heard.recv().map_err(|_| ended())??) };
    let done = (0..threads).try_for_each(hear);
    if done.is_err() {
        // the others would be waited for, and they wait for this one: the process is to end
        std::mem::forget(workers);
    } else {
        drop(workers);
    }
    done?;
    match directory {
        Some(directory) => Ok(Some(job.end(directory, into, limits)?)),
        None => Ok(None),
    }
}
