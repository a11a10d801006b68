//! Jobs: computations on threads of their own, under limits, that can be watched and stopped.
//!
//! A job waits, runs, and ends with a result, which is kept for a while. Whatever happens inside (a limit, a panic)
//! ends the job alone.
//!
//! One more thread is kept for short jobs. While all others are busy it gives each waiting job a moment; what is not
//! done by then is stopped, forgotten, and waits on. So a short question is answered however long the line is, and as
//! it would have been answered alone.

use crate::answer;
use crate::config::Config;
use crate::desk::Desk;
use farstar::Atlases;
use farstar_value::{CancelToken, Limits, Stopped};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};
use std::any::Any;
use std::collections::VecDeque;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc};
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

/// The time that the thread for short jobs gives to each.
const MOMENT: Duration = Duration::from_millis(250);
/// Jobs beyond the line that may wait for their moment.
const MOST_UNTRIED: usize = 64;

/// What a job does. It is done again when its moment was too short.
pub(crate) type Work = Box<dyn Fn(&Desk<'_>) -> Value + Send>;

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
    workers: usize,
    atlases: Atlases,
}

/// A job in the line.
struct Waiting {
    job: Arc<Job>,
    work: Work,
    /// Whether it has had its moment.
    tried: bool,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Waiting>,
    known: FxHashMap<String, Arc<Job>>,
    /// Ended jobs, the oldest first, with the bytes they hold.
    ended: VecDeque<(Instant, String, usize)>,
    ended_bytes: usize,
    /// Jobs that run, those that have their moment aside.
    running: usize,
    /// Whether a job has its moment.
    trying: bool,
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
    /// Files in which positions are looked up.
    pub(crate) atlases: Atlases,
    /// Stops the work as it goes now; work that is done again has another.
    cancel: Mutex<CancelToken>,
    cancelled: AtomicBool,
    /// Clients that listen to it.
    listeners: AtomicUsize,
    /// Counts the questions about it.
    asked: AtomicU64,
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
    /// Whether pieces are kept back: work that may be done again would tell them twice.
    quiet: bool,
    parts: Vec<Arc<str>>,
    part_bytes: usize,
    /// The result, or the fault, as JSON.
    end: Option<Arc<str>>,
}

/// What a client is told whose job is not taken.
pub(crate) const BUSY: &str = "all workers are busy and the queue is full; try again soon";

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
            workers: config.workers.max(1),
            atlases: config.atlases.clone(),
        });
        for number in 0..config.workers.max(1) {
            let shared = Arc::clone(&shared);
            std::thread::Builder::new()
                .name(format!("farstar-job-{number}"))
                .spawn(move || shared.work())?;
        }
        let short = Arc::clone(&shared);
        std::thread::Builder::new()
            .name("farstar-job-short".to_owned())
            .spawn(move || short.work_shortly())?;
        Ok(Self(shared))
    }

    /// Puts work in line.
    pub(crate) fn submit(&self, bounds: Bounds, work: Work) -> Result<Arc<Job>, Full> {
        let mut random = [0u8; 12];
        getrandom::fill(&mut random).map_err(|_| Full)?;
        let id: String = random.iter().map(|b| format!("{b:02x}")).collect();
        let job = Arc::new(Job::new(id, bounds, self.0.atlases.clone()));
        let mut state = lock(&self.0.state);
        let untried = state.waiting.iter().filter(|waiting| !waiting.tried).count();
        if state.stopped || untried >= self.0.queue.max(MOST_UNTRIED) {
            return Err(Full);
        }
        state.forget_old(Instant::now());
        state.known.insert(job.id.clone(), Arc::clone(&job));
        state.waiting.push_back(Waiting { job: Arc::clone(&job), work, tried: false });
        drop(state);
        self.0.wake.notify_all();
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
        job.stop();
        let mut state = lock(&self.0.state);
        if let Some(at) = state.waiting.iter().position(|waiting| Arc::ptr_eq(&waiting.job, job)) {
            state.waiting.remove(at);
            job.end(Stage::Done, &answer::stopped(Stopped::Cancelled));
            state.ended(job);
        }
    }

    /// Takes no more jobs and stops all there are.
    pub(crate) fn stop(&self) {
        let mut state = lock(&self.0.state);
        state.stopped = true;
        for Waiting { job, .. } in std::mem::take(&mut state.waiting) {
            job.end(Stage::Done, &answer::stopped(Stopped::Cancelled));
        }
        for job in state.known.values() {
            job.stop();
        }
        drop(state);
        self.0.wake.notify_all();
    }

    /// Jobs that run and jobs that wait.
    pub(crate) fn counts(&self) -> (usize, usize) {
        let state = lock(&self.0.state);
        (state.running + usize::from(state.trying), state.waiting.len())
    }

    /// A client listens to the job no more. If nobody else does, and nobody asks for it within `grace`, it is stopped.
    pub(crate) fn left(&self, job: &Arc<Job>, grace: Duration) {
        let others = job.listeners.fetch_sub(1, Ordering::Relaxed) > 1;
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        if others || job.stage().is_over() {
            return;
        }
        let (jobs, job, asked) = (self.clone(), Arc::clone(job), job.asked.load(Ordering::Relaxed));
        runtime.spawn(async move {
            tokio::time::sleep(grace).await;
            let alone = job.listeners.load(Ordering::Relaxed) == 0;
            if alone && job.asked.load(Ordering::Relaxed) == asked && !job.stage().is_over() {
                jobs.cancel(&job);
            }
        });
    }
}

impl Shared {
    /// What a thread does all its life.
    fn work(&self) {
        loop {
            let mut state = lock(&self.state);
            let Waiting { job, work, .. } = loop {
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
            job.run(&work);
            let mut state = lock(&self.state);
            state.running -= 1;
            state.ended(&job);
        }
    }

    /// What the thread for short jobs does all its life.
    fn work_shortly(&self) {
        loop {
            let mut state = lock(&self.state);
            let Waiting { job, work, .. } = loop {
                if state.running >= self.workers
                    && let Some(next) = state.untried()
                {
                    break next;
                }
                if state.stopped {
                    return;
                }
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            };
            state.trying = true;
            drop(state);
            let done = job.try_shortly(&work);
            let mut state = lock(&self.state);
            state.trying = false;
            if done {
                state.ended(&job);
            } else {
                self.put_back(&mut state, Waiting { job, work, tried: true });
            }
            drop(state);
            self.wake.notify_all();
        }
    }

    /// A job that was not done in its moment goes to the end of those that had theirs, if there is room in the line.
    fn put_back(&self, state: &mut State, waiting: Waiting) {
        let tried = state.waiting.iter().filter(|other| other.tried).count();
        if state.stopped || waiting.job.is_cancelled() {
            waiting.job.end(Stage::Done, &answer::stopped(Stopped::Cancelled));
            state.ended(&waiting.job);
        } else if tried >= self.queue {
            waiting.job.end(Stage::Failed, &busy());
            state.ended(&waiting.job);
        } else {
            waiting.job.wait_on();
            state.waiting.insert(tried, waiting);
        }
    }
}

/// Why a job that was taken is not done.
fn busy() -> Value {
    json!({ "kind": "request", "code": "busy", "message": BUSY })
}

impl State {
    /// The first job that has not had its moment. Those that had stand before it, in their order.
    fn untried(&mut self) -> Option<Waiting> {
        let at = self.waiting.iter().position(|waiting| !waiting.tried)?;
        self.waiting.remove(at)
    }

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
    fn new(id: String, bounds: Bounds, atlases: Atlases) -> Self {
        let record = Record {
            stage: Stage::Queued,
            started: None,
            took: Duration::ZERO,
            done: None,
            total: None,
            note: String::new(),
            probe: None,
            quiet: false,
            parts: Vec::new(),
            part_bytes: 0,
            end: None,
        };
        let (version, _) = watch::channel(0);
        Self {
            id,
            bounds,
            atlases,
            cancel: Mutex::new(CancelToken::new()),
            cancelled: AtomicBool::new(false),
            listeners: AtomicUsize::new(0),
            asked: AtomicU64::new(0),
            record: Mutex::new(record),
            version,
        }
    }

    fn run(&self, work: &Work) {
        let (stage, end) = self.done(work);
        self.end(stage, &end);
    }

    /// Does the work, with a token of its own to stop it.
    fn done(&self, work: &Work) -> (Stage, Value) {
        {
            let mut record = lock(&self.record);
            record.stage = Stage::Running;
            record.started = Some(Instant::now());
        }
        let token = CancelToken::new();
        *lock(&self.cancel) = token.clone();
        if self.is_cancelled() {
            return (Stage::Done, answer::stopped(Stopped::Cancelled));
        }
        self.changed();
        let mut limits =
            Limits::none().bytes(self.bounds.bytes).time(self.bounds.time).cancel(token);
        limits.nodes = self.bounds.nodes;
        let desk = Desk::new(self, limits);
        match catch_unwind(AssertUnwindSafe(|| work(&desk))) {
            Ok(result) => (Stage::Done, result),
            Err(panic) => (Stage::Failed, json!(fault(panic.as_ref()))),
        }
    }

    /// Gives the job a moment, and says whether it was enough. Its limits are those it always has, so that what is done
    /// in time is done as it would be at length.
    fn try_shortly(&self, work: &Work) -> bool {
        lock(&self.record).quiet = true;
        let (tell, heard) = mpsc::channel::<()>();
        let late = AtomicBool::new(false);
        let (stage, end) = std::thread::scope(|scope| {
            let late = &late;
            scope.spawn(move || {
                if heard.recv_timeout(MOMENT) == Err(mpsc::RecvTimeoutError::Timeout) {
                    late.store(true, Ordering::Relaxed);
                    lock(&self.cancel).cancel();
                }
            });
            let done = self.done(work);
            drop(tell);
            done
        });
        let enough = !late.load(Ordering::Relaxed) || self.is_cancelled();
        if enough {
            self.end(stage, &end);
        }
        enough
    }

    /// Back in the line: nothing of its moment is told.
    fn wait_on(&self) {
        let mut record = lock(&self.record);
        record.stage = Stage::Queued;
        record.started = None;
        (record.done, record.total, record.probe, record.quiet) = (None, None, None, false);
        record.note.clear();
        drop(record);
        self.changed();
    }

    /// Stops the work, now or as soon as it begins.
    fn stop(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        lock(&self.cancel).cancel();
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// Somebody asks for the job.
    pub(crate) fn asked_for(&self) {
        self.asked.fetch_add(1, Ordering::Relaxed);
    }

    /// Somebody listens to the job, until [`Jobs::left`].
    pub(crate) fn heard(&self) {
        self.listeners.fetch_add(1, Ordering::Relaxed);
        self.asked_for();
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
        if record.quiet || record.part_bytes + text.len() > MOST_PART_BYTES {
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

    /// Whether it ended because there was no room in the line.
    pub(crate) fn is_refused(&self) -> bool {
        let record = lock(&self.record);
        let busy = busy().to_string();
        record.stage == Stage::Failed && record.end.as_deref() == Some(&*busy)
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
