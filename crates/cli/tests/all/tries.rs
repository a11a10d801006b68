//! `farstar try`: claims held against play.

use crate::program::{assert_run, farstar, path};
use std::fs;
use std::process::Output;

fn said_of(run: &Output) -> String {
    String::from_utf8_lossy(&run.stderr).into_owned()
}

#[test]
fn a_formula_that_holds_agrees() {
    // Bouton 1901: the losing heaps of taking up to three are the multiples of four
    let right = ["try", "subtraction 1,2,3", "--formula", "n % 4 == 0", "--to", "1000"];
    assert_run(&right, "", "agrees on 1001 positions\n", 0);
    assert_run(
        &["try", "nim", "--sizes", "0..9x0..9", "--formula", "n NimSum m"],
        "",
        "agrees on 100 positions\n",
        0,
    );
    // values, not only nimbers: a column of n cells holds floor(n/2) dominoes of Left
    assert_run(
        &["try", "domineering", "--sizes", "1..8x1", "--formula", "floor(n/2)"],
        "",
        "agrees on 8 positions\n",
        0,
    );
}

#[test]
fn the_smallest_counterexample_comes_first() {
    assert_run(
        &["try", "nim", "--sizes", "0..9x0..9", "--formula", "n + m", "--most", "1"],
        "",
        "n = 1, m = 1: 1+1   claimed 2, played Grundy value 0\nrefuted; agrees on 4 others\n95 more were not tried, see --most\n",
        4,
    );
    assert_run(
        &["try", "clobber", "XO*n", "--sizes", "1..3", "--formula", "\"N\"", "--json"],
        "",
        "{\"agreed\":2,\"counterexamples\":[{\"claimed\":\"N\",\"numbers\":[3],\"played\":\"P\",\"position\":\"XOXOXO\"}],\"open\":0,\"unclaimed\":0,\"untried\":0}\n",
        4,
    );
}

#[test]
fn tables_claim_numbers_outcomes_and_positions() {
    let file = path("believed.tsv");
    fs::write(&file, "# heap, Grundy value\n1\t1\n2\t2\n3\t3\n4\tN\n5\t*4\n").unwrap();
    let name = file.to_str().unwrap();
    assert_run(
        &["try", "kayles", "--table", name, "--to", "6"],
        "",
        "agrees on 5 positions, nothing is claimed of 2\n",
        0,
    );
    fs::write(&file, "XXO\t^\nXO\t0\n").unwrap();
    assert_run(
        &["try", "clobber", "XXO", "XO", "--table", name],
        "",
        "XO   claimed 0, played *\nrefuted; agrees on 1 others\n",
        4,
    );
    fs::write(&file, "3 3\n").unwrap();
    let run = farstar(&["try", "kayles", "--table", name, "--to", "6"], "");
    assert_eq!(run.status.code(), Some(1));
    assert!(
        said_of(&run).contains("believed.tsv:1: expected numbers or a position"),
        "{}",
        said_of(&run)
    );
}

#[test]
fn a_program_answers_line_by_line() {
    // `cat` claims that the Grundy value of a heap of n is n
    assert_run(
        &["try", "nim", "--program", "cat", "--to", "50"],
        "",
        "agrees on 51 positions\n",
        0,
    );
    for (program, said) in
        [("true", "answered 0 lines to 4"), ("false", "ended with"), ("./none", "none")]
    {
        let run = farstar(&["try", "nim", "--program", program, "--to", "3"], "");
        assert_eq!(run.status.code(), Some(1), "{program}");
        assert!(said_of(&run).contains(said), "{}", said_of(&run));
    }
    let slow = ["try", "nim", "--program", "sleep 100", "--to", "3", "--limit-time", "0.2s"];
    assert_eq!(farstar(&slow, "").status.code(), Some(3));
}

#[test]
fn what_is_no_claim_is_told() {
    for (words, said) in [
        (&["try", "nim", "--formula", "n"][..], "which positions?"),
        (&["try", "nim", "--to", "3"], "what is claimed?"),
        (&["try", "nim", "--to", "3", "--formula", "[n]"], "a claim is true where"),
        (&["try", "nim", "--to", "3", "--formula", "n +"], "error"),
        (&["try", "nim", "--to", "3", "--formula", "\"Q\""], "a claim is true where"),
    ] {
        let run = farstar(words, "");
        assert_ne!(run.status.code(), Some(0), "{words:?}");
        assert!(said_of(&run).contains(said), "{words:?}: {}", said_of(&run));
    }
}
