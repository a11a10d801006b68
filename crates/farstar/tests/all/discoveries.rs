//! Laws that the usual table of a game does not show.

use farstar::find::{
    Attempt, Column, Discovery, Inquiry, LawSearch, Proofs, Table, Verdict, discover, find,
    prove_columns, tabulate,
};
use farstar::{Limits, Ruleset};
use std::time::Duration;

/// What is found and proved of rules, which is to be a theorem.
fn proved(text: &str, outcomes: bool) -> Discovery {
    let rules = Ruleset::named(text).unwrap();
    let time = Duration::from_secs(30);
    let inquiry = Inquiry { outcomes, proofs: Proofs::All, time, ..Inquiry::default() };
    let told = discover(&rules, &inquiry, &Limits::none()).unwrap();
    assert!(told.is_proved());
    told
}

/// Numbers that no move changes are taken from 1 on, where for 0 the game is another one; law and theorem say so.
#[test]
fn the_least_of_numbers_that_no_move_changes_may_be_left_out() {
    let text = "game G\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..m\n\
        (n,m) -> (i,m)+(n-i,m) for i in 1..n-1 if m = 0 and i != n-i";
    let rules = Ruleset::named(text).unwrap();
    let inquiry = Inquiry {
        to: Some(40),
        proofs: Proofs::All,
        time: Duration::from_secs(60),
        ..Inquiry::default()
    };
    let told = discover(&rules, &inquiry, &Limits::none()).unwrap();
    let law = told.laws().unwrap()[0];
    assert_eq!(law.shown(), "n mod (m + 1), m >= 1");
    assert_eq!((law.value(&[1000, 6]), law.value(&[1000, 0])), (Some(6), None));
    let attempt = told.proofs[0].as_ref().unwrap();
    let Verdict::Theorem(proof) = &attempt.verdict else { panic!("{attempt:?}") };
    assert_eq!(proof.theorem.claim.low, [0, 1]);
}

/// Heaps that are halved, or left a third or a sixth, are worth the same 12 times as large: 400 heaps do not show it.
#[test]
fn a_sequence_without_a_law_is_tabulated_further() {
    let text = "game G\nheap n\nBoth: (n) -> (n div 2) if n > 0\n(n) -> (n div 3) if n > 0\n(n) -> (n div 6) if n > 0";
    let rules = Ruleset::named(text).unwrap();
    let inquiry = Inquiry { time: Duration::from_secs(30), ..Inquiry::default() };
    let told = discover(&rules, &inquiry, &Limits::none()).unwrap();
    let law = told.laws().unwrap()[0];
    let value = |n: i128| (1..=20).fold(n, |n, _| if n < 12 { n } else { n / 12 });
    let first = [0, 1, 2, 2, 3, 3, 0, 0, 0, 0, 0, 0];
    for n in [0, 5, 11, 12, 1_000_000_007, 987_654_321_098_765] {
        assert_eq!(law.value(&[n]), Some(first[value(n) as usize]), "{n}");
    }
}

/// Of periods that grow with two numbers that no move changes a cube of heaps shows little: rows of the third are
/// longer.
#[test]
fn rows_are_longer_where_one_number_alone_changes() {
    let text = "game G\nheap n l d\nBoth: (n,l,d) -> (n-k,l,d) for k in l..l+d if k > 0";
    let told = proved(text, true);
    let law = told.laws().unwrap()[0];
    for [n, l, d] in [[1_000_000, 7, 3], [999_999_999, 1_000, 0], [17, 1, 5], [30, 10, 5]] {
        assert_eq!(law.value(&[n, l, d]), Some(i128::from(n % (2 * l + d) >= l)), "{n} {l} {d}");
    }
}

/// A law that holds of all heaps of small numbers, as one of their bit lengths learned below 128, is held against heaps
/// of which some numbers are far: none that is wrong there is told.
#[test]
fn laws_are_held_against_heaps_of_some_large_numbers() {
    let halve = "heap a b\nBoth: (a,b) -> (a div 2,b) if a > 0\n(a,b) -> (a,b-1)\n(a,b) -> (a div 2,b-1) if a > 0";
    let halve_one = "heap a b c\nBoth: (a,b,c) -> (a div 2,b,c) if a >= b and a >= c and a > 0\n\
        (a,b,c) -> (a,b div 2,c) if b >= a and b >= c and b > 0\n\
        (a,b,c) -> (a,b,c div 2) if c >= a and c >= b and c > 0";
    let passes = "heap a p b q\nBoth: (a,p,b,q) -> (a-k,p,b,q) for k in 1..a\n\
        (a,p,b,q) -> (a,p,b-k,q) for k in 1..b\n\
        (a,p,b,q) -> (a,p-1,b,q) if a > 0 and p > 0\n(a,p,b,q) -> (a,p,b,q-1) if b > 0 and q > 0";
    for (rules, outcomes, heap) in [
        (halve, false, &[128_i128, 5][..]),
        (halve, false, &[5, 250]),
        (halve_one, false, &[0, 0, 64]),
        (halve_one, false, &[1, 64, 64]),
        (passes, true, &[11, 0, 12, 1]),
        (passes, true, &[1, 32, 1, 0]),
    ] {
        let rules = Ruleset::named(&format!("game G\n{rules}")).unwrap();
        let inquiry = Inquiry { outcomes, time: Duration::from_secs(10), ..Inquiry::default() };
        let told = discover(&rules, &inquiry, &Limits::none()).unwrap();
        let text = heap.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
        let position = rules.position(&format!("({text})")).unwrap();
        let grundy = position.answer(&Limits::none()).unwrap().grundy.unwrap();
        for (column, found) in told.columns.iter().zip(&told.found) {
            let right = if column.winners { i128::from(grundy > 0) } else { grundy.into() };
            for law in found.laws.iter().filter(|law| law.wrong == 0) {
                assert_eq!(law.value(heap), Some(right), "{} of {text}", law.shown());
            }
        }
    }
}

/// Rows whose period is twice a number, and one more where that is odd, are seen in a table that is longer than wide.
#[test]
fn periods_that_grow_may_depend_on_parity() {
    let text =
        "game G\nheap n k\nBoth: (n,k) -> (n-1,k)\n(n,k) -> (n-k,k) if k > 0\n(n,k) -> (n-k-1,k)";
    let rules = Ruleset::named(text).unwrap();
    for outcomes in [false, true] {
        let inquiry = Inquiry { outcomes, time: Duration::from_secs(60), ..Inquiry::default() };
        let told = discover(&rules, &inquiry, &Limits::none()).unwrap();
        let law = told.laws().unwrap()[0];
        for [n, k] in [[1_000_000_007, 100], [999_999_999, 1_001], [5, 1], [1_000_000, 35]] {
            let (rest, half) = (n % (2 * k + k % 2), k + k % 2);
            let value = rest % 2 + 2 * i128::from(rest >= half);
            let wanted = if outcomes { value.min(1) } else { value };
            assert_eq!(law.value(&[n, k]), Some(wanted), "{n} {k}");
        }
    }
}

/// Of 1, 2 or k tokens (Codeforces 1194D) rows are one game for k that 3 divides and another for the others.
#[test]
fn rows_may_have_a_law_for_each_residue() {
    let text =
        "game G\nheap n k\nBoth: (n,k) -> (n-1,k)\n(n,k) -> (n-2,k)\n(n,k) -> (n-k,k) if k >= 3";
    let rules = Ruleset::named(text).unwrap();
    let inquiry = Inquiry { outcomes: true, time: Duration::from_secs(60), ..Inquiry::default() };
    let told = discover(&rules, &inquiry, &Limits::none()).unwrap();
    let law = told.laws().unwrap()[0];
    for [n, k] in [[1_000_000_007, 99], [999_999_999, 1_000], [27, 9], [30, 9], [29, 9], [6, 4]] {
        let rest = if k % 3 == 0 { n % (k + 1) } else { n % 3 };
        let wins = rest % 3 != 0 || k % 3 == 0 && rest == k;
        assert_eq!(law.value(&[n, k]), Some(wins.into()), "{n} {k}");
    }
}

/// Who takes 1 to 5 and not as many as were taken before: the second number is a memory, and each has its own period,
/// which shows far behind the heaps that a square has.
#[test]
fn a_memory_of_moves_has_long_rows() {
    let text = "game G\nheap n l\nBoth: (n,l) -> (n-j,j) for j in 1..5 if j != l";
    let told = proved(text, false);
    let law = told.laws().unwrap()[0];
    // the period is 13 from 28 on
    for n in 28..41 {
        for l in 0..8 {
            assert_eq!(law.value(&[n, l]), law.value(&[n + 13_000_000, l]), "{n} {l}");
        }
    }
}

/// A quotient by a number that makes the modulus is told by cases: what is left is less than 3k.
#[test]
fn quotients_of_remainders_are_proved() {
    let text = "game G\nheap n k\nBoth: (n,k) -> (n-k,k) if k > 0\n(n,k) -> (n-k-1,k) if k > 0";
    let told = proved(text, false);
    let law = told.laws().unwrap()[0];
    for [n, k] in [[1_000_000_007, 100], [201, 100], [200, 100], [99, 100], [5, 1]] {
        assert_eq!(law.value(&[n, k]), Some(n % (2 * k + 1) / k), "{n} {k}");
    }
}

/// Quotients by a parameter are cheap where two numbers may change places: Cyclic Nimhoff (Fraenkel, Lorberbom 1991).
#[test]
fn quotients_by_a_parameter_are_shared() {
    let text = "heap a b k\nBoth: (a,b,k) -> (a-i,b,k) for i in 1..a\n(a,b,k) -> (a,b-i,k) for i in 1..b\n\
        (a,b,k) -> (a-i,b-j,k) for i in 1..a, j in 1..b if i+j < k";
    let rules = Ruleset::named(&format!("game Nimhoff\n{text}")).unwrap();
    let inquiry = Inquiry { time: Duration::from_secs(60), ..Inquiry::default() };
    let told = discover(&rules, &inquiry, &Limits::none()).unwrap();
    let law = told.laws().unwrap()[0];
    for [a, b, k] in [[1_000, 77, 5], [123_456_789, 987_654_321, 100], [6, 7, 1]] {
        let value = k * ((a / k) ^ (b / k)) + (a + b) % k;
        assert_eq!(law.value(&[a, b, k]), Some(value), "{a} {b} {k}");
    }
}

/// As many equal heaps as a parameter says: of halves, which only an even number has (Codeforces 603C).
#[test]
fn numbers_of_equal_heaps_that_are_not_fixed_are_told_by_their_parity() {
    let told = proved(
        "game Legendre\nheap n k\nBoth: (n,k) -> (n-1,k)\n(n,k) -> k*(n/2,k) if n > 0 and k > 1",
        false,
    );
    let law = told.laws().unwrap()[0];
    // an even number of them is nothing
    for (n, value) in [(1, 1), (2, 2), (3, 0), (4, 1), (1_000, 1), (1_001, 0)] {
        assert_eq!(law.value(&[n, 6]), Some(value), "{n}");
    }
}

/// What holds of heaps from 1 on is proved of all heaps, where it holds of those at 0 too.
#[test]
fn more_is_proved_where_it_holds() {
    let bash = Ruleset::named("game Bash\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..m").unwrap();
    let value = |n: i64, m: i64| (vec![n, m], n % (m + 1));
    let rows = (1..=40).flat_map(|n| (1..=12).map(move |m| value(n, m))).collect();
    let column = Column::of_table(&Table::new(rows).unwrap(), false, 0.2);
    let found = find(&column.inside, &column.outside, &LawSearch::default());
    let told = prove_columns(&bash, &[column], &[found], true, &Limits::none());
    let Ok(Attempt { verdict: Verdict::Theorem(proof), .. }) = &told[0] else {
        panic!("{:?}", told[0]);
    };
    assert_eq!(proof.theorem.claim.low, [0, 0]);
}

/// Remainders that begin at 1, in a table that does, are not those that begin at 0.
#[test]
fn a_law_of_remainders_from_one_on_is_not_refuted() {
    let text = "game G\nheap n l r\nBoth: (n,l,r) -> (n-k,l,r) for k in l..r if l > 0 and n > k";
    let rules = Ruleset::named(text).unwrap();
    let value =
        |n: i64, l: i64, r: i64| (vec![n, l, r], if r < l { 0 } else { (n - 1) % (l + r) / l });
    let rows = (1..=60).flat_map(|n| (1..=8).map(move |l| (n, l)));
    let rows = rows.flat_map(|(n, l)| (1..=8).map(move |r| value(n, l, r))).collect();
    let column = Column::of_table(&Table::new(rows).unwrap(), false, 0.2);
    let limits = Limits::none().time(Duration::from_secs(60));
    let search = LawSearch { limits: limits.clone(), ..LawSearch::default() };
    let found = find(&column.inside, &column.outside, &search);
    let law = found.laws[0].clone();
    assert_eq!(law.value(&[1_000_020, 7, 30]), Some(1_000_019 % 37 / 7));
    let told = prove_columns(&rules, &[column], &[found], true, &limits);
    let verdict = &told[0].as_ref().unwrap().verdict;
    assert!(!matches!(verdict, Verdict::Refuted { .. }), "{} {verdict:?}", law.shown());
}

/// Heaps with many divisors tell a law from one of numbers with few: where a heap becomes two proper divisors (Project
/// Euler 550) recursions were found that are wrong at 4096, or at 16384.
#[test]
fn laws_of_divisors_are_held_against_numbers_with_many() {
    let text = "game Split\nheap n\nBoth: (n) -> (a)+(b) for a in 2..n-1, b in 2..a if a divides n and b divides n";
    let rules = Ruleset::named(text).unwrap();
    let columns = tabulate(&rules, None, false, 0.2, &Limits::none(), &mut |_, _| {}).unwrap();
    let far = |n: i64| columns[0].outside.iter().find(|(cell, _)| cell == &[n]).map(|row| row.1);
    // numbers with an odd number of ones, by the number of prime factors less one
    assert_eq!((far(1 << 12), far(1 << 14), far(1 << 16)), (Some(21), Some(25), Some(28)));
}
