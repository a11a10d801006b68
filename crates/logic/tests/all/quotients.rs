//! Laws of heaps beside a number that no move changes, by which the other numbers are divided.

use crate::theorems::{Case, laws, proved, rules};
use farstar_find::LawClass;
use farstar_logic::referee::check;
use farstar_logic::{Subject, Verdict, prove};
use farstar_play::Limits;

/// Games on a heap n with a number m that stays: what is shown is shown for all m.
fn of_a_number_that_stays() -> Vec<Case> {
    let of_pair = |id, rules, low, value| {
        let (high, class) = (&[40, 40], Some(LawClass::Expressions));
        Case { id, rules, outcomes: false, low, high, class, value }
    };
    vec![
        of_pair(
            "at least m",
            "game G\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..n if k >= m",
            &[0, 1],
            |c| c[0] / c[1],
        ),
        // the quotient and the remainder of the value
        of_pair(
            "any but m",
            "game G\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..n if k != m",
            &[0, 1],
            |c| c[0] - c[1] * ((c[0] / c[1] + 1) / 2),
        ),
        of_pair(
            "one or m",
            "game G\nheap n m\nBoth: (n,m) -> (n-1,m)\n (n,m) -> (n-m,m) if m > 0",
            &[0, 0],
            |c| match (c[0] % (c[1] + 1), c[1] % 2) {
                (_, odd) if odd == 1 || c[1] == 0 => c[0] % 2,
                (r, _) if r == c[1] => 2,
                (r, _) => r % 2,
            },
        ),
        of_pair(
            "m or twice m",
            "game G\nheap n m\nBoth: (n,m) -> (n-m,m) if m > 0\n (n,m) -> (n-2*m,m) if m > 0",
            &[0, 1],
            |c| c[0] / c[1] % 3,
        ),
        // conditions on remainders
        of_pair(
            "a multiple of m",
            "game G\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..n if m divides k",
            &[0, 1],
            |c| c[0] / c[1],
        ),
        of_pair(
            "no multiple of m",
            "game G\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..n if k mod m != 0",
            &[0, 1],
            |c| c[0] % c[1],
        ),
        of_pair(
            "one from a remainder, or m",
            "game G\nheap n m\nBoth: (n,m) -> (n-1,m) if n mod m != 0\n (n,m) -> (n-m,m) if m > 0",
            &[0, 1],
            |c| {
                let mut values: Vec<i64> = Vec::new();
                for n in 0..=c[0] {
                    let one = (n % c[1] != 0).then_some(n - 1);
                    let options = [one, Some(n - c[1]).filter(|&rest| rest >= 0)];
                    let is_option =
                        |v: i64| options.iter().flatten().any(|&o| values[o as usize] == v);
                    values.push((0..).find(|&v| !is_option(v)).expect("a value"));
                }
                values[c[0] as usize]
            },
        ),
        // heaps that are added
        of_pair(
            "beside a heap of 1",
            "game G\nheap n m\nBoth: (n,m) -> (n-k,m)+(1,m) for k in 2..n if k >= m",
            &[0, 2],
            |c| {
                let mut values: Vec<i64> = vec![0; c[0] as usize + 1];
                for n in 2..=c[0] {
                    let options: Vec<i64> =
                        (c[1]..=n).map(|k| values[(n - k) as usize] ^ values[1]).collect();
                    values[n as usize] = (0..).find(|v| !options.contains(v)).expect("a value");
                }
                values[c[0] as usize]
            },
        ),
    ]
}

#[test]
fn a_number_that_stays_divides_the_others() {
    let mut failed = Vec::new();
    for case in of_a_number_that_stays() {
        match proved(&case) {
            Ok(proof) => {
                assert!(check(&proof.certificate, &|_| false).is_ok());
                // by another number, from 0 on, or with values that are divided or are not
                let (head, rest) = proof.certificate.split_once(" divided 1 ").expect("a divisor");
                let (own, rest) = rest.split_once('\n').expect("a line");
                let (before, low) = head.rsplit_once("low ").expect("the least heap");
                for (low, by) in [
                    (low, " divided 0 0"),
                    (low, " divided 1 3"),
                    (low, " divided 1 -1"),
                    (low, " divided 2 0"),
                    ("0 0", " divided 1 0"),
                    (
                        low,
                        if own.ends_with(" values") {
                            " divided 1 0"
                        } else {
                            " divided 1 0 values"
                        },
                    ),
                ] {
                    let told = check(&format!("{before}low {low}{by}\n{rest}"), &|_| false);
                    assert!(told.is_err(), "{}: low {low}{by}", case.id);
                }
            }
            Err(why) => failed.push((case.id, why)),
        }
    }
    assert!(failed.is_empty(), "{failed:?}");
}

#[test]
fn a_divisor_that_changes_or_a_law_that_is_wrong_has_no_theorem() {
    let value = |c: &[i64]| c[0] / c[1];
    let law = &laws(&[0, 1], &[34, 9], Some(LawClass::Expressions), &value)[0];
    for text in [
        "game G\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..n if k > m",
        "game G\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..n if k >= m and k != 2*m",
        "game G\nheap n m\nBoth: (n,m) -> (n-k,k) for k in 1..n if k >= m",
        "game G\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..n if k >= m\n (n,m) -> (n,m-1)",
    ] {
        let told = prove(&Subject::new(&rules(text), false, &[0, 1]), law, &Limits::none());
        assert!(!matches!(told, Ok(Verdict::Theorem(_))), "{text}");
    }
}
