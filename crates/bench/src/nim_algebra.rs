//! Algebra over 64-bit nimbers: determinant, products, evaluation, recurrences, series on sets and on sizes.
//!
//! Every answer is compared with a slower method that shares nothing with the measured one but the product of two
//! nimbers.

use crate::checksum::mix;
use crate::measure::Case;
use crate::measure::{Outcome, expect, timed};
use farstar_nimber::{
    BinomialSeries, Matrix, Nim64, Nimber, Polynomial, Recurrence, SetPowerSeries,
};

/// Nimbers that SplitMix64 gives for the words from `seed` on.
fn draw(count: usize, seed: u64) -> Vec<Nim64> {
    let word = |i: u64| mix(seed.wrapping_add(i.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
    (1..=count as u64).map(|i| Nim64::new(word(i))).collect()
}

/// A function of a list of nimbers, in order.
fn sum(values: &[Nim64]) -> u64 {
    values.iter().fold(0, |sum, value| mix(sum ^ value.get()).wrapping_add(1))
}

/// The determinant by plain elimination, one product after the other.
fn plain_determinant(mut rows: Vec<Vec<Nim64>>) -> Nim64 {
    let mut determinant = Nim64::ONE;
    while let Some(pivot) = rows.iter().position(|row| !row[row.len() - 1].is_zero()) {
        let pivot = rows.swap_remove(pivot);
        let (&last, rest) = pivot.split_last().expect("a row per column");
        determinant *= last;
        let inverse = last.inverse().expect("the pivot is not zero");
        for row in &mut rows {
            let factor = row.pop().expect("rows of equal length") * inverse;
            for (entry, &pivot) in row.iter_mut().zip(rest) {
                *entry += factor * pivot;
            }
        }
        if rows.is_empty() {
            return determinant;
        }
    }
    Nim64::ZERO
}

/// The determinant of a random 512×512 matrix.
fn determinant_512() -> Outcome {
    let n = 512;
    let entries = draw(n * n, 1);
    let matrix = Matrix::new(n, n, entries.clone()).expect("n² entries");
    timed(
        || matrix.determinant().expect("square"),
        |&determinant| {
            let rows = entries.chunks(n).map(<[Nim64]>::to_vec).collect();
            assert_eq!(determinant, plain_determinant(rows));
            (n as u64, determinant.get(), "512×512".to_owned())
        },
    )
}

/// ⊕ a(T)⊗b(S∖T) over the subsets T of S, one after the other.
fn plain_convolution(a: &[Nim64], b: &[Nim64], s: usize) -> Nim64 {
    let (mut t, mut sum) = (s, Nim64::ZERO);
    loop {
        sum += a[t] * b[s ^ t];
        if t == 0 {
            return sum;
        }
        t = (t - 1) & s;
    }
}

/// The product of two random set power series on 20 elements.
fn set_product_20() -> Outcome {
    let (a, b) = (draw(1 << 20, 2), draw(1 << 20, 3));
    let series = |x: &[Nim64]| SetPowerSeries::new(x.to_vec()).expect("2^20 coefficients");
    let (left, right) = (series(&a), series(&b));
    timed(
        || left.product(&right).expect("same elements"),
        |product| {
            let values = product.coefficients();
            for s in (0..16).map(|i| mix(i) as usize & 0xf_ffff).chain([0, 1, 0xf_ffff]) {
                assert_eq!(values[s], plain_convolution(&a, &b, s), "set {s:#x}");
            }
            (values.len() as u64, sum(values), "20 elements".to_owned())
        },
    )
}

/// The nimber of every labelled graph sum with complete components, up to 200 000 vertices.
fn labelled_exp_200000() -> Outcome {
    let n = 200_000;
    let mut f = draw(n + 1, 4);
    f[0] = Nim64::ZERO;
    let series = BinomialSeries::new(f.clone()).expect("short enough");
    timed(
        || series.exp().expect("no structure on no labels"),
        |exp| {
            let g = exp.coefficients();
            // The block of the first label: g_{m+1} = ⊕ f_{i+1}⊗g_{m−i} over the i whose bits are bits of m.
            for m in (0..40).map(|i| mix(i) as usize % n).chain([0, 131_071, n - 1]) {
                assert_eq!(g[m + 1], plain_convolution(&f[1..], g, m), "{m} labels and one");
            }
            (n as u64, sum(g), "exp of sizes".to_owned())
        },
    )
}

/// The product of two random polynomials of 2^16 coefficients.
fn polynomial_product_65536() -> Outcome {
    let n = 1 << 16;
    let (a, b) = (draw(n, 5), draw(n, 6));
    let (left, right) = (Polynomial::new(a.clone()), Polynomial::new(b.clone()));
    timed(
        || &left * &right,
        |product| {
            let values = product.coefficients();
            for k in (0..8).map(|i| mix(i) as usize % values.len()).chain([0, 1, values.len() - 1])
            {
                let terms = k.saturating_sub(n - 1)..=k.min(n - 1);
                let plain: Nim64 = terms.map(|i| a[i] * b[k - i]).sum();
                assert_eq!(values[k], plain, "coefficient {k}");
            }
            (values.len() as u64, sum(values), "2^16 by 2^16".to_owned())
        },
    )
}

/// Points and a polynomial of as many coefficients.
fn points_and_polynomial() -> (Vec<Nim64>, Polynomial<Nim64>) {
    (draw(1 << 14, 7), Polynomial::new(draw(1 << 14, 8)))
}

/// The values of a polynomial of 2^14 coefficients at 2^14 points.
fn multipoint_16384() -> Outcome {
    let (points, polynomial) = points_and_polynomial();
    timed(
        || polynomial.evaluate_many(&points),
        |values| {
            for i in (0..16).map(|i| mix(i) as usize % points.len()) {
                let horner = |value, &c| value * points[i] + c;
                let plain = polynomial.coefficients().iter().rev().fold(Nim64::ZERO, horner);
                assert_eq!(values[i], plain, "point {i}");
            }
            (values.len() as u64, sum(values), "2^14 coefficients".to_owned())
        },
    )
}

/// The polynomial through 2^14 points.
fn interpolation_16384() -> Outcome {
    let (points, polynomial) = points_and_polynomial();
    let values = polynomial.evaluate_many(&points);
    timed(
        || Polynomial::interpolate(&points, &values).expect("different points"),
        |found| {
            assert_eq!(*found, polynomial);
            (points.len() as u64, sum(found.coefficients()), "2^14 points".to_owned())
        },
    )
}

/// The shortest recurrence of 10 000 terms made by one of order 5000.
fn berlekamp_massey_10000() -> Outcome {
    let made = Recurrence::new(draw(5000, 9), draw(5000, 10)).expect("as many terms");
    let sequence = made.terms(10_000);
    timed(
        || Recurrence::shortest(&sequence),
        |found| {
            assert_eq!(*found, made);
            for n in (0..16).map(|i| 5000 + mix(i) as usize % 5000) {
                let coefficients = found.coefficients().iter().enumerate();
                let plain: Nim64 = coefficients.map(|(i, &c)| c * sequence[n - 1 - i]).sum();
                assert_eq!(sequence[n], plain, "term {n}");
            }
            (sequence.len() as u64, sum(found.coefficients()), "order 5000".to_owned())
        },
    )
}

pub(crate) const CASES: &[Case] = &[
    ("nim/determinant_512", || expect(determinant_512(), 0x7081_5642_ab46_a86f)),
    ("nim/set_product_20", || expect(set_product_20(), 0x73d6_8d8d_3dbb_7b29)),
    ("nim/labelled_exp_200000", || expect(labelled_exp_200000(), 0x4273_59a1_c18c_f116)),
    ("nim/polynomial_product_65536", || expect(polynomial_product_65536(), 0x77e2_dd51_013b_03c8)),
    ("nim/multipoint_16384", || expect(multipoint_16384(), 0x2455_abbe_5a04_7dca)),
    ("nim/interpolation_16384", || expect(interpolation_16384(), 0x3f4a_d429_d1f4_4d29)),
    ("nim/berlekamp_massey_10000", || expect(berlekamp_massey_10000(), 0x3dd7_f0a6_c2d3_7105)),
];
