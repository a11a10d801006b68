//! Answers: what is known of a position or a sum.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// What is known of a position or a sum. What is not known is `None`; `stopped` says which limit left it open.
///
/// `to_dict()` is the JSON of the command line and the page, which `pandas.DataFrame` takes.
///
/// >>> from farstar import Ruleset
/// >>> a = Ruleset("Nim")("3+5").answer()
/// >>> a.value, a.outcome, a.grundy
/// ('*6', 'N', 6)
#[pyclass(frozen, module = "farstar")]
pub(crate) struct Answer {
    pub(crate) told: farstar::Answer,
}

impl Answer {
    pub(crate) fn new(told: farstar::Answer) -> Self {
        Self { told }
    }
}

#[pymethods]
impl Answer {
    /// The value as text.
    #[getter]
    fn value(&self) -> Option<&str> {
        self.told.value.as_deref()
    }

    /// Who wins.
    #[getter]
    fn outcome(&self) -> Option<String> {
        self.told.outcome.map(|outcome| outcome.to_string())
    }

    /// The Grundy value of an impartial sum in normal play.
    #[getter]
    fn grundy(&self) -> Option<u64> {
        self.told.grundy
    }

    /// The mean of the value, as text.
    #[getter]
    fn mean(&self) -> Option<&str> {
        self.told.mean.as_deref()
    }

    /// The temperature of the value, as text.
    #[getter]
    fn temperature(&self) -> Option<&str> {
        self.told.temperature.as_deref()
    }

    /// The atomic weight, where there is one, as text.
    #[getter]
    fn atomic_weight(&self) -> Option<&str> {
        self.told.atomic_weight.as_deref()
    }

    /// The limit that left something open: `'time'`, `'memory'`, `'nodes'`, `'cancelled'`, `'size'`.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.told.stopped.map(farstar::Stop::word)
    }

    /// The same in a sentence.
    #[getter]
    fn message(&self) -> Option<&str> {
        self.told.message.as_deref()
    }

    /// Why it is won as it is, in sentences, if that was asked for with `explain`.
    #[getter]
    fn reasons(&self) -> Vec<String> {
        self.told.reasons.clone()
    }

    /// What is known when Left begins: winner, proof, moves.
    #[getter]
    fn left_starts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_dict(py)?.get_item("left_starts")
    }

    /// What is known when Right begins.
    #[getter]
    fn right_starts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.to_dict(py)?.get_item("right_starts")
    }

    /// All of it as JSON on one line, the same behind every door.
    fn to_json(&self) -> String {
        self.told.to_json()
    }

    /// All of it as a dictionary.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.told.to_json(),))
    }

    fn __repr__(&self) -> String {
        let known = [
            ("value", self.told.value.clone()),
            ("outcome", self.outcome()),
            ("temperature", self.told.temperature.clone()),
            ("stopped", self.stopped().map(str::to_owned)),
        ];
        let told =
            known.iter().filter_map(|(name, fact)| Some(format!("{name}={}", fact.as_ref()?)));
        format!("<Answer {}>", told.collect::<Vec<_>>().join(", "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let read = py.get_type::<Self>().getattr("from_json")?;
        Ok((read, (self.to_json(),)).into_pyobject(py)?.into_any())
    }

    /// Reads what `to_json` has written.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        let told = serde_json::from_str(text);
        told.map(Self::new).map_err(|error| crate::faults::wrong_value(error.to_string()))
    }
}

/// A dictionary from JSON.
pub(crate) fn dictionary<'py>(py: Python<'py>, json: &str) -> PyResult<Bound<'py, PyDict>> {
    Ok(py.import("json")?.call_method1("loads", (json,))?.cast_into::<PyDict>()?)
}
