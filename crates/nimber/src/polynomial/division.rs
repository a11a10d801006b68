//! Inverses of power series, division with remainder, and reduction modulo a fixed polynomial.
//!
//! A quotient is the reversed product of the reversed dividend with the reversed divisor's inverse as a power series;
//! the inverse doubles its length by Newton's step g ← g·(g·f), where in characteristic 2 the usual 2g ⊕ g²f is g²f
//! alone. Short quotients or divisors are divided by the schoolbook.

use super::product::{product, product_below};
use crate::error::{AlgebraError, Check, proceed};
use crate::working::Working;

/// Quotients or divisors at most this long are divided by the schoolbook: measured on one AVX-512 server.
const SCHOOLBOOK: usize = 256;

/// Removes zeros at the top.
pub(crate) fn trim<W: Working>(mut a: Vec<W>) -> Vec<W> {
    let length = a.iter().rposition(|c| !c.is_zero()).map_or(0, |last| last + 1);
    a.truncate(length);
    a
}

/// The first `length` coefficients of 1/f, for f(0) ≠ 0.
pub(crate) fn inverse_series<W: Working>(f: &[W], length: usize) -> Vec<W> {
    let constant = f.first().map_or(W::ZERO, |c| c.inverse());
    let mut inverse = vec![constant];
    // The first coefficients by the recurrence of the definition: one scalar product each.
    let start = length.min(64);
    let reversed: Vec<W> = f.iter().take(start).rev().copied().collect();
    while inverse.len() < start {
        let k = inverse.len();
        let terms = k.min(f.len() - 1);
        // ⊕ f_j·g_{k−j} over 1 ≤ j ≤ terms: the reversed f ends in f_terms … f_1, f_0.
        let window = &reversed[reversed.len() - 1 - terms..reversed.len() - 1];
        let sum = W::dot(window, &inverse[k - terms..]);
        inverse.push(sum.mul(constant));
    }
    inverse.truncate(length);
    while inverse.len() < length {
        let next = (2 * inverse.len()).min(length);
        let mut square = W::spread_squares(&inverse);
        square.truncate(next);
        inverse = product_below(&square, f, next);
        inverse.resize(next, W::ZERO);
    }
    inverse
}

/// Quotient and remainder; `b` is trimmed and not empty.
pub(crate) fn divide<W: Working>(a: &[W], b: &[W]) -> (Vec<W>, Vec<W>) {
    if a.len() < b.len() {
        return (Vec::new(), trim(a.to_vec()));
    }
    let quotient_length = a.len() - b.len() + 1;
    if quotient_length.min(b.len()) <= SCHOOLBOOK {
        return divide_by_definition(a, b);
    }
    let reversed: Vec<W> = b.iter().rev().copied().collect();
    let inverse = inverse_series(&reversed, quotient_length);
    Modulus { polynomial: b.to_vec(), inverse }.divide(a)
}

fn divide_by_definition<W: Working>(a: &[W], b: &[W]) -> (Vec<W>, Vec<W>) {
    let mut rest = a.to_vec();
    let (low, lead) = (&b[..b.len() - 1], b[b.len() - 1]);
    let inverse = if lead == W::ONE { W::ONE } else { lead.inverse() };
    let mut quotient = vec![W::ZERO; a.len() - low.len()];
    for (k, place) in quotient.iter_mut().enumerate().rev() {
        let top = rest[k + low.len()];
        if !top.is_zero() {
            *place = if inverse == W::ONE { top } else { top.mul(inverse) };
            W::axpy(&mut rest[k..k + low.len()], *place, low);
        }
    }
    rest.truncate(low.len());
    (quotient, trim(rest))
}

/// A polynomial divided by again and again, with the inverse of its reversal.
pub(crate) struct Modulus<W> {
    polynomial: Vec<W>,
    inverse: Vec<W>,
}

impl<W: Working> Modulus<W> {
    /// Prepares division of products of two remainders by `polynomial`, trimmed and not empty.
    pub(crate) fn new(polynomial: &[W]) -> Self {
        let length = polynomial.len();
        let inverse = if length > SCHOOLBOOK {
            let reversed: Vec<W> = polynomial.iter().rev().copied().collect();
            inverse_series(&reversed, length)
        } else {
            Vec::new()
        };
        Self { polynomial: polynomial.to_vec(), inverse }
    }

    /// Quotient and remainder of a dividend at least as long as the divisor.
    fn divide(&self, a: &[W]) -> (Vec<W>, Vec<W>) {
        let b = &self.polynomial;
        let length = a.len() - b.len() + 1;
        let top: Vec<W> = a.iter().rev().take(length).copied().collect();
        let mut quotient = product_below(&top, &self.inverse, length);
        quotient.resize(length, W::ZERO);
        quotient.reverse();
        let below = b.len() - 1;
        let mut rest = product_below(&quotient, b, below);
        rest.resize(below, W::ZERO);
        W::add_slice(&mut rest, a);
        (quotient, trim(rest))
    }

    /// The remainder of a dividend shorter than twice the divisor.
    pub(crate) fn reduce(&self, a: &[W]) -> Vec<W> {
        if a.len() < self.polynomial.len() {
            return trim(a.to_vec());
        }
        if a.len() - self.polynomial.len() < self.inverse.len() {
            self.divide(a).1
        } else {
            divide(a, &self.polynomial).1
        }
    }

    /// The square of a remainder.
    pub(crate) fn square(&self, a: &[W]) -> Vec<W> {
        self.reduce(&square(a))
    }

    /// The product of two remainders.
    pub(crate) fn multiply(&self, a: &[W], b: &[W]) -> Vec<W> {
        self.reduce(&product(a, b))
    }

    /// A remainder squared `times` times.
    pub(crate) fn square_times(
        &self,
        a: Vec<W>,
        times: u32,
        check: Check<'_>,
    ) -> Result<Vec<W>, AlgebraError> {
        (0..times).try_fold(a, |a, _| {
            proceed(&mut *check)?;
            Ok(self.square(&a))
        })
    }
}

/// The square: coefficients squared and spread, since cross terms meet twice.
pub(crate) fn square<W: Working>(a: &[W]) -> Vec<W> {
    let mut square = W::spread_squares(a);
    square.pop();
    square
}
