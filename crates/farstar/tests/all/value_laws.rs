//! Theorems about values of partizan heaps against the values themselves.

use farstar::find::referee::{Kind, Theorem, check};
use farstar::find::{LawSearch, find, prove_columns, tabulate};
use farstar::{Answer, Arena, Limits, Player, Question, Ruleset, Solver, Sum, theorems};
use farstar_num::Dyadic;
use farstar_value::{Calculator, Game};
use std::time::Duration;

/// The certificate of a theorem about a ruleset, if one is found.
fn certificate(rules: &Ruleset, to: u64) -> Option<String> {
    let limits = Limits::none().time(Duration::from_secs(20));
    let columns = tabulate(rules, Some(to), false, 0.2, &limits, &mut |_, _| {}).ok()?;
    let time = Limits::none().time(Duration::from_secs(1));
    let search = LawSearch { limits: time, ..LawSearch::default() };
    let laws = |column: &farstar::find::Column| find(&column.inside, &column.outside, &search);
    let found: Vec<_> = columns.iter().map(laws).collect();
    let told = prove_columns(rules, &columns, &found, true, &limits);
    told.first()?.as_ref().ok()?.verdict.certificate().map(str::to_owned)
}

/// The theorem about the values of a ruleset, if one is found.
fn theorem(rules: &Ruleset, to: u64) -> Option<Theorem> {
    let theorem = check(&certificate(rules, to)?, &|_| false).ok()?;
    // of Grundy values and of periods there are theorems of another kind
    Some(theorem).filter(|theorem| theorem.claim.kind.is_of_values())
}

/// The games of a theorem's list.
fn games(calc: &mut Calculator<'_>, theorem: &Theorem) -> Vec<Game> {
    let mut games: Vec<Game> = Vec::new();
    for [left, right] in &theorem.claim.forms {
        let side = |side: &[usize]| side.iter().map(|&i| games[i]).collect::<Vec<_>>();
        let (left, right) = (side(left), side(right));
        games.push(calc.from_options(&left, &right).unwrap());
    }
    games
}

/// What the relation accepts beside a heap is its value, and something is.
fn assert_value(theorem: &Theorem, heap: &[u64], answer: &Answer, arena: &Arena, text: &str) {
    let mut calc = arena.calculator();
    let value = calc.parse(answer.value.as_deref().expect("small values")).unwrap();
    let mut games = games(&mut calc, theorem);
    if theorem.claim.kind == Kind::Halves {
        games = vec![Game::ZERO; 4];
    }
    let mut some = false;
    let most = 2 + heap.iter().max().copied().unwrap_or(0) * 2;
    for (p, q) in (0..most).flat_map(|p| (0..most).map(move |q| (p, q))) {
        for (class, &game) in games.iter().enumerate() {
            if theorem.law.holds(&theorem.diagrams, &[heap, &[p, q, class as u64]].concat()) {
                let number = p as i64 - q as i64;
                let told = match theorem.claim.kind {
                    Kind::Halves if class < 2 => calc.nimber(class as u64).unwrap(),
                    Kind::Halves => {
                        let power = Dyadic::from(5 - 2 * class as i64).mul_pow2(-number);
                        calc.number(&power).unwrap()
                    }
                    Kind::Ups => {
                        let ups = calc.up(number).unwrap();
                        calc.add(game, ups).unwrap()
                    }
                    _ => {
                        let number = calc.integer(number).unwrap();
                        calc.add(game, number).unwrap()
                    }
                };
                assert!(told == value, "{text}\n{heap:?}: {p} {q} {class}");
                some = true;
            }
        }
    }
    assert!(some, "{text}\n{heap:?}");
}

/// Whether there is a theorem, which holds of heaps up to a number.
fn holds(text: &str, to: u64, far: u64) -> bool {
    let rules = Ruleset::named(text).unwrap();
    let Some(theorem) = theorem(&rules, to) else { return false };
    let arity = rules.rules().heap_names().map_or(1, <[String]>::len);
    let cells: Vec<Vec<u64>> = match arity {
        1 => (0..=far).map(|n| vec![n]).collect(),
        _ => (0..=far).flat_map(|a| (0..=far).map(move |b| vec![a, b])).collect(),
    };
    let arena = Arena::new();
    let mut solver = Solver::new(&arena);
    for heap in cells {
        let words: Vec<String> = heap.iter().map(ToString::to_string).collect();
        let position = rules.position(&format!("({})", words.join(","))).unwrap();
        let told = solver.answer(&Sum::from(position), Question::default(), &Limits::none());
        assert_value(&theorem, &heap, &told.unwrap(), &arena, text);
    }
    true
}

#[test]
fn values_are_proved_to_be_integers_numbers_nimbers_and_games() {
    for (rules, to, far) in [
        (
            "heap a b\nLeft: (a,b) -> (a-k,b) for k in 1..a\nRight: (a,b) -> (a,b-k) for k in 1..b",
            9,
            12,
        ),
        ("heap a b\nLeft: (a,b) -> (a-1,b)\nRight: (a,b) -> (a,b-1)\n (a,b) -> (a-1,b)", 9, 12),
        // halves, and sums of heaps
        (
            "heap n\nLeft: (n) -> (i)+(n-i) for i in 1..n-1 if n mod 2 = 0\nRight: (n) -> (n-1)",
            40,
            60,
        ),
        ("heap n\nLeft: (n) -> (i) + (n-2-i) for i in 0..n-2\nRight: (n) -> (n-1)", 40, 60),
        // equal heaps do not cancel
        (
            "heap n\nLeft: (n) -> nothing if n = 1\n (n) -> 2*(1) if n > 1\nRight: (n) -> 3*(1) if n > 2",
            40,
            60,
        ),
        // switches
        ("heap n\nLeft: (n) -> (n-1)\nRight: (n) -> (n-2)", 40, 60),
        // only games of a list, no integers
        (
            "heap n\nLeft: (n) -> nothing if n > 0\nRight: (n) -> (i)+(n-1-i) for i in 0..n-1",
            40,
            60,
        ),
        // ups without end, with nimbers, and with sums of heaps
        ("heap n\nLeft: (n) -> (n-1)\nRight: (n) -> nothing if n > 0", 40, 60),
        (
            "heap n\nLeft: (n) -> (n-2)\nRight: (n) -> (i)+(n-2-i) for i in 0..n-2\n (n) -> 3*(n-3) if n < 5",
            40,
            50,
        ),
        (
            "heap n\nLeft: (n) -> (n-3)\nRight: (n) -> (n-3) if 2 divides n\n (n) -> (i)+(n-3-i) for i in 0..n-3",
            40,
            50,
        ),
        // halved again and again, also in sums
        ("heap n\nLeft: (n) -> nothing if n > 0\nRight: (n) -> (n-1) if n > 1", 30, 40),
        (
            "heap n\nLeft: (n) -> nothing if n > 0\nRight: (n) -> (n-1) + (n-1) if n > 1\n (n) -> (n-2) if n > 3",
            30,
            40,
        ),
        // a position without moves of one player
        ("heap n\nLeft: (n) -> (n-2)\nRight: (n) -> (n-2) if n > 4", 40, 60),
    ] {
        let text = format!("game G\n{rules}");
        assert!(holds(&text, to, far), "{text}");
    }
}

/// The ruleset of a text and the certificate of its theorem, which is refused with other lines for that of the law.
fn certified(text: &str, law: &str, wrong: &[&str]) -> (Ruleset, String) {
    let rules = Ruleset::named(text).unwrap();
    let text = certificate(&rules, 40).expect("a theorem");
    assert!(text.contains(law), "{text}");
    assert!(check(&text, &|_| false).is_ok());
    for other in wrong {
        assert!(check(&text.replacen(law, other, 1), &|_| false).is_err(), "{other}");
    }
    (rules, text)
}

fn told_value(rules: &Ruleset, heap: &str) -> Option<String> {
    let (arena, heap) = (Arena::new(), rules.position(heap).unwrap());
    let told = Solver::new(&arena).answer(&Sum::from(heap), Question::default(), &Limits::none());
    told.unwrap().value
}

#[test]
fn ups_are_told_of_heaps_of_any_size() {
    let text = "game G\nheap n\nLeft: (n) -> (n-1)\nRight: (n) -> nothing if n > 0";
    // of integers, of games that are no nimbers, and without that with which a nimber is exchanged
    let wrong = ["law values / 0/0\n", "law ups / 0/\n", "law ups / 0/0 0,1/0,1\n", "law ups\n"];
    let (rules, text) = certified(text, "law ups / 0/0\n", &wrong);
    theorems::add(text).unwrap();
    assert_eq!(told_value(&rules, "2000000001").as_deref(), Some("v2000000000*"));
}

#[test]
fn halves_are_told_of_heaps_of_any_size() {
    let text = "game G\nheap n\nLeft: (n) -> nothing if n > 0\nRight: (n) -> (n-1) if n > 1";
    let wrong = ["law values /\n", "law ups / 0/0\n", "law halves /\n"];
    let (rules, text) = certified(text, "law halves\n", &wrong);
    // of another game
    let other = text.replacen("(n-1) if", "(n-2) if", 1);
    assert!(other != text && check(&other, &|_| false).is_err());
    theorems::add(text).unwrap();
    assert_eq!(told_value(&rules, "100"), Some(format!("1/{}", 1_u128 << 99)));
}

#[test]
fn a_theorem_tells_values_of_heaps_of_any_size() {
    let text = "game G\nheap n\nLeft: (n) -> (i) + (n-2-i) for i in 0..n-2\nRight: (n) -> (n-1)";
    let rules = Ruleset::named(text).unwrap();
    let text = certificate(&rules, 40).expect("a theorem");
    let changed = |from: &str, to: &str| check(&text.replacen(from, to, 1), &|_| false);
    assert!(changed("law values / 0/ 1/0", "law values / 0/ 1/0").is_ok());
    // another game in the list, another law, a list that is none
    for to in [
        "law values / 0/ 0/1",
        "law values / 0/ 1/",
        "law values / 0/ 3/0",
        "law values",
        "law grundy",
    ] {
        assert!(changed("law values / 0/ 1/0", to).is_err(), "{to}");
    }
    theorems::add(text).unwrap();
    let arena = Arena::new();
    for (n, value) in [(2_000_000_001, "0"), (2_000_000_002, "-1"), (2_000_000_003, "{0|-1}")] {
        let heap = rules.position(&n.to_string()).unwrap();
        let told =
            Solver::new(&arena).answer(&Sum::from(heap), Question::default(), &Limits::none());
        let told = told.unwrap();
        assert_eq!(told.value.as_deref(), Some(value), "{n}");
        // Left's are too many to be listed
        assert!(!told.starts(Player::Left).all_moves);
        assert!(told.starts(Player::Left).moves.is_empty());
    }
}

#[test]
fn no_theorem_about_values_of_random_rulesets_is_false() {
    let many = if std::env::var("FARSTAR_SOAK").is_ok() { 300 } else { 16 };
    let (mut proved, mut state) = (0, 5u64);
    let mut below = |n: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % n
    };
    for _ in 0..many {
        let pairs = below(3) == 0;
        let mut text = format!("game G\nheap {}\n", if pairs { "a b" } else { "n" });
        for player in ["Left", "Right"] {
            for _ in 0..1 + below(2) {
                let (a, b, c) = (1 + below(3), 1 + below(4), below(3));
                let one = match (pairs, below(6)) {
                    (false, 0) => format!("(n) -> (n-k) for k in 1..n if k mod {} = {c}", b + 1),
                    (false, 1) => format!("(n) -> (n-{a}) if {b} divides n"),
                    (false, 2) => format!("(n) -> (n-{a}) + ({c})  if n > {}", c.max(b)),
                    (false, 3) => format!("(n) -> (i) + (n-{a}-i) for i in 0..n-{a}"),
                    (false, 4) => format!("(n) -> {b}*(n-{a})  if n < {}", 3 + c),
                    (false, _) => format!("(n) -> (n-{a})"),
                    (_, 0) => "(a,b) -> (a-k,b) for k in 1..a".to_owned(),
                    (_, 1) => "(a,b) -> (a,b-k) for k in 1..b".to_owned(),
                    (_, 2) => format!("(a,b) -> (a-{a},b-{c})"),
                    (_, 3) => format!("(a,b) -> (a-{c},b-{b})"),
                    (_, 4) => format!("(a,b) -> (a-1,b) if a > {c}*b"),
                    _ => "(a,b) -> (a-1,b)+(a-1,0)".to_owned(),
                };
                text.push_str(&format!("{player}: {one}\n"));
            }
        }
        if Ruleset::named(&text).is_ok() {
            proved +=
                usize::from(holds(&text, if pairs { 8 } else { 24 }, if pairs { 10 } else { 30 }));
        }
    }
    println!("{proved} proved of {many}");
    assert!(proved * 12 > many, "{proved} of {many}");
}

/// Who wins heaps whose value is 1 or -1 halved too often to be written down.
#[test]
fn a_theorem_of_halves_tells_who_wins_heaps_of_any_size() {
    let text = "game G\nheap n\nLeft: (n) -> nothing if n > 0\nRight: (n) -> (n-1) if n > 1";
    let rules = Ruleset::named(text).unwrap();
    theorems::add(certificate(&rules, 60).expect("a theorem")).unwrap();
    for n in ["10000000", "1000000007"] {
        let limits = Limits::none().bytes(1 << 26);
        let outcome = rules.position(n).unwrap().answer(&limits).unwrap().outcome;
        assert_eq!(outcome.map(|told| told.to_string()).as_deref(), Some("L"), "{n}");
    }
}
