//! Facts checked on every number born early.

use farstar_num::{Dyadic, Rational, SignExpansion, UBig, conway_product, numbers_born_by};
use std::collections::HashSet;
use std::ops::Bound::{self, Excluded, Included, Unbounded};

fn born_by(day: u32) -> Vec<Dyadic> {
    numbers_born_by(day).collect()
}

#[test]
fn each_day_doubles_the_numbers_and_adds_one() {
    for (day, count) in [1, 3, 7, 15, 31, 63, 127].into_iter().enumerate() {
        let numbers = born_by(day as u32);
        assert_eq!(numbers.len(), count);
        assert!(numbers.is_sorted_by(|a, b| a < b), "day {day} is in increasing order");
        let latest = numbers.iter().map(Dyadic::birthday).max().expect("0 is always there");
        assert_eq!(latest, UBig::from(day));
    }
    assert_eq!(numbers_born_by(20).size_hint(), ((1 << 21) - 1, Some((1 << 21) - 1)));
}

#[test]
fn the_birthday_is_the_day_on_which_a_number_appears() {
    let mut seen = HashSet::new();
    for day in 0..=8u32 {
        for x in numbers_born_by(day) {
            if seen.insert(x.clone()) {
                assert_eq!(x.birthday(), UBig::from(day), "{x}");
            }
        }
    }
}

#[test]
fn canonical_options_are_the_nearest_numbers_born_before() {
    for x in numbers_born_by(7) {
        let birthday = u32::try_from(&x.birthday()).expect("at most 7");
        let earlier = if birthday == 0 { Vec::new() } else { born_by(birthday - 1) };
        assert_eq!(x.left_option().as_ref(), earlier.iter().rfind(|y| **y < x), "left of {x}");
        assert_eq!(x.right_option().as_ref(), earlier.iter().find(|y| **y > x), "right of {x}");
    }
}

#[test]
fn a_number_is_the_end_of_its_path() {
    for x in numbers_born_by(9) {
        let path = x.sign_expansion();
        assert_eq!(path.len(), x.birthday());
        assert_eq!(path.to_dyadic(), Ok(x.clone()));
        let text = path.to_string();
        assert_eq!(text.parse::<SignExpansion>(), Ok(path.clone()));
        // Walking the path by canonical children ends at the same number.
        let mut at = Dyadic::ZERO;
        let (mut low, mut high) = (None::<Dyadic>, None::<Dyadic>);
        for sign in text.chars() {
            if sign == '+' {
                low = Some(at)
            } else {
                high = Some(at)
            }
            let bound = |b: &Option<Dyadic>| b.clone().map_or(Unbounded, Excluded);
            at = Dyadic::simplest_between(bound(&low).as_ref(), bound(&high).as_ref())
                .expect("there is a number between");
        }
        assert_eq!(at, x, "{text}");
    }
}

#[test]
fn conways_product_is_the_product() {
    let numbers = born_by(4);
    assert_eq!(numbers.len(), 31);
    for x in &numbers {
        for y in &numbers {
            assert_eq!(conway_product(x, y), Ok(x * y), "{x} * {y}");
        }
    }
}

/// Whether `x` keeps both bounds.
fn between(lower: Bound<&Dyadic>, x: &Dyadic, upper: Bound<&Dyadic>) -> bool {
    (match lower {
        Unbounded => true,
        Included(a) => a <= x,
        Excluded(a) => a < x,
    }) && (match upper {
        Unbounded => true,
        Included(b) => x <= b,
        Excluded(b) => x < b,
    })
}

#[test]
fn the_simplest_number_is_the_only_one_born_first() {
    let numbers = born_by(4);
    // One day later every gap between two of them holds a number.
    let mut candidates = born_by(5);
    candidates.sort_by_key(Dyadic::birthday);
    let bounds = |x| [Included(x), Excluded(x)];
    let mut ends: Vec<Bound<&Dyadic>> = numbers.iter().flat_map(bounds).collect();
    ends.push(Unbounded);
    for &lower in &ends {
        for &upper in &ends {
            let mut fitting = candidates.iter().filter(|x| between(lower, x, upper));
            let first = fitting.next();
            if let (Some(first), Some(second)) = (first, fitting.next()) {
                assert!(first.birthday() < second.birthday(), "{first} and {second} tie");
            }
            let found = Dyadic::simplest_between(lower, upper);
            assert_eq!(found.as_ref(), first, "{lower:?} {upper:?}");
        }
    }
}

#[test]
fn text_round_trips() {
    for x in numbers_born_by(8) {
        for text in [format!("{x}"), format!("{x:#}")] {
            assert_eq!(text.parse(), Ok(x.clone()), "{text}");
            if !text.contains('^') {
                assert_eq!(text.parse::<Rational>(), Ok(Rational::from(&x)), "{text}");
            }
        }
    }
}
