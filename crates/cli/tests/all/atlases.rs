//! Atlases from the command line: killed and gone on with, verified, refused.

use crate::program::{assert_run, farstar, path};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A file that is not there, and no job for it.
fn fresh(name: &str) -> PathBuf {
    let file = path(name);
    let _ = fs::remove_file(&file);
    let _ = fs::remove_dir_all(file.with_extension("atlas.job"));
    file
}

fn solve(file: &Path, more: &[&str]) -> Value {
    let file = file.to_str().unwrap();
    let run = farstar(&[&["solve", "konane", "4x5", "--json", "--into", file], more].concat(), "");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).unwrap()
}

/// How far a job is: one for each tier and shard that is settled, one more when its answers are found.
fn steps(directory: &Path) -> usize {
    let mut steps = BTreeMap::new();
    for name in fs::read_dir(directory).into_iter().flatten().flatten() {
        let name = name.file_name().to_string_lossy().into_owned();
        let words: Vec<&str> = name.split('-').collect();
        if let ([tier, kind @ ("f" | "a"), shard], true) = (&words[..], name.ends_with(".run")) {
            let step = steps.entry((tier.to_string(), shard.to_string())).or_insert(1);
            *step = (*step).max(1 + usize::from(*kind == "a"));
        }
    }
    steps.into_values().sum()
}

/// Killed again and again, forward and backward, and gone on with by other numbers of threads; twenty times in each
/// direction at least if `FARSTAR_SOAK` is set.
#[test]
fn a_job_that_is_killed_goes_on_and_gives_the_same_file() {
    let soak = std::env::var("FARSTAR_SOAK").is_ok();
    let (stride, least) = if soak { (1, 20) } else { (24, 1) };
    let wanted = solve(&fresh("whole.atlas"), &[]);
    let file = fresh("killed.atlas");
    let directory = file.with_extension("atlas.job");
    let mut kills = [0, 0];
    let mut enough = 3;
    for round in 0.. {
        let threads = (1 + round % 3).to_string();
        let mut child = Command::new(env!("CARGO_BIN_EXE_farstar"))
            .args(["solve", "konane", "4x5", "--shards", "6", "--threads", &threads, "--into"])
            .arg(&file)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        while child.try_wait().unwrap().is_none() {
            if steps(&directory) >= enough {
                child.kill().unwrap();
                let killed = usize::from(child.wait().unwrap().code().is_none());
                let mut names = fs::read_dir(&directory).into_iter().flatten().flatten();
                let answers =
                    |name: fs::DirEntry| name.file_name().to_string_lossy().contains("-a-");
                kills[usize::from(names.any(answers))] += killed;
                enough = steps(&directory).max(enough) + stride;
                break;
            }
            std::thread::yield_now();
        }
        if child.wait().unwrap().success() {
            break;
        }
        assert!(!file.exists() && round < 1000);
    }
    println!("killed {kills:?} times");
    assert!(kills.iter().all(|&kills| kills >= least), "{kills:?} kills");
    if file.exists() {
        let _ = fs::remove_dir_all(&directory);
        fs::remove_file(&file).unwrap();
    }
    let found = solve(&file, &["--threads", "2"]);
    for key in ["positions", "moves", "counts", "fingerprint", "start"] {
        assert_eq!(found[key], wanted[key], "{key}");
    }
    assert!(!directory.exists(), "the directory of a job that is done is taken away");
    let (one, other) = (path("whole.atlas"), file);
    let compare = ["atlas", "compare", one.to_str().unwrap(), other.to_str().unwrap()];
    assert_run(&compare, "", "the same\n", 0);
}

#[test]
fn limits_leave_a_directory_that_goes_on() {
    let file = fresh("limited.atlas");
    let into = file.to_str().unwrap();
    let solve_limited = ["solve", "konane", "4x5", "--json", "--into", into, "--limit-time", "1ms"];
    let run = farstar(&solve_limited, "");
    assert_eq!(run.status.code(), Some(3), "{}", String::from_utf8_lossy(&run.stderr));
    let object: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(object["stopped"], "time");
    assert_eq!(solve(&file, &["--disk", "1G"])["positions"], 19_222);
    let refused = farstar(&["solve", "konane", "4x5", "--into", into], "");
    assert_eq!(refused.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("is there already"));
}

#[test]
fn what_cannot_be_solved_is_refused_before_anything_is_written() {
    for (words, code, told) in [
        (["konane", "8x8", "winner"], 3, "64 bits"),
        (["konane", "4x4", "grundy"], 1, "the same moves"),
        (["nim", "3+5", "winner"], 1, "have no codes"),
        (["backsliding toads and frogs", "TT.FF", "winner"], 1, "asks for rules by which"),
        (["konane", "X?", "winner"], 1, "unknown piece"),
        (["misere clobber", "3x3", "value"], 1, "normal play"),
    ] {
        let file = fresh("refused.atlas");
        let [ruleset, position, ask] = words;
        let into = file.to_str().unwrap();
        let run = farstar(&["solve", ruleset, position, "--ask", ask, "--into", into], "");
        let messages = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(code), "{messages}");
        assert!(messages.contains(told), "{messages}");
        assert!(!file.exists() && !file.with_extension("atlas.job").exists());
    }
}

/// Values of an atlas are those that search finds, of a position, its moves, and the components of a sum.
#[test]
fn values_are_looked_up() {
    let file = fresh("values.atlas");
    let name = file.to_str().unwrap();
    let words = ["solve", "domineering", "3x4", "--ask", "value", "--fillings", "--into", name];
    let run = farstar(&words, "");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    let told = |words: &[&str]| -> Value {
        let run = farstar(&[words, &["--json"]].concat(), "");
        assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
        serde_json::from_slice(&run.stdout).unwrap()
    };
    let board = "....|.#..|....";
    let probed = told(&["probe", name, board]);
    for words in [
        vec!["value", "domineering", board],
        vec!["outcome", "domineering", board],
        vec!["value", "domineering", board, "#...|....|..#."],
        vec!["value", "domineering", board, "4x4"],
    ] {
        let (searched, looked_up) =
            (told(&words), told(&[&words[..], &["--atlas", name]].concat()));
        assert_eq!(looked_up["atlas"], name, "{words:?}");
        // who wins is all that a question for it is told by an atlas
        let keys = ["outcome", "value", "mean", "temperature"];
        for key in &keys[..if words[0] == "outcome" { 1 } else { 4 }] {
            assert_eq!(searched[key], looked_up[key], "{words:?}: {key}");
        }
        for starts in ["left_starts", "right_starts"] {
            let moves = |one: &Value| {
                let moves = one[starts]["moves"].as_array().cloned().unwrap_or_default();
                let keys = ["position", "wins", "value"];
                let keys = &keys[..if words[0] == "outcome" { 2 } else { 3 }];
                let facts = |one: &Value| -> Vec<String> {
                    keys.iter().map(|key| one[*key].to_string()).collect()
                };
                let mut moves: Vec<_> = moves.iter().map(facts).collect();
                moves.sort();
                moves
            };
            assert_eq!(moves(&searched), moves(&looked_up), "{words:?}");
        }
        if words.len() == 3 && words[0] == "value" {
            assert_eq!(looked_up["value"], probed["answer"]);
        }
    }
}

/// Boards that fall apart into parts of an atlas are looked up, alone and in sums; others are searched.
#[test]
fn boards_are_looked_up_by_their_parts() {
    let file = fresh("parts.atlas");
    let name = file.to_str().unwrap();
    let run = farstar(&["solve", "clobber", "--parts", "5", "--into", name, "--json"], "");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    let told = |words: &[&str]| -> Value {
        let run = farstar(&[words, &["--json"]].concat(), "");
        assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
        serde_json::from_slice(&run.stdout).unwrap()
    };
    assert_eq!(told(&["atlas", "info", name])["parts"], 5);
    let board = "XOX.O|....X|OX.OX|.X.O.";
    for (words, found) in [
        (vec!["value", "clobber", board], true),
        (vec!["outcome", "clobber", board], true),
        (vec!["value", "clobber", board, "XXO.XO"], true),
        (vec!["value", "clobber", "XOXOXO|......"], false),
    ] {
        let (searched, looked_up) =
            (told(&words), told(&[&words[..], &["--atlas", name]].concat()));
        assert_eq!(looked_up["atlas"] == name, found, "{words:?}");
        let keys = ["outcome", "value", "mean", "temperature"];
        for key in &keys[..if words[0] == "outcome" { 1 } else { 4 }] {
            assert_eq!(searched[key], looked_up[key], "{words:?}: {key}");
        }
    }
    let larger = farstar(&["probe", name, "XOXOXO"], "");
    assert_eq!(larger.status.code(), Some(1));
    for (words, code, told) in [
        (vec!["clobber", "XO", "--parts", "5"], 2, "takes no position"),
        (vec!["clobber", "--parts", "5", "--ask", "winner"], 1, "asked for their value"),
        (vec!["clobber", "--parts", "99"], 1, "at most 16"),
        (vec!["toads and frogs", "--parts", "5"], 1, "count pieces"),
    ] {
        let file = fresh("refused-parts.atlas");
        let into = ["--into", file.to_str().unwrap()];
        let run = farstar(&[&["solve"][..], &words, &into].concat(), "");
        let messages = String::from_utf8_lossy(&run.stderr);
        assert_eq!(run.status.code(), Some(code), "{messages}");
        assert!(messages.contains(told), "{messages}");
        assert!(!file.exists() && !file.with_extension("atlas.job").exists());
    }
}

/// Where play need not end nothing need be said to be asked for draws.
#[test]
fn play_that_need_not_end_is_solved_and_asked_by_other_commands() {
    let file = fresh("draws.atlas");
    let name = file.to_str().unwrap();
    let start = "TT.FF";
    let game = "backsliding toads and frogs";
    let run = farstar(&["solve", game, start, "--into", name, "--json"], "");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    let told: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(told["start"], "N +11 +11");
    let outcome = |more: &[&str]| -> Value {
        let mut words = vec!["outcome", "--json", game, start];
        words.extend(more);
        serde_json::from_slice(&farstar(&words, "").stdout).unwrap()
    };
    let (searched, looked_up) = (outcome(&[]), outcome(&["--atlas", name]));
    assert_eq!((&looked_up["atlas"], searched.get("atlas")), (&told["file"], None));
    for starts in ["left_starts", "right_starts"] {
        let (searched, looked_up) = (&searched[starts], &looked_up[starts]);
        assert_eq!(looked_up["proof"], "atlas");
        let facts = |one: &Value| {
            let moves =
                one["moves"].as_array().unwrap().iter().map(|one| {
                    ["position", "wins", "draws", "plies"].map(|key| one.get(key).cloned())
                });
            (one["winner"].clone(), moves.collect::<Vec<_>>())
        };
        assert_eq!(facts(searched), facts(looked_up));
    }
}

#[test]
fn damaged_and_foreign_files_are_refused_by_name() {
    let file = fresh("damaged.atlas");
    solve(&file, &[]);
    let name = file.to_str().unwrap().to_owned();
    let mut bytes = fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&file, &bytes).unwrap();
    let messages = assert_run(&["atlas", "verify", &name], "", "", 1);
    assert!(messages.contains(&name) && messages.contains("checksum"), "{messages}");
    fs::write(
        &file,
        "no atlas at all, but a text that is long enough to be one, if it were one, and more",
    )
    .unwrap();
    let messages = assert_run(&["probe", &name, "4x5"], "", "", 1);
    assert!(messages.contains("this is no atlas"), "{messages}");
}
