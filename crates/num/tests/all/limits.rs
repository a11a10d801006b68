//! Sizes: numbers of many bits work, absurd ones are refused before memory is taken.

use farstar_num::{Birthday, Dyadic, Error, IBig, Rational, Sign, SignExpansion, UBig};
use std::ops::Bound::{Excluded, Unbounded};

fn power(k: i64) -> Dyadic {
    Dyadic::ONE.mul_pow2(k)
}

#[test]
fn a_dyadic_is_sixteen_bytes() {
    assert_eq!(size_of::<Dyadic>(), 16);
}

#[test]
fn results_past_64_bits_move_to_big_integers_and_back() {
    let max = Dyadic::from(i64::MAX);
    let above = &max + Dyadic::ONE;
    assert_eq!(above.to_string(), "9223372036854775808");
    assert_eq!(above.to_small(), None);
    assert_eq!(&above - Dyadic::ONE, max);
    assert_eq!((-&above).to_i64(), Some(i64::MIN));
    assert_eq!(-Dyadic::from(i64::MIN), above);
    assert_eq!(
        power(63) - Dyadic::ONE + power(-63),
        "85070591730234615856620279821087277057/2^63".parse().unwrap()
    );
    assert_eq!(Dyadic::from_small(0, 4_000_000_000), Dyadic::ZERO);
    assert_eq!(Dyadic::from_small(i64::MIN, 70), power(-7).mul_pow2(0) * Dyadic::NEG_ONE);
}

#[test]
fn numbers_of_33333_bits_add_up() {
    // Values of this size come from a domino strip of 100000 cells.
    let tiny = power(-33_333);
    let mut total = Dyadic::ZERO;
    for _ in 0..1000 {
        total += &tiny;
    }
    assert_eq!(total, Dyadic::new(1000, 33_333));
    assert_eq!(total.exponent(), 33_330);
    assert!(total.is_positive() && total < power(-33_000));
    let near_one = Dyadic::ONE - &tiny;
    assert_eq!(near_one.birthday(), UBig::from(33_334u32));
    assert_eq!(near_one.sign_expansion().runs().count(), 3);
    assert_eq!(near_one.to_string(), format!("{near_one:#}").replace("/2^33333", "") + "/2^33333");
    let between = Dyadic::simplest_between(Excluded(&near_one), Excluded(&Dyadic::ONE));
    assert_eq!(between, Some(Dyadic::ONE - power(-33_334)));
}

#[test]
fn the_expansion_of_two_to_the_200_has_one_run() {
    let path = power(200).sign_expansion();
    assert_eq!(path.runs().collect::<Vec<_>>(), [(Sign::Positive, UBig::ONE << 200)]);
    assert_eq!(path.to_string(), format!("+^{}", UBig::ONE << 200));
    assert!(matches!(path.to_signs(1000), Err(Error::TooLarge { .. })));
    assert_eq!(path.to_string().parse::<SignExpansion>().unwrap().to_dyadic(), Ok(power(200)));
}

#[test]
fn absurd_exponents_are_refused() {
    let limit = Dyadic::MAX_BITS as i64;
    assert!(matches!(Dyadic::ONE.checked_mul_pow2(i64::MAX), Err(Error::TooLarge { .. })));
    assert!(matches!(Dyadic::ONE.checked_mul_pow2(i64::MIN), Err(Error::TooLarge { .. })));
    assert!(matches!(Dyadic::ONE.checked_mul_pow2(1 << 33), Err(Error::TooLarge { .. })));
    assert!(matches!(Dyadic::ONE.checked_mul_pow2(limit), Err(Error::TooLarge { .. })));
    assert!(matches!(Dyadic::ONE.checked_mul_pow2(-limit - 1), Err(Error::TooLarge { .. })));
    assert_eq!(Dyadic::ZERO.checked_mul_pow2(i64::MAX), Ok(Dyadic::ZERO));
    let finest = Dyadic::ONE.checked_mul_pow2(-limit).expect("exactly the limit");
    assert_eq!(finest.exponent(), Dyadic::MAX_BITS);
    assert!(matches!(finest.checked_mul(&finest), Err(Error::TooLarge { .. })));
    assert!(matches!("1/2^99999999999".parse::<Dyadic>(), Err(Error::TooLarge { .. })));
    assert!(matches!("1/2^99999999999999999999999".parse::<Dyadic>(), Err(Error::TooLarge { .. })));
    let two = Rational::from(2);
    assert!(matches!(two.checked_pow(i64::MAX), Err(Error::TooLarge { .. })));
    assert!(matches!(two.checked_pow(i64::MIN), Err(Error::TooLarge { .. })));
    let path =
        SignExpansion::from_runs([(Sign::Positive, UBig::ONE), (Sign::Negative, UBig::ONE << 90)]);
    assert!(matches!(path, Err(Error::TooLarge { .. })));
}

#[test]
fn powers_of_units_never_grow() {
    for n in [i64::MIN, i64::MAX, 0, 1, -7] {
        let sign = if n % 2 == 0 { 1 } else { -1 };
        assert_eq!(Rational::from(-1).checked_pow(n), Ok(Rational::from(sign)));
        assert_eq!(Rational::ONE.checked_pow(n), Ok(Rational::ONE));
    }
    assert_eq!(Rational::ZERO.checked_pow(0), Ok(Rational::ONE));
    assert_eq!(Rational::ZERO.checked_pow(i64::MAX), Ok(Rational::ZERO));
    assert_eq!(Rational::ZERO.checked_pow(-1), Ok(Rational::INFINITY));
}

#[test]
fn text_that_is_no_dyadic_is_refused_with_the_reason() {
    let third = "1/3".parse::<Dyadic>().unwrap_err();
    assert_eq!(third.to_string(), "1/3 is not dyadic: it is no short game");
    assert_eq!("6/16".parse(), Ok(Dyadic::from_small(3, 3)));
    assert_eq!("6/3".parse(), Ok(Dyadic::from(2)));
    assert_eq!("-0/8".parse(), Ok(Dyadic::ZERO));
    for text in [
        "", "-", "1/", "/2", "1/-2", "0x10", "1_000", "１", "1.5", "1/2^", "1/2^-3", "--1", "inf",
        "1/2/4",
    ] {
        assert!(matches!(text.parse::<Dyadic>(), Err(Error::Parse { .. })), "{text}");
    }
    assert!("1/0".parse::<Dyadic>().is_err());
    assert!("0/0".parse::<Rational>().is_err());
}

#[test]
fn infinities_keep_the_rules_of_one_over_zero() {
    let (inf, minus) = (Rational::INFINITY, Rational::NEG_INFINITY);
    let x = Rational::new(6, 23).unwrap();
    assert_eq!("17/0".parse(), Ok(inf.clone()));
    assert_eq!((inf.numerator(), inf.denominator()), (IBig::ONE, UBig::ZERO));
    assert_eq!(minus.numerator(), IBig::NEG_ONE);
    assert_eq!((inf.to_string(), minus.to_string()), ("inf".into(), "-inf".into()));
    assert!(minus < x && x < inf && minus < inf);
    assert_eq!(inf.reciprocal(), Rational::ZERO);
    assert_eq!(Rational::ZERO.reciprocal(), inf);
    assert_eq!(inf.checked_add(&x), Ok(inf.clone()));
    assert_eq!(x.checked_sub(&inf), Ok(minus.clone()));
    assert_eq!(minus.checked_mul(&minus), Ok(inf.clone()));
    assert_eq!(x.checked_div(&inf), Ok(Rational::ZERO));
    assert_eq!(minus.checked_div(&x), Ok(minus.clone()));
    assert_eq!(inf.checked_add(&minus), Err(Error::Undefined("inf - inf".into())));
    assert!(inf.checked_mul(&Rational::ZERO).is_err());
    assert!(inf.checked_div(&inf).is_err());
    assert!(Rational::ZERO.checked_div(&Rational::ZERO).is_err());
    assert!(x.checked_rem(&Rational::ZERO).is_err());
    assert!(inf.floor().is_err() && minus.ceil().is_err());
    assert!(inf.birthday().is_err() && !inf.is_dyadic());
    assert_eq!(minus.checked_pow(3), Ok(minus.clone()));
    assert_eq!(minus.checked_pow(-2), Ok(Rational::ZERO));
    assert!(inf.checked_pow(0).is_err());
    assert_eq!(Dyadic::try_from(&inf), Err(Error::Infinite("inf")));
}

#[test]
fn birthdays_of_reals() {
    let of = |p: i64, q: i64| Rational::new(p, q).unwrap().birthday().unwrap();
    assert_eq!(of(3, 16), Birthday::Finite(5u8.into()));
    assert_eq!(of(-19, 1), Birthday::Finite(19u8.into()));
    assert_eq!(of(6, 23), Birthday::Omega);
    assert_eq!(of(6, 23).to_string(), "ω");
}

#[test]
fn the_simplest_number_above_a_huge_bound_is_the_next_integer() {
    let huge = power(5000) + Dyadic::HALF;
    assert_eq!(
        Dyadic::simplest_between(Excluded(&huge), Unbounded),
        Some(power(5000) + Dyadic::ONE)
    );
    assert_eq!(
        Dyadic::simplest_between(Unbounded, Excluded(&-&huge)),
        Some(-(power(5000) + Dyadic::ONE))
    );
}

#[test]
fn bounds_far_apart_in_scale_do_not_overflow() {
    for e in 55..75 {
        let (tiny, huge) = (power(-e), Dyadic::from(i64::MAX));
        assert_eq!(Dyadic::simplest_between(Excluded(&tiny), Excluded(&huge)), Some(Dyadic::ONE));
        assert_eq!(Dyadic::simplest_between(Excluded(&huge), Excluded(&tiny)), None);
        let above = &huge + &tiny;
        assert_eq!(
            Dyadic::simplest_between(Excluded(&huge), Excluded(&above)),
            Some(&huge + &tiny.half())
        );
        let last = (&tiny - &tiny.half(), tiny.clone());
        assert_eq!(
            Dyadic::simplest_between(Excluded(&last.0), Excluded(&last.1)),
            Some(tiny.mul_pow2(-2) * Dyadic::from(3))
        );
    }
}

#[test]
fn fractions_at_64_bits_are_the_same_however_they_are_made() {
    let (least, most) = (Rational::from(i64::MIN), Rational::from(i64::MAX));
    let one = Rational::ONE;
    let above = most.checked_add(&one).unwrap();
    assert_eq!((above.to_i64(), above.to_string().as_str()), (None, "9223372036854775808"));
    assert_eq!(-&least, above);
    assert_eq!(above.checked_sub(&one).unwrap(), most);
    assert_eq!(above.checked_sub(&one).unwrap().to_i64(), Some(i64::MAX));
    assert_eq!(-&above, least);
    assert_eq!((-&above).to_i64(), Some(i64::MIN));
    let square = most.checked_mul(&most).unwrap();
    assert_eq!(square.checked_div(&most).unwrap(), most);
    assert!(least < most && most < above && -&square < least && above < square);
    let third = Rational::new(1, 3).unwrap();
    assert_eq!(third.checked_mul(&Rational::from(3)).unwrap().to_i64(), Some(1));
    assert_eq!(third.reciprocal(), Rational::from(3));
    assert_eq!(above.checked_rem(&most).unwrap(), one);
    let set: std::collections::HashSet<Rational> =
        [above.checked_sub(&one).unwrap(), most, "9223372036854775807".parse().unwrap()].into();
    assert_eq!(set.len(), 1);
}
