//! Who wins where moves make sums of heaps: proved from who wins with each heap, where that tells.

use farstar_find::{LawClass, LawSearch, Table, find};
use farstar_logic::{Subject, Verdict, prove};
use farstar_play::{Limits, Player};
use farstar_referee::{LAW, RIGHT};
use farstar_rules::language::Ruleset;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::time::Duration;

const SECOND: Duration = Duration::from_secs(1);

type Known = HashMap<(Vec<u64>, bool), bool>;

/// Whether a player wins a sum of heaps of one number, moving first.
fn wins(rules: &Ruleset, sum: &[u64], player: Player, known: &mut Known) -> bool {
    let mut sum = sum.to_vec();
    sum.sort_unstable();
    let key = (sum, player == Player::Left);
    if let Some(&known) = known.get(&key) {
        return known;
    }
    let mut wins = false;
    for at in 0..key.0.len() {
        let _ = rules.visit_heap(player, &[key.0[at]], &mut |made| {
            let rest = [&key.0[..at], &key.0[at + 1..], made.expect("small numbers")].concat();
            wins |= !self::wins(rules, &rest, player.opponent(), known);
            if wins { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if wins {
            break;
        }
    }
    known.insert(key, wins);
    wins
}

/// 0: who does not begin wins, 1: who does, 2: Left, 3: Right.
fn winner(rules: &Ruleset, n: u64, known: &mut Known) -> i64 {
    match [Player::Left, Player::Right].map(|player| wins(rules, &[n], player, known)) {
        [false, false] => 0,
        [true, true] => 1,
        [true, false] => 2,
        [false, true] => 3,
    }
}

/// Heaps that are played out.
const PLAYED: u64 = 8;

/// How many laws are proved that begin as play does and then repeat one or two values; all of it must be so.
fn theorems(moves: &str, outcomes: &[i64]) -> usize {
    let rules: Ruleset = format!("game G\nheap n\n{moves}").parse().expect("rules");
    let (mut known, mut proved) = (Known::new(), 0);
    let truth: Vec<i64> = (0..=PLAYED).map(|n| winner(&rules, n, &mut known)).collect();
    for (first, period) in (1..=6).flat_map(|first| [(first, 1), (first, 2)]) {
        for code in 0..outcomes.len().pow(period) {
            let digit = |place| outcomes[code / outcomes.len().pow(place) % outcomes.len()];
            let value = |n: u32| match truth[..first].get(n as usize) {
                Some(&value) => value,
                None => digit((n - first as u32) % period),
            };
            let table = Table::sequence(0, &(0..30).map(value).collect::<Vec<_>>()).unwrap();
            let search = LawSearch { classes: vec![LawClass::Periods], ..LawSearch::default() };
            let Some(law) = find(&table, &[], &search).laws.into_iter().next() else { continue };
            let subject = Subject::new(&rules, true, &[0]).by_automata();
            let told = prove(&subject, &law.form, &Limits::none()).unwrap();
            let claims: Vec<i64> = (0..=PLAYED as u32).map(value).collect();
            if matches!(told, Verdict::Theorem(_)) {
                proved += 1;
                assert_eq!(claims, truth, "{moves}");
            } else if let Verdict::Refuted { .. } = told {
                assert_ne!(claims, truth, "{moves}");
            }
        }
    }
    proved
}

#[test]
fn who_wins_sums_of_heaps_that_nobody_wins_by_beginning_is_proved() {
    let games = [
        // what Left makes is worse for Left, and what Right makes for Right
        "Left: (n) -> (i)+(n-2-i) for i in 0..n-2\nRight: (n) -> 2*(n-3)",
        "Left: (n) -> 2*(n-3)\nRight: (n) -> (n-2)",
        "Left: (n) -> 3*(n-4)+(n-2)\nRight: (n) -> 2*(n-3)",
        "Left: (n) -> (i)+(n-1-i) for i in 0..n-1\nRight: (n) -> (n-2)",
        "Left: (n) -> 3*(n-3) if n > 3\nRight: (n) -> (n-3) if n < 6",
        "Left: (n) -> (i)+(n-i) for i in 1..n-1\nRight: (n) -> 2*(n-3)",
        "Left: (n) -> 2*(n-3)\n (n) -> (n-2)\nRight: (n) -> 3*(n-3)",
    ];
    let proved: Vec<usize> = games.iter().map(|moves| theorems(moves, &[0, 1, 2, 3])).collect();
    assert!(proved[3] > 0 && proved[4] == 0, "{proved:?}");
    // in impartial play two equal heaps are worth nothing, and one heap that is won beside others that are lost is won
    let impartial = [
        "Both: (n) -> 2*(n-2)",
        "Both: (n) -> 2*(n-3)+(n-2)",
        "Both: (n) -> (1)+(n-2) if n > 2\n (n) -> (n-2)",
        "Both: (n) -> (i)+(n-1-i) for i in 0..n-1",
        "Both: (n) -> (n-2)+(n-3)",
        "Both: (n) -> 3*(n-3)\n (n) -> (n-2)+2*(n-3)",
        // two equal halves can be left: who begins with a heap wins
        "Both: (n) -> (i)+(n-j-i) for j in 1..2, i in 0..n-j",
        "Both: code 0.74",
        // numbers of equal heaps that are not fixed
        "Both: (n) -> k*(n-3) for k in -1..3 if k < n",
        "Both: (n) -> k*(n-3) for k in 0..3 if n = k + 3",
    ];
    let proved: Vec<usize> = impartial.iter().map(|moves| theorems(moves, &[0, 1])).collect();
    assert!([0, 3, 6, 7, 8, 9].iter().all(|&at| proved[at] > 0), "{proved:?}");
}

/// Laws are found from the first heaps, and what is proved of them is held against the others.
#[test]
fn who_wins_sums_of_divisors_is_proved() {
    let (small, large) = (14, 24);
    let mut proved = 0;
    for moves in [
        "Left: (n) -> m*(n/m) for m in 2..n if m divides n\nRight: (n) -> (m) for m in 1..n-1 if m divides n and m mod 2 = 1",
        "Left: (n) -> m*(n/m) for m in 2..n if m divides n and m mod 2 = 1\nRight: (n) -> m*(n/m) for m in 2..n if m divides n and m mod 2 = 0",
        "Left: (n) -> 2*(m) for m in 1..n-1 if m divides n\nRight: (n) -> (n/m) for m in 2..n if m divides n and m mod 2 = 0",
        "Left: (n) -> (n/m)+(m) for m in 2..n-1 if m divides n\nRight: (n) -> m*(n/m) for m in 2..n if m divides n",
        "Left: (n) -> m*(n/m) for m in 2..n if m divides n",
    ] {
        let rules: Ruleset = format!("game G\nheap n\n{moves}").parse().expect("rules");
        let mut known = Known::new();
        let truth: Vec<i64> = (1..=large).map(|n| winner(&rules, n, &mut known)).collect();
        let table = Table::sequence(1, &truth[..small]).unwrap();
        let search = LawSearch { limits: Limits::none().time(SECOND), ..LawSearch::default() };
        for law in find(&table, &[], &search).laws {
            let told =
                prove(&Subject::new(&rules, true, &[1]), &law.form, &Limits::none()).unwrap();
            if let Verdict::Theorem(proof) = told {
                proved += 1;
                let theorem = &proof.theorem;
                for (n, &truth) in (1..=large).zip(&truth) {
                    let read = theorem.claim.read(&[n]).expect("small primes");
                    let lost = [LAW, RIGHT].map(|which| {
                        let given = theorem.given[which].as_ref().expect("it is given");
                        given.holds(&theorem.diagrams, &read)
                    });
                    let told = match lost {
                        [true, true] => 0,
                        [false, false] => 1,
                        [false, true] => 2,
                        [true, false] => 3,
                    };
                    assert_eq!(told, truth, "{moves}\n{n}");
                }
            }
        }
    }
    assert!(proved >= 5, "{proved}");
}
