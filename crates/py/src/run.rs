//! How work is run: arithmetic under the interpreter's lock with a budget of steps; everything else without the lock,
//! at once if it is short, else under limits, watched for Ctrl-C and telling its progress.
//!
//! Python handles signals on its main thread only. So a call from there does the work on a thread of its own and waits
//! for it in slices, between which Python may run its handlers; a call from any other thread works in place.

use crate::solver::Probes;
use crate::{arena, faults};
use farstar::{CancelToken, Limits, Stopped};
use farstar_value::{Arena, Calculator};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyDict;
use std::cell::Cell;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// What arithmetic may cost under the lock: new values, and steps (about a millisecond).
const BUDGET: (u64, u64) = (1 << 14, 1 << 18);
/// Work is tried for so long where it was asked for, first under the lock, which is dearer to hand over between threads
/// than a short answer is, then without it. What ends in a twentieth of the time had all that it wanted, for a question
/// gives each of its attempts at least that share.
const SOON: [Duration; 2] = [Duration::from_millis(4), Duration::from_millis(20)];
/// The first and the longest wait for a thread at work.
const FIRST_WAIT: Duration = Duration::from_micros(50);
const LONGEST_WAIT: Duration = Duration::from_millis(50);
/// Progress is told so often.
const NEWS: Duration = Duration::from_millis(200);
/// The stack of a thread at work: engines recurse in proportion to boards, never to values.
const STACK: usize = 64 << 20;

/// What a user said of limits, filled up by those of `farstar.limits`.
#[derive(Default)]
pub(crate) struct Asked {
    time: Option<Duration>,
    pub(crate) bytes: Option<u64>,
    nodes: Option<u64>,
    pub(crate) threads: usize,
    progress: Option<Py<PyAny>>,
}

/// The context variable with the limits of `farstar.limits`.
static DEFAULTS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

impl Asked {
    /// Reads the keywords; those that are `None` or missing are those of the context.
    pub(crate) fn of(py: Python<'_>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut asked = Self { threads: threads(), ..Self::default() };
        let limits = DEFAULTS.get_or_try_init(py, || {
            PyResult::Ok(py.import("farstar._limits")?.getattr("current")?.unbind())
        })?;
        let given = limits.bind(py).call_method0("get")?;
        if let Ok(given) = given.cast::<PyDict>() {
            asked.take(given)?;
        }
        if let Some(keywords) = keywords {
            asked.take(keywords)?;
        }
        Ok(asked)
    }

    fn take(&mut self, keywords: &Bound<'_, PyDict>) -> PyResult<()> {
        for (name, value) in keywords {
            if value.is_none() {
                continue;
            }
            let name: String = name.extract()?;
            match name.as_str() {
                "time" => self.time = Some(duration(&value)?),
                "memory" => self.bytes = Some(bytes(&value)?),
                "nodes" => self.nodes = Some(count(&value, "nodes")?),
                "threads" => {
                    let threads = count(&value, "threads")?;
                    if threads == 0 {
                        return Err(faults::wrong_value("threads: at least 1"));
                    }
                    self.threads = usize::try_from(threads).unwrap_or(usize::MAX).min(256);
                }
                "progress" => self.progress = progress(&value)?,
                _ => {
                    return Err(faults::wrong_type(format!(
                        "unknown keyword '{name}'; limits are time, memory, nodes, threads, progress"
                    )));
                }
            }
        }
        Ok(())
    }

    /// The same within so much time, if nobody said how much.
    pub(crate) fn within(mut self, time: Duration) -> Self {
        self.time.get_or_insert(time);
        self
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::none();
        (limits.nodes, limits.bytes) = (self.nodes, self.bytes);
        match self.time {
            Some(time) => limits.time(time),
            None => limits,
        }
    }
}

/// The processors that the process may use; asked once, for that reads files.
fn threads() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

fn count(value: &Bound<'_, PyAny>, what: &str) -> PyResult<u64> {
    value.extract().map_err(|_| {
        let shown = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
        faults::wrong_type(format!("{what}: an integer of at least 0, not {shown}"))
    })
}

/// Seconds, or a `timedelta`.
fn duration(value: &Bound<'_, PyAny>) -> PyResult<Duration> {
    if let Ok(time) = value.extract::<Duration>() {
        return Ok(time);
    }
    let wrong = || faults::wrong_value("time: seconds of at least 0, or a timedelta");
    let seconds: f64 =
        value.extract().map_err(|_| faults::wrong_type("time: seconds, or a timedelta"))?;
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

/// Bytes, or a text such as `2GiB`.
fn bytes(value: &Bound<'_, PyAny>) -> PyResult<u64> {
    let Ok(text) = value.extract::<String>() else { return count(value, "memory") };
    let digits = text.trim_end_matches(|c: char| c.is_alphabetic() || c == ' ');
    let unit = match text[digits.len()..].trim().to_ascii_lowercase().trim_end_matches("ib") {
        "" | "b" => 0,
        "k" | "kb" => 10,
        "m" | "mb" => 20,
        "g" | "gb" => 30,
        "t" | "tb" => 40,
        _ => return Err(faults::wrong_value(format!("memory: '{text}' is none; such as '2GiB'"))),
    };
    let number: Option<u64> = digits.trim().parse().ok();
    number
        .and_then(|number| number.checked_mul(1 << unit))
        .ok_or_else(|| faults::wrong_value(format!("memory: '{text}' is none; such as '2GiB'")))
}

/// Who is told the progress: a function, or for `True` what the package shows.
fn progress(value: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
    if let Ok(wanted) = value.extract::<bool>() {
        let shown = || value.py().import("farstar._progress")?.getattr("show")?.call0();
        return if wanted { Ok(Some(shown()?.unbind())) } else { Ok(None) };
    }
    if !value.is_callable() {
        return Err(faults::wrong_type("progress: True, False or a function of one Progress"));
    }
    Ok(Some(value.clone().unbind()))
}

fn on_main_thread(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import("threading")?;
    Ok(threading.call_method0("current_thread")?.is(&threading.call_method0("main_thread")?))
}

/// Runs work at once if it is short; if it is not, again from where its memory stands, without the lock and watched.
pub(crate) fn soon_or_watched<T: Send>(
    py: Python<'_>,
    asked: &Asked,
    probes: &Probes,
    mut work: impl FnMut(&Limits) -> T + Send,
) -> PyResult<T> {
    let tries: &[Duration] = if asked.progress.is_none() { &SOON } else { &[] };
    for (at, &soon) in tries.iter().enumerate() {
        let began = Instant::now();
        let limits = asked.limits();
        let deadline = Some(began + soon);
        let limits = Limits { deadline: limits.deadline.min(deadline).or(deadline), ..limits };
        let done = if at == 0 { work(&limits) } else { py.detach(|| work(&limits)) };
        if began.elapsed() < soon / 20 {
            return Ok(done);
        }
    }
    watched_by(py, asked, probes, work)
}

/// Runs long work without the lock. Ctrl-C cancels it and becomes `KeyboardInterrupt`.
pub(crate) fn watched<T: Send>(
    py: Python<'_>,
    asked: &Asked,
    work: impl FnOnce(&Limits) -> T + Send,
) -> PyResult<T> {
    watched_by(py, asked, &Probes::default(), work)
}

/// The same; the progress that is told is read from the probe that the work leaves.
pub(crate) fn watched_by<T: Send>(
    py: Python<'_>,
    asked: &Asked,
    probes: &Probes,
    work: impl FnOnce(&Limits) -> T + Send,
) -> PyResult<T> {
    let token = CancelToken::new();
    let limits = asked.limits().cancel(token.clone());
    let main = on_main_thread(py)?;
    if !main && asked.progress.is_none() {
        return Ok(py.detach(|| work(&limits)));
    }
    let told = Telling { progress: asked.progress.as_ref(), probes, began: Instant::now() };
    let (done, waiting) = channel();
    let limits = &limits;
    let (result, fault) = py.detach(move || {
        std::thread::scope(|scope| {
            let at_work = || {
                let result = work(limits);
                // nobody waits any more if that fails
                let _ = done.send(());
                result
            };
            let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, at_work);
            let worker = match worker {
                Ok(worker) => worker,
                Err(error) => return (None, Some(PyErr::from(error))),
            };
            let fault = told.wait(&waiting, &token);
            (Some(worker.join()), fault)
        })
    });
    match (result, fault) {
        (_, Some(fault)) => Err(fault),
        (Some(Ok(result)), None) => Ok(result),
        (Some(Err(panic)), None) => Err(faults::broken(&*panic)),
        (None, None) => Err(faults::broken(&"no thread")),
    }
}

/// What is told while somebody waits.
struct Telling<'t> {
    progress: Option<&'t Py<PyAny>>,
    probes: &'t Probes,
    began: Instant,
}

impl Telling<'_> {
    /// Waits for the end of the work; a signal or a fault of the progress cancels it.
    fn wait(&self, done: &std::sync::mpsc::Receiver<()>, token: &CancelToken) -> Option<PyErr> {
        let mut wait = FIRST_WAIT;
        let mut news = self.began;
        let mut fault = None;
        while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(wait) {
            wait = (wait * 2).min(LONGEST_WAIT);
            if fault.is_some() {
                continue;
            }
            let due = self.progress.is_some() && news.elapsed() >= NEWS;
            let heard = Python::attach(|py| {
                py.check_signals()?;
                if due { self.tell(py, false) } else { Ok(()) }
            });
            if due {
                news = Instant::now();
            }
            if let Err(error) = heard {
                token.cancel();
                fault = Some(error);
            }
        }
        if fault.is_none() && self.progress.is_some() {
            fault = Python::attach(|py| self.tell(py, true)).err();
        }
        fault
    }

    fn tell(&self, py: Python<'_>, finished: bool) -> PyResult<()> {
        let Some(progress) = self.progress else { return Ok(()) };
        let probe = self.probes.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let (parts, bytes) = probe.map_or((0, 0), |probe| probe());
        let seconds = self.began.elapsed().as_secs_f64();
        let note = if finished { "done" } else { "" };
        let class = py.import("farstar._progress")?.getattr("Progress")?;
        let news = class.call1((parts, py.None(), seconds, note, bytes))?;
        progress.call1(py, (news,)).map(|_| ())
    }
}

/// Arithmetic: at once if it is short, watched if it is not.
pub(crate) fn arithmetic<T: Send>(
    py: Python<'_>,
    arena: &Arc<Arena>,
    work: impl Fn(&mut Calculator<'_>) -> farstar_value::Result<T> + Send + Sync,
) -> PyResult<T> {
    arithmetic_on(py, arena, "", work)
}

thread_local! {
    /// The calculator of the last call in the arena of the process: its memories cost more to make than most sums.
    static KEPT: Cell<Option<Box<Calculator<'static>>>> = const { Cell::new(None) };
}

/// Arithmetic within the budget. A calculator is kept only in the arena that lives as long as the process, and only
/// after work that came to its end.
fn at_once<T>(
    arena: &Arc<Arena>,
    work: &impl Fn(&mut Calculator<'_>) -> farstar_value::Result<T>,
) -> farstar_value::Result<T> {
    let standing = arena::of_the_process();
    if !Arc::ptr_eq(arena, standing) {
        let mut calc = arena.calculator();
        calc.set_budget(BUDGET.0, BUDGET.1);
        return work(&mut calc);
    }
    let mut calc = KEPT.take().unwrap_or_else(|| Box::new(standing.calculator()));
    calc.set_budget(BUDGET.0, BUDGET.1);
    let done = work(&mut calc);
    if done.is_ok() {
        KEPT.set(Some(calc));
    }
    done
}

/// The same where a text is read.
pub(crate) fn arithmetic_on<T: Send>(
    py: Python<'_>,
    arena: &Arc<Arena>,
    text: &str,
    work: impl Fn(&mut Calculator<'_>) -> farstar_value::Result<T> + Send + Sync,
) -> PyResult<T> {
    let result = match at_once(arena, &work) {
        Err(farstar_value::Error::Stopped(Stopped::Nodes)) => {
            let asked = Asked::of(py, None)?;
            watched(py, &asked, |limits| work(&mut arena.calculator_with(limits)))?
        }
        done => done,
    };
    result.map_err(|error| faults::of_value(py, &error, text))
}
