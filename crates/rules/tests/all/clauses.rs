//! The exact meaning of clauses, as the language's reference has it: positions worked out by hand, played by the
//! compiled tables and by the interpreter.

use farstar_play::Player;
use farstar_rules::language::Ruleset;
use farstar_rules::position::GameGraph;
use farstar_testkit::rules::Interpreter;

/// Left's options of a position, which the interpreter has to find as well.
#[track_caller]
fn options(rules: &str, position: &str, wanted: &[&str]) {
    let text = format!("game Mine\n{rules}");
    let rules: Ruleset = text.parse().unwrap_or_else(|e| panic!("{text}: {e}"));
    let (board, start) = rules.position(position).unwrap_or_else(|e| panic!("{text}: {e}"));
    let mut found = Vec::new();
    board.options(&start, Player::Left, &mut found);
    let mut found: Vec<String> = found.iter().map(|option| board.draw(option)).collect();
    found.sort();
    found.dedup();
    assert_eq!(found, wanted, "{text}");
    let oracle = Interpreter::new(&text).unwrap();
    let defined = oracle.options(&oracle.read(position).unwrap(), true);
    let drawn = wanted.iter().map(|text| oracle.read(text).unwrap()).collect();
    assert_eq!(defined, drawn, "{text}");
}

#[test]
fn around_looks_at_cells_the_step_has_changed() {
    // the X that stays is written over and not changed
    options("strip of . X O #\nBoth: XX -> OX, around . -> #", ".XX.", &["#OX."]);
    options("strip of . X O #\nBoth: XX -> OO, around . -> #", ".XX.", &["#OO#"]);
    // a class that turns one piece and keeps the other
    options("strip of . X O #\nBoth: [XO][XO] -> OO, around . -> #", ".XO.", &["#OO."]);
    // changed cells are not around each other, though they hold the piece that is looked for
    options("strip of . X O #\nBoth: XX -> .., around . -> #", ".XX.", &["#..#"]);
    // nothing is changed by what an effect does
    options("strip of . X O #\nBoth: X -> O, around . -> #, around # -> .", "X..#", &["O..#"]);
    options("strip of . X O #\nBoth: X -> O, around . -> #, not making ##", "X.#", &[]);
}

#[test]
fn reachable_goes_from_cells_the_step_has_changed() {
    options("strip of . X O #\nBoth: X -> O, reachable . -> #", ".XO.", &["#OO#"]);
    // on a digraph, along arcs, over any pieces
    let rules = "digraph of . X #\nBoth: X -> #, reachable . -> #";
    options(rules, "a>b>c>d, b:X, c:#", &["a>b, b>c, c>d, b:#, c:#, d:#"]);
    // from the changed end of a pattern only
    let rules = "digraph of . X #\nBoth: .X -> #X, reachable . -> #";
    options(rules, "a>b, a>c, b>d, b:X", &["a>b, a>c, b>d, a:#, b:X, c:#, d:#"]);
    let rules = "digraph of . X #\nBoth: .X -> .#, reachable . -> #";
    options(rules, "a>b, a>c, b>d, b:X", &["a>b, a>c, b>d, b:#, d:#"]);
}

#[test]
fn beside_and_around_follow_arcs_as_they_point() {
    let rules = "digraph of . X O #\nBoth: X -> #, not beside O";
    options(rules, "a>b, b:O, a:X", &[]);
    options(rules, "b>a, b:O, a:X", &["b>a, b:O, a:#"]);
    options("digraph of . X #\nBoth: X -> #, around . -> #", "a>b>c, b:X", &["a>b, b>c, b:#, c:#"]);
    // a cell with its own arc is no neighbour of itself
    options("digraph of . X #\nBoth: X -> ., around . -> #", "a>a, a>b, a:X", &["a>a, a>b, b:#"]);
}

#[test]
fn blocks_hang_together_by_arcs_in_either_direction() {
    let rules = "digraph of . X #\nBoth: . -> #, each block of X touches .";
    // the arc of c leads into the block, and c is all that it touches
    options(rules, "c>a, b>a, a:X, b:X, d:.", &["c>a, b>a, a:X, b:X, d:#"]);
    options(rules, "a>c, b>a, a:X, b:X", &[]);
    let rules = "digraph of . X #\nBoth: . -> #, then clear blocks of X off . -> #";
    options(rules, "a>b, c>b, a:X, b:X", &["a>b, c>b, a:#, b:#, c:#"]);
}

#[test]
fn conditions_look_at_all_blocks_and_effects_come_before_them() {
    // far from the step
    let rules = "strip of . X O #\nBoth: O -> #, each block of X touches .";
    options(rules, "O.XX#", &["#.XX#"]);
    options(&format!("{rules}\nBoth: . -> O"), "O#XX#", &[]);
    // the effect gives the block another empty neighbour, however the clauses stand
    let triangle = "a-b, b-c, a-c, a:X, c:#";
    for clauses in
        ["each block of X touches ., around # -> .", "around # -> ., each block of X touches ."]
    {
        let rules = format!("graph of . X O #\nBoth: . -> O, {clauses}");
        options(&rules, triangle, &["a-b, b-c, a-c, a:X, b:O"]);
    }
    options("graph of . X O #\nBoth: . -> O, each block of X touches .", triangle, &[]);
}

#[test]
fn clauses_of_a_step_see_what_this_step_found() {
    // the second step is beside the # that the first has left, not beside the . that was there
    let rules = "strip of . X O #\nBoth: X. -> #X, then X. -> .X, beside #";
    options(rules, "X..", &["#.X"]);
    options("strip of . X O #\nBoth: X. -> #X, then X. -> .X, not beside #", "X..", &[]);
}

/// Whether a position is read; what the interpreter says has to agree.
#[track_caller]
fn is_read(rules: &str, position: &str) -> bool {
    let text = format!("game Mine\n{rules}");
    let oracle = Interpreter::new(&text).unwrap();
    let read = text.parse::<Ruleset>().unwrap().position(position);
    assert_eq!(oracle.admits(&oracle.read(position).unwrap()), read.is_ok(), "{text}");
    if let Err(fault) = &read {
        assert!(fault.message.contains("the position breaks the rules"), "{fault}");
    }
    read.is_ok()
}

#[test]
fn positions_are_refused_that_break_what_every_move_leaves_true() {
    let touches = "each block of X touches .";
    let all = format!("strip of . X/O\nBoth: . -> O, {touches}");
    assert!(is_read(&all, "OX.") && !is_read(&all, "OXO"));
    // Right's moves may break it, so it is a position that play can lead to
    let left = format!("strip of . X/O\nLeft: . -> O, {touches}\nRight: . -> O");
    assert!(is_read(&left, "OXO"));
    // a condition of a step that is not the last
    let first = format!("strip of . X/O\nBoth: . -> X, {touches}, then X -> O");
    assert!(is_read(&first, "OXO"));
    let last = format!("strip of . X/O\nBoth: . -> X, then X -> O, {touches}");
    assert!(!is_read(&last, "OXO"));
    // cleared by every move, and not broken again
    let clear = "then clear blocks of X off . -> O";
    assert!(!is_read(&format!("strip of . X/O\nBoth: . -> O, {clear}"), "OXO"));
    assert!(!is_read(&format!("strip of . X/O\nBoth: . -> O, around O -> X, {clear}"), "OXO"));
    assert!(is_read(&format!("strip of . X/O\nBoth: . -> O, {clear}, around . -> O"), "OXO"));
    // asked for in the end it is true whatever the effects are
    assert!(!is_read(&format!("strip of . X/O\nBoth: . -> O, around . -> O, {touches}"), "OXO"));
    // one player clears what the other asks for
    let go = "grid of . X/O\nLeft: . -> X, then clear blocks of O off . -> ., each block of X touches .\nRight: as Left";
    assert!(is_read(go, ".XO.") && !is_read(go, "XO."));
    // arcs in either direction
    let arcs = format!("digraph of . X/O\nBoth: . -> O, {touches}");
    assert!(is_read(&arcs, "a>b, a:X") && is_read(&arcs, "b>a, a:X"));
    assert!(!is_read(&arcs, "b>a, a:X, b:O"));
    let acyclic = "digraph of . #\nacyclic\nBoth: . -> #";
    assert!(is_read(acyclic, "a>b, a>c, b>c") && !is_read(acyclic, "a>b, b>c, c>a"));
}

#[test]
fn the_place_of_a_broken_block_is_that_on_the_board() {
    // a rule that reads the edge has a ring of cells around the board
    let rules = "game Mine\ngrid of . X/O\nBoth: $. -> $O, each block of X touches .";
    let fault = rules.parse::<Ruleset>().unwrap().position("...|OO.|XO.").unwrap_err();
    assert_eq!((fault.row, fault.column), (3, 1));
}
