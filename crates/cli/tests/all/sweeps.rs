//! Sweeps from the command line: killed and gone on with, shared by processes, cut into slices, refused.

use crate::program::{assert_run, farstar, path};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// Rulesets whose laws are found in no time; the limit is so high that no load of the machine meets it.
const ASKED: [&str; 8] = [
    "sweep",
    "subtraction:4",
    "octal:1",
    "pass:2",
    "--class",
    "periods,automata",
    "--seconds",
    "600",
];
const RULESETS: usize = 15 + 14 + 3;

/// A directory that is not there.
fn fresh(name: &str) -> PathBuf {
    let folder = path(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn start(folder: &Path, more: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_farstar"))
        .args(ASKED)
        .args(more)
        .arg("--into")
        .arg(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn sweep(folder: &Path, more: &[&str]) -> String {
    let run = start(folder, more).wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    String::from_utf8(run.stdout).unwrap()
}

fn table(folder: &Path) -> String {
    fs::read_to_string(folder.join("table.tsv")).unwrap()
}

fn certificates(folder: &Path) -> Vec<PathBuf> {
    let all = fs::read_dir(folder.join("certificates")).unwrap();
    all.map(|entry| entry.unwrap().path()).collect()
}

fn pieces(folder: &Path) -> usize {
    let names = fs::read_dir(folder.join("pieces")).into_iter().flatten().flatten();
    names.filter(|name| name.path().extension().is_some_and(|e| e == "tsv")).count()
}

#[test]
fn a_sweep_tells_each_ruleset_and_its_certificates_are_accepted() {
    let folder = fresh("whole-sweep");
    let told = sweep(&folder, &[]);
    assert_eq!(told, format!("{RULESETS} rulesets: {}\n", folder.join("table.tsv").display()));
    let table = table(&folder);
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split('\t').collect()).collect();
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    let of =
        |name: &str| rows.iter().find(|row| row[0] == name).unwrap_or_else(|| panic!("{name}"));
    assert_eq!(of("subtraction 1,3")[1..5], ["values", "theorem", "periods", "period 2: (0, 1)"]);
    assert_eq!(of("Subtraction 1,2 with passes")[2..4], ["theorem", "automata"]);
    let theorems = rows.iter().filter(|row| row[2] == "theorem").count();
    assert!(theorems >= 30, "{theorems} theorems");
    let certificates = certificates(&folder);
    assert_eq!(certificates.len(), theorems);
    let files = certificates.iter().map(|file| file.to_str().unwrap());
    let check: Vec<&str> = ["check"].into_iter().chain(files).collect();
    assert_run(&check, "", &format!("{theorems} passed, 0 failed\n"), 0);

    // killed whenever so many pieces are there, and gone on with by other numbers of threads
    let killed = fresh("killed-sweep");
    let mut kills = 0;
    for (round, enough) in [0, 1, 2, 3].into_iter().enumerate() {
        let mut child = start(&killed, &["--threads", &(1 + round % 2).to_string()]);
        while child.try_wait().unwrap().is_none() {
            if pieces(&killed) >= enough {
                child.kill().unwrap();
                kills += usize::from(child.wait().unwrap().code().is_none());
                break;
            }
            std::thread::yield_now();
        }
    }
    assert!(kills >= 1, "{kills} kills");
    sweep(&killed, &["--threads", "2"]);
    assert_eq!(self::table(&killed), table);

    // two processes at once
    let shared = fresh("shared-sweep");
    let both = [start(&shared, &["--threads", "1"]), start(&shared, &["--threads", "1"])];
    let told = both.map(|child| child.wait_with_output().unwrap());
    assert!(told.iter().all(|run| run.status.code() == Some(0)));
    assert_eq!(self::table(&shared), table);
    assert_eq!(self::certificates(&shared).len(), theorems);

    // one slice after the other: the last one writes the table
    let sliced = fresh("sliced-sweep");
    let first = sweep(&sliced, &["--slice", "1/2"]);
    assert!(first.ends_with(&format!(" of {RULESETS} rulesets\n")), "{first}");
    assert!(!sliced.join("table.tsv").exists());
    sweep(&sliced, &["--slice", "2/2"]);
    assert_eq!(self::table(&sliced), table);
}

#[test]
fn rulesets_of_ones_own_are_swept() {
    let (folder, list) = (fresh("own-sweep"), path("own-sweep.txt"));
    fs::write(&list, "# two games\n0.77\ngame Squeeze\\nheap n\\nBoth: take 1, 2\n").unwrap();
    let arguments = ["sweep", list.to_str().unwrap(), "--into", folder.to_str().unwrap()];
    let run = farstar(&arguments, "");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    let table = table(&folder);
    assert!(
        table.contains("\n0.77\tvalues\ttheorem\tperiods\tperiod 12 from 71 on: (7, 4, "),
        "{table}"
    );
    assert!(
        table.contains("\nSqueeze\tvalues\ttheorem\tperiods\tperiod 3: (0, 1, 2)\t"),
        "{table}"
    );
}

#[test]
fn what_is_no_sweep_is_refused_before_anything_is_written() {
    let folder = fresh("refused-sweep");
    let into = folder.to_str().unwrap();
    let refused = |arguments: &[&str], code: i32, why: &str| {
        let run = farstar(&[&["sweep", "--into", into], arguments].concat(), "");
        let told = String::from_utf8_lossy(&run.stderr).into_owned();
        assert!(run.status.code() == Some(code) && told.contains(why), "{arguments:?}: {told}");
    };
    refused(&["octal:0"], 2, "octal: expected a number from 1 to 5");
    refused(&["decimal:2"], 2, "'decimal:2' is no family; expected one of octal:N");
    refused(&["octal:1", "--slice", "3/2"], 2, "expected K/N with K from 1 to N");
    refused(&["octal:1", "--slice", "slurm"], 2, "SLURM_ARRAY_TASK_ID");
    assert!(!folder.exists());
    sweep_of(&["subtraction:1"], into);
    refused(
        &["subtraction:2"],
        1,
        "this is the directory of another sweep, of families subtraction:1",
    );
    refused(&["subtraction:1", "--seconds", "9"], 1, "another sweep, of seconds 2");
}

fn sweep_of(words: &[&str], into: &str) {
    let run = farstar(&[&["sweep", "--into", into], words].concat(), "");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
}
