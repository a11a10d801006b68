//! Sparse polynomials with integer coefficients in some variables, as the greatest common divisor needs them.

use crate::{Error, IBig};
use dashu_int::ops::{BitTest, DivRem, Gcd};
use std::collections::BTreeMap;

/// How much work is left: a step is a term or a 64-bit word of a coefficient that is looked at.
#[derive(Debug)]
pub(super) struct Fuel(u64);

/// Steps for one greatest common divisor; less than about a second.
const MOST_STEPS: u64 = 1 << 22;

impl Fuel {
    pub(super) fn new() -> Fuel {
        Fuel(MOST_STEPS)
    }

    pub(super) fn spend(&mut self, steps: u64) -> Result<(), Error> {
        self.0 = self
            .0
            .checked_sub(steps)
            .ok_or(Error::OutOfBounds { what: "steps towards lowest terms", limit: MOST_STEPS })?;
        Ok(())
    }
}

/// The powers of the variables in a monomial, the most significant variable first.
pub(super) type Exponents = Box<[u32]>;

/// A polynomial: terms by lexicographically decreasing exponents, without coefficients 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Polynomial(pub(super) Vec<(Exponents, IBig)>);

fn cost(a: &IBig, b: &IBig) -> u64 {
    let words = |n: &IBig| n.bit_len() as u64 / 64 + 1;
    words(a) * words(b) + 1
}

impl Polynomial {
    pub(super) fn constant(n: IBig, variables: usize) -> Polynomial {
        if n.is_zero() {
            return Polynomial(Vec::new());
        }
        Polynomial(vec![(vec![0; variables].into(), n)])
    }

    fn from_sums(sums: BTreeMap<Exponents, IBig>) -> Polynomial {
        Polynomial(sums.into_iter().rev().filter(|(_, n)| !n.is_zero()).collect())
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the polynomial is 1 or -1.
    pub(super) fn is_unit(&self) -> bool {
        match &self.0[..] {
            [(exponents, n)] => {
                exponents.iter().all(|&e| e == 0) && (*n == IBig::ONE || *n == IBig::NEG_ONE)
            }
            _ => false,
        }
    }

    /// The degree in one variable; 0 for the polynomial 0.
    pub(super) fn degree(&self, variable: usize) -> u32 {
        self.0.iter().map(|(exponents, _)| exponents[variable]).max().unwrap_or(0)
    }

    /// The coefficients as a polynomial in one variable, by decreasing powers of it.
    pub(super) fn coefficients(&self, variable: usize) -> Vec<(u32, Polynomial)> {
        let mut parts: BTreeMap<u32, Vec<(Exponents, IBig)>> = BTreeMap::new();
        for (exponents, n) in &self.0 {
            let mut rest = exponents.clone();
            rest[variable] = 0;
            // Terms with equal powers of the variable stay in order when that power is taken out.
            parts.entry(exponents[variable]).or_default().push((rest, n.clone()));
        }
        parts.into_iter().rev().map(|(power, terms)| (power, Polynomial(terms))).collect()
    }

    /// The greatest common divisor of the coefficients, not negative.
    pub(super) fn integer_content(&self) -> IBig {
        let mut content = IBig::ZERO;
        for (_, n) in &self.0 {
            content = IBig::from(match (content.is_zero(), n.is_zero()) {
                (true, _) => dashu_int::ops::UnsignedAbs::unsigned_abs(n),
                (false, _) => (&content).gcd(n),
            });
            if content == IBig::ONE {
                break;
            }
        }
        content
    }

    /// The polynomial with a positive first coefficient.
    pub(super) fn positive(mut self) -> Polynomial {
        if self.0.first().is_some_and(|(_, n)| *n < IBig::ZERO) {
            for (_, n) in &mut self.0 {
                *n = -&*n;
            }
        }
        self
    }

    pub(super) fn mul(&self, other: &Polynomial, fuel: &mut Fuel) -> Result<Polynomial, Error> {
        let mut sums = BTreeMap::new();
        for (e, m) in &self.0 {
            add_multiple(&mut sums, other, e, m, fuel)?;
        }
        Ok(Polynomial::from_sums(sums))
    }

    /// `self / divisor`, if the division leaves nothing.
    pub(super) fn exact_quotient(
        &self,
        divisor: &Polynomial,
        fuel: &mut Fuel,
    ) -> Result<Option<Polynomial>, Error> {
        let Some((lead, by)) = divisor.0.first() else { return Ok(None) };
        let mut left: BTreeMap<Exponents, IBig> = self.0.iter().cloned().collect();
        let mut quotient = Vec::new();
        while let Some((exponents, n)) = left.pop_last() {
            fuel.spend(1)?;
            if n.is_zero() {
                continue;
            }
            let power: Option<Exponents> =
                exponents.iter().zip(lead).map(|(a, b)| a.checked_sub(*b)).collect();
            let Some(power) = power else { return Ok(None) };
            let (q, r) = (&n).div_rem(by);
            if !r.is_zero() {
                return Ok(None);
            }
            // What is subtracted at the front is the term that was just taken.
            left.insert(exponents, n);
            add_multiple(&mut left, divisor, &power, &-&q, fuel)?;
            quotient.push((power, q));
        }
        Ok(Some(Polynomial(quotient)))
    }

    /// A remainder of `self` by `divisor` as polynomials in one variable, up to a factor without that variable.
    ///
    /// `divisor` has a positive degree in the variable; the remainder has a smaller one.
    pub(super) fn pseudo_remainder(
        &self,
        divisor: &Polynomial,
        variable: usize,
        fuel: &mut Fuel,
    ) -> Result<Polynomial, Error> {
        let mut of_divisor = divisor.coefficients(variable).into_iter();
        let Some((degree, lead)) = of_divisor.next() else { return Ok(self.clone()) };
        let tail: Vec<_> =
            divisor.0.iter().filter(|(e, _)| e[variable] < degree).cloned().collect();
        let tail = Polynomial(tail);
        let mut rest = self.clone();
        while !rest.is_zero() && rest.degree(variable) >= degree {
            let top_degree = rest.degree(variable);
            let (top, low): (Vec<_>, Vec<_>) =
                rest.0.into_iter().partition(|(e, _)| e[variable] == top_degree);
            // lead·rest - top·x^(…)·divisor, in which the highest power of the variable cancels.
            let mut sums = BTreeMap::new();
            for (e, n) in &low {
                add_multiple(&mut sums, &lead, e, n, fuel)?;
            }
            for (mut e, n) in top {
                e[variable] -= degree;
                add_multiple(&mut sums, &tail, &e, &-n, fuel)?;
            }
            rest = Polynomial::from_sums(sums);
        }
        Ok(rest)
    }
}

/// Adds `polynomial · n·x^exponents` to the sums.
fn add_multiple(
    sums: &mut BTreeMap<Exponents, IBig>,
    polynomial: &Polynomial,
    exponents: &[u32],
    n: &IBig,
    fuel: &mut Fuel,
) -> Result<(), Error> {
    for (e, m) in &polynomial.0 {
        fuel.spend(cost(m, n))?;
        let product: Option<Exponents> =
            e.iter().zip(exponents).map(|(a, b)| a.checked_add(*b)).collect();
        let product = product.ok_or_else(super::too_large)?;
        *sums.entry(product).or_insert(IBig::ZERO) += m * n;
    }
    Ok(())
}
