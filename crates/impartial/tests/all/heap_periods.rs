//! Periods of heap games: published values, theorems, certificates.

use farstar_impartial::sequence::{
    Certificate, GrundySequence, Periodicity, Theorem, digest, find_period, periodicity,
};
use farstar_rules::heap::{HeapCode, TakeSet, subtraction};
use farstar_value::Limits;

fn sequence(text: &str) -> GrundySequence {
    GrundySequence::of_code(text.parse().unwrap())
}

fn period(text: &str, most: u64) -> Option<Periodicity> {
    find_period(&mut sequence(text), most, &Limits::none()).unwrap()
}

/// Period, preperiod, exceptions.
fn facts(found: &Periodicity) -> (u64, u64, u64) {
    (found.period, found.preperiod, found.exceptions.unwrap())
}

#[test]
fn solved_games_have_their_published_periods() {
    // Winning Ways, chapter 4; Guy and Smith 1956; Kenyon 1967; Austin 1976; Gangolli and Plambeck 1989
    for (text, p, n0) in [
        ("0.77", 12, 71),
        ("0.07", 34, 53),
        ("0.137", 34, 52),
        ("0.055", 148, 259),
        ("0.156", 349, 3479),
        ("0.644", 442, 3256),
        ("0.356", 142, 7315),
        ("0.165", 1550, 5181),
        ("0.45", 20, 498),
        ("4.344", 51, 998),
        ("0.127", 4, 46_578),
    ] {
        let found = period(text, 200_000).unwrap();
        assert_eq!((found.period, found.preperiod), (p, n0), "{text}");
        assert!(matches!(found.theorem, Some(Theorem::GuySmith { .. })), "{text}: {found}");
    }
}

#[test]
fn exceptions_of_kayles_and_dawsons_kayles_are_counted() {
    assert_eq!(facts(&period("0.77", 1000).unwrap()), (12, 71, 14));
    assert_eq!(facts(&period("0.07", 1000).unwrap()), (34, 53, 8));
}

#[test]
fn a_period_needs_enough_heaps() {
    // the last heaps repeat long before the theorem applies
    assert_eq!(period("0.07", 100), None);
    let observed = period("4!.[3]", 200);
    assert!(observed.is_none_or(|o| !o.is_proved()));
    let few = period("0.28", 450).unwrap();
    assert!(!few.is_proved());
    assert!(few.to_string().starts_with("observed repetition 53 "), "{few}");
    assert!(!few.to_string().contains("period 53"), "an observation is never called a period");
}

#[test]
fn unsettled_games_have_no_period() {
    for text in ["0.36", "0.64", "0.014", "0.204", "4.007", "4!.0"] {
        assert_eq!(period(text, 3000), None, "{text}");
    }
}

#[test]
fn subtraction_games_are_proved_by_their_last_values() {
    for (set, p) in [(&[1, 3][..], 2), (&[1, 4, 9], 5), (&[8, 11, 18], 26), (&[2, 3, 7], 5)] {
        let mut game = GrundySequence::of_code(subtraction(TakeSet::Only(set)).unwrap());
        let found = find_period(&mut game, 1000, &Limits::none()).unwrap().unwrap();
        assert_eq!(facts(&found), (p, 0, 0));
        assert!(matches!(found.theorem, Some(Theorem::LastValues { .. })));
    }
}

#[test]
fn hexadecimal_games_are_arithmetic_periodic() {
    for (text, p, n0, s) in [
        ("0.8", 3, 1, 1),
        ("0.8F", 7, 7, 4),
        ("0.FF", 1, 0, 1),
        ("0.13FF", 7, 6, 4),
        ("0.28", 53, 1, 16),
        // Kenyon's game, whose saltus is no power of two [WW, ch. 4]
        ("0.3F", 6, 0, 3),
    ] {
        let found = period(text, 1000).unwrap();
        assert_eq!((found.period, found.preperiod, found.saltus), (p, n0, s), "{text}");
        assert!(matches!(found.theorem, Some(Theorem::Arithmetic { .. })), "{text}");
    }
    let plain = period("0.F3", 1000).unwrap();
    assert_eq!((plain.period, plain.preperiod, plain.saltus), (4, 0, 0));
    assert!(matches!(plain.theorem, Some(Theorem::GuySmith { parts: 3, .. })));
}

#[test]
fn games_on_all_but_a_few_numbers_are_proved() {
    for (text, p, n0, s) in [
        ("0.[3]", 1, 0, 1),
        ("0.00[3]", 3, 0, 1),
        ("0.030[3]", 2, 0, 1),
        ("0.303030[3]", 8, 0, 2),
        ("0.[2]", 1, 1, 1),
        ("0.02[1]", 4, 3, 0),
    ] {
        let found = period(text, 300).unwrap_or_else(|| panic!("{text}"));
        assert_eq!((found.period, found.preperiod, found.saltus), (p, n0, s), "{text}");
        assert!(matches!(found.theorem, Some(Theorem::AllBut { .. })), "{text}: {found}");
    }
}

#[test]
fn what_is_proved_of_an_all_but_game_holds_far_beyond() {
    let mut proved = 0;
    for sets in (1u32..256).step_by(3) {
        let left_out: Vec<u32> =
            (0..8).filter(|k| sets >> k & 1 == 1).map(|k| 3 * k / 2 + 1).collect();
        let mut game = GrundySequence::of_code(subtraction(TakeSet::AllBut(&left_out)).unwrap());
        let Some(found) = find_period(&mut game, 500, &Limits::none()).unwrap() else { continue };
        proved += usize::from(found.is_proved());
        game.extend_to(1200, &Limits::none()).unwrap();
        let values = game.values(0..1200);
        let end = 1200 - found.period as usize;
        let rise = |n: usize| values[n + found.period as usize] - values[n];
        let holds = (found.preperiod as usize..end).all(|n| u64::from(rise(n)) == found.saltus);
        assert!(holds || !found.is_proved(), "{left_out:?}: {found}");
    }
    assert!(proved > 80, "{proved}");
}

#[test]
fn arithmetic_periods_of_two_digits_hold_far_beyond_their_proof() {
    let mut saltus = std::collections::BTreeMap::new();
    for digits in (0..256).filter(|digits| digits >> 4 >= 8 || digits & 8 != 0) {
        let mut game = sequence(&format!("0.{digits:02X}"));
        let Some(found) = find_period(&mut game, 240, &Limits::none()).unwrap() else { continue };
        if !matches!(found.theorem, Some(Theorem::Arithmetic { .. })) {
            continue;
        }
        *saltus.entry(found.saltus).or_insert(0) += 1;
        game.extend_to(600, &Limits::none()).unwrap();
        let values = game.values(0..600);
        let (period, first) = (found.period as usize, found.preperiod as usize);
        let rises = (first..600 - period)
            .all(|n| u64::from(values[n]) + found.saltus == u64::from(values[n + period]));
        assert!(rises, "0.{digits:02X}: {found}");
    }
    assert!(saltus[&1] > 30 && saltus[&3] > 0, "{saltus:?}");
}

#[test]
fn the_state_argument_needs_fewer_heaps_and_agrees() {
    let mut game = sequence("4.406");
    game.extend_to(400_000, &Limits::none()).unwrap();
    let found = periodicity(&game).unwrap();
    assert_eq!((found.period, found.preperiod), (44, 294_097));
    assert!(matches!(found.theorem, Some(Theorem::FiniteState { .. })), "{found}");
}

#[test]
fn two_slips_of_old_tables_are_not_repeated() {
    let values = |text: &str, heaps| {
        let mut game = sequence(text);
        game.extend_to(heaps, &Limits::none()).unwrap();
        game.values(0..heaps)
    };
    let differ = |a: &str, b: &str| {
        let (a, b) = (values(a, 2000), values(b, 2000));
        (0..2000).find(|&n| a[n] != b[n])
    };
    assert_eq!(differ("0.161", "0.36"), Some(519));
    assert_eq!(differ("0.27", "0.26"), None);
    assert!(differ("0.314", "0.31").is_some());
}

/// Every number of a certificate changed by one, and its game changed.
fn mutations(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut mutated = Vec::new();
    for (index, line) in lines.iter().enumerate().skip(1) {
        let (key, value) = line.split_once(' ').unwrap();
        let changed: Vec<String> = match (key, value.parse::<u64>()) {
            ("digest", _) => vec![format!("{:016x}", u64::from_str_radix(value, 16).unwrap() ^ 1)],
            ("game", _) => vec!["0.375".to_owned()],
            // a hint, not a claim: any space that fits gives the same values
            (key, _) if key.starts_with("sparse") => continue,
            (_, Ok(number)) => {
                let less = number.checked_sub(1).into_iter();
                less.chain([number + 1, 2 * number + 1]).map(|n| n.to_string()).collect()
            }
            _ => continue,
        };
        for value in changed {
            let mut copy: Vec<String> = lines.iter().map(|&l| l.to_owned()).collect();
            copy[index] = format!("{key} {value}");
            mutated.push(copy.join("\n"));
        }
    }
    mutated
}

#[test]
fn certificates_are_checked_and_mutated_ones_are_rejected() {
    for text in [
        "0.77",
        "0.07",
        "0.156",
        "4.344",
        "0.0330003",
        "0.8F",
        "0.F3",
        "0.28",
        "4!.1",
        "0.3F",
        "0.030[3]",
        "0.303030[3]",
        "0.02[1]",
    ] {
        let mut game = sequence(text);
        let Some(found) = find_period(&mut game, 20_000, &Limits::none()).unwrap() else {
            assert_eq!(text, "4!.1");
            continue;
        };
        let certificate = Certificate::new(&game, &found).unwrap();
        let written = certificate.to_string();
        let read: Certificate = written.parse().unwrap();
        assert_eq!(read.to_string(), written);
        assert_eq!(read.check(&Limits::none()), Ok(()), "{written}");
        for mutated in mutations(&written) {
            let accepted =
                mutated.parse::<Certificate>().is_ok_and(|c| c.check(&Limits::none()).is_ok());
            assert!(!accepted, "accepted after a change:\n{mutated}\nwas:\n{written}");
        }
    }
}

#[test]
fn a_state_certificate_is_checked() {
    let mut game = sequence("4.406");
    game.extend_to(385_000, &Limits::none()).unwrap();
    let found = periodicity(&game).unwrap();
    let certificate = Certificate::new(&game, &found).unwrap();
    assert_eq!(certificate.check(&Limits::none()), Ok(()));
    let mut wrong = certificate.clone();
    wrong.claim.preperiod -= 1;
    assert!(wrong.check(&Limits::none()).is_err());
}

#[test]
fn a_certificate_of_many_heaps_without_a_sparse_space_is_checked() {
    let mut game = sequence("0.77");
    game.extend_to(5000, &Limits::none()).unwrap();
    let found = periodicity(&game).unwrap();
    let mut certificate = Certificate::new(&game, &found).unwrap();
    let theorem = Theorem::GuySmith { parts: 2, last_take: 2, from: 71, to: 4988 };
    (certificate.theorem, certificate.claim.theorem) = (theorem.clone(), Some(theorem));
    certificate.claim.heaps = 5000;
    (certificate.space, certificate.digest) = (None, digest(game.values(0..5000)));
    assert_eq!(certificate.check(&Limits::none()), Ok(()));
    certificate.digest ^= 1;
    assert!(certificate.check(&Limits::none()).is_err());
}

#[test]
fn a_state_certificate_with_any_number_changed_is_rejected() {
    // a window much smaller than the engine's, so that every change is checked at once
    let (window, at) = (2500, 6000);
    let mut game = sequence("0.156");
    game.extend_to(1 << 14, &Limits::none()).unwrap();
    let found = periodicity(&game).unwrap();
    let sparse = game.sparse().unwrap();
    let last_rare = sparse.rare_heaps.last().copied().unwrap();
    let theorem = Theorem::FiniteState {
        mask: sparse.mask.into(),
        by_parity: sparse.by_parity,
        common: sparse.common.into(),
        last_rare,
        window,
        at,
    };
    let heaps = at + found.period;
    let certificate = Certificate {
        game: "0.156".parse().unwrap(),
        claim: Periodicity { heaps, theorem: Some(theorem.clone()), ..found },
        theorem,
        space: None,
        digest: digest(game.values(0..heaps)),
    };
    assert_eq!(certificate.check(&Limits::none()), Ok(()));
    let written = certificate.to_string();
    let accepted = |text: &str| {
        text.parse::<Certificate>().is_ok_and(|read| read.check(&Limits::none()).is_ok())
    };
    assert!(accepted(&written));
    // a window a little larger or smaller proves the same
    let wide_enough = |text: &str| !text.contains(&format!("window {window}"));
    for mutated in mutations(&written).iter().filter(|text| !wide_enough(text)) {
        assert!(!accepted(mutated), "accepted after a change:\n{mutated}\nwas:\n{written}");
    }
    for window in [0, last_rare, at / 2, u64::MAX] {
        let mutated = written.replace("window 2500", &format!("window {window}"));
        assert!(!accepted(&mutated), "accepted with a window of {window}");
    }
}

/// A row of the table of octal games, when the table is there.
#[test]
fn the_table_of_octal_games_holds() {
    let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/vectors/octal.tsv");
    let Ok(table) = std::fs::read_to_string(table) else { return };
    let mut rows = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [code, kind, _, _, p, n0, saltus, exceptions, status, checked, _, values] = fields[..]
        else {
            panic!("a row of twelve fields: {line}")
        };
        let wanted: Vec<u32> = values.split(',').map(|v| v.parse().unwrap()).collect();
        let parsed: HeapCode = code.parse().unwrap();
        let mut game = GrundySequence::of_code(parsed);
        game.extend_to(wanted.len() as u64, &Limits::none()).unwrap();
        assert_eq!(game.values(0..wanted.len() as u64), wanted, "{code}");
        let checked: u64 = checked.parse().unwrap();
        let most = if kind == "octal" { checked } else { checked.min(400) };
        let found = find_period(&mut game, most, &Limits::none()).unwrap();
        if p == "-" {
            assert_eq!(found, None, "{code}");
        } else {
            let found = found.unwrap_or_else(|| panic!("{code} has a period"));
            let number = |text: &str| text.parse::<u64>().unwrap();
            assert_eq!(
                (found.period, found.preperiod, found.saltus),
                (number(p), number(n0), number(saltus)),
                "{code}"
            );
            assert!(exceptions == "-" || found.exceptions == Some(number(exceptions)), "{code}");
            assert!(found.is_proved() || status != "verified", "{code}: {found}");
        }
        rows += 1;
    }
    assert!(rows > 20);
}
