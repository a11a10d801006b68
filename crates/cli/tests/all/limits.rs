//! Limits: what is too large or takes too long ends with exit code 3 and what is known, whatever the ruleset.

use crate::program::{assert_run, farstar};
use serde_json::Value;

/// Runs the program with `--json`, expects exit code 3, and gives the object that it printed.
#[track_caller]
fn stopped(arguments: &[&str]) -> Value {
    let run = farstar(&[arguments, &["--json"]].concat(), "");
    let messages = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(3), "{arguments:?}: {messages}");
    let text = String::from_utf8_lossy(&run.stdout);
    assert_eq!(text.lines().count(), 1, "one object: {text} {messages}");
    serde_json::from_str(&text).expect("an object")
}

/// All of these would take minutes for the moves of one position, or gigabytes.
#[test]
fn a_position_with_very_many_moves_is_stopped_while_they_are_listed() {
    let heaps: Vec<String> = (1..=4000).map(|n| format!("({n},{n})")).collect();
    let heaps = heaps.join("+");
    let diagonal = |x: usize, y: usize| if (x + 3 * y).is_multiple_of(29) { 'X' } else { '.' };
    let queens = |y: usize| (0..64).map(|x| diagonal(x, y)).collect::<String>();
    let queens = (0..64).map(queens).collect::<Vec<_>>().join("|");
    let stalk: String = (0..3000).map(|i| ['B', 'R', 'G'][i * i % 7 % 3]).collect();
    let tree: Vec<String> = (1..3000).map(|v| format!("v{v}-v{}", v * v % 7919 % v)).collect();
    let tree = tree.join(", ");
    let cases = [
        ("domineering", "64x64"),
        ("amazons", &queens),
        ("cutcake", "(1000000,1000000)"),
        ("maundy-cake", "(720720,720720)"),
        ("partizan-splittles", "30000"),
        ("eatcake", &heaps),
        ("childish-hackenbush", &stalk),
        ("snort", &tree),
        ("toppling-dominoes", "4096"),
    ];
    for (ruleset, position) in cases {
        for command in ["value", "outcome"] {
            let told = stopped(&[command, ruleset, position, "--limit-time", "10ms"]);
            assert_eq!(told["stopped"], "time", "{command} {ruleset}");
        }
    }
    for ruleset in ["domineering", "amazons"] {
        let position = if ruleset == "amazons" { &queens } else { "64x64" };
        let told = stopped(&["outcome", ruleset, position, "--limit-memory", "8M"]);
        assert_eq!(told["stopped"], "memory", "{ruleset}");
    }
    let run = farstar(&["play", "eatcake", &heaps, "--limit-memory", "8M"], "");
    assert_eq!(run.status.code(), Some(3), "{}", String::from_utf8_lossy(&run.stderr));
}

/// In a complete graph there are more paths than can ever be walked.
/// Twelve million moves lead from this heap to two and three others: those that win are looked for.
#[test]
fn of_a_heap_with_millions_of_moves_those_that_win_are_told() {
    let run = farstar(&["value", "kenyons-game", "12345"], "");
    let told = String::from_utf8_lossy(&run.stdout);
    assert!(told.contains("*6171") && told.contains("6170+6173"), "{told}");
    let game = "Partizan Subtraction(a={2 6 9}, b={4 5 9})";
    let run = farstar(&["outcome", game, "5000", "--json"], "");
    assert!(String::from_utf8_lossy(&run.stdout).contains(r#""outcome":"L""#), "{game}");
}

#[test]
fn patterns_with_paths_are_stopped_while_they_are_matched() {
    let paths = crate::program::path("paths.game");
    let text = "game Paths\ngraph of . X #\nBoth: X.*. -> #.*#\n";
    std::fs::write(&paths, text).expect("written");
    let paths = paths.to_string_lossy().into_owned();
    let edges = (0..24).flat_map(|a| (0..a).map(move |b| format!("v{a}-v{b}")));
    let complete = edges.collect::<Vec<_>>().join(", ") + ", v0:X";
    for command in ["value", "outcome"] {
        let told = stopped(&[command, "--rules", &paths, &complete, "--limit-time", "10ms"]);
        assert_eq!(told["stopped"], "time", "{command}");
    }
    let run = farstar(&["play", "--rules", &paths, &complete, "--limit-time", "10ms"], "");
    assert_eq!(run.status.code(), Some(3), "{}", String::from_utf8_lossy(&run.stderr));
}

/// What is wrong is told with 1; what is only too large for a table or a list is a stop.
#[test]
fn a_ceiling_is_a_stop_and_no_fault_of_the_input() {
    let many = vec!["1"; 5000].join("+");
    let chain: Vec<String> = (0..5000).map(|v| format!("v{v}")).collect();
    let chain = chain.join("-");
    for (ruleset, position, why) in [
        ("konane", "100x100", "at most 4096"),
        ("toads-and-frogs", &"T".repeat(5000), "at most 4096 cells"),
        ("misere nim", &many, "at most 4096 heaps"),
        ("eatcake", "(1000000000,1000000000)", "too many moves to list"),
        ("cutcake", "(99999999999999999999,1)", "larger than 9223372036854775807"),
        ("node-kayles", &chain, "at most 4096 vertices"),
        ("hackenbush", &"B".repeat(5000), "at most 4096 edges"),
        ("backsliding-toads-and-frogs", "TTTTTT......FFFFFF", "at most 1048576 positions"),
    ] {
        let run = farstar(&["value", ruleset, position], "");
        let messages = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(3), "{ruleset}: {messages}");
        assert!(messages.contains(why), "{ruleset}: {messages}");
        let told = stopped(&["value", ruleset, position]);
        assert_eq!(told["stopped"], "size", "{ruleset}");
        assert!(told["message"].as_str().is_some_and(|told| told.contains(why)), "{ruleset}");
        // nothing is said of what was not read
        let is_read = ruleset == "backsliding-toads-and-frogs";
        assert_eq!(told["impartial"].is_boolean(), is_read, "{ruleset}");
        assert!(told["value"].is_null(), "{ruleset}");
    }
    assert_eq!(stopped(&["outcome", "konane", "100x100"])["stopped"], "size");
    for (ruleset, position) in
        [("konane", "XQ"), ("nim", "3+x"), ("cutcake", "(3)"), ("node-kayles", "a--b")]
    {
        for command in ["value", "outcome"] {
            assert_run(&[command, ruleset, position], "", "", 1);
        }
    }
}

#[test]
fn what_stopped_a_computation_is_one_word_everywhere() {
    let clobber = "XOXOXO|OXOXOX|XOXOXO";
    for arguments in [
        &["value", "clobber", clobber, "--limit-nodes", "5"][..],
        &["outcome", "clobber", clobber, "--limit-nodes", "5"],
        &["period", "0.007", "--limit-nodes", "5000"],
        &["grundy", "0.007", "--to", "1G", "--limit-nodes", "9000"],
    ] {
        assert_eq!(stopped(arguments)["stopped"], "nodes", "{arguments:?}");
    }
}

/// The answer to one player is the answer to the other, also where the search has been stopped.
#[test]
fn the_moves_of_an_impartial_sum_are_told_of_both_players() {
    let told = stopped(&["outcome", "cram", "7x8", "--limit-nodes", "5000"]);
    assert_eq!(told["outcome"], "N");
    let moves = &told["left_starts"]["moves"];
    assert!(moves.as_array().is_some_and(|moves| !moves.is_empty()));
    assert_eq!(*moves, told["right_starts"]["moves"]);
}

#[test]
fn texts_longer_than_the_memory_are_stopped() {
    let text = "1+".repeat(4 << 20) + "1\n";
    let run = farstar(&["eval", "-", "--limit-memory", "64M"], &text);
    assert_eq!(run.status.code(), Some(3));
    let text = "(".repeat(100_000) + "1" + &")".repeat(100_000);
    let sum = vec!["Clobber(\"XO\")"; 1000].join("+");
    let lines = format!("{text}\n({sum}).CanonicalForm\n");
    assert_run(&["eval", "-"], &lines, "1\n0\n", 0);
}

#[test]
fn the_type_of_a_value_is_told_with_it() {
    // being uptimal was sought without an end and without a limit
    let product = "{{1|-1}|-1}.ConwayProduct({{0,*|0}|v})";
    let run = farstar(&["eval", "--json", "--limit-time", "60s", product], "");
    let told: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!((run.status.code(), &told["type"]), (Some(0), &"CanonicalShortGame".into()));
}

/// A board that no word holds is no fault of who asks, whatever the door.
#[test]
fn a_board_that_is_too_large_is_stopped_behind_every_door() {
    let file = crate::program::path("large.svg");
    let file = file.to_str().expect("a path");
    let cases: &[&[&str]] = &[
        &["value", "domineering", "1000x1000"],
        &["outcome", "domineering", "1000x1000"],
        &["play", "domineering", "1000x1000"],
        &["table", "domineering", "--sizes", "1000x1000"],
        &["try", "domineering", "--sizes", "1000x1000", "--formula", "n == m"],
        &["quotient", "cram", "1000x1000"],
        &["draw", "board", "domineering", "1000x1000", "-o", file],
        &["draw", "tree", "domineering", "1000x1000", "-o", file],
        &["draw", "thermograph", "Domineering(1000,1000)", "-o", file],
        &["eval", "Domineering(1000,1000)"],
        &["eval", "[Domineering(n,n) for n in 60..70]"],
        &["eval", "2**(2**70)"],
        &["compare", "Domineering(1000,1000)", "0"],
    ];
    for arguments in cases {
        let run = farstar(arguments, "");
        let messages = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(3), "{arguments:?}: {messages}");
        assert!(messages.contains("at most ") || messages.contains(" allowed"), "{messages}");
    }
}
