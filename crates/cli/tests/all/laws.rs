//! `docs/laws.md`: which rules of the catalogue are found and proved from the rules of the games alone.
//!
//! `FARSTAR_WRITE_PAGES=1 cargo test --release -p farstar-cli --test all laws::` writes it anew.

use crate::program::farstar;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// Asked anew by the test; the others take seconds.
const QUICK: [&str; 8] = [
    "nim",
    "turning-turtles",
    "staircase-nim",
    "ruler",
    "moore",
    "candy-piles",
    "twenty-coins",
    "rectangles-h",
];

const HEAD: &str = "# Laws of the catalogue

Entries of [the catalogue](catalogue.md) whose rule is a closed form in the numbers of a position, and what `farstar find --prove` makes of the rules of the game alone: no rule is told to it, and none is looked up.
The commands run in the folder `docs/laws`, which holds the rules that are not built in. A law is *found* if it gives back every cell of the table and every cell held back (a conjecture), *proved* if it is a theorem for all
heaps with a certificate that the referee has accepted. Several laws in one row are those of the columns of the values: numbers and nimbers, or stops. The time is wall time of the whole process in seconds. This page is generated.

| entry | `farstar find …` | found | proved | law | s |
|---|---|---|---|---|---|
";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/laws")
}

/// The words of a line, single quotes around those with blanks.
fn words(line: &str) -> Vec<String> {
    let part = |(i, part): (usize, &str)| match i % 2 {
        1 => vec![part.to_owned()],
        _ => part.split_whitespace().map(str::to_owned).collect(),
    };
    line.split('\'').enumerate().flat_map(part).collect()
}

/// What is told of a command, an object a line.
fn asked(command: &str, more: &[&str]) -> Vec<Value> {
    let run = Command::new(env!("CARGO_BIN_EXE_farstar"))
        .current_dir(folder())
        .args(["find", "--json", "--limit-time", "120s"])
        .args(words(command))
        .args(more)
        .output()
        .unwrap();
    assert_ne!(run.status.code(), Some(2), "{command}: {}", String::from_utf8_lossy(&run.stderr));
    let lines = String::from_utf8(run.stdout).unwrap();
    lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn is_conjecture(told: &Value) -> bool {
    told["laws"][0]["status"] == "conjecture"
}

/// A row of the page but for its time: whether a law was found of each column, whether it was proved, and the row.
fn row(entry: &str, command: &str, why: &str) -> (bool, bool, String) {
    if command == "-" {
        return (false, false, format!("| {entry} | {why} | – | – | |"));
    }
    // what has no Grundy values and no winners is not proved
    let mut told = asked(command, &["--prove"]);
    if told.is_empty() {
        told = asked(command, &[]);
    }
    let is_proved = told.iter().any(|one| one["proof"]["status"] == "theorem");
    if command.contains("--outcomes") && !is_proved {
        // what heaps are worth is asked behind that, and another law
        told.truncate(1);
    }
    let is_found = is_proved || !told.is_empty() && told.iter().all(is_conjecture);
    let law = |one: &Value| {
        let law = match is_proved {
            true => one["proof"]["law"].as_str(),
            false if is_conjecture(one) => one["laws"][0]["law"].as_str(),
            false => None,
        };
        let of = one["of"].as_str().map_or(String::new(), |of| format!("{of}: "));
        format!(
            "{of}{}",
            law.map_or("–".to_owned(), |law| format!("`{}`", law.replace('|', "\\|")))
        )
    };
    let laws: Vec<String> = told.iter().map(law).collect();
    let word = |is: bool| if is { "yes" } else { "no" };
    let command = command.replace('|', "\\|");
    let row = format!(
        "| {entry} | `{command}` | {} | {} | {} |",
        word(is_found),
        word(is_proved),
        laws.join("; ")
    );
    (is_found, is_proved, row)
}

#[test]
fn the_page_of_laws_is_up_to_date() {
    let entries = std::fs::read_to_string(folder().join("entries.tsv")).unwrap();
    let entries: Vec<Vec<&str>> = entries
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    let page = folder().join("../laws.md");
    if std::env::var_os("FARSTAR_WRITE_PAGES").is_some() {
        let (mut rows, mut found, mut proved) = (String::new(), 0, 0);
        for one in &entries {
            let start = Instant::now();
            let told = row(one[0], one[1], one.get(2).unwrap_or(&""));
            let seconds = start.elapsed().as_secs_f64();
            found += usize::from(told.0);
            proved += usize::from(told.1);
            rows.push_str(&match one[1] {
                "-" => format!("{} |\n", told.2),
                _ => format!("{} {seconds:.1} |\n", told.2),
            });
        }
        let all = entries.len();
        let tail = format!(
            "\n{found} of {all} are found ({} %), {proved} are proved ({} %).\n",
            100 * found / all,
            100 * proved / all
        );
        std::fs::write(&page, format!("{HEAD}{rows}{tail}")).unwrap();
    }
    let page = std::fs::read_to_string(&page).unwrap();
    let rows = page.strip_prefix(HEAD).expect("the head of the page");
    let rows: Vec<&str> = rows.lines().take_while(|line| line.starts_with('|')).collect();
    assert_eq!(rows.len(), entries.len(), "a row for each entry");
    for (there, one) in rows.iter().zip(&entries) {
        let begins = format!("| {} | ", one[0]);
        assert!(there.starts_with(&begins), "{there}");
        if QUICK.contains(&one[0]) {
            let (.., row) = row(one[0], one[1], "");
            assert!(there.starts_with(&row), "docs/laws.md is out of date: {row}");
        }
    }
}

#[test]
fn entries_of_the_page_are_in_the_catalogue() {
    let entries = std::fs::read_to_string(folder().join("entries.tsv")).unwrap();
    for line in entries.lines().filter(|line| !line.starts_with('#')) {
        let entry = line.split('\t').next().unwrap();
        let run =
            Command::new(env!("CARGO_BIN_EXE_farstar")).args(["problem", "show", entry]).output();
        assert!(run.unwrap().status.success(), "{entry}");
    }
}

#[test]
fn entries_without_a_text_are_tabulated_by_play() {
    let told = asked("staircase-nim", &[]);
    assert_eq!(told[0]["laws"][0]["law"], "a xor c");
    // by the id; the name is that of a ruleset
    let told = asked("I04", &["--to", "4"]);
    assert!(told[0]["laws"][0]["status"] == "conjecture", "{told:?}");
    // what cannot be proved says so
    let run = Command::new(env!("CARGO_BIN_EXE_farstar"))
        .args(["find", "staircase-nim", "--prove"])
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(2));
    let why = String::from_utf8_lossy(&run.stderr);
    assert!(why.contains("the moves of this game have no text to be proved from"), "{why}");
}

#[test]
fn cells_of_which_nothing_is_proved_have_conjectures() {
    let told = |words: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_farstar"));
        let run = command.arg("find").args(words.split(' ')).arg("--prove").output().unwrap();
        assert_eq!(run.status.code(), Some(0), "{words}: {run:?}");
        String::from_utf8(run.stdout).unwrap()
    };
    for (words, beginning, why) in [
        ("cram --cells 1x{0} --box 1..200", "Theorem (all n)  period 34 from 53", "heaps"),
        ("partizan-take-away --cells ({0},1,3) --box 0..40", "integer:\nTheorem", "period 4"),
        ("wythoff --cells ({0},3) --box 0..99", "Conjecture", "moves change the numbers"),
        ("nim --cells {0}+{1} --box 0..9,0..9", "Conjecture  a xor b", "single heaps"),
        ("cram --cells 2x{0} --box 1..6", "Conjecture  odd(n)", "single rows"),
        // the law of all heaps is asked then
        ("grid-col --cells 1x{0} --box 1..9", "number:\nConjecture", "number, times 2:\nTheorem"),
        ("clobber --cells 1x{0} --box 1..9", "", "rows are no heaps"),
        ("konane --cells (XO)*{0}. --box 1..9", "Conjecture  n\n", "rows are no heaps"),
        (
            "amazons --cells X.*nO --box 1..9",
            "Left stop:\nConjecture  period 1, saltus 1 from 1 on: (0)\n",
            "Right stop",
        ),
    ] {
        let told = told(words);
        assert!(told.starts_with(beginning) && told.contains(why), "{words}\n{told}");
    }
}

#[test]
fn of_misere_positions_it_is_told_who_wins() {
    // nobody can move, and so who begins wins; the value of normal play is 0
    let mut command = Command::new(env!("CARGO_BIN_EXE_farstar"));
    let cells = ["misere impartial clobber", "--cells", "(.)*{0}X", "--box", "1..8"];
    let run = command.arg("find").args(cells).output().unwrap();
    let told = String::from_utf8(run.stdout).unwrap();
    assert!(told.starts_with("Conjecture  1\n"), "{told}");
}

#[test]
fn certificates_of_periods_are_none_of_theorems_to_be_added() {
    let path = std::env::temp_dir().join(format!("farstar-period-{}.cert", std::process::id()));
    let path = path.to_str().unwrap();
    let run =
        |words: &[&str]| Command::new(env!("CARGO_BIN_EXE_farstar")).args(words).output().unwrap();
    let found = run(&["find", "kayles", "--prove", "--certificate", path]);
    assert!(found.status.success(), "{found:?}");
    let added = run(&["laws", path, "--laws", &format!("{path}.folder")]);
    let why = String::from_utf8(added.stderr).unwrap();
    assert_eq!(added.status.code(), Some(1));
    assert!(why.contains("the certificate of a period, which `farstar check` reads"), "{why}");
    std::fs::remove_file(path).unwrap();
}

#[test]
fn what_was_proved_tells_of_heaps_of_any_size() {
    let own = std::env::temp_dir().join(format!("farstar-own-{}", std::process::id()));
    std::fs::create_dir_all(&own).unwrap();
    let run = |words: &[&str]| {
        let run = Command::new(env!("CARGO_BIN_EXE_farstar"))
            .current_dir(folder())
            .args(words)
            .env("FARSTAR_CACHE", "")
            .output()
            .unwrap();
        assert!(run.status.success(), "{words:?}: {run:?}");
        String::from_utf8(run.stdout).unwrap()
    };
    let laws = own.to_str().unwrap();
    let product = run(&["nim", "mul", "1000000007", "16"]);
    // what is left when k with k² ≥ 4s is taken as often as may be
    let next = |&s: &u64| Some(s).filter(|&s| s > 3).map(|s| s - (4 * s - 1).isqrt() - 1);
    let times = std::iter::successors(Some(1_000_000_007), next).count() - 1;
    for (rules, find, law, position, value) in [
        (
            "nim-product.game",
            &["--to", "16"][..],
            "nimmul(a, b)",
            "(1000000007,16)",
            product.trim(),
        ),
        ("real-factor.game", &[], "f(s - sqrt(", "1000000007", &times.to_string()),
    ] {
        let file = own.join(format!("{rules}.cert"));
        let path = file.to_str().unwrap();
        let find = [&["find", "--rules", rules, "--prove", "--certificate", path], find].concat();
        let told = run(&find);
        assert!(told.contains(&format!("Theorem (all n)  {law}")), "{told}");
        assert!(run(&["check", path]).contains("1 passed"));
        let told = run(&["value", "--rules", rules, position, "--laws", laws, "--json"]);
        assert!(told.contains(&format!("*{value}\"")), "{told} {value}");
        // its moves are too many to list, which is no failure
        let told = run(&["value", "--rules", rules, position, "--laws", laws]);
        assert!(told.contains("Left wins by   not known"), "{told}");
    }
    std::fs::remove_dir_all(own).unwrap();
}

#[test]
fn infinitesimal_values_are_told_by_their_atomic_weights() {
    let rules = "Partizan Subtraction(a={1 2}, b={1 3})";
    let told = |arguments: &[&str], input: &str| {
        String::from_utf8(farstar(arguments, input).stdout).expect("text")
    };
    let law = told(&["find", rules, "--prove"], "");
    let begins = "atomic weight:\nConjecture  period 3, saltus 1: (0, 0, 1)\n";
    assert!(law.starts_with(begins), "{law}");
    let predicted = told(&["find", rules, "--predict", "-"], "7\n8\n1000000\n");
    assert_eq!(predicted, "# n\tatomic weight\n7\t2\n8\t3\n1000000\t333333\n");
    for (heap, weight) in [("7", "atomic weight  2\n"), ("8", "atomic weight  3\n")] {
        let value = told(&["value", rules, heap], "");
        assert!(value.contains(weight), "{heap}: {value}");
    }
}
