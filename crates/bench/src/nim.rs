//! Nimber arithmetic, each kernel beside the raw carry-less product of the processor.
//!
//! A case repeats its kernel over one slice that fits in the first-level cache; the note gives the least time an item
//! and its ratio to the raw product, timed in the same process just before and after. A sample of the answers is
//! checked against the recursion by single bits.

use crate::checksum::mix;
use crate::measure::Case;
use crate::measure::{Outcome, timed};
use farstar_nimber::{
    Logarithm, Nim8, Nim16, Nim32, Nim64, Nim128, NimBig, Nimber, least_primitive_element,
    processor,
};
use std::hint::black_box;
use std::time::Instant;

/// Nimbers in a slice.
const LENGTH: usize = 1024;
/// Answers checked by the recursion.
const SAMPLE: usize = 16;

/// The product by the recursion of Fermat powers down to single bits.
fn product_by_bits(a: u128, b: u128, half: u32) -> u128 {
    if a < 2 || b < 2 {
        return a * b;
    }
    let mask = (1 << half) - 1;
    let (a1, a0, b1, b0) = (a >> half, a & mask, b >> half, b & mask);
    let low = product_by_bits(a0, b0, half / 2);
    let high = product_by_bits(a1, b1, half / 2);
    let cross = product_by_bits(a1 ^ a0, b1 ^ b0, half / 2);
    (cross ^ low) << half | low ^ product_by_bits(high, 1 << (half - 1), half / 2)
}

fn naive<F: Nimber>(a: F, b: F) -> F {
    F::from_u128(product_by_bits(a.to_u128(), b.to_u128(), F::BITS / 2)).expect("a field is closed")
}

/// The first nimbers of a stream.
fn stream<F: Nimber>(start: u64, length: usize) -> Vec<F> {
    (start..)
        .map(|index| u128::from(mix(2 * index)) << 64 | u128::from(mix(2 * index + 1)))
        .map(|word| F::from_u128(word >> (128 - F::BITS)).expect("shifted to the width"))
        .take(length)
        .collect()
}

/// Seconds of one raw carry-less product, at best.
fn raw() -> f64 {
    let times = (0..20).map(|_| {
        let start = Instant::now();
        let (products, _) = black_box(processor::carryless_products(black_box(2000)));
        start.elapsed().as_secs_f64() / products as f64
    });
    times.fold(f64::INFINITY, f64::min)
}

fn checksum<F: Nimber>(answers: &[F]) -> u64 {
    answers
        .iter()
        .map(|x| x.to_u128())
        .fold(0, |sum, x| mix(sum ^ x as u64).wrapping_add(mix((x >> 64) as u64)))
}

/// Repeats a kernel `passes` times; `check` compares its answers with the definition.
fn kernel<F: Nimber>(
    passes: usize,
    mut pass: impl FnMut(&mut [F]),
    check: impl Fn(usize, F) -> bool,
) -> Outcome {
    let before = raw();
    let fresh = stream::<F>(1, LENGTH);
    let mut answers = fresh.clone();
    let work = || {
        let mut best = f64::INFINITY;
        for _ in 0..passes {
            answers.copy_from_slice(&fresh);
            let start = Instant::now();
            pass(black_box(&mut answers));
            best = best.min(start.elapsed().as_secs_f64() / LENGTH as f64);
        }
        best
    };
    let mut outcome = timed(work, |best| {
        let raw = before.min(raw());
        let path = processor::name();
        let note =
            format!("{:.3} ns each at best, {:.1} raw products, {path}", best * 1e9, best / raw);
        ((passes * LENGTH) as u64, 0, note)
    });
    let step = LENGTH / SAMPLE;
    assert!((0..LENGTH).step_by(step).all(|index| check(index, answers[index])), "a wrong answer");
    outcome.checksum = checksum(&answers);
    outcome
}

fn slice_product<F: Nimber>() -> Outcome {
    let (a, b) = (stream::<F>(1, LENGTH), stream::<F>(5000, LENGTH));
    kernel(2000, |out| F::mul_slice(out, &a, &b), |index, x| x == naive(a[index], b[index]))
}

fn single_product<F: Nimber>() -> Outcome {
    let (a, b) = (stream::<F>(1, LENGTH), stream::<F>(5000, LENGTH));
    let pass = |out: &mut [F]| {
        for ((out, &a), &b) in out.iter_mut().zip(&a).zip(&b) {
            *out = a * b;
        }
    };
    kernel(2000, pass, |index, x| x == naive(a[index], b[index]))
}

/// Each product waits for the one before: the latency.
fn chained_product<F: Nimber>() -> Outcome {
    let a = stream::<F>(1, LENGTH);
    let pass = |out: &mut [F]| {
        let mut product = F::ONE;
        for (out, &a) in out.iter_mut().zip(&a) {
            product *= a;
            *out = product;
        }
    };
    let expected: Vec<F> = a
        .iter()
        .scan(F::ONE, |product, &a| {
            *product = naive(*product, a);
            Some(*product)
        })
        .collect();
    kernel(1000, pass, |index, x| x == expected[index])
}

fn axpy<F: Nimber>() -> Outcome {
    let (y, x) = (stream::<F>(1, LENGTH), stream::<F>(5000, LENGTH));
    let a = y[1];
    kernel(2000, |y| F::axpy(y, a, &x), |index, sum| sum == y[index] + naive(a, x[index]))
}

fn inverse<F: Nimber>() -> Outcome {
    let a = stream::<F>(1, LENGTH);
    kernel(2000, F::inverse_slice, |index, x| {
        naive(a[index], x) == if a[index].is_zero() { F::ZERO } else { F::ONE }
    })
}

fn square<F: Nimber>() -> Outcome {
    let a = stream::<F>(1, LENGTH);
    kernel(2000, F::square_slice, |index, x| x == naive(a[index], a[index]))
}

fn sqrt<F: Nimber>() -> Outcome {
    let a = stream::<F>(1, LENGTH);
    kernel(2000, F::sqrt_slice, |index, x| naive(x, x) == a[index])
}

fn half_solve<F: Nimber>() -> Outcome {
    let a = stream::<F>(1, LENGTH);
    kernel(2000, F::half_solve_slice, |index, x| {
        let left = naive(x, x) + x;
        left == a[index] || a[index].trace()
    })
}

fn power<F: Nimber>() -> Outcome {
    let (a, exponents) = (stream::<F>(1, LENGTH), stream::<F>(9000, LENGTH));
    let pass = |out: &mut [F]| {
        for ((out, &a), e) in out.iter_mut().zip(&a).zip(&exponents) {
            *out = a.pow(e.to_u128());
        }
    };
    kernel(20, pass, |index, x| {
        let bits = (0..F::BITS).rev().map(|bit| exponents[index].to_u128() >> bit & 1);
        x == bits.fold(F::ONE, |power, bit| {
            let square = naive(power, power);
            if bit == 1 { naive(square, a[index]) } else { square }
        })
    })
}

/// Discrete logarithms to the least primitive element, each checked by powering back.
fn logarithms<F: Nimber>(count: usize) -> Outcome {
    let base = least_primitive_element(F::BITS).and_then(F::from_u128).expect("a field");
    let x = stream::<F>(77, count);
    let start = Instant::now();
    let logarithm = Logarithm::new(base);
    let tables = start.elapsed().as_secs_f64();
    let outcome = timed(
        || x.iter().map(|&x| logarithm.of(x)).collect::<Option<Vec<u128>>>(),
        |logs| {
            let logs = logs.as_deref().expect("every unit is a power of a primitive element");
            assert!(logs.iter().zip(&x).all(|(&e, &x)| base.pow(e) == x), "a wrong logarithm");
            let sum = logs
                .iter()
                .fold(0, |sum, &e| mix(sum ^ e as u64).wrapping_add(mix((e >> 64) as u64)));
            (count as u64, sum, String::new())
        },
    );
    let note = format!(
        "{:.3} µs each; tables and the first {:.1} ms",
        outcome.seconds * 1e6 / count as f64,
        tables * 1e3
    );
    Outcome { note, ..outcome }
}

/// Products of nimbers of many bits, against the same product by halves.
fn big_products(limbs: usize, count: usize) -> Outcome {
    let draw = |start: u64| NimBig::from_limbs((start..).map(mix).take(limbs).collect());
    let (a, b) = (draw(1), draw(100_000));
    timed(
        || (0..count).fold(a.clone(), |product, _| product * b.clone()),
        |product| {
            // (a ⊗ b^count) ⊗ b^(−count) = a ties the products to the inverse and the squares.
            let back = product.checked_div(&b.pow(count as u128)).expect("not zero");
            assert_eq!(back, a, "a wrong product");
            let sum = product.limbs().iter().fold(0, |sum, &limb| mix(sum ^ limb));
            (count as u64, sum, format!("{} bits", 64 * limbs))
        },
    )
}

pub(crate) const CASES: &[Case] = &[
    ("nim/product_slice_8", slice_product::<Nim8>),
    ("nim/product_slice_16", slice_product::<Nim16>),
    ("nim/product_slice_32", slice_product::<Nim32>),
    ("nim/product_slice_64", slice_product::<Nim64>),
    ("nim/product_slice_128", slice_product::<Nim128>),
    ("nim/product_single_8", single_product::<Nim8>),
    ("nim/product_single_16", single_product::<Nim16>),
    ("nim/product_single_32", single_product::<Nim32>),
    ("nim/product_single_64", single_product::<Nim64>),
    ("nim/product_single_128", single_product::<Nim128>),
    ("nim/product_chain_64", chained_product::<Nim64>),
    ("nim/product_chain_128", chained_product::<Nim128>),
    ("nim/axpy_64", axpy::<Nim64>),
    ("nim/axpy_128", axpy::<Nim128>),
    ("nim/inverse_slice_64", inverse::<Nim64>),
    ("nim/inverse_slice_128", inverse::<Nim128>),
    ("nim/square_slice_64", square::<Nim64>),
    ("nim/square_slice_128", square::<Nim128>),
    ("nim/sqrt_slice_64", sqrt::<Nim64>),
    ("nim/half_solve_slice_64", half_solve::<Nim64>),
    ("nim/power_64", power::<Nim64>),
    ("nim/power_128", power::<Nim128>),
    ("nim/log_32", || logarithms::<Nim32>(100_000)),
    ("nim/log_64", || logarithms::<Nim64>(100_000)),
    ("nim/log_128", || logarithms::<Nim128>(20)),
    ("nim/big_256", || big_products(4, 100_000)),
    ("nim/big_65536", || big_products(1024, 100)),
];
