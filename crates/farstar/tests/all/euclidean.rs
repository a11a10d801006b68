//! Theorems about pairs of numbers in which multiples of one are taken from the other, against play.

use farstar::find::{LawClass, LawSearch, find, prove_columns, tabulate};
use farstar::theorems::HeapTheorem;
use farstar::{Limits, Player, Ruleset};
use std::time::Duration;

/// Pairs up to this number are played out.
const SIDE: usize = 60;

/// A game of pairs: what is taken from the larger number, once from each side.
struct Game {
    /// The rules of a, from which multiples of b are taken; those of b are the mirrored ones.
    moves: &'static [&'static str],
    /// Whether so many times the smaller number may be taken of q times and a rest.
    allows: fn(u64, u64, u64) -> bool,
}

const GAMES: &[Game] = &[
    Game { moves: &["(a-k*b,b) for k in 1..a if b > 0"], allows: |_, _, _| true },
    Game {
        moves: &["(a-k*b,b) for k in 1..a if k*b < a and b > 0"],
        allows: |k, q, r| k < q || r > 0,
    },
    Game { moves: &["(a-b,b) if b >= 1"], allows: |k, _, _| k == 1 },
    Game { moves: &["(a-k*b,b) for k in 1..2 if b > 0"], allows: |k, _, _| k <= 2 },
    Game { moves: &["(a-k*b,b) for k in {1,4} if b > 0"], allows: |k, _, _| [1, 4].contains(&k) },
    Game {
        moves: &["(a-k*b,b) for k in {1,4} if b > 0 and k*b < a"],
        allows: |k, q, r| [1, 4].contains(&k) && (k < q || r > 0),
    },
    Game {
        moves: &["(a-b,b) if a >= b and b != 0", "(a mod b,b) if a >= b and b != 0"],
        allows: |k, q, _| k == 1 || k == q,
    },
    Game {
        moves: &["(a-k*b,b) for k in 1..min(3,a) if b > 0 and a div b != 2"],
        allows: |k, q, _| k <= 3 && q != 2,
    },
];

impl Game {
    fn text(&self, misere: bool) -> String {
        let misere = if misere { " misere" } else { "" };
        let mirrored = |line: &str| -> String {
            let sign = |c| match c {
                'a' => 'b',
                'b' => 'a',
                c => c,
            };
            let (pair, rest) = line.split_once(')').expect("a pair");
            let (x, y) = pair.trim_start_matches('(').split_once(',').expect("two numbers");
            let swap = |text: &str| {
                // words stay as they are
                let text = text.replace("and", "&").chars().map(sign).collect::<String>();
                text.replace('&', "and")
            };
            format!("({},{}){}", swap(y), swap(x), swap(rest))
        };
        let lines = self.moves.iter().flat_map(|line| [(*line).to_owned(), mirrored(line)]);
        let lines: String = lines.map(|line| format!("(a,b) -> {line}\n")).collect();
        format!("game G{misere}\nheap a b\nBoth: {lines}")
    }

    /// Values of pairs up to a number, by play; or of winners 0 where who begins loses.
    fn values(&self, outcomes: bool, misere: bool) -> Vec<Vec<u64>> {
        let mut values = vec![vec![0; SIDE + 1]; SIDE + 1];
        for sum in 0..=2 * SIDE {
            for a in sum.saturating_sub(SIDE)..=sum.min(SIDE) {
                let (large, small) = (a.max(sum - a), a.min(sum - a));
                let mut options: Vec<u64> = Vec::new();
                for k in 1..=large.checked_div(small).unwrap_or(0) {
                    let (q, r) = (large / small, large % small);
                    if (self.allows)(k as u64, q as u64, r as u64) {
                        options.push(values[large - k * small][small]);
                    }
                }
                let mex = (0..).find(|v| !options.contains(v)).expect("there is one");
                values[a][sum - a] = match outcomes {
                    true if options.is_empty() => misere.into(),
                    true => mex.min(1),
                    false => mex,
                };
            }
        }
        values
    }
}

/// The theorem about a ruleset, if one is found.
fn theorem(rules: &Ruleset, outcomes: bool) -> Option<HeapTheorem> {
    let limits = Limits::none().time(Duration::from_secs(60));
    let columns = tabulate(rules, Some(12), outcomes, 0.2, &limits, &mut |_, _| {}).ok()?;
    let search = LawSearch {
        classes: vec![LawClass::Slices],
        limits: limits.clone(),
        ..LawSearch::default()
    };
    let found: Vec<_> =
        columns.iter().map(|one| find(&one.inside, &one.outside, &search)).collect();
    let told = prove_columns(rules, &columns, &found, true, &limits);
    HeapTheorem::read(told.first()?.as_ref().ok()?.verdict.certificate()?).ok()
}

#[test]
fn quotients_and_what_is_left_tell_values_and_winners() {
    for game in GAMES {
        for (outcomes, misere) in [(false, false), (true, false), (true, true)] {
            let text = game.text(misere);
            let rules: Ruleset = text.parse().expect("rules");
            let theorem = theorem(&rules, outcomes).expect(&text);
            let values = game.values(outcomes, misere);
            for (a, row) in values.iter().enumerate().skip(1) {
                for (b, &value) in row.iter().enumerate().skip(1) {
                    let heap = [a as u64, b as u64];
                    match outcomes {
                        false => assert_eq!(theorem.value(&heap), Some(value), "{text} {heap:?}"),
                        true => {
                            let told = theorem.loses(&heap, Player::Left);
                            assert_eq!(told, Some(value == 0), "{text} {heap:?}");
                        }
                    }
                }
            }
        }
    }
}
