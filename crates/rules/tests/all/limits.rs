//! Positions as large as they are read: whatever is asked of them looks at the limits.

use farstar_rules::builtin::rulesets;
use farstar_rules::language::{Kind, Ruleset};
use farstar_rules::position::GameGraph;
use farstar_value::{CancelToken, Limits, Player, Stopped};
use std::ops::ControlFlow;

/// A large position of a ruleset, full of moves where that is easy.
fn large(rules: &Ruleset) -> String {
    let pieces = rules.pieces();
    let piece = |at: usize| {
        let piece = pieces[at.min(pieces.len() - 1)];
        let number = rules.number(piece).map_or(String::new(), |(_, high)| high.min(9).to_string());
        format!("{piece}{number}")
    };
    match rules.kind() {
        None => {
            // an example is written like (4,3)+(2,1)
            let example = rules.remark("example").unwrap_or_default();
            let first = example.split('+').next().unwrap_or_default();
            let entries = 1 + first.matches(',').count();
            let heap = |n: u32| format!("({})", vec![n.to_string(); entries].join(","));
            (0..4000).map(|i| heap(1 + i % 30)).collect::<Vec<_>>().join("+")
        }
        Some(Kind::Strip | Kind::Row) => (0..200).map(|i| piece(i * i % 7 % 3)).collect(),
        Some(Kind::Grid | Kind::Hex) => {
            let row = |y: usize| (0..30).map(|x| piece((x * x + y) % 7 % 3)).collect::<String>();
            (0..30).map(row).collect::<Vec<_>>().join("|")
        }
        Some(Kind::Graph | Kind::Digraph) => {
            let joint = if rules.kind() == Some(Kind::Digraph) { '>' } else { '-' };
            let mut words: Vec<String> =
                (1..2000).map(|v| format!("v{v}{joint}v{}", v / 2)).collect();
            words.extend((0..2000).map(|v| format!("v{v}:{}", piece(v % 3))));
            words.join(", ")
        }
        Some(Kind::Edges) => (0..2000).map(|i| piece(i % 3)).collect(),
    }
}

#[test]
fn every_ruleset_looks_at_the_limits_on_large_positions() {
    let token = CancelToken::new();
    token.cancel();
    let limits = Limits::none().cancel(token);
    for rules in rulesets() {
        let text = large(&rules);
        // stones in all places may break the rules; on an empty board they never do
        let read = rules.position(&text).or_else(|_| rules.position("30x30"));
        let (game, start) = read.unwrap_or_else(|error| panic!("{}: {error}", rules.name()));
        let once = || {
            let _ = rules.position(&text);
            for player in [Player::Left, Player::Right] {
                let (mut options, mut parts) = (Vec::new(), Vec::new());
                game.options(&start, player, &mut options);
                for option in options {
                    game.parts(&option, &mut parts);
                }
            }
        };
        // what takes few steps is asked for again
        let asked = limits.guard(|| (0..1000).for_each(|_| once()));
        assert_eq!(asked, Err(Stopped::Cancelled), "{}", rules.name());
    }
}

/// Numbers of which more would be taken than there is are not tried one by one.
#[test]
fn what_a_variable_runs_over_ends_with_the_heap() {
    let rules = "game Any\nheap n m\nBoth: (n,m) -> (n-k,m) for k in 1..2147483647\n\
        (n,m) -> (n,m-k)+(n-1,m-j) for j in 1..2, k in 2..4000000000 if n > 0";
    let rules: Ruleset = rules.parse().unwrap();
    let (mut wanted, mut made) = (Vec::new(), Vec::new());
    for k in 1..=3 {
        wanted.push(vec![3 - k, 5]);
    }
    for j in 1..=2 {
        wanted.extend((2..=5).map(|k| vec![3, 5 - k, 2, 5 - j]));
    }
    let _ = rules.visit_heap(Player::Left, &[3, 5], &mut |heaps| {
        made.push(heaps.unwrap().to_vec());
        ControlFlow::Continue(())
    });
    assert_eq!(made, wanted);
}

#[test]
fn divisors_alone_are_tried_and_in_order() {
    // a condition under a negation narrows nothing
    let moves = |conditions: &str| {
        let text = format!(
            "game D\nheap a b\nBoth: (a,b) -> (a-k,k) for k in 2..a-1 if {conditions}\n      (a,b) -> (a,b-j) for j in 1..b if j divides b*(a+1)"
        );
        let rules: Ruleset = text.parse().unwrap();
        move |heap: &[u64]| {
            let mut made = Vec::new();
            let _ = rules.visit_heap(Player::Left, heap, &mut |heaps| {
                made.push(heaps.unwrap().to_vec());
                ControlFlow::Continue(())
            });
            made
        }
    };
    let narrowed = moves("k divides a and odd(k+b) and k divides b");
    let tried = moves("not not k divides a and odd(k+b) and not not k divides b");
    for a in 0..80 {
        for b in 0..40 {
            assert_eq!(narrowed(&[a, b]), tried(&[a, b]), "({a},{b})");
        }
    }
    // the square root of a large number is little
    assert_eq!(moves("k divides a")(&[1 << 30, 1]).len(), 29 + 1);
}

/// Who takes one token or a prime number of them wins unless 4 divides the heap: 1, 2 and 3 can be taken, and no
/// multiple of 4. Of prime powers that is so of 6, no multiple of which is one.
#[test]
fn primes_are_taken() {
    for (taken, period) in [
        ("(n) -> (n-k) for k in 1..n if k = 1 or prime(k)", 4),
        ("(n) -> (n-k) for p in 2..n, k in 1..n if prime(p) and k power of p\n(n) -> (n-1)", 6),
    ] {
        let rules: Ruleset = format!("game G\nheap n\nBoth: {taken}").parse().unwrap();
        assert_eq!(rules.canonical().parse::<Ruleset>().unwrap().canonical(), rules.canonical());
        let mut wins: Vec<bool> = Vec::new();
        for n in 0..48u64 {
            let mut won = false;
            let _ = rules.visit_heap(Player::Left, &[n], &mut |heaps| {
                won |= !wins[heaps.unwrap()[0] as usize];
                ControlFlow::Continue(())
            });
            assert_eq!(won, n % period != 0, "{taken}: {n}");
            wins.push(won);
        }
    }
}
