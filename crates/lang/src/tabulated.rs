//! Tables of rulesets that functions tell, and of functions themselves, for those who look for laws.

use crate::diagnostic::{Diagnostic, Kind, Span};
use crate::session::Session;
use crate::value::Value;
use farstar_find::Table;
use farstar_play::say;
use farstar_value::{Arena, Limits};

/// The last number of one and of two coordinates, where none is asked for.
const USUAL: [u64; 2] = [100, 24];

/// Whether a text is an expression that holds a function, and not a name or a table.
///
/// ```
/// assert!(farstar_lang::holds_function("Ruleset(n -> [n - 1 for k from 1 to n])"));
/// assert!(!farstar_lang::holds_function("dawsons-kayles"));
/// ```
#[must_use]
pub fn holds_function(text: &str) -> bool {
    !text.contains('\n') && (text.contains("->") || text.contains('→'))
}

/// The table of the positions n, or (a,b), of the ruleset by functions that an expression makes: their nim values,
/// or who wins: 0 who does not begin, 1 who does, 2 Left, 3 Right. Of a function the integers that it gives.
/// Without `to` the table goes to 100, or to 24 in both coordinates.
///
/// ```
/// use farstar_lang::tabulated;
/// use farstar_value::Limits;
/// let table = tabulated("Ruleset(n -> [n - k for k in [1,2] where k <= n])", Some(5), false, &Limits::none())?;
/// assert_eq!(table.rows().map(|(_, value)| value).collect::<Vec<_>>(), [0, 1, 2, 0, 1, 2]);
/// # Ok::<(), farstar_lang::Diagnostic>(())
/// ```
///
/// # Errors
/// What is wrong with the expression or with what its functions give; values that are no integers; a table that is too
/// large; a limit.
pub fn tabulated(
    expression: &str,
    to: Option<u64>,
    outcomes: bool,
    limits: &Limits,
) -> Result<Table, Diagnostic> {
    let arena = Arena::new();
    let mut session = Session::new(&arena).with_limits(limits.clone());
    let rules = session.eval(expression).map_err(first)?;
    let asked = match (&rules, outcomes) {
        (Value::Function(_), _) => "",
        (_, false) => ".NimValue",
        (_, true) => ".OutcomeClass.ToText",
    };
    session.define("R", rules)?;
    let last = |place: usize| to.unwrap_or(USUAL[place]);
    let one = format!("[R(n){asked} for n from 0 to {}]", last(0));
    let whole = Span::new(0, expression.len());
    let table = match session.eval(&one) {
        Ok(values) => Table::sequence(0, &numbers(&values, whole)?),
        Err(faults) => {
            let fault = first(faults);
            // a function of two numbers is not called with one
            if !fault.to_string().contains("is called with 1 argument") {
                return Err(fault);
            }
            let n = last(1);
            let two = format!("[R(a,b){asked} for a from 0 to {n} for b from 0 to {n}]");
            let values = numbers(&session.eval(&two).map_err(first)?, whole)?;
            let n = i64::try_from(n).unwrap_or(i64::MAX);
            let cells = (0..=n).flat_map(|a| (0..=n).map(move |b| vec![a, b]));
            Table::new(cells.zip(values).collect())
        }
    };
    table.map_err(|error| Diagnostic::new(Kind::Domain, whole, error.to_string()))
}

/// The limit that stopped the work, or else what was wrong first.
fn first(faults: Vec<Diagnostic>) -> Diagnostic {
    let stopped = |fault: &Diagnostic| matches!(fault.kind, Kind::Stopped(_) | Kind::TooLarge);
    let first = faults.into_iter().reduce(|a, b| if !stopped(&a) && stopped(&b) { b } else { a });
    first.unwrap_or_else(|| Diagnostic::new(Kind::Syntax, Span::default(), "no expression"))
}

/// Integers, and the places of winners among P, N, L and R.
fn numbers(values: &Value, whole: Span) -> Result<Vec<i64>, Diagnostic> {
    let number = |value: &Value| match value {
        Value::Text(winner) => ["P", "N", "L", "R"]
            .iter()
            .position(|&one| one == winner.as_str())
            .map(|place| place as i64),
        other => i64::try_from(&other.as_integer()?).ok(),
    };
    let all = values.elements().unwrap_or_default().iter().map(number);
    all.collect::<Option<_>>().ok_or_else(|| {
        Diagnostic::new(Kind::Domain, whole, say!("a value of the function is no integer"))
    })
}
