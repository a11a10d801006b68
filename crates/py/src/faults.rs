//! Which exception an error becomes. The classes are written in Python (`farstar/errors.py`).

use farstar::{Error, SolverError, Stop, Stopped};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// An exception of `farstar.errors`, made with these arguments.
pub(crate) fn raise<'py>(
    py: Python<'py>,
    class: &str,
    arguments: impl pyo3::call::PyCallArgs<'py>,
) -> PyErr {
    let made = py
        .import("farstar.errors")
        .and_then(|errors| errors.getattr(class))
        .and_then(|class| class.call1(arguments));
    match made {
        Ok(fault) => PyErr::from_value(fault),
        Err(fault) => fault,
    }
}

/// A text is none of what was expected; `at` are the characters that are wrong.
pub(crate) fn syntax(
    py: Python<'_>,
    message: &str,
    text: &str,
    at: std::ops::Range<usize>,
) -> PyErr {
    let characters =
        |bytes: usize| text.char_indices().take_while(|&(start, _)| start < bytes).count();
    let span = (characters(at.start), characters(at.end));
    raise(py, "ParseError", (message, text, span))
}

pub(crate) fn stopped(py: Python<'_>, reason: Stopped) -> PyErr {
    raise(py, "Stopped", (reason.to_string(), reason.word()))
}

/// A limit or a ceiling was met; `found` is what is known all the same.
pub(crate) fn stop<'py>(
    py: Python<'py>,
    stop: Stop,
    message: &str,
    found: impl IntoPyObject<'py>,
) -> PyErr {
    let arguments = (message, stop.word(), found).into_pyobject(py);
    match arguments {
        Ok(arguments) => raise(py, "Stopped", arguments),
        Err(fault) => fault,
    }
}

/// An error of values; `text` is what was read, if something was.
pub(crate) fn of_value(py: Python<'_>, error: &farstar_value::Error, text: &str) -> PyErr {
    use farstar_value::Error::{
        Bytes, NotANumber, NotAtomic, NotPositive, NotSubordinate, Parse, TooLarge,
    };
    let message = error.to_string();
    match error {
        farstar_value::Error::Stopped(reason) => stopped(py, *reason),
        Parse { span, .. } => syntax(py, &message, text, span.clone()),
        Bytes { .. } => raise(py, "BytesError", (message,)),
        TooLarge { .. } => raise(py, "TooLarge", (message,)),
        NotAtomic { .. } => raise(py, "NotAtomic", (message,)),
        NotANumber { .. } | NotPositive { .. } | NotSubordinate { .. } => {
            raise(py, "DomainError", (message,))
        }
        _ => raise(py, "DomainError", (message,)),
    }
}

/// An error of a question; `text` is what was read, if something was.
pub(crate) fn of_question(py: Python<'_>, error: &Error, text: &str) -> PyErr {
    let message = error.to_string();
    if let Some(met) = error.stop() {
        return stop(py, met, &message, py.None());
    }
    match error {
        Error::Rules(fault) => raise(py, "RulesError", (message, fault.line, fault.column)),
        Error::Position(fault) => raise(py, "PositionError", (message, fault.row, fault.column)),
        Error::Named(_) => raise(py, "UnknownRuleset", (message,)),
        Error::Solver(SolverError::Value(error)) => of_value(py, error, text),
        _ => raise(py, "DomainError", (message,)),
    }
}

pub(crate) fn wrong_type(message: impl Into<String>) -> PyErr {
    PyTypeError::new_err(message.into())
}

pub(crate) fn wrong_value(message: impl Into<String>) -> PyErr {
    PyValueError::new_err(message.into())
}

/// What must not happen: a thread ended by a panic.
pub(crate) fn broken(what: &(dyn std::any::Any + Send)) -> PyErr {
    let told = what.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let told = told.or_else(|| what.downcast_ref::<String>().cloned());
    PyRuntimeError::new_err(format!(
        "a fault of farstar, please report it: {}",
        told.unwrap_or_default()
    ))
}

/// A tuple of Python objects.
pub(crate) fn tuple<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    items: impl IntoIterator<Item = T, IntoIter: ExactSizeIterator>,
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, items)
}
