//! `farstar rules`.

use crate::program::{assert_run, farstar, path};
use serde_json::Value;

/// What the program prints.
fn printed(arguments: &[&str]) -> String {
    let run = farstar(arguments, "");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).expect("UTF-8")
}

/// A file of rules.
fn file(name: &str, text: &str) -> String {
    let path = path(name);
    std::fs::write(&path, text).expect("a file for the test");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn the_list_names_every_ruleset_with_its_board() {
    let list = printed(&["rules"]);
    let line = list.lines().find(|line| line.starts_with("Clobber ")).expect("Clobber");
    assert_eq!(line.split_whitespace().nth(1), Some("grid"));
    let objects = printed(&["rules", "--json"]);
    assert_eq!(objects.lines().count(), list.lines().count());
    let names: Vec<Value> =
        objects.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert!(names.iter().any(|rules| rules["name"] == "Fox and Geese" && rules["ends"] == false));
}

#[test]
fn a_ruleset_is_told_with_what_follows_from_it() {
    let told = printed(&["rules", "toads", "and", "frogs"]);
    for part in [
        "Left:  T. -> .T",
        "every play ends: the sum of columns -T + F falls",
        "1 that keep the players, 1 that exchange them",
        "partizan",
    ] {
        assert!(told.contains(part), "{part}\n{told}");
    }
    let told = printed(&["rules", "fox-and-geese"]);
    assert!(told.contains("no measure falls in 'F. -> .F diagonal'"), "{told}");
    assert!(printed(&["rules", "clobber"]).contains("# is a wall"), "{told}");
}

#[test]
fn variants_are_asked_for_before_the_name() {
    assert!(printed(&["outcome", "impartial clobber", "XO"]).contains("Grundy value   1\n"));
    let told = printed(&["rules", "impartial", "clobber"]);
    assert!(
        told.contains("// As Clobber, and either player may make any move of either."),
        "{told}"
    );
    // two heaps of one token: who begins takes the first, and the last to move loses
    assert!(printed(&["outcome", "misere nim", "1+1"]).contains("N: who begins wins"));
    assert!(printed(&["outcome", "nim", "1+1"]).contains("P: who begins loses"));
}

#[test]
fn parameters_stand_in_brackets() {
    let told = printed(&["rules", "partizan-subtraction(a={2 5}, b={1})", "--json"]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["parameters"]["a"], "{2 5}");
    let run = farstar(&["rules", "partizan-subtraction(c=1)"], "");
    assert_eq!(run.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&run.stderr),
        "error: no parameter 'c'; the parameters are a, b\n"
    );
}

#[test]
fn an_unknown_name_is_answered_by_the_nearest() {
    let messages = assert_run(&["rules", "domineerign"], "", "", 1);
    assert_eq!(
        messages,
        "error: no ruleset is called 'domineerign'; did you mean 'Domineering'?\n"
    );
}

#[test]
fn what_is_wrong_with_a_file_is_shown_in_its_place() {
    let path = file("wrong.game", "game Wrong\ngrid of . X/O\nLeft: XO -> .X sidewise\n");
    let messages = assert_run(&["rules", "--rules", &path], "", "", 1);
    assert!(messages.contains("wrong.game:3:16"), "{messages}");
    assert!(messages.contains("Left: XO -> .X sidewise"), "{messages}");
    let path = file("nothing.game", "// nothing\n");
    let messages = assert_run(&["rules", "--rules", &path], "", "", 1);
    assert!(messages.contains("no ruleset"), "{messages}");
}

#[test]
fn a_file_may_hold_several_rulesets() {
    let path = file(
        "two.game",
        "game One\nstrip of . X\nBoth: X -> .\n\ngame Two\nstrip of . X\nBoth: XX -> ..\n",
    );
    let told = printed(&["rules", "--rules", &path, "--json"]);
    assert_eq!(printed(&["rules", &path, "--json"]), told);
    assert!(printed(&["rules", &path, "Two"]).starts_with("game Two\n"));
    assert!(assert_run(&["rules", &path, "Three"], "", "", 1).contains("it holds One, Two"));
    let names: Vec<Value> = told.lines().map(|l| serde_json::from_str(l).expect("JSON")).collect();
    assert_eq!((&names[0]["name"], &names[1]["name"]), (&"One".into(), &"Two".into()));
}

#[test]
fn rulesets_of_a_file_take_names_and_parameters_as_built_in_ones_do() {
    let path =
        file("long.game", "// example: 5\ngame \"Long Leaps\" (k=1)\nheap n\nBoth: (n) -> (n-k)\n");
    let value = |words: &[&str]| {
        let told = printed(&[&["value", "--rules", &path, "--json"], words].concat());
        serde_json::from_str::<Value>(&told).expect("JSON")["value"].clone()
    };
    // five leaps of one, one of three
    assert_eq!(value(&["4"]), "0");
    assert_eq!(value(&["long-leaps", "4"]), "0");
    assert_eq!(value(&["Long Leaps(k=3)", "4"]), "*");
    assert_eq!(value(&["longleaps(k=3)", "4", "3"]), "0");
    let wrong = |words: &[&str], code: i32| {
        assert_run(&[&["value", "--rules", &path], words].concat(), "", "", code)
    };
    assert_eq!(
        wrong(&["Long Leaps(j=3)", "4"], 1),
        "error: Long Leaps(j=3): no parameter 'j'; the parameters are k\n"
    );
    assert!(wrong(&["Long Leaps"], 2).contains("a position of Long Leaps is needed"));
    // in a sum, the first group takes its name as the others do
    let run = farstar(&["outcome", "--rules", &path, "long leaps(k=3)", "4", "+", "nim", "1"], "");
    assert!(String::from_utf8_lossy(&run.stdout).contains("P: who begins loses"));
}

#[test]
fn a_file_of_rules_stands_for_the_name() {
    let text = "\u{feff}// two games\n\ngame Leap\nheap n\nBoth: (n) -> (n-2)\n\n\
        game Pair\ngrid of . X\nBoth: .. -> XX straight\n";
    let (two, one) = (file("two.rules", text), file("one.game", "game Leap\nheap n\nBoth: take 2"));
    assert_run(&["grundy", &one, "--to", "5"], "", "0 0 1 1 0 0\n", 0);
    assert_run(&["grundy", &two, "leap", "--to", "5"], "", "0 0 1 1 0 0\n", 0);
    assert!(printed(&["value", &one, "2"]).contains("value          *\n"));
    let sum = printed(&["outcome", &one, "2", "+", &two, "Pair", "1x2"]);
    assert!(sum.contains("P: who begins loses"), "{sum}");
    let found = printed(&["find", &one, "--prove"]);
    assert!(found.contains("Theorem (all n)"), "{found}");
    // a file that holds no ruleset is a table
    // of an only ruleset the variant alone is enough
    assert!(printed(&["outcome", &one, "misere", "1"]).contains("N: who begins wins"));
    assert!(printed(&["outcome", &one, "1"]).contains("P: who begins loses"));
    assert!(
        printed(&["find", "--rules", &one, "misere", "--outcomes"])
            .contains("period 4: (1, 1, 0, 0)")
    );
    let messages = assert_run(&["outcome", &two, "misere", "1"], "", "", 1);
    assert!(
        messages.contains("no ruleset 'misere' in this file; it holds Leap, Pair"),
        "{messages}"
    );
    let messages = assert_run(&["find", &two], "", "", 1);
    assert!(messages.contains("which ruleset of the file? it holds Leap, Pair"), "{messages}");
    let table = file("squares.tsv", "n game\n0 0\n1 1\n2 4\n3 9\n4 16\n5 25\n");
    assert!(printed(&["find", &table]).contains("n * n"));
}

#[test]
fn rules_may_come_from_standard_input() {
    let run = farstar(&["value", "--rules", "-", "2"], "game One\nheap n\nBoth: (n) -> (n-1)\n");
    assert!(String::from_utf8_lossy(&run.stdout).starts_with("value          0"));
    let messages = assert_run(&["value", "--rules", "-", "2"], "game One\nheap n\n", "", 1);
    assert!(messages.contains("standard input:2"), "{messages}");
}

#[test]
fn a_value_is_printed_as_the_language_reads_it() {
    let told = printed(&["value", "nim", "2", "--json"]);
    assert!(told.contains("\"*2\""), "{told}");
    let rules =
        "game Sum\nheap n m\nBoth: (n,m) -> (n,k) for k in 0..m-1\nLeft: (n,m) -> (n-1,m)\n";
    let path = file("sum.game", rules);
    let told = printed(&["value", "--rules", &path, "(1,2)", "--json"]);
    let told: Value = serde_json::from_str(&told).expect("JSON");
    assert_eq!(told["value"], "1+*2");
    assert_eq!(printed(&["eval", "1+*2"]).trim(), "1+*2");
}

#[test]
fn places_in_graphs_and_heaps_are_told() {
    let messages = assert_run(&["value", "col", "a-b, c:Q"], "", "", 1);
    assert!(messages.starts_with("error: row 1, column 8: unknown piece 'Q'"), "{messages}");
    let messages = assert_run(&["value", "nim", "3+x"], "", "", 1);
    assert!(messages.starts_with("error: row 1, column 3: 'x' is not a number"), "{messages}");
}

#[test]
fn a_size_is_the_start_that_a_ruleset_names() {
    assert!(printed(&["rules", "konane"]).contains("\nstart       XO|OX repeated, middle ..\n"));
    let told: Value =
        serde_json::from_str(&printed(&["rules", "toads-and-frogs", "--json"])).expect("an object");
    assert_eq!(told["starts"], serde_json::json!(["T+.F+", "T+..F+"]));
    assert_eq!(
        printed(&["value", "toads-and-frogs", "8"]),
        printed(&["value", "toads-and-frogs", "TTT..FFF"])
    );
    assert_eq!(printed(&["value", "clobber", "2x3"]), printed(&["value", "clobber", "XOX|OXO"]));
    let run = farstar(&["value", "fission", "4x4"], "");
    let told = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(1), "{told}");
    assert!(told.contains("the empty board of 4 x 4 has no move"), "{told}");
    assert!(told.contains("is written like '....|.X..|....'"), "{told}");
}
