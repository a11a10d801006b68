//! Jobs: computations on threads of their own, under limits, that can be watched and stopped.
//!
//! A job waits, runs, and ends with a result, which is kept for a while. Whatever happens inside (a limit, a panic)
//! ends the job alone.

use crate::desk::Desk;
use crate::server::Config;
use farstar_value::{CancelToken, Limits, Stopped};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How long the result of a job is kept.
const KEPT: Duration = Duration::from_secs(300);
/// How many ended jobs are kept, and how many bytes of results.
const MOST_KEPT: usize = 256;
const MOST_KEPT_BYTES: usize = 128 << 20;
/// The longest result of one job, in bytes.
const LONGEST_RESULT: usize = 32 << 20;
/// Pieces of a result beyond so many bytes are not told; the result has them.
const MOST_PART_BYTES: usize = 8 << 20;

/// What a job does.
pub(crate) type Work = Box<dyn FnOnce(&Desk<'_>) -> Value + Send>;

/// Tells how many values or positions a job has, and how many bytes.
pub(crate) type Probe = Box<dyn Fn() -> (u64, u64) + Send>;

/// What a client asks a job to keep to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) time: Duration,
    pub(crate) bytes: u64,
    pub(crate) nodes: Option<u64>,
}

/// All jobs and the threads that do them. Cloning is cheap.
#[derive(Clone)]
pub(crate) struct Jobs(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
    queue: usize,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<(Arc<Job>, Work)>,
    known: FxHashMap<String, Arc<Job>>,
    /// Ended jobs, the oldest first, with the bytes they hold.
    ended: VecDeque<(Instant, String, usize)>,
    ended_bytes: usize,
    running: usize,
    stopped: bool,
}

/// Where a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Queued,
    Running,
    Done,
    Failed,
}

impl Stage {
    fn word(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    pub(crate) fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Failed)
    }
}

/// One job.
pub(crate) struct Job {
    pub(crate) id: String,
    bounds: Bounds,
    cancel: CancelToken,
    record: Mutex<Record>,
    /// Counts the changes of the record.
    version: watch::Sender<u64>,
}

struct Record {
    stage: Stage,
    started: Option<Instant>,
    took: Duration,
    done: Option<u64>,
    total: Option<u64>,
    note: String,
    /// Tells nodes and bytes.
    probe: Option<Probe>,
    parts: Vec<Arc<str>>,
    part_bytes: usize,
    /// The result, or the fault, as JSON.
    end: Option<Arc<str>>,
}

/// No more jobs are taken now.
#[derive(Debug)]
pub(crate) struct Full;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nothing under these locks can leave a record half changed.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    /// Starts the threads.
    pub(crate) fn start(config: &Config) -> io::Result<Self> {
        let shared = Arc::new(Shared {
            state: Mutex::new(State::default()),
            wake: Condvar::new(),
            queue: config.queue,
        });
        for number in 0..config.workers.max(1) {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new()
                .name(format!("farstar-job-{number}"))
                .spawn(move || shared.work())?;
        }
        Ok(Self(shared))
    }

    /// Puts work in line.
    pub(crate) fn submit(&self, bounds: Bounds, work: Work) -> Result<Arc<Job>, Full> {
        let mut random = [0u8; 12];
        getrandom::fill(&mut random).map_err(|_| Full)?;
        let id: String = random.iter().map(|b| format!("{b:02x}")).collect();
        let job = Arc::new(Job::new(id, bounds));
        let mut state = lock(&self.0.state);
        if state.stopped || state.waiting.len() >= self.0.queue {
            return Err(Full);
        }
        state.forget_old(Instant::now());
        state.known.insert(job.id.clone(), Arc::clone(&job));
        state.waiting.push_back((Arc::clone(&job), work));
        drop(state);
        self.0.wake.notify_one();
        Ok(job)
    }

    pub(crate) fn find(&self, id: &str) -> Option<Arc<Job>> {
        lock(&self.0.state).known.get(id).cloned()
    }

    /// Forgets a job whose result has been handed over.
    pub(crate) fn forget(&self, job: &Job) {
        lock(&self.0.state).forget(&job.id);
    }

    /// Stops a job: soon if it runs, at once if it waits.
    pub(crate) fn cancel(&self, job: &Arc<Job>) {
        job.cancel.cancel();
        let mut state = lock(&self.0.state);
        if let Some(at) = state.waiting.iter().position(|(waiting, _)| Arc::ptr_eq(waiting, job)) {
            state.waiting.remove(at);
            job.end(Stage::Done, &cancelled());
            state.ended(job);
        }
    }

    /// Takes no more jobs and stops all there are.
    pub(crate) fn stop(&self) {
        let mut state = lock(&self.0.state);
        state.stopped = true;
        for (job, _) in std::mem::take(&mut state.waiting) {
            job.end(Stage::Done, &cancelled());
        }
        for job in state.known.values() {
            job.cancel.cancel();
        }
        drop(state);
        self.0.wake.notify_all();
    }

    /// Jobs that run and jobs that wait.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let state = lock(&self.0.state);
        (state.running, state.waiting.len())
    }
}

fn cancelled() -> Value {
    json!({ "stopped": Stopped::Cancelled.word(), "message": Stopped::Cancelled.to_string() })
}

impl Shared {
    /// What a thread does all its life.
    fn work(&self) {
        loop {
            let mut state = lock(&self.state);
            let (job, work) = loop {
                if let Some(next) = state.waiting.pop_front() {
                    break next;
                }
                if state.stopped {
                    return;
                }
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            };
            state.running += 1;
            drop(state);
            job.run(work);
            let mut state = lock(&self.state);
            state.running -= 1;
            state.ended(&job);
        }
    }
}

impl State {
    fn ended(&mut self, job: &Job) {
        if !self.known.contains_key(&job.id) {
            return;
        }
        let bytes = job.bytes();
        self.ended.push_back((Instant::now(), job.id.clone(), bytes));
        self.ended_bytes += bytes;
        self.forget_old(Instant::now());
    }

    fn forget(&mut self, id: &str) {
        self.known.remove(id);
        if let Some(at) = self.ended.iter().position(|(_, ended, _)| ended == id) {
            let bytes = self.ended.remove(at).map_or(0, |(_, _, bytes)| bytes);
            self.ended_bytes -= bytes;
        }
    }

    /// Forgets results that nobody fetched.
    fn forget_old(&mut self, now: Instant) {
        while let Some((since, ..)) = self.ended.front() {
            let old = now.saturating_duration_since(*since) > KEPT;
            if !old && self.ended.len() <= MOST_KEPT && self.ended_bytes <= MOST_KEPT_BYTES {
                break;
            }
            if let Some((_, id, bytes)) = self.ended.pop_front() {
                self.known.remove(&id);
                self.ended_bytes -= bytes;
            }
        }
    }
}

impl Job {
    fn new(id: String, bounds: Bounds) -> Self {
        let record = Record {
            stage: Stage::Queued,
            started: None,
            took: Duration::ZERO,
            done: None,
            total: None,
            note: String::new(),
            probe: None,
            parts: Vec::new(),
            part_bytes: 0,
            end: None,
        };
        let (version, _) = watch::channel(0);
        Self { id, bounds, cancel: CancelToken::new(), record: Mutex::new(record), version }
    }

    fn run(&self, work: Work) {
        {
            let mut record = lock(&self.record);
            record.stage = Stage::Running;
            record.started = Some(Instant::now());
        }
        self.changed();
        let mut limits = Limits::none()
            .bytes(self.bounds.bytes)
            .time(self.bounds.time)
            .cancel(self.cancel.clone());
        limits.nodes = self.bounds.nodes;
        let desk = Desk::new(self, limits);
        match catch_unwind(AssertUnwindSafe(|| work(&desk))) {
            Ok(result) => self.end(Stage::Done, &result),
            Err(panic) => self.end(Stage::Failed, &json!(fault(panic.as_ref()))),
        }
    }

    fn end(&self, stage: Stage, end: &Value) {
        let mut text = end.to_string();
        let mut stage = stage;
        if text.len() > LONGEST_RESULT {
            stage = Stage::Done;
            text = json!({
                "stopped": Stopped::Memory.word(),
                "message": format!("the answer has more than {} MB of text", LONGEST_RESULT >> 20),
            })
            .to_string();
        }
        let mut record = lock(&self.record);
        record.took = record.started.map_or(Duration::ZERO, |started| started.elapsed());
        record.stage = stage;
        record.probe = None;
        record.end = Some(text.into());
        drop(record);
        self.changed();
    }

    fn changed(&self) {
        self.version.send_modify(|version| *version += 1);
    }

    /// The bytes of its result and of the pieces.
    fn bytes(&self) -> usize {
        let record = lock(&self.record);
        record.part_bytes + record.end.as_ref().map_or(0, |end| end.len())
    }

    pub(crate) fn watch(&self, probe: Probe) {
        lock(&self.record).probe = Some(probe);
    }

    pub(crate) fn tell(&self, done: u64, total: Option<u64>, note: &str) {
        let mut record = lock(&self.record);
        record.done = Some(done);
        record.total = total;
        if record.note != note {
            note.clone_into(&mut record.note);
        }
    }

    pub(crate) fn part(&self, part: &Value) {
        let text = part.to_string();
        let mut record = lock(&self.record);
        if record.part_bytes + text.len() > MOST_PART_BYTES {
            return;
        }
        record.part_bytes += text.len();
        record.parts.push(text.into());
        drop(record);
        self.changed();
    }

    /// A watch on the changes of the job.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    pub(crate) fn stage(&self) -> Stage {
        lock(&self.record).stage
    }

    /// The pieces of the result from number `from` on.
    pub(crate) fn parts(&self, from: usize) -> Vec<Arc<str>> {
        lock(&self.record).parts.get(from..).unwrap_or_default().to_vec()
    }

    /// How far the job is.
    pub(crate) fn progress(&self) -> Value {
        let record = lock(&self.record);
        let seconds = match record.started {
            Some(started) if !record.stage.is_over() => started.elapsed(),
            _ => record.took,
        };
        let megabyte = |bytes: u64| (bytes as f64 / 1e5).round() / 10.0;
        let mut told = json!({
            "state": record.stage.word(),
            "seconds": (seconds.as_secs_f64() * 10.0).round() / 10.0,
            "limits": {
                "seconds": self.bounds.time.as_secs_f64(),
                "megabytes": megabyte(self.bounds.bytes),
            },
        });
        if let Some(nodes) = self.bounds.nodes {
            told["limits"]["nodes"] = json!(nodes);
        }
        if let Some(probe) = record.probe.as_ref().filter(|_| !record.stage.is_over()) {
            let (nodes, bytes) = probe();
            told["nodes"] = json!(nodes);
            told["megabytes"] = json!(megabyte(bytes));
        }
        if let Some(done) = record.done {
            told["done"] = json!(done);
        }
        if let Some(total) = record.total {
            told["total"] = json!(total);
        }
        if !record.note.is_empty() {
            told["note"] = json!(record.note);
        }
        told
    }

    /// The job as its clients see it, as JSON.
    pub(crate) fn told(&self) -> String {
        let (stage, end, took) = {
            let record = lock(&self.record);
            (record.stage, record.end.clone(), record.took)
        };
        let (word, ms) = (stage.word(), (took.as_secs_f64() * 1e5).round() / 100.0);
        match (stage, end) {
            (Stage::Done, Some(end)) => {
                format!(r#"{{"state":"{word}","job":"{}","ms":{ms},"result":{end}}}"#, self.id)
            }
            (Stage::Failed, Some(end)) => {
                format!(r#"{{"state":"{word}","job":"{}","ms":{ms},"error":{end}}}"#, self.id)
            }
            _ => {
                let progress = self.progress();
                json!({ "state": word, "job": self.id, "progress": progress }).to_string()
            }
        }
    }
}

/// What a panic said.
fn fault(panic: &(dyn Any + Send)) -> Value {
    let said = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message");
    json!({ "kind": "fault", "message": format!("a fault in Farstar: {said}") })
}
