//! Laws of the operations, on random games.

use farstar_num::Dyadic;
use farstar_value::{Arena, Calculator, Comparison, Error, Game, Player, RandomShape, SplitMix64};
use proptest::prelude::*;

/// A random game of an arena that all tests of one case share.
fn game(calc: &mut Calculator<'_>, seed: u64, birthday: u32) -> Game {
    let shape = RandomShape { birthday, width: 2, all_small: false };
    calc.random_game(&mut SplitMix64::new(seed), &shape).unwrap()
}

fn all_small(calc: &mut Calculator<'_>, seed: u64, birthday: u32) -> Game {
    let shape = RandomShape { birthday, width: 2, all_small: true };
    calc.random_game(&mut SplitMix64::new(seed), &shape).unwrap()
}

fn temperature() -> impl Strategy<Value = Dyadic> {
    (-7i64..=16).prop_map(|eighths| Dyadic::from_small(eighths, 3))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn means_add_and_temperatures_do_not_rise(a: u64, b: u64) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let (g, h) = (game(calc, a, 3), game(calc, b, 3));
        let sum = calc.add(g, h).unwrap();
        prop_assert_eq!(calc.mean(sum).unwrap(), calc.mean(g).unwrap() + calc.mean(h).unwrap());
        let hottest = calc.temperature(g).unwrap().max(calc.temperature(h).unwrap());
        prop_assert!(calc.temperature(sum).unwrap() <= hottest);
        let minus = calc.neg(g).unwrap();
        let (t, u) = (calc.thermograph(g).unwrap(), calc.thermograph(minus).unwrap());
        prop_assert_eq!(t.turns(Player::Left), u.turns(Player::Right));
        prop_assert_eq!(t.turns(Player::Right), u.turns(Player::Left));
        prop_assert_eq!(t.mean(), &-u.mean());
    }

    #[test]
    fn walls_are_the_stops_of_the_cooled_game(a: u64, t in temperature()) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let g = game(calc, a, 3);
        let cooled = calc.cool(g, &t).unwrap();
        let thermograph = calc.thermograph(g).unwrap();
        prop_assert_eq!(thermograph.left_at(&t), Some(calc.left_stop(cooled).unwrap()));
        prop_assert_eq!(thermograph.right_at(&t), Some(calc.right_stop(cooled).unwrap()));
        prop_assert!(thermograph.left_at(&"-9/8".parse().unwrap()).is_none());
    }

    #[test]
    fn corners_lie_on_the_walls(a: u64) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let g = game(calc, a, 3);
        let thermograph = calc.thermograph(g).unwrap();
        for player in [Player::Left, Player::Right] {
            let corners = thermograph.corners(player);
            prop_assert_eq!(&corners.last().unwrap().1, thermograph.mean());
            prop_assert_eq!(&corners.last().unwrap().0, &thermograph.temperature());
            for pair in corners.windows(2) {
                let (rise, way) = (&pair[1].1 - &pair[0].1, &pair[1].0 - &pair[0].0);
                prop_assert!(way.is_positive() && (rise.is_zero() || rise.abs() == way));
            }
        }
    }

    #[test]
    fn stops_of_sums_lie_between_those_of_the_parts(a: u64, b: u64) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let (g, h) = (game(calc, a, 3), game(calc, b, 3));
        let sum = calc.add(g, h).unwrap();
        let (lg, rg) = (calc.left_stop(g).unwrap(), calc.right_stop(g).unwrap());
        let (lh, rh) = (calc.left_stop(h).unwrap(), calc.right_stop(h).unwrap());
        let (left, right) = (calc.left_stop(sum).unwrap(), calc.right_stop(sum).unwrap());
        prop_assert!(&lg + &rh <= left && left <= &lg + &lh);
        prop_assert!(&rg + &rh <= right && right <= &lg + &rh);
    }

    #[test]
    fn cooling_adds_and_keeps_order(a: u64, b: u64, t in temperature()) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let t = t.abs();
        let (g, h) = (game(calc, a, 3), game(calc, b, 3));
        let sum = calc.add(g, h).unwrap();
        let (gt, ht) = (calc.cool(g, &t).unwrap(), calc.cool(h, &t).unwrap());
        let together = calc.add(gt, ht).unwrap();
        prop_assert_eq!(calc.cool(sum, &t).unwrap(), together);
        if calc.le(g, h).unwrap() {
            prop_assert!(calc.le(gt, ht).unwrap());
        }
        // Cooling twice is cooling once by both together.
        let more = Dyadic::from_small(3, 2);
        let twice = calc.cool(gt, &more).unwrap();
        prop_assert_eq!(calc.cool(g, &(&t + &more)).unwrap(), twice);
    }

    #[test]
    fn frozen_games_are_numberish(a: u64) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let g = game(calc, a, 3);
        let frozen = calc.freeze(g).unwrap();
        prop_assert!(calc.is_numberish(frozen).unwrap());
        prop_assert_eq!(calc.mean(frozen).unwrap(), calc.mean(g).unwrap());
    }

    #[test]
    fn cooling_undoes_heating(a: u64, t in temperature()) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let t = t.abs();
        let (g, bonus) = (game(calc, a, 3), calc.number(&t).unwrap());
        let heated = calc.heat(g, bonus).unwrap();
        prop_assert_eq!(calc.cool(heated, &t).unwrap(), g);
    }

    #[test]
    fn atomic_weights_add_and_two_ahead_wins(a: u64, b: u64) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let (g, h) = (all_small(calc, a, 3), all_small(calc, b, 3));
        let sum = calc.add(g, h).unwrap();
        let (wg, wh) = (calc.atomic_weight(g).unwrap(), calc.atomic_weight(h).unwrap());
        let weights = calc.add(wg, wh).unwrap();
        let weight = calc.atomic_weight(sum).unwrap();
        prop_assert_eq!(weight, weights);
        let (two, one) = (calc.integer(2).unwrap(), calc.integer(1).unwrap());
        if calc.ge(weight, two).unwrap() {
            prop_assert!(calc.gt(sum, Game::ZERO).unwrap());
        }
        if calc.ge(weight, one).unwrap() {
            prop_assert!(calc.left_wins_first(sum).unwrap());
            prop_assert_eq!(calc.compare_remote_star(sum).unwrap(), Comparison::Greater);
        }
    }

    /// Tinies change no weight, and make the games not all-small: the other way of finding weights.
    #[test]
    fn weights_of_games_with_real_threats_are_those_of_the_rest(a: u64, n in 1i64..4) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let g = all_small(calc, a, 3);
        let n = calc.integer(n).unwrap();
        let tiny = calc.tiny(n).unwrap();
        let sum = calc.add(g, tiny).unwrap();
        prop_assert!(!calc.is_all_small(sum).unwrap());
        let weight = calc.atomic_weight(g).unwrap();
        prop_assert_eq!(calc.atomic_weight(sum).unwrap(), weight);
    }

    #[test]
    fn norton_products_add_and_keep_order(a: u64, b: u64) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let (g, h, up) = (game(calc, a, 2), game(calc, b, 2), calc.up(1).unwrap());
        let sum = calc.add(g, h).unwrap();
        let (gu, hu) = (calc.norton_product(g, up).unwrap(), calc.norton_product(h, up).unwrap());
        let together = calc.add(gu, hu).unwrap();
        prop_assert_eq!(calc.norton_product(sum, up).unwrap(), together);
        prop_assert_eq!(calc.compare(g, h).unwrap(), calc.compare(gu, hu).unwrap());
        let down = calc.up(-1).unwrap();
        if !calc.is_integer(g) {
            let refused = matches!(calc.norton_product(g, down), Err(Error::NotPositive { .. }));
            prop_assert!(refused);
        }
        // The weight of G·↑ is G where that is all-small.
        if calc.is_all_small(gu).unwrap() {
            prop_assert_eq!(calc.atomic_weight(gu).unwrap(), g);
        }
    }

    #[test]
    fn colon_principle(a: u64, b: u64, c: u64) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let (base, g, h) = (game(calc, a, 3), game(calc, b, 3), game(calc, c, 3));
        let (bg, bh) = (calc.ordinal_sum(base, g).unwrap(), calc.ordinal_sum(base, h).unwrap());
        prop_assert_eq!(calc.compare(bg, bh).unwrap(), calc.compare(g, h).unwrap());
        prop_assert_eq!(calc.subordinate(bg, base).unwrap(), g);
        let (minus_base, minus_g) = (calc.neg(base).unwrap(), calc.neg(g).unwrap());
        let mirrored = calc.ordinal_sum(minus_base, minus_g).unwrap();
        prop_assert_eq!(calc.neg(bg).unwrap(), mirrored);
    }

    #[test]
    fn the_companion_is_an_involution_that_keeps_order(a: u64, b: u64) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let (g, h) = (game(calc, a, 3), game(calc, b, 3));
        let (cg, ch) = (calc.companion(g).unwrap(), calc.companion(h).unwrap());
        prop_assert_eq!(calc.companion(cg).unwrap(), g);
        prop_assert_eq!(calc.compare(cg, ch).unwrap(), calc.compare(g, h).unwrap());
    }

    #[test]
    fn reduced_forms_are_infinitesimally_close_and_reduced(a: u64, b: u64) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let (g, e) = (game(calc, a, 3), all_small(calc, b, 3));
        let reduced = calc.reduced_canonical_form(g).unwrap();
        let difference = calc.sub(g, reduced).unwrap();
        prop_assert!(calc.is_infinitesimal(difference).unwrap());
        prop_assert_eq!(calc.reduced_canonical_form(reduced).unwrap(), reduced);
        // The same for every game infinitesimally close.
        let near = calc.add(g, e).unwrap();
        prop_assert_eq!(calc.reduced_canonical_form(near).unwrap(), reduced);
        let projection = calc.star_projection(g).unwrap();
        prop_assert_eq!(calc.reduced_canonical_form(projection).unwrap(), reduced);
    }

    #[test]
    fn incentives_tell_the_moves(a: u64) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let g = game(calc, a, 3);
        let all: Vec<Game> = [calc.left_incentives(g).unwrap(), calc.right_incentives(g).unwrap()].concat();
        let best = calc.incentives(g).unwrap();
        for incentive in &all {
            prop_assert!(best.iter().any(|&b| calc.le(*incentive, b).unwrap()));
        }
        for (i, x) in best.iter().enumerate() {
            for y in &best[i + 1..] {
                prop_assert_eq!(calc.compare(*x, *y).unwrap(), Comparison::Confused);
            }
        }
        for option in calc.left_options(g).unwrap() {
            let gain = calc.sub(option, g).unwrap();
            prop_assert!(all.contains(&gain));
        }
    }

    #[test]
    fn adorned_stops_tell_the_confusion_interval(a: u64) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let g = game(calc, a, 3);
        let interval = calc.confusion_interval(g).unwrap();
        for quarters in -14..=14 {
            let x = Dyadic::from_small(quarters, 2);
            let at = calc.number(&x).unwrap();
            prop_assert_eq!(interval.contains(&x), calc.confused(g, at).unwrap(), "{} {}", interval, x);
        }
        if !calc.is_number(g) {
            let stop = calc.adorned_stop(g, Player::Left).unwrap();
            let at = calc.number(&stop.number).unwrap();
            prop_assert_eq!(stop.to_move == Player::Left, calc.le(g, at).unwrap());
        }
    }

    #[test]
    fn uptimals_are_told_from_their_sums(x in -4i64..4, m in 0u64..9, digits in prop::collection::vec(-4i64..=4, 0..6)) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let (number, up) = (Dyadic::from_small(x, 1), calc.up(1).unwrap());
        let mut parts = vec![calc.number(&number).unwrap(), calc.nimber(m).unwrap()];
        for (exponent, digit) in (1i64..).zip(&digits) {
            let power = calc.pow(up, &Dyadic::from(exponent)).unwrap();
            parts.push(calc.multiple(&(*digit).into(), power).unwrap());
        }
        let sum = calc.sum(parts).unwrap();
        let expansion = calc.uptimal_expansion(sum).unwrap().expect("an uptimal");
        let mut digits = digits;
        while digits.last() == Some(&0) {
            digits.pop();
        }
        prop_assert_eq!((expansion.number, expansion.nimber, expansion.digits), (number, m, digits));
    }

    #[test]
    fn random_games_keep_their_shape(seed: u64, birthday in 0u32..6, width in 0u32..4) {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        for all_small in [false, true] {
            let shape = RandomShape { birthday, width, all_small };
            let g = calc.random_game(&mut SplitMix64::new(seed), &shape).unwrap();
            prop_assert!(calc.birthday(g).unwrap() <= birthday.into());
            prop_assert!(!all_small || calc.is_all_small(g).unwrap());
        }
    }
}

#[test]
fn conway_products_are_commutative_and_signed() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let day2 = calc.games_born_by(2).unwrap();
    for &g in &day2 {
        for &h in &day2 {
            let product = calc.conway_product(g, h).unwrap();
            assert_eq!(calc.conway_product(h, g).unwrap(), product);
            let minus = calc.neg(h).unwrap();
            let mirrored = calc.conway_product(g, minus).unwrap();
            assert_eq!(calc.neg(product).unwrap(), mirrored);
        }
    }
}

#[test]
fn joins_and_meets_are_bounds_and_the_best() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let day2 = calc.games_born_by(2).unwrap();
    for &g in &day2 {
        for &h in &day2 {
            let (join, meet) = (calc.join(g, h, 2).unwrap(), calc.meet(g, h, 2).unwrap());
            assert!(day2.contains(&join) && day2.contains(&meet));
            for &x in &day2 {
                let above = calc.ge(x, g).unwrap() && calc.ge(x, h).unwrap();
                assert_eq!(above, calc.ge(x, join).unwrap());
                let below = calc.le(x, g).unwrap() && calc.le(x, h).unwrap();
                assert_eq!(below, calc.le(x, meet).unwrap());
            }
        }
    }
    // The companion is an automorphism of the lattice.
    for &g in &day2 {
        for &h in &day2 {
            let join = calc.join(g, h, 2).unwrap();
            let (cg, ch) = (calc.companion(g).unwrap(), calc.companion(h).unwrap());
            assert_eq!(calc.companion(join).unwrap(), calc.join(cg, ch, 2).unwrap());
        }
    }
    let three = calc.integer(3).unwrap();
    assert!(matches!(calc.join(three, three, 2), Err(Error::BornLater { day: 2, .. })));
    assert!(matches!(calc.join(three, three, 5), Err(Error::TooLarge { .. })));
    assert_eq!(calc.join(three, Game::ZERO, 4).unwrap(), three);
}
