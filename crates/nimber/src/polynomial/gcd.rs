//! Greatest common divisors by Euclid's algorithm, with and without the Bézout coefficients.

use super::division::{divide, trim};
use super::product::product;
use crate::working::Working;

/// Divides by the leading coefficient.
pub(crate) fn monic<W: Working>(mut a: Vec<W>) -> Vec<W> {
    if let Some(&lead) = a.last()
        && lead != W::ONE
    {
        W::scale(&mut a, lead.inverse());
    }
    a
}

/// The monic greatest common divisor of trimmed polynomials; that of 0 and 0 is 0.
pub(crate) fn gcd<W: Working>(a: &[W], b: &[W]) -> Vec<W> {
    let (mut a, mut b) = (a.to_vec(), b.to_vec());
    while !b.is_empty() {
        // A monic divisor saves a product in each line of the division.
        b = monic(b);
        let rest = divide(&a, &b).1;
        (a, b) = (b, rest);
    }
    monic(a)
}

/// The monic greatest common divisor g and s, t with s·a ⊕ t·b = g.
pub(crate) fn extended_gcd<W: Working>(a: &[W], b: &[W]) -> (Vec<W>, Vec<W>, Vec<W>) {
    let (mut r, mut next) = (a.to_vec(), b.to_vec());
    let (mut s, mut s_next) = (vec![W::ONE], Vec::new());
    let (mut t, mut t_next) = (Vec::new(), vec![W::ONE]);
    while !next.is_empty() {
        let (quotient, rest) = divide(&r, &next);
        (r, next) = (next, rest);
        let s_after = add(&product(&quotient, &s_next), &s);
        (s, s_next) = (s_next, s_after);
        let t_after = add(&product(&quotient, &t_next), &t);
        (t, t_next) = (t_next, t_after);
    }
    let scale = r.last().map_or(W::ONE, |lead| lead.inverse());
    for x in [&mut r, &mut s, &mut t] {
        W::scale(x, scale);
    }
    (r, s, t)
}

/// The sum, trimmed.
pub(crate) fn add<W: Working>(a: &[W], b: &[W]) -> Vec<W> {
    let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    let mut sum = long.to_vec();
    W::add_slice(&mut sum, short);
    trim(sum)
}
