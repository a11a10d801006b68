//! The transcripts in the READMEs and the guides, run as a reader would run them.

use std::path::{Path, PathBuf};
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

/// An empty folder of this test run.
fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // what an earlier run left: an atlas that is there is not written over
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes the files of a text, blocks that open with the word game or text and the name of a file.
fn write_files(text: &str, folder: &Path) {
    for block in ["```game ", "```text "].into_iter().flat_map(|open| text.split(open).skip(1)) {
        let (name, rest) = block.split_once('\n').unwrap();
        std::fs::write(folder.join(name), rest.split("```").next().unwrap()).unwrap();
    }
}

/// Runs the transcripts of a text in a folder; how many there were.
fn run(readme: &str, folder: &Path) -> usize {
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
        let mut command = Command::new(env!("CARGO_BIN_EXE_farstar"));
        let from_file = arguments.rsplit_once(" < ").filter(|(_, file)| !file.contains('\''));
        let (arguments, input) = from_file.unwrap_or((arguments, ""));
        if !input.is_empty() {
            command.stdin(std::fs::File::open(folder.join(input)).unwrap());
        }
        let output = command.args(words(arguments)).current_dir(folder).output().unwrap();
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
    let folder = folder("readme");
    assert!(run(include_str!("../../../../README.md"), &folder) >= 5);
    assert!(run(include_str!("../../../../README.zh-CN.md"), &folder) >= 3);
    let cookbook = include_str!("../../../../docs/README.md");
    write_files(cookbook, &folder);
    assert!(run(cookbook, &folder) >= 40);
    let commands = cookbook.lines().filter(|line| line.starts_with("farstar "));
    assert_eq!(commands.collect::<Vec<_>>(), [""; 0], "commands that no test runs");
}

#[test]
fn transcripts_of_the_guides_are_true() {
    for (name, text, least) in [
        ("rules", include_str!("../../../../docs/rules.md"), 17),
        ("language", include_str!("../../../../docs/language.md"), 9),
        ("language-zh", include_str!("../../../../docs/zh/language.md"), 5),
        ("find", include_str!("../../../../docs/find.md"), 5),
        ("cgsuite", include_str!("../../../../docs/cgsuite.md"), 4),
        ("atlas", include_str!("../../../../docs/atlas.md"), 8),
        ("rules-zh", include_str!("../../../../docs/zh/rules.md"), 11),
    ] {
        let folder = folder(name);
        write_files(text, &folder);
        assert!(run(text, &folder) >= least, "{name}");
    }
}

#[test]
fn guides_are_shown_in_the_language_of_the_surroundings() {
    let shown = |language: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_farstar"))
            .args(["help", "rules"])
            .env("LC_ALL", language)
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(shown("C"), include_str!("../../../../docs/rules.md"));
    assert_eq!(shown("zh_CN.UTF-8"), include_str!("../../../../docs/zh/rules.md"));
}

/// The examples in the long help of a command, a shell line each.
fn examples(command: &str) -> Vec<String> {
    let help = Command::new(env!("CARGO_BIN_EXE_farstar"))
        .args((!command.is_empty()).then_some(command))
        .arg("--help")
        .output()
        .unwrap();
    let help = String::from_utf8(help.stdout).unwrap();
    let behind = help.split_once("Examples:\n").map_or("", |(_, behind)| behind);
    let lines = behind.lines().take_while(|line| line.starts_with("  "));
    lines.map(|line| line.trim().to_owned()).collect()
}

#[test]
fn examples_of_help_texts_are_read() {
    let folder = folder("help");
    for (name, text) in [
        ("games.txt", "{1|-1}\n"),
        ("my.game", "game Mine\ngrid of . X\nBoth: . -> X\n"),
        ("moves.txt", "1 2\n2 3\n"),
        ("switches.txt", "{3|1}\n{2|-1}\n"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
    let mut tried = 0;
    for command in [
        "", "eval", "value", "outcome", "play", "table", "draw", "compare", "rules", "nim", "solve",
    ] {
        for example in examples(command) {
            // `a | farstar b` takes the words behind the bar, `< file` and files of other commands are left out
            let own = if example.starts_with("farstar ") {
                Some(example.as_str())
            } else {
                example.split_once("| farstar ").map(|(_, own)| own)
            };
            let own = own.unwrap_or_else(|| panic!("no command of ours: {example}"));
            let own = own.strip_prefix("farstar ").unwrap_or(own);
            let (own, input) = match own.split_once(" < ") {
                Some((own, file)) => (own, std::fs::read_to_string(folder.join(file)).unwrap()),
                None => (own, String::new()),
            };
            let mut typed = words(own);
            if matches!(typed[0].as_str(), "check" | "period") {
                continue;
            }
            // what cannot be read is told at once, and large boards are not waited for
            typed.splice(0..0, ["--limit-nodes".into(), "1000".into()]);
            let mut child = Command::new(env!("CARGO_BIN_EXE_farstar"))
                .args(&typed)
                .current_dir(&folder)
                .stdin(std::process::Stdio::piped())
                .stdout(std::process::Stdio::piped())
                .stderr(std::process::Stdio::piped())
                .spawn()
                .unwrap();
            // a program that does not read its input may have closed it
            let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes());
            let run = child.wait_with_output().unwrap();
            let told = String::from_utf8_lossy(&run.stderr);
            assert!(matches!(run.status.code(), Some(0 | 3)), "{example}: {told}");
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried}");
}
