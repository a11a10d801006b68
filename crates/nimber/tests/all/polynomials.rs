//! Polynomials against their definitions, and the laws of factorisation.

use farstar_nimber::{
    AlgebraError, Nim8, Nim16, Nim32, Nim64, Nim128, Nimber, Polynomial, Recurrence,
};
use proptest::prelude::*;

fn draw<N: Nimber>(count: usize, mut seed: u128) -> Vec<N> {
    (0..count)
        .map(|_| {
            seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(99);
            N::from_u128((seed ^ seed >> 64) >> (128 - N::BITS)).expect("shifted to the width")
        })
        .collect()
}

fn random<N: Nimber>(count: usize, seed: u128) -> Polynomial<N> {
    Polynomial::new(draw(count, seed))
}

fn product_by_definition<N: Nimber>(a: &Polynomial<N>, b: &Polynomial<N>) -> Polynomial<N> {
    let mut out = vec![N::ZERO; a.coefficients().len() + b.coefficients().len()];
    for (i, &x) in a.coefficients().iter().enumerate() {
        for (j, &y) in b.coefficients().iter().enumerate() {
            out[i + j] += x * y;
        }
    }
    Polynomial::new(out)
}

fn value_by_definition<N: Nimber>(f: &Polynomial<N>, x: N) -> N {
    f.coefficients().iter().enumerate().map(|(k, &c)| c * x.pow(k as u128)).sum()
}

fn products_are_convolutions<N: Nimber>() {
    for (m, n) in [(0, 3), (1, 1), (4, 9), (33, 32), (60, 7)] {
        let (a, b) = (random::<N>(m, 1), random::<N>(n, 2));
        assert_eq!(&a * &b, product_by_definition(&a, &b));
        assert_eq!(a.square(), &a * &a);
    }
}

#[test]
fn products_are_convolutions_in_every_width() {
    products_are_convolutions::<Nim8>();
    products_are_convolutions::<Nim16>();
    products_are_convolutions::<Nim32>();
    products_are_convolutions::<Nim64>();
    products_are_convolutions::<Nim128>();
}

#[test]
fn long_products_agree_at_points_with_the_factors() {
    // 3001 coefficients, transformed; 1101 by 1030, folded above 2^11; two planes of 128 bits.
    for (m, n) in [(1501, 1501), (1101, 1030), (1024, 1025)] {
        let (a, b) = (random::<Nim64>(m, 3), random::<Nim64>(n, 4));
        let product = &a * &b;
        for x in draw::<Nim64>(4, 5) {
            assert_eq!(product.evaluate(x), a.evaluate(x) * b.evaluate(x));
        }
    }
    let (a, b) = (random::<Nim128>(900, 3), random::<Nim128>(1100, 4));
    let product = &a * &b;
    for x in draw::<Nim128>(3, 5) {
        assert_eq!(product.evaluate(x), a.evaluate(x) * b.evaluate(x));
    }
}

fn division_law<N: Nimber>(m: usize, n: usize) {
    let (a, b) = (random::<N>(m, 6), random::<N>(n, 7));
    let (quotient, remainder) = a.div_rem(&b).expect("not zero");
    assert!(remainder.degree() < b.degree());
    assert_eq!(&(&quotient * &b) + &remainder, a);
}

#[test]
fn quotient_and_remainder_short_and_long() {
    for (m, n) in [(0, 1), (5, 9), (9, 5), (9, 9), (40, 1), (700, 350), (1500, 400), (3000, 900)] {
        division_law::<Nim64>(m, n);
    }
    division_law::<Nim8>(20, 7);
    division_law::<Nim128>(700, 300);
}

#[test]
fn values_at_many_points_are_values_at_each() {
    for (length, points) in
        [(0, 5), (3, 100), (100, 3), (200, 64), (200, 65), (1000, 700), (300, 900)]
    {
        let f = random::<Nim64>(length, 8);
        let points = draw::<Nim64>(points, 9);
        let expected: Vec<_> = points.iter().map(|&x| f.evaluate(x)).collect();
        assert_eq!(f.evaluate_many(&points), expected, "{length} at {}", points.len());
    }
    // All values of the field, many more points than coefficients and the other way round.
    let all: Vec<Nim8> = (0..=255).map(Nim8::new).collect();
    let f = random::<Nim8>(300, 10);
    let expected: Vec<_> = all.iter().map(|&x| value_by_definition(&f, x)).collect();
    assert_eq!(f.evaluate_many(&all), expected);
    let f = random::<Nim128>(150, 10);
    let points = draw::<Nim128>(140, 11);
    let expected: Vec<_> = points.iter().map(|&x| f.evaluate(x)).collect();
    assert_eq!(f.evaluate_many(&points), expected);
}

#[test]
fn interpolation_undoes_evaluation() {
    for n in [0, 1, 2, 63, 64, 65, 130, 500] {
        let f = random::<Nim64>(n, 12);
        let points = draw::<Nim64>(n, 13);
        let values = f.evaluate_many(&points);
        assert_eq!(Polynomial::interpolate(&points, &values), Ok(f), "{n} points");
    }
    let points: Vec<Nim8> = (0..=255).map(Nim8::new).collect();
    let values = draw::<Nim8>(256, 14);
    let f = Polynomial::interpolate(&points, &values).expect("all different");
    assert_eq!(f.evaluate_many(&points), values);
}

#[test]
fn interpolation_names_the_repeated_point() {
    let points = [3, 1, 4, 1, 5, 9, 3].map(Nim8::new);
    let repeated = AlgebraError::RepeatedPoint { first: 1, second: 3 };
    assert_eq!(Polynomial::interpolate(&points, &points), Err(repeated));
    let short = Polynomial::interpolate(&points, &points[..2]);
    assert!(matches!(short, Err(AlgebraError::SizeMismatch { expected: 7, found: 2, .. })));
}

#[test]
fn published_values() {
    // Values computed by two programs of different method.
    let f: Polynomial<Nim64> =
        "10348117370151878474,16751806732578776131,3733148081928092465,104247920131330773,\
                                7073664949296356501,12992475477903228847,34"
            .parse()
            .expect("a polynomial");
    assert_eq!(f.evaluate(Nim64::new(218496512)), Nim64::new(2035194219149221271));
    let f: Polynomial<Nim64> =
        "17409494745392773810,12504581279009589822,391967152743,8625187318555153458,\
                                7189516484222490504"
            .parse()
            .expect("a polynomial");
    assert_eq!(f.evaluate(Nim64::new(12296761165278126447)), Nim64::new(3713750537905666444));
}

/// The product of the factors with their multiplicities.
fn expand<N: Nimber>(factors: &[(Polynomial<N>, u64)]) -> Polynomial<N> {
    factors.iter().fold(Polynomial::constant(N::ONE), |product, (factor, multiplicity)| {
        (0..*multiplicity).fold(product, |product, _| &product * factor)
    })
}

/// Has `f` a monic divisor of degree 1 to deg f / 2? All of them are tried.
fn has_divisor(f: &Polynomial<Nim8>) -> bool {
    let degree = f.degree().expect("not zero");
    (1..=degree / 2).any(|d| {
        (0..1u64 << (8 * d)).any(|word| {
            let mut divisor: Vec<_> = (0..d).map(|i| Nim8::new((word >> (8 * i)) as u8)).collect();
            divisor.push(Nim8::ONE);
            f.div_rem(&Polynomial::new(divisor)).expect("monic").1.is_zero()
        })
    })
}

#[test]
fn irreducible_means_without_divisors() {
    let mut seen = [0; 2];
    for seed in 0..24 {
        let f = &random::<Nim8>(3, seed)
            + &Polynomial::new(vec![Nim8::ZERO, Nim8::ZERO, Nim8::ZERO, Nim8::ONE]);
        let irreducible = f.is_irreducible();
        assert_eq!(irreducible, !has_divisor(&f), "{f}");
        seen[usize::from(irreducible)] += 1;
    }
    assert!(seen[0] > 0 && seen[1] > 0, "both kinds were tried");
}

fn factors_multiply_back<N: Nimber>(degree: usize, seed: u128) {
    let f = random::<N>(degree + 1, seed);
    let factors = f.factor().expect("not zero");
    assert_eq!(expand(&factors), f.monic());
    for (factor, _) in &factors {
        assert!(factor.is_irreducible(), "{factor}");
    }
}

#[test]
fn random_polynomials_factor() {
    for seed in 0..4 {
        factors_multiply_back::<Nim8>(9, seed);
        factors_multiply_back::<Nim16>(7, seed);
        factors_multiply_back::<Nim32>(6, seed);
        factors_multiply_back::<Nim64>(8, seed);
        factors_multiply_back::<Nim128>(4, seed);
    }
}

#[test]
fn known_factors_are_found_with_their_multiplicities() {
    // Irreducible over 8 bits: x² + x + 128, whose trace is 1, and x³ + 2, since 2 is not a cube.
    let parse = |text: &str| text.parse::<Polynomial<Nim8>>().expect("a polynomial");
    let parts = [
        (parse("x"), 6),
        (parse("x + 7"), 1),
        (parse("x + 9"), 2),
        (parse("x^2 + x + 128"), 4),
        (parse("x^3 + 2"), 3),
    ];
    let f = expand(&parts);
    assert_eq!(f.scale(Nim8::new(77)).factor(), Ok(parts.to_vec()));
    let square_free = f.square_free().expect("not zero");
    let multiplicities: Vec<_> = square_free.iter().map(|&(_, m)| m).collect();
    assert_eq!(multiplicities, [1, 2, 3, 4, 6]);
    assert_eq!(expand(&square_free), f);
    assert_eq!(f.roots(), Ok([0, 7, 9].map(Nim8::new).to_vec()));
}

#[test]
fn two_factors_of_one_degree_are_told_apart() {
    let irreducible = |seed: u128| {
        (seed..)
            .map(|s| random::<Nim16>(5, s).monic())
            .find(Polynomial::is_irreducible)
            .expect("dense")
    };
    let (a, b) = (irreducible(100), irreducible(900));
    assert_ne!(a, b);
    let mut expected = vec![(a.clone(), 1), (b.clone(), 1)];
    let mut found = (&a * &b).factor().expect("not zero");
    expected.sort_by_key(|(f, _)| f.coefficients().to_vec());
    found.sort_by_key(|(f, _)| f.coefficients().to_vec());
    assert_eq!(found, expected);
}

#[test]
fn roots_of_products_of_linear_factors() {
    for n in [0usize, 1, 2, 17, 60] {
        let mut roots = draw::<Nim64>(n, 20);
        let f = Polynomial::from_roots(&roots);
        roots.sort_unstable();
        assert_eq!(f.roots(), Ok(roots));
    }
    let all: Vec<Nim8> = (0..=255).map(Nim8::new).collect();
    // x^256 + x vanishes everywhere.
    assert_eq!(Polynomial::from_roots(&all).to_string(), "x^256 + x");
    assert_eq!("x^256 + x".parse::<Polynomial<Nim8>>().expect("a polynomial").roots(), Ok(all));
}

#[test]
fn a_check_that_says_no_stops_factors_roots_and_recurrences() {
    let f = random::<Nim64>(6, 60);
    let cancelled = AlgebraError::Cancelled;
    assert_eq!(f.factor_checked(&mut || false), Err(cancelled.clone()));
    assert_eq!(f.roots_checked(&mut || false), Err(cancelled.clone()));
    let sequence = draw::<Nim8>(600, 61);
    let mut calls = 0;
    let mut twice = || {
        calls += 1;
        calls < 3
    };
    assert_eq!(Recurrence::shortest_checked(&sequence, &mut twice), Err(cancelled));
    assert_eq!(calls, 3);
}

#[test]
fn zero_has_no_factorisation_and_divides_nothing() {
    let (zero, one) = (Polynomial::<Nim8>::zero(), Polynomial::constant(Nim8::ONE));
    assert!(matches!(zero.factor(), Err(AlgebraError::ZeroPolynomial(_))));
    assert!(matches!(zero.roots(), Err(AlgebraError::ZeroPolynomial(_))));
    assert!(matches!(zero.square_free(), Err(AlgebraError::ZeroPolynomial(_))));
    assert!(matches!(one.div_rem(&zero), Err(AlgebraError::DivisionByZero(_))));
    assert!(matches!(one.pow_mod(2, &zero), Err(AlgebraError::DivisionByZero(_))));
    assert_eq!(one.factor(), Ok(vec![]));
    assert!(!one.is_irreducible());
    assert_eq!(zero.gcd(&zero), zero);
    assert_eq!(zero.degree(), None);
}

#[test]
fn composition_substitutes() {
    let (f, g) = (random::<Nim64>(7, 30), random::<Nim64>(5, 31));
    let mut horner = Polynomial::zero();
    for &c in f.coefficients().iter().rev() {
        horner = &(&horner * &g) + &Polynomial::constant(c);
    }
    assert_eq!(f.compose(&g), Ok(horner));
    let huge = Polynomial::<Nim8>::new(draw(1 << 15, 1));
    assert!(matches!(huge.compose(&huge), Err(AlgebraError::TooManyElements { .. })));
    assert_eq!(Polynomial::zero().compose(&g), Ok(Polynomial::zero()));
    assert_eq!(f.compose(&Polynomial::zero()), Ok(Polynomial::constant(f.coefficient(0))));
}

#[test]
fn texts_that_are_not_polynomials_are_refused() {
    for text in
        ["", "x^", "x^-1", "y", "3x+", "x2", "x^99999999999999999999", "x^1048577", "1,2,,3", "300"]
    {
        assert!(text.parse::<Polynomial<Nim8>>().is_err(), "{text:?}");
    }
    let p: Polynomial<Nim8> = "3 x^2 - x + x + *5".parse().expect("a polynomial");
    assert_eq!(p.to_string(), "3x^2 + 5");
    assert_eq!("7,1,3".parse::<Polynomial<Nim8>>().expect("a list").to_string(), "3x^2 + x + 7");
    assert_eq!(Polynomial::<Nim8>::zero().to_string(), "0");
}

#[test]
fn shortest_recurrence_finds_the_one_that_made_the_sequence() {
    for order in [0usize, 1, 2, 5, 40, 150] {
        let made = Recurrence::new(draw::<Nim64>(order, 40), draw(order, 41)).expect("as many");
        let sequence = made.terms(2 * order + 3);
        let found = Recurrence::shortest(&sequence);
        assert_eq!(found, made);
        assert_eq!(found.terms(500), made.terms(500));
    }
}

#[test]
fn shortest_recurrence_is_shortest() {
    // Every shorter recurrence would be a kernel element of the Hankel matrix.
    for seed in 0..6 {
        let sequence = draw::<Nim8>(9, seed);
        let sequence: Vec<_> = sequence.iter().map(|x| Nim8::new(x.get() & 1)).collect();
        let found = Recurrence::shortest(&sequence);
        assert_eq!(found.terms(9), sequence);
        for order in 0..found.order() {
            let obeys = (0..1u32 << (2 * order)).any(|word| {
                // Coefficients among 0, 1, 2, 3, the field of four nimbers: enough for a sequence of zeros and ones.
                let c: Vec<_> =
                    (0..order).map(|i| Nim8::new((word >> (2 * i) & 3) as u8)).collect();
                let made = Recurrence::new(c, sequence[..order].to_vec()).expect("as many");
                made.terms(9) == sequence
            });
            assert!(!obeys, "order {order} would do for {sequence:?}");
        }
    }
}

#[test]
fn far_terms_agree_with_near_ones_and_with_powers() {
    let made = Recurrence::new(draw::<Nim16>(7, 50), draw(7, 51)).expect("as many");
    let terms = made.terms(400);
    for n in [0usize, 1, 6, 7, 8, 100, 255, 256, 399] {
        assert_eq!(made.nth(n as u128), terms[n]);
    }
    // s_n = 5⊗s_{n−1} from 3: the n-th term is 3⊗5^n.
    let powers = Recurrence::new(vec![Nim128::new(5)], vec![Nim128::new(3)]).expect("one each");
    assert_eq!(powers.nth(u128::MAX), Nim128::new(3) * Nim128::new(5).pow(u128::MAX));
    assert_eq!(Recurrence::<Nim8>::shortest(&[]).nth(10), Nim8::ZERO);
    assert_eq!(Recurrence::<Nim8>::shortest(&[Nim8::ZERO; 5]).order(), 0);
}

#[test]
fn a_recurrence_needs_as_many_first_terms_as_coefficients() {
    let wrong = Recurrence::new(vec![Nim8::ONE; 2], vec![Nim8::ONE]);
    assert!(matches!(wrong, Err(AlgebraError::SizeMismatch { expected: 2, found: 1, .. })));
}

proptest! {
    #[test]
    fn bezout(m in 0usize..12, n in 0usize..12, k in 0usize..6, seed: u128) {
        let common = random::<Nim8>(k, seed ^ 5);
        let a = &random::<Nim8>(m, seed) * &common;
        let b = &random::<Nim8>(n, seed ^ 9) * &common;
        let (g, s, t) = a.extended_gcd(&b);
        prop_assert_eq!(&(&s * &a) + &(&t * &b), g.clone());
        prop_assert_eq!(&a.gcd(&b), &g);
        if !g.is_zero() {
            prop_assert!(a.div_rem(&g).expect("not zero").1.is_zero());
            prop_assert!(b.div_rem(&g).expect("not zero").1.is_zero());
            prop_assert_eq!(g.leading(), Some(Nim8::ONE));
        }
        if !common.is_zero() {
            prop_assert!(g.div_rem(&common).expect("not zero").1.is_zero());
        }
    }

    #[test]
    fn ring_laws(seed: u128, l in 0usize..9, m in 0usize..9, n in 0usize..9) {
        let (a, b, c) = (random::<Nim32>(l, seed), random::<Nim32>(m, seed ^ 1), random::<Nim32>(n, seed ^ 2));
        prop_assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
        prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
        prop_assert_eq!(&a - &a, Polynomial::zero());
        // Leibniz' rule.
        let derivative = &(&a.derivative() * &b) + &(&a * &b.derivative());
        prop_assert_eq!((&a * &b).derivative(), derivative);
    }

    #[test]
    fn powers_modulo(seed: u128, exponent in 0u128..40) {
        let (a, m) = (random::<Nim64>(5, seed), random::<Nim64>(4, seed ^ 1));
        prop_assume!(!m.is_zero());
        let power = (0..exponent).fold(Polynomial::constant(Nim64::ONE), |p, _| &p * &a);
        prop_assert_eq!(a.pow_mod(exponent, &m), Ok(power.div_rem(&m).expect("not zero").1));
    }

    #[test]
    fn polynomial_text_round_trips(seed: u128, n in 0usize..8) {
        let p = random::<Nim64>(n, seed);
        prop_assert_eq!(p.to_string().parse(), Ok(p.clone()));
    }
}
