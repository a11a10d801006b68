//! Uptimals are told by their canonical forms, held against all sums of numbers, nimbers and powers of up; and powers
//! of other games.

use std::collections::HashMap;

use farstar_num::Dyadic;
use farstar_value::{Arena, Calculator, Class, Game, Limits, Player};

/// The sums `*m + d₁·↑ + d₂·↑² + d₃·↑³` with `m` and digits of at most 3, and their digits without the last zeros.
fn infinitesimals(calc: &mut Calculator<'_>) -> Vec<(u64, Vec<i64>, Game)> {
    let up = calc.up(1).unwrap();
    let powers = [1, 2, 3].map(|n| calc.pow(up, &Dyadic::from(n)).unwrap());
    let mut sums = vec![(Vec::new(), Game::ZERO)];
    for power in powers {
        let mut longer = Vec::new();
        for (digits, sum) in sums {
            for digit in -3..=3 {
                let more = calc.multiple(&digit.into(), power).unwrap();
                longer.push(([&digits[..], &[digit]].concat(), calc.add(sum, more).unwrap()));
            }
        }
        sums = longer;
    }
    let mut found = Vec::new();
    for (mut digits, sum) in sums {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        for m in 0..=3 {
            let heap = calc.nimber(m).unwrap();
            found.push((m, digits.clone(), calc.add(sum, heap).unwrap()));
        }
    }
    found
}

#[test]
fn games_born_by_day_3_are_uptimals_if_they_are_sums() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let (numbers, infinitesimals) = (calc.numbers_born_by(3).unwrap(), infinitesimals(calc));
    let mut sums = HashMap::new();
    for number in numbers {
        let x = calc.as_number(number).unwrap();
        for (m, digits, game) in &infinitesimals {
            let sum = calc.add(number, *game).unwrap();
            sums.insert(sum, (x.clone(), *m, digits.clone()));
        }
    }
    let mut uptimals = 0;
    for game in calc.games_born_by(3).unwrap() {
        let found = calc.uptimal_expansion(game).unwrap();
        uptimals += usize::from(found.is_some());
        let found = found.map(|found| (found.number, found.nimber, found.digits));
        assert_eq!(found.as_ref(), sums.get(&game));
    }
    assert_eq!(uptimals, 52);
    // those of later days are found as well
    for (game, known) in sums {
        let found = calc.uptimal_expansion(game).unwrap().unwrap();
        assert_eq!((found.number, found.nimber, found.digits), known);
    }
}

#[test]
fn what_is_no_uptimal_is_told_without_making_values() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    // an all-small game with many options, and one that differs from 5·↑² in a follower
    for text in ["{^^*3,{^^^|^*,{^|*2}}|v,{^*|v3}}", "{0||||0,v*|||vv,v*||v3*,vv|v5}"] {
        let game = calc.parse(text).unwrap();
        let bounded = &mut arena.calculator_with(&Limits::none().nodes(0));
        assert_eq!(bounded.class(game), Ok(Class::CanonicalShortGame), "{text}");
    }
}

#[test]
fn long_digits_and_high_powers_are_read() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let up = calc.up(1).unwrap();
    for (digit, exponent) in [(40, 2), (-30, 3), (1, 60), (-2, 40), (12, 9)] {
        let power = calc.pow(up, &Dyadic::from(exponent)).unwrap();
        let game = calc.multiple(&digit.into(), power).unwrap();
        let found = calc.uptimal_expansion(game).unwrap().unwrap();
        let mut digits = vec![0; exponent as usize];
        digits[exponent as usize - 1] = digit;
        assert_eq!((found.nimber, found.digits), (0, digits));
    }
}

#[test]
fn sums_of_powers_are_sums_of_the_powers() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let mut bases = 0;
    for threat in calc.games_born_by(3).unwrap() {
        let game = calc.from_options(&[Game::ZERO], &[threat]).unwrap();
        let options = [Player::Left, Player::Right].map(|p| calc.options(game, p).unwrap());
        if options != [vec![Game::ZERO], vec![threat]] || !calc.ge(game, Game::ZERO).unwrap() {
            continue;
        }
        bases += 1;
        let (mut sum, mut literal) = (Game::ZERO, Game::ZERO);
        for n in 1..=3 {
            // Gⁿ = {0 | H − G[n−1]} and G[n] = {0, G[n−1] | H}
            let rest = calc.sub(threat, literal).unwrap();
            let power = calc.from_options(&[Game::ZERO], &[rest]).unwrap();
            literal = calc.from_options(&[Game::ZERO, literal], &[threat]).unwrap();
            sum = calc.add(sum, power).unwrap();
            assert_eq!(calc.pow(game, &Dyadic::from(n)).unwrap(), power);
            assert_eq!(calc.pow_to(game, &Dyadic::from(n)).unwrap(), literal);
            assert_eq!(sum, literal);
        }
    }
    assert!(bases > 500, "{bases}");
}

#[test]
fn sums_of_powers_of_one_are_their_exponents() {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let one = calc.integer(1).unwrap();
    for exponent in ["0", "1/8", "1/2", "3/4", "1", "7/4", "3", "1000000000001"] {
        let x: Dyadic = exponent.parse().unwrap();
        let number = calc.number(&x).unwrap();
        assert_eq!(calc.pow_to(one, &x).unwrap(), number, "{exponent}");
    }
    // CGSuite gives the same to a power between 0 and 1
    let (up, half) = (calc.up(1).unwrap(), "1/2".parse().unwrap());
    let wanted = calc.parse("{0|*,^}").unwrap();
    assert_eq!(calc.pow_to(up, &half).unwrap(), wanted);
}
