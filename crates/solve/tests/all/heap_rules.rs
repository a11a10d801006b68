//! Ruleset at their edges: moves that change nothing, sets without members, heaps that multiply, entries that may be
//! exchanged.

use std::collections::{BTreeMap, BTreeSet};

use farstar_rules::builtin::ruleset;
use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_solve::Error;
use farstar_solve::outcome::OutcomeSearch;
use farstar_solve::ruleset_values::{AnyValue, RulesetValues};
use farstar_solve::values::Values;
use farstar_testkit::mex;
use farstar_testkit::rules::{Interpreter, Position};
use farstar_value::text::Notation;
use farstar_value::{Arena, Limits, Player};

fn rules(board: &str, moves: &str) -> Ruleset {
    let text = format!("game Own\n{board}\nBoth: {}", moves.replace("; ", "\n      "));
    text.parse().unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// The compiled moves are those of the interpreter.
fn compare(rules: &Ruleset, text: &str) {
    let oracle = Interpreter::new(rules.text()).unwrap();
    let (game, start) = rules.position(text).unwrap();
    let mut options = Vec::new();
    game.options(&start, Player::Left, &mut options);
    let found: BTreeSet<Position> =
        options.iter().map(|p| oracle.read(&game.draw(p)).unwrap()).collect();
    assert_eq!(
        found,
        oracle.options(&oracle.read(text).unwrap(), true),
        "{text}: {}",
        rules.text()
    );
}

/// Whether play can come back to a position, by the interpreter.
fn comes_back(oracle: &Interpreter, at: &Position, path: &mut Vec<Position>) -> bool {
    if path.contains(at) {
        return true;
    }
    path.push(at.clone());
    let back = oracle.options(at, true).iter().any(|next| comes_back(oracle, next, path));
    path.pop();
    back
}

#[test]
fn a_heap_that_becomes_itself_is_a_pass() {
    let arena = Arena::new();
    let mut calc = arena.calculator();
    // at 0 the half of a heap is the heap; two heaps of different numbers pass by exchange
    for (board, moves, text, wanted) in [
        ("heap n", "(n) -> (n)", "3", "dud"),
        ("heap n", "(n) -> (n/2)", "0", "dud"),
        ("heap n", "(n) -> (n/2)", "3", "0"),
        ("heap a b", "(a,b) -> (b,a); (a,b) -> (a-1,b)", "(1,1)", "loopy"),
        ("heap n", "(n) -> (n-1); (n) -> (n) if n = 1", "2+1", "loopy"),
    ] {
        let rules = rules(board, moves);
        assert!(rules.ending().is_err(), "{moves}");
        compare(&rules, text);
        let (game, start) = rules.position(text).unwrap();
        let mut values = RulesetValues::new(&arena);
        let shown = match values.any_value(&game, &start, &Limits::none()).unwrap() {
            AnyValue::Loopy(_) if wanted == "loopy" => "loopy".to_owned(),
            AnyValue::Loopy(value) => calc.loopy_print(&value).unwrap(),
            AnyValue::Short(game) => calc.print(game, Notation::Ascii).unwrap(),
        };
        assert_eq!(shown, wanted, "{text} by {moves}");
    }
}

#[test]
fn a_set_without_members_gives_no_move() {
    let text = "game Own (a={})\nheap n\nBoth: (n) -> (n-k) for k in a";
    let rules: Ruleset = text.parse().unwrap();
    assert!(rules.ending().is_ok());
    let (game, start) = rules.position("3+5").unwrap();
    let arena = Arena::new();
    let value = RulesetValues::new(&arena).value(&game, &start, &Limits::none()).unwrap();
    assert_eq!(value, farstar_value::Game::ZERO);
    compare(&rules, "3");
}

#[test]
fn nothing_is_divided_by_0() {
    for entry in ["n/0", "n mod 0", "(n-1)/0"] {
        let text = format!("game Own\nheap n\nBoth: (n) -> ({entry})");
        let fault = text.parse::<Ruleset>().unwrap_err();
        assert!(fault.message.contains("other than 0"), "{fault}");
    }
}

#[test]
fn what_cannot_be_written_down_is_an_error() {
    let big = rules("heap n", "(n) -> 1000000000*(n-1)");
    assert!(big.position("1").is_err_and(|e| e.message.contains("written down")));
    assert!(big.position("0").is_ok());
    let large = rules("heap n m", "(n,m) -> (n-1,1000*m)");
    assert!(large.position("(1,3000000)").is_err());
    // the first moves can be written down, later ones cannot
    for (moves, text) in [
        ("(n,m) -> m*(n-1,m*m)", "(4,40)"),
        ("(n,m) -> (n-1,1000*m)", "(4,10)"),
        ("(n,m) -> (n-1,m*m); (n,m) -> (n-1,i) for i in 0..m", "(3,300)"),
    ] {
        let rules = rules("heap n m", moves);
        let (game, start) = rules.position(text).unwrap();
        let arena = Arena::new();
        let limits = Limits::none();
        let value = Values::new(&arena, game.clone()).unwrap().value(&start, &limits);
        assert!(matches!(value, Err(Error::OutOfRange { .. })), "{moves}: {value:?}");
        let mut search = OutcomeSearch::new(&arena).unwrap();
        let sum = [search.game(&game, start).unwrap()];
        let won = search.grundy(&sum, &limits);
        assert!(matches!(won, Err(Error::OutOfRange { .. })), "{moves}: {won:?}");
    }
    // a thousand at a time are played
    let thousand = rules("heap n", "(n) -> 1000*(n-1)");
    let (game, start) = thousand.position("3").unwrap();
    let arena = Arena::new();
    let value = Values::new(&arena, game).unwrap().value(&start, &Limits::none()).unwrap();
    assert_eq!(arena.calculator().as_nimber(value), Some(1));
}

#[test]
fn entries_are_exchanged_where_the_order_of_terms_says_nothing() {
    assert_eq!(ruleset("Wythoff").unwrap().symmetry_counts(), (2, 2));
    for (moves, wanted) in [
        ("(a,b) -> (a-k,b) for k in 1..a+b; (a,b) -> (a,b-k) for k in 1..b+a", 2),
        ("(a,b) -> (a-1,b) if a = b; (a,b) -> (a,b-1) if b = a", 2),
        ("(a,b) -> (a-k,b) for k in 1..a; (a,b) -> (a,b-k) for k in 1..b if a > 0", 1),
        ("(a,b) -> (a-k,b-k) for k in 1..max(b,a)", 2),
        ("(a,b) -> (a-k,b-k) for k in 1..a-b", 1),
    ] {
        let rules = rules("heap a b", moves);
        assert_eq!(rules.symmetry_counts(), (wanted, wanted), "{moves}");
        let oracle = Interpreter::new(rules.text()).unwrap();
        let mut known = BTreeMap::new();
        let arena = Arena::new();
        let (game, _) = rules.position("(0,0)").unwrap();
        let mut values = Values::new(&arena, game.clone()).unwrap();
        for (a, b) in (0..6).flat_map(|a| (0..6).map(move |b| (a, b))) {
            let text = format!("({a},{b})");
            let (_, position) = rules.position(&text).unwrap();
            let value = values.value(&position, &Limits::none()).unwrap();
            let found = arena.calculator().as_nimber(value);
            assert_eq!(found, Some(played(&oracle, &oracle.read(&text).unwrap(), &mut known)));
        }
    }
}

fn played(oracle: &Interpreter, at: &Position, known: &mut BTreeMap<Position, u64>) -> u64 {
    if let Some(&value) = known.get(at) {
        return value;
    }
    let options = oracle.options(at, true);
    let value = mex(options.iter().map(|next| played(oracle, next, known)).collect::<Vec<u64>>());
    known.insert(at.clone(), value);
    value
}

/// On a board an instance that changes nothing is no move (section 3 of the rules), so it takes no part in the proof
/// that play ends.
#[test]
fn instances_that_change_nothing_do_not_make_a_game_loopy() {
    let cases = [
        ("strip of . X O", "[XO] -> X", true),
        ("strip of . X O", "X? -> XX", true),
        ("strip of . X O", "X[XO]+ -> XX+", true),
        ("grid of . X O", "[XO][XO] -> XX straight", true),
        ("strip of . X O", "[XO] -> [OX]", false),
        ("strip of . X O", "X?[XO] -> XX[OX]", false),
        ("strip of . X O", "?? -> .X", false),
        ("strip of . X O", "[XO][XO] -> XO", false),
        ("strip of . X O", "[XO] -> X, then [XO] -> O", false),
    ];
    for (board, moves, ends) in cases {
        let rules = rules(board, moves);
        assert_eq!(rules.ending().is_ok(), ends, "{moves}");
        let oracle = Interpreter::new(rules.text()).unwrap();
        let mut returns = false;
        for number in 0..81u32 {
            let cell = |i: u32| ['.', 'X', 'O'][(number / 3u32.pow(i) % 3) as usize];
            let text: String = (0..4).map(cell).collect();
            compare(&rules, &text);
            returns |= comes_back(&oracle, &oracle.read(&text).unwrap(), &mut Vec::new());
        }
        assert!(!(ends && returns), "{moves}");
    }
}

#[test]
fn functions_of_numbers_are_what_the_interpreter_says() {
    let functions = rules(
        "heap a b",
        "(a,b) -> (gcd(a,b)-1,b) if b > 0 and a > 0; (a,b) -> (xor(a,b),b) if xor(a,b) < a; \
         (a,b) -> (a,b-k) for k in 1..b if k power of a; (a,b) -> (a-1,b) if not (a-2 power of b-3)",
    );
    for a in 0..12 {
        for b in 0..20 {
            compare(&functions, &format!("({a},{b})"));
        }
    }
    // what is said of negative numbers makes no move
    let negative = rules("heap n", "(n) -> (xor(n-4,1)) if n > 0 and xor(n-4,1) < n");
    for n in 0..9 {
        compare(&negative, &format!("({n})"));
    }
}
