//! Parts, keys and negatives, held against values found by playing whole positions out.

use std::collections::HashMap;

use farstar_rules::builtin::rulesets;
use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed};
use farstar_testkit::{SplitMix64, soaking};
use farstar_value::{Arena, Calculator, Player};

type Value = farstar_value::Game;

/// Values by the definition alone, with a memory of positions; `None` beyond a number of positions.
struct Played<'a, 'b> {
    game: &'a Board,
    calc: &'a mut Calculator<'b>,
    known: HashMap<Packed, Value>,
    most: usize,
}

impl Played<'_, '_> {
    fn value(&mut self, position: &Packed) -> Option<Value> {
        if let Some(value) = self.known.get(position) {
            return Some(*value);
        }
        if self.known.len() > self.most {
            return None;
        }
        let mut sides = Vec::new();
        for player in [Player::Left, Player::Right] {
            let mut next = Vec::new();
            self.game.options(position, player, &mut next);
            next.sort();
            next.dedup();
            sides.push(next.iter().map(|p| self.value(p)).collect::<Option<Vec<Value>>>()?);
        }
        let value = self.calc.from_options(&sides[0], &sides[1]).unwrap();
        self.known.insert(position.clone(), value);
        Some(value)
    }
}

/// Rules by which one player may do what the other may not, on the same cells, or need not care for what the other must
/// care for.
const ONE_SIDED: [&str; 16] = [
    "game T\nstrip of . W/B\nLeft: .. -> WW\nRight: .. -> BB, not beside B",
    "game T\nstrip of . X/O #\nLeft: .. -> XX\nRight: .. -> OO, not beside #",
    "game T\ngrid of . X/O #\nLeft: .. -> XX straight\nRight: .. -> OO straight, not beside #",
    "game T\ngraph of . X/O #\nLeft: OX -> ..\nRight: OX -> O#, not beside #",
    "game T\ngrid of . X/O #\nLeft: . -> X, each block of X touches .\nRight: as Left",
    "game T\nstrip of . X/O\nLeft: . -> X, each block of X touches .\nRight: . -> O",
    "game T\nstrip of . X/O #\nLeft: . -> X, then clear blocks of O off . -> #\nRight: . -> O, not beside #",
    "game T\ngrid of . X/O\nLeft: . -> X, not beside O\nRight: . -> O",
    "game T\ngraph of . X/O #\nLeft: . -> X, not beside O\nRight: . -> O, not beside #",
    "game T\ngraph of . X/O\nLeft: . -> X, each block of X touches ., each block of O touches .\nRight: . -> O, each block of O touches .",
    // numbers of a heap that nothing ties together
    "game T\nheap a b\nLeft: (a,b) -> (a-k,b) for k in 1..2\nRight: (a,b) -> (a,b-1)\n (a,b) -> (a-1,b)",
    "game T\nheap a b c\nBoth: (a,b,c) -> (c,b,k) for k in 0..a-1 if c < a\n (a,b,c) -> (a,b-k,c) for k in {1 3}",
    // a condition ties them, and so do moves of the heap of zeros, of several heaps, and of nothing
    "game T\nheap a b\nLeft: (a,b) -> (a-1,b) if b > 0\nRight: (a,b) -> (a,b-1)",
    "game T\nheap a b\nLeft: (a,b) -> (a,b+1) if b < 2\nRight: (a,b) -> (a-1,b)",
    "game T\nheap a b\nLeft: (a,b) -> (a-1,b)+(a-1,b) if a < 4\nRight: (a,b) -> (a,b-1)",
    "game T\nheap a b\nLeft: (a,b) -> nothing if a > 0\nRight: (a,b) -> (a,b-1)",
];

#[test]
fn numbers_that_no_move_ties_are_played_apart() {
    let parts = |text: &str, position: &str| {
        let (game, start) = text.parse::<Ruleset>().unwrap().position(position).unwrap();
        let mut parts = Vec::new();
        game.parts(&start, &mut parts);
        parts.iter().map(|part| game.draw(part)).collect::<Vec<_>>().join(" ")
    };
    let texts: Vec<&&str> = ONE_SIDED.iter().filter(|text| text.contains("heap")).collect();
    for (text, position, wanted) in [
        (texts[0], "(3,2)+(0,0)+(3,2)", "(3,0) (0,2) (3,0) (0,2)"),
        (texts[1], "(3,2,1)+(0,1,0)", "(0,1,0) (3,0,1) (0,2,0)"),
        (texts[2], "(3,2)", "(3,2)"),
        (texts[3], "(3,2)", "(3,2)"),
        (texts[4], "(3,2)", "(3,2)"),
        (texts[5], "(3,2)", "(3,2)"),
    ] {
        assert_eq!(parts(text, position), wanted, "{text}");
    }
}

#[test]
fn parts_add_up_and_equal_keys_have_equal_values() {
    let mut random = SplitMix64::new(11);
    let (most, random_ones, followers) =
        if soaking() { (3000, 400, 20_000) } else { (40, 14, 400) };
    let arena = Arena::new();
    let mut calc = arena.calculator();
    let (mut split, mut played) = (0, 0);
    let one_sided = ONE_SIDED.iter().map(|text| text.parse::<Ruleset>().unwrap());
    let all = rulesets().into_iter().chain(one_sided);
    for rules in &all.filter(|rules| rules.ending().is_ok()).collect::<Vec<_>>() {
        // one table for boards of every size: keys do not depend on the board
        let mut tables: HashMap<std::sync::Arc<str>, HashMap<Packed, Value>> = HashMap::new();
        'texts: for text in crate::common::positions(rules, most, random_ones, &mut random) {
            let Ok((game, start)) = rules.position(&text) else { continue };
            let mut whole =
                Played { game: &game, calc: &mut calc, known: HashMap::new(), most: followers };
            let Some(value) = whole.value(&start) else { continue };
            played += 1;
            let known: Vec<(Packed, Value)> = whole.known.drain().collect();
            let table = tables.entry(game.scope()).or_default();
            for (position, value) in &known {
                let key = game.key(position);
                let signed = if key.negative { calc.neg(*value).unwrap() } else { *value };
                let first = *table.entry(key.part).or_insert(signed);
                assert_eq!(first, signed, "{}: key of {}", rules.name(), game.draw(position));
                if let Some(negative) = game.negative(position) {
                    let mut mirrored = Played {
                        game: &game,
                        calc: &mut calc,
                        known: HashMap::new(),
                        most: followers,
                    };
                    let found = mirrored.value(&negative);
                    let wanted = calc.neg(*value).unwrap();
                    assert_eq!(
                        found,
                        Some(wanted),
                        "{}: negative of {}",
                        rules.name(),
                        game.draw(position)
                    );
                    break;
                }
            }
            let mut parts = Vec::new();
            game.parts(&start, &mut parts);
            split += usize::from(parts.len() > 1);
            let mut sum = Value::ZERO;
            for part in &parts {
                let mut alone =
                    Played { game: &game, calc: &mut calc, known: HashMap::new(), most: followers };
                let Some(part_value) = alone.value(part) else { continue 'texts };
                sum = calc.add(sum, part_value).unwrap();
                let key = game.key(part);
                let signed = if key.negative { calc.neg(part_value).unwrap() } else { part_value };
                let first =
                    *tables.entry(game.scope()).or_default().entry(key.part).or_insert(signed);
                assert_eq!(
                    first,
                    signed,
                    "{}: key of the part {} of {text}",
                    rules.name(),
                    game.draw(part)
                );
            }
            assert_eq!(
                sum,
                value,
                "{}: parts of {text}: {:?}",
                rules.name(),
                parts.iter().map(|p| game.draw(p)).collect::<Vec<_>>()
            );
        }
    }
    assert!(split > 150 && played > 2000, "{split} of {played} fell apart");
}

#[test]
fn known_positions_fall_apart_as_they_should() {
    let parts = |name: &str, text: &str| {
        let rules = farstar_rules::builtin::ruleset(name).unwrap();
        let (game, start) = rules.position(text).unwrap();
        let mut parts = Vec::new();
        game.parts(&start, &mut parts);
        parts.len()
    };
    assert_eq!(parts("Domineering", "..#..|..#.."), 2);
    // stones of one colour that nothing hostile can reach are out of play
    assert_eq!(parts("Clobber", "XO.XX.OX"), 2);
    // a toad and a frog that have passed each other part company
    assert_eq!(parts("Toads and Frogs", ".F.T."), 2);
    assert_eq!(parts("Domino Colouring", "W...B...W"), 2);
    // a vertex between both colours is dead
    assert_eq!(parts("Snort", "a-b-c-d-e, a:X, c:O, d:O"), 1);
    // Hackenbush falls apart at the ground
    assert_eq!(parts("Hackenbush", "$-1:B, 1-2:R, $-3:R"), 2);
    assert_eq!(parts("Hackenbush", "$-1:_, 1-2:_"), 0);
    assert_eq!(parts("Nim", "3+4+0"), 2);
}
