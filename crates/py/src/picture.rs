//! Pictures: thermographs and sequences as SVG that reads well on light and dark.

use crate::exchange::to_fraction;
use farstar_draw::{Scatter, ThermographPicture, scatter, standalone, thermograph};
use farstar_value::{Player, Thermograph as Walls};
use pyo3::prelude::*;

/// The thermograph of a value: its walls, its mast, and a picture.
///
/// >>> from farstar import Game
/// >>> t = Game("{3|-1}").thermograph()
/// >>> t.mean, t.temperature
/// (Fraction(1, 1), Fraction(2, 1))
#[pyclass(frozen, module = "farstar")]
pub(crate) struct Thermograph {
    walls: Walls,
}

impl Thermograph {
    pub(crate) fn new(walls: Walls) -> Self {
        Self { walls }
    }

    fn wall<'py>(
        &self,
        py: Python<'py>,
        player: Player,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        let corners = self.walls.corners(player);
        corners.iter().map(|(t, x)| Ok((to_fraction(py, t)?, to_fraction(py, x)?))).collect()
    }
}

#[pymethods]
impl Thermograph {
    /// Where the mast stands.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_fraction(py, self.walls.mean())
    }

    /// Where the mast begins.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_fraction(py, &self.walls.temperature())
    }

    /// The corners of the Left wall from below, each a temperature and a number.
    #[getter]
    fn left_wall<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        self.wall(py, Player::Left)
    }

    /// The corners of the Right wall from below, each a temperature and a number.
    #[getter]
    fn right_wall<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>> {
        self.wall(py, Player::Right)
    }

    /// The picture, a file of its own; `None` if its numbers are too far apart to be drawn.
    fn svg(&self) -> Option<String> {
        Some(standalone(&thermograph(&(&self.walls).into(), &ThermographPicture::default())?))
    }

    fn _repr_svg_(&self) -> Option<String> {
        self.svg()
    }

    fn __repr__(&self) -> String {
        format!("<{}>", farstar_draw::thermograph_sentence(&(&self.walls).into()))
    }
}

/// Numbers in their order, as SVG.
#[pyfunction]
#[pyo3(signature = (values, first = 0))]
pub(crate) fn scatter_svg(values: Vec<i64>, first: u64) -> String {
    let sentence = format!("{} numbers in their order, the first at {first}", values.len());
    let plot = Scatter { values: &values, from: first, sentence: &sentence, ..Scatter::default() };
    standalone(&scatter(&plot))
}
