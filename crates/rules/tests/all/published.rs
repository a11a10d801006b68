//! Values found elsewhere, of positions of the built-in rulesets.
//!
//! Sources: CGSuite 2.2, its tables of tests and help pages; MCGS 1.7 for stones in hand; Winning Ways for Hackenbush.

use std::collections::HashMap;

use farstar_rules::Ruleset;
use farstar_rules::builtin::ruleset;
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed};
use farstar_value::{Arena, Calculator, Outcome, Player};

type Value = farstar_value::Game;

/// The value by options, parts and keys: all that the rules deduce is used.
fn value(
    game: &Board,
    position: &Packed,
    calc: &mut Calculator<'_>,
    known: &mut HashMap<Packed, Value>,
) -> Value {
    let mut parts = Vec::new();
    game.parts(position, &mut parts);
    let mut sum = Value::ZERO;
    for part in &parts {
        let key = game.key(part);
        let positive = match known.get(&key.part) {
            Some(value) => *value,
            None => {
                let [left, right] = [Player::Left, Player::Right].map(|player| {
                    let mut next = Vec::new();
                    game.options(part, player, &mut next);
                    next.iter().map(|p| value(game, p, calc, known)).collect::<Vec<_>>()
                });
                let here = calc.from_options(&left, &right).unwrap();
                let positive = if key.negative { calc.neg(here).unwrap() } else { here };
                known.insert(key.part, positive);
                positive
            }
        };
        let signed = if key.negative { calc.neg(positive).unwrap() } else { positive };
        sum = calc.add(sum, signed).unwrap();
    }
    sum
}

fn check(facts: &[(&str, &str, &str)]) {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for (name, position, wanted) in facts {
        let (game, start) = ruleset(name)
            .unwrap()
            .position(position)
            .unwrap_or_else(|e| panic!("{name} {position}: {e}"));
        let found = value(&game, &start, &mut calc, &mut HashMap::new());
        let expected = calc.parse(wanted).unwrap();
        assert_eq!(found, expected, "{name} {position} is not {wanted}");
    }
}

#[test]
fn boards_of_rows() {
    check(&[
        ("Amazons", "X...|O...", "+-{3,{4|0,{1|0,*}},{4|{0,{1/2|0}|v},+-1,+-{1,{2|0}}}}"),
        ("Clobber", "XOX|OX.", "{^^*|*,v}"),
        ("Diagonal Clobber", "XOXO|OOX.|XXX.", "{0,v*|vv}"),
        ("Kings", "XOX|OX.", "{^^*|*,v[2]}"),
        ("Rooks", "XOX|OX.", "{^^*|0,*}"),
        ("Queens", "XOX|OX.", "^"),
        ("Domineering", "4x4", "+-{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}"),
        ("Cram", ".........|##.######", "*4"),
        ("Generalised Toads", "XXXX..OOO", "{1/2*|v}"),
        ("Elephants and Rhinos", "XXXX..OOO", "1"),
        ("Toppling Dominoes", "XOOXOOX", "Tiny(1/2)"),
        ("Toppling Dominoes", "X#O#", "{1|0,{0|-1}}"),
        ("Toads and Frogs", "T.TFF", "^"),
        ("Toads and Frogs", "FT.TF", "1/2"),
        ("Toads and Frogs", "TT.FF", "*"),
        ("Domino Colouring", "W.....W", "-1/2"),
        ("Tic-tac-toe Avoidance", ".x.|xox|oxx", "*"),
    ]);
}

#[test]
fn graphs() {
    check(&[
        ("Hackenbush", "BRBRRBBR", "77/128"),
        ("Hackenbush", "B(B;RB)", "3/2"),
        ("Hackenbush", "GGGGGGG", "*7"),
        ("Hackenbush", "BRBGRRR", "3/4v[3]*"),
        ("Hackenbush", "G(GG(G;G);G(GGG;GG);G(GG;G))", "*5"),
        ("Hackenbush", "G(GG:{waist};GG:{waist}G(GG;G(G:{head};G:{head}G)))", "*2"),
        ("Childish Hackenbush", "B(B;RB)", "2"),
        ("Childish Hackenbush", ":{ground}BBBBBBRRRR:{ground}", "{4|-2}"),
        ("Childish Hackenbush", "R(B:T;R(B:T;R(B:T;R(B:T;RB:T))))", "15/16"),
        ("Partizan Arc Kayles", "BBR", "1/2"),
        ("Partizan Arc Kayles", "BRBR(BB;RGG(RB;B))", "{3*|2*||3/2,3/2*|1/2*}"),
        ("Arc Kayles", "a-b-c-d-e-f", "*3"),
    ]);
}

#[test]
fn heaps() {
    check(&[
        // CGSuite: Cutcake((8,3)) has eight rows
        ("Cutcake", "(8,3)", "-3"),
        ("Cutcake", "(3,8)", "3"),
        ("Maundy Cake", "(8,5)", "-3"),
        ("Maundy Cake", "(8,1)", "-7"),
        ("Eatcake", "(8,0)", "-8"),
        ("Turn and Eatcake", "(8,5)", "v<3>"),
        ("Partizan Euclid", "(8,3)", "v"),
        ("Partizan Euclid", "(3,8)", "vv*"), // {(8,3)|(8,5)}: the pair is ordered
        ("Partizan Euclid", "(8,6)", "^"),
        ("Partizan Euclid", "(8,7)", "^5"),
        ("Grundy", "20", "0"),
        ("Kayles", "11", "*6"),
        ("Dawson's Kayles", "16", "*5"),
        ("Kenyon's Game", "10", "*4"),
        ("Mem", "(10,4)", "*2"),
        ("Fibonacci Nim", "(10,8)", "*5"),
        ("Take-away", "(10,9)", "*6"),
    ]);
}

#[test]
fn stones_in_hand() {
    // the player who moves first, and whether they win
    let facts = [
        ("1,1:O..|..#|.#.", Player::Left, false),
        ("1,1:X#.|O..|#..", Player::Left, true),
        ("1,1:X#.|O..|#..", Player::Right, true),
        ("1,1:...|.O.|O..", Player::Right, true),
    ];
    let rules = ruleset("Generalised King Dirt").unwrap();
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for (position, first, wins) in facts {
        let (game, start) = rules.position(position).unwrap();
        let found = value(&game, &start, &mut calc, &mut HashMap::new());
        let outcome = calc.outcome(found).unwrap();
        let expected = match first {
            Player::Left => matches!(outcome, Outcome::L | Outcome::N),
            Player::Right => matches!(outcome, Outcome::R | Outcome::N),
        };
        assert_eq!(expected, wins, "{first} first in {position}: {outcome:?}");
    }
}

/// The value of a position of a ruleset with other parameters.
fn with(call: &str, position: &str, calc: &mut Calculator<'_>) -> Value {
    let (game, start) = Ruleset::named(call)
        .unwrap_or_else(|e| panic!("{call}: {e}"))
        .position(position)
        .unwrap_or_else(|e| panic!("{call} {position}: {e}"));
    value(&game, &start, calc, &mut HashMap::new())
}

#[test]
fn losing_pairs_of_generalised_wythoff_are_fraenkels() {
    // the n-th pair is (a, a + r n), a the least number not used before: Fraenkel, 1982, theorem 1
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for r in 1..=4 {
        let mut used: Vec<u32> = Vec::new();
        let mut pairs = Vec::new();
        for n in 0..9 {
            let a = (0..).find(|a| !used.contains(a)).unwrap();
            used.extend([a, a + r * n]);
            pairs.push((a, a + r * n));
        }
        for a in 0..8 {
            for b in a..8 {
                let found = with(&format!("GenWythoff(r={r})"), &format!("({a},{b})"), &mut calc);
                assert_eq!(found == Value::ZERO, pairs.contains(&(a, b)), "r={r} ({a},{b})");
            }
        }
    }
}

#[test]
fn multiples_of_an_odd_number_lose_dudeneys_game() {
    // if y is even, the answer to k is y + 1 - k, which differs from k
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for y in [2, 4, 6] {
        for n in 0..22 {
            let found = with(&format!("Dudeney(y={y})"), &format!("({n},0)"), &mut calc);
            assert_eq!(found == Value::ZERO, n % (y + 1) == 0, "y={y} {n}");
        }
    }
}

#[test]
fn a_move_takes_at_most_a_fraction_of_the_one_before() {
    /// The nim value by the definition: at most r/q times as many as before.
    fn nim(n: u64, last: u64, r: u64, q: u64) -> u64 {
        let most = n.min(r * last / q);
        let options: Vec<u64> = (1..=most).map(|k| nim(n - k, k, r, q)).collect();
        (0..).find(|v| !options.contains(v)).unwrap()
    }
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for (r, q) in [(3, 2), (1, 2), (5, 3), (2, 1)] {
        for n in 0..10 {
            let call = format!("Take-away(r={r}, q={q})");
            let found = with(&call, &format!("({n},{})", n / 2), &mut calc);
            assert_eq!(found, calc.nimber(nim(n, n / 2, r, q)).unwrap(), "{call} {n}");
        }
    }
}

#[test]
fn end_nim_of_two_stacks_is_nim() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for a in 1..6u64 {
        assert_eq!(with("Partizan End-Nim", &a.to_string(), &mut calc), calc.nimber(a).unwrap());
        for b in 1..6u64 {
            let found = with("End-Nim", &format!("{a}{b}"), &mut calc);
            assert_eq!(found, calc.nimber(a ^ b).unwrap(), "{a} {b}");
        }
    }
}

#[test]
fn a_star_in_weighted_arc_kayles_is_played_as_often_as_its_smaller_side_allows() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for (centre, leaves) in [(3, [1, 1, 2]), (9, [2, 3, 1]), (4, [9, 0, 1]), (2, [0, 0, 1])] {
        let [a, b, c] = leaves;
        let text = format!("x-a, x-b, x-c, x:{centre}, a:{a}, b:{b}, c:{c}");
        let moves: u64 = centre.min(leaves.iter().sum());
        let found = with("Weighted Arc Kayles", &text, &mut calc);
        assert_eq!(found, calc.nimber(moves % 2).unwrap(), "{text}");
    }
}

#[test]
fn moves_of_one_player_alone_are_counted() {
    /// The most splittings of the stones of a strip, by trying all.
    fn splittings(strip: &[bool]) -> i64 {
        let splits = (1..strip.len().saturating_sub(1))
            .filter(|&i| strip[i] && !strip[i - 1] && !strip[i + 1]);
        splits
            .map(|i| {
                let mut next = strip.to_vec();
                (next[i - 1], next[i], next[i + 1]) = (true, false, true);
                1 + splittings(&next)
            })
            .max()
            .unwrap_or(0)
    }
    let arena = Arena::new();
    let mut calc = arena.calculator();
    for cells in 1..10 {
        for at in 0..cells {
            let strip: Vec<bool> = (0..cells).map(|i| i == at).collect();
            let text: String = strip.iter().map(|&x| if x { 'X' } else { '.' }).collect();
            let wanted = calc.integer(splittings(&strip)).unwrap();
            assert_eq!(with("Bicolour Fission", &text, &mut calc), wanted, "{text}");
            // the stone has the cells behind it to go, and then leaves the strip
            let moves = calc.integer((cells - at) as i64).unwrap();
            assert_eq!(with("Clear the Pond", &text, &mut calc), moves, "{text}");
        }
    }
}

#[test]
fn vertices_that_only_one_player_may_take() {
    check(&[
        // Left's centre goes with Right's first leaf, Right's leaves go with Left's centre
        ("Bipartite Snort", "c-a, c:L, a:R", "*"),
        ("Bipartite Snort", "c-a, c-b, c-d, c:L, a:R, b:R, d:R", "{0|-2}"),
        ("Bipartite Snort", "a-b-c", "3"),
        // a vertex beside both: either's in the board game, nobody's in CGSuite
        ("Fjords", "X-.-O", "*"),
        ("Tinted Fjords", "L-.-R", "{*|*}"),
        ("Tinted Fjords", "a-b, a:L, b:R", "*"),
        ("Clear the Pond", "XO", "0"),
    ]);
}
