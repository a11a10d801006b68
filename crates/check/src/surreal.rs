//! Ordinals with both arithmetics, surreal numbers and their sign expansions, and the field of transfinite nimbers.
//!
//! Sign expansions are read back to the number too, and a simplest number must lie between.

use crate::checker::{Checker, Context, Row, RowError, Verdict, parse};
use farstar_nimber::{Nim128, Nimber};
use farstar_num::{
    Error, GeneralizedOrdinal, Rational, SignSequence, Surreal, TransfiniteNimber, UBig,
};
use std::cmp::Ordering;

/// The checkers of this family.
pub(crate) const CHECKERS: &[Checker] = &[Checker::of("surreal", check)];

/// `kind a b answer route`.
fn check(_context: &Context, row: &Row<'_>) -> Result<Verdict, RowError> {
    let [kind, a, b, answer] = row.take()?;
    match kind {
        "ord_add" => ordinals(a, b, answer, GeneralizedOrdinal::ordinal_sum),
        "ord_mul" => ordinals(a, b, answer, GeneralizedOrdinal::ordinal_product),
        "ord_pow" => ordinals(a, b, answer, GeneralizedOrdinal::ordinal_power),
        "ord_nat_add" => ordinals(a, b, answer, GeneralizedOrdinal::checked_add),
        "ord_nat_mul" => ordinals(a, b, answer, GeneralizedOrdinal::checked_mul),
        "signs" => signs(&a.parse()?, answer),
        "rational_signs" => signs(&Surreal::try_from(&parse::<Rational>(a)?)?, answer),
        "birthday" => {
            let x: Surreal = a.parse()?;
            Ok(Verdict::of(answer.parse::<GeneralizedOrdinal>()?, x.birthday()?))
        }
        "add" | "mul" => {
            let (x, y): (Surreal, Surreal) = (a.parse()?, b.parse()?);
            let value = if kind == "add" { x.checked_add(&y)? } else { x.checked_mul(&y)? };
            Ok(Verdict::of(answer.parse::<Surreal>()?, value))
        }
        "cmp" => {
            let (x, y): (Surreal, Surreal) = (a.parse()?, b.parse()?);
            Ok(Verdict::of(
                answer,
                match x.checked_cmp(&y)? {
                    Ordering::Less => "<",
                    Ordering::Equal => "=",
                    Ordering::Greater => ">",
                },
            ))
        }
        "simplest" => {
            let (x, y): (Surreal, Surreal) = (a.parse()?, b.parse()?);
            let Some(found) = Surreal::simplest_between(Some(&x), Some(&y))? else {
                return Ok(Verdict::of(answer, "nothing between"));
            };
            let between = x.checked_cmp(&found)? == Ordering::Less
                && found.checked_cmp(&y)? == Ordering::Less;
            Ok(Verdict::all([
                Verdict::of(answer.parse::<Surreal>()?, found),
                Verdict::of(true, between),
            ]))
        }
        "nim_add" => Ok(Verdict::of(nimber(answer)?, nimber(a)?.checked_add(&nimber(b)?)?)),
        "nim_mul" => {
            Ok(Verdict::of(nimber(answer)?, nimber(a)?.checked_mul(&nimber(b)?, &mut product)?))
        }
        "nim_pow" => {
            let power = nimber(a)?.checked_pow(&parse::<UBig>(b)?, &mut product)?;
            Ok(Verdict::of(nimber(answer)?, power))
        }
        "nim_inv" => {
            let x = nimber(a)?;
            let inverse = x.inverse(&mut product)?;
            Ok(Verdict::all([
                Verdict::of(nimber("1")?, x.checked_mul(&inverse, &mut product)?),
                Verdict::of(nimber(answer)?, inverse),
            ]))
        }
        _ => Err(RowError::Malformed(format!("`{kind}` is no kind of row"))),
    }
}

fn ordinals(
    a: &str,
    b: &str,
    answer: &str,
    operation: fn(&GeneralizedOrdinal, &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, Error>,
) -> Result<Verdict, RowError> {
    let value = operation(&a.parse()?, &b.parse()?)?;
    Ok(Verdict::of(answer.parse::<GeneralizedOrdinal>()?, value))
}

fn signs(x: &Surreal, answer: &str) -> Result<Verdict, RowError> {
    let signs: SignSequence = answer.parse()?;
    Ok(Verdict::all([
        Verdict::of(signs.to_string(), x.signs()?),
        Verdict::of(x.to_string(), Surreal::from_signs(&signs)?),
    ]))
}

fn nimber(text: &str) -> Result<TransfiniteNimber, RowError> {
    Ok(TransfiniteNimber::new(text.parse()?)?)
}

/// The product of finite nimbers.
fn product(a: &UBig, b: &UBig) -> Result<UBig, RowError> {
    let small = |n: &UBig| u128::try_from(n).ok().and_then(Nim128::from_u128);
    match (small(a), small(b)) {
        (Some(a), Some(b)) => Ok(UBig::from((a * b).to_u128())),
        _ => Err(RowError::Engine("a product of finite nimbers beyond 2^128".to_owned())),
    }
}
