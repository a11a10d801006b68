//! Nimbers of any size: against the machine widths, against the mex-free definition on powers of two, and by laws.

use farstar_nimber::{Nim128, NimBig, Nimber};
use proptest::prelude::*;
use std::collections::HashMap;

/// 2^exponent.
fn power(exponent: u32) -> NimBig {
    let mut limbs = vec![0; exponent as usize / 64 + 1];
    limbs[exponent as usize / 64] = 1 << (exponent % 64);
    NimBig::from_limbs(limbs)
}

/// The exponents of the powers of two that make a number.
fn exponents(x: &NimBig) -> Vec<u32> {
    let bit = |index: u32| x.limbs()[index as usize / 64] >> (index % 64) & 1 == 1;
    (0..64 * x.limbs().len() as u32).filter(|&index| bit(index)).collect()
}

/// The product by Conway's rules, remembered for powers of two: distinct Fermat powers multiply as numbers, and F ⊗ F =
/// F ⊕ F/2.
#[derive(Default)]
struct Definition(HashMap<(u32, u32), NimBig>);

impl Definition {
    fn of_powers(&mut self, x: u32, y: u32) -> NimBig {
        if x & y == 0 {
            return power(x | y);
        }
        if let Some(known) = self.0.get(&(x, y)) {
            return known.clone();
        }
        // Take out the largest shared Fermat power F = 2^s: the rest is a product of powers without it, times F ⊕ F/2.
        let s = 1 << (x & y).ilog2();
        let rest = self.of_powers(x ^ s, y ^ s);
        let product = &self.times_power(&rest, s) + &self.times_power(&rest, s - 1);
        self.0.insert((x, y), product.clone());
        product
    }

    fn times_power(&mut self, x: &NimBig, e: u32) -> NimBig {
        exponents(x).into_iter().fold(NimBig::default(), |sum, x| &sum + &self.of_powers(x, e))
    }

    fn product(&mut self, a: &NimBig, b: &NimBig) -> NimBig {
        exponents(b).into_iter().fold(NimBig::default(), |sum, y| &sum + &self.times_power(a, y))
    }
}

#[test]
fn products_of_powers_of_two_follow_conway() {
    let mut definition = Definition::default();
    for x in (0..512).step_by(41).chain([256, 511]) {
        for y in (0..512).step_by(67).chain([256, 511]) {
            assert_eq!(power(x) * power(y), definition.of_powers(x, y), "2^{x} by 2^{y}");
        }
    }
}

#[test]
fn a_product_of_256_bits_follows_the_definition() {
    let a = NimBig::from_limbs(vec![0x8000_0000_0000_0101, 0x11, 0, 0x4000_0100_0000_0001]);
    let b = NimBig::from_limbs(vec![0x2000_0000_0000_0013, 0, 0x9000_0000_0000_0001]);
    assert_eq!(&a * &b, Definition::default().product(&a, &b));
}

#[test]
fn the_order_of_a_256_bit_nimber_divides_all_units_and_kills_it() {
    let x = NimBig::from_limbs(vec![2, 0, 1]);
    let order = x.order().expect("256 bits are factored");
    assert_eq!(x.pow_limbs(&order), NimBig::from(1u64));
    assert_eq!(x.pow_limbs(&[u64::MAX; 4]), NimBig::from(1u64));
    assert_eq!(NimBig::from(2u64).order(), Some(vec![3]));
    assert_eq!(NimBig::default().order(), None);
    assert_eq!(NimBig::from_limbs(vec![0, 0, 0, 0, 1]).order(), None);
}

#[test]
fn decimal_text_goes_round() {
    for text in [
        "0",
        "7",
        "18446744073709551616",
        "10000000000000000000",
        "100000000000000000000000000000000000000000000000000000001",
    ] {
        let x: NimBig = text.parse().expect("decimal");
        assert_eq!(x.to_string(), text);
    }
    assert_eq!("*12".parse(), Ok(NimBig::from(12u64)));
    assert_eq!("000".parse(), Ok(NimBig::default()));
    for text in ["", "*", "-1", "1e3", "0x1", " 1", "١"] {
        assert!(text.parse::<NimBig>().is_err(), "{text:?}");
    }
}

#[test]
fn small_quadratic_roots_use_the_next_field_when_they_must() {
    // The trace of 1 over GF(2) is 1: the roots of x² + x + 1 are 2 and 3.
    assert_eq!(NimBig::from(1u64).half_solve(), NimBig::from(2u64));
    for x in [0u128, 2, 8, 128, 1 << 63, 1 << 127, u128::MAX] {
        let x = NimBig::from(x);
        let root = x.half_solve();
        assert_eq!(&root.square() + &root, x);
        assert_eq!(root.limbs().first().map_or(0, |limb| limb & 1), 0);
    }
}

fn big(limbs: usize) -> impl Strategy<Value = NimBig> {
    prop::collection::vec(any::<u64>(), 0..=limbs).prop_map(NimBig::from_limbs)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn in_128_bits_it_agrees_with_the_machine_width(a in any::<u128>(), b in any::<u128>(), e in any::<u128>()) {
        let (x, y) = (Nim128::new(a), Nim128::new(b));
        let (p, q) = (NimBig::from(a), NimBig::from(b));
        prop_assert_eq!((&p * &q).to_u128(), Some((x * y).get()));
        prop_assert_eq!((&p + &q).to_u128(), Some((x + y).get()));
        prop_assert_eq!(p.square().to_u128(), Some(x.square().get()));
        prop_assert_eq!(p.sqrt().to_u128(), Some(x.sqrt().get()));
        prop_assert_eq!(p.inverse().and_then(|p| p.to_u128()), x.inverse().map(Nim128::get));
        prop_assert_eq!(p.pow(e).to_u128(), Some(x.pow(e).get()));
        prop_assert_eq!(p.cmp(&q), a.cmp(&b));
    }

    #[test]
    fn the_field_laws_hold(a in big(20), b in big(9), c in big(5)) {
        prop_assert_eq!(&(&a * &b) * &c, &a * &(&b * &c));
        prop_assert_eq!(&a * &b, &b * &a);
        prop_assert_eq!(&a * &(&b + &c), &(&a * &b) + &(&a * &c));
        prop_assert_eq!(a.square(), &a * &a);
        prop_assert_eq!(a.square().sqrt(), a.clone());
        if let Some(quotient) = a.checked_div(&b) {
            prop_assert_eq!(&quotient * &b, a.clone());
        }
        let root = a.half_solve();
        prop_assert_eq!(&root.square() + &root, a.clone());
        prop_assert_eq!(a.to_string().parse(), Ok(a));
    }
}
