//! The program as its users meet it: arguments in; output, messages and exit code out.

use crate::program::{assert_run, farstar, file};
use std::process::{Command, Stdio};

#[test]
fn expressions_are_evaluated_in_their_order() {
    assert_run(
        &["eval", "{1|-1} + ^", "*3 + *5", "g := {3||2|1}", "g.Mean"],
        "",
        "{1^|-1^}\n*6\n{3||2|1}\n9/4\n",
        0,
    );
}

#[test]
fn the_notation_of_cgsuite_is_read_and_printed() {
    assert_run(&["eval", "--cgsuite", "2^3", "2+*3", "7 % (-2)"], "", "8\n2*3\n1\n", 0);
    assert_run(&["eval", "2^3", "2+*3", "7 % (-2)"], "", "2^3\n2+*3\n-1\n", 0);
    let run = farstar(&["shell", "--no-history", "--cgsuite"], "2^10\n1+*\n");
    let told = String::from_utf8(run.stdout).expect("UTF-8");
    assert!(told.contains("1024\n1*\n"), "{told}");
}

#[test]
fn what_is_printed_stands_before_the_result() {
    assert_run(&["eval", "System.Print(\"so\"); 1 + 1"], "", "so\n2\n", 0);
    let json = "{\"input\":\"System.Print(3); 4\",\"printed\":[\"3\"],\"type\":\"Integer\",\"value\":\"4\"}\n";
    assert_run(&["eval", "System.Print(3); 4", "--json"], "", json, 0);
    let run = farstar(&["shell", "--no-history"], "System.Print(\"here\")\n");
    assert!(String::from_utf8(run.stdout).expect("UTF-8").contains("here\n"));
}

#[test]
fn rulesets_by_functions_have_their_laws_found() {
    let told = |arguments: &[&str]| {
        let run = farstar(arguments, "");
        String::from_utf8(run.stdout).expect("UTF-8") + &String::from_utf8_lossy(&run.stderr)
    };
    let by_functions = "Ruleset(n -> [n - k for k in [1,2] where k <= n])";
    let found = told(&["find", by_functions, "--class", "periods", "--to", "60"]);
    assert!(found.starts_with("Conjecture  period 3: (0, 1, 2)\n"), "{found}");
    let pairs = "Ruleset((a,b) -> [(n,b) for n from 0 to a - 1] + [(a,n) for n from 0 to b - 1])";
    for expression in [pairs, "n -> n*n"] {
        let found = told(&["find", expression, "--to", "12"]);
        assert!(found.starts_with("Conjecture"), "{found}");
    }
    assert!(told(&["find", by_functions, "--prove"]).contains("rulesets that are texts"));
    assert!(told(&["find", "n -> *"]).contains("no integer"));
}

#[test]
fn pictures_are_written_beside_those_that_are_there() {
    let folder = std::env::temp_dir().join(format!("farstar-pictures-{}", std::process::id()));
    let path = folder.to_str().expect("UTF-8");
    for number in [1, 2] {
        let run = farstar(&["eval", "--pictures", path, "path3.Plot", "1 + 1"], "");
        let told = String::from_utf8(run.stdout).expect("UTF-8");
        assert!(
            told.contains(&format!("{number}.svg: Graph of 3 vertices and 2 edges\n2\n")),
            "{told}"
        );
    }
    let drawn = std::fs::read_to_string(folder.join("2.svg")).expect("a picture");
    assert!(drawn.contains("<svg") && drawn.contains("<style>"));
    std::fs::remove_dir_all(&folder).expect("the folder of this test");
}

#[test]
fn the_shell_writes_pictures_into_its_folder() {
    let folder = std::env::temp_dir().join(format!("farstar-shell-{}", std::process::id()));
    let path = folder.to_str().expect("UTF-8");
    let run = farstar(&["shell", "--no-history", "--pictures", path], "path3.Plot\n1 + 1\n");
    let told = String::from_utf8(run.stdout).expect("UTF-8");
    assert!(told.contains("1.svg: Graph of 3 vertices and 2 edges\n2\n"), "{told}");
    assert!(std::fs::read_to_string(folder.join("1.svg")).expect("a picture").contains("<svg"));
    std::fs::remove_dir_all(&folder).expect("the folder of this test");
}

#[test]
fn a_heap_of_very_many_digits_is_refused_in_a_sentence() {
    let told = assert_run(&["eval", "Nim(10**100000).CanonicalForm"], "", "", 3);
    assert!(told.len() < 1000 && told.contains("expected"), "{told}");
}

#[test]
fn definitions_of_several_lines_are_typed_in_the_shell() {
    let input = "def f(n) :=\n  if n < 2 then\n    n\n  elseif n < 5 then\n    10\n  else\n    f(n - 1) + f(n - 2)\n  end\n\
                 f(7)\ndef g(n)\nbegin\n  n + 1\nend\ng\n[n for n from 1 while n < 5]\n";
    let run = farstar(&["shell", "--no-history"], input);
    let told = String::from_utf8(run.stdout).expect("UTF-8");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(told.contains("\n50\n"), "{told}");
    assert!(told.matches("def g(n)\nbegin\n  n + 1\nend\n").count() == 2, "{told}");
    assert!(told.contains("\n[1,2,3,4]\n"), "{told}");
}

#[test]
fn options_stand_before_and_behind_expressions() {
    let one = "{\"input\":\"1\",\"type\":\"Integer\",\"value\":\"1\"}\n";
    assert_run(&["eval", "1", "--json"], "", one, 0);
    assert_run(&["eval", "x := *", "-x", "--limit-time", "1.5s"], "", "*\n*\n", 0);
    let told = assert_run(&["eval", "1", "--jsno"], "", "", 2);
    assert!(told.contains("--jsno"), "{told}");
}

#[test]
fn quiet_commands_tell_errors_only() {
    let told = assert_run(&["grundy", "kayles", "--to", "3", "-q"], "", "0 1 2 3\n", 0);
    assert_eq!(told, "");
    assert!(assert_run(&["eval", "1 +", "--quiet"], "", "", 1).contains("error"));
}

#[test]
fn two_games_are_compared() {
    for (game, with, said) in [
        ("^", "*", "^ <> *   confused: who begins wins the difference\n"),
        ("^*", "-1/2", "^* > -1/2   greater: Left wins the difference\n"),
        ("*2", "*3 + *", "*2 = *3 + *   equal\n"),
        (
            "on",
            "off",
            "on > off   greater\nbeside off the first is D, the second R: it is not <=\n",
        ),
        (
            "dud",
            "0",
            "dud <> 0   confused\nbeside on the first is D, the second L: it is not >=\n\
             beside off the first is D, the second R: it is not <=\n",
        ),
        ("1/3", "1/2", "1/3 < 1/2   less\n"),
        ("omega", "omega", "omega = omega   equal\n"),
    ] {
        assert_run(&["compare", game, with], "", said, 0);
    }
    let object = "{\"game\":\"-1\",\"order\":\"<\",\"with\":\"0\"}\n";
    assert_run(&["compare", "-1", "0", "--json"], "", object, 0);
    for (wrong, with) in [("1 +", "0"), ("\"a\"", "1"), ("on", "{1,2}")] {
        assert_run(&["compare", wrong, with], "", "", 1);
    }
}

#[test]
fn a_negative_expression_is_no_option() {
    assert_run(&["eval", "-1/2"], "", "-1/2\n", 0);
    assert_run(
        &["eval", "--json", "--", "-3"],
        "",
        "{\"input\":\"-3\",\"type\":\"Integer\",\"value\":\"-3\"}\n",
        0,
    );
}

#[test]
fn a_wrong_line_does_not_stop_the_others() {
    let messages = assert_run(&["eval", "-"], "1+1\n{3|2|1}\n\n*2\n", "2\n*2\n", 1);
    assert!(messages.contains("standard input:2"), "{messages}");
    assert!(messages.contains("{3|2|1}"), "{messages}");
}

#[test]
fn files_come_before_arguments() {
    let path = file("games.txt", "x := *2\r\nx + *\n");
    let path = path.to_str().expect("UTF-8");
    assert_run(&["eval", "-f", path, "x + x"], "", "*2\n*3\n0\n", 0);
}

#[test]
fn json_has_one_object_a_line() {
    let run = farstar(&["eval", "--json", "{1|-1}", "1 +", "true"], "");
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(
        lines[0],
        serde_json::json!({ "input": "{1|-1}", "value": "+-1", "type": "CanonicalShortGame" })
    );
    assert_eq!(lines[1]["input"], "1 +");
    assert!(lines[1]["error"].is_string());
    assert!(
        lines[1]["span"]
            .as_array()
            .is_some_and(|span| span.len() == 2 && span.iter().all(|n| n.is_u64()))
    );
    assert_eq!(lines[2]["type"], "Boolean");
    assert_eq!(run.status.code(), Some(1));
}

#[test]
fn limits_end_with_code_3() {
    let long = "n := 40; s := 0; [s := s + {k^2|-k^2} for k in 1..n]";
    let run = farstar(&["eval", "--limit-nodes", "1000", long], "");
    assert_eq!(run.status.code(), Some(3), "{}", String::from_utf8_lossy(&run.stderr));
    let run = farstar(&["eval", "--limit-time", "50ms", "[1 for n in 1..1000000000000]"], "");
    assert_eq!(run.status.code(), Some(3), "{}", String::from_utf8_lossy(&run.stderr));
}

#[cfg(unix)]
#[test]
fn an_interrupt_stops_the_computation() {
    use std::io::{BufRead, BufReader};
    let mut child = Command::new(env!("CARGO_BIN_EXE_farstar"))
        .args(["eval", "1", "[1 for n in 1..1000000000000000]", "2"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut output = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    output.read_line(&mut line).expect("an answer");
    assert_eq!(line, "1\n");
    let interrupt = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &interrupt]).status().expect("a shell").success());
    line.clear();
    assert_eq!(output.read_line(&mut line).expect("the end"), 0, "{line}");
    assert_eq!(child.wait().expect("the program ends").code(), Some(3));
}

#[test]
fn the_command_line_is_checked() {
    for arguments in [
        &["evil"][..],
        &["eval"],
        &["eval", "--limit-time", "soon", "1"],
        &["check"],
        &["nim", "mul"],
        &[],
    ] {
        assert_eq!(farstar(arguments, "").status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn a_missing_file_is_a_wrong_input() {
    let messages = assert_run(&["eval", "-f", "/nonexistent/games.txt"], "", "", 1);
    assert!(messages.contains("/nonexistent/games.txt"), "{messages}");
}

#[test]
fn a_reader_who_leaves_early_is_no_panic() {
    let input = "1\n".repeat(100_000);
    let path = file("many.txt", &input);
    let mut child = Command::new(env!("CARGO_BIN_EXE_farstar"))
        .args(["eval", "-f"])
        .arg(path)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let run = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&run.stderr), "");
    assert_eq!(run.status.code(), Some(0));
}

#[test]
fn tables_are_checked() {
    let right = file("impartial_mex.tsv", "# columns: list\tmex\n0 1 3\t2\n5\t0\n");
    let right = right.to_str().expect("UTF-8");
    assert_run(&["check", right], "", "2 passed, 0 failed\n", 0);
    let wrong = file("partizan_nim_sum.tsv", "1\t2\t3\tN\n1\t2\t4\tN\n");
    let wrong = wrong.to_str().expect("UTF-8");
    let report = format!("{wrong}:2: expected *4, got *3\n3 passed, 1 failed\n");
    assert_run(&["check", right, wrong], "", &report, 4);
    let run = farstar(&["check", "--json", wrong], "");
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    let last: serde_json::Value =
        serde_json::from_str(text.lines().last().expect("lines")).expect("JSON");
    assert_eq!(last, serde_json::json!({ "passed": 1, "failed": 1, "skipped": 0 }));
}

#[test]
fn an_unknown_table_is_told_the_known_ones() {
    let path = file("unheard_of.tsv", "1\t2\n");
    let messages =
        assert_run(&["check", path.to_str().expect("UTF-8")], "", "0 passed, 0 failed\n", 1);
    assert!(messages.contains("partizan_canonical"), "{messages}");
}

#[test]
fn nimbers() {
    assert_run(&["nim", "mul", "16", "16"], "", "24\n", 0);
    assert_run(&["nim", "mul", "-"], "3 5\n7\n", "11\n", 0);
    assert_run(&["nim", "log", "258", "18338"], "", "60928\n", 0);
    assert_run(&["nim", "inv", "1", "2"], "", "1\n3\n", 0);
    assert_run(&["nim", "inv", "0"], "", "", 1);
    assert_run(&["nim", "mul", "x"], "", "", 1);
    assert_run(&["nim", "div", "1", "2", "3"], "", "", 2);
    assert_run(&["nim", "--json", "sqrt", "65535"], "", "{\"value\":\"47281\"}\n", 0);
}

#[test]
fn help_completions_and_manual_are_written() {
    for (arguments, part) in [
        (&["--help"][..], "Examples:"),
        (&["eval", "--help"], "Examples:"),
        (&["completions", "bash"], "_farstar"),
        (&["man"], ".TH"),
        (&["man", "eval"], "farstar"),
    ] {
        let run = farstar(arguments, "");
        assert_eq!(run.status.code(), Some(0));
        assert!(String::from_utf8_lossy(&run.stdout).contains(part), "{arguments:?}");
    }
    assert_eq!(farstar(&["man", "evil"], "").status.code(), Some(2));
}

#[test]
fn entries_of_the_catalogue_are_tried_and_played() {
    let output = "input:\n2 3\n16 18\nby the rule:\n1\n56\nby the definition:\n1\n56\n";
    assert_run(&["problem", "try", "nim-product"], "", output, 0);
    let output = "Bash game\nm = 3: a move takes one to three stones.\nA number moves; hint, why, undo, help, quit.\n\n  \
        1\nThe player to move wins by perfect play; the rule: wins too.\n   1  1 → 0\n\n  0\nNo move is left: you win.\n";
    assert_run(&["problem", "play", "bash", "1"], "1\n", output, 0);
    let run = farstar(&["problem", "play", "I14"], "");
    assert_eq!(run.status.code(), Some(1));
}

#[test]
fn heaps_with_too_many_moves_to_list_are_played() {
    let question = ["outcome", "kayles", "1000000000000000000", "--moves"];
    let told = String::from_utf8(farstar(&question, "").stdout).expect("a text");
    assert!(told.contains("Left wins by   1+999999999999999997\n               7+"), "{told}");
    assert!(
        told.ends_with("\nmoves          perhaps more win: not all were looked at\n"),
        "{told}"
    );
    // beside a game that is no nimber: ±1 in place of *1, to which no move in the heap is an answer
    let sum = ["outcome", "kayles", "1000000000000000000", "+", "domineering", "2x2", "--json"];
    let told = String::from_utf8(farstar(&sum, "").stdout).expect("a text");
    assert!(told.contains("\"outcome\":\"N\"") && !told.contains("\"in\":0"), "{told}");
    let game = farstar(
        &["play", "kayles", "1000000000000000000"],
        "5+6\nhint\n1+999999999999999997\n0\nmoves\nquit\n",
    );
    let told = String::from_utf8(game.stdout).expect("a text");
    for part in [
        "There are too many moves to list: type what yours leaves, such as 999999999999999999.\n",
        "No move of Left leaves 5+6.\nThese moves win: 1+999999999999999997 7+999999999999999991 ",
        "  1+999999999999999997\nRight plays 999999999999999997\n",
        "No move of Left leaves 0.\n",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    // the program takes a heap of 0.3F in two
    let game = ["play", "0.3F", "1000000000000000000", "--first", "right"];
    let told = String::from_utf8(farstar(&game, "quit\n").stdout).expect("a text");
    assert!(told.contains("Right plays 499999999999999999+499999999999999999\n"), "{told}");
    // heaps of which a theorem tells who wins, or their values
    for (game, heap, wins) in [
        (
            "wythoff",
            "(1618033988749894848,2618033988749894850)",
            "(1618033988749894848,2618033988749894848)",
        ),
        ("fibonacci-nim", "(1000000000000000000,3)", "(999999999999999998,2)"),
        ("two-heap-nim", "(1000000000000000000,5)", "(5,5)"),
    ] {
        let told = farstar(&["outcome", game, heap, "(0,0)"], "").stdout;
        let told = String::from_utf8(told).expect("a text");
        assert!(told.contains(&format!("Left wins by   1: {wins}\n")), "{told}");
        let told = farstar(&["play", game, heap, "--first", "right"], "why\nquit\n").stdout;
        let told = String::from_utf8(told).expect("a text");
        assert!(told.contains(&format!("Right plays {wins}\n")), "{told}");
        assert!(
            told.contains("There are too many moves to list") || game == "two-heap-nim",
            "{told}"
        );
    }
    // what a move leaves is typed where moves are numbered too
    let told =
        String::from_utf8(farstar(&["play", "nim", "3+4"], "3+3\nq\n").stdout).expect("a text");
    assert!(told.contains("\n  3+3\nRight plays "), "{told}");
    let told = farstar(&["problem", "play", "bash", "1"], "1 → 0\n").stdout;
    assert!(String::from_utf8_lossy(&told).ends_with("No move is left: you win.\n"));
}

#[test]
fn the_shell_answers_line_by_line() {
    let run = farstar(
        &["shell", "--no-history"],
        "1 + 1\ng := {2|\n1}\ng.Mean\n{3|2|1}\nhelp Mean\nquit\n",
    );
    let text = String::from_utf8_lossy(&run.stdout).into_owned();
    let answers: Vec<_> = text.lines().collect();
    assert!(
        answers.contains(&"2") && answers.contains(&"{2|1}") && answers.contains(&"3/2"),
        "{text}"
    );
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
}

#[test]
fn the_shell_helps_with_methods_rulesets_and_words() {
    let input = "help Mean\nhelp clobber\nhelp tiny\nhelp rulesets\nhelp xyzzy\n";
    let run = farstar(&["shell", "--no-history"], input);
    let said = String::from_utf8(run.stdout).unwrap();
    for part in [
        "{3||2|1}.Mean  →  9/4",
        "Left:  XO -> .X straight",
        "    Tiny(",
        "\nToppling Dominoes ",
        "Nothing is called `xyzzy`",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[test]
fn full_width_signs_are_read() {
    assert_run(&["eval", "｛１｜－１｝＋↑", "（１＋２）×３", "\"，\""], "", "{1^|-1^}\n9\n，\n", 0);
    assert_run(&["nim", "mul", "１６", "16"], "", "24\n", 0);
    let value = |size: &str| farstar(&["value", "domineering", size], "").stdout;
    assert_eq!(value("２ｘ３"), value("2x3"));
}

#[test]
fn why_is_told_by_nim_sums_stops_and_replies() {
    let run = farstar(&["value", "nim", "3+4+5", "--why"], "");
    let told = String::from_utf8_lossy(&run.stdout).into_owned();
    let why = told.split_once("why            ").expect("it is told why").1;
    assert!(
        why.starts_with(
            "011   3   the Grundy value of 3\n               100   4   the Grundy value of 4\n               \
             101   5   the Grundy value of 5\n               010   2   their nim sum\n"
        ),
        "{told}"
    );
    assert!(why.contains("1+4+5 wins: 1 ⊕ 4 ⊕ 5 = 0 in the place of 2\n"), "{told}");
    assert_run(
        &["play", "domineering", "2x2"],
        "why\nquit\n",
        "You are Left. A number moves; hint, why, moves, undo, help, quit.\n\n     1  2\n  1  .  .\n  2  .  .\n   1  .#|.#\n   2  #.|#.\n\
         the Left stop 1 is above 0: Left wins if she begins\nthe Right stop -1 is below 0: Right wins if he begins\n\
         Left wins by .#|.#: it leaves 1, not below 0 nor confused with it\nLeft wins by #.|#.: it leaves 1, not below 0 nor confused with it\n\
         Right wins by ..|##: it leaves -1, not above 0 nor confused with it\nRight wins by ##|..: it leaves -1, not above 0 nor confused with it\n",
        0,
    );
}

#[test]
fn a_text_is_printed_as_it_stands_and_in_a_list_as_it_is_typed() {
    let results = "\\{3\\mid 1\\}\n[\"\\\\frac{1}{2}\"]\n";
    assert_run(&["eval", "latex({3|1})", "[latex(1/2)]"], "", results, 0);
    let json = String::from_utf8(farstar(&["eval", "--json", "latex(^)"], "").stdout).unwrap();
    assert!(json.contains(r#""value":"\"{\\\\uparrow}\"""#), "{json}");
}
