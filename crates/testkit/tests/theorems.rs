//! Theorems, checked on random forms: if the definitions were mistyped, these would notice.

use farstar_num::Dyadic;
use farstar_testkit::{Form, FormShape, Outcome, SplitMix64, born_by, soaking};
use std::cmp::Ordering;

/// Calls `check` with random pairs of forms: few of them, or many on request.
fn for_pairs(shape: FormShape, check: impl Fn(&Form, &Form)) {
    let mut random = SplitMix64::new(0x5eed);
    for _ in 0..if soaking() { 3_000 } else { 150 } {
        check(&shape.sample(&mut random), &shape.sample(&mut random));
    }
}

#[test]
fn the_order_is_the_outcome_of_the_difference() {
    for_pairs(FormShape::any(2, 2), |g, h| {
        let expected = match g.compare(h) {
            Some(Ordering::Greater) => Outcome::L,
            Some(Ordering::Less) => Outcome::R,
            Some(Ordering::Equal) => Outcome::P,
            None => Outcome::N,
        };
        assert_eq!(g.sub(h).outcome(), expected, "{g} - {h}");
    });
}

#[test]
fn equal_games_have_one_canonical_form() {
    for_pairs(FormShape::any(2, 2), |g, h| {
        let (x, y) = (g.canonical(), h.canonical());
        assert!(x.equals(g), "{g}");
        assert_eq!(g.equals(h), x == y, "{g} and {h}");
        assert!(x.birthday() <= g.birthday());
        assert_eq!(x.sub(&y).canonical(), g.sub(h).canonical());
    });
}

#[test]
fn numbers_can_be_moved_into_the_options() {
    // Number translation: if G equals no number, G + x = {Gᴸ + x | Gᴿ + x}.
    let x = Form::number(&Dyadic::from_small(-3, 2));
    for_pairs(FormShape::any(2, 2), |g, _| {
        if g.to_number().is_some() {
            return;
        }
        let moved = |options: &[Form]| options.iter().map(|o| o.add(&x)).collect();
        let translated = Form::new(moved(g.left()), moved(g.right()));
        assert!(g.add(&x).equals(&translated), "{g}");
    });
}

#[test]
fn stops_and_means_lie_in_order() {
    for_pairs(FormShape::any(2, 2), |g, h| {
        let (left, right, mean) = (g.left_stop(), g.right_stop(), g.mean());
        assert!(right <= mean && mean <= left, "{g}");
        assert_eq!(g.neg().mean(), -&mean);
        assert_eq!(g.neg().left_stop(), -right);
        let sum = g.add(h).canonical();
        assert_eq!(sum.mean(), mean + h.mean(), "{g} + {h}");
        assert!(sum.temperature() <= g.temperature().max(h.temperature()));
    });
}

#[test]
fn two_ahead_in_atomic_weight_wins() {
    let two = Form::integer(2);
    for_pairs(FormShape::all_small(3, 2), |g, _| {
        let weight = g.atomic_weight().expect("all-small");
        if two.le(&weight) {
            assert_eq!(g.outcome(), Outcome::L, "{g}");
        }
        // Berlekamp: G > ⋆ exactly if the weight is at least 1.
        let above = g.compare(&g.far_star()) == Some(Ordering::Greater);
        assert_eq!(above, Form::integer(1).le(&weight), "{g}");
    });
}

#[test]
fn impartial_forms_are_nimbers() {
    for g in born_by(2).iter().filter(|g| g.is_impartial()) {
        let n = farstar_testkit::grundy(g, &|g: &Form| g.left().to_vec());
        assert!(g.equals(&Form::nimber(n as u32)), "{g}");
    }
}
