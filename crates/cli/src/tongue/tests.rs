//! What is said in Chinese: that nothing is left in English, and that no line is half of each.

use super::*;
use crate::arguments::Arguments;
use clap::CommandFactory;

#[test]
fn tables_can_be_read_and_keep_the_places() {
    for table in [ENGINE, TERMINAL] {
        let entries = table.lines().filter(|line| line.contains("\": \"")).count();
        let table: HashMap<String, String> = serde_json::from_str(table).expect("a table");
        assert_eq!(entries, table.len(), "a line each; of two entries with one key one is lost");
        for (english, chinese) in &table {
            let places = |mut text: &str| {
                let mut numbers = Vec::new();
                while let Some((_, number, behind)) = place(text) {
                    numbers.push(number);
                    text = behind;
                }
                numbers.sort_unstable();
                numbers.dedup();
                numbers
            };
            assert_eq!(places(english), places(chinese), "{english}");
        }
    }
}

/// What commands do, what their options do and may be, and what stands below them.
#[test]
fn all_help_is_told_in_chinese() {
    let command = Arguments::command();
    let (mut texts, mut open) = (Vec::new(), vec![&command]);
    while let Some(command) = open.pop() {
        let about = [command.get_about(), command.get_long_about()];
        let after = [command.get_after_help(), command.get_after_long_help()];
        texts.extend(about.into_iter().chain(after).flatten().map(ToString::to_string));
        for arg in command.get_arguments() {
            texts.extend(
                [arg.get_help(), arg.get_long_help()]
                    .into_iter()
                    .flatten()
                    .map(ToString::to_string),
            );
            let values = arg.get_possible_values();
            texts.extend(values.iter().filter_map(|value| Some(value.get_help()?.to_string())));
        }
        open.extend(command.get_subcommands());
    }
    texts.extend(farstar_lang::methods().iter().map(|info| info.summary.to_owned()));
    assert!(texts.len() > 500, "texts found: {}", texts.len());
    let mut silent = Vec::new();
    for text in &texts {
        let told = help_in_chinese(text);
        let is_typed = |line: &str| line.starts_with("  ") || paragraph(line).is_some();
        let left = told.lines().filter(|line| !is_typed(line) && is_english(line));
        silent.extend(left.map(ToOwned::to_owned));
    }
    silent.sort();
    silent.dedup();
    assert!(silent.is_empty(), "{}", silent.join("\n"));
}

#[test]
fn sentences_are_found_by_what_they_say() {
    assert_eq!(
        chinese("Left wins by 2: ...|.#.", DEEPEST).as_deref(),
        Some("Left 取胜着法：2: ...|.#.")
    );
    assert_eq!(chinese("no such sentence", DEEPEST), None);
    // moves are no sentences
    assert_eq!(chinese("1: XO.", DEEPEST), None);
    assert_eq!(width("值 1"), 4);
}
/// Sentences that are put together, as they are told.
const PUT_TOGETHER: &[(&str, &[&str])] = &[
    (
        "{id} ({name}), positions {pattern}: {of} by play",
        &[
            "I62 (decrementing), positions {0} {1}: Grundy values by play",
            "I62 (decrementing), positions {0} {1}: who wins by play",
        ],
    ),
    (
        "stopped: the limit on {what} was reached",
        &["stopped: the limit on time was reached", "stopped: the limit on memory was reached"],
    ),
    (
        "a position of {} is needed{example}",
        &["a position of Nim is needed", "a position of Nim is needed, such as '3+5'"],
    ),
    (
        "{} ({}) has no input to answer: it is {}",
        &[
            "P01 (number) has no input to answer: it is a definition or a theorem",
            "P01 (number) has no input to answer: it is named in the documents, and its statement is lost",
        ],
    ),
    (
        "{name} is played on a {kind}, not on heaps{other}",
        &[
            "Go is played on a grid, not on heaps",
            "Go is played on a grid, not on heaps; 'Kayles' is",
        ],
    ),
    ("{player} wins by", &["Left wins by", "Right wins by"]),
    ("a game with the node {0}, such as {0}{0|{0}}", &["a game with the node a, such as a{0|a}"]),
    ("`{text}` is not {expected}", &["`x` is not a fraction such as 5, -6/23 or inf"]),
];

/// What begins a text that people read, in the sources of the terminal and in those of all others.
const OF_THE_TERMINAL: &[&str] = &[
    "Failure::Usage(",
    "Failure::Input(",
    "Failure::TooLarge(",
    "note(",
    "lines(",
    "line(",
    "wrong(",
    "only(",
    "Err(",
    "ok_or_else(||",
    "ok_or(",
    "clock(",
    "bar(",
    "let why =",
    "told(",
    "padded(",
];
const OF_THE_ENGINE: &[&str] = &[
    "#[error(",
    "Refused(",
    "say!(",
    "Nothing(",
    "TooLarge(",
    "input.error(",
    "Err(",
    "ok_or_else(||",
];

/// The texts of a source behind these beginnings, as they stand there.
fn texts<'s>(source: &'s str, beginnings: &[&str]) -> Vec<&'s str> {
    let product = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let behind = |beginning: &&str| {
        let starts = product.match_indices(*beginning).collect::<Vec<_>>();
        starts
            .into_iter()
            .filter_map(|(at, word)| {
                let is_comment = |at: usize| {
                    let line = product[..at].rfind('\n').map_or(0, |end| end + 1);
                    product[line..at].trim_start().starts_with("//")
                };
                let rest = product[at + word.len()..].trim_start().trim_start_matches('&');
                let rest = rest.strip_prefix("format!(").unwrap_or(rest).trim_start();
                let rest = rest.strip_prefix('"').filter(|_| !is_comment(at))?;
                let end = rest.match_indices('"').find(|(end, _)| !rest[..*end].ends_with('\\'))?.0;
                Some(&rest[..end])
            })
            .collect::<Vec<_>>()
    };
    beginnings.iter().flat_map(behind).collect()
}

/// The lines of a text as they are told, with a number in each place.
fn told_lines(literal: &str) -> Vec<String> {
    let mut text = String::new();
    let mut rest = literal;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => match rest.chars().next() {
                Some('\n') => rest = rest.trim_start(),
                Some('n') => (text.push('\n'), rest = &rest[1..]).0,
                Some('\\') => (text.push('\\'), rest = &rest[1..]).0,
                _ => {}
            },
            '{' | '}' if rest.starts_with(c) => (text.push(c), rest = &rest[1..]).0,
            '{' => {
                text.push_str("71");
                rest = rest.split_once('}').map_or("", |(_, behind)| behind);
            }
            c => text.push(c),
        }
    }
    text.lines().map(|line| line.trim().to_owned()).collect()
}

fn sources(folder: &std::path::Path, into: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, into);
        } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with("tests.rs") {
            into.push(path);
        }
    }
}

#[test]
fn what_commands_and_the_engine_say_has_its_chinese() {
    let crates = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let rooms = [
        "cli",
        "farstar",
        "find",
        "impartial",
        "logic",
        "nimber",
        "num",
        "play",
        "problems",
        "referee",
        "rules",
        "solve",
        "store",
        "value",
        "atlas",
        "check",
        "lang",
        "draw",
    ];
    let (mut all, mut missing) = (0, Vec::new());
    for room in rooms {
        let mut files = Vec::new();
        sources(&crates.join(room).join("src"), &mut files);
        let beginnings = if room == "cli" { OF_THE_TERMINAL } else { OF_THE_ENGINE };
        for file in files {
            let source = std::fs::read_to_string(&file).expect("a source");
            for literal in texts(&source, beginnings) {
                let known = PUT_TOGETHER.iter().find(|(text, _)| *text == literal);
                let lines = match known {
                    Some((_, told)) => told.iter().map(|line| (*line).to_owned()).collect(),
                    None => told_lines(literal),
                };
                for line in lines
                    .into_iter()
                    .filter(|line| is_english(line) && !line.starts_with("farstar "))
                {
                    all += 1;
                    if chinese(&line, DEEPEST).is_none_or(|told| is_english(&told)) {
                        missing.push(format!("{}: {line}", file.display()));
                    }
                }
            }
        }
    }
    assert!(all > 500, "sentences found: {all}");
    missing.sort();
    missing.dedup();
    assert!(missing.is_empty(), "without Chinese:\n{}", missing.join("\n"));
}

/// What is no sentence of the program stays whole: half a translation is none.
#[test]
fn no_sentence_is_told_by_halves() {
    for english in [
        "this is no atlas of yours",
        "who is this then",
        "a king is not a queen",
        "so said the king: go on then",
    ] {
        assert_eq!(chinese(english, DEEPEST), None, "{english}");
    }
    assert_eq!(
        chinese("moves.txt:3: a value has no board", DEEPEST).as_deref(),
        Some("moves.txt:3：值没有棋盘")
    );
    assert_eq!(
        chinese("0.156: one-hot, mask 0b11011, 14 rare heaps", DEEPEST).as_deref(),
        Some("0.156：独热，掩码 0b11011，稀有堆 14 个")
    );
    assert_eq!(
        chinese("line 1: row 1, column 2: unknown piece 'X'; the board is of . T F", DEEPEST)
            .as_deref(),
        Some("第 1 行：第 1 行第 2 列：未知棋子“X”；棋盘由 . T F 组成")
    );
    // what was typed stands in quotes
    let asked = "no entry is called `the king of it`; near it: nim, I04";
    assert!(
        chinese(asked, DEEPEST).is_some_and(
            |told| told.contains("`the king of it`") || told.contains("“the king of it”")
        )
    );
}
