//! The built-in rulesets as they are shipped.

use farstar_rules::Board;
use farstar_rules::builtin::{ruleset, rulesets};
use farstar_rules::heap::{
    HeapCode, HeapFunction, HeapGame, Pair, PartizanHeaps, cake_product, mem, take_away, wythoff,
};
use farstar_rules::language::{Ruleset, rules_of_file};
use farstar_rules::position::GameGraph;
use farstar_value::Player;
use std::ops::ControlFlow;
use std::sync::Arc;

fn options(game: &Board, position: &farstar_rules::Packed, player: Player) -> Vec<String> {
    let mut next = Vec::new();
    game.options(position, player, &mut next);
    let mut drawn: Vec<String> = next.iter().map(|p| game.draw(p)).collect();
    drawn.sort();
    drawn.dedup();
    drawn
}

#[test]
fn every_ruleset_has_comments_and_an_example_with_moves() {
    for rules in rulesets() {
        // A work with its year or chapter, or a program.
        let source = rules.remark("source").unwrap_or_default();
        let program = ["CGSuite", "MCGS", "cgt-tools"].iter().any(|name| source.contains(name));
        assert!(program || source.contains(|c: char| c.is_ascii_digit()), "{}", rules.name());
        assert!(rules.comments().len() >= 3, "{}", rules.name());
        let (name, sentence) = rules.chinese().unwrap_or_default();
        assert!(
            !name.is_empty() && sentence.ends_with(['。', '）']),
            "{}: // zh: 名：句",
            rules.name()
        );
        let example = rules.remark("example").unwrap_or_else(|| panic!("{}", rules.name()));
        let (game, start) =
            rules.position(example).unwrap_or_else(|e| panic!("{}: {e}", rules.name()));
        let moves = options(&game, &start, Player::Left).len()
            + options(&game, &start, Player::Right).len();
        assert!(moves > 0, "{}: no moves from {example}", rules.name());
    }
}

#[test]
fn canonical_text_is_its_own_canonical_text_and_plays_alike() {
    for rules in rulesets() {
        let again: Ruleset = rules
            .canonical()
            .parse()
            .unwrap_or_else(|e| panic!("{}: {e}\n{}", rules.name(), rules.canonical()));
        assert_eq!(again.canonical(), rules.canonical(), "{}", rules.name());
        assert_eq!(again.hash(), rules.hash());
        let example = rules.remark("example").unwrap();
        let ((one, p), (two, q)) =
            (rules.position(example).unwrap(), again.position(example).unwrap());
        for player in [Player::Left, Player::Right] {
            assert_eq!(options(&one, &p, player), options(&two, &q, player), "{}", rules.name());
        }
    }
}

#[test]
fn variants_have_the_moves_of_both_or_the_other_winner() {
    for rules in rulesets() {
        let (impartial, misere) = (rules.impartial(), rules.misere());
        assert_eq!(impartial.is_impartial(), !rules.has_hands(), "{}", rules.name());
        assert!(misere.is_misere(), "{}", rules.name());
        for variant in [&impartial, &misere] {
            let again: Ruleset = variant.text().parse().unwrap();
            assert_eq!((again.name(), again.hash()), (variant.name(), variant.hash()));
        }
        let example = rules.remark("example").unwrap();
        let moves = |rules: &Ruleset, player| {
            let (game, start) = rules.position(example).unwrap();
            options(&game, &start, player)
        };
        let mut both = moves(&rules, Player::Left);
        both.extend(moves(&rules, Player::Right));
        both.sort();
        both.dedup();
        for player in [Player::Left, Player::Right] {
            assert!(rules.has_hands() || moves(&impartial, player) == both, "{}", rules.name());
            assert_eq!(moves(&misere, player), moves(&rules, player), "{}", rules.name());
        }
    }
}

#[test]
fn a_variant_is_asked_for_before_the_name() {
    let asked =
        |name| Ruleset::named(name).map(|rules| rules.name().to_owned()).map_err(|e| e.to_string());
    assert_eq!(asked("misere impartial clobber"), Ok("Misere Impartial Clobber".into()));
    assert_eq!(
        asked("impartial clober"),
        Err("no ruleset is called 'clober'; did you mean 'Clobber'?".into())
    );
    assert!(asked("misere").unwrap_err().contains("'misere Clobber'"));
    assert!(asked("impartial generalised king dirt").unwrap_err().contains("stones in hand"));
}

#[test]
fn stones_in_hand_make_the_same_moves_partizan() {
    let rules: Ruleset = "game Hand\nstrip of . X\nhands\nBoth: . -> X, from hand".parse().unwrap();
    assert!(!rules.is_impartial());
    let (game, start) = rules.position("1,0:..").unwrap();
    assert_eq!(options(&game, &start, Player::Left), ["0,0:.X", "0,0:X."]);
    assert!(options(&game, &start, Player::Right).is_empty());
}

#[test]
fn all_but_seven_rulesets_are_proved_to_end() {
    let loopy: Vec<String> = rulesets()
        .iter()
        .filter(|rules| rules.ending().is_err())
        .map(|rules| rules.name().to_string())
        .collect();
    assert_eq!(
        loopy,
        [
            "Backsliding Toads and Frogs",
            "Captures, no ko",
            "Ceylonese Fox and Geese",
            "Fox and Geese",
            "Hare and Hounds",
            "Northcott",
            "Wind-Up"
        ]
    );
}

#[test]
fn rules_are_proved_to_end_by_extremes_and_quotients() {
    let ends = |moves: &str| {
        let rules: Ruleset = format!("game Rules\nheap {moves}").parse().unwrap();
        rules.ending().is_ok()
    };
    for moves in [
        "n\nBoth: (n) -> (max(n-4,0)) if n > 0",
        "n\nBoth: (n) -> (min(n-1,7))",
        "n\nBoth: (n) -> (max(n div 2,n-3)) if n > 0",
        "n\nBoth: (n) -> (n div k) for k in 2..n",
        "n\nBoth: (n) -> (n div k) for k in 2..n+1",
        "a b\nBoth: (a,b) -> 2*(a,d) for d in 1..b if d divides b and d != b",
    ] {
        assert!(ends(moves), "{moves}");
    }
    for moves in [
        "n\nBoth: (n) -> (max(n-4,0))",
        "n\nBoth: (n) -> (max(n-4,5)) if n > 0",
        "n\nBoth: (n) -> (min(n,7))",
        "n\nBoth: (n) -> (n div k) for k in 1..n",
        "n\nBoth: (n) -> (n div k) for k in 2..2",
        "a b\nBoth: (a,b) -> (a,d) for d in 1..b if a != b",
        // what has no value is not equal: every odd heap may stay
        "n\nBoth: (n) -> (n) if n/2 != n",
        "n k\nBoth: (n,k) -> (n,k) if n mod k != 1",
    ] {
        assert!(!ends(moves), "{moves}");
    }
}

#[test]
fn drawn_positions_are_read_again() {
    for rules in rulesets() {
        let (game, start) = rules.position(rules.remark("example").unwrap()).unwrap();
        let mut next = Vec::new();
        game.options(&start, Player::Left, &mut next);
        for position in next.iter().chain([&start]) {
            let text = game.draw(position);
            let (again, read) =
                rules.position(&text).unwrap_or_else(|e| panic!("{}: {text}: {e}", rules.name()));
            assert_eq!(again.draw(&read), text, "{}", rules.name());
        }
    }
}

#[test]
fn positions_are_read_in_the_notations_of_others() {
    let drawn = |name: &str, text: &str| {
        let rules = farstar_rules::builtin::ruleset(name).unwrap();
        let (game, start) = rules.position(text).unwrap_or_else(|e| panic!("{name} {text}: {e}"));
        game.draw(&start)
    };
    for (name, text, wanted) in [
        ("Clobber", "xox|ox.", "XOX|OX."),
        ("Ski Jumps", ".Sj", ".Sj"),
        ("Toppling Dominoes", "lere", "X#O#"),
        ("Hackenbush", "lre", "$-1:B, 1-2:R, 2-3:G"),
        ("Hackenbush", "(e:A;e:Al)", "$-1:G, $-1:G, 1-3:B"),
        ("Hackenbush", ":{ground}lr:{ground}", "$-1:B, 1-$:R"),
        ("Col", "X-.-(.;-O)", "1-2, 2-3, 2-4, 1:X, 4:O"),
        ("Col", ".:A-.-.:A", "1-2, 2-1"),
        ("Col", "a-b, b:#", ""),
        ("Tinted Snort", "l-.-R", "1-2, 2-3, 1:L, 3:R"),
        ("Elephants and Rhinos", "tt.f", "XX.O"),
    ] {
        if wanted.is_empty() {
            assert!(farstar_rules::builtin::ruleset(name).unwrap().position(text).is_err());
        } else {
            assert_eq!(drawn(name, text), wanted, "{name} {text}");
        }
    }
    let wrong = |name: &str, text: &str| {
        farstar_rules::builtin::ruleset(name).unwrap().position(text).unwrap_err().to_string()
    };
    assert_eq!(wrong("Hackenbush", "lrlr;lr"), "row 1, column 5: ';' outside brackets");
    assert_eq!(wrong("Hackenbush", ""), "row 1, column 1: no edges");
    assert_eq!(
        wrong("Col", ".-.;."),
        "row 1, column 4: ';' outside brackets: a graph is in one piece"
    );
    assert_eq!(wrong("Col", ".-(."), "row 1, column 5: '(' is not closed");
}

#[test]
fn a_file_of_all_rulesets_is_read_one_by_one() {
    let all = rulesets();
    let file: String = all.iter().map(|rules| format!("{}\n", rules.text())).collect();
    let read = rules_of_file(&file).unwrap();
    assert_eq!(read.len(), all.len());
    for (a, b) in read.iter().zip(&all) {
        assert_eq!(
            (a.name(), a.hash(), a.remark("example")),
            (b.name(), b.hash(), b.remark("example"))
        );
    }
}

#[test]
fn no_name_means_two_rulesets() {
    let plain = |name: &str| name.to_lowercase().replace([' ', '-', '\'', ','], "");
    let mut names: Vec<String> = Vec::new();
    for rules in rulesets() {
        names.push(plain(rules.name()));
        names.extend(rules.remark("also").into_iter().flat_map(|list| list.split(',')).map(plain));
    }
    for rules in rulesets() {
        let (name, _) = rules.chinese().expect("a Chinese name");
        assert_eq!(ruleset(name).unwrap().name(), rules.name(), "{name}");
        names.push(plain(name));
    }
    let all = names.len();
    assert!(all > rulesets().len());
    names.sort();
    names.dedup();
    assert_eq!(names.len(), all);
}

#[test]
fn known_symmetries_are_found() {
    let counts = |name: &str| farstar_rules::builtin::ruleset(name).unwrap().symmetry_counts();
    assert_eq!(counts("Clobber"), (8, 8));
    assert_eq!(counts("Domineering"), (4, 4));
    assert_eq!(counts("Toads and Frogs"), (1, 1));
    assert_eq!(counts("Ski Jumps"), (1, 1));
    assert_eq!(counts("Battle Sheep"), (12, 12));
    assert_eq!(counts("Shove"), (1, 1));
    assert_eq!(counts("Cutcake"), (1, 1));
    let impartial = |name: &str| farstar_rules::builtin::ruleset(name).unwrap().is_impartial();
    assert!(
        impartial("Cram") && impartial("Nim") && impartial("Wythoff") && impartial("Arc Kayles")
    );
    assert!(!impartial("Domineering") && !impartial("Cutcake") && !impartial("Col"));
}

/// The larger number, the smaller, and whether the first is the larger.
fn ordered((a, b): Pair) -> (u32, u32, bool) {
    (a.max(b), a.min(b), a > b)
}

#[test]
fn pairs_of_numbers_have_the_moves_of_the_games_on_pairs() {
    let cake = |code: &str, twisted| {
        let code: HeapCode = code.parse().unwrap();
        cake_product(code.clone(), code, twisted)
    };
    // Maundy Cake: into equal pieces
    let equal = HeapFunction::new("equal pieces", |n: u32, visit| {
        let into = (2..=n).filter(|&pieces| n.is_multiple_of(pieces));
        into.map(|pieces| vec![n / pieces; pieces as usize]).try_for_each(|parts| visit(&parts))
    });
    let equal = Arc::new(equal);
    // Partizan Euclid (McKay and Nowakowski 2013): from (kq + r, q) Left goes to (q, r), Right to (q, q - r)
    let euclid = |right: bool| {
        HeapFunction::new("Partizan Euclid", move |(p, q): Pair, visit| match p.checked_rem(q) {
            Some(rest) if rest > 0 => visit(&[(q, if right { q - rest } else { rest })]),
            _ => ControlFlow::Continue(()),
        })
    };
    let euclid: PartizanHeaps = [Arc::new(euclid(false)), Arc::new(euclid(true))];
    let games: [(&str, PartizanHeaps); 5] = [
        ("Cutcake", cake("4.0", false)),
        ("Maundy Cake", cake_product(Arc::clone(&equal), equal, false)),
        ("Eatcake", cake("0.7", false)),
        ("Turn and Eatcake", cake("0.7", true)),
        ("Partizan Euclid", euclid),
    ];
    for (name, game) in games {
        let rules = farstar_rules::builtin::ruleset(name).unwrap();
        for (a, b) in (0..8).flat_map(|a| (0..8).map(move |b| (a, b))) {
            let (board, start) = rules.position(&format!("({a},{b})")).unwrap();
            for player in [Player::Left, Player::Right] {
                let written = |parts: &Vec<(u32, u32)>| drawn_pairs(&rules, parts);
                let mut wanted: Vec<String> =
                    game[player as usize].options((a, b)).iter().map(written).collect();
                wanted.sort();
                wanted.dedup();
                assert_eq!(options(&board, &start, player), wanted, "{name} ({a},{b}) {player}");
            }
        }
    }
}

/// The pairs that a move leaves, as the position is drawn.
fn drawn_pairs(rules: &Ruleset, parts: &[(u32, u32)]) -> String {
    let heaps: Vec<String> = parts.iter().map(|(x, y)| format!("({x},{y})")).collect();
    let text = if heaps.is_empty() { "nothing".into() } else { heaps.join("+") };
    let (board, position) = rules.position(&text).unwrap();
    board.draw(&position)
}

#[test]
fn games_on_two_numbers_have_the_moves_of_their_definitions() {
    // Cole and Davie: a multiple of the smaller is taken from the larger; Grossman: and something is left
    let euclid = |least: u32| {
        HeapFunction::new("Euclid", move |pair: Pair, visit| {
            let (large, small, first) = ordered(pair);
            let times = large.checked_div(small).unwrap_or(0);
            for rest in (1..=times).map(|times| large - times * small).filter(|&n| n >= least) {
                visit(&[if first { (rest, small) } else { (small, rest) }])?;
            }
            ControlFlow::Continue(())
        })
    };
    let games: Vec<(&str, Box<dyn HeapGame<Pair>>)> = vec![
        ("wythoff", Box::new(wythoff(|k| k + 1))),
        ("wythoff 1", Box::new(wythoff(|k| k + 1))),
        ("wythoff 3", Box::new(wythoff(|k| k + 3))),
        ("fibonacci-nim", Box::new(take_away(|k| 2 * k))),
        ("take-away 3", Box::new(take_away(|k| 3 * k))),
        ("take-away 2", Box::new(take_away(|k| 2 * k))),
        ("take-away(r=3, q=2)", Box::new(take_away(|k| 3 * k / 2))),
        ("mem", Box::new(mem(|memory, k| k >= memory))),
        ("dudeney(y=9)", Box::new(mem(|memory, k| k != memory))),
        ("euclid", Box::new(euclid(0))),
        ("grossman's euclid", Box::new(euclid(1))),
    ];
    for (name, game) in games {
        let rules = Ruleset::named(name).unwrap();
        for (a, b) in (0..9).flat_map(|a| (0..9).map(move |b| (a, b))) {
            let (board, start) = rules.position(&format!("({a},{b})")).unwrap();
            let mut wanted: Vec<String> = Vec::new();
            for parts in game.options((a, b)) {
                wanted.push(drawn_pairs(&rules, &parts));
                // of equal numbers either may be taken from
                if name.contains("euclid") && a == b {
                    let turned: Vec<(u32, u32)> = parts.iter().map(|&(x, y)| (y, x)).collect();
                    wanted.push(drawn_pairs(&rules, &turned));
                }
            }
            wanted.sort();
            wanted.dedup();
            assert_eq!(options(&board, &start, Player::Left), wanted, "{name} ({a},{b})");
        }
    }
}

#[test]
fn heap_games_have_the_codes_of_the_literature() {
    for (name, code) in [
        ("Nim", "0.[3]"),
        ("Kayles", "0.77"),
        ("Dawson's Kayles", "0.07"),
        ("Dawson's Chess", "0.137"),
        ("Grundy's Game", "4!.0"),
        ("Lasker's Nim", "4.[3]"),
        ("Officers", "0.6"),
        ("Guiles", "0.15"),
        ("Kenyon's Game", "0.3F"),
        ("Triplicate Nim", "0.8"),
        ("Ruler-regular game", "0.2048"),
        ("All But", "0.300[3]"),
        ("subtraction 70000", "none"),
    ] {
        let rules = Ruleset::named(name).unwrap();
        assert_eq!(rules.code().map_or("none".into(), ToString::to_string), code, "{name}");
    }
}

#[test]
fn the_rightmost_coin_turned_goes_from_heads_to_tails() {
    for (name, code) in [
        ("Ruler", "1+C"),
        ("Turtles", "1-2"),
        ("Mock Turtles", "1-3"),
        ("Moebius", "1-5"),
        ("Mogul", "1-7"),
        ("Moidores", "1-9"),
        ("turning 3e", "3E"),
    ] {
        let rules = Ruleset::named(name).unwrap();
        assert_eq!(rules.turning().map(ToString::to_string).as_deref(), Some(code), "{name}");
    }
    let (board, start) = Ruleset::named("Ruler").unwrap().position("TTH").unwrap();
    assert_eq!(options(&board, &start, Player::Left), ["HHT", "THT", "TTT"]);
}

#[test]
fn games_that_are_not_built_in_are_known() {
    let said = |name: &str| farstar_rules::builtin::ruleset(name).unwrap_err().to_string();
    assert!(said("echess").starts_with("'echess' is not built in: its board is a quarter of"));
    assert!(said("pseudo-quicksort").contains("compare far cells"));
    assert!(said("GenMem").contains("farstar eval"));
}

#[test]
fn rulesets_are_known_by_the_names_of_the_literature() {
    for (name, wanted) in [
        ("Grundy", "Grundy's Game"),
        ("GrundysGame", "Grundy's Game"),
        ("lasker", "Lasker's Nim"),
        ("GenToadsAndFrogs", "Generalised Toads"),
        ("generalized wythoff", "Generalised Wythoff"),
        ("DUDENEY", "Dudeney"),
    ] {
        assert_eq!(farstar_rules::builtin::ruleset(name).unwrap().name(), wanted);
    }
    assert_eq!(
        farstar_rules::builtin::ruleset("Laskers Nym").unwrap_err().nearest.as_deref(),
        Some("Lasker's Nim")
    );
}

#[test]
fn parameters_may_leave_a_move_nothing_to_do() {
    use farstar_rules::builtin::ruleset;
    let rhinos = ruleset("Elephants and Rhinos").unwrap();
    assert_eq!(Ruleset::named("generalised-toads(jump=0)").unwrap(), rhinos);
    // a board without moves is none
    let none = "game T (k=0)\nstrip of . X/O\nLeft: X.{1,k}X -> X.{1,k}.\nRight: as Left";
    assert_eq!(
        none.parse::<Ruleset>().unwrap_err().message,
        "no moves are left: no count suits any pattern with these parameters"
    );
}
