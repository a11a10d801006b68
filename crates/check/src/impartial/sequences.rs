//! The table of Grundy sequences by code, and their periods.

use farstar_impartial::sequence::{GrundySequence, find_period};
use farstar_rules::heap::HeapCode;

use crate::checker::{Context, Row, RowError, Verdict, parse_list};

/// Code, kind, name, t, period, preperiod, saltus, exceptions, status, heaps checked, source, first values.
///
/// The period is searched for within the heaps that the row says were checked. A row that claims none within them is
/// wrong if there is one; a row whose status is `verified` must be proved by a theorem here as well. A period quoted
/// from the literature that lies beyond those heaps cannot be checked, and is said to be skipped once the values have
/// been.
pub(super) fn octal(context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [code, _, _, _, period, preperiod, saltus, exceptions, status, _, _, values] =
        row.take()?;
    let code: HeapCode = code.parse().map_err(|error| RowError::Malformed(format!("{error}")))?;
    let wanted: Vec<u32> = parse_list(values, ',')?;
    let mut sequence = GrundySequence::of_code(code);
    sequence.extend_to(wanted.len() as u64, context.limits())?;
    let found = sequence.values(0..wanted.len() as u64);
    let text = |values: &[u32]| values.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
    let values = Verdict::of(text(&wanted), text(&found));
    if values != Verdict::Pass {
        return Ok(values);
    }
    let most: u64 = row.parse(9)?;
    let Some(found) = find_period(&mut sequence, most, context.limits())? else {
        if status == "literature" && period != "-" {
            return Ok(Verdict::Skip(
                "periods quoted from the literature, beyond the heaps checked".to_owned(),
            ));
        }
        return Ok(Verdict::of(period, "-"));
    };
    let counted = found.exceptions.filter(|_| exceptions != "-");
    let exceptions = counted.map(|counted| Verdict::of(exceptions, counted));
    let proof = (status == "verified")
        .then(|| Verdict::of("proved", if found.is_proved() { "proved" } else { "observed" }));
    Ok(Verdict::all(
        [
            Verdict::of(period, found.period),
            Verdict::of(preperiod, found.preperiod),
            Verdict::of(saltus, found.saltus),
        ]
        .into_iter()
        .chain(exceptions)
        .chain(proof),
    ))
}
