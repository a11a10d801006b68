//! Transfinite numbers: the definitions on small ordinals, the axioms of ordered rings and fields, published facts, and
//! the bounds.

use farstar_num::{Error, GeneralizedOrdinal, IBig, Rational, Surreal, UBig};
use proptest::prelude::*;
use std::cmp::Ordering;

fn ordinal(text: &str) -> GeneralizedOrdinal {
    text.parse().unwrap()
}

fn surreal(text: &str) -> Surreal {
    text.parse().unwrap()
}

/// `ω·i + j` for small i and j.
fn below_omega_squared(i: i64, j: i64) -> Vec<GeneralizedOrdinal> {
    let omega = GeneralizedOrdinal::omega();
    let at = |i: i64, j: i64| {
        let multiple = omega.checked_mul(&GeneralizedOrdinal::from(i)).unwrap();
        multiple.checked_add(&GeneralizedOrdinal::from(j)).unwrap()
    };
    (0..=i).flat_map(|i| (0..=j).map(move |j| at(i, j))).collect()
}

#[test]
fn the_sum_of_ordinals_is_the_least_above_the_sums_with_smaller_ones() {
    // c < a + b exactly if c ≤ a' + b for some a' < a or c ≤ a + b' for some b' < b; here finitely many of them decide.
    let small = below_omega_squared(2, 4);
    let candidates = below_omega_squared(4, 4);
    for a in &below_omega_squared(2, 2) {
        for b in &below_omega_squared(2, 2) {
            let sum = a.checked_add(b).unwrap();
            for c in &candidates {
                let reached = small.iter().any(|x| {
                    (x < a && *c <= x.checked_add(b).unwrap())
                        || (x < b && *c <= a.checked_add(x).unwrap())
                });
                assert_eq!(*c < sum, reached, "{c} and {a} + {b}");
            }
        }
    }
}

#[test]
fn the_product_of_ordinals_is_the_least_that_the_definition_allows() {
    // a·b is the least c with a'·b + a·b' < c + a'·b' for all a' < a and b' < b.
    let small = below_omega_squared(2, 4);
    let mut candidates = below_omega_squared(4, 4);
    let square = ordinal("ω^2");
    candidates.extend(
        below_omega_squared(4, 4)
            .iter()
            .map(|x| x.checked_add(&square).unwrap())
            .collect::<Vec<_>>(),
    );
    for a in &below_omega_squared(1, 2) {
        for b in &below_omega_squared(1, 2) {
            let product = a.checked_mul(b).unwrap();
            for c in &candidates {
                let allowed = small.iter().filter(|x| *x < a).all(|x| {
                    small.iter().filter(|y| *y < b).all(|y| {
                        let left =
                            x.checked_mul(b).unwrap().checked_add(&a.checked_mul(y).unwrap());
                        left.unwrap() < c.checked_add(&x.checked_mul(y).unwrap()).unwrap()
                    })
                });
                assert_eq!(*c >= product, allowed, "{c} and {a} · {b}");
            }
        }
    }
}

#[test]
fn published_sums_products_and_powers() {
    for (x, y, sum, product) in [
        ("ω", "5", "ω+5", "ω×5"),
        ("5", "-ω", "-ω+5", "-ω×5"),
        ("ω+5", "-ω", "5", "-ω^2-ω×5"),
        ("ω^(ω^2+ω)", "-ω^20×9", "ω^(ω^2+ω)-ω^20×9", "-ω^(ω^2+ω+20)×9"),
    ] {
        assert_eq!(ordinal(x).checked_add(&ordinal(y)).unwrap().to_string(), sum);
        assert_eq!(ordinal(x).checked_mul(&ordinal(y)).unwrap().to_string(), product);
    }
    assert_eq!(
        ordinal("ω^ω^2+1").checked_pow(&UBig::from(6u8)).unwrap().to_string(),
        "ω^(ω^2×6)+ω^(ω^2×5)×6+ω^(ω^2×4)×15+ω^(ω^2×3)×20+ω^(ω^2×2)×15+ω^ω^2×6+1"
    );
    assert_eq!(ordinal("ω^ω-ω^19×5+ω^2+1").birthday().to_string(), "ω^ω+ω^19×5+ω^2+1");
}

#[test]
fn quotients_are_in_lowest_terms() {
    for (numerator, denominator, quotient) in [
        ("1", "ω", "1/ω"),
        ("ω^ω×2", "ω^ω×4", "1/2"),
        ("ω^(ω+1)-ω^ω-ω+1", "ω-1", "ω^ω-1"),
        ("ω^(ω+1)+ω^ω+1", "ω+1", "(ω^(ω+1)+ω^ω+1)/(ω+1)"),
        ("-ω", "-ω×3+3", "ω/(ω×3-3)"),
        ("ω^2-1", "-ω×2-2", "-ω/2+1/2"),
        ("1", "ω×2", "1/(ω×2)"),
        ("ω^(ω×3)-ω^3", "ω^(ω×2)-ω^2", "(ω^(ω×2)+ω^(ω+1)+ω^2)/(ω^ω+ω)"),
        (
            "ω^1000000000000000000000000-1",
            "ω^2000000000000000000000000-1",
            "1/(ω^1000000000000000000000000+1)",
        ),
        ("ω^(ω+2)+ω^2", "ω^(ω^2+1)-ω^5", "(ω^(ω+1)+ω)/(ω^ω^2-ω^4)"),
    ] {
        let x = Surreal::new(ordinal(numerator), ordinal(denominator)).unwrap();
        assert_eq!(x.to_string(), quotient);
        assert_eq!(surreal(quotient), x);
    }
}

#[test]
fn powers_of_omega() {
    for (exponent, power) in [
        ("ω", "ω^ω"),
        ("-1", "1/ω"),
        ("ω-1", "ω^(ω-1)"),
        ("-ω^2×3+ω×2", "1/ω^(ω^2×3-ω×2)"),
        ("1/2", "ω^(1/2)"),
        ("0", "1"),
    ] {
        let exponent = surreal(exponent);
        assert_eq!(Surreal::omega_power(&exponent).unwrap().to_string(), power);
        let by_power = Surreal::from(GeneralizedOrdinal::omega()).checked_pow(&exponent);
        assert_eq!(by_power.unwrap().to_string(), power);
    }
    let transfinite = surreal("ω+1").checked_pow(&surreal("ω"));
    assert!(matches!(transfinite, Err(Error::Undefined(_))));
}

#[test]
fn birthdays_of_real_multiples_of_powers() {
    for (x, day) in [
        ("1/3", "ω"),
        ("3/8", "4"),
        ("ω/2", "ω×2"),
        ("(ω+3)/3", "ω^2+1"),
        ("(ω^2-ω)/4", "ω^2×3+ω×3"),
        ("1/ω", "ω"),
    ] {
        assert_eq!(surreal(x).birthday().unwrap().to_string(), day, "{x}");
    }
}

#[test]
fn what_is_no_number_is_refused() {
    for text in ["", "ω+", "ω^", "(ω", "ω)", "2ω", "ω^(1", "x", "1//2", "-", "ω^-1"] {
        assert!(matches!(text.parse::<Surreal>(), Err(Error::Parse { .. })), "{text}");
    }
    assert!(matches!("1/ω".parse::<GeneralizedOrdinal>(), Err(Error::NotOrdinal(_))));
    assert!(matches!("ω^(1/(ω+1))".parse::<Surreal>(), Err(Error::NoNormalForm(_))));
    assert!(matches!("ω/(ω-ω)".parse::<Surreal>(), Err(Error::Undefined(_))));
    assert!(matches!(surreal("0").reciprocal(), Err(Error::Undefined(_))));
    assert!(matches!(Surreal::try_from(&Rational::INFINITY), Err(Error::Infinite("inf"))));
}

#[test]
fn what_is_too_large_or_too_deep_is_refused() {
    let mut tower = GeneralizedOrdinal::omega();
    let refused = loop {
        match GeneralizedOrdinal::monomial(&tower, 1) {
            Ok(next) => tower = next,
            Err(error) => break error,
        }
    };
    assert!(matches!(refused, Error::OutOfBounds { .. }));
    assert_eq!(tower.to_string().parse::<GeneralizedOrdinal>(), Ok(tower));
    for text in ["(".repeat(100_000), "ω^".repeat(100_000) + "ω"] {
        assert!(matches!(text.parse::<Surreal>(), Err(Error::OutOfBounds { .. })));
    }

    let out_of_bounds = |result: Result<GeneralizedOrdinal, Error>| {
        assert!(matches!(result, Err(Error::OutOfBounds { .. })), "{result:?}");
    };
    let sum = ordinal("ω+1");
    out_of_bounds(sum.checked_pow(&UBig::from(100_000_000u32)));
    out_of_bounds(sum.checked_pow(&(UBig::ONE << 200)));
    out_of_bounds(ordinal("ω×2").checked_pow(&UBig::from(1u64 << 40)));
    out_of_bounds(GeneralizedOrdinal::integer(IBig::ONE << (1 << 25)));
    // Each step doubles the exponents as a tree, though not in memory.
    let mut shared = GeneralizedOrdinal::omega();
    let refused = loop {
        let next = GeneralizedOrdinal::from_terms([
            (shared.checked_add(&GeneralizedOrdinal::one()).unwrap(), IBig::ONE),
            (shared.clone(), IBig::ONE),
        ]);
        match next {
            Ok(next) => shared = next,
            Err(error) => break error,
        }
    };
    assert!(matches!(refused, Error::OutOfBounds { .. }));
    // The quotient would have 2^40 terms.
    let dense = Surreal::new(ordinal("ω^1099511627777-1"), ordinal("ω^1099511627776-ω^3+1"));
    assert!(matches!(dense, Err(Error::OutOfBounds { .. })));
}

#[test]
fn hard_quotients_end() {
    // Dense in five variables, without a common divisor, and with one.
    let base = ordinal("ω^ω^4+ω^ω^3×3-ω^ω^2×2+ω^ω×7-ω-1");
    let other = ordinal("ω^ω^4×2-ω^ω^3+ω^ω^2×5-ω^ω×3+ω+4");
    let common = ordinal("ω^ω^4-ω^ω^3×2+ω^ω^2+ω^ω-ω×3+2");
    let square = |x: &GeneralizedOrdinal| x.checked_mul(x).unwrap();
    let (p, q) = (square(&base), square(&other));
    let coprime = Surreal::new(p.clone(), q.clone()).unwrap();
    let parts = |x: &Surreal| (x.numerator().clone(), x.denominator().clone());
    assert_eq!(parts(&coprime), (p.into(), q.into()));
    let reduced =
        Surreal::new(base.checked_mul(&common).unwrap(), other.checked_mul(&common).unwrap());
    let reduced = reduced.unwrap();
    assert_eq!(parts(&reduced), (base.into(), other.into()));
}

/// Small ordinals to be exponents.
fn exponent() -> impl Strategy<Value = GeneralizedOrdinal> {
    prop_oneof![
        4 => (0i64..5).prop_map(GeneralizedOrdinal::from),
        2 => (0i64..3, 0i64..3).prop_map(|(i, j)| ordinal(&format!("ω×{i}+{j}"))),
        1 => (0i64..2, 0i64..2, 0i64..3).prop_map(|(h, i, j)| ordinal(&format!("ω^ω×{h}+ω^2×{i}+{j}"))),
    ]
}

fn generalized() -> impl Strategy<Value = GeneralizedOrdinal> {
    prop::collection::vec((exponent(), -3i64..4), 0..4).prop_map(|terms| {
        GeneralizedOrdinal::from_terms(terms.into_iter().map(|(e, n)| (e, IBig::from(n)))).unwrap()
    })
}

fn nonzero() -> impl Strategy<Value = GeneralizedOrdinal> {
    generalized().prop_filter("not 0", |x| !x.is_zero())
}

fn quotient() -> impl Strategy<Value = Surreal> {
    prop_oneof![
        1 => generalized().prop_map(Surreal::from),
        3 => (generalized(), nonzero()).prop_map(|(x, y)| Surreal::new(x, y).unwrap()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn generalized_ordinals_are_an_ordered_ring(x in generalized(), y in generalized(), z in generalized()) {
        let add = |a: &GeneralizedOrdinal, b: &GeneralizedOrdinal| a.checked_add(b).unwrap();
        let mul = |a: &GeneralizedOrdinal, b: &GeneralizedOrdinal| a.checked_mul(b).unwrap();
        prop_assert_eq!(add(&x, &y), add(&y, &x));
        prop_assert_eq!(add(&add(&x, &y), &z), add(&x, &add(&y, &z)));
        prop_assert_eq!(x.checked_sub(&y).unwrap(), add(&x, &-&y));
        prop_assert!(x.checked_sub(&x).unwrap().is_zero());
        prop_assert_eq!(mul(&x, &y), mul(&y, &x));
        prop_assert_eq!(mul(&mul(&x, &y), &z), mul(&x, &mul(&y, &z)));
        prop_assert_eq!(mul(&x, &add(&y, &z)), add(&mul(&x, &y), &mul(&x, &z)));
        prop_assert_eq!(mul(&x, &GeneralizedOrdinal::one()), x.clone());
        prop_assert_eq!(x.cmp(&y), x.checked_sub(&y).unwrap().signum().cmp(&0));
        prop_assert_eq!(x.cmp(&y), add(&x, &z).cmp(&add(&y, &z)));
        prop_assert_eq!(mul(&x, &y).signum(), x.signum() * y.signum());
        prop_assert_eq!(x.checked_pow(&UBig::from(3u8)).unwrap(), mul(&x, &mul(&x, &x)));
        prop_assert!(x.birthday().is_ordinal() && x.birthday() >= x.abs());
        prop_assert_eq!(x.to_string().parse::<GeneralizedOrdinal>(), Ok(x));
    }

    #[test]
    fn quotients_are_an_ordered_field(x in quotient(), y in quotient(), z in quotient()) {
        let add = |a: &Surreal, b: &Surreal| a.checked_add(b).unwrap();
        let mul = |a: &Surreal, b: &Surreal| a.checked_mul(b).unwrap();
        prop_assert_eq!(add(&x, &y), add(&y, &x));
        prop_assert_eq!(add(&add(&x, &y), &z), add(&x, &add(&y, &z)));
        prop_assert_eq!(x.checked_sub(&x).unwrap().signum(), 0);
        prop_assert_eq!(mul(&mul(&x, &y), &z), mul(&x, &mul(&y, &z)));
        prop_assert_eq!(mul(&x, &add(&y, &z)), add(&mul(&x, &y), &mul(&x, &z)));
        if y.signum() != 0 {
            prop_assert_eq!(mul(&x.checked_div(&y).unwrap(), &y), x.clone());
            prop_assert_eq!(y.reciprocal().unwrap().reciprocal().unwrap(), y.clone());
            prop_assert_eq!(y.checked_pow(&surreal("-2")).unwrap(), mul(&y, &y).reciprocal().unwrap());
        }
        prop_assert_eq!(x.checked_cmp(&y).unwrap(), x.checked_sub(&y).unwrap().signum().cmp(&0));
        prop_assert_eq!(x.checked_cmp(&y).unwrap() == Ordering::Equal, x == y);
        prop_assert!(x.denominator().signum() > 0);
        prop_assert_eq!(x.to_string().parse::<Surreal>(), Ok(x));
    }

    #[test]
    fn a_common_divisor_is_divided_out(x in nonzero(), y in nonzero(), z in nonzero()) {
        let plain = Surreal::new(x.clone(), y.clone()).unwrap();
        let widened = Surreal::new(x.checked_mul(&z).unwrap(), y.checked_mul(&z).unwrap()).unwrap();
        prop_assert_eq!(&plain, &widened);
        prop_assert_eq!(plain.numerator().checked_mul(&y.into()).unwrap(), plain.denominator().checked_mul(&x.into()).unwrap());
    }

    #[test]
    fn rationals_are_the_finite_quotients(p in -30i64..30, q in 1i64..30, r in -30i64..30, s in 1i64..30) {
        let (x, y) = (Rational::new(p, q).unwrap(), Rational::new(r, s).unwrap());
        let (a, b) = (Surreal::try_from(&x).unwrap(), Surreal::try_from(&y).unwrap());
        prop_assert_eq!(a.checked_add(&b).unwrap().as_rational(), Some(x.checked_add(&y).unwrap()));
        prop_assert_eq!(a.checked_mul(&b).unwrap().as_rational(), Some(x.checked_mul(&y).unwrap()));
        prop_assert_eq!(a.checked_cmp(&b).unwrap(), x.cmp(&y));
        prop_assert_eq!(a.to_string(), x.to_string());
    }
}
