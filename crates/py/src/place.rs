//! A position as Python holds it; what it can be asked is in `position`.

use pyo3::prelude::*;

/// A position of a ruleset. It shows itself as a board in a notebook; adding positions and values gives a `Sum`.
///
/// >>> from farstar import Ruleset
/// >>> p = Ruleset("Domineering")("2x2")
/// >>> p.value(), p.outcome(), p.temperature()
/// (Game('+-1'), 'N', Fraction(1, 1))
/// >>> p.winning_moves("Left")[0]
/// <Position of Domineering: .#|.#>
#[pyclass(frozen, module = "farstar")]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) position: farstar::Position,
}
