//! The transcripts in the READMEs, run as a reader would run them.

use std::process::Command;

/// The words of a shell line with single quotes only; a `#` outside quotes begins a comment.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut word, mut quoted, mut open) = (Vec::new(), String::new(), false, false);
    for c in line.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                open = true;
            }
            '#' if !quoted && !open => break,
            c if c.is_whitespace() && !quoted => {
                if open {
                    words.push(std::mem::take(&mut word));
                }
                open = false;
            }
            c => {
                word.push(c);
                open = true;
            }
        }
    }
    if open {
        words.push(word);
    }
    words
}

/// Runs the transcripts of a text; how many there were.
fn run(readme: &str) -> usize {
    let mut lines = readme.lines().peekable();
    let mut commands = 0;
    while let Some(line) = lines.next() {
        let Some(typed) = line.strip_prefix("$ ") else { continue };
        let arguments = typed
            .strip_prefix("cargo run --release -- ")
            .or_else(|| typed.strip_prefix("farstar "))
            .unwrap_or_else(|| panic!("a transcript begins with an unknown command: {typed}"));
        let mut shown = Vec::new();
        while let Some(next) =
            lines.next_if(|next| !next.starts_with("$ ") && !next.starts_with("```"))
        {
            shown.push(next);
        }
        let output =
            Command::new(env!("CARGO_BIN_EXE_farstar")).args(words(arguments)).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let (answers, messages) = (text(output.stdout), text(output.stderr));
        let printed: Vec<&str> = answers
            .lines()
            .chain(messages.lines().filter(|line| line.starts_with("error")))
            .collect();
        assert_eq!(printed, shown, "after: {typed}");
        commands += 1;
    }
    commands
}

#[test]
fn transcripts_of_the_readmes_are_true() {
    assert!(run(include_str!("../../../README.md")) >= 5);
    assert!(run(include_str!("../../../README.zh-CN.md")) >= 3);
}
