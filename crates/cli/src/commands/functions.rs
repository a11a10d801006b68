//! Tables of rulesets that functions tell, and of functions themselves: what `farstar find` is given as an expression.

use crate::exit::Failure;
use crate::surroundings::Surroundings;
use farstar::find::{Column, Table};
use farstar_lang::{Diagnostic, Kind, Session, Value};
use farstar_value::Arena;

/// The last number of one and of two coordinates, where none is asked for.
const USUAL: [u64; 2] = [100, 24];

/// Whether a word is an expression that holds a function.
pub(super) fn is_expression(word: &str) -> bool {
    word.contains("->") || word.contains('→')
}

/// The table of the nim values, or of the winners, of the positions n or (a,b) of a ruleset by functions; of a function
/// itself the integers that it gives.
pub(super) fn column(
    expression: &str,
    (to, outcomes, share): (Option<u64>, bool, f64),
    surroundings: &Surroundings,
) -> Result<Column, Failure> {
    let arena = Arena::new();
    let mut session = Session::new(&arena).with_limits(surroundings.limits());
    let rules = session.eval(expression).map_err(|faults| failure(&faults))?;
    let asked = match (&rules, outcomes) {
        (Value::Function(_), _) => "",
        (_, false) => ".NimValue",
        (_, true) => ".OutcomeClass.ToText",
    };
    session.define("R", rules).map_err(|fault| failure(&[fault]))?;
    let last = |place: usize| to.unwrap_or(USUAL[place]);
    let one = format!("[R(n){asked} for n from 0 to {}]", last(0));
    let values = match session.eval(&one) {
        Ok(values) => numbers(&values).map(|values| Table::sequence(0, &values)),
        Err(first) => {
            let n = last(1);
            let two = format!("[R(a,b){asked} for a from 0 to {n} for b from 0 to {n}]");
            let values = session.eval(&two).map_err(|second| {
                // a function of two numbers is not called with one
                let pair = first[0].to_string().contains("is called with 1 argument");
                failure(if pair { &second } else { &first })
            })?;
            let n = i64::try_from(n).unwrap_or(i64::MAX);
            let cells = (0..=n).flat_map(|a| (0..=n).map(move |b| vec![a, b]));
            numbers(&values).map(|values| Table::new(cells.zip(values).collect()))
        }
    };
    let Some(table) = values else {
        return Err(Failure::Input("a value of the function is no integer".to_owned()));
    };
    let table = table.map_err(|error| Failure::Input(error.to_string()))?;
    let (inside, outside) = table.split(share);
    Ok(Column { of: None, winners: outcomes, inside, outside })
}

/// Integers, and winners as 0 where who does not begin wins and 1 elsewhere.
fn numbers(values: &Value) -> Option<Vec<i64>> {
    let number = |value: &Value| match value {
        Value::Text(winner) => Some(i64::from(winner.as_str() != "P")),
        other => i64::try_from(&other.as_integer()?).ok(),
    };
    values.elements()?.iter().map(number).collect()
}

fn failure(faults: &[Diagnostic]) -> Failure {
    match faults.iter().find_map(|fault| match fault.kind {
        Kind::Stopped(stopped) => Some(stopped),
        _ => None,
    }) {
        Some(stopped) => Failure::Stopped(stopped),
        None => Failure::Input(faults.first().map(ToString::to_string).unwrap_or_default()),
    }
}
