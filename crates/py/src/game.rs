//! Values of short games.

use crate::exchange::{Number, number, to_fraction, to_int};
use crate::faults;
use crate::picture::Thermograph;
use crate::run::{arithmetic, arithmetic_on};
use dashu_int::IBig;
use farstar_num::Dyadic;
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, Comparison, Game as Value, Player, Result};
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString, PyTuple};
use std::sync::{Arc, OnceLock};

/// The value of a short game, exactly.
///
/// Made from CGSuite's notation, an `int`, a `Fraction`, or options: `Game("{3||2|1}")`, `Game(left=[1], right=[-1])`.
/// `==` is equality of values; `<` and `<=` are the partial order of games; `+`, `-` and multiples by integers are
/// those of games. Values are immutable, can be hashed and pickled.
///
/// >>> from farstar import Game
/// >>> Game("{1|-1}") + 1
/// Game('{2|0}')
/// >>> Game("1/2") + Game("1/2") == 1
/// True
#[pyclass(frozen, module = "farstar", subclass)]
pub(crate) struct Game {
    pub(crate) arena: Arc<Arena>,
    pub(crate) value: Value,
    hash: OnceLock<isize>,
}

/// What stands on the other side of an operator.
enum Operand {
    Value(Value),
    NoNumber(String),
    Stranger,
}

impl Game {
    pub(crate) fn new_in(arena: &Arc<Arena>, value: Value) -> Self {
        Self { arena: arena.clone(), value, hash: OnceLock::new() }
    }

    /// A value by an operation on this one.
    fn made(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Calculator<'_>) -> Result<Value> + Send + Sync,
    ) -> PyResult<Self> {
        Ok(Self::new_in(&self.arena, arithmetic(py, &self.arena, work)?))
    }

    fn operand(&self, other: &Bound<'_, PyAny>) -> PyResult<Operand> {
        let py = other.py();
        if let Ok(game) = other.cast::<Self>() {
            return Ok(Operand::Value(game.get().value_in(py, &self.arena)?));
        }
        Ok(match number(other)? {
            Number::Dyadic(number) => {
                Operand::Value(arithmetic(py, &self.arena, |calc| calc.number(&number))?)
            }
            Number::Other(message) => Operand::NoNumber(message),
            Number::No => Operand::Stranger,
        })
    }

    /// The value as a handle of an arena; copied through its bytes if it lives in another one.
    pub(crate) fn value_in(&self, py: Python<'_>, arena: &Arc<Arena>) -> PyResult<Value> {
        if Arc::ptr_eq(&self.arena, arena) {
            return Ok(self.value);
        }
        let bytes = arithmetic(py, &self.arena, |calc| calc.encode(self.value))?;
        arithmetic(py, arena, |calc| calc.decode(&bytes))
    }

    /// An operation with a value or a number; `NotImplemented` for anything else.
    fn binary<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        work: impl Fn(&mut Calculator<'_>, Value, Value) -> Result<Value> + Send + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        match self.operand(other)? {
            Operand::Value(other) => {
                let made = self.made(py, |calc| work(calc, self.value, other))?;
                Ok(Bound::new(py, made)?.into_any())
            }
            Operand::NoNumber(message) => Err(faults::wrong_value(message)),
            Operand::Stranger => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    /// A value or a number as an argument of a method.
    fn argument(&self, other: &Bound<'_, PyAny>) -> PyResult<Value> {
        if other.is_instance_of::<PyString>() {
            let other = of_any(other, &self.arena)?;
            return Ok(other);
        }
        match self.operand(other)? {
            Operand::Value(value) => Ok(value),
            Operand::NoNumber(message) => Err(faults::wrong_value(message)),
            Operand::Stranger => Err(not_a_game(other)),
        }
    }

    fn number_of(
        &self,
        py: Python<'_>,
        work: impl Fn(&mut Calculator<'_>) -> Result<Dyadic> + Send + Sync,
    ) -> PyResult<Py<PyAny>> {
        let number = arithmetic(py, &self.arena, work)?;
        Ok(to_fraction(py, &number)?.unbind())
    }

    fn text(&self, py: Python<'_>, notation: Notation) -> PyResult<String> {
        arithmetic(py, &self.arena, |calc| calc.print(self.value, notation))
    }

    fn many<'py>(
        &self,
        py: Python<'py>,
        work: impl Fn(&mut Calculator<'_>) -> Result<Vec<Value>> + Send + Sync,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let values = arithmetic(py, &self.arena, |calc| {
            let values = work(calc)?;
            sorted(calc, values)
        })?;
        faults::tuple(py, values.into_iter().map(|value| Self::new_in(&self.arena, value)))
    }

    fn compared(&self, py: Python<'_>, other: Value, op: CompareOp) -> PyResult<bool> {
        let (g, h) = (self.value, other);
        match op {
            CompareOp::Eq => Ok(g == h),
            CompareOp::Ne => Ok(g != h),
            CompareOp::Le => arithmetic(py, &self.arena, |calc| calc.le(g, h)),
            CompareOp::Ge => arithmetic(py, &self.arena, |calc| calc.ge(g, h)),
            CompareOp::Lt => arithmetic(py, &self.arena, |calc| calc.lt(g, h)),
            CompareOp::Gt => arithmetic(py, &self.arena, |calc| calc.gt(g, h)),
        }
    }
}

/// Options in an order that depends on values alone: by their texts where these are short.
fn sorted(calc: &mut Calculator<'_>, values: Vec<Value>) -> Result<Vec<Value>> {
    let mut keyed = Vec::with_capacity(values.len());
    for value in values {
        keyed.push((calc.left_stop(value)?, calc.right_stop(value)?, calc.encode(value)?, value));
    }
    keyed.sort_unstable();
    Ok(keyed.into_iter().map(|(.., value)| value).collect())
}

fn not_a_game(value: &Bound<'_, PyAny>) -> PyErr {
    let class = value.get_type();
    let name = class.name().map_or_else(|_| "?".to_owned(), |name| name.to_string());
    faults::wrong_type(format!("expected a Game, an int, a Fraction or a text, not {name}"))
}

/// A value from whatever names one: a game, a number, a text.
pub(crate) fn of_any(value: &Bound<'_, PyAny>, arena: &Arc<Arena>) -> PyResult<Value> {
    let py = value.py();
    if let Ok(game) = value.cast::<Game>() {
        return game.get().value_in(py, arena);
    }
    if let Ok(text) = value.cast::<PyString>() {
        let text: String = text.extract()?;
        return arithmetic_on(py, arena, &text, |calc| calc.parse(&text));
    }
    match number(value)? {
        Number::Dyadic(number) => arithmetic(py, arena, |calc| calc.number(&number)),
        Number::Other(message) => Err(faults::wrong_value(message)),
        Number::No => Err(not_a_game(value)),
    }
}

fn of_all(values: Option<&Bound<'_, PyAny>>, arena: &Arc<Arena>) -> PyResult<Vec<Value>> {
    let Some(values) = values else { return Ok(Vec::new()) };
    if values.is_instance_of::<PyString>() {
        return Err(faults::wrong_type("expected a list of options, not a text"));
    }
    values.try_iter()?.map(|value| of_any(&value?, arena)).collect()
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (value = None, *, left = None, right = None))]
    fn new(
        py: Python<'_>,
        value: Option<&Bound<'_, PyAny>>,
        left: Option<&Bound<'_, PyAny>>,
        right: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let arena = crate::arena::current(py)?;
        let made = match (value, left.is_some() || right.is_some()) {
            (Some(_), true) => {
                return Err(faults::wrong_type("Game takes a value, or options, not both"));
            }
            (Some(value), false) => of_any(value, &arena)?,
            (None, _) => {
                let (left, right) = (of_all(left, &arena)?, of_all(right, &arena)?);
                arithmetic(py, &arena, |calc| calc.from_options(&left, &right))?
            }
        };
        Ok(Self::new_in(&arena, made))
    }

    /// The value of canonical bytes, as `bytes(game)` gives them. Any others are refused with `farstar.BytesError`.
    ///
    /// >>> from farstar import Game
    /// >>> Game.from_bytes(bytes(Game("^*")))
    /// Game('^*')
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        let arena = crate::arena::current(py)?;
        let value = arithmetic(py, &arena, |calc| calc.decode(data))?;
        Ok(Self::new_in(&arena, value))
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = arithmetic(py, &self.arena, |calc| calc.encode(self.value))?;
        Ok(PyBytes::new(py, &bytes))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let read = py.get_type::<Self>().getattr("from_bytes")?;
        let bytes = self.__bytes__(py)?;
        (read, (bytes,)).into_pyobject(py)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, Notation::Ascii)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Game('{}')", self.text(py, Notation::Ascii)?))
    }

    /// The value in the symbols of the books: `{¾⇑∗5|±1}`.
    fn unicode(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, Notation::Unicode)
    }

    /// The value for LaTeX's mathematics mode.
    fn latex(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, Notation::Latex)
    }

    fn _repr_latex_(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("${}$", self.text(py, Notation::Latex)?))
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if let Some(&hash) = self.hash.get() {
            return Ok(hash);
        }
        let number = self.arena.calculator().as_number(self.value);
        let hash = match number {
            Some(number) => to_fraction(py, &number)?.hash()?,
            None => arithmetic(py, &self.arena, |calc| calc.stable_hash(self.value))? as isize,
        };
        Ok(*self.hash.get_or_init(|| hash))
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        op: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(game) = other.cast::<Self>()
            && Arc::ptr_eq(&game.get().arena, &self.arena)
        {
            let holds = self.compared(py, game.get().value, op)?;
            return Ok(holds.into_pyobject(py)?.to_owned().into_any());
        }
        let same = matches!(op, CompareOp::Eq | CompareOp::Ne);
        if same && other.is_instance_of::<pyo3::types::PyFloat>() {
            return Ok(py.NotImplemented().into_bound(py));
        }
        match self.operand(other)? {
            Operand::Value(value) => {
                let holds = self.compared(py, value, op)?;
                Ok(holds.into_pyobject(py)?.to_owned().into_any())
            }
            Operand::NoNumber(message) if !same => Err(faults::wrong_value(message)),
            _ => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn __bool__(&self) -> bool {
        self.value != Value::ZERO
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.binary(other, |calc, g, h| calc.add(g, h))
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.binary(other, |calc, g, h| calc.add(h, g))
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.binary(other, |calc, g, h| calc.sub(g, h))
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.binary(other, |calc, g, h| calc.sub(h, g))
    }

    fn __neg__(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |calc| calc.neg(self.value))
    }

    fn __pos__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    /// Multiples by integers; two games have more than one product, which are methods.
    fn __mul__<'py>(&self, factor: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = factor.py();
        if factor.is_instance_of::<Self>() {
            return Err(faults::wrong_type(
                "games have several products: g.norton(unit), g.conway_product(h), g.ordinal_product(h); n * g for integers",
            ));
        }
        let factor: IBig = match number(factor)? {
            Number::Dyadic(number) if number.is_integer() => number.numerator(),
            Number::No => return Ok(py.NotImplemented().into_bound(py)),
            _ => return Err(faults::wrong_value("a game is multiplied by integers only")),
        };
        let made = self.made(py, |calc| calc.multiple(&factor, self.value))?;
        Ok(Bound::new(py, made)?.into_any())
    }

    fn __rmul__<'py>(&self, factor: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(factor)
    }

    /// Whether who moves first wins the difference.
    fn confused(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let other_value = self.argument(other)?;
        arithmetic(other.py(), &self.arena, |calc| calc.confused(self.value, other_value))
    }

    /// `'<'`, `'='`, `'>'`, or `'<>'` for games that are confused.
    ///
    /// >>> from farstar import Game
    /// >>> Game("*").compare(0)
    /// '<>'
    fn compare(&self, other: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        let value = self.argument(other)?;
        let found = arithmetic(other.py(), &self.arena, |calc| calc.compare(self.value, value))?;
        Ok(match found {
            Comparison::Less => "<",
            Comparison::Equal => "=",
            Comparison::Greater => ">",
            Comparison::Confused => "<>",
        })
    }

    /// The canonical options of Left.
    #[getter]
    fn left<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.many(py, |calc| calc.options(self.value, Player::Left))
    }

    /// The canonical options of Right.
    #[getter]
    fn right<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.many(py, |calc| calc.options(self.value, Player::Right))
    }

    /// Every position that can be reached, the game itself among them.
    fn followers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.many(py, |calc| calc.followers(self.value))
    }

    /// Who wins: `'L'`, `'R'`, `'N'` (the next player) or `'P'` (the previous one).
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<String> {
        Ok(arithmetic(py, &self.arena, |calc| calc.outcome(self.value))?.to_string())
    }

    /// Whether it is a number.
    #[getter]
    fn is_number(&self) -> bool {
        self.arena.calculator().as_number(self.value).is_some()
    }

    /// Whether it is a nimber.
    #[getter]
    fn is_nimber(&self) -> bool {
        self.arena.calculator().as_nimber(self.value).is_some()
    }

    /// Whether it is infinitesimal: between all positive and all negative numbers.
    #[getter]
    fn is_infinitesimal(&self, py: Python<'_>) -> PyResult<bool> {
        arithmetic(py, &self.arena, |calc| calc.is_infinitesimal(self.value))
    }

    /// Whether both players can move in every follower but 0.
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        arithmetic(py, &self.arena, |calc| calc.is_all_small(self.value))
    }

    /// The size of the nim heap it equals; `None` if it is no nimber.
    #[getter]
    fn nimber(&self) -> Option<u64> {
        self.arena.calculator().as_nimber(self.value)
    }

    /// The number it equals, as a `Fraction`; `None` if it is none.
    #[getter]
    fn number(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let number = self.arena.calculator().as_number(self.value);
        number.map(|number| Ok(to_fraction(py, &number)?.unbind())).transpose()
    }

    fn __int__(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        match self.arena.calculator().as_integer(self.value) {
            Some(integer) => Ok(to_int(py, &integer)?.unbind()),
            None => Err(faults::wrong_value(format!("{} is no integer", self.__str__(py)?))),
        }
    }

    /// The mean, a `Fraction`.
    #[getter]
    fn mean(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.number_of(py, |calc| calc.mean(self.value))
    }

    /// The temperature, a `Fraction`.
    #[getter]
    fn temperature(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.number_of(py, |calc| calc.temperature(self.value))
    }

    /// The number that is reached when Left begins, a `Fraction`.
    #[getter]
    fn left_stop(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.number_of(py, |calc| calc.left_stop(self.value))
    }

    /// The number that is reached when Right begins, a `Fraction`.
    #[getter]
    fn right_stop(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.number_of(py, |calc| calc.right_stop(self.value))
    }

    /// The day on which it is born.
    #[getter]
    fn birthday(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let day = arithmetic(py, &self.arena, |calc| calc.birthday(self.value))?;
        Ok(to_int(py, &IBig::from(day))?.unbind())
    }

    /// The thermograph, which shows itself as a picture in a notebook.
    fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        let walls = arithmetic(py, &self.arena, |calc| calc.thermograph(self.value))?;
        Ok(Thermograph::new(walls))
    }

    /// The atomic weight. `farstar.NotAtomic` if there is none.
    fn atomic_weight(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |calc| calc.atomic_weight(self.value))
    }

    /// Cooled by a number greater than −1.
    fn cool(&self, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let number = match number(t)? {
            Number::Dyadic(number) => number,
            Number::Other(message) => return Err(faults::wrong_value(message)),
            Number::No => {
                let value = self.argument(t)?;
                arithmetic(t.py(), &self.arena, |calc| calc.expect_number(value))?
            }
        };
        self.made(t.py(), |calc| calc.cool(self.value, &number))
    }

    /// Heated by a game.
    fn heat(&self, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let value = self.argument(t)?;
        self.made(t.py(), |calc| calc.heat(self.value, value))
    }

    /// Overheated from `s` by `t`.
    fn overheat(&self, s: &Bound<'_, PyAny>, t: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (from, by) = (self.argument(s)?, self.argument(t)?);
        self.made(s.py(), |calc| calc.overheat(self.value, from, by))
    }

    /// Cooled to just above its temperature.
    fn freeze(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |calc| calc.freeze(self.value))
    }

    /// Cooled by 1.
    fn chill(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |calc| calc.chill(self.value))
    }

    /// The ordinal sum `self : other`.
    fn ordinal_sum(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let above = self.argument(other)?;
        self.made(other.py(), |calc| calc.ordinal_sum(self.value, above))
    }

    /// The Norton product `self · unit` with a positive unit.
    fn norton(&self, unit: &Bound<'_, PyAny>) -> PyResult<Self> {
        let unit_value = self.argument(unit)?;
        self.made(unit.py(), |calc| calc.norton_product(self.value, unit_value))
    }

    /// Conway's product.
    fn conway_product(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let value = self.argument(other)?;
        self.made(other.py(), |calc| calc.conway_product(self.value, value))
    }

    /// The ordinal product.
    fn ordinal_product(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let value = self.argument(other)?;
        self.made(other.py(), |calc| calc.ordinal_product(self.value, value))
    }

    /// The conjunctive sum: a move is one in every component.
    fn conjunctive_sum(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let value = self.argument(other)?;
        self.made(other.py(), |calc| calc.conjunctive_sum(self.value, value))
    }

    /// The selective sum: a move is one in any number of components.
    fn selective_sum(&self, other: &Bound<'_, PyAny>) -> PyResult<Self> {
        let value = self.argument(other)?;
        self.made(other.py(), |calc| calc.selective_sum(self.value, value))
    }

    /// The reduced canonical form: the simplest game that differs by an infinitesimal.
    fn reduced(&self, py: Python<'_>) -> PyResult<Self> {
        self.made(py, |calc| calc.reduced_canonical_form(self.value))
    }

    /// What each move of Left gains, and each of Right's.
    fn incentives<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.many(py, |calc| calc.incentives(self.value))
    }
}

/// The sums of all pairs of a list, in one list: `sums(g)[i * len(g) + j]` is `g[i] + g[j]`.
///
/// Without pairs twice it is `sums(games, pairs=True)`: `g[i] + g[j]` for `i <= j`, row by row.
///
/// >>> import farstar
/// >>> farstar.sums([1, "*"])
/// [Game('2'), Game('1*'), Game('1*'), Game('0')]
#[pyfunction]
#[pyo3(signature = (games, *, pairs = false, **limits) -> "list[Game]")]
pub(crate) fn sums<'py>(
    py: Python<'py>,
    games: &Bound<'py, PyAny>,
    pairs: bool,
    limits: Option<&Bound<'py, pyo3::types::PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let arena = crate::arena::current(py)?;
    let games = of_all(Some(games), &arena)?;
    let asked = crate::run::Asked::of(py, limits)?;
    let found = crate::run::watched(py, &asked, |limits| {
        let mut calc = arena.calculator_with(limits);
        let mut found = Vec::new();
        for (at, &g) in games.iter().enumerate() {
            for &h in &games[if pairs { at } else { 0 }..] {
                found.push(calc.add(g, h)?);
            }
        }
        Ok(found)
    })?;
    let found = found.map_err(|error| faults::of_value(py, &error, ""))?;
    // A million new objects set off collections of garbage, of which there is none: a twelfth of the time.
    let collector = py.import("gc")?;
    let collects: bool = collector.call_method0("isenabled")?.extract()?;
    collector.call_method0("disable")?;
    let list = PyList::new(py, found.into_iter().map(|value| Game::new_in(&arena, value)));
    if collects {
        collector.call_method0("enable")?;
    }
    list
}

/// All games born by a day, of which there are 1, 4, 22 and 1474.
///
/// >>> import farstar
/// >>> len(farstar.born_by(2))
/// 22
#[pyfunction]
pub(crate) fn born_by(py: Python<'_>, day: u32) -> PyResult<Vec<Game>> {
    let arena = crate::arena::current(py)?;
    let games = arithmetic(py, &arena, |calc| calc.games_born_by(day))?;
    Ok(games.into_iter().map(|value| Game::new_in(&arena, value)).collect())
}

/// A key for `sorted`: total, and the same in every arena and process. The order of games is partial, so `sorted`
/// alone gives no order of them.
///
/// >>> import farstar
/// >>> sorted(map(farstar.Game, ["*", 1, -1]), key=farstar.print_order)
/// [Game('-1'), Game('*'), Game('1')]
#[pyfunction]
pub(crate) fn print_order<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyTuple>> {
    let arena = crate::arena::current(py)?;
    let value = of_any(game, &arena)?;
    let (left, right, bytes) = arithmetic(py, &arena, |calc| {
        Ok((calc.left_stop(value)?, calc.right_stop(value)?, calc.encode(value)?))
    })?;
    let (left, right) = (to_fraction(py, &left)?, to_fraction(py, &right)?);
    (left, right, PyBytes::new(py, &bytes)).into_pyobject(py)
}
