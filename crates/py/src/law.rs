//! Laws behind tables of integers: conjectures, found by search and held against further cells, and of games proved.

use crate::answer::dictionary;
use crate::exchange::to_int;
use crate::faults;
use crate::game::{Game, of_any};
use crate::language;
use crate::ruleset::Ruleset;
use crate::run::{Asked, watched};
use crate::sequence::{Sequence, check_certificate};
use dashu_int::IBig;
use farstar::find::{
    Column, Discovery, FoundLaws, Inquiry, LawClass, MOST_CELLS, MOST_COORDINATES, Table,
    TableError, discover, json_of_attempt, referee,
};
use farstar::rules::is_ruleset_text;
use farstar::value::text::Notation;
use farstar::{Arena, Limits};
use farstar_lang::{Diagnostic, holds_function, tabulated};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// How long laws are looked for where nobody says.
const USUAL_TIME: Duration = Duration::from_secs(10);
/// Bytes of a file that are read.
const LONGEST: u64 = 256 << 20;

type Rows = Vec<(Vec<i64>, i64)>;

/// A law of a table: a conjecture, until `prove` proves it of a game. Called with a cell it says what value it expects
/// there, `None` where it says nothing.
///
/// >>> import farstar
/// >>> law = farstar.find([n ^ 1 for n in range(100)])[0]
/// >>> law.text, law(10**12), law.wrong
/// ('n xor 1', 1000000000001, 0)
#[pyclass(frozen, module = "farstar")]
pub(crate) struct Law {
    law: farstar::find::Law,
    /// What was found beside it, and the place of the column that this is a law of.
    told: Arc<Discovery>,
    place: usize,
}

impl Law {
    /// Refuses a cell with too few or too many numbers.
    fn fits(&self, cell: &[i128]) -> PyResult<()> {
        let (given, wanted) = (cell.len(), self.told.dimension());
        match given == wanted {
            true => Ok(()),
            false => Err(faults::wrong_type(format!(
                "a cell of this law has {wanted} coordinates, not {given}"
            ))),
        }
    }
}

#[pymethods]
impl Law {
    /// As it is read.
    #[getter]
    fn text(&self) -> String {
        self.law.shown()
    }

    /// Which of the numbers that values are made of it is a law of, as `'number'`, or that it tells who wins where
    /// values have no law; `None` where there is one number: of tables, Grundy values, integers, and winners that were
    /// asked for.
    #[getter]
    fn of(&self) -> Option<&str> {
        self.told.columns[self.place].of.as_deref()
    }

    /// What a heap of a partizan game is worth by the laws of all the numbers that its values are made of; `None` where
    /// they say nothing, or where the law is no part of a value.
    ///
    /// >>> import farstar
    /// >>> farstar.find("Cutcake", to=16)[0].value(7, 10**6)
    /// Game('249999')
    #[pyo3(signature = (*cell))]
    fn value(&self, py: Python<'_>, cell: Vec<i128>) -> PyResult<Option<Game>> {
        self.fits(&cell)?;
        let arena = Arena::new();
        let mut calc = arena.calculator();
        let shown = self
            .told
            .game(&cell, &mut calc)
            .and_then(|game| game.map(|game| calc.print(game, Notation::Ascii)).transpose());
        let shown = shown.map_err(|error| faults::of_value(py, &error, ""))?;
        let current = crate::arena::current(py)?;
        let read = |text: String| of_any(&PyString::new(py, &text).into_any(), &current);
        Ok(shown.map(read).transpose()?.map(|game| Game::new_in(&current, game)))
    }

    /// Tries to prove the law of a game for all heaps: a dictionary whose `status` is `'theorem'`, `'conjecture'` or
    /// `'refuted'`. `law` is what was proved, which may be another law of the same values, `schema` how, `certificate`
    /// the proof, for `check_certificate`; `why` says why there is none. Without `time` it ends after ten seconds.
    ///
    /// >>> import farstar
    /// >>> proof = farstar.find("laskers-nim", to=60)[0].prove()
    /// >>> proof["status"], farstar.check_certificate(proof["certificate"])
    /// ('theorem', None)
    #[pyo3(signature = (**limits))]
    fn prove<'py>(
        &self,
        py: Python<'py>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let Self { told, place, .. } = self;
        if told.ruleset().is_none() {
            let message = "a table has no rules to be proved from: find the law of a ruleset";
            return Err(faults::raise(py, "DomainError", (message,)));
        }
        let asked = Asked::of(py, limits)?.within(USUAL_TIME);
        let attempts = watched(py, &asked, |limits| told.prove(limits))?;
        let attempt = &attempts[*place];
        let proof = dictionary(py, &json_of_attempt(&told.found[*place], attempt).to_string())?;
        let certificate = attempt.as_ref().ok().and_then(|attempt| attempt.verdict.certificate());
        proof.set_item("certificate", certificate)?;
        Ok(proof)
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
        self.fits(&cell)?;
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

/// The laws behind a table of integers, or behind what the heaps of a game are worth, cheapest description first. They
/// are conjectures, found from the smaller cells and held against the larger ones; `Law.prove` proves those of games.
///
/// A table is a list (a sequence from 0, or rows of rows), a dictionary from cells to values with `None` for what is
/// not known, whatever else has `items()`, the text of a table or the path of a file. A game is a `Ruleset`, a
/// `Sequence`, a name, or an expression of the language that makes a ruleset by functions; `to` is the last heap from
/// which laws are found. Where values are made of several numbers there are laws of each, and `Law.of` says of
/// which; where they have none there are laws of who wins, as with `outcomes=True`. `kinds` are those of
/// `Law.kind`, all unless they are told; `hold_out` is the share of a table that is held back. With `more=True` the
/// search goes on where a law is there, and refuted laws are listed too. Without `time` it ends after ten seconds;
/// `farstar.Stopped` if nothing was found before a limit.
///
/// >>> import farstar
/// >>> farstar.find({(a, b): a ^ b for a in range(20) for b in range(20)})
/// [<Law (conjecture): a xor b>]
/// >>> farstar.find("subtraction 1,2")[0](10**9)
/// 1
/// >>> farstar.find("Ruleset(n -> [n - k for k in [1,2] where k <= n])", kinds=["periods"])[0](10**9)
/// 1
#[pyfunction]
#[pyo3(signature = (table, *, to = None, outcomes = false, kinds = None, more = false, hold_out = 0.2, **limits))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn find(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    to: Option<u64>,
    outcomes: bool,
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
    if matches!(source, Source::Table(_)) && (to.is_some() || outcomes) {
        return Err(faults::wrong_type(
            "to, outcomes: of games only; of a table hold_out says what is held back",
        ));
    }
    let inquiry = Inquiry {
        to,
        outcomes,
        hold_out,
        classes,
        more,
        time: Duration::MAX,
        ..Inquiry::default()
    };
    let told = watched(py, &asked, |limits| source.laws(&inquiry, limits))?;
    let told = Arc::new(told.map_err(|wrong| match wrong {
        Wrong::Game(error) => faults::of_question(py, &error, ""),
        Wrong::Functions(wrong) => language::fault(py, &[wrong.0], &wrong.1),
    })?);
    if let Some(reason) = told.stopped().filter(|_| told.laws().is_none()) {
        return Err(faults::stopped(py, reason));
    }
    let of = |(place, found): (usize, &FoundLaws)| {
        let told = Arc::clone(&told);
        let laws = found.laws.iter().filter(|law| more || law.wrong == 0).cloned();
        laws.map(|law| Law { law, told: Arc::clone(&told), place }).collect::<Vec<_>>()
    };
    Ok(told.found.iter().enumerate().flat_map(of).collect())
}

/// Makes a theorem known: answers about heaps of any size use it from then on. The referee checks its certificate
/// first, as `Law.prove` and `farstar find --prove --certificate` give it; `farstar.CertificateError` if it is wrong.
/// Periods need not be added: they are found again.
///
/// >>> import farstar
/// >>> rules = farstar.Ruleset("game Mine\nheap a b\nBoth: (a,b) -> (a-k,b-k) for k in {1,2}")
/// >>> farstar.add_law(farstar.find(rules, to=16)[0].prove()["certificate"])
/// >>> rules("(1000000000000000,1000000000000001)").outcome()
/// 'N'
#[pyfunction]
#[pyo3(signature = (certificate, **limits))]
pub(crate) fn add_law(
    py: Python<'_>,
    certificate: String,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<()> {
    check_certificate(py, &certificate, limits)?;
    if !referee::is_one(&certificate) {
        return Ok(());
    }
    farstar::theorems::add(certificate).map_err(|why| faults::raise(py, "CertificateError", (why,)))
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
    Game(farstar::Ruleset),
    /// A ruleset by functions of the language, or a function.
    Functions(String),
}

/// Why there is no table.
enum Wrong {
    Game(farstar::Error),
    /// What is wrong with an expression, and this.
    Functions(Box<(Diagnostic, String)>),
}

fn source(table: &Bound<'_, PyAny>) -> PyResult<Source> {
    let py = table.py();
    let read = |text: &str| {
        Table::read(text).map(Source::Table).map_err(|error| faults::wrong_value(error.to_string()))
    };
    if let Ok(rules) = table.cast::<Ruleset>() {
        return Ok(Source::Game(rules.get().rules.clone()));
    }
    if let Ok(sequence) = table.cast::<Sequence>() {
        return Ok(Source::Game(sequence.get().rules.clone()));
    }
    if table.is_instance_of::<PyString>() {
        let text: String = table.extract()?;
        if text.contains('\n') && !is_ruleset_text(&text) {
            return read(&text);
        }
        if holds_function(&text) {
            return Ok(Source::Functions(text));
        }
        let rules = farstar::Ruleset::named(&text);
        return rules.map(Source::Game).map_err(|error| faults::of_question(py, &error, &text));
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
    fn laws(self, inquiry: &Inquiry, limits: &Limits) -> Result<Discovery, Wrong> {
        let table = match self {
            Self::Game(rules) => {
                return discover(&rules, inquiry, limits)
                    .map_err(|error| Wrong::Game(error.into()));
            }
            Self::Table(table) => table,
            Self::Functions(expression) => {
                tabulated(&expression, inquiry.to, inquiry.outcomes, limits)
                    .map_err(|fault| Wrong::Functions(Box::new((fault, expression))))?
            }
        };
        let column = Column::of_table(&table, inquiry.outcomes, inquiry.hold_out);
        discover(column, inquiry, limits).map_err(|error| Wrong::Game(error.into()))
    }
}
