//! Products, powers, roots, logarithms and determinants of 64-bit nimbers.

use crate::checker::{Context, Row, RowError, Verdict, parse, parse_list};
use crate::draws::Draws;
use farstar_nimber::{Matrix, Nim16, Nim64, Nimber};

/// `a b a⊗b`.
pub(super) fn product(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [a, b, product] = row.take()?;
    let (a, b): (Nim64, Nim64) = (parse(a)?, parse(b)?);
    Ok(Verdict::of(product, a * b))
}

/// `x y 2^x⊗2^y`.
pub(super) fn powers_of_two(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [x, y, product] = row.take()?;
    let power = |exponent: &str| -> Result<Nim64, RowError> {
        let bits = 1_u64.checked_shl(parse(exponent)?);
        bits.map(Nim64::new).ok_or_else(|| RowError::Malformed("an exponent above 63".into()))
    };
    Ok(Verdict::of(product, power(x)? * power(y)?))
}

/// `a e a^(e)`.
pub(super) fn power(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [a, exponent, power] = row.take()?;
    Ok(Verdict::of(power, parse::<Nim64>(a)?.pow(parse(exponent)?)))
}

/// `a inverse sqrt`.
pub(super) fn inverse(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [a, inverse, root] = row.take()?;
    let a: Nim64 = parse(a)?;
    let computed = a.inverse().map_or("-".to_owned(), |x| x.to_string());
    Ok(Verdict::all([Verdict::of(inverse, computed), Verdict::of(root, a.sqrt())]))
}

/// `x log_258 log_10279` of 16-bit nimbers.
pub(super) fn log16(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [x, first, second] = row.take()?;
    let x: Nim16 = parse(x)?;
    let log = |base| x.log(Nim16::new(base)).map_or("-1".to_owned(), |log| log.to_string());
    Ok(Verdict::all([Verdict::of(first, log(258)), Verdict::of(second, log(10279))]))
}

/// `a b x`, with the least `x` such that `a^(x) = b`, or -1.
pub(super) fn discrete_log(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [base, power, exponent] = row.take()?;
    let (base, power): (Nim64, Nim64) = (parse(base)?, parse(power)?);
    let log = power.log(base).map_or("-1".to_owned(), |log| log.to_string());
    Ok(Verdict::of(exponent, log))
}

/// A matrix written in rows, or drawn: `mat:n:seed`.
fn matrix(order: usize, text: &str) -> Result<Matrix<Nim64>, RowError> {
    const LARGEST: usize = 4096;
    if order > LARGEST {
        return Err(RowError::Malformed(format!("a matrix of order above {LARGEST}")));
    }
    if let Some(parameters) = text.strip_prefix("mat:") {
        let [n, seed] = parse_list::<u64>(parameters, ':')?[..] else {
            return Err(RowError::Malformed(format!("`{text}` is not mat:n:seed")));
        };
        if usize::try_from(n) != Ok(order) {
            return Err(RowError::Malformed("two different orders".into()));
        }
        let mut draws = Draws::new(seed);
        let entries = (0..order * order).map(|_| Nim64::new(draws.word())).collect();
        return Ok(Matrix::new(order, order, entries)?);
    }
    let rows = text.split(';').map(|row| parse_list(row, ' ')).collect::<Result<Vec<_>, _>>()?;
    if rows.len() != order {
        return Err(RowError::Malformed(format!(
            "{} rows in a matrix of order {order}",
            rows.len()
        )));
    }
    Ok(Matrix::from_rows(&rows)?)
}

/// `n matrix det`.
pub(super) fn determinant(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [order, entries, determinant] = row.take()?;
    Ok(Verdict::of(determinant, matrix(parse(order)?, entries)?.determinant()?))
}
