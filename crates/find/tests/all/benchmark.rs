//! The finder against sixty tables with a rule and eight without: each is played out from its definition, the law is
//! found on a small
//! box and judged on a large one.

mod generators;

use farstar_find::{LawSearch, Table, find};
use farstar_play::Limits;
use std::time::{Duration, Instant};

/// id, dimension, low, last of the training box, last of all, checksum, truth.
const TABLES: &str = include_str!("benchmark/tables.tsv");

type Rows = Vec<(Vec<i64>, i64)>;

struct Case {
    id: &'static str,
    inside: Table,
    outside: Rows,
    has_law: bool,
}

fn numbers(text: &str) -> Vec<i64> {
    text.split(',').map(|n| n.parse().expect("a number")).collect()
}

fn case(line: &'static str) -> Case {
    let fields: Vec<&'static str> = line.split('\t').collect();
    let &[id, _, low, train, high, checksum, truth] = &fields[..] else { panic!("{line}") };
    let (low, train, high) = (numbers(low), numbers(train), numbers(high));
    let value = generators::table(id, &high);
    let mut cells = vec![Vec::new()];
    for (&low, &high) in low.iter().zip(&high) {
        cells = cells
            .iter()
            .flat_map(|cell: &Vec<i64>| (low..=high).map(move |x| [&cell[..], &[x]].concat()))
            .collect();
    }
    let rows: Rows = cells.into_iter().filter_map(|cell| value(&cell).map(|v| (cell, v))).collect();
    let sum = (1i64..)
        .zip(&rows)
        .map(|(rank, (_, v))| v.rem_euclid(1_000_003) * (rank % 1_000_003))
        .fold(0, |sum, x| (sum + x) % 1_000_000_007);
    assert_eq!(
        sum.to_string(),
        checksum,
        "{id}: {:?}",
        rows.iter().take(12).map(|row| row.1).collect::<Vec<_>>()
    );
    let (inside, outside): (Rows, Rows) =
        rows.into_iter().partition(|(cell, _)| cell.iter().zip(&train).all(|(x, most)| x <= most));
    Case { id, inside: Table::new(inside).expect("a table"), outside, has_law: truth != "none" }
}

/// Whether the first law is exact, and whether one is told at all.
fn judge(case: &Case, seconds: u64) -> (bool, bool) {
    let search = LawSearch {
        limits: Limits::none().time(Duration::from_secs(seconds)),
        ..LawSearch::default()
    };
    let clock = Instant::now();
    let mut found = find(&case.inside, &[], &search);
    let time = clock.elapsed();
    let Some(law) = found.laws.first_mut() else {
        println!("{:18} {:7.3} s  no rule", case.id, time.as_secs_f64());
        return (false, false);
    };
    law.verify(&case.outside);
    let shown: String = law.shown().chars().take(100).collect();
    println!(
        "{:18} {:7.3} s  {:4.0} of {:5.0} bits, {} wrong of {}: {shown}",
        case.id,
        time.as_secs_f64(),
        law.bits,
        law.null_bits,
        law.wrong,
        law.verified
    );
    (law.wrong == 0, true)
}

/// Fields chosen so that every class is met, in seconds.
#[test]
fn laws_of_every_class_are_found() {
    let quick = [
        "lasker",
        "nim2",
        "ruler",
        "wythoff_P",
        "dynsub_P_k3",
        "multiplication_p1",
        "to_divisor",
        "bash",
        "domino_Wn",
        "takeaway_L",
        "ed_pair",
    ];
    for line in
        TABLES.lines().filter(|line| quick.contains(&line.split('\t').next().unwrap_or_default()))
    {
        let case = case(line);
        assert_eq!(judge(&case, 60), (true, true), "{}", case.id);
    }
}

/// `FARSTAR_SOAK=1 cargo test --release -p farstar-find --test all benchmark:: -- --nocapture`; FARSTAR_FIND names one
/// table.
#[test]
fn the_whole_benchmark() {
    let only = std::env::var("FARSTAR_FIND").ok();
    if std::env::var("FARSTAR_SOAK").is_err() && only.is_none() {
        return;
    }
    let (mut exact, mut wrong, mut controls, mut of) = (0, 0, 0, 0);
    let mut times = Vec::new();
    for line in TABLES.lines() {
        if only.as_ref().is_some_and(|only| !line.starts_with(only.as_str())) {
            continue;
        }
        let case = case(line);
        let clock = Instant::now();
        let (right, told) = judge(&case, 10);
        times.push(clock.elapsed());
        if case.has_law {
            of += 1;
            exact += usize::from(right);
            wrong += usize::from(told && !right);
        } else {
            controls += usize::from(told);
        }
    }
    times.sort();
    println!(
        "{exact} of {of} exact, {wrong} wrong, {controls} controls named, median {:?}",
        times[times.len() / 2]
    );
    if only.is_none() {
        assert!(exact == 60 && wrong == 0 && controls == 0);
    }
}
