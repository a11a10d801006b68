//! Times the algebra on 64-bit nimbers.
//!
//! Run with `cargo run --release -p farstar-nimber --example algebra_speed [PART]`; PART selects the lines whose name
//! contains it.

use farstar_nimber::{
    BinomialSeries, Matrix, Nim64, Nim128, Nimber, Polynomial, PowerSeries, Recurrence,
    SetPowerSeries,
};
use std::hint::black_box;
use std::time::Instant;

/// Pseudo-random nimbers.
fn draw<N: Nimber>(count: usize, mut seed: u128) -> Vec<N> {
    (0..count)
        .map(|_| {
            seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(99);
            N::from_u128((seed ^ seed >> 64) >> (128 - N::BITS)).expect("shifted to the width")
        })
        .collect()
}

/// Nanoseconds this process has spent on a processor, where Linux tells; wall time elsewhere.
fn clock(start: Instant) -> f64 {
    let schedule = std::fs::read_to_string("/proc/self/schedstat").ok();
    let spent = schedule.and_then(|text| text.split_whitespace().next()?.parse().ok());
    spent.unwrap_or_else(|| start.elapsed().as_secs_f64() * 1e9)
}

/// Prints the mean time of repeats, in milliseconds of one processor, if the name is asked for. The clock ticks
/// coarsely, hence the mean.
fn say<T>(part: &str, name: &str, mut work: impl FnMut() -> T) {
    if !name.contains(part) {
        return;
    }
    let begin = Instant::now();
    let start = clock(begin);
    let mut repeats = 0;
    while begin.elapsed().as_millis() < 500 || repeats < 3 {
        black_box(work());
        repeats += 1;
    }
    println!("{name:36} {:10.4} ms", (clock(begin) - start) * 1e-6 / f64::from(repeats));
}

fn main() {
    let part = std::env::args().nth(1).unwrap_or_default();
    let part = part.as_str();
    for n in [32, 256, 512] {
        let matrix = Matrix::new(n, n, draw::<Nim64>(n * n, 1)).expect("n² entries");
        say(part, &format!("determinant {n}"), || matrix.determinant());
        if n < 512 {
            say(part, &format!("inverse {n}"), || matrix.inverse());
            say(part, &format!("characteristic polynomial {n}"), || {
                matrix.characteristic_polynomial()
            });
        }
    }
    let matrix = Matrix::new(512, 512, draw::<Nim64>(512 * 512, 1)).expect("n² entries");
    say(part, "matrix product 512", || matrix.product(&matrix));
    let wide = Matrix::new(128, 128, draw::<Nim128>(128 * 128, 1)).expect("n² entries");
    say(part, "determinant 128, 128 bits", || wide.determinant());

    for log in [5, 6, 7, 8, 9, 10, 11, 12, 14, 16] {
        let a = Polynomial::new(draw::<Nim64>(1 << log, 2));
        let b = Polynomial::new(draw::<Nim64>(1 << log, 3));
        say(part, &format!("polynomial product 2^{log}"), || &a * &b);
    }
    let a = Polynomial::new(draw::<Nim64>(1 << 15, 2));
    let b = Polynomial::new(draw::<Nim64>(1 << 14, 3));
    say(part, "division 2^15 by 2^14", || a.div_rem(&b));
    let (c, d) = (draw::<Nim64>(2000, 4), draw::<Nim64>(2000, 5));
    let (c, d) = (Polynomial::new(c), Polynomial::new(d));
    say(part, "gcd 2000", || c.gcd(&d));
    let points = draw::<Nim64>(1 << 14, 6);
    say(part, "multipoint evaluation 2^14", || b.evaluate_many(&points));
    let values = draw::<Nim64>(1 << 14, 7);
    say(part, "interpolation 2^14", || Polynomial::interpolate(&points, &values));
    let short = Polynomial::from_roots(&points[..100]);
    say(part, "roots of degree 100", || short.roots());
    let f = Polynomial::new(draw::<Nim64>(101, 8));
    say(part, "factors of degree 100", || f.factor());
    let series = PowerSeries::new(draw::<Nim64>(1 << 14, 8));
    say(part, "power series inverse 2^14", || series.inverse());

    let sequence = Recurrence::new(draw::<Nim64>(5000, 9), draw::<Nim64>(5000, 10))
        .expect("as many terms")
        .terms(10_000);
    say(part, "shortest recurrence 10^4", || Recurrence::shortest(&sequence));
    let recurrence = Recurrence::shortest(&sequence);
    say(part, "term 10^30 of order 5000", || recurrence.nth(10u128.pow(30)));

    for k in [10, 16, 20] {
        let a = SetPowerSeries::new(draw::<Nim64>(1 << k, 11)).expect("2^k");
        let b = SetPowerSeries::new(draw::<Nim64>(1 << k, 12)).expect("2^k");
        say(part, &format!("set product {k}"), || a.product(&b));
        if k < 20 {
            let mut coefficients = draw::<Nim64>(1 << k, 11);
            coefficients[0] = Nim64::ZERO;
            let a = SetPowerSeries::new(coefficients).expect("2^k");
            say(part, &format!("set exp {k}"), || a.exp());
            say(part, &format!("set sequence {k}"), || a.compose_sequence(&points[..k]));
        }
    }
    let mut f = draw::<Nim64>(200_001, 13);
    f[0] = Nim64::ZERO;
    let f = BinomialSeries::new(f).expect("short enough");
    say(part, "labelled exp 200000", || f.exp());
}
