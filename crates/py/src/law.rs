//! Laws behind tables of integers: conjectures, found by search and held against further cells.

use crate::exchange::to_int;
use crate::faults;
use crate::ruleset::Ruleset;
use crate::run::{Asked, watched};
use crate::sequence::Sequence;
use dashu_int::IBig;
use farstar::find::{LawClass, LawSearch, MOST_CELLS, MOST_COORDINATES, Table, TableError};
use farstar::sequence::{Heaps, PairValues, SequenceError};
use farstar::{Limits, Stopped};
use farstar_lang::{Diagnostic, Kind, holds_function, tabulated};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

/// How long laws are looked for where nobody says.
const USUAL_TIME: Duration = Duration::from_secs(10);
/// The last heap from which a law is found, and how many times as far it is then held against the game.
const HEAPS: (u64, u64) = (400, 10);
/// The same for games on two numbers.
const PAIRS: (u64, u64) = (40, 3);
/// The most cells of a game that are tabulated.
const MOST_OF_A_GAME: u64 = 1_000_000;
/// Bytes of a file that are read.
const LONGEST: u64 = 256 << 20;

type Rows = Vec<(Vec<i64>, i64)>;

/// A law of a table: a conjecture, not a theorem. Called with a cell it says what value it expects there, `None` where
/// it says nothing.
///
/// >>> import farstar
/// >>> law = farstar.find([n ^ 1 for n in range(100)])[0]
/// >>> law.text, law(10**12), law.wrong
/// ('n xor 1', 1000000000001, 0)
#[pyclass(frozen, module = "farstar")]
pub(crate) struct Law {
    law: farstar::find::Law,
    dimension: usize,
}

#[pymethods]
impl Law {
    /// As it is read.
    #[getter]
    fn text(&self) -> String {
        self.law.shown()
    }

    /// Its kind: `'periods'`, `'sets'`, `'automata'`, `'slices'`, `'expressions'` or `'recursion'`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.law.form.class().word()
    }

    /// What it takes to write it down, in bits.
    #[getter]
    fn bits(&self) -> f64 {
        self.law.bits
    }

    /// What it takes to list the values it was found from, in bits.
    #[getter]
    fn null_bits(&self) -> f64 {
        self.law.null_bits
    }

    /// On how many cells it was found; it gives back all of them.
    #[getter]
    fn trained(&self) -> usize {
        self.law.trained
    }

    /// On how many further cells it was held against the table.
    #[getter]
    fn verified(&self) -> usize {
        self.law.verified
    }

    /// How many of those it gets wrong: a law with one is refuted.
    #[getter]
    fn wrong(&self) -> usize {
        self.law.wrong
    }

    /// The first cell that it gets wrong.
    #[getter]
    fn first_wrong<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        self.law.first_wrong.as_ref().map(|cell| PyTuple::new(py, cell)).transpose()
    }

    #[pyo3(signature = (*cell))]
    fn __call__<'py>(
        &self,
        py: Python<'py>,
        cell: Vec<i128>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        if cell.len() != self.dimension {
            return Err(faults::wrong_type(format!(
                "a cell of this law has {} coordinates, not {}",
                self.dimension,
                cell.len()
            )));
        }
        let value = py.detach(|| self.law.value(&cell));
        value.map(|value| to_int(py, &IBig::from(value))).transpose()
    }

    fn __str__(&self) -> String {
        self.law.shown()
    }

    fn __repr__(&self) -> String {
        let word = if self.law.wrong == 0 { "conjecture" } else { "refuted" };
        format!("<Law ({word}): {}>", self.law.shown())
    }
}

/// The laws behind a table of integers, or behind the Grundy values of a game, cheapest description first. They are
/// conjectures, found from the smaller cells and held against the larger ones.
///
/// A table is a list (a sequence from 0, or rows of rows), a dictionary from cells to values with `None` for what is
/// not known, whatever else has `items()`, the text of a table or the path of a file. A game is a `Ruleset`, a
/// `Sequence`, a name, or an expression of the language that makes a ruleset by functions; `to` is the last heap from
/// which laws are found. `kinds` are those of `Law.kind`, all unless
/// they are told; `hold_out` is the share of a table that is held back. With `more=True` the search goes on where a law
/// is there, and refuted laws are listed too. Without `time` it ends after ten seconds; `farstar.Stopped` if nothing
/// was found before a limit.
///
/// >>> import farstar
/// >>> farstar.find({(a, b): a ^ b for a in range(20) for b in range(20)})
/// [<Law (conjecture): a xor b>]
/// >>> farstar.find("subtraction 1,2")[0](10**9)
/// 1
/// >>> farstar.find("Ruleset(n -> [n - k for k in [1,2] where k <= n])", kinds=["periods"])[0](10**9)
/// 1
#[pyfunction]
#[pyo3(signature = (table, *, to = None, kinds = None, more = false, hold_out = 0.2, **limits))]
pub(crate) fn find(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    to: Option<u64>,
    kinds: Option<Vec<String>>,
    more: bool,
    hold_out: f64,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<Law>> {
    let asked = Asked::of(py, limits)?.within(USUAL_TIME);
    let classes =
        kinds.unwrap_or_default().iter().map(|word| class(word)).collect::<PyResult<_>>()?;
    if !(0.0..0.9).contains(&hold_out) {
        return Err(faults::wrong_value("hold_out: a share below 0.9, such as 0.2"));
    }
    let source = source(table)?;
    if to.is_some() && matches!(source, Source::Table(_)) {
        return Err(faults::wrong_type(
            "to: of games only; of a table hold_out says what is held back",
        ));
    }
    let found = watched(py, &asked, |limits| {
        let (inside, outside) = source.tables(to, hold_out, limits)?;
        let search = LawSearch { classes, more, limits: limits.clone(), ..LawSearch::default() };
        Ok::<_, Wrong>((inside.dimension(), farstar::find::find(&inside, &outside, &search)))
    })?;
    let (dimension, found) = found.map_err(|wrong| match wrong {
        Wrong::Stopped(reason) => faults::stopped(py, reason),
        Wrong::Game(message) => faults::raise(py, "DomainError", (message,)),
        Wrong::Table(error) => faults::wrong_value(error.to_string()),
    })?;
    let right = found.laws.iter().any(|law| law.wrong == 0);
    if let Some(reason) = found.stopped.filter(|_| !right) {
        return Err(faults::stopped(py, reason));
    }
    let told = found.laws.into_iter().filter(|law| more || law.wrong == 0);
    Ok(told.map(|law| Law { law, dimension }).collect())
}

fn class(word: &str) -> PyResult<LawClass> {
    let found = LawClass::ALL.into_iter().find(|class| class.word() == word);
    found.ok_or_else(|| {
        let words = LawClass::ALL.map(LawClass::word).join(", ");
        faults::wrong_value(format!("kinds: '{word}' is none of {words}"))
    })
}

/// Where the values of a table come from.
enum Source {
    Table(Table),
    Heaps(Heaps),
    Sequence(Py<Sequence>),
    /// A ruleset by functions of the language, or a function.
    Functions(String),
}

/// Why there is no table.
enum Wrong {
    Stopped(Stopped),
    Game(String),
    Table(TableError),
}

impl From<SequenceError> for Wrong {
    fn from(error: SequenceError) -> Self {
        match error {
            SequenceError::Stopped(reason) => Self::Stopped(reason),
            error => Self::Game(error.to_string()),
        }
    }
}

impl From<Diagnostic> for Wrong {
    fn from(fault: Diagnostic) -> Self {
        match fault.kind {
            Kind::Stopped(reason) => Self::Stopped(reason),
            _ => Self::Game(fault.to_string()),
        }
    }
}

impl From<TableError> for Wrong {
    fn from(error: TableError) -> Self {
        Self::Table(error)
    }
}

fn source(table: &Bound<'_, PyAny>) -> PyResult<Source> {
    let py = table.py();
    let game = |rules: &farstar::Ruleset| {
        let heaps =
            rules.heap_game().map_err(|message| faults::raise(py, "DomainError", (message,)))?;
        match heaps {
            pairs @ Heaps::Pairs(_) => Ok(Source::Heaps(pairs)),
            _ => Ok(Source::Sequence(Py::new(py, Sequence::of_rules(py, rules)?)?)),
        }
    };
    let read = |text: &str| {
        Table::read(text).map(Source::Table).map_err(|error| faults::wrong_value(error.to_string()))
    };
    if let Ok(rules) = table.cast::<Ruleset>() {
        return game(&rules.get().rules);
    }
    if let Ok(sequence) = table.cast::<Sequence>() {
        return Ok(Source::Sequence(sequence.clone().unbind()));
    }
    if table.is_instance_of::<PyString>() {
        let text: String = table.extract()?;
        if text.contains('\n') {
            return read(&text);
        }
        if holds_function(&text) {
            return Ok(Source::Functions(text));
        }
        let rules = farstar::Ruleset::named(&text);
        return game(&rules.map_err(|error| faults::of_question(py, &error, &text))?);
    }
    if table.hasattr("__fspath__")? {
        let mut text = String::new();
        let file = std::fs::File::open(table.extract::<PathBuf>()?)?;
        if file.take(LONGEST).read_to_string(&mut text)? as u64 == LONGEST {
            return Err(faults::wrong_value(format!("a table of more than {LONGEST} bytes")));
        }
        return read(&text);
    }
    let mut rows = Rows::new();
    if table.hasattr("items")? {
        for pair in table.call_method0("items")?.try_iter()? {
            let (cell, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair?.extract()?;
            let cell = match cell.extract::<i64>() {
                Ok(number) => vec![number],
                Err(_) => cell.extract().map_err(|_| not_a_table(&cell))?,
            };
            push(&mut rows, cell, &value)?;
        }
    } else {
        nested(table, &[], &mut rows)?;
    }
    Table::new(rows).map(Source::Table).map_err(|error| faults::wrong_value(error.to_string()))
}

/// A list of values, or of such lists; places are coordinates.
fn nested(table: &Bound<'_, PyAny>, above: &[i64], rows: &mut Rows) -> PyResult<()> {
    let bytes = table.is_instance_of::<PyBytes>() || table.is_instance_of::<PyString>();
    if bytes || above.len() == MOST_COORDINATES {
        return Err(not_a_table(table));
    }
    for (at, one) in (0..).zip(table.try_iter().map_err(|_| not_a_table(table))?) {
        if at > MOST_CELLS as i64 {
            return Err(faults::wrong_value(TableError::Cells.to_string()));
        }
        let (one, cell) = (one?, [above, &[at]].concat());
        if one.is_none() || one.hasattr("__index__")? && one.extract::<i64>().is_ok() {
            push(rows, cell, &one)?;
        } else {
            nested(&one, &cell, rows)?;
        }
    }
    Ok(())
}

fn push(rows: &mut Rows, cell: Vec<i64>, value: &Bound<'_, PyAny>) -> PyResult<()> {
    if value.is_none() {
        return Ok(());
    }
    if rows.len() > MOST_CELLS {
        return Err(faults::wrong_value(TableError::Cells.to_string()));
    }
    rows.push((cell, value.extract().map_err(|_| not_a_table(value))?));
    Ok(())
}

fn not_a_table(value: &Bound<'_, PyAny>) -> PyErr {
    let shown = value.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
    let shown: String = shown.chars().take(60).collect();
    faults::wrong_type(format!(
        "{shown}: cells and values of a table are integers; expected a list, a dictionary, the text of a table or a game"
    ))
}

impl Source {
    /// The cells from which laws are found, and those held back.
    fn tables(
        self,
        to: Option<u64>,
        hold_out: f64,
        limits: &Limits,
    ) -> Result<(Table, Rows), Wrong> {
        if let Self::Functions(expression) = &self {
            return Ok(tabulated(expression, to, false, limits)?.split(hold_out));
        }
        let (usual, times) = match &self {
            Self::Table(_) | Self::Sequence(_) | Self::Functions(_) => HEAPS,
            Self::Heaps(_) => PAIRS,
        };
        let to = to.unwrap_or(usual);
        let last = to.saturating_mul(times);
        let rows: Rows = match self {
            Self::Table(table) => return Ok(table.split(hold_out)),
            _ if last >= MOST_OF_A_GAME => {
                return Err(Wrong::Game(format!("to: at most {}", MOST_OF_A_GAME / times - 1)));
            }
            Self::Sequence(sequence) => {
                let values = sequence.get().values_below(last + 1, limits)?;
                (0..).zip(values).map(|(n, value)| (vec![n], i64::from(value))).collect()
            }
            Self::Heaps(Heaps::Pairs(pairs)) => {
                if (last + 1).saturating_mul(last + 1) > MOST_OF_A_GAME {
                    return Err(Wrong::Game(format!(
                        "to: a table has at most {MOST_OF_A_GAME} cells"
                    )));
                }
                let (mut values, last) = (PairValues::new(pairs), last as u32);
                let mut rows = Rows::new();
                for (a, b) in (0..=last).flat_map(|a| (0..=last).map(move |b| (a, b))) {
                    let value = values.value((a, b), limits)?;
                    rows.push((vec![i64::from(a), i64::from(b)], i64::from(value)));
                }
                rows
            }
            Self::Heaps(_) | Self::Functions(_) => {
                return Err(Wrong::Game("a game has a sequence or a table".to_owned()));
            }
        };
        let (inside, outside) =
            rows.into_iter().partition(|(cell, _)| cell.iter().all(|x| x.unsigned_abs() <= to));
        Ok((Table::new(inside)?, outside))
    }
}
