//! Lowest terms: the greatest common divisor of two generalized ordinals as polynomials in the variables `ω^(ω^β)`.
//!
//! Monomials are divided out first and common steps of the exponents are taken away (`x^6 - x^3` is a polynomial in
//! `x^3`), so that high powers cost nothing by themselves. What is left goes to the primitive remainder sequence
//! (Knuth, *The Art of Computer Programming*, vol. 2, 4.6.1, algorithm E), one variable after another: each remainder
//! has a smaller degree in the variable, and contents have a variable less, so it ends. That two polynomials have no
//! common divisor with a given variable is mostly seen modulo a prime, without a remainder sequence. All of it has a
//! bounded number of steps.

use super::polynomial::{Exponents, Fuel, Polynomial};
use super::{GeneralizedOrdinal, OrdinalTerm};
use crate::{Error, IBig, Sign};
use dashu_int::ops::{BitTest, DivRem, Gcd, UnsignedAbs};
use std::collections::{BTreeMap, BTreeSet};

/// Most variables of two polynomials; each is a level of recursion.
const MOST_VARIABLES: usize = 48;

/// A variable `ω^(ω^β)`, its least powers in both polynomials, and the step of its other powers.
struct Variable {
    beta: GeneralizedOrdinal,
    least: [IBig; 2],
    step: IBig,
}

/// `(a/g, b/g)` for the greatest common divisor `g` of two numbers other than 0, integer factors included; `g` is
/// positive.
///
/// # Errors
/// [`Error::OutOfBounds`] if the number of steps or of variables is.
pub(crate) fn cofactors(
    a: &GeneralizedOrdinal,
    b: &GeneralizedOrdinal,
) -> Result<(GeneralizedOrdinal, GeneralizedOrdinal), Error> {
    let variables = variables(a, b)?;
    let mut fuel = Fuel::new();
    if a.terms.len() == 1 || b.terms.len() == 1 {
        // A monomial has only monomials as divisors: what is left is the integer content.
        let content = IBig::from(content(a).gcd(content(b)));
        return Ok((
            divide_by_monomial(a, &variables, &content)?,
            divide_by_monomial(b, &variables, &content)?,
        ));
    }
    let p = polynomial(a, 0, &variables)?;
    let q = polynomial(b, 1, &variables)?;
    let g = gcd(&p, &q, 0, &mut fuel)?;
    let mut quotient = |x: &Polynomial, which: usize| {
        let quotient = x.exact_quotient(&g, &mut fuel)?;
        let quotient =
            quotient.ok_or_else(|| Error::Undefined("an inexact quotient".to_owned()))?;
        ordinal(&quotient, which, &variables)
    };
    Ok((quotient(&p, 0)?, quotient(&q, 1)?))
}

fn content(a: &GeneralizedOrdinal) -> IBig {
    let mut content = IBig::ZERO;
    for term in &*a.terms {
        content = if content.is_zero() {
            IBig::from((&term.coefficient).unsigned_abs())
        } else {
            IBig::from((&content).gcd(&term.coefficient))
        };
    }
    content
}

/// The power of `ω^(ω^β)` in a monomial.
fn power_of(exponent: &GeneralizedOrdinal, beta: &GeneralizedOrdinal) -> IBig {
    let place = exponent.terms.binary_search_by(|term| beta.cmp(&term.exponent));
    place.map_or(IBig::ZERO, |at| exponent.terms[at].coefficient.clone())
}

/// The variables of two numbers by decreasing β.
fn variables(a: &GeneralizedOrdinal, b: &GeneralizedOrdinal) -> Result<Vec<Variable>, Error> {
    let mut betas = BTreeSet::new();
    for term in a.terms.iter().chain(&*b.terms) {
        for power in &*term.exponent.terms {
            betas.insert(&power.exponent);
            if betas.len() > MOST_VARIABLES {
                return Err(Error::OutOfBounds {
                    what: "independent powers of ω in a quotient",
                    limit: MOST_VARIABLES as u64,
                });
            }
        }
    }
    let of = |beta: &GeneralizedOrdinal| {
        let powers = [a, b].map(|x| {
            let powers = x.terms.iter().map(|term| power_of(&term.exponent, beta));
            powers.collect::<Vec<IBig>>()
        });
        let least = [0, 1].map(|i| powers[i].iter().min().cloned().unwrap_or(IBig::ZERO));
        let mut step = IBig::ZERO;
        for (powers, least) in powers.iter().zip(&least) {
            for power in powers {
                let above = power - least;
                if !above.is_zero() {
                    step = if step.is_zero() { above } else { IBig::from(step.gcd(above)) };
                }
            }
        }
        Variable { beta: beta.clone(), least, step }
    };
    Ok(betas.into_iter().rev().map(of).collect())
}

/// The number without its monomial factor, in powers of the steps.
fn polynomial(
    a: &GeneralizedOrdinal,
    which: usize,
    variables: &[Variable],
) -> Result<Polynomial, Error> {
    let term = |term: &OrdinalTerm| {
        let exponents: Result<Exponents, Error> = variables
            .iter()
            .filter(|variable| !variable.step.is_zero())
            .map(|variable| {
                let above = power_of(&term.exponent, &variable.beta) - &variable.least[which];
                u32::try_from(above.div_rem(&variable.step).0).map_err(|_| super::too_large())
            })
            .collect();
        Ok((exponents?, term.coefficient.clone()))
    };
    Ok(Polynomial(a.terms.iter().map(term).collect::<Result<_, Error>>()?))
}

/// The power of a variable that stays in front of one of two numbers when their common monomial is divided out.
fn left_over(variable: &Variable, which: usize) -> IBig {
    let [a, b] = &variable.least;
    &variable.least[which] - a.min(b)
}

/// The way back from [`polynomial`], less the common monomial of both numbers.
fn ordinal(
    polynomial: &Polynomial,
    which: usize,
    variables: &[Variable],
) -> Result<GeneralizedOrdinal, Error> {
    let term = |(exponents, n): &(Exponents, IBig)| {
        let mut at = exponents.iter();
        let powers = variables.iter().map(|variable| {
            let above = if variable.step.is_zero() { None } else { at.next() };
            let above = above.map_or(IBig::ZERO, |&power| IBig::from(power) * &variable.step);
            (variable.beta.clone(), above + left_over(variable, which))
        });
        Ok((GeneralizedOrdinal::from_terms(powers)?, n.clone()))
    };
    GeneralizedOrdinal::from_terms(
        polynomial.0.iter().map(term).collect::<Result<Vec<_>, Error>>()?,
    )
}

/// The number divided by the common monomial and by an integer that divides its coefficients.
fn divide_by_monomial(
    a: &GeneralizedOrdinal,
    variables: &[Variable],
    content: &IBig,
) -> Result<GeneralizedOrdinal, Error> {
    let common = variables.iter().map(|variable| {
        let [a, b] = &variable.least;
        (variable.beta.clone(), a.min(b).clone())
    });
    let common = GeneralizedOrdinal::from_terms(common)?;
    let mut terms = Vec::with_capacity(a.terms.len());
    for term in &*a.terms {
        terms.push((term.exponent.checked_sub(&common)?, &term.coefficient / content));
    }
    GeneralizedOrdinal::from_terms(terms)
}

/// The greatest common divisor of polynomials in the variables from `first` on, with a positive first coefficient.
fn gcd(a: &Polynomial, b: &Polynomial, first: usize, fuel: &mut Fuel) -> Result<Polynomial, Error> {
    if a.is_zero() || b.is_zero() {
        return Ok(if a.is_zero() { b.clone() } else { a.clone() }.positive());
    }
    let count = a.0[0].0.len();
    let used = |x: &Polynomial, variable: usize| x.degree(variable) > 0;
    let Some(variable) = (first..count).find(|&v| used(a, v) || used(b, v)) else {
        let divisor = a.integer_content().gcd(b.integer_content());
        return Ok(Polynomial::constant(IBig::from(divisor), count));
    };
    let content_a = content_in(a, variable, fuel)?;
    let content_b = content_in(b, variable, fuel)?;
    let content = gcd(&content_a, &content_b, variable + 1, fuel)?;
    if !used(a, variable) || !used(b, variable) || coprime_modulo_prime(a, b, variable, fuel)? {
        return Ok(content);
    }
    let mut p = divided(a, &content_a, fuel)?;
    let mut q = divided(b, &content_b, fuel)?;
    if p.degree(variable) < q.degree(variable) {
        std::mem::swap(&mut p, &mut q);
    }
    loop {
        let rest = p.pseudo_remainder(&q, variable, fuel)?;
        if rest.is_zero() {
            return Ok(q.mul(&content, fuel)?.positive());
        }
        if rest.degree(variable) == 0 {
            return Ok(content);
        }
        let content_rest = content_in(&rest, variable, fuel)?;
        p = q;
        q = divided(&rest, &content_rest, fuel)?;
    }
}

/// The greatest common divisor of the coefficients as a polynomial in one variable.
fn content_in(a: &Polynomial, variable: usize, fuel: &mut Fuel) -> Result<Polynomial, Error> {
    let mut content = Polynomial(Vec::new());
    for (_, coefficient) in a.coefficients(variable) {
        fuel.spend(coefficient.0.len() as u64)?;
        content = gcd(&content, &coefficient, variable + 1, fuel)?;
        if content.is_unit() {
            break;
        }
    }
    Ok(content)
}

/// The quotient by a polynomial that divides.
fn divided(a: &Polynomial, by: &Polynomial, fuel: &mut Fuel) -> Result<Polynomial, Error> {
    if by.is_unit() {
        return Ok(a.clone());
    }
    let quotient = a.exact_quotient(by, fuel)?;
    quotient.ok_or_else(|| Error::Undefined("an inexact quotient".to_owned()))
}

/// The prime 2^61 - 1.
const PRIME: u64 = (1 << 61) - 1;

/// Images of a higher degree are not looked at.
const HIGHEST_IMAGE: u32 = 1 << 10;

fn product(a: u64, b: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(PRIME)) as u64
}

fn difference(a: u64, b: u64) -> u64 {
    (a + PRIME - b) % PRIME
}

fn power(mut base: u64, mut n: u64) -> u64 {
    let mut result = 1;
    while n > 0 {
        if n & 1 == 1 {
            result = product(result, base);
        }
        base = product(base, base);
        n >>= 1;
    }
    result
}

/// Whether the images of two polynomials modulo a prime, at fixed values of all other variables, are coprime in one
/// variable.
///
/// If one image has kept its degree this proves that no common divisor contains the variable: its image would be a
/// common divisor of the images of the same degree. A `false` proves nothing.
fn coprime_modulo_prime(
    a: &Polynomial,
    b: &Polynomial,
    variable: usize,
    fuel: &mut Fuel,
) -> Result<bool, Error> {
    if a.degree(variable).max(b.degree(variable)) > HIGHEST_IMAGE {
        return Ok(false);
    }
    fuel.spend(u64::from(a.degree(variable) + 1) * u64::from(b.degree(variable) + 1) / 16)?;
    let (mut p, mut q) = (image(a, variable, fuel)?, image(b, variable, fuel)?);
    if p.last() == Some(&0) && q.last() == Some(&0) {
        return Ok(false);
    }
    loop {
        for x in [&mut p, &mut q] {
            while x.last() == Some(&0) {
                x.pop();
            }
        }
        if p.len() < q.len() {
            std::mem::swap(&mut p, &mut q);
        }
        match q.len() {
            0 => return Ok(p.len() == 1),
            1 => return Ok(true),
            _ => {}
        }
        let (Some(&top), Some(&lead)) = (p.last(), q.last()) else { return Ok(false) };
        let factor = product(top, power(lead, PRIME - 2));
        let shift = p.len() - q.len();
        for (at, &coefficient) in q.iter().enumerate() {
            p[at + shift] = difference(p[at + shift], product(factor, coefficient));
        }
    }
}

/// The coefficients of the image in one variable, the constant one first.
fn image(a: &Polynomial, variable: usize, fuel: &mut Fuel) -> Result<Vec<u64>, Error> {
    let mut coefficients = vec![0; a.degree(variable) as usize + 1];
    let mut powers: BTreeMap<(usize, u32), u64> = BTreeMap::new();
    for (exponents, n) in &a.0 {
        fuel.spend(exponents.len() as u64 + n.bit_len() as u64 / 64)?;
        let residue = n.unsigned_abs() % PRIME;
        let mut value = if n.sign() == Sign::Negative { difference(0, residue) } else { residue };
        for (at, &e) in exponents.iter().enumerate() {
            if at != variable && e > 0 {
                // Any fixed values do; these are multiples of the golden section.
                let point = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(at as u64 + 2) % PRIME;
                let factor = *powers.entry((at, e)).or_insert_with(|| power(point, u64::from(e)));
                value = product(value, factor);
            }
        }
        let place = &mut coefficients[exponents[variable] as usize];
        *place = (*place + value) % PRIME;
    }
    Ok(coefficients)
}
