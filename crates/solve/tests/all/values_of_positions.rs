//! Values of random positions of all built-in boards, held against whole positions played out by the definition.

use std::collections::HashMap;
use std::ops::ControlFlow;

use farstar_rules::builtin::{ruleset, rulesets};
use farstar_rules::language::{Kind, Ruleset};
use farstar_rules::position::GameGraph;
use farstar_rules::{Board, Packed};
use farstar_solve::outcome::OutcomeSearch;
use farstar_solve::ruleset_values::RulesetValues;
use farstar_solve::values::Values;
use farstar_value::text::Notation;
use farstar_value::{Arena, Calculator, Game, Limits, Player, SplitMix64};
use proptest::prelude::*;

/// Most followers of a position that is played out.
const MOST: usize = 700;

/// The value of a whole position by its options; `None` if it has too many followers.
fn defined(
    board: &Board,
    position: &Packed,
    known: &mut HashMap<Packed, Game>,
    calc: &mut Calculator<'_>,
) -> Option<Game> {
    if let Some(value) = known.get(position) {
        return Some(*value);
    }
    if known.len() > MOST {
        return None;
    }
    let mut sides = [Vec::new(), Vec::new()];
    for player in [Player::Left, Player::Right] {
        let mut options = Vec::new();
        board.options(position, player, &mut options);
        for option in &options {
            sides[player as usize].push(defined(board, option, known, calc)?);
        }
    }
    let value = calc.from_options(&sides[0], &sides[1]).unwrap();
    known.insert(position.clone(), value);
    Some(value)
}

/// The rulesets on boards whose play ends.
fn boards() -> Vec<Ruleset> {
    let plane = [Kind::Strip, Kind::Grid, Kind::Hex, Kind::Row];
    rulesets()
        .into_iter()
        .filter(|rules| rules.ending().is_ok() && rules.kind().is_some_and(|k| plane.contains(&k)))
        .filter(|rules| !rules.canonical().contains("\nhands\n"))
        .collect()
}

/// A board as text, from a list of numbers.
fn text(rules: &Ruleset, columns: usize, rows: usize, picks: &[usize]) -> String {
    let pieces = rules.pieces();
    let line = matches!(rules.kind(), Some(Kind::Strip | Kind::Row));
    let (columns, rows) = if line { (columns * rows.min(2), 1) } else { (columns, rows) };
    let row = |y: usize| -> String {
        (0..columns).map(|x| pieces[picks[y * columns + x] % pieces.len()]).collect()
    };
    (0..rows).map(row).collect::<Vec<_>>().join("|")
}

#[test]
fn values_of_random_positions_are_those_of_the_definition() {
    let rulesets = boards();
    assert!(rulesets.len() > 30);
    let strategy =
        (0..rulesets.len(), 1..6usize, 1..5usize, proptest::collection::vec(0..60usize, 30));
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        cases: 160,
        failure_persistence: None,
        ..ProptestConfig::default()
    });
    let valued_in_all = std::cell::Cell::new(0);
    runner
        .run(&strategy, |(which, columns, rows, picks)| {
            let rules = &rulesets[which];
            let text = text(rules, columns, rows, &picks);
            // positions that break the rules are refused
            let Ok((board, start)) = rules.position(&text) else { return Ok(()) };
            let arena = Arena::new();
            let mut calc = arena.calculator();
            let Some(wanted) = defined(&board, &start, &mut HashMap::new(), &mut calc) else {
                return Ok(());
            };
            valued_in_all.set(valued_in_all.get() + 1);
            let none = Limits::none();
            for threads in [1, 3] {
                let mut values = Values::new(&arena, board.clone()).unwrap().threads(threads);
                let found = values.value(&start, &none).unwrap();
                prop_assert_eq!(found, wanted, "{} {} on {} threads", rules.name(), &text, threads);
                if let Some(negative) = board.negative(&start) {
                    let found = values.value(&negative, &none).unwrap();
                    prop_assert_eq!(
                        found,
                        calc.neg(wanted).unwrap(),
                        "{} -({})",
                        rules.name(),
                        &text
                    );
                }
                let mut options = Vec::new();
                board.options(&start, Player::Right, &mut options);
                for option in &options {
                    let wanted = defined(&board, option, &mut HashMap::new(), &mut calc);
                    let found = values.value(option, &none).unwrap();
                    prop_assert_eq!(Some(found), wanted, "{} {}", rules.name(), &text);
                }
            }
            Ok(())
        })
        .unwrap();
    let valued = valued_in_all.get();
    assert!(valued > 50, "only {valued} positions were small enough");
}

#[test]
fn fillings_of_a_board_are_all_its_positions() {
    let rules = farstar_rules::builtin::ruleset("Clobber").unwrap();
    let (board, start) = rules.position("2x2").unwrap();
    let mut drawn = Vec::new();
    let _ = board.each_filling(&start, &['.', 'X', 'O'], &mut |position| {
        drawn.push(board.draw(position));
        ControlFlow::Continue(())
    });
    assert_eq!(drawn.len(), 81);
    assert_eq!(&drawn[..4], ["..|..", "X.|..", "O.|..", ".X|.."]);
    assert_eq!(drawn[80], "OO|OO");
    let _ = board.each_filling(&start, &['?'], &mut |_| unreachable!("the game has no such piece"));
}

#[test]
fn values_of_all_fillings_are_those_of_the_positions() {
    for (name, text, pieces) in [
        ("Domineering", "3x3", ['.', '#']),
        ("Domineering", "2x4", ['#', '.']),
        ("Cram", "3x3", ['.', '#']),
        ("Grid Col", "2x3", ['.', '#']),
        ("Clobber", "2x3", ['X', 'O']),
        ("Clobber", "2x4", ['.', 'X']),
        ("Konane", "2x4", ['.', 'X']),
    ] {
        let (board, start) = farstar_rules::builtin::ruleset(name).unwrap().position(text).unwrap();
        let arena = Arena::new();
        let mut values = Values::new(&arena, board.clone()).unwrap();
        let all = values.fillings(&board, &start, pieces, &Limits::none());
        let mut others = Values::new(&arena, board.clone()).unwrap();
        let mut wanted = Vec::new();
        let _ = board.each_filling(&start, &pieces, &mut |position| {
            wanted.push(others.value(position, &Limits::none()).unwrap());
            ControlFlow::Continue(())
        });
        assert_eq!(all.unwrap(), wanted, "{name} {text}");
    }
    let arena = Arena::new();
    let (board, start) =
        farstar_rules::builtin::ruleset("Domineering").unwrap().position("4x4").unwrap();
    let mut values = Values::new(&arena, board.clone()).unwrap();
    assert!(values.fillings(&board, &start, ['.', '#'], &Limits::none().bytes(1000)).is_err());
    // what is stopped does not go on through the other fillings, of which there are 2^36
    let (board, start) =
        farstar_rules::builtin::ruleset("Domineering").unwrap().position("6x6").unwrap();
    let mut values = Values::new(&arena, board.clone()).unwrap();
    let stopped = values.fillings(&board, &start, ['.', '#'], &Limits::none().nodes(1000));
    assert!(stopped.is_err_and(|error| error.to_string().contains("nodes")));
}

/// Words and double words, boards with a ring, boards of 8 by 8 and others give one value to one position.
#[test]
fn the_size_of_the_board_around_a_position_does_not_matter() {
    let value = |arena: &Arena, name: &str, text: &str| {
        let (board, start) = farstar_rules::builtin::ruleset(name).unwrap().position(text).unwrap();
        Values::new(arena, board).unwrap().value(&start, &Limits::none()).unwrap()
    };
    for (name, rows, wall) in [
        ("Domineering", vec!["...", "..#", "...."], '#'),
        ("Clobber", vec!["XOX", "OX", "XOXO"], '#'),
        ("Konane", vec!["XO.", ".XO", "OXOX"], '#'),
        ("Amazons", vec!["X..", ".#.O"], '#'),
        ("Grid Snort", vec!["...", ".X", "..O"], '#'),
    ] {
        let arena = Arena::new();
        let padded = |left: usize, columns: usize, below: usize| {
            let wall = wall.to_string();
            let mut lines: Vec<String> = rows
                .iter()
                .map(|row| {
                    let right = columns - left - row.len();
                    wall.repeat(left) + row + &wall.repeat(right)
                })
                .collect();
            lines.extend((0..below).map(|_| wall.repeat(columns)));
            lines.join("|")
        };
        let small = value(&arena, name, &padded(0, 4, 0));
        for (left, columns, below) in [(1, 5, 1), (3, 8, 5), (2, 9, 1), (5, 13, 6), (1, 20, 4)] {
            let large = value(&arena, name, &padded(left, columns, below));
            assert_eq!(large, small, "{name} on {columns} columns");
        }
    }
}

/// Graphs with the same edges and any number of vertices without, in any order, as texts.
fn graphs_with_loose_vertices(rules: &Ruleset, random: &mut SplitMix64) -> Vec<String> {
    let pieces = rules.pieces();
    let joint = if rules.kind() == Some(Kind::Digraph) { '>' } else { '-' };
    let mut edges = Vec::new();
    for (a, b) in [(0, 1), (1, 2), (0, 2)] {
        edges.extend((random.below(3) > 0).then(|| format!("v{a}{joint}v{b}")));
    }
    let mut texts = Vec::new();
    for loose in 0..3 {
        let mut words = edges.clone();
        for v in (0..3).chain(10..10 + loose) {
            let piece = pieces[random.below(pieces.len() as u64) as usize];
            words.insert(random.below(words.len() as u64 + 1) as usize, format!("v{v}:{piece}"));
        }
        texts.push(words.join(", "));
        // where vertices get their numbers from the edges
        let tail = (0..loose).map(|v| format!("v{}:{}", 10 + v, pieces[0]));
        texts.push(edges.iter().cloned().chain(tail).collect::<Vec<_>>().join(", "));
    }
    texts
}

#[test]
fn graphs_that_differ_in_loose_vertices_are_told_apart_in_sums() {
    let mut random = SplitMix64::new(8);
    let mut played = 0;
    let graphs = |rules: &Ruleset| matches!(rules.kind(), Some(Kind::Graph | Kind::Digraph));
    for rules in rulesets().iter().filter(|rules| graphs(rules) && rules.ending().is_ok()) {
        for _ in 0..12 {
            let arena = Arena::new();
            let mut calc = arena.calculator();
            let none = Limits::none();
            let mut one_by_one = Vec::new();
            for text in graphs_with_loose_vertices(rules, &mut random) {
                let Ok((board, start)) = rules.position(&text) else { continue };
                let value = defined(&board, &start, &mut HashMap::new(), &mut calc);
                one_by_one.extend(value.map(|value| (text, board, start, value)));
            }
            for shift in 0..one_by_one.len() {
                one_by_one.rotate_left(1);
                if shift % 2 == 1 {
                    one_by_one.swap(0, 1);
                }
                let mut values = RulesetValues::new(&arena);
                for (text, board, start, wanted) in &one_by_one {
                    let found = values.value(board, start, &none).unwrap();
                    assert_eq!(found, *wanted, "{} {text}", rules.name());
                }
                for count in [2, 3] {
                    let Some(sum) = one_by_one.get(..count) else { continue };
                    let mut search = OutcomeSearch::new(&arena).unwrap();
                    let mut total = Game::ZERO;
                    let mut components = Vec::new();
                    for (_, board, start, value) in sum {
                        components.push(search.game(board, start.clone()).unwrap());
                        total = calc.add(total, *value).unwrap();
                    }
                    let found = search.outcome(&components, &none).unwrap();
                    let texts: Vec<_> = sum.iter().map(|one| &one.0).collect();
                    assert_eq!(found, calc.outcome(total).unwrap(), "{} {texts:?}", rules.name());
                    played += 1;
                }
            }
        }
    }
    assert!(played > 1000, "{played}");
}

/// Values of CGSuite 2.2, whose cakes are as high as its first number and turned before they are eaten, and those of
/// one cell.
#[test]
fn a_cake_eaten_up_is_nothing() {
    let arena = Arena::new();
    for (name, position, wanted) in [
        ("Eatcake", "(1,1)", "*"),
        ("Eatcake", "(8,8)", "*"),
        ("Eatcake", "(8,1)", "^"),
        ("Eatcake", "(8,7)", "{0||^^*|0|||*}"),
        ("Turn and Eatcake", "(1,1)", "*"),
        ("Turn and Eatcake", "(8,5)", "v<3>"),
        ("Turn and Eatcake", "(8,6)", "0"),
    ] {
        let (game, start) = ruleset(name).unwrap().position(position).unwrap();
        let value = Values::new(&arena, game).unwrap().value(&start, &Limits::none()).unwrap();
        let calc = &mut arena.calculator();
        assert_eq!(calc.print(value, Notation::Ascii).unwrap(), wanted, "{name} {position}");
    }
}
