//! Discrete logarithms: least exponents, refusals, and powering back.

use farstar_nimber::{Nim8, Nim16, Nim32, Nim64, Nim128, Nimber, least_primitive_element};

/// A stream of pseudo-random words.
fn words(mut state: u128) -> impl FnMut() -> u128 {
    move || {
        state = state.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645).wrapping_add(99);
        state ^ state >> 67
    }
}

#[test]
fn logarithms_in_8_bits_are_the_least_exponents_to_every_base() {
    for base in 0..=255 {
        let base = Nim8::new(base);
        let mut least = [None; 256];
        let mut power = Nim8::ONE;
        for exponent in 0..256u128 {
            least[usize::from(power.get())].get_or_insert(exponent);
            power *= base;
        }
        for x in 0..=255 {
            assert_eq!(Nim8::new(x).log(base), least[usize::from(x)], "{x} to {base}");
        }
    }
}

/// Random powers of the least primitive element and of a random element are found again.
fn powers_are_found<F: Nimber>(count: usize) {
    let mut word = words(u128::from(F::BITS));
    let primitive =
        F::from_u128(least_primitive_element(F::BITS).expect("a field")).expect("in it");
    for _ in 0..count {
        let exponent = word() >> (128 - F::BITS);
        let units = u128::MAX >> (128 - F::BITS);
        assert_eq!(primitive.pow(exponent).log(primitive), Some(exponent % units));

        let base = F::from_u128(word() >> (128 - F::BITS)).expect("in the field");
        let order = base.order().expect("not zero");
        assert_eq!(base.pow(exponent).log(base), Some(exponent % order), "to {base}");
    }
}

#[test]
fn powers_are_found_in_every_width() {
    powers_are_found::<Nim16>(500);
    powers_are_found::<Nim32>(500);
    powers_are_found::<Nim64>(500);
}

#[test]
fn powers_are_found_in_128_bits() {
    powers_are_found::<Nim128>(1);
}

#[test]
fn elements_outside_the_group_of_the_base_have_no_logarithm() {
    let g = Nim64::new((1 << 32) + 6);
    for prime in [3u128, 5, 17, 257, 65537, 641, 6_700_417] {
        let base = g.pow(prime);
        assert_eq!(g.log(base), None);
        assert_eq!(g.pow(prime * 12_345).log(base), Some(12_345));
    }
    assert_eq!(Nim64::new(1 << 40).log(Nim64::new(258)), None);
    let wide = Nim128::new((1 << 64) + 2);
    assert_eq!(wide.log(wide.pow(3)), None);
    assert_eq!(wide.log(Nim128::new(7)), None);
}

#[test]
fn zero_and_one_follow_zero_to_the_zero_is_one() {
    let [zero, one, two] = [0, 1, 2].map(Nim32::new);
    assert_eq!(one.log(zero), Some(0));
    assert_eq!(zero.log(zero), Some(1));
    assert_eq!(two.log(zero), None);
    assert_eq!(zero.log(two), None);
    assert_eq!(one.log(one), Some(0));
    assert_eq!(two.log(one), None);
}
