//! What is said in Chinese: that nothing is left in English, and that no line is half of each.

use super::*;
use crate::arguments::Arguments;
use clap::CommandFactory;

#[test]
fn tables_can_be_read_and_keep_the_places() {
    for table in [ENGINE, TERMINAL] {
        let table: HashMap<String, String> = serde_json::from_str(table).expect("a table");
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

/// What a command does, and what its options that all commands share do.
#[test]
fn every_command_is_told_in_chinese() {
    let command = Arguments::command();
    let mut texts: Vec<String> = Vec::new();
    let mut open = vec![&command];
    while let Some(command) = open.pop() {
        texts.extend(command.get_about().map(ToString::to_string));
        open.extend(command.get_subcommands());
    }
    texts.extend(command.get_arguments().filter_map(|arg| Some(arg.get_help()?.to_string())));
    texts.extend(command.get_after_help().map(ToString::to_string));
    for info in farstar_lang::methods() {
        texts.push(info.summary.to_owned());
    }
    let silent: Vec<String> = texts.into_iter().filter(|text| paragraph(text).is_none()).collect();
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
