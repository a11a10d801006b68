//! The field of nimbers below `ω^ω^ω`: every element lies in a finite field, and what needs one is done there.
//!
//! An element x of degree n over the field of 0 and 1 is a root of `x^(2^n) = x`, so that squaring n times comes back.
//! Squaring is linear and cheap; the inverse `x^(2^n-2)` takes about log n products (T. Itoh, S. Tsujii, *A fast
//! algorithm for computing multiplicative inverses in GF(2^m) using normal bases*, 1988).

use super::mersenne::primes_of_mersenne;
use super::nim_inverse::alpha_of;
use super::nim_product::{GREATEST_LEVEL, prime};
use super::{GeneralizedOrdinal, TransfiniteNimber};
use crate::{Error, UBig};
use dashu_int::ops::{BitTest, UnsignedAbs};
use std::collections::BTreeMap;

/// Greatest degree of an element that is looked for.
const MOST_DEGREE: usize = 1 << 16;
/// Most powers among which a linear relation is looked for.
const MOST_POWERS: usize = 1 << 12;

/// The nimber `α_p` of an odd prime p: the p-th nim power of the least nimber `ω^ω^k` without a p-th root below it.
/// `check` may end the search for what is not in the table of [`excess`](super::excess()).
///
/// # Errors
/// [`Error::NimProduct`] if p is no odd prime, [`Error::OutOfBounds`] if the field in which its excess is looked for is
/// too large, and what `check` says.
///
/// # Examples
/// ```
/// use farstar_num::{Error, alpha};
/// assert_eq!(alpha(7, &mut || Ok::<(), Error>(()))?.to_string(), "*(ω+1)");
/// # Ok::<(), Error>(())
/// ```
pub fn alpha<E: From<Error>>(
    p: u32,
    check: &mut impl FnMut() -> Result<(), E>,
) -> Result<TransfiniteNimber, E> {
    let level = (0..=GREATEST_LEVEL).find(|&k| prime(k) >= p).filter(|&k| prime(k) == p);
    let level = level.ok_or_else(|| Error::NimProduct(format!("{p} is no odd prime in reach")))?;
    alpha_of(level, &mut |a, b| check().map(|()| a * b))
}

fn of_integer(n: UBig) -> Result<TransfiniteNimber, Error> {
    Ok(TransfiniteNimber(GeneralizedOrdinal::integer(n)?))
}

impl TransfiniteNimber {
    /// The degree over the field of 0 and 1: the least n with `x^(2^n) = x`.
    ///
    /// It divides the degree E of the field that the generators make, and does not need a prime r that divides it if
    /// already `x^(2^(E/r)) = x`.
    ///
    /// # Errors
    /// As [`TransfiniteNimber::checked_mul`], and [`Error::OutOfBounds`] if E is beyond 65536.
    pub fn degree<E: From<Error>>(
        &self,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<usize, E> {
        let field = self.field_degree(finite)?;
        let field = usize::try_from(field).ok().filter(|&degree| degree <= MOST_DEGREE);
        let mut degree = field.ok_or_else(too_high)?;
        let mut rest = degree;
        for r in 2.. {
            if rest == 1 {
                break;
            }
            let mut needed = false;
            while rest.is_multiple_of(r) {
                rest /= r;
                needed = needed || self.conjugate(degree / r, finite)? != *self;
                if !needed {
                    degree /= r;
                }
            }
        }
        Ok(degree)
    }

    /// `x^(2^k)`.
    fn conjugate<E: From<Error>>(
        &self,
        k: usize,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<TransfiniteNimber, E> {
        (0..k).try_fold(self.clone(), |power, _| power.square(finite))
    }

    /// The inverse by the degree; for finite nimbers.
    pub(super) fn inverse_in_its_field<E: From<Error>>(
        &self,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<TransfiniteNimber, E> {
        let exponent = self.degree(finite)? - 1;
        if exponent == 0 {
            return Ok(self.clone());
        }
        // x^(2^k-1) for the k whose binary digits begin the exponent.
        let mut power = self.clone();
        let mut k = 1;
        for bit in (0..exponent.ilog2()).rev() {
            power = power.conjugate(k, finite)?.checked_mul(&power, finite)?;
            k *= 2;
            if exponent >> bit & 1 == 1 {
                power = power.square(finite)?.checked_mul(self, finite)?;
                k += 1;
            }
        }
        power.square(finite)
    }

    /// The square root by the degree; for finite nimbers.
    pub(super) fn root_in_its_field<E: From<Error>>(
        &self,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<TransfiniteNimber, E> {
        let degree = self.degree(finite)?;
        self.conjugate(degree - 1, finite)
    }

    /// The minimal polynomial over the field of 0 and 1, its coefficients as bits, the constant one lowest.
    ///
    /// It is the first linear relation between the powers of the nimber.
    ///
    /// # Errors
    /// As [`TransfiniteNimber::degree`].
    pub fn minimal_polynomial<E: From<Error>>(
        &self,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<UBig, E> {
        let mut coordinates: BTreeMap<(GeneralizedOrdinal, usize), usize> = BTreeMap::new();
        // Vectors with their leading bit, and which powers they are sums of.
        let mut rows: BTreeMap<usize, (UBig, UBig)> = BTreeMap::new();
        let mut power = of_integer(UBig::ONE)?;
        for n in 0..=MOST_POWERS {
            let mut vector = UBig::ZERO;
            for term in power.0.terms() {
                let n = term.coefficient().unsigned_abs();
                for bit in (0..n.bit_len()).filter(|&bit| n.bit(bit)) {
                    let next = coordinates.len();
                    let place = coordinates.entry((term.exponent().clone(), bit)).or_insert(next);
                    vector.set_bit(*place);
                }
            }
            let mut sum = UBig::ONE << n;
            while let Some(top) = vector.bit_len().checked_sub(1) {
                let Some((row, of)) = rows.get(&top) else { break };
                vector ^= row;
                sum ^= of;
            }
            match vector.bit_len().checked_sub(1) {
                None => return Ok(sum),
                Some(top) => rows.insert(top, (vector, sum)),
            };
            power = power.checked_mul(self, finite)?;
        }
        Err(too_high().into())
    }

    /// The multiplicative order.
    ///
    /// # Errors
    /// [`Error::Undefined`] for 0, otherwise as [`TransfiniteNimber::degree`], and [`Error::OutOfBounds`] if the prime
    /// factors of `2^n - 1` for the degree n are too large to be found.
    pub fn order<E: From<Error>>(
        &self,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<UBig, E> {
        if self.is_zero() {
            return Err(Error::Undefined("the nim order of 0".to_owned()).into());
        }
        let degree = self.degree(finite)?;
        let mut order = UBig::ones(degree);
        for prime in primes_of_mersenne(degree)? {
            while (&order % &prime).is_zero() {
                let less = &order / &prime;
                if !self.checked_pow(&less, finite)?.0.is_one() {
                    break;
                }
                order = less;
            }
        }
        Ok(order)
    }

    /// The nimber x with `x² + x = self` that is an even ordinal; the other one is `x + 1`.
    ///
    /// With an element θ of trace 1 of the field of degree n that `self = a` generates, x is the sum of the `(a + … +
    /// a^(2^(i-1)))·θ^(2^i)` for `i < n` if a has the trace 0 (R. Lidl, H. Niederreiter, *Finite Fields*, thm 2.25).
    /// Otherwise a and the finite nimber `2^(2^v-1)`, for the greatest power `2^v` that divides n, have together trace
    /// 0, and the latter is `y² + y` for `y = 2^2^v`.
    ///
    /// # Errors
    /// As [`TransfiniteNimber::degree`].
    pub fn artin_schreier_root<E: From<Error>>(
        &self,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<TransfiniteNimber, E> {
        let one = of_integer(UBig::ONE)?;
        let degree = self.degree(finite)?;
        let mut root = TransfiniteNimber::default();
        let mut rest = self.clone();
        if self.trace(degree, finite)?.is_one() {
            let power = 1usize << degree.trailing_zeros();
            root = of_integer(UBig::ONE << power)?;
            rest = rest.checked_add(&of_integer(UBig::ONE << (power - 1))?)?;
        }
        // Some power of a generator has the trace 1.
        let mut theta = one.clone();
        while !theta.trace(degree, finite)?.is_one() {
            theta = theta.checked_mul(self, finite)?;
        }
        let mut sum = TransfiniteNimber::default();
        for _ in 1..degree {
            sum = sum.checked_add(&rest)?;
            rest = rest.square(finite)?;
            theta = theta.square(finite)?;
            root = root.checked_add(&sum.checked_mul(&theta, finite)?)?;
        }
        let odd = |x: &TransfiniteNimber| {
            let last = x.0.terms().last().filter(|term| term.exponent().is_zero());
            last.is_some_and(|term| term.coefficient().bit(0))
        };
        Ok(if odd(&root) { root.checked_add(&one)? } else { root })
    }

    /// The trace from the field of a degree: 0 or 1.
    fn trace<E: From<Error>>(
        &self,
        degree: usize,
        finite: &mut impl FnMut(&UBig, &UBig) -> Result<UBig, E>,
    ) -> Result<GeneralizedOrdinal, E> {
        let (mut sum, mut conjugate) = (self.clone(), self.clone());
        for _ in 1..degree {
            conjugate = conjugate.square(finite)?;
            sum = sum.checked_add(&conjugate)?;
        }
        Ok(sum.0)
    }
}

fn too_high() -> Error {
    Error::OutOfBounds { what: "for the degree of a nimber", limit: MOST_DEGREE as u64 }
}
