//! Sizes, and the positions that rulesets begin with: as they are cited, and as an interpreter of the same text fills
//! them in.

use farstar_rules::builtin::{ruleset, rulesets};
use farstar_rules::language::{Kind, Ruleset};
use farstar_rules::position::GameGraph;
use farstar_testkit::rules::Interpreter;

fn drawn(name: &str, text: &str) -> String {
    let rules = ruleset(name).unwrap();
    let (board, start) = rules.position(text).unwrap_or_else(|e| panic!("{name} {text}: {e}"));
    board.draw(&start)
}

fn refused(name: &str, text: &str) -> String {
    ruleset(name).unwrap().position(text).unwrap_err().message
}

#[test]
fn starts_are_those_of_the_literature() {
    for (name, size, wanted) in [
        // Albert, Grossman, Nowakowski, Wolfe: An introduction to Clobber; CGSuite's help shows the one of 3 x 4
        ("Clobber", "3x4", "XOXO|OXOX|XOXO"),
        ("Cannibal Clobber", "2x3", "XOX|OXO"),
        ("Kings", "2x2", "XO|OX"),
        ("Knights", "3x3", "XOX|OXO|XOX"),
        ("Rooks", "1x5", "XOXOX"),
        ("Queens", "2x3", "XOX|OXO"),
        ("Diagonal Clobber", "2x4", "XOXO|XOXO"),
        // Berlekamp: two stones in the centre, or as near to it as can be, one of each colour
        ("Konane", "6x6", "XOXOXO|OXOXOX|XO..XO|OXOXOX|XOXOXO|OXOXOX"),
        ("Konane", "4x5", "XOXOX|O..XO|XOXOX|OXOXO"),
        ("Konane", "1x8", "XOX..OXO"),
        // CGSuite's help, from Zamkauskas
        (
            "Amazons",
            "10x10",
            "...O..O...|..........|..........|O........O|..........|..........|X........X|..........|..........|...X..X...",
        ),
        // a3, c1, f1, h3 against a6, c8, f8, h6
        (
            "Amazons",
            "8x8",
            "..O..O..|........|O......O|........|........|X......X|........|..X..X..",
        ),
        // Winning Ways, ch. 1
        ("Toads and Frogs", "7", "TTT.FFF"),
        ("Toads and Frogs", "8", "TTT..FFF"),
        ("Backsliding Toads and Frogs", "3", "T.F"),
        ("Elephants and Rhinos", "8", "XXX..OOO"),
        ("Generalised Toads", "5", "XX.OO"),
        ("Generalised Friendly Toads", "6", "XX..OO"),
        ("Grid Toads and Frogs", "2x5", "TT.FF|TT.FF"),
        ("Northcott", "3x4", "X..O|X..O|X..O"),
        // CGSuite: geese on (8,2), (8,4), (8,6), (8,8), rows counted from below, the fox on (1,5)
        (
            "Fox and Geese",
            "8x8",
            ".G.G.G.G|........|........|........|........|........|........|....F...",
        ),
        (
            "Ceylonese Fox and Geese",
            "8x8",
            ".G.G.G.G|........|........|........|........|........|........|....F...",
        ),
        ("Pawns", "3x3", "XXX|...|OOO"),
    ] {
        assert_eq!(drawn(name, size), wanted, "{name} {size}");
    }
}

#[test]
fn an_interpreter_begins_with_the_same_positions() {
    let mut begun = 0;
    for rules in rulesets().into_iter().filter(|rules| !rules.starts().is_empty()) {
        let oracle = Interpreter::new(rules.text()).unwrap();
        let line = matches!(rules.kind(), Some(Kind::Strip | Kind::Row));
        for (rows, columns) in
            (1..=10).flat_map(|rows| (1..=10).map(move |columns| (rows, columns)))
        {
            if line && rows > 1 {
                continue;
            }
            let size = if line { columns.to_string() } else { format!("{rows}x{columns}") };
            let wanted = oracle.start(rows, columns);
            let Ok((board, start)) = rules.position(&size) else {
                assert_eq!(wanted, None, "{} {size}", rules.name());
                continue;
            };
            assert_eq!(
                Some(oracle.read(&board.draw(&start)).unwrap()),
                wanted,
                "{} {size}",
                rules.name()
            );
            begun += 1;
        }
    }
    assert!(begun > 900, "{begun}");
}

#[test]
fn every_start_has_moves_on_some_board() {
    use farstar_play::Player;
    for rules in rulesets().into_iter().filter(|rules| !rules.starts().is_empty()) {
        let sizes = ["8", "3x6", "6x6", "8x8", "10x10"];
        let moves =
            sizes.iter().filter_map(|size| rules.position(size).ok()).any(|(board, start)| {
                let mut options = Vec::new();
                board.options(&start, Player::Left, &mut options);
                !options.is_empty()
            });
        assert!(moves, "{}", rules.name());
    }
}

#[test]
fn a_size_without_a_start_is_refused_where_the_empty_board_has_no_move() {
    assert_eq!(
        refused("Fission", "4x4"),
        "the empty board of 4 x 4 has no move, and the rules name no start: write its pieces"
    );
    assert_eq!(
        refused("Silver Dollar", "9"),
        "the empty board of 9 cells has no move, and the rules name no start: write its pieces"
    );
    assert_eq!(
        refused("Amazons", "3x4"),
        "the rules name no start on 3 x 4, only on 10 x 10, 8 x 8: write its pieces"
    );
    assert_eq!(
        refused("Toads and Frogs", "2"),
        "the rules name no start on 2 cells, only on 'T+.F+', 'T+..F+': write its pieces"
    );
    for (name, size) in [
        ("Anti-Clobber", "3x3"),
        ("King Dirt", "2x3"),
        ("Peg", "5"),
        ("Push", "5"),
        ("Ruler", "5"),
        ("Ski Jumps", "3x3"),
    ] {
        assert!(refused(name, size).contains("has no move"), "{name}");
    }
    // on these an empty board is where play begins
    for (name, size, wanted) in [
        ("Domineering", "2x3", "...|..."),
        ("Domineering", "1x1", "."),
        ("Grid Col", "1x2", ".."),
        ("NoGo", "2x2", "..|.."),
        ("Treblecross", "5", "....."),
        ("Captures, no ko", "2x2", "..|.."),
        ("Generalised King Dirt", "1,2:2x2", "1,2:..|.."),
        ("Hex Domineering", "2x2", "..|.."),
        ("Strip Kayles", "3", "XXX"),
        ("Quelhas", "2x2", "..|.."),
    ] {
        assert_eq!(drawn(name, size), wanted, "{name}");
    }
}

#[test]
fn sizes_are_written_with_any_of_their_signs() {
    for size in ["3x4", "3X4", "3×4", "3,4", " 3 x 4 ", "3 , 4"] {
        assert_eq!(drawn("Domineering", size), "....|....|....", "{size}");
    }
    assert_eq!(drawn("Hex Domineering", "2,3"), "...|...");
    assert_eq!(drawn("Toads and Frogs", "1x3"), "T.F");
    assert_eq!(refused("Toads and Frogs", "3x3"), "a strip has one row: its size is one number");
    assert_eq!(
        refused("Domineering", "4"),
        "a grid has rows and columns: its size is written as 4x4"
    );
    assert_eq!(refused("Domineering", "0x4"), "the board is empty: at least one cell is needed");
    // where digits are pieces a number is a row
    assert_eq!(drawn("End-Nim", "35"), "35");
}

#[test]
fn sizes_beyond_every_board_stop() {
    for size in ["100x100", "4097x1", "99999999999x99999999999", "1x99999999999999999999999999"] {
        for name in ["Domineering", "Clobber", "Konane", "Amazons", "Northcott", "Hex Domineering"]
        {
            let error = ruleset(name).unwrap().position(size).unwrap_err();
            assert!(error.too_large && error.message.contains("at most 4096"), "{name}: {error}");
        }
    }
    let error = ruleset("Toads and Frogs").unwrap().position("18446744073709551617").unwrap_err();
    assert!(error.too_large, "{error}");
    assert_eq!(drawn("Konane", "64x64").matches('.').count(), 2);
}

/// A ruleset of a user's with these starts.
fn mine(board: &str, starts: &str) -> Result<Ruleset, String> {
    let text = format!("game Mine (k=2)\n{board}\n{starts}\nLeft: X. -> .X\nRight: as Left");
    text.parse().map_err(|fault: farstar_rules::language::RulesError| fault.to_string())
}

#[test]
fn the_repeats_of_a_start_have_one_count() {
    let drawn = |starts: &str, size: &str| {
        let rules = mine("grid of . X/O #", starts).unwrap();
        rules.position(size).map(|(board, start)| board.draw(&start)).map_err(|fault| fault.message)
    };
    assert_eq!(drawn("start X*.O*", "1x5"), Ok("XX.OO".into()));
    assert_eq!(drawn("start (XO)*", "1x4"), Ok("XOXO".into()));
    assert_eq!(drawn("start (X*.)*", "1x6"), Ok("XX.XX.".into()));
    assert_eq!(drawn("start X{k}.+", "1x5"), Ok("XX...".into()));
    assert_eq!(drawn("start X{2,3}O*", "1x6"), Ok("XXXOOO".into()));
    assert!(drawn("start X{2,3}O*", "1x8").is_err());
    assert_eq!(drawn("start X|. repeated", "3x2"), Ok("XX|..|XX".into()));
    assert_eq!(drawn("start X|.*O repeated", "3x3"), Ok("XXX|..O|XXX".into()));
    assert_eq!(drawn("start XO repeated, middle ##|##", "4x4"), Ok("XOXO|X##O|X##O|XOXO".into()));
    // a middle that is larger than the board
    assert!(drawn("start XO repeated, middle ##|##", "1x4").is_err());
    // the first that fits
    assert_eq!(drawn("start XX\nstart O*", "1x2"), Ok("XX".into()));
    assert_eq!(drawn("start XX\nstart O*", "1x3"), Ok("OOO".into()));
    // without a count for its repeat a start fits nothing
    assert!(drawn("start X{3,k}\nstart O*", "1x3").unwrap() == "OOO");
    // too long to be written down, and cut off by the board
    assert!(drawn("start ((X{4096}){4096}){4096} repeated", "2x2").is_ok());
    assert!(drawn("start ((X{4096}){4096}){4096}", "1x4").is_err());
    assert!(drawn("start ((X*){4096}){4096}", "1x4").is_err());
}

#[test]
fn faults_of_starts_are_told_in_their_place() {
    let fault = |board: &str, starts: &str| mine(board, starts).unwrap_err();
    let grid = "grid of . X/O";
    for (board, starts, wanted) in [
        (grid, "start", "line 3, column 6: the pattern of 'start' is missing, as in 'start XO|OX'"),
        (
            grid,
            "start XY",
            "line 3, column 8: in pattern 'XY' at 2: unknown piece 'Y'; the board is of . X O",
        ),
        (
            grid,
            "start [XO]",
            "line 3, column 7: a start has one piece on each cell, no class and no '$'",
        ),
        (
            grid,
            "start X$",
            "line 3, column 7: a start has one piece on each cell, no class and no '$'",
        ),
        (
            grid,
            "start X.?",
            "line 3, column 7: a start has one piece on each cell, no class and no '$'",
        ),
        (
            grid,
            "start XO tiled",
            "line 3, column 10: unexpected 'tiled': behind a start comes 'repeated' or ', middle PATTERN'",
        ),
        (
            grid,
            "start XO, centre ..",
            "line 3, column 11: expected 'middle PATTERN' behind the comma",
        ),
        (grid, "start XO, middle", "line 3, column 17: the pattern of 'middle' is missing"),
        (
            grid,
            "start XO, middle .*",
            "line 3, column 7: the middle of a start is a block of pieces without repeats",
        ),
        (
            grid,
            "start XO, middle ..|.",
            "line 3, column 7: the middle of a start is a block of pieces without repeats",
        ),
        ("strip of . X/O", "start X|O", "line 3, column 7: a strip has one row"),
        (
            "graph of . X/O",
            "start XO",
            "line 3, column 1: a graph has no size, so it has no start for one",
        ),
    ] {
        assert_eq!(fault(board, starts), wanted, "{starts}");
    }
    assert!(fault(grid, &"start X\n".repeat(65)).contains("at most 64 starts"));
}

#[test]
fn rules_that_differ_by_their_starts_alone_are_the_same() {
    let (one, other) = (
        mine("grid of . X/O", "start XO repeated").unwrap(),
        mine("grid of . X/O", "start X{k}O*\nstart O*").unwrap(),
    );
    assert_eq!(one.canonical(), other.canonical());
    assert_eq!(one.hash(), other.hash());
    assert!(!one.canonical().contains("start"));
    assert_eq!(other.starts(), ["X{2}O*", "O*"]);
    // the variants of a ruleset begin as it does, and so does what is read from their texts
    for variant in [other.misere(), other.impartial()] {
        assert_eq!(variant.starts(), other.starts());
        assert_eq!(variant.text().parse::<Ruleset>().unwrap().starts(), other.starts());
    }
    let (board, start) = ruleset("Clobber").unwrap().impartial().position("2x2").unwrap();
    assert_eq!(board.draw(&start), "XO|OX");
}
