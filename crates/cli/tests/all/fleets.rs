//! Jobs of several processes on the loopback: the same file, whoever is killed, and nothing left behind.

use crate::program::{assert_run, farstar, path};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A file that is not there, and no job for it.
fn fresh(name: &str) -> PathBuf {
    let file = path(name);
    let _ = fs::remove_file(&file);
    let _ = fs::remove_dir_all(file.with_extension("atlas.job"));
    file
}

fn solve(game: &str, start: &str, file: &Path, more: &[&str]) -> Value {
    let file = file.to_str().unwrap();
    let run = farstar(&[&["solve", game, start, "--json", "--into", file], more].concat(), "");
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    serde_json::from_slice(&run.stdout).unwrap()
}

fn started(words: &[&str], file: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_farstar"))
        .args(["solve", "konane"])
        .args(words)
        .arg("--into")
        .arg(file)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The processes that a process has started.
fn children(of: u32) -> Vec<u32> {
    let mut found = Vec::new();
    for entry in fs::read_dir("/proc").unwrap().flatten() {
        let Some(pid) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        // the parent stands behind the name, in brackets, and the state; a dead process is none
        let stat = fs::read_to_string(entry.path().join("stat")).unwrap_or_default();
        let mut words = stat.rsplit(") ").next().unwrap_or_default().split(' ');
        let (state, parent) = (words.next(), words.next().and_then(|word| word.parse().ok()));
        if parent == Some(of) && state != Some("Z") {
            found.push(pid);
        }
    }
    found
}

/// Whether a process is there and not dead.
fn lives(pid: u32) -> bool {
    // the first thread may be done with while another still holds the files
    let mut threads = fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
    threads.any(|thread| {
        let stat = fs::read_to_string(thread.path().join("stat")).unwrap_or_default();
        stat.rsplit(") ").next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with('Z'))
    })
}

fn signal(which: &str, pid: u32) {
    let _ = Command::new("kill").args([which, &pid.to_string()]).stderr(Stdio::null()).status();
}

/// Files that have come to a job's directory under their own names.
fn files(directory: &Path) -> usize {
    let names = fs::read_dir(directory).into_iter().flatten().flatten();
    names.filter(|name| name.path().extension().is_some_and(|e| e == "run")).count()
}

#[test]
fn one_to_three_processes_make_the_same_file() {
    for (game, start) in
        [("konane", "4x5"), ("cram", "3x4"), ("fox-and-geese", ".G.G|....|....|F...")]
    {
        let alone = fresh("alone.atlas");
        let wanted = solve(game, start, &alone, &[]);
        for (processes, threads) in [("1", "1"), ("2", "1"), ("3", "1"), ("1", "3"), ("2", "2")] {
            let file = fresh("many.atlas");
            let words = ["--processes", processes, "--threads", threads];
            let found = solve(game, start, &file, &words);
            assert_eq!(found["fingerprint"], wanted["fingerprint"], "{game}, {processes}");
            let compare = ["atlas", "compare", alone.to_str().unwrap(), file.to_str().unwrap()];
            assert_run(&compare, "", "the same\n", 0);
            assert_eq!(fs::read(&file).unwrap(), fs::read(&alone).unwrap(), "{game}, {processes}");
            assert!(!file.with_extension("atlas.job").exists());
        }
    }
}

/// All numbers of shards, threads and processes together, with room for all and with so little that lists are spilled;
/// long, and so only if `FARSTAR_SOAK` is set.
#[test]
fn shards_threads_processes_and_memory_do_not_change_the_file() {
    if std::env::var("FARSTAR_SOAK").is_err() {
        return;
    }
    let alone = fresh("single.atlas");
    let wanted = solve("konane", "4x5", &alone, &[]);
    let file = fresh("matrix.atlas");
    let mut runs = 0;
    for shards in [1, 2, 3, 5, 8, 13, 21, 34, 55, 64] {
        for (threads, processes) in (1..=3).flat_map(|t| (1..=3).map(move |p| (t, p))) {
            let [shards, threads, processes] = [shards, threads, processes].map(|n| n.to_string());
            for memory in ["1G", "256K"] {
                let words = ["--shards", &shards, "--threads", &threads, "--processes", &processes];
                let words = [&words[..], &["--memory", memory]].concat();
                let found = solve("konane", "4x5", &file, &words);
                assert_eq!(found["fingerprint"], wanted["fingerprint"], "{words:?}");
                assert_eq!(fs::read(&file).unwrap(), fs::read(&alone).unwrap(), "{words:?}");
                fs::remove_file(&file).unwrap();
                runs += 1;
            }
        }
    }
    println!("{runs} runs");
}

/// Values of options go from process to process as numbers of a file that the other reads.
#[test]
fn processes_agree_on_values() {
    let alone = fresh("worth.atlas");
    let asked = ["--ask", "value", "--fillings"];
    let wanted = solve("domineering", "3x4", &alone, &asked);
    for more in [["--processes", "2", "--threads", "1"], ["--processes", "2", "--threads", "2"]] {
        let file = fresh("worths.atlas");
        let found = solve("domineering", "3x4", &file, &[&asked[..], &more[..]].concat());
        assert_eq!(found["fingerprint"], wanted["fingerprint"], "{more:?}");
        assert_eq!(fs::read(&file).unwrap(), fs::read(&alone).unwrap(), "{more:?}");
    }
}

/// One process is killed whenever so many files are there; its supervisor goes on with new ones. Then the supervisor
/// itself is killed, and nobody is left.
#[test]
fn killed_processes_are_started_again_and_nobody_is_left() {
    let alone = fresh("quiet.atlas");
    solve("konane", "4x6", &alone, &[]);
    let file = fresh("hunted.atlas");
    let directory = file.with_extension("atlas.job");
    let mut job = started(&["4x6", "--processes", "2", "--shards", "5"], &file);
    let mut kills = 0;
    let mut enough = 4;
    while job.try_wait().unwrap().is_none() {
        if files(&directory) >= enough
            && let Some(&victim) = children(job.id()).get(kills % 2)
        {
            signal("-KILL", victim);
            kills += 1;
            enough += 45;
        }
        std::thread::yield_now();
    }
    let run = job.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(kills >= 2, "{kills} kills");
    assert_eq!(fs::read(&file).unwrap(), fs::read(&alone).unwrap());

    let file = fresh("orphans.atlas");
    let directory = file.with_extension("atlas.job");
    let mut job = started(&["4x6", "--processes", "2"], &file);
    while files(&directory) < 3 && job.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    let workers = children(job.id());
    assert_eq!(workers.len(), 2);
    job.kill().unwrap();
    job.wait().unwrap();
    while workers.iter().any(|&pid| lives(pid)) {
        std::thread::yield_now();
    }
    // what they did is gone on with by one process
    solve("konane", "4x6", &file, &[]);
    assert_eq!(fs::read(&file).unwrap(), fs::read(&alone).unwrap());
}

#[test]
fn a_process_that_stands_still_is_waited_for() {
    let file = fresh("halted.atlas");
    let directory = file.with_extension("atlas.job");
    let mut job = started(&["4x6", "--processes", "2"], &file);
    while files(&directory) < 3 && job.try_wait().unwrap().is_none() {
        std::thread::yield_now();
    }
    let worker = *children(job.id()).first().unwrap();
    signal("-STOP", worker);
    // the other comes to a barrier and no further
    let mut before = files(&directory);
    for _ in 0..40 {
        solve("konane", "3x4", &fresh("meanwhile.atlas"), &[]);
        assert!(job.try_wait().unwrap().is_none());
        before = before.max(files(&directory));
    }
    signal("-CONT", worker);
    let run = job.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(0), "{}", String::from_utf8_lossy(&run.stderr));
    let alone = fresh("meanwhile.atlas");
    solve("konane", "4x6", &alone, &[]);
    assert_eq!(fs::read(&file).unwrap(), fs::read(&alone).unwrap());
}

/// Processes by a file of addresses: a taken port is said, a stranger is not answered, nothing listens elsewhere.
#[test]
fn processes_listen_where_they_are_told_and_nowhere_else() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let hosts = path("hosts.txt");
    let list = hosts.to_str().unwrap().to_owned();
    fs::write(&hosts, format!("{}\n127.0.0.1:1\n", taken.local_addr().unwrap())).unwrap();
    let run = started(&["4x5", "--hosts", &list, "--index", "0"], &fresh("taken.atlas"));
    let run = run.wait_with_output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&run.stderr).contains("cannot be listened on"));

    fs::write(&hosts, format!("# two processes\n{free}\n127.0.0.1:1\n")).unwrap();
    let file = fresh("listed.atlas");
    let mut first = started(&["4x5", "--hosts", &list, "--index", "0"], &file);
    let mut stranger = loop {
        assert!(first.try_wait().unwrap().is_none());
        if let Ok(stream) = TcpStream::connect(free) {
            break stream;
        }
        std::thread::yield_now();
    };
    let listening = |table: &str| -> Vec<String> {
        let text = fs::read_to_string(table).unwrap_or_default();
        let lines = text.lines().skip(1).map(|line| line.split_whitespace().collect::<Vec<_>>());
        let of_port = format!(":{:04X}", free.port());
        let here = lines.filter(|words| words[3] == "0A" && words[1].ends_with(&of_port));
        here.map(|words| words[1].to_owned()).collect()
    };
    assert_eq!(listening("/proc/net/tcp"), [format!("0100007F:{:04X}", free.port())]);
    assert_eq!(listening("/proc/net/tcp6"), [""; 0]);
    stranger.write_all(&[7; 24]).unwrap();
    let second = started(&["4x5", "--hosts", &list, "--index", "1"], &file);
    let second = second.wait_with_output().unwrap();
    assert_eq!(second.status.code(), Some(0), "{}", String::from_utf8_lossy(&second.stderr));
    assert_eq!(first.wait().unwrap().code(), Some(0));
    let alone = fresh("unlisted.atlas");
    solve("konane", "4x5", &alone, &[]);
    assert_eq!(fs::read(&file).unwrap(), fs::read(&alone).unwrap());

    for (words, told) in [
        (vec!["4x5", "--hosts", &list, "--index", "2"], "there is no process 2"),
        (vec!["4x5", "--hosts-from-slurm"], "SLURM"),
    ] {
        let run = started(&words, &fresh("wrong.atlas")).wait_with_output().unwrap();
        assert_eq!(run.status.code(), Some(2), "{words:?}");
        assert!(String::from_utf8_lossy(&run.stderr).contains(told), "{words:?}");
    }
}

#[test]
fn limits_of_processes_are_told_once_and_leave_a_directory() {
    let file = fresh("short.atlas");
    let into = file.to_str().unwrap();
    let words = ["solve", "konane", "4x6", "--into", into, "--processes", "2", "--disk", "20K"];
    let run = farstar(&words, "");
    let messages = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(3), "{messages}");
    assert!(messages.contains("the limit on disk space was reached"), "{messages}");
    assert!(!file.exists() && file.with_extension("atlas.job").exists());
    solve("konane", "4x6", &file, &["--processes", "2"]);
}
