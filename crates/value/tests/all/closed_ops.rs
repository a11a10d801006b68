//! The rules for closed values (number + ups + nimber), against plain recursion on their canonical options.

use dashu_int::UBig;
use farstar_num::Dyadic;
use farstar_value::{Arena, Calculator, Closed, Comparison, Game, Outcome, Player, Temper};
use std::collections::HashSet;

/// Closed values with few followers, of every kind the rules distinguish.
fn closed_values() -> Vec<Closed> {
    let numbers = ["0", "1", "-2", "1/2", "-3/4", "11/8", "5/16"];
    let mut values = Vec::new();
    for number in numbers {
        for up in -3..=3 {
            for nimber in 0..=5 {
                values.push(Closed { number: number.parse().unwrap(), up, nimber });
            }
        }
    }
    values
}

fn each(check: impl Fn(&mut Calculator<'_>, Game, &Closed)) {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    for value in closed_values() {
        let game = calc.closed(&value).unwrap();
        check(calc, game, &value);
    }
}

/// A function by plain recursion on options.
fn recurse<T>(
    calc: &mut Calculator<'_>,
    game: Game,
    combine: &impl Fn(&mut Calculator<'_>, Vec<T>, Vec<T>) -> T,
) -> T {
    let (left, right) = (calc.left_options(game).unwrap(), calc.right_options(game).unwrap());
    let left = left.into_iter().map(|l| recurse(calc, l, combine)).collect();
    let right = right.into_iter().map(|r| recurse(calc, r, combine)).collect();
    combine(calc, left, right)
}

#[test]
fn birthdays_are_heights() {
    each(|calc, game, value| {
        let height = recurse(calc, game, &|_, left: Vec<u32>, right| {
            left.into_iter().chain(right).max().map_or(0, |height| height + 1)
        });
        assert_eq!(calc.birthday(game).unwrap(), UBig::from(height), "{value:?}");
    });
}

fn follower_set(calc: &mut Calculator<'_>, game: Game, seen: &mut HashSet<Game>) {
    if seen.insert(game) {
        for player in [Player::Left, Player::Right] {
            for option in calc.options(game, player).unwrap() {
                follower_set(calc, option, seen);
            }
        }
    }
}

#[test]
fn followers_are_those_that_can_be_reached() {
    each(|calc, game, value| {
        let mut seen = HashSet::new();
        follower_set(calc, game, &mut seen);
        assert_eq!(calc.follower_count(game).unwrap(), UBig::from(seen.len()), "{value:?}");
        let listed = calc.followers(game).unwrap();
        assert_eq!(listed.len(), seen.len());
        assert_eq!(listed.into_iter().collect::<HashSet<_>>(), seen);
    });
}

#[test]
fn followers_of_games_over_closed_values_are_those_that_can_be_reached() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let values: Vec<Game> =
        closed_values().iter().step_by(5).map(|value| calc.closed(value).unwrap()).collect();
    for (i, &left) in values.iter().enumerate() {
        let right = values[(i * 7 + 3) % values.len()];
        let other = values[(i * 11 + 1) % values.len()];
        let game = calc.from_options(&[left, other], &[right]).unwrap();
        let mut seen = HashSet::new();
        follower_set(calc, game, &mut seen);
        assert_eq!(calc.follower_count(game).unwrap(), UBig::from(seen.len()));
    }
}

#[test]
fn stop_counts_are_sums_over_options() {
    each(|calc, game, value| {
        fn count(calc: &mut Calculator<'_>, game: Game) -> u64 {
            if calc.is_number(game) {
                return 1;
            }
            let options = [Player::Left, Player::Right]
                .into_iter()
                .flat_map(|player| calc.options(game, player).unwrap())
                .collect::<Vec<_>>();
            options.into_iter().map(|option| count(calc, option)).sum()
        }
        let stops = count(calc, game);
        assert_eq!(calc.stop_count(game).unwrap(), UBig::from(stops), "{value:?}");
    });
}

#[test]
fn misere_outcomes_are_those_of_play() {
    each(|calc, game, value| {
        let wins = recurse(calc, game, &|_, left: Vec<(bool, bool)>, right| {
            (
                left.is_empty() || left.iter().any(|l| !l.1),
                right.is_empty() || right.iter().any(|r| !r.0),
            )
        });
        assert_eq!(
            calc.misere_outcome(game).unwrap(),
            Outcome::from_wins(wins.0, wins.1),
            "{value:?}"
        );
    });
}

#[test]
fn tempers_are_those_of_the_definition() {
    fn temper(calc: &mut Calculator<'_>, game: Game) -> Temper {
        if calc.is_number(game) {
            return Temper::Even;
        }
        let mut tempers = HashSet::new();
        for player in [Player::Left, Player::Right] {
            for option in calc.options(game, player).unwrap() {
                tempers.insert(temper(calc, option));
            }
        }
        match tempers.into_iter().collect::<Vec<_>>()[..] {
            [Temper::Even] => Temper::Odd,
            [Temper::Odd] => Temper::Even,
            _ => Temper::Neither,
        }
    }
    each(|calc, game, value| {
        let expected = temper(calc, game);
        assert_eq!(calc.temper(game).unwrap(), expected, "{value:?}");
    });
}

/// The walls at the temperature `t` by the recursion of the definition, cut at the mast where they meet.
fn walls(calc: &mut Calculator<'_>, game: Game, t: &Dyadic) -> (Dyadic, Dyadic) {
    let (left, right) = (calc.left_options(game).unwrap(), calc.right_options(game).unwrap());
    let lefts: Vec<Dyadic> = left.into_iter().map(|l| walls(calc, l, t).1 - t).collect();
    let rights: Vec<Dyadic> = right.into_iter().map(|r| walls(calc, r, t).0 + t).collect();
    match (lefts.into_iter().max(), rights.into_iter().min()) {
        (Some(l), Some(r)) if l >= r => (l, r),
        _ => {
            let mean = calc.closed_parts(game).expect("a closed value").number;
            (mean.clone(), mean)
        }
    }
}

#[test]
fn thermographs_of_closed_values_are_those_of_the_definition() {
    each(|calc, game, value| {
        let thermograph = calc.thermograph(game).unwrap();
        for step in -31..8 {
            let t = Dyadic::from_small(step, 5);
            let (left, right) = walls(calc, game, &t);
            assert_eq!(thermograph.left_at(&t), Some(left), "{value:?} at {t}: {thermograph}");
            assert_eq!(thermograph.right_at(&t), Some(right), "{value:?} at {t}: {thermograph}");
        }
        assert_eq!(thermograph.temperature(), calc.temperature(game).unwrap());
        assert_eq!(*thermograph.mean(), value.number);
        assert_eq!(calc.mean(game).unwrap(), value.number);
    });
}

#[test]
fn companions_are_made_of_the_options() {
    each(|calc, game, value| {
        fn companion(calc: &mut Calculator<'_>, game: Game) -> Game {
            if game == Game::ZERO {
                return calc.nimber(1).unwrap();
            }
            let mut sides =
                [Player::Left, Player::Right].map(|player| calc.options(game, player).unwrap());
            for option in sides.iter_mut().flatten() {
                *option = companion(calc, *option);
            }
            match calc.compare(game, Game::ZERO).unwrap() {
                Comparison::Greater => sides[0].push(Game::ZERO),
                Comparison::Less => sides[1].push(Game::ZERO),
                _ => {}
            }
            calc.from_options(&sides[0], &sides[1]).unwrap()
        }
        let expected = companion(calc, game);
        assert_eq!(calc.companion(game).unwrap(), expected, "{value:?}");
    });
}

#[test]
fn variants_are_made_of_the_options() {
    each(|calc, game, value| {
        let impartial = recurse(calc, game, &|calc, left: Vec<Game>, right| {
            let both = [left, right].concat();
            calc.from_options(&both, &both).unwrap()
        });
        assert_eq!(calc.impartial_variant(game).unwrap(), impartial, "{value:?}");
        let dicotic = recurse(calc, game, &|calc, left: Vec<Game>, right| {
            if left.is_empty() || right.is_empty() {
                return Game::ZERO;
            }
            calc.from_options(&left, &right).unwrap()
        });
        assert_eq!(calc.dicotic_variant(game).unwrap(), dicotic, "{value:?}");
        assert!(calc.is_all_small(dicotic).unwrap());
        let twisted = recurse(calc, game, &|calc, left: Vec<Game>, right| {
            let negate = |calc: &mut Calculator<'_>, options: Vec<Game>| -> Vec<Game> {
                options.into_iter().map(|option| calc.neg(option).unwrap()).collect()
            };
            let (left, right) = (negate(calc, left), negate(calc, right));
            calc.from_options(&left, &right).unwrap()
        });
        assert_eq!(calc.twisted_variant(game).unwrap(), twisted, "{value:?}");
    });
}

#[test]
fn star_projections_are_made_of_the_options() {
    fn projection(calc: &mut Calculator<'_>, game: Game) -> Game {
        if let Some(parts) = calc.closed_parts(game)
            && parts.up == 0
            && parts.nimber <= 1
        {
            return calc.number(&parts.number).unwrap();
        }
        let [left, right] = [Player::Left, Player::Right].map(|player| {
            let options = calc.options(game, player).unwrap();
            options.into_iter().map(|option| projection(calc, option)).collect::<Vec<_>>()
        });
        calc.from_options(&left, &right).unwrap()
    }
    each(|calc, game, value| {
        let expected = projection(calc, game);
        assert_eq!(calc.star_projection(game).unwrap(), expected, "{value:?}");
    });
}

#[test]
fn large_closed_values_are_answered_at_once() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let huge = Dyadic::new(dashu_int::IBig::ONE << 200, 0);
    let size = UBig::ONE << 200;
    let games = [
        (Closed { number: huge.clone(), up: 0, nimber: 0 }, size.clone()),
        (Closed { number: Dyadic::ZERO, up: 0, nimber: 100_000 }, UBig::from(100_000u32)),
        (Closed { number: Dyadic::ZERO, up: 1_000_000, nimber: 0 }, UBig::from(1_000_001u32)),
        (
            Closed { number: -&huge, up: 7, nimber: 1 << 40 },
            size + UBig::from(8u32) + UBig::from(1u64 << 40),
        ),
    ];
    for (value, birthday) in games {
        let game = calc.closed(&value).unwrap();
        // ↑ + … + *2^40: six steps down the chain of ups the nimber is *2^40 again, and below it lies *(2^40 + 1).
        assert_eq!(calc.birthday(game).unwrap(), birthday, "{value:?}");
        assert_eq!(calc.follower_count(game).unwrap(), birthday + UBig::ONE);
        assert!(calc.misere_outcome(game).is_ok());
        assert!(calc.temper(game).is_ok());
        assert!(calc.companion(game).is_ok());
        assert!(calc.thermograph(game).is_ok());
        assert!(calc.freeze(game).is_ok());
        assert!(calc.chill(game).is_ok());
        assert!(calc.reduced_canonical_form(game).is_ok());
        assert!(calc.class(game).is_ok());
        assert!(calc.compare_remote_star(game).is_ok());
        assert!(calc.uptimal_expansion(game).is_ok());
        assert_eq!(calc.is_all_small(game).unwrap(), value.number.is_zero());
    }
    let number = calc.number(&huge).unwrap();
    let star = calc.nimber(1).unwrap();
    let far = calc.nimber(1 << 62).unwrap();
    for (g, h) in [(number, number), (number, far), (far, far)] {
        assert!(calc.conjunctive_sum(g, h).is_ok());
        assert!(calc.conway_product(g, h).is_ok());
    }
    assert!(calc.heat(number, star).is_ok() && calc.overheat(number, star, star).is_ok());
    assert!(calc.norton_product(number, number).is_ok());
    assert!(calc.ordinal_product(number, number).is_ok());
    // What would have to be walked through is refused, not begun.
    assert!(calc.ordinal_sum(star, number).is_err());
    assert!(calc.stop_count(far).is_err());
    assert!(calc.followers(far).is_err());
    assert!(calc.impartial_variant(far).is_ok());
}
