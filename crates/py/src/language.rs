//! The language of games: a session that keeps its variables, on a thread of its own.

use crate::exchange::to_number;
use crate::faults;
use crate::game::Game;
use crate::run::{Asked, watched};
use farstar::{Arena, Limits, Stop};
use farstar_lang::{Diagnostic, Session as Language, Text, Value};
use farstar_num::Rational;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};

/// The stack of a session's thread.
const STACK: usize = 64 << 20;
/// Lists go so deep.
const DEEPEST: u32 = 64;

type Job = Box<dyn FnOnce(&mut Language<'_>) + Send>;

/// A session of the language: names that were given values keep them.
///
/// >>> from farstar import Session
/// >>> s = Session()
/// >>> s.eval("g := {1|-1}; g + *3")
/// Game('+-(1+*3)')
/// >>> s.eval("g.Temperature")
/// 1
#[pyclass(frozen, module = "farstar")]
pub(crate) struct Session {
    jobs: Mutex<Sender<Job>>,
}

/// A value as Python will have it.
enum Told {
    Nothing,
    Boolean(bool),
    Number(Rational, String),
    Game(Vec<u8>),
    Text(String),
    List(Vec<Told>),
    Map(Vec<(Told, Told)>),
    Shown(String),
}

fn told(session: &mut Language<'_>, value: &Value, depth: u32) -> Result<Told, Diagnostic> {
    let all = |session: &mut Language<'_>, items: &[Value]| -> Result<Vec<Told>, Diagnostic> {
        items.iter().map(|item| told(session, item, depth + 1)).collect()
    };
    Ok(match value {
        Value::Nothing => Told::Nothing,
        Value::Boolean(truth) => Told::Boolean(*truth),
        Value::Number(number) => Told::Number(number.clone(), session.display(value)?),
        Value::Text(text) => Told::Text(text.as_str().to_owned()),
        Value::List(items) | Value::Set(items) if depth < DEEPEST => {
            Told::List(all(session, items.as_slice())?)
        }
        Value::Map(items) if depth < DEEPEST => {
            let mut entries = Vec::new();
            for item in items.as_slice() {
                let Value::Entry(entry) = item else { continue };
                let key = told(session, entry.key(), depth + 1)?;
                entries.push((key, told(session, entry.value(), depth + 1)?));
            }
            Told::Map(entries)
        }
        Value::Game(game) => {
            let mut calc = session.calculator();
            match calc.encode(*game) {
                Ok(bytes) => Told::Game(bytes),
                Err(_) => Told::Shown(session.display(value)?),
            }
        }
        _ => Told::Shown(session.display(value)?),
    })
}

impl Told {
    fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(match self {
            Self::Nothing => py.None().into_bound(py),
            Self::Boolean(truth) => truth.into_pyobject(py)?.to_owned().into_any(),
            Self::Number(number, shown) => match to_number(py, number)? {
                Some(number) => number,
                None => PyString::new(py, shown).into_any(),
            },
            Self::Game(bytes) => {
                let arena = crate::arena::current(py)?;
                let value = crate::run::arithmetic(py, &arena, |calc| calc.decode(bytes))?;
                Bound::new(py, Game::new_in(&arena, value))?.into_any()
            }
            Self::Text(text) | Self::Shown(text) => PyString::new(py, text).into_any(),
            Self::List(items) => {
                let items: Vec<_> =
                    items.iter().map(|item| item.to_python(py)).collect::<PyResult<_>>()?;
                PyList::new(py, items)?.into_any()
            }
            Self::Map(entries) => {
                let told = PyDict::new(py);
                for (key, value) in entries {
                    // what cannot be hashed is known by its text
                    let key = key.to_python(py)?;
                    let key = if key.hash().is_ok() { key } else { key.repr()?.into_any() };
                    told.set_item(key, value.to_python(py)?)?;
                }
                told.into_any()
            }
        })
    }
}

impl Session {
    /// Does a job on the session's thread, within limits.
    fn ask<T: Send + 'static>(
        &self,
        py: Python<'_>,
        limits: Option<&Bound<'_, PyDict>>,
        work: impl FnOnce(&mut Language<'_>) -> T + Send + 'static,
    ) -> PyResult<T> {
        let asked = Asked::of(py, limits)?;
        let answer = watched(py, &asked, |limits: &Limits| {
            let (tell, told) = channel();
            let limits = limits.clone();
            let job: Job = Box::new(move |session| {
                session.set_limits(limits);
                // nobody waits any more if that fails
                let _ = tell.send(work(session));
            });
            let sent = self.jobs.lock().unwrap_or_else(PoisonError::into_inner).send(job);
            sent.ok().and_then(|()| told.recv().ok())
        })?;
        answer.ok_or_else(|| faults::broken(&"the thread of a session has ended"))
    }
}

/// What is wrong with a text, with its place.
pub(crate) fn fault(py: Python<'_>, diagnostics: &[Diagnostic], text: &str) -> PyErr {
    let Some(first) = diagnostics.first() else {
        return faults::wrong_value("nothing is known of the fault");
    };
    let message = first.to_string();
    match first.kind {
        farstar_lang::Kind::Stopped(reason) => faults::stopped(py, reason),
        farstar_lang::Kind::TooLarge => faults::stop(py, Stop::Size, &message, py.None()),
        farstar_lang::Kind::Syntax => {
            faults::syntax(py, &message, text, first.span.start..first.span.end)
        }
        _ => faults::raise(
            py,
            "EvalError",
            (message, text.to_owned(), (first.span.start, first.span.end)),
        ),
    }
}

/// Prints what the expression printed.
fn show_printed(py: Python<'_>, printed: &[Text]) -> PyResult<()> {
    let print = py.import("builtins")?.getattr("print")?;
    printed.iter().try_for_each(|text| print.call1((text.as_str(),)).map(drop))
}

#[pymethods]
impl Session {
    #[new]
    fn new() -> PyResult<Self> {
        let (jobs, waiting) = channel::<Job>();
        // the thread ends when the session goes, with its arena
        std::thread::Builder::new().stack_size(STACK).name("farstar session".to_owned()).spawn(
            move || {
                let arena = Arena::new();
                let mut session = Language::new(&arena);
                for job in waiting {
                    job(&mut session);
                }
            },
        )?;
        Ok(Self { jobs: Mutex::new(jobs) })
    }

    /// The value of an expression, or of several with `;` between them: `None`, `bool`, `int`, `Fraction`, `Game`,
    /// `str`, lists and dictionaries of these; the text of anything else.
    #[pyo3(signature = (text, **limits))]
    fn eval<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let line = text.to_owned();
        let (value, printed) = self.ask(py, limits, move |session| {
            let value = session.eval(&line);
            let value =
                value.and_then(|value| told(session, &value, 0).map_err(|fault| vec![fault]));
            (value, session.take_printed())
        })?;
        show_printed(py, &printed)?;
        value.map_err(|faults| fault(py, &faults, text))?.to_python(py)
    }

    /// The same as text, which can be read back.
    #[pyo3(signature = (text, **limits))]
    fn show(
        &self,
        py: Python<'_>,
        text: &str,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<String> {
        let line = text.to_owned();
        let (shown, printed) = self.ask(py, limits, move |session| {
            let value = session.eval(&line);
            let shown =
                value.and_then(|value| session.display(&value).map_err(|fault| vec![fault]));
            (shown, session.take_printed())
        })?;
        show_printed(py, &printed)?;
        shown.map_err(|faults| fault(py, &faults, text))
    }

    /// Names that begin so: variables, methods, words of the language.
    fn complete(&self, py: Python<'_>, prefix: String) -> PyResult<Vec<String>> {
        self.ask(py, None, move |session| session.complete(&prefix))
    }

    /// The names that have values.
    #[getter]
    fn variables(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.ask(py, None, |session| session.variables().map(str::to_owned).collect())
    }
}
