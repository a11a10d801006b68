//! `farstar nim`, as a user would run it.

use crate::program::assert_run;

#[test]
fn matrices_polynomials_and_set_power_series_are_operands() {
    for (arguments, answer) in [
        (&["nim", "mul", "3", "5"][..], "15\n"),
        (&["nim", "log", "258", "7"], "4369\n"),
        (&["nim", "minpoly", "18"], "x^8+x^6+x^5+x^3+1\n"),
        (&["nim", "quadratic", "1", "1", "2"], "{4,5}\n"),
        (&["nim", "det", "1,2;3,4"], "5\n"),
        (&["nim", "rank", "1,2;2,3"], "1\n"),
        (&["nim", "poly-roots", "2,3,1"], "[1,2]\n"),
        (&["nim", "set-exp", "0,1,2,3"], "[1,1,2,1]\n"),
    ] {
        assert_run(arguments, "", answer, 0);
    }
    assert_run(&["nim", "det", "-"], "1,2;3,4\n", "5\n", 0);
}

#[test]
fn wrong_operands_are_named() {
    let ragged = assert_run(&["nim", "det", "1,2;3"], "", "", 1);
    assert!(ragged.contains("row 2") && ragged.contains("first row has 2"), "{ragged}");
    let word = assert_run(&["nim", "set-ln", "1,x"], "", "", 1);
    assert!(word.contains("`x` is not a nimber"), "{word}");
    let few = assert_run(&["nim", "quadratic", "1", "2"], "", "", 2);
    assert!(few.contains("3 operands are needed"), "{few}");
    assert_run(&["nim", "inv", "0"], "", "", 1);
}
