//! Games of one number in which the options of a heap are all heaps from one on, or all up to one.

use crate::theorems::{from_the_rules, told_of};
use farstar_find::{LawClass, LawSearch};
use farstar_logic::referee::{check, root_bound};
use farstar_rules::language::Ruleset;

#[test]
fn restricted_nim_is_proved_by_its_least_options() {
    let ranges = [
        "1..n if 2*k <= n",
        "1..n if 3*k <= n",
        "1..n if 3*k <= 2*n",
        "1..n if 4*k <= n+3",
        "1..(n-n mod 2)/2",
        "1..(2*n-2*n mod 3)/3",
    ];
    for range in ranges {
        let rules = format!("game Restricted\nheap n\nBoth: (n) -> (n-k) for k in {range}");
        let (law, certificate) = from_the_rules(&rules, 100);
        assert_eq!(law.verified, 900, "{range}");
        assert!(certificate.contains("law interval") && check(&certificate, &|_| false).is_ok());
        let other = certificate.replace(" 1..", " 2..");
        assert!(other != certificate && check(&other, &|_| false).is_err(), "{certificate}");
    }
}

#[test]
fn roots_bound_what_is_taken_or_left() {
    type IsBounded = fn(i64, i64) -> bool;
    let bounds: [(&str, IsBounded); 9] = [
        ("k*k <= n", |n, k| k * k <= n),
        ("k*k < n", |n, k| k * k < n),
        ("n <= k*k", |n, k| k * k >= n),
        ("4*n <= k*k", |n, k| k * k >= 4 * n),
        ("k*k+k <= 2*n", |n, k| k * k + k <= 2 * n),
        ("2*k*k < 9*n-20", |n, k| 2 * k * k < 9 * n - 20),
        ("k*(k+3) > n-7", |n, k| k * (k + 3) > n - 7),
        ("7*n-30 < k*k", |n, k| k * k > 7 * n - 30),
        ("(k+1)*(k+1) <= 5*n+17", |n, k| (k + 1) * (k + 1) <= 5 * n + 17),
    ];
    let search = LawSearch { classes: vec![LawClass::Recursion], ..LawSearch::default() };
    let mut refused = Vec::new();
    for (condition, is_bounded) in bounds {
        for (part, range, is_taken) in [("n-k", "1..n", true), ("k", "0..n-1", false)] {
            let text =
                format!("game Root\nheap n\nBoth: (n) -> ({part}) for k in {range} if {condition}");
            if root_bound(Ruleset::named(&text).unwrap().canonical()).is_none() {
                refused.push((condition, is_taken));
                continue;
            }
            let (law, certificate) = told_of(&text, 30, &search);
            assert!(certificate.contains("law roots"), "{text}: {certificate}");
            let mut values: Vec<i64> = Vec::new();
            for n in 0..400 {
                let options = |k: &i64| is_bounded(n, if is_taken { n - k } else { *k });
                let met: Vec<i64> = (0..n).filter(options).map(|k| values[k as usize]).collect();
                values.push((0..).find(|value| !met.contains(value)).expect("a value"));
                assert_eq!(
                    law.form.value_at(&[n.into()]),
                    Some(values[n as usize].into()),
                    "{text}: {n}"
                );
            }
            for (from, to) in [
                ("law roots", "law initial"),
                ("low 0", "low 1"),
                ("in 1..n", "in 2..n"),
                ("in 0..n-1", "in 0..n"),
                ("(n-k)", "(n-k-1)"),
                (" if ", " if n != 7 and "),
                ("Both", "Left"),
                ("game Root", "game Root misere"),
            ] {
                let other = certificate.replacen(from, to, 1);
                assert!(
                    other == certificate || check(&other, &|_| false).is_err(),
                    "{from}: {text}"
                );
            }
        }
    }
    // the least option rises by more than 1 somewhere: what follows is another matter
    assert_eq!(refused, [("7*n-30 < k*k", true), ("7*n-30 < k*k", false)]);
}

#[test]
fn remainders_by_all_numbers_are_those_by_large_ones() {
    let of = |rules: &str| format!("game Remainder\nheap n\nBoth: {rules}");
    for (rules, low, is_left) in [
        ("(n) -> (n mod k) for k in 1..n", 1, true),
        ("(n) -> (n mod k) for k in 2..n", 2, true),
        ("(n) -> (n-n mod k) for k in 1..n if n mod k > 0", 1, false),
    ] {
        let (law, certificate) = from_the_rules(&of(rules), 100);
        assert!(check(&certificate, &|_| false).is_ok(), "{certificate}");
        let mut values: Vec<i64> = Vec::new();
        for n in 0..300usize {
            let remainders = (low..=n).map(|k| n % k).filter(|&rest| is_left || rest > 0);
            let options = remainders.map(|rest| if is_left { rest } else { n - rest });
            let met: Vec<i64> = options.map(|option| values[option]).collect();
            values.push((0..).find(|value| !met.contains(value)).expect("a value"));
            assert_eq!(law.form.value_at(&[n as i128]), Some(values[n].into()), "{rules}: {n}");
        }
        // other numbers have other remainders, or stand elsewhere too
        for (from, to) in
            [("..n", "..n-1"), ("..n", "..n+1"), ("n mod i", "i mod n"), ("n mod i", "n mod i+i")]
        {
            let other = certificate.replacen(from, to, 1);
            assert!(
                other != certificate && check(&other, &|_| false).is_err(),
                "{from}: {certificate}"
            );
        }
    }
}

#[test]
fn games_in_which_much_is_taken_are_proved_by_how_long_they_last() {
    type IsOption = fn(u64, u64) -> bool;
    let games: [(&str, IsOption); 3] = [
        ("3*k >= n", |n, k| 3 * k >= n),
        ("4*k >= n+5", |n, k| 4 * k >= n + 5),
        ("5*k >= 2*n+8 and 0 < n", |n, k| 5 * k >= 2 * n + 8),
    ];
    for (condition, is_option) in games {
        let text = format!("game Much\nheap n\nBoth: (n) -> (n-k) for k in 1..n if {condition}");
        let (law, certificate) = from_the_rules(&text, 100);
        assert!(certificate.contains("law initial"), "{condition}: {certificate}");
        let theorem = check(&certificate, &|_| false).unwrap();
        let mut values: Vec<i64> = Vec::new();
        for n in 0..300 {
            let taken = (1..=n).filter(|&k| is_option(n, k));
            let options: Vec<i64> = taken.map(|k| values[(n - k) as usize]).collect();
            let value = (0..).find(|value| !options.contains(value)).expect("a value");
            values.push(value);
            assert_eq!(law.form.value_at(&[n.into()]), Some(value.into()), "{condition}: {n}");
            assert!(crate::random::holds(&theorem, &[n], value), "{condition}: {n}");
        }
        for (from, to) in [("law initial", "law interval"), ("1..", "2.."), (" <= ", " < ")] {
            let other = certificate.replacen(from, to, 1);
            assert!(other == certificate || check(&other, &|_| false).is_err(), "{certificate}");
        }
    }
}
