//! A heap game as a user asks for it: by code, by name, or by a family and its numbers.

use super::{
    Euclid, HeapCode, Mem, NAMED_GAMES, PairGame, TakeAway, TakeSet, Wythoff, named_game,
    splittles, subtraction, take_away_by,
};
use crate::coin::TurningCode;
use std::fmt;
use std::sync::Arc;

/// The coin-turning games that have a name.
const COIN_GAMES: &[(&str, &str)] = &[
    ("turtles", "1-2"),
    ("mockturtles", "1-3"),
    ("moebius", "1-5"),
    ("mogul", "1-7"),
    ("moidores", "1-9"),
    ("ruler", "1+C"),
];

/// What a game is played with.
#[derive(Clone)]
pub enum AskedRules {
    /// Heaps, by a take-and-break code.
    Code(HeapCode),
    /// A row of coins; the heap `n` is the coin in place `n`, counted from 1.
    Coins(TurningCode),
    /// Two numbers.
    Pairs(Arc<dyn PairGame>),
}

impl fmt::Debug for AskedRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code(code) => write!(f, "Code({code})"),
            Self::Coins(code) => write!(f, "Coins({code})"),
            Self::Pairs(pairs) => write!(f, "Pairs({})", pairs.name()),
        }
    }
}

/// A game, and how the user wrote it.
#[derive(Clone, Debug)]
pub struct AskedGame {
    /// The text.
    pub text: String,
    /// The rules.
    pub rules: AskedRules,
}

impl AskedGame {
    /// How the game is called in messages: as written, and its code if that is another text.
    #[must_use]
    pub fn shown(&self) -> String {
        let code = match &self.rules {
            AskedRules::Code(code) => code.to_string(),
            AskedRules::Coins(code) => code.to_string(),
            AskedRules::Pairs(_) => self.text.clone(),
        };
        if code == self.text { code } else { format!("{} ({code})", self.text) }
    }
}

/// Reads a game: a code, a name, or a family with its numbers.
///
/// # Errors
/// What was found and what was expected, in one sentence.
///
/// # Examples
/// ```
/// use farstar_rules::heap::asked_game;
/// assert_eq!(asked_game("Kayles")?.shown(), "Kayles (0.77)");
/// assert!(asked_game("kayle").is_err());
/// # Ok::<(), String>(())
/// ```
pub fn asked_game(text: &str) -> Result<AskedGame, String> {
    let text = text.trim();
    Ok(AskedGame { text: text.to_owned(), rules: rules(text)? })
}

fn rules(text: &str) -> Result<AskedRules, String> {
    if let Some(game) = named_game(text) {
        return Ok(AskedRules::Code(game.parsed()));
    }
    let (name, argument) = split(text);
    let plain: String =
        name.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect();
    let wrong = |message: &dyn std::fmt::Display| format!("{text}: {message}");
    let number = |usual| match argument {
        "" => Ok(usual),
        _ => argument
            .parse::<u32>()
            .map_err(|_| wrong(&format!("expected a number after {name}, found `{argument}`"))),
    };
    let alone = |pairs: Arc<dyn PairGame>| match argument {
        "" => Ok(AskedRules::Pairs(pairs)),
        _ => Err(wrong(&format!("{name} takes no number, found `{argument}`"))),
    };
    match plain.as_str() {
        "subtraction" | "allbut" | "splittles" | "splittlesallbut" => {
            let numbers = numbers(argument).map_err(|e| wrong(&e))?;
            let set = match plain.as_str() {
                "subtraction" | "splittles" => TakeSet::Only(&numbers),
                _ => TakeSet::AllBut(&numbers),
            };
            let splits = plain.starts_with("splittles");
            let code = if splits { splittles(set) } else { subtraction(set) };
            Ok(AskedRules::Code(code.map_err(|e| wrong(&e))?))
        }
        "turning" | "spawning" => Ok(AskedRules::Coins(argument.parse().map_err(|e| wrong(&e))?)),
        "wythoff" => {
            let wider = number(1)?;
            Ok(AskedRules::Pairs(Arc::new(Wythoff::general(move |k: u32| k.saturating_add(wider)))))
        }
        "takeaway" => Ok(AskedRules::Pairs(Arc::new(take_away_by(number(2)?)))),
        "fibonaccinim" => alone(Arc::new(TakeAway::fibonacci())),
        "euclid" => alone(Arc::new(Euclid::ToZero)),
        "mem" => alone(Arc::new(Mem::classic())),
        _ => {
            if let Some((_, code)) = COIN_GAMES.iter().find(|(name, _)| *name == plain)
                && argument.is_empty()
            {
                return Ok(AskedRules::Coins(code.parse().map_err(|e| wrong(&e))?));
            }
            if text.contains('.') {
                return Ok(AskedRules::Code(text.parse().map_err(|e| wrong(&e))?));
            }
            let names: Vec<String> = NAMED_GAMES.iter().map(|g| g.name.to_lowercase()).collect();
            Err(wrong(&format!(
                "neither a code such as 0.77 nor a named game; the names are {}, subtraction 1,3,4, all-but 1,3, splittles 1,2, turning 1-3, wythoff, euclid, fibonacci-nim, take-away 3, mem",
                names.join(", ")
            )))
        }
    }
}

/// A name and what stands behind it, after a blank or in brackets.
fn split(text: &str) -> (&str, &str) {
    if let Some((name, rest)) = text.split_once('(')
        && let Some(argument) = rest.strip_suffix(')')
    {
        return (name.trim(), argument.trim());
    }
    let digit = text.find(|c: char| c.is_ascii_digit());
    match digit.filter(|&at| text[..at].ends_with(char::is_whitespace)) {
        Some(at) => (text[..at].trim(), text[at..].trim()),
        None => (text, ""),
    }
}

/// Positive numbers with commas or blanks between them.
fn numbers(text: &str) -> Result<Vec<u32>, String> {
    let words = text.split([',', ' ']).map(str::trim).filter(|word| !word.is_empty());
    let numbers: Result<Vec<u32>, String> = words
        .map(|word| match word.parse() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(format!("`{word}` is not a positive number below 2^32")),
        })
        .collect();
    match numbers?.as_slice() {
        [] => Err("expected the numbers that may be taken, as in subtraction 1,3,4".to_owned()),
        numbers => Ok(numbers.to_vec()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> String {
        match asked_game(text) {
            Ok(AskedGame { rules: AskedRules::Code(code), .. }) => code.to_string(),
            Ok(AskedGame { rules: AskedRules::Coins(code), .. }) => format!("coins {code}"),
            Ok(AskedGame { rules: AskedRules::Pairs(pairs), .. }) => {
                format!("pairs {}", pairs.name())
            }
            Err(failure) => format!("error: {failure}"),
        }
    }

    #[test]
    fn names_and_codes_are_read() {
        for (text, expected) in [
            ("kayles", "0.77"),
            ("Grundy's Game", "4!.0"),
            ("dawsons kayles", "0.07"),
            ("subtraction 1,3,4", "0.3033"),
            ("Subtraction(1, 3, 4)", "0.3033"),
            ("all-but 2 3 7", "0.3003330[3]"),
            ("splittles 1,2", "0.77"),
            ("04.30", "4.3"),
            ("turning 1-3", "coins 1-3"),
            ("mock turtles", "coins 1-3"),
            ("wythoff 2", "pairs Wythoff"),
            ("fibonacci-nim", "pairs TakeAway"),
        ] {
            assert_eq!(code(text), expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_game_is_told() {
        for text in
            ["", "kayle", "subtraction", "subtraction 0", "subtraction 1,x", "0.7_", "mem 3"]
        {
            assert!(code(text).starts_with("error: "), "{text}");
        }
    }
}
