//! Thermographs and stops.

use crate::checksum::{self, distinct, mix};
use crate::days::day;
use crate::domineering::fillings;
use crate::measure::Case;
use crate::measure::{Outcome, expect, timed};
use crate::snort::path;
use farstar_num::Dyadic;
use farstar_value::{Arena, Calculator, Game};

/// The sum of the checksums of a measure over games, `rounds` times over.
fn measured(
    games: impl Fn(&mut Calculator<'_>) -> Vec<Game>,
    rounds: usize,
    measure: impl Fn(&mut Calculator<'_>, Game) -> Dyadic,
) -> Outcome {
    let arena = Arena::new();
    let games = games(&mut arena.calculator());
    timed(
        || {
            let mut calc = arena.calculator();
            let mut values = Vec::with_capacity(games.len());
            for _ in 0..rounds {
                values.clear();
                values.extend(games.iter().map(|game| measure(&mut calc, *game)));
            }
            values
        },
        |values| {
            let checksum = values.iter().fold(0u64, |sum, x| sum.wrapping_add(checksum::dyadic(x)));
            ((rounds * values.len()) as u64, checksum, String::new())
        },
    )
}

fn temperature(calc: &mut Calculator<'_>, game: Game) -> Dyadic {
    calc.temperature(game).expect("no limits")
}

fn boards(width: u32, height: u32) -> impl Fn(&mut Calculator<'_>) -> Vec<Game> {
    move |calc| distinct(&fillings(calc, width, height))
}

pub(crate) const CASES: &[Case] = &[
    ("thermo/day3_temperature", || {
        expect(measured(|calc| day(calc, 3), 10, temperature), 0xbf75_961d_3a37_06bf)
    }),
    ("thermo/day3_mean", || {
        let mean = |calc: &mut Calculator<'_>, game| calc.mean(game).expect("no limits");
        expect(measured(|calc| day(calc, 3), 10, mean), 0xb55c_c869_363d_c2ea)
    }),
    ("thermo/dom44_temperature", || {
        expect(measured(boards(4, 4), 1, temperature), 0x587b_0b18_cc2c_c431)
    }),
    ("thermo/dom45_temperature", || {
        expect(measured(boards(4, 5), 1, temperature), 0xacfe_e409_e526_f2f5)
    }),
    ("thermo/snort_path14_temperature", || {
        let mut outcome = measured(|calc| vec![path(calc, 14)], 10, temperature);
        outcome.note = "2".to_owned();
        expect(outcome, 0x6e78_9e6a_a1b9_65f4)
    }),
    ("thermo/dom44_stops", || {
        let arena = Arena::new();
        let games = boards(4, 4)(&mut arena.calculator());
        // Folded as they come, as the peer does: to keep a list costs more than the stops do.
        let outcome = timed(
            || {
                let mut calc = arena.calculator();
                games.iter().fold(0u64, |sum, game| {
                    let left = calc.left_stop(*game).expect("no limits");
                    let right = calc.right_stop(*game).expect("no limits");
                    sum.wrapping_add(checksum::dyadic(&left))
                        .wrapping_add(mix(checksum::dyadic(&right)))
                })
            },
            |sum| (games.len() as u64, *sum, String::new()),
        );
        expect(outcome, 0xc76e_7c7b_a20f_e2c2)
    }),
];
