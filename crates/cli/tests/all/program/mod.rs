//! Running the program in a test: arguments and input go in; output, messages and exit code come out.

use std::io::Write;
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

pub(crate) fn farstar(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_farstar"))
        .args(arguments)
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that does not read its input may have closed it.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// Runs the program, expects its output and exit code, and gives its messages.
#[track_caller]
pub(crate) fn assert_run(arguments: &[&str], input: &str, output: &str, code: i32) -> String {
    let run = farstar(arguments, input);
    let messages = String::from_utf8_lossy(&run.stderr).into_owned();
    assert_eq!(String::from_utf8_lossy(&run.stdout), output, "{messages}");
    assert_eq!(run.status.code(), Some(code), "{messages}");
    messages
}

/// A file of this test run, which does not exist yet; each file of tests has its own.
#[track_caller]
pub(crate) fn path(name: &str) -> PathBuf {
    let tests = Path::new(Location::caller().file()).file_stem().expect("a file of tests");
    let own = format!("{}-{}", tests.to_string_lossy(), std::process::id());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(own);
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    folder.join(name)
}

/// A file of this test run with a text.
#[track_caller]
pub(crate) fn file(name: &str, text: &str) -> PathBuf {
    let path = path(name);
    std::fs::write(&path, text).expect("a file for the test");
    path
}
