//! Cantor's arithmetic of ordinals: the definitions by limits on small ordinals, and the laws.

use farstar_num::{Cofinality, Error, GeneralizedOrdinal, UBig};
use proptest::prelude::*;

fn ordinal(text: &str) -> GeneralizedOrdinal {
    text.parse().unwrap()
}

/// The value at a limit of the second argument, from values at its fundamental sequence: these must lie below, and pass
/// every member of the fundamental sequence of the value.
fn is_limit_of(value: &GeneralizedOrdinal, below: &[GeneralizedOrdinal]) -> bool {
    let cofinal = (0u32..4).all(|n| {
        let member = value.fundamental(&UBig::from(n)).unwrap();
        member.is_none_or(|member| below.iter().any(|x| *x >= member))
    });
    below.iter().all(|x| x <= value) && (cofinal || below.contains(value))
}

#[test]
fn published_sums_products_and_powers() {
    let [sum, product, power] = [
        GeneralizedOrdinal::ordinal_sum,
        GeneralizedOrdinal::ordinal_product,
        GeneralizedOrdinal::ordinal_power,
    ];
    for (f, a, b, value) in [
        (sum, "1", "ω", "ω"),
        (sum, "ω", "1", "ω+1"),
        (sum, "ω^2+ω×3+1", "ω×2", "ω^2+ω×5"),
        (product, "2", "ω", "ω"),
        (product, "ω", "2", "ω×2"),
        (product, "ω+1", "ω", "ω^2"),
        (product, "ω^2+3", "ω+2", "ω^3+ω^2×2+3"),
        (power, "0", "0", "1"),
        (power, "0", "ω", "0"),
        (power, "1", "ω", "1"),
        (power, "2", "ω", "ω"),
        (power, "2", "ω^2+1", "ω^ω×2"),
        (power, "3", "ω^ω", "ω^ω^ω"),
        (power, "ω+1", "2", "ω^2+ω+1"),
        (power, "ω^4+2", "ω^2+ω×2+2", "ω^(ω^2+ω×2+8)+ω^(ω^2+ω×2+4)×2+ω^(ω^2+ω×2)×2"),
        (power, "ω^2×3+ω", "3", "ω^6×3+ω^5"),
    ] {
        assert_eq!(f(&ordinal(a), &ordinal(b)).unwrap(), ordinal(value), "{a}, {b}");
    }
    assert_eq!(ordinal("ω^2×3+ω").cofinality(), Ok(Cofinality::Limit));
    assert_eq!(ordinal("ω+3").cofinality(), Ok(Cofinality::Successor));
    assert_eq!(ordinal("0").cofinality(), Ok(Cofinality::Zero));
    let large = ordinal("ω+1").ordinal_power(&ordinal("100000000"));
    assert!(matches!(large, Err(Error::OutOfBounds { .. })));
    assert!(matches!(ordinal("ω-1").ordinal_sum(&ordinal("1")), Err(Error::NotOrdinal(_))));
    assert!(matches!(ordinal("ω").ordinal_div_rem(&ordinal("0")), Err(Error::Undefined(_))));
}

fn exponent() -> impl Strategy<Value = GeneralizedOrdinal> {
    prop_oneof![
        4 => (0i64..4).prop_map(GeneralizedOrdinal::from),
        2 => (0i64..3, 0i64..3).prop_map(|(i, j)| ordinal(&format!("ω×{i}+{j}"))),
        1 => (0i64..2, 0i64..2).prop_map(|(h, i)| ordinal(&format!("ω^ω×{h}+ω^2×{i}"))),
    ]
}

fn any_ordinal() -> impl Strategy<Value = GeneralizedOrdinal> {
    prop::collection::vec((exponent(), 1i64..4), 0..4).prop_map(|terms| {
        GeneralizedOrdinal::from_terms(terms.into_iter().map(|(e, n)| (e, n.into()))).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn the_laws_hold(a in any_ordinal(), b in any_ordinal(), c in any_ordinal()) {
        let sum = |x: &GeneralizedOrdinal, y: &GeneralizedOrdinal| x.ordinal_sum(y).unwrap();
        let product = |x: &GeneralizedOrdinal, y: &GeneralizedOrdinal| x.ordinal_product(y).unwrap();
        let power = |x: &GeneralizedOrdinal, y: &GeneralizedOrdinal| x.ordinal_power(y).unwrap();
        prop_assert_eq!(sum(&sum(&a, &b), &c), sum(&a, &sum(&b, &c)));
        prop_assert_eq!(product(&product(&a, &b), &c), product(&a, &product(&b, &c)));
        prop_assert_eq!(product(&a, &sum(&b, &c)), sum(&product(&a, &b), &product(&a, &c)));
        prop_assert_eq!(power(&a, &sum(&b, &c)), product(&power(&a, &b), &power(&a, &c)));
        prop_assert_eq!(power(&power(&a, &b), &c), power(&a, &product(&b, &c)));
        prop_assert_eq!(sum(&a, &b).left_difference(&a).unwrap(), Some(b.clone()));
        prop_assert!(sum(&a, &b) <= a.checked_add(&b).unwrap());
        if !b.is_zero() {
            let (quotient, rest) = a.ordinal_div_rem(&b).unwrap();
            prop_assert!(rest < b);
            prop_assert_eq!(sum(&product(&b, &quotient), &rest), a);
        }
    }

    #[test]
    fn successors_and_limits_define_them(a in any_ordinal(), b in any_ordinal()) {
        let one = GeneralizedOrdinal::one();
        type Operation =
            fn(&GeneralizedOrdinal, &GeneralizedOrdinal) -> Result<GeneralizedOrdinal, Error>;
        let operations: [(Operation, Operation); 3] = [
            (GeneralizedOrdinal::ordinal_sum, |x, _| x.ordinal_sum(&GeneralizedOrdinal::one())),
            (GeneralizedOrdinal::ordinal_product, GeneralizedOrdinal::ordinal_sum),
            (GeneralizedOrdinal::ordinal_power, GeneralizedOrdinal::ordinal_product),
        ];
        for (f, step) in operations {
            let value = f(&a, &b).unwrap();
            let next = f(&a, &b.ordinal_sum(&one).unwrap()).unwrap();
            prop_assert_eq!(next, step(&value, &a).unwrap());
            if b.cofinality().unwrap() == Cofinality::Limit && a > one {
                let below: Vec<_> = (0u32..16)
                    .map(|n| f(&a, &b.fundamental(&UBig::from(n)).unwrap().unwrap()).unwrap())
                    .collect();
                prop_assert!(is_limit_of(&value, &below), "{a}, {b}: {value}");
            }
        }
    }
}
