//! Transfinite nimbers: published products and powers, the axioms of a field, and the p-th powers α_p tested by their
//! definition.

use farstar_num::{
    Error, GeneralizedOrdinal, IBig, Lenstra, TransfiniteNimber, UBig, alpha, excess, q_set,
};
use proptest::prelude::*;

/// The product of finite nimbers below 2^64: `F = 2^half` is a Fermat power, and `F·F = F + F/2`.
fn finite(a: u64, b: u64, bits: u32) -> u64 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let half = bits / 2;
    let mask = (1u64 << half) - 1;
    let (ah, al, bh, bl) = (a >> half, a & mask, b >> half, b & mask);
    let low = finite(al, bl, half);
    let high = finite(ah, bh, half);
    let cross = finite(ah ^ al, bh ^ bl, half) ^ low;
    (cross << half) ^ low ^ finite(high, 1 << (half - 1), half)
}

fn product_of_finite(a: &UBig, b: &UBig) -> Result<UBig, Error> {
    let word = |n: &UBig| u64::try_from(n).map_err(|_| Error::TooLarge { bits: 65 });
    Ok(UBig::from(finite(word(a)?, word(b)?, 64)))
}

fn nimber(text: &str) -> TransfiniteNimber {
    TransfiniteNimber::new(text.parse().unwrap()).unwrap()
}

fn mul(a: &TransfiniteNimber, b: &TransfiniteNimber) -> TransfiniteNimber {
    a.checked_mul(b, &mut product_of_finite).unwrap()
}

fn pow(a: &TransfiniteNimber, n: &UBig) -> TransfiniteNimber {
    a.checked_pow(n, &mut product_of_finite).unwrap()
}

fn add(a: &TransfiniteNimber, b: &TransfiniteNimber) -> TransfiniteNimber {
    a.checked_add(b).unwrap()
}

#[test]
fn the_finite_product_of_these_tests_is_the_least_number_not_excluded() {
    let mut table = vec![vec![0u64; 32]; 32];
    for a in 0..32 {
        for b in 0..32 {
            let excluded: Vec<u64> = (0..a)
                .flat_map(|x| (0..b).map(move |y| (x, y)))
                .map(|(x, y)| table[x][b] ^ table[a][y] ^ table[x][y])
                .collect();
            table[a][b] = (0..).find(|n| !excluded.contains(n)).unwrap();
            assert_eq!(table[a][b], finite(a as u64, b as u64, 64));
        }
    }
}

#[test]
fn published_products() {
    for (a, b, product) in [
        ("ω", "7", "*(ω×7)"),
        ("ω", "ω", "*ω^2"),
        ("ω", "ω^2", "*2"),
        ("ω^3", "ω^3", "*ω^6"),
        ("ω^3", "ω^6", "*ω"),
        ("ω^3", "ω^8", "*2"),
        ("ω^8", "ω^8", "*(ω^5×2)"),
        ("ω^ω", "ω^(ω×4)", "*4"),
        ("ω^(ω×49)", "ω^(ω×100)", "*4"),
        ("ω^(ω^2×4)", "ω^(ω^2×3)", "*(ω+1)"),
        ("ω^(ω^2×31)", "ω^(ω^2×24)", "*(ω+1)"),
        ("ω^(ω^2×32)", "ω^(ω^2×24)", "*(ω^(ω^2+1)+ω^ω^2)"),
        ("ω^ω^1000", "1", "*ω^ω^1000"),
    ] {
        assert_eq!(mul(&nimber(a), &nimber(b)).to_string(), product, "{a} · {b}");
    }
}

#[test]
fn published_powers() {
    for (a, n, power) in [
        ("ω", 3u32, "*2"),
        ("ω^3", 9, "*2"),
        ("ω^27", 81, "*2"),
        ("ω^ω", 5, "*4"),
        ("ω^ω^2", 7, "*(ω+1)"),
        ("ω^ω^41", 191, "*(ω^ω^6+ω^ω)"),
        ("ω^ω^42", 193, "*(ω+65536)"),
        ("ω^ω^3", 66, "*(ω^(ω×4)+ω^(ω×2)+ω^ω×4+1)"),
        ("ω^ω^13", 47, "*(ω^ω^7+1)"),
        ("ω^ω^13", 0, "*1"),
    ] {
        assert_eq!(pow(&nimber(a), &UBig::from(n)).to_string(), power, "{a}^{n}");
    }
}

/// The sum of the κ_q over the Q-set, plus an integer.
fn root_power(p: u32, plus: u32) -> TransfiniteNimber {
    let primes = [3u32, 5, 7, 11, 13, 17, 19, 23, 29, 31];
    let mut sum = TransfiniteNimber::new(GeneralizedOrdinal::from(i64::from(plus))).unwrap();
    for q in q_set(p).unwrap().prime_powers() {
        let kappa = match primes.iter().position(|&r| q % r == 0) {
            None => GeneralizedOrdinal::from(1 << (q / 2)),
            Some(k) => format!("ω^(ω^{k}×{})", q / primes[k]).parse().unwrap(),
        };
        sum = add(&sum, &TransfiniteNimber::new(kappa).unwrap());
    }
    sum
}

/// Whether an element other than 0 is a p-th power in the field it generates.
fn is_power(x: &TransfiniteNimber, p: u32) -> bool {
    let mut conjugate = x.clone();
    let mut degree = 0usize;
    loop {
        conjugate = mul(&conjugate, &conjugate);
        degree += 1;
        if conjugate == *x {
            break;
        }
    }
    let order = (UBig::ONE << degree) - UBig::ONE;
    let (quotient, rest) = (&order / p, &order % p);
    rest != 0 || pow(x, &quotient) == nimber("1")
}

#[test]
fn alpha_is_the_first_of_its_kind_that_is_no_pth_power() {
    // ω^(ω^k) is a p-th root of the least nimber that has none among the smaller ones.
    for p in [
        3, 5, 7, 11, 13, 17, 19, 29, 31, 37, 41, 43, 61, 73, 97, 101, 109, 113, 127, 151, 181, 193,
        241, 251, 257,
    ] {
        let m = excess(p).unwrap();
        assert!(!is_power(&root_power(p, m), p), "p = {p}");
        for less in 0..m {
            let smaller = root_power(p, less);
            assert!(smaller.is_zero() || is_power(&smaller, p), "p = {p}, excess {less}");
        }
    }
}

#[test]
fn what_has_no_known_product_is_refused() {
    let refused = |a: &str, b: &str| nimber(a).checked_mul(&nimber(b), &mut product_of_finite);
    assert!(matches!(refused("ω^ω^ω", "2"), Err(Error::NimProduct(_))));
    // ω^(ω^105) is a 587th root.
    // the p-th power for 587 is not in the table, and its field is too large
    assert!(matches!(refused("ω^(ω^105×500)", "ω^(ω^105×87)"), Err(Error::OutOfBounds { .. })));
    assert_eq!(refused("ω^(ω^105×500)", "ω^(ω^105×86)").unwrap().to_string(), "*ω^(ω^105×586)");
    assert!(matches!(refused("ω^ω^1000000", "2"), Err(Error::OutOfBounds { .. })));
    assert_eq!((excess(2), excess(9), excess(587)), (None, None, None));
    let not_ordinal = TransfiniteNimber::new("ω-1".parse().unwrap());
    assert!(matches!(not_ordinal, Err(Error::NotOrdinal(_))));
}

/// Nimbers in the field generated by 256 and some roots.
fn element() -> impl Strategy<Value = TransfiniteNimber> {
    let exponent = (0i64..9, 0i64..6, 0i64..2);
    prop::collection::vec((exponent, 0i64..256), 0..3).prop_map(|terms| {
        let terms = terms
            .into_iter()
            .map(|((a, b, c), n)| (format!("ω^2×{c}+ω×{b}+{a}").parse().unwrap(), IBig::from(n)));
        TransfiniteNimber::new(GeneralizedOrdinal::from_terms(terms).unwrap()).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn transfinite_nimbers_are_a_field_of_characteristic_2(x in element(), y in element(), z in element()) {
        prop_assert!(add(&x, &x).is_zero());
        prop_assert_eq!(add(&add(&x, &y), &z), add(&x, &add(&y, &z)));
        prop_assert_eq!(mul(&x, &y), mul(&y, &x));
        prop_assert_eq!(mul(&mul(&x, &y), &z), mul(&x, &mul(&y, &z)));
        prop_assert_eq!(mul(&x, &add(&y, &z)), add(&mul(&x, &y), &mul(&x, &z)));
        prop_assert_eq!(mul(&x, &y).is_zero(), x.is_zero() || y.is_zero());
        prop_assert_eq!(pow(&x, &UBig::from(3u8)), mul(&x, &mul(&x, &x)));
        let square = |a: &TransfiniteNimber| mul(a, a);
        prop_assert_eq!(square(&add(&x, &y)), add(&square(&x), &square(&y)));
    }

    #[test]
    fn sums_cancel_what_they_share(x in element(), y in element()) {
        prop_assert_eq!(add(&add(&x, &y), &y), x);
    }
}

#[test]
fn inverses_degrees_and_minimal_polynomials() {
    let inverse = nimber("ω^ω×2+3").inverse(&mut product_of_finite).unwrap();
    assert_eq!(inverse, nimber("ω^(ω×4)×6+ω^(ω×3)×11+ω^(ω×2)×13+ω^ω×6+11"));
    for (x, degree, polynomial) in
        [("0", 1, 0b10u32), ("1", 1, 0b11), ("2", 2, 0b111), ("4", 4, 0b10011), ("ω", 6, 0b1001001)]
    {
        let x = nimber(x);
        assert_eq!(x.degree(&mut product_of_finite), Ok(degree));
        let found = x.minimal_polynomial(&mut product_of_finite).unwrap();
        assert_eq!(found, UBig::from(polynomial), "{x}");
    }
    // The degrees of the roots: 5 times that of 4, 7 times that of ω+1, 13 times that of both.
    for (x, degree) in [("ω^ω", 20), ("ω^ω^2", 42), ("ω^3", 18), ("ω^ω^4", 156), ("ω^3+4", 36)]
    {
        assert_eq!(nimber(x).degree(&mut product_of_finite), Ok(degree), "{x}");
    }
    let check = &mut || Ok::<(), Error>(());
    assert_eq!(alpha(19, check).unwrap(), nimber("ω^3+4"));
    assert!(matches!(alpha(15, check), Err(Error::NimProduct(_))));
    for (x, order) in [("1", 1u64), ("2", 3), ("4", 15), ("ω", 9), ("ω^3", 27), ("ω+1", 63)] {
        let found = nimber(x).order(&mut product_of_finite);
        assert_eq!(found, Ok(UBig::from(order)), "{x}");
    }
    let zero = nimber("0").inverse(&mut product_of_finite);
    assert!(matches!(zero, Err(Error::Undefined(_))));
}

fn field_element() -> impl Strategy<Value = TransfiniteNimber> {
    let exponents = ["0", "1", "2", "ω", "ω×3+1", "ω×2+2"];
    prop::collection::vec((0..exponents.len(), 0u8..16), 0..4).prop_map(move |terms| {
        let mut sum = nimber("0");
        for (at, n) in terms {
            sum = add(&sum, &nimber(&format!("ω^({})×{n}", exponents[at])));
        }
        sum
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_finite_field_of_an_element(x in field_element()) {
        let finite = &mut product_of_finite;
        let degree = x.degree(finite).unwrap();
        let polynomial = x.minimal_polynomial(finite).unwrap();
        let mut value = nimber("0");
        let mut length = 0;
        for bit in (0..64).rev() {
            let coefficient = nimber(if (&polynomial >> bit) % 2u8 == 1 { "1" } else { "0" });
            value = add(&mul(&value, &x), &coefficient);
            length = length.max(if coefficient.is_zero() { 0 } else { bit });
        }
        prop_assert!(value.is_zero());
        prop_assert_eq!(length, degree);
        let root = x.square_root(finite).unwrap();
        prop_assert_eq!(&mul(&root, &root), &x);
        let root = x.artin_schreier_root(finite).unwrap();
        prop_assert_eq!(&add(&mul(&root, &root), &root), &x);
        if !x.is_zero() {
            let inverse = x.inverse(finite).unwrap();
            prop_assert_eq!(mul(&x, &inverse), nimber("1"));
            let order = x.order(finite).unwrap();
            prop_assert_eq!(pow(&x, &order), nimber("1"));
            for prime in [3u32, 5, 7, 11, 13, 31, 41, 61, 151, 331, 1321] {
                if (&order % prime) == 0 {
                    prop_assert!(pow(&x, &(&order / prime)) != nimber("1"));
                }
            }
        }
    }
}

#[test]
fn inverses_and_square_roots_are_those_by_definition() {
    let one = nimber("1");
    for text in [
        "ω",
        "ω+1",
        "ω^2+ω×3+7",
        "ω^3+ω",
        "ω^ω+ω^2×5+1",
        "ω^(ω+4)+ω^7×2+9",
        "ω^(ω^2)×3+ω^ω+2",
        "ω^(ω^2×8)",
        "ω^(ω^3×5)+ω^(ω^2)+1",
        "ω^(ω^13)",
        "ω^(ω^13)+1",
        "ω^(ω^5×3)+5",
        "ω^(ω^5×2)×6",
        "6",
        "200",
    ] {
        let x = nimber(text);
        let inverse = x.inverse(&mut product_of_finite).unwrap();
        assert_eq!(mul(&x, &inverse), one, "{text}");
        let root = x.square_root(&mut product_of_finite).unwrap();
        assert_eq!(mul(&root, &root), x, "{text}");
    }
}

#[test]
fn degrees_are_the_least_by_definition() {
    for (text, degree) in [
        ("ω", 6),
        ("ω^3", 18),
        ("ω^ω", 20),
        ("ω^ω+ω", 60),
        ("2", 2),
        ("4", 4),
        ("1", 1),
        ("ω^2+ω", 6),
    ] {
        let x = nimber(text);
        let mut conjugate = mul(&x, &x);
        let mut least = 1;
        while conjugate != x {
            conjugate = mul(&conjugate, &conjugate);
            least += 1;
        }
        assert_eq!(x.degree(&mut product_of_finite).unwrap(), least, "{text}");
        if text != "ω^2+ω" {
            assert_eq!(least, degree, "{text}");
        }
    }
    // κ_9 over κ_3: the degree of κ_47 is beyond all bounds, and that is said at once
    assert!(nimber("ω^(ω^13)").degree(&mut product_of_finite).is_err());
    assert_eq!(nimber("ω^(ω^13)").field_degree(&mut product_of_finite).unwrap(), 237_820);
}

#[test]
fn roots_are_roots_and_the_least_of_them() {
    for (text, n) in [
        ("2", 3),
        ("3", 3),
        ("5", 3),
        ("ω", 3),
        ("ω+1", 3),
        ("4", 5),
        ("2", 5),
        ("ω", 5),
        ("ω^ω", 5),
        ("ω", 7),
        ("ω+1", 7),
        ("ω^2+3", 7),
        ("ω^3+ω", 3),
        ("7", 9),
        ("6", 15),
        ("ω^ω+1", 3),
        ("ω", 2),
        ("ω^ω+ω", 11),
        ("9", 17),
    ] {
        let x = nimber(text);
        let root = x.root(n, &mut product_of_finite).unwrap();
        assert_eq!(pow(&root, &UBig::from(n)), x, "{text} {n}");
    }
    for (text, n, least) in [("2", 3, "ω"), ("4", 5, "ω^ω"), ("ω+1", 7, "ω^(ω^2)"), ("ω", 3, "ω^3")]
    {
        assert_eq!(nimber(text).root(n, &mut product_of_finite).unwrap(), nimber(least));
    }
    assert!(nimber("2").root(0, &mut product_of_finite).is_err());
}

#[test]
fn products_beyond_the_table_use_what_the_algorithm_finds() {
    // 593 is the first prime beyond the table whose field is small
    let check = &mut || Ok::<(), Error>(());
    let power = alpha(593, check).unwrap();
    let found = Lenstra::by_table().find(593, &mut |_| Ok::<(), Error>(())).unwrap();
    let kappa = nimber("ω^(ω^106)");
    assert_eq!(pow(&kappa, &UBig::from(593u32)), power, "{found:?}");
    assert!(alpha(587, check).is_err(), "its field is too large");
}
