//! Grundy sequences of heap games, their periods and certificates.

use crate::faults;
use crate::picture::scatter_svg;
use crate::run::{Asked, watched};
use farstar::sequence::{Certificate, GrundySequence, Periodicity, SequenceError, find_period};
use farstar::{Checked, Limits, theorems};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Points that a picture shows.
const SHOWN: u64 = 400;

/// The Grundy values of the heaps 0, 1, 2, … of a game; it remembers what was computed.
///
/// >>> from farstar import Sequence
/// >>> kayles = Sequence("0.77")
/// >>> kayles.values(12).tolist()
/// [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6]
/// >>> kayles.period().period
/// 12
#[pyclass(frozen, module = "farstar")]
pub(crate) struct Sequence {
    pub(crate) rules: farstar::Ruleset,
    sequence: Mutex<GrundySequence>,
}

impl Sequence {
    pub(crate) fn of_rules(py: Python<'_>, rules: &farstar::Ruleset) -> PyResult<Self> {
        let heaps = rules.heap_game();
        let heaps = heaps.map_err(|message| faults::raise(py, "DomainError", (message,)))?;
        let single = heaps.single().map_err(|_| {
            let message = format!("{}: a game on two numbers has no sequence", rules.name());
            faults::raise(py, "DomainError", (message,))
        })?;
        let sequence = theorems::sequence(rules.rules(), single);
        Ok(Self { rules: rules.clone(), sequence: Mutex::new(sequence) })
    }

    fn locked(&self) -> MutexGuard<'_, GrundySequence> {
        self.sequence.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn extended<T: Send>(
        &self,
        py: Python<'_>,
        limits: Option<&Bound<'_, PyDict>>,
        work: impl FnOnce(&mut GrundySequence, &Limits) -> Result<T, SequenceError> + Send,
    ) -> PyResult<T> {
        let asked = Asked::of(py, limits)?;
        // the lock is taken where Python's is not held
        let found = watched(py, &asked, |limits| work(&mut self.locked(), limits))?;
        found.map_err(|error| faults::of_question(py, &error.into(), ""))
    }

    fn first(&self, py: Python<'_>, count: u64) -> PyResult<Vec<u32>> {
        self.extended(py, None, |sequence, limits| {
            sequence.extend_to(count, limits)?;
            Ok(sequence.values(0..count))
        })
    }
}

#[pymethods]
impl Sequence {
    /// The sequence of a code, or of the name of a heap game.
    #[new]
    fn new(py: Python<'_>, game: &str) -> PyResult<Self> {
        let rules = farstar::Ruleset::named(game);
        Self::of_rules(py, &rules.map_err(|error| faults::of_question(py, &error, game))?)
    }

    /// What it is called.
    #[getter]
    fn name(&self) -> &str {
        self.rules.name()
    }

    /// The value of one heap, however large where a theorem or a period tells it.
    #[pyo3(signature = (heap, **limits))]
    fn grundy(
        &self,
        py: Python<'_>,
        heap: u64,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<u64> {
        self.extended(py, limits, |sequence, limits| sequence.far(heap, limits))
    }

    /// The values of the heaps below `count`: an array of `uint32`, numpy's if numpy is there.
    #[pyo3(signature = (count, **limits))]
    fn values<'py>(
        &self,
        py: Python<'py>,
        count: u64,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = self.extended(py, limits, |sequence, limits| {
            sequence.extend_to(count, limits)?;
            Ok(sequence.values(0..count))
        })?;
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_ne_bytes()).collect();
        let bytes = pyo3::types::PyBytes::new(py, &bytes);
        py.import("farstar._arrays")?.call_method1("uint32", (bytes,))
    }

    /// The period, looked for among the heaps below `limit`, without one as far as `farstar period` looks; `None` if
    /// nothing repeats. `proof` names the theorem that
    /// proves it, and is `None` where it was only observed.
    #[pyo3(signature = (limit = None, **limits))]
    fn period(
        &self,
        py: Python<'_>,
        limit: Option<u64>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Period>> {
        self.extended(py, limits, |sequence, limits| {
            let most = limit.unwrap_or_else(|| sequence.usual_heaps() + 1);
            let found = find_period(sequence, most, limits)?;
            Ok(found.map(|found| {
                let certificate = Certificate::new(sequence, &found);
                Period { certificate: certificate.map(|text| text.to_string()), found }
            }))
        })
    }

    /// The picture of the first heaps.
    fn svg(&self, py: Python<'_>) -> PyResult<String> {
        let values = self.first(py, SHOWN)?;
        Ok(scatter_svg(values.into_iter().map(i64::from).collect(), 0))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        self.svg(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let values: Vec<String> = self.first(py, 12)?.iter().map(u32::to_string).collect();
        Ok(format!("<Sequence {}: {}, …>", self.rules.name(), values.join(", ")))
    }
}

/// The period of a sequence.
///
/// >>> from farstar import Sequence, check_certificate
/// >>> p = Sequence("0.07").period()
/// >>> p.period, p.preperiod, p.is_proved
/// (34, 53, True)
/// >>> check_certificate(p.certificate)
#[pyclass(frozen, module = "farstar")]
pub(crate) struct Period {
    found: Periodicity,
    /// The certificate of the proof, which `check_certificate` and `farstar check` check; `None` without a proof.
    #[pyo3(get)]
    certificate: Option<String>,
}

#[pymethods]
impl Period {
    /// The least period.
    #[getter]
    fn period(&self) -> u64 {
        self.found.period
    }

    /// The least heap from which on the sequence is periodic.
    #[getter]
    fn preperiod(&self) -> u64 {
        self.found.preperiod
    }

    /// What is added to the values in one period.
    #[getter]
    fn saltus(&self) -> u64 {
        self.found.saltus
    }

    /// How many heaps before the preperiod do not fit.
    #[getter]
    fn exceptions(&self) -> Option<u64> {
        self.found.exceptions
    }

    /// How many heaps were computed.
    #[getter]
    fn heaps(&self) -> u64 {
        self.found.heaps
    }

    /// The theorem that proves it.
    #[getter]
    fn proof(&self) -> Option<String> {
        self.found.theorem.as_ref().map(|theorem| theorem.name().to_owned())
    }

    /// Whether a theorem proves it.
    #[getter]
    fn is_proved(&self) -> bool {
        self.found.is_proved()
    }

    fn __repr__(&self) -> String {
        format!("<Period: {}>", self.found)
    }
}

/// Checks a certificate of a period, a law, a misère quotient or the sides of a loopy game without the engine that
/// wrote it; `farstar.CertificateError` if it is wrong.
#[pyfunction]
#[pyo3(signature = (text, **limits))]
pub(crate) fn check_certificate(
    py: Python<'_>,
    text: &str,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<()> {
    let asked = Asked::of(py, limits)?;
    let wrong = |message: String| faults::raise(py, "CertificateError", (message,));
    match watched(py, &asked, |limits| farstar::check_certificate(text, limits))? {
        Checked::NoCertificate => {
            Err(wrong("this is no certificate: its first line is that of none".to_owned()))
        }
        Checked::Sound => Ok(()),
        Checked::Wrong(message) => Err(wrong(message)),
        Checked::Stopped(reason) => Err(faults::stopped(py, reason)),
    }
}
