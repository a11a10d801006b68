//! Positions, and sums of positions and values.

use crate::answer::{Answer, dictionary};
use crate::atlas::consulted;
use crate::faults;
use crate::game::{Game, of_any};
use crate::place::Position;
use crate::ruleset::{Ruleset, player};
use crate::run::{Asked, soon_or_watched, watched_by};
use crate::solver::{Kept, Probes};
use farstar::{AnyValue, Effort, Error, Limits, Moves, Player, Question, Solver};
use farstar_draw::{Scene, board, layout, standalone};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use serde_json::json;
use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A sum: who is to move plays in one of its components.
///
/// >>> from farstar import Ruleset, Game
/// >>> s = Ruleset("Clobber")("XOX") + Game("*3")
/// >>> s.outcome()
/// 'N'
#[pyclass(frozen, module = "farstar")]
#[derive(Clone)]
pub(crate) struct Sum {
    sum: farstar::Sum,
}

const ALL: Question = Question { effort: Effort::Whole, moves: Moves::All, starter: None };
const VALUE: Question = Question { effort: Effort::Whole, moves: Moves::None, starter: None };
const WINNER: Question = Question { effort: Effort::Little, moves: Moves::None, starter: None };

/// Works with the solver of the current arena, which is kept. Among the limits may stand an atlas, which is asked
/// first.
fn solved<T: Send>(
    py: Python<'_>,
    limits: Option<&Bound<'_, PyDict>>,
    mut work: impl FnMut(&mut Solver<'_>, &Limits) -> Result<T, Error> + Send,
) -> PyResult<T> {
    let arena = crate::arena::current(py)?;
    let limits = limits.map(|limits| limits.copy()).transpose()?;
    let atlas = limits.as_ref().map(|limits| limits.call_method1("pop", ("atlas", py.None())));
    let atlas = atlas.transpose()?.filter(|given| !given.is_none());
    let wanted = Asked::of(py, limits.as_ref())?;
    let threads = wanted.threads;
    let mut kept = match &atlas {
        Some(given) => Kept::consulting(&arena, threads, &consulted(given)?),
        None => Kept::take(&arena, threads),
    };
    let probes = kept.probes();
    let found =
        soon_or_watched(py, &wanted, &probes, |limits| kept.with(|solver| work(solver, limits)))?;
    if atlas.is_none() {
        kept.keep();
    }
    found.map_err(|error| faults::of_question(py, &error, ""))
}

/// Asks a question; the value, if it was found, comes with the answer.
fn asked(
    py: Python<'_>,
    sum: &farstar::Sum,
    question: Question,
    explain: bool,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<(Answer, Option<Game>)> {
    let arena = crate::arena::current(py)?;
    let (answer, value) = solved(py, limits, |solver, limits| {
        let mut answer = solver.answer(sum, question, limits)?;
        let value = match solver.value() {
            Some(AnyValue::Short(value)) if answer.value_of.is_none() => Some(*value),
            _ => None,
        };
        if explain {
            solver.explain(sum, &mut answer, limits)?;
        }
        Ok((answer, value))
    })?;
    let value = value.filter(|_| answer.value.is_some());
    Ok((Answer::new(answer), value.map(|value| Game::new_in(&arena, value))))
}

fn heat<'py>(
    py: Python<'py>,
    sum: &farstar::Sum,
    player: &str,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let player = self::player(player)?;
    let heat = solved(py, limits, |solver, limits| solver.heat(sum, player, limits))?;
    dictionary(py, &json!(heat).to_string())
}

fn comparison<'py>(
    py: Python<'py>,
    sum: &farstar::Sum,
    other: &Bound<'py, PyAny>,
    limits: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let wrong =
        || faults::wrong_type("a sum is compared with a position, a sum, a game or a number");
    let other = summand(other)?.ok_or_else(wrong)?;
    let compared = solved(py, limits, |solver, limits| solver.compare(sum, &other, limits))?;
    dictionary(py, &json!(compared).to_string())
}

fn value(
    py: Python<'_>,
    sum: &farstar::Sum,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let (answer, value) = asked(py, sum, VALUE, false, limits)?;
    if let Some(value) = value {
        return Ok(Bound::new(py, value)?.into_any().unbind());
    }
    if let Some(text) = &answer.told.value {
        if let Ok(game) = of_any(&PyString::new(py, text).into_any(), &crate::arena::current(py)?) {
            let game = Game::new_in(&crate::arena::current(py)?, game);
            return Ok(Bound::new(py, game)?.into_any().unbind());
        }
        return Ok(PyString::new(py, text).into_any().unbind());
    }
    Err(unknown(py, answer, "value"))
}

/// The mean or the temperature of a value.
fn fraction(
    py: Python<'_>,
    sum: &farstar::Sum,
    which: &str,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let (answer, value) = asked(py, sum, VALUE, false, limits)?;
    if let Some(value) = value {
        return Bound::new(py, value)?.getattr(which).map(Bound::unbind);
    }
    let told = if which == "mean" { &answer.told.mean } else { &answer.told.temperature };
    match told {
        Some(text) => Ok(py.import("fractions")?.getattr("Fraction")?.call1((text,))?.unbind()),
        None => Err(unknown(py, answer, which)),
    }
}

/// What was asked for is not known.
fn unknown(py: Python<'_>, answer: Answer, what: &str) -> PyErr {
    let told = &answer.told;
    let reason = told.no_value.as_ref();
    let message = reason.map(|reason| reason.message.clone()).or_else(|| told.message.clone());
    let message = message.unwrap_or_else(|| format!("the {what} is not known"));
    let met = told.stopped.or(reason.and_then(|reason| reason.stopped));
    match met {
        Some(met) => faults::stop(py, met, &message, answer),
        None => faults::raise(py, "DomainError", (message,)),
    }
}

fn outcome(
    py: Python<'_>,
    sum: &farstar::Sum,
    limits: Option<&Bound<'_, PyDict>>,
) -> PyResult<String> {
    let (answer, _) = asked(py, sum, WINNER, false, limits)?;
    match answer.told.outcome {
        Some(outcome) => Ok(outcome.to_string()),
        None => Err(unknown(py, answer, "outcome")),
    }
}

fn grundy(py: Python<'_>, sum: &farstar::Sum, limits: Option<&Bound<'_, PyDict>>) -> PyResult<u64> {
    let (answer, _) = asked(py, sum, VALUE, false, limits)?;
    match (answer.told.grundy, &answer.told.value) {
        (Some(grundy), _) => Ok(grundy),
        (None, Some(value)) => {
            let message = format!(
                "only impartial positions have a Grundy value; this one's value is {value}"
            );
            Err(faults::raise(py, "DomainError", (message,)))
        }
        (None, None) => Err(unknown(py, answer, "Grundy value")),
    }
}

/// The moves of a player, unjudged.
fn moves(py: Python<'_>, position: &farstar::Position, player: Player) -> PyResult<Vec<Position>> {
    let wanted = Asked::of(py, None)?;
    let found = soon_or_watched(py, &wanted, &Probes::default(), |limits| {
        limits.guard(|| position.moves(player)).map_err(Error::from)?.map_err(Error::from)
    })?;
    let found = found.map_err(|error| faults::of_question(py, &error, ""))?;
    Ok(found.into_iter().map(|position| Position { position }).collect())
}

/// The positions with these texts that moves reach; where there are too many moves to list, the texts are read.
fn winning(
    position: &farstar::Position,
    player: Player,
    wins: &[&str],
) -> Result<Vec<farstar::Position>, Error> {
    let listed = position.moves(player).unwrap_or_default();
    let mut known: HashMap<String, farstar::Position> =
        listed.into_iter().map(|to| (to.to_string(), to)).collect();
    let read = |text: &&str| match known.remove(*text) {
        Some(position) => Ok(position),
        None => position.ruleset().position(text),
    };
    wins.iter().map(read).collect()
}

/// What may be added to a sum.
fn summand(other: &Bound<'_, PyAny>) -> PyResult<Option<farstar::Sum>> {
    let py = other.py();
    if let Ok(position) = other.cast::<Position>() {
        return Ok(Some(position.get().position.clone().into()));
    }
    if let Ok(sum) = other.cast::<Sum>() {
        return Ok(Some(sum.get().sum.clone()));
    }
    let number = matches!(crate::exchange::number(other)?, crate::exchange::Number::Dyadic(_));
    if !number && !other.is_instance_of::<Game>() {
        return Ok(None);
    }
    let arena = crate::arena::current(py)?;
    let game = Game::new_in(&arena, of_any(other, &arena)?);
    let text = Bound::new(py, game)?.str()?.to_string();
    let sum = farstar::Sum::of_value(&text);
    sum.map(Some).map_err(|error| faults::of_question(py, &error, &text))
}

fn added<'py>(first: farstar::Sum, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = other.py();
    match summand(other)? {
        Some(other) => Ok(Bound::new(py, Sum { sum: first + other })?.into_any()),
        None => Ok(py.NotImplemented().into_bound(py)),
    }
}

#[pymethods]
impl Position {
    /// Its ruleset.
    #[getter]
    fn ruleset(&self) -> Ruleset {
        Ruleset { rules: self.position.ruleset().clone() }
    }

    /// The positions that moves of Left reach.
    #[getter]
    fn left_moves(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        moves(py, &self.position, Player::Left)
    }

    /// The positions that moves of Right reach.
    #[getter]
    fn right_moves(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        moves(py, &self.position, Player::Right)
    }

    /// Everything that is known of the position; with `explain` also why it is won as it is (`reasons`).
    ///
    /// >>> from farstar import Ruleset
    /// >>> for why in Ruleset("Nim")("3+5").answer(explain=True).reasons[:3]: print(why)
    /// 011   3   the Grundy value of 3
    /// 101   5   the Grundy value of 5
    /// 110   6   their nim sum
    #[pyo3(signature = (*, explain = false, **limits))]
    fn answer(
        &self,
        py: Python<'_>,
        explain: bool,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answer> {
        Ok(asked(py, &self.position.clone().into(), ALL, explain, limits)?.0)
    }

    /// The thermograph, for `player` who moves next: see `Sum.heat`.
    #[pyo3(signature = (player, **limits))]
    fn heat<'py>(
        &self,
        py: Python<'py>,
        player: &str,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        heat(py, &self.position.clone().into(), player, limits)
    }

    /// Held against another sum: the `order`, the `difference`, its `outcome`, and how it goes when each begins.
    ///
    /// >>> from farstar import Ruleset
    /// >>> Ruleset("Domineering")("##.|...|...").comparison(Ruleset("Domineering")(".#.|...|..#"))["order"]
    /// '<'
    #[pyo3(signature = (other, **limits))]
    fn comparison<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        comparison(other.py(), &self.position.clone().into(), other, limits)
    }

    /// The value, a `Game`; a text where play may be endless. `farstar.Stopped` at a limit.
    #[pyo3(signature = (**limits))]
    fn value(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
        value(py, &self.position.clone().into(), limits)
    }

    /// Who wins: `'L'`, `'R'`, `'N'`, `'P'`, or with draws `'D'` and others.
    #[pyo3(signature = (**limits))]
    fn outcome(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        outcome(py, &self.position.clone().into(), limits)
    }

    /// The Grundy value of impartial play; `farstar.DomainError` where it is not impartial.
    ///
    /// >>> from farstar import Ruleset
    /// >>> Ruleset("Cram")("3x4").grundy()
    /// 1
    #[pyo3(signature = (**limits))]
    fn grundy(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<u64> {
        grundy(py, &self.position.clone().into(), limits)
    }

    /// The positions to which `player` moves and wins.
    #[pyo3(signature = (player, **limits))]
    fn winning_moves(
        &self,
        py: Python<'_>,
        player: &str,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Vec<Self>> {
        let who = self::player(player)?;
        let (answer, _) = asked(py, &self.position.clone().into(), ALL, false, limits)?;
        let start = answer.told.starts(who);
        if start.moves.iter().any(|one| one.wins.is_none())
            || (!start.all_moves && start.winner.is_none())
        {
            return Err(unknown(py, answer, "list of winning moves"));
        }
        let wins = start.moves.iter().filter(|one| one.wins == Some(true));
        let wins: Vec<&str> = wins.map(|one| one.position.as_str()).collect();
        let all = Asked::of(py, None)?;
        let found = soon_or_watched(py, &all, &Probes::default(), |limits| {
            limits.guard(|| winning(&self.position, who, &wins))
        })?;
        let found = found.map_err(|stopped| faults::stopped(py, stopped))?;
        let found = found.map_err(|error| faults::of_question(py, &error, ""))?;
        Ok(found.into_iter().map(|position| Self { position }).collect())
    }

    /// The values of every way to fill the cells of its board with two pieces: in value `b`, cell `i`, row by row,
    /// holds the second piece if bit `i` of `b` is set. Whether play reaches it is not asked.
    ///
    /// >>> from farstar import Ruleset
    /// >>> Ruleset("Domineering")("1x2").fillings(".#")
    /// [Game('-1'), Game('0'), Game('0'), Game('0')]
    #[pyo3(signature = (pieces, **limits))]
    fn fillings<'py>(
        &self,
        py: Python<'py>,
        pieces: &str,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let two: Vec<char> = pieces.chars().collect();
        let Ok(two) = <[char; 2]>::try_from(two) else {
            return Err(faults::wrong_value("pieces: two of them, such as '.#'"));
        };
        let arena = crate::arena::current(py)?;
        let asked = Asked::of(py, limits)?;
        let mut kept = Kept::take(&arena, asked.threads);
        let probes = kept.probes();
        let found = watched_by(py, &asked, &probes, |limits| {
            kept.with(|solver| solver.fillings(&self.position, two, limits))
        })?;
        kept.keep();
        let found = found.map_err(|error| faults::of_question(py, &error, ""))?;
        // most values come often: each is one object
        let mut made: HashMap<farstar_value::Game, Bound<'py, Game>> = HashMap::new();
        let all = PyList::empty(py);
        for value in found {
            let one: &Bound<'py, Game> = match made.entry(value) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(place) => place.insert(Bound::new(py, Game::new_in(&arena, value))?),
            };
            all.append(one)?;
        }
        Ok(all)
    }

    /// The temperature of its value, a `Fraction`; where play may be endless that of its thermograph.
    #[pyo3(signature = (**limits))]
    fn temperature(
        &self,
        py: Python<'_>,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Py<PyAny>> {
        fraction(py, &self.position.clone().into(), "temperature", limits)
    }

    /// The mean of its value, a `Fraction`; where play may be endless that of its thermograph.
    #[pyo3(signature = (**limits))]
    fn mean(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
        fraction(py, &self.position.clone().into(), "mean", limits)
    }

    /// The picture, an SVG file of its own.
    fn draw(&self) -> String {
        let (view, rules) = (self.position.view(), self.position.ruleset().rules());
        let pieces: Vec<_> = rules.pieces().iter().map(|&sign| (sign, rules.owner(sign))).collect();
        let places = BTreeMap::new();
        let scene = Scene { view: &view, kind: rules.kind(), pieces: &pieces, places: &places };
        let shown: String = self.position.to_string().chars().take(400).collect();
        let sentence = format!("{}: {shown}", self.position.ruleset().name());
        standalone(&board(&scene, &layout(&scene), &[], &sentence))
    }

    fn _repr_svg_(&self) -> Option<String> {
        (self.position.to_string().len() < 4000).then(|| self.draw())
    }

    fn __str__(&self) -> String {
        self.position.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Position of {}: {}>", self.position.ruleset().name(), self.position)
    }

    fn __hash__(&self) -> isize {
        let mut hasher = DefaultHasher::new();
        self.position.ruleset().rules().canonical().hash(&mut hasher);
        self.position.to_string().hash(&mut hasher);
        hasher.finish() as isize
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.position == other.position
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        added(self.position.clone().into(), other)
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        added(self.position.clone().into(), other)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let read = Bound::new(py, self.ruleset())?;
        (read.getattr("position")?, (self.__str__(),)).into_pyobject(py)
    }
}

#[pymethods]
impl Sum {
    #[new]
    #[pyo3(signature = (*components))]
    fn new(components: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let mut sum = farstar::Sum::default();
        for one in components {
            match summand(&one)? {
                Some(other) => sum += other,
                None => {
                    return Err(faults::wrong_type("a sum is one of positions, games and numbers"));
                }
            }
        }
        Ok(Self { sum })
    }

    /// Everything that is known of the sum; with `explain` also why it is won as it is (`reasons`).
    #[pyo3(signature = (*, explain = false, **limits))]
    fn answer(
        &self,
        py: Python<'_>,
        explain: bool,
        limits: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Answer> {
        Ok(asked(py, &self.sum, ALL, explain, limits)?.0)
    }

    /// The heat when `player` moves next: the thermograph of each component, the temperature that the thermostat shows,
    /// and the moves of the strategies that look at nothing else.
    ///
    /// >>> from farstar import Game
    /// >>> from farstar import Sum
    /// >>> s = Sum(Game("+-3/2"), Game("{1||-1|-5}"), Game("{1/2|0}"))
    /// >>> h = s.heat("Left")
    /// >>> h["ambient"], h["hotstrat"], h["thermostrat"]
    /// ('0', {'in': 1, 'position': '1'}, {'in': 0, 'position': '3/2'})
    #[pyo3(signature = (player, **limits))]
    fn heat<'py>(
        &self,
        py: Python<'py>,
        player: &str,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        heat(py, &self.sum, player, limits)
    }

    /// Held against another sum: see `Position.comparison`.
    #[pyo3(signature = (other, **limits))]
    fn comparison<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        limits: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        comparison(other.py(), &self.sum, other, limits)
    }

    /// The value, a `Game`.
    #[pyo3(signature = (**limits))]
    fn value(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
        value(py, &self.sum, limits)
    }

    /// The Grundy value of impartial play; `farstar.DomainError` where it is not impartial.
    ///
    /// >>> from farstar import Ruleset
    /// >>> (Ruleset("0.77")("5") + Ruleset("Nim")("3")).grundy()
    /// 7
    #[pyo3(signature = (**limits))]
    fn grundy(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<u64> {
        grundy(py, &self.sum, limits)
    }

    /// Who wins; no value of the whole is needed.
    #[pyo3(signature = (**limits))]
    fn outcome(&self, py: Python<'_>, limits: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        outcome(py, &self.sum, limits)
    }

    fn __len__(&self) -> usize {
        self.sum.summands().len()
    }

    fn __str__(&self) -> String {
        let shown: Vec<String> = self.sum.summands().iter().map(shown).collect();
        shown.join(" + ")
    }

    fn __repr__(&self) -> String {
        format!("<Sum {}>", self.__str__())
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        added(self.sum.clone(), other)
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        added(self.sum.clone(), other)
    }
}

fn shown(one: &farstar::Summand) -> String {
    match one {
        farstar::Summand::Position(position) => {
            format!("{}({position})", position.ruleset().name())
        }
        farstar::Summand::Value(text) => text.clone(),
    }
}
