//! Printing and parsing.

use crate::checksum::{bytes, games};
use crate::days::day;
use crate::measure::Case;
use crate::measure::{Outcome, expect, timed};
use crate::snort::path;
use farstar_value::text::Notation;
use farstar_value::{Arena, Game};

/// Parses texts, `rounds` times over; their values are known.
fn parse(texts: &[String], rounds: usize, checksum: u64) -> Outcome {
    let arena = Arena::new();
    let length: usize = texts.iter().map(String::len).sum();
    let outcome = timed(
        || {
            let mut calc = arena.calculator();
            let mut parsed: Vec<Game> = Vec::with_capacity(texts.len());
            for _ in 0..rounds {
                parsed.clear();
                parsed.extend(texts.iter().map(|text| calc.parse(text).expect("a value")));
            }
            parsed
        },
        |parsed| {
            let sum = games(&mut arena.calculator(), parsed);
            ((rounds * parsed.len()) as u64, sum, format!("{length} bytes a round"))
        },
    );
    expect(outcome, checksum)
}

pub(crate) const CASES: &[Case] = &[
    ("text/day3_print", || {
        let arena = Arena::new();
        let day = day(&mut arena.calculator(), 3);
        timed(
            || {
                let mut calc = arena.calculator();
                let mut texts = Vec::with_capacity(day.len());
                for _ in 0..100 {
                    texts.clear();
                    let print = |g: &Game| calc.print(*g, Notation::Ascii).expect("no limits");
                    texts.extend(day.iter().map(print));
                }
                texts
            },
            |texts| {
                let length: usize = texts.iter().map(String::len).sum();
                let sum = texts.iter().fold(0u64, |sum, text| sum.wrapping_add(bytes(text)));
                (100 * texts.len() as u64, sum, format!("{length} bytes a round"))
            },
        )
    }),
    ("text/day3_parse", || {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let day = day(calc, 3);
        let print = |g: &Game| calc.print(*g, Notation::Ascii).expect("no limits");
        let texts: Vec<String> = day.iter().map(print).collect();
        parse(&texts, 100, 0xf463_c18b_052f_6a8d)
    }),
    ("text/snort_path14_parse", || {
        let arena = Arena::new();
        let calc = &mut arena.calculator();
        let value = path(calc, 14);
        let text = calc.print(value, Notation::Ascii).expect("no limits");
        let mut outcome = parse(&[text], 10, 0xcc83_c0cf_9dc0_2b1f);
        outcome.count = 10;
        outcome
    }),
];
