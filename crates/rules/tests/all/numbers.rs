//! Numbers on cells: what the text says is what is played, what is deduced from it holds, and what is wrong is told.

use std::collections::BTreeSet;

use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_testkit::SplitMix64;
use farstar_testkit::rules::Interpreter;
use farstar_value::Player;

/// Rulesets with numbers: name, board and moves, and why play ends.
const RULESETS: [(&str, &str, &str); 9] = [
    (
        "Stacks",
        "grid of . X/O(1..20)\nLeft:  X(m)O(n) -> .X(m+n) straight if m >= n\nRight: as Left",
        "every play ends: the number X + O falls",
    ),
    (
        "Chips",
        "strip of X(0..9)\nBoth: X(a)X(n)X(b) -> X(a+1)X(n-3)X(b+1)",
        "every play ends: the sum of the numbers falls",
    ),
    ("Falling", "graph of X(0..9)\nBoth: X(n) -> X(n-1), around X -> X", ""),
    (
        "Nim on a graph",
        "graph of X(0..9) T(0..9)\nBoth: T(n)X(m) -> X(k)T(m) for k in 0..n-1",
        "every play ends: the sum of the numbers falls",
    ),
    (
        "Counters",
        "hex of . X/O(0..5) #\nLeft:  X(n). -> .X(n-1) straight\n       X(0)O -> #O straight\nRight: as Left",
        "every play ends: the number X + O falls; then the sum of the numbers falls",
    ),
    (
        "Rising",
        "edges of X/O(1..4)\nLeft:  X(n) -> X(n+1), beside O\nRight: as Left",
        "every play ends: the sum of the numbers rises",
    ),
    (
        "Mancala",
        "row of X(1..9)\nLeft:  X(n)X(m) -> X(n+m-1) if n != m\nRight: X(n) -> X(i)X(n-i) for i in 1..n/2 if 2 divides n",
        "",
    ),
    (
        "Pushing",
        "strip of . X/O(1..3)\nLeft:  X(n)([XO]+). -> .X(n)\\1 if n > 1\nRight: as Left reversed",
        "",
    ),
    ("Loose", "digraph of . X(0..3)\nBoth: X(n). -> .X(n)", ""),
];

fn ruleset(name: &str, text: &str) -> Ruleset {
    format!("game \"{name}\"\n{text}").parse().unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn canonical_texts_are_their_own() {
    for (name, text, _) in RULESETS {
        let rules = ruleset(name, text);
        let again: Ruleset = rules.canonical().parse().unwrap_or_else(|error| {
            panic!("{name}: {error}\n{}", rules.canonical());
        });
        assert_eq!(again.canonical(), rules.canonical(), "{name}");
    }
    let sheep = farstar_rules::builtin::ruleset("Battle Sheep").unwrap();
    let line = "Left: X(n).*.[XO$] -> X(n-k).*X(k)[XO$] for k in 1..n-1";
    assert!(sheep.canonical().contains(line), "{}", sheep.canonical());
    // names and the side from which a pattern is read say nothing
    let one = ruleset("One", "strip of . X(0..9)\nBoth: .X(a)X(b) -> .X(b-1)X(a+b) left if a < b");
    let other = ruleset("Two", "strip of . X(0..9)\nBoth: X(p)X(q). -> X(q+p)X(p-1). if q < p");
    assert_eq!(one.canonical(), other.canonical());
    assert_eq!(one.hash(), other.hash());
}

#[test]
fn sums_of_numbers_prove_that_play_ends() {
    for (name, text, ending) in RULESETS {
        let rules = ruleset(name, text);
        let told = rules.ending().map_or_else(|_| String::new(), ToString::to_string);
        if name != "Falling" {
            assert_eq!(told.is_empty(), ending.is_empty(), "{name}: {told}");
        }
        if !ending.is_empty() {
            assert_eq!(told, ending, "{name}");
        }
    }
}

#[test]
fn what_is_deduced_is_deduced_with_numbers() {
    let counts = |at: usize| ruleset(RULESETS[at].0, RULESETS[at].1).symmetry_counts();
    assert_eq!(counts(0), (8, 8), "stacks");
    assert!(ruleset("Chips", RULESETS[1].1).is_impartial());
    assert_eq!(counts(4), (12, 12), "counters");
    // an exchange keeps the numbers that pieces may carry
    let uneven = ruleset("Uneven", "strip of . X(1..2) O(1..3)\nLeft:  X. -> ..\nRight: O. -> ..");
    assert_eq!(uneven.symmetry_counts(), (1, 0));
}

/// A cell of a ruleset, small numbers most often.
fn cell(rules: &Ruleset, random: &mut SplitMix64) -> String {
    let piece = *random.pick(rules.pieces());
    let number = |(low, high): (u32, u32)| (low + random.below(5) as u32).min(high).to_string();
    format!("{piece}{}", rules.number(piece).map_or(String::new(), number))
}

fn position(rules: &Ruleset, random: &mut SplitMix64) -> String {
    let kind = rules.kind().unwrap();
    if kind.is_plane() {
        let line = matches!(kind.word(), "strip" | "row");
        let (columns, rows) = (1 + random.below(5), if line { 1 } else { 1 + random.below(3) });
        let mut row = || (0..columns).map(|_| cell(rules, random)).collect::<Vec<_>>().join(",");
        return (0..rows).map(|_| row()).collect::<Vec<_>>().join("|");
    }
    let count = 1 + random.below(5);
    let mut words = Vec::new();
    for v in 0..count {
        match kind.word() {
            "edges" => words.push(format!("{v}-{}:{}", random.below(4) + 1, cell(rules, random))),
            word => {
                words.push(format!("v{v}:{}", cell(rules, random)));
                let joint = if word == "graph" { '-' } else { '>' };
                words.extend(
                    (0..v).filter(|_| random.below(2) == 0).map(|w| format!("v{v}{joint}v{w}")),
                );
            }
        }
    }
    words.join(", ")
}

#[test]
fn moves_are_those_of_the_text() {
    let mut random = SplitMix64::new(23);
    for (name, text, _) in RULESETS {
        let rules = ruleset(name, text);
        let oracle = Interpreter::new(rules.text()).unwrap();
        let mut played = 0;
        for _ in 0..150 {
            let typed = position(&rules, &mut random);
            let (board, start) = rules.position(&typed).unwrap();
            let read = oracle.read(&typed).unwrap();
            let drawn = oracle.read(&board.draw(&start)).unwrap();
            assert_eq!(drawn.numbers.values().sum::<i64>(), read.numbers.values().sum::<i64>());
            for (player, left) in [(Player::Left, true), (Player::Right, false)] {
                let mut options = Vec::new();
                board.options(&start, player, &mut options);
                let cells = |text: &str| {
                    let read = oracle.read(text).unwrap();
                    let number = |place| read.numbers.get(place).copied();
                    let name = |i: i32| read.vertices.get(i as usize).cloned();
                    let graph =
                        rules.kind().is_some_and(|kind| !kind.is_plane() && kind.word() != "edges");
                    let cells = read.cells.iter().map(|(place, &piece)| {
                        let at = if graph { name(place.0) } else { Some(format!("{place:?}")) };
                        (at, piece, number(place))
                    });
                    cells.collect::<BTreeSet<_>>()
                };
                let found: BTreeSet<_> = options.iter().map(|o| cells(&board.draw(o))).collect();
                let wanted = oracle.options(&read, left);
                assert_eq!(found.len(), wanted.len(), "{name}: {player} from {typed}");
                let sums = |sets: &mut dyn Iterator<Item = i64>| sets.collect::<BTreeSet<_>>();
                let sum = |list: &BTreeSet<(Option<String>, char, Option<i64>)>| {
                    list.iter().filter_map(|cell| cell.2).sum::<i64>()
                };
                assert_eq!(
                    sums(&mut found.iter().map(sum)),
                    sums(&mut wanted.iter().map(|p| p.numbers.values().sum::<i64>())),
                    "{name}: {player} from {typed}"
                );
                played += found.len();
            }
        }
        assert!(played > 30, "{name} was hardly played: {played}");
    }
}

#[test]
fn positions_are_drawn_as_they_are_read() {
    let drawn = |text: &str, typed: &str| {
        let (board, start) = ruleset("Mine", text).position(typed).unwrap();
        board.draw(&start)
    };
    let one = "row of X(1..99)\nBoth: X -> X(1)";
    assert_eq!(drawn(one, "3142"), "3142");
    assert_eq!(drawn(one, "3 14 2"), "3,14,2");
    assert_eq!(drawn(one, "X14"), "X14");
    assert_eq!(drawn(one, ""), "");
    let mixed = "grid of . X/O(1..99) T(0..3)\nBoth: X -> .";
    assert_eq!(drawn(mixed, "3.-12|T2,#".replace('#', "., 0").as_str()), "3,0,-12|T2,0,0");
    let two = "strip of . X(1..9) Y(1..9)\nBoth: X -> .";
    assert_eq!(drawn(two, "X3.Y4"), "X3,.,Y4");
    let dots = "strip of . X(1..9)\nBoth: X -> .";
    assert_eq!(drawn(dots, ".3.2"), ".3.2");
    assert_eq!(drawn("graph of X(0..9)\nBoth: X(n) -> X(n-1)", "a-b, b:3"), "a-b, b:3");
    assert_eq!(drawn("edges of X(1..9)\nBoth: X(n) -> X(n-1)", "a-b:2, b-$:1"), "a-b:2, b-$:1");
}

#[test]
fn what_is_wrong_is_told() {
    let said = |text: &str| format!("game A\n{text}").parse::<Ruleset>().unwrap_err().to_string();
    for (text, message) in [
        (
            "grid of . X(1..\nBoth: X -> .",
            "line 2, column 13: '' where the numbers that a piece carries were expected, as in X(0..9)",
        ),
        (
            "grid of . X(1..5000)\nBoth: X -> .",
            "line 2, column 16: a piece carries a number from 0 to 4000, and not 5000",
        ),
        (
            "grid of . X(3..1)\nBoth: X -> .",
            "line 2, column 13: the least number 3 is above the largest, 1",
        ),
        (
            "grid of . X(1..9)\nhands\nBoth: X -> .",
            "line 3, column 1: a board with numbers has no stones in hand: let a piece carry their number",
        ),
        (
            "grid of . X(1..9)\nBoth: . -> X",
            "line 3, column 7: '. -> X': 'X' carries a number, and none is given: write it as in X(1)",
        ),
        (
            "grid of . X(1..9)\nBoth: X(n) -> X(m)",
            "line 3, column 17: 'm' is not a number of the pattern, a variable of 'for' or a parameter",
        ),
        (
            "grid of . X(1..9)\nBoth: X(n) -> X(k) for n in 1..2",
            "line 3, column 24: 'n' is already a number of the pattern or a variable",
        ),
        (
            "grid of . X(1..9)\nBoth: X(n) -> X(n)",
            "line 3, column 7: 'X(n) -> X(n)': the move changes nothing",
        ),
        (
            "grid of . X(1..9)\nBoth: X(n)* -> X(n-1)*",
            "line 3, column 9: 'n' is not a number of the pattern, a variable of 'for' or a parameter",
        ),
        (
            "grid of . X(1..9)\nBoth: X(n -> .",
            "line 3, column 7: 'X(n -> .' where a move 'PATTERN -> PATTERN' was expected",
        ),
        (
            "grid of . X(1..9)\nBoth: X(min(n,1) -> .",
            "line 3, column 7: 'X(min(n,1) -> .' where a move",
        ),
        (
            "grid of . X(1..9)\nBoth: X -> ., around . -> X",
            "line 3, column 27: 'X' carries a number and '.' none: a clause gives no numbers",
        ),
        ("grid of . X\nBoth: X -> . for k in 1..2", "line 3, column 14: unknown word 'for'"),
    ] {
        let found = said(text);
        assert!(found.starts_with(message), "{text}\n{found}");
    }
    let one = ruleset("One", "graph of X(0..9)\nBoth: X(n) -> X(n-1)");
    let wrong = |typed: &str| one.position(typed).unwrap_err().to_string();
    assert_eq!(wrong("a-b, b:12"), "row 1, column 8: '12' is no cell: expected 0..9, X0..X9");
    assert_eq!(wrong("a:1, a:2"), "row 1, column 6: the vertex a is given two numbers");
}

#[test]
fn parts_with_numbers_are_told_apart() {
    let parts = |rules: &Ruleset, typed: &str| {
        let (board, start) = rules.position(typed).unwrap();
        let mut parts = Vec::new();
        board.parts(&start, &mut parts);
        let mut drawn: Vec<String> = parts.iter().map(|part| board.draw(part)).collect();
        drawn.sort();
        drawn
    };
    let sheep = farstar_rules::builtin::ruleset("Battle Sheep").unwrap();
    // a sheep alone is a wall, and what is walled in by it no longer matters
    assert_eq!(parts(&sheep, "3,0,1,0,-2"), [" , , ,0,-2", "3,0, , , "]);
    assert!(parts(&sheep, "1,0,0|0,-1,0").is_empty());
    // a number that has fallen to 0 parts a graph
    let kayles = farstar_rules::builtin::ruleset("Weighted Arc Kayles").unwrap();
    let apart = parts(&kayles, "a-b-c-d-e, a:2, b:1, c:0, d:3, e:1");
    assert_eq!(apart, ["a-b, a:2, b:1", "d-e, d:3, e:1"]);
    // stones that a pattern looks at stay in sight
    let over = ruleset("Over", "strip of . X(0..3) #\nBoth: X(n)#. -> .#X(n-1)");
    assert_eq!(parts(&over, "X2,#,.,#,.,.,#"), ["2#.#.  "]);
}
