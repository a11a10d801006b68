//! Sub-collections of toads-and-frogs boards, counted.

use crate::checker::{Context, Row, RowError, Verdict, parse_list};
use farstar_problems::partizan::frogs::{counts, state_value};

/// `m mod states count_L count_R count_N count_P`, with states separated by commas.
pub(super) fn frog_counts(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [m, _, states, left, right, next, previous] = row.take()?;
    let values = parse_list::<String>(states, ',')?
        .iter()
        .map(|state| {
            state_value(state).ok_or_else(|| {
                RowError::Malformed(format!("`{state}` is no state reached from LL_RR"))
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    let computed =
        counts(&values, row.parse(1)?).map_err(|error| RowError::Malformed(error.to_string()))?;
    Ok(Verdict::all([
        Verdict::of(m, values.len()),
        Verdict::of(left, computed.left),
        Verdict::of(right, computed.right),
        Verdict::of(next, computed.next),
        Verdict::of(previous, computed.previous),
    ]))
}
