//! What `farstar find` says of cells that were not tabulated, and the programs that say the same.

use crate::program::{assert_run, farstar, file, path};

#[test]
fn a_mark_of_the_byte_order_is_no_heading() {
    let rows: String = (0..40).map(|n| format!("{n}\t{}\n", n % 7)).collect();
    let table = file("marked.tsv", &format!("\u{feff}{rows}"));
    let run = farstar(&["find", table.to_str().unwrap()], "");
    assert!(String::from_utf8(run.stdout).unwrap().starts_with("Conjecture  n mod 7\n"));
    let arguments = ["find", table.to_str().unwrap(), "--predict", "-"];
    assert_run(&arguments, "\u{feff}1000000\n", "1000000\t1\n", 0);
}

#[test]
fn columns_are_told_together() {
    let rules = file(
        "walk-or-split.game",
        "game \"Walk or split\"\nheap n\nLeft:  (n) -> (i) + (n-2-i) for i in 0..n-2\nRight: (n) -> (n-1)\n",
    );
    let rules = rules.to_str().unwrap();
    let far = "170141183460469231731687303715884105728";
    let cells = format!("n\n5\n1000000000\n{far}\n");
    let predicted = ["find", rules, "--predict", "-"];
    assert_run(&predicted, &cells, &format!("5\t{{0|-1}}\n1000000000\t-1\n{far}\t?\n"), 0);
    let json = format!(
        "{{\"cell\":[5],\"value\":\"{{0|-1}}\"}}\n{{\"cell\":[1000000000],\"value\":-1}}\n{{\"cell\":[\"{far}\"],\"value\":null}}\n"
    );
    assert_run(&[&predicted[..], &["--json"]].concat(), &cells, &json, 0);
    assert_run(&[&predicted[..], &["--prove"]].concat(), "8\n", "8\t{0|-1}\n", 0);
    let text =
        "integer: period 3: (0, -1, -1)\nrest, where 0 is 0, 1 is {1|0}: period 3: (0, 0, 1)\n";
    assert_run(&["find", rules, "--as", "text"], "", text, 0);
    let run = farstar(&["find", rules, "--as", "python", "--json"], "");
    let told: serde_json::Value = serde_json::from_slice(&run.stdout).unwrap();
    assert!(told["form"] == "python" && told["text"].as_str().unwrap().contains("def value_2(n):"));
}

#[test]
fn a_word_is_no_cell() {
    let run = farstar(&["find", "nim", "--predict", "-"], "x\n");
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8(run.stderr).unwrap().contains("-:1: 'x' is no integer"));
}

#[test]
fn who_wins_is_told_as_such_where_there_are_no_values() {
    // Left doubles the heap: values are 2^n - 1
    let rules = file(
        "doubled.game",
        "game Doubled\nheap n\nLeft: (n) -> 2*(n-1)\nRight: (n) -> nothing if n < 0\n",
    );
    let rules = rules.to_str().unwrap();
    let heading = "who wins, 0 who does not begin, 1 who does, 2 Left, 3 Right";
    let run = farstar(&["find", rules, "--prove"], "");
    let told = String::from_utf8(run.stdout).unwrap();
    assert!(told.starts_with(&format!("{heading}:\nTheorem (all n)")), "{told}");
    let predicted = format!("# n\t{heading}\n0\t0\n1000\t2\n");
    assert_run(&["find", rules, "--predict", "-"], "0\n1000\n", &predicted, 0);
    let json = format!("{{\"cell\":[3],\"of\":[\"{heading}\"],\"value\":2}}\n");
    assert_run(&["find", rules, "--predict", "-", "--json"], "3\n", &json, 0);
}

#[test]
fn a_theorem_predicts_and_leaves_its_certificate() {
    let rules = file("tens.game", "game Tens\nheap n\nBoth: (n) -> (n-10)\n");
    let certificate = path("tens.cert");
    let arguments = ["find", rules.to_str().unwrap(), "--prove", "--predict", "-", "--certificate"];
    let arguments = [&arguments[..], &[certificate.to_str().unwrap()]].concat();
    assert_run(&arguments, "15\n1000015\n", "15\t1\n1000015\t1\n", 0);
    assert_run(&["check", certificate.to_str().unwrap()], "", "1 passed, 0 failed\n", 0);
}

#[test]
fn a_theorem_that_is_no_law_of_the_table_predicts() {
    // its law is one of quotients and of who wins with what is left
    let rules = file(
        "grossman.game",
        "game Grossman misere\nheap a b\nBoth: (a,b) -> (a-k*b,b) for k in 1..a if k*b < a and b > 0\n      (a,b) -> (a,b-k*a) for k in 1..b if k*a < b and a > 0\n",
    );
    let arguments = ["find", rules.to_str().unwrap(), "--prove", "--predict", "-"];
    let arguments = [&arguments[..], &["--class", "slices", "--to", "20"]].concat();
    let cells = "300,185\n300,187\n89,55\n144,89\n200,100\n300,100\n201,100\n";
    let predicted =
        "300\t185\t1\n300\t187\t0\n89\t55\t0\n144\t89\t1\n200\t100\t0\n300\t100\t1\n201\t100\t1\n";
    assert_run(&arguments, cells, predicted, 0);
}

/// Single heaps in ranges need no pattern, and laws call their numbers as the ruleset does.
#[test]
fn a_box_is_one_of_single_heaps() {
    let rules = file(
        "norepeat.game",
        "game Norepeat\nheap n l\nBoth: (n,l) -> (n-j,j) for j in 1..2 if j != l\n",
    );
    let rules = rules.to_str().unwrap();
    let run =
        farstar(&["find", rules, "--box", "0..60,0..4", "--predict", "-"], "n l\n3000001 2\n");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "3000001\t2\t1\n");
    let run = farstar(&["find", rules, "--box", "0..60"], "");
    assert!(String::from_utf8_lossy(&run.stderr).contains("{1} of ({0},{1}) has no range"));
    let run = farstar(&["find", rules, "--cells", "({0},1)", "--box", "0..60,0..4"], "");
    let told = String::from_utf8_lossy(&run.stderr);
    assert!(told.contains("--box: the positions ({0},1) have no {1}"), "{told}");
    let run = farstar(&["find", "clobber", "--box", "0..60"], "");
    assert!(String::from_utf8_lossy(&run.stderr).contains("--cells"), "{run:?}");
}

/// A theorem about an automaton is none about the law from which that was learned.
#[test]
fn a_law_from_which_an_automaton_was_learned_is_a_conjecture() {
    let arguments = ["find", "wythoff", "--outcomes", "--prove"];
    let run = farstar(&[&arguments[..], &["--as", "python"]].concat(), "");
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(text.starts_with("# Wythoff, who wins, 0 who does not begin"), "{text}");
    assert!(text.contains("# A conjecture: ") && !text.contains("A theorem"), "{text}");
    // beyond what the formula tells, below 2^64
    let cell = "1347217345543229888\t2179843455862562914";
    let run = farstar(&[&arguments[..], &["--predict", "-"]].concat(), cell);
    assert_eq!(String::from_utf8_lossy(&run.stdout), format!("{cell}\t1\n"));
}

/// A theorem from some number on is one, which the program says with the law.
#[test]
fn a_theorem_behind_the_least_parameters_is_told_as_one() {
    let rules = file(
        "one-or-twice.game",
        "game Twice\nheap n k\nBoth: (n,k) -> (n-1,k)\n(n,k) -> (n-2*k,k) if k >= 1\n",
    );
    let run = farstar(&["find", rules.to_str().unwrap(), "--prove", "--as", "python"], "");
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(text.contains("k >= 1\n# A theorem: proved from the rules"), "{text}");
}
