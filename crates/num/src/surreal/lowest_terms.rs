//! Lowest terms of a quotient of two normal forms.
//!
//! Exponents are sums `Σ ω^β·r` themselves. With a common denominator d of the coefficients r of one β, every exponent
//! is an integer combination of the `ω^β/d`, so that both parts are polynomials in the variables `ω^(ω^β/d)`, up to
//! powers of ω that cancel. Their greatest common divisor does not depend on d, and is found among the differences of
//! ordinals, with the variable `ω^(ω^i)` for the i-th β.

use super::NormalForm;
use crate::ordinal::cofactors;
use crate::{Error, GeneralizedOrdinal, IBig, Rational, UBig};
use dashu_int::ops::Gcd;
use std::collections::BTreeMap;

/// A direction `ω^β` of exponents: the common denominator of its coefficients, and the least of them.
struct Axis {
    denominator: UBig,
    least: Rational,
}

fn lcm(a: &UBig, b: &UBig) -> UBig {
    a / a.gcd(b) * b
}

/// `(a/g, b/g)` up to a common factor `ω^x·r`, so that the results have integer coefficients without a common divisor,
/// no negative and no superfluous power of ω, and the second is positive.
///
/// # Errors
/// [`Error::OutOfBounds`] if the number of steps or of variables is.
pub(super) fn lowest_terms(
    a: &NormalForm,
    b: &NormalForm,
) -> Result<(NormalForm, NormalForm), Error> {
    let both = || a.terms().iter().chain(b.terms());
    let mut axes: BTreeMap<NormalForm, Axis> = BTreeMap::new();
    let mut scale = UBig::ONE;
    for term in both() {
        scale = lcm(&scale, &term.coefficient().denominator());
        for part in term.exponent().terms() {
            let axis = axes
                .entry(part.exponent().clone())
                .or_insert_with(|| Axis { denominator: UBig::ONE, least: Rational::ZERO });
            axis.denominator = lcm(&axis.denominator, &part.coefficient().denominator());
        }
    }
    for (beta, axis) in &mut axes {
        let least = both().map(|term| coordinate(term.exponent(), beta)).min();
        axis.least = least.unwrap_or(Rational::ZERO);
    }
    let to = |x: &NormalForm| -> Result<GeneralizedOrdinal, Error> {
        let mut terms = Vec::with_capacity(x.terms().len());
        for term in x.terms() {
            let mut exponent = Vec::with_capacity(axes.len());
            for (i, (beta, axis)) in (0i64..).zip(&axes) {
                let steps = coordinate(term.exponent(), beta)
                    .checked_sub(&axis.least)?
                    .checked_mul(&IBig::from(axis.denominator.clone()).into())?;
                exponent.push((GeneralizedOrdinal::from(i), steps.numerator()));
            }
            let coefficient =
                term.coefficient().checked_mul(&IBig::from(scale.clone()).into())?.numerator();
            terms.push((GeneralizedOrdinal::from_terms(exponent)?, coefficient));
        }
        GeneralizedOrdinal::from_terms(terms)
    };
    let betas: Vec<_> = axes.iter().collect();
    let back = |x: &GeneralizedOrdinal| -> Result<NormalForm, Error> {
        let mut terms = Vec::with_capacity(x.terms().len());
        for term in x.terms() {
            let mut exponent = Vec::with_capacity(betas.len());
            for part in term.exponent().terms() {
                let place = part.exponent().as_integer().and_then(|i| usize::try_from(&i).ok());
                let (beta, axis) = betas[place.unwrap_or_default()];
                let steps = Rational::new(part.coefficient().clone(), axis.denominator.clone())?;
                exponent.push((beta.clone(), steps));
            }
            let coefficient = Rational::from(term.coefficient().clone());
            terms.push((NormalForm::from_terms(exponent)?, coefficient));
        }
        NormalForm::from_terms(terms)
    };
    let (above, below) = cofactors(&to(a)?, &to(b)?)?;
    let (above, below) = (back(&above)?, back(&below)?);
    Ok(if below.signum() < 0 { (-above, -below) } else { (above, below) })
}

/// The coefficient of `ω^beta` in an exponent.
fn coordinate(exponent: &NormalForm, beta: &NormalForm) -> Rational {
    let place = exponent.terms().binary_search_by(|term| beta.cmp(term.exponent()));
    place.map_or(Rational::ZERO, |at| exponent.terms()[at].coefficient().clone())
}
