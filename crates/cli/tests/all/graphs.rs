//! `farstar graph`.

use crate::program::{assert_run, farstar, path};

/// Two vertices that move to each other, one of which may also stop at a third.
const CHASE: &str = "# a chase\n0 1\n1 0\n1 2\n3 3\n3 2\n4 4\n";

#[test]
fn every_vertex_has_a_line() {
    assert_run(
        &["graph", "-"],
        CHASE,
        "0\tP\t2\t0\t1\n1\tN\t1\t1\t2\n2\tP\t0\t0\t-\n3\tN\t1\t∞(0)\t2\n4\tD\t-\t∞\t4\n",
        0,
    );
}

#[test]
fn json_has_one_object_a_vertex() {
    let run = farstar(&["graph", "--json", "-"], "a b\nb c\na a\n");
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    let objects: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(objects.len(), 3);
    assert_eq!(objects[1]["vertex"], "b");
    assert_eq!(objects[1]["outcome"], "N");
    assert_eq!(objects[1]["grundy"], 1);
    assert_eq!(objects[1]["move"], "c");
    assert_eq!(objects[0]["outcome"], "D");
    assert_eq!(objects[0]["plies"], serde_json::Value::Null);
    assert_eq!(objects[0]["grundy"]["infinite"], serde_json::json!([1]));
}

#[test]
fn the_summary_counts() {
    let output = "5\tvertices\n6\tarcs\n2\tN\n2\tP\n1\tdraws\n2\tplies of the longest game\n1\tlargest Grundy value\n2\tinfinite values\n";
    assert_run(&["graph", "--summary", "-"], CHASE, output, 0);
}

#[test]
fn a_claimed_set_is_checked() {
    let path_graph = "5 4\n4 3\n3 2\n2 1\n1 0\n";
    let verify = |set: &str, output: &str, code| {
        assert_run(&["graph", "--verify-p", set, "-"], path_graph, output, code)
    };
    verify("0,2,4", "the set is the set of the P-positions\n", 0);
    verify("0,2,3", "not the set of the P-positions: the arc 3 → 2 joins two members\n", 4);
    verify("0,2", "not the set of the P-positions: 4 is outside and has no arc into the set\n", 4);
    assert!(verify("0,9", "", 1).contains("no vertex 9"));
    let file = path("set.txt");
    std::fs::write(&file, "0 2\n4\n").expect("written");
    let at = format!("@{}", file.display());
    verify(&at, "the set is the set of the P-positions\n", 0);
    let names = ["graph", "--verify-p", "x,z", "-"];
    let messages = "not the set of the P-positions: the arc x → z joins two members\n";
    assert_run(&names, "x y\ny z\nx z\n", messages, 4);
}

#[test]
fn wrong_lines_are_told_with_their_number() {
    let messages = assert_run(&["graph", "-"], "0 1\n\n0 1 2\n", "", 1);
    assert!(messages.contains("standard input:3:"), "{messages}");
    assert_run(&["graph", "/no/such/file"], "", "", 1);
    assert_run(&["graph", "--limit-memory", "50", "-"], &"0 1\n".repeat(100), "", 3);
    assert_run(&["graph", "-"], "", "", 0);
}
