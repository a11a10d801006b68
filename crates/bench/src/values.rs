//! Functions from values to values.

use crate::checksum::{bytes, distinct, games};
use crate::days::day;
use crate::domineering::fillings;
use crate::measure::Case;
use crate::measure::{Outcome, expect, timed};
use farstar_num::Dyadic;
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, Game};

/// A function over all games born by day 3.
fn day_three(function: impl Fn(&mut Calculator<'_>, Game) -> Game) -> Outcome {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let day = day(calc, 3);
    timed(
        || {
            let mut calc = arena.calculator();
            day.iter().map(|game| function(&mut calc, *game)).collect::<Vec<Game>>()
        },
        |made| {
            let note = format!("{} distinct", distinct(made).len());
            (made.len() as u64, games(calc, made), note)
        },
    )
}

pub(crate) const CASES: &[Case] = &[
    ("values/day3_reduced", || {
        let outcome = day_three(|calc, g| calc.reduced_canonical_form(g).expect("no limits"));
        expect(outcome, 0x7eeb_ae0f_2d6e_38e0)
    }),
    ("values/day3_cool_1", || {
        let outcome = day_three(|calc, g| calc.cool(g, &Dyadic::ONE).expect("no limits"));
        expect(outcome, 0xa5ca_c370_cffd_cc72)
    }),
    ("values/dom44_birthday", || {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let boards = distinct(&fillings(calc, 4, 4));
        let outcome = timed(
            || {
                let mut calc = arena.calculator();
                let birthday = |game: &Game| calc.birthday(*game).expect("no limits");
                let days: Vec<_> = boards.iter().map(birthday).collect();
                days.into_iter().map(|day| u64::try_from(day).expect("early")).sum::<u64>()
            },
            |sum| (boards.len() as u64, *sum, String::new()),
        );
        expect(outcome, 0xc9c)
    }),
    ("values/birthday_star_14", || {
        let arena = Arena::new();
        let star = arena.calculator().nimber(14).expect("no limits");
        let outcome = timed(
            || arena.calculator().birthday(star).expect("no limits"),
            |day| (1, u64::try_from(day.clone()).expect("early"), day.to_string()),
        );
        expect(outcome, 14)
    }),
    ("values/atomic_weight_nested", || {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let texts = ["{^2|*}", "{^2,{^|*}|*}", "{*|v2}", "{^3|v3}", "{{^3|*}|{*|v2}}"];
        let nested: Vec<Game> =
            texts.iter().map(|text| calc.parse(text).expect("a value")).collect();
        let mut outcome = timed(
            || {
                let mut calc = arena.calculator();
                let mut weights = Vec::new();
                for _ in 0..1000 {
                    weights.clear();
                    let weight = |g: &Game| calc.atomic_weight(*g).expect("all are all-small");
                    weights.extend(nested.iter().map(weight));
                }
                weights
            },
            |weights| (1000 * weights.len() as u64, games(calc, weights), String::new()),
        );
        outcome.note = "1 1 -1 {1|-1} 0".to_owned();
        expect(outcome, 0xc43c_c8a8_af78_bf28)
    }),
    ("values/star14_heat1", || {
        let arena = Arena::new();
        let star = arena.calculator().nimber(14).expect("no limits");
        timed(
            || {
                let mut calc = arena.calculator();
                let heated = calc.heat(star, calc_one(&arena)).expect("no limits");
                (heated, calc.print(heated, Notation::Ascii).expect("no limits"))
            },
            |(heated, text)| {
                let calc = &mut arena.calculator();
                let parsed = calc.parse(text).expect("what is printed can be read");
                assert_eq!(parsed, *heated);
                let note = format!("printed in {} bytes", text.len());
                (1, games(calc, &[*heated]) ^ bytes(text), note)
            },
        )
    }),
];

fn calc_one(arena: &Arena) -> Game {
    arena.calculator().integer(1).expect("no limits")
}
