//! No theorem about rulesets that nobody chose is false: what is proved of them is held against play, far beyond the
//! table that the law was found from.

use farstar_find::{LawSearch, find};
use farstar_logic::{Subject, Verdict, attempt, played_table};
use farstar_play::Limits;
use farstar_referee::{Kind, LAW, Numeration, RIGHT, Theorem};
use farstar_rules::language::Ruleset;
use std::time::Duration;

/// Numbers by a linear congruence.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }
}

fn one_number(dice: &mut Dice) -> String {
    let (a, b, c) = (1 + dice.below(3), 2 + dice.below(4), 1 + dice.below(7));
    let common = ["= 1", "!= 1", "> 1"][(c % 3) as usize];
    match dice.below(16) {
        0 => format!("(n) -> (n-k) for k in {{{a} {} {}}}", a + b, a + b + c),
        1 => format!("(n) -> (n-k) for k in 1..n if k mod {b} = {}", c % b),
        2 => format!("(n) -> (k) for k in 0..n-1 if {b}*k <= n"),
        3 => format!("(n) -> (n-k) for k in 1..min(n,{c})"),
        4 => format!("(n) -> (n-k) for k in 1..n if k != {c}"),
        5 => format!("(n) -> (n-{a}) if {b} divides n"),
        6 => format!("(n) -> (n-k) for k in 1..n if {b}*k <= {a}*n+{}", c - 1),
        7 => format!("(n) -> (n-k) for k in 1..(n-n mod {b})/{b}"),
        8 => format!("(n) -> ((n+{a}-(n+{a}) mod {b})/{b}) if n > {a}"),
        9 => format!("(n) -> (n-{a}) if (n-{c})/{b} < {a}"),
        10 => format!("(n) -> (n-{a}) if n > {c} or not n/{b} = {a}"),
        11 => format!("(n) -> {b}*(n-{a}) if n < {}", 3 * c),
        12 => format!("(n) -> (n-k) for k in 1..n if gcd(n,k) {common}"),
        13 => format!("(n) -> (n-k) for k in 1..n if gcd(n-{a},k+{c}) {common}"),
        14 => format!("(n) -> (i)+(n-i) for i in 1..n-1 if gcd(i,n-i) {common}"),
        _ => format!("(n) -> (n/{b})"),
    }
}

fn two_numbers(dice: &mut Dice) -> String {
    let (p, q) = (dice.below(3), 1 + dice.below(3));
    match dice.below(9) {
        0 => "(a,b) -> (a-k,b) for k in 1..a".to_owned(),
        1 => "(a,b) -> (a,b-k) for k in 1..b".to_owned(),
        2 => "(a,b) -> (a-k,b-k) for k in 1..min(a,b)".to_owned(),
        3 => format!("(a,b) -> (a-{q},b-{p})"),
        4 => format!("(a,b) -> (a-k,b) for k in 1..min(a,{})", q + 1),
        5 => format!("(a,b) -> (a-k,{q}*k) for k in 1..min(a,b)"),
        6 => "(a,b) -> (k,b-1) for k in 0..a if b > 0".to_owned(),
        7 => "(a,b) -> (a-k*b,b) for k in 1..a if b > 0".to_owned(),
        _ => format!("(a,b) -> (a-k,b-{q}*k) for k in 1..a"),
    }
}

fn rules(dice: &mut Dice) -> String {
    let misere = if dice.below(3) == 0 { " misere" } else { "" };
    let (names, one): (_, fn(&mut Dice) -> String) =
        if dice.below(2) == 0 { ("n", one_number) } else { ("a b", two_numbers) };
    let mut text = format!("game Random{misere}\nheap {names}\n");
    let players: &[&str] = if dice.below(3) == 0 { &["Left", "Right"] } else { &["Both"] };
    for player in players {
        for _ in 0..1 + dice.below(3) {
            text.push_str(&format!("{player}: {}\n", one(dice)));
        }
    }
    text
}

/// Whether a theorem's automata say what play says of a heap.
pub(crate) fn holds(theorem: &Theorem, heap: &[u64], value: i64) -> bool {
    let heap = &theorem.claim.read(heap).expect("a modulus")[..];
    let given = |which: usize| {
        let set = theorem.given[which].as_ref().expect("it is given");
        set.holds(&theorem.diagrams, heap)
    };
    match theorem.claim.kind {
        Kind::Grundy => theorem.law.holds(&theorem.diagrams, &[heap, &[value as u64]].concat()),
        Kind::GrundyPowers => {
            let base = theorem.diagrams.digits() as u64;
            theorem.law.holds(&theorem.diagrams, &[heap, &[base.pow(value as u32)]].concat())
        }
        Kind::Interval => {
            let least = |n: u64| {
                (0..=n).find(|&l| theorem.law.holds(&theorem.diagrams, &[n, l])).expect("a number")
            };
            let mut n = heap[0];
            while n > 0 && least(n) != least(n - 1) {
                n = least(n) - 1;
            }
            n - least(n) == value as u64
        }
        Kind::Initial => {
            let options = |n: u64| {
                (0..=n).find(|&c| theorem.law.holds(&theorem.diagrams, &[n, c])).expect("a number")
            };
            let mut play = vec![heap[0]];
            while let Some(next) = play.last().and_then(|&n| options(n).checked_sub(1)) {
                play.push(next);
            }
            play.len() as i64 - 1 == value
        }
        Kind::Outcome => given(LAW) == (value == 0),
        Kind::Threshold => {
            let (&last, others) = heap.split_last().expect("a limit");
            let reached = |t: u64| theorem.law.holds(&theorem.diagrams, &[others, &[t]].concat());
            (0..=last).any(reached) == (value == 1)
        }
        Kind::Sum => {
            let told =
                theorem.factors.iter().zip(heap).map(|(one, &n)| {
                    (0..64).find(|&v| holds(one, &[n], v)).expect("a small value")
                });
            told.fold(0, |all, v| all ^ v) == value
        }
        Kind::Product | Kind::Values | Kind::Ups | Kind::Halves | Kind::Shares | Kind::Roots => {
            unreachable!("they are not asked for")
        }
        Kind::Winners => {
            (given(LAW), given(RIGHT)) == (value == 0 || value == 3, value == 0 || value == 2)
        }
    }
}

#[test]
fn no_theorem_about_random_rulesets_is_false() {
    let (mut proved, mut tried) = (0, 0);
    let many = if std::env::var("FARSTAR_SOAK").is_ok() { 2_000 } else { 30 };
    for seed in 0..many {
        let text = rules(&mut Dice(seed * 77_777 + 5));
        // rules that make the same move twice, and such as may go on for ever, are none
        let Ok(rules) = text.parse::<Ruleset>() else { continue };
        let outcomes = rules.is_misere() || !rules.is_impartial() || seed % 4 == 0;
        let side = if rules.heap_names().map_or(0, <[String]>::len) == 1 { 100 } else { 24 };
        let limits = Limits::none().time(Duration::from_secs(20));
        let Ok(Some((inside, outside))) = played_table(&rules, Some(side), outcomes, &limits)
        else {
            continue;
        };
        tried += 1;
        let search = LawSearch {
            limits: Limits::none().time(Duration::from_secs(1)),
            ..LawSearch::default()
        };
        let found = find(&inside, &outside, &search);
        let subject = Subject::new(&rules, outcomes, inside.low());
        let Ok(told) = attempt(&subject, &found, &inside, &outside, &limits) else { continue };
        let all = inside.rows().map(|(cell, v)| (cell.to_vec(), v)).chain(outside.iter().cloned());
        let heap = |cell: &[i64]| cell.iter().map(|&x| x as u64).collect::<Vec<_>>();
        match &told.verdict {
            Verdict::Theorem(proof) => {
                proved += 1;
                if let Numeration::Base(_) = proof.theorem.claim.numeration {
                    let low = &proof.theorem.claim.low;
                    for (cell, value) in
                        all.filter(|row| row.0.iter().zip(low).all(|(x, low)| x >= low))
                    {
                        assert!(holds(&proof.theorem, &heap(&cell), value), "{text}{cell:?}");
                    }
                }
            }
            Verdict::Period(_) => {
                proved += 1;
                let law = told.law.as_ref().expect("a law");
                for (cell, value) in all {
                    let wide: Vec<i128> = cell.iter().map(|&x| x.into()).collect();
                    assert_eq!(law.value_at(&wide), Some(value.into()), "{text}{cell:?}");
                }
            }
            _ => {}
        }
    }
    println!("{proved} proved of {tried}");
    assert!(proved * 3 > tried, "{proved} of {tried}");
}
