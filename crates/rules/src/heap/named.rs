//! The heap games that have a name.

use super::code::HeapCode;
use super::subtraction::{TakeSet, splittles, subtraction};

/// A named heap game that has a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedGame {
    /// The name, as the literature writes it.
    pub name: &'static str,
    /// The code.
    pub code: &'static str,
    /// The rules in a sentence.
    pub rules: &'static str,
}

/// Every named heap game with a code.
pub const NAMED_GAMES: &[NamedGame] = &[
    NamedGame { name: "Nim", code: "0.[3]", rules: "Take any number of tokens from a heap." },
    NamedGame {
        name: "Kayles",
        code: "0.77",
        rules: "Take one or two tokens, then split the rest in two or not.",
    },
    NamedGame {
        name: "Dawson's Kayles",
        code: "0.07",
        rules: "Take two tokens, then split the rest in two or not.",
    },
    NamedGame {
        name: "Dawson's Chess",
        code: "0.137",
        rules: "Take one token as the whole heap, two leaving at most one heap, or three and split or not.",
    },
    NamedGame {
        name: "Treblecross",
        code: "0.007",
        rules: "Take three tokens, then split the rest in two or not; a strip of n cells is a heap of n + 2.",
    },
    NamedGame { name: "Grundy's Game", code: "4!.0", rules: "Split a heap in two unequal heaps." },
    NamedGame {
        name: "Lasker's Nim",
        code: "4.[3]",
        rules: "Take any number of tokens from a heap, or split a heap in two.",
    },
    NamedGame { name: "Officers", code: "0.6", rules: "Take one token and leave one heap or two." },
    NamedGame {
        name: "Guiles",
        code: "0.15",
        rules: "Take a heap of one or two tokens, or take two and leave two heaps.",
    },
    NamedGame {
        name: "Kenyon's Game",
        code: "0.3F",
        rules: "Take one token, or take two and leave up to three heaps.",
    },
    NamedGame {
        name: "Triplicate Nim",
        code: "0.8",
        rules: "Take one token and leave three heaps.",
    },
    NamedGame {
        name: "Ruler-regular game",
        code: "0.2048",
        rules: "Take one token leaving a heap, three leaving two, or four leaving three.",
    },
];

/// The named game with this name; case, spaces and apostrophes do not matter.
///
/// # Examples
/// ```
/// assert_eq!(farstar_rules::heap::named_game("dawsons kayles").unwrap().code, "0.07");
/// ```
#[must_use]
pub fn named_game(name: &str) -> Option<NamedGame> {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect()
    };
    let wanted = plain(name);
    NAMED_GAMES.iter().copied().find(|game| plain(game.name) == wanted)
}

impl NamedGame {
    /// The code, parsed.
    #[must_use]
    pub fn parsed(&self) -> HeapCode {
        self.code.parse().expect("the codes of the named games are tested to parse")
    }
}

/// The heap game a user's text means: the name of a game, `Subtraction(2,3,7)`,
/// `AllBut(2,3,7)`, `Splittles(1,2)`, `SplittlesAllBut(1,2)`, or a code.
///
/// # Errors
/// What is wrong with the text read as a code, when it is none of the others.
///
/// # Examples
/// ```
/// use farstar_rules::heap::heap_code;
/// assert_eq!(heap_code("Kayles")?.to_string(), "0.77");
/// assert_eq!(heap_code("Subtraction(2,3,7)")?.to_string(), "0.0330003");
/// # Ok::<(), farstar_rules::heap::HeapCodeError>(())
/// ```
pub fn heap_code(text: &str) -> Result<HeapCode, super::HeapCodeError> {
    if let Some(game) = named_game(text) {
        return Ok(game.parsed());
    }
    if let Some((name, rest)) = text.trim().split_once('(') {
        let list: Option<Vec<u32>> = (rest.trim_end().strip_suffix(')')).and_then(|inner| {
            let inner = inner.trim().trim_start_matches(['{', '[']).trim_end_matches(['}', ']']);
            inner.split(',').map(|number| number.trim().parse().ok()).collect()
        });
        if let Some(list) = list.filter(|list| list.iter().all(|&k| k > 0)) {
            match name.trim().to_ascii_lowercase().as_str() {
                "subtraction" => return subtraction(TakeSet::Only(&list)),
                "allbut" => return subtraction(TakeSet::AllBut(&list)),
                "splittles" => return splittles(TakeSet::Only(&list)),
                "splittlesallbut" => return splittles(TakeSet::AllBut(&list)),
                _ => {}
            }
        }
    }
    text.parse()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_code_is_in_normal_form() {
        for game in NAMED_GAMES {
            assert_eq!(game.parsed().to_string(), game.code, "{}", game.name);
        }
    }

    #[test]
    fn sets_are_read() {
        assert_eq!(heap_code("AllBut(2, 3, 7)").unwrap().to_string(), "0.3003330[3]");
        assert_eq!(heap_code("Splittles([1,2])").unwrap().to_string(), "0.77");
        assert!(heap_code("Nimm").is_err());
    }
}
