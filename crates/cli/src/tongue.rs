//! The language in which people are spoken to: English, or Chinese.
//!
//! A sentence of the program is known by its English, with `{0}`, `{1}` … for what differs; two tables hold the
//! Chinese, that of the engine, which the page has too, and that of the terminal. What was typed, positions and values
//! stay as they are.

use clap::ValueEnum;
use farstar::Ruleset;
use farstar_lang::Message;
use farstar_problems::Language;
use std::borrow::Cow;
use std::collections::HashMap;
use std::ffi::OsString;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// What the engine says.
const ENGINE: &str = include_str!("../../web/page/src/messages.zh.json");
/// What only the terminal says.
const TERMINAL: &str = include_str!("tongue.zh.json");
/// So deep sentences within sentences are looked for.
const DEEPEST: usize = 4;
/// Longer texts in a place are none of ours.
const LONGEST: usize = 8000;

/// Whether Chinese is spoken.
static CHINESE: AtomicBool = AtomicBool::new(false);

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Tongue {
    /// English.
    En,
    /// 中文.
    Zh,
}

impl Tongue {
    /// That of the surroundings: the first of the usual variables that is set says so.
    pub(crate) fn of_surroundings() -> Self {
        let set = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .find_map(|name| std::env::var(name).ok().filter(|language| !language.is_empty()));
        match set {
            Some(language) if language.starts_with("zh") => Self::Zh,
            _ => Self::En,
        }
    }

    /// That which the words of a command line ask for, or that of the surroundings.
    pub(crate) fn asked(words: &[OsString]) -> Self {
        let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
        let behind = words.windows(2).rev().find(|pair| pair[0] == "--lang").map(|pair| pair[1]);
        let joined = words.iter().rev().find_map(|word| word.strip_prefix("--lang="));
        let asked = behind.or(joined).and_then(|word| Self::from_str(word, true).ok());
        asked.unwrap_or_else(Self::of_surroundings)
    }

    /// That which is spoken.
    pub(crate) fn spoken() -> Self {
        if CHINESE.load(Ordering::Relaxed) { Self::Zh } else { Self::En }
    }

    /// From now on this one is spoken.
    pub(crate) fn speak(self) {
        CHINESE.store(self == Self::Zh, Ordering::Relaxed);
    }

    /// As the catalogue knows it.
    pub(crate) fn language(self) -> Language {
        match self {
            Self::En => Language::English,
            Self::Zh => Language::Chinese,
        }
    }
}

/// Words of laws, which stay.
const OF_LAWS: [&str; 6] = ["if", "then", "else", "mod", "div", "xor"];
/// Signs that stand around what was typed.
const QUOTES: [char; 6] = ['\'', '"', '`', '“', '‘', '「'];
/// Behind these words stands a number, and what has a colon is more.
const NUMBERED: [&str; 3] = ["line ", "row ", "column "];
/// A sentence of these words alone could be nearly any text: it is known by its id only.
const WORDLESS: [&str; 6] = ["is", "a", "not", "at", "of", "but"];

/// A sentence with places: the texts between them, the number of each place, and the Chinese.
struct Pattern {
    between: Vec<String>,
    places: Vec<usize>,
    chinese: String,
}

/// The Chinese of all that is said.
struct Tables {
    whole: HashMap<String, String>,
    /// The more is said in a sentence the earlier it stands.
    patterns: Vec<Pattern>,
}

fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| {
        let mut whole: HashMap<String, String> = HashMap::new();
        for table in [ENGINE, TERMINAL] {
            // the tables are a part of the program, and a test reads them
            whole
                .extend(serde_json::from_str::<HashMap<String, String>>(table).unwrap_or_default());
        }
        for ruleset in Ruleset::builtin() {
            let rules = ruleset.rules();
            if let (Some((_, told)), Some(english)) = (rules.chinese(), rules.comments().first()) {
                whole.insert((*english).to_owned(), told.to_owned());
            }
        }
        let mut patterns: Vec<Pattern> =
            whole.iter().filter_map(|(english, chinese)| Pattern::of(english, chinese)).collect();
        let said = |pattern: &Pattern| pattern.between.iter().map(String::len).sum::<usize>();
        patterns.sort_by(|a, b| said(b).cmp(&said(a)).then_with(|| a.between.cmp(&b.between)));
        Tables { whole, patterns }
    })
}

/// Whether something that was typed stands in quotes.
fn says_a_name(between: &[String]) -> bool {
    let is_said = between.iter().any(|text| text.contains(char::is_alphabetic));
    is_said && between.iter().any(|text| text.ends_with(QUOTES))
}

impl Pattern {
    /// `None` for a sentence without places, or without words.
    fn of(english: &str, chinese: &str) -> Option<Self> {
        let (mut between, mut places) = (vec![String::new()], Vec::new());
        let mut rest = english;
        while let Some(last) = between.last_mut() {
            match place(rest) {
                Some((before, number, behind)) => {
                    last.push_str(before);
                    places.push(number);
                    between.push(String::new());
                    rest = behind;
                }
                None => {
                    last.push_str(rest);
                    break;
                }
            }
        }
        let chinese = chinese.to_owned();
        // a sentence of signs alone could be any text
        let mut words = between.iter().flat_map(|text| text.split(|c: char| !c.is_alphabetic()));
        let says = words.any(|word| !word.is_empty() && !WORDLESS.contains(&word))
            || says_a_name(&between);
        (says && !places.is_empty()).then_some(Self { between, places, chinese })
    }

    /// What stands in the places of a text that is this sentence.
    fn matched<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        let (first, between) = self.between.split_first()?;
        let (last, between) = between.split_last()?;
        let mut rest = text.strip_prefix(first.as_str())?.strip_suffix(last.as_str())?;
        let mut parts = Vec::new();
        for text in between {
            // a place holds at least one character
            let from = rest.chars().next()?.len_utf8();
            let at = from + rest[from..].find(text.as_str())?;
            parts.push(&rest[..at]);
            rest = &rest[at + text.len()..];
        }
        (!rest.is_empty()).then(|| {
            parts.push(rest);
            parts
        })
    }
}

/// Whether a sentence has words.
fn says(sentence: &str) -> bool {
    sentence.contains(char::is_alphabetic)
}

/// The first place of a sentence: what stands before it, its number, and what stands behind.
fn place(sentence: &str) -> Option<(&str, usize, &str)> {
    sentence.match_indices('{').find_map(|(at, _)| {
        let digit = sentence[at + 1..].chars().next()?.to_digit(10)?;
        let behind = sentence[at + 2..].strip_prefix('}')?;
        Some((&sentence[..at], digit as usize, behind))
    })
}

/// A sentence with its places filled.
fn filled(sentence: &str, fill: impl Fn(usize) -> String) -> String {
    let (mut text, mut rest) = (String::new(), sentence);
    while let Some((before, number, behind)) = place(rest) {
        text.push_str(before);
        text.push_str(&fill(number));
        rest = behind;
    }
    text + rest
}

/// A sentence of the program in the language that is spoken; what is not known stays.
pub(crate) fn told(text: &str) -> Cow<'_, str> {
    if Tongue::spoken() == Tongue::En {
        return text.into();
    }
    match chinese(text, DEEPEST) {
        Some(found) => found.into(),
        None => text.into(),
    }
}

/// The Chinese of a paragraph of help, which has no places: whole, with or without its full stop, or none.
pub(crate) fn paragraph(text: &str) -> Option<String> {
    let Tables { whole, .. } = tables();
    let stopped = || Some(format!("{}。", whole.get(text.strip_suffix('.')?)?));
    whole.get(text).cloned().or_else(stopped)
}

/// A text of help paragraph by paragraph, and where one has several lines, line by line: examples stay as they are.
pub(crate) fn help_in_chinese(text: &str) -> String {
    let line = |line: &str| {
        let said = line.trim_start();
        let indent = &line[..line.len() - said.len()];
        // a line of a list: what is typed, blanks, what it means
        let told = paragraph(said).or_else(|| {
            let (typed, meant) = said.rsplit_once("  ")?;
            Some(format!("{typed}  {}", paragraph(meant)?))
        });
        format!("{indent}{}", told.unwrap_or_else(|| said.to_owned()))
    };
    let told = |part: &str| {
        let lines = || part.lines().map(line).collect::<Vec<_>>().join("\n");
        paragraph(part).unwrap_or_else(lines)
    };
    text.split("\n\n").map(told).collect::<Vec<_>>().join("\n\n")
}

/// A message in the language that is spoken.
pub(crate) fn said(message: &Message) -> Cow<'_, str> {
    if Tongue::spoken() == Tongue::En {
        return message.as_str().into();
    }
    let known = tables().whole.get(message.id()).map(String::as_str);
    // signs are the same in all languages
    let signs = || (!message.arguments().is_empty() && !says(message.id())).then(|| message.id());
    match known.or_else(signs) {
        Some(sentence) => {
            let part = |n: usize| message.arguments().get(n).map(|part| said(part).into_owned());
            filled(sentence, |n| part(n).unwrap_or_default()).into()
        }
        None => told(message.as_str()),
    }
}

fn chinese(text: &str, deep: usize) -> Option<String> {
    let Tables { whole, patterns } = tables();
    if let Some(found) = whole.get(text) {
        return Some(found.clone());
    }
    if deep == 0 || text.len() > LONGEST {
        return None;
    }
    // sorts of the worksheet language have one name
    let sort = text.strip_prefix("an ").or_else(|| text.strip_prefix("a "));
    let is_name = |word: &&str| word.starts_with(|c: char| c.is_ascii_uppercase());
    if let Some(sort) = sort.filter(is_name).filter(|word| !word.contains(' ')) {
        return Some(sort.to_owned());
    }
    // what a sentence is, an error or that of a line, is told before what is said in it
    if let Some((head, rest)) = text.split_once(": ") {
        let line = head.strip_prefix("line ").filter(|n| n.bytes().all(|c| c.is_ascii_digit()));
        let kind = if line.is_some() { "line {0}: {1}" } else { &format!("{head}: {{0}}") };
        if let Some(sentence) = whole.get(kind)
            && let Some(rest) = chinese(rest, deep)
        {
            let part = |n| line.filter(|_| n == 0).map_or_else(|| rest.clone(), str::to_owned);
            return Some(filled(sentence, part));
        }
    }
    let inner = |part: &str| chinese(part, deep - 1);
    // sentences side by side are told one by one, before one of them is taken for a place of another
    for (cut, joint) in [("; ", "；"), (", ", "，")] {
        if let Some((before, behind)) = text.split_once(cut)
            && let Some(before) = inner(before)
            && let Some(behind) = inner(behind)
        {
            return Some(format!("{before}{joint}{behind}"));
        }
    }
    // what stands in a place is a sentence of ours, or it was typed: where it is neither, this is another sentence
    let said = |(part, before): (&str, &String)| match inner(part) {
        Some(found) => Some(found),
        None if NUMBERED.iter().any(|word| before.ends_with(word)) && part.contains(':') => None,
        None => (before.ends_with(QUOTES) || !is_english(part)).then(|| part.to_owned()),
    };
    for pattern in patterns {
        let Some(parts) = pattern.matched(text) else { continue };
        let parts: Option<Vec<String>> =
            parts.into_iter().zip(&pattern.between).map(said).collect();
        if let Some(parts) = parts {
            let part = |n: usize| {
                let at = pattern.places.iter().position(|&place| place == n)?;
                parts.get(at).cloned()
            };
            return Some(filled(&pattern.chinese, |n| part(n).unwrap_or_default()));
        }
    }
    // a file, a line or an option may stand before what is wrong with it
    let named = |before: &str| (!is_english(before)).then(|| before.to_owned());
    let (before, behind) = text.split_once(": ")?;
    Some(format!("{}：{}", inner(before).or_else(|| named(before))?, inner(behind)?))
}

/// Whether two words of small letters stand side by side, outside of quotes: nobody types that, and no position or
/// value is written so.
fn is_english(text: &str) -> bool {
    // a command as it is typed
    if text.starts_with("farstar ") {
        return false;
    }
    let mut bare = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['\'', '`', '"', '“']) {
        let open = rest[at..].chars().next().unwrap_or('\'');
        let close = if open == '“' { '”' } else { open };
        let inside = at + open.len_utf8();
        let Some(end) = rest[inside..].find(close) else { break };
        bare.push_str(&rest[..at]);
        bare.push('"');
        rest = &rest[inside + end + close.len_utf8()..];
    }
    bare.push_str(rest);
    let is_word = |word: &str| {
        word.len() > 1 && word.chars().all(|c| c.is_ascii_lowercase()) && !OF_LAWS.contains(&word)
    };
    let trimmed = |word: &'_ str| is_word(word.trim_end_matches([',', '.', ';', ':']));
    let words: Vec<&str> = bare.split(' ').collect();
    words.windows(2).any(|pair| is_word(pair[0]) && trimmed(pair[1]))
}

/// Columns of the screen that a text takes: characters of Chinese take two.
pub(crate) fn width(text: &str) -> usize {
    text.chars()
        .map(|c| if matches!(c, '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{ffdc}') { 2 } else { 1 })
        .sum()
}

/// A word, and spaces to so many columns.
pub(crate) fn padded(word: &str, columns: usize) -> String {
    let word = told(word);
    format!("{word}{:1$}", "", columns.saturating_sub(width(&word)))
}

#[cfg(test)]
mod tests;
