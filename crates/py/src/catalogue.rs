//! The catalogue of named problems, and tables of facts.

use crate::answer::dictionary;
use crate::faults;
use crate::run::{Asked, watched};
use farstar::{Checked, check_certificate};
use farstar_check::{Event, Summary, check_table};
use farstar_problems::{Language, Problem, Report, Telling, catalogue};
use pyo3::prelude::*;
use pyo3::types::PyDict;

fn problem(py: Python<'_>, name: &str) -> PyResult<&'static Problem> {
    catalogue::problem(name).map_err(|error| failed(py, &error))
}

fn failed(py: Python<'_>, error: &farstar_problems::Error) -> PyErr {
    match error {
        farstar_problems::Error::Stopped(reason) => faults::stopped(py, *reason),
        farstar_problems::Error::Input { line, .. } => {
            faults::raise(py, "InputError", (error.to_string(), *line))
        }
        farstar_problems::Error::Solve(error) => {
            faults::of_question(py, &farstar::Error::Solver(error.clone()), "")
        }
        _ => faults::raise(py, "DomainError", (error.to_string(),)),
    }
}

/// The ids and the names of all problems.
#[pyfunction]
pub(crate) fn problem_names() -> Vec<(&'static str, &'static str)> {
    catalogue::problems().iter().map(|problem| (problem.id, problem.name)).collect()
}

/// What is told of a problem, as a dictionary; `language` is `'en'` or `'zh'`.
#[pyfunction]
pub(crate) fn problem_about<'py>(
    py: Python<'py>,
    name: &str,
    language: &str,
) -> PyResult<Bound<'py, PyDict>> {
    let language = match language {
        "en" => Language::English,
        "zh" => Language::Chinese,
        _ => return Err(faults::wrong_value("language: 'en' or 'zh'")),
    };
    dictionary(py, &problem(py, name)?.to_json(Telling::In(language)).to_string())
}

/// The answer of a problem to an input.
#[pyfunction]
#[pyo3(signature = (name, text, **limits))]
pub(crate) fn problem_run(
    py: Python<'_>,
    name: &str,
    text: &str,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let problem = problem(py, name)?;
    let asked = Asked::of(py, limits)?;
    let answer = watched(py, &asked, |limits| problem.run(text, limits))?;
    answer.map_err(|error| failed(py, &error))
}

/// Compares the rule of a problem with play by the definition: how many cases agree. `farstar.CheckError` with the
/// first case in which they differ.
#[pyfunction]
#[pyo3(signature = (name, to = None, **limits))]
pub(crate) fn problem_verify(
    py: Python<'_>,
    name: &str,
    to: Option<u64>,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<u64> {
    let problem = problem(py, name)?;
    let asked = Asked::of(py, limits)?;
    let report = watched(py, &asked, |limits| problem.verify(to, limits, &mut |_| {}))?;
    match report.map_err(|error| failed(py, &error))? {
        Report::Agrees { cases, .. } => Ok(cases),
        Report::Differs { counterexample, .. } => {
            Err(faults::raise(py, "CheckError", (counterexample.to_string(),)))
        }
    }
}

/// Recomputes every row of a table of facts; `stem` is the name of the table without its ending. A dictionary with the
/// numbers of rows that passed, failed and were skipped, and what is said of them. A certificate counts like a row.
#[pyfunction]
#[pyo3(signature = (stem, text, **limits))]
pub(crate) fn check<'py>(
    py: Python<'py>,
    stem: &str,
    text: &str,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let asked = Asked::of(py, limits)?;
    let found = watched(py, &asked, |limits| {
        let mut news = Vec::new();
        let one = |passed| Summary { passed, failed: 1 - passed, ..Summary::default() };
        match check_certificate(text, limits) {
            Checked::NoCertificate => {}
            Checked::Sound => return Some((one(1), news)),
            Checked::Wrong(message) => return Some((one(0), vec![(1, message)])),
            Checked::Stopped(reason) => {
                return Some((
                    Summary { stopped: Some(reason.to_string()), ..Summary::default() },
                    news,
                ));
            }
        }
        let checker = farstar_check::checker(stem)?;
        let mut note = |event| match event {
            Event::Failed { line, message } => news.push((line, message)),
            Event::Skipped { line, reason } => news.push((line, format!("skipped: {reason}"))),
            Event::Progress { .. } => {}
        };
        let summary = check_table(checker, text, &|| limits.clone(), &mut note);
        Some((summary, news))
    })?;
    let Some((summary, news)) = found else {
        return Err(faults::wrong_value(format!("no table is called '{stem}'")));
    };
    let told = PyDict::new(py);
    told.set_item("passed", summary.passed)?;
    told.set_item("failed", summary.failed)?;
    told.set_item("skipped", summary.skipped)?;
    told.set_item("stopped", summary.stopped)?;
    told.set_item("news", news)?;
    Ok(told)
}
