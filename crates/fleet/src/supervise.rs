//! Processes of this machine that do a job together: started, watched, and started again when one dies.

use crate::{FleetError, Hosts};
use farstar_play::{Limits, Stopped};
use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// How often processes are looked at.
const LOOK: Duration = Duration::from_millis(20);
/// How long it takes until they are started again.
const PAUSE: Duration = Duration::from_millis(500);
/// So often processes may die without the job having come further.
const STRIKES: usize = 4;
/// The last bytes that a process wrote are told.
const TOLD: usize = 2000;

/// How processes are supervised.
pub struct Supervision<'s> {
    /// How many.
    pub processes: usize,
    /// How often they are started again.
    pub retries: usize,
    /// The command of the process with this number of those at these addresses; the second number counts the starts.
    /// A process must end when its standard input does: then its supervisor is gone.
    pub command: &'s dyn Fn(usize, &[String], usize) -> Command,
    /// How far the job is: a number that differs when it has come further.
    pub progress: &'s dyn Fn() -> u64,
}

/// The processes under way; whoever drops it ends them.
struct Team(Vec<(Child, Option<JoinHandle<String>>)>);

impl Drop for Team {
    fn drop(&mut self) {
        for (child, _) in &mut self.0 {
            // one that has ended already cannot be ended
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// How a process ended that did not do its part: its number, its status, and what it wrote.
struct End {
    index: usize,
    status: ExitStatus,
    written: String,
}

impl Team {
    fn start(of: &Supervision<'_>, starts: usize) -> Result<Self, FleetError> {
        let addresses = Hosts::free(of.processes)?;
        let mut team = Self(Vec::new());
        for index in 0..of.processes {
            let mut command = (of.command)(index, &addresses, starts);
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
            let mut child = command.spawn()?;
            let listener = child.stderr.take().map(|mut from| {
                thread::spawn(move || {
                    let mut written = Vec::new();
                    let mut piece = [0; 1 << 12];
                    while let Ok(length) = from.read(&mut piece)
                        && length > 0
                    {
                        written.extend_from_slice(&piece[..length]);
                        if written.len() > 2 * TOLD {
                            written.drain(..written.len() - TOLD);
                        }
                    }
                    String::from_utf8_lossy(&written).trim().to_owned()
                })
            });
            team.0.push((child, listener));
        }
        Ok(team)
    }

    /// Waits until all are done, or one has ended otherwise.
    fn watch(&mut self, limits: &Limits) -> Result<Option<End>, FleetError> {
        loop {
            limits.check().map_err(farstar_atlas::AtlasError::Stopped)?;
            let mut done = 0;
            let mut failed: Option<(usize, ExitStatus)> = None;
            for (index, (child, _)) in self.0.iter_mut().enumerate() {
                match child.try_wait()? {
                    Some(status) if status.success() => done += 1,
                    // who says why it ended is heard before those whom this one took along
                    Some(status) if failed.is_none() || tells_why(status) => {
                        failed = Some((index, status));
                    }
                    _ => {}
                }
            }
            // process 0 is the last: it writes the file when all have done their parts
            let first = self.0.first_mut().map(|(child, _)| child.try_wait()).transpose()?;
            if done == self.0.len() || first.flatten().is_some_and(|status| status.success()) {
                return Ok(None);
            }
            if let Some((index, status)) = failed {
                return Ok(Some(self.end(index, status)?));
            }
            thread::sleep(LOOK);
        }
    }

    /// Ends the others. One that was about to say why it ends is heard.
    fn end(&mut self, index: usize, status: ExitStatus) -> Result<End, FleetError> {
        let mut end = (index, status);
        if !tells_why(status) {
            thread::sleep(LOOK);
            for (index, (child, _)) in self.0.iter_mut().enumerate() {
                if let Some(status) = child.try_wait()?
                    && tells_why(status)
                {
                    end = (index, status);
                }
            }
        }
        for (child, _) in &mut self.0 {
            // one that has ended already cannot be ended
            let _ = child.kill();
            let _ = child.wait();
        }
        let (index, status) = end;
        let listener = self.0[index].1.take();
        let written = listener.and_then(|listener| listener.join().ok()).unwrap_or_default();
        Ok(End { index, status, written })
    }
}

/// Whether an exit code is one of those by which a command says why it ends; a panic ends with 101, an abort by a
/// signal.
fn tells_why(status: ExitStatus) -> bool {
    status.code().is_some_and(|code| (1..100).contains(&code))
}

/// Starts processes and watches them until the job is done. When one dies all are ended, and started again; they go on
/// from the files of the job.
///
/// # Errors
/// [`FleetError::Ended`] if a process says by its exit code why it ends, [`FleetError::Hopeless`] if processes die and
/// the job does not come further, and the limits.
///
/// # Examples
/// ```
/// use farstar_fleet::{FleetError, Supervision, supervise};
/// use farstar_play::Limits;
/// use std::process::Command;
/// let of = |script: &'static str| move |_: usize, _: &[String], _: usize| {
///     let mut command = Command::new("sh");
///     command.args(["-c", script]);
///     command
/// };
/// let run = |command: &dyn Fn(usize, &[String], usize) -> Command| {
///     supervise(&Supervision { processes: 2, retries: 3, command, progress: &|| 0 }, &Limits::none())
/// };
/// assert!(run(&of("exit 0")).is_ok());
/// let ended = run(&of("echo no room >&2; exit 3")).unwrap_err();
/// assert!(matches!(&ended, FleetError::Ended { code: 3, message } if message == "no room"));
/// ```
pub fn supervise(of: &Supervision<'_>, limits: &Limits) -> Result<(), FleetError> {
    let (mut strikes, mut known) = (0, (of.progress)());
    for starts in 0.. {
        let end = Team::start(of, starts)?.watch(limits)?;
        let Some(End { index, status, written }) = end else { break };
        if let Some(code) = status.code().filter(|_| tells_why(status)) {
            // a port that somebody else was quicker to take is no reason to stop
            if !written.contains("cannot be listened on") {
                return Err(FleetError::Ended { code, message: written });
            }
        }
        let now = (of.progress)();
        strikes = if now == known { strikes + 1 } else { 0 };
        known = now;
        if strikes >= STRIKES || starts >= of.retries {
            let last = format!("process {index} ended with {status}");
            return Err(FleetError::Hopeless { times: starts + 1, last });
        }
        let until = std::time::Instant::now() + PAUSE;
        while std::time::Instant::now() < until {
            if limits.check() == Err(Stopped::Cancelled) {
                return Err(farstar_atlas::AtlasError::Stopped(Stopped::Cancelled).into());
            }
            thread::sleep(LOOK);
        }
    }
    Ok(())
}
