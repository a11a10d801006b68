//! The simplicity rule: of the numbers between two bounds, exactly one was born first.

use super::{Dyadic, Repr, shift};
use crate::IBig;
use dashu_int::ops::{BitTest, UnsignedAbs};
use std::ops::Bound;

impl Dyadic {
    /// The number with the earliest birthday between two bounds, each open, closed or missing;
    /// `None` when no number lies between them.
    ///
    /// With open bounds this is the value of `{lower | upper}` (Conway, *On Numbers and Games*,
    /// theorem 11, the simplicity theorem).
    ///
    /// # Examples
    /// ```
    /// use farstar_num::Dyadic;
    /// use std::ops::Bound::{Excluded, Included, Unbounded};
    /// let (a, b) = (Dyadic::from_small(5, 3), Dyadic::ONE);
    /// assert_eq!(Dyadic::simplest_between(Excluded(&a), Excluded(&b)).unwrap().to_string(), "3/4");
    /// assert_eq!(Dyadic::simplest_between(Excluded(&a), Included(&b)), Some(Dyadic::ONE));
    /// assert_eq!(Dyadic::simplest_between(Unbounded, Excluded(&a)), Some(Dyadic::ZERO));
    /// assert_eq!(Dyadic::simplest_between(Excluded(&b), Excluded(&b)), None);
    /// ```
    pub fn simplest_between(lower: Bound<&Dyadic>, upper: Bound<&Dyadic>) -> Option<Dyadic> {
        let zero_above_lower = match lower {
            Bound::Unbounded => true,
            Bound::Included(a) => !a.is_positive(),
            Bound::Excluded(a) => a.is_negative(),
        };
        let zero_below_upper = match upper {
            Bound::Unbounded => true,
            Bound::Included(b) => !b.is_negative(),
            Bound::Excluded(b) => b.is_positive(),
        };
        match (zero_above_lower, zero_below_upper) {
            (true, true) => Some(Dyadic::ZERO),
            (false, false) => None,
            (false, true) => simplest_positive(lower, upper),
            (true, false) => {
                let (lower, upper) = (upper.map(|x| -x), lower.map(|x| -x));
                simplest_positive(lower.as_ref(), upper.as_ref()).map(|x| -x)
            }
        }
    }
}

fn finite(bound: Bound<&Dyadic>) -> Option<&Dyadic> {
    match bound {
        Bound::Included(x) | Bound::Excluded(x) => Some(x),
        Bound::Unbounded => None,
    }
}

/// The simplest number between bounds that leave only positive numbers.
fn simplest_positive(lower: Bound<&Dyadic>, upper: Bound<&Dyadic>) -> Option<Dyadic> {
    let low = finite(lower)?;
    let open_low = matches!(lower, Bound::Excluded(_));
    let open_high = matches!(upper, Bound::Excluded(_));
    let Some(high) = finite(upper) else {
        // Without an upper bound the smallest integer that fits.
        let least = if open_low { low.floor() + IBig::ONE } else { low.ceil() };
        return Some(Dyadic::from(least));
    };
    // Over 2^e, one place finer than both bounds, every non-empty interval holds an integer multiple.
    let e = low.exponent().max(high.exponent()) + 1;
    if let (Repr::Small { numerator: a, exponent: p }, Repr::Small { numerator: b, exponent: q }) =
        (&low.0, &high.0)
        && e <= 62
    {
        let e = e as u32;
        let first = (i128::from(*a) << (e - p)) + i128::from(open_low);
        let last = (i128::from(*b) << (e - q)) - i128::from(open_high);
        return simplest_multiple_small(first, last, e);
    }
    let scale = |x: &Dyadic| x.numerator() << shift(e - x.exponent());
    let first = scale(low) + IBig::from(u8::from(open_low));
    let last = scale(high) - IBig::from(u8::from(open_high));
    simplest_multiple_big(first, last, e)
}

/// The simplest `n/2^e` with `0 < first ≤ n ≤ last`.
///
/// Integers come first, the smallest of them; otherwise the `n` divisible by the highest power of two,
/// which is `last` with the bits cleared below the highest bit where `first - 1` and `last` differ.
fn simplest_multiple_small(first: i128, last: i128, e: u32) -> Option<Dyadic> {
    if first > last {
        return None;
    }
    let before = first - 1;
    let whole = (before >> e) + 1;
    if whole <= last >> e {
        return Some(Dyadic::from_wide(whole, 0));
    }
    let top = 127 - (before ^ last).leading_zeros();
    Some(Dyadic::from_wide((last >> top) << top, e))
}

/// As [`simplest_multiple_small`], for numbers of any size.
fn simplest_multiple_big(first: IBig, last: IBig, e: u64) -> Option<Dyadic> {
    if first > last {
        return None;
    }
    let before = first - IBig::ONE;
    let whole = (&before >> shift(e)) + IBig::ONE;
    if whole <= &last >> shift(e) {
        return Some(Dyadic::new(whole, 0));
    }
    let top = (before ^ &last).unsigned_abs().bit_len() - 1;
    Some(Dyadic::new((last >> top) << top, e))
}
