//! Sums of hot games, which grow.

use crate::checksum::{distinct, games, mix};
use crate::days::in_text_order;
use crate::domineering::fillings;
use crate::measure::Case;
use crate::measure::{Outcome, expect, timed};
use farstar_value::{Arena, Calculator, Game};

/// The sum of the switches `{3k | −k²}` for `k = 1..=n`, left to right.
fn switches(n: i64, checksum: Option<u64>) -> Outcome {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let parts: Vec<Game> = (1..=n)
        .map(|k| {
            let (left, right) = (calc.integer(3 * k), calc.integer(-k * k));
            let (left, right) = (left.expect("no limits"), right.expect("no limits"));
            calc.from_options(&[left], &[right]).expect("no limits")
        })
        .collect();
    let outcome = timed(
        || arena.calculator().sum(parts).expect("no limits"),
        |sum| {
            let stats = arena.stats();
            let note = format!("{} values in {} KiB", stats.values, stats.bytes / 1024);
            (n as u64, games(calc, &[*sum]), note)
        },
    );
    match checksum {
        Some(checksum) => expect(outcome, checksum),
        None => outcome,
    }
}

/// The different values of 4×4 Domineering fillings.
fn domineering(calc: &mut Calculator<'_>) -> Vec<Game> {
    let values = distinct(&fillings(calc, 4, 4));
    assert_eq!(values.len(), 717);
    values
}

pub(crate) const CASES: &[Case] = &[
    ("sums/switches_8", || switches(8, Some(0x2e28_986b_275d_dc3b))),
    ("sums/switches_10", || switches(10, Some(0x9289_6cde_57f8_d354))),
    ("sums/switches_12", || switches(12, Some(0xc30f_28f2_4d1c_c3c1))),
    ("sums/switches_14", || switches(14, None)),
    ("sums/switches_16", || switches(16, None)),
    ("sums/switches_18", || switches(18, None)),
    ("sums/switches_20", || switches(20, None)),
    ("sums/dom44_pairs", || {
        // Every 40th value against every 50th.
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let values = domineering(calc);
        let values = in_text_order(calc, values);
        let outcome = timed(
            || {
                let mut calc = arena.calculator();
                let mut sums = Vec::new();
                for g in values.iter().step_by(40) {
                    for h in values.iter().step_by(50) {
                        sums.push(calc.add(*g, *h).expect("no limits"));
                    }
                }
                sums
            },
            |sums| {
                let different = distinct(sums).len();
                (sums.len() as u64, games(calc, sums), format!("{different} distinct"))
            },
        );
        expect(outcome, 0x7920_5b6c_0b7e_db54)
    }),
    ("sums/dom44_all_compare", || {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let values = domineering(calc);
        let outcome = timed(
            || {
                let mut le = 0u64;
                for g in &values {
                    for h in &values {
                        le += u64::from(calc.le(*g, *h).expect("no limits"));
                    }
                }
                le
            },
            |le| {
                let pairs = (values.len() * values.len()) as u64;
                (pairs, mix(*le), format!("{le} pairs with g <= h"))
            },
        );
        expect(outcome, 0x27b9_8992_b607_9cdb)
    }),
];
