//! Named heap games, products, two-number games and streams against published values.

use farstar_impartial::sequence::{
    GrundySequence, GrundyStream, PairValues, PeriodSearch, SequenceError, Theorem, find_period,
};
use farstar_rules::Ruleset;
use farstar_rules::heap::{
    HeapCode, HeapFunction, HeapGame, Heaps, Pair, Spawning, TakeSet, acrostic_product,
    direct_product, mem, splittles, subtraction, take_away, wythoff,
};
use farstar_value::{Limits, Stopped};

/// The values of the heaps 1 to `heaps`.
fn from_one(game: impl HeapGame + 'static, heaps: u64) -> Vec<u32> {
    let mut sequence = GrundySequence::new(game);
    sequence.extend_to(heaps + 1, &Limits::none()).unwrap();
    sequence.values(1..heaps + 1)
}

fn named(name: &str) -> HeapCode {
    Ruleset::named(name).unwrap().code().unwrap().clone()
}

fn pairs(name: &str) -> impl HeapGame<Pair> {
    match Ruleset::named(name).unwrap().heap_game() {
        Ok(Heaps::Pairs(game)) => game,
        _ => panic!("{name} is not played on pairs"),
    }
}

fn spawning(text: &str) -> Spawning {
    text.parse().unwrap()
}

#[test]
fn named_games_have_their_values() {
    let twenty: Vec<u32> = (1..=20).collect();
    assert_eq!(from_one(named("Nim"), 20), twenty);
    assert_eq!(
        from_one(named("Grundy's Game"), 20),
        [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]
    );
    assert_eq!(
        from_one(named("Kayles"), 20),
        [1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1]
    );
    assert_eq!(
        from_one(named("Dawson's Kayles"), 20),
        [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]
    );
    // Lasker's Nim: 4k+1, 4k+2 stay, 4k+3 and 4k+4 are exchanged [WW, ch. 4]
    let lasker = from_one(named("Lasker's Nim"), 200);
    for (heap, value) in (1u32..).zip(lasker) {
        let expected = match heap % 4 {
            0 => heap - 1,
            3 => heap + 1,
            _ => heap,
        };
        assert_eq!(value, expected, "heap {heap}");
    }
    assert_eq!(
        from_one(named("Kenyon's Game"), 20),
        [1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 6, 7, 8, 6, 7, 8, 9, 10, 11]
    );
    let set = TakeSet::AllBut(&[2, 3, 7]);
    assert_eq!(
        from_one(subtraction(set).unwrap(), 20),
        [1, 0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10]
    );
    assert_eq!(splittles(TakeSet::Only(&[1, 2])).unwrap(), named("Kayles"));
    assert_eq!(named("Grundy's Game").option_count(92_679), 46_339);
}

#[test]
fn treblecross_is_won_by_the_first_player_except_on_few_strips() {
    // the least strips on which the second player wins
    let values = from_one(named("0.007"), 302 + 2);
    let lost: Vec<usize> = (3..=302).filter(|cells| values[cells + 1] == 0).collect();
    let first = [6, 12, 22, 30, 32, 44, 54, 64, 76, 86, 98, 110, 118, 130, 132, 162, 170, 184];
    assert_eq!(lost[..18], first);
    assert_eq!(lost[18..], [194, 202, 282, 290, 302]);
}

#[test]
fn splitting_in_three_different_heaps_has_its_values() {
    // split into three pairwise distinct heaps, brute force
    let wanted = [
        0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 0, 3, 4, 4, 4, 1, 1, 5, 5, 6, 6, 6, 7, 7, 7, 8, 8,
        8, 5, 5, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12, 9, 9, 1, 13,
    ];
    assert_eq!(from_one("8!.0".parse::<HeapCode>().unwrap(), 47), wanted[1..48]);
}

#[test]
fn coin_turning_games_have_their_values() {
    for (code, wanted) in [
        ("1-3", [1, 2, 4, 7, 8, 11, 13, 14, 16, 19]),
        ("3", [0, 0, 1, 2, 4, 7, 8, 11, 13, 14]),
        ("1+C", [1, 2, 1, 4, 1, 2, 1, 8, 1, 2]),
        ("1-3C(5)", [1, 2, 4, 7, 8, 1, 2, 4, 7, 8]),
        ("3E", [0, 0, 1, 0, 0, 1, 2, 2, 1, 0]),
        ("4FS", [0, 0, 0, 1, 0, 2, 1, 0, 2, 1]),
        ("1+S", [1, 2, 4, 3, 6, 7, 8, 16, 18, 25]),
        // Moebius
        ("1-5", [1, 2, 4, 8, 16, 31, 32, 64, 103, 128]),
    ] {
        assert_eq!(from_one(spawning(code), 10), wanted, "{code}");
    }
}

fn row(game: impl HeapGame<Pair>, row: u32, to: u32) -> Vec<u32> {
    let mut values = PairValues::new(game);
    (0..=to).map(|n| values.value((row, n), &Limits::none()).unwrap()).collect()
}

#[test]
fn two_number_games_have_their_values() {
    assert_eq!(
        row(wythoff(|k| k + 1), 10, 20),
        [10, 11, 9, 8, 13, 12, 0, 15, 16, 17, 14, 18, 7, 6, 2, 3, 1, 4, 5, 23, 28]
    );
    assert_eq!(
        row(wythoff(|k| k + 2), 10, 20),
        [10, 11, 12, 13, 0, 14, 9, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 15, 28, 29, 30]
    );
    let fibonacci = row(take_away(|k| 2 * k), 10, 20);
    assert_eq!(fibonacci[..4], [0, 2, 2, 2]);
    assert!(fibonacci[4..].iter().all(|&v| v == 5));
    let thrice = row(take_away(|k| 3 * k), 10, 20);
    assert_eq!(thrice[..3], [0, 2, 2]);
    assert!(thrice[3..].iter().all(|&v| v == 6));
    assert_eq!(
        row(mem(|memory, k| k >= memory), 10, 20),
        [3, 3, 3, 3, 2, 2, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    );
    let not_same = row(mem(|memory, k| k != memory), 10, 20);
    assert_eq!(not_same[..8], [6, 6, 6, 4, 6, 6, 3, 6]);
    // Euclid with positive numbers: the whole part of b/a − a/b [Nivasch2006]; to zero, the first
    // player wins exactly when the numbers are equal or b/a exceeds the golden ratio
    for b in 1..30u32 {
        let positive = row(pairs("Grossman's Euclid"), b, b);
        let to_zero = row(pairs("Euclid"), b, b);
        for a in 1..=b {
            assert_eq!(positive[a as usize], (b * b - a * a) / (a * b), "{a}, {b}");
            let golden = a == b || b * b > a * b + a * a;
            assert_eq!(to_zero[a as usize] > 0, golden, "{a}, {b}");
        }
    }
}

#[test]
fn the_first_losing_positions_of_r_wythoff_are_fraenkels() {
    let rows: [(u32, &[Pair]); 3] = [
        (1, &[(1, 2), (3, 5), (4, 7), (6, 10), (8, 13), (9, 15), (22, 36)]),
        (2, &[(1, 3), (2, 6), (4, 10), (5, 13), (7, 17)]),
        (5, &[(1, 6), (2, 12), (3, 18), (4, 24), (5, 30), (7, 37)]),
    ];
    for (r, lost) in rows {
        let mut values = PairValues::new(wythoff(move |k| k + r));
        for &pair in lost {
            assert_eq!(values.value(pair, &Limits::none()).unwrap(), 0, "{r}, {pair:?}");
        }
    }
}

#[test]
fn products_have_their_tables() {
    let acrostic = acrostic_product(spawning("1+"), spawning("1+C"));
    let table = PairValues::new(acrostic).table(3, 8, &Limits::none()).unwrap();
    assert_eq!(table[0], [0, 1, 2, 1, 4, 1, 2, 1, 8]);
    assert_eq!(table[1], [1, 1, 2, 1, 4, 1, 2, 1, 8]);
    assert_eq!(table[2], [2, 2, 1, 2, 5, 2, 1, 2, 9]);
    assert_eq!(table[3], [4, 4, 5, 4, 2, 4, 5, 4, 10]);
    let direct = direct_product(spawning("3E"), spawning("4FS"));
    let table = PairValues::new(direct).table(8, 20, &Limits::none()).unwrap();
    assert_eq!(table[2], [0; 21]);
    assert_eq!(table[3], [0, 0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3]);
    assert_eq!(table[8], [0, 0, 0, 0, 2, 0, 3, 2, 0, 3, 2, 0, 3, 2, 1, 3, 2, 1, 3, 8, 1]);
}

#[test]
fn turning_corners_are_nim_products() {
    // the direct product of Twins with itself; 10 times 0 to 15
    let corners = direct_product(spawning("2"), spawning("2"));
    let mut values = PairValues::new(corners);
    let products: Vec<u32> =
        (0..16).map(|y| values.value((11, y + 1), &Limits::none()).unwrap()).collect();
    assert_eq!(products, [0, 10, 15, 5, 3, 9, 12, 6, 1, 11, 14, 4, 2, 8, 13, 7]);
}

#[test]
fn a_two_number_game_with_a_cycle_is_an_error() {
    let turning = HeapFunction::new("turning", |(a, b): Pair, visit| visit(&[(b, a)]));
    let failure = PairValues::new(turning).value((1, 2), &Limits::none());
    assert!(matches!(failure, Err(SequenceError::Cycle { pair: (1, 2) })));
    let mut wythoff = PairValues::new(wythoff(|k| k + 1));
    let stopped = wythoff.value((500, 500), &Limits::none().nodes(100));
    assert_eq!(stopped, Err(SequenceError::Stopped(Stopped::Nodes)));
    // what was left open is found when it is asked again
    assert_eq!(wythoff.value((6, 10), &Limits::none()), Ok(0));
    assert_eq!(wythoff.table(10, 20, &Limits::none()).unwrap()[10][20], 28);
}

#[test]
fn pairs_of_large_numbers_are_told_from_small_ones() {
    // one or two of a, or one of b
    let game = HeapFunction::new("pieces", |(a, b): Pair, visit| {
        let takes = [(1, 0), (2, 0), (0, 1)].into_iter().filter(|&(i, j)| i <= a && j <= b);
        takes.map(|(i, j)| (a - i, b - j)).try_for_each(|pair| visit(&[pair]))
    });
    let mut values = PairValues::new(game);
    for (a, b) in [(5_000, 7), (4_096, 3), (3, 4_097), (4_095, 4)] {
        assert_eq!(values.value((a, b), &Limits::none()), Ok((a % 3) ^ (b % 2)), "({a},{b})");
    }
}

#[test]
fn all_but_games_repeat_with_a_saltus() {
    for (set, p, s) in [(&[1, 2][..], 3, 1), (&[1, 3], 2, 1), (&[2, 4, 6], 8, 2)] {
        let mut game = GrundySequence::of_code(subtraction(TakeSet::AllBut(set)).unwrap());
        let found = find_period(&mut game, 600, &Limits::none()).unwrap().unwrap();
        assert_eq!((found.period, found.preperiod, found.saltus), (p, 0, s), "{set:?}");
    }
}

/// The rows of the table of heap games that are about sequences, when the table is there.
#[test]
fn the_table_of_heap_games_holds() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/vectors/heap_games.tsv");
    let Ok(table) = std::fs::read_to_string(table) else { return };
    let numbers =
        |text: &str| -> Vec<u32> { text.split(',').map(|n| n.parse().unwrap()).collect() };
    let mut rows = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let (family, id, expected) = (fields[0], fields[1], fields[3]);
        let part = |key: &str| {
            expected
                .split(';')
                .find_map(|p| p.strip_prefix(key)?.strip_prefix('='))
                .map(str::to_owned)
        };
        let set = || numbers(id.split_once('(').unwrap().1.trim_end_matches(')'));
        let code = match family {
            "subtraction" => subtraction(TakeSet::Only(&set())).unwrap(),
            "all-but-subtraction" => subtraction(TakeSet::AllBut(&set())).unwrap(),
            "cutting-thirds" => "8!.0".parse().unwrap(),
            "treblecross" => {
                let values = from_one(named("0.007"), 18);
                let letters = (3..=16).map(|cells| if values[cells + 1] == 0 { 'P' } else { 'N' });
                assert_eq!(letters.collect::<String>(), expected);
                continue;
            }
            "wythoff" => {
                assert_eq!(row(wythoff(|k| k + 1), 0, 19), numbers(&part("values").unwrap()));
                continue;
            }
            _ => continue,
        };
        let wanted = numbers(&part("values").unwrap());
        let mut game = GrundySequence::of_code(code);
        game.extend_to(wanted.len() as u64, &Limits::none()).unwrap();
        assert_eq!(game.values(0..wanted.len() as u64), wanted, "{id}");
        if let Some(period) = part("period") {
            let found = find_period(&mut game, 400, &Limits::none()).unwrap().unwrap();
            let saltus = part("saltus").unwrap_or_else(|| "0".to_owned());
            assert_eq!(
                (found.period.to_string(), found.saltus.to_string()),
                (period, saltus),
                "{id}"
            );
            assert_eq!(Some(found.preperiod.to_string()), part("preperiod"), "{id}");
        }
        rows += 1;
    }
    assert!(rows >= 7);
}

#[test]
fn a_stream_gives_the_values_of_the_sequence_and_resumes() {
    for text in ["0.106", "0.56"] {
        let code: HeapCode = text.parse().unwrap();
        let mut stream = GrundyStream::new(code.clone(), &Limits::none()).unwrap();
        let start = stream.len();
        let to = start + 400_001;
        let mut streamed: Vec<u32> = Vec::new();
        let mut collect = |first: u64, values: &[u16]| {
            assert_eq!(first, start + streamed.len() as u64);
            streamed.extend(values.iter().map(|&v| u32::from(v)));
        };
        stream.advance(start + 150_001, &Limits::none(), &mut collect).unwrap();
        let mut resumed = GrundyStream::resume(&stream.checkpoint()).unwrap();
        resumed.advance(to, &Limits::none(), &mut collect).unwrap();
        assert!(resumed.bytes() < 4 << 20);
        let mut whole = GrundySequence::of_code(code);
        whole.extend_to(to, &Limits::none()).unwrap();
        assert!(streamed == whole.values(start..to), "{text}");
    }
}

#[test]
fn a_search_without_the_values_finds_the_same_period_and_resumes() {
    // a preperiod before the stream begins, and one far behind; the period of 0.104 is Gangolli and Plambeck's (1989)
    let far = if cfg!(debug_assertions) { None } else { Some(("0.104", 11_770_282, 197_769_598)) };
    for (text, period, preperiod) in
        [("0.156", 349, 3479), ("0.356", 142, 7315), ("0.16", 149_459, 105_351)]
            .into_iter()
            .chain(far)
    {
        let code: HeapCode = text.parse().unwrap();
        let mut search = PeriodSearch::new(code.clone(), &Limits::none()).unwrap();
        let soon = search.heaps() + 100;
        assert!(search.advance(soon, &Limits::none()).unwrap().is_none(), "{text}");
        assert_eq!(search.heaps(), soon);
        let mut search = PeriodSearch::resume(&search.checkpoint(), &Limits::none()).unwrap();
        let stopped = search.advance(1 << 28, &Limits::none().nodes(0));
        assert!(matches!(stopped, Err(SequenceError::Stopped(_))));
        let found = search.advance(1 << 28, &Limits::none()).unwrap().unwrap();
        assert_eq!((found.period, found.preperiod), (period, preperiod), "{text}");
        assert!(matches!(found.theorem, Some(Theorem::FiniteState { .. })));
        // what was found is saved too
        let mut again = PeriodSearch::resume(&search.checkpoint(), &Limits::none()).unwrap();
        assert_eq!(again.advance(0, &Limits::none()).unwrap(), Some(found));
        assert_eq!(again.code(), &code);
        let good = again.checkpoint();
        for at in [0, 9, 50, 90, good.len() / 2, good.len() - 1] {
            let mut bad = good.clone();
            bad[at] ^= 1;
            let refused = PeriodSearch::resume(&bad, &Limits::none());
            assert!(matches!(refused, Err(SequenceError::BadCheckpoint { .. })));
        }
    }
    let unsuitable = PeriodSearch::new("0.[3]".parse().unwrap(), &Limits::none().nodes(1000));
    assert!(unsuitable.is_err());
}

#[test]
fn a_damaged_checkpoint_is_refused() {
    let stream = GrundyStream::new("0.106".parse().unwrap(), &Limits::none()).unwrap();
    let good = stream.checkpoint();
    for at in [0, 9, 70, good.len() / 2, good.len() - 1] {
        let mut bad = good.clone();
        bad[at] ^= 1;
        assert!(matches!(GrundyStream::resume(&bad), Err(SequenceError::BadCheckpoint { .. })));
    }
    assert!(GrundyStream::resume(&good[..good.len() - 9]).is_err());
    assert!(GrundyStream::resume(&[]).is_err());
    let none = GrundyStream::new("0.[3]".parse().unwrap(), &Limits::none().nodes(1000));
    assert!(none.is_err());
}
