//! Python's exact numbers and ours.

use crate::faults;
use dashu_int::IBig;
use farstar_num::{Dyadic, Rational};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyInt, PyString};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

static FRACTION: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
static INT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// What a Python object is as a number of short games.
pub(crate) enum Number {
    /// A number.
    Dyadic(Dyadic),
    /// A fraction that no short game equals.
    Other(String),
    /// No number at all.
    No,
}

/// Reads `int`, `Fraction`, and whatever else is exact.
///
/// # Errors
/// `TypeError` for a `float`, with a hint.
pub(crate) fn number(value: &Bound<'_, PyAny>) -> PyResult<Number> {
    if value.is_instance_of::<PyInt>() {
        return Ok(Number::Dyadic(match value.extract::<i64>() {
            Ok(small) => Dyadic::from(small),
            Err(_) => Dyadic::try_new(integer(value)?, 0).map_err(too_large)?,
        }));
    }
    if value.is_instance_of::<PyString>() {
        return Ok(Number::No);
    }
    if value.is_instance_of::<PyFloat>() {
        let shown = value.repr()?;
        return Err(faults::wrong_type(format!(
            "{shown} is a float, and games are exact: write Game(\"1/2\") or Fraction(1, 2)"
        )));
    }
    let parts = (value.getattr_opt("numerator")?, value.getattr_opt("denominator")?);
    let (Some(numerator), Some(denominator)) = parts else { return Ok(Number::No) };
    if numerator.is_callable() {
        return Ok(Number::No);
    }
    let (numerator, denominator) = (integer(&numerator)?, integer(&denominator)?);
    let places = denominator.trailing_zeros().unwrap_or(0);
    if denominator != IBig::ONE << places {
        return Ok(Number::Other(format!(
            "{} is the value of no short game: their numbers have a power of two below",
            value.str()?
        )));
    }
    Ok(Number::Dyadic(Dyadic::try_new(numerator, places as u64).map_err(too_large)?))
}

fn too_large(error: farstar_num::Error) -> PyErr {
    faults::wrong_value(error.to_string())
}

/// A number of any size; by its hexadecimal digits, since Python refuses to write many decimal ones.
pub(crate) fn integer(value: &Bound<'_, PyAny>) -> PyResult<IBig> {
    let py = value.py();
    let whole = py.import("operator")?.call_method1("index", (value,))?;
    if let Ok(small) = whole.extract::<i128>() {
        return Ok(IBig::from(small));
    }
    let digits: String = whole.call_method1("__format__", ("x",))?.extract()?;
    IBig::from_str_radix(&digits, 16).map_err(|error| faults::wrong_value(error.to_string()))
}

/// An `int`.
pub(crate) fn to_int<'py>(py: Python<'py>, n: &IBig) -> PyResult<Bound<'py, PyAny>> {
    if let Ok(small) = i128::try_from(n) {
        return Ok(small.into_pyobject(py)?.into_any());
    }
    let class =
        INT.get_or_try_init(py, || PyResult::Ok(py.import("builtins")?.getattr("int")?.unbind()))?;
    class.bind(py).call1((format!("{}", n.in_radix(16)), 16))
}

/// Small fractions are made once: making one costs Python ten times what looking it up does.
const KEPT: usize = 1 << 12;

/// A `Fraction`.
pub(crate) fn to_fraction<'py>(py: Python<'py>, x: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    static SMALL: Mutex<BTreeMap<(i32, u64), Py<PyAny>>> = Mutex::new(BTreeMap::new());
    let key = i32::try_from(&x.numerator()).ok().map(|numerator| (numerator, x.exponent()));
    let known = || SMALL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(key) = key
        && let Some(made) = known().get(&key)
    {
        return Ok(made.bind(py).clone());
    }
    let made = new_fraction(py, x)?;
    if let Some(key) = key {
        let mut known = known();
        if known.len() < KEPT {
            known.insert(key, made.clone().unbind());
        }
    }
    Ok(made)
}

fn new_fraction<'py>(py: Python<'py>, x: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    let below = IBig::ONE << usize::try_from(x.exponent()).unwrap_or(usize::MAX);
    fraction(py, &x.numerator(), &below)
}

/// An `int` or a `Fraction`; `None` for what is infinite.
pub(crate) fn to_number<'py>(py: Python<'py>, x: &Rational) -> PyResult<Option<Bound<'py, PyAny>>> {
    if !x.is_finite() {
        return Ok(None);
    }
    let below = IBig::from(x.denominator());
    let number = if below == IBig::ONE {
        to_int(py, &x.numerator())?
    } else {
        fraction(py, &x.numerator(), &below)?
    };
    Ok(Some(number))
}

fn fraction<'py>(py: Python<'py>, above: &IBig, below: &IBig) -> PyResult<Bound<'py, PyAny>> {
    let class = FRACTION.get_or_try_init(py, || {
        PyResult::Ok(py.import("fractions")?.getattr("Fraction")?.unbind())
    })?;
    class.bind(py).call1((to_int(py, above)?, to_int(py, below)?))
}
