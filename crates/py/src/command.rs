//! The command `farstar`, which comes with the package.

use pyo3::prelude::*;

/// Runs the command with these words, its name first, and gives its exit code.
#[pyfunction]
pub(crate) fn command(py: Python<'_>, words: Vec<String>) -> u8 {
    py.detach(|| farstar_cli::run(words.into_iter().map(Into::into)))
}
