//! Games born by day 3: all of them, their order, their sums.

use crate::checksum::{Hasher, distinct, games, mix};
use crate::measure::Case;
use crate::measure::{Outcome, expect, timed};
use farstar_value::{Arena, Calculator, Comparison, Game};

/// All antichains of a list of games.
fn antichains(calc: &mut Calculator<'_>, games: &[Game]) -> Vec<Vec<Game>> {
    let mut chains: Vec<Vec<Game>> = vec![Vec::new()];
    for &game in games {
        for i in 0..chains.len() {
            let confused = |other: &Game| {
                calc.compare(game, *other).expect("no limits") == Comparison::Confused
            };
            if chains[i].iter().all(confused) {
                let mut chain = chains[i].clone();
                chain.push(game);
                chains.push(chain);
            }
        }
    }
    chains
}

/// The games born by the next day, and how many pairs of antichains they come from.
fn next_day(calc: &mut Calculator<'_>, games: &[Game]) -> (Vec<Game>, usize) {
    let chains = antichains(calc, games);
    let mut next = Vec::with_capacity(chains.len() * chains.len());
    for left in &chains {
        for right in &chains {
            next.push(calc.from_options(left, right).expect("no limits"));
        }
    }
    (distinct(&next), chains.len() * chains.len())
}

/// The games born by day `n`, in an order that depends on the values alone.
pub(crate) fn day(calc: &mut Calculator<'_>, n: u32) -> Vec<Game> {
    let mut games = vec![Game::ZERO];
    for _ in 0..n {
        games = next_day(calc, &games).0;
    }
    in_text_order(calc, games)
}

/// Sorts games by a plain text of theirs, `{a, b|c}` with closed values first, which is the order the sampled cases are
/// defined by.
pub(crate) fn in_text_order(calc: &mut Calculator<'_>, games: Vec<Game>) -> Vec<Game> {
    let mut named: Vec<(String, Game)> =
        games.into_iter().map(|game| (plain(calc, game).1, game)).collect();
    named.sort();
    named.into_iter().map(|(_, game)| game).collect()
}

/// A key that orders options: closed values by number, ups, nimber, then other values by their options; and the text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Closed(farstar_num::Dyadic, i64, u64),
    Options(Vec<Rank>, Vec<Rank>),
}

fn plain(calc: &mut Calculator<'_>, game: Game) -> (Rank, String) {
    if let Some(value) = calc.closed_parts(game) {
        let mut text = String::new();
        if !value.number.is_zero() || value.is_number() {
            text += &value.number.to_string();
        }
        match value.up {
            0 => {}
            1 => text.push('^'),
            -1 => text.push('v'),
            n if n > 0 => text += &format!("^{n}"),
            n => text += &format!("v{}", -n),
        }
        match value.nimber {
            0 => {}
            1 => text.push('*'),
            m => text += &format!("*{m}"),
        }
        return (Rank::Closed(value.number, value.up, value.nimber), text);
    }
    let left = calc.left_options(game).expect("no limits");
    let right = calc.right_options(game).expect("no limits");
    let (left_ranks, left_text) = plain_list(calc, left);
    let (right_ranks, right_text) = plain_list(calc, right);
    (Rank::Options(left_ranks, right_ranks), format!("{{{left_text}|{right_text}}}"))
}

fn plain_list(calc: &mut Calculator<'_>, options: Vec<Game>) -> (Vec<Rank>, String) {
    let mut named: Vec<(Rank, String)> =
        options.into_iter().map(|option| plain(calc, option)).collect();
    named.sort();
    let (ranks, texts): (Vec<Rank>, Vec<String>) = named.into_iter().unzip();
    (ranks, texts.join(", "))
}

fn with_day(n: u32, work: impl Fn(&mut Calculator<'_>, &[Game]) -> Vec<Game>) -> (Outcome, usize) {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let day = day(calc, n);
    let mut different = 0;
    let outcome = timed(
        || work(&mut arena.calculator(), &day),
        |made| {
            different = distinct(made).len();
            (made.len() as u64, games(calc, made), format!("{different} distinct"))
        },
    );
    (outcome, different)
}

fn born(n: u32, checksum: u64) -> Outcome {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let before = day(calc, n - 1);
    let outcome = timed(
        || next_day(&mut arena.calculator(), &before),
        |(born, pairs)| {
            let note = format!("{pairs} pairs of antichains");
            (born.len() as u64, games(calc, born), note)
        },
    );
    expect(outcome, checksum)
}

fn compare_all(batch: bool) -> Outcome {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let games = day(calc, 3);
    let outcome = timed(
        || {
            if batch {
                return calc.order_matrix(&games).expect("no limits").counts();
            }
            let mut counts = [0u64; 4];
            for g in &games {
                for h in &games {
                    counts[calc.compare(*g, *h).expect("no limits") as usize] += 1;
                }
            }
            counts
        },
        |c| {
            let note = format!("lt {} eq {} gt {} confused {}", c[0], c[1], c[2], c[3]);
            (c.iter().sum(), c.iter().fold(0, |a, x| mix(a ^ x)), note)
        },
    );
    expect(outcome, 0x76ae_35a1_20ca_2202)
}

fn all_sums() -> Outcome {
    let arena = Arena::new();
    let calc = &mut arena.calculator();
    let day = day(calc, 3);
    let mut hasher = Hasher::default();
    let mut total = Outcome {
        seconds: 0.0,
        cpu_seconds: 0.0,
        count: 0,
        checksum: 0,
        peak_kib: 0,
        note: String::new(),
    };
    for (i, g) in day.iter().enumerate() {
        let row = timed(
            || {
                let mut calc = arena.calculator();
                let sum = |h: &Game| calc.add(*g, *h).expect("no limits");
                day[i..].iter().map(sum).collect::<Vec<Game>>()
            },
            |row| {
                hasher.trim();
                (row.len() as u64, hasher.list(calc, row), String::new())
            },
        );
        total.seconds += row.seconds;
        total.cpu_seconds += row.cpu_seconds;
        total.count += row.count;
        total.checksum = total.checksum.wrapping_add(row.checksum);
        total.peak_kib = row.peak_kib;
    }
    let stats = arena.stats();
    total.note = format!(
        "{} values, {:.1} bytes a value by the arena's count; peak includes the checksum's memory",
        stats.values,
        stats.bytes as f64 / stats.values as f64
    );
    expect(total, 0x8483_e5d6_e5a4_1c83)
}

pub(crate) const CASES: &[Case] = &[
    ("days/day2", || born(2, 0xff1d_a97d_acea_43d5)),
    ("days/day3", || born(3, 0xf463_c18b_052f_6a8d)),
    ("days/day3_all_compare", || compare_all(false)),
    ("days/day3_all_compare_batch", || compare_all(true)),
    ("days/day2_all_sums", || {
        let (outcome, different) = with_day(2, |calc, games| {
            let pairs = games.iter().flat_map(|g| games.iter().map(move |h| (*g, *h)));
            pairs.map(|(g, h)| calc.add(g, h).expect("no limits")).collect()
        });
        assert_eq!(different, 184);
        expect(outcome, 0xa5cf_ab63_b29a_f3b8)
    }),
    ("days/day3_sums_40k", || {
        // Every 7th game against every 8th.
        let (outcome, different) = with_day(3, |calc, games| {
            let mut sums = Vec::new();
            for g in games.iter().step_by(7) {
                for h in games.iter().step_by(8) {
                    sums.push(calc.add(*g, *h).expect("no limits"));
                }
            }
            sums
        });
        assert_eq!(different, 38_651);
        expect(outcome, 0xfb0e_9799_e402_6ad6)
    }),
    ("days/day3_all_sums", all_sums),
    ("days/day3_neg", || {
        let (mut outcome, _) = with_day(3, |calc, games| {
            let mut negatives = Vec::new();
            for _ in 0..100 {
                negatives.clear();
                negatives.extend(games.iter().map(|g| calc.neg(*g).expect("no limits")));
            }
            negatives
        });
        outcome.count *= 100;
        expect(outcome, 0xf463_c18b_052f_6a8d)
    }),
];
