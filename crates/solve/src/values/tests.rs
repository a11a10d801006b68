//! Values against the definition played out on whole positions.

use std::collections::HashMap;
use std::sync::Arc;

use farstar_rules::Packed;
use farstar_rules::builtin::ruleset;
use farstar_rules::language::Kind;
use farstar_rules::position::{GameGraph, Key};
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, Game, Limits, Player, Stopped};

use super::Values;
use crate::Error;

/// The value by the definition: whole positions, no parts, no keys.
fn defined<R: GameGraph>(
    ruleset: &R,
    position: &R::Position,
    known: &mut HashMap<R::Position, Game>,
    calc: &mut Calculator<'_>,
) -> Game {
    if let Some(value) = known.get(position) {
        return *value;
    }
    let mut sides = [Player::Left, Player::Right].map(|player| {
        let mut options = Vec::new();
        ruleset.options(position, player, &mut options);
        options.iter().map(|option| defined(ruleset, option, known, calc)).collect::<Vec<Game>>()
    });
    sides.iter_mut().for_each(|side| side.dedup());
    let value = calc.from_options(&sides[0], &sides[1]).unwrap();
    known.insert(position.clone(), value);
    value
}

/// Boards of many kinds, each with a name of a ruleset.
const BOARDS: &[(&str, &[&str])] = &[
    ("Domineering", &["3x4", "..#.|....|.#..", "1x7", "2x5"]),
    ("Dual Domineering", &["3x5", "4x4", ".....|..#..|.....|#...."]),
    ("Hex Domineering", &["3x4", "..#.|....|.#.."]),
    ("Cram", &["3x3", "..#.|....|.#.."]),
    ("Clobber", &["XOX|OXO|X.X", "XOXOXOX", "XO.XO|OX.XO"]),
    ("Cannibal Clobber", &["XOX|OXO"]),
    ("Amazons", &["X..|..O", "X...|#..O"]),
    ("Toads and Frogs", &["TTT..FFF", "TFT.FT.F"]),
    ("Konane", &["XOXO|OX.X|XOXO"]),
    ("Fission", &["....|.X..|....", ".....|..X..|....."]),
    ("Toppling Dominoes", &["XOOXOOX", "XX#OO"]),
    ("Col", &["a-b-c-d-e, b-f, a:X", "a-b-c-a, c-d"]),
    ("Snort", &["a-b-c-d-e, b-f, a:X", "a-b-c-a, c-d"]),
    ("Grid Snort", &["3x3", ".#..|...X"]),
    ("Grid Col", &["3x3", ".#..|...X"]),
    ("NoGo", &["2x3", "1x6"]),
    ("Hackenbush", &["$-1:B, 1-2:R, 1-3:G, $-4:R, 4-5:B"]),
    ("Domino Colouring", &["......"]),
    ("Tic-tac-toe Avoidance", &["2x3"]),
    ("King Dirt", &["X..|..O"]),
    ("Kayles", &["7+5+3"]),
    ("Nim", &["3+5+6"]),
    ("Cutcake", &["(3,5)+(4,2)"]),
    ("Poset Game", &["a>b, b>c, d>c"]),
];

#[test]
fn values_are_those_of_the_definition() {
    for (name, boards) in BOARDS {
        for board in *boards {
            let (game, start) = ruleset(name).unwrap().position(board).unwrap();
            let arena = Arena::new();
            let mut calc = arena.calculator();
            let wanted = defined(&game, &start, &mut HashMap::new(), &mut calc);
            for threads in [1, 2] {
                let mut values = Values::new(&arena, game.clone()).unwrap().threads(threads);
                let found = values.value(&start, &Limits::none()).unwrap();
                assert_eq!(found, wanted, "{name} {board}");
                if let Some(negative) = game.negative(&start) {
                    let found = values.value(&negative, &Limits::none()).unwrap();
                    assert_eq!(found, calc.neg(wanted).unwrap(), "the negative of {name} {board}");
                }
            }
        }
    }
}

/// Games in which moves only place pieces, with lines that no move of a player crosses, and one without.
const PLACING: &[&str] = &[
    "game One\ngrid of . #\nLeft: .|.|. -> #|#|#\nRight: .. -> ##",
    "game Two\ngrid of . #\nLeft: . -> #\nRight: .. -> ##",
    "game Three\ngrid of . #\nLeft: .. -> ##\nRight: ... -> ###",
    "game Four\ngrid of . #\nLeft: .|. -> #|#\nRight: ..|.. -> ##|##",
    "game Five\ngrid of . #\nLeft: .|. -> #|#\nRight: ..|.? -> ##|#?",
    "game Six\ngrid of . #\nLeft: .|. -> #|#\nBoth: ... -> ###",
];

#[test]
fn options_left_out_do_not_matter() {
    // boards whose options are bounded by halves, with holes at random
    let named = ["Domineering", "Dual Domineering", "Hex Domineering"].map(ruleset);
    let written = PLACING.iter().map(|text| text.parse::<farstar_rules::language::Ruleset>().ok());
    let rulesets = named.into_iter().map(Result::ok).chain(written);
    for rules in rulesets {
        let rules = rules.unwrap();
        let name = rules.name();
        let (columns, rows) = if name == "Dual Domineering" { (6, 4) } else { (5, 4) };
        let mut random = farstar_value::SplitMix64::new(7);
        for _ in 0..12 {
            let mut board = String::new();
            for cell in 0..columns * rows {
                board += if cell > 0 && cell % columns == 0 { "|" } else { "" };
                board += if random.below(5) == 0 { "#" } else { "." };
            }
            let (game, start) = rules.position(&board).unwrap();
            let arena = Arena::new();
            let wanted = defined(&game, &start, &mut HashMap::new(), &mut arena.calculator());
            for threads in [1, 2, 3] {
                let mut values = Values::new(&arena, game.clone()).unwrap().threads(threads);
                let found = values.value(&start, &Limits::none()).unwrap();
                assert_eq!(found, wanted, "{name} {board}");
            }
            // on a board of more than 64 cells
            let right = "#".repeat(13 - columns);
            let below = format!("|{}", "#".repeat(13)).repeat(9 - rows);
            let wide = format!("{}{right}{below}", board.replace('|', &format!("{right}|")));
            let (game, start) = rules.position(&wide).unwrap();
            let mut values = Values::new(&arena, game).unwrap();
            assert_eq!(values.value(&start, &Limits::none()), Ok(wanted), "{name} {wide}");
        }
    }
}

#[test]
fn published_values_come_out() {
    // Winning Ways, ch. 6 for 3x3; Drummond-Cole, Positions of value *2, for the second; Berlekamp for 2x4
    for (name, board, wanted) in [
        ("Domineering", "3x3", "+-1"),
        ("Domineering", "5x5", "0"),
        ("Clobber", "XOXO|OXOX|XOXO", "0"),
        ("Toads and Frogs", "TTT..FFF", "+-1/8"),
    ] {
        let (game, start) = ruleset(name).unwrap().position(board).unwrap();
        let arena = Arena::new();
        let value = Values::new(&arena, game).unwrap().value(&start, &Limits::none()).unwrap();
        let shown = arena.calculator().print(value, Notation::Ascii).unwrap();
        assert_eq!(shown, wanted, "{name} {board}");
    }
}

#[test]
fn loopy_rulesets_are_refused_with_the_rule_that_resists() {
    let (game, _) = ruleset("Backsliding Toads and Frogs").unwrap().position("T.F").unwrap();
    let arena = Arena::new();
    let error = Values::new(&arena, game).err().unwrap().to_string();
    assert!(error.contains("T. -> .T across"), "{error}");
}

#[test]
fn limits_stop_a_search_and_it_goes_on_afterwards() {
    let (game, start) = ruleset("Domineering").unwrap().position("5x5").unwrap();
    let arena = Arena::new();
    let mut values = Values::new(&arena, game).unwrap();
    let few = Limits::none().nodes(20);
    assert_eq!(values.value(&start, &few), Err(Error::Stopped(Stopped::Nodes)));
    assert!(values.table().entries >= 20);
    let small = Limits::none().bytes(1);
    assert_eq!(values.value(&start, &small), Err(Error::Stopped(Stopped::Memory)));
    assert!(values.value(&start, &Limits::none()).is_ok());
    assert_eq!(values.progress().parts(), values.table().entries);
}

/// A heap from which both players take one token.
struct Countdown;

impl GameGraph for Countdown {
    type Position = Packed;
    type Key = Packed;

    fn options(&self, heap: &Packed, _: Player, options: &mut Vec<Packed>) {
        options.extend(heap.words()[0].checked_sub(1).map(|heap| Packed::new(&[heap])));
    }

    fn key(&self, part: &Packed) -> Key<Packed> {
        Key { part: part.clone(), negative: false }
    }

    fn draw(&self, heap: &Packed) -> String {
        heap.words()[0].to_string()
    }
}

/// Two places that lead to each other, although the rules claim to end.
struct Circle;

impl GameGraph for Circle {
    type Position = Packed;
    type Key = Packed;

    fn options(&self, place: &Packed, _: Player, options: &mut Vec<Packed>) {
        options.push(Packed::new(&[1 - place.words()[0]]));
    }

    fn key(&self, part: &Packed) -> Key<Packed> {
        Key { part: part.clone(), negative: false }
    }

    fn draw(&self, place: &Packed) -> String {
        place.words()[0].to_string()
    }
}

#[test]
fn depth_is_harmless_and_circles_are_noticed() {
    let (arena, none) = (Arena::new(), Limits::none());
    let mut values = Values::of(&arena, Arc::new(Countdown)).unwrap();
    assert_eq!(values.value(&Packed::new(&[100_000]), &none), Ok(Game::ZERO));
    let circle = Values::of(&arena, Arc::new(Circle)).unwrap().value(&Packed::new(&[1]), &none);
    assert!(matches!(circle, Err(Error::NotCovered { .. })));
}

/// Rules by which one cell changes at a time: what forbids and what is wanted beside it, in fixed cells and in cells
/// that change.
const LONE: &[&str] = &[
    "game A\ngrid of . X O #\nLeft: . -> #, not beside [XO]\nRight: X -> O, not beside #",
    "game B\ngrid of . X O #\nLeft: [.X] -> #, beside O, not beside #\nRight: O -> X, not beside .",
    "game C\ngrid of . X O #\nLeft: . -> X, beside [XO], not beside #\nRight: [.X] -> O, beside X",
    "game D\ngrid of . X/O #\nLeft: . -> X, not beside [XO]\n  X -> #, beside [.O]\nRight: as Left",
    "game E\ngraph of . X/O #\nLeft: [.X] -> [XO], beside [.#], not beside O\nRight: [.O] -> #, beside [XO]",
];

/// What is left out of parts never mattered: random boards against the definition, parts as codes and parts as
/// positions.
#[test]
fn parts_where_one_cell_changes_at_a_time_are_worth_the_whole() {
    let mut seed = 5u64;
    let mut below = |n: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize % n
    };
    let (mut valued, mut apart) = (0, 0);
    let named = ["Grid Snort", "Grid Col", "Snort", "Col"].map(|name| ruleset(name).unwrap());
    let rulesets = named.into_iter().chain(LONE.iter().map(|text| text.parse().unwrap()));
    for rules in rulesets {
        let graph = rules.kind() == Some(Kind::Graph);
        let pieces = rules.pieces().to_vec();
        for (columns, rows) in [(3, 3), (4, 2), (6, 1), (2, 4)] {
            for round in 0..12 {
                let cells: Vec<char> = (0..columns * rows)
                    .map(|_| {
                        if below(5) < round.min(3) {
                            pieces[below(pieces.len())]
                        } else {
                            pieces[0]
                        }
                    })
                    .collect();
                let text = if graph {
                    let mut items = Vec::new();
                    for (a, piece) in cells.iter().enumerate() {
                        items.push(format!("v{a}:{piece}"));
                        let others = (a + 1..cells.len()).filter(|_| below(4) == 0);
                        items.extend(others.map(|b| format!("v{a}-v{b}")).collect::<Vec<_>>());
                    }
                    items.join(", ")
                } else {
                    let lines = cells.chunks(columns).map(|line| line.iter().collect::<String>());
                    lines.collect::<Vec<_>>().join("|")
                };
                let (game, start) = rules.position(&text).unwrap();
                let arena = Arena::new();
                let mut calc = arena.calculator();
                let limits = Limits::none();
                let wanted = defined(&game, &start, &mut HashMap::new(), &mut calc);
                let mut values = Values::new(&arena, game.clone()).unwrap();
                let found = values.value(&start, &limits).unwrap();
                assert_eq!(found, wanted, "{} {text}", rules.name());
                if let Some(negative) = game.negative(&start) {
                    let found = values.value(&negative, &limits).unwrap();
                    assert_eq!(found, calc.neg(wanted).unwrap(), "not {} {text}", rules.name());
                }
                let mut parts = Vec::new();
                game.parts(&start, &mut parts);
                let mut sum = Game::ZERO;
                for part in &parts {
                    let value = defined(&game, part, &mut HashMap::new(), &mut calc);
                    sum = calc.add(sum, value).unwrap();
                }
                assert_eq!(sum, wanted, "the parts of {} {text}", rules.name());
                valued += 1;
                apart += usize::from(parts.len() > 1);
            }
        }
    }
    assert!(valued > 400 && apart > 200, "{apart} of {valued} fell apart");
}

#[test]
fn limits_are_looked_at_while_long_lists_of_options_are_made() {
    // thousands of options in each of thousands of positions, and options of a million parts
    for (name, text) in [("Wythoff", "(2000,3000)"), ("Maundy Cake", "(720720,5040)")] {
        let (game, start) = ruleset(name).unwrap().position(text).unwrap();
        let arena = Arena::new();
        let most = 40 << 20;
        let mut values = Values::new(&arena, game.clone()).unwrap();
        let stopped = values.value(&start, &Limits::none().bytes(most));
        assert_eq!(stopped, Err(Stopped::Memory.into()), "{name}");
        let progress = values.progress();
        assert!(progress.bytes() < 2 * most, "{name}: {} bytes", progress.bytes());
        let token = farstar_value::CancelToken::new();
        token.cancel();
        let mut values = Values::new(&arena, game).unwrap();
        let stopped = values.value(&start, &Limits::none().cancel(token));
        assert_eq!(stopped, Err(Stopped::Cancelled.into()), "{name}");
        assert!(values.table().entries < 64, "{name}: {:?}", values.table());
    }
}
