//! What is said of wrong rules and wrong positions.

use farstar_rules::builtin::{ruleset, text};
use farstar_rules::language::{Parameter, Ruleset};

fn fault(text: &str) -> String {
    match text.parse::<Ruleset>() {
        Ok(rules) => panic!("was read as\n{}", rules.canonical()),
        Err(error) => error.to_string(),
    }
}

fn grid(moves: &str) -> String {
    fault(&format!("game Test\ngrid of . X/O\n{moves}"))
}

fn heap(behind: &str) -> String {
    fault(&format!("game Test\nheap n\nBoth: (n) -> (n-1) {behind}"))
}

#[test]
fn faults_of_rules_name_line_and_column() {
    let cases = [
        (
            grid("Left: Y. -> .Y"),
            "line 3, column 7: in pattern 'Y.' at 1: unknown piece 'Y'; the board is of . X O",
        ),
        (
            grid("Left: X. -> .X sideways"),
            "line 3, column 16: unknown word 'sideways'; ways are across, all, diagonal, down, left, ne, nw, right, se, straight, sw, turned, up, upright",
        ),
        (
            grid("Left: X. -> .X strait"),
            "line 3, column 16: unknown word 'strait' (did you mean 'straight'?); ways are across, all, diagonal, down, left, ne, nw, right, se, straight, sw, turned, up, upright",
        ),
        (
            grid("Left: X. -> X"),
            "line 3, column 7: 'X. -> X': the left side covers 2 cells and the right side 1: here a move keeps its cells (a row closes up)",
        ),
        (
            fault("game Row\nstrip of . X\nhands\nLeft: . -> X, from hand, from hand"),
            "line 4, column 26: a step takes one stone from the hand, so 'from hand' stands once",
        ),
        (
            grid("Left: X. -> .X, then X.|.. -> ..|.X turned"),
            "line 3, column 7: a pattern of several rows is a move of its own: which of its cells comes first, where the step before ends, would depend on how it is turned",
        ),
        (
            fault("game Row\nrow of . X\nLeft: .? -> ?"),
            "line 3, column 7: '.? -> ?': the left side covers 2 cells and the right side 1, so cell 1 of the right side has no place on the left: name the piece, or copy a bracket as in .(?) -> \\1",
        ),
        (
            grid("Left: X.*. -> ..X"),
            "line 3, column 7: 'X.*. -> ..X': each repeat on the left must come again on the right",
        ),
        (
            grid("Left: [^X] -> X"),
            "line 3, column 7: '[^X] -> X': lets cell 1 lie off the board, where nothing can be put; say which pieces, as in [.X]",
        ),
        (grid("Left: X. -> X."), "line 3, column 7: 'X. -> X.': the move changes nothing"),
        (grid("Left: [] -> X"), "line 3, column 8: in pattern '[]' at 2: an empty class '[]'"),
        (grid("Left: (X -> X"), "line 3, column 8: in pattern '(X' at 2: '(' is not closed"),
        (
            grid("Left: X.$. -> .X$X"),
            "line 3, column 7: 'X.$. -> .X$X': '$' stands at an end of a pattern, with nothing beyond it that may be a cell of the board",
        ),
        (
            fault("game Test\ngrid of . X O\nLeft: .. -> XX\nRight: as Left"),
            "line 4, column 8: Right: as Left would give Left's own moves; write Both:, or name pairs as X/O",
        ),
        (
            grid("Left: . -> X, nott beside O"),
            "line 3, column 15: unknown clause 'nott beside O' (did you mean 'not'?)",
        ),
        (
            grid("Left: . -> X, around O"),
            "line 3, column 15: 'around O' where 'around PIECES -> PIECES' was expected",
        ),
        (
            grid("Right: as Left\nLeft: X. -> .X"),
            "line 3, column 8: 'as Left' where Left has no moves yet: write the lines of 'Left:' above",
        ),
        (fault("game T\nheap n\nBoth: code"), "line 3, column 11: the code is missing"),
        (fault("game T\nheap n\nBoth: take 1 or"), "line 3, column 16: 'take' wants 'any' or"),
        (fault("game T\nheap n\nBoth: take {1 2"), "line 3, column 16: '{' is not closed"),
        (
            fault("game T\ngrid of . e\u{301}/o\nBoth: . -> o"),
            "line 2, column 12: U+0301 cannot be a piece: a piece is one character that is seen by itself",
        ),
        (fault("game T\ngrid of . \u{200b}\nBoth: . -> o"), "line 2, column 11: U+200B cannot be"),
        (fault("game T\ngrid of . X\nacyclic\nBoth: . -> X"), "line 3, column 1: 'acyclic' is for"),
        (
            fault("game Test\nstrip of . X\nBoth: X|. -> .|X"),
            "line 3, column 7: a strip has one row: '|' has no meaning",
        ),
        (fault("game Test\ngrdi of . X\nBoth: X -> ."), "line 2, column 1: unknown board 'grdi'"),
        (
            fault("game Test\ngrid of . X .\nBoth: X -> ."),
            "line 2, column 13: the piece '.' is named twice",
        ),
        (
            fault("game Test\nheap n\nBoth: (n) -> (n-k) for k in 1..m"),
            "line 3, column 32: 'm' is not an entry of the heap",
        ),
        (fault("game Test\nheap n\nBoth: (m) -> (n)"), "line 3, column 8: the heap is written (n)"),
        (
            fault("game Test\nheap n\nBoth: take some"),
            "line 3, column 12: 'take' wants 'any' or numbers above 0",
        ),
        (fault("game Test\nheap n\nBoth: code 0.7_"), "line 3, column 6:"),
        (heap("for k in 1..n/2"), "line 3, column 29: 'n/2' is not always whole: write n div 2"),
        (heap("for k in 0..(n-1)*n/2, i in 1..(k+1)/3"), "line 3, column 48: '(k+1)/3' is"),
        (
            heap("for k in 1..n where odd(k)"),
            "line 3, column 34: unexpected 'where' behind the move: c",
        ),
        (
            heap("if k in 1..3"),
            "line 3, column 23: a variable is named behind 'for': for k in 1..3",
        ),
        (heap("for 1 <= k <= n"), "line 3, column 24: expected 'for k in 1..n' or"),
        (heap("for k = 1..n"), "line 3, column 24: expected 'for k in 1..n' or"),
        (heap("for k in {1..3}"), "line 3, column 31: a range is written 1..3, a set"),
        (heap("for k in 1 to 3"), "line 3, column 31: a range is written 1..3, a set"),
        (heap("for k in 1..n if k square"), "line 3, column 37: expected a condition such as"),
        (heap("for k in 1..2n"), "line 3, column 32: '2n' is no number: write 2*n"),
        (fault("game Test\nheap n\nBoth: take 3..2"), "line 3, column 15: from 3 on, at most"),
        (fault("gme Test"), "line 1, column 1: 'gme' where 'game NAME' was expected"),
        (fault("game Test"), "line 1, column 10: the board is missing"),
        (fault(""), "line 1, column 1: an empty text"),
        (
            fault("game Test\ngrid of . X/O\nLeft: . -> X, from hand\nRight: as Left"),
            "line 3, column 15: there are no stones in hand: write 'hands' on a line below the board",
        ),
        (
            fault("game Test\nedges of B/R _\nLeft: $B -> $_"),
            "line 3, column 7: '$B -> $_': '$' in a pattern needs a board with rows",
        ),
    ];
    for (said, wanted) in cases {
        assert!(said.starts_with(wanted), "said   {said}\nwanted {wanted}");
    }
}

/// What is whole for all heaps is no fraction, and a condition says which heaps are meant.
#[test]
fn bounds_that_are_whole_are_read() {
    for rule in [
        "(n) -> (n-k) for k in 1..n*(n+1)/2",
        "(n) -> (n-k) for k in 1..n div 2",
        "(n) -> (n-k) for k in 1..n/2 if even(n)",
        "(n) -> (n-k) for k in 1..n, j in 0..k*(k-1)*(k-2)/6 if j < n",
        "take 1..3",
    ] {
        let rules = format!("game Test\nheap n\nBoth: {rule}").parse::<Ruleset>();
        assert!(rules.is_ok(), "{rule}: {rules:?}");
    }
    let [range, list] = ["1..4 or 9", "{1 2 3 4 9}"].map(|taken| {
        let rules = format!("game Test\nheap n\nBoth: take {taken}").parse::<Ruleset>();
        rules.unwrap().canonical().to_owned()
    });
    assert_eq!(range, list);
}

#[test]
fn faults_of_positions_name_row_and_column() {
    let said = |name: &str, position: &str| {
        ruleset(name).unwrap().position(position).unwrap_err().to_string()
    };
    assert_eq!(
        said("Clobber", "XO|zO"),
        "row 2, column 1: unknown piece 'z'; the board is of . X O #"
    );
    assert_eq!(
        said("Clobber", "XO|X"),
        "row 2, column 2: row 2 has 1 cells and row 1 has 2: rows must be equally long"
    );
    assert_eq!(said("Toads and Frogs", "T.F|..."), "row 2, column 1: a strip has one row");
    assert_eq!(
        said("Clobber", ""),
        "row 1, column 1: the board is empty: at least one cell is needed"
    );
    assert_eq!(
        said("Clobber", "100x100"),
        "row 1, column 1: a board of 100 x 100 cells; at most 4096"
    );
    assert_eq!(
        said("Col", "a-b, c:Z"),
        "row 1, column 8: unknown piece 'Z'; the board is of . X O"
    );
    let tokens = "expected a number of tokens, or several such as 3+5";
    assert_eq!(
        said("Nim", "3+x"),
        format!("row 1, column 3: 'x' is not a number of tokens: {tokens}")
    );
    assert_eq!(said("Nim", "3++2"), format!("row 1, column 3: a heap is missing here: {tokens}"));
    assert_eq!(
        said("Wythoff", "(1,2)+(3,4"),
        "row 1, column 7: '(' is not closed in '(3,4': a heap of this game is written (a,b)"
    );
    assert_eq!(
        said("Wythoff", "(1,\n ?)"),
        "row 2, column 2: '?' is not a number of tokens: a heap of this game is written (a,b)"
    );
    assert_eq!(
        said("Snort", "3x3"),
        "row 1, column 1: '3x3' is the size of a board with rows, where a graph was expected, such as a-b-c or grid3x3"
    );
    assert_eq!(
        said("Poset Game", "x>a, a>b,\nb>c>a"),
        "row 2, column 1: the arcs a>b, b>c, c>a go round: the position breaks the rules, which ask for arcs without a cycle"
    );
    assert_eq!(
        said("Battle Sheep", "1,2,3|3,,0"),
        "row 2, column 3: nothing stands here between commas: expected -1000..1000, ., X1..X1000, O1..O1000"
    );
    assert!(said("Battle Sheep", "3,0,").starts_with("row 1, column 5: nothing stands here"));
    assert_eq!(
        said("Cutcake", "3"),
        "row 1, column 1: a heap of this game is (h,w); '3' has 1 numbers"
    );
    assert!(said("NoGo", "XO|OX").contains("the position breaks the rules"));
    assert!(said("Generalised King Dirt", "1:...").contains("stones in hand"));
    assert!(said("Kayles", "2000000000").contains("too many moves"));
}

#[test]
fn unknown_rulesets_and_parameters_are_named() {
    assert_eq!(
        ruleset("Domineerin").unwrap_err().to_string(),
        "no ruleset is called 'Domineerin'; did you mean 'Domineering'?"
    );
    assert_eq!(ruleset("qqqqqqqq").unwrap_err().to_string(), "no ruleset is called 'qqqqqqqq'");
    let with = |name: &str, value: Parameter| {
        Ruleset::with_parameters(text("Subtraction").unwrap(), &[(name.into(), value)])
    };
    assert!(with("s", Parameter::Set(vec![2, 5])).is_ok());
    assert!(
        with("t", Parameter::Number(1)).unwrap_err().to_string().contains("the parameters are s")
    );
    assert_eq!(
        with("s", Parameter::Number(1)).unwrap_err().message,
        "the parameter 's' is a set, such as s={1 2 3}"
    );
    let call = |call: &str| farstar_rules::Ruleset::named(call).unwrap_err().to_string();
    let number = "expected a whole number from 0 to 4294967295, or a set of them such as {1 2}";
    assert_eq!(
        call("subtraction(s={-1})"),
        format!("'-1' cannot be a value of the parameter 's': {number}")
    );
    assert_eq!(
        call("take-away(r=-1)"),
        format!("'-1' cannot be a value of the parameter 'r': {number}")
    );
    assert_eq!(call("take-away(r=1, r=2)"), "the parameter 'r' is given twice");
    assert_eq!(
        call("generalised-toads(jump=5000)"),
        "with jump=5000: in pattern 'XO{1,jump}.' at 4: the count 5000 is not between 0 and 4096"
    );
    assert!(farstar_rules::Ruleset::named("subtraction(s={2, 5})").is_ok());
}

#[test]
fn long_and_deep_texts_are_refused_and_not_followed() {
    let deep =
        format!("game T\nheap n\nBoth: (n) -> ({}n{})", "(".repeat(10_000), ")".repeat(10_000));
    assert!(fault(&deep).contains("nest"));
    let long = format!("game T\nheap n\nBoth: (n) -> (n{})", "+1".repeat(10_000));
    assert!(fault(&long).contains("terms"));
    let halved = format!("game T\nheap n\nBoth: (n) -> (n{})", " div 2".repeat(30));
    assert!(fault(&halved).contains("terms"));
    let brackets =
        format!("game T\nstrip of . X\nBoth: {}X{} -> .", "(".repeat(100), ")".repeat(100));
    assert!(fault(&brackets).contains("deep"));
    assert!(fault(&"game T\n".repeat(20_000)).contains("at most"));
    assert!(grid("Left: X{5000} -> X").contains("is not between 0 and 4096"));
}

#[test]
fn quotients_parities_and_commas_stand_for_what_they_say() {
    let pairs = [
        ("(n) -> (n div 3) if n > 0", "(n) -> ((n-n mod 3)/3) if n > 0"),
        ("(n) -> (n-k) for k in {1, 4,9}", "(n) -> (n-k) for k in {1 4 9}"),
        (
            "(n) -> (n-k) for k in 1..n if even(k) or not odd(n)",
            "(n) -> (n-k) for k in 1..n if 2 divides k or not not 2 divides n",
        ),
    ];
    for (short, long) in pairs {
        let [short, long] = [short, long].map(|moves| {
            format!("game T\nheap n\nBoth: {moves}")
                .parse::<Ruleset>()
                .map(|rules| rules.canonical().to_owned())
        });
        assert_eq!(short, long);
        assert!(short.is_ok());
    }
    assert!(fault("game T\nheap n\nBoth: (n) -> (n div 0)").contains("other than 0"));
    assert!(fault("game T\nheap n\nBoth: (n) -> (n-k) for k in {1,}").contains("expected"));
}

#[test]
fn the_longest_boards_are_played() {
    use farstar_rules::position::GameGraph;
    use farstar_value::Player;
    for (name, size) in [
        ("Domineering", "64x64"),
        ("Clobber", "64x64"),
        ("Toads and Frogs", "4096"),
        ("NoGo", "64x64"),
    ] {
        let rules = ruleset(name).unwrap();
        let (game, start) = rules.position(size).unwrap();
        let mut options = Vec::new();
        game.options(&start, Player::Right, &mut options);
        let wanted = match name {
            "Domineering" => 64 * 63,
            "NoGo" => 4096,
            "Clobber" => 2 * 64 * 63,
            _ => 1,
        };
        assert_eq!(options.len(), wanted, "{name}");
    }
}

#[test]
fn edges_grow_from_the_ground() {
    use farstar_rules::position::GameGraph;
    let rules = ruleset("Hackenbush").unwrap();
    let drawn = |text: &str| {
        let (game, position) = rules.position(text).unwrap();
        game.draw(&position)
    };
    assert_eq!(drawn("BRG"), "$-1:B, 1-2:R, 2-3:G");
    assert_eq!(drawn("B(B;RB)"), "$-1:B, 1-2:B, 1-3:R, 3-4:B");
    assert_eq!(drawn("(G:A;G:AB)"), "$-1:G, $-1:G, 1-3:B");
    assert_eq!(drawn(":{ground}BR:{ground}"), "$-1:B, 1-$:R");
    let fault = |text: &str| rules.position(text).unwrap_err().to_string();
    assert_eq!(fault("B(R"), "row 1, column 4: '(' is not closed");
    assert_eq!(fault("B)"), "row 1, column 2: ')' outside brackets");
    assert_eq!(fault("BX"), "row 1, column 2: unknown piece 'X'; the board is of B R G _");
    assert_eq!(fault("B:"), "row 1, column 2: ':' wants a name: one letter, or several in braces");
}

#[test]
fn what_hangs_in_the_air_is_no_hackenbush() {
    let fault = |name: &str, text: &str| {
        ruleset(name).unwrap().position(text).err().map(|error| error.to_string())
    };
    let hangs = |column: usize, edge: &str| {
        Some(format!(
            "row 1, column {column}: the edge {edge} is not joined to what the rules ask it to touch: the position breaks the rules"
        ))
    };
    for name in ["Hackenbush", "Childish Hackenbush"] {
        assert_eq!(fault(name, "$-1:B, 2-3:R"), hangs(8, "2-3"));
        assert_eq!(fault(name, "2-3:R"), hangs(1, "2-3"));
        assert_eq!(fault(name, "1-2:B, 2-3:R"), hangs(1, "1-2"));
        assert_eq!(fault(name, "$-1:_, 1-2:R"), hangs(8, "1-2"));
        assert_eq!(fault(name, "2-2:G, $-1:B"), hangs(1, "2-2"));
        // what was cut may be written down
        assert_eq!(fault(name, "$-1:_, 1-2:_"), None);
        assert_eq!(fault(name, "3-2:R, 2-1:R, $-1:B"), None);
        assert_eq!(fault(name, "$-$:G"), None);
    }
    // in Partizan Arc Kayles nothing falls
    assert_eq!(fault("Partizan Arc Kayles", "1-2:B, 3-4:R"), None);
    // where some move clears nothing, a block may be left over by it
    let rules = "game Mine\nedges of B/R _\nLeft: B -> _, then clear blocks of [BR] off $ -> _\nRight: R -> _";
    let rules: farstar_rules::language::Ruleset = rules.parse().unwrap();
    assert!(rules.position("$-1:B, 2-3:R").is_ok());
}

#[test]
fn a_vertex_has_one_piece() {
    let fault =
        |text: &str| ruleset("Snort").unwrap().position(text).err().map(|error| error.to_string());
    let twice = |row: usize, column: usize, vertex: &str, pieces: [char; 2]| {
        let [one, other] = pieces;
        Some(format!(
            "row {row}, column {column}: the vertex {vertex} is given two pieces, '{one}' and '{other}'"
        ))
    };
    assert_eq!(fault("a-b, a:X, a:O"), twice(1, 11, "a", ['X', 'O']));
    assert_eq!(fault("a:X, a-b, a:."), twice(1, 11, "a", ['X', '.']));
    assert_eq!(fault("a:X, a-b, a:X"), None);
    assert_eq!(fault("X:a-.-O:a"), twice(1, 8, "a", ['X', 'O']));
    assert_eq!(fault(".:a-X-.:a"), None);
}

#[test]
fn what_programming_languages_write_is_told_as_rules_say_it() {
    for (condition, message) in [
        ("n % 2 = 0", "'%' has no meaning in a heap rule: write mod"),
        ("n ^ 2 > k", "'^' has no meaning in a heap rule: write xor(a,b), or a*a for a square"),
        ("n == k", "'=' stands once between two numbers"),
        ("n xor k < n", "'xor' stands before its numbers: xor(a,b)"),
        ("k odd", "'odd' stands before its numbers: odd(k)"),
        ("sqrt(n) > k", "'sqrt' is no function: there are min, max, gcd, xor, prime, even and odd"),
    ] {
        let text = format!("game G\nheap n\nBoth: (n) -> (n-k) for k in 1..n if {condition}");
        let told = fault(&text);
        assert!(told.ends_with(message), "{condition}: {told}");
    }
}
