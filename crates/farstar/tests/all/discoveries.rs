//! Laws that the usual table of a game does not show.

use farstar::find::{Inquiry, Proofs, Verdict, discover};
use farstar::{Limits, Ruleset};
use std::time::Duration;

/// Numbers that no move changes are taken from 1 on, where for 0 the game is another one; law and theorem say so.
#[test]
fn the_least_of_numbers_that_no_move_changes_may_be_left_out() {
    let text = "game G\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..m\n\
        (n,m) -> (i,m)+(n-i,m) for i in 1..n-1 if m = 0 and i != n-i";
    let rules = Ruleset::named(text).unwrap();
    let inquiry = Inquiry {
        to: Some(40),
        proofs: Proofs::All,
        time: Duration::from_secs(20),
        ..Inquiry::default()
    };
    let told = discover(&rules, &inquiry, &Limits::none()).unwrap();
    let law = told.laws().unwrap()[0];
    assert_eq!(law.shown(), "a mod (b + 1), b >= 1");
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
    let rules = Ruleset::named(text).unwrap();
    let inquiry = Inquiry {
        outcomes: true,
        proofs: Proofs::All,
        time: Duration::from_secs(20),
        ..Inquiry::default()
    };
    let told = discover(&rules, &inquiry, &Limits::none()).unwrap();
    assert!(told.is_proved());
    let law = told.laws().unwrap()[0];
    for [n, l, d] in [[1_000_000, 7, 3], [999_999_999, 1_000, 0], [17, 1, 5], [30, 10, 5]] {
        assert_eq!(law.value(&[n, l, d]), Some(i128::from(n % (2 * l + d) >= l)), "{n} {l} {d}");
    }
}
