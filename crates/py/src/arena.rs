//! Where values live: one arena for the process, and others for those who want their memory back.

use farstar_value::Arena as Values;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

static DEFAULT: OnceLock<Arc<Values>> = OnceLock::new();
/// How many `with Arena()` are open, so that most calls need not look for one.
static OPEN: AtomicUsize = AtomicUsize::new(0);
static CURRENT: PyOnceLock<Py<PyAny>> = PyOnceLock::new();

/// The arena of the process, which is never given back.
pub(crate) fn of_the_process() -> &'static Arc<Values> {
    DEFAULT.get_or_init(Arc::default)
}

fn variable(py: Python<'_>) -> PyResult<&Bound<'_, PyAny>> {
    let made = CURRENT.get_or_try_init(py, || {
        let class = py.import("contextvars")?.getattr("ContextVar")?;
        PyResult::Ok(class.call1(("farstar.arena",))?.unbind())
    })?;
    Ok(made.bind(py))
}

/// The arena in which new values are made.
pub(crate) fn current(py: Python<'_>) -> PyResult<Arc<Values>> {
    if OPEN.load(Ordering::Relaxed) == 0 {
        return Ok(of_the_process().clone());
    }
    let found = variable(py)?.call_method1("get", (py.None(),))?;
    Ok(match found.cast::<Arena>() {
        Ok(arena) => arena.get().values.clone(),
        Err(_) => of_the_process().clone(),
    })
}

/// A place for values. `with Arena(): …` computes in a fresh one, whose memory is given back when its last value goes.
///
/// >>> import farstar
/// >>> with farstar.Arena() as arena:
/// ...     g = farstar.Game("{3||2|1}")
/// >>> arena.values > 1, g + 1 == farstar.Game("{4||3|2}")
/// (True, True)
#[pyclass(frozen, module = "farstar")]
pub(crate) struct Arena {
    values: Arc<Values>,
    tokens: Mutex<Vec<Py<PyAny>>>,
}

#[pymethods]
impl Arena {
    #[new]
    fn new() -> Self {
        Self { values: Arc::default(), tokens: Mutex::default() }
    }

    fn __enter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        let token = variable(slf.py())?.call_method1("set", (&slf,))?;
        slf.get().tokens().push(token.unbind());
        OPEN.fetch_add(1, Ordering::Relaxed);
        Ok(slf)
    }

    #[pyo3(signature = (*_fault))]
    fn __exit__(&self, py: Python<'_>, _fault: &Bound<'_, pyo3::types::PyTuple>) -> PyResult<()> {
        let token = self.tokens().pop();
        if let Some(token) = token {
            OPEN.fetch_sub(1, Ordering::Relaxed);
            variable(py)?.call_method1("reset", (token,))?;
            crate::solver::forget(&self.values);
        }
        Ok(())
    }

    /// How many values it holds.
    #[getter]
    fn values(&self) -> u64 {
        self.values.stats().values
    }

    /// How many bytes it takes.
    #[getter]
    fn bytes(&self) -> u64 {
        self.values.stats().bytes
    }
}

impl Arena {
    fn tokens(&self) -> std::sync::MutexGuard<'_, Vec<Py<PyAny>>> {
        self.tokens.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// How much the current arena holds: `{'values': …, 'bytes': …}`.
///
/// >>> import farstar
/// >>> farstar.memory()["values"] > 0
/// True
#[pyfunction]
pub(crate) fn memory(py: Python<'_>) -> PyResult<Bound<'_, pyo3::types::PyDict>> {
    let stats = current(py)?.stats();
    let told = pyo3::types::PyDict::new(py);
    told.set_item("values", stats.values)?;
    told.set_item("bytes", stats.bytes)?;
    Ok(told)
}
