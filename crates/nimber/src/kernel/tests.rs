//! Every path of the processor against the quadratic tower.

use super::view::{bits, bits_mut};
use super::{
    Path, Planes, axpy, axpy_poly, dot, dot_poly, image_slice, inverse_slice, mul_poly_slice,
    mul_slice, scale_slice, to_nim_slice, to_poly_slice,
};
use crate::kernel;
use crate::linear::Map;
use crate::tower;
use proptest::prelude::*;
use std::fmt::Debug;

/// A stream of words that mixes full, short and special ones.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u128 {
        let mut word = || {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            self.0 ^ self.0 >> 29
        };
        let (high, low, shape) = (word(), word(), word() >> 40);
        let full = (high as u128) << 64 | low as u128;
        match shape % 8 {
            0 => 0,
            1 => 1,
            2 => full >> (shape / 8 % 128),
            3 => 1 << (shape / 8 % 128),
            _ => full,
        }
    }
}

/// The functions of the tower for one width.
struct Oracle<W> {
    cut: fn(u128) -> W,
    mul: fn(W, W) -> W,
    square: fn(W) -> W,
    sqrt: fn(W) -> W,
    half_solve: fn(W) -> W,
    inverse: fn(W) -> W,
    top: W,
}

fn every_path_agrees<
    W: Planes + Debug + std::ops::BitAnd<Output = W> + std::ops::Not<Output = W>,
>(
    oracle: &Oracle<W>,
) {
    let mut words = Words(7);
    for path in Path::available() {
        for length in (0..100).chain([128, 130, 200]) {
            let mut draw =
                |count| (0..count).map(|_| (oracle.cut)(words.next())).collect::<Vec<W>>();
            // behind the first words, so that no block begins where a register would like it to
            let (a, b, factor) = (draw(length + 1), draw(length + 3), draw(1)[0]);
            let (a, b) = (&a[1..], &b[3..]);
            let products: Vec<W> = a.iter().zip(b).map(|(&a, &b)| (oracle.mul)(a, b)).collect();
            let mut out = vec![W::default(); length + 1];
            mul_slice(path, &mut out[1..], a, b);
            assert_eq!(out[1..], products, "{path:?}");

            let mut total = W::default();
            products.iter().for_each(|&product| total ^= product);
            assert_eq!(dot(path, a, b), total, "{path:?}");

            let scaled: Vec<W> = a.iter().map(|&a| (oracle.mul)(factor, a)).collect();
            let mut out = a.to_vec();
            scale_slice(path, &mut out, factor);
            assert_eq!(out, scaled, "{path:?}");

            let mut out = b.to_vec();
            axpy(path, &mut out, factor, a);
            out.iter_mut().zip(b).for_each(|(out, &b)| *out ^= b);
            assert_eq!(out, scaled, "{path:?}");

            let mut out = a.to_vec();
            inverse_slice(path, &mut out);
            assert_eq!(out, a.iter().map(|&a| (oracle.inverse)(a)).collect::<Vec<_>>(), "{path:?}");

            for map in [Map::Square, Map::Sqrt, Map::HalfSolve] {
                let mut out = a.to_vec();
                image_slice(path, &mut out, map);
                let expected = |a: W| match map {
                    Map::Square => (oracle.square)(a),
                    Map::Sqrt => (oracle.sqrt)(a),
                    Map::HalfSolve => (oracle.half_solve)(a & !oracle.top),
                };
                assert_eq!(
                    out,
                    a.iter().map(|&a| expected(a)).collect::<Vec<_>>(),
                    "{path:?} {map:?}"
                );
            }
        }
    }
    for _ in 0..300 {
        let (a, b) = ((oracle.cut)(words.next()), (oracle.cut)(words.next()));
        assert_eq!(kernel::product(a, b), (oracle.mul)(a, b));
        assert_eq!(kernel::inverse(a), (oracle.inverse)(a));
    }
}

macro_rules! widths {
    ($($name:ident $word:ty: $mul:ident $square:ident $sqrt:ident $half_solve:ident $inverse:ident;)*) => {$(
        #[test]
        fn $name() {
            every_path_agrees::<$word>(&Oracle {
                cut: |x| x as $word,
                mul: tower::$mul,
                square: tower::$square,
                sqrt: tower::$sqrt,
                half_solve: tower::$half_solve,
                inverse: tower::$inverse,
                top: 1 << (<$word>::BITS - 1),
            });
        }
    )*};
}

widths! {
    every_path_is_the_tower_in_8_bits u8: mul8 square8 sqrt8 half_solve8 inverse8;
    every_path_is_the_tower_in_16_bits u16: mul16 square16 sqrt16 half_solve16 inverse16;
    every_path_is_the_tower_in_32_bits u32: mul32 square32 sqrt32 half_solve32 inverse32;
    every_path_is_the_tower_in_64_bits u64: mul64 square64 sqrt64 half_solve64 inverse64;
    every_path_is_the_tower_in_128_bits u128: mul128 square128 sqrt128 half_solve128 inverse128;
}

#[test]
fn all_pairs_of_bytes_multiply_as_in_the_tower_on_every_path() {
    let (a, b): (Vec<u8>, Vec<u8>) =
        (0..=u16::MAX).map(|pair| ((pair >> 8) as u8, pair as u8)).unzip();
    let products: Vec<u8> = a.iter().zip(&b).map(|(&a, &b)| tower::mul8(a, b)).collect();
    for path in Path::available() {
        let mut out = vec![0; a.len()];
        mul_slice(path, &mut out, &a, &b);
        assert_eq!(out, products, "{path:?}");
        for (factor, (a, products)) in a.chunks(256).zip(products.chunks(256)).enumerate() {
            let mut multiples: Vec<u8> = (0..=255).collect();
            scale_slice(path, &mut multiples, a[0]);
            assert_eq!(multiples, products, "{path:?} {factor}");
        }
    }
}

#[test]
fn long_slices_agree_on_every_path() {
    macro_rules! width {
        ($word:ty, $mul:path) => {{
            let mut words = Words(13);
            let mut draw = || (0..100_000).map(|_| words.next() as $word).collect::<Vec<_>>();
            let (a, b) = (draw(), draw());
            let products: Vec<$word> = a.iter().zip(&b).map(|(&a, &b)| $mul(a, b)).collect();
            let mut inverses = a.clone();
            inverse_slice(Path::PORTABLE, &mut inverses);
            for path in Path::available() {
                let mut out = vec![0; a.len()];
                mul_slice(path, &mut out, &a, &b);
                assert!(out == products, "{path:?}");
                let mut out = a.clone();
                inverse_slice(path, &mut out);
                assert!(out == inverses, "{path:?}");
            }
        }};
    }
    width!(u16, tower::mul16);
    width!(u32, tower::mul32);
    width!(u64, tower::mul64);
    width!(u128, tower::mul128);
}

#[test]
fn polynomial_forms_multiply_as_their_nimbers_on_every_path() {
    let mut words = Words(11);
    for path in Path::available() {
        for length in (0..20).chain([64, 67, 129]) {
            let mut draw = |count| (0..count).map(|_| words.next() as u64).collect::<Vec<u64>>();
            let (a, b, factor) = (draw(length), draw(length), draw(1)[0]);
            let convert = |x: &[u64]| {
                let mut x = x.to_vec();
                to_poly_slice(path, &mut x);
                x
            };
            let (p, q, f) = (convert(&a), convert(&b), convert(&[factor])[0]);
            let mut back = p.clone();
            to_nim_slice(path, &mut back);
            assert_eq!(back, a, "{path:?}");

            let mut out = vec![0; length];
            mul_poly_slice(path, &mut out, &p, &q);
            to_nim_slice(path, &mut out);
            let products: Vec<u64> = a.iter().zip(&b).map(|(&a, &b)| tower::mul64(a, b)).collect();
            assert_eq!(out, products, "{path:?}");

            let mut total = [kernel::reduce(dot_poly(path, &p, &q))];
            to_nim_slice(path, &mut total);
            assert_eq!(total[0], products.iter().fold(0, |sum, x| sum ^ x), "{path:?}");

            let mut out = q.clone();
            axpy_poly(path, &mut out, f, &p);
            to_nim_slice(path, &mut out);
            let expected = a.iter().zip(&b).map(|(&a, &b)| b ^ tower::mul64(factor, a));
            assert_eq!(out, expected.collect::<Vec<_>>(), "{path:?}");
        }
    }
}

#[test]
fn slices_of_nimbers_are_slices_of_their_integers() {
    use crate::Nim32;
    let mut nimbers = [Nim32::new(5), Nim32::new(9)];
    assert_eq!(bits(&nimbers), [5, 9]);
    bits_mut(&mut nimbers)[0] = 6;
    assert_eq!(nimbers[0], Nim32::new(6));
}

/// Commutative, associative and distributive laws, inverses, and the Frobenius map, by whole slices on one path.
fn laws<W: Planes + Debug>(
    path: Path,
    one: W,
    a: &[W],
    b: &[W],
    c: &[W],
) -> Result<(), TestCaseError> {
    let mul = |a: &[W], b: &[W]| {
        let mut out = vec![W::default(); a.len()];
        mul_slice(path, &mut out, a, b);
        out
    };
    let add = |a: &[W], b: &[W]| {
        let mut out = a.to_vec();
        out.iter_mut().zip(b).for_each(|(out, &b)| *out ^= b);
        out
    };
    let image = |a: &[W], map| {
        let mut out = a.to_vec();
        image_slice(path, &mut out, map);
        out
    };
    prop_assert_eq!(mul(a, b), mul(b, a));
    prop_assert_eq!(mul(&mul(a, b), c), mul(a, &mul(b, c)));
    prop_assert_eq!(mul(a, &add(b, c)), add(&mul(a, b), &mul(a, c)));
    prop_assert_eq!(mul(a, &vec![one; a.len()]), a);
    prop_assert_eq!(image(a, Map::Square), mul(a, a));
    prop_assert_eq!(image(&mul(a, a), Map::Sqrt), a);
    let sum = add(&mul(a, a), a);
    let root = image(&sum, Map::HalfSolve);
    prop_assert_eq!(add(&mul(&root, &root), &root), sum);
    let mut inverses = a.to_vec();
    inverse_slice(path, &mut inverses);
    for (&a, product) in a.iter().zip(mul(a, &inverses)) {
        prop_assert_eq!(product, if a == W::default() { a } else { one });
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_field_laws_hold_in_every_width_on_every_path(
        words in prop::collection::vec(any::<[u128; 3]>(), 0..90),
    ) {
        macro_rules! width {
            ($word:ty) => {
                for path in Path::available() {
                    let column = |index: usize| words.iter().map(|row| row[index] as $word).collect::<Vec<_>>();
                    laws::<$word>(path, 1, &column(0), &column(1), &column(2))?;
                }
            };
        }
        width!(u8);
        width!(u16);
        width!(u32);
        width!(u64);
        width!(u128);
    }
}
