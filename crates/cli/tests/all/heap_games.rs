//! `farstar grundy`, `farstar period`, and `farstar check` of certificates.

use crate::program::{assert_run, farstar, path};
use serde_json::Value;

/// The value of Kayles by its definition: take one or two of a row, which may split it.
fn kayles(most: usize) -> Vec<u64> {
    let mut values: Vec<u64> = Vec::new();
    for heap in 0..=most {
        let mut options = Vec::new();
        for taken in 1..=2.min(heap) {
            let rest = heap - taken;
            options.extend((0..=rest).map(|left| values[left] ^ values[rest - left]));
        }
        values.push((0..).find(|v| !options.contains(v)).expect("a number is left"));
    }
    values
}

fn json(arguments: &[&str]) -> Value {
    let run = farstar(arguments, "");
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{text:?}: {e}"))
}

#[test]
fn values_are_those_of_the_definition() {
    let expected = kayles(300);
    for game in ["kayles", "0.77", "splittles 1,2"] {
        let answer = json(&["grundy", game, "--to", "300", "--json"]);
        assert_eq!(answer["game"], game);
        assert_eq!(answer["values"], serde_json::json!(expected));
    }
}

#[test]
fn values_come_on_one_line_or_on_many() {
    let messages = assert_run(&["grundy", "kayles", "--to", "5"], "", "0 1 2 3 1 4\n", 0);
    assert!(messages.contains("kayles (0.77): "), "{messages}");
    assert_run(&["grundy", "nim", "--from", "3", "--to", "5", "--lines"], "", "3 3\n4 4\n5 5\n", 0);
    let words = ["grundy", "subtraction", "1,3,4", "--to", "7"];
    assert_run(&words, "", "0 1 0 1 2 3 2 0\n", 0);
}

#[test]
fn coin_games_count_places_from_one() {
    assert_run(&["grundy", "mock-turtles", "--to", "6"], "", "0 1 2 4 7 8 11\n", 0);
    assert_run(&["grundy", "turning", "1+C", "--to", "8"], "", "0 1 2 1 4 1 2 1 8\n", 0);
}

#[test]
fn games_on_two_numbers_are_tables() {
    assert_run(&["grundy", "wythoff", "--to", "2"], "", "0 1 2\n1 2 0\n2 0 1\n", 0);
    let answer = json(&["grundy", "wythoff", "2", "--to", "1", "--json"]);
    // The queen of 2-Wythoff moves to (0, 0) from (1, 1), from (0, 1) and from (1, 0).
    assert_eq!(answer["values"], serde_json::json!([[0, 1], [1, 2]]));
}

#[test]
fn a_long_sequence_is_streamed() {
    // Beyond 2^24 heaps nothing is kept; 0.106 has values below 32.
    let words = ["grundy", "0.106", "--from", "17999998", "--to", "18M", "--lines"];
    let run = farstar(&words, "");
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    let heaps: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(heaps, ["17999998", "17999999", "18000000"]);
    assert!(String::from_utf8_lossy(&run.stderr).contains("a stream that keeps"));
}

/// A file of values is killed while it grows and gone on with: it is what one run writes.
#[test]
fn a_file_of_values_goes_on_where_it_was_killed() {
    let file = path("values.txt");
    let state = path("values.txt.state");
    for old in [&file, &state] {
        let _ = std::fs::remove_file(old);
    }
    let name = file.to_str().unwrap();
    let words = |to: &'static str| ["grundy", "0.106", "--to", to, "--into", name];
    let until = |bytes: u64| {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_farstar"))
            .args(words("4M"))
            .stderr(std::process::Stdio::null())
            .spawn()
            .unwrap();
        let length = || std::fs::metadata(&file).map_or(0, |data| data.len());
        while length() < bytes && child.try_wait().unwrap().is_none() {
            std::thread::yield_now();
        }
        child.kill().unwrap();
        child.wait().unwrap();
    };
    // before there is a state, and behind one
    until(1000);
    assert_run(&words("1500000"), "", "", 0);
    let saved = std::fs::metadata(&file).unwrap().len();
    until(saved + 1);
    let half = std::fs::read(&file).unwrap();
    assert!(half.len() as u64 >= saved);
    assert!(assert_run(&words("2000000"), "", "", 0).contains("goes on from heap 1500001"));
    let wanted = farstar(&["grundy", "0.106", "--to", "2000000", "--lines"], "").stdout;
    assert!(std::fs::read(&file).unwrap() == wanted);
    // a state of another game, a file without its state, a file that was cut short
    let other = ["grundy", "kayles", "--to", "3M", "--into", name];
    assert!(assert_run(&other, "", "", 1).contains("the state of the game"));
    assert!(std::fs::read(&file).unwrap() == wanted);
    std::fs::write(&file, "0 0\n").unwrap();
    assert!(assert_run(&words("3M"), "", "", 1).contains("shorter than it was"));
    std::fs::remove_file(&state).unwrap();
    assert!(assert_run(&words("3M"), "", "", 1).contains("without its state"));
    assert_eq!(std::fs::read(&file).unwrap(), b"0 0\n");
}

#[test]
fn a_checkpoint_goes_on_where_it_stopped() {
    let state = path("106.state");
    let state = state.to_str().expect("UTF-8");
    let whole = farstar(&["grundy", "0.106", "--to", "1200000", "--lines"], "");
    let first =
        farstar(&["grundy", "0.106", "--to", "900000", "--lines", "--checkpoint", state], "");
    let again =
        ["grundy", "0.106", "--to", "1200000", "--lines", "--checkpoint", state, "--resume"];
    let second = farstar(&again, "");
    assert!(String::from_utf8_lossy(&second.stderr).contains("goes on from heap 900001"));
    assert!(whole.stdout == [first.stdout, second.stdout].concat(), "the halves are the whole");
    let messages = assert_run(&again[..again.len() - 1], "", "", 1);
    assert!(messages.contains("--resume"), "{messages}");
    std::fs::write(state, b"FSHEAPS1 but nothing more").expect("written");
    assert!(assert_run(&again, "", "", 1).contains("not a checkpoint"));
}

#[test]
fn a_search_for_a_period_goes_on_where_it_stopped() {
    let state = path("106.search");
    let state = state.to_str().expect("UTF-8");
    let words = |game, to, resume: bool| {
        let words = ["period", game, "--to", to, "--checkpoint", state, "--resume"];
        words[..if resume { 7 } else { 6 }].to_vec()
    };
    assert_run(&words("0.106", "700000", false), "", "0.106: no period in 700001 heaps\n", 3);
    assert!(assert_run(&words("0.106", "800000", false), "", "", 1).contains("--resume"));
    let told =
        assert_run(&words("0.106", "900000", true), "", "0.106: no period in 900001 heaps\n", 3);
    assert!(told.contains("goes on from heap 700001"), "{told}");
    let other = assert_run(&words("0.56", "900000", true), "", "", 1);
    assert!(other.contains("the state of the game 0.106"), "{other}");
    std::fs::remove_file(state).expect("written");
    // Gangolli and Plambeck (1989)
    let found = farstar(&words("0.56", "3M", false), "");
    let found = String::from_utf8_lossy(&found.stdout).into_owned();
    assert!(found.starts_with("0.56: period 144, preperiod 326640, saltus 0\nproved by the state"));
    let again = farstar(&[&words("0.56", "3M", true)[..], &["--json"]].concat(), "");
    let again: Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!((&again["period"], &again["exceptions"]), (&144.into(), &Value::Null));
    std::fs::write(state, b"FSPERIO1 but nothing more").expect("written");
    assert!(assert_run(&words("0.56", "3M", true), "", "", 1).contains("not a checkpoint"));
    assert_run(&["period", "nim", "--checkpoint", state, "--certificate", "c"], "", "", 2);
    assert_run(&["period", "wythoff-powers", "--checkpoint", state], "", "", 1);
}

#[test]
fn limits_stop_a_sequence_and_keep_what_is_known() {
    let run = farstar(&["grundy", "0.007", "--to", "1G", "--limit-nodes", "9000", "--json"], "");
    assert_eq!(run.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&run.stdout).expect("JSON");
    assert!(answer["values"].as_array().expect("a list").len() >= 8000);
    assert!(answer["stopped"].is_string());
}

#[test]
fn wrong_games_are_told() {
    assert!(
        assert_run(&["grundy", "kayle", "--to", "9"], "", "", 1).contains("did you mean 'Kayles'?")
    );
    assert_run(&["grundy", "kayles"], "", "", 2);
    assert_run(&["grundy", "kayles", "--from", "5", "--to", "4"], "", "", 2);
    assert_run(&["grundy", "0.7_", "--to", "9"], "", "", 1);
    assert_run(&["grundy", "kayles", "--to", "18446744073709551615"], "", "", 2);
    assert_run(&["period", "wythoff"], "", "", 1);
}

#[test]
fn periods_are_proved() {
    let answer = json(&["period", "kayles", "--json"]);
    for (key, expected) in [("period", 12), ("preperiod", 71), ("saltus", 0), ("exceptions", 14)] {
        assert_eq!(answer[key], expected, "{key}");
    }
    assert_eq!(answer["proof"]["theorem"], "guy-smith");
    // The first arithmetic periods Austin (1976): 0.8 is Nim with three of each heap.
    let run = farstar(&["period", "triplicate-nim"], "");
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    assert!(text.starts_with("triplicate-nim (0.8): period 3, preperiod 1, saltus 1"), "{text}");
}

#[test]
fn what_is_not_proved_is_not_called_a_period() {
    let run = farstar(&["period", "ruler", "--to", "200"], "");
    assert_eq!(run.status.code(), Some(3));
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    assert!(text.contains("no period in 201 heaps"), "{text}");
    // Turning one to five neighbours: the values repeat, and no theorem is at hand.
    let answer = json(&["period", "turning", "1-5C", "--to", "300", "--json"]);
    assert!(answer["period"].is_null() && answer["proof"].is_null());
    assert_eq!(answer["observed"]["repetition"], 4);
    let answer = json(&["period", "0.007", "--json", "--limit-nodes", "5000"]);
    assert!(answer["stopped"].is_string() && answer["period"].is_null());
}

#[test]
fn certificates_are_checked_and_changes_are_found() {
    let file = path("dawson.txt");
    let name = file.to_str().expect("UTF-8");
    let run = farstar(&["period", "0.07", "--certificate", name], "");
    assert_eq!(run.status.code(), Some(0));
    assert_run(&["check", name], "", "1 passed, 0 failed\n", 0);
    let text = std::fs::read_to_string(&file).expect("written");
    let lines: Vec<&str> = text.lines().collect();
    for changed in 1..lines.len() {
        let (key, value) = lines[changed].split_once(' ').expect("a key and a value");
        if key.starts_with("sparse") {
            // Hints only: any of them gives the same values.
            continue;
        }
        let other = match value {
            "0.07" => "0.077".to_owned(),
            "guy-smith" => "last-values".to_owned(),
            _ => format!("{value}1"),
        };
        let mut mutated = lines.clone();
        let line = format!("{key} {other}");
        mutated[changed] = &line;
        std::fs::write(&file, mutated.join("\n")).expect("written");
        let run = farstar(&["check", name], "");
        assert_eq!(run.status.code(), Some(4), "{line}");
        assert!(String::from_utf8_lossy(&run.stdout).ends_with("0 passed, 1 failed\n"), "{line}");
    }
}

#[test]
fn rules_of_ones_own_have_sequences_and_proofs() {
    let file = path("mine.game");
    let name = file.to_str().expect("UTF-8");
    let text = "game Pins\nheap n\nBoth: (n) -> (i) + (n-k-i) for k in 1..2, i in 0..n-k\n\n\
                game Halves\nheap n\nBoth: (n) -> (n/2) if n > 0\n\n\
                game Queen\nheap a b\nBoth: (a,b) -> (a-k,b) for k in 1..a\n      (a,b) -> (a,b-k) for k in 1..b\n      (a,b) -> (a-k,b-k) for k in 1..min(a,b)\n";
    std::fs::write(&file, text).expect("written");
    assert_run(&["grundy", "--rules", name, "pins", "--to", "5"], "", "0 1 2 3 1 4\n", 0);
    // half of an even heap: the value of n is the parity of the twos in it
    let halves = ["grundy", "--rules", name, "halves", "--to", "9"];
    let played = assert_run(&halves, "", "0 0 1 0 0 0 1 0 1 0\n", 0);
    assert!(played.contains("naive"), "{played}");
    assert_run(&["grundy", "--rules", name, "queen", "--to", "2"], "", "0 1 2\n1 2 0\n2 0 1\n", 0);
    let answer = json(&["period", "--rules", name, "pins", "--json"]);
    assert_eq!((&answer["period"], &answer["proof"]["theorem"]), (&12.into(), &"guy-smith".into()));
    let answer = json(&["period", "--rules", name, "halves", "--json", "--to", "300"]);
    assert!(answer["period"].is_null() && answer["proof"].is_null());
}

#[test]
fn what_is_not_played_on_heaps_is_told() {
    let grid = assert_run(&["grundy", "clobber", "--to", "9"], "", "", 1);
    assert!(grid.contains("Clobber is played on a grid, not on heaps"), "{grid}");
    let strip = assert_run(&["grundy", "treblecross", "--to", "9"], "", "", 1);
    assert!(strip.contains("the heap n + 2 of 0.007"), "{strip}");
    let cakes = assert_run(&["grundy", "cutcake", "--to", "9"], "", "", 1);
    assert!(cakes.contains("partizan"), "{cakes}");
    assert!(assert_run(&["period", "misere nim"], "", "", 1).contains("misère"));
}

#[test]
fn laws_become_theorems_whose_certificates_are_checked() {
    let file = path("lasker.cert");
    let name = file.to_str().expect("UTF-8");
    let run = farstar(&["find", "laskers-nim", "--to", "60", "--prove", "--certificate", name], "");
    let told = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(told.starts_with("Theorem (all n)  period 4, saltus 4 from 1 on"), "{told}");
    assert_run(&["check", name], "", "1 passed, 0 failed\n", 0);
    let text = std::fs::read_to_string(&file).expect("written");
    std::fs::write(&file, text.replace("laskers", "x").replace("1..n-1", "1..n-2"))
        .expect("written");
    assert_eq!(farstar(&["check", name], "").status.code(), Some(4));
    let answer = json(&["find", "wythoff", "--outcomes", "--prove", "--json"]);
    assert_eq!(answer["proof"]["status"], "theorem", "{answer}");
    // Grundy's game has no law that is known
    let run = farstar(&["find", "grundys-game", "--to", "100", "--seconds", "1", "--prove"], "");
    assert!(!String::from_utf8_lossy(&run.stdout).contains("Theorem"));
}

#[test]
fn laws_are_written_for_elsewhere() {
    let folder = std::env::temp_dir().join(format!("farstar-as-{}", std::process::id()));
    let name = folder.to_str().expect("a path");
    let told =
        |arguments: &[&str]| String::from_utf8(farstar(arguments, "").stdout).expect("UTF-8");
    // programs have no more than they call
    let certificate = path("kayles.cert");
    let name_of = certificate.to_str().expect("a path");
    let proved = told(&["find", "kayles", "--prove", "--as", "python", "--certificate", name_of]);
    assert!(proved.contains("# A theorem: proved from the rules, for all n.\n"), "{proved}");
    assert_run(&["check", name_of], "", "1 passed, 0 failed\n", 0);
    // and it is told what is proved
    let run = farstar(&["check", name_of], "");
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(said.contains("kayles.cert: ") && said.contains("0.77"), "{said}");
    let found = told(&["find", "kayles", "--as", "python"]);
    assert!(found.contains("# A conjecture: found on "), "{found}");
    let latex = farstar(&["find", "wythoff", "--outcomes", "--prove", "--as", "latex"], "");
    assert!(
        String::from_utf8_lossy(&latex.stderr).contains("\nTheorem (all n)  automaton of 8 states")
    );
    let python = told(&["find", "laskers-nim", "--to", "60", "--as", "python"]);
    assert!(python.contains("def value(n):") && !python.contains("def nim_mul"), "{python}");
    assert!(told(&["find", "nim", "--to", "60", "--as", "rust"]).contains("fn main()"));
    assert_eq!(told(&["find", "0.3", "--as", "text"]), "odd(n)\n");
    // the theorem as a folder: every sentence is one command
    let run = farstar(&["find", "laskers-nim", "--to", "60", "--as", "walnut", "-o", name], "");
    assert!(String::from_utf8_lossy(&run.stdout).starts_with("Theorem (all n)"));
    let commands = folder.join("Command Files/lasker_s_nim.txt");
    let commands = std::fs::read_to_string(commands).expect("written");
    assert_eq!(commands.lines().filter(|line| line.starts_with("eval ")).count(), 8);
    let law = std::fs::read_to_string(folder.join("Automata Library/lasker_s_nim_g.txt"));
    assert!(law.expect("written").starts_with("msd_2 msd_2\n\n0 1\n0 0 -> 0\n"));
    std::fs::remove_dir_all(&folder).expect("the folder is gone");
    // what cannot be
    // all columns are held against larger heaps, where Left and Right move differently too
    let cakes = told(&["find", "maundy-cake", "--to", "9", "--verify", "0.5"]);
    assert!(cakes.starts_with("Conjecture") && !cakes.contains(", verified on 0 more"), "{cakes}");
    let run = farstar(&["find", "nim", "--as", "fortran"], "");
    assert!(String::from_utf8_lossy(&run.stderr).contains("expected one of text, latex, rust"));
    assert_eq!(farstar(&["find", "nim", "--leaves", "sin"], "").status.code(), Some(2));
}

#[test]
fn theorems_tell_of_heaps_of_any_size() {
    let told =
        |arguments: &[&str]| String::from_utf8(farstar(arguments, "").stdout).expect("UTF-8");
    let answer = json(&["outcome", "--json", "--explain", "wythoff", "(809016994,1309016994)"]);
    // ⌊5·10^8 (1 + √5)/2⌋ = 809016994
    assert_eq!(answer["outcome"], "P", "{answer}");
    assert_eq!(answer["left_starts"]["proof"], "formula");
    let law = "Wythoff: a theorem decided from the rules, for heaps of any size";
    assert!(answer["reasons"].as_array().is_some_and(|all| all.contains(&law.into())), "{answer}");
    assert_eq!(json(&["outcome", "--json", "wythoff", "(809016994,1309016995)"])["outcome"], "N");
    // what can be listed is listed
    let near = json(&["outcome", "--json", "wythoff", "(1000,1500)"]);
    let moves = near["left_starts"]["moves"].as_array().expect("moves");
    let winning: Vec<&Value> = moves.iter().filter(|one| one["wins"] == true).collect();
    assert_eq!((near["left_starts"]["all_moves"] == true, moves.len()), (true, 3500));
    // (809,1309), (927,1500), (1000,618)
    assert_eq!(winning.len(), 3, "{winning:?}");
    assert!(told(&["laws"]).contains("Wythoff"));
    // a theorem of one's own, from a folder
    let folder = std::env::temp_dir().join(format!("farstar-laws-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    // one heap, or one token of each: Nimhoff's, worth 3·(a div 3 xor b div 3) + (a + b) mod 3
    let text = "game Hoff\nheap a b\nBoth: (a,b) -> (k,b) for k in 0..a-1\n (a,b) -> (a,k) for k in 0..b-1\n (a,b) -> (a-1,b-1)\n";
    let (rules, certificate, own) = (path("half.game"), path("half.cert"), path("own"));
    std::fs::write(&rules, text).expect("written");
    let question = ["value", "--rules", &rules, "(2000000000,4)"];
    assert_ne!(farstar(&question, "").status.code(), Some(0), "too many moves");
    let found = [
        "find",
        "--rules",
        &rules,
        "--to",
        "20",
        "--class",
        "automata",
        "--prove",
        "--certificate",
        &certificate,
    ];
    assert!(told(&found).contains("Theorem (all n)"));
    assert_eq!(farstar(&["laws", &certificate, "--laws", &own], "").status.code(), Some(0));
    let question = [&question[..], &["--laws", &own]].concat();
    assert!(told(&question).starts_with("value          *2000000001\n"), "{}", told(&question));
    // what the referee refuses tells nothing
    let text = std::fs::read_to_string(&certificate).expect("a certificate");
    std::fs::write(folder.join("own/half.cert"), text.replace("in 0..b-1", "in 1..b-1"))
        .expect("written");
    assert_eq!(farstar(&["laws", "--laws", &own], "").status.code(), Some(4));
    std::fs::remove_dir_all(&folder).expect("the folder is gone");
}

#[test]
fn theorems_on_heaps_of_one_number_tell_of_any_heap() {
    let told = |words: &[&str]| {
        let output = farstar(words, "");
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        String::from_utf8(output.stdout).expect("it is text")
    };
    let folder = std::env::temp_dir().join(format!("farstar-single-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    let (rules, certificate, own) = (path("single.game"), path("single.cert"), path("own"));
    // worth n mod 3, and Left alone takes three
    for (text, asked, wanted) in [
        (
            "game S\nheap n\nBoth: (n) -> (n-k) for k in 1..n if k mod 3 != 0\n",
            &[][..],
            ["value          *\n", "N: who begins wins"],
        ),
        (
            "game S\nheap n\nLeft: (n) -> (n-k) for k in 1..n if k mod 2 = 1\nRight: (n) -> (n-2)\n",
            &["--outcomes"],
            ["", "L: Left wins, whoever begins"],
        ),
    ] {
        std::fs::write(&rules, text).expect("written");
        let found = ["find", "--rules", &rules, "--prove", "--certificate", &certificate];
        let found = told(&[&found, asked].concat());
        assert!(found.contains("Theorem (all n)"), "{found}");
        told(&["laws", &certificate, "--laws", &own]);
        let question = |word| [word, "--rules", &rules, "1000000000000000003", "--laws", &own];
        let [value, outcome] = wanted;
        assert!(value.is_empty() || told(&question("value")).starts_with(value));
        assert!(told(&question("outcome")).contains(outcome), "{}", told(&question("outcome")));
    }
    std::fs::remove_dir_all(&folder).expect("the folder is gone");
    // with 0 no move wins, however many there are
    let lost = farstar(&["value", "wythoff", "(1618033988749894848,2618033988749894848)"], "");
    let lost = String::from_utf8(lost.stdout).expect("it is text");
    assert!(lost.contains("Left wins by   no move\n"), "{lost}");
}
