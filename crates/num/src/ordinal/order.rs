//! The order of generalized ordinals, in which the sign of a difference is that of its first coefficient.

use super::GeneralizedOrdinal;
use crate::IBig;
use std::cmp::Ordering;
use std::sync::Arc;

impl Ord for GeneralizedOrdinal {
    /// In time linear in the terms up to the first that differs; no difference is made.
    fn cmp(&self, other: &GeneralizedOrdinal) -> Ordering {
        if Arc::ptr_eq(&self.terms, &other.terms) {
            return Ordering::Equal;
        }
        for (x, y) in self.terms.iter().zip(&*other.terms) {
            let sign = |n: &IBig| n.cmp(&IBig::ZERO);
            match x.exponent.cmp(&y.exponent) {
                Ordering::Greater => return sign(&x.coefficient),
                Ordering::Less => return sign(&y.coefficient).reverse(),
                Ordering::Equal if x.coefficient != y.coefficient => {
                    return x.coefficient.cmp(&y.coefficient);
                }
                Ordering::Equal => {}
            }
        }
        let rest = |a: &GeneralizedOrdinal, from: usize| {
            a.terms.get(from).map_or(Ordering::Equal, |term| term.coefficient.cmp(&IBig::ZERO))
        };
        let (m, n) = (self.terms.len(), other.terms.len());
        if m >= n { rest(self, n) } else { rest(other, m).reverse() }
    }
}

impl PartialOrd for GeneralizedOrdinal {
    fn partial_cmp(&self, other: &GeneralizedOrdinal) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
