//! Sums, products and powers of generalized ordinals.

use super::{GeneralizedOrdinal, OrdinalTerm, merged, too_large, words};
use crate::{Error, IBig, UBig};
use dashu_int::ops::{BitTest, UnsignedAbs};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::ops::Neg;

/// Most steps of one product, a step being a term or a word of a coefficient that is looked at.
const MOST_WORK: u64 = 1 << 23;

/// Exponents of powers of sums are at most this; the power would be out of bounds long before.
const GREATEST_POWER: u32 = 1 << 24;

impl GeneralizedOrdinal {
    /// `self + other`: for ordinals the natural sum. O(size).
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond [`GeneralizedOrdinal::MAX_SIZE`].
    pub fn checked_add(&self, other: &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, Error> {
        self.combine(other, |a, b| a + b)
    }

    /// `self - other`. O(size).
    ///
    /// # Errors
    /// As [`GeneralizedOrdinal::checked_add`].
    pub fn checked_sub(&self, other: &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, Error> {
        self.combine(other, |a, b| a - b)
    }

    /// The number whose coefficients are made of those of two numbers.
    pub(super) fn combine(
        &self,
        other: &GeneralizedOrdinal,
        combine: impl Fn(&IBig, &IBig) -> IBig,
    ) -> Result<GeneralizedOrdinal, Error> {
        let zero = IBig::ZERO;
        let mut terms = Vec::with_capacity(self.terms.len().max(other.terms.len()));
        for (x, y) in merged(&self.terms, &other.terms) {
            let Some(either) = x.or(y) else { continue };
            let coefficient = |term: Option<&'_ OrdinalTerm>| match term {
                Some(term) => term.coefficient.clone(),
                None => zero.clone(),
            };
            terms.push(OrdinalTerm {
                exponent: either.exponent.clone(),
                coefficient: combine(&coefficient(x), &coefficient(y)),
            });
        }
        GeneralizedOrdinal::from_sorted(terms)
    }

    /// `self · other`: for ordinals the natural product, in which `ω^α·ω^β = ω^(α+β)` with the natural sum.
    ///
    /// O(s·log s) term operations for s pairs of terms.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond [`GeneralizedOrdinal::MAX_SIZE`], or if the pairs of terms are too many to look
    /// at.
    pub fn checked_mul(&self, other: &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, Error> {
        let work = |a: &GeneralizedOrdinal, b: &GeneralizedOrdinal| {
            a.terms.len() as u64 * u64::from(b.size)
        };
        if work(self, other) + work(other, self) > MOST_WORK {
            return Err(Error::OutOfBounds {
                what: "steps of a product of transfinite numbers",
                limit: MOST_WORK,
            });
        }
        let mut sums: BTreeMap<GeneralizedOrdinal, IBig> = BTreeMap::new();
        for x in &*self.terms {
            for y in &*other.terms {
                let exponent = x.exponent.checked_add(&y.exponent)?;
                let product = &x.coefficient * &y.coefficient;
                match sums.entry(exponent) {
                    Entry::Vacant(place) => {
                        place.insert(product);
                    }
                    Entry::Occupied(mut place) => *place.get_mut() += product,
                }
            }
        }
        let terms = sums.into_iter().rev();
        GeneralizedOrdinal::from_sorted(
            terms.map(|(exponent, coefficient)| OrdinalTerm { exponent, coefficient }).collect(),
        )
    }

    /// `self` to the natural power `n`; `x^0` is 1. By squaring, and at once if `self` is one term.
    ///
    /// # Errors
    /// [`Error::OutOfBounds`] beyond [`GeneralizedOrdinal::MAX_SIZE`], found out before much is computed.
    pub fn checked_pow(&self, n: &UBig) -> Result<GeneralizedOrdinal, Error> {
        if *n == UBig::ZERO {
            return Ok(GeneralizedOrdinal::one());
        }
        match &self.terms[..] {
            [] => return Ok(GeneralizedOrdinal::zero()),
            [term] => {
                let times = GeneralizedOrdinal::integer(n.clone())?;
                let exponent = term.exponent.checked_mul(&times)?;
                return GeneralizedOrdinal::monomial(&exponent, power(&term.coefficient, n)?);
            }
            _ => {}
        }
        let n = u32::try_from(n).ok().filter(|&n| n <= GREATEST_POWER).ok_or_else(too_large)?;
        let mut result = self.clone();
        for bit in (0..n.ilog2()).rev() {
            result = result.checked_mul(&result)?;
            if n >> bit & 1 == 1 {
                result = result.checked_mul(self)?;
            }
        }
        Ok(result)
    }

    /// The absolute value.
    pub fn abs(&self) -> GeneralizedOrdinal {
        if self.signum() < 0 { -self } else { self.clone() }
    }
}

/// The power of an integer.
fn power(base: &IBig, n: &UBig) -> Result<IBig, Error> {
    let magnitude = base.unsigned_abs();
    let odd = n.bit(0);
    if magnitude <= UBig::ONE {
        return Ok(if odd { base.clone() } else { base * base });
    }
    let n = u64::try_from(n).map_err(|_| too_large())?;
    let bits = (magnitude.bit_len() as u64 - 1).saturating_mul(n);
    if bits / 64 > u64::from(GeneralizedOrdinal::MAX_SIZE) {
        return Err(too_large());
    }
    let result = base.pow(usize::try_from(n).map_err(|_| too_large())?);
    debug_assert!(words(&result) >= bits / 64);
    Ok(result)
}

impl Neg for &GeneralizedOrdinal {
    type Output = GeneralizedOrdinal;
    fn neg(self) -> GeneralizedOrdinal {
        self.map_coefficients(|n| -n)
    }
}

impl Neg for GeneralizedOrdinal {
    type Output = GeneralizedOrdinal;
    fn neg(self) -> GeneralizedOrdinal {
        -&self
    }
}
