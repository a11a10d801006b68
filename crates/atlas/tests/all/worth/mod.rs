//! Values of positions from the definition.

use std::collections::BTreeMap;

use farstar_testkit::rules::{Interpreter, Position};
use farstar_value::{Calculator, Game};

/// The value by the options of the interpreter, which knows nothing of parts.
pub(crate) fn worth(
    oracle: &Interpreter,
    position: &Position,
    calc: &mut Calculator<'_>,
    known: &mut BTreeMap<Position, Game>,
) -> Game {
    if let Some(&value) = known.get(position) {
        return value;
    }
    let sides = [true, false].map(|left| {
        let options = oracle.options(position, left);
        let worths = options.iter().map(|option| worth(oracle, option, calc, known));
        worths.collect::<Vec<_>>()
    });
    let value = calc.from_options(&sides[0], &sides[1]).unwrap();
    known.insert(position.clone(), value);
    value
}
