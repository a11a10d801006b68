//! Atlases: files of all positions of a board with their answers, made and asked.

use crate::exchange::to_int;
use crate::faults;
use crate::game::Game;
use crate::place::Position;
use crate::ruleset::{Ruleset, player};
use crate::run::{Asked, arithmetic, soon_or_watched, watched, watched_by};
use crate::solver::Probes;
use dashu_int::IBig;
use farstar::atlas::{
    Ask, Atlas as File, AtlasError, Folding, Headway, Job, Probed, Settings, verify,
};
use farstar::{Atlases, Limits, LoopyOutcome};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Positions that are derived again from their texts by `Atlas.verify`, unless it is told.
const SAMPLE: u64 = 100_000;

/// A file of every position that play from a start can reach, with its answer: `solve` makes it, `open_atlas` opens it
/// without loading it. Called with a position it tells its answer, `None` if no play from the start leads there.
///
/// What an answer is depends on `ask`: of `'winner'` the outcome as a text, of `'grundy'` the Grundy value, of
/// `'value'` the value as a `Game`, and of `'draws'` a tuple of the outcome and of the moves after which it is decided
/// if Left and if Right begins, `None` for a draw.
#[pyclass(frozen, module = "farstar")]
pub(crate) struct Atlas {
    path: PathBuf,
    pub(crate) atlases: Atlases,
}

impl Atlas {
    fn open(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let asked = Asked::of(py, None)?;
        let open = |limits: &Limits| Atlases::open([&path], limits);
        let opened = soon_or_watched(py, &asked, &Probes::default(), open)?;
        let atlases = opened.map_err(|error| fault(py, error))?;
        Ok(Self { path, atlases })
    }

    fn file(&self) -> PyResult<MutexGuard<'_, File>> {
        // a cache of blocks cannot be left half changed
        let first = self.atlases.iter().next();
        let first = first.ok_or_else(|| faults::broken(&"an atlas without a file"))?;
        Ok(first.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What goes wrong with a file, as an exception.
pub(crate) fn fault(py: Python<'_>, error: AtlasError) -> PyErr {
    let message = error.to_string();
    match error {
        AtlasError::Stopped(reason) => faults::stopped(py, reason),
        AtlasError::Position(fault) => {
            faults::raise(py, "PositionError", (message, fault.row, fault.column))
        }
        large if large.is_ceiling() => faults::stop(py, farstar::Stop::Size, &message, py.None()),
        AtlasError::File { error, .. } => std::io::Error::new(error.kind(), message).into(),
        _ => faults::raise(py, "DomainError", (message,)),
    }
}

/// A position that was given as itself or as a text.
fn text_of(position: &Bound<'_, PyAny>) -> PyResult<String> {
    match position.cast::<Position>() {
        Ok(position) => Ok(position.get().position.to_string()),
        Err(_) => position.extract().map_err(|_| faults::wrong_type("a Position, or its text")),
    }
}

fn told(py: Python<'_>, folding: Folding, probed: &Probed) -> PyResult<Py<PyAny>> {
    let outcome = LoopyOutcome::of_winners(probed.winners[0], probed.winners[1]).to_string();
    match (folding.ask, probed.grundy, &probed.value) {
        (Ask::Grundy, Some(grundy), _) => Ok(to_int(py, &IBig::from(grundy))?.unbind()),
        (Ask::Value, _, Some(bytes)) => {
            let arena = crate::arena::current(py)?;
            let value = arithmetic(py, &arena, |calc| calc.decode(bytes))?;
            Ok(Bound::new(py, Game::new_in(&arena, value))?.into_any().unbind())
        }
        (Ask::Draws, ..) => {
            let [left, right] = probed.plies;
            Ok((outcome, left, right).into_pyobject(py)?.into_any().unbind())
        }
        _ => Ok(PyString::new(py, &outcome).into_any().unbind()),
    }
}

#[pymethods]
impl Atlas {
    /// The answer of a position, given as a `Position` or as its text.
    fn probe(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
        let mut file = self.file()?;
        let probed = file.told(&text_of(position)?).map_err(|error| fault(py, error))?;
        let folding = file.folding();
        drop(file);
        probed.map(|probed| told(py, folding, &probed)).transpose()
    }

    /// The answers of many positions, in their order: the file is read once from its front to its end.
    #[pyo3(signature = (positions, **limits))]
    fn probe_many(
        &self,
        py: Python<'_>,
        positions: Vec<Bound<'_, PyAny>>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Option<Py<PyAny>>>> {
        let asked = Asked::of(py, limits)?;
        let texts: Vec<String> = positions.iter().map(text_of).collect::<PyResult<_>>()?;
        let file = self.file()?;
        let folding = file.folding();
        drop(file);
        let probed = watched(py, &asked, |_| {
            let file = self.atlases.iter().next();
            let mut file = file?.lock().unwrap_or_else(PoisonError::into_inner);
            Some(file.told_many(&texts))
        })?;
        let probed = probed.ok_or_else(|| faults::broken(&"an atlas without a file"))?;
        let probed = probed.map_err(|error| fault(py, error))?;
        let one = |probed: Option<Probed>| probed.map(|one| told(py, folding, &one)).transpose();
        probed.into_iter().map(one).collect()
    }

    /// Every position that stands in the file, one of each class of images, as a text, with its answer.
    fn __iter__(&self) -> Entries {
        let (path, atlases) = (self.path.clone(), self.atlases.clone());
        Entries { atlas: Self { path, atlases }, block: 0, rest: VecDeque::new() }
    }

    /// The same as `probe`.
    fn __call__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Option<Py<PyAny>>> {
        self.probe(py, position)
    }

    /// The texts of the positions that moves of a player reach, each with what is told of it in a few words.
    fn moves(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        player: &str,
    ) -> PyResult<Vec<(String, Option<String>)>> {
        let (who, text) = (self::player(player)?, text_of(position)?);
        self.file()?.options(&text, who).map_err(|error| fault(py, error))
    }

    /// The file.
    #[getter]
    fn path(&self) -> PathBuf {
        self.path.clone()
    }

    /// The ruleset.
    #[getter]
    fn ruleset(&self) -> PyResult<Ruleset> {
        Ok(Ruleset { rules: self.file()?.field().rules().clone().into() })
    }

    /// How many cells the parts may have, of an atlas of all connected parts.
    #[getter]
    fn parts(&self) -> PyResult<Option<u32>> {
        Ok(self.file()?.field().cells_of_parts())
    }

    /// The position from which play begins, as a text; nothing of an atlas of parts.
    #[getter]
    fn start(&self) -> PyResult<String> {
        Ok(self.file()?.field().start().to_owned())
    }

    /// What was asked: `'winner'`, `'grundy'`, `'draws'` or `'value'`.
    #[getter]
    fn ask(&self) -> PyResult<String> {
        Ok(self.file()?.folding().ask.to_string())
    }

    /// How many positions there are, up to symmetry.
    #[getter]
    fn positions(&self) -> PyResult<u64> {
        Ok(self.file()?.positions())
    }

    /// Moves of all players from all of them.
    #[getter]
    fn arcs(&self) -> PyResult<u64> {
        Ok(self.file()?.arcs())
    }

    /// How many different values there are, of an atlas of values.
    #[getter]
    fn values(&self) -> PyResult<Option<u64>> {
        Ok(self.file()?.values())
    }

    /// How many positions have each outcome, or each Grundy value.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let file = self.file()?;
        let counts = PyDict::new(py);
        for (kind, count) in file.counts().into_iter().enumerate().filter(|(_, count)| *count > 0) {
            counts.set_item(file.folding().kind_name(kind), count)?;
        }
        Ok(counts)
    }

    /// The fingerprint of all positions and answers: equal for files that say the same, whatever made them.
    #[getter]
    fn fingerprint(&self) -> PyResult<String> {
        Ok(format!("{:016x}", self.file()?.fingerprint()))
    }

    /// Derives every answer again from those of its options, and `sample` of them once more from their texts. `None` if
    /// all are right; else the first position that is wrong.
    #[pyo3(signature = (*, sample = SAMPLE, **limits))]
    fn verify(
        &self,
        py: Python<'_>,
        sample: u64,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<String>> {
        let asked = Asked::of(py, limits)?;
        let verified = watched(py, &asked, |limits| verify(&self.path, sample, limits))?;
        let verified = verified.map_err(|error| fault(py, error))?;
        Ok(verified.contradiction.map(|wrong| wrong.position))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(usize::try_from(self.file()?.positions()).unwrap_or(usize::MAX))
    }

    fn __repr__(&self) -> PyResult<String> {
        let file = self.file()?;
        let (game, ask, count) = (file.game(), file.folding().ask, file.positions());
        if let Some(cells) = file.field().cells_of_parts() {
            let what = format!("{count} parts of at most {cells} cells");
            return Ok(format!("<Atlas of {game}: {ask} of {what}>"));
        }
        Ok(format!("<Atlas of {game}: {ask} of {count} positions from {}>", file.field().start()))
    }
}

/// The positions of an atlas with their answers, in the order in which they stand in the file.
#[pyclass(module = "farstar", name = "AtlasEntries")]
pub(crate) struct Entries {
    atlas: Atlas,
    block: usize,
    rest: VecDeque<(u64, u32)>,
}

#[pymethods]
impl Entries {
    fn __iter__(entries: PyRef<'_, Self>) -> PyRef<'_, Self> {
        entries
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<(String, Py<PyAny>)>> {
        let mut file = self.atlas.file()?;
        if self.rest.is_empty() {
            self.rest = file.entries(self.block).map_err(|error| fault(py, error))?.into();
            self.block += 1;
        }
        let Some((code, answer)) = self.rest.pop_front() else { return Ok(None) };
        let probed = file.read(answer).map_err(|error| fault(py, error))?;
        let (folding, text) = (file.folding(), file.field().draw(code));
        drop(file);
        Ok(Some((text, told(py, folding, &probed)?)))
    }
}

/// Opens an atlas, a file that `solve` or `farstar solve` made. Its index is read, its positions are not.
#[pyfunction]
pub(crate) fn open_atlas(py: Python<'_>, path: PathBuf) -> PyResult<Atlas> {
    Atlas::open(py, path)
}

/// Solves every position that play from a start can reach, and writes them with their answers into one file.
///
/// `ask` is `'winner'`, `'grundy'`, `'draws'` or `'value'`; without it `'winner'`, or `'draws'` where play is not
/// proved to end. With `fillings=True` all fillings of the board are solved; with `parts=N` and no position the values
/// of all connected parts of at most N cells, wherever on a board they lie, and so of every sum of them. `memory` is
/// what the work takes, about: what does not fit goes to the directory, `into` with `.job` behind it unless `directory`
/// is told. What is stopped by a limit goes on when the same is asked again; `fresh=True` throws away what is there.
///
/// >>> import farstar, pathlib, tempfile
/// >>> place = tempfile.TemporaryDirectory()
/// >>> atlas = farstar.solve("Konane", "4x4", into=pathlib.Path(place.name, "k44.atlas"))
/// >>> atlas
/// <Atlas of Konane: winner of 676 positions from XOXO|O..X|XOXO|OXOX>
/// >>> atlas("4x4"), atlas.verify(), atlas("XOXO|OXOX|XOXO|OXOX")
/// ('P', None, None)
/// >>> farstar.Ruleset("Konane")("4x4").outcome(atlas=atlas)
/// 'P'
#[pyfunction]
#[pyo3(signature = (ruleset, position = None, *, into, ask = None, fillings = false, parts = None, directory = None, fresh = false, **limits))]
#[expect(clippy::too_many_arguments, reason = "they are keywords of a Python function")]
pub(crate) fn solve(
    py: Python<'_>,
    ruleset: &Bound<'_, PyAny>,
    position: Option<&Bound<'_, PyAny>>,
    into: PathBuf,
    ask: Option<&str>,
    fillings: bool,
    parts: Option<u32>,
    directory: Option<PathBuf>,
    fresh: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Atlas> {
    let mut asked = Asked::of(py, limits)?;
    let rules = match ruleset.cast::<Ruleset>() {
        Ok(rules) => rules.get().rules.clone(),
        Err(_) => {
            let name: String = ruleset.extract()?;
            farstar::Ruleset::named(&name)
                .map_err(|error| faults::of_question(py, &error, &name))?
        }
    };
    let ask: Option<Ask> = ask
        .map(|word| word.parse())
        .transpose()
        .map_err(|what: String| faults::wrong_value(format!("ask: {what}")))?;
    let usual = Settings::default();
    let settings = Settings {
        threads: asked.threads,
        memory: asked.bytes.take().unwrap_or(usual.memory),
        directory,
        fresh,
        ..usual
    };
    let headway = Arc::new(Headway::default());
    let shown = Arc::clone(&headway);
    let probes: Probes = Arc::new(Mutex::new(Some(Arc::new(move || {
        let forward = shown.step.load(Ordering::Relaxed) == 0;
        let count = if forward { &shown.settled } else { &shown.positions };
        (count.load(Ordering::Relaxed), 0)
    }))));
    let text = position.map(text_of).transpose()?;
    if text.is_some() == parts.is_some() || fillings && parts.is_some() {
        return Err(faults::wrong_value(
            "expected a position, or parts and no position".to_owned(),
        ));
    }
    let done = watched_by(py, &asked, &probes, |limits| {
        let mut job = match (&text, parts) {
            (Some(text), _) => Job::new(rules.rules(), text, ask, limits)?,
            (None, cells) => Job::of_parts(rules.rules(), cells.unwrap_or(0), ask, limits)?,
        };
        if fillings {
            job = job.of_fillings();
        }
        job.run(&into, &settings, limits, &headway).map(|_| ())
    })?;
    done.map_err(|error| fault(py, error))?;
    Atlas::open(py, into)
}

/// The atlases that a question is to ask first: an `Atlas`, a path, or a list of paths.
pub(crate) fn consulted(given: &Bound<'_, PyAny>) -> PyResult<Atlases> {
    if let Ok(atlas) = given.cast::<Atlas>() {
        return Ok(atlas.get().atlases.clone());
    }
    let paths = match given.extract::<PathBuf>() {
        Ok(path) => vec![path],
        Err(_) => given
            .extract()
            .map_err(|_| faults::wrong_type("atlas: an Atlas, a path, or a list of paths"))?,
    };
    Atlases::open(paths, &Limits::none()).map_err(|error| fault(given.py(), error))
}
