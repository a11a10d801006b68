//! The order of the dyadic rationals.

use super::{Big, Dyadic, Repr, bits, shift};
use crate::IBig;
use std::cmp::Ordering;

impl Ord for Dyadic {
    #[inline]
    fn cmp(&self, other: &Dyadic) -> Ordering {
        match (&self.0, &other.0) {
            (
                Repr::Small { numerator: a, exponent: e },
                Repr::Small { numerator: b, exponent: f },
            ) => {
                if e == f {
                    a.cmp(b)
                } else if e < f {
                    compare_scaled(*a, f - e, *b)
                } else {
                    compare_scaled(*b, e - f, *a).reverse()
                }
            }
            _ => compare_big(self, other),
        }
    }
}

impl PartialOrd for Dyadic {
    #[inline]
    fn partial_cmp(&self, other: &Dyadic) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `a·2^d` against `b`.
#[inline]
fn compare_scaled(a: i64, d: u32, b: i64) -> Ordering {
    if d < 64 {
        (i128::from(a) << d).cmp(&i128::from(b))
    } else if a == 0 {
        0.cmp(&b)
    } else {
        // |a|·2^64 exceeds every 64-bit |b|.
        a.cmp(&0)
    }
}

#[cold]
fn compare_big(x: &Dyadic, y: &Dyadic) -> Ordering {
    let by_sign = x.signum().cmp(&y.signum());
    if by_sign != Ordering::Equal || x.is_zero() {
        return by_sign;
    }
    let (a, b) = (x.to_big(), y.to_big());
    // |x| lies in [2^(p-1), 2^p) with p = bits - exponent, which decides most pairs without a shift.
    let (p, q) = (magnitude(&a), magnitude(&b));
    if p != q {
        return if x.is_positive() { p.cmp(&q) } else { q.cmp(&p) };
    }
    let e = a.exponent.max(b.exponent);
    (a.numerator << shift(e - a.exponent)).cmp(&(b.numerator << shift(e - b.exponent)))
}

fn magnitude(x: &Big) -> i128 {
    i128::from(bits(&x.numerator)) - i128::from(x.exponent)
}

impl Dyadic {
    /// The big form of the number, whatever its size.
    pub(super) fn to_big(&self) -> Big {
        match &self.0 {
            Repr::Small { numerator, exponent } => {
                Big { numerator: IBig::from(*numerator), exponent: u64::from(*exponent) }
            }
            Repr::Big(big) => (**big).clone(),
        }
    }
}
