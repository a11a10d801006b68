//! Products of coefficient lists: schoolbook, Karatsuba, additive transform, chosen by length.

use super::additive_fft;
use crate::kernel::{Path, poly};
use crate::resident::Poly64;
use crate::working::Working;
use std::convert::Infallible;

/// Up to this length of the shorter factor the definition is fastest: measured on one AVX-512 server.
const SCHOOLBOOK: usize = 192;
/// From this length of the shorter factor on the additive transform is fastest, measured as above.
const TRANSFORM: usize = 512;

/// Product of two coefficient lists, lowest first; empty if either is.
pub(crate) fn product<W: Working>(a: &[W], b: &[W]) -> Vec<W> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let Ok(product) =
        W::bilinear(a, b, &mut |a, b| Ok::<_, Infallible>(product64(a, b, Method::ByLength)));
    product
}

/// The first `length` coefficients of a product.
pub(crate) fn product_below<W: Working>(a: &[W], b: &[W], length: usize) -> Vec<W> {
    let mut product = product(&a[..a.len().min(length)], &b[..b.len().min(length)]);
    product.truncate(length);
    product
}

/// How to multiply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Method {
    ByLength,
    #[cfg(test)]
    Schoolbook,
    #[cfg(test)]
    Karatsuba,
    #[cfg(test)]
    Transform,
}

/// Product over the 64-bit field; neither factor is empty.
pub(super) fn product64(a: &[Poly64], b: &[Poly64], method: Method) -> Vec<Poly64> {
    let (a, b) = if a.len() <= b.len() { (a, b) } else { (b, a) };
    match method {
        #[cfg(test)]
        Method::Schoolbook => return schoolbook(a, b),
        #[cfg(test)]
        Method::Karatsuba => return karatsuba(a, b, 2),
        #[cfg(test)]
        Method::Transform => return additive_fft::product(a, b),
        Method::ByLength => {}
    }
    if a.len() <= SCHOOLBOOK {
        schoolbook(a, b)
    } else if a.len() >= TRANSFORM && b.len() < 8 * a.len() {
        additive_fft::product(a, b)
    } else if b.len() >= 2 * a.len() {
        // A long factor is cut into pieces of the length of the short one.
        let mut out = vec![Poly64::ZERO; a.len() + b.len() - 1];
        for (piece, start) in b.chunks(a.len()).zip((0..).step_by(a.len())) {
            let part = product64(a, piece, Method::ByLength);
            poly::add_slice(Path::best(), &mut out[start..], &part);
        }
        out
    } else {
        karatsuba(a, b, SCHOOLBOOK)
    }
}

fn schoolbook(a: &[Poly64], b: &[Poly64]) -> Vec<Poly64> {
    let mut out = vec![Poly64::ZERO; a.len() + b.len() - 1];
    poly::product(Path::best(), &mut out, a, b);
    out
}

/// Karatsuba's three products of half the length; the depth is logarithmic in the length.
fn karatsuba(a: &[Poly64], b: &[Poly64], leaf: usize) -> Vec<Poly64> {
    let half = b.len().div_ceil(2);
    if a.len() <= leaf || a.len() <= half {
        return schoolbook(a, b);
    }
    let ((a0, a1), (b0, b1)) = (a.split_at(half), b.split_at(half));
    let sum = |x: &[Poly64], y: &[Poly64]| {
        let mut sum = x.to_vec();
        poly::add_slice(Path::best(), &mut sum, y);
        sum
    };
    let low = karatsuba(a0, b0, leaf);
    let high = karatsuba(a1, b1, leaf);
    let mut middle = karatsuba(&sum(a0, a1), &sum(b0, b1), leaf);
    poly::add_slice(Path::best(), &mut middle, &low);
    poly::add_slice(Path::best(), &mut middle, &high);
    let mut out = vec![Poly64::ZERO; a.len() + b.len() - 1];
    out[..low.len()].copy_from_slice(&low);
    out[2 * half..].copy_from_slice(&high);
    // Nothing is lost where the middle would reach past the end: its top terms are zero there.
    poly::add_slice(Path::best(), &mut out[half..], &middle);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(seed: u64, count: usize) -> Vec<Poly64> {
        (0..count as u64)
            .map(|i| Poly64((seed + i).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(i as u32)))
            .collect()
    }

    #[test]
    fn all_methods_agree() {
        for (m, n) in
            [(1, 1), (2, 3), (5, 5), (7, 8), (16, 17), (31, 40), (64, 64), (65, 65), (100, 130)]
        {
            let (a, b) = (words(11, m), words(77, n));
            let expected = product64(&a, &b, Method::Schoolbook);
            assert_eq!(product64(&a, &b, Method::Karatsuba), expected, "{m} by {n}");
            assert_eq!(product64(&a, &b, Method::Transform), expected, "{m} by {n}");
        }
    }

    #[test]
    fn long_and_lopsided_products_agree_with_the_definition() {
        for (m, n) in [(200, 200), (210, 900), (800, 800), (800, 2000)] {
            let (a, b) = (words(3, m), words(4, n));
            let fast = product64(&a, &b, Method::ByLength);
            assert_eq!(fast, product64(&a, &b, Method::Schoolbook), "{m} by {n}");
        }
    }
}
