//! `farstar value`.

use crate::program::{assert_run, farstar, path};
use serde_json::Value;

/// The JSON object that the program prints.
fn object(arguments: &[&str]) -> Value {
    let mut arguments = arguments.to_vec();
    arguments.push("--json");
    let run = farstar(&arguments, "");
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{text:?}: {e}"))
}

#[test]
fn a_position_is_told_with_the_moves_that_win() {
    assert_run(
        &["value", "domineering", "3x3"],
        "",
        "value          +-1\n\
         outcome        N: who begins wins\n\
         mean           0\n\
         temperature    1\n\
         Left wins by   ...|.#.|.#.   1   canonical\n               \
         .#.|.#.|...   1   canonical\n\
         Right wins by  ...|.##|...   -1   canonical\n               \
         ...|##.|...   -1   canonical\n",
        0,
    );
}

#[test]
fn json_has_the_facts_and_every_move() {
    let told = object(&["value", "clobber", "XOX|OX."]);
    assert_eq!(told["sum"][0]["ruleset"], "Clobber");
    assert_eq!(told["sum"][0]["position"], "XOX|OX.");
    assert_eq!(told["value"], "{^^*|*,v}");
    assert_eq!(told["outcome"], "N");
    assert_eq!((&told["mean"], &told["temperature"]), (&"0".into(), &"0".into()));
    assert_eq!(told["atomic_weight"], "1/2");
    let moves = told["left_starts"]["moves"].as_array().expect("a list");
    assert_eq!(moves.len(), 5);
    assert!(moves.iter().any(|one| one["wins"] == true && one["value"] == "^^*"));
}

#[test]
fn several_positions_are_summed() {
    // Two equal boards of value ±1 cancel.
    let told = object(&["value", "domineering", "3x3", "3x3"]);
    assert_eq!((&told["value"], &told["outcome"]), (&"0".into(), &"P".into()));
    let moves = told["left_starts"]["moves"].as_array().expect("a list");
    assert!(moves.iter().all(|one| one["wins"] == false));
    assert!(moves.iter().any(|one| one["in"] == 1));
}

#[test]
fn codes_and_named_heap_games_go_to_the_sequence_engine() {
    // Kayles has period 12 from 71 on, with the value 7 at 11 mod 12.
    assert_eq!(object(&["value", "0.77", "10007"])["value"], "*7");
    assert_eq!(object(&["value", "kayles", "10007"])["value"], "*7");
    assert_eq!(object(&["value", "subtraction 1,3,4", "11"])["value"], "*2");
    assert_eq!(object(&["value", "wythoff", "(3,5)"])["value"], "0");
    assert_eq!(object(&["value", "mock turtles", "TTTTH"])["value"], "*8");
}

#[test]
fn loopy_rulesets_have_loopy_values() {
    let told = object(&["value", "backsliding toads and frogs", "TTT..FFF"]);
    assert_eq!(told["value"], "{on||0|-1/2} & {1/2|0||off}");
    assert_eq!((&told["outcome"], &told["mean"]), (&"D".into(), &Value::Null));
}

#[test]
fn thermographs_of_kos_are_told_and_sides_are_certified() {
    // the ko {1|{ko|0}}
    let (rules, sides) = (path("ko.game"), path("sides.txt"));
    let text = "game Ko\nstrip of . A B C\nLeft: B -> A\n      A -> C\n      C -> .\nRight: A -> B\n       B -> .\n";
    std::fs::write(&rules, text).expect("a file");
    let (rules, sides) = (rules.to_str().expect("a name"), sides.to_str().expect("a name"));
    let told = object(&["value", "--rules", rules, "A", "--certificate", sides]);
    assert_eq!((&told["mean"], &told["temperature"]), (&"2/3".into(), &"1/3".into()));
    let walls = told["walls"].as_array().expect("walls");
    let komasters: Vec<&Value> = walls.iter().map(|walls| &walls["komaster"]).collect();
    assert_eq!(komasters, [&Value::Null, &"Left".into(), &"Right".into()]);
    let corners = |walls: &Value| walls["right"].to_string();
    assert_eq!(corners(&walls[0]), r#"[["0","0"],["2/3","1/3"]]"#);
    assert_eq!(corners(&walls[1]), r#"[["1","0"],["2/3","1/3"]]"#);
    assert_run(&["check", sides], "", "1 passed, 0 failed\n", 0);
    let proof = std::fs::read_to_string(sides).expect("a file");
    let other = proof.replace("position A", "position B");
    std::fs::write(sides, other).expect("a file");
    assert_eq!(farstar(&["check", sides], "").status.code(), Some(4));
    let wrong: Vec<&str> = proof
        .lines()
        .map(|line| if line.starts_with("offside 0") { "offside 0:|" } else { line })
        .collect();
    std::fs::write(sides, wrong.join("\n")).expect("a file");
    assert_eq!(farstar(&["check", sides], "").status.code(), Some(4));
}

#[test]
fn orders_of_loopy_games_that_do_not_hold_have_witnesses() {
    let told = "over < 1   less\nbeside -1 the first is R, the second P: it is not >=\n";
    assert_run(&["compare", "over", "1"], "", told, 0);
    let told = object(&["compare", "dud", "0"]);
    assert_eq!((&told["order"], &told["witnesses"][0]["not"]), (&"<>".into(), &">=".into()));
}

#[test]
fn who_wins_misere_play_is_told_and_values_are_marked() {
    // a heap of one must be taken, so who begins loses; its value in normal play is *
    let told = object(&["value", "misere nim", "1"]);
    assert_eq!((&told["outcome"], &told["value"]), (&"P".into(), &"*".into()));
    assert_eq!((&told["play"], &told["value_of"]), (&"misere".into(), &"normal".into()));
    let run = farstar(&["value", "misere nim", "1"], "");
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(text.contains("outcome        P: who begins loses\n"), "{text}");
    let messages = String::from_utf8_lossy(&run.stderr);
    assert!(messages.contains("the values those of normal play"), "{messages}");
}

#[test]
fn where_the_value_is_out_of_reach_the_winner_is_searched_for() {
    let run = farstar(&["value", "domineering", "5x6", "--limit-nodes", "300", "--json"], "");
    let told: Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert!(told["value"].is_null(), "{told}");
    assert_eq!(run.status.code(), Some(3));
    assert!(told["left_starts"]["moves"].as_array().is_some_and(|moves| moves.len() == 24));
}

#[test]
fn a_ruleset_of_the_users_own_is_played() {
    let path = path("squeeze.game");
    std::fs::write(
        &path,
        "game Squeeze\nheap n\nLeft: (n) -> (n-k) for k in 1..2\nRight: (n) -> (n-3)\n",
    )
    .expect("a file for the test");
    let path = path.to_str().expect("UTF-8");
    assert_eq!(object(&["value", "--rules", path, "2"])["value"], "2");
    assert_eq!(object(&["value", "--rules", path, "3"])["value"], "{2|0}");
}

#[test]
fn what_is_wrong_is_told_in_its_place() {
    let messages = assert_run(&["value", "clobber", "XO|XZ"], "", "", 1);
    assert!(
        messages.contains("row 2, column 2: unknown piece 'Z'; the board is of . X O #"),
        "{messages}"
    );
    assert!(messages.contains("1 | XO|XZ\n  |     ^"), "{messages}");
    let messages = assert_run(&["value", "col", "a-b-c, a:Q"], "", "", 1);
    assert!(messages.contains("1 | a-b-c, a:Q\n  |          ^"), "{messages}");
    let messages = assert_run(&["value", "clobbr", "XO"], "", "", 1);
    assert_eq!(messages, "error: no ruleset is called 'clobbr'; did you mean 'Clobber'?\n");
    let messages = assert_run(&["value", "clobber"], "", "", 2);
    assert_eq!(messages, "error: a position of Clobber is needed, such as 'XOXO|OXOX'\n");
    assert_run(&["value", "nogo", "XO"], "", "", 1);
}

#[test]
fn a_limit_leaves_what_is_known() {
    let arguments = ["value", "domineering", "3x3", "9x9", "--limit-nodes", "200", "--json"];
    let run = farstar(&arguments, "");
    assert_eq!(run.status.code(), Some(3));
    let told: Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert_eq!(told["sum"][0]["value"], "+-1");
    assert!(told["sum"][1]["value"].is_null() && told["value"].is_null(), "{told}");
    assert_eq!(told["no_value"]["stopped"], "nodes");
    let run = farstar(&["value", "domineering", "3x3", "9x9", "--limit-nodes", "200"], "");
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(text.starts_with("value of 1     +-1\nvalue          not known\n"), "{text}");
}

#[test]
fn a_value_too_long_to_print_leaves_the_rest_of_the_answer() {
    let row = "LELRLRRRERLLRLRRELERRELELRLLLEELRELRELELRRELRLELRRLREELLEERL";
    let told = object(&["value", "toppling-dominoes", row]);
    assert!(told["value"].is_null());
    assert_eq!([&told["outcome"], &told["mean"], &told["temperature"]], ["L", "1/2", "1/2"]);
    let moves = told["left_starts"]["moves"].as_array().expect("a list");
    let of = |position: &str| moves.iter().find(|one| one["position"] == position).expect("a move");
    assert_eq!(of("X")["value"], "1");
    assert!(moves.iter().any(|one| one["value"].is_null() && one["wins"] == true));
    let run = farstar(&["value", "toppling-dominoes", row], "");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(run.stdout.starts_with(b"value          too long to print\noutcome        L: "));
}
