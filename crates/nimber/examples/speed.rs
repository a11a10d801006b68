//! Times the kernels and prints each beside the raw carry-less product of the processor, timed in the same process.
//!
//! Run with `cargo run --release -p farstar-nimber --example speed`.

use farstar_nimber::{
    Logarithm, Nim8, Nim16, Nim32, Nim64, Nim128, Nimber, least_primitive_element, processor,
};
use std::hint::black_box;
use std::time::Instant;

/// The least time of several repeats of `work`, in nanoseconds an item.
fn best(items: usize, mut work: impl FnMut()) -> f64 {
    let mut least = f64::INFINITY;
    let begin = Instant::now();
    while begin.elapsed().as_millis() < 150 {
        let start = Instant::now();
        work();
        least = least.min(start.elapsed().as_nanos() as f64 / items as f64);
    }
    least
}

/// Pseudo-random nimbers.
fn draw<N: Nimber>(count: usize, mut seed: u128) -> Vec<N> {
    (0..count)
        .map(|_| {
            seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(99);
            N::from_u128((seed ^ seed >> 64) >> (128 - N::BITS)).expect("shifted to the width")
        })
        .collect()
}

fn width<N: Nimber>(raw: f64) {
    const LENGTH: usize = 1024;
    let (a, b) = (draw::<N>(LENGTH, 1), draw::<N>(LENGTH, 2));
    let mut out = vec![N::ZERO; LENGTH];
    let say = |what: &str, time: f64| {
        println!("{:>4} bits  {what:24} {time:9.3} ns  {:8.1} raw", N::BITS, time / raw);
    };
    say("product, slice", best(LENGTH, || N::mul_slice(black_box(&mut out), &a, black_box(&b))));
    say("axpy", best(LENGTH, || N::axpy(black_box(&mut out), a[1], black_box(&b))));
    say(
        "dot",
        best(LENGTH, || {
            black_box(N::dot(&a, black_box(&b)));
        }),
    );
    say("inverse, slice", best(LENGTH, || N::inverse_slice(black_box(&mut out))));
    say("square, slice", best(LENGTH, || N::square_slice(black_box(&mut out))));
    say("root, slice", best(LENGTH, || N::sqrt_slice(black_box(&mut out))));
    say("x²+x=a, slice", best(LENGTH, || N::half_solve_slice(black_box(&mut out))));
    say(
        "product, one by one",
        best(LENGTH, || {
            for ((out, &a), &b) in black_box(&mut out).iter_mut().zip(&a).zip(&b) {
                *out = a * b;
            }
        }),
    );
    say(
        "product, chain",
        best(LENGTH, || {
            black_box(a.iter().copied().product::<N>());
        }),
    );
    say(
        "inverse, one by one",
        best(LENGTH, || {
            for (out, &a) in black_box(&mut out).iter_mut().zip(&a) {
                *out = a.inverse().unwrap_or(N::ZERO);
            }
        }),
    );
    say(
        "square, one by one",
        best(LENGTH, || {
            for (out, &a) in black_box(&mut out).iter_mut().zip(&a) {
                *out = a.square();
            }
        }),
    );
    let e = 0xfedc_ba98_7654_3210_f0e1_d2c3_b4a5_9687u128 >> (128 - N::BITS);
    say(
        "power",
        best(64, || {
            for (out, &a) in black_box(&mut out).iter_mut().zip(&a).take(64) {
                *out = a.pow(e);
            }
        }),
    );
}

/// Discrete logarithms: the first call makes the tables.
fn logarithms<N: Nimber>(count: usize) {
    let base = least_primitive_element(N::BITS).and_then(N::from_u128).expect("a field");
    let x = draw::<N>(count + 1, 5);
    let start = Instant::now();
    let first = x[count].log(base);
    println!(
        "{:>4} bits  {:24} {:9.3} ms",
        N::BITS,
        "first logarithm",
        start.elapsed().as_secs_f64() * 1e3
    );
    assert!(first.is_some_and(|exponent| base.pow(exponent) == x[count]));
    let logarithm = Logarithm::new(base);
    let mut longest = 0.0f64;
    let start = Instant::now();
    for x in &x[..count] {
        let start = Instant::now();
        black_box(logarithm.of(*x));
        longest = longest.max(start.elapsed().as_secs_f64());
    }
    let mean = start.elapsed().as_secs_f64() / count as f64;
    println!(
        "{:>4} bits  {:24} {:9.3} µs, longest {:.3} µs",
        N::BITS,
        "logarithm",
        mean * 1e6,
        longest * 1e6
    );
}

fn main() {
    let (per_round, _) = processor::carryless_products(1);
    let raw = best(1000 * per_round as usize, || {
        black_box(processor::carryless_products(1000));
    });
    println!("{}: raw carry-less product {raw:.4} ns", processor::name());
    width::<Nim8>(raw);
    width::<Nim16>(raw);
    width::<Nim32>(raw);
    width::<Nim64>(raw);
    width::<Nim128>(raw);
    logarithms::<Nim64>(20_000);
    logarithms::<Nim32>(20_000);
    logarithms::<Nim128>(10);
}
