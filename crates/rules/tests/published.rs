//! Values found elsewhere, of positions of the built-in rulesets.
//!
//! Sources: CGSuite 2.2, its tables of tests and help pages; MCGS 1.7 for stones in hand; Winning Ways for Hackenbush.

use std::collections::HashMap;

use farstar_rules::builtin::ruleset;
use farstar_rules::position::Ruleset;
use farstar_rules::{Game, Packed};
use farstar_value::{Arena, Calculator, Outcome, Player};

type Value = farstar_value::Game;

/// The value by options, parts and keys: all that the rules deduce is used.
fn value(
    game: &Game,
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
        ("Toppling Dominoes in place", "XOOXOOX", "Tiny(1/2)"),
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
        ("Cutcake", "(8,3)", "3"),
        ("Maundy Cake", "(8,5)", "3"),
        ("Maundy Cake", "(8,1)", "7"),
        ("Partizan Euclid", "(8,3)", "v"),
        ("Partizan Euclid", "(8,6)", "^"),
        ("Partizan Euclid", "(8,7)", "^5"),
        ("Grundy", "20", "0"),
        ("Kayles", "11", "*6"),
        ("Dawson's Kayles", "16", "*5"),
        ("Kenyon's Game", "10", "*4"),
        ("Mem", "(10,4)", "*2"),
        ("Fibonacci Nim", "(10,8)", "*5"),
        ("Dynamic Take-away", "(10,9)", "*6"),
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
