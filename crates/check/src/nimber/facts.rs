//! One table with an operation, its arguments and its result in each row.

use crate::checker::{Context, Row, RowError, Verdict, parse, parse_list};
use farstar_nimber::{Matrix, Nim64, Nim128, Nimber, Polynomial};

/// `op args result`.
pub(super) fn facts(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [op, arguments, result] = row.take()?;
    let computed = match op {
        "mul256" => mul256(arguments)?,
        _ => match op.strip_suffix("128") {
            Some(op) => compute::<Nim128>(op, arguments)?,
            None => compute::<Nim64>(op, arguments)?,
        },
    };
    Ok(Verdict::of(result, computed))
}

fn compute<F: Nimber>(op: &str, arguments: &str) -> Result<String, RowError> {
    let or_none = |answer: Option<String>| answer.unwrap_or_else(|| "none".to_owned());
    let pair = || match *parse_list::<F>(arguments, ',')? {
        [a, b] => Ok((a, b)),
        _ => Err(RowError::Malformed(format!("`{arguments}` is not a pair of nimbers"))),
    };
    let two_lists = || {
        let malformed = || RowError::Malformed(format!("`{arguments}` has no semicolon"));
        let (p, q) = arguments.split_once(';').ok_or_else(malformed)?;
        Ok::<_, RowError>((parse_list::<F>(p, ',')?, parse_list::<F>(q, ',')?))
    };
    let matrix = || {
        let rows = arguments.split(';').map(|row| parse_list::<F>(row, ','));
        Ok::<_, RowError>(Matrix::from_rows(&rows.collect::<Result<Vec<_>, _>>()?)?)
    };
    Ok(match op {
        "mul" => {
            let (a, b) = pair()?;
            (a * b).to_string()
        }
        "square" => parse::<F>(arguments)?.square().to_string(),
        "sqrt" => parse::<F>(arguments)?.sqrt().to_string(),
        "inv" => or_none(parse::<F>(arguments)?.inverse().map(|x| x.to_string())),
        "pow" => {
            let malformed = || RowError::Malformed(format!("`{arguments}` is not base,exponent"));
            let (base, exponent) = arguments.split_once(',').ok_or_else(malformed)?;
            parse::<F>(base)?.pow(parse(exponent)?).to_string()
        }
        "log" => {
            let (base, x) = pair()?;
            or_none(x.log(base).map(|log| log.to_string()))
        }
        "order" => or_none(parse::<F>(arguments)?.order().map(|order| order.to_string())),
        "artin_schreier" => or_none(parse::<F>(arguments)?.half_solve().map(|x| x.to_string())),
        "det" => matrix()?.determinant()?.to_string(),
        "rank" => matrix()?.rank().to_string(),
        "polymul" => {
            let (p, q) = two_lists()?;
            let product = &Polynomial::new(p) * &Polynomial::new(q);
            let coefficients = product.coefficients().iter().map(ToString::to_string);
            match coefficients.collect::<Vec<_>>().join(",") {
                zero if zero.is_empty() => "0".to_owned(),
                list => list,
            }
        }
        "polyeval" => match two_lists()? {
            (p, x) if x.len() == 1 => Polynomial::new(p).evaluate(x[0]).to_string(),
            _ => return Err(RowError::Malformed(format!("`{arguments}` is not p;x"))),
        },
        "minpoly" => {
            or_none(parse::<F>(arguments)?.minimal_polynomial().mask().map(|mask| mask.to_string()))
        }
        _ => return Err(RowError::Malformed(format!("`{op}` is not an operation of this table"))),
    })
}

/// The product of two nimbers below 2²⁵⁶, four words each, low first.
///
/// The field of 256 bits is that of 128 bits with `X = 2¹²⁸` added, where `X⊗X = X + 2¹²⁷` (Conway, *On Numbers and
/// Games*, ch. 6).
fn mul256(arguments: &str) -> Result<String, RowError> {
    let malformed =
        || RowError::Malformed(format!("`{arguments}` is not a pair of nimbers below 2^256"));
    let half = |low: u64, high: u64| Nim128::new((u128::from(high) << 64) | u128::from(low));
    let halves = |text: &str| match parse_list::<u64>(text, ',')?[..] {
        [a, b, c, d] => Ok((half(a, b), half(c, d))),
        _ => Err(malformed()),
    };
    let (first, second) = arguments.split_once(';').ok_or_else(malformed)?;
    let ((a, b), (c, d)) = (halves(first)?, halves(second)?);
    let (low, high) = (a * c, b * d);
    let words = |x: Nim128| {
        let bits = x.get();
        format!("{},{}", bits & u128::from(u64::MAX), bits >> 64)
    };
    let low_half = low + high * Nim128::new(1 << 127);
    let high_half = (a + b) * (c + d) + low;
    Ok(format!("{},{}", words(low_half), words(high_half)))
}
