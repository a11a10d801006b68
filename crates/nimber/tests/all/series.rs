//! Series against sums over set partitions and naive convolutions, and the lemmas on characteristic 2.

use farstar_nimber::{
    AlgebraError, BinomialSeries, Nim8, Nim16, Nim32, Nim64, Nim128, Nimber, Polynomial,
    PowerSeries, SetPowerSeries, xor_zeta, xor_zeta_supersets,
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

/// Random coefficients with a given constant term.
fn with_constant<N: Nimber>(count: usize, constant: N, seed: u128) -> Vec<N> {
    let mut coefficients = draw(count, seed);
    coefficients[0] = constant;
    coefficients
}

fn set<N: Nimber>(coefficients: Vec<N>) -> SetPowerSeries<N> {
    SetPowerSeries::new(coefficients).expect("2^k coefficients")
}

/// The generator of the published tables.
fn table_words(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut state = seed;
    move |modulus| {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 33) % modulus
    }
}

/// ⊕ a(T)⊗b(S∖T), one subset after the other.
fn convolution<N: Nimber>(a: &[N], b: &[N], s: usize) -> N {
    let mut t = s;
    let mut sum = N::ZERO;
    loop {
        sum += a[t] * b[s ^ t];
        if t == 0 {
            return sum;
        }
        t = (t - 1) & s;
    }
}

/// Sum over the set partitions of `s` of f_(blocks so far + blocks) ∏ a(block): the block of the least element comes
/// first.
fn over_partitions<N: Nimber>(a: &[N], f: &dyn Fn(usize) -> N, s: usize, blocks: usize) -> N {
    if s == 0 {
        return f(blocks);
    }
    let least = s & s.wrapping_neg();
    (0..=s)
        .filter(|block| block & !s == 0 && block & least != 0)
        .map(|block| a[block] * over_partitions(a, f, s ^ block, blocks + 1))
        .sum()
}

fn products_are_subset_convolutions<N: Nimber>(elements: usize) {
    let (a, b) = (draw::<N>(1 << elements, 1), draw::<N>(1 << elements, 2));
    let expected: Vec<N> = (0..1 << elements).map(|s| convolution(&a, &b, s)).collect();
    assert_eq!(set(a).product(&set(b)), Ok(set(expected)), "{elements} elements");
}

#[test]
fn products_are_subset_convolutions_in_every_width() {
    for elements in 0..=9 {
        products_are_subset_convolutions::<Nim64>(elements);
    }
    products_are_subset_convolutions::<Nim8>(5);
    products_are_subset_convolutions::<Nim16>(4);
    products_are_subset_convolutions::<Nim32>(7);
    products_are_subset_convolutions::<Nim128>(7);
}

#[test]
fn a_product_on_thirteen_elements_agrees_at_single_sets() {
    let (a, b) = (draw::<Nim64>(1 << 13, 3), draw::<Nim64>(1 << 13, 4));
    let product = set(a.clone()).product(&set(b.clone())).expect("same elements");
    for s in [0, 1, 0x1000, 0x0fff, 0x1555, 0x1aab, 0x1fff] {
        assert_eq!(product.coefficients()[s], convolution(&a, &b, s), "set {s:#x}");
    }
}

fn exp_sums_over_partitions<N: Nimber>(elements: usize) {
    let a = with_constant::<N>(1 << elements, N::ZERO, 5);
    let expected: Vec<N> =
        (0..1 << elements).map(|s| over_partitions(&a, &|_| N::ONE, s, 0)).collect();
    let exp = set(a.clone()).exp().expect("constant term 0");
    assert_eq!(exp.coefficients(), expected);
    assert_eq!(exp.ln(), Ok(set(a)));
}

#[test]
fn exp_sums_over_partitions_in_every_width() {
    for elements in 0..=6 {
        exp_sums_over_partitions::<Nim64>(elements);
    }
    exp_sums_over_partitions::<Nim8>(5);
    exp_sums_over_partitions::<Nim16>(3);
    exp_sums_over_partitions::<Nim32>(4);
    exp_sums_over_partitions::<Nim128>(5);
}

#[test]
fn exp_is_a_product_of_binomials() {
    // exp(a) = ∏ (1 ⊕ a(S)·y^S) over S ≠ ∅, because y^S·y^S = 0.
    let a = with_constant::<Nim32>(1 << 5, Nim32::ZERO, 6);
    let mut product = SetPowerSeries::one(5).expect("few");
    for s in 1..1 << 5 {
        let mut factor = vec![Nim32::ZERO; 1 << 5];
        (factor[0], factor[s]) = (Nim32::ONE, a[s]);
        product = product.product(&set(factor)).expect("same elements");
    }
    assert_eq!(set(a).exp(), Ok(product));
}

#[test]
fn published_set_exponentials() {
    // Exponentials on 6 elements, computed by two programs of different method: the value of the full set.
    for (seed, last) in [(0, 4542248546563832236), (6, 16090309992485791994)] {
        let mut next = table_words(seed);
        let a = (0..64)
            .map(
                |s| if s == 0 { 0 } else { (next(1 << 31) << 33) + (next(1 << 31) << 2) + next(4) },
            )
            .map(Nim64::new)
            .collect();
        let exp = set(a).exp().expect("constant term 0");
        assert_eq!(exp.coefficients()[63], Nim64::new(last));
    }
    // Four elements, by enumeration of the partitions.
    let a = [
        0,
        14811585273961073914,
        17066662928757559587,
        9374115971110234905,
        616379267987917315,
        18299039515739974392,
        16804477482958324723,
        14909904998841911590,
        1937825160904802990,
        10111679674972343896,
        14776349367216216350,
        9905103977509866371,
        3985019547477366542,
        1256649569757228135,
        7047574698989979808,
        15188555965789726400,
    ];
    let exp = set(a.map(Nim64::new).to_vec()).exp().expect("constant term 0");
    assert_eq!(exp.coefficients()[3], Nim64::new(9107113514030894612));
    assert_eq!(exp.coefficients()[7], Nim64::new(1961697170896760485));
    assert_eq!(exp.coefficients()[14], Nim64::new(3728530512351196787));
}

#[test]
fn sequences_are_composed_by_the_number_of_blocks() {
    for elements in 0..=5 {
        let a = with_constant::<Nim64>(1 << elements, Nim64::ZERO, 7);
        let f = draw::<Nim64>(elements + 1, 8);
        let expected: Vec<_> =
            (0..1 << elements).map(|s| over_partitions(&a, &|b| f[b], s, 0)).collect();
        assert_eq!(set(a.clone()).compose_sequence(&f), Ok(set(expected)));
        let ones = vec![Nim64::ONE; elements + 1];
        assert_eq!(set(a.clone()).compose_sequence(&ones), set(a).exp());
    }
}

#[test]
fn a_short_sequence_is_continued_by_zeros() {
    let a = with_constant::<Nim16>(8, Nim16::ZERO, 9);
    // f = 0, 1: one block only, the series itself. f = 1: no block, the constant 1.
    let identity = [Nim16::ZERO, Nim16::ONE];
    assert_eq!(set(a.clone()).compose_sequence(&identity), Ok(set(a.clone())));
    assert_eq!(set(a).compose_sequence(&[Nim16::ONE]), SetPowerSeries::one(3));
}

#[test]
fn polynomials_of_a_series_are_sums_of_powers() {
    let a = set(draw::<Nim8>(16, 10));
    let p: Polynomial<Nim8> = "7x^5 + x^4 + 9x^3 + 200x^2 + 3x + 1".parse().expect("a polynomial");
    let mut value = SetPowerSeries::zero(4).expect("few");
    for &c in p.coefficients().iter().rev() {
        value = value.product(&a).expect("same elements");
        let mut coefficients = value.into_coefficients();
        coefficients[0] += c;
        value = set(coefficients);
    }
    assert_eq!(a.compose_polynomial(&p), value);
}

#[test]
fn wrong_constant_terms_and_sizes_are_named() {
    let zero = set(vec![Nim8::ZERO; 4]);
    assert_eq!(
        zero.ln(),
        Err(AlgebraError::ConstantTerm { operation: "ln", expected: 1, found: "0".to_owned() })
    );
    assert!(matches!(zero.inverse(), Err(AlgebraError::DivisionByZero(_))));
    let two = set(vec![Nim8::new(2); 4]);
    assert_eq!(
        two.exp(),
        Err(AlgebraError::ConstantTerm { operation: "exp", expected: 0, found: "2".to_owned() })
    );
    assert!(matches!(two.compose_sequence(&[]), Err(AlgebraError::ConstantTerm { .. })));
    assert_eq!(SetPowerSeries::new(vec![Nim8::ONE; 3]), Err(AlgebraError::NotPowerOfTwo(3)));
    assert_eq!(SetPowerSeries::<Nim8>::new(vec![]), Err(AlgebraError::NotPowerOfTwo(0)));
    assert!(matches!(SetPowerSeries::<Nim8>::zero(60), Err(AlgebraError::TooManyElements { .. })));
    let other = set(vec![Nim8::ONE; 8]);
    assert!(matches!(
        zero.product(&other),
        Err(AlgebraError::SizeMismatch { expected: 4, found: 8, .. })
    ));
    assert_eq!(xor_zeta(&mut [Nim8::ONE; 6]), Err(AlgebraError::NotPowerOfTwo(6)));
}

#[test]
fn a_check_that_says_no_stops_a_product() {
    let a = set(vec![Nim8::ONE; 1 << 11]);
    let mut calls = 0;
    let mut once = || {
        calls += 1;
        calls < 2
    };
    assert_eq!(a.product_checked(&a, &mut once), Err(AlgebraError::Cancelled));
    assert_eq!(calls, 2);
    let exp = set(with_constant(1 << 11, Nim8::ZERO, 1)).exp_checked(&mut || false);
    assert_eq!(exp, Err(AlgebraError::Cancelled));
    let f = BinomialSeries::new(with_constant(3000, Nim8::ZERO, 1)).expect("few");
    assert_eq!(f.exp_checked(&mut || false), Err(AlgebraError::Cancelled));
}

/// Sum over the set partitions of m labels, C(m − 1, i − 1) ways to choose the others in the block of the first.
fn labelled_exp(f: &[Nim64], m: usize) -> Vec<Nim64> {
    let binomial =
        |n: usize, k: usize| (0..k).fold(1u128, |c, i| c * (n - i) as u128 / (i + 1) as u128);
    let mut g = vec![Nim64::ONE];
    for size in 1..=m {
        let mut sum = Nim64::ZERO;
        for block in 1..=size {
            if binomial(size - 1, block - 1) % 2 == 1 {
                sum += f[block] * g[size - block];
            }
        }
        g.push(sum);
    }
    g
}

#[test]
fn labelled_exponentials_count_blocks_of_sizes() {
    let f = with_constant::<Nim64>(41, Nim64::ZERO, 11);
    let series = BinomialSeries::new(f.clone()).expect("few");
    let g = series.exp().expect("constant term 0");
    assert_eq!(g.coefficients(), labelled_exp(&f, 40));
    assert_eq!(g.ln(), Ok(series));
    // Directly from the set partitions of up to 8 labels.
    for m in 0..=8 {
        let by_set: Vec<_> = (0..1usize << m).map(|s| f[s.count_ones() as usize]).collect();
        let expected = over_partitions(&by_set, &|_| Nim64::ONE, (1 << m) - 1, 0);
        assert_eq!(g.coefficients()[m], expected, "{m} labels");
    }
}

#[test]
fn published_labelled_exponentials() {
    // g_m for graphs with complete components, verified by enumeration.
    for (f, g) in [
        (
            &[4116785154u64, 2745409683, 3144315260, 3396204792][..],
            &[4116785154u64, 828566936, 692048491, 3877362603][..],
        ),
        (&[169, 139, 80, 26], &[169, 109, 5, 67]),
        (&[12, 9], &[12, 2]),
        (&[239, 97], &[239, 229]),
        (
            &[1463431109, 1604506959, 1107079970, 4276952761, 2312167125, 587573987, 2319608378],
            &[1463431109, 618804197, 3865033271, 3437792027, 2558152440, 3335634307, 2885017151],
        ),
        (&[0, 1, 1, 0, 0, 0, 0, 1], &[0, 1, 1, 1, 0, 1, 1, 0]),
    ] {
        let mut coefficients = vec![Nim64::ZERO];
        coefficients.extend(f.iter().map(|&f| Nim64::new(f)));
        let exp = BinomialSeries::new(coefficients).expect("few").exp().expect("constant term 0");
        let found: Vec<_> = exp.coefficients()[1..].iter().map(|g| g.get()).collect();
        assert_eq!(found, g);
    }
}

#[test]
fn a_long_labelled_exponential_obeys_the_recurrence_of_the_first_block() {
    // g_{m+1} = ⊕ f_{i+1}⊗g_{m−i} over the i whose bits are bits of m.
    let n = 3000;
    let f = with_constant::<Nim64>(n + 1, Nim64::ZERO, 12);
    let g = BinomialSeries::new(f.clone()).expect("few").exp().expect("constant term 0");
    for m in (0..n).step_by(37).chain([1023, 2047, 2048, n - 1]) {
        let shifted: Vec<_> = f[1..=m + 1].to_vec();
        assert_eq!(g.coefficients()[m + 1], convolution(&shifted, g.coefficients(), m), "{m}");
    }
}

#[test]
fn newton_doubles_a_labelled_exponential() {
    // g_{2k} = g_k ∗ (1 ⊕ ln g_k ⊕ f), the constant term of ln g_k ⊕ f being zero.
    let f = BinomialSeries::new(with_constant::<Nim64>(64, Nim64::ZERO, 13)).expect("few");
    let exact = f.exp().expect("constant term 0");
    let mut g = BinomialSeries::new(vec![Nim64::ONE]).expect("one");
    while g.coefficients().len() < 64 {
        let length = 2 * g.coefficients().len();
        let mut padded = g.into_coefficients();
        padded.resize(length, Nim64::ZERO);
        let former = BinomialSeries::new(padded).expect("few");
        let mut step = former.ln().expect("constant term 1").sum(&f).into_coefficients();
        step[0] += Nim64::ONE;
        g = former.product(&BinomialSeries::new(step).expect("few"));
        assert_eq!(g.coefficients(), &exact.coefficients()[..length]);
    }
}

#[test]
fn labelled_series_without_terms_stay_empty() {
    let empty = BinomialSeries::<Nim64>::new(Vec::new()).expect("none");
    assert_eq!(empty.exp(), Ok(empty.clone()));
    assert_eq!(empty.ln(), Ok(empty.clone()));
    assert_eq!(empty.inverse(), Ok(empty.clone()));
    assert_eq!(empty.product(&empty), empty);
    assert_eq!(empty.derivative(), empty);
    let one = BinomialSeries::new(vec![Nim64::ONE]).expect("one");
    assert!(matches!(
        one.exp(),
        Err(AlgebraError::ConstantTerm { operation: "exp", expected: 0, .. })
    ));
    assert_eq!(one.product(&empty), empty);
}

#[test]
fn power_series_by_their_definitions() {
    let (a, b) = (draw::<Nim64>(40, 14), draw::<Nim64>(30, 15));
    let product = PowerSeries::new(a.clone()).product(&PowerSeries::new(b.clone()));
    let expected: Vec<_> =
        (0..30).map(|n| (0..=n).map(|i| a[i] * b[n - i]).sum::<Nim64>()).collect();
    assert_eq!(product.coefficients(), expected);
    for length in [1usize, 2, 63, 64, 65, 200] {
        let series = PowerSeries::new(draw::<Nim64>(length, 16));
        let one = series.product(&series.inverse().expect("constant term not 0"));
        let mut unit = vec![Nim64::ZERO; length];
        unit[0] = Nim64::ONE;
        assert_eq!(one.coefficients(), unit);
    }
    let short = PowerSeries::new([3, 1].map(Nim8::new).to_vec());
    let long = PowerSeries::<Nim8>::from_polynomial(&"x^9 + 1".parse().expect("a polynomial"), 200);
    let inverse = long.inverse().expect("constant term 1");
    assert!((0..200).all(|n| inverse.coefficients()[n] == Nim8::new(u8::from(n % 9 == 0))));
    assert_eq!(short.quotient(&short).expect("not 0").coefficients(), [1, 0].map(Nim8::new));
    assert_eq!(PowerSeries::<Nim8>::new(vec![]).inverse(), Ok(PowerSeries::new(vec![])));
}

#[test]
fn what_power_series_do_not_have_is_refused() {
    let odd = PowerSeries::new([1, 0, 5, 2].map(Nim8::new).to_vec());
    assert_eq!(odd.sqrt(), Err(AlgebraError::NoSquareRoot { exponent: 3 }));
    let zero = PowerSeries::new([0, 1].map(Nim8::new).to_vec());
    assert!(matches!(zero.inverse(), Err(AlgebraError::DivisionByZero(_))));
    assert!(matches!(zero.compose(&odd), Err(AlgebraError::ConstantTerm { expected: 0, .. })));
}

proptest! {
    #[test]
    fn every_set_series_with_constant_term_one_is_its_own_inverse(elements in 0usize..8, seed: u128) {
        let a = set(with_constant::<Nim64>(1 << elements, Nim64::ONE, seed));
        prop_assert_eq!(a.product(&a), SetPowerSeries::one(elements));
        prop_assert_eq!(a.inverse(), Ok(a));
    }

    #[test]
    fn squares_of_set_series_are_constants(elements in 0usize..7, seed: u128) {
        let a = set(draw::<Nim128>(1 << elements, seed));
        let square = a.product(&a).expect("same elements");
        let mut constant = vec![Nim128::ZERO; 1 << elements];
        constant[0] = a.constant_term().square();
        prop_assert_eq!(square.coefficients(), constant);
        if !a.constant_term().is_zero() {
            let one = a.product(&a.inverse().expect("not zero"));
            prop_assert_eq!(one, SetPowerSeries::one(elements));
        }
    }

    #[test]
    fn exp_turns_sums_into_products(elements in 0usize..8, seed: u128) {
        let a = set(with_constant::<Nim32>(1 << elements, Nim32::ZERO, seed));
        let b = set(with_constant::<Nim32>(1 << elements, Nim32::ZERO, !seed));
        let sum = a.sum(&b).expect("same elements").exp().expect("constant term 0");
        let exps = (a.exp().expect("constant term 0"), b.exp().expect("constant term 0"));
        prop_assert_eq!(exps.0.product(&exps.1), Ok(sum));
    }

    #[test]
    fn zeta_sums_over_subsets_and_undoes_itself(elements in 0usize..6, seed: u128) {
        let f = draw::<Nim16>(1 << elements, seed);
        let (mut below, mut above) = (f.clone(), f.clone());
        xor_zeta(&mut below).expect("2^k");
        xor_zeta_supersets(&mut above).expect("2^k");
        for s in 0..f.len() {
            let subsets: Nim16 = (0..f.len()).filter(|t| t & !s == 0).map(|t| f[t]).sum();
            let supersets: Nim16 = (0..f.len()).filter(|t| s & !t == 0).map(|t| f[t]).sum();
            prop_assert_eq!((below[s], above[s]), (subsets, supersets));
        }
        xor_zeta(&mut below).expect("2^k");
        xor_zeta_supersets(&mut above).expect("2^k");
        prop_assert_eq!((&below, &above), (&f, &f));
    }

    #[test]
    fn labelled_series_obey_the_laws(length in 1usize..40, seed: u128) {
        let f = BinomialSeries::new(with_constant::<Nim64>(length, Nim64::ZERO, seed)).expect("few");
        let g = f.exp().expect("constant term 0");
        // g is its own inverse, and f′ = g′ ∗ g.
        let one = g.product(&g);
        prop_assert!(one.coefficients()[1..].iter().all(|c| c.is_zero()));
        prop_assert_eq!(one.coefficients()[0], Nim64::ONE);
        prop_assert_eq!(g.derivative().product(&g), f.derivative());
        prop_assert_eq!(f.derivative().integral(Nim64::ZERO), f);
    }

    #[test]
    fn power_series_roots_and_compositions(length in 1usize..30, seed: u128) {
        let a = PowerSeries::new(draw::<Nim16>(length, seed));
        prop_assert_eq!(a.square().sqrt(), Ok(a.clone()));
        let inner = PowerSeries::new(with_constant::<Nim16>(length, Nim16::ZERO, !seed));
        let mut horner = PowerSeries::new(vec![Nim16::ZERO; length]);
        for &c in a.coefficients().iter().rev() {
            let mut constant = vec![Nim16::ZERO; length];
            constant[0] = c;
            horner = horner.product(&inner).sum(&PowerSeries::new(constant));
        }
        prop_assert_eq!(a.compose(&inner), Ok(horner));
        let product = a.product(&inner);
        let leibniz = a.derivative().product(&inner).sum(&a.product(&inner.derivative()));
        prop_assert_eq!(product.derivative(), leibniz);
    }
}
