//! Claims that are false and were once accepted: the referee names what it does not show, and nothing proves them.

use farstar_find::{LawForm, Periodic};
use farstar_logic::{Subject, Verdict, prove};
use farstar_play::Limits;
use farstar_referee::{check, claim_of, sentences};
use farstar_rules::language::Ruleset;

/// A certificate up to its automata, of a kind, with a numeration, from the least heap on.
fn head(kind: &str, numeration: &str, low: &str, rules: &str) -> String {
    let lines = rules.lines().count();
    format!(
        "farstar theorem certificate 1\nlaw {kind}\nnumeration {numeration}\nlow {low}\nmeasure sum\nrules {lines}\n{rules}\n"
    )
}

fn is_refused(head: &str, why: &str) {
    let told = sentences(&claim_of(head).expect(head)).map(|_| ()).expect_err(head);
    assert!(told.contains(why), "{head}: {told}");
}

#[test]
fn a_power_is_what_is_taken_by_every_move_that_asks_for_one() {
    let by_remainders = |kind: &str, moves: &str, why: &str| {
        let rules = format!("game Rules\nheap n b\n{moves}");
        is_refused(&head(kind, "base 2", "0 2 modulus 1 1", &rules), why);
    };
    let taken = "a power that is not what is taken";
    // 16 with 2 leads to 0, as 4 is a power of 2
    by_remainders("grundy", "Both: (n,b) -> (n-4*k,b) for k in b+1..n if k power of b", taken);
    by_remainders("grundy", "Both: (n,b) -> (n-1,b) if n power of b and 4*b < n", taken);
    by_remainders(
        "outcome",
        "Both: (n,b) -> (n-k,b) for k in 1..n if k = n-b or n < k and k power of b",
        "a power among other cases",
    );
}

#[test]
fn a_modulus_has_a_number_for_each_entry_but_the_first() {
    let rules = "game Rules\nheap n k\nBoth: (n,k) -> (n-1,k)";
    for low in ["0 1 modulus 2 0 odd 1 1", "0 1 modulus 2 1 0 odd 1", "0 1 modulus 0 odd 1"] {
        is_refused(&head("grundy", "base 2", low, rules), "no law of remainders");
    }
    // an even number and 1 less for odd ones may be 0
    let none = head("grundy", "base 2", "0 0 modulus 1 0 odd -1", rules);
    let (_, sentences) = sentences(&claim_of(&none).expect("a claim")).expect("sentences");
    assert!(sentences.iter().any(|one| one.name == "the modulus is at least 1"));
}

#[test]
fn equal_heaps_do_not_cancel_under_misere_play() {
    let rules = "game Rules misere\nheap n\nBoth: (n) -> 3*(1) if n = 16";
    is_refused(&head("outcome", "base 2", "0", rules), "outcomes of sums of heaps");
    let rules = "game Rules misere\nheap n\nBoth: (n) -> n*(d) for d in 1..n-1 if d divides n";
    is_refused(&head("outcome", "base 2", "1 exponents", rules), "outcomes of sums of heaps");
}

#[test]
fn what_is_not_shown_is_not_said_of_runs_powers_and_counts() {
    // the value of coin 8 is 8, and not 4
    let ruler = "game Rules\nstrip of T H\nBoth: turning 1+C";
    is_refused(&head("grundy", "base 2", "5", ruler), "runs of coins");
    // no number above 1 is a power of 0, be it one digit of other numerations
    let power = "game Rules\nheap n\nBoth: (n) -> (0) if n power of 0 and 0 < n";
    is_refused(&head("outcome", "words 2", "0", power), "powers of another number");
    // equal heaps do not cancel in misère play
    let half = "game Rules misere\nheap n\nBoth: (n) -> k*(n-1) for k in 0..n";
    is_refused(&head("outcome", "base 2", "0", half), "equal heaps");
    let twice = "game Rules\nheap n m\nheap n\nBoth: (n) -> (n-1)";
    is_refused(&head("grundy", "base 2", "0", twice), "named twice");
}

#[test]
fn a_numeration_without_numbers_shows_nothing() {
    let rules = "game Rules\nheap n\nBoth: (n) -> (n-k) for k in 1..3";
    let text = head("outcome", "words 2", "0", rules) + "nodes 0\ngiven 3 0 -1\n";
    let told = check(&text, &|_| false).expect_err("there are numbers");
    assert!(told.to_string().contains("no word is the number 0"), "{told}");
}

/// Rules with a law that they do not have, for a remainder by 0 has no value, and neither has what it stands in.
#[test]
fn conditions_without_a_value_do_not_hold() {
    let parity = |preperiod: usize| {
        let values = (0..preperiod + 2).map(|n| (n % 2) as i64).collect();
        let saltus = vec![0];
        LawForm::Periodic(Periodic { first: 0, values, preperiod, saltus })
    };
    for moves in [
        "(n) -> (n-1-k) for k in {0} if n mod k != 0",
        "(n) -> (n-1-k) for k in {0} if n mod k = 0 or 0 < n",
        "(n) -> (n-1-k) for k in {0} if not (n mod k = 0 and n < 0)",
        "(n) -> (n-1) if n mod (n-7) = 0 or 0 < n",
        "(n) -> (n-1) if not (n mod (n-7) = 0 and n < 0)",
        "(n) -> (n-1) if n mod 31 != 7 or n mod 29 != 11 or n mod 13 != 3
            (n) -> (n-1-k) for k in {0} if n mod k != 0",
    ] {
        let rules: Ruleset = format!("game A\nheap n\nBoth: {moves}").parse().expect("rules");
        let subject = Subject::new(&rules, false, &[0]);
        let verdict = prove(&subject, &parity(0), &Limits::none()).expect("no limits");
        assert!(!matches!(verdict, Verdict::Theorem(_)), "{moves}");
    }
    // where the first side decides, the other is not looked at
    let rules = "game A\nheap n\nBoth: (n) -> (n-1) if n = 7 or n mod (n-7) = 0 or 0 < n";
    let rules: Ruleset = rules.parse().expect("rules");
    let verdict = prove(&Subject::new(&rules, false, &[0]), &parity(0), &Limits::none());
    assert!(matches!(verdict, Ok(Verdict::Theorem(_))), "{verdict:?}");
}

/// Where a divisor has no value there is no move, whatever the divisor is where it has one.
#[test]
fn a_quotient_has_the_conditions_of_its_divisor() {
    let periodic = |first: i64, values: &[i64], preperiod: usize| {
        let (values, saltus) = (values.to_vec(), vec![0]);
        LawForm::Periodic(Periodic { first, values, preperiod, saltus })
    };
    let verdict = |moves: &str, law: &LawForm| {
        let rules: Ruleset = format!("game C\nheap n\nBoth: {moves}").parse().expect("rules");
        prove(&Subject::new(&rules, false, &[0]), law, &Limits::none()).expect("no limits")
    };
    // 64001 has no move, as 64000 + 64001 is odd
    let late = "(n) -> ((n-1)/(((min(n,250*256)+n)/2)*0+1))";
    let verdict_late = verdict(late, &periodic(0, &[0, 1], 0));
    assert!(!matches!(verdict_late, Verdict::Theorem(_)), "{verdict_late:?}");
    // odd heaps have no half; of an even one, 1 less is odd
    for (moves, law) in [
        ("(n) -> ((n-1)/((n/2)*0+2))", periodic(0, &[0], 0)),
        ("(n) -> ((n-1)/((n/2)*0+1))", periodic(0, &[0, 0, 1], 1)),
    ] {
        let verdict = verdict(moves, &law);
        assert!(matches!(verdict, Verdict::Theorem(_)), "{moves}: {verdict:?}");
    }
}

#[test]
fn claims_say_nothing_that_is_not_read() {
    let square = "game G\nheap n\nBoth: (n) -> (n-k) for k in 1..n if k*k <= n";
    let told = check(&head("roots", "base 2", "0 exponents", square), &|_| false);
    assert!(told.is_err_and(|why| why.to_string().contains("as they stand")));
    assert!(check(&head("roots", "base 2", "0", square), &|_| false).is_ok());
    // the places of digits are no powers where words leave some out
    let whole = "game G\nheap n\nBoth: (n) -> (k) for k in 0..n-1";
    is_refused(&head("powers", "words 2", "0", whole), "numeration by words");
    // an automaton of millions of nodes
    let wide = "game G\nheap a b\nBoth: (a,b) -> (a-1,b) if 65000*a+64001*b < 60000";
    is_refused(&head("outcome", "base 64", "0 0", wide), "too large for this numeration");
}

/// Who cannot move wins where the first line ends in the one word for it; it is no other way to say so that is passed
/// over.
#[test]
fn misere_play_is_said_in_one_way() {
    let rest = "heap n\nBoth: (n) -> (n-1)";
    for name in [
        "Rules misère",
        "Rules\tmisere",
        "Rules\u{a0}misere",
        "Rules(k=2)misere",
        "Rules misere # Nim",
        "",
    ] {
        is_refused(
            &head("outcome", "base 2", "0", &format!("game {name}\n{rest}")),
            "the name of a game",
        );
    }
    is_refused(&head("outcome", "base 2", "0", rest), "the name of a game");
    let twice = format!("game Rules misere\ngame Rules\n{rest}");
    is_refused(&head("outcome", "base 2", "0", &twice), "is no rule");
    let cells = "game Rules misère\ngrid of . #\nBoth: .. -> ##";
    is_refused(&head("outcome", "base 2", "0 0", cells), "the name of a game");
}
