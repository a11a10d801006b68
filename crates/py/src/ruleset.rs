//! Rulesets.

use crate::answer::dictionary;
use crate::faults;
use crate::place::Position;
use crate::run::{Asked, soon_or_watched, watched};
use crate::solver::Probes;
use farstar::Player;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::Value;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The rules of a game: by a name, with parameters in brackets behind it, by a code, or by a text.
///
/// >>> from farstar import Ruleset
/// >>> clobber = Ruleset("Clobber")
/// >>> clobber("XOXO|OXOX").value()
/// Game('*')
/// >>> Ruleset("0.77")("5 + 3").outcome()
/// 'N'
#[pyclass(frozen, module = "farstar")]
#[derive(Clone)]
pub(crate) struct Ruleset {
    pub(crate) rules: farstar::Ruleset,
}

#[pymethods]
impl Ruleset {
    #[new]
    #[pyo3(signature = (text, **limits))]
    fn new(py: Python<'_>, text: &str, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let asked = Asked::of(py, limits)?;
        let rules = watched(py, &asked, |limits| limits.guard(|| farstar::Ruleset::named(text)))?;
        match rules {
            Ok(Ok(rules)) => Ok(Self { rules }),
            Ok(Err(error)) => Err(faults::of_question(py, &error, text)),
            Err(stopped) => Err(faults::stopped(py, stopped)),
        }
    }

    /// The ruleset of a file.
    #[staticmethod]
    #[pyo3(signature = (path, **limits))]
    fn load(
        py: Python<'_>,
        path: std::path::PathBuf,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let text = std::fs::read_to_string(path)?;
        let asked = Asked::of(py, limits)?;
        let rules = watched(py, &asked, |limits| limits.guard(|| text.parse()))?;
        match rules {
            Ok(Ok(rules)) => Ok(Self { rules }),
            Ok(Err(error)) => Err(faults::of_question(py, &error, &text)),
            Err(stopped) => Err(faults::stopped(py, stopped)),
        }
    }

    /// Every ruleset in a text that may hold several.
    #[staticmethod]
    fn all_in(py: Python<'_>, text: &str) -> PyResult<Vec<Self>> {
        let asked = Asked::of(py, None)?;
        let rules = watched(py, &asked, |limits| limits.guard(|| farstar::Ruleset::all_in(text)))?;
        match rules {
            Ok(Ok(rules)) => Ok(rules.into_iter().map(|rules| Self { rules }).collect()),
            Ok(Err(error)) => Err(faults::of_question(py, &error, text)),
            Err(stopped) => Err(faults::stopped(py, stopped)),
        }
    }

    /// A position: rows joined by `|`, a size such as `4x4`, vertices and edges, heaps `3+5`, as the ruleset needs it.
    #[pyo3(signature = (text, **limits))]
    fn __call__(
        &self,
        py: Python<'_>,
        text: &Bound<'_, PyAny>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        self.position(py, text, limits)
    }

    /// The same as calling the ruleset.
    #[pyo3(signature = (text, **limits))]
    fn position(
        &self,
        py: Python<'_>,
        text: &Bound<'_, PyAny>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        let text: String = match text.extract::<u64>() {
            Ok(heap) => heap.to_string(),
            Err(_) => text.extract().map_err(|_| {
                faults::wrong_type("a position is a text, such as '.XO|O.X', or the size of a heap")
            })?,
        };
        let asked = Asked::of(py, limits)?;
        let read = soon_or_watched(py, &asked, &Probes::default(), |limits| {
            self.rules.position_within(&text, limits)
        })?;
        let position = read.map_err(|error| faults::of_question(py, &error, &text))?;
        Ok(Position { position })
    }

    /// The same ruleset with other values of its parameters, such as `a={2 5}`.
    fn given(&self, py: Python<'_>, parameters: &str) -> PyResult<Self> {
        let rules = self.rules.with(parameters);
        Ok(Self { rules: rules.map_err(|error| faults::of_question(py, &error, parameters))? })
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.rules.name()
    }

    /// Its text.
    #[getter]
    fn text(&self) -> &str {
        self.rules.rules().text()
    }

    /// An example of a position, if the text has one.
    #[getter]
    fn example(&self) -> Option<&str> {
        self.rules.example()
    }

    /// What was read and deduced, as a dictionary: the board (`kind`) and its pieces, whether every play `ends` and
    /// why, whether the game is `impartial`, its `symmetries`.
    ///
    /// >>> import farstar
    /// >>> farstar.Ruleset("clobber").analysis["ending"]
    /// 'every play ends: the number X + O falls'
    #[getter]
    fn analysis<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        dictionary(py, &Value::Object(self.rules.described()).to_string())
    }

    /// The Grundy values of its heaps, or of its coins in a row, as a sequence.
    fn sequence(&self, py: Python<'_>) -> PyResult<crate::sequence::Sequence> {
        crate::sequence::Sequence::of_rules(py, &self.rules)
    }

    fn __repr__(&self) -> String {
        format!("<Ruleset {}>", self.rules.name())
    }

    fn __str__(&self) -> &str {
        self.text()
    }

    fn __hash__(&self) -> isize {
        let mut hasher = DefaultHasher::new();
        self.rules.rules().canonical().hash(&mut hasher);
        hasher.finish() as isize
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.rules == other.rules
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Self>(), (self.text(),)).into_pyobject(py)
    }
}

/// The player of a word.
pub(crate) fn player(word: &str) -> PyResult<Player> {
    match word.to_ascii_lowercase().as_str() {
        "left" | "l" => Ok(Player::Left),
        "right" | "r" => Ok(Player::Right),
        _ => Err(faults::wrong_value(format!("'{word}' is no player; expected 'Left' or 'Right'"))),
    }
}

/// The names of all built-in rulesets.
///
/// >>> import farstar
/// >>> "Clobber" in farstar.ruleset_names()
/// True
#[pyfunction]
pub(crate) fn ruleset_names() -> Vec<String> {
    farstar::Ruleset::builtin().iter().map(|rules| rules.name().to_owned()).collect()
}
