//! Laws of exact arithmetic, with numbers around the edges of 64 bits, checked against fractions.

use farstar_num::{Dyadic, IBig, Rational, SignExpansion};
use proptest::prelude::*;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::Bound::{Excluded, Included};

/// Integers that sit at the edges where a representation changes, and ordinary ones.
fn integer() -> impl Strategy<Value = IBig> {
    let near = |centre: i128| (-3i128..=3).prop_map(move |d| IBig::from(centre + d));
    prop_oneof![
        4 => (-40i64..=40).prop_map(IBig::from),
        2 => any::<i64>().prop_map(IBig::from),
        1 => near(i128::from(i64::MAX)),
        1 => near(i128::from(i64::MIN)),
        1 => near(1i128 << 62),
        1 => near(i128::MAX >> 1),
        1 => any::<i128>().prop_map(IBig::from),
        1 => (any::<i128>(), 0usize..300).prop_map(|(n, s)| IBig::from(n) << s),
    ]
}

fn exponent() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0u64..6, 3 => 0u64..70, 1 => 60u64..66, 1 => 120u64..400]
}

fn dyadic() -> impl Strategy<Value = Dyadic> {
    (integer(), exponent()).prop_map(|(n, e)| Dyadic::new(n, e))
}

fn fraction(x: &Dyadic) -> Rational {
    Rational::from(x)
}

fn hash(x: &Dyadic) -> u64 {
    let mut hasher = DefaultHasher::new();
    x.hash(&mut hasher);
    hasher.finish()
}

proptest! {
    #[test]
    fn arithmetic_is_that_of_fractions(x in dyadic(), y in dyadic()) {
        let (p, q) = (fraction(&x), fraction(&y));
        prop_assert_eq!(fraction(&(&x + &y)), p.checked_add(&q)?);
        prop_assert_eq!(fraction(&(&x - &y)), p.checked_sub(&q)?);
        prop_assert_eq!(fraction(&(&x * &y)), p.checked_mul(&q)?);
        prop_assert_eq!(fraction(&-&x), -&p);
        prop_assert_eq!(fraction(&x.abs()), p.abs());
        prop_assert_eq!(x.cmp(&y), p.cmp(&q));
        prop_assert_eq!(x.signum(), p.signum());
        prop_assert_eq!(x.floor(), p.floor()?);
        prop_assert_eq!(x.ceil(), p.ceil()?);
        prop_assert_eq!(p.to_dyadic(), Some(x));
    }

    #[test]
    fn equal_numbers_have_equal_forms(x in dyadic(), y in dyadic()) {
        // Reached through other numbers, the form is the same, small or big.
        let back = (&x + &y) - &y;
        prop_assert_eq!(&back, &x);
        prop_assert_eq!(hash(&back), hash(&x));
        prop_assert_eq!(back.to_small(), x.to_small());
        let small = i64::try_from(&x.numerator()).is_ok();
        prop_assert_eq!(x.to_small().is_some(), small);
        if let Some((n, e)) = x.to_small() {
            prop_assert_eq!(Dyadic::from_small(n, e), x.clone());
            prop_assert!(e == 0 || n % 2 != 0);
        }
    }

    #[test]
    fn dyadics_form_a_ring(x in dyadic(), y in dyadic(), z in dyadic()) {
        prop_assert_eq!((&x + &y) + &z, &x + (&y + &z));
        prop_assert_eq!((&x * &y) * &z, &x * (&y * &z));
        prop_assert_eq!(&x * (&y + &z), &x * &y + &x * &z);
        prop_assert_eq!([x.clone(), y.clone(), z.clone()].iter().sum::<Dyadic>(), &x + &y + &z);
        prop_assert_eq!(&x + Dyadic::ZERO, x.clone());
        prop_assert_eq!(&x * Dyadic::ONE, x.clone());
        prop_assert_eq!(&x * Dyadic::NEG_ONE, -x);
    }

    #[test]
    fn halves_and_powers_of_two_invert(x in dyadic(), y in dyadic(), k in -200i64..200) {
        prop_assert_eq!(x.half().double(), x.clone());
        prop_assert_eq!(x.double().half(), x.clone());
        prop_assert_eq!(&x.half() + &x.half(), x.clone());
        prop_assert_eq!(x.mul_pow2(k).mul_pow2(-k), x.clone());
        let mean = Dyadic::mean(&x, &y);
        prop_assert_eq!(&mean - &x, &y - &mean);
    }

    #[test]
    fn the_simplest_number_has_no_ancestor_in_the_interval(a in dyadic(), b in dyadic(), open in any::<[bool; 2]>()) {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let lower = if open[0] { Excluded(&a) } else { Included(&a) };
        let upper = if open[1] { Excluded(&b) } else { Included(&b) };
        let inside = |x: &Dyadic| {
            (if open[0] { a < *x } else { a <= *x }) && (if open[1] { *x < b } else { *x <= b })
        };
        match Dyadic::simplest_between(lower, upper) {
            None => prop_assert!(a == b && (open[0] || open[1])),
            Some(x) => {
                prop_assert!(inside(&x));
                prop_assert!(!x.left_option().is_some_and(|y| inside(&y)));
                prop_assert!(!x.right_option().is_some_and(|y| inside(&y)));
            }
        }
    }

    #[test]
    fn a_number_lies_between_its_options_and_is_the_simplest_there(x in dyadic()) {
        let bound = |z: Option<Dyadic>| z.map_or(std::ops::Bound::Unbounded, Excluded);
        let (l, r) = (bound(x.left_option()), bound(x.right_option()));
        prop_assert_eq!(Dyadic::simplest_between(l.as_ref(), r.as_ref()), Some(x));
    }

    #[test]
    fn paths_and_text_round_trip(x in dyadic()) {
        let path = x.sign_expansion();
        prop_assert_eq!(path.len(), x.birthday());
        prop_assert_eq!(SignExpansion::from_runs(path.runs()), Ok(path.clone()));
        prop_assert_eq!(path.to_dyadic(), Ok(x.clone()));
        prop_assert_eq!(path.to_string().parse::<SignExpansion>(), Ok(path));
        prop_assert_eq!(x.to_string().parse(), Ok(x.clone()));
        prop_assert_eq!(format!("{x:#}").parse(), Ok(x));
    }

    #[test]
    fn no_text_makes_a_panic(text in "[-+/^0-9 .a-z]{0,12}", any in any::<String>()) {
        for text in [text, any] {
            if let Ok(x) = text.parse::<Dyadic>() {
                prop_assert_eq!(format!("{x:#}").parse(), Ok(x));
            }
            if let Ok(x) = text.parse::<Rational>() {
                prop_assert_eq!(x.to_string().parse(), Ok(x));
            }
            let _ = text.parse::<SignExpansion>();
        }
    }

    #[test]
    fn fractions_divide(p in any::<i64>(), q in 1i64.., r in any::<i64>(), s in 1i64.., n in 0i64..9) {
        let (x, y) = (Rational::new(p, q)?, Rational::new(r, s)?);
        prop_assert_eq!(x.to_string().parse::<Rational>(), Ok(x.clone()));
        if !y.is_zero() {
            prop_assert_eq!(x.checked_div(&y)?.checked_mul(&y)?, x.clone());
            let rest = x.checked_rem(&y)?;
            prop_assert!(rest.is_zero() || rest.signum() == y.signum());
            prop_assert!(rest.abs() < y.abs());
            prop_assert!(x.checked_sub(&rest)?.checked_div(&y)?.is_integer());
        }
        let mut power = Rational::ONE;
        for _ in 0..n {
            power = power.checked_mul(&x)?;
        }
        prop_assert_eq!(x.checked_pow(-n)?, power.reciprocal());
        prop_assert_eq!(x.checked_pow(n)?, power);
    }
}
